/* The part of the native engine that is the same for every machine: the levels, the states seen, and the walks.
 *
 * `make runtime` translates it to LLVM's language: runtime.ll is committed beside it, so that a check needs no C
 * compiler. kernel.py adds what depends on the machine. Python reads the structs from here.
 *
 * A number is a place in the array of all states; a position is a place in the batch of successors. seen.c says which
 * of them are new.
 *
 * Threads take the states of a level from a cursor, a few at a time, and work on these alone until their successors are
 * inserted: what they make stays in the processor's caches. Each reserves numbers for new states, some hundreds at once.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `insert_all` of seen.c. */
struct set;
typedef uint64_t insert_function(struct set *set, uint64_t *remembered, const uint64_t *states, uint64_t count, uint8_t *inserted);

/* What all threads share. */
struct space {
    uint64_t *states;   /* every state found, level by level */
    uint64_t *index;    /* the state index, once it is asked for: see state_index.h */
    uint64_t slots;     /* how many slots that has */
    uint64_t *batch;    /* successors, by position; of each */
    uint64_t *hashes;   /* ... its hash */
    uint16_t *actions;  /* ... the action instance that leads to it */
    uint64_t *parents;  /* ... the number of its parent; null where it is not needed */
    uint8_t *inserted;  /* ... whether it is a new state */
    uint64_t *watched;  /* the promises without a verdict, as a mask */
    uint64_t *broken;   /* by number, the mask of the promises that a state breaks: what `evaluate` finds */
    uint64_t *target;   /* the state whose predecessor is sought */
    uint64_t *kept;     /* the bits that an action leaves as they are, for each such set of bits */
    uint64_t kept_sets; /* how many sets */
    struct set *set;    /* the states seen: seen.c has the struct */
    insert_function *insert; /* its `insert_all` */
    uint64_t cursor;    /* the number of the next state of the frontier that a thread takes */
    uint64_t end;       /* ... of the state after the last */
    uint64_t count;     /* ... of the first state that is not reserved for a thread */
    uint64_t room;      /* how many states there is room for */
    uint64_t pauses;    /* whether the threads are to return */
};

