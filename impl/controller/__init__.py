"""Kafka's controller with ZooKeeper: which broker it is, what it may write, and which controller the brokers obey.

Source: Kafka at the releases that the protocols are named for; each rule names the class. The family `kafka`
has the log and its records; here a partition is its leader, its leader epoch and its ISR.
"""

from pathlib import Path

from tidemark.impl.controller import candidates, faults, leadership, replicas
from tidemark.impl.controller.bounds import ControllerAt
from tidemark.impl.controller.cluster import CanWrite, cluster_type, initial_cluster
from tidemark.impl.controller.promises import PROMISES
from tidemark.impl.controller.telling import LOSSES, STORIES
from tidemark.spec import Family, Inquiry, Protocol, Rule, Telling

RULES = {
    "registration": "how a broker becomes the controller, and gets a controller epoch",
    "expiry": "what a controller does whose session has expired",
    "node-write": "when ZooKeeper takes a controller's write of the partition's node",
    "obey": "whether brokers refuse an older controller epoch",
    "broker-epoch": "whether requests name the session of their recipient",
}

FAMILY = Family(
    name="controller",
    at=ControllerAt,
    rules=RULES,
    promises=PROMISES,
    state=cluster_type,
    initial=initial_cluster,
    actions=(
        *RULES,
        candidates.controller_resigns,
        *leadership.SHARED,
        *replicas.SHARED,
        *faults.FAULTS,
    ),
    telling=Telling(STORIES, losses=LOSSES, tells_all=True),
    pins=Path(__file__).with_name("pins.toml"),
    scenarios=Path(__file__).with_name("scenarios"),
    inquiry=Inquiry(
        steps=tuple(
            {"brokers": brokers, "controller-epochs": epochs, "leader-epochs": epochs}
            for brokers, epochs in ((2, 2), (2, 3), (3, 3))
        ),
    ),
)


_0_10_2 = {
    "registration": Rule(
        candidates.BY_THREE_REQUESTS_0_10_2,
        "by three requests to ZooKeeper; one whose epoch is refused goes on with the epoch that it read",
    ),
    "expiry": Rule.sets("it goes on, with its new session, until it is told", expiry_first=False),
    "node-write": Rule.sets("if nobody has written it since it was read", can_write=CanWrite.versioned),
    "obey": Rule.sets("yes", epoch_checked=True),
    "broker-epoch": Rule.sets("no: whoever has the address takes them", broker_epochs=False),
}
_1_1 = {
    **_0_10_2,
    "registration": Rule(
        candidates.BY_THREE_REQUESTS,
        "by three requests to ZooKeeper; one whose epoch is refused deletes /controller",
    ),
    "expiry": Rule.sets("it gives up its role before it has a new session", expiry_first=True),
}
_2_1 = {
    **_1_1,
    "registration": Rule(
        candidates.BY_ONE_TRANSACTION, "by one transaction, with the epoch that it has read before"
    ),
    "node-write": Rule.sets(
        "if nobody has written it since it was read, and its controller epoch is still the newest",
        can_write=CanWrite.fenced,
    ),
}
_2_2 = {**_2_1, "broker-epoch": Rule.sets("yes: a newer session refuses them (KIP-380)", broker_epochs=True)}

PROTOCOLS = (
    Protocol("controller/0.10.2", "registered by three requests; a controller outlives its session: up to 1.0",
             FAMILY, _0_10_2),
    Protocol("controller/1.1", "registered by three requests; the session's end is handled first: up to 2.0",
             FAMILY, _1_1),
    Protocol("controller/2.1", "registered and fenced by the controller epoch in ZooKeeper (KAFKA-6082)",
             FAMILY, _2_1),
    Protocol("controller/2.2", "with broker epochs in requests (KIP-380): up to the last release with ZooKeeper",
             FAMILY, _2_2),
    Protocol("controller/any-epoch", "2.2, but brokers obey whatever controller: no release's",
             FAMILY, {**_2_2, "obey": Rule.sets("no: they obey any", epoch_checked=False)}),
    Protocol("controller/blind-write", "2.2, but the partition's node is written unconditionally: no release's",
             FAMILY, {**_2_2, "node-write": Rule.sets("always", can_write=CanWrite.unconditional)}),
    Protocol("controller/blind-epoch", "2.2, but the controller epoch is raised unconditionally: no release's",
             FAMILY,
             {**_2_2, "registration": Rule(candidates.BLINDLY, "by three requests, the last of them unconditional")}),
)  # fmt: skip
