/* Where one may be in a log: for each chain how many of its items have happened, with those passed that are no step of
 * the model. `order.py` has the same for the plain search. A place is numbered when it is first reached; the items that
 * may come next are its edges, which are listed when the search arrives at it.
 */

enum { CHAIN, AT, FLAGS, NEEDS, NEEDS_END, CLASS_OF, ITEM }; /* what an item is, and how many numbers it has */
enum { IS_STEP = 1, IS_OPTIONAL = 2, IS_UNANSWERED = 4 };

static const uint64_t *item_of(const struct product *own, uint64_t number) {
    return own->items + ITEM * number;
}

static bool is_ready(const struct product *own, const uint64_t *item, const uint64_t *counts) {
    for (uint64_t k = item[NEEDS]; k < item[NEEDS_END]; k++)
        if (counts[own->needs[2 * k]] < own->needs[2 * k + 1])
            return false;
    return true;
}

/* The item of a chain that is next; NONE where all have happened. */
static uint64_t next_of_chain(const struct product *own, uint64_t chain, const uint64_t *counts) {
    uint64_t at = own->chains[chain] + counts[chain];
    return at < own->chains[chain + 1] ? own->chain_items[at] : NONE;
}

/* Passes what is no step of the model. */
static void pass(const struct product *own, uint64_t *counts) {
    for (bool moved = true; moved;) {
        moved = false;
        for (uint64_t chain = 0, next; chain < own->chain_count; chain++)
            while ((next = next_of_chain(own, chain, counts)) != NONE) {
                const uint64_t *item = item_of(own, next);
                if ((item[FLAGS] & IS_STEP) || !is_ready(own, item, counts))
                    break;
                counts[chain]++;
                moved = true;
            }
    }
}

static uint64_t *place_slot(const struct product *own, const uint64_t *counts) {
    uint64_t mask = 2 * own->position_capacity - 1, hash = 0;
    for (uint64_t k = 0; k < own->chain_count; k++)
        hash = mixed(hash, counts[k]);
    uint64_t at = hash & mask;
    for (; own->place_table[at]; at = (at + 1) & mask)
        if (same(own->counts + (own->place_table[at] - 1) * own->chain_count, counts, own->chain_count))
            break;
    return own->place_table + at;
}

/* The number of the place at which these items have happened. There is room for one more, and the counts lie there. */
static uint64_t place(struct product *own) {
    uint64_t *counts = own->counts + own->position_count * own->chain_count;
    pass(own, counts);
    uint64_t *slot = place_slot(own, counts);
    if (!*slot) {
        *slot = ++own->position_count;
        own->positions[3 * (*slot - 1)] = UNKNOWN;
    }
    return *slot - 1;
}

/* The place after an item; NONE where there is no room for one more. */
static uint64_t place_after(struct product *own, uint64_t from, uint64_t item) {
    if (own->position_count == own->position_capacity)
        return NONE;
    uint64_t *counts = own->counts + own->position_count * own->chain_count;
    for (uint64_t k = 0; k < own->chain_count; k++)
        counts[k] = own->counts[from * own->chain_count + k];
    counts[item_of(own, item)[CHAIN]]++;
    return place(own);
}

/* Lists what may come next at a place, the first items of the log first; whether there was room. */
static bool list_edges(struct product *own, uint64_t number) {
    const uint64_t *counts = own->counts + number * own->chain_count;
    uint64_t begin = own->edge_count, end = begin, progress = NONE;
    if (begin + own->chain_count > own->edge_capacity)
        return false;
    for (uint64_t chain = 0; chain < own->chain_count; chain++) {
        uint64_t steps = own->steps_before[own->chains[chain] + chain + counts[chain]];
        progress = steps < progress ? steps : progress;
        uint64_t next = next_of_chain(own, chain, counts), at = end;
        if (next == NONE || !is_ready(own, item_of(own, next), counts))
            continue;
        for (; at > begin && own->edges[2 * at - 1] > next; at--)
            own->edges[2 * at + 1] = own->edges[2 * at - 1];
        own->edges[2 * at + 1] = next;
        end++;
    }
    for (uint64_t at = begin; at < end; at++)
        own->edges[2 * at] = UNKNOWN;
    own->edge_count = end;
    uint64_t *position = own->positions + 3 * number;
    position[0] = begin + 1;
    position[1] = end;
    position[2] = progress == NONE ? 0 : progress;
    return true;
}

/* Puts places into an empty table. */
void put_places_again(struct product *own) {
    for (uint64_t k = 0; k < own->position_count; k++)
        *place_slot(own, own->counts + k * own->chain_count) = k + 1;
}

/* Begins a log: the number of the place at which nothing has happened. There is room for it. */
uint64_t first_place(struct product *own) {
    for (uint64_t k = 0; k < own->chain_count; k++)
        own->counts[own->position_count * own->chain_count + k] = 0;
    return place(own);
}
