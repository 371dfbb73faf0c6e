/* Promises about runs: the graph of the states that a search has found, and its strongly connected components.
 *
 * `make runtime` translates it to LLVM's language, state_graph.ll, as runtime.c. It is apart from that, so that a
 * search for promises about states alone costs nothing more; nothing in it depends on the machine. Python reads
 * the structs from here.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../state_index.h"

/* The states, as a search leaves them, and the edges between them. An edge from a state to itself is left out. */
struct graph {
    uint64_t words;       /* how many 64-bit words a state has */
    uint64_t *states;     /* every state, by number */
    uint64_t *index;      /* the state index: see state_index.h */
    uint64_t slots;       /* how many slots it has */
    uint64_t *batch;      /* some successors, by position; of each */
    uint64_t *hashes;     /* ... its hash */
    uint64_t *parents;    /* ... the number of the state that it comes from */
    uint16_t *labels;     /* ... the action instance that leads to it */
    uint32_t *found;      /* the numbers of those that are edges, from where each thread's successors begin */
    uint64_t count;       /* how many states */
    uint64_t block;       /* how many of them a thread looks at before it leaves some to the others */
    uint64_t *first_edges; /* of each state its first edge; at the end how many edges there are */
    uint32_t *targets;    /* of each edge the state that it leads to */
    uint16_t *actions;    /* ... its action instance */
    uint64_t *conditions; /* of each action instance the conditions of fairness that it is in, as a bit mask */
    uint64_t *enabled;    /* of each state the conditions that one of its edges is in */
    uint64_t weak;        /* the conditions that ask for weak fairness */
    uint64_t strong;      /* ... for strong */
    uint8_t *inside;      /* of each state whether it is in the part of the graph that is looked at */
    uint8_t *marked;      /* ... whether it is one like those that a run must pass again and again; or has a way to one */
    uint32_t *rest;       /* the states that have no way to a marked one, as far as it is known */
    uint64_t rests;       /* how many they are */
    uint32_t *component;  /* of each state the number of its component; 0 outside, or while it is not known */
    uint8_t *found_fair;  /* ... FAIR, AGAIN, or 0 */
    uint32_t components;  /* how many components have a number */
    uint32_t lock;        /* 1 while a thread gives one to a component */
    uint32_t *open;       /* the states of levels */
    uint32_t *within;     /* of each state the level in which it is reached inside; NONE before */
    uint32_t level;       /* the level that is looked at */
    uint32_t target;      /* the state whose predecessor is sought */
};

/* One thread's search for components. */
struct descent {
    uint32_t *order; /* of each state when it was met, counted from 1; 0 before */
    uint32_t *low;   /* ... the earliest state that is known to be in its component, by order */
    uint32_t *open;  /* a stack of the states that were met, and have no component yet */
    uint32_t *path;  /* a stack: the way to the state that is looked at */
    uint64_t *next;  /* of each state on the way the edge to follow next */
    uint32_t met;    /* how many were met */
};

#define NONE 0xffffffff
/* A state of a component in which a fair run can go round for ever, or could if some of its states were left out. */
enum { FAIR = 1, AGAIN = 2 };
/* How many successors ahead the slot of the index, and then the state that it names, are fetched into the cache. */
#define AHEAD_SLOT 24
#define AHEAD_STATE 10

/* The number of the successor at a position, which the search has found. */
static uint64_t number_of(const struct graph *all, uint64_t position) {
    return number_in(all->index, all->slots, all->states, all->words, all->batch + position * all->words,
                     all->hashes[position]);
}

/* Makes edges of the successors at positions begin..end: their numbers, from position begin on, without those that lead to
 * where they come from. Counts them for each state, in `first_edges` of the one after it. Gives how many they are. */
uint64_t connect(const struct graph *graph, uint64_t begin, uint64_t end) {
    const struct graph all = *graph;
    uint64_t at = begin;
    for (uint64_t i = begin; i < end; i++) {
        if (i + AHEAD_SLOT < end) {
            __builtin_prefetch(all.index + slot_of(all.slots, all.hashes[i + AHEAD_SLOT]));
            uint64_t content = all.index[slot_of(all.slots, all.hashes[i + AHEAD_STATE])] & 0xffffffff;
            __builtin_prefetch(all.states + (content ? content - 1 : 0) * all.words);
        }
        uint64_t number = number_of(&all, i), parent = all.parents[i];
        if (number == parent)
            continue;
        all.found[at] = (uint32_t)number;
        all.labels[at++] = all.labels[i];
        all.first_edges[parent + 1]++;
    }
    return at - begin;
}

