"""When a directory was copied, and when an offset was written: what may be missing only because of the two."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tests.real.log_auditor.test_audit_standing import replica
from tests.support.damages import Brokers, P
from tests.support.logs import split
from tidemark import real
from tidemark.real.log_auditor import reading
from tidemark.real.log_auditor.leadership import greatest_cut
from tidemark.real.log_auditor.metadata_log import Assignment
from tidemark.real.log_auditor.moments import EACH, LATER, PACE, SHORTEST, CopyMoment, in_words
from tidemark.real.log_auditor.reading import written_at
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.replica_files import ReplicaFact
from tidemark.real.log_auditor.segment import SegmentFact
from tidemark.real.storage.batches import APPEND_TIME

SECOND = 1000
ASSIGNED = Assignment(UUID(int=1), (1, 2, 3), (1, 2, 3), 0).with_eligible(0)


def test_a_large_directory_takes_longer_to_copy() -> None:
    small, large = CopyMoment(True, False, 10**12, 0), CopyMoment(True, False, 10**12, 60_000 * PACE)
    assert small.may_predate(10**12 - SHORTEST + 1)
    assert not small.may_predate(10**12 - SHORTEST)
    assert large.may_predate(10**12 - SHORTEST - 59_999)
    assert not large.may_predate(10**12 - SHORTEST - 60_000)
    many = CopyMoment(True, False, 10**12, 0, 1000)
    assert many.duration == SHORTEST + 1000 * EACH


@pytest.mark.parametrize(
    ("moment", "time", "expected"),
    [
        (CopyMoment(), None, False),
        (CopyMoment(), 5, False),
        (CopyMoment(until=7), None, False),
        (CopyMoment(until=7), 8, True),
        (CopyMoment(until=7), 7, False),
        (CopyMoment(is_moving=True), None, True),
        (CopyMoment(is_moving=True), 5, True),
        (CopyMoment(is_moving=True, until=10**6), None, True),
        (CopyMoment(is_moving=True, until=10**6), 0, False),
        (CopyMoment(is_open=True, until=7), 8, False),
        (CopyMoment(is_open=True), None, False),
    ],
)
def test_when_a_copy_may_be_older_than_a_time(moment: CopyMoment, time: int | None, expected: bool) -> None:
    assert moment.may_predate(time) is expected
    assert not expected or moment.can_predate


def test_a_copy_is_older_than_a_metadata_log_that_goes_on_for_longer() -> None:
    moment = CopyMoment(True, False, 5000)
    assert [moment.is_before(later) for later in (None, 4000, 5000 + LATER, 5001 + LATER)] == [
        False,
        False,
        False,
        True,
    ]
    assert not CopyMoment(True).is_before(10**13)


def test_a_time_is_told_as_a_person_reads_it() -> None:
    assert in_words(1_700_000_000_123) == "2023-11-14 22:13:20.123 UTC"
    assert in_words(None) == "a time that is not known"
    assert in_words(10**18) == "1,000,000,000,000,000,000 ms"


def header(time: int, attributes: int = 0, epoch: int = 0) -> Any:
    return {"max_time": time, "attributes": attributes, "epoch": epoch}


@pytest.mark.parametrize(
    ("time", "attributes", "latest", "mark", "expected"),
    [
        (100 * SECOND, 0, 995 * SECOND, 40, 100 * SECOND),  # the newest is as new as the copy
        (100 * SECOND, 0, 100 * SECOND, 50, 100 * SECOND),  # nothing is being written
        (100 * SECOND, 0, 100 * SECOND, 40, None),  # an event of long ago, written just now
        (100 * SECOND, APPEND_TIME, 100 * SECOND, 40, 100 * SECOND),
        (100 * SECOND, 0, 2000 * SECOND, 40, None),
        (-1, 0, -1, 50, None),
    ],
)
def test_a_producers_time_is_trusted_where_it_agrees_with_the_copy(
    time: int,
    attributes: int,
    latest: int,
    mark: int,
    expected: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "batch_at", lambda replica, offset: header(time, attributes))
    one = replica(1, [(0, 0)], 50, high_watermark=mark, moment=CopyMoment(True, False, 1000 * SECOND))
    object.__setattr__(one.filled[0], "latest", latest)
    assert written_at(one, 30) == expected


def test_the_batch_at_an_offset_is_the_first_that_reaches_it(brokers: Brokers) -> None:
    (one,) = [one for one in _replicas(brokers.paths) if one.task.data_directory == str(brokers.first)]
    for log in brokers.logs():
        for raw in split(log):
            first, delta = struct.unpack_from(">q", raw)[0], struct.unpack_from(">i", raw, 23)[0]
            for offset in (first, first + delta):
                assert reading.batch_at(one, offset)["first"] == first
    assert reading.batch_at(one, one.end) is None


def _replicas(paths: list[Path]) -> list[Any]:
    auditor = real.auditor()
    facts = [auditor.scan(unit) for unit in auditor.survey(paths).units if unit.group == P]
    return [
        ReplicaOnDisk(one, [f for f in facts if isinstance(f, SegmentFact) and f.replica == one.task.number])
        for one in facts
        if isinstance(one, ReplicaFact)
    ]


def test_of_several_replicas_the_cut_that_is_certain_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broker 3 has less that would be lost; but all of it was written long before the leader was copied."""
    moment = CopyMoment(True, False, 1000 * SECOND)
    times = {2: 999 * SECOND, 3: 100 * SECOND}
    monkeypatch.setattr(reading, "batch_at", lambda one, offset: header(times[one.task.number]))
    leader = replica(1, [(1, 0)], 50, moment=moment, assigned=ASSIGNED)
    recent, old = replica(2, [(1, 0)], 90), replica(3, [(1, 0)], 55)
    cut = greatest_cut(leader, [leader, recent, old])
    assert cut is not None
    assert (cut.follower, cut.committed, cut.is_lost) == (old, 5, True)
    cut = greatest_cut(leader, [leader, recent])
    assert cut is not None
    assert (cut.follower, cut.committed, cut.is_lacking, cut.is_lost) == (recent, 40, False, False)
    behind = replica(1, [(1, 0)], 50, moment=moment)
    cut = greatest_cut(behind, [behind, old])
    assert cut is not None
    assert (cut.committed, cut.is_lacking, cut.is_lost) == (5, True, False)  # it need not have them


