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
from tidemark.impl.real.audit.copy import METADATA, Copy, CopyFact
from tidemark.impl.real.audit.problems import Problems
from tidemark.impl.real.audit.segment import SegmentFact
from tidemark.impl.real.storage.codecs import NAMES
from tidemark.impl.real.storage.directories import METADATA_LOG
from tidemark.impl.real.storage.names import file_name
from tidemark.impl.real.storage.records import Record
from tidemark.spec.audits import LISTED, Settled

COLUMNS = (
    ("broker", "string"), ("directory", "string"), ("segment", "int64"), ("bytes", "int64"), ("first", "int64"),
    ("last", "int64"), ("batches", "int64"), ("records", "int64"), ("formats", "string"), ("codecs", "string"),
    ("latest", "int64"), ("epochs", "string"), ("ended", "string"),
)  # fmt: skip
"""Of each segment: what was read of it."""


TAKEN = {"gap", "sequence-gap"}
"""What compaction leaves."""


def settle(group: str, facts: Sequence[Any]) -> Settled:
    """The findings of a partition, a row for each segment, and pictures of where its replicas differ.

    Raises:
        FileNotFoundError: a segment was deleted before it was compared.
    """
    copies = []
    for fact in sorted((f for f in facts if isinstance(f, CopyFact)), key=lambda f: f.task.copy):
        own = [f for f in facts if isinstance(f, SegmentFact) and f.copy == fact.task.copy]
        copies.append(Copy(fact, sorted(own, key=lambda f: f.base)))
    settled = Settled()
    for copy in copies:
        settled.findings += [
            *copy.fact.findings,
            *(x for s in copy.read for x in s.findings if not (copy.turned and x.kind in TAKEN)),
        ]
        _by_itself(copy)
        settled.unread += [*copy.fact.unread, *copy.unread, *(s.unread for s in copy.segments if s.unread)]
        settled.rows += [_row(copy, segment) for segment in copy.segments]
    others = [copy for copy in copies if _is_of_another_topic(copy, copies)]
    _identities(group, copies, others, settled)
    whole = [copy for copy in copies if copy.is_whole and copy not in others]
    log_start.check(whole)
    settled.findings += [finding for copy in copies for finding in copy.problems.findings]
    settled.findings += standing.check(whole)
    for one, other in combinations(whole, 2):
        with _reading(settled):
            _pair(group, one, other, whole, settled)
    if whole:
        with _reading(settled):
            _alone(group, whole, settled)
    with _reading(settled):
        settled.findings += latest_keys.check(group, [copy for copy in whole if copy.segments])
    for copy in copies:
        settled.findings += copy.check_records()
    settled.standings = standing.standings(copies, whole, settled.findings)
    return settled


