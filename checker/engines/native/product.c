/* The search for a run that explains a log: the product of the machine and the place in the log, depth first.
 *
 * `make runtime` translates it to LLVM's language, product.ll, as it does runtime.c. It is the same for every machine: the
 * machine's expressions are data, which `value` reads, and so are what the log says of a state. So nothing is compiled
 * for a machine or a log, and only what is asked for is computed. What it does not know yet it asks Python for: it
 * returns a request, and goes on where it was once the tables have the answer. structures.py declares the struct.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONST, FIELD, ADD, SUB, EQ, LT, AND, OR, NOT, ITE, HAS, INSERT, REMOVE, UNION, MINUS, SIZE, JOIN, PART, MESSAGE };
enum { NOTHING, EXPLAINED, EXHAUSTED, LOOK, POSITION, CLASS, BOUND, NEXT, ACTION, PLAIN, WRONG, FULL };
enum { FROM, AFTER, WITHIN }; /* what a memo is of: the state that is left, the one after it, a message */

#define NONE UINT64_MAX
#define EVERY 256      /* nodes between two looks at the clock */
#define UNKNOWN 0      /* in the tables: to be asked for */
#define MOST_WORDS 512 /* of a state */
#define OF_CLASS ((uint64_t)1 << 63) /* keys: of a class and a binding; or of a condition, an instance and a state */

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
    uint64_t *writes;    /* of each write of a field: the word, the shift, the bits, the least, the greatest value, the node */
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
    uint64_t *edges;     /* of each item that may come next: its class plus one, the position after it plus one */
    uint64_t *bounds;    /* of a class under a binding: the binding, its first way, the end of those, the next bound */
    uint64_t *ways;      /* of each way its first stage, and the end of those */
    uint64_t *stages;    /* of each stage the beginning and end of: conditions before, instances, messages, conditions after */
    uint64_t *listed;    /* what those name */
    uint64_t *silent;    /* of each declaration the beginning and end of its instances in `listed`, and the limit */
    uint64_t silents;
    uint64_t *answers;   /* a table: pairs of a key, and the first bound of a class and a binding or a plain answer */
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
    uint64_t checks;     /* whether a run is to keep all promises */
    uint64_t most;       /* how many entries are allowed; 0 for any number */
    /* What is asked for. */
    uint64_t asked[3];
};

struct entry {
    uint64_t position, binding, state, used, next;
};
struct result {
    uint64_t state, instance, before;
};
struct frame {
    uint64_t entry;
    uint64_t edge, bound, way;   /* where it is; no bound: the edge is new */
    uint64_t open, next, end;    /* whether the way was followed, and the results that are left */
    uint64_t base;               /* its first result */
    uint64_t declared, instance; /* the silent step that is next */
    uint64_t by_edge, by_result; /* how it was reached */
};
struct stage {
    uint64_t before, before_end, instances, instances_end, messages, messages_end, after, after_end;
};

/* Expressions. */

