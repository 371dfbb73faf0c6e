"""The bounds of the family `metadata`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound


class MetadataAt(At):
    """The bounds of a model of metadata on their way to a client, and what its rules set."""

    brokers = Bound("brokers; those without a replica answer look-ups too", 3, 1, 4)
    replicas = Bound("replicas of the partition, all in the ISR", 2, 1, 3, setting=setting_names.REPLICAS)
    records = Bound("records that the producer sends, one at a time", 1, 1, 3)
    moves = fault_budget("times that leadership moves to another replica", 1, 3, fault_words.LEADERSHIP_MOVE)
    acks = Bound(
        "what the producer waits for", "all", choices=("1", "all"), role="setting", setting=setting_names.ACKS
    )
    idempotence = Bound(
        "whether the producer is idempotent: a leader does not append a record twice", "yes",
        choices=("no", "yes"), role="setting", setting=setting_names.IDEMPOTENCE,
    )  # fmt: skip

    refuses: bool
    asks_again: bool
    to_all: bool
    keeps_newer: bool
