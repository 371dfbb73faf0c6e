"""Which counterexamples of the published models to read first, and what they teach."""

from tidemark.spec import Lesson

LESSONS = (
    Lesson(
        place=2,
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
        place=3,
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
)