static uint64_t value(struct product *own, uint64_t memo, uint64_t node, uint64_t message);

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
    uint64_t bit = (int64_t)b < 0 ? 0 : (uint64_t)1 << b; /* of a set of ids: none is in no set */
    switch (op) {
    case ADD:
        return a + b;
    case SUB:
        return a - b;
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

static uint64_t ask(struct product *own, uint64_t what, uint64_t a, uint64_t b, uint64_t c) {
    own->asked[0] = a;
    own->asked[1] = b;
    own->asked[2] = c;
    return what;
}

/* Steps. */

static bool is_true(struct product *own, uint64_t state, uint64_t node) {
    view(own, FROM, state);
    return value(own, FROM, node, 0) != 0;
}

/* Whether a node is true in a state, or its value. */
uint64_t value_in(struct product *own, uint64_t state, uint64_t node) {
    view(own, FROM, state);
    return value(own, FROM, node, 0);
}

/* Follows an instance from a state: `asked[0]` is the state after it, NONE where it is not enabled. */
uint64_t follow(struct product *own, uint64_t state, uint64_t instance) {
    const uint64_t *action = own->actions + 4 * instance;
    uint64_t words[MOST_WORDS];
    if (action[0] == UNKNOWN)
        return ask(own, ACTION, instance, 0, 0);
    if (!is_true(own, state, action[0] - 1))
        return ask(own, NOTHING, NONE, 0, 0);
    if (own->state_count == own->capacity)
        return ask(own, FULL, 0, 0, 0);
    const uint64_t *from = own->states + state * own->words;
    for (uint64_t k = 0; k < own->words; k++)
        words[k] = from[k];
    for (uint64_t k = action[1]; k < action[2]; k++) {
        const uint64_t *write = own->writes + 6 * k;
        int64_t new = (int64_t)value(own, FROM, write[5], 0);
        if (new < (int64_t)write[3] || new > (int64_t)write[4])
            return ask(own, WRONG, state, instance, 0);
        words[write[0]] &= ~(write[2] << write[1]);
        words[write[0]] |= ((uint64_t)new - write[3]) << write[1];
    }
    return ask(own, NOTHING, number_of(own, words), 0, 0);
}

/* Whether a state meets conditions: a node each, shifted, or what Python must be asked (then the last bit is set). */
static uint64_t meets(struct product *own, uint64_t memo, uint64_t state, uint64_t at, uint64_t end, uint64_t *met) {
    for (*met = 1; at < end && *met; at++) {
        uint64_t condition = own->listed[at];
        if (condition & 1) {
            uint64_t found = answer(own, condition << 44 | state)[1];
            if (!found)
                return ask(own, PLAIN, condition, state, NONE);
            *met = found == 1;
        } else {
            view(own, memo, state);
            *met = value(own, memo, condition >> 1, 0) != 0;
        }
    }
    return NOTHING;
}

/* Whether the messages that an instance is about are those that the log names: pairs of a place and a condition. */
static uint64_t fits(struct product *own, uint64_t state, uint64_t instance, uint64_t at, uint64_t end, uint64_t *met) {
    const uint64_t *action = own->actions + 4 * instance;
    *met = 1;
    if (at < end && action[0] == UNKNOWN)
        return ask(own, ACTION, instance, 0, 0);
    for (; at < end && *met; at += 2) {
        const uint64_t *message = own->messages + 2 * (action[3] + own->listed[at]);
        uint64_t condition = own->listed[at + 1];
        if (!is_true(own, state, message[0]))
            *met = 0;
        else if (condition & 1) {
            uint64_t found = answer(own, condition << 44 | (instance + 1) << 28 | state)[1];
            if (!found)
                return ask(own, PLAIN, condition, state, instance);
            *met = found == 1;
        } else {
            own->now[WITHIN]++;
            *met = value(own, WITHIN, condition >> 1, message[1]) != 0;
        }
    }
    return NOTHING;
}

static bool add_result(struct product *own, uint64_t state, uint64_t instance, uint64_t before) {
    if (own->result_count == own->result_capacity)
        return false;
    ((struct result *)own->results)[own->result_count++] = (struct result){state, instance, before};
    return true;
}

/* Adds what one stage leads to from a result. */
static uint64_t take(struct product *own, uint64_t from, const struct stage *stage) {
    uint64_t state = ((struct result *)own->results)[from].state, request;
    uint64_t met;
    if ((request = meets(own, FROM, state, stage->before, stage->before_end, &met)) || !met)
        return request;
    if (stage->instances == NONE) {
        if ((request = meets(own, FROM, state, stage->after, stage->after_end, &met)) || !met)
            return request;
        return add_result(own, state, NONE, from) ? NOTHING : FULL;
    }
    for (uint64_t k = stage->instances; k < stage->instances_end; k++) {
        uint64_t instance = own->listed[k];
        if ((request = fits(own, state, instance, stage->messages, stage->messages_end, &met)))
            return request;
        if (!met)
            continue;
        if ((request = follow(own, state, instance)))
            return request;
        uint64_t after = own->asked[0];
        if (after == NONE)
            continue;
        if ((request = meets(own, AFTER, after, stage->after, stage->after_end, &met)))
            return request;
        if (met && !add_result(own, after, instance, from))
            return FULL;
    }
    return NOTHING;
}

/* Follows a way from the state of a frame: its results are then those that the frame has left. */
static uint64_t follow_way(struct product *own, struct frame *top, uint64_t state) {
    const uint64_t *way = own->ways + 2 * top->way;
    uint64_t request, begin = own->result_count = top->base;
    if (!add_result(own, state, NONE, NONE))
        return FULL;
    uint64_t end = own->result_count;
    for (uint64_t k = way[0]; k < way[1]; k++) {
        for (uint64_t from = begin; from < end; from++)
            if ((request = take(own, from, (const struct stage *)own->stages + k)))
                return request;
        begin = end;
        end = own->result_count;
    }
    top->open = 1;
    top->next = begin;
    top->end = end;
    return NOTHING;
}

/* The search. */

static bool keeps(struct product *own, uint64_t state) {
    if (!own->kept[state]) {
        own->kept[state] = 1;
        for (uint64_t k = 0; k < own->promised; k++)
            if (!is_true(own, state, own->promises[k]))
                own->kept[state] = 2;
    }
    return own->kept[state] == 1;
}

/* Whether nowhere more silent steps are used up, of any declaration: a byte each. */
static bool is_no_more(uint64_t a, uint64_t b) {
    for (; a | b; a >>= 8, b >>= 8)
        if ((a & 255) > (b & 255))
            return false;
    return true;
}

/* Enters a node, unless it adds nothing: one was visited that has as many silent steps left. */
static bool enter(struct product *own, struct entry node, uint64_t by_edge, uint64_t by_result) {
    struct entry *entries = (struct entry *)own->entries;
    if (own->checks && !keeps(own, node.state))
        return false;
    uint64_t *slot = entry_slot(own, &node);
    for (uint64_t known = *slot; known; known = entries[known - 1].next)
        if (is_no_more(entries[known - 1].used, node.used))
            return false;
    node.next = *slot;
    entries[own->visited] = node;
    *slot = ++own->visited;
    struct frame *frame = (struct frame *)own->frames + own->depth++;
    *frame = (struct frame){0};
    frame->entry = own->visited - 1;
    frame->base = own->result_count;
    frame->edge = NONE;
    frame->by_edge = by_edge;
    frame->by_result = by_result;
    own->arriving = 1;
    return true;
}

/* Begins a search at a position and a state, under a binding. */
void begin(struct product *own, uint64_t position, uint64_t binding, uint64_t state) {
    struct entry root = {position, binding, state, 0, 0};
    own->arriving = 0;
    enter(own, root, NONE, NONE);
}

/* Enters the next node that an edge of the log leads to. */
static uint64_t by_log(struct product *own, struct frame *top, const struct entry *node, uint64_t *found) {
    uint64_t request;
    for (; top->edge < own->positions[3 * node->position + 1]; top->edge++, top->bound = UNKNOWN) {
        uint64_t *edge = own->edges + 2 * top->edge;
        if (edge[0] == UNKNOWN)
            return ask(own, CLASS, top->edge, 0, 0);
        if (top->bound == UNKNOWN) {
            top->bound = answer(own, OF_CLASS | (edge[0] - 1) << 32 | node->binding)[1];
            if (top->bound == UNKNOWN)
                return ask(own, BOUND, top->edge, node->binding, UNKNOWN);
            top->way = top->bound == NONE ? 0 : own->bounds[4 * top->bound + 1];
        }
        while (top->bound != NONE) {
            const uint64_t *bound = own->bounds + 4 * top->bound;
            for (; top->way < bound[2]; top->way++, top->open = 0) {
                if (!top->open && (request = follow_way(own, top, node->state)))
                    return request;
                if (top->next < top->end && edge[1] == UNKNOWN)
                    return ask(own, NEXT, top->edge, 0, 0);
                while (top->next < top->end) {
                    uint64_t result = top->next++, state = ((struct result *)own->results)[result].state;
                    struct entry after = {edge[1] - 1, bound[0], state, 0, 0};
                    if ((*found = enter(own, after, top->edge, result)))
                        return NOTHING;
                }
                own->result_count = top->base;
            }
            if (bound[3] == UNKNOWN)
                return ask(own, BOUND, top->edge, node->binding, top->bound);
            top->bound = bound[3];
            top->way = top->bound == NONE ? 0 : own->bounds[4 * top->bound + 1];
        }
    }
    return NOTHING;
}

/* Enters the next node that a silent step leads to. */
static uint64_t silently(struct product *own, struct frame *top, const struct entry *node, uint64_t *found) {
    uint64_t request;
    for (; top->declared < own->silents; top->declared++, top->instance = 0) {
        const uint64_t *silent = own->silent + 3 * top->declared;
        if (((node->used >> (8 * top->declared)) & 255) == silent[2])
            continue;
        while (silent[0] + top->instance < silent[1]) {
            uint64_t instance = own->listed[silent[0] + top->instance];
            if ((request = follow(own, node->state, instance)))
                return request;
            uint64_t after = own->asked[0];
            own->result_count = top->base;
            if (after != NONE && after != node->state && !add_result(own, after, instance, NONE))
                return FULL;
            top->instance++;
            if (after == NONE || after == node->state)
                continue;
            struct entry next = {node->position, node->binding, after, node->used, 0};
            next.used += (uint64_t)1 << (8 * top->declared);
            if ((*found = enter(own, next, NONE, top->base)))
                return NOTHING;
        }
    }
    return NOTHING;
}

/* Notes how far the last frame has come. */
static uint64_t arrive(struct product *own, const struct frame *top, const struct entry *node) {
    const uint64_t *position = own->positions + 3 * node->position;
    if (position[0] == UNKNOWN)
        return ask(own, POSITION, node->position, 0, 0);
    own->arriving = 0;
    if (position[2] + 1 > own->progress) {
        own->progress = position[2] + 1;
        own->standing_count = 0;
    }
    if (position[2] + 1 == own->progress)
        own->standing[own->standing_count++] = top->entry;
    if (position[2] == own->end)
        return EXPLAINED;
    return own->visited % EVERY == 0 || own->visited == own->most ? LOOK : NOTHING;
}

/* Searches on; gives why it stops. */
uint64_t pursue(struct product *own) {
    uint64_t request;
    while (own->depth) {
        struct frame *top = (struct frame *)own->frames + own->depth - 1;
        struct entry node = ((struct entry *)own->entries)[top->entry];
        uint64_t found = 0;
        if (own->arriving && (request = arrive(own, top, &node)))
            return request;
        if (own->visited == own->capacity)
            return ask(own, FULL, 0, 0, 0);
        if (top->edge == NONE)
            top->edge = own->positions[3 * node.position] - 1;
        if ((request = by_log(own, top, &node, &found)))
            return request;
        if (!found && (request = silently(own, top, &node, &found)))
            return request;
        if (!found) {
            own->result_count = top->base;
            own->depth--;
        }
    }
    return EXHAUSTED;
}
