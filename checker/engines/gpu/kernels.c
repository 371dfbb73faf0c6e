/* The part of the GPU engine that is the same for every machine: what each thread of a grid does.
 *
 * `make runtime` translates it twice: kernels.nvptx.ll is for the GPU, kernels.threads.ll for ordinary threads, by which the
 * tests run the same code on any machine. texts.py adds the functions of a machine and the entry points.
 *
 * A state is kept as one 64-bit key. Take a state of three words a, b and c:
 *
 *     1. Each word is put into the table of nodes, unless it is there. Its slot is its reference, of 32 bits: A, B, C.
 *     2. The pair (A, B) is a node too, and gets the reference D.
 *     3. The key is the pair (D, C). It is put into the table of keys: if it was not there, the state is new.
 *
 * So states are compared exactly, two that differ in one word share all other nodes, and a new state takes 8 bytes in the
 * table of keys, whatever its length. Values are only added, each by one 64-bit compare-and-swap: there is nothing that
 * another thread could see half written. A word that an action leaves alone keeps its reference without being sought.
 *
 * The keys of the states are also in an array, level by level, where a state has its number.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))
#define ENTRY __attribute__((always_inline)) /* what texts.py calls */

/* Where a thread is in its grid. */
struct place {
    uint64_t block, blocks;
    uint64_t thread, threads; /* ... of its block */
};

/* What differs between a GPU, whose threads work in step in groups of 32, and an ordinary thread, alone in its block. */
#ifdef __NVPTX__
#define GLOBAL __attribute__((address_space(1)))
INLINE struct place place_of(const struct place *host) {
    (void)host;
    return (struct place){__nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_nctaid_x(), __nvvm_read_ptx_sreg_tid_x(),
                          __nvvm_read_ptx_sreg_ntid_x()};
}
INLINE void meet_in_block(void) { __syncthreads(); }
INLINE void meet_in_group(void) { __nvvm_bar_warp_sync(~0u); }
INLINE uint32_t group_where(bool truth) { return __nvvm_vote_ballot_sync(~0u, truth); }
INLINE uint32_t number_in_group(void) { return __nvvm_read_ptx_sreg_laneid(); }
INLINE uint64_t of_first(uint64_t number) {
    uint32_t low = (uint32_t)__nvvm_shfl_sync_idx_i32(~0u, (int)number, 0, 31);
    uint32_t high = (uint32_t)__nvvm_shfl_sync_idx_i32(~0u, (int)(number >> 32), 0, 31);
    return (uint64_t)high << 32 | low;
}
#else
#define GLOBAL
INLINE struct place place_of(const struct place *host) { return *host; }
INLINE void meet_in_block(void) {}
INLINE void meet_in_group(void) {}
INLINE uint32_t group_where(bool truth) { return truth; }
INLINE uint32_t number_in_group(void) { return 0; }
INLINE uint64_t of_first(uint64_t number) { return number; }
#endif

typedef GLOBAL uint64_t global;

/* What all threads share. Where there are masks, each has a bit for each promise. */
struct search {
    global *nodes;       /* words, and pairs of references: the reference to one is its slot */
    uint64_t node_slots;
    global *keys;        /* the keys of the states seen */
    uint64_t key_slots;
    global *states;      /* the key of each state, by its number */
    uint64_t count;      /* how many states that are */
    uint64_t node_count; /* how many nodes there are */
    uint64_t made;       /* how many successors were made */
    uint64_t wrong;      /* whether an action wrote outside a domain */
    uint64_t full;       /* whether a table had no slot left: then states are missing */
    global *broken;      /* the promises that a state breaks, as a mask */
    global *met;         /* ... those whose condition arose */
    global *target;      /* the words of a state whose predecessor is sought */
    global *kept;        /* the bits that an action leaves as they are, for each such set of bits */
    uint64_t kept_sets;  /* how many sets */
    global *least;       /* the words of the least state that was sought of each thread that has found any */
    uint64_t found;      /* how many threads have */
};

