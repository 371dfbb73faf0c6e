"""What an audit keeps of what it finds: lists and counts, second looks, and transactions across batches."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from tidemark.real.log_auditor import again
from tidemark.real.log_auditor.kinds import NAMES, OR_COPIED
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.transactions import EVENT, Transactions, _pair_with_begins
from tidemark.real.storage.batches import ABORT, COMMIT, NO_MARK
from tidemark.spec.families.audits import LISTED, AuditFinding, GroupFindings

TOLD = next(name for name, kind in NAMES.items() if not kind.damage)


def problems(moving: frozenset[str] = frozenset()) -> Problems:
    return Problems("plain-0", "/data/1", moving)


@pytest.mark.parametrize("count", [1, LISTED, LISTED + 1, LISTED + 3])
def test_some_findings_of_a_kind_are_listed_and_the_others_counted(count: int) -> None:
    one_by_one, together, described = problems(), problems(), list[int]()

    def describe(offset: int) -> tuple[int, str]:
        described.append(offset)
        return offset, f"offset {offset}"

    for offset in range(count):
        one_by_one.add("gap", "0.log", offset, f"offset {offset}")
    together.add_each("gap", "0.log", list(range(count)), describe)
    assert together.findings == one_by_one.findings
    assert described == list(range(min(count, LISTED)))
    assert sum(finding.count for finding in one_by_one.findings) == count
    rest = one_by_one.findings[LISTED:]
    assert [(finding.at, finding.text) for finding in rest] == [(None, f"and {count - LISTED} more")] * len(
        rest
    )
    assert len(rest) == (count > LISTED)


def test_findings_are_counted_by_kind_and_file() -> None:
    found = problems()
    found.add_each("gap", "0.log", range(LISTED - 1), lambda offset: (offset, ""))
    found.add_each("gap", "0.log", range(3), lambda offset: (offset, ""))
    found.add_each("gap", "7.log", range(2), lambda offset: (offset, ""))
    assert [(f.file, f.count) for f in found.findings if f.at is None] == [("0.log", 2)]
    assert sum(f.file == "7.log" for f in found.findings) == 2


def test_what_a_copy_of_a_running_broker_can_cause_says_so() -> None:
    found = problems(frozenset({"gap"}))
    found.add("gap", "0.log", 1, "offset 1 is missing")
    found.add("overlap", "0.log", 1, "offset 1 is there twice")
    assert [f.text for f in found.findings] == [f"offset 1 is missing{OR_COPIED}", "offset 1 is there twice"]
    for _ in range(LISTED):
        found.add("gap", "0.log", 1, "")
    assert found.findings[-1].text == f"and 1 more{OR_COPIED}"


@pytest.mark.parametrize(
    ("is_copied", "finding"), [(False, ("gap", "missing")), (True, ("copied-apart", "missing, or not"))]
)
def test_a_finding_that_a_copy_explains_is_of_another_kind(is_copied: bool, finding: tuple[str, str]) -> None:
    found = problems()
    found.add("gap", "0.log", 1, "missing", ", or not" if is_copied else "")
    assert [(f.kind, f.text) for f in found.findings] == [finding]


def finding(kind: str, at: int = 0) -> AuditFinding:
    return AuditFinding(kind, "plain-0", "/data/1", "0.log", at, f"{kind} at {at}")


def confirmed(first: list[AuditFinding], looks: list[list[AuditFinding]], is_open: bool = True) -> list[str]:
    """What is reported after looks that find this; a text for each finding."""
    return [f"{f.kind} {f.at}" for f in again.confirm(first, lambda: looks.pop(0), is_open)]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(again, "PAUSES", (0.0, 0.0, 0.0))


def test_damage_is_reported_if_every_look_finds_it() -> None:
    gap, told = finding("gap"), finding(TOLD)
    assert confirmed([gap, told], [[gap], [gap, told], [gap, told]]) == ["gap 0", f"{TOLD} 0"]
    assert confirmed([gap], [[gap, finding("gap", 7)]] * 3) == ["gap 0"]


def test_damage_that_is_gone_at_a_later_look_has_changed() -> None:
    gap, later = finding("gap"), finding("gap", 7)
    assert confirmed([gap], [[]]) == ["changed 0"]
    assert confirmed([gap], [[gap], [later], [later]]) == ["changed 0"]
    assert confirmed([gap, later], [[later], []]) == ["changed 0"]
    assert confirmed([gap, finding("overlap")], [[], []]) == ["changed 0", "changed 0"]


def test_nothing_is_looked_at_again_that_is_at_rest_or_not_damaged() -> None:
    assert confirmed([finding("gap")], [], is_open=False) == ["gap 0"]
    assert confirmed([finding(TOLD)], []) == [f"{TOLD} 0"]
    assert confirmed([], []) == []


def test_a_look_during_which_a_file_is_deleted_is_repeated_three_times() -> None:
    def deleted(times: int) -> Callable[[], GroupFindings]:
        looks = [0]

        def look() -> GroupFindings:
            looks[0] += 1
            if looks[0] <= times:
                raise FileNotFoundError(2, "gone", "7.log")
            return GroupFindings(findings=[finding(TOLD)])

        return look

    for times in range(4):
        look = deleted(times)
        assert again.settle(look, look, True).findings == [finding(TOLD)]
    look = deleted(4)
    unread = [("7.log", "the files of this partition are deleted faster than they are read")]
    assert again.settle(look, look, True).unread == unread


Event = tuple[int, int, int]
"""A producer, an offset, and the mark there."""


def paired(events: list[Event], size: int) -> list[tuple[int, int, int, bool]]:
    """The marks, where their transactions begin, and whether that is sure: events are read in pieces."""
    transactions, found = Transactions(), []
    for start in range(0, len(events), size):
        rows = np.zeros(len(events[start : start + size]), EVENT)
        for name, column in zip(
            ("producer", "first", "mark"), zip(*events[start : start + size], strict=True), strict=True
        ):
            rows[name] = column
        marks = _pair_with_begins(transactions, rows)
        columns = (marks.producer, marks.offset, marks.begin, marks.is_sure)
        found += list(zip(*(column.tolist() for column in columns), strict=True))
    return found


def expected(events: list[Event]) -> list[tuple[int, int, int, bool]]:
    """The same, one event after the other. What began before the first mark of a producer may have begun earlier."""
    began, has_mark, found = dict[int, int](), set[int](), []
    for producer, offset, mark in events:
        if mark == NO_MARK:
            began.setdefault(producer, offset)
        else:
            found.append((producer, offset, began.pop(producer, -1), producer in has_mark))
            has_mark.add(producer)
    return found


@pytest.mark.parametrize("size", [1, 2, 3, 7, 40])
def test_a_mark_ends_what_its_producer_began_however_the_log_is_read(size: int) -> None:
    chance = random.Random(size)
    for _ in range(40):
        marks = [NO_MARK, NO_MARK, ABORT, COMMIT]
        events = [(chance.randrange(3), offset, chance.choice(marks)) for offset in range(40)]
        assert paired(events, size) == expected(events)
