"""The bounds of the family `consumer`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Label

UNCLEAN_ELECTION = Fault(
    "a broker outside the ISR is elected", "brokers outside the ISR are elected {} times", 4,
    never="unclean elections are not allowed",
)  # fmt: skip


class PositionsAt(At):
    """The bounds of a model of a consumer's position in a log that may be truncated, and what its rules set."""

    brokers = Bound("replicas of the partition", 2, 2, 3, setting=setting_names.REPLICAS)
    log_size = Bound("records that a log may have", 2, 1, 4)
    elections = fault_budget("times that another replica becomes leader", 2, 4, fault_words.LEADERSHIP_MOVE)
    unclean = fault_budget("how many of these elections may be unclean", 1, 4, UNCLEAN_ELECTION)
    restarts = fault_budget("times that the consumer may restart", 1, 3, fault_words.CONSUMER_CRASH)
    offset_reset = Bound(
        "where the consumer goes on when its position is not in the log; none raises an exception", "none",
        choices=("none", "latest", "earliest"), role="setting", setting=setting_names.OFFSET_RESET,
    )  # fmt: skip
    commits = Bound(
        "what the application commits: the position (auto-commit, commitSync()), or an offset without leader epoch",
        "position", choices=("position", "offset"), role="setting",
    )  # fmt: skip
    fetch_answers = Bound(
        "whether the answer to a fetch may arrive after the consumer heard of another leader", "late",
        choices=("late", "in-time"), role="setting", assumes={"in-time": "an answer is never late"},
    )  # fmt: skip

    detection: Label
    fenced: bool
    keeps_newer: bool
    waits: bool
    checks_answer: bool
    validates_committed: bool
