"""`check --runs N` gives one run of each class of shortest runs, and no other: as an enumeration by hand has them."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.blocks import blocks, commands, pattern
from tests.support.documents import require_valid
from tests.support.faulty_processes import classes, faulty, key_of
from tidemark import impl
from tidemark.checker import cli, engines
from tidemark.checker.analyses import shortest_runs
from tidemark.checker.analyses.replay import replay
from tidemark.checker.analyses.shortest_runs import find_distinct_runs
from tidemark.checker.engines import reference
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.symmetry.interchangeable import interchangeable
from tidemark.checker.runs.files import load
from tidemark.checker.user_files.machines import source_of
from tidemark.spec import Promise

THREE = '''
from typing import Annotated, Any

from tidemark import Array, Bool, Domain, Id, Identity, Int, Machine, Record, Truth, action, not_, promise, require

PERSON = Id("person", 3)


class House(Record):
    forgets: Any
    is_flooded: Truth
    is_lost: Truth


@action
def forget(h: House, me: Annotated[Identity, Domain("person")]) -> House:
    times = h.forgets[me]
    require(times < 2, "the person is not home yet")
    before = sum(h.forgets[person] for person in h.forgets.indices())
    return h.but(forgets=h.forgets.but(me, times + 1), is_lost=h.is_lost | (before > 0))


@action
def flood(h: House) -> House:
    return h.but(is_flooded=True)


@action
def drown(h: House, me: Annotated[Identity, Domain("person")]) -> House:
    require(h.is_flooded, "there is water")
    return h.but(is_lost=True)


@promise
def nothing_lost(h: House) -> Truth:
    """Nothing is lost."""
    return not_(h.is_lost)


STATE = House.of(forgets=Array.of(PERSON, Int(0, 2)), is_flooded=Bool(), is_lost=Bool())
house = Machine("house", {}, STATE, STATE.default, [forget, flood, drown], [nothing_lost], {"person": PERSON})
'''


def compare(seed: int) -> tuple[int, bool] | None:
    """The runs of a random machine with those by hand: how many classes there are, and whether ids can be renamed."""
    machine = faulty(seed)
    verdict = reference.search(machine).promises["sound"]
    if verdict.run is None:
        return None
    renames = bool(interchangeable(machine, initially=False))
    truth = classes(machine, verdict.run.length, renames)
    if truth is None:
        return None
    found = find_distinct_runs(machine, "sound", 1_000, verdict.run)
    assert found.count == len(found.runs) == len(truth)
    hit = [next(k for k, members in enumerate(truth) if key_of(d.run.steps) in members) for d in found.runs]
    assert sorted(hit) == list(range(len(truth)))
    assert found.runs[0].run == verdict.run
    assert not found.runs[0].difference
    for distinct in found.runs[1:]:
        replay(distinct.run)
        assert distinct.difference
    return len(truth), renames


def test_one_run_of_each_class_is_found_in_random_machines() -> None:
    compared = Counter(filter(None, map(compare, range(60))))
    assert sum(compared.values()) >= 20
    assert sum(count for (found, renames), count in compared.items() if found > 1 and renames) >= 3
    assert any(found > 1 and not renames for found, renames in compared)


@pytest.mark.slow
def test_one_run_of_each_class_is_found_in_many_random_machines() -> None:
    compared = Counter(filter(None, map(compare, range(400))))
    assert sum(compared.values()) >= 150


def test_a_machine_with_three_distinct_shortest_runs_has_exactly_these(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.py").write_text(THREE)
    assert cli.main(["check", "house.py", "--runs", "10", "--json", "found.json"]) == 1
    out = capsys.readouterr().out
    data = json.loads(Path("found.json").read_text())
    require_valid("check", data)
    lists = data["promises"]["nothing-lost"]["runs"]
    assert lists["count"] == 3
    source = source_of("house.py")
    runs = [load(run["trace"], machines=source) for run in lists["listed"]]
    told = [[str(step.instance) for step in run.steps[1:]] for run in runs]
    assert sorted((events[0][:5], len({event[-2] for event in events})) for events in told) == [
        ("flood", 2),  # somebody drowns
        ("forge", 1),  # one person forgets twice
        ("forge", 2),  # two people forget
    ]
    assert "there are 3 runs of 3 states, no two alike" in " ".join(out.split())
    for run in lists["listed"][1:]:
        assert f"again: tidemark replay {run['trace']} --from house.py" in out

    first, second, third = (run["trace"] for run in lists["listed"])
    assert cli.main(["replay", "--next", first, "--from", "house.py"]) == 0
    assert f"the run after it: tidemark replay --next {second} --from house.py" in capsys.readouterr().out
    assert cli.main(["replay", "--next", second, "--from", "house.py"]) == 0
    assert "the run after it" not in capsys.readouterr().out
    assert cli.main(["replay", "--next", third, "--from", "house.py"]) == 2
    assert f"{third} is the last of its runs" in capsys.readouterr().err


def test_the_page_shows_the_three_ways_in_which_a_published_model_loses_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [(line, shown)] = [pair for block in blocks("docs/traces.md", "console") for pair in commands(block)]
    assert cli.main([*shlex.split(line)[1:], "--traces", str(tmp_path)]) == 1
    lines = "\n".join(text.rstrip() for text in capsys.readouterr().out.strip().splitlines())
    assert re.fullmatch(pattern(shown), lines)


def test_what_runs_can_not_be_compared_is_said_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lossy = ["check", "published/high-watermark", "--replicas", "2", "--promise", "strong-isr", "--runs", "3"]
    lossy += ["--traces", str(tmp_path)]
    monkeypatch.setattr(shortest_runs, "MOST_STATES", 5)
    assert cli.main([*lossy, "--json", "-"]) == 1
    data = json.loads(capsys.readouterr().out)
    require_valid("check", data)
    assert "too many to compare" in data["promises"]["strong-isr"]["runs"]["stopped"]
    monkeypatch.undo()
    monkeypatch.setattr(shortest_runs, "MOST_CLASSES", 5)
    assert cli.main(lossy) == 1
    assert "more than 5 shortest runs differ" in capsys.readouterr().out
    assert cli.main([*lossy[:-3], "0"]) == 2


def test_with_symmetry_random_runs_and_within_a_constraint_the_runs_are_those_of_the_machine() -> None:
    machine = impl.protocol("published/high-watermark").machine({"replicas": 2})
    chosen = machine.with_promises("strong-isr")
    for request in (SearchRequest(symmetry=True), SearchRequest()):
        [verdict] = engines.search("native", chosen, request).promises.values()
        found = find_distinct_runs(chosen, "strong-isr", 2, verdict.run)
        assert (found.count, found.runs[0].run) == (3, verdict.run)
    early = Promise("early", lambda cluster: cluster.quorum.leader_epoch <= 1)
    within = find_distinct_runs(replace(chosen, constraints=[early]), "strong-isr", 9)
    assert within.count == 1
    assert not within.runs[0].run.machine.constraints
