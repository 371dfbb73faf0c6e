"""When a follower lags, as rules of any release: `--with shrink=lag/0.8`.

In 0.8 a follower left the ISR if it had not fetched for `replica.lag.time.max.ms`, or if its log end was more than
`replica.lag.max.messages` behind. From 0.9 on one condition is left: it has not been at the leader's log end for that
time (KAFKA-1546). Each of the two of 0.8 can be checked alone. `--lagging slow` and `no` say what followers do.
"""

from tidemark.impl.kafka.family import FAMILY
from tidemark.impl.kafka.releases import KAFKA_0_10_2
from tidemark.impl.kafka.settings import Shrinks
from tidemark.spec import Label, Protocol, Rule


def _lag(name: str, summary: str, rule: str, shrinks: Label) -> Protocol:
    return Protocol(
        f"lag/{name}",
        f"Kafka 0.10.2, and {summary}",
        FAMILY,
        {**KAFKA_0_10_2, "shrink": Rule.sets(rule, shrinks=shrinks)},
        defaults={"checkpoint": "lazy"},
    )


PROTOCOLS = (
    _lag("0.8", "both conditions of 0.8 for a follower that lags",
         "when it has not fetched for long, or is more than replica.lag.max.messages behind",
         Shrinks.no_fetch_or_records),
    _lag("by-records", "the number of records alone decides which follower lags",
         "when it is more than replica.lag.max.messages behind", Shrinks.by_records),
    _lag("no-fetch", "a follower lags that has not fetched for long, however far behind it is",
         "when it has not fetched for long", Shrinks.no_fetch),
)  # fmt: skip
