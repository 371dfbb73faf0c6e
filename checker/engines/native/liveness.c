/* Promises about runs: the graph of the states that a search has found, and its strongly connected components.
 *
 * `make runtime` translates it to LLVM's language, liveness.ll, as it does runtime.c. It is apart from that, so that a
 * search for promises about states alone costs nothing more; nothing in it depends on the machine. structures.py declares
 * the structs to Python.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct space;
struct worker;
typedef uint64_t expand_function(const struct space *, struct worker *, uint64_t, uint64_t);

/* The states, as a search leaves them, and the edges between them. An edge from a state to itself is left out. */
struct graph {
    uint64_t words;       /* how many 64-bit words a state has */
    uint64_t *states;     /* every state, by number */
    uint64_t *table;      /* the hash table of the search */
    uint64_t slots;       /* how many slots it has */
    uint64_t owners;      /* how many threads its slots were divided among */
    uint64_t *batch;      /* some successors, by position; of each */
    uint64_t *hashes;     /* ... its hash */
    uint64_t *found;      /* ... its number, once it is looked up */
    uint64_t count;       /* how many states */
    uint64_t *first_edges; /* of each state its first edge; at the end how many edges there are */
    uint32_t *targets;    /* of each edge the state that it leads to */
    uint16_t *actions;    /* ... its action instance */
    uint64_t *conditions; /* of each action instance the conditions of fairness that it is in, as a bit mask */
    uint64_t *enabled;    /* of each state the conditions that one of its edges is in */
    uint8_t *inside;      /* of each state whether it is in the part of the graph that is looked at */
    uint32_t *component;  /* ... the number of its component plus one; 0 outside */
    uint32_t *order;      /* ... when it was met, counted from 1; 0 before */
    uint32_t *low;        /* ... the earliest state that is known to be in its component, by order */
    uint32_t *open;       /* a stack of the states without a component yet */
    uint32_t *path;       /* a stack: the way to the state that is looked at */
    uint64_t *next;       /* of each state on the way the edge to follow next */
    uint8_t *marked;      /* of each state whether a component needs one like it */
    uint64_t *always;     /* of each component the conditions that are enabled in all of its states */
    uint64_t *ever;       /* ... in some of them */
    uint64_t *taken;      /* ... that one of its inner edges is in */
    uint8_t *has_marked;  /* ... whether one of its states is marked */
    uint64_t *incoming;   /* of each state its first edge in `sources`; at the end how many there are */
    uint32_t *sources;    /* of each edge, by the state that it leads to, the state that it comes from */
};

static bool same(const uint64_t *a, const uint64_t *b, uint64_t words) {
    uint64_t difference = 0;
    for (uint64_t k = 0; k < words; k++)
        difference |= a[k] ^ b[k];
    return !difference;
}

/* The thread that owns a slot, as the search divides them. */
static uint64_t owner_of(const struct graph *all, uint64_t slot) {
    uint64_t owner = slot * all->owners / all->slots;
    while (slot >= all->slots * (owner + 1) / all->owners)
        owner++;
    return owner;
}

#define NONE UINT64_MAX

/* The number of the successor at a position; NONE if the search has not found it. */
static uint64_t number_of(const struct graph *all, uint64_t position) {
    uint64_t hashed = all->hashes[position], slot = (hashed >> 32) * all->slots >> 32;
    uint64_t owner = owner_of(all, slot);
    uint64_t low = all->slots * owner / all->owners, high = all->slots * (owner + 1) / all->owners;
    const uint64_t *state = all->batch + position * all->words;
    for (;; slot = slot + 1 == high ? low : slot + 1) {
        uint64_t content = all->table[slot], number = (content & 0xffffffff) - 1;
        if (!content)
            return NONE;
        if (content >> 32 == hashed >> 32 && number < all->count &&
            same(state, all->states + number * all->words, all->words))
            return number;
    }
}

/* Looks up the successors at positions begin..end: their numbers. */
void locate(const struct graph *graph, uint64_t begin, uint64_t end) {
    const struct graph all = *graph;
    for (uint64_t i = begin; i < end; i++)
        all.found[i] = number_of(&all, i);
}

/* Notes of the states begin..end which conditions are enabled in them. */
void enable(const struct graph *graph, uint64_t begin, uint64_t end) {
    const struct graph all = *graph;
    for (uint64_t s = begin; s < end; s++) {
        uint64_t enabled = 0;
        for (uint64_t e = all.first_edges[s]; e < all.first_edges[s + 1]; e++)
            enabled |= all.conditions[all.actions[e]];
        all.enabled[s] = enabled;
    }
}

/* Takes the states of a component off the stack of open ones, down to its first one. */
static uint64_t close(const struct graph *all, uint64_t open, uint32_t first, uint32_t number) {
    uint32_t state;
    do {
        state = all->open[--open];
        all->component[state] = number;
    } while (state != first);
    return open;
}

