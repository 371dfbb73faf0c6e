/* Kafka's replication of one partition with truncation to the high watermark (Kafka before 0.11).
 *
 * A peer of the benchmark: the protocol that impl/ states as Python functions, written again in Promela for
 * SPIN, so that another checker counts the same states. It has the rules of the protocol published with
 * KIP-101, KIP-279 and KIP-320 and shares no code with ours, so an agreement of the counts is evidence. Check
 * it without partial-order reduction and without reports of deadlocks:
 *
 *   spin -DREPLICAS=3 -a high_watermark.pml
 *   cc -O3 -march=native -DSAFETY -DNOREDUCE -DBFS pan.c -o pan && ./pan -E -w23
 *
 * One process takes every step, as one d_step, so its only control states are "before `init` has set the
 * first state up" and "at the loop". SPIN therefore counts one state more than the protocol has.
 *
 * An action is a macro with its parameters, and the loop offers one option for each of their values: to draw
 * them one after the other would add control states. What has no value is 0, and goes back to 0: the log
 * above its end, a request not sent, no leader, no epoch. So replicas count from 1, an epoch is stored one
 * higher than it is called, and so is an entry of the log.
 */

#ifndef REPLICAS
#define REPLICAS 3
#endif
#ifndef LOG_SIZE
#define LOG_SIZE 2
#endif
#ifndef MAX_RECORDS
#define MAX_RECORDS 2
#endif
#ifndef MAX_EPOCH
#define MAX_EPOCH 2
#endif

#if REPLICAS < 2 || REPLICAS > 4
#error "REPLICAS must be 2, 3 or 4: extend EACH_REPLICA for more"
#endif
#if MAX_EPOCH < 0 || MAX_EPOCH > 4
#error "MAX_EPOCH must be between 0 and 4: extend EACH_EPOCH for more"
#endif
#if MAX_RECORDS * (MAX_EPOCH + 1) > 255
#error "an entry must fit a byte: use fewer records or epochs"
#endif

#define NONE        0
#define LAST_EPOCH  (MAX_EPOCH + 1)

/* In-sync replicas are the bits of a byte. */
#define BIT(r)      (1 << ((r) - 1))
#define EVERYONE    ((1 << REPLICAS) - 1)

#define ENTRY(id, epoch)  (1 + (id) * LAST_EPOCH + (epoch) - 1)

typedef Broker {
    byte log[LOG_SIZE];
    byte log_end;
    byte high_watermark;
    byte epoch;
    byte leader;
    byte isr
}

/* An epoch is decided once, so its LeaderAndIsr request can be filed under it. */
typedef Request {
    byte leader;
    byte isr
}

Broker brokers[REPLICAS];
Request requests[LAST_EPOCH];

byte quorum_epoch;      /* also the number of requests sent */
byte quorum_leader;
byte quorum_isr;
byte next_id;

#define BROKER(r)   brokers[(r) - 1]
#define REQUEST(e)  requests[(e) - 1]

#define PRESUMES_LEADERSHIP(r)  (BROKER(r).leader == r)
#define IS_TRUE_LEADER(r) \
    (quorum_leader == r && PRESUMES_LEADERSHIP(r) && BROKER(r).epoch == quorum_epoch)
#define IS_IN_SYNC(r, member)  ((BROKER(r).isr & BIT(member)) != 0)

/* Whether a follower holds as many records of this leader as end at `position`. What the records are is not
 * compared: leader epochs in the log were introduced to repair this. */
#define IS_CAUGHT_UP(r, follower, position) \
    (BROKER(follower).leader == r \
     && (position == 0 || (position <= BROKER(r).log_end && position <= BROKER(follower).log_end)))

/* Whether a replica does not keep this leader's high watermark where it is: it is not in sync, or it follows
 * and holds something at that offset. */
#define LETS_COMMIT(r, member) \
    (!IS_IN_SYNC(r, member) \
     || (BROKER(member).leader == r && BROKER(r).high_watermark < BROKER(member).log_end))