def test_a_log_that_is_being_cut_does_not_say_what_was_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broker 2 wrote in epoch 1 alone; its high watermark is already that of what took its place."""
    moving = CopyMoment(True, False, 1000 * SECOND)
    monkeypatch.setattr(reading, "batch_at", lambda one, offset: header(100 * SECOND, APPEND_TIME, 1))
    leader = replica(1, [(1, 0), (2, 50)], 80, moment=moving, assigned=ASSIGNED)
    follower = replica(2, [(1, 0)], 60, high_watermark=70, moment=moving)
    cut = greatest_cut(leader, [leader, follower])
    assert cut is not None
    assert (cut.to, cut.committed, cut.is_lacking, cut.is_lost) == (50, 10, False, False)
    at_rest = replica(2, [(1, 0)], 60, high_watermark=70)
    cut = greatest_cut(leader, [leader, at_rest])
    assert cut is not None
    assert cut.is_lost


def test_time_is_not_asked_of_what_a_newer_epoch_has_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broker 2 was copied with the records of a leader that was deposed; broker 3 has those of the next one."""
    moving = CopyMoment(True, False, 1000 * SECOND)
    rows = {2: header(100 * SECOND, APPEND_TIME, 1), 3: header(990 * SECOND, APPEND_TIME, 2)}
    monkeypatch.setattr(reading, "batch_at", lambda one, offset: rows[one.task.number])
    one = replica(1, [(1, 0), (2, 50)], 50, moment=moving)
    two = replica(2, [(1, 0)], 60, moment=moving)
    three = replica(3, [(1, 0), (2, 50)], 70, moment=moving)
    assert reading.written_by(50, one, [one, two, three]) == 990 * SECOND
    assert reading.written_by(50, one, [one, two]) is None


def test_time_is_asked_of_the_replicas_that_have_the_offset(monkeypatch: pytest.MonkeyPatch) -> None:
    times = {1: 10, 2: 20, 3: None, 4: 5}
    monkeypatch.setattr(reading, "written_at", lambda one, offset: times[one.task.number])
    one, two, three, four = (replica(k, [(1, 0)], e) for k, e in ((1, 50), (2, 60), (3, 60), (4, 50)))
    assert reading.written_by(50, one, [one, two, three, four]) == 20
    assert reading.written_by(50, one, [one, three, four]) is None
