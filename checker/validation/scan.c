/* A long log, from its bytes to the states that are possible after each event, in memory that does not grow with it.
 *
 * `make runtime` translates it to LLVM's language, scan.ll. An event is known by its kind and the text of the fields that
 * the map reads of such events: its class. Events that time does not put in an order are one step together, a group; any
 * other event is a group alone. What a group leads to, from a set of possible states, is asked for once: Python searches
 * it (streaming.py), and from then on it is a number in a table. So this asks for little, and only then returns.
 *
 * Of "granted web-7 41", "wrote web-7 41", "wrote web-7 41" the third event is of the class of the second, and if the
 * second left the possible states as they were, the third needs no Python.
 */

#include "json.h"

enum { FINISHED, MORE, ODD, KIND, NODE, GROUP, ROOM, BACK, UNORDERED, NOISY };
enum { LINE, EVENT, PENDING, STEP };
enum { WRITTEN, ONE_NODE, CLOCK };
enum { SEARCHED, JUST_ORDERED, JUST_READ };

#define MOST_GROUP 32  /* events of which none is surely before another one, directly or by others */
#define KEY_ROOM 65536 /* bytes of a key */
#define NONE UINT64_MAX
#define IGNORED 1
#define IS_NOISY ((uint64_t)1 << 32)

struct scan {
    /* The text, whole lines: from `at` on it is not read yet. A line that was odd may be replaced by a plain one. */
    uint8_t *text;
    uint64_t at, end, line;
    uint8_t *other;
    uint64_t other_length;
    uint64_t is_last; /* whether nothing comes behind this text */
    /* The fields that are read: their names, and which of them say what, NONE for none. */
    uint8_t *names;
    uint64_t *name_ends;
    uint64_t fields, name_field, node_field, time_field;
    uint64_t *kinds;    /* of each kind whether it is ignored, and the fields that are read of it, a bit each */
    /* Numbers of texts: of kinds, nodes, classes and groups. */
    uint64_t *entries;  /* the hash, the place of the text, its length, the number */
    uint64_t *slots;
    uint64_t entry_count, entry_capacity;
    uint8_t *arena;
    uint64_t arena_size, arena_capacity;
    uint8_t *key;
    uint64_t key_length;
    uint64_t classes, groups;
    /* What a group leads to from a frontier: pairs of both plus one, and the frontier after it. */
    uint64_t *steps;
    uint64_t step_count, step_capacity;
    uint64_t frontier, passed, events;
    uint64_t reading;   /* whether nothing is searched any more, and whether groups are not even made */
    /* The order. */
    uint64_t order;     /* of lines as written, of those of the only node, or by time */
    uint64_t skew;      /* a double's bits, as all times */
    uint64_t file_node; /* the node of events that name none */
    uint64_t *last_events;   /* of each node the time, the line and the file of its last event, and its rank; NONE before it */
    uint64_t node_count;
    uint64_t last_node, last_time, second_time; /* the latest event before the group, and the latest one of another node */
    /* The group that is read, and where the events of the group before it are. */
    uint64_t *pending;  /* of each event: where its line is, its number, file, node, class, time */
    uint64_t *before;   /* line and file of each event */
    uint64_t pending_count, before_count;
    uint64_t file;
    /* The event at hand, and what is asked for. */
    uint64_t task, kind, node, time, class_number, line_end;
    uint64_t wanted[3];
};

#define PENDING_SIZE 6
#define LATEST_SIZE 4

static uint64_t ask(struct scan *own, uint64_t what, uint64_t a, uint64_t b) {
    own->wanted[0] = a;
    own->wanted[1] = b;
    return what;
}

static double as_double(uint64_t bits) {
    union { uint64_t bits; double value; } both = {bits};
    return both.value;
}

static uint64_t as_bits(double value) {
    union { double value; uint64_t bits; } both = {value};
    return both.bits;
}

/* Numbers of texts. */

