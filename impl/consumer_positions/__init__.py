"""A consumer's position in a log that is truncated: whether it hears of that before it hands out a later record.

In the family `kafka` one consumer is shown one record. Here it reads on, commits and restarts, and its position has the
leader epoch of its last record (KIP-320). Source: Kafka at the releases that the protocols are named for.
"""

from pathlib import Path

from tidemark.impl.consumer_positions.bounds import PositionsAt
from tidemark.impl.consumer_positions.brokers import BROKERS
from tidemark.impl.consumer_positions.consumer import CONSUMER
from tidemark.impl.consumer_positions.partition import Detection, initial_partition, partition_type
from tidemark.impl.consumer_positions.promises import PROMISES
from tidemark.impl.consumer_positions.telling import TELLING
from tidemark.spec import Family, Inquiry, Protocol, Rule

RULES = {
    "detection": "how a consumer finds out that the log was truncated below its position",
    "fencing": "what the leader epoch in a request is compared with",
    "late-answer": "which answers to a fetch are handed to the application",
    "older-metadata": "whether a client takes metadata of an older leader epoch",
    "start-metadata": "which metadata a consumer takes when it starts at a committed position",
    "committed-position": "whether a committed position is validated",
}

FAMILY = Family(
    name="consumer",
    at=PositionsAt,
    rules=RULES,
    promises=PROMISES,
    state=partition_type,
    initial=initial_partition,
    actions=(*BROKERS, *CONSUMER),
    telling=TELLING,
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(steps=tuple({"log-size": size} for size in (1, 2))),
)

_BY_END = "it asks each new leader where the epoch of its last record ends: not below its position"
_2_1 = {
    "detection": Rule.sets("it does not: a position is an offset", detection=Detection.no_detection),
    "fencing": Rule.sets("nothing: it has none", fenced=False),
    "late-answer": Rule.sets("those for the offset of the position", checks_answer=False),
    "older-metadata": Rule.sets("yes", keeps_newer=False),
    "start-metadata": Rule.sets("any", waits=False),
    "committed-position": Rule.sets("no", validates_committed=False),
}
_2_2 = {
    **_2_1,
    "older-metadata": Rule.sets("no: it keeps the newest leader epoch (KIP-320)", keeps_newer=True),
}
_2_3 = {
    **_2_2,
    "detection": Rule.sets(f"{_BY_END} (KIP-320)", detection=Detection.epoch_end),
    "fencing": Rule.sets("with the broker's: another one is refused (KIP-320)", fenced=True),
    "start-metadata": Rule.sets("none older than the committed leader epoch (KIP-320)", waits=True),
    "committed-position": Rule.sets("if it has a leader epoch", validates_committed=True),
}
_BOTH = Rule.sets(f"{_BY_END}, and in that epoch", detection=Detection.end_and_epoch)
_CHECKED = Rule.sets("those of the leader epoch that the position has", checks_answer=True)
_REPAIRED = {**_2_3, "detection": _BOTH, "late-answer": _CHECKED}


def _protocol(name: str, summary: str, rules: dict[str, Rule]) -> Protocol:
    return Protocol(f"consumer/{name}", summary, FAMILY, rules)


PROTOCOLS = (
    _protocol("2.1", "positions without leader epochs: up to 2.1", _2_1),
    _protocol("2.2", "the same, and metadata do not go back to an older leader: 2.2", _2_2),
    _protocol("2.3", "positions are validated after a change of leader (KIP-320): from 2.3", _2_3),
    _protocol("checks-epoch", "2.3, and the epoch in the leader's answer is compared too: no release's",
              {**_2_3, "detection": _BOTH}),
    _protocol("checks-answers", "2.3, and answers of an earlier leader are dropped: no release's",
              {**_2_3, "late-answer": _CHECKED}),
    _protocol("checks-both", "2.3 with both checks: no release's", _REPAIRED),
    _protocol("by-fetch", "each fetch has the epoch of the last record, as a follower's (KIP-595): no release's",
              {**_2_3, "detection": Rule.sets("a fetch has the epoch of its last record, and the leader compares",
                                              detection=Detection.by_fetch)}),
    _protocol("not-fenced", "checks-epoch, but requests have no leader epoch: no release's",
              {**_2_3, "detection": _BOTH, "fencing": _2_1["fencing"]}),
    _protocol("not-after-restart", "checks-both, but a committed position is taken as valid: no release's",
              {**_REPAIRED, "committed-position": _2_1["committed-position"]}),
    _protocol("any-metadata", "checks-both, but a consumer starts with older metadata than it committed: no release's",
              {**_REPAIRED, "start-metadata": _2_1["start-metadata"]}),
)  # fmt: skip
