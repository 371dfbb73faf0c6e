/* The shortest fair loop in a component of a graph of states: breadth first, over states and what was met so far.
 *
 * `make runtime` translates it to LLVM's language, fair_loops.ll, as runtime.c. Nothing in it depends on the machine.
 * What may take long is done in parts, so that its caller can look at the clock between them. Python reads
 * the structs from here.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A component as the search for its shortest fair loop takes it. Its states are numbered in their order, and each has the
 * edges to other states of it in theirs, one to each. What a walk must meet is a bit mask of conditions; the highest
 * bit is that of passing a marked state. */
struct loop {
    uint64_t count;        /* how many states */
    uint64_t first;        /* the state where the loop begins and ends */
    uint64_t *first_edges; /* of each state its first edge; at the end how many edges there are */
    uint32_t *targets;     /* of each edge the state that it leads to */
    uint64_t *taken;       /* ... the conditions that it takes */
    uint64_t *meets;       /* of each state what is met by being there: weak conditions, and that it is marked */
    uint64_t *raises;      /* ... the strong conditions that are enabled in it, and then have to be taken */
    uint64_t *conditions;  /* what a walk can lack, one bit each */
    uint64_t kinds;        /* how many they are */
    uint64_t weak;         /* what every loop must meet */
    uint16_t *distance;    /* of each state: how many steps at least to the first one, and then for each condition how many
                              to there if it is met on the way */
    uint64_t per_step;      /* how many conditions one step meets at most */
    uint64_t most;         /* how many nodes there is room for: a node is a state, and what was met on the way to it */
    uint64_t made;         /* how many there are */
    uint64_t next;         /* the node that is looked at next */
    uint64_t longest;      /* how many steps a loop may have for now; once it is found, how many it has */
    uint64_t least;        /* the least number of steps of those that were too long */
    uint32_t *state;       /* of each node its state */
    uint32_t *before;      /* ... the node before it */
    uint32_t *same;        /* ... the node before of the same state plus one; 0 if there is none */
    uint16_t *steps;       /* ... how many steps lead to it */
    uint64_t *met;         /* ... what was met */
    uint64_t *raised;      /* ... the strong conditions that were enabled, and not taken */
    uint32_t *latest;      /* of each state its latest node plus one */
    uint32_t *table;       /* all nodes by hash: a node plus one, or 0 */
    uint64_t slots;        /* how many slots it has, a power of two; there is room for four times as many as nodes */
    uint32_t *found;       /* the states of the loop that is found, the first at its end */
};

#define FAR 0xffff
/* How many earlier walks to a state another one is compared with. */
#define LOOKS 16
/* What `search_loop` gives. */
enum { UNFINISHED, FOUND, TOO_LONG };

static bool shorten(uint16_t *distance, uint64_t by) {
    bool is_less = by < *distance;
    if (is_less)
        *distance = (uint16_t)by;
    return is_less;
}

/* Looks at the states begin..end, counted from the first or `back` from the last, for shorter distances, and gives whether
 * there was one. They are FAR at first, but that of the first state to itself. Once none changes, all are known. */
uint64_t measure(const struct loop *loop, uint64_t begin, uint64_t end, uint64_t back) {
    const struct loop all = *loop;
    uint64_t width = all.kinds + 1;
    bool changed = false;
    for (uint64_t i = begin; i < end; i++) {
        uint64_t s = back ? all.count - 1 - i : i;
        uint16_t *own = all.distance + s * width;
        for (uint64_t e = all.first_edges[s]; e < all.first_edges[s + 1]; e++) {
            const uint16_t *others = all.distance + all.targets[e] * width;
            changed |= shorten(own, others[0] + 1);
            for (uint64_t k = 0; k < all.kinds; k++)
                changed |= shorten(own + 1 + k, others[all.taken[e] & all.conditions[k] ? 0 : k + 1] + 1);
        }
        for (uint64_t k = 0; k < all.kinds; k++)
            if (all.meets[s] & all.conditions[k])
                changed |= shorten(own + 1 + k, own[0]);
    }
    return changed;
}

static uint64_t lacking(const struct loop *all, uint64_t met, uint64_t raised) { return (all->weak & ~met) | raised; }

/* How many more steps at least a walk needs that is in a state and has met this: as many as to the condition that is the
 * farthest away and back, and as many as it takes to meet that many conditions. */
static uint64_t still(const struct loop *all, uint64_t state, uint64_t met, uint64_t raised) {
    const uint16_t *own = all->distance + state * (all->kinds + 1);
    uint64_t most = own[0], lacks = lacking(all, met, raised);
    for (uint64_t k = 0; k < all->kinds; k++)
        if (lacks & all->conditions[k] && own[k + 1] > most)
            most = own[k + 1];
    uint64_t per_step = all->per_step ? all->per_step : 1;
    uint64_t steps = ((uint64_t)__builtin_popcountll(lacks) + per_step - 1) / per_step;
    return steps > most ? steps : most;
}

/* Where a node is in the table, or where it has to be put. */
static uint64_t slot_of_node(const struct loop *all, uint64_t state, uint64_t met, uint64_t raised) {
    uint64_t hash = (state * 0x9E3779B97F4A7C15 ^ met) * 0xC2B2AE3D27D4EB4F;
    hash = (hash ^ hash >> 32 ^ raised) * 0x165667B19E3779F9;
    uint64_t slot = (hash ^ hash >> 29) & (all->slots - 1);
    for (uint32_t at; (at = all->table[slot]); slot = (slot + 1) & (all->slots - 1))
        if (all->state[at - 1] == state && all->met[at - 1] == met && all->raised[at - 1] == raised)
            break;
    return slot;
}

