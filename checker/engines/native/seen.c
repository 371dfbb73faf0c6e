/* The set of the states that were found, exact, in a few bytes a state; seen.py chooses its measures.
 *
 * `make runtime` translates it to LLVM's language, seen.ll, as it does runtime.c. Nothing in it depends on the machine, so
 * it is compiled once for all. structures.py declares the structs to Python.
 *
 * A state has a key of at most 64 bits. One word is its own key. Of more words each is numbered, as it is first met; two
 * numbers are a word again, and so on, until two are left: their bits are the key. A key is mixed by a bijection, so that
 * the mixed key stands for the state itself, and not only for its hash.
 *
 * The set is a table of lines of 64 bytes, with as many entries of some bytes as fit: first the lower 32 bits of each, then
 * what is above. The upper part of a mixed key says
 * on which line the search for it begins, and is not kept; an entry is the rest of it, below how many lines further on it
 * is, counted from 1: no entry is 0. So a larger table is filled from a smaller one without the states, in the same order.
 *
 * Each thread owns a range of lines and searches within it, so that no two threads ever write to one line.
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

/* Numbers for words, in the order of their discovery. A slot of its table holds a word and its number plus one; 0 is an
 * empty slot. Any number of threads may ask at once. */
struct numbering {
    uint64_t *slots;
    uint64_t size;  /* how many slots */
    uint64_t count; /* how many words have a number */
};

/* What is to be entered, by all threads together. */
struct entering {
    struct seen seen;
    struct seen before; /* the smaller table, while `grow` moves its entries */
    uint64_t words;     /* how many 64-bit words a state has */
    struct numbering *numberings; /* of each word, and then of each two numbers, in order, until two are left */
    uint64_t *states;   /* the states to be entered, by position; of each */
    uint64_t *keys;     /* ... its mixed key */
    uint8_t *entered;   /* ... whether it is new */
};

