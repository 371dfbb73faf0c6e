"""Which counterexamples of the message-level protocol to read first, and what they teach."""

from spec import Lesson

LESSONS = (
    Lesson(
        place=1,
        protocol="kafka/0.10.2",
        promise="acknowledged-survives",
        bounds={"log-size": 1},
        title="A follower cuts too much, and is elected",
        text=(
            "Before 0.11 a follower that restarts cuts its log to its own high watermark, and that is one fetch behind "
            "the leader's. Here broker 1 holds the acknowledged m0, crashes, restarts, cuts m0, and becomes the leader "
            "before it has fetched m0 again. The producer waited for acks=all, both brokers were in the ISR all the "
            "time, and no disk was lost. KIP-101 was written for this run."
        ),
    ),
    Lesson(
        place=4,
        protocol="kafka/0.11",
        promise="acknowledged-survives",
        bounds={"replicas": 3},
        title="A new leader lets in a follower that lags",
        text=(
            "Three brokers, min.insync.replicas=2, acks=all, and nothing fails. Broker 2 has m0 when it is "
            "elected, but its high watermark is one fetch behind, at 0. Broker 1, with an empty log, reaches it "
            "at its first fetch, joins the ISR, and is elected next, without m0. With KIP-320 a follower joins "
            "only once it has reached the records of the leader's own epoch."
        ),
    ),
    Lesson(
        place=5,
        protocol="kafka/2.2",
        promise="acknowledged-survives",
        bounds={"replicas": 2, "power-losses": 1},
        title="An acknowledgement is not a flush",
        text=(
            "All rules of KIP-320, and one machine loses power. With min.insync.replicas=1 the ISR may shrink to the "
            "leader alone, which acknowledges m0 before its disk has it. After the power loss it leads again, without "
            "m0. No way to truncate helps here: what was acknowledged was in one memory only. With three brokers and "
            "min.insync.replicas=2 the same takes 11 states."
        ),
    ),
)
