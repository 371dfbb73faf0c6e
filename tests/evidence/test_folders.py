"""The kept counterexamples: the same bytes again, on any number of threads, each shortest, each replayable.

Those in the repository are read; that they are what the pins give, all of them, is what `make check` sees to.
"""

import re
from pathlib import Path

import pytest

from tidemark import impl
from tidemark.checker.analyses.replay import replay
from tidemark.checker.cli import main
from tidemark.checker.engines import reference
from tidemark.checker.evidence import checking, folders
from tidemark.checker.evidence.pins import Pin, pins
from tidemark.checker.runs import files
from tidemark.checker.runs.results import Run
from tidemark.impl.lessons import LESSONS
from tidemark.spec import Machine

KEPT = Path(__file__).parents[2] / "counterexamples"

pytestmark = pytest.mark.xdist_group("folders")  # in one process, for what is kept is long in the reading


def written(pins: list[Pin], threads: int) -> dict[str, str]:
    """What is kept of these pins, searched in this process by so many threads."""
    return folders.files(checking.kept_of([checking.check(pin, threads) for pin in pins]))


VIOLATED = sorted(
    (pin for pin in pins() if pin.violated and not pin.large), key=lambda pin: pin.distinct_states
)


def of_each_family(first: int, last: int = 0) -> list[Pin]:
    """So many violated pins of each family: those with the fewest states, and the largest up to 200,000."""
    chosen: list[Pin] = []
    for family in impl.families():
        own = [pin for pin in VIOLATED if impl.protocol(pin.protocol).family is family]
        more = [pin for pin in own[first:] if pin.distinct_states < 200_000]
        chosen += [*own[:first], *more[len(more) - last :]]
    return chosen


@pytest.fixture(scope="module")
def few() -> list[Pin]:
    """What many pins show no better than few: small ones, and those in which several threads are at work."""
    return of_each_family(first=1, last=1)


@pytest.fixture(scope="module")
def content(few: list[Pin]) -> dict[str, str]:
    return written(few, 1)


@pytest.fixture(scope="module")
def kept() -> dict[Path, Run]:
    return {path: files.load(path) for path in sorted(KEPT.glob(f"*/{folders.TRACE}"))}


def test_another_run_with_other_threads_gives_the_same_bytes(few: list[Pin], content: dict[str, str]) -> None:
    assert written(few[::-1], 2) == content


def key(machine: Machine, promise: str) -> tuple[str, str, str]:
    return machine.name, machine.at, promise


def test_every_pinned_violation_has_a_folder_that_replays(kept: dict[Path, Run]) -> None:
    lengths = {key(run.machine, run.promise): run.length for run in kept.values()}
    for path, run in kept.items():
        replay(run, str(path))
    for pin in VIOLATED:
        machine = pin.machine()
        for promise, length in pin.violated.items():
            if not machine.promise(promise).only_named:
                assert lengths[key(machine, promise)] == length


QUICK = 1_500
"""So many states of a family the reference engine enumerates in two seconds."""


def shortest_by_reference() -> list[object]:
    """The pins of each family, the smallest first; those beyond the first `QUICK` states are slow."""
    cases: list[object] = []
    for family in impl.families():
        states = 0
        for pin in VIOLATED:
            if impl.protocol(pin.protocol).family is not family or pin.symmetry:
                continue
            states += pin.distinct_states
            if pin.distinct_states < 150_000:
                quick = states <= QUICK or states == pin.distinct_states
                cases.append(
                    pytest.param(pin, marks=() if quick else pytest.mark.slow, id=f"{pin.protocol} {pin.at}")
                )
    return cases


@pytest.mark.parametrize("pin", shortest_by_reference())
def test_every_counterexample_is_a_shortest_one(pin: Pin) -> None:
    """As the reference engine has it; what is kept is as long as it is pinned to be."""
    machine = pin.machine().only(*pin.violated)
    lengths = {name: verdict.length for name, verdict in reference.search(machine).promises.items()}
    assert lengths == pin.violated


def test_the_table_links_to_every_folder(kept: dict[Path, Run]) -> None:
    table = (KEPT / folders.TABLE).read_text(encoding="utf-8")
    assert set(re.findall(r"\]\(([^)]+)\)", table)) == {
        f"{path.parent.name}/{folders.STORY}" for path in kept
    }
    for line in table.splitlines():
        if line.startswith("|"):
            assert line.count("|") == 5


def test_what_is_known_to_fail_at_the_start_is_kept_once(kept: dict[Path, Run]) -> None:
    named = [path.parent.name for path, run in kept.items() if run.promise == "leader-in-isr"]
    assert named == ["published-high-watermark_leader-in-isr_2-2-2-2"]


def test_the_index_begins_with_the_lessons_each_a_kept_run() -> None:
    text = (KEPT / folders.TABLE).read_text(encoding="utf-8")
    first = text[: text.index("## All of them")]
    assert re.findall(r"^\d+\. \*\*\[([^\]]+)\]", first, re.MULTILINE) == [lesson.title for lesson in LESSONS]
    for lesson, link in zip(LESSONS, re.findall(r"\]\(([^)]+)/README.md\)", first), strict=True):
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


def test_the_command_writes_what_verify_compares(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = of_each_family(first=1)
    monkeypatch.setattr("tidemark.checker.evidence.pins.pins", lambda: few)
    assert main(["counterexamples", "--output", str(tmp_path)]) == 0
    found = {
        p.relative_to(tmp_path).as_posix(): p.read_text(encoding="utf-8")
        for p in tmp_path.rglob("*")
        if p.is_file()
    }
    assert found == written(few, 2)
    assert main(["counterexamples", "--output", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith(" counterexamples, 0 files changed\n")
