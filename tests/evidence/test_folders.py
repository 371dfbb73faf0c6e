"""The kept counterexamples: the same bytes again, on any number of threads, each shortest, each replayable.

Those in the repository are read; `make check` tests that they are what the pins give, all of them.
"""

import re
from pathlib import Path

import pytest

from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.replay import replay
from tidemark.checker.cli import main
from tidemark.checker.engines import reference
from tidemark.checker.evidence import checking, folders
from tidemark.checker.evidence.pins import Pin, pins
from tidemark.checker.runs import files
from tidemark.checker.runs.results import Run, RunStep
from tidemark.impl.lessons import LESSONS
from tidemark.spec import Machine

KEPT = Path(__file__).parents[2] / "counterexamples"

pytestmark = pytest.mark.xdist_group("folders")  # in one process, for what is kept is long in the reading


def written(pins: list[Pin], threads: int) -> dict[str, str]:
    """What is kept of these pins, searched in this process by `threads` threads."""
    return folders.files(checking.kept_runs_of([checking.check(pin, threads) for pin in pins]))


VIOLATED = sorted(
    (pin for pin in pins() if pin.violated and not pin.large), key=lambda pin: pin.distinct_states
)


def of_each_family(first: int, last: int = 0) -> list[Pin]:
    """The violated pins of each family.

    first: how many of those with the fewest states.
    last: how many of the largest up to 200,000 states, of every fourth family.
    """
    chosen: list[Pin] = []
    for place, family in enumerate(impl.families()):
        own = [pin for pin in VIOLATED if impl.protocol(pin.protocol).family is family]
        more = [pin for pin in own[first:] if pin.distinct_states < 200_000 and place % 4 == 0]
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
    """All kept runs, of machines that also have the actions that can never happen: they are built faster."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Machine, "without_impossible", lambda machine: machine)
        return {path: files.load(path) for path in sorted(KEPT.glob(f"*/*/*{folders.TRACE}"))}


def test_another_run_with_other_threads_gives_the_same_bytes(few: list[Pin], content: dict[str, str]) -> None:
    assert written(few[::-1], 2) == content


def takes(machine: Machine, kept: Run) -> bool:
    """Whether a machine takes the steps of a kept run, and its promise breaks only at the end."""
    steps = [RunStep(None, machine.encode(machine.initial))]
    for step in kept.steps[1:]:
        enabled = {
            str(instance): (instance, after)
            for instance, after in reference.successors(machine, steps[-1].state)
        }
        if str(step.instance) not in enabled:
            return False
        steps.append(RunStep(*enabled[str(step.instance)]))
    try:
        replay(Run(machine, kept.promise, steps), machine.name)
    except UsageError:
        return False
    return True


@pytest.mark.slow  # `make check` compares each kept run with the one that is found again
def test_every_pinned_violation_has_a_run_that_replays_or_is_told_where_its_steps_are(
    kept: dict[Path, Run],
) -> None:
    own = {(run.machine.name, run.machine.at, run.promise): run.length for run in kept.values()}
    stories = {path: path.with_suffix(folders.STORY).read_text(encoding="utf-8") for path in kept}
    for path, run in kept.items():
        replay(run, str(path))
    for pin in VIOLATED:
        machine = pin.machine(traced=False)
        for promise, length in pin.violated.items():
            if machine.promise(promise).only_named:
                continue
            place = (machine.name, machine.at, promise)
            if place in own:
                assert own[place] == length
                continue
            found = [
                run
                for path, run in kept.items()
                if (run.promise, run.length) == (promise, length)
                and f"`{machine.name}` at" in stories[path].partition("The same steps break it in")[2]
            ]
            assert any(takes(machine, run) for run in found), place


def test_no_two_runs_of_a_family_break_a_promise_with_the_same_steps(kept: dict[Path, Run]) -> None:
    keys = [
        (path.parents[1].name, run.promise, *(str(step.instance) for step in run.steps))
        for path, run in kept.items()
    ]
    assert len(set(keys)) == len(keys)


def test_a_run_is_where_its_names_say_the_shortest_first(kept: dict[Path, Run]) -> None:
    lengths: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for path, run in kept.items():
        promise, _, number = path.stem.rpartition("-")
        assert (f"{path.parents[1].name}/{path.parent.name}", promise) == (run.machine.protocol, run.promise)
        lengths.setdefault((str(path.parent), promise), []).append((int(number), run.length))
    for numbered in lengths.values():
        assert sorted(numbered) == sorted(numbered, key=lambda one: (one[1], one[0]))
        assert sorted(number for number, _ in numbered) == list(range(1, len(numbered) + 1))


def test_no_two_stories_have_one_title_and_each_leads_to_the_glossary() -> None:
    stories = {path: path.read_text(encoding="utf-8") for path in KEPT.glob("*/*/*-[0-9]*.md")}
    titles = [text.partition("\n")[0] for text in stories.values()]
    assert len(set(titles)) == len(titles) > 600
    leads = [re.findall(r"\]\((\S+)#\S+\)", text) for text in stories.values()]
    assert {link for links in leads for link in links} == {"../../../docs/glossary.md"}
    assert all(leads)


def test_the_evidence_stays_readable() -> None:
    """In lines of all files for each run, and in characters of the longest path."""
    paths = [path for path in KEPT.rglob("*") if path.suffix in (".json", ".md")]
    runs = len([path for path in paths if path.suffix == ".json"])
    assert sum(path.read_text(encoding="utf-8").count("\n") for path in paths) < 70 * runs
    assert max(len(path.relative_to(KEPT).as_posix()) for path in paths) < 80


QUICK = 1_500
"""The number of states of a family that the reference engine enumerates in two seconds."""


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
    machine = pin.machine()
    of_states = {name: length for name, length in pin.violated.items() if not machine.is_about_runs(name)}
    found = reference.search(machine.only(*of_states)).promises
    assert {name: verdict.length for name, verdict in found.items()} == of_states


def test_the_indexes_link_to_every_story(kept: dict[Path, Run]) -> None:
    linked = set()
    for index in sorted(KEPT.glob(f"*/{folders.INDEX}")):
        text = index.read_text(encoding="utf-8")
        linked |= {index.parent / link for link in re.findall(r"\]\(([^)]+)\)", text)}
        for line in text.splitlines():
            if line.startswith("|"):
                assert line.count("|") == 6
    assert linked == {path.with_suffix(folders.STORY) for path in kept}
    top = (KEPT / folders.INDEX).read_text(encoding="utf-8")
    below = re.findall(r"\]\(([^)]+)\)", top[top.index("## All of them") :])
    assert {KEPT / link for link in below} == set(KEPT.glob(f"*/{folders.INDEX}"))


def test_what_is_known_to_fail_at_the_start_is_kept_once(kept: dict[Path, Run]) -> None:
    named = [path for path, run in kept.items() if run.promise == "leader-in-isr"]
    assert named == [KEPT / "published" / "high-watermark" / "leader-in-isr-1.json"]


def test_the_index_begins_with_the_lessons_each_a_kept_run() -> None:
    text = (KEPT / folders.INDEX).read_text(encoding="utf-8")
    first = text[: text.index("## All of them")]
    assert re.findall(r"^\d+\. \*\*\[([^\]]+)\]", first, re.MULTILINE) == [lesson.title for lesson in LESSONS]
    for lesson, link in zip(LESSONS, re.findall(r"\]\(([^)]+)\.md\)", first), strict=True):
        run = files.load(KEPT / f"{link}{folders.TRACE}")
        assert (run.machine.name, run.promise) == (lesson.protocol, lesson.promise)
        assert lesson.bounds.items() <= run.machine.bounds.items()


def test_no_loss_is_told_as_a_promise_that_does_not_hold(kept: dict[Path, Run]) -> None:
    assert [path for path in kept if "does not hold" in path.with_suffix(folders.STORY).read_text()] == []


def test_update_writes_what_differs_and_removes_what_is_no_longer_pinned(
    content: dict[str, str], tmp_path: Path
) -> None:
    assert len(folders.update(content, tmp_path)) == len(content)
    assert folders.update(content, tmp_path) == []
    one = next(name for name in content if name.endswith(folders.TRACE))
    (tmp_path / one).write_text("{}", encoding="utf-8")
    assert folders.update(content, tmp_path) == [tmp_path / one]
    assert (tmp_path / one).read_text(encoding="utf-8") == content[one]
    gone = tmp_path / "published" / "none" / "strong-isr-1"
    alone = tmp_path / "none" / folders.INDEX
    for path, text in (
        (gone.with_suffix(".json"), ""),
        (gone.with_suffix(".md"), ""),
        (alone, folders.HEADING),
    ):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert folders.update(content, tmp_path) == [gone.with_suffix(".json"), alone]
    assert not gone.parent.exists()
    assert not alone.parent.exists()


def test_update_leaves_what_is_not_its_own(content: dict[str, str], tmp_path: Path) -> None:
    own = [tmp_path / name for name in ("notes/mine.txt", "notes/README.md", "kafka/2.0.1/notes.json")]
    for path in own:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    folders.update(content, tmp_path)
    assert all(path.exists() for path in own)


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
