"""The bounds of the family `reassignment`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Label


class ReassignmentAt(At):
    """The bounds of a model of reassignments, and what its rules set."""

    brokers = Bound("brokers; those without a replica have just joined", 3, 2, 4)
    replicas = Bound("replicas of the partition", 2, 1, 3, setting=setting_names.REPLICAS)
    records = Bound("records that a producer sends, with acks=all", 1, 1, 3)
    reassignments = fault_budget(
        "times that a replica is moved to another broker", 1, 3,
        Fault("a replica is moved to another broker", "replicas are moved {} times", 1),
    )  # fmt: skip
    crashes = fault_budget("brokers that may fail", 0, 2, fault_words.BROKER_FAILURE)
    late = fault_budget(
        "StopReplica requests that are sent twice", 0, 2,
        Fault("a StopReplica request is sent twice", "{} StopReplica requests are sent twice", 3),
    )  # fmt: skip

    waits: bool
    successor: Label
    stop_has_epoch: bool