/* One thread's memory. */
struct local {
    uint64_t *state;    /* the words of a state; */
    uint64_t *nodes;    /* ... its nodes, each with the reference to it */
    uint64_t *masks;    /* two masks: promises broken, and promises whose condition arose */
    uint64_t *out;      /* successors; of each ... */
    uint16_t *actions;  /* ... the action instance that leads to it */
    uint32_t *counters; /* its block's: how often each instance was enabled; behind, how often it led to another state */
    uint64_t *cursor;   /* whether there are more successors than there was memory for; behind, where they go on */
};

/* The machine's own: texts.py writes them. */
extern const uint64_t WORDS;     /* how many 64-bit words a state has */
extern const uint64_t NODES;     /* how many nodes */
extern const uint64_t MASKS;     /* how many words a mask has */
extern const uint64_t INSTANCES; /* how many action instances are compiled here; those that loops try count as one */
extern const uint64_t CURSORS;   /* the words of a cursor: one where there is memory for all successors of a state */
bool same(const uint64_t *a, const uint64_t *b);
bool less(const uint64_t *a, const uint64_t *b);
void promises(const uint64_t *state, uint64_t *broken, uint64_t *met);
/* Some successors of a state, or all: those that follow the ones before, as the cursor says. */
uint64_t successors(const uint64_t *state, uint64_t *out, uint16_t *actions, uint32_t *counters, uint64_t *wrong,
                    uint64_t *cursor);
/* The words and the nodes of the state with a key. */
void recall(const global *nodes, uint64_t key, uint64_t *state, uint64_t *own);
/* The key of a state, whose nodes are put into their table. `parents`: the nodes of another state. */
uint64_t key_of(const struct search *search, const uint64_t *state, const uint64_t *parents, uint64_t *added);

/* An empty slot. A value that looks like it has no slot, but a reference: the number of slots. Whether it was put into a
 * table is in the slot behind. */
#define EMPTY UINT64_MAX
#define NO_SLOT UINT64_MAX