/* One thread's own part. */
struct owner {
    uint64_t low, high;               /* the lines that it owns: from low up to high */
    uint64_t before_low, before_high; /* those of the smaller table among which the lines are that it reads */
    uint64_t *mine;                   /* the positions of the states whose lines it owns; room for AHEAD more */
    uint64_t stuck;                   /* the position plus one of a state for which there was no place; or 0 */
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

/* How many bits an entry has for how far it is from its line. */
INLINE uint64_t distance_bits(const struct seen *set) { return 8 * set->width - set->rest; }

typedef uint32_t lower16 __attribute__((vector_size(64)));
typedef uint16_t middle16 __attribute__((vector_size(32)));
typedef uint8_t upper16 __attribute__((vector_size(16)));
typedef uint64_t whole8 __attribute__((vector_size(64)));
typedef bool bits16 __attribute__((ext_vector_type(16)));
typedef bool bits8 __attribute__((ext_vector_type(8)));

/* Which of the numbers at an address, of some kind, are equal to one, as a bit mask. */
#define EQUAL(KIND, BITS, MASK, AT, NUMBER)                                                                            \
    ({                                                                                                                 \
        KIND numbers;                                                                                                  \
        __builtin_memcpy(&numbers, AT, sizeof numbers);                                                                \
        (uint64_t) __builtin_bit_cast(MASK, __builtin_convertvector(numbers == (NUMBER), BITS));                       \
    })

/* Which entries of a line are equal to one; and which are empty, where that is asked with 0. Of 5
 * or 6 bytes only occupied ones have something above the lower 32 bits: `rest` is at least 32. */
INLINE uint64_t equal(const uint8_t *line, uint64_t width, uint64_t entry) {
    const uint32_t lower = (uint32_t)entry;
    if (width == 4)
        return EQUAL(lower16, bits16, uint16_t, line, lower);
    if (width == 8)
        return EQUAL(whole8, bits8, uint8_t, line, entry);
    uint64_t found = entry ? EQUAL(lower16, bits16, uint16_t, line, lower) : UINT64_MAX;
    if (width == 5)
        return found & 0xfff & EQUAL(upper16, bits16, uint16_t, line + 48, (uint8_t)(entry >> 32));
    return found & 0x3ff & EQUAL(middle16, bits16, uint16_t, line + 40, (uint16_t)(entry >> 32));
}

INLINE void put(uint8_t *line, uint64_t width, uint64_t slot, uint64_t entry) {
    if (width == 8) {
        __builtin_memcpy(line + 8 * slot, &entry, 8);
        return;
    }
    __builtin_memcpy(line + 4 * slot, &entry, 4);
    uint64_t above = entry >> 32;
    if (width == 5)
        __builtin_memcpy(line + 48 + slot, &above, 1);
    if (width == 6)
        __builtin_memcpy(line + 40 + 2 * slot, &above, 2);
}

/* An entry of a line. */
static uint64_t entry_at(const uint8_t *line, uint64_t width, uint64_t slot) {
    uint64_t entry = 0, above = 0;
    if (width == 8) {
        __builtin_memcpy(&entry, line + 8 * slot, 8);
        return entry;
    }
    __builtin_memcpy(&entry, line + 4 * slot, 4);
    if (width == 5)
        __builtin_memcpy(&above, line + 48 + slot, 1);
    if (width == 6)
        __builtin_memcpy(&above, line + 40 + 2 * slot, 2);
    return above << 32 | entry;
}

enum entered { KNOWN, NEW, NO_PLACE };

/* Enters a mixed key on the lines low..high, where its own is, unless it is there. `width` is that of the set: a constant
 * to the compiler. */
INLINE enum entered enter(uint64_t width, const struct seen *set, uint64_t low, uint64_t high, uint64_t key) {
    wide product = (wide)key * set->count;
    uint64_t line = (uint64_t)(product >> 64), wanted = (uint64_t)product >> (64 - set->rest);
    uint64_t left = ((uint64_t)1 << distance_bits(set)) - 1;
    for (left = left < high - low ? left : high - low; left; left--) {
        wanted += (uint64_t)1 << set->rest;
        uint8_t *const at = set->lines + line * LINE;
        if (equal(at, width, wanted))
            return KNOWN;
        uint64_t empty = equal(at, width, 0);
        if (empty) {
            put(at, width, (uint64_t)__builtin_ctzll(empty), wanted);
            return NEW;
        }
        line = line + 1 == high ? low : line + 1;
    }
    return NO_PLACE;
}

/* What a function gives for the width of a set, compiled for each. */
#define BY_WIDTH(SET, FUNCTION, ...)                                                                                   \
    ((SET).width == 4   ? FUNCTION(4, __VA_ARGS__)                                                                     \
     : (SET).width == 5 ? FUNCTION(5, __VA_ARGS__)                                                                     \
     : (SET).width == 6 ? FUNCTION(6, __VA_ARGS__)                                                                     \
                        : FUNCTION(8, __VA_ARGS__))

#define BUSY UINT64_MAX

INLINE uint64_t slot_for(const struct numbering *own, uint64_t word) {
    word = (word ^ word >> 32) * FIRST_FACTOR;
    return (uint64_t)((wide)((word ^ word >> 32) * SECOND_FACTOR) * own->size >> 64);
}

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

/* How many words are numbered together: their slots are fetched into the cache first. */
#define TOGETHER 32

/* Replaces some words by their numbers. */
static __attribute__((noinline)) void number_all(struct numbering *own, uint64_t *words, uint64_t count) {
    uint64_t places[TOGETHER], before = ~words[0], number = 0;
    for (uint64_t i = 0; i < count; i++) {
        places[i] = slot_for(own, words[i]);
        __builtin_prefetch(own->slots + 2 * places[i]);
    }
    for (uint64_t i = 0; i < count; i++) {
        if (words[i] != before) {
            before = words[i];
            number = number_for(own, before, places[i]);
        }
        words[i] = number;
    }
}

/* Moves the words of a numbering that was outgrown to a larger, empty one. */
void renumber(const struct numbering *outgrown, struct numbering *own) {
    for (uint64_t i = 0; i < outgrown->size; i++) {
        const uint64_t *from = outgrown->slots + 2 * i;
        if (!from[1])
            continue;
        uint64_t place = slot_for(own, from[0]);
        while (own->slots[2 * place + 1])
            place = place + 1 == own->size ? 0 : place + 1;
        own->slots[2 * place] = from[0];
        own->slots[2 * place + 1] = from[1];
    }
    own->count = outgrown->count;
}

/* Makes the mixed keys of the states at positions begin..end. All threads may do so at once. */
void mix(const struct entering *entering, uint64_t begin, uint64_t end) {
    const struct entering all = *entering;
    for (uint64_t at = begin; at < end; at += TOGETHER) {
        uint64_t count = end - at < TOGETHER ? end - at : TOGETHER;
        if (all.words == 1) {
            for (uint64_t i = 0; i < count; i++)
                all.keys[at + i] = mixed(&all.seen, all.states[at + i]);
            continue;
        }
        uint64_t words[all.words][TOGETHER], left = all.words;
        struct numbering *own = all.numberings;
        for (uint64_t k = 0; k < all.words; k++) {
            for (uint64_t i = 0; i < count; i++)
                words[k][i] = all.states[(at + i) * all.words + k];
            number_all(own++, words[k], count);
        }
        while (left > 2) {
            for (uint64_t k = 0; k < left / 2; k++) {
                for (uint64_t i = 0; i < count; i++)
                    words[k][i] = words[2 * k][i] << 32 | words[2 * k + 1][i];
                number_all(own++, words[k], count);
            }
            for (uint64_t i = 0; left % 2 && i < count; i++)
                words[left / 2][i] = words[left - 1][i];
            left = (left + 1) / 2;
        }
        for (uint64_t i = 0; i < count; i++)
            all.keys[at + i] = mixed(&all.seen, key_of(&all.seen, words[0][i], words[1][i]));
    }
}

/* How many states ahead the line of one is fetched into the cache. */
const uint64_t AHEAD = 24;

/* Lists which states at positions begin..end have lines that are the owner's. Fetches run ahead, past the end of
 * the list: it is padded. */
INLINE uint64_t select_own(const struct entering *all, const struct owner *own, uint64_t begin, uint64_t end) {
    uint64_t count = 0;
    for (uint64_t i = begin; i < end; i++) {
        uint64_t line = line_of(&all->seen, all->keys[i]);
        own->mine[count] = i;
        count += (own->low <= line) & (line < own->high);
    }
    for (uint64_t k = 0; k < AHEAD; k++)
        own->mine[count + k] = begin;
    return count;
}

/* Enters the states at some positions, until there is no place for one. Gives how many are new. */
INLINE uint64_t enter_own(uint64_t width, const struct entering *all, struct owner *own, uint64_t count) {
    const struct seen set = all->seen;
    const uint64_t *const mine = own->mine, *const keys = all->keys, low = own->low, high = own->high;
    uint64_t new_states = 0;
    for (uint64_t j = 0; j < count; j++) {
        __builtin_prefetch(set.lines + LINE * line_of(&set, keys[mine[j + AHEAD]]), 1);
        uint64_t position = mine[j];
        enum entered entered = enter(width, &set, low, high, keys[position]);
        if (entered == NO_PLACE) {
            own->stuck = position + 1;
            break;
        }
        all->entered[position] = entered;
        new_states += entered;
    }
    return new_states;
}

/* Enters the states at positions begin..end whose lines are the owner's, in order, and notes which are new. Gives how
 * many are. Where there is no place for one, it ends there. */
uint64_t insert(const struct entering *entering, struct owner *owner, uint64_t begin, uint64_t end) {
    const struct entering all = *entering;
    struct owner own = *owner;
    uint64_t count = select_own(&all, &own, begin, end);
    own.stuck = 0;
    uint64_t new_states = BY_WIDTH(all.seen, enter_own, &all, &own, count);
    owner->stuck = own.stuck;
    return new_states;
}

/* The mixed key of an entry on a line among low..high. */
INLINE uint64_t key_in(const struct seen *set, uint64_t low, uint64_t high, uint64_t line, uint64_t entry) {
    uint64_t further = (entry >> set->rest) - 1, home = line - further;
    if (line < low + further)
        home += high - low;
    return key_from(set, home, entry & (((uint64_t)1 << set->rest) - 1));
}

/* Enters a mixed key that is not there. Gives whether there is a place for it. */
static __attribute__((noinline)) bool move(const struct seen *set, const struct owner *own, uint64_t key) {
    return enter(set->width, set, own->low, own->high, key) == NEW;
}

/* Enters some mixed keys that are not there. Gives whether there is a place for each. */
static bool move_all(const struct seen *set, const struct owner *own, const uint64_t *keys, uint64_t count) {
    bool fits = true;
    for (uint64_t i = 0; i < count; i++)
        __builtin_prefetch(set->lines + LINE * line_of(set, keys[i]), 1);
    for (uint64_t i = 0; i < count; i++)
        fits &= move(set, own, keys[i]);
    return fits;
}

/* Moves the entries of the lines begin..end of the smaller table to the owner's lines of the larger one. Gives how many
 * they are; UINT64_MAX where there is no place for one. */
uint64_t grow(const struct entering *entering, const struct owner *owner, uint64_t begin, uint64_t end) {
    const struct seen from = entering->before, to = entering->seen;
    const struct owner own = *owner;
    const bool alike = from.bits == to.bits && from.second == to.second;
    const uint64_t second = ((uint64_t)1 << from.second) - 1;
    uint64_t keys[TOGETHER], waiting = 0, moved = 0;
    bool fits = true;
    for (uint64_t line = begin; line < end; line++) {
        const uint8_t *const at = from.lines + line * LINE;
        for (uint64_t slot = 0; slot < LINE / from.width; slot++) {
            uint64_t entry = entry_at(at, from.width, slot);
            if (!entry)
                break;
            uint64_t key = key_in(&from, own.before_low, own.before_high, line, entry);
            if (alike) { /* in the same order: the line is in the cache, and the owner's */
                fits &= move(&to, &own, key);
                moved++;
                continue;
            }
            key = unmixed(&from, key) >> (64 - from.bits);
            key = mixed(&to, key_of(&to, key >> from.second, key & second));
            uint64_t there = line_of(&to, key);
            keys[waiting] = key;
            waiting += own.low <= there && there < own.high;
            if (waiting == TOGETHER) {
                fits &= move_all(&to, &own, keys, waiting);
                moved += waiting;
                waiting = 0;
            }
        }
    }
    fits &= move_all(&to, &own, keys, waiting);
    return fits ? moved + waiting : UINT64_MAX;
}