/* Whether one of the latest walks to the same state lacks no more: nothing is gained by this one. All of them would be
 * too many, and those that lack the same are in the table. */
static bool is_known(const struct loop *all, uint64_t state, uint64_t met, uint64_t raised) {
    uint64_t looks = LOOKS;
    for (uint32_t at = all->latest[state]; at && looks; at = all->same[at - 1], looks--)
        if (!(met & ~all->met[at - 1]) && !(all->raised[at - 1] & ~raised))
            return true;
    return all->table[slot_of_node(all, state, met, raised)];
}

static void clear(struct loop *all) {
    for (uint64_t slot = 0; slot < all->slots; slot++)
        all->table[slot] = 0;
}

static void grow(struct loop *all) {
    all->slots *= 2;
    clear(all);
    for (uint64_t node = 0; node < all->made; node++)
        all->table[slot_of_node(all, all->state[node], all->met[node], all->raised[node])] = (uint32_t)node + 1;
}

static void enter_node(struct loop *all, uint64_t state, uint64_t before, uint64_t met, uint64_t raised) {
    uint64_t node = all->made++;
    all->state[node] = (uint32_t)state;
    all->before[node] = (uint32_t)before;
    all->met[node] = met;
    all->raised[node] = raised;
    all->steps[node] = node ? (uint16_t)(all->steps[before] + 1) : 0;
    all->same[node] = all->latest[state];
    all->latest[state] = (uint32_t)node + 1;
    all->table[slot_of_node(all, state, met, raised)] = (uint32_t)node + 1;
    if (all->made * 2 > all->slots)
        grow(all);
}

/* Begins to look for loops of at most `longest` steps: with the first state alone. */
static void begin_again(struct loop *all) {
    clear(all);
    for (uint64_t s = 0; s < all->count; s++)
        all->latest[s] = 0;
    all->made = all->next = 0;
    all->least = FAR;
    enter_node(all, all->first, 0, all->meets[all->first], all->raises[all->first]);
}

/* Looks at the steps from a node. Gives whether one of them ends a fair loop, which is then in `found`. */
static bool look_on(struct loop *all, uint64_t node) {
    uint64_t state = all->state[node], steps = all->steps[node] + 1u;
    for (uint64_t e = all->first_edges[state]; e < all->first_edges[state + 1]; e++) {
        uint64_t target = all->targets[e], met = all->met[node] | all->taken[e] | all->meets[target];
        uint64_t raised = (all->raised[node] | all->raises[target]) & ~met;
        if (target == all->first && !lacking(all, met, raised)) {
            all->found[steps - 1] = (uint32_t)target;
            for (uint64_t at = node, k = steps - 1; k--; at = all->before[at])
                all->found[k] = all->state[at];
            all->longest = steps;
            return true;
        }
        uint64_t needed = steps + still(all, target, met, raised);
        if (needed > all->longest)
            all->least = needed < all->least ? needed : all->least;
        else if (all->made < all->most && !is_known(all, target, met, raised))
            enter_node(all, target, node, met, raised);
    }
    return false;
}

/* Looks breadth first, at `nodes` nodes more, for the shortest fair loop, of equally short ones the least, once all
 * distances are known. It must begin with no node, and a table and rows of 0. A loop may have few steps at first, and
 * more whenever there is none. */
uint64_t search_loop(struct loop *loop, uint64_t nodes) {
    if (!loop->made) {
        loop->longest = still(loop, loop->first, loop->meets[loop->first], loop->raises[loop->first]);
        loop->longest += !loop->longest;
        begin_again(loop);
    }
    for (; nodes; nodes--) {
        if (loop->next == loop->made) {
            loop->longest = loop->least;
            begin_again(loop);
        }
        if (loop->longest >= FAR)
            return TOO_LONG;
        if (look_on(loop, loop->next++))
            return FOUND;
        if (loop->made == loop->most)
            return TOO_LONG;
    }
    return UNFINISHED;
}

/* Whether a step meets something of what is lacking, or leads back where nothing is. */
static bool helps(const struct loop *all, uint64_t edge, uint64_t lacks) {
    uint64_t target = all->targets[edge];
    return lacks ? (all->taken[edge] | all->meets[target]) & lacks : target == all->first;
}

/* The shortest way from a state to something that is lacking, or back to the first state if nothing is: its edges are
 * in `found`. Gives how many they are; 0 if there is no way. There must be room for as many nodes as there are states. */
uint64_t nearest(struct loop *loop, uint64_t begin, uint64_t lacks) {
    const struct loop all = *loop;
    uint64_t made = 1, length = 0;
    all.state[0] = (uint32_t)begin;
    all.latest[begin] = 1;
    for (uint64_t node = 0; node < made && !length; node++) {
        uint64_t state = all.state[node];
        for (uint64_t e = all.first_edges[state]; e < all.first_edges[state + 1] && !length; e++) {
            uint64_t target = all.targets[e];
            if (helps(&all, e, lacks)) {
                for (uint64_t at = node; at; at = all.before[at])
                    length++;
                all.found[length] = (uint32_t)e;
                for (uint64_t at = node, k = length++; at; at = all.before[at])
                    all.found[--k] = all.same[at];
            } else if (!all.latest[target]) {
                all.latest[target] = 1;
                all.state[made] = (uint32_t)target;
                all.before[made] = (uint32_t)node;
                all.same[made++] = (uint32_t)e;
            }
        }
    }
    for (uint64_t node = 0; node < made; node++)
        all.latest[all.state[node]] = 0;
    return length;
}
