"""The bounds of the family `replicated-transactions`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Setting

_LACKING = "an elected member of the ISR of {} lacks acknowledged entries"
_DATA, _STATE = "a data partition", "__transaction_state"


class ReplicatedTransactionsAt(At):
    """The bounds of a model of transactions whose partitions fail over, and what its rules set.

    There are two data partitions. The faults of these and of the coordinator's log are counted apart.
    """

    transactions = Bound("transactions that the producer begins", 1, 1, 3)
    replicas = Bound("replicas of each data partition", 2, 2, 3, setting=setting_names.REPLICAS)
    coordinator_replicas = Bound(
        "replicas of __transaction_state", 3, 2, 3, setting=Setting("transaction.state.log.replication.factor")
    )  # fmt: skip
    min_isr = Bound(
        "min.insync.replicas of the data partitions", 1, 1, 3, role="setting", setting=setting_names.MIN_ISR
    )  # fmt: skip
    coordinator_min_isr = Bound(
        "min.insync.replicas of __transaction_state", 2, 1, 3, role="setting",
        setting=Setting("transaction.state.log.min.isr"),
    )  # fmt: skip
    timeouts = fault_budget(
        "transactions that the coordinator may end for they take too long", 1, 2,
        Fault("a transaction times out", "{} transactions time out", 1),
    )  # fmt: skip
    elections = fault_budget(
        "times that another member of the ISR leads a data partition", 1, 3,
        Fault(f"the leadership of {_DATA} moves", "the leadership of data partitions moves {} times", 1,
              never="the leadership of data partitions stays"),
    )  # fmt: skip
    coordinator_elections = fault_budget(
        "times that another member of the ISR leads __transaction_state", 1, 3, fault_words.FAILOVER
    )  # fmt: skip
    restarts = fault_budget(
        "followers that may restart unnoticed; it matters where they cut their logs to the high watermark", 0, 2,
        Fault("a follower restarts unnoticed", "{} followers restart unnoticed", 1),
    )  # fmt: skip
    lacking_elections = fault_budget(
        "times that a member of a data partition's ISR is elected that lacks acknowledged entries", 0, 2,
        Fault(_LACKING.format(_DATA), "{} elected members of the ISR of data partitions lack acknowledged entries", 3,
              never="elected members of the ISR of data partitions have all that is acknowledged"),
    )  # fmt: skip
    coordinator_lacking_elections = fault_budget(
        "times that a member of its ISR is elected for __transaction_state that lacks acknowledged entries", 0, 2,
        Fault(_LACKING.format(_STATE), f"{{}} elected members of the ISR of {_STATE} lack acknowledged entries", 3,
              never=f"elected members of the ISR of {_STATE} have all that is acknowledged"),
    )  # fmt: skip
    power_losses = fault_budget(
        "times that the last member of a data partition's ISR loses power", 0, 2,
        Fault(f"the last member of the ISR of {_DATA} loses power",
              "the last member of the ISR of a data partition loses power, {} times", 2,
              never="no last member of the ISR of a data partition loses power"),
    )  # fmt: skip
    coordinator_power_losses = fault_budget(
        "times that the last member of the ISR of __transaction_state loses power", 0, 2,
        Fault(f"the last member of the ISR of {_STATE} loses power",
              f"the last member of the ISR of {_STATE} loses power, {{}} times", 2,
              never=f"no last member of the ISR of {_STATE} loses power"),
    )  # fmt: skip
    unclean_elections = fault_budget(
        "times that a replica outside the ISR leads a data partition", 0, 2,
        Fault(f"a replica outside the ISR leads {_DATA}", "replicas outside the ISR lead data partitions {} times", 4,
              never="no replica outside the ISR leads a data partition"),
    )  # fmt: skip
    coordinator_unclean_elections = fault_budget(
        "times that a replica outside the ISR leads __transaction_state", 0, 2,
        Fault(f"a replica outside the ISR leads {_STATE}",
              f"replicas outside the ISR lead {_STATE} {{}} times", 5,
              never=f"no replica outside the ISR leads {_STATE}"),
    )  # fmt: skip

    asks: bool
    adds: bool
    bumps: bool
    newer_markers: bool
    marker_acks_all: bool
    log_acks_all: bool
    sends_again: bool
    waits_for_watermark: bool
    cuts_to_watermark: bool
