"""What all facts of a partition mean together: each replica by itself, then every two of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from tidemark.impl.real.audit import (
    drawing,
    epoch_cache,
    latest_keys,
    log_start,
    producer_history,
    reading,
    standing,
)
from tidemark.impl.real.audit.compare import Difference, differences, truncation
from tidemark.impl.real.audit.problems import Problems
from tidemark.impl.real.audit.replica import METADATA, Replica, ReplicaFact
from tidemark.impl.real.audit.segment import SegmentFact
from tidemark.impl.real.storage.codecs import NAMES
from tidemark.impl.real.storage.directories import METADATA_LOG
from tidemark.impl.real.storage.names import file_name
from tidemark.impl.real.storage.records import Record
from tidemark.spec.audits import LISTED, GroupFindings

COLUMNS = (
    ("broker", "string"), ("directory", "string"), ("segment", "int64"), ("bytes", "int64"), ("first", "int64"),
    ("last", "int64"), ("batches", "int64"), ("records", "int64"), ("formats", "string"), ("codecs", "string"),
    ("latest", "int64"), ("epochs", "string"), ("ended", "string"),
)  # fmt: skip
"""The columns of a segment: what was read of it."""


TAKEN = {"gap", "sequence-gap"}
"""What compaction leaves."""


def settle(group: str, facts: Sequence[Any]) -> GroupFindings:
    """The findings of a partition, a row for each segment, and pictures of where its replicas differ.

    Raises:
        FileNotFoundError: a segment was deleted before it was compared.
    """
    replicas = []
    for fact in sorted((f for f in facts if isinstance(f, ReplicaFact)), key=lambda f: f.task.number):
        own = [f for f in facts if isinstance(f, SegmentFact) and f.replica == fact.task.number]
        replicas.append(Replica(fact, sorted(own, key=lambda f: f.base)))
    settled = GroupFindings()
    for replica in replicas:
        settled.findings += [
            *replica.fact.findings,
            *(x for s in replica.read for x in s.findings if not (replica.turned and x.kind in TAKEN)),
        ]
        _by_itself(replica)
        settled.unread += [
            *replica.fact.unread,
            *replica.unread,
            *(s.unread for s in replica.segments if s.unread),
        ]
        settled.rows += [_row(replica, segment) for segment in replica.segments]
    others = [replica for replica in replicas if _is_of_another_topic(replica, replicas)]
    _identities(group, replicas, others, settled)
    whole = [replica for replica in replicas if replica.is_whole and replica not in others]
    log_start.check(whole)
    settled.findings += [finding for replica in replicas for finding in replica.problems.findings]
    settled.findings += standing.check(whole)
    for one, other in combinations(whole, 2):
        with _reading(settled):
            _pair(group, one, other, whole, settled)
    if whole:
        with _reading(settled):
            _alone(group, whole, settled)
    with _reading(settled):
        settled.findings += latest_keys.check(group, [replica for replica in whole if replica.segments])
    for replica in replicas:
        settled.findings += replica.check_records()
    settled.standings = standing.standings(replicas, whole, settled.findings)
    return settled


@contextlib.contextmanager
def _reading(settled: GroupFindings) -> Iterator[None]:
    """Note a file that can't be read again. The caller handles one that is gone: everything is read again."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        settled.unread.append((str(error.filename), error.strerror or str(error)))


def _by_itself(replica: Replica) -> None:
    replica.check()
    if replica.segments and replica.is_whole:
        epoch_cache.check(replica)
        producer_history.check(replica)


def _is_of_another_topic(replica: Replica, replicas: list[Replica]) -> bool:
    """Whether the topic was deleted or made again, and the broker does not know yet: it is down, paused, or starts.

    A new topic has every broker in its ISR that is thought to be up, and commits nothing without them.
    """
    assigned = replica.task.assigned
    if assigned is None:
        return bool(replica.task.metadata) and replica.task.group != METADATA_LOG
    own = [one for one in replicas if one.fact.topic_id == assigned.topic_text]
    is_other = replica.fact.topic_id is not None and replica not in own
    may_need = replica.task.is_settled if not own else any(one.task.high_watermark for one in own)
    alike = [one for one in replicas if one.fact.topic_id == replica.fact.topic_id and one.task.is_settled]
    return is_other and not (may_need and any(one.is_eligible for one in [replica, *alike]))


