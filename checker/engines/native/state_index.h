/* The state index: a hash table of the numbers of all states of a search that has ended. `enumerate` of runtime.c fills it;
 * here it is looked up. It is not the set of the states seen (seen.c), which a search forgets before the index is made.
 *
 * A slot is 0, or has the upper half of a state's hash and, below it, the state's number plus one. */

#define NO_STATE UINT64_MAX

static bool same(const uint64_t *a, const uint64_t *b, uint64_t words) {
    uint64_t difference = 0;
    for (uint64_t k = 0; k < words; k++)
        difference |= a[k] ^ b[k];
    return !difference;
}

static uint64_t slot_of(uint64_t slots, uint64_t hashed) { return (hashed >> 32) * slots >> 32; }

/* The number of a state with this hash; NO_STATE if the search has not found it. */
static uint64_t number_in(const uint64_t *index, uint64_t slots, const uint64_t *states, uint64_t words,
                          const uint64_t *state, uint64_t hashed) {
    for (uint64_t slot = slot_of(slots, hashed);; slot = slot + 1 == slots ? 0 : slot + 1) {
        uint64_t content = index[slot], number = (content & 0xffffffff) - 1;
        if (!content)
            return NO_STATE;
        if (content >> 32 == hashed >> 32 && same(state, states + number * words, words))
            return number;
    }
}
