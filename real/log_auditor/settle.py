"""Works out the findings of a partition from all its facts: of each replica alone, then of every two."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from tidemark.real.log_auditor import (
    advice,
    claim_checks,
    drawing,
    epoch_cache,
    identity,
    latest_keys,
    leadership,
    log_bounds,
    lost,
    producer_history,
    reading,
)
from tidemark.real.log_auditor.compare import ReplicaDifference, differences
from tidemark.real.log_auditor.leadership import truncation
from tidemark.real.log_auditor.reading import written_at
from tidemark.real.log_auditor.replica import (
    ReplicaOnDisk,
    check_chain,
    damage_of_segments,
    unreadable_batches,
)
from tidemark.real.log_auditor.replica_files import ReplicaFact
from tidemark.real.log_auditor.segment import SegmentFact
from tidemark.real.storage.codecs import NAMES
from tidemark.real.storage.records import StoredRecord
from tidemark.spec.families.audits import LISTED, GroupFindings

COLUMNS = (
    ("broker", "string"), ("directory", "string"), ("segment", "int64"), ("bytes", "int64"), ("first", "int64"),
    ("last", "int64"), ("batches", "int64"), ("records", "int64"), ("formats", "string"), ("codecs", "string"),
    ("latest", "int64"), ("epochs", "string"), ("ended", "string"),
)  # fmt: skip
"""The columns of a segment: what was read of it."""


def settle(group: str, facts: Sequence[ReplicaFact | SegmentFact]) -> GroupFindings:
    """The findings of a partition, a row for each segment, and pictures of where its replicas differ.

    Raises:
        FileNotFoundError: a segment was deleted before it was compared.
    """
    replicas = _assemble(facts)
    settled = GroupFindings()
    others: list[ReplicaOnDisk] = []
    with _reading(settled):
        others = identity.of_another_topic(replicas)
        settled.findings += identity.check(group, replicas, others)
    whole = [replica for replica in replicas if replica.is_whole and replica not in others]
    log_bounds.leave_out_deletions(whole)
    for replica in replicas:
        settled.findings += [*replica.fact.findings, *damage_of_segments(replica)]
        with _reading(settled):
            _check_alone(replica, replicas)
        unread = [segment.unread for segment in replica.segments if segment.unread]
        settled.unread += [*replica.fact.unread, *replica.unread, *unread]
        settled.rows += [_row(replica, segment) for segment in replica.segments]
    with _reading(settled):
        log_bounds.check_ends(replicas, whole)
    log_bounds.check_starts(whole)
    settled.findings += [finding for replica in replicas for finding in replica.problems.findings]
    settled.findings += claim_checks.check([replica for replica in replicas if replica not in others], whole)
    with _reading(settled):
        settled.findings += leadership.check(whole)
    for pair in combinations(whole, 2):
        with _reading(settled):
            _compare(group, *pair, whole, settled)
    with _reading(settled):
        _check_single_copies(group, whole, settled)
    with _reading(settled):
        settled.findings += latest_keys.check([replica for replica in whole if replica.segments])
    for replica in replicas:
        settled.findings += unreadable_batches(replica)
    with _reading(settled):
        judged = leadership.judge_all(replicas, whole, settled.findings)
        settled.standings = leadership.standings(judged)
        settled.lost = lost.ranges(group, whole, settled.findings)
        settled.advice = advice.advise(group, judged, settled.findings, settled.lost)
    return settled


def _assemble(facts: Sequence[ReplicaFact | SegmentFact]) -> list[ReplicaOnDisk]:
    """The replicas, each with its segments, in the order of their directories."""
    replica_facts = [fact for fact in facts if isinstance(fact, ReplicaFact)]
    segments = [fact for fact in facts if isinstance(fact, SegmentFact)]
    segments.sort(key=lambda segment: segment.base)
    return [
        ReplicaOnDisk(fact, [segment for segment in segments if segment.replica == fact.task.number])
        for fact in sorted(replica_facts, key=lambda fact: fact.task.number)
    ]


@contextlib.contextmanager
def _reading(settled: GroupFindings) -> Iterator[None]:
    """Note a file that can't be read again. The caller handles one that is gone: everything is read again."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        settled.unread.append((str(error.filename), error.strerror or str(error)))


def _check_alone(replica: ReplicaOnDisk, replicas: list[ReplicaOnDisk]) -> None:
    """Check a replica without comparing its records with others."""
    check_chain(replica)
    if replica.segments and replica.is_whole:
        epoch_cache.check(replica, replicas)
        producer_history.check(replica)


def _row(replica: ReplicaOnDisk, segment: SegmentFact) -> dict[str, Any]:
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


def _compare(
    group: str,
    replica: ReplicaOnDisk,
    peer: ReplicaOnDisk,
    replicas: list[ReplicaOnDisk],
    settled: GroupFindings,
) -> None:
    """Add where two replicas differ, and draw the first few differences of the partition."""
    problems = replica.task.problems()
    for difference in differences(replica, peer):
        kind = "copied-apart" if _may_be_copied_apart(replica, peer, difference) else difference.kind
        offsets = _offsets(difference.first, difference.last)
        held = f"{_describe(replica, difference.record)}; {_describe(peer, difference.peer_record)}"
        fates = [] if difference.kind == "copies-disagree" else _fates(replica, peer, difference.first)
        message, file = "; ".join([f"{offsets}: {held}", *fates]), replica.file_at(difference.first)
        problems.add(kind, file, difference.first, message, **_details(replica, peer, difference))
        titles = {drawn.title for drawn in settled.drawings}
        if len(titles) < drawing.MOST and drawing.title(group, offsets) not in titles:
            settled.drawings.append(drawing.draw(group, replicas, difference.first, offsets))
        if len(problems.listed) >= 3 * LISTED:
            break
    settled.findings += problems.findings