/* Keeps the edges from position begin on, `made` of them, as those from number `at` on. */
void keep(const struct graph *graph, uint64_t begin, uint64_t made, uint64_t at) {
    __builtin_memcpy(graph->targets + at, graph->found + begin, made * sizeof *graph->targets);
    __builtin_memcpy(graph->actions + at, graph->labels + begin, made * sizeof *graph->actions);
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

/* Looks once at each state of a thread's blocks of the rest, from the end on or from the beginning: marks it if an edge
 * leads to a marked one. Gives how many it has marked. What is marked in the end does not depend on the order, and so not
 * on how the threads read what others write. */
static uint64_t sweep(const struct graph *graph, uint64_t thread, uint64_t threads, bool from_end) {
    const struct graph all = *graph;
    uint64_t blocks = (all.rests + all.block - 1) / all.block, changed = 0;
    for (uint64_t turn = thread; turn < blocks; turn += threads) {
        uint64_t begin = (from_end ? blocks - 1 - turn : turn) * all.block;
        uint64_t end = begin + all.block < all.rests ? begin + all.block : all.rests;
        for (uint64_t i = begin; i < end; i++) {
            uint64_t state = all.rest[from_end ? end - 1 - (i - begin) : i];
            uint64_t e = all.first_edges[state], last = all.first_edges[state + 1];
            if (all.marked[state])
                continue;
            while (e < last && !__atomic_load_n(all.marked + all.targets[e], __ATOMIC_RELAXED))
                e++;
            if (e < last) {
                __atomic_store_n(all.marked + state, 1, __ATOMIC_RELAXED);
                changed++;
            }
        }
    }
    return changed;
}

uint64_t sweep_back(const struct graph *graph, uint64_t thread, uint64_t threads) {
    return sweep(graph, thread, threads, true);
}

uint64_t sweep_on(const struct graph *graph, uint64_t thread, uint64_t threads) {
    return sweep(graph, thread, threads, false);
}

/* Whether a fair run can go round in a component for ever, passing a marked state: notes it of its states. */
static void judge(const struct graph *all, const uint32_t *states, uint64_t count) {
    uint64_t always = ~(uint64_t)0, ever = 0, taken = 0;
    uint32_t own = all->component[states[0]];
    bool has_marked = false;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t state = states[i], enabled = all->enabled[state];
        always &= enabled;
        ever |= enabled;
        has_marked |= all->marked[state];
        for (uint64_t e = all->first_edges[state]; count > 1 && e < all->first_edges[state + 1]; e++)
            if (__atomic_load_n(all->component + all->targets[e], __ATOMIC_RELAXED) == own)
                taken |= all->conditions[all->actions[e]];
    }
    uint64_t missed = all->strong & ever & ~taken;
    if (!has_marked || all->weak & always & ~taken)
        return;
    for (uint64_t i = 0; i < count; i++)
        if (!(all->enabled[states[i]] & missed))
            all->found_fair[states[i]] = missed ? AGAIN : FAIR;
}

/* Gives the states of a component on the stack its number, from its first one on, and judges it; nothing of this if another
 * thread has done so. Gives how many states the stack has then. */
