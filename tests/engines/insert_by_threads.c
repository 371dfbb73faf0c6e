/* Eight threads insert ten million states into the set of seen.c, and then move it to a larger table: built and run by
 * test_states_seen.py, with clang's thread sanitizer. Prints how many states were new, how many the set counts, and how many
 * were moved; each is to be STATES. WIDTH, COUNT, REST, BITS and SECOND are the measures of the table, LARGER_COUNT and
 * LARGER_REST those of the larger one.
 */

#include "seen.c"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 8
#define STATES 1250000
#define SOME 300
#define SLOTS (1 << 21)

static struct set set;
static uint64_t new_states[THREADS], moved[THREADS];

static void *zeroed(size_t size) {
    void *memory = aligned_alloc(LINE, (size + LINE) / LINE * LINE);
    return __builtin_memset(memory, 0, size);
}

/* The thread inserts all states, from one of its own on. */
static void *insert_states(void *number) {
    uint64_t thread = *(uint64_t *)number, *remembered = zeroed(2 * 2 * 8 * REMEMBERED_WORDS), states[2 * SOME];
    uint8_t inserted[SOME];
    for (uint64_t begin = 0; begin < STATES; begin += SOME) {
        uint64_t some = STATES - begin < SOME ? STATES - begin : SOME;
        for (uint64_t i = 0; i < some; i++) {
            uint64_t state = (begin + i + thread * 100) % STATES;
            states[2 * i] = state >> 2;
            states[2 * i + 1] = state * FIRST_FACTOR;
        }
        if (insert_all(&set, remembered, states, some, inserted) < some)
            exit(2);
        for (uint64_t i = 0; i < some; i++)
            new_states[thread] += inserted[i] == NEW;
    }
    free(remembered);
    return NULL;
}

static void *move_lines(void *number) {
    uint64_t thread = *(uint64_t *)number;
    moved[thread] = grow(&set, COUNT * thread / THREADS, COUNT * (thread + 1) / THREADS);
    return NULL;
}

static uint64_t by_all_threads(void *work(void *), const uint64_t *results) {
    pthread_t threads[THREADS];
    uint64_t numbers[THREADS], sum = 0;
    for (uint64_t t = 0; t < THREADS; t++) {
        numbers[t] = t;
        pthread_create(threads + t, NULL, work, numbers + t);
    }
    for (uint64_t t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        sum += results[t];
    }
    return sum;
}

int main(void) {
    struct numbering numberings[2] = {{zeroed(16 * SLOTS), SLOTS, SLOTS, 0}, {zeroed(16 * SLOTS), SLOTS, SLOTS, 0}};
    set = (struct set){
        .seen = {zeroed(LINE * COUNT), COUNT, WIDTH, REST, BITS, SECOND},
        .words = 2,
        .numberings = numberings,
        .room = UINT64_MAX,
    };
    uint64_t found = by_all_threads(insert_states, new_states);
    set.before = set.seen;
    set.seen = (struct seen){zeroed(LINE * LARGER_COUNT), LARGER_COUNT, WIDTH, LARGER_REST, BITS, SECOND};
    uint64_t kept = by_all_threads(move_lines, moved);
    printf("%llu %llu %llu\n", (unsigned long long)found, (unsigned long long)set.count, (unsigned long long)kept);
    return 0;
}
