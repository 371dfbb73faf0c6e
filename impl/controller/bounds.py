"""The bounds of the family `controller`, and the settings of its rules."""

from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Label


class ControllerAt(At):
    """The bounds of a model of the controller with ZooKeeper, and what its rules set."""

    brokers = Bound("brokers; each has a replica of the partition, and may be the controller", 2, 1, 4)
    controller_epochs = Bound("the largest controller epoch; the first is 1", 2, 1, 6)
    leader_epochs = Bound("the largest leader epoch; the first is 1", 2, 1, 6)
    expiries = fault_budget(
        "sessions with ZooKeeper that may expire", 1, 4,
        Fault("a session with ZooKeeper expires", "{} sessions with ZooKeeper expire", 2),
    )  # fmt: skip
    deletions = fault_budget(
        "times that an operator may delete /controller", 1, 4,
        Fault("an operator deletes /controller", "an operator deletes /controller {} times", 3),
    )  # fmt: skip
    restarts = fault_budget(
        "brokers that may restart", 0, 4, Fault("a broker restarts", "brokers restart {} times", 1)
    )
    moves = fault_budget(
        "leadership that may be moved away from a live leader", 1, 4, fault_words.LEADERSHIP_MOVE
    )
    isr_changes = fault_budget(
        "changes of the ISR by a leader", 0, 4,
        Fault("a leader changes the ISR", "leaders change the ISR {} times", 1),
    )  # fmt: skip

    expiry_first: bool
    can_write: Label
    epoch_checked: bool
    broker_epochs: bool
