"""What comes of every record in the end, and which steps are fair: whoever has a record answers."""

from __future__ import annotations

from tidemark.impl.share_group.state import ShareGroup
from tidemark.spec import Truth, all_of, eventually_always, fair

NAMED = "a promise about runs: docs/progress.md"

FAIRNESS = (
    fair("producer_appends"), fair("leader_reads_state"), fair("member_fetches", each=False),
    fair("member_answers", each=("epoch", "me", "record")), fair("leader_releases"), fair("late_write_arrives"),
)  # fmt: skip
"""Weak. A member that has a record accepts, releases or rejects it."""


@eventually_always(only_named=NAMED, broken="A record is never complete")
def all_complete(g: ShareGroup) -> Truth:
    """In the end the leader has every record as complete, for ever: below its start offset, or above it."""
    mine = g.partitions[g.leader]
    return mine.is_active & all_of(
        (record < mine.start_offset) | mine.in_flight[record].is_complete
        for record in g.record_fates.indices()
    )


PROGRESS = (all_complete,)
