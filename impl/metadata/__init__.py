"""Metadata on their way from the controller to brokers, and from brokers to a client with perhaps older metadata.

Other families can't express it: `controller` has no clients, and in `kafka` a producer needs no metadata to find a
broker that believes that it leads. Source: Kafka at the releases that the protocols are named for; each action names
the class.
"""

from pathlib import Path

from tidemark.impl.metadata import brokers, clients
from tidemark.impl.metadata.bounds import MetadataAt
from tidemark.impl.metadata.cluster import cluster_type, initial_cluster
from tidemark.impl.metadata.promises import PROMISES
from tidemark.impl.metadata.telling import STORIES, arrows_of, picture_of
from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.spec import Family, Inquiry, Protocol, Rule

RULES = {
    "non-leader": "whether a broker that does not lead takes a record",
    "look-up": "what a producer does whose record was refused",
    "update-metadata": "to which brokers the controller sends metadata",
    "older-metadata": "whether a client takes metadata of an older leader epoch than it knows",
}

FAMILY = Family(
    name="metadata",
    at=MetadataAt,
    rules=RULES,
    promises=PROMISES,
    state=cluster_type,
    initial=initial_cluster,
    actions=(*clients.CLIENTS, *brokers.BROKERS),
    telling=SentenceTelling(
        STORIES,
        picture_of,
        lambda _: "Broker 0 leads epoch 1. Every broker and the producer know it.",
        arrows_of,
    ),
    pins=Path(__file__).with_name("pins.toml"),
    scenarios=Path(__file__).with_name("scenarios"),
    inquiry=Inquiry(
        steps=tuple({"brokers": brokers, "replicas": 2, "records": 1} for brokers in (2, 3)),
    ),
)

_2_1 = {
    "non-leader": Rule.sets("no: it answers NOT_LEADER_FOR_PARTITION", refuses=True),
    "look-up": Rule.sets("it asks any broker who leads, and sends the record again", asks_again=True),
    "update-metadata": Rule.sets("to all that live", to_all=True),
    "older-metadata": Rule.sets("yes: metadata have no leader epoch for clients", keeps_newer=False),
}
_2_2 = {
    **_2_1,
    "older-metadata": Rule.sets("no: it keeps the newest leader epoch (KIP-320)", keeps_newer=True),
}

PROTOCOLS = (
    Protocol("metadata/2.1", "a client takes what it is told, also if it is older: up to 2.1", FAMILY, _2_1),
    Protocol("metadata/2.2", "a client keeps the newest leader epoch that it was told (KIP-320)", FAMILY, _2_2),
    Protocol("metadata/anyone-answers", "2.2, but a broker that does not lead takes records too: no release's", FAMILY,
             {**_2_2, "non-leader": Rule.sets("yes, and acknowledges it", refuses=False)}),
    Protocol("metadata/never-again", "2.2, but a refused producer does not look up who leads: no release's", FAMILY,
             {**_2_2, "look-up": Rule.sets("it sends the record to the same broker again", asks_again=False)}),
    Protocol("metadata/to-replicas", "2.2, but metadata go to the partition's replicas alone: no release's", FAMILY,
             {**_2_2, "update-metadata": Rule.sets("to those with a replica of the partition", to_all=False)}),
)  # fmt: skip
