"""Two audits are compared: each kind of difference has a damage or a repair that shows it, and a repair that lost
records is found even if what is left is healthy.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.damages import DAMAGES, Brokers, P, two_brokers_lost_the_last_batch
from tests.support.documents import require_valid
from tests.support.logs import batch, split
from tests.support.shared_damages import abort
from tidemark.checker import cli
from tidemark.real.log_auditor.two_audits import AuditedLog, compare
from tidemark.real.storage import directories


class RepairTrial:
    """Three brokers that are audited, changed, and audited again against the first audit."""

    def __init__(self, healthy: list[Path], folder: Path) -> None:
        self.folder, self.healthy = folder, healthy
        self.brokers = self._copy()

    def _copy(self) -> Brokers:
        place = self.folder / f"copy-{len(list(self.folder.iterdir()))}"
        return Brokers([Path(shutil.copytree(path, place / path.name)) for path in self.healthy])

    def restore(self) -> None:
        """All directories as they were when they were healthy, in another place."""
        self.brokers = self._copy()

    def audit(self, *words: str) -> tuple[int, dict[str, Any]]:
        """The exit status, and the document."""
        file = self.folder / f"{len(list(self.folder.iterdir()))}.json"
        status = cli.main(["audit", *map(str, self.brokers.paths), "--json", str(file), *words])
        require_valid("audit", json.loads(file.read_text()))
        (self.folder / "last.json").write_text(file.read_text())
        return status, json.loads(file.read_text())

    def compare(self, change: Callable[[], object]) -> tuple[int, dict[str, Any]]:
        """The exit status and the comparison, of an audit before and an audit after a change."""
        self.audit()
        before = self.folder / "before.json"
        shutil.copy(self.folder / "last.json", before)
        change()
        status, document = self.audit("--against", str(before))
        return status, document["comparison"]


@pytest.fixture
def repair(healthy: list[Path], tmp_path: Path) -> RepairTrial:
    return RepairTrial(healthy, tmp_path)


def spans(ranges: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(each["first"], each["last"]) for each in ranges]


def kinds(findings: list[dict[str, Any]]) -> set[str]:
    return {each["kind"] for each in findings}


def test_without_an_earlier_audit_there_is_no_comparison(repair: RepairTrial) -> None:
    status, document = repair.audit()
    assert (status, document["comparison"], document["lost"], document["advice"]) == (0, None, [], [])


@pytest.mark.parametrize("name", [None, "checksum", "topic-ids-differ", "partition-missing"])
def test_nothing_differs_if_nothing_was_changed(name: str | None, repair: RepairTrial) -> None:
    if name:
        DAMAGES[name][0](repair.brokers)
    status, comparison = repair.compare(lambda: None)
    assert status == (1 if name else 0)
    assert not comparison["worse"]
    assert comparison["unchanged"] == (1 if name else 0)
    assert [comparison[key] for key in ("resolved", "new", "restored", "lost", "changes", "notes")] == [
        []
    ] * 6


@pytest.mark.parametrize(
    ("name", "restored"),
    [
        ("checksum", [(33, 36)]),
        ("copies-disagree", [(47, 47)]),
        ("segment-missing", [(25, 47)]),
        ("torn-tail:the_last_batch_is_cut", [(86, 87)]),
        ("committed-unreplicated", [(86, 87), (86, 87)]),
        ("epoch-start", []),
    ],
)
def test_what_was_repaired_is_gone_and_its_records_are_there_again(
    name: str, restored: list[tuple[int, int]], repair: RepairTrial
) -> None:
    done, expected = DAMAGES[name]
    done(repair.brokers)
    status, comparison = repair.compare(repair.restore)
    assert (status, comparison["worse"], comparison["unchanged"], comparison["new"]) == (0, False, 0, [])
    assert kinds(comparison["resolved"]) == expected
    assert spans(comparison["restored"]) == restored
    assert comparison["lost"] == []


def test_new_damage_is_worse_and_what_it_lost_is_named(repair: RepairTrial) -> None:
    DAMAGES["checksum"][0](repair.brokers)
    status, comparison = repair.compare(lambda: two_brokers_lost_the_last_batch(repair.brokers))
    assert (status, comparison["worse"]) == (1, True)
    assert comparison["unchanged"] == 1
    assert kinds(comparison["new"]) == DAMAGES["committed-unreplicated"][1]
    assert spans(comparison["lost"]) == [(86, 87), (86, 87)]
    assert [each["lost_by"] for each in comparison["lost"]] == [
        [["broker 0", "missing"]],
        [["broker 1", "missing"]],
    ]
    assert {change["text"] for change in comparison["changes"]} == {"end 88 → 86"}


def forget(repair: RepairTrial, offset: int) -> None:
    """Cut the last batch on all replicas, with all that would remember it."""
    b = repair.brokers
    for path in b.paths:
        log = b.logs(path)[-1]
        if int(split(log)[-1][:8].hex(), 16) == offset:
            b.rewrite(log, lambda all_: all_[:-1])
        for suffix in (".index", ".timeindex"):
            log.with_suffix(suffix).write_bytes(b"")
        for name in (directories.HIGH_WATERMARKS, directories.RECOVERY_POINTS):
            b.edit(name, "plain 0 88", f"plain 0 {offset}", path)
        cache = path / P / "leader-epoch-checkpoint"
        rows = [row for row in cache.read_text().splitlines()[2:] if int(row.split()[1]) < offset]
        cache.write_text("\n".join(["0", str(len(rows)), *rows]) + "\n")
        for snapshot in (path / P).glob("*.snapshot"):
            if int(snapshot.stem) > offset:
                snapshot.unlink()


def test_a_repair_that_lost_records_is_found_though_what_is_left_agrees(
    repair: RepairTrial, capsys: pytest.CaptureFixture[str]
) -> None:
    """Broker 0 was elected uncleanly: broker 2 cut its log, and new records of a later epoch have the place."""
    two_brokers_lost_the_last_batch(repair.brokers)

    def elect_uncleanly() -> None:
        forget(repair, 86)
        for path in repair.brokers.paths:
            with repair.brokers.logs(path)[-1].open("ab") as file:
                file.write(batch(86, 9, [(b"k", b"v")] * 3, 1_700_000_300_000))
            cache = path / P / "leader-epoch-checkpoint"
            version, count, *rows = cache.read_text().splitlines()
            cache.write_text("\n".join([version, str(int(count) + 1), *rows, "9 86"]) + "\n")
            for name in (directories.HIGH_WATERMARKS, directories.RECOVERY_POINTS):
                repair.brokers.edit(name, "plain 0 86", "plain 0 89", path)

    status, comparison = repair.compare(elect_uncleanly)
    assert comparison["new"] == []
    assert (status, comparison["worse"]) == (1, True)
    assert spans(comparison["lost"]) == [(86, 87)]
    assert comparison["lost"][0]["held_by"] == []
    assert comparison["restored"] == []
    printed = capsys.readouterr().out.rpartition("compared with")[2]
    assert "before.json: worse (findings: " in printed
    assert "lost since\n" in printed
    assert "nothing is wrong" in printed  # what is left agrees


def test_what_was_lost_on_all_before_is_not_lost_by_the_repair(repair: RepairTrial) -> None:
    DAMAGES["high-watermark-past-end"][0](repair.brokers)
    status, comparison = repair.compare(repair.restore)
    assert (status, comparison["worse"], comparison["lost"]) == (0, False, [])


def test_records_that_came_since_make_nothing_worse(repair: RepairTrial) -> None:
    status, comparison = repair.compare(lambda: abort(repair.brokers))
    assert (status, comparison["worse"], comparison["lost"]) == (0, False, [])
    assert [change["text"].partition(",")[0] for change in comparison["changes"]] == ["end 88 → 91"] * 3


def test_a_partition_that_is_gone_everywhere_is_lost(repair: RepairTrial) -> None:
    def remove() -> None:
        for path in repair.brokers.paths:
            shutil.rmtree(path / P)

    status, comparison = repair.compare(remove)
    assert (status, spans(comparison["lost"])[0]) == (1, (0, 87))
    assert {change["text"] for change in comparison["changes"]} == {"gone"}


def test_an_earlier_audit_that_lacks_something_is_said_to(
    repair: RepairTrial, monkeypatch: pytest.MonkeyPatch
) -> None:
    repair.audit()
    document = json.loads((repair.folder / "last.json").read_text())
    document["complete"] = False
    before = repair.folder / "before.json"
    before.write_text(json.dumps(document))
    _, now = repair.audit("--against", str(before))
    assert now["comparison"]["notes"] == [
        "one of the two audits is not complete: what it lacks is not compared"
    ]


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"findings": []}', "null", '{"findings": [{"kind": 1}]}', "\xff"]
)
def test_a_file_that_is_no_audit_is_refused_in_a_line(
    content: str, repair: RepairTrial, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "before.json"
    file.write_bytes(content.encode("latin-1"))
    assert cli.main(["audit", str(repair.brokers.paths[0]), "--against", str(file)]) == 2
    assert (
        "is no document of an audit: name a file that `tidemark audit … --json` wrote"
        in capsys.readouterr().err
    )


def test_a_file_that_is_not_there_is_refused_in_a_line(
    repair: RepairTrial, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["audit", str(repair.brokers.paths[0]), "--against", "nowhere.json"]) == 2
    assert "nowhere.json can't be read: No such file or directory" in capsys.readouterr().err


# What no replica has any more.


def copy(name: str, start: int, end: int, mark: int | None, *epochs: tuple[int, int]) -> dict[str, Any]:
    data = {"name": name, "log_start": start, "log_end": end, "high_watermark": mark}
    return {"group": P, **data, "epochs": [list(epoch) for epoch in epochs]}


LONG = copy("broker 2", 0, 88, 88, (0, 0), (1, 60))


@pytest.mark.parametrize(
    ("now", "lost"),
    [
        ([LONG], []),
        ([copy("broker 2", 0, 99, 99, (0, 0), (1, 60))], []),
        ([copy("broker 2", 0, 80, 80, (0, 0), (1, 60))], [(80, 87)]),
        ([copy("broker 2", 0, 99, 99, (0, 0), (1, 60), (2, 70))], [(70, 87)]),
        ([copy("broker 2", 0, 99, 99, (0, 0), (2, 60))], [(60, 87)]),
        ([copy("broker 2", 0, 99, 99, (0, 0), (2, 60)), LONG], []),
        ([copy("broker 2", 90, 99, 99, (1, 90))], []),  # retention deleted the others
        ([copy("broker 2", 70, 80, 80, (1, 70))], [(80, 87)]),
        ([copy("broker 2", 0, 80, 80)], [(80, 87)]),  # no epochs
        ([], [(0, 87)]),
    ],
)
def test_what_is_lost_between_two_audits_follows_from_the_leader_epochs(
    now: list[dict[str, Any]], lost: list[tuple[int, int]]
) -> None:
    assert [(each.first, each.last) for each in compare([LONG], now).vanished] == lost


def test_only_what_was_committed_is_lost_and_of_replicas_that_differed_either_counts() -> None:
    short = copy("broker 2", 0, 70, 70, (0, 0), (1, 60))
    uncommitted = LONG | {"high_watermark": 75}
    assert [(x.first, x.last) for x in compare([uncommitted], [short]).vanished] == [(70, 74)]
    other = copy("broker 1", 0, 88, 88, (0, 0), (2, 60))
    assert compare([LONG, other], [other]).vanished == []
    assert AuditedLog.of(LONG | {"high_watermark": None}).high_watermark == 0
    assert compare([LONG | {"high_watermark": None}], [short]).vanished == []


def test_a_replica_is_the_same_by_its_name_and_its_ends_are_compared() -> None:
    now = [LONG | {"log_start": 5, "high_watermark": 87}, copy("broker 1", 0, 88, 88, (0, 0))]
    texts = compare([LONG, copy("broker 0", 0, 9, 9)], now).texts
    assert texts == [
        (P, "broker 0", "gone"),
        (P, "broker 1", "new"),
        (P, "broker 2", "start 0 → 5, HW 88 → 87"),
    ]