def _may_be_copied_apart(replica: ReplicaOnDisk, peer: ReplicaOnDisk, difference: ReplicaDifference) -> bool:
    """Whether two replicas may differ only because one was copied while it cut its log.

    Its log is then older than its high watermark: it has what the leader of a newer epoch replaced.
    """
    if difference.kind != "copies-disagree" or not (difference.record and difference.peer_record):
        return False
    older, newer = (
        (replica, peer) if difference.record.epoch < difference.peer_record.epoch else (peer, replica)
    )
    is_cut = difference.record.epoch != difference.peer_record.epoch and older.task.moment.is_moving
    return is_cut and older.may_lack(written_at(newer, difference.first))


def _details(replica: ReplicaOnDisk, peer: ReplicaOnDisk, difference: ReplicaDifference) -> dict[str, Any]:
    return {
        "last": difference.last,
        "records": difference.count,
        "other": peer.task.data_directory,
        "high_watermarks": [replica.task.high_watermark, peer.task.high_watermark],
        "here": _record(difference.record),
        "there": _record(difference.peer_record),
        "cut_here_if_the_other_leads": truncation(replica, peer),
        "cut_there_if_this_one_leads": truncation(peer, replica),
    }


def _record(record: StoredRecord | None) -> dict[str, Any] | None:
    if record is None:
        return None
    key = None if record.key is None else record.key[:200].decode("utf-8", "backslashreplace")
    return {
        "epoch": record.epoch,
        "key": key,
        "checksum": f"{record.checksum:08x}",
        "timestamp": record.timestamp,
    }


def _describe(replica: ReplicaOnDisk, record: StoredRecord | None) -> str:
    if record is None:
        return f"{replica.task.name} has no record"
    epoch = f"epoch {record.epoch}, " if record.epoch >= 0 else ""
    key = "no key" if record.key is None else f"key {record.key[:40].decode('utf-8', 'backslashreplace')!r}"
    return f"{replica.task.name} has {epoch}{key}, checksum {record.checksum:08x}"


def _fates(replica: ReplicaOnDisk, peer: ReplicaOnDisk, offset: int) -> Iterator[str]:
    """What happens to an offset on each replica if the other one is elected."""
    for leader, follower in ((replica, peer), (peer, replica)):
        if not leader.is_candidate:
            continue
        cut = truncation(follower, leader)
        fate = f"cuts its log to {cut}" if cut <= offset else "keeps its own, and they stay different"
        yield f"if {leader.task.name} leads, {follower.task.name} {fate}"


def _check_single_copies(group: str, replicas: list[ReplicaOnDisk], settled: GroupFindings) -> None:
    """Add the records that are on one replica only, at the end of its log."""
    replicas = [replica for replica in replicas if replica.is_candidate]
    if len(replicas) < 2:
        return
    *others, longest = sorted(replicas, key=lambda replica: replica.end)
    low = max(max(replica.end for replica in others), longest.start)
    if low >= longest.end or any(replica.task.is_open for replica in replicas):
        return  # on a running broker the followers are on their way
    mark = max(replica.task.high_watermark or 0 for replica in replicas)
    problems = longest.task.problems()
    for kind, first, end in (
        ("committed-unreplicated", low, min(longest.end, mark)),
        ("unreplicated", max(low, mark), longest.end),
    ):
        if first >= end or (kind == "committed-unreplicated" and not _is_known_lost(others, replicas)):
            continue
        record = next(reading.records_between(longest, first, end), None)
        cuts = [(leader.task.name, truncation(longest, leader) <= first) for leader in others]
        fates = [f"if {name} leads, it {'cuts' if is_cut else 'keeps'} them" for name, is_cut in cuts]
        offsets = _offsets(first, end - 1)
        message, file = (
            f"{offsets}: only {_describe(longest, record)}; {'; '.join(fates)}",
            longest.file_at(first),
        )
        details: dict[str, Any] = {"last": end - 1, "records": end - first, "here": _record(record)}
        problems.add(kind, file, first, message, **details)
        if len(settled.drawings) < drawing.MOST:
            settled.drawings.append(drawing.draw(group, replicas, first, offsets))
    settled.findings += problems.findings


def _is_known_lost(replicas: list[ReplicaOnDisk], whole: list[ReplicaOnDisk]) -> bool:
    """Whether one of these replicas had more than it has now. Otherwise it may have left the ISR before: then nothing
    is missing; and if the metadata log knows that it did not, `leadership.check` reports that.
    """
    return any(
        (replica.task.high_watermark or 0) > replica.end and log_bounds.has_lost_end(replica, whole)
        for replica in replicas
    )


def _offsets(first: int, last: int) -> str:
    return f"offset {first}" if first == last else f"offsets {first} to {last}"
