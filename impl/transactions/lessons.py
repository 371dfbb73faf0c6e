"""Which counterexamples of transactions to read first, and what they teach."""

from tidemark.spec import Lesson

LESSONS = (
    Lesson(
        place=8,
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
        place=9,
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
        place=10,
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
)
