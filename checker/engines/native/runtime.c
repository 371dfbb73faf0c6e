/* The part of the native engine that is the same for every machine: the levels, the states seen, and the walks.
 *
 * `make runtime` translates it to LLVM's language: runtime.ll is committed beside it, so that a check needs no C
 * compiler. kernel.py adds what depends on the machine. structures.py declares these structs to Python.
 *
 * A number is a place in the array of all states; a position is a place in the batch of successors. seen.c says which
 * of them are new.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What all threads share. */
struct space {
    uint64_t *states;   /* every state found, in the order of discovery */
    uint64_t *index;    /* the numbers of the states, by hash, once they are asked for: the table of table.h */
    uint64_t slots;     /* how many slots it has */
    uint64_t *batch;    /* the successors, by position; of each */
    uint64_t *hashes;   /* ... its hash */
    uint16_t *actions;  /* ... the action instance that leads to it */
    uint64_t *parents;  /* ... the number of its parent; null where it is not needed */
    uint8_t *entered;   /* ... whether it is a new state */
    uint64_t *watched;  /* the promises without a verdict, as a mask */
    uint64_t *broken;   /* by number, the mask of the promises that a state breaks: what `evaluate` finds */
    uint64_t *target;   /* the state whose predecessor is sought */
    uint64_t *kept;     /* the bits that an action leaves as they are, for each such set of bits */
    uint64_t kept_sets; /* how many sets */
};

/* One thread's own part. */
struct worker {
    uint64_t low, high;   /* the slots of the index that it owns: from low up to high */
    uint64_t position;    /* where in the batch its own successors begin */
    uint64_t sifts;       /* whether it leaves out successors that it has made lately */
    uint64_t made;        /* how many successors it has made */
    uint64_t number;      /* of the next new state that it commits */
    uint64_t *enabled;    /* how often each action instance was enabled */
    uint64_t *new_states; /* how many new states each action instance led to */
    uint64_t *met;        /* the promises whose condition arose, as a mask */
    uint64_t *broken;     /* room for a mask */
    uint64_t *least;      /* of each promise, the least state that breaks it: its number plus one, or 0 */
    uint64_t wrong;       /* the first state where an action wrote outside a domain: its number plus one, or 0 */
};

/* One thread's random walks. */
struct walk {
    struct space space;   /* of one state: where the walk is; and its successors */
    struct worker worker; /* counts as in a search */
    uint64_t *initial;    /* the state where every walk begins */
    uint64_t length;      /* how many steps a walk has at most */
    uint64_t random;      /* the state of the random numbers: any but 0 */
    uint64_t choices[8];  /* each walk draws one of these as the weight of each action */
    uint64_t action_count;
    uint16_t *action_of; /* the action of each action instance */
    uint64_t *weights;   /* of each action, in the walk under way */
    uint16_t *path;      /* the action instances of the last walk */
    uint64_t steps;      /* of all walks */
};

/* The machine's own: kernel.py writes them. */
extern const uint64_t WORDS; /* how many 64-bit words a state has */
extern const uint64_t MASKS; /* how many a mask has, with a bit for each promise */
uint64_t hash(const uint64_t *state);
bool same(const uint64_t *a, const uint64_t *b);
bool less(const uint64_t *a, const uint64_t *b);
/* Writes the mask of the promises that a state breaks, and adds to `met` those whose condition arises in it. */
void promises(const uint64_t *state, uint64_t *broken, uint64_t *met);
/* Writes the successors of a state, with hashes and action instances, and gives how many they are. One outside a domain
 * is left out, and `wrong` is set. */
uint64_t successors(const uint64_t *state, uint64_t *out, uint64_t *hashes, uint16_t *actions, uint64_t *enabled,
                    uint64_t *wrong);

/* How many states are entered into the index together: their slots are fetched into the cache first. */
#define TOGETHER 32

#define INLINE static inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))

INLINE uint64_t *state_at(uint64_t *states, uint64_t number) { return states + number * WORDS; }

INLINE void copy(uint64_t *to, const uint64_t *from) { __builtin_memcpy(to, from, WORDS * sizeof *to); }

/* Scales the upper 32 bits of a number to the range from 0 up to `end`. */
INLINE uint64_t scaled(uint64_t number, uint64_t end) { return (number >> 32) * end >> 32; }