@contextlib.contextmanager
def _reading(settled: Settled) -> Iterator[None]:
    """Note a file that can't be read again. One that is gone is the caller's affair: all is to be looked at again."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        settled.unread.append((str(error.filename), error.strerror or str(error)))


def _by_itself(copy: Copy) -> None:
    copy.check()
    if copy.segments and copy.is_whole:
        epoch_cache.check(copy)
        producer_history.check(copy)


def _is_of_another_topic(copy: Copy, copies: list[Copy]) -> bool:
    """Whether the topic was deleted or made again, and the broker does not know yet: it is down, paused, or starts.

    A new topic has every broker in its ISR that is thought to be up, and commits nothing without them.
    """
    assigned = copy.task.assigned
    if assigned is None:
        return bool(copy.task.metadata) and copy.task.group != METADATA_LOG
    own = [one for one in copies if one.fact.topic_id == assigned.topic_text]
    is_other = copy.fact.topic_id is not None and copy not in own
    may_need = not own or any(one.task.high_watermark for one in own)
    alike = [one for one in copies if one.fact.topic_id == copy.fact.topic_id and one.task.is_settled]
    return is_other and not (may_need and any(one.is_eligible for one in [copy, *alike]))


def _row(copy: Copy, segment: SegmentFact) -> dict[str, Any]:
    return {
        "broker": copy.task.broker,
        "directory": str(copy.task.directory),
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


def _identities(group: str, copies: list[Copy], others: list[Copy], settled: Settled) -> None:
    """Topic ids, brokers, and what the metadata log says of the partition."""
    problems = {copy.task.copy: Problems(group, copy.task.place) for copy in copies}
    for copy in others:
        problems[copy.task.copy].add("left-directory", group, None, "of a topic that was deleted")
    copies = [copy for copy in copies if copy not in others]
    ids = {copy.fact.topic_id for copy in copies if copy.fact.topic_id}
    if len(ids) > 1:
        told = ", ".join(f"{c.fact.topic_id} at {c.task.name}" for c in copies if c.fact.topic_id)
        problems[copies[0].task.copy].add("topic-ids-differ", "partition.metadata", None, told)
    for copy in copies:
        _topic_id(copy, problems[copy.task.copy])
        _tiered(copy, problems[copy.task.copy])
    seen: dict[str, Copy] = {}
    for copy in copies:
        broker, assigned = copy.task.broker, copy.task.assigned
        if broker in seen:
            told = f"broker {broker} has it in {seen[broker].task.place} too"
            problems[copy.task.copy].add("partition-twice", group, None, told)
        elif broker is not None:
            seen[broker] = copy
        if assigned and broker is not None and broker not in [str(one) for one in assigned.replicas]:
            kind = "left-directory" if copy.task.is_stray else "not-assigned"
            told = f"broker {broker} has it, and its replicas are {list(assigned.replicas)}"
            problems[copy.task.copy].add(kind, group, None, told)
        epochs = copy.epochs
        if assigned and epochs and epochs[-1][0] > assigned.leader_epoch:
            told = f"epoch {epochs[-1][0]}, and the metadata log has epoch {assigned.leader_epoch}"
            problems[copy.task.copy].add("epoch-ahead", group, epochs[-1][1], told)
    settled.findings += [finding for one in problems.values() for finding in one.findings]


def _topic_id(copy: Copy, problems: Problems) -> None:
    """The topic's id beside the log, by that of the metadata log.

    A broker that runs, or was killed, may not know yet that the topic was made again. It writes the id before the first
    record (`UnifiedLog.maybeFlushMetadataFile`).
    """
    assigned, known = copy.task.assigned, copy.fact.topic_id
    if assigned is None or copy.task.is_open:
        return
    wanted = assigned.topic_text
    is_known = bool(known) or any(x.kind == "metadata" for x in copy.fact.findings)
    if known and known != wanted and copy.task.is_settled:
        problems.add("topic-id", METADATA, None, f"{known}, and the metadata log has {wanted}")
    elif not is_known and copy.is_whole and (copy.task.is_settled or copy.filled):
        problems.add("metadata-missing", METADATA, None, f"the metadata log has the topic id {wanted}")


def _tiered(copy: Copy, problems: Problems) -> None:
    """What of the log is not on this disk."""
    low, high = copy.task.log_start or 0, copy.segments[0].base if copy.segments else 0
    if copy.task.is_tiered and low < high:
        problems.add(
            "tiered", file_name(high, ".log"), low, f"{_offsets(low, high - 1)} are not on this disk"
        )


def _pair(group: str, one: Copy, other: Copy, copies: list[Copy], settled: Settled) -> None:
    problems = Problems(group, one.task.place)
    for found in differences(one, other):
        file = _file(one, found.first)
        offsets = _offsets(found.first, found.last)
        at = f"{offsets}: {_said(one, found.one)}; {_said(other, found.other)}"
        fates = [] if found.kind == "copies-disagree" else _fates(one, other, found.first)
        problems.add(found.kind, file, found.first, "; ".join([at, *fates]), **_details(one, other, found))
        drawn = {known.title for known in settled.drawings}
        if len(drawn) < drawing.MOST and drawing.title(group, offsets) not in drawn:
            settled.drawings.append(drawing.draw(group, copies, found.first, offsets))
        if len(problems.found) >= 3 * LISTED:
            break
    settled.findings += problems.findings


def _details(one: Copy, other: Copy, found: Difference) -> dict[str, Any]:
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


def _said(copy: Copy, record: Record | None) -> str:
    if record is None:
        return f"{copy.task.name} has no record"
    epoch = f"epoch {record.epoch}, " if record.epoch >= 0 else ""
    key = "no key" if record.key is None else f"key {record.key[:40].decode('utf-8', 'backslashreplace')!r}"
    return f"{copy.task.name} has {epoch}{key}, checksum {record.checksum:08x}"


def _fates(one: Copy, other: Copy, offset: int) -> Iterator[str]:
    """What becomes of an offset on each replica if the other one is elected."""
    for leader, follower in ((one, other), (other, one)):
        if not leader.is_candidate:
            continue
        cut = truncation(follower, leader)
        fate = f"cuts its log to {cut}" if cut <= offset else "keeps its own, and they stay different"
        yield f"if {leader.task.name} leads, {follower.task.name} {fate}"


def _alone(group: str, copies: list[Copy], settled: Settled) -> None:
    """Records that are on one replica only, at the end of its log."""
    copies = [copy for copy in copies if copy.is_candidate]
    if len(copies) < 2:
        return
    *others, longest = sorted(copies, key=lambda copy: copy.end)
    low = max(max(copy.end for copy in others), longest.start)
    if low >= longest.end or any(copy.task.is_open for copy in copies):
        return  # on a running broker the followers are on their way
    marks = [copy.task.high_watermark or 0 for copy in copies]
    problems = Problems(group, longest.task.place)
    for kind, first, end in (
        ("committed-on-one", low, min(longest.end, max(marks))),
        ("on-one", max(low, max(marks)), longest.end),
    ):
        if first >= end or (kind == "committed-on-one" and not _is_known_lost(others)):
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
            settled.drawings.append(drawing.draw(group, copies, first, _offsets(first, end - 1)))
    settled.findings += problems.findings


def _is_known_lost(copies: list[Copy]) -> bool:
    """Whether one of these replicas had more than it has now. Otherwise it may have left the ISR before: then it is not
    missed; and if the metadata log knows that it did not, that is said by itself.
    """
    return any((copy.task.high_watermark or 0) > copy.end for copy in copies)


def _file(copy: Copy, offset: int) -> str:
    below = [segment.base for segment in copy.segments if segment.base <= offset]
    return file_name(below[-1] if below else copy.segments[0].base, ".log")


def _offsets(first: int, last: int) -> str:
    return f"offset {first}" if first == last else f"offsets {first} to {last}"
