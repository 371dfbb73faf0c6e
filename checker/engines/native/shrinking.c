/* Shrinking: tries whether some steps of a run, taken where they can be, still break the promise.
 *
 * `make runtime` translates it to LLVM's language, shrinking.ll, as runtime.c. It is apart from that, so that what
 * LLVM gets for a search stays as it is, and the same for every machine: it calls the machine's functions that are
 * compiled already, by their addresses. Python reads the structs from here.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct space;
struct worker;
typedef uint64_t expand_function(const struct space *, struct worker *, uint64_t, uint64_t);
typedef void evaluate_function(const struct space *, struct worker *, uint64_t, uint64_t);

/* What is tried, and room for it.
 *
 * A step is one of some choices: the first that can be taken is. There is one for each slot that the message may be in
 * that the step is about, so a choice has conditions: words of the state that, under a mask, have a value. */
struct attempt {
    struct space *space;         /* of one state, where the attempt is; and its successors */
    struct worker *worker;       /* counts as in a search; nobody reads it */
    expand_function *expand;     /* the machine's own, as runtime.c has them */
    evaluate_function *evaluate; /* ... */
    uint64_t *state;             /* in the space: the state */
    uint64_t *batch;             /* ... its successors */
    uint16_t *actions;           /* ... the action instances that lead to them */
    uint64_t *broken;            /* ... the mask of the promises that it breaks */
    uint64_t words;              /* how many 64-bit words a state has */
    uint64_t *initial;           /* the state where a run begins */
    uint64_t word, watched;      /* the promise, as a word of the mask and a bit in it */
    uint64_t *choices;           /* of each step its first choice; at the end how many there are */
    uint64_t *instances;         /* of each choice the action instance */
    uint64_t *conditions;        /* ... its first condition; at the end how many there are */
    uint64_t *places;            /* of each condition the word */
    uint64_t *masks;             /* ... the mask */
    uint64_t *values;            /* ... the value */
    uint64_t *steps;             /* the steps to try, by number */
    uint64_t *taken;             /* the steps that were taken, by their places among those */
};

static void copy(uint64_t *to, const uint64_t *from, uint64_t words) {
    for (uint64_t k = 0; k < words; k++)
        to[k] = from[k];
}

static bool same(const uint64_t *a, const uint64_t *b, uint64_t words) {
    uint64_t difference = 0;
    for (uint64_t k = 0; k < words; k++)
        difference |= a[k] ^ b[k];
    return !difference;
}

static bool is_broken(const struct attempt *own) {
    own->evaluate(own->space, own->worker, 0, 1);
    return own->broken[own->word] & own->watched;
}

static bool is_met(const struct attempt *own, uint64_t choice) {
    uint64_t at = own->conditions[choice], end = own->conditions[choice + 1];
    while (at < end && (own->state[own->places[at]] & own->masks[at]) == own->values[at])
        at++;
    return at == end;
}

/* The state that a step leads to, among the successors; null if it can't be taken. */
static const uint64_t *following(const struct attempt *own, uint64_t step, uint64_t successors) {
    for (uint64_t choice = own->choices[step]; choice < own->choices[step + 1]; choice++)
        for (uint64_t k = 0; k < successors; k++)
            if (own->actions[k] == own->instances[choice] && is_met(own, choice))
                return own->batch + k * own->words;
    return NULL;
}

/* Takes those of the steps that can be taken and change the state, in order, up to the first state that breaks the
 * promise. Gives how many were taken plus one, or 0 if no state breaks it. */
uint64_t attempt(struct attempt *own, uint64_t length) {
    uint64_t taken = 0;
    copy(own->state, own->initial, own->words);
    if (is_broken(own))
        return 1;
    uint64_t successors = own->expand(own->space, own->worker, 0, 1);
    for (uint64_t at = 0; at < length; at++) {
        const uint64_t *next = following(own, own->steps[at], successors);
        if (!next || same(next, own->state, own->words))
            continue;
        copy(own->state, next, own->words);
        own->taken[taken++] = at;
        if (is_broken(own))
            return taken + 1;
        successors = own->expand(own->space, own->worker, 0, 1);
    }
    return 0;
}
