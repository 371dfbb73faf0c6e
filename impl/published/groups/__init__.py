"""KIP-848, the consumer group protocol with epochs and an assignment by the coordinator: the published model.

Source: `groupprotocol/consumer_group_protocol_kip_848_v2.tla` of `Vanlightly/kafka-tlaplus`, state for state. Kafka 3.9
differs (`GroupMetadataManager.throwIfConsumerGroupMemberEpochIsInvalid`): a member of a wrong epoch is refused and
stays a member until its session times out, and a heartbeat that repeats the epoch before is taken if it owns nothing
beyond its assignment, since the last response may be lost.
"""

from pathlib import Path

from tidemark.impl.published.groups import clients, commits, coordinator
from tidemark.impl.published.groups.bounds import Kip848At
from tidemark.impl.published.groups.progress import FAIRNESS, PROGRESS
from tidemark.impl.published.groups.promises import PROMISES
from tidemark.impl.published.groups.state import group_type, initial_group
from tidemark.impl.published.groups.telling import Kip848Telling
from tidemark.spec import Family, Protocol, Rule

RULES = {
    "epoch-check": "whether a heartbeat of another epoch than the member's is fenced",
    "commit-check": "whether an offset commit of another epoch than the member's is refused",
    "partition-epochs": "which epoch a partition has that its member need not give up after all",
    "assigning": "when a member gets a partition that another one had",
}

ACTIONS = (
    clients.send_heartbeat, coordinator.accept_heartbeat, clients.receive_success,
    clients.complete_reconciliation, coordinator.refuse_heartbeat, clients.receive_error,
    coordinator.expire_dead_member,
)  # fmt: skip
COMMITS = (commits.send_commit, commits.take_commit)
PERTURBED = (
    clients.start_leaving, clients.complete_leaving, coordinator.accept_leaving, clients.crash,
    coordinator.expire_live_member,
)  # fmt: skip


FAMILY = Family(
    name="kip-848",
    at=Kip848At,
    rules=RULES,
    promises=(*PROMISES, *PROGRESS),
    fairness=FAIRNESS,
    state=group_type,
    initial=initial_group,
    actions=(
        *ACTIONS,
        lambda at: COMMITS if at.commits else (),
        lambda at: PERTURBED if at.perturbations else (),
    ),
    telling=Kip848Telling(),
    pins=Path(__file__).with_name("pins.toml"),
)


PUBLISHED = {
    "epoch-check": Rule.sets("yes, and its member is removed", checks_epoch=True),
    "commit-check": Rule.sets("yes", checks_commit_epoch=True),
    "partition-epochs": Rule.sets("that of its member", forgets_returned=False),
    "assigning": Rule.sets("once that one has said that it no longer owns it", waits_for_release=True),
}

PROTOCOLS = (
    Protocol("kip-848/published", "the published model: epochs fence, and partitions are released", FAMILY,
             PUBLISHED),
    Protocol("kip-848/assign-at-once", "a partition is assigned before its owner has released it", FAMILY,
             {**PUBLISHED, "assigning": Rule.sets("at once", waits_for_release=False)}),
    Protocol("kip-848/before-kafka-16147", "the coordinator forgets who has a partition: 3.7.0 and 3.7.1", FAMILY,
             {**PUBLISHED, "partition-epochs": Rule.sets("none", forgets_returned=True)},
             defaults={"max-epoch": 4, "member-ids": 3, "perturbations": 1}),
    Protocol("kip-848/no-commit-check", "an offset commit is taken in whatever epoch", FAMILY,
             {**PUBLISHED, "commit-check": Rule.sets("no", checks_commit_epoch=False)},
             defaults={"commits": 1}),
    Protocol("kip-848/no-epoch-check", "a heartbeat is taken in whatever epoch", FAMILY,
             {**PUBLISHED, "epoch-check": Rule.sets("no", checks_epoch=False)}),
)  # fmt: skip
