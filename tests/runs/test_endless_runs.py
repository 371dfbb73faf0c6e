"""Endless runs in files: Tidemark's own and ITF, and what a replay refuses of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import require_valid
from tidemark.checker import cli
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines.native import liveness
from tidemark.checker.runs import files, itf
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.checker.user_files import machines
from tidemark.checker.views import markdown, page
from tidemark.spec import UsageError, fair, strongly_fair

DOOR = Path(__file__).parents[1] / "support" / "user_files" / "door.py"


@pytest.fixture(scope="module")
def source() -> Any:
    return machines.source_of(str(DOOR))


@pytest.fixture(scope="module")
def run(source: Any) -> Run:
    """A client waits for ever, while the other comes and goes."""
    machine = source.find("weak").machine()
    found = liveness.check(machine).promises["served"].run
    assert found
    assert (found.length, found.loop, found.positions) == (5, 2, 4)
    return found


@pytest.fixture(scope="module")
def still(source: Any) -> Run:
    """A client waits for ever, and nothing happens."""
    machine = source.find("weak").machine().with_fairness(less=["take"])
    found = liveness.check(machine).promises["served"].run
    assert found
    assert (found.length, found.loop, found.positions) == (2, 2, 2)
    return found


def parts(run: Run) -> Any:
    """What a file must keep of a run."""
    return [(str(step.instance), step.state) for step in run.steps], run.loop, list(run.machine.fairness)


@pytest.mark.parametrize("which", ["run", "still"])
def test_a_trace_has_the_loop_and_the_fairness(
    which: str, request: pytest.FixtureRequest, source: Any
) -> None:
    run: Run = request.getfixturevalue(which)
    data = json.loads(files.to_text(run))
    require_valid("replay", data)
    assert data["loop"] == run.loop
    for text in (files.to_text(run), files.to_complete_text(run)):
        again = files.from_json(json.loads(text), machines=source)
        assert parts(again) == parts(run)
        replay(again)


@pytest.mark.parametrize(("which", "index"), [("run", 2), ("still", 1)])
def test_itf_has_the_index_of_the_state_that_follows_the_last(
    which: str, index: int, request: pytest.FixtureRequest, source: Any
) -> None:
    run: Run = request.getfixturevalue(which)
    data = itf.to_itf(run)
    assert data["loop"] == index
    assert parts(itf.from_itf(json.loads(json.dumps(data)), machines=source)) == parts(run)


def changed(**fields: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda data: {**data, **fields}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (changed(version=2), "loop and fairness are of version 3, which has both"),
        (
            lambda data: {k: v for k, v in data.items() if k != "loop"},
            "loop and fairness are of version 3, which has both",
        ),
        (changed(loop=0), "loop is 0, and must be the number of a step"),
        (changed(loop="2"), "loop is '2', and must be the number of a step"),
        (changed(loop=6), "loop is 6, and must be the number of a step"),
        (changed(fairness={}), "fairness is {}, and must be a list"),
        (changed(fairness=[{"actions": ["take"]}]), "each has the fields actions, strong and each"),
        (changed(fairness=[{"actions": ["tak"], "strong": False, "each": None}]), "did you mean take?"),
        (changed(loop=3), "step 3, to which it returns, has"),
        (
            changed(fairness=[{"actions": ["take"], "strong": True, "each": None}]),
            "from step 2 on, breaks the strong fairness of take(me=0)",
        ),
        (changed(promise="can-be-free"), "this run keeps the promise can-be-free, and should break it"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_says_something_else_is_refused(
    change: Callable[[dict[str, Any]], dict[str, Any]], said: str, run: Run, source: Any
) -> None:
    data = change(files.to_json(run))
    with pytest.raises(UsageError) as caught:
        replay(files.from_json(data, machines=source))
    assert said in str(caught.value)


def test_a_run_that_stays_where_fairness_makes_it_go_on_is_refused(still: Run) -> None:
    replay(still)
    with pytest.raises(UsageError, match=r"breaks the weak fairness of take\(me=0\)"):
        replay(replace(still, machine=still.machine.with_fairness([fair("take")])))


def test_every_view_says_how_it_goes_on(run: Run) -> None:
    told = explain(run)
    for text in (markdown.markdown(told), page.page([told])):
        assert "From here on it goes round." in text
        assert "this is the state of step 2 again, and steps 3 to 5 come again and again." in text
        assert (
            "take(me=0) never happens, though it is enabled again and again: weak fairness allows that."
            in text
        )


def test_the_sequence_diagram_has_the_loop_in_a_frame(run: Run, still: Run) -> None:
    before, _, frame = markdown.mermaid(explain(run)).partition("    loop for ever\n")
    steps = [re.findall(r": (\d)\. ", part) for part in (before, frame)]
    assert steps == [["2"], ["3", "4", "5"]]
    assert frame.endswith("\n    end\n```")
    assert "loop" not in markdown.mermaid(explain(still))


def test_the_page_has_the_command_that_finds_the_run(run: Run, still: Run) -> None:
    found = f"tidemark check {run.machine.origin.source.place}:weak --promise served"  # type: ignore[union-attr]
    assert page.command(run) == found
    assert page.command(still) == f"{found} --unfair take"
    more = [fair("take", each="me"), strongly_fair("take", each=False)]
    machine = run.machine.with_fairness(more)
    assert page.command(replace(run, machine=machine)) == f"{found} --fair take/me --strongly-fair take/some"
    assert page.command(replace(run, machine=machine.with_fairness([fair("take", "leave")]))) == ""


def test_the_command_goes_round_twice_and_says_so(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.json"
    files.save(run, file)
    assert cli.main(["replay", str(file), "--from", str(DOOR)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "5 states replayed, and what comes again a second time; going on so for ever breaks served" in said
    for option in ("--scenario=-", "--against=weak"):
        more = ["--html", str(tmp_path / "page.html")] if "against" in option else []
        assert cli.main(["replay", str(file), "--from", str(DOOR), option, *more]) == 2
        assert "served is about runs" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["why", "minimize", "prove", "fuzz"])
def test_a_command_that_knows_no_such_promises_says_so(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    promise = ["served"] if command in ("why", "prove") else ["--promise", "served"]
    assert cli.main([command, f"{DOOR}:weak", *promise]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "tidemark: served is about runs: only `tidemark check` and `tidemark replay` know such promises"
    ]


def test_fairness_is_added_and_taken_away_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check = ["check", f"{DOOR}:weak", "--promise", "served", "--quiet", "--traces", str(tmp_path)]
    assert cli.main(check) == 1
    assert cli.main([*check, "--strongly-fair", "take"]) == 0
    assert cli.main([*check, "--strongly-fair", "take/me"]) == 0
    assert cli.main([*check, "--strongly-fair", "take/some"]) == 1
    assert cli.main([*check, "--strongly-fair", "take", "--unfair", "leave"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"served: {verdict}"
        for verdict in (
            "violated after 4 states",
            "holds",
            "holds",
            "violated after 4 states",
            "violated after 4 states",
        )
    ]