def _row(replica: Replica, segment: SegmentFact) -> dict[str, Any]:
    return {
        "broker": replica.task.broker,
        "directory": str(replica.task.directory),
        "segment": segment.base,
        "bytes": segment.size,
        "first": segment.first,
        "last": segment.last,
        "batches": segment.batches,
        "records": segment.records,
        "formats": " ".join(map(str, segment.formats)),
        "codecs": " ".join(NAMES.get(codec, str(codec)) for codec in segment.codecs),
        "latest": segment.latest,
        "epochs": " ".join(f"{epoch}:{offset}" for epoch, offset in segment.epochs),
        "ended": segment.ended,
    }


def _identities(group: str, replicas: list[Replica], others: list[Replica], settled: GroupFindings) -> None:
    """Topic ids, brokers, and what the metadata log says of the partition."""
    problems = {replica.task.number: Problems(group, replica.task.place) for replica in replicas}
    for replica in others:
        problems[replica.task.number].add("left-directory", group, None, "of a topic that was deleted")
    replicas = [replica for replica in replicas if replica not in others]
    ids = {replica.fact.topic_id for replica in replicas if replica.fact.topic_id}
    if len(ids) > 1:
        told = ", ".join(f"{c.fact.topic_id} at {c.task.name}" for c in replicas if c.fact.topic_id)
        problems[replicas[0].task.number].add("topic-ids-differ", "partition.metadata", None, told)
    for replica in replicas:
        _topic_id(replica, problems[replica.task.number])
        _tiered(replica, problems[replica.task.number])
    seen: dict[str, Replica] = {}
    for replica in replicas:
        broker, assigned = replica.task.broker, replica.task.assigned
        if broker in seen:
            told = f"broker {broker} has it in {seen[broker].task.place} too"
            problems[replica.task.number].add("partition-twice", group, None, told)
        elif broker is not None:
            seen[broker] = replica
        if assigned and broker is not None and not assigned.is_on(broker):
            kind = "left-directory" if replica.task.is_stray else "not-assigned"
            told = f"broker {broker} has it, and its replicas are {list(assigned.replicas)}"
            problems[replica.task.number].add(kind, group, None, told)
        epochs = replica.epochs
        if assigned and epochs and epochs[-1][0] > assigned.leader_epoch:
            told = f"epoch {epochs[-1][0]}, and the metadata log has epoch {assigned.leader_epoch}"
            problems[replica.task.number].add("epoch-ahead", group, epochs[-1][1], told)
    settled.findings += [finding for one in problems.values() for finding in one.findings]


def _topic_id(replica: Replica, problems: Problems) -> None:
    """The topic's id beside the log, by that of the metadata log.

    A broker that runs, or was killed, may not know yet that the topic was made again. It writes the id before the first
    record (`UnifiedLog.maybeFlushMetadataFile`).
    """
    assigned, known = replica.task.assigned, replica.fact.topic_id
    if assigned is None or replica.task.is_open:
        return
    wanted = assigned.topic_text
    is_known = bool(known) or any(x.kind == "metadata" for x in replica.fact.findings)
    if known and known != wanted and replica.task.is_settled:
        problems.add("topic-id", METADATA, None, f"{known}, and the metadata log has {wanted}")
    elif not is_known and replica.is_whole and (replica.task.is_settled or replica.filled):
        problems.add("metadata-missing", METADATA, None, f"the metadata log has the topic id {wanted}")


def _tiered(replica: Replica, problems: Problems) -> None:
    """What of the log is not on this disk."""
    low, high = replica.task.log_start or 0, replica.segments[0].base if replica.segments else 0
    if replica.task.is_tiered and low < high:
        problems.add(
            "tiered", file_name(high, ".log"), low, f"{_offsets(low, high - 1)} are not on this disk"
        )