static void begin_key(struct scan *own, uint8_t tag) {
    own->key[0] = tag;
    own->key_length = 1;
}

static bool add_bytes(struct scan *own, const uint8_t *bytes, uint64_t length) {
    if (own->key_length + length > KEY_ROOM)
        return false;
    for (uint64_t k = 0; k < length; k++)
        own->key[own->key_length + k] = bytes[k];
    own->key_length += length;
    return true;
}

static bool add_number(struct scan *own, uint64_t number) {
    uint8_t bytes[8];
    for (uint64_t k = 0; k < 8; k++)
        bytes[k] = (uint8_t)(number >> 8 * k);
    return add_bytes(own, bytes, 8);
}

static uint64_t hash_of_key(const struct scan *own) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint64_t k = 0; k < own->key_length; k++)
        hash = (hash ^ own->key[k]) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

/* The number of the key's text; NONE where it has none. */
static uint64_t number_of_key(const struct scan *own) {
    uint64_t hash = hash_of_key(own), mask = 2 * own->entry_capacity - 1;
    for (uint64_t slot = hash & mask; own->slots[slot]; slot = (slot + 1) & mask) {
        const uint64_t *entry = own->entries + 4 * (own->slots[slot] - 1);
        if (entry[0] == hash && entry[2] == own->key_length && same_bytes(own->arena + entry[1], own->key, entry[2]))
            return entry[3];
    }
    return NONE;
}

static bool has_room(const struct scan *own) {
    return own->entry_count < own->entry_capacity && own->arena_size + KEY_ROOM < own->arena_capacity &&
           own->step_count < own->step_capacity;
}

/* Gives the key's text a number. There is room for it. */
void name_key(struct scan *own, uint64_t number) {
    uint64_t hash = hash_of_key(own), mask = 2 * own->entry_capacity - 1, slot = hash & mask;
    uint64_t *entry = own->entries + 4 * own->entry_count;
    entry[0] = hash;
    entry[1] = own->arena_size;
    entry[2] = own->key_length;
    entry[3] = number;
    for (uint64_t k = 0; k < own->key_length; k++)
        own->arena[own->arena_size + k] = own->key[k];
    own->arena_size += own->key_length;
    while (own->slots[slot])
        slot = (slot + 1) & mask;
    own->slots[slot] = ++own->entry_count;
}

static uint64_t *step_slot(const struct scan *own, uint64_t group) {
    uint64_t key = own->frontier << 32 | group, mask = 2 * own->step_capacity - 1;
    uint64_t hash = key * 0x9e3779b97f4a7c15u;
    uint64_t slot = (hash ^ hash >> 32) & mask;
    while (own->steps[2 * slot] && own->steps[2 * slot] != key + 1)
        slot = (slot + 1) & mask;
    own->steps[2 * slot + 1] = own->steps[2 * slot] ? own->steps[2 * slot + 1] : NONE;
    return own->steps + 2 * slot;
}

/* Notes what a group leads to from the frontier. There is room for it. */
void note_step(struct scan *own, uint64_t group, uint64_t next) {
    uint64_t *slot = step_slot(own, group);
    slot[0] = (own->frontier << 32 | group) + 1;
    slot[1] = next;
    own->step_count++;
}

/* Events. */

