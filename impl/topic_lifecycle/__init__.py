"""Topics that are created, deleted, and created again under the same name, by the controller with ZooKeeper.

Only in this family may a broker have the log of another topic than the one in a request. Source: Kafka at the releases
that the protocols are named for; each action names the class.
"""

from pathlib import Path

from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.impl.topic_lifecycle.bounds import LifecycleAt
from tidemark.impl.topic_lifecycle.promises import PROMISES
from tidemark.impl.topic_lifecycle.steps import STEPS
from tidemark.impl.topic_lifecycle.telling import STORIES, arrows_of, picture_of
from tidemark.impl.topic_lifecycle.topic import LifecycleTopic, initial_topic, topic_type
from tidemark.spec import Family, Inquiry, Protocol, Rule


def _beginning(view: LifecycleTopic) -> str:
    """Which brokers are up."""
    return f"Brokers {view.live()} are up. There is no topic yet."


RULES = {
    "deletion": "when a topic that is deleted is gone from ZooKeeper",
    "topic-identity": "how a broker knows the topic of a log",
}

FAMILY = Family(
    name="topics",
    at=LifecycleAt,
    rules=RULES,
    promises=PROMISES,
    state=topic_type,
    initial=initial_topic,
    actions=STEPS,
    telling=SentenceTelling(STORIES, picture_of, _beginning, arrows_of),
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(steps=tuple({"brokers": brokers, "records": 1} for brokers in (1, 2, 3))),
)

_2_7 = {
    "deletion": Rule.sets("once every replica is deleted, also those of brokers that are down", waits=True),
    "topic-identity": Rule.sets("by its name", by_id=False),
}
_BY_ID = Rule.sets("by its id, which the log has too (KIP-516)", by_id=True)
_AT_ONCE = Rule.sets("at once", waits=False)

PROTOCOLS = (
    Protocol("topics/2.7", "a deletion waits for every replica: up to 2.7", FAMILY, _2_7),
    Protocol("topics/2.8", "and topics have ids (KIP-516): from 2.8", FAMILY, {**_2_7, "topic-identity": _BY_ID}),
    Protocol("topics/at-once", "2.7, but a deleted topic is gone at once: no release's with ZooKeeper",
             FAMILY, {**_2_7, "deletion": _AT_ONCE}),
    Protocol("topics/at-once-ids", "2.8, but a deleted topic is gone at once: no release's with ZooKeeper",
             FAMILY, {"deletion": _AT_ONCE, "topic-identity": _BY_ID}),
)  # fmt: skip