/* The controller moves to the next leader epoch and files its LeaderAndIsr request for whoever reads it. */
inline send_request() {
    quorum_epoch++;
    REQUEST(quorum_epoch).leader = quorum_leader;
    REQUEST(quorum_epoch).isr = quorum_isr
}

/* The controller picks another leader among the in-sync replicas, for a reason of its own. */
#define CONTROLLER_ELECTS_LEADER(r) \
    :: d_step { \
        quorum_epoch < LAST_EPOCH && (quorum_isr & BIT(r)) != 0 && quorum_leader != r -> \
        quorum_leader = r; \
        send_request() }

/* The controller considers a replica failed. The last in-sync replica stays one while it leads; once there is
 * no leader it can be removed too, and the set is empty from then on. */
#define CONTROLLER_SHRINKS_ISR(r) \
    :: d_step { \
        quorum_epoch < LAST_EPOCH && (quorum_leader == r || (quorum_isr & BIT(r)) != 0) -> \
        if \
        :: quorum_leader == r && quorum_isr == BIT(r) -> skip \
        :: else -> quorum_isr = quorum_isr & ~BIT(r) \
        fi; \
        if \
        :: quorum_leader == r -> quorum_leader = NONE \
        :: else -> skip \
        fi; \
        send_request() }

/* A broker reads a request of a later epoch that names it the leader. Its high watermark stays where it was.
 * */
#define BECOME_LEADER(r, e) \
    :: d_step { \
        REQUEST(e).leader == r && e > BROKER(r).epoch -> \
        BROKER(r).epoch = e; \
        BROKER(r).leader = r; \
        BROKER(r).isr = REQUEST(e).isr }

/* A broker reads a request of a later epoch that names another one the leader, and cuts its log at its own
 * high watermark. If that were above the log end, the published rule would neither cut nor follow: the step
 * is disabled. With this rule of truncation it never is above. */
#define BECOME_FOLLOWER(r, e) \
    :: d_step { \
        REQUEST(e).leader != NONE && REQUEST(e).leader != r && e > BROKER(r).epoch \
        && BROKER(r).high_watermark <= BROKER(r).log_end -> \
        do \
        :: BROKER(r).log_end > BROKER(r).high_watermark -> \
            BROKER(r).log_end--; \
            BROKER(r).log[BROKER(r).log_end] = 0 \
        :: else -> break \
        od; \
        BROKER(r).epoch = e; \
        BROKER(r).leader = REQUEST(e).leader; \
        BROKER(r).isr = REQUEST(e).isr }

/* A leader, true or only presumed, appends a producer's record. */
#define LEADER_WRITES(r) \
    :: d_step { \
        PRESUMES_LEADERSHIP(r) && next_id < MAX_RECORDS && BROKER(r).log_end < LOG_SIZE -> \
        BROKER(r).log[BROKER(r).log_end] = ENTRY(next_id, BROKER(r).epoch); \
        BROKER(r).log_end++; \
        next_id++ }

/* A leader counts the record at its high watermark as committed once every in-sync replica follows it and
 * holds something at that offset. */
#define LEADER_INCREMENTS_HIGH_WATERMARK(r) \
    :: d_step { \
        PRESUMES_LEADERSHIP(r) && BROKER(r).high_watermark < LOG_SIZE && ALL_LET_COMMIT(r) -> \
        BROKER(r).high_watermark++ }

/* The true leader removes a replica that does not hold all of its log. */
#define LEADER_SHRINKS_ISR(r, follower) \
    :: d_step { \
        r != follower && IS_TRUE_LEADER(r) && IS_IN_SYNC(r, follower) \
        && !IS_CAUGHT_UP(r, follower, BROKER(r).log_end) -> \
        BROKER(r).isr = BROKER(r).isr & ~BIT(follower); \
        quorum_isr = BROKER(r).isr }

/* The true leader adds a replica that has reached its high watermark. */
#define LEADER_EXPANDS_ISR(r, follower) \
    :: d_step { \
        IS_TRUE_LEADER(r) && !IS_IN_SYNC(r, follower) \
        && IS_CAUGHT_UP(r, follower, BROKER(r).high_watermark) -> \
        BROKER(r).isr = BROKER(r).isr | BIT(follower); \
        quorum_isr = BROKER(r).isr }

