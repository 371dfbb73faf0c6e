"""The counterexamples of consumer groups to read first."""

from tidemark.spec import Lesson

LESSONS = (
    Lesson(
        place=11,
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
        place=12,
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
        place=13,
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
