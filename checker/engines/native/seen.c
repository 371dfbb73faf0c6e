/* The set of the states that were found, exact, in a few bytes a state; seen.py chooses its measures.
 *
 * `make runtime` translates it to LLVM's language, seen.ll, as runtime.c. Nothing in it depends on the machine, so
 * it is compiled once for all. Python reads the structs from here.
 *
 * A state has a key of at most 64 bits. One word is its own key. The words of longer states are interned: each gets a
 * number when it is first met; two numbers are a word again, and so on, until two numbers are left: their bits are the
 * key. A bijection mixes the key, so that the mixed key stands for the state itself, and not only for its hash.
 *
 * The set is a quotient table. It consists of lines of 64 bytes. The upper part of a mixed key says on which line the
 * search for it begins, and is not kept; an entry is the rest of the key, below the number of lines by which it is further
 * on, counted from 1. So a larger table is filled from a smaller one without the states.
 *
 * Any number of threads insert at once, without locks. A line has first the lower parts of its entries, of 32 bits each,
 * and then their upper parts. Entries are put on a line in order, and are never moved or removed. A thread claims the
 * first free place by a compare-and-swap of its lower part, and then publishes the upper part; a thread that finds its own
 * lower part there waits for the upper one. An upper part is never 0, and nor is a lower one: its lowest bit is 1, where
 * there is an upper one. For example, with entries of 5 bytes (12 on a line) and a key that keeps 36 bits:
 *
 *     the entry     distance 1, rest 0x123456789      3 + 36 bits: 0x1123456789
 *     lower part    0x1123456789 << 1 | 1             0x468acf13 (its lower 32 bits)
 *     upper part    0x1123456789 >> 31                0x22
 */

#include <stdbool.h>
#include <stdint.h>

#define LINE 64

struct seen {
    uint8_t *lines;  /* the table */
    uint64_t count;  /* how many lines it has: less than 2^32 */
    uint64_t width;  /* bytes of an entry: 4, 5, 6 or 8 */
    uint64_t rest;   /* bits of a mixed key that an entry keeps */
    uint64_t bits;   /* of a key, which has the highest bits of its word */
    uint64_t second; /* bits of the second of the two numbers that make a key */
};

/* Numbers for words, in the order in which they are met. A slot of its table holds a word and its number plus one; 0 is an
 * empty slot. Any number of threads may ask at once. */
struct numbering {
    uint64_t *slots;
    uint64_t size;  /* how many slots */
    uint64_t room;  /* how many words may have a number before it has to grow */
    uint64_t count; /* how many have one */
};

/* What all threads share. */
struct set {
    struct seen seen;
    struct seen before; /* the smaller table, while `grow` moves its entries */
    uint64_t words;     /* how many 64-bit words a state has */
    struct numbering *numberings; /* of each word, and then of each two numbers, in order, until two are left */
    uint64_t room;      /* how many entries the table may have before it has to grow */
    uint64_t count;     /* how many it has */
};

#define INLINE static inline __attribute__((always_inline))

typedef unsigned __int128 wide;

#define FIRST_FACTOR 0x9E3779B97F4A7C15
#define SECOND_FACTOR 0xD6E8FEB86659FD93
#define FIRST_INVERSE 0xF1DE83E19937733D
#define SECOND_INVERSE 0xCFEE444D8B59A89B

INLINE uint64_t folded(const struct seen *set, uint64_t key) {
    return key ^ (key >> (set->bits + 1) / 2 & UINT64_MAX << (64 - set->bits));
}

INLINE uint64_t mixed(const struct seen *set, uint64_t key) {
    return folded(set, folded(set, key) * FIRST_FACTOR) * SECOND_FACTOR;
}

INLINE uint64_t unmixed(const struct seen *set, uint64_t key) {
    return folded(set, folded(set, key * SECOND_INVERSE) * FIRST_INVERSE);
}

INLINE uint64_t key_of(const struct seen *set, uint64_t first, uint64_t second) {
    return (first << set->second | second) << (64 - set->bits);
}

