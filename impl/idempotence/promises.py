"""What an idempotent producer is promised (KIP-98): each record is in the log once, in order, and none is missing."""

from tidemark.impl.idempotence.session import ProducerSession, Stage
from tidemark.spec import Truth, all_of, any_of, implies, not_, promise


@promise
def no_duplicate(s: ProducerSession) -> Truth:
    """No record is in the log twice (KIP-98)."""
    return all_of(
        implies(s.log.has_offset(j), s.log[i].record != s.log[j].record)
        for j in range(s.log.capacity)
        for i in range(j)
    )


@promise
def order_kept(s: ProducerSession) -> Truth:
    """Records are in the log in the order in which they were sent, not counting later copies (KIP-98)."""
    conditions = []
    for j in range(s.log.capacity):
        copy = any_of(s.log[i].record == s.log[j].record for i in range(j))
        later = any_of(s.log[i].record > s.log[j].record for i in range(j))
        conditions.append(implies(s.log.has_offset(j), copy | not_(later)))
    return all_of(conditions)


@promise
def no_gap(s: ProducerSession) -> Truth:
    """A record is in the log only if all before it are, but for those that the application was told have failed."""
    return all_of(
        implies(s.log.contains(record), s.log.contains(earlier) | (s.batches[earlier].stage == Stage.failed))
        for record in s.records()
        for earlier in range(record)
    )


@promise
def acknowledged_is_committed(s: ProducerSession) -> Truth:
    """An acknowledged record is in the log, below what is committed (acks=all)."""
    return all_of(
        implies(
            s.batches[record].stage == Stage.acknowledged,
            any_of((k < s.committed) & (s.log[k].record == record) for k in range(s.log.capacity)),
        )
        for record in s.records()
    )


@promise
def answered_with_its_offset(s: ProducerSession) -> Truth:
    """The offset that a leader will answer with is one of that record, also where it drops a duplicate."""
    is_there = s.log.has_offset(s.awaited - 1) & (s.log[s.awaited - 1].record == s.requests[0].record)
    return implies(s.awaited > 0, is_there)


PROMISES = (no_duplicate, order_kept, no_gap, acknowledged_is_committed, answered_with_its_offset)
