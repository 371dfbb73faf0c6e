"""The bounds of the family `topics`, and the settings of its rules."""

from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault


class LifecycleAt(At):
    """The bounds of a model of topics that are deleted and created again, and what its rules set."""

    brokers = Bound("brokers; those that are up get a replica", 2, 1, 4)
    records = Bound("records that a log may have", 1, 1, 3)
    creations = Bound(
        "times that the topic may be made", 2, 1, 3, role="budget",
        fault=Fault("the topic is created again", "the topic is created again {} times", 2),
    )  # fmt: skip
    crashes = fault_budget("brokers that may fail", 1, 3, fault_words.BROKER_FAILURE)

    waits: bool
    by_id: bool
