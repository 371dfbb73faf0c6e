"""A topic of several partitions: in which order a reader gets what one producer sent.

Every other family has one partition. Source: the clients of Kafka at 1.1 and 2.6; `patches.toml` compares the releases
from 0.11.0.0 to 4.3.1.
"""

from pathlib import Path

from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.impl.topic_order.bounds import TopicOrderAt
from tidemark.impl.topic_order.clients import ACTIONS
from tidemark.impl.topic_order.promises import PROMISES
from tidemark.impl.topic_order.telling import STORIES, arrows_of, picture_of
from tidemark.impl.topic_order.topic import KeyedTopic, Spread, initial_topic, topic_type
from tidemark.spec import Family, Inquiry, Protocol, Rule


def _beginning(view: KeyedTopic) -> str:
    """How many partitions there are."""
    return f"The topic has {view.in_use} partition{'s' * (view.in_use > 1)}. Nothing was sent yet."


RULES = {
    "partitioner": "to which partition a record goes",
    "send-again": "when a record is sent again whose request failed",
}

FAMILY = Family(
    name="partitions",
    at=TopicOrderAt,
    rules=RULES,
    promises=PROMISES,
    state=topic_type,
    initial=initial_topic,
    actions=ACTIONS,
    telling=SentenceTelling(STORIES, picture_of, _beginning, arrows_of),
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(
        steps=tuple(
            {"partitions": partitions, "records": records, "record-keys": 2, "in-flight": 2}
            for partitions, records in ((1, 2), (2, 3))
        ),
    ),
)

_IN_ORDER = Rule.sets("before all later ones: the producer is idempotent", late_again=False)
_BY_KEY = {
    "partitioner": Rule.sets("by its key, and the number of partitions", spread=Spread.by_key),
    "send-again": _IN_ORDER,
}

PROTOCOLS = (
    Protocol("partitions/one", "every record goes to one partition", FAMILY,
             {**_BY_KEY, "partitioner": Rule.sets("to the first one", spread=Spread.one)}),
    Protocol("partitions/by-key", "records of a key go to one partition: Kafka's default for records with a key",
             FAMILY, _BY_KEY),
    Protocol("partitions/in-turn", "records go to each partition in turn: as those without a key, up to 2.3",
             FAMILY, {**_BY_KEY, "partitioner": Rule.sets("to the next one in turn", spread=Spread.in_turn)}),
    Protocol("partitions/sent-again", "sent again behind later records: not idempotent, as by default up to 3.0.0",
             FAMILY, {**_BY_KEY, "send-again": Rule.sets("behind those in flight", late_again=True)}),
)  # fmt: skip
