"""The bounds of the family `elections`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Label


class ElectionsAt(At):
    """The bounds of a model of elections with KRaft, and what its rules set."""

    replicas = Bound("replicas of the partition, each on a broker", 3, 1, 4, setting=setting_names.REPLICAS)
    min_isr = Bound("min.insync.replicas", 2, 1, 4, setting=setting_names.MIN_ISR)
    records = Bound("records that a producer sends, with acks=all", 1, 1, 3)
    crashes = fault_budget("processes that may end", 1, 4, fault_words.CRASH)
    power_losses = fault_budget(
        "machines that may lose power, with what they had not flushed", 1, 4, fault_words.POWER_LOSS
    )
    disk_losses = fault_budget(
        "disks that may fail, each replaced by an empty one", 0, 8, fault_words.DISK_LOSS
    )
    cut_offs = fault_budget(
        "sessions that may end of brokers that are up", 0, 3,
        Fault("a broker is cut off from the controller", "{} brokers are cut off from the controller"),
    )  # fmt: skip
    shutdowns = fault_budget("controlled shutdowns", 0, 3, fault_words.SHUTDOWN)
    departures = fault_budget("brokers that are down and may be gone for good", 0, 3, fault_words.DEPARTURE)
    min_isr_changes = fault_budget(
        "changes of min.insync.replicas", 0, 2,
        Fault("min.insync.replicas is changed",
              "min.insync.replicas is changed {} times", 1, never="min.insync.replicas stays"),
    )  # fmt: skip
    late_settings = Bound(
        "whether a leader may hear of a new min.insync.replicas after the controller has it", "no",
        choices=("yes", "no"), role="setting",
        fault=Fault("a leader hears late of a new setting", choice="yes"),
    )  # fmt: skip
    unclean = Bound(
        "unclean.leader.election.enable", "no", choices=("yes", "no"), role="setting",
        fault=fault_words.UNCLEAN, setting=setting_names.UNCLEAN,
    )  # fmt: skip

    elr: bool
    elr_lasts: Label
    detected: bool
    last_known: Label
    recovery: Label
    on_change: Label
    below_min_isr: bool
    asks_blindly: bool
