/* What is asked of the states that a search has found: their numbers, what leads to each, and a run among them.
 *
 * `make runtime` translates it to LLVM's language, state_index.ll, as runtime.c. Nothing in it depends on the machine,
 * whose own function is called by its address. Python reads the structs from here.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "state_index.h"

struct space;
struct worker;
typedef uint64_t expand_function(const struct space *, struct worker *, uint64_t, uint64_t);

/* The states, as a search leaves them, and some successors. */
struct state_index {
    uint64_t words;    /* how many 64-bit words a state has */
    uint64_t *states;  /* every state, by number */
    uint64_t *index;   /* the state index: see state_index.h */
    uint64_t slots;    /* how many slots it has */
    uint64_t count;    /* how many states */
    uint64_t *batch;   /* the successors, by position; of each */
    uint64_t *hashes;  /* ... its hash */
    uint16_t *actions; /* ... the action instance that leads to it */
    uint64_t *numbers; /* ... its number */
};

/* The steps between states, from each on and, in the end, to each. */
struct steps {
    uint64_t count;       /* how many states */
    uint64_t *first_from; /* of each state the first step from it; at the end how many there are */
    uint32_t *targets;    /* of each step the state that it leads to */
    uint64_t *first_to;   /* of each state the first step to it; at the end how many there are */
    uint32_t *sources;    /* of each of these the state that it comes from */
};

static uint64_t number_of(const struct state_index *all, uint64_t position) {
    uint64_t number = number_in(all->index, all->slots, all->states, all->words,
                                all->batch + position * all->words, all->hashes[position]);
    return number < all->count ? number : NO_STATE;
}

/* Looks up the successors at positions begin..end: their numbers. */
void locate(const struct state_index *found, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; i++)
        found->numbers[i] = number_of(found, i);
}

/* Puts the steps in the order of the states that they lead to. `first_to` must be 0. */
void turn(const struct steps *steps) {
    const struct steps all = *steps;
    for (uint64_t e = 0; e < all.first_from[all.count]; e++)
        all.first_to[all.targets[e]]++;
    for (uint64_t s = 0; s < all.count; s++)
        all.first_to[s + 1] += all.first_to[s];
    for (uint64_t s = all.count; s-- > 0;)
        for (uint64_t e = all.first_from[s + 1]; e-- > all.first_from[s];)
            all.sources[--all.first_to[all.targets[e]]] = (uint32_t)s;
}

/* A search, among the states that were found, for a run on which something comes after something else and a third thing
 * never. A node is a state, times two, plus whether the second thing has come; its number has 32 bits. */
struct pursuit {
    struct state_index found;      /* the states, and room for the successors of one */
    struct space *space;     /* what the machine's function reads: the states and that room */
    struct worker *worker;   /* counts as in a search; nobody reads it */
    expand_function *expand; /* the machine's own, as runtime.c has it */
    uint8_t *marks;          /* of each state: 1 if it is sought, 2 if that must come before, 4 if it must not come */
    uint8_t *events;         /* of each action instance the same */
    uint8_t *seen;           /* of each state its nodes that were met, as a bit mask */
    uint32_t *before;        /* of each node the one that leads to it */
    uint16_t *by;            /* ... the action instance that does */
    uint32_t *queue;         /* the nodes that were met, in order */
    uint64_t head, tail;     /* those from head up to tail are still to be looked at */
    uint64_t last;           /* the node before the one that was sought, plus one; 0 while none is found */
    uint64_t reached;        /* the state that was sought */
    uint64_t action;         /* the action instance that leads to it */
};

#define SOUGHT 1
#define FIRST 2
#define NEVER 4

/* Meets a node, unless it was met. */
static void meet(struct pursuit *own, uint64_t state, bool has_come, uint64_t before, uint16_t by) {
    uint8_t bit = has_come ? 2 : 1;
    if (own->seen[state] & bit)
        return;
    uint64_t node = 2 * state + has_come;
    own->seen[state] |= bit;
    own->before[node] = (uint32_t)before;
    own->by[node] = by;
    own->queue[own->tail++] = (uint32_t)node;
}

/* Looks at as many nodes as that, breadth first. Gives whether there is more to do. */
uint64_t find_run(struct pursuit *own, uint64_t most) {
    const struct state_index *const all = &own->found;
    for (; most && own->head < own->tail; most--) {
        uint64_t node = own->queue[own->head++], state = node / 2;
        bool has_come = node % 2;
        uint64_t count = own->expand(own->space, own->worker, state, state + 1);
        for (uint64_t k = 0; k < count; k++)
            __builtin_prefetch(all->index + (slot_of(all->slots, all->hashes[k])));
        for (uint64_t k = 0; k < count; k++) {
            uint64_t after = number_of(all, k);
            if (after == NO_STATE)
                continue;
            uint8_t marks = own->marks[after] | own->events[all->actions[k]];
            if (marks & NEVER)
                continue;
            if (has_come && marks & SOUGHT) {
                own->last = node + 1;
                own->reached = after;
                own->action = all->actions[k];
                return 0;
            }
            meet(own, after, has_come || marks & FIRST, node, all->actions[k]);
        }
    }
    return own->head < own->tail;
}
