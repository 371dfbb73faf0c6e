"""The controller's changes of a partition: each records an ISR, and elects a leader where one is needed."""

from tidemark.impl.elections.recovery import last_known_eligible, recover
from tidemark.impl.elections.registration import ElectionPartition
from tidemark.impl.shared import partition_change
from tidemark.impl.shared.replicas import first_of
from tidemark.spec import Identity, IdSet, none, require, where


def record_isr(p: ElectionPartition, isr: IdSet, unclean: Identity = none) -> ElectionPartition:
    """The partition after the controller has recorded another ISR, and has elected a leader if it needs one.

    isr: the target ISR. unclean: a broker that ended without a clean shutdown, which leaves the ELR too.
    The new leader hears of this change, and so of all changes before it.
    """
    elected = partition_change.change_partition(
        p, isr, p.settings, p.active(), p.is_large_enough, first_of, unclean
    )
    elected = recover(elected.but(last_elr=last_known_eligible(p, isr, unclean)))
    heard = elected.but(heard=where(p.settings.late, p.min_isr, p.heard))
    return where(elected.leader == p.leader, heard, heard.but(owed=p.owed.type.default))


def request_isr(p: ElectionPartition, isr: IdSet) -> ElectionPartition:
    """The partition after the controller has answered the leader with another ISR; the answer has nothing else.

    Source: `AlterPartition`, whose answer comes apart from the metadata.
    """
    require(
        p.settings.asks_blindly | (p.goes_by() == p.min_isr), "the leader goes by the controller's number"
    )
    return record_isr(p, isr).but(heard=p.heard)
