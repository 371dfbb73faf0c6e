"""The counterexamples to read first, in this order, and what each teaches."""

from tidemark.spec import Lesson

LESSONS = (
    Lesson(
        protocol="kafka/0.10.2",
        promise="acknowledged-survives",
        bounds={"replicas": 2, "crashes": 2},
        title="A follower cuts too much, and is elected",
        text=(
            "Before 0.11 a follower that restarts cuts its log to its own high watermark, and that is one fetch behind "
            "the leader's. Here broker 1 holds the acknowledged m0, crashes, restarts before the controller has "
            "noticed, and cuts m0. Then the leader crashes, and broker 1 is elected before it has fetched m0 again. "
            "The producer waited for acks=all, with min.insync.replicas=2 and both brokers in the ISR, and no disk "
            "was lost. KIP-101 was written for this run."
        ),
    ),
    Lesson(
        protocol="published/kip-101",
        promise="strong-isr",
        bounds={"replicas": 2, "log-size": 2},
        title="Two fast leader changes",
        text=(
            "KIP-101 has a follower ask the new leader where the follower's own last epoch ends. Here broker 1 has led "
            "epoch 1 for a moment, and broker 0, which leads again, has never heard of that epoch: it has no answer. "
            "Broker 1 falls back to its high watermark, one fetch behind, and cuts a committed record, although both "
            "logs agree on it. KIP-279 lets the two go on asking until their logs agree."
        ),
    ),
    Lesson(
        protocol="published/kip-279",
        promise="strong-isr",
        bounds={"replicas": 3, "max-epoch": 2},
        title="An order of the past",
        text=(
            "Broker 1 is still in epoch 0 when it copies m0 from broker 0, which leads epoch 2. That makes m0 "
            "committed. Then a LeaderAndIsr request of epoch 1, sent long before, reaches broker 1: it obeys, and cuts "
            "its log to that of broker 2, which never had m0. Nothing in the fetch had said that the follower was "
            "behind. KIP-320 puts the leader epoch into every request, so that such a fetch is refused."
        ),
    ),
    Lesson(
        protocol="kafka/0.11",
        promise="acknowledged-survives",
        bounds={"replicas": 3, "election-order": "any"},
        title="A new leader lets in a follower that lags",
        text=(
            "Three brokers, min.insync.replicas=2, acks=all, and nothing fails. Broker 2 has m0 when it is "
            "elected, but its high watermark is one fetch behind, at 0. Broker 1, with an empty log, reaches it "
            "at its first fetch, joins the ISR, and is elected next, without m0. From 2.0.1 on a follower joins "
            "only once it has reached the log end with which the leader took over (KAFKA-7128)."
        ),
    ),
    Lesson(
        protocol="kafka/2.0.1",
        promise="acknowledged-survives",
        bounds={"max-epoch": 3},
        title="A leader that has missed two epochs is asked",
        text=(
            "From 2.0.1 on a leader enters its epoch into its cache when it takes over (KAFKA-7415). But broker 0, "
            "which is to lead epoch 2, has heard neither of that epoch nor of epoch 1, and believes that it leads "
            "epoch 0. Broker 1 asks it where epoch 1 ends. Broker 0 has no answer, broker 1 falls back to its high "
            "watermark, cuts the acknowledged m0, and is elected in epoch 3. Nothing fails. From 2.1 on the question "
            "carries epoch 2, and broker 0 refuses it (KIP-320)."
        ),
    ),
    Lesson(
        protocol="kafka/2.6.1",
        promise="acknowledged-survives",
        bounds={"metadata": "merged", "crashes": 1, "election-order": "any"},
        title="A leader that is elected again keeps what it knew",
        text=(
            "Broker 0 leads, and knows that broker 1 has m0. It misses epoch 1, in which broker 2 leads and broker 1 "
            "cuts m0. Broker 2 crashes, and broker 0 hears of epoch 2 alone, in which it leads with broker 1 in the "
            "ISR. It believed that it leads all the time, so it keeps what it knew of broker 1, and acknowledges m0, "
            "which only it has: acks=all, min.insync.replicas=2. Then broker 1 is elected. In assigned order it takes "
            "19 states, a controlled shutdown and a new order of the replicas. If broker 0 forgot with each new epoch "
            "(--remote-leo reset), m0 would be acknowledged only after broker 1 has it."
        ),
    ),
    Lesson(
        protocol="kafka/2.6.1",
        promise="acknowledged-survives",
        bounds={"replicas": 2, "power-losses": 1, "election-order": "assigned"},
        title="An acknowledgement is not a flush",
        text=(
            "All rules of 2.6.1, and one machine loses power. With min.insync.replicas=1 the ISR may shrink to the "
            "leader alone, which acknowledges m0 before its disk has it. After the power loss it leads again, without "
            "m0. No way to truncate helps here: what was acknowledged was in one memory only. With three brokers and "
            "min.insync.replicas=2 the same takes 15 states."
        ),
    ),
    Lesson(
        protocol="transactions/kip-98",
        promise="no-hanging-transaction",
        bounds={"partitions": 1},
        title="A transaction that nobody ends",
        text=(
            "A producer gives up a record and aborts. The abort marker reaches the partition before the record "
            "does. The record has the current producer epoch and the next sequence number, so the partition takes"
            " it, and with it begins a transaction of which the coordinator knows nothing. The last stable offset"
            " stays there for ever. KIP-890 has the broker ask the coordinator first."
        ),
    ),
    Lesson(
        protocol="transactions/kip-360",
        promise="only-committed-is-visible",
        bounds={"partitions": 1},
        title="A new epoch comes too late",
        text=(
            "After a failure the producer of KIP-360 takes a new epoch. The partition learns of it by the next "
            "record. A late record of the old epoch that comes before that is taken, the next transaction joins "
            "it, and its commit marker commits both: a consumer reads a record whose transaction was aborted."
        ),
    ),
    Lesson(
        protocol="transactions/kip-890-part-2",
        promise="no-old-marker",
        bounds={"marker-repeats": 1},
        title="A marker that is sent twice",
        text=(
            "With KIP-890 every transaction has an epoch of its own, and its marker has the next one, which is "
            "that of the following transaction. A marker whose connection broke is sent again; the first copy "
            "stays in a queue until the following transaction is open, and ends it. KIP-1228 asks for a newer "
            "epoch than the one that is open."
        ),
    ),
    Lesson(
        protocol="group/at-most-once",
        promise="skips-nothing",
        bounds={"pauses": 1},
        title="An offset that is committed too early",
        text=(
            "A member commits the offset behind r0, and is about to process it, when its session times out: it is "
            "only slow. It is told that it is no member, and gives its partitions up. Whoever reads the partition next "
            "begins behind r0. At least once does the two in the other order, and repeats instead."
        ),
    ),
    Lesson(
        protocol="group/revoke-after-assign",
        promise="one-owner",
        bounds={"pauses": 0},
        title="A partition that is given away while it is read",
        text=(
            "Cooperative members keep their partitions while they rejoin. If the leader gives one of them to another "
            "member at once, that one reads it before its owner has learned that it lost it: two owners in one "
            "generation, without any fault. KIP-429 holds it back until its owner has revoked it, in a rebalance of "
            "its own."
        ),
    ),
    Lesson(
        protocol="group/unstable-fetch",
        promise="repeats-nothing",
        bounds={"pauses": 1},
        title="A transaction that ends after its partition has moved",
        text=(
            "A member has sent the offset behind r0 in a transaction, and is slow. The group rebalances without it, "
            "and the new owner fetches the committed offset, which is still before r0. Then the transaction is "
            "committed, and r0 is processed twice, exactly once each. KIP-447 has the new owner wait for it."
        ),
    ),
)
