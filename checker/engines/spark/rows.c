/* The levels of a search that files hold: many states at once, gathered, sorted, packed, and looked up.
 *
 * `make runtime` translates it to LLVM's language, rows.ll, as runtime.c. It is apart from that because it is
 * the same for every machine, and calls none of its functions. Python reads the structs from here.
 *
 * A state is kept as a *row*: its key, its other words, and a tail, which is a small number beside it. The key is the
 * word with the most bits, mixed with the others in a way that can be undone: rows are different if and only if states
 * are. Keys spread evenly, so an order by them needs little more than one look at each. A *sorted run* has rows in
 * order, packed: the highest bits of a key say which bucket the row is in, and are not kept. */

#include "rows.h"

/* Rows in parts by the highest bits of their keys, in no order or, once they are settled, sorted. */
struct gathered {
    uint64_t *bits;
    uint64_t low;      /* the least key */
    uint64_t shift;    /* a part has 2^shift keys */
    uint64_t parts;    /* how many parts there are */
    uint64_t capacity; /* the rows of a part, at most */
    uint64_t *rows;    /* those of each part; room for `capacity` in each */
    uint64_t *counts;  /* how many each has */
    uint64_t *table;   /* room to sort a part: slots for twice its rows, up to a power of two, and its rows once more
                          and one; all tails are EMPTY */
};

/* A sorted run, as a file has it or as it is made; and where in it one reads. */
struct run {
    uint64_t *bits;
    uint64_t low;          /* the least key that it may have */
    uint64_t span;         /* its keys are below low + 2^span */
    uint64_t quotient;     /* there are 2^quotient buckets */
    uint64_t first_tail;   /* tails are kept less this */
    uint64_t tail_bits;    /* ... in this many bits */
    uint64_t width;        /* the bits of a row, packed */
    uint64_t count;        /* how many rows there are */
    uint32_t *bucket_ends; /* of each bucket how many rows are in it and in those before it */
    uint64_t *payload;     /* the rows, packed, and one word more */
    uint64_t *sums;        /* of each piece of the payload a checksum */
    uint8_t *checked;      /* ... whether it was found right */
    uint64_t next;         /* the row that is read next */
    uint64_t bucket;       /* ... its bucket, or one before it */
    uint64_t damaged;      /* whether a checksum was wrong */
};

#define EMPTY UINT64_MAX
#define PIECE 512 /* words that have a checksum together */

/* The rows of some states, all with one tail. */
void rows_of(uint64_t *bits, uint64_t *states, uint64_t count, uint64_t tail, uint64_t *rows) {
    for (uint64_t i = 0; i < count; i++)
        to_row(bits, states + i * WORDS, key_of(bits, states + i * WORDS), tail, rows + i * WIDTH);
}

/* The states of some rows. */
void states_of(uint64_t *bits, uint64_t *rows, uint64_t count, uint64_t *states) {
    for (uint64_t i = 0; i < count; i++)
        to_state(bits, rows + i * WIDTH, states + i * WORDS);
}

/* Gathers the successors begin..end, each with its action instance; those that are their own parents are left out.
 * `changing` counts how often each instance has led to another state. Gives where it stopped, because a part is full. */
uint64_t gather(const struct gathered *gathered, uint64_t *states, uint64_t *batch, uint64_t *parents,
                uint16_t *actions, uint64_t *changing, uint64_t begin, uint64_t end) {
    const struct gathered all = *gathered;
    for (uint64_t i = begin; i < end; i++) {
        const uint64_t *state = batch + i * WORDS;
        if (same(state, states + parents[i] * WORDS))
            continue;
        uint64_t key = key_of(all.bits, state), part = down(key - all.low, all.shift), count = all.counts[part];
        if (count == all.capacity)
            return i;
        changing[actions[i]]++;
        to_row(all.bits, state, key, actions[i], all.rows + (part * all.capacity + count) * WIDTH);
        all.counts[part] = count + 1;
    }
    return end;
}