INLINE uint64_t load(const global *at) {
    return __scoped_atomic_load_n(at, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

/* Writes a value to a slot, if that is empty. Gives what was there before. */
INLINE uint64_t claim(global *slot, uint64_t value) {
    uint64_t before = EMPTY;
    __scoped_atomic_compare_exchange_n(slot, &before, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                       __MEMORY_SCOPE_DEVICE);
    return before;
}

INLINE uint64_t add(global *at, uint64_t number) {
    return __scoped_atomic_fetch_add(at, number, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

INLINE void unite(global *at, uint64_t bits) {
    if (bits && bits & ~load(at)) /* most have no bits, and then nothing is read */
        __scoped_atomic_fetch_or(at, bits, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

INLINE uint64_t mixed(uint64_t value) {
    value = (value ^ value >> 33) * 0xff51afd7ed558ccd;
    value = (value ^ value >> 33) * 0xc4ceb9fe1a85ec53;
    return value ^ value >> 33;
}

/* The slot of a value in a table, into which it is put unless it is there: then `added` is increased. NO_SLOT where there
 * is none left. */
INLINE uint64_t slot_of(global *table, uint64_t slots, uint64_t value, uint64_t *added) {
    if (value == EMPTY) {
        *added += claim(table + slots + 1, 0) == EMPTY;
        return slots;
    }
    uint64_t slot = (uint64_t)((unsigned __int128)mixed(value) * slots >> 64);
    for (uint64_t left = slots; left; left--) {
        uint64_t held = load(table + slot);
        if (held == EMPTY && (held = claim(table + slot, value)) == EMPTY) {
            ++*added;
            return slot;
        }
        if (held == value)
            return slot;
        slot = slot + 1 == slots ? 0 : slot + 1;
    }
    return NO_SLOT;
}

/* The reference to a node, which is put into the table unless it is there, or is that of the parent. `added`: how many
 * were, and whether there was no slot for one. */
ENTRY uint64_t reference(const struct search *search, uint64_t value, const uint64_t *parent, uint64_t *added) {
    if (value == parent[0])
        return parent[1];
    const uint64_t slot = slot_of(search->nodes, search->node_slots, value, added);
    added[1] |= slot == NO_SLOT;
    return slot;
}

/* Gives the next numbers to the new states of a group of threads. All of the group call it. */
INLINE void append(GLOBAL struct search *search, global *states, uint64_t key, bool is_new) {
    uint32_t new_states = group_where(is_new);
    if (!new_states)
        return;
    uint64_t first = 0;
    if (!number_in_group())
        first = add(&search->count, (uint64_t)__builtin_popcount(new_states));
    first = of_first(first);
    if (is_new)
        states[first + (uint64_t)__builtin_popcount(new_states & ((1u << number_in_group()) - 1))] = key;
}

/* Inserts a state, and gives it a number if it is new. All of a group of threads call it, some of them without a state. */
INLINE void insert(GLOBAL struct search *shared, const struct search *search, bool has_state, const uint64_t *state,
                   const uint64_t *parents, uint64_t *added) {
    uint64_t key = 0, is_new = 0;
    if (has_state) {
        key = key_of(search, state, parents, added);
        if (added[1] || slot_of(search->keys, search->key_slots, key, &is_new) == NO_SLOT)
            unite(&shared->full, 1);
    }
    meet_in_group();
    append(shared, search->states, key, is_new);
}

/* Inserts the state in `target`: the first one. One thread does. */
ENTRY void enter(GLOBAL struct search *shared, uint64_t begin, uint64_t end, uint64_t flag, global *totals,
                 const struct place *host, const struct local *own) {
    const struct search search = *shared;
    const struct place place = place_of(host);
    uint64_t added[2] = {0, 0};
    (void)begin, (void)end, (void)flag, (void)totals;
    for (uint64_t k = 0; k < WORDS; k++)
        own->state[k] = search.target[k];
    for (uint64_t k = 0; k < NODES; k++) {
        own->nodes[2 * k] = EMPTY;
        own->nodes[2 * k + 1] = search.node_slots;
    }
    insert(shared, &search, !place.block && !place.thread, own->state, own->nodes, added);
    add(&shared->node_count, added[0]);
}

INLINE void begin_anew(const struct local *own) {
    for (uint64_t k = 0; k < CURSORS; k++)
        own->cursor[k] = 0;
}

/* The number of the successors that follow; whether more will is then in the cursor. */
INLINE uint64_t following(const struct local *own, uint64_t *wrong) {
    own->cursor[0] = 0;
    return successors(own->state, own->out, own->actions, own->counters, wrong, own->cursor);
}

INLINE bool has_more(const struct local *own) { return CURSORS > 1 && own->cursor[0]; }

/* Evaluates the promises in the states begin..end, where `flag` has its lowest bit, and inserts their successors, where it
 * has the next one. */
ENTRY void explore(GLOBAL struct search *shared, uint64_t begin, uint64_t end, uint64_t flag, global *totals,
                   const struct place *host, const struct local *own) {
    const struct search search = *shared;
    const struct place place = place_of(host);
    const uint64_t stride = place.blocks * place.threads, first = begin + place.block * place.threads + place.thread;
    uint32_t *const counters = own->counters;
    uint64_t made = 0, added[2] = {0, 0}, wrong = 0;
    uint64_t *const broken = own->masks, *const met = own->masks + MASKS;
    for (uint64_t k = place.thread; k < 2 * INSTANCES; k += place.threads)
        counters[k] = 0;
    for (uint64_t m = 0; m < MASKS; m++)
        met[m] = 0;
    meet_in_block();
    for (uint64_t round = 0; round < (end - begin + stride - 1) / stride; round++) {
        const uint64_t number = first + round * stride;
        bool expands = number < end && flag & 2;
        if (number < end) {
            recall(search.nodes, search.states[number], own->state, own->nodes);
            if (flag & 1) {
                promises(own->state, broken, met);
                for (uint64_t m = 0; m < MASKS; m++)
                    unite(search.broken + m, broken[m]);
            }
        }
        begin_anew(own);
        do {
            const uint64_t count = expands ? following(own, &wrong) : 0;
            expands = expands && has_more(own);
            made += count;
            meet_in_group();
            for (uint64_t k = 0; group_where(k < count); k++) {
                const uint64_t *const successor = own->out + k * WORDS;
                const bool is_other = k < count && !same(successor, own->state);
                if (is_other)
                    __scoped_atomic_fetch_add(counters + INSTANCES + own->actions[k], 1, __ATOMIC_RELAXED,
                                              __MEMORY_SCOPE_WRKGRP);
                insert(shared, &search, is_other, successor, own->nodes, added);
            }
        } while (CURSORS > 1 && group_where(expands));
    }
    meet_in_block();
    for (uint64_t k = place.thread; k < 2 * INSTANCES; k += place.threads)
        if (counters[k])
            add(totals + k, counters[k]);
    for (uint64_t m = 0; m < MASKS; m++)
        unite(search.met + m, met[m]);
    add(&shared->made, made);
    add(&shared->node_count, added[0]);
    unite(&shared->wrong, wrong);
}

/* Which states are sought. */
enum sought {
    ANY,         /* all */
    FAILING,     /* those in which an action writes outside a domain */
    PREDECESSOR, /* those that have the target as a successor */
    BREAKING,    /* those that break a promise: its number is behind */
};

INLINE bool may_lead(const struct search *search, const uint64_t *state) {
    for (uint64_t set = 0; set < search->kept_sets; set++) {
        uint64_t differs = 0;
        for (uint64_t k = 0; k < WORDS; k++)
            differs |= (state[k] ^ search->target[k]) & search->kept[set * WORDS + k];
        if (!differs)
            return true;
    }
    return false;
}

INLINE bool is_sought(const struct search *search, uint64_t flag, const struct local *own) {
    uint64_t wrong = 0;
    if (flag >= BREAKING) {
        const uint64_t promise = flag - BREAKING;
        promises(own->state, own->masks, own->masks + MASKS);
        return own->masks[promise / 64] >> promise % 64 & 1;
    }
    if (flag == ANY)
        return true;
    if (flag == PREDECESSOR && !may_lead(search, own->state))
        return false;
    begin_anew(own);
    do {
        const uint64_t count = following(own, &wrong);
        for (uint64_t k = 0; k < count && flag == PREDECESSOR; k++) {
            uint64_t differs = 0;
            for (uint64_t word = 0; word < WORDS; word++)
                differs |= own->out[k * WORDS + word] ^ search->target[word];
            if (!differs)
                return true;
        }
    } while (has_more(own));
    return flag == FAILING && wrong;
}

/* Seeks states among begin..end: each thread notes the least one that it finds. `flag` says which states. */
ENTRY void seek(GLOBAL struct search *shared, uint64_t begin, uint64_t end, uint64_t flag, global *totals,
                const struct place *host, const struct local *own) {
    const struct search search = *shared;
    const struct place place = place_of(host);
    const uint64_t stride = place.blocks * place.threads, first = place.block * place.threads + place.thread;
    uint64_t *const least = own->nodes;
    bool has_least = false;
    (void)totals;
    for (uint64_t number = begin + first; number < end; number += stride) {
        recall(search.nodes, search.states[number], own->state, own->out);
        if ((has_least && !less(own->state, least)) || !is_sought(&search, flag, own))
            continue;
        has_least = true;
        for (uint64_t k = 0; k < WORDS; k++)
            least[k] = own->state[k];
    }
    if (!has_least)
        return;
    global *const at = search.least + add(&shared->found, 1) * WORDS;
    for (uint64_t k = 0; k < WORDS; k++)
        at[k] = least[k];
}
