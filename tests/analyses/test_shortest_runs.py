"""`check --runs N` gives one run of each class of shortest runs, and no other: as an enumeration by hand has them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.support.documents import require_valid
from tests.support.faulty_processes import classes, faulty, key_of
from tidemark.checker import cli
from tidemark.checker.analyses.replay import replay
from tidemark.checker.analyses.shortest_runs import find_distinct_runs
from tidemark.checker.engines import reference
from tidemark.checker.engines.symmetry.interchangeable import interchangeable
from tidemark.checker.runs.files import load
from tidemark.checker.user_files.machines import source_of

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
    renames = bool(interchangeable(machine))
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
