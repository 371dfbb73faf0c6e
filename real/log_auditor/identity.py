"""To which topic and which brokers a partition belongs: by its topic ids, its directories and the metadata log.

A broker that is down, paused or about to start may have a topic that was deleted, or deleted and made again under its
name. Then its topic id is not that of the metadata log, and its records are not those of the other replicas. If it has
records that they have too, it is the same topic, and the id beside the log is damaged.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tidemark.real.log_auditor import reading
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.replica_files import EPOCH_CACHE, METADATA
from tidemark.real.log_auditor.segment import BLOCK, hashes
from tidemark.real.storage.directories import METADATA_LOG
from tidemark.real.storage.names import file_name
from tidemark.spec.families.audits import AuditFinding


def of_another_topic(replicas: Sequence[ReplicaOnDisk]) -> list[ReplicaOnDisk]:
    """The replicas of a topic that was deleted, or made again, whose broker does not know it yet."""
    return [replica for replica in replicas if _is_of_another_topic(replica, replicas)]


def _is_of_another_topic(replica: ReplicaOnDisk, replicas: Sequence[ReplicaOnDisk]) -> bool:
    """Whether the topic was deleted or made again, and the broker does not know yet: it is down, paused, or starts.

    A new topic has every broker in its ISR that is thought to be up, and commits nothing without them.
    """
    assigned, own_id = replica.task.assigned, replica.fact.topic_id
    if assigned is None:
        return bool(replica.task.metadata) and replica.task.group != METADATA_LOG
    if own_id is None or own_id == assigned.topic_text or is_damaged_id(replica, replicas):
        return False
    of_topic = [peer for peer in replicas if peer.fact.topic_id == assigned.topic_text]
    may_need = replica.task.is_settled if not of_topic else any(peer.task.high_watermark for peer in of_topic)
    alike = [peer for peer in replicas if peer.fact.topic_id == own_id and peer.task.is_settled]
    if replica.task.moment.is_moving and replica.task.moment.may_predate(assigned.since):
        return True
    return not (may_need and any(peer.is_eligible for peer in [replica, *alike]))


def is_damaged_id(replica: ReplicaOnDisk, replicas: Sequence[ReplicaOnDisk]) -> bool:
    """Whether the id beside the log is not that of the metadata log, and its records are those of that topic."""
    assigned = replica.task.assigned
    if assigned is None or replica.fact.topic_id in (None, assigned.topic_text):
        return False
    of_topic = [peer for peer in replicas if peer.fact.topic_id == assigned.topic_text]
    return any(_shares_records(replica, peer) for peer in of_topic)


def _shares_records(replica: ReplicaOnDisk, peer: ReplicaOnDisk) -> bool:
    """Whether two replicas have a batch in common: its offset, its epoch and its checksum."""
    if not (replica.is_whole and peer.is_whole and replica.filled and peer.filled):
        return False
    low, high = max(replica.start, peer.start), min(replica.end, peer.end)
    for block in sorted({low // BLOCK, max(high - 1, low) // BLOCK}) if low < high else ():
        rows = [reading.batches(source, block) for source in (replica, peer)]
        if all(row is not None for row in rows) and np.isin(hashes(rows[0]), hashes(rows[1])).any():
            return True
    return False


def check(
    group: str, replicas: Sequence[ReplicaOnDisk], others: Sequence[ReplicaOnDisk]
) -> list[AuditFinding]:
    """Check that each replica belongs to this topic and to its broker. others: the replicas of another topic."""
    problems = {replica.task.number: replica.task.problems() for replica in replicas}
    for replica in others:
        problems[replica.task.number].add("left-directory", group, None, "of a topic that was deleted")
    replicas = [replica for replica in replicas if replica not in others]
    _compare_ids(replicas, problems)
    seen: dict[str, ReplicaOnDisk] = {}
    for replica in replicas:
        collected = problems[replica.task.number]
        _check_topic_id(replica, replicas, collected)
        _check_remote(replica, collected)
        _check_broker(replica, seen, collected)
        _check_newest_epoch(replica, collected)
    return [finding for collected in problems.values() for finding in collected.findings]


def _compare_ids(replicas: Sequence[ReplicaOnDisk], problems: dict[int, Problems]) -> None:
    """Ids that differ between replicas; an id that differs from the metadata log's is a finding of its replica."""
    replicas = [replica for replica in replicas if not is_damaged_id(replica, replicas)]
    ids = {replica.fact.topic_id for replica in replicas if replica.fact.topic_id}
    if len(ids) > 1:
        message = ", ".join(f"{c.fact.topic_id} at {c.task.name}" for c in replicas if c.fact.topic_id)
        problems[replicas[0].task.number].add("topic-ids-differ", METADATA, None, message)


