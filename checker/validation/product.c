/* The search for a run that explains a log: the product of the machine and the place in the log, depth first.
 *
 * `make runtime` translates it to LLVM's language, product.ll, as runtime.c. It is the same for every machine: the
 * machine's expressions are data, which `value` reads, and so are what the log says of a state. So nothing is compiled
 * for a machine or a log, and only what is asked for is computed. What it does not know yet it asks Python for: it
 * returns a request, and goes on where it was once the tables have the answer. Python reads the structs from here.
 */

#include "product.h"
#include "places.h"

enum { NOTHING, EXPLAINED, EXHAUSTED, LOOK, POSITION, CLASS, BOUND, NEXT, ACTION, PLAIN, WRONG, FULL, PLACES };

#define EVERY 256      /* nodes between two looks at the clock */
#define MOST_WORDS 512 /* of a state */

struct result {
    uint64_t state, instance, before;
};
struct frame {
    uint64_t entry;
    uint64_t settled;            /* whether it was looked for an edge that stands for all */
    uint64_t edge, bound, way;   /* where it is; no bound: the edge is new */
    uint64_t open, next, end;    /* whether the way was followed, and the results that are left */
    uint64_t base;               /* its first result */
    uint64_t declared, instance; /* the silent step that is next */
    uint64_t by_edge, by_result; /* how it was reached */
};
struct stage {
    uint64_t before, before_end, instances, instances_end, messages, messages_end, after, after_end, kept, kept_end;
};

static uint64_t ask(struct product *own, uint64_t what, uint64_t a, uint64_t b, uint64_t c) {
    own->wanted[0] = a;
    own->wanted[1] = b;
    own->wanted[2] = c;
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

/* Follows an instance from a state: `wanted[0]` is the state after it, NONE where it is not enabled. */
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
        const uint64_t *write = own->assignments + 6 * k;
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

/* Whether the values of nodes are the same in two states. */
static bool unchanged(struct product *own, uint64_t from, uint64_t to, uint64_t at, uint64_t end) {
    for (; at < end; at++) {
        view(own, FROM, from);
        view(own, AFTER, to);
        if (value(own, FROM, own->listed[at], 0) != value(own, AFTER, own->listed[at], 0))
            return false;
    }
    return true;
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
        uint64_t after = own->wanted[0];
        if (after == NONE)
            continue;
        if ((request = meets(own, AFTER, after, stage->after, stage->after_end, &met)))
            return request;
        met = met && unchanged(own, state, after, stage->kept, stage->kept_end);
        if (met && !add_result(own, after, instance, from))
            return FULL;
    }
    return NOTHING;
}

static bool keeps(struct product *own, uint64_t state) {
    if (!own->kept[state]) {
        own->kept[state] = 1;
        for (uint64_t k = 0; k < own->promised; k++)
            if (!is_true(own, state, own->promises[k]))
                own->kept[state] = 2;
    }
    return own->kept[state] == 1;
}

/* Follows a way from the state of a frame: its results are then those that the frame has left. */
static uint64_t follow_way(struct product *own, struct frame *top, uint64_t state) {
    const uint64_t *way = own->ways + 2 * top->way;
    uint64_t request, begin = own->result_count = top->base;
    if (!add_result(own, state, NONE, NONE))
        return FULL;
    uint64_t end = own->result_count;
    for (uint64_t k = way[0]; k < way[1]; k++) {
        for (uint64_t from = begin; from < end; from++) {
            if (own->keeps_all && !keeps(own, ((struct result *)own->results)[from].state))
                continue;
            if ((request = take(own, from, (const struct stage *)own->stages + k)))
                return request;
        }
        begin = end;
        end = own->result_count;
    }
    top->open = 1;
    top->next = begin;
    top->end = end;
    return NOTHING;
}

/* The search. */

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
    if (own->keeps_all && !keeps(own, node.state))
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

/* Gives the first bound of an item under the binding of a node, which may depend on its state too. */
static uint64_t first_bound(struct product *own, uint64_t edge, const struct entry *node, uint64_t *bound) {
    uint64_t class = own->items[ITEM * own->edges[2 * edge + 1] + CLASS_OF];
    if (class == UNKNOWN)
        return ask(own, CLASS, edge, 0, 0);
    *bound = answer(own, OF_CLASS | (class - 1) << 32 | node->binding)[1];
    if (*bound != NONE && (*bound & BY_STATE))
        *bound = answer(own, OF_CLASS | *bound << 32 | BY_STATE | node->state)[1];
    return *bound == UNKNOWN ? ask(own, BOUND, edge, node->binding, UNKNOWN) : NOTHING;
}

static uint64_t flags_of(const struct product *own, uint64_t edge) {
    return item_of(own, own->edges[2 * edge + 1])[FLAGS];
}

/* Gives the position after an edge. */
static uint64_t follow_edge(struct product *own, uint64_t from, uint64_t edge, uint64_t *position) {
    uint64_t *next = own->edges + 2 * edge;
    if (*next == UNKNOWN) {
        if (own->is_joint)
            return ask(own, NEXT, edge, 0, 0);
        uint64_t after = place_after(own, from, next[1]);
        if (after == NONE)
            return ask(own, PLACES, 0, 0, 0);
        *next = after + 1;
    }
    *position = *next - 1;
    return NOTHING;
}

/* Looks for an item that changes no state, whatever the state is, and may happen now. It may as well happen now in every
 * run in which it happens later, so the frame needs no other edge, and no edge after it: `settled` is that edge plus
 * two, or one where there is none. */
