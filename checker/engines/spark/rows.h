/* The form of a row: how the words of a state become its key and the other words, and back. It is apart from rows.c so
 * that each can be read at once. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of the form of rows: how many words a state has, and which of them becomes the key. rows.py adds them, as constants:
 * so loops over words are unrolled. `bits` has for each word how many of its bits are used: its highest ones, and at
 * least one. */
extern const uint64_t WORDS, KEY;

#define WIDTH (WORDS + 1) /* words of a row */

#define INLINE static inline __attribute__((always_inline))

INLINE uint64_t lowest(uint64_t bits) { return bits ? ~(uint64_t)0 >> (64 - bits) : 0; }

INLINE uint64_t down(uint64_t number, uint64_t by) { return by < 64 ? number >> by : 0; }

INLINE uint64_t up(uint64_t number, uint64_t by) { return by < 64 ? number << by : 0; }

/* A bijection of the numbers of some bits, and what undoes it: the second multipliers are the inverses of the first. */
#define A 0x9E3779B97F4A7C15
#define B 0xC2B2AE3D27D4EB4F
#define UNDO_A 0xF1DE83E19937733D
#define UNDO_B 0x0BA79078168D4BAF

INLINE uint64_t mixed(uint64_t x, uint64_t bits) {
    uint64_t mask = lowest(bits), half = (bits + 1) / 2;
    x ^= x >> half;
    x = x * A & mask;
    x ^= x >> half;
    x = x * B & mask;
    return x ^ x >> half;
}

INLINE uint64_t unmixed(uint64_t x, uint64_t bits) {
    uint64_t mask = lowest(bits), half = (bits + 1) / 2;
    x ^= x >> half;
    x = x * UNDO_B & mask;
    x ^= x >> half;
    x = x * UNDO_A & mask;
    return x ^ x >> half;
}

/* A number of all words of a state but that of its key. */
INLINE uint64_t folded(const uint64_t *state) {
    uint64_t sum = 0;
    for (uint64_t k = 0; k < WORDS; k++) {
        if (k == KEY)
            continue;
        sum = (sum ^ state[k] >> 32 ^ state[k]) * A;
        sum ^= sum >> 32;
    }
    return sum * B;
}

INLINE uint64_t key_of(const uint64_t *bits, const uint64_t *state) {
    uint64_t free = 64 - bits[KEY];
    return mixed((state[KEY] ^ folded(state)) >> free, bits[KEY]) << free;
}

INLINE void to_row(const uint64_t *bits, const uint64_t *state, uint64_t key, uint64_t tail, uint64_t *row) {
    uint64_t at = 1;
    row[0] = key;
    for (uint64_t k = 0; k < WORDS; k++)
        if (k != KEY)
            row[at++] = state[k] >> (64 - bits[k]);
    row[at] = tail;
}

INLINE void to_state(const uint64_t *bits, const uint64_t *row, uint64_t *state) {
    uint64_t free = 64 - bits[KEY], at = 1;
    for (uint64_t k = 0; k < WORDS; k++)
        if (k != KEY)
            state[k] = row[at++] << (64 - bits[k]);
    uint64_t word = unmixed(row[0] >> free, bits[KEY]) << free;
    state[KEY] = word ^ (folded(state) >> free << free);
}

/* Negative, zero or positive as a state comes before another one, is the same, or comes after it. */
INLINE int compared(const uint64_t *a, const uint64_t *b) {
    for (uint64_t k = 0; k < WORDS; k++)
        if (a[k] != b[k])
            return a[k] < b[k] ? -1 : 1;
    return 0;
}

INLINE void copy(uint64_t *to, const uint64_t *from, uint64_t words) {
    for (uint64_t k = 0; k < words; k++)
        to[k] = from[k];
}

INLINE bool same(const uint64_t *a, const uint64_t *b) {
    uint64_t difference = 0;
    for (uint64_t k = 0; k < WORDS; k++)
        difference |= a[k] ^ b[k];
    return !difference;
}
