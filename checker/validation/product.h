/* What product.c works on: its struct, the values of expressions, and the tables of states, entries and answers. It is
 * apart so that each can be read at once.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONST, FIELD, ADD, SUB, EQ, LT, AND, OR, NOT, ITE, HAS, INSERT, REMOVE, UNION, MINUS, SIZE, JOIN, PART, MESSAGE, MUL, FLOORDIV, MOD };
enum { FROM, AFTER, WITHIN }; /* what a memo is of: the state that is left, the one after it, a message */

#define NONE UINT64_MAX
#define UNKNOWN 0 /* in the tables: to be asked for */
#define BOUND_SIZE 6
#define OF_CLASS ((uint64_t)1 << 63) /* keys: of a class and a binding; or of a condition, an instance and a state */
#define BY_STATE ((uint64_t)1 << 62) /* in the place of a bound: it depends on the state, whose key has this number */

struct product {
    /* Expressions. A node is four numbers: what it does, and its operands. */
    uint64_t *code;
    uint64_t *values[3]; /* of each node its value, for each memo */
    uint64_t *stamps[3]; /* ... whether that is of now */
    uint64_t now[3];
    uint64_t viewed[3];  /* the state that a memo is of */
    /* The machine. */
    uint64_t words;      /* how many 64-bit words a state has */
    uint64_t *actions;   /* of each instance its guard, its first write, the end of those, its first message */
    uint64_t *assignments;  /* of each write of a field: the word, the shift, the bits, the least, the greatest value, the node */
    uint64_t *messages;  /* of each message: whether it is there, and the first of its parts */
    uint64_t *parts;     /* the nodes that are the fields of messages */
    uint64_t *promises;  /* what must hold in every state of a run */
    uint64_t promised;
    /* States by number, and a table of them. */
    uint64_t *states;
    uint64_t *state_table;
    uint64_t state_count;
    uint64_t *kept;      /* of each state 0, or 1 where it keeps all promises, 2 where not */
    /* The log. */
    uint64_t *positions; /* of each its first edge plus one, the end of those, and how many steps have happened */
    uint64_t *edges;     /* of each item that may come next: the position after it plus one, and the item */
    uint64_t *items;     /* of each item what places.h says */
    uint64_t *needs;     /* of items: pairs of a chain, and how many of its items must have happened */
    uint64_t *chains;    /* of each chain its first item, in `chain_items`, and the end of the last chain */
    uint64_t *chain_items;
    uint64_t *steps_before; /* of each chain, by how many of its items have happened: how many steps come before the next */
    uint64_t *counts;    /* of each position how many items of each chain have happened */
    uint64_t *place_table;
    uint64_t chain_count;
    uint64_t position_count;
    uint64_t position_capacity; /* the table has twice as many slots */
    uint64_t edge_count;
    uint64_t edge_capacity;
    uint64_t is_joint;   /* whether Python says what may come next, since two items may be one step */
    uint64_t may_move;   /* whether an item may be moved among others where no state is changed by that */
    uint64_t *bounds;    /* of a class under a binding: the binding, its first way, the end of those, the next bound, whether no way changes a state, which bounds are equal */
    uint64_t *ways;      /* of each way its first stage, and the end of those */
    uint64_t *stages;    /* of each stage the beginning and end of: conditions before, instances, messages, conditions after, values kept */
    uint64_t *listed;    /* what those name */
    uint64_t *silent;    /* of each declaration the beginning and end of its instances in `listed`, the limit (NONE: without), and those of the values kept */
    uint64_t silents;
    uint64_t *answers;   /* a table: pairs of a key, and the first bound of a class and a binding (and a state), or a plain answer */
    uint64_t answer_slots;
    uint64_t end;        /* how many steps the log has */
    /* What was visited, and the way to where the search is. */
    uint64_t capacity;   /* of states and entries; tables have twice as many slots */
    uint64_t *entries;   /* position, binding, state, silent steps used, the next entry with the same first three */
    uint64_t *entry_table;
    uint64_t visited;
    uint64_t *frames;
    uint64_t depth;
    uint64_t *results;   /* state, instance, the result before it on the same way */
    uint64_t result_count;
    uint64_t result_capacity;
    uint64_t *standing;  /* the entries that have come furthest */
    uint64_t standing_count;
    uint64_t progress;   /* how far that is, plus one */
    uint64_t arriving;   /* whether the last frame is new */
    uint64_t keeps_all;    /* whether a run is to keep all promises */
    uint64_t most;       /* how many entries are allowed; 0 for any number */
    /* What is asked for. */
    uint64_t wanted[3];
};

struct entry {
    uint64_t position, binding, state, used, next;
};
/* Expressions. */

static uint64_t value(struct product *own, uint64_t memo, uint64_t node, uint64_t message);

/* A quotient or a remainder, towards the lesser number: C's is towards zero. */
static uint64_t divided(uint64_t op, int64_t a, int64_t b) {
    if (b == 0 || (b == -1 && a == INT64_MIN))
        return 0; /* of no state: no divisor may be 0, and no quotient needs more than 64 bits */
    bool is_below = a % b != 0 && (a % b < 0) != (b < 0);
    return (uint64_t)(op == MOD ? a % b + (is_below ? b : 0) : a / b - is_below);
}