/* The strongly connected components of the states inside, in Tarjan's order, from the states begin..end on. `component`
 * and `order` must be 0. Gives how many there are. A state that no loop passes is one by itself. */
uint64_t components(const struct graph *graph, uint64_t begin, uint64_t end) {
    const struct graph all = *graph;
    uint32_t met = 0, number = 0;
    uint64_t open = 0;
    for (uint64_t root = begin; root < end; root++) {
        if (!all.inside[root] || all.order[root])
            continue;
        uint64_t depth = 0;
        uint32_t entered = (uint32_t)root;
        bool is_new = true;
        for (;;) {
            if (is_new) {
                all.order[entered] = all.low[entered] = ++met;
                all.open[open++] = entered;
                all.path[depth] = entered;
                all.next[depth++] = all.first_edges[entered];
                is_new = false;
            }
            uint32_t state = all.path[depth - 1];
            uint64_t edge = all.next[depth - 1];
            if (edge < all.first_edges[state + 1]) {
                uint32_t target = all.targets[edge];
                all.next[depth - 1]++;
                if (!all.inside[target] || all.component[target])
                    continue;
                if (!all.order[target]) {
                    entered = target;
                    is_new = true;
                } else if (all.order[target] < all.low[state])
                    all.low[state] = all.order[target];
                continue;
            }
            if (all.low[state] == all.order[state])
                open = close(&all, open, state, ++number);
            if (!--depth)
                break;
            uint32_t before = all.path[depth - 1];
            if (all.low[state] < all.low[before])
                all.low[before] = all.low[state];
        }
    }
    return number;
}

/* Notes of each component what it has. `always` must be all ones, `ever`, `taken` and `has_marked` 0. */
void summarize(const struct graph *graph, uint64_t begin, uint64_t end) {
    const struct graph all = *graph;
    for (uint64_t s = begin; s < end; s++) {
        uint64_t own = all.component[s];
        if (!own)
            continue;
        uint64_t taken = 0;
        for (uint64_t e = all.first_edges[s]; e < all.first_edges[s + 1]; e++)
            if (all.component[all.targets[e]] == own)
                taken |= all.conditions[all.actions[e]];
        all.always[own - 1] &= all.enabled[s];
        all.ever[own - 1] |= all.enabled[s];
        all.taken[own - 1] |= taken;
        all.has_marked[own - 1] |= all.marked[s];
    }
}

/* Adds to the marked states all those from which an edge after the other leads to one. `incoming` must be 0. */
uint64_t spread_back(const struct graph *graph, uint64_t begin, uint64_t end) {
    const struct graph all = *graph;
    uint64_t waiting = 0, reached = 0;
    for (uint64_t e = 0; e < all.first_edges[all.count]; e++)
        all.incoming[all.targets[e] + 1]++;
    for (uint64_t s = 0; s < all.count; s++)
        all.incoming[s + 1] += all.incoming[s];
    for (uint64_t s = all.count; s-- > 0;)
        for (uint64_t e = all.first_edges[s + 1]; e-- > all.first_edges[s];)
            all.sources[--all.incoming[all.targets[e] + 1]] = (uint32_t)s;
    /* Now incoming[t + 1] is where the edges to t begin: their end is incoming[t + 2], or that of all. */
    for (uint64_t s = begin; s < end; s++)
        if (all.marked[s])
            all.open[waiting++] = (uint32_t)s;
    while (waiting) {
        uint64_t state = all.open[--waiting];
        uint64_t last = state + 2 <= all.count ? all.incoming[state + 2] : all.first_edges[all.count];
        reached++;
        for (uint64_t e = all.incoming[state + 1]; e < last; e++)
            if (!all.marked[all.sources[e]]) {
                all.marked[all.sources[e]] = 1;
                all.open[waiting++] = all.sources[e];
            }
    }
    return reached;
}

/* A search, among the states that were found, for a run on which something comes after something else and a third thing
 * never. A node is a state, times two, plus whether the second thing has come; its number has 32 bits. */
struct pursuit {
    struct graph graph;      /* the states, and room for the successors of one */
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
uint64_t pursue(struct pursuit *own, uint64_t most) {
    const struct graph *const all = &own->graph;
    for (; most && own->head < own->tail; most--) {
        uint64_t node = own->queue[own->head++], state = node / 2;
        bool has_come = node % 2;
        uint64_t count = own->expand(own->space, own->worker, state, state + 1);
        for (uint64_t k = 0; k < count; k++)
            __builtin_prefetch(all->table + ((all->hashes[k] >> 32) * all->slots >> 32));
        for (uint64_t k = 0; k < count; k++) {
            uint64_t after = number_of(all, k);
            if (after == NONE)
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