/* Puts a row where it belongs in a table in order, unless its state is there: then it keeps the least tail. */
INLINE void place(uint64_t *table, uint64_t slot, const uint64_t *row) {
    uint64_t *at = table + slot * WIDTH;
    int order = 1;
    while (at[WORDS] != EMPTY && (order = compared(at, row)) < 0)
        at += WIDTH;
    if (at[WORDS] != EMPTY && !order) {
        if (row[WORDS] < at[WORDS])
            at[WORDS] = row[WORDS];
        return;
    }
    uint64_t *end = at;
    while (end[WORDS] != EMPTY)
        end += WIDTH;
    for (uint64_t *to = end + WORDS; to > at + WORDS; to--)
        *to = *(to - WIDTH);
    copy(at, row, WIDTH);
}

/* Sorts the rows of a part, and leaves one of each state, with the least tail. Gives how many are left.
 * Keys are even: nearly every row is put at once where it belongs, or next to it. */
uint64_t settle(const struct gathered *gathered, uint64_t part) {
    const struct gathered all = *gathered;
    const uint64_t count = all.counts[part];
    uint64_t *const rows = all.rows + part * all.capacity * WIDTH;
    uint64_t low = all.low + up(part, all.shift), log = 0, left = 0;
    if (!count)
        return 0;
    while ((uint64_t)1 << log < 2 * count)
        log++;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t inside = rows[i * WIDTH] - low;
        uint64_t slot = all.shift >= log ? down(inside, all.shift - log) : inside << (log - all.shift);
        place(all.table, slot, rows + i * WIDTH);
    }
    for (uint64_t *at = all.table, *end = all.table + (((uint64_t)1 << log) + count) * WIDTH; at < end; at += WIDTH) {
        if (at[WORDS] == EMPTY)
            continue;
        copy(rows + left++ * WIDTH, at, WIDTH);
        at[WORDS] = EMPTY;
    }
    return all.counts[part] = left;
}

/* Settles all parts. Gives how many rows are left. */
uint64_t settle_all(const struct gathered *gathered) {
    uint64_t left = 0;
    for (uint64_t part = 0; part < gathered->parts; part++)
        left += settle(gathered, part);
    return left;
}

INLINE uint64_t get(const uint64_t *payload, uint64_t at, uint64_t bits) {
    if (!bits)
        return 0;
    uint64_t shift = at & 63, number = payload[at >> 6] >> shift;
    if (shift + bits > 64)
        number |= payload[(at >> 6) + 1] << (64 - shift);
    return number & lowest(bits);
}

INLINE void put(uint64_t *payload, uint64_t at, uint64_t bits, uint64_t number) {
    if (!bits)
        return;
    uint64_t shift = at & 63;
    number &= lowest(bits);
    payload[at >> 6] |= number << shift;
    if (shift + bits > 64)
        payload[(at >> 6) + 1] |= number >> (64 - shift);
}

INLINE uint64_t unused(const struct run *run) { return 64 - run->bits[KEY]; }

INLINE uint64_t remainder_bits(const struct run *run) { return run->span - run->quotient - unused(run); }

INLINE uint64_t remainder_of(const struct run *run, uint64_t key) {
    return down((key - run->low) & lowest(run->span - run->quotient), unused(run));
}

/* A checksum of some words: every word counts, and where it is. */
uint64_t sum_of(uint64_t *words, uint64_t count) {
    uint64_t sum = 1, sums = count;
    for (uint64_t k = 0; k < count; k++)
        sums += sum += words[k] * A;
    return mixed(mixed(sum, 64) + sums, 64);
}

INLINE uint64_t payload_words(const struct run *run) { return (run->count * run->width + 63) / 64 + 1; }

/* Compares the checksums of what has the rows begin..end, unless that was done. Gives whether they are right. */
INLINE bool is_right(struct run *run, uint64_t begin, uint64_t end) {
    uint64_t words = payload_words(run);
    for (uint64_t piece = begin * run->width / 64 / PIECE; piece <= end * run->width / 64 / PIECE; piece++) {
        if (run->checked[piece])
            continue;
        uint64_t first = piece * PIECE, count = words - first < PIECE ? words - first : PIECE;
        if (sum_of(run->payload + first, count) != run->sums[piece]) {
            run->damaged = 1;
            return false;
        }
        run->checked[piece] = 1;
    }
    return true;
}

