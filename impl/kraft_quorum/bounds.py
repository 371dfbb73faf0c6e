"""The bounds of the family `kraft`, and the settings of its rules."""

from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Label


class KraftAt(At):
    """The bounds of a model of the KRaft quorum, and what its rules set."""

    servers = Bound("servers of the quorum, all of them voters at first, except the observers", 3, 1, 5)
    max_epoch = Bound("the last epoch; there is no leader in epoch 0", 2, 1, 6, spare=1)
    log_size = Bound("records that a log can hold", 2, 1, 6)
    observers = Bound("how many of the servers only fetch at first, as brokers do", 0, 0, 2, role="setting")
    restarts = fault_budget("how often servers restart", 0, 4, fault_words.RESTART)
    changes = fault_budget(
        "how often leaders take a voter out or back in", 0, 4,
        Fault("the voters change", "the voters change {} times", 2),
    )  # fmt: skip

    commit: Label
    sends_late: bool
    leaves_epoch: bool