uint64_t hash_of(const uint64_t *state) { return hash(state); }

/* How many successors are remembered while a batch is made: by hash, the latest. */
#define REMEMBERED 4096

/* Moves those of the successors at positions at..at+count that were not made lately to the positions from `at` on. What
 * was made lately has a place in `latest`, by its position from `first` on, counted from 1. Gives how many are left. */
INLINE uint64_t sifted(const struct space *all, uint64_t first, uint64_t at, uint64_t count, uint32_t *latest) {
    uint64_t to = at;
    for (uint64_t from = at; from < at + count; from++) {
        uint64_t hashed = all->hashes[from];
        uint32_t *place = latest + hashed / (UINT64_MAX / REMEMBERED + 1);
        const uint64_t *state = state_at(all->batch, from);
        uint64_t other = first + *place - 1;
        if (*place && all->hashes[other] == hashed && same(state, state_at(all->batch, other)))
            continue;
        if (to != from) {
            copy(state_at(all->batch, to), state);
            all->hashes[to] = hashed;
            all->actions[to] = all->actions[from];
        }
        *place = (uint32_t)(++to - first);
    }
    return to - at;
}

/* Writes the successors of the states begin..end to the batch, from the worker's position on, where it sifts without
 * those that were made lately, by an earlier one of these states. Gives how many are there.
 * The machine's actions are inlined here, and only here: most of the time that compiling takes is theirs. */
NOINLINE uint64_t expand(const struct space *space, struct worker *worker, uint64_t begin, uint64_t end) {
    const struct space all = *space;
    uint64_t *const enabled = worker->enabled, first = worker->position, sifts = worker->sifts;
    uint64_t at = first, wrong = 0, made = 0;
    uint32_t latest[REMEMBERED];
    for (uint64_t k = 0; sifts && k < REMEMBERED; k++)
        latest[k] = 0;
    for (uint64_t i = begin; i < end; i++) {
        uint64_t count = successors(state_at(all.states, i), state_at(all.batch, at), all.hashes + at, all.actions + at,
                                    enabled, &wrong);
        if (wrong && !worker->wrong)
            worker->wrong = i + 1;
        if (all.parents)
            for (uint64_t k = 0; k < count; k++)
                all.parents[at + k] = i;
        made += count;
        at += sifts ? sifted(&all, first, at, count, latest) : count;
    }
    worker->made += made;
    return at - first;
}

/* Whether a state breaks a watched promise: the mask of all that it breaks is then left to these. */
INLINE bool is_violation(const uint64_t *state, const uint64_t *watched, const struct worker *worker) {
    uint64_t any = 0;
    promises(state, worker->broken, worker->met);
    for (uint64_t m = 0; m < MASKS; m++)
        any |= worker->broken[m] &= watched[m];
    return any;
}

/* The state of that number breaks these of 64 promises: notes it for each of them for which it is the least so far. */
static NOINLINE void note_least(uint64_t *states, uint64_t number, uint64_t broken, uint64_t *least) {
    for (; broken; broken &= broken - 1) {
        uint64_t *best = least + __builtin_ctzll(broken);
        if (!*best || less(state_at(states, number), state_at(states, *best - 1)))
            *best = number + 1;
    }
}

/* Gives the new successors at positions begin..end their numbers, from the worker's on, and moves them to the array.
 * Counts them by action instance, and evaluates the promises in them. Gives the number after the last. */
uint64_t commit(const struct space *space, struct worker *worker, uint64_t begin, uint64_t end) {
    const struct space all = *space;
    uint64_t *const new_states = worker->new_states;
    uint64_t number = worker->number;
    for (uint64_t i = begin; i < end; i++) {
        if (!all.entered[i])
            continue;
        const uint64_t *state = state_at(all.batch, i);
        copy(state_at(all.states, number), state);
        new_states[all.actions[i]]++;
        if (is_violation(state, all.watched, worker))
            for (uint64_t m = 0; m < MASKS; m++)
                note_least(all.states, number, worker->broken[m], worker->least + m * 64);
        number++;
    }
    return number;
}

/* For each of the states begin..end the promises that it breaks. */
void evaluate(const struct space *space, struct worker *worker, uint64_t begin, uint64_t end) {
    const struct space all = *space;
    for (uint64_t i = begin; i < end; i++)
        promises(state_at(all.states, i), all.broken + i * MASKS, worker->met);
}