static uint64_t settle(struct product *own, struct frame *top, const struct entry *node) {
    uint64_t request, bound;
    for (; top->edge < own->positions[3 * node->position + 1]; top->edge++) {
        if (flags_of(own, top->edge) & IS_OPTIONAL)
            continue;
        if ((request = first_bound(own, top->edge, node, &bound)))
            return request;
        if (bound == NONE)
            continue;
        const uint64_t *row = own->bounds + BOUND_SIZE * bound;
        if (row[0] != node->binding || !row[4])
            continue;
        for (top->way = row[1]; top->way < row[2]; top->way++) {
            if ((request = follow_way(own, top, node->state)))
                return request;
            top->open = 0;
            own->result_count = top->base;
            if (top->next < top->end) {
                top->settled = top->edge + 2;
                return NOTHING;
            }
        }
    }
    top->settled = 1;
    return NOTHING;
}

/* Whether a call without an answer is like an earlier one at its place: it need not be tried. */
static bool is_like_earlier(struct product *own, const struct frame *top, const struct entry *node) {
    const uint64_t *row = own->bounds + BOUND_SIZE * top->bound;
    uint64_t earlier;
    if (row[0] != node->binding)
        return false;
    for (uint64_t edge = own->positions[3 * node->position] - 1; edge < top->edge; edge++)
        if ((flags_of(own, edge) & IS_UNANSWERED) && !first_bound(own, edge, node, &earlier) && earlier != NONE) {
            const uint64_t *other = own->bounds + BOUND_SIZE * earlier;
            if (other[0] == row[0] && other[5] == row[5])
                return true;
        }
    return false;
}

/* Enters the next node that an edge of the log leads to. */
static uint64_t by_log(struct product *own, struct frame *top, const struct entry *node, uint64_t *found) {
    uint64_t request, position;
    if (!top->settled) {
        if (!own->may_move)
            top->settled = 1;
        else if ((request = settle(own, top, node)))
            return request;
        top->edge = top->settled > 1 ? top->settled - 2 : own->positions[3 * node->position] - 1;
        top->bound = UNKNOWN;
    }
    uint64_t end = top->settled > 1 ? top->settled - 1 : own->positions[3 * node->position + 1];
    for (; top->edge < end; top->edge++, top->bound = UNKNOWN) {
        bool may_be_left_out = own->may_move && (flags_of(own, top->edge) & IS_UNANSWERED);
        if (top->bound == UNKNOWN) {
            if ((request = first_bound(own, top->edge, node, &top->bound)))
                return request;
            if (top->bound != NONE && may_be_left_out && is_like_earlier(own, top, node))
                top->bound = NONE;
            top->way = top->bound == NONE ? 0 : own->bounds[BOUND_SIZE * top->bound + 1];
        }
        while (top->bound != NONE) {
            const uint64_t *bound = own->bounds + BOUND_SIZE * top->bound;
            for (; top->way < bound[2]; top->way++, top->open = 0) {
                if (!top->open && (request = follow_way(own, top, node->state)))
                    return request;
                if (top->next < top->end && (request = follow_edge(own, node->position, top->edge, &position)))
                    return request;
                while (top->next < top->end) {
                    uint64_t result = top->next++, state = ((struct result *)own->results)[result].state;
                    if (may_be_left_out && state == node->state && bound[0] == node->binding)
                        continue; /* it changes nothing, and may as well not have happened yet */
                    struct entry after = {position, bound[0], state, 0, 0};
                    if ((*found = enter(own, after, top->edge, result)))
                        return NOTHING;
                }
                own->result_count = top->base;
            }
            if (bound[3] == UNKNOWN)
                return ask(own, BOUND, top->edge, node->binding, top->bound);
            top->bound = bound[3];
            top->way = top->bound == NONE ? 0 : own->bounds[BOUND_SIZE * top->bound + 1];
        }
    }
    return NOTHING;
}

/* Enters the next node that a silent step leads to. */
static uint64_t silently(struct product *own, struct frame *top, const struct entry *node, uint64_t *found) {
    uint64_t request;
    for (; top->declared < own->silents; top->declared++, top->instance = 0) {
        const uint64_t *silent = own->silent + 5 * top->declared;
        if (((node->used >> (8 * top->declared)) & 255) == silent[2])
            continue;
        while (silent[0] + top->instance < silent[1]) {
            uint64_t instance = own->listed[silent[0] + top->instance];
            if ((request = follow(own, node->state, instance)))
                return request;
            uint64_t after = own->wanted[0];
            bool taken = after != NONE && after != node->state;
            taken = taken && unchanged(own, node->state, after, silent[3], silent[4]);
            own->result_count = top->base;
            if (taken && !add_result(own, after, instance, NONE))
                return FULL;
            top->instance++;
            if (!taken)
                continue;
            struct entry next = {node->position, node->binding, after, node->used, 0};
            if (silent[2] != NONE)
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
    if (position[0] == UNKNOWN && own->is_joint)
        return ask(own, POSITION, node->position, 0, 0);
    if (position[0] == UNKNOWN && !list_edges(own, node->position))
        return ask(own, PLACES, 0, 0, 0);
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
        if (!found && top->settled <= 1 && (request = silently(own, top, &node, &found)))
            return request;
        if (!found) {
            own->result_count = top->base;
            own->depth--;
        }
    }
    return EXHAUSTED;
}
