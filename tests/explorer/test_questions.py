"""Questions about all states: the answers are those of the reference engine, and nothing else of Python is let in."""

from __future__ import annotations

import random
import threading
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.support.explored import ask, explored
from tests.support.foreign_runs import FOREIGN_MACHINES, foreign_run
from tests.support.temporal import graph
from tidemark import impl
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.search import Search
from tidemark.checker.explorer import questions
from tidemark.checker.explorer.conditions import condition
from tidemark.checker.explorer.questions import Questions
from tidemark.checker.explorer.reached import Reached, without_promises
from tidemark.checker.explorer.seen import Sight
from tidemark.checker.explorer.space import Space, all_states
from tidemark.checker.runs.results import Limits
from tidemark.checker.validation.values import value_of
from tidemark.spec import Machine, Promise, all_of
from tidemark.spec.errors import UsageError

MACHINES = {
    "dekker": FOREIGN_MACHINES["dekker"],
    "commit": FOREIGN_MACHINES["commit"],
    "kafka": lambda: impl.protocol("published/kip-101").machine(
        {"replicas": 2, "log-size": 1, "records": 1, "max-epoch": 1}
    ),
}
CONDITIONS = {
    "dekker": [
        "s.place[0] == 'critical' and not s.flag[1]",
        "s.turn == 1",
        "count(p == 'wanting' for p in s.place) == 2",
        "s.place[0] == s.place[1] != 'outside'",
        "0 < s.turn + 1 < 2 or False",
        "s.turn == 1 and s.turn == 0",
    ],
    "commit": [
        "any(m == 'aborted' for m in s.managers)",
        "s.network.any(lambda m: m.kind == 'commit')",
        "s.prepared.has(s.prepared.ids()[1])",
        "s.network.size() > 2",
    ],
    "kafka": [
        "s.quorum.leader == 1",
        "all(r.leader_epoch >= 0 for r in s.replicas)",
        "s.quorum.leader == None",
    ],
}
CASES = [(name, text) for name, texts in CONDITIONS.items() for text in texts]


@cache
def made(name: str) -> tuple[Machine, Space, Questions]:
    """A machine, all its states by the reference engine, and what answers questions about it."""
    machine = MACHINES[name]()
    space = all_states(Sight(machine), 50_000)
    assert space.complete
    return machine, space, Questions(machine)


@pytest.mark.parametrize(("name", "text"), CASES, ids=[f"{name}-{k}" for k, (name, _) in enumerate(CASES)])
def test_the_nearest_state_is_the_one_that_the_reference_engine_finds(name: str, text: str) -> None:
    machine, space, asked = made(name)
    sought = condition(machine, text)
    holds = [number for number, state in enumerate(space.states) if value_of(sought, state)]
    steps, told = asked.nearest(machine.encode(machine.initial), sought)
    assert (told["found"], told["states"], told["stopped"]) == (len(holds), len(space.states), None)
    assert (steps is None) == (not holds)
    if steps:
        assert value_of(sought, steps[-1].state)
        sought_there = Space(space.states, space.numbers, space.after, {"sought": holds}, True)
        assert sought_there.fate_of("sought").distance[0] == len(steps) - 1


def test_from_another_state_on_only_what_follows_is_searched() -> None:
    machine, space, asked = made("commit")
    begin = foreign_run("commit").steps[3].state
    steps, told = asked.nearest(begin, asked.sought("breaks", "consistent"))
    assert steps
    assert steps[0].state == begin
    assert told["states"] < len(space.states)
    back, _ = asked.nearest(steps[-1].state, asked.sought("keeps", "consistent"))
    assert back
    assert "consistent" not in Sight(machine).broken(back[-1].state)


@pytest.mark.parametrize("name", MACHINES)
def test_groups_and_arrows_count_every_state_and_step(name: str) -> None:
    machine, space, asked = made(name)
    paths = asked.fields()[:2]
    leaves = [k for k, leaf in enumerate(machine.leaves) if leaf.path in paths]
    found = asked.groups(paths)

    def group(state: Any) -> tuple[int, ...]:
        return tuple(state[k] for k in leaves)

    keys = [tuple(one["key"]) for one in found["groups"]]
    assert dict(zip(keys, (one["states"] for one in found["groups"]), strict=True)) == Counter(
        map(group, space.states)
    )
    steps = Counter(
        (group(state), group(space.states[other]))
        for state, following in zip(space.states, space.after, strict=True)
        for other in following
    )
    assert {(keys[a], keys[b]): count for a, b, count in found["arrows"]} == steps
    assert sum(found["levels"]) == len(space.states) == found["states"]
    for promise in machine.promises:
        broken = sum(one["broken"].get(promise.name, 0) for one in found["groups"])
        assert broken == len(space.broken.get(promise.name, []))
    for one, key in zip(found["groups"], keys, strict=True):
        steps_to, told = asked.nearest(machine.encode(machine.initial), asked.group(paths, key))
        assert steps_to
        assert (len(steps_to) - 1, told["found"]) == (one["level"], one["states"])


@pytest.mark.parametrize("name", MACHINES)
def test_columns_are_evaluated_as_single_states_are(name: str) -> None:
    machine, space, _ = made(name)
    kernel = Kernel(without_promises(machine), False, effort="less")
    reached = Reached(machine, space.states[0], kernel, Limits(), lambda _: None)
    rows = np.array([kernel.layout.pack(state) for state in space.states[:300]], dtype=np.uint64)
    expressions = [guard for one in machine.symbolic.actions for guard, _ in one.guards]
    expressions += [field for one in machine.symbolic.actions[:6] for field in one.fields]
    for expression in expressions:
        found = np.broadcast_to(reached.values(expression, rows), len(rows))
        assert [int(one) for one in found] == [value_of(expression, state) for state in space.states[:300]]