static uint64_t close(struct graph *all, const struct descent *own, uint64_t open, uint32_t first) {
    uint64_t begin = open;
    while (own->open[--begin] != first)
        ;
    while (__atomic_exchange_n(&all->lock, 1, __ATOMIC_ACQUIRE))
        ;
    bool is_first = !all->component[first];
    if (is_first) {
        uint32_t number = ++all->components;
        for (uint64_t i = begin; i < open; i++)
            __atomic_store_n(all->component + own->open[i], number, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&all->lock, 0, __ATOMIC_RELEASE);
    if (is_first)
        judge(all, own->open + begin, open - begin);
    return begin;
}

/* Finds the component of a state, and those that can be reached from it. */
static void descend(struct graph *graph, struct descent *descent, uint32_t root) {
    const struct graph all = *graph;
    const struct descent own = *descent;
    uint64_t depth = 0, open = 0;
    uint32_t entered = root, met = own.met;
    bool is_new = true;
    for (;;) {
        if (is_new) {
            own.order[entered] = own.low[entered] = ++met;
            own.open[open++] = entered;
            own.path[depth] = entered;
            own.next[depth++] = all.first_edges[entered];
            is_new = false;
        }
        uint32_t state = own.path[depth - 1];
        uint64_t edge = own.next[depth - 1];
        if (edge < all.first_edges[state + 1]) {
            uint32_t target = all.targets[edge];
            own.next[depth - 1]++;
            if (!all.inside[target] || __atomic_load_n(all.component + target, __ATOMIC_RELAXED))
                continue;
            if (!own.order[target]) {
                entered = target;
                is_new = true;
            } else if (own.order[target] < own.low[state])
                own.low[state] = own.order[target];
            continue;
        }
        if (own.low[state] == own.order[state])
            open = close(graph, &own, open, state);
        if (!--depth)
            break;
        uint32_t before = own.path[depth - 1];
        if (own.low[state] < own.low[before])
            own.low[before] = own.low[state];
    }
    descent->met = met;
}

/* The strongly connected components of the states inside: Tarjan's algorithm, by several threads, which share what is
 * closed. Each begins in other states, from the end on: what can be reached from there mostly has its component already.
 * Two threads may come to states of one component; the first that has seen all of it closes it. Then the other one has
 * left out edges to it, and would close parts of it, all of whose states have their number already.
 * Source: Renault, Duret-Lutz, Kordon, Poitrenaud, Parallel explicit model checking for generalized Büchi automata (2015).
 * `component`, `order` and `found_fair` must be 0 where a state is inside. A state that no loop passes is one by itself. */
void components(struct graph *graph, struct descent *descent, uint64_t thread, uint64_t threads) {
    uint64_t blocks = (graph->count + graph->block - 1) / graph->block;
    for (uint64_t turn = thread; turn < blocks; turn += threads) {
        uint64_t begin = (blocks - 1 - turn) * graph->block;
        uint64_t end = begin + graph->block < graph->count ? begin + graph->block : graph->count;
        for (uint64_t root = end; root-- > begin;)
            if (graph->inside[root] && !__atomic_load_n(graph->component + root, __ATOMIC_RELAXED))
                descend(graph, descent, (uint32_t)root);
    }
}

/* Takes the states inside that an edge leads to from the states begin..end of `open` into the level, behind those. Gives
 * where they end. */
uint64_t widen(const struct graph *graph, uint64_t begin, uint64_t end) {
    const struct graph all = *graph;
    uint64_t known = end;
    for (uint64_t i = begin; i < end; i++)
        for (uint64_t e = all.first_edges[all.open[i]]; e < all.first_edges[all.open[i] + 1]; e++) {
            uint32_t target = all.targets[e];
            if (all.inside[target] && all.within[target] == NONE) {
                all.within[target] = all.level;
                all.open[known++] = target;
            }
        }
    return known;
}

static bool less(const uint64_t *a, const uint64_t *b, uint64_t words) {
    for (uint64_t k = 0; k < words; k++)
        if (a[k] != b[k])
            return a[k] < b[k];
    return false;
}

/* The number plus one of the least of the states begin..end from which an edge leads to the target; 0 if there is none. If
 * a level is given, and not NONE, only those are looked at that were reached in it. */
uint64_t source(const struct graph *graph, uint64_t begin, uint64_t end) {
    const struct graph all = *graph;
    uint64_t best = 0;
    for (uint64_t s = begin; s < end; s++) {
        if (all.level != NONE && all.within[s] != all.level)
            continue;
        uint64_t e = all.first_edges[s], last = all.first_edges[s + 1];
        while (e < last && all.targets[e] != all.target)
            e++;
        if (e < last && (!best || less(all.states + s * all.words, all.states + (best - 1) * all.words, all.words)))
            best = s + 1;
    }
    return best;
}