/* One thread's own part. */
struct worker {
    uint64_t position;    /* where in the batch its own successors begin */
    uint64_t inserted;    /* the position of the first of them that is not yet inserted */
    uint64_t waiting;     /* ... and of the one after the last */
    uint64_t number;      /* of its next new state */
    uint64_t reserved;    /* ... and of the first one behind that is not reserved for it */
    uint64_t *numbers;    /* numbers of words that it has met lately: what `insert_all` remembers */
    uint64_t *recent;     /* states that it has made lately, by hash: all were seen; null where they are not left out */
    uint64_t made;        /* how many successors it has made */
    uint64_t *enabled;    /* how often each action instance was enabled */
    uint64_t *changing;   /* how often each led to another state, where `recent` is there */
    uint64_t *met;        /* the promises whose condition arose, as a mask */
    uint64_t *broken;     /* room for a mask */
    uint64_t *violated;   /* the promises that a state has broken, as a mask; of each */
    uint64_t *least;      /* ... the least state that does */
    uint64_t wrong;       /* the least state where an action wrote outside a domain: its number plus one, or 0 */
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

/* How many states a thread remembers that it has made lately: by hash, the latest. */
const uint64_t REMEMBERED = 4096;

/* Moves those successors of a state at positions at..at+count that were not made lately to the positions from `at` on.
 * Counts those that are other states than their parent. Gives how many are left. */
INLINE uint64_t sifted(const struct space *all, const struct worker *worker, const uint64_t *parent, uint64_t at,
                       uint64_t count) {
    uint64_t to = at;
    for (uint64_t from = at; from < at + count; from++) {
        const uint64_t *state = state_at(all->batch, from);
        uint64_t *latest = state_at(worker->recent, all->hashes[from] / (UINT64_MAX / REMEMBERED + 1));
        if (same(state, parent))
            continue;
        worker->changing[all->actions[from]]++;
        if (same(state, latest))
            continue;
        copy(latest, state);
        if (to != from)
            copy(state_at(all->batch, to), state);
        to++;
    }
    return to - at;
}

/* Writes the successors of the states begin..end to the batch, from the worker's position on; where it remembers states
 * only those that it has not made lately, without hashes and actions. Gives how many are there.
 * The machine's actions are inlined here, and only here: most of the time that compiling takes is theirs. */
NOINLINE uint64_t expand(const struct space *space, struct worker *worker, uint64_t begin, uint64_t end) {
    const struct space all = *space;
    const struct worker own = *worker;
    uint64_t at = own.position, made = 0;
    for (uint64_t i = begin; i < end; i++) {
        const uint64_t *state = state_at(all.states, i);
        uint64_t wrong = 0;
        uint64_t count = successors(state, state_at(all.batch, at), all.hashes + at, all.actions + at, own.enabled,
                                    &wrong);
        if (wrong && (!worker->wrong || less(state, state_at(all.states, worker->wrong - 1))))
            worker->wrong = i + 1;
        if (all.parents)
            for (uint64_t k = 0; k < count; k++)
                all.parents[at + k] = i;
        made += count;
        at += own.recent ? sifted(&all, &own, state, at, count) : count;
    }
    worker->made += made;
    return at - own.position;
}

/* Whether a state breaks a watched promise: the mask of all that it breaks is then left to these. */
INLINE bool is_violation(const uint64_t *state, const uint64_t *watched, const struct worker *worker) {
    uint64_t any = 0;
    promises(state, worker->broken, worker->met);
    for (uint64_t m = 0; m < MASKS; m++)
        any |= worker->broken[m] &= watched[m];
    return any;
}

/* A state breaks the promises in the worker's mask: notes it for each of them for which it is the least so far. */
static NOINLINE void note_least(const struct worker *worker, const uint64_t *state) {
    for (uint64_t m = 0; m < MASKS; m++)
        for (uint64_t broken = worker->broken[m]; broken; broken &= broken - 1) {
            uint64_t bit = (uint64_t)__builtin_ctzll(broken), *best = state_at(worker->least, m * 64 + bit);
            if (!(worker->violated[m] >> bit & 1) || less(state, best))
                copy(best, state);
            worker->violated[m] |= (uint64_t)1 << bit;
        }
}

/* How many numbers a thread reserves at once. */
const uint64_t RESERVED = 256;

/* Gives a new state a number, and evaluates the promises in it. Gives whether there is room for it. */
INLINE bool commit(struct space *space, struct worker *worker, const uint64_t *state) {
    if (worker->number == worker->reserved) {
        uint64_t number = __atomic_fetch_add(&space->count, RESERVED, __ATOMIC_RELAXED);
        if (number + RESERVED > space->room) {
            __atomic_fetch_sub(&space->count, RESERVED, __ATOMIC_RELAXED);
            return false;
        }
        worker->number = number;
        worker->reserved = number + RESERVED;
    }
    copy(state_at(space->states, worker->number++), state);
    if (is_violation(state, space->watched, worker))
        note_least(worker, state);
    return true;
}

/* How many states of the frontier a thread takes at once. */
const uint64_t TAKEN = 256;

enum explored {
    LEVEL_ENDS,    /* every state of the frontier is taken, and the successors of this thread's are inserted */
    PAUSES,        /* there are more, and the threads are to return, or this one has taken enough */
    SET_IS_FULL,   /* the set has to grow before the successors that wait can be inserted */
    NO_ROOM,       /* there is no room for another state */
};

/* Explores a level together with all other threads: expands the states of the frontier, inserts the successors, and
 * commits the new ones. Returns where it has taken states as many times as is said; what waits then is kept for the next
 * call. */
uint64_t explore(struct space *space, struct worker *worker, uint64_t times) {
    for (;; times--) {
        uint64_t from = worker->inserted, left = worker->waiting - from;
        uint64_t done = left ? space->insert(space->set, worker->numbers, state_at(space->batch, from), left, space->inserted + from) : 0;
        for (worker->inserted += done; from < worker->inserted; from++)
            if (space->inserted[from] && !commit(space, worker, state_at(space->batch, from)))
                return NO_ROOM;
        if (done < left) {
            __atomic_store_n(&space->pauses, 1, __ATOMIC_RELAXED);
            return SET_IS_FULL;
        }
        if (!times || __atomic_load_n(&space->pauses, __ATOMIC_RELAXED))
            return PAUSES;
        uint64_t begin = __atomic_fetch_add(&space->cursor, TAKEN, __ATOMIC_RELAXED);
        if (begin >= space->end)
            return LEVEL_ENDS;
        uint64_t end = begin + TAKEN < space->end ? begin + TAKEN : space->end;
        worker->inserted = worker->position;
        worker->waiting = worker->position + expand(space, worker, begin, end);
    }
}

/* For each of the states begin..end the promises that it breaks. */
void evaluate(const struct space *space, struct worker *worker, uint64_t begin, uint64_t end) {
    const struct space all = *space;
    for (uint64_t i = begin; i < end; i++)
        promises(state_at(all.states, i), all.broken + i * MASKS, worker->met);
}

/* Puts the numbers of the states begin..end into the index. All threads may do so at once. A slot holds the upper 32 bits
 * of a state's hash, and below them its number plus one; 0 is an empty slot. */
void enumerate(const struct space *space, uint64_t begin, uint64_t end) {
    const struct space all = *space;
    uint64_t hashes[TOGETHER];
    for (uint64_t at = begin; at < end; at += TOGETHER) {
        uint64_t count = end - at < TOGETHER ? end - at : TOGETHER;
        for (uint64_t i = 0; i < count; i++) {
            hashes[i] = hash(state_at(all.states, at + i));
            __builtin_prefetch(all.index + scaled(hashes[i], all.slots), 1);
        }
        for (uint64_t i = 0; i < count; i++) {
            uint64_t slot = scaled(hashes[i], all.slots), content = (hashes[i] >> 32) << 32 | (at + i + 1), empty = 0;
            while (!__atomic_compare_exchange_n(all.index + slot, &empty, content, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
                slot = slot + 1 == all.slots ? 0 : slot + 1;
                empty = 0;
            }
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
