/* Queries over all states that a search has found: which meet a condition, and what groups there are of them.
 *
 * `make runtime` translates it to LLVM's language, state_query.ll, as runtime.c. It is compiled once for each query,
 * together with the two functions that the query consists of; the machine's own is called by its address, for it is
 * compiled already. Python reads the structs from here.
 */

#include <stddef.h>
#include <stdint.h>

struct space;
struct worker;
typedef uint64_t expand_function(const struct space *, struct worker *, uint64_t, uint64_t);

/* One thread's part of the answer. */
struct query {
    uint64_t words;          /* how many 64-bit words a state has */
    uint64_t *states;        /* every state, by number */
    uint64_t count;          /* how many states */
    uint8_t *marks;          /* of each state the conditions that it meets, as a bit mask; null where nobody asks */
    uint64_t *met;           /* of each condition how many states meet it */
    uint64_t *first;         /* ... the first state that does: its number plus one; or 0 */
    struct space *space;     /* what the machine's function reads: all states, and room for the successors of one */
    struct worker *worker;   /* counts as in a search */
    expand_function *expand; /* the machine's own, as runtime.c has it */
    uint64_t *batch;         /* in the space: the successors */
    uint64_t most;           /* groups that there is room for */
    uint64_t groups;         /* how many there are */
    uint64_t *slots;         /* a hash table of SLOTS places: a group's number plus one; or 0 */
    uint64_t *keys;          /* of each group its key */
    uint64_t *sizes;         /* ... how many states it has */
    uint64_t *firsts;        /* ... the first of them: its number plus one; or 0 */
    uint64_t *meeting;       /* ... and of each of 64 conditions how many of them meet it */
    uint64_t *arrows;        /* ... and of each group how many steps lead there */
    uint64_t sets;           /* sets of states whose parts of each group are counted */
    uint8_t *chosen;         /* of each set and state whether it is in the set */
    uint64_t *choice;        /* of each group and set how many states are in both */
    uint64_t wanted;         /* the key of the group whose states are sought */
    uint64_t *listed;        /* their numbers */
};

/* The question: state_query.py writes it. */
uint64_t key(const uint64_t *state);        /* what the states of one group have in common */
uint64_t conditions(const uint64_t *state); /* the conditions that a state meets, as a bit mask */

/* More than there may be groups, so that a search for one ends soon; a power of two. */
const uint64_t SLOTS = 4096;
#define NONE UINT64_MAX

/* The number of the group of this key; a new one's where there is none. NONE where there is no room for it. */
static uint64_t group_of(struct query *own, uint64_t sought) {
    uint64_t slot = (sought * 0x9E3779B97F4A7C15) >> 52;
    for (;; slot = (slot + 1) % SLOTS) {
        uint64_t number = own->slots[slot];
        if (number && own->keys[number - 1] == sought)
            return number - 1;
        if (number)
            continue;
        if (own->groups == own->most)
            return NONE;
        own->keys[own->groups++] = sought;
        own->slots[slot] = own->groups;
        return own->groups - 1;
    }
}

/* Finds which of the states begin..end meet the conditions. */
void mark(struct query *own, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; i++) {
        uint64_t met = conditions(own->states + i * own->words);
        if (own->marks)
            own->marks[i] = (uint8_t)met;
        for (; met; met &= met - 1) {
            uint64_t bit = (uint64_t)__builtin_ctzll(met);
            if (!own->met[bit]++)
                own->first[bit] = i + 1;
        }
    }
}

/* Marks the states begin..end: 2 in the wanted group, 1 outside. */
void mark_group(struct query *own, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; i++)
        own->marks[i] = key(own->states + i * own->words) == own->wanted ? 2 : 1;
}

/* Lists those of the states begin..end that are in the wanted group, as many as there is room for. Gives how many. */
uint64_t list_group(struct query *own, uint64_t begin, uint64_t end) {
    uint64_t count = 0;
    for (uint64_t i = begin; i < end && count < own->most; i++)
        if (key(own->states + i * own->words) == own->wanted)
            own->listed[count++] = i;
    return count;
}

/* Puts the states begin..end into their groups, and counts the steps from each to others. Gives 0 where there are
 * more groups than there is room for. */
uint64_t group(struct query *own, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; i++) {
        const uint64_t *state = own->states + i * own->words;
        uint64_t here = key(state), g = group_of(own, here);
        if (g == NONE)
            return 0;
        if (!own->sizes[g]++)
            own->firsts[g] = i + 1;
        for (uint64_t met = conditions(state); met; met &= met - 1)
            own->meeting[g * 64 + (uint64_t)__builtin_ctzll(met)]++;
        for (uint64_t set = 0; set < own->sets; set++)
            own->choice[g * own->sets + set] += own->chosen[set * own->count + i];
        uint64_t count = own->expand(own->space, own->worker, i, i + 1);
        for (uint64_t k = 0; k < count; k++) {
            uint64_t there = key(own->batch + k * own->words), h = there == here ? g : group_of(own, there);
            if (h == NONE)
                return 0;
            own->arrows[g * own->most + h]++;
        }
    }
    return 1;
}