def _pair(group: str, one: Replica, other: Replica, replicas: list[Replica], settled: GroupFindings) -> None:
    problems = Problems(group, one.task.place)
    for found in differences(one, other):
        file = _file(one, found.first)
        offsets = _offsets(found.first, found.last)
        at = f"{offsets}: {_said(one, found.one)}; {_said(other, found.other)}"
        fates = [] if found.kind == "copies-disagree" else _fates(one, other, found.first)
        problems.add(found.kind, file, found.first, "; ".join([at, *fates]), **_details(one, other, found))
        drawn = {known.title for known in settled.drawings}
        if len(drawn) < drawing.MOST and drawing.title(group, offsets) not in drawn:
            settled.drawings.append(drawing.draw(group, replicas, found.first, offsets))
        if len(problems.found) >= 3 * LISTED:
            break
    settled.findings += problems.findings


def _details(one: Replica, other: Replica, found: Difference) -> dict[str, Any]:
    return {
        "last": found.last,
        "records": found.count,
        "other": other.task.place,
        "high_watermarks": [one.task.high_watermark, other.task.high_watermark],
        "here": _record(found.one),
        "there": _record(found.other),
        "cut_here_if_the_other_leads": truncation(one, other),
        "cut_there_if_this_one_leads": truncation(other, one),
    }


def _record(record: Record | None) -> dict[str, Any] | None:
    if record is None:
        return None
    key = None if record.key is None else record.key[:200].decode("utf-8", "backslashreplace")
    return {
        "epoch": record.epoch,
        "key": key,
        "checksum": f"{record.checksum:08x}",
        "timestamp": record.timestamp,
    }


def _said(replica: Replica, record: Record | None) -> str:
    if record is None:
        return f"{replica.task.name} has no record"
    epoch = f"epoch {record.epoch}, " if record.epoch >= 0 else ""
    key = "no key" if record.key is None else f"key {record.key[:40].decode('utf-8', 'backslashreplace')!r}"
    return f"{replica.task.name} has {epoch}{key}, checksum {record.checksum:08x}"


def _fates(one: Replica, other: Replica, offset: int) -> Iterator[str]:
    """What happens to an offset on each replica if the other one is elected."""
    for leader, follower in ((one, other), (other, one)):
        if not leader.is_candidate:
            continue
        cut = truncation(follower, leader)
        fate = f"cuts its log to {cut}" if cut <= offset else "keeps its own, and they stay different"
        yield f"if {leader.task.name} leads, {follower.task.name} {fate}"


def _alone(group: str, replicas: list[Replica], settled: GroupFindings) -> None:
    """Records that are on one replica only, at the end of its log."""
    replicas = [replica for replica in replicas if replica.is_candidate]
    if len(replicas) < 2:
        return
    *others, longest = sorted(replicas, key=lambda replica: replica.end)
    low = max(max(replica.end for replica in others), longest.start)
    if low >= longest.end or any(replica.task.is_open for replica in replicas):
        return  # on a running broker the followers are on their way
    marks = [replica.task.high_watermark or 0 for replica in replicas]
    problems = Problems(group, longest.task.place)
    for kind, first, end in (
        ("committed-unreplicated", low, min(longest.end, max(marks))),
        ("unreplicated", max(low, max(marks)), longest.end),
    ):
        if first >= end or (kind == "committed-unreplicated" and not _is_known_lost(others)):
            continue
        record = next(reading.records_between(longest, first, end), None)
        fates = []
        for leader in others:
            cut = truncation(longest, leader)
            fates.append(f"if {leader.task.name} leads, it {'cuts' if cut <= first else 'keeps'} them")
        told = f"{_offsets(first, end - 1)}: only {_said(longest, record)}; {'; '.join(fates)}"
        problems.add(
            kind, _file(longest, first), first, told, last=end - 1, records=end - first, here=_record(record)
        )
        if len(settled.drawings) < drawing.MOST:
            settled.drawings.append(drawing.draw(group, replicas, first, _offsets(first, end - 1)))
    settled.findings += problems.findings


def _is_known_lost(replicas: list[Replica]) -> bool:
    """Whether one of these replicas had more than it has now. Otherwise it may have left the ISR before: then nothing
    is missing; and if the metadata log knows that it did not, that is a finding of its own.
    """
    return any((replica.task.high_watermark or 0) > replica.end for replica in replicas)


def _file(replica: Replica, offset: int) -> str:
    below = [segment.base for segment in replica.segments if segment.base <= offset]
    return file_name(below[-1] if below else replica.segments[0].base, ".log")


def _offsets(first: int, last: int) -> str:
    return f"offset {first}" if first == last else f"offsets {first} to {last}"