/* Reads the line at hand: its kind, node, time and class. Gives what is lacking, or NONE. */
static uint64_t read_event(struct scan *own) {
    const uint8_t *at = own->other_length ? own->other : own->text + own->at;
    struct fields fields = {own->names, own->name_ends, own->fields};
    struct line line;
    double time = 0;
    line.key_count = 0;
    for (uint64_t k = 0; k < own->fields; k++)
        line.begins[k] = NULL;
    at = after_space(at);
    if (*at == '\n') {
        own->kind = NONE;
        return NONE;
    }
    at = after_object(&line, &fields, at, 0);
    if (!at || *after_space(at) != '\n' || !line.begins[own->name_field])
        return ask(own, ODD, 0, 0);
    if (own->time_field != NONE) {
        const uint8_t *begin = line.begins[own->time_field];
        if (!begin || (!is_digit(*begin) && *begin != '-') || !read_double(begin, line.ends[own->time_field], &time))
            return ask(own, ODD, 0, 0);
    }
    own->time = as_bits(time);
    own->node = own->file_node;
    if (own->node_field != NONE) {
        if (!line.begins[own->node_field])
            return ask(own, ODD, 0, 0);
        begin_key(own, 'n');
        if (!add_bytes(own, line.begins[own->node_field], line.ends[own->node_field] - line.begins[own->node_field]))
            return ask(own, ODD, 0, 0);
        if ((own->node = number_of_key(own)) == NONE)
            return ask(own, NODE, 0, 0);
    }
    begin_key(own, 'k');
    if (!add_bytes(own, line.begins[own->name_field], line.ends[own->name_field] - line.begins[own->name_field]))
        return ask(own, ODD, 0, 0);
    if ((own->kind = number_of_key(own)) == NONE)
        return ask(own, KIND, 0, 0);
    if (own->kinds[2 * own->kind] & IGNORED)
        return NONE;
    uint64_t read = own->kinds[2 * own->kind + 1];
    begin_key(own, 'c');
    add_number(own, own->kind);
    add_number(own, read);
    for (uint64_t k = 0; k < own->fields; k++)
        if (read >> k & 1) {
            uint64_t length = line.begins[k] ? (uint64_t)(line.ends[k] - line.begins[k]) : NONE;
            if (!add_number(own, length) || (line.begins[k] && !add_bytes(own, line.begins[k], length)))
                return ask(own, ODD, 0, 0);
        }
    if ((own->class_number = number_of_key(own)) == NONE)
        name_key(own, own->class_number = own->classes++);
    return NONE;
}

/* Whether an event of a node at a time is surely after all that came before the group. */
static bool is_behind(const struct scan *own, double earliest) {
    uint64_t time = own->last_node == own->node ? own->second_time : own->last_time;
    return time == NONE || as_double(time) < earliest;
}

/* Whether the event at hand is surely after all of the group. */
static bool is_behind_group(const struct scan *own, double earliest) {
    for (uint64_t k = 0; k < own->pending_count; k++) {
        const uint64_t *event = own->pending + PENDING_SIZE * k;
        if (event[3] != own->node && !(as_double(event[5]) < earliest))
            return false;
    }
    return true;
}

/* Puts the event at hand into the group; gives STEP where it is surely after the group, which ends before it. */
static uint64_t put_event(struct scan *own) {
    double time = as_double(own->time), earliest = time - as_double(own->skew);
    uint64_t *latest = own->last_events + LATEST_SIZE * own->node;
    if (own->order == CLOCK && latest[3] != NONE && time < as_double(latest[0]))
        return ask(own, BACK, own->node, 0);
    if (own->reading != JUST_READ) {
        bool is_ordered = own->order == CLOCK ? is_behind(own, earliest)
                                              : own->order == WRITTEN || !own->node_count || latest[3] != NONE;
        if (!is_ordered)
            return ask(own, UNORDERED, 0, 0);
        if (own->pending_count && (own->order != CLOCK || is_behind_group(own, earliest)))
            return STEP;
        if (own->pending_count == MOST_GROUP)
            return ask(own, UNORDERED, 0, 0);
    }
    if (latest[3] == NONE)
        latest[3] = own->node_count++;
    latest[0] = own->time;
    latest[1] = own->line + 1;
    latest[2] = own->file;
    own->events++;
    if (own->reading == JUST_READ)
        return NONE;
    uint64_t *event = own->pending + PENDING_SIZE * own->pending_count++;
    event[0] = own->at;
    event[1] = own->line + 1;
    event[2] = own->file;
    event[3] = own->node;
    event[4] = own->class_number;
    event[5] = own->time;
    return NONE;
}