/* Adds rows, which come after those that the run has, to a run that is made. */
void append(struct run *run, uint64_t *rows, uint64_t count) {
    const struct run own = *run;
    uint64_t at = own.next * own.width;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *row = rows + i * WIDTH;
        put(own.payload, at, remainder_bits(&own), remainder_of(&own, row[0]));
        at += remainder_bits(&own);
        for (uint64_t k = 0, column = 1; k < WORDS; k++) {
            if (k == KEY)
                continue;
            put(own.payload, at, own.bits[k], row[column++]);
            at += own.bits[k];
        }
        put(own.payload, at, own.tail_bits, row[WORDS] - own.first_tail);
        at += own.tail_bits;
        own.bucket_ends[down(row[0] - own.low, own.span - own.quotient)] = own.next + i + 1;
    }
    run->next += count;
}

/* Completes a run: the ends of buckets without rows, and the checksums. */
void seal(struct run *run) {
    uint32_t end = 0;
    for (uint64_t bucket = 0; bucket >> run->quotient == 0; bucket++) {
        if (run->bucket_ends[bucket] > end)
            end = run->bucket_ends[bucket];
        run->bucket_ends[bucket] = end;
    }
    uint64_t words = payload_words(run);
    for (uint64_t first = 0; first < words; first += PIECE)
        run->sums[first / PIECE] = sum_of(run->payload + first, words - first < PIECE ? words - first : PIECE);
}

/* Puts a row, as it lies packed in a run from a bit on, where it belongs. */
INLINE void unpack(const struct run *run, uint64_t at, uint64_t key, uint64_t *row) {
    row[0] = key;
    at += remainder_bits(run);
    for (uint64_t k = 0, column = 1; k < WORDS; k++) {
        if (k == KEY)
            continue;
        row[column++] = get(run->payload, at, run->bits[k]);
        at += run->bits[k];
    }
    row[WORDS] = run->first_tail + get(run->payload, at, run->tail_bits);
}

INLINE uint64_t key_at(const struct run *run, uint64_t bucket, uint64_t at) {
    return run->low + up(bucket, run->span - run->quotient) + up(get(run->payload, at, remainder_bits(run)), unused(run));
}

/* Reads on in some runs, as `collect` does, and puts each row into its part. Gives whether a part had no room. Of
 * thousands of runs each is looked at once for many rows: to look at one is to wait for memory. */
uint64_t scatter(struct run *runs, uint64_t count, uint64_t last, const struct gathered *gathered) {
    const struct gathered all = *gathered;
    for (struct run *run = runs; run < runs + count; run++) {
        const struct run own = *run;
        uint64_t next = own.next, bucket = own.bucket, known = ~(uint64_t)0, full = 0;
        for (; next < own.count; next++) {
            while (own.bucket_ends[bucket] <= next)
                bucket++;
            if (bucket != known && !is_right(run, next, own.bucket_ends[bucket]))
                return 0;
            known = bucket;
            uint64_t key = key_at(&own, bucket, next * own.width);
            if (key > last)
                break;
            uint64_t part = down(key - all.low, all.shift);
            if ((full = all.counts[part] == all.capacity))
                break;
            unpack(&own, next * own.width, key, all.rows + (part * all.capacity + all.counts[part]++) * WIDTH);
        }
        run->next = next;
        run->bucket = bucket;
        if (full)
            return 1;
    }
    return 0;
}

/* Reads on in some runs, one after the other: the rows with keys up to the last. They are put behind those that are
 * there already, whose number is given; gives how many there are then. It reads on where there was no room for more. */
uint64_t collect(struct run *runs, uint64_t count, uint64_t last, uint64_t *rows, uint64_t filled, uint64_t room) {
    for (struct run *run = runs; run < runs + count; run++) {
        const struct run own = *run;
        uint64_t next = own.next, bucket = own.bucket, known = ~(uint64_t)0;
        while (next < own.count && filled < room) {
            while (own.bucket_ends[bucket] <= next)
                bucket++;
            if (bucket != known && !is_right(run, next, own.bucket_ends[bucket]))
                return filled;
            known = bucket;
            uint64_t key = key_at(&own, bucket, next * own.width);
            if (key > last)
                break;
            unpack(&own, next++ * own.width, key, rows + filled++ * WIDTH);
        }
        run->next = next;
        run->bucket = bucket;
    }
    return filled;
}