/* A follower fetches its next record, and the leader's high watermark as far as its log now reaches. Neither
 * side compares epochs. */
#define FOLLOWER_REPLICATES(r, follower) \
    :: d_step { \
        PRESUMES_LEADERSHIP(r) && BROKER(follower).leader == r \
        && BROKER(follower).log_end < BROKER(r).log_end -> \
        BROKER(follower).log[BROKER(follower).log_end] = BROKER(r).log[BROKER(follower).log_end]; \
        BROKER(follower).log_end++; \
        BROKER(follower).high_watermark = \
            (BROKER(r).high_watermark < BROKER(follower).log_end \
             -> BROKER(r).high_watermark : BROKER(follower).log_end) }

/* The domains of the parameters, unrolled. */

#if REPLICAS >= 3
#define IF_REPLICA_3(x) x
#else
#define IF_REPLICA_3(x)
#endif
#if REPLICAS >= 4
#define IF_REPLICA_4(x) x
#else
#define IF_REPLICA_4(x)
#endif

#define EACH_REPLICA(OPTION) \
    OPTION(1) OPTION(2) IF_REPLICA_3(OPTION(3)) IF_REPLICA_4(OPTION(4))
#define EACH_MEMBER(OPTION, r) \
    OPTION(r, 1) OPTION(r, 2) IF_REPLICA_3(OPTION(r, 3)) IF_REPLICA_4(OPTION(r, 4))
#define ALL_LET_COMMIT(r) \
    (LETS_COMMIT(r, 1) && LETS_COMMIT(r, 2) \
     IF_REPLICA_3(&& LETS_COMMIT(r, 3)) IF_REPLICA_4(&& LETS_COMMIT(r, 4)))

#if MAX_EPOCH >= 1
#define IF_EPOCH_1(x) x
#else
#define IF_EPOCH_1(x)
#endif
#if MAX_EPOCH >= 2
#define IF_EPOCH_2(x) x
#else
#define IF_EPOCH_2(x)
#endif
#if MAX_EPOCH >= 3
#define IF_EPOCH_3(x) x
#else
#define IF_EPOCH_3(x)
#endif
#if MAX_EPOCH >= 4
#define IF_EPOCH_4(x) x
#else
#define IF_EPOCH_4(x)
#endif

#define EACH_EPOCH(OPTION, r) \
    OPTION(r, 1) IF_EPOCH_1(OPTION(r, 2)) IF_EPOCH_2(OPTION(r, 3)) \
    IF_EPOCH_3(OPTION(r, 4)) IF_EPOCH_4(OPTION(r, 5))

#define BECOMES_LEADER_AT_SOME_EPOCH(r)    EACH_EPOCH(BECOME_LEADER, r)
#define BECOMES_FOLLOWER_AT_SOME_EPOCH(r)  EACH_EPOCH(BECOME_FOLLOWER, r)
#define LEADER_SHRINKS_ISR_BY_SOME(r)      EACH_MEMBER(LEADER_SHRINKS_ISR, r)
#define LEADER_EXPANDS_ISR_BY_SOME(r)      EACH_MEMBER(LEADER_EXPANDS_ISR, r)
#define SOME_FOLLOWER_REPLICATES(r)        EACH_MEMBER(FOLLOWER_REPLICATES, r)

init {
    d_step { quorum_isr = EVERYONE };

    do
    EACH_REPLICA(CONTROLLER_ELECTS_LEADER)
    EACH_REPLICA(CONTROLLER_SHRINKS_ISR)
    EACH_REPLICA(BECOMES_LEADER_AT_SOME_EPOCH)
    EACH_REPLICA(BECOMES_FOLLOWER_AT_SOME_EPOCH)
    EACH_REPLICA(LEADER_WRITES)
    EACH_REPLICA(LEADER_INCREMENTS_HIGH_WATERMARK)
    EACH_REPLICA(LEADER_SHRINKS_ISR_BY_SOME)
    EACH_REPLICA(LEADER_EXPANDS_ISR_BY_SOME)
    EACH_REPLICA(SOME_FOLLOWER_REPLICATES)
    od
}