/* The number of the group: events of the same classes, with the same order among them, are the same group. */
static uint64_t group_number(struct scan *own) {
    uint64_t count = own->pending_count;
    begin_key(own, 'g');
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t *event = own->pending + PENDING_SIZE * k;
        uint64_t earlier = 0, before = 0;
        add_number(own, event[4]);
        if (count == 1)
            break;
        for (uint64_t j = 0; j < count; j++) {
            const uint64_t *another = own->pending + PENDING_SIZE * j;
            earlier |= (uint64_t)(as_double(another[5]) < as_double(event[5])) << j;
            before |= (uint64_t)(as_double(another[5]) < as_double(event[5]) - as_double(own->skew)) << j;
        }
        add_number(own, own->last_events[LATEST_SIZE * event[3] + 3]);
        add_number(own, earlier | before << 32);
    }
    uint64_t group = number_of_key(own);
    if (group == NONE)
        name_key(own, group = own->groups++);
    return group;
}

/* Goes on behind the group, with this frontier. */
void pass_group(struct scan *own, uint64_t next) {
    for (uint64_t k = 0; k < own->pending_count; k++) {
        const uint64_t *event = own->pending + PENDING_SIZE * k;
        own->before[2 * k] = event[1];
        own->before[2 * k + 1] = event[2];
        if (event[3] == own->last_node || own->last_time == NONE) {
            own->last_node = event[3];
            own->last_time = event[5];
        } else if (as_double(event[5]) >= as_double(own->last_time)) {
            own->second_time = own->last_time;
            own->last_node = event[3];
            own->last_time = event[5];
        } else if (own->second_time == NONE || as_double(event[5]) > as_double(own->second_time))
            own->second_time = event[5];
    }
    own->before_count = own->pending_count;
    own->passed += own->reading ? 0 : own->pending_count;
    own->pending_count = 0;
    own->frontier = next;
}

static uint64_t take_group(struct scan *own) {
    if (own->reading) {
        pass_group(own, own->frontier);
        return NONE;
    }
    if (!has_room(own))
        return ask(own, ROOM, 0, 0);
    uint64_t group = group_number(own), next = step_slot(own, group)[1];
    if (next == NONE)
        return ask(own, GROUP, group, 0);
    if (next & IS_NOISY)
        return ask(own, NOISY, group, next & ~IS_NOISY);
    pass_group(own, next);
    return NONE;
}

static void next_line(struct scan *own) {
    own->at = own->line_end;
    own->line++;
    own->other_length = 0;
    own->task = LINE;
}

/* Reads on to the end of the text, unless something is lacking before. */
uint64_t scan(struct scan *own) {
    uint64_t lacking;
    for (;;) {
        switch (own->task) {
        case LINE:
            if (own->at == own->end) {
                if (!own->is_last)
                    return MORE;
                if (own->pending_count) {
                    if ((lacking = take_group(own)) != NONE)
                        return lacking;
                    continue;
                }
                return FINISHED;
            }
            for (own->line_end = own->at; own->text[own->line_end] != '\n'; own->line_end++)
                ;
            own->line_end++;
            own->task = EVENT;
            break;
        case EVENT:
            if (!has_room(own))
                return ask(own, ROOM, 0, 0);
            if ((lacking = read_event(own)) != NONE)
                return lacking;
            if (own->kind == NONE || own->kinds[2 * own->kind] & IGNORED) {
                next_line(own);
                break;
            }
            own->task = PENDING;
            break;
        case PENDING:
            if ((lacking = put_event(own)) == NONE)
                next_line(own);
            else if (lacking == STEP)
                own->task = STEP;
            else
                return lacking;
            break;
        case STEP:
            if (own->pending_count && (lacking = take_group(own)) != NONE)
                return lacking;
            own->task = PENDING;
            break;
        }
    }
}