INLINE uint64_t remainder_at(const struct run *run, uint64_t place) {
    return get(run->payload, place * run->width, remainder_bits(run));
}

/* The first row of a run among begin..end, which are a bucket, whose remainder is not below this one. */
INLINE uint64_t first_at_least(const struct run *run, uint64_t remainder, uint64_t begin, uint64_t end) {
    uint64_t bits = remainder_bits(run), dropped = bits > 32 ? bits - 32 : 0;
    uint64_t place = begin + ((end - begin) * (remainder >> dropped) >> (bits - dropped)); /* remainders are even */
    if (end - begin > 256) {
        uint64_t high = end;
        for (place = begin; place < high;) {
            uint64_t middle = place + (high - place) / 2;
            if (remainder_at(run, middle) < remainder)
                place = middle + 1;
            else
                high = middle;
        }
        return place;
    }
    while (place > begin && remainder_at(run, place - 1) >= remainder)
        place--;
    while (place < end && remainder_at(run, place) < remainder)
        place++;
    return place;
}

/* Whether the run has a row with these words besides its key, from a place on among those with the same remainder. */
INLINE bool is_there(const struct run *run, const uint64_t *row, uint64_t remainder, uint64_t place, uint64_t end) {
    for (; place < end && remainder_at(run, place) == remainder; place++) {
        uint64_t at = place * run->width + remainder_bits(run), difference = 0;
        for (uint64_t k = 0, column = 1; k < WORDS; k++) {
            if (k == KEY)
                continue;
            difference |= get(run->payload, at, run->bits[k]) ^ row[column++];
            at += run->bits[k];
        }
        if (!difference)
            return true;
    }
    return false;
}

/* Leaves those of some rows whose states a run does not have. Gives how many. */
uint64_t unseen(struct run *run, uint64_t *rows, uint64_t count) {
    const struct run own = *run;
    uint64_t left = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *row = rows + i * WIDTH;
        uint64_t inside = row[0] - own.low;
        if (!down(inside, own.span)) {
            uint64_t bucket = down(inside, own.span - own.quotient), remainder = remainder_of(&own, row[0]);
            uint64_t begin = bucket ? own.bucket_ends[bucket - 1] : 0, end = own.bucket_ends[bucket];
            if (begin < end) {
                if (!is_right(run, begin, end))
                    return left;
                if (is_there(&own, row, remainder, first_at_least(&own, remainder, begin, end), end))
                    continue;
            }
        }
        copy(rows + left++ * WIDTH, row, WIDTH);
    }
    return left;
}

/* Goes to the first row of a run whose key is not below this one. */
void seek(struct run *run, uint64_t key) {
    const struct run own = *run;
    run->bucket = run->next = 0;
    if (key <= own.low)
        return;
    if (down(key - own.low, own.span)) {
        run->next = own.count;
        return;
    }
    uint64_t bucket = down(key - own.low, own.span - own.quotient);
    uint64_t begin = bucket ? own.bucket_ends[bucket - 1] : 0, end = own.bucket_ends[bucket];
    if (begin < end && !is_right(run, begin, end))
        return;
    run->bucket = bucket;
    run->next = first_at_least(&own, remainder_of(&own, key), begin, end);
}

/* Leaves those of some states from which an action could lead to the target: they differ from it only in bits that the
 * action writes. `kept` has, for each set of actions, the bits that those leave as they are. Gives how many. */
uint64_t near(uint64_t *states, uint64_t count, uint64_t *target, uint64_t *kept, uint64_t sets) {
    uint64_t left = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * WORDS;
        for (uint64_t set = 0; set < sets; set++) {
            uint64_t differing = 0;
            for (uint64_t k = 0; k < WORDS; k++)
                differing |= (state[k] ^ target[k]) & kept[set * WORDS + k];
            if (!differing) {
                copy(states + left++ * WORDS, state, WORDS);
                break;
            }
        }
    }
    return left;
}
