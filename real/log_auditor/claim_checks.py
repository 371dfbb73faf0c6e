"""Compares what coordinators claim about a partition with its copies.

The best copy decides: the longest one of those that may be elected, by the metadata log, or of all where there is none.
What a group has read was committed, so each of those copies must have it. If none of them is among the directories,
nothing is known. What was claimed after the copies were made is not missing there (`moments`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tidemark.real.log_auditor.claims import NO_ID, ONGOING, OffsetClaim, PartitionClaims
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.share_state import NO_START, ShareState
from tidemark.real.storage.names import file_name
from tidemark.spec.families.audits import AuditFinding

COPIED = "; claimed after the log was copied, or its last records are lost"


def check(replicas: Sequence[ReplicaOnDisk], whole: Sequence[ReplicaOnDisk]) -> list[AuditFinding]:
    """What the coordinators' claims say of a partition. whole: the replicas that can be compared."""
    with_claims = [replica for replica in whole if replica.task.claims and replica.segments]
    if len([replica for replica in replicas if replica.segments]) != len(with_claims):
        return []  # something could not be read
    is_known = any(replica.task.assigned for replica in with_claims)
    able = [replica for replica in with_claims if replica.is_eligible] if is_known else with_claims
    if not able:
        return []
    best = max(able, key=lambda replica: replica.end)
    check = _ClaimCheck(best, min(map(_start, able)), best.task.problems())
    check.check_offsets()
    check.check_shares()
    check.check_transactions()
    check.check_remote()
    return check.problems.findings


def _start(replica: ReplicaOnDisk) -> int:
    """The log start offset, in remote storage too."""
    return (replica.task.log_start or 0) if replica.task.is_tiered else replica.log_start


@dataclass
class _ClaimCheck:
    """The best copy of a partition, and the least log start offset of all that are able to lead."""

    best: ReplicaOnDisk
    start: int
    problems: Problems

    @property
    def claims(self) -> PartitionClaims:
        assert self.best.task.claims is not None
        return self.best.task.claims

    @property
    def topic_id(self) -> str | None:
        assigned = self.best.task.assigned
        return assigned.topic_text if assigned else self.best.fact.topic_id

    def _add(self, kind: str, offset: int | None, message: str, time: int | None = None) -> None:
        """Add damage. time: when it was claimed."""
        is_moving = self.claims.is_moving or self.best.task.moment.is_moving
        may_be_copied = self.best.may_lack(time) if time is not None else is_moving
        file = self.best.file_at(self.best.end if offset is None else offset)
        self.problems.add(kind, file, offset, message, COPIED if may_be_copied else "")

    def check_offsets(self) -> None:
        """Compare the offsets of consumer groups with both ends of the log."""
        below = list[OffsetClaim]()
        for claim in self.claims.offsets:
            if not self._is_of_topic(claim):
                continue
            if claim.offset > self.best.end:
                message = (
                    f"group {claim.group!r} has committed {claim.offset}: the log ends at {self.best.end}"
                )
                self._add("offset-past-end", self.best.end, message, claim.time)
            elif claim.offset < self.start:
                below.append(claim)
        self.problems.add_each(
            "offset-below-start",
            self.best.file_at(self.start),
            below,
            lambda claim: (
                self.start,
                f"group {claim.group!r} has committed {claim.offset}: the log begins at {self.start}",
            ),
        )

    def _is_of_topic(self, claim: OffsetClaim) -> bool:
        """Whether it is of this topic, and not of one that had its name before."""
        if claim.topic_id != NO_ID and self.topic_id:
            return claim.topic_id == self.topic_id
        assigned = self.best.task.assigned
        return assigned is None or claim.time >= assigned.since

    def check_shares(self) -> None:
        """Compare the state of share groups with the log."""
        assigned = self.best.task.assigned
        for state in self.claims.shares:
            fault = state.fault
            if not fault and assigned and state.leader_epoch > assigned.leader_epoch:
                fault = f"leader epoch {state.leader_epoch}, and the metadata log has {assigned.leader_epoch}"
            if fault:
                self._add("share-state", state.start, f"share group {state.group!r}: {fault}", state.time)
            self._check_share_offsets(state)

    def _check_share_offsets(self, state: ShareState) -> None:
        furthest = max(state.start, state.end)
        if furthest > self.best.end:
            begins = f"begins at {state.start}" if state.start >= state.end else f"goes on to {state.end - 1}"
            message = f"share group {state.group!r} {begins}: the log ends at {self.best.end}"
            self._add("share-past-end", self.best.end, message, state.time)
        elif NO_START < state.start < self.start:
            message = f"share group {state.group!r} begins at {state.start}: the log begins at {self.start}"
            self.problems.add("offset-below-start", self.best.file_at(self.start), self.start, message)

    def check_transactions(self) -> None:
        """Compare the transactions that are open in the log with those that a coordinator has open."""
        owners = {transaction.producer for transaction in self.claims.transactions}
        begun = self.best.open_transactions
        for producer, first in sorted(begun.items(), key=lambda pair: pair[1]):
            if (
                producer not in owners
                and self.claims.knows_owners
                and first >= self.best.task.compacted_until
            ):
                message = f"producer {producer} has a transaction open since offset {first}, and no coordinator has it"
                self._add("hanging-transaction", first, message)
        for transaction in self.claims.transactions:
            if transaction.status == ONGOING and transaction.producer not in begun:
                message = f"transactional id {transaction.identity!r}, producer {transaction.producer}"
                file = self.best.file_at(self.best.end)
                self.problems.add("transaction-without-records", file, self.best.end, message)

    def check_remote(self) -> None:
        """Look for offsets that are neither in remote storage nor on the disk."""
        if not (self.best.task.is_tiered and self.claims.knows_remote):
            return
        segments = [segment for segment in self.claims.remote if segment.topic_id == self.topic_id]
        local = self.best.segments[0].base
        position = max(self.start, min((segment.first for segment in segments), default=self.start))
        for segment in sorted(segments, key=lambda segment: segment.first):
            if position < min(segment.first, local):
                self._add_gap(position, min(segment.first, local))
            position = max(position, segment.last + 1)
        if position < local:
            self._add_gap(position, local)

    def _add_gap(self, low: int, high: int) -> None:
        message = f"offsets {low} to {high - 1} are neither on the disk nor in remote storage"
        file = file_name(self.best.segments[0].base, ".log")
        is_moving = self.claims.is_moving or self.best.task.moment.is_moving
        self.problems.add("remote-gap", file, low, message, COPIED if is_moving else "")
