"""The kept counterexamples: the same bytes again, on any number of threads, each shortest, each replayable."""

import re
from pathlib import Path

import pytest

import impl
from checker.analyses.replay import replay
from checker.cli import main
from checker.engines import reference
from checker.engines.native import search as native
from checker.evidence import folders
from checker.evidence.pins import Pin, pins
from checker.runs import files
from checker.runs.results import Result, Run

KEPT = Path(__file__).parents[2] / "counterexamples"

pytestmark = pytest.mark.xdist_group("folders")  # in one process, for the content is long in the making


def searched(pin: Pin, threads: int) -> Result:
    return native.search(pin.machine(), pin.limits, None, pin.symmetry, threads=threads)


@pytest.fixture(scope="module")
def small() -> list[Pin]:
    return [pin for pin in pins() if pin.violated and not pin.large and pin.distinct_states < 200_000]


@pytest.fixture(scope="module")
def content(small: list[Pin]) -> dict[str, str]:
    return folders.files([(pin, searched(pin, 1)) for pin in small])


def test_another_run_with_other_threads_gives_the_same_bytes(
    small: list[Pin], content: dict[str, str]
) -> None:
    assert folders.files([(pin, searched(pin, 2)) for pin in reversed(small)]) == content


def test_every_pinned_violation_has_a_folder_that_replays(
    small: list[Pin], content: dict[str, str], tmp_path: Path
) -> None:
    folders.update(content, tmp_path)
    kept = set()
    for path in sorted(tmp_path.glob(f"*/{folders.TRACE}")):
        run = files.load(path)
        replay(run, str(path))
        kept.add((run.machine.name, tuple(run.machine.bounds.items()), run.promise, run.length))
    for pin in small:
        machine = pin.machine()
        for promise, length in pin.violated.items():
            if machine.promise(promise).only_named:
                continue
            assert (machine.name, tuple(machine.bounds.items()), promise, length) in kept


QUICK = 12_000
"""The reference engine takes a second or two for a machine of so many states."""


@pytest.mark.parametrize("quick", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_every_counterexample_is_a_shortest_one(
    quick: bool, small: list[Pin], content: dict[str, str], tmp_path: Path
) -> None:
    """As the reference engine has it; the machines that are pinned to be larger are left to the slow tests."""
    folders.update(content, tmp_path)
    kept: dict[str, list[Run]] = {}
    states = {
        f"{machine.name} {machine.at}": pin.distinct_states for pin in small for machine in [pin.machine()]
    }
    for path in sorted(tmp_path.glob(f"*/{folders.TRACE}")):
        run = files.load(path)
        if run.machine.bounds.get("replicas") == 2:
            kept.setdefault(f"{run.machine.name} {run.machine.at}", []).append(run)
    compared = [runs for at, runs in kept.items() if (states[at] <= QUICK) == quick]
    assert compared
    for runs in compared:
        machine = runs[0].machine.only(*(run.promise for run in runs))
        lengths = {name: verdict.length for name, verdict in reference.search(machine).promises.items()}
        assert lengths == {run.promise: run.length for run in runs}


def test_the_table_links_to_every_folder(content: dict[str, str]) -> None:
    linked = re.findall(r"\]\(([^)]+)\)", content[folders.TABLE])
    assert set(linked) == {name for name in content if name.endswith(f"/{folders.STORY}")}
    for line in content[folders.TABLE].splitlines():
        if line.startswith("|"):
            assert line.count("|") == 5


def test_what_is_known_to_fail_at_the_start_is_kept_once(content: dict[str, str]) -> None:
    kept = [name for name in content if "_leader-in-isr_" in name and name.endswith(folders.TRACE)]
    assert kept == [f"published-high-watermark_leader-in-isr_2-2-2-2/{folders.TRACE}"]


def test_the_index_begins_with_the_lessons_each_a_kept_run() -> None:
    lessons = sorted(
        (lesson for family in impl.families() for lesson in family.lessons), key=lambda one: one.place
    )
    assert [lesson.place for lesson in lessons] == list(range(1, len(lessons) + 1))
    text = (KEPT / folders.TABLE).read_text(encoding="utf-8")
    first = text[: text.index("## All of them")]
    assert re.findall(r"^\d\. \*\*\[([^\]]+)\]", first, re.MULTILINE) == [lesson.title for lesson in lessons]
    for lesson, link in zip(lessons, re.findall(r"\]\(([^)]+)/README.md\)", first), strict=True):
        run = files.load(KEPT / link / folders.TRACE)
        assert (run.machine.name, run.promise) == (lesson.protocol, lesson.promise)
        assert lesson.bounds.items() <= run.machine.bounds.items()


def test_an_index_has_a_row_for_each_protocol_and_promise() -> None:
    text = (KEPT / folders.TABLE).read_text(encoding="utf-8")
    for part in text.split("\n### ")[1:]:
        named = [line.split("|")[1].strip() for line in part.splitlines() if line.startswith("|")][2:]
        assert len({name for name in named if name}) == len([name for name in named if name])


def test_update_writes_what_differs_and_removes_what_is_no_longer_pinned(
    content: dict[str, str], tmp_path: Path
) -> None:
    assert len(folders.update(content, tmp_path)) == len(content)
    assert folders.update(content, tmp_path) == []
    one = next(name for name in content if name.endswith(folders.TRACE))
    (tmp_path / one).write_text("{}", encoding="utf-8")
    assert folders.update(content, tmp_path) == [tmp_path / one]
    assert (tmp_path / one).read_text(encoding="utf-8") == content[one]
    gone = tmp_path / "published-none" / folders.TRACE
    gone.parent.mkdir()
    gone.touch()
    assert folders.update(content, tmp_path) == [gone]
    assert not gone.parent.exists()


def test_update_leaves_what_is_not_its_own(content: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").touch()
    folders.update(content, tmp_path)
    assert (tmp_path / "notes" / "mine.txt").exists()


def test_the_kept_counterexamples_replay() -> None:
    for path in sorted(KEPT.glob(f"*/{folders.TRACE}")):
        replay(files.load(path), str(path))


def test_the_command_writes_what_verify_compares(
    small: list[Pin],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = [pin for pin in small if pin.distinct_states < 10_000]
    assert len({impl.protocol(pin.protocol).family.name for pin in few}) > 1
    monkeypatch.setattr("checker.evidence.pins.pins", lambda: few)
    assert main(["counterexamples", "--output", str(tmp_path)]) == 0
    written = {
        p.relative_to(tmp_path).as_posix(): p.read_text(encoding="utf-8")
        for p in tmp_path.rglob("*")
        if p.is_file()
    }
    assert written == folders.files([(pin, searched(pin, 2)) for pin in few])
    assert main(["counterexamples", "--output", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith(" counterexamples, 0 files changed\n")
