"""What makes a run of a partition less plain: faults, and changes of leader."""

from typing import Any

from tidemark.spec import Cost, Number, none, where


def isr_shrinks(before: Any, after: Any) -> Number:
    """1 if a member left the ISR, which counts as a fault."""
    return where((before.quorum.isr - after.quorum.isr).is_empty(), 0, 1)


def leader_changes(before: Any, after: Any) -> Number:
    """1 if the partition had a leader, and now has another one or none."""
    was, now = before.quorum.leader, after.quorum.leader
    return where((was != none) & (was != now), 1, 0)


LEADER_CHANGES = Cost("changes of leader", leader_changes)