/* Puts the numbers of the states begin..end into those slots of the index that the worker owns. A slot holds the upper 32
 * bits of a state's hash, and below them its number plus one; 0 is an empty slot. */
void enumerate(const struct space *space, const struct worker *worker, uint64_t begin, uint64_t end) {
    const struct space all = *space;
    const uint64_t low = worker->low, high = worker->high;
    uint64_t hashes[TOGETHER];
    for (uint64_t at = begin; at < end; at += TOGETHER) {
        uint64_t count = end - at < TOGETHER ? end - at : TOGETHER;
        for (uint64_t i = 0; i < count; i++) {
            hashes[i] = hash(state_at(all.states, at + i));
            __builtin_prefetch(all.index + scaled(hashes[i], all.slots), 1);
        }
        for (uint64_t i = 0; i < count; i++) {
            uint64_t slot = scaled(hashes[i], all.slots);
            if (slot < low || slot >= high)
                continue;
            while (all.index[slot])
                slot = slot + 1 == high ? low : slot + 1;
            all.index[slot] = (hashes[i] >> 32) << 32 | (at + i + 1);
        }
    }
}

/* Whether an action could lead from a state to the target: it differs only where that action writes. */
INLINE bool may_lead(const struct space *space, const uint64_t *state) {
    for (uint64_t set = 0; set < space->kept_sets; set++) {
        const uint64_t *const kept = state_at(space->kept, set);
        uint64_t k = 0;
        while (k < WORDS && !((state[k] ^ space->target[k]) & kept[k]))
            k++;
        if (k == WORDS)
            return true;
    }
    return false;
}

/* The number plus one of the least state among begin..end that has the target as a successor; 0 if none has. */
uint64_t predecessor(const struct space *space, struct worker *worker, uint64_t begin, uint64_t end) {
    const struct space all = *space;
    uint64_t *const out = state_at(all.batch, worker->position);
    uint64_t best = 0;
    for (uint64_t i = begin; i < end; i++) {
        const uint64_t *const state = state_at(all.states, i);
        if (!may_lead(&all, state) || (best && !less(state, state_at(all.states, best - 1))))
            continue;
        uint64_t count = expand(space, worker, i, i + 1), k = 0;
        while (k < count && !same(state_at(out, k), all.target))
            k++;
        if (k < count)
            best = i + 1;
    }
    return best;
}

/* The next random number (xorshift64*). */
INLINE uint64_t next_random(struct walk *walk) {
    uint64_t x = walk->random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    walk->random = x;
    return x * 2685821657736338717;
}

/* Takes one step, to another state chosen in proportion to the weights of the actions that lead there. Gives false where
 * there is none, or where an action wrote outside a domain. */
INLINE bool step(struct walk *walk, uint64_t at) {
    const struct space all = walk->space;
    uint64_t count = expand(&walk->space, &walk->worker, 0, 1), total = 0, chosen = 0;
    uint64_t *const sums = all.hashes; /* of the weights so far; the hashes are not needed */
    for (uint64_t i = 0; i < count; i++) {
        if (!same(state_at(all.batch, i), all.states))
            total += walk->weights[walk->action_of[all.actions[i]]];
        sums[i] = total;
    }
    if (!total || walk->worker.wrong)
        return false;
    uint64_t drawn = scaled(next_random(walk), total);
    while (sums[chosen] <= drawn)
        chosen++;
    copy(all.states, state_at(all.batch, chosen));
    walk->path[at] = all.actions[chosen];
    walk->steps++;
    return true;
}

/* Random walks from the initial state, until one breaks a watched promise. Gives how many states it has, or 0. */
uint64_t walk(struct walk *walk, uint64_t walks) {
    uint64_t at, *const state = walk->space.states;
    for (uint64_t w = 0; w < walks; w++) {
        copy(state, walk->initial);
        for (uint64_t a = 0; a < walk->action_count; a++)
            walk->weights[a] = walk->choices[next_random(walk) >> 61];
        for (at = 0; at < walk->length && step(walk, at); at++)
            if (is_violation(state, walk->space.watched, &walk->worker))
                return at + 2;
        if (walk->worker.wrong)
            return at + 1;
    }
    return 0;
}