static uint64_t computed(struct product *own, uint64_t memo, const uint64_t *code, uint64_t message) {
    const uint64_t *state = own->states + own->viewed[memo] * own->words;
    uint64_t op = code[0] & 255, a = 0, b = 0;
    if (op == FIELD)
        return ((state[code[1]] >> (code[0] >> 8)) & code[2]) + code[3];
    if (op == MESSAGE)
        return value(own, FROM, own->parts[message + code[1]], 0);
    a = value(own, memo, code[1], message);
    if (op == NOT)
        return !a;
    if (op == ITE)
        return value(own, memo, code[a ? 2 : 3], message);
    if (op == AND && !a)
        return 0;
    if (op == OR && a)
        return 1;
    if (op == PART)
        return ((a >> (code[0] >> 16)) & code[2]) + code[3];
    if (op == SIZE) {
        for (; a; a &= a - 1)
            b++;
        return b;
    }
    b = value(own, memo, code[2], message);
    uint64_t bit = b < 64 ? (uint64_t)1 << b : 0; /* of a set of ids: none, which is -1, is in no set */
    switch (op) {
    case ADD:
        return a + b;
    case SUB:
        return a - b;
    case MUL:
        return a * b;
    case FLOORDIV:
    case MOD:
        return divided(op, (int64_t)a, (int64_t)b);
    case EQ:
        return a == b;
    case LT:
        return (int64_t)a < (int64_t)b;
    case AND:
    case OR:
        return b;
    case HAS:
        return (a & bit) != 0;
    case INSERT:
        return a | bit;
    case REMOVE:
        return a & ~bit;
    case UNION:
        return a | b;
    case MINUS:
        return a & ~b;
    }
    return (a << (code[0] >> 8)) | (b - code[3]); /* JOIN */
}

/* The value of a node in the state that is viewed. message: the first part of the message that it is about. */
static uint64_t value(struct product *own, uint64_t memo, uint64_t node, uint64_t message) {
    const uint64_t *code = own->code + 4 * node;
    if (code[0] == CONST)
        return code[1];
    if (own->stamps[memo][node] == own->now[memo])
        return own->values[memo][node];
    uint64_t found = computed(own, memo, code, message);
    own->values[memo][node] = found;
    own->stamps[memo][node] = own->now[memo];
    return found;
}

static void view(struct product *own, uint64_t memo, uint64_t state) {
    if (own->viewed[memo] != state) {
        own->viewed[memo] = state;
        own->now[memo]++;
    }
}

/* Tables. */

static uint64_t mixed(uint64_t a, uint64_t b) {
    a = (a ^ b) * 0x9E3779B97F4A7C15;
    return a ^ (a >> 32);
}

static uint64_t hash_of_state(const struct product *own, const uint64_t *words) {
    uint64_t hash = 0;
    for (uint64_t k = 0; k < own->words; k++)
        hash = mixed(hash, words[k]);
    return hash;
}

static bool same(const uint64_t *a, const uint64_t *b, uint64_t words) {
    for (uint64_t k = 0; k < words; k++)
        if (a[k] != b[k])
            return false;
    return true;
}

/* The number of a state, which is noted if it is new. There is room for one more. */
uint64_t number_of(struct product *own, uint64_t *words) {
    uint64_t mask = 2 * own->capacity - 1, at = hash_of_state(own, words) & mask;
    for (; own->state_table[at]; at = (at + 1) & mask)
        if (same(own->states + (own->state_table[at] - 1) * own->words, words, own->words))
            return own->state_table[at] - 1;
    uint64_t *to = own->states + own->state_count * own->words;
    for (uint64_t k = 0; k < own->words; k++)
        to[k] = words[k];
    own->kept[own->state_count] = 0;
    own->state_table[at] = ++own->state_count;
    return own->state_count - 1;
}

static uint64_t *entry_slot(const struct product *own, const struct entry *asked) {
    const struct entry *entries = (const struct entry *)own->entries;
    uint64_t mask = 2 * own->capacity - 1;
    uint64_t at = mixed(mixed(mixed(0, asked->position), asked->binding), asked->state) & mask;
    for (; own->entry_table[at]; at = (at + 1) & mask) {
        const struct entry *one = entries + own->entry_table[at] - 1;
        if (one->position == asked->position && one->binding == asked->binding && one->state == asked->state)
            break;
    }
    return own->entry_table + at;
}

/* Puts states and entries into empty tables. */
void put_again(struct product *own) {
    struct entry *entries = (struct entry *)own->entries;
    uint64_t mask = 2 * own->capacity - 1;
    for (uint64_t k = 0; k < own->state_count; k++) {
        uint64_t at = hash_of_state(own, own->states + k * own->words) & mask;
        while (own->state_table[at])
            at = (at + 1) & mask;
        own->state_table[at] = k + 1;
    }
    for (uint64_t k = 0; k < own->visited; k++) {
        uint64_t *slot = entry_slot(own, entries + k);
        entries[k].next = *slot;
        *slot = k + 1;
    }
}

/* Forgets all entries. */
void forget(struct product *own) {
    for (uint64_t k = 0; k < own->visited; k++) {
        uint64_t *slot = entry_slot(own, (struct entry *)own->entries + k);
        if (*slot == k + 1)
            ((struct entry *)own->entries)[k].next = (uint64_t)(slot - own->entry_table);
        else
            ((struct entry *)own->entries)[k].next = NONE;
    }
    for (uint64_t k = 0; k < own->visited; k++)
        if (((struct entry *)own->entries)[k].next != NONE)
            own->entry_table[((struct entry *)own->entries)[k].next] = 0;
    own->visited = own->depth = own->result_count = own->standing_count = own->progress = 0;
}

/* The value at a key; where there is none, a slot with 0. */
static uint64_t *answer(const struct product *own, uint64_t key) {
    uint64_t mask = own->answer_slots - 1, at = mixed(0, key) & mask;
    while (own->answers[2 * at + 1] && own->answers[2 * at] != key)
        at = (at + 1) & mask;
    return own->answers + 2 * at;
}

/* Notes an answer, which is not 0. */
void note(struct product *own, uint64_t key, uint64_t found) {
    uint64_t *slot = answer(own, key);
    slot[0] = key;
    slot[1] = found;
}