INLINE uint64_t line_of(const struct seen *set, uint64_t key) { return (uint64_t)((wide)key * set->count >> 64); }

INLINE uint64_t upper(uint64_t a, uint64_t b) { return (uint64_t)((wide)a * b >> 64); }

/* The mixed key that begins on a line and has this rest: the least whose product with the number of lines is enough. The
 * first estimate is a few too low at most: it multiplies by 1 / count where it should divide. */
INLINE uint64_t key_from(const struct seen *set, uint64_t line, uint64_t rest) {
    uint64_t count = set->count, each = UINT64_MAX / count, left = -each * count;
    uint64_t lower = rest << (64 - set->rest), step = (uint64_t)1 << (64 - set->bits);
    wide least = (wide)line << 64 | lower;
    uint64_t key = (line * each + upper(line * left, each) + upper(lower, each)) & -step;
    while ((wide)key * count < least)
        key += step;
    return key;
}

/* How many bits an entry has for how far it is from its line. A lower part of 32 bits has one that is always 1. */
INLINE uint64_t distance_bits(const struct seen *set) {
    return 8 * set->width - (set->width == 5 || set->width == 6) - set->rest;
}

typedef uint32_t lower16 __attribute__((vector_size(64)));
typedef uint64_t whole8 __attribute__((vector_size(64)));
typedef bool bits16 __attribute__((ext_vector_type(16)));
typedef bool bits8 __attribute__((ext_vector_type(8)));

/* A line as it is at some moment between its first and its last part: a part that is seen to be taken stays so. */
INLINE void read_line(void *to, const uint8_t *line) {
#if defined(__has_feature) && __has_feature(thread_sanitizer)
    for (int k = 0; k < 8; k++)
        ((uint64_t *)to)[k] = __atomic_load_n((const uint64_t *)line + k, __ATOMIC_RELAXED);
#else
    __builtin_memcpy(to, line, LINE);
#endif
}

/* Which of the numbers of a line, of some kind, are equal to one, as a bit mask. */
#define EQUAL(KIND, BITS, MASK, NUMBERS, NUMBER)                                                                       \
    ((uint64_t) __builtin_bit_cast(MASK, __builtin_convertvector((KIND)(NUMBERS) == (NUMBER), BITS)))

/* The upper part of an entry, as soon as it is published. */
INLINE uint64_t upper_part(const uint8_t *line, uint64_t width, uint64_t place) {
    for (;;) {
        uint64_t part = width == 5 ? __atomic_load_n(line + 48 + place, __ATOMIC_ACQUIRE)
                                   : __atomic_load_n((const uint16_t *)(line + 40) + place, __ATOMIC_ACQUIRE);
        if (part)
            return part;
    }
}

INLINE void publish(uint8_t *line, uint64_t width, uint64_t place, uint64_t part) {
    if (width == 5)
        __atomic_store_n(line + 48 + place, (uint8_t)part, __ATOMIC_RELEASE);
    else
        __atomic_store_n((uint16_t *)(line + 40) + place, (uint16_t)part, __ATOMIC_RELEASE);
}

