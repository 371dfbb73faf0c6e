"""The bounds of the family `delivery`, and the settings of its rules."""

from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Label


class DeliveryAt(At):
    """The bounds of a model of delivery to a sink, and what its rules set."""

    records = Bound("records of the partition", 2, 1, 6)
    consumers = Bound("consumers of the group, of which one has the partition", 2, 1, 4)
    crashes = fault_budget("consumers that may crash", 1, 4, fault_words.CONSUMER_CRASH)
    takeovers = fault_budget(
        "consumers that may be replaced while they run", 1, 4,
        Fault("a consumer is replaced while it runs", "consumers are replaced {} times while they run", 1),
    )  # fmt: skip

    commit: Label
    offsets: Label
    fenced: bool
    sink: Label
    own_store: Label
