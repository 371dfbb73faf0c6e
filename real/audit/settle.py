"""What all facts of a partition mean together: each replica by itself, then every two of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from tidemark.real.audit import (
    drawing,
    epoch_cache,
    identity,
    latest_keys,
    log_end,
    log_start,
    producer_history,
    reading,
    standing,
)
from tidemark.real.audit.compare import Difference, differences, truncation
from tidemark.real.audit.replica import Replica, ReplicaFact
from tidemark.real.audit.segment import SegmentFact
from tidemark.real.audit.written import written_at
from tidemark.real.storage.codecs import NAMES
from tidemark.real.storage.names import file_name
from tidemark.real.storage.records import Record
from tidemark.spec.families.audits import LISTED, GroupFindings

COLUMNS = (
    ("broker", "string"), ("directory", "string"), ("segment", "int64"), ("bytes", "int64"), ("first", "int64"),
    ("last", "int64"), ("batches", "int64"), ("records", "int64"), ("formats", "string"), ("codecs", "string"),
    ("latest", "int64"), ("epochs", "string"), ("ended", "string"),
)  # fmt: skip
"""The columns of a segment: what was read of it."""


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
    others: list[Replica] = []
    with _reading(settled):
        others = identity.of_another_topic(replicas)
        settled.findings += identity.check(group, replicas, others)
    whole = [replica for replica in replicas if replica.is_whole and replica not in others]
    log_start.skip_deleted(whole)
    for replica in replicas:
        settled.findings += [*replica.fact.findings, *replica.damage]
        with _reading(settled):
            _by_itself(replica, replicas)
        settled.unread += [
            *replica.fact.unread,
            *replica.unread,
            *(s.unread for s in replica.segments if s.unread),
        ]
        settled.rows += [_row(replica, segment) for segment in replica.segments]
    with _reading(settled):
        log_end.check(replicas, whole)
    log_start.check(whole)
    settled.findings += [finding for replica in replicas for finding in replica.problems.findings]
    with _reading(settled):
        settled.findings += standing.check(whole)
    for replica_of_pair, peer in combinations(whole, 2):
        with _reading(settled):
            _pair(group, replica_of_pair, peer, whole, settled)
    if whole:
        with _reading(settled):
            _alone(group, whole, settled)
    with _reading(settled):
        settled.findings += latest_keys.check([replica for replica in whole if replica.segments])
    for replica in replicas:
        settled.findings += replica.check_records()
    with _reading(settled):
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


def _by_itself(replica: Replica, replicas: list[Replica]) -> None:
    replica.check_chain()
    if replica.segments and replica.is_whole:
        epoch_cache.check(replica, replicas)
        producer_history.check(replica)


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


def _pair(
    group: str, replica: Replica, peer: Replica, replicas: list[Replica], settled: GroupFindings
) -> None:
    problems = replica.task.problems()
    for difference in differences(replica, peer):
        kind = "copied-apart" if _may_be_copied_apart(replica, peer, difference) else difference.kind
        file = _file(replica, difference.first)
        offsets = _offsets(difference.first, difference.last)
        at = f"{offsets}: {_said(replica, difference.one)}; {_said(peer, difference.other)}"
        fates = [] if difference.kind == "copies-disagree" else _fates(replica, peer, difference.first)
        problems.add(
            kind, file, difference.first, "; ".join([at, *fates]), **_details(replica, peer, difference)
        )
        drawn = {drawing_of_group.title for drawing_of_group in settled.drawings}
        if len(drawn) < drawing.MOST and drawing.title(group, offsets) not in drawn:
            settled.drawings.append(drawing.draw(group, replicas, difference.first, offsets))
        if len(problems.found) >= 3 * LISTED:
            break
    settled.findings += problems.findings


def _may_be_copied_apart(replica: Replica, peer: Replica, difference: Difference) -> bool:
    """Whether two replicas may differ only because one was copied while it cut its log.

    Its log is then older than its high watermark: it has what the leader of a newer epoch replaced.
    """
    if difference.kind != "copies-disagree" or not (difference.one and difference.other):
        return False
    older, newer = (replica, peer) if difference.one.epoch < difference.other.epoch else (peer, replica)
    is_cut = difference.one.epoch != difference.other.epoch and older.task.moment.is_moving
    return is_cut and older.may_lack(written_at(newer, difference.first))


def _details(replica: Replica, peer: Replica, difference: Difference) -> dict[str, Any]:
    return {
        "last": difference.last,
        "records": difference.count,
        "other": peer.task.place,
        "high_watermarks": [replica.task.high_watermark, peer.task.high_watermark],
        "here": _record(difference.one),
        "there": _record(difference.other),
        "cut_here_if_the_other_leads": truncation(replica, peer),
        "cut_there_if_this_one_leads": truncation(peer, replica),
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


def _fates(replica: Replica, peer: Replica, offset: int) -> Iterator[str]:
    """What happens to an offset on each replica if the other one is elected."""
    for leader, follower in ((replica, peer), (peer, replica)):
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
    problems = longest.task.problems()
    for kind, first, end in (
        ("committed-unreplicated", low, min(longest.end, max(marks))),
        ("unreplicated", max(low, max(marks)), longest.end),
    ):
        if first >= end or (kind == "committed-unreplicated" and not _is_known_lost(others, replicas)):
            continue
        record = next(reading.records_between(longest, first, end), None)
        fates = []
        for leader in others:
            cut = truncation(longest, leader)
            fates.append(f"if {leader.task.name} leads, it {'cuts' if cut <= first else 'keeps'} them")
        message = f"{_offsets(first, end - 1)}: only {_said(longest, record)}; {'; '.join(fates)}"
        problems.add(
            kind,
            _file(longest, first),
            first,
            message,
            last=end - 1,
            records=end - first,
            here=_record(record),
        )
        if len(settled.drawings) < drawing.MOST:
            settled.drawings.append(drawing.draw(group, replicas, first, _offsets(first, end - 1)))
    settled.findings += problems.findings


def _is_known_lost(replicas: list[Replica], whole: list[Replica]) -> bool:
    """Whether one of these replicas had more than it has now. Otherwise it may have left the ISR before: then nothing
    is missing; and if the metadata log knows that it did not, that is a finding of its own.
    """
    return any(
        (replica.task.high_watermark or 0) > replica.end and log_end.has_lost_end(replica, whole)
        for replica in replicas
    )


def _file(replica: Replica, offset: int) -> str:
    below = [segment.base for segment in replica.segments if segment.base <= offset]
    return file_name(below[-1] if below else replica.segments[0].base, ".log")


def _offsets(first: int, last: int) -> str:
    return f"offset {first}" if first == last else f"offsets {first} to {last}"
