"""Replicas that move to other brokers: added, caught up with, removed and deleted, by the controller with ZooKeeper.

This family stands beside `controller` (which broker is the controller) and `kafka` (what the logs hold): a reassignment
needs a changing set of replicas and the length of each log, and neither of those families has both. Source: Kafka at
the releases that the protocols are named for; each action names the class.
"""

from pathlib import Path

from tidemark.impl.reassignment import replicas, steps
from tidemark.impl.reassignment.bounds import ReassignmentAt
from tidemark.impl.reassignment.partition import Reassignment, Successor, initial_partition, partition_type
from tidemark.impl.reassignment.promises import PROMISES
from tidemark.impl.reassignment.telling import STORIES, arrows_of, picture_of
from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.spec import Family, Inquiry, Protocol, Rule


def _beginning(view: Reassignment) -> str:
    """The replicas at the beginning, and who has none."""
    return f"The replicas are on brokers {view.assigned}, all in sync; broker {view.leader} leads."


RULES = {
    "removal": "when the old replicas go",
    "successor": "who leads after a reassignment, where the leader's replica goes",
    "stop-replica": "which requests to delete a replica a broker obeys",
}

FAMILY = Family(
    name="reassignment",
    at=ReassignmentAt,
    rules=RULES,
    promises=PROMISES,
    state=partition_type,
    initial=initial_partition,
    actions=(*steps.STEPS, *replicas.REPLICAS),
    telling=SentenceTelling(STORIES, picture_of, _beginning, arrows_of),
    pins=Path(__file__).with_name("pins.toml"),
    scenarios=Path(__file__).with_name("scenarios"),
    inquiry=Inquiry(
        steps=tuple(
            {"brokers": brokers, "replicas": replicas, "records": 1}
            for brokers, replicas in ((3, 2), (4, 2), (4, 3))
        ),
    ),
)

_2_5 = {
    "removal": Rule.sets("once all new replicas are in the ISR", waits=True),
    "successor": Rule.sets(
        "the first of the new replicas that lives and is in the ISR", successor=Successor.first_in_isr
    ),
    "stop-replica": Rule.sets("every one of the current controller", stop_has_epoch=False),
}
_2_6 = {
    **_2_5,
    "stop-replica": Rule.sets("one whose leader epoch is newer than its own (KIP-570)", stop_has_epoch=True),
}
_AT_ONCE = {**_2_6, "removal": Rule.sets("as soon as the new ones are told", waits=False)}

PROTOCOLS = (
    Protocol("reassignment/2.5", "old replicas go when the new ones are in the ISR: up to 2.5", FAMILY, _2_5),
    Protocol("reassignment/2.6", "StopReplica requests have a leader epoch (KIP-570): from 2.6", FAMILY, _2_6),
    Protocol("reassignment/at-once", "2.6, but the old replicas go at once: no release's", FAMILY, _AT_ONCE),
    Protocol("reassignment/at-once-any", "2.6, but the old go at once, and any new one leads: no release's", FAMILY,
             {**_AT_ONCE, "successor": Rule.sets("the first of them that lives", successor=Successor.first_alive)}),
    Protocol("reassignment/leader-stays", "2.6, but the leader stays, though its replica goes: no release's", FAMILY,
             {**_2_6, "successor": Rule.sets("nobody: the leader stays", successor=Successor.nobody)}),
)  # fmt: skip
