"""Which counterexamples of Kafka's releases to read first, and what they teach."""

from tidemark.spec import Lesson

LESSONS = (
    Lesson(
        place=1,
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
        place=4,
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
        place=5,
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
        place=6,
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
        place=7,
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
)