def _check_topic_id(replica: ReplicaOnDisk, replicas: Sequence[ReplicaOnDisk], problems: Problems) -> None:
    """Compare the topic id in `partition.metadata` with that of the metadata log.

    A broker that runs, or was killed, may not know yet that the topic was made again. It writes the id before the first
    record (`UnifiedLog.maybeFlushMetadataFile`).
    """
    assigned, own_id = replica.task.assigned, replica.fact.topic_id
    if assigned is None:
        return
    expected = assigned.topic_text
    if own_id and own_id != expected and (replica.task.is_settled or is_damaged_id(replica, replicas)):
        problems.add("topic-id", METADATA, None, f"{own_id}, and the metadata log has {expected}")
    if own_id or replica.task.is_open or any(finding.kind == "metadata" for finding in replica.fact.findings):
        return
    if replica.is_whole and (replica.task.is_settled or replica.filled):
        moment, time = replica.task.moment, reading.written_at(replica, replica.start)
        needed_at = None if time is None else max(time, assigned.since)
        is_copied = moment.is_moving and moment.may_predate(needed_at)
        doubt = ", and the file is not there: written meanwhile, or lost" if is_copied else ""
        problems.add(
            "metadata-missing", METADATA, None, f"the metadata log has the topic id {expected}", doubt
        )


def _check_remote(replica: ReplicaOnDisk, problems: Problems) -> None:
    """Report the offsets that tiered storage may have in place of this disk."""
    low, high = replica.task.log_start or 0, replica.segments[0].base if replica.segments else 0
    if replica.task.is_tiered and low < high:
        offsets = f"offset {low}" if low == high - 1 else f"offsets {low} to {high - 1}"
        problems.add("tiered", file_name(high, ".log"), low, f"{offsets} are not on this disk")


def _check_broker(replica: ReplicaOnDisk, seen: dict[str, ReplicaOnDisk], problems: Problems) -> None:
    """Check that its broker should have it, and has it only once. seen: the replicas before it, by broker."""
    broker, assigned, group = replica.task.broker, replica.task.assigned, replica.task.group
    if broker in seen:
        first = seen[broker].task
        is_copied = replica.task.moment.is_moving or first.moment.is_moving
        doubt = ": moved from one to the other meanwhile, or copied by hand" if is_copied else ""
        message = f"broker {broker} has it in {first.data_directory} too"
        problems.add("partition-twice", group, None, message, doubt)
    elif broker is not None:
        seen[broker] = replica
    if assigned and broker is not None and not assigned.is_on(broker):
        kind = "left-directory" if replica.task.is_stray else "not-assigned"
        message = f"broker {broker} has it, and its replicas are {list(assigned.replicas)}"
        problems.add(kind, group, None, message)


def _check_newest_epoch(replica: ReplicaOnDisk, problems: Problems) -> None:
    """Report a leader epoch of the log or the cache that no controller began."""
    assigned, moment = replica.task.assigned, replica.task.moment
    if assigned is None:
        return
    cached = (replica.fact.epochs or ()) if replica.task.is_settled else ()
    for epochs, file in ((replica.epochs, replica.task.group), (cached, EPOCH_CACHE)):
        if epochs and epochs[-1][0] > assigned.leader_epoch:
            epoch, offset = epochs[-1]
            is_moving = file != EPOCH_CACHE and moment.is_moving
            is_copied = is_moving and moment.may_predate(reading.written_at(replica, offset))
            doubt = ": it was copied before the log, or is older" if is_copied else ""
            message = f"epoch {epoch}, and the metadata log has epoch {assigned.leader_epoch}"
            problems.add("epoch-ahead", file, offset, message, doubt)
            return