INLINE bool claim32(uint8_t *place, uint32_t part) {
    uint32_t empty = 0;
    return __atomic_compare_exchange_n((uint32_t *)place, &empty, part, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

INLINE bool claim64(uint8_t *place, uint64_t entry) {
    uint64_t empty = 0;
    return __atomic_compare_exchange_n((uint64_t *)place, &empty, entry, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

enum inserted { KNOWN, NEW, NO_PLACE };

/* Inserts an entry on a line, unless it is there or the line is full. */
INLINE enum inserted insert_on(uint64_t width, uint8_t *line, uint64_t entry) {
    if (width == 8) {
        for (;;) {
            whole8 numbers;
            read_line(&numbers, line);
            if (EQUAL(whole8, bits8, uint8_t, numbers, entry))
                return KNOWN;
            uint64_t empty = EQUAL(whole8, bits8, uint8_t, numbers, 0);
            if (!empty)
                return NO_PLACE;
            if (claim64(line + 8 * __builtin_ctzll(empty), entry))
                return NEW;
        }
    }
    const uint64_t lower = width == 4 ? entry : entry << 1 | 1, upper = entry >> 31;
    const uint64_t places = width == 4 ? 0xffff : width == 5 ? 0xfff : 0x3ff;
    for (;;) {
        lower16 numbers;
        read_line(&numbers, line);
        uint64_t equal = places & EQUAL(lower16, bits16, uint16_t, numbers, (uint32_t)lower);
        if (width == 4 && equal)
            return KNOWN;
        for (; equal; equal &= equal - 1)
            if (upper_part(line, width, (uint64_t)__builtin_ctzll(equal)) == upper)
                return KNOWN;
        uint64_t empty = places & EQUAL(lower16, bits16, uint16_t, numbers, 0), place;
        if (!empty)
            return NO_PLACE;
        place = (uint64_t)__builtin_ctzll(empty);
        if (claim32(line + 4 * place, (uint32_t)lower)) {
            if (width != 4)
                publish(line, width, place, upper);
            return NEW;
        }
    }
}

/* An entry of a line into which nothing is inserted. */
static uint64_t entry_at(const uint8_t *line, uint64_t width, uint64_t place) {
    if (width == 8)
        return ((const uint64_t *)line)[place];
    uint64_t lower = ((const uint32_t *)line)[place];
    return width == 4 || !lower ? lower : upper_part(line, width, place) << 31 | lower >> 1;
}

/* Inserts a mixed key, unless it is there. `width` is that of the set: a constant to the compiler. */
INLINE enum inserted insert(uint64_t width, const struct seen *set, uint64_t key) {
    wide product = (wide)key * set->count;
    uint64_t line = (uint64_t)(product >> 64), entry = (uint64_t)product >> (64 - set->rest);
    uint64_t left = ((uint64_t)1 << distance_bits(set)) - 1;
    for (left = left < set->count ? left : set->count; left; left--) {
        entry += (uint64_t)1 << set->rest;
        enum inserted inserted = insert_on(width, set->lines + line * LINE, entry);
        if (inserted != NO_PLACE)
            return inserted;
        line = line + 1 == set->count ? 0 : line + 1;
    }
    return NO_PLACE;
}

/* What a function gives for the width of a set, compiled for each. */
#define BY_WIDTH(SET, FUNCTION, ...)                                                                                   \
    ((SET)->width == 4   ? FUNCTION(4, __VA_ARGS__)                                                                    \
     : (SET)->width == 5 ? FUNCTION(5, __VA_ARGS__)                                                                    \
     : (SET)->width == 6 ? FUNCTION(6, __VA_ARGS__)                                                                    \
                         : FUNCTION(8, __VA_ARGS__))

#define BUSY UINT64_MAX

INLINE uint64_t hash_of_word(uint64_t word) {
    word = (word ^ word >> 32) * FIRST_FACTOR;
    return (word ^ word >> 32) * SECOND_FACTOR;
}

INLINE uint64_t slot_for(const struct numbering *own, uint64_t hash) { return upper(hash, own->size); }

/* The number of a word. */
INLINE uint64_t number_for(struct numbering *own, uint64_t word, uint64_t place) {
    for (;; place = place + 1 == own->size ? 0 : place + 1) {
        uint64_t *slot = own->slots + 2 * place, number = __atomic_load_n(slot + 1, __ATOMIC_ACQUIRE);
        if (!number && __atomic_compare_exchange_n(slot + 1, &number, BUSY, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
            slot[0] = word;
            number = __atomic_add_fetch(&own->count, 1, __ATOMIC_RELAXED);
            __atomic_store_n(slot + 1, number, __ATOMIC_RELEASE);
            return number - 1;
        }
        while (number == BUSY)
            number = __atomic_load_n(slot + 1, __ATOMIC_ACQUIRE);
        if (slot[0] == word)
            return number - 1;
    }
}

/* How many states are inserted at once, before it is asked again whether there is room. */
#define AT_ONCE 512
/* How many words or states ahead a place in a table is fetched into the cache. Fetches are spread, for a processor waits
 * where there are too many at a time. */
#define AHEAD 24

/* How many words a thread remembers with their numbers, of each numbering: by hash, the latest. */
const uint64_t REMEMBERED_WORDS = 8192;

/* Replaces some words by their numbers. What the thread remembers is as a slot of the table: a word and its number plus
 * one. */
static __attribute__((noinline)) void number_all(struct numbering *own, uint64_t *remembered, uint64_t *words,
                                                 uint64_t count) {
    uint64_t hashes[AT_ONCE], positions[AT_ONCE], left = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t hash = hash_of_word(words[i]), *latest = remembered + 2 * (hash / (UINT64_MAX / REMEMBERED_WORDS + 1));
        hashes[left] = hash;
        positions[left] = i;
        left += latest[0] != words[i] || !latest[1];
        words[i] = latest[0] == words[i] && latest[1] ? latest[1] - 1 : words[i];
    }
    for (uint64_t k = 0; k < left + AHEAD; k++) {
        if (k < left)
            __builtin_prefetch(own->slots + 2 * slot_for(own, hashes[k]));
        if (k < AHEAD)
            continue;
        uint64_t hash = hashes[k - AHEAD], *word = words + positions[k - AHEAD];
        uint64_t *latest = remembered + 2 * (hash / (UINT64_MAX / REMEMBERED_WORDS + 1));
        latest[0] = *word;
        *word = number_for(own, *word, slot_for(own, hash));
        latest[1] = *word + 1;
    }
}

/* Moves the words in the slots begin..end of a numbering that was outgrown to a larger one. All threads may do so at
 * once, as long as no word is sought. */
void renumber(const struct numbering *outgrown, struct numbering *own, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; i++) {
        if (i + AHEAD < end)
            __builtin_prefetch(own->slots + 2 * slot_for(own, hash_of_word(outgrown->slots[2 * (i + AHEAD)])), 1);
        const uint64_t *from = outgrown->slots + 2 * i;
        if (!from[1])
            continue;
        uint64_t place = slot_for(own, hash_of_word(from[0])), empty = 0;
        while (!__atomic_compare_exchange_n(own->slots + 2 * place + 1, &empty, from[1], false, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED)) {
            place = place + 1 == own->size ? 0 : place + 1;
            empty = 0;
        }
        own->slots[2 * place] = from[0];
    }
}

/* Makes the mixed keys of some states, AT_ONCE at most. */
static void mix(const struct set *set, uint64_t *remembered, const uint64_t *states, uint64_t count, uint64_t *keys) {
    const uint64_t size = set->words;
    const struct seen seen = set->seen;
    uint64_t words[size][AT_ONCE], left = size;
    struct numbering *own = set->numberings;
    for (uint64_t k = 0; k < size; k++) {
        for (uint64_t i = 0; i < count; i++)
            words[k][i] = states[i * size + k];
        if (size > 1)
            number_all(own++, remembered, words[k], count);
        remembered += 2 * REMEMBERED_WORDS;
    }
    while (left > 2) {
        for (uint64_t k = 0; k < left / 2; k++) {
            for (uint64_t i = 0; i < count; i++)
                words[k][i] = words[2 * k][i] << 32 | words[2 * k + 1][i];
            number_all(own++, remembered, words[k], count);
            remembered += 2 * REMEMBERED_WORDS;
        }
        for (uint64_t i = 0; left % 2 && i < count; i++)
            words[left / 2][i] = words[left - 1][i];
        left = (left + 1) / 2;
    }
    for (uint64_t i = 0; i < count; i++)
        keys[i] = mixed(&seen, size == 1 ? words[0][i] : key_of(&seen, words[0][i], words[1][i]));
}

/* Whether every thread may insert as many states as are inserted together, and number their words. */
INLINE bool has_room(const struct set *set) {
    bool fits = __atomic_load_n(&set->count, __ATOMIC_RELAXED) <= set->room;
    for (uint64_t k = 0; k < 2 * set->words - 2; k++)
        fits &= __atomic_load_n(&set->numberings[k].count, __ATOMIC_RELAXED) <= set->numberings[k].room;
    return fits;
}

/* Inserts some mixed keys, and notes which are new. Gives how many it has inserted: fewer where one has no place. */
INLINE uint64_t insert_keys(uint64_t width, struct set *set, const uint64_t *keys, uint64_t count, uint8_t *inserted) {
    const struct seen seen = set->seen;
    uint64_t new_states = 0, i = 0;
    for (uint64_t k = 0; k < AHEAD && k < count; k++)
        __builtin_prefetch(seen.lines + LINE * line_of(&seen, keys[k]), 1);
    for (; i < count; i++) {
        if (i + AHEAD < count)
            __builtin_prefetch(seen.lines + LINE * line_of(&seen, keys[i + AHEAD]), 1);
        enum inserted result = insert(width, &seen, keys[i]);
        if (result == NO_PLACE)
            break;
        inserted[i] = result;
        new_states += result;
    }
    if (new_states)
        __atomic_add_fetch(&set->count, new_states, __ATOMIC_RELAXED);
    return i;
}

/* Inserts some states, and notes which are new. All threads may do so at once. Gives how many it has inserted: fewer where
 * a table has to grow first. */
uint64_t insert_all(struct set *set, uint64_t *remembered, const uint64_t *states, uint64_t count, uint8_t *inserted) {
    uint64_t keys[AT_ONCE], done = 0;
    while (done < count && has_room(set)) {
        uint64_t some = count - done < AT_ONCE ? count - done : AT_ONCE;
        mix(set, remembered, states + done * set->words, some, keys);
        uint64_t entered = BY_WIDTH(&set->seen, insert_keys, set, keys, some, inserted + done);
        done += entered;
        if (entered < some)
            break;
    }
    return done;
}

/* The mixed key of an entry on a line. */
INLINE uint64_t key_in(const struct seen *set, uint64_t line, uint64_t entry) {
    uint64_t further = (entry >> set->rest) - 1;
    uint64_t home = line < further ? line + set->count - further : line - further;
    return key_from(set, home, entry & (((uint64_t)1 << set->rest) - 1));
}

/* Inserts some mixed keys that are not there. Gives whether there is a place for each. */
static __attribute__((noinline)) bool move(const struct seen *set, const uint64_t *keys, uint64_t count) {
    bool fits = true;
    for (uint64_t i = 0; i < count; i++)
        __builtin_prefetch(set->lines + LINE * line_of(set, keys[i]), 1);
    for (uint64_t i = 0; i < count; i++)
        fits &= insert(set->width, set, keys[i]) == NEW;
    return fits;
}

/* Moves the entries of the lines begin..end of the smaller table to the larger one. All threads may do so at once. Gives
 * how many they are; UINT64_MAX where there is no place for one. */
uint64_t grow(const struct set *set, uint64_t begin, uint64_t end) {
    const struct seen from = set->before, to = set->seen;
    const bool alike = from.bits == to.bits && from.second == to.second;
    const uint64_t second = ((uint64_t)1 << from.second) - 1;
    uint64_t keys[AHEAD], waiting = 0, moved = 0;
    bool fits = true;
    for (uint64_t line = begin; line < end; line++) {
        const uint8_t *const at = from.lines + line * LINE;
        for (uint64_t place = 0; place < LINE / from.width; place++) {
            uint64_t entry = entry_at(at, from.width, place);
            if (!entry)
                break;
            uint64_t key = key_in(&from, line, entry);
            moved++;
            if (alike) { /* in the same order: the line is in the cache */
                fits &= insert(to.width, &to, key) == NEW;
                continue;
            }
            key = unmixed(&from, key) >> (64 - from.bits);
            keys[waiting++] = mixed(&to, key_of(&to, key >> from.second, key & second));
            if (waiting == AHEAD) {
                fits &= move(&to, keys, waiting);
                waiting = 0;
            }
        }
    }
    fits &= move(&to, keys, waiting);
    return fits ? moved : UINT64_MAX;
}