REFUSED = {
    "s.turn ==": "no condition in Python",
    "__import__('os')": "a condition has no __import__",
    "s.__class__": "a condition has no __class__",
    "'{0.x}'.format(s)": "compares fields",
    "f'{s}'": "a condition has no JoinedStr",
    "(x := 1)": "a condition has no NamedExpr",
    "s.turn ** 9": "a condition has no Pow",
    "open('x')": "name 'open' is not defined",
    "s.nothing == 1": "nothing",
    "s.turn": "true or false of a state",
    "s.place[0] == 'inside'": "has no label inside: there is outside, wanting, critical",
    "s.place[9] == 'outside'": "the index 9 is outside",
    "1": "true or false of a state",
    "x" * 2000: "at most 1000 characters",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:24])
def test_what_is_no_condition_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        condition(made("dekker")[0], text)
    assert REFUSED[text] in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_too_many_groups_and_wrong_fields_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, asked = made("commit")
    with pytest.raises(UsageError, match="there is no field nothing"):
        asked.groups(["nothing"])
    monkeypatch.setattr("tidemark.checker.explorer.reached.MOST_GROUPS", 2)
    with pytest.raises(UsageError, match="at most 2 are drawn: choose fewer"):
        asked.groups(asked.fields()[:3])


def test_a_question_is_stopped_at_will_and_only_one_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = FOREIGN_MACHINES["dekker"]()
    begun, go_on = threading.Event(), threading.Event()
    run = Search.run

    def waits(self: Search, report: Any) -> Any:
        begun.set()
        assert go_on.wait(60)
        report(None)
        return run(self, report)

    monkeypatch.setattr(Search, "run", waits)
    with explored(machine) as address:
        answers: list[tuple[int, str]] = []
        first = threading.Thread(target=lambda: answers.append(ask(address, "nearest?path=&where=s.turn==1")))
        first.start()
        assert begun.wait(60)
        status, text = ask(address, "nearest?path=&where=s.turn==0")
        assert (status, "another question is being answered" in text) == (400, True)
        assert ask(address, "stop") == (200, "{}")
        go_on.set()
        first.join()
        assert answers == [(400, '{"problem": "stopped"}')]
        monkeypatch.setattr(Search, "run", run)
        status, text = ask(address, "nearest?path=&where=s.turn==1")
        assert (status, '"path": [' in text) == (200, True)
        assert ask(address, "nearest?path=")[0] == 200  # no field: the one group of all states
        assert ask(address, "nearest?path=&by=turn&value=x")[0] == 400
    assert questions.SECONDS > 2


@pytest.mark.parametrize("name", [*MACHINES, "ring"])
def test_the_fate_of_every_state_is_the_one_that_its_definition_gives(name: str) -> None:
    machine = FOREIGN_MACHINES[name]() if name in FOREIGN_MACHINES else MACHINES[name]()
    space, asked = all_states(Sight(machine), 50_000), Questions(machine)
    assert not asked.is_measured
    assert asked.fate_of(space.states[0]) == {}
    asked.measure()
    for promise in machine.promises:
        fate = space.fate_of(promise.name)
        for number in range(0, len(space.states), 1 + len(space.states) // 500):
            expected = fate.distance[number], fate.doomed[number]
            assert asked.fate_of(space.states[number])[promise.name] == expected


def test_of_random_graphs_too_what_is_doomed_is_exact() -> None:
    chance, doomed = random.Random(7), 0
    for _ in range(25):
        places = chance.randint(4, 9)
        edges = {
            f"e{k}": (chance.randrange(places), chance.randrange(places))
            for k in range(chance.randint(4, 12))
        }
        bad = chance.sample(range(1, places), 2)
        kept = Promise("kept", lambda place, bad=tuple(bad): all_of(place.at != one for one in bad))
        machine = graph({**edges, "first": (0, places - 1)}, [kept])
        space, asked = all_states(Sight(machine), 100), Questions(machine)
        asked.measure()
        fate = space.fate_of("kept")
        found = [asked.fate_of(state)["kept"] for state in space.states]
        assert found == list(zip(fate.distance, fate.doomed, strict=True))
        doomed += sum(fate.doomed) - len(space.broken.get("kept", []))
    assert doomed > 10


def test_groups_say_how_many_states_are_doomed() -> None:
    kept = Promise("kept", lambda place: place.at != 3)
    asked = Questions(graph({"a": (0, 1), "b": (1, 2), "c": (2, 3), "d": (0, 4)}, [kept]))
    assert all(one["doomed"] == {} for one in asked.groups(["at"])["groups"])
    asked.measure()
    groups = {one["key"][0]: one["doomed"] for one in asked.groups(["at"])["groups"]}
    assert groups == {0: {}, 1: {"kept": 1}, 2: {"kept": 1}, 3: {"kept": 1}, 4: {}}


def test_a_space_that_is_not_known_as_a_whole_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MOST_STATES", 3)
    asked = Questions(FOREIGN_MACHINES["commit"]())
    with pytest.raises(UsageError, match="the space is not known as a whole"):
        asked.measure()
