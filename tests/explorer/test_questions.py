"""Questions about all states: the answers are those of the reference engine, and nothing else of Python is let in."""

from __future__ import annotations

import random
import threading
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from tests.support.explored import ask, explored
from tests.support.foreign_runs import FOREIGN, FOREIGN_MACHINES, foreign_run, machine_in
from tests.support.temporal import graph
from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.search import ExhaustiveSearch, prepare_search
from tidemark.checker.engines.native.state_query import StateQuery
from tidemark.checker.engines.reference import successors
from tidemark.checker.explorer import questions
from tidemark.checker.explorer.conditions import condition
from tidemark.checker.explorer.grouping import Grouping, GroupingChoice, fields
from tidemark.checker.explorer.questions import Order, Questions
from tidemark.checker.explorer.reachable_states import without_promises
from tidemark.checker.explorer.space import StateSpace, all_states
from tidemark.checker.explorer.state_description import StateDescriber
from tidemark.checker.runs.results import Limits
from tidemark.spec import Machine, Promise, all_of
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.machines.symmetry import rename, renamings

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
def made(name: str) -> tuple[Machine, StateSpace, Questions]:
    """A machine, all its states by the reference engine, and what answers questions about it."""
    machine = MACHINES[name]()
    space = all_states(StateDescriber(machine), 50_000)
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
        sought_there = StateSpace(space.states, space.numbers, space.after, {"sought": holds}, True)
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
    assert "consistent" not in StateDescriber(machine).broken(back[-1].state)


@pytest.mark.parametrize("name", MACHINES)
def test_groups_and_arrows_count_every_state_and_step(name: str) -> None:
    machine, space, asked = made(name)
    paths = fields(machine)[:2]
    leaves = [k for k, leaf in enumerate(machine.leaves) if leaf.path in paths]
    found = asked.groups(GroupingChoice(paths))

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
    assert sum(one["states"] for one in found["levels"]) == len(space.states) == found["states"]
    assert sum(n for one in found["levels"] for n in one["actions"].values()) == sum(map(len, space.after))
    for promise in machine.promises:
        broken = sum(one["broken"].get(promise.name, 0) for one in found["groups"])
        assert broken == len(space.broken.get(promise.name, []))
    for one, key in zip(found["groups"], keys, strict=True):
        way, out, told = asked.inside(GroupingChoice(paths), key)
        assert len(way) - 1 == one["level"] == told["nearest"][0]["level"]
        assert len(told["nearest"]) == min(one["states"], questions.SHOWN)
        assert group(way[-1].state) == key
        assert (out is None) == all(a == b for a, b in steps if a == key)
        if out:
            assert group(out[-2].state) == key != group(out[-1].state)


@pytest.mark.parametrize("name", MACHINES)
def test_what_is_compiled_is_evaluated_as_in_single_states(name: str) -> None:
    machine, space, _ = made(name)
    kernel = Kernel(without_promises(machine), False, effort="less")
    search = prepare_search(without_promises(machine), Limits(), kernel=kernel)
    search.run(None)
    guards = [guard for one in machine.symbolic.actions for guard, _ in one.guards][:64]
    _, counts, firsts = StateQuery(search, lambda: None, conditions=guards).mark()
    holds = [[k for k, state in enumerate(space.states) if value_of(guard, state)] for guard in guards]
    assert counts == list(map(len, holds))
    assert firsts == [each[0] if each else None for each in holds]
    marks, _, _ = StateQuery(search, lambda: None, conditions=guards[-8:]).mark()
    for bit, each in enumerate(holds[-8:]):
        assert [k for k in range(len(space.states)) if marks[k] >> bit & 1] == each


REFUSED = {
    "s.turn ==": "no condition in Python",
    "__import__('os')": "a condition has no __import__",
    "s.__class__": "a condition has no __class__",
    "'{0.x}'.format(s)": "compares fields",
    "f'{s}'": "a condition has no JoinedStr",
    "(x := 1)": "a condition has no NamedExpr",
    "s.turn ** 9": "a condition has no Pow",
    "open('x')": "a state has no open: there is place, flag, turn",
    "s.nothing == 1": "nothing",
    "s.turn": "true or false of a state",
    "s.place[0] == 'inside'": "has no label inside: there is outside, wanting, critical",
    "s.place[9] == 'outside'": "the index 9 is outside",
    "1": "true or false of a state",
    "s.turn == 0, s.turn == 1": "true or false of a state",
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
        asked.groups(GroupingChoice(("nothing",)))
    monkeypatch.setattr("tidemark.checker.explorer.reachable_states.MOST_GROUPS", 2)
    with pytest.raises(UsageError, match="more groups than the 2 that are drawn"):
        asked.groups(GroupingChoice(("managers[0]", "managers[1]")))


def test_a_question_is_stopped_at_will_and_only_one_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = FOREIGN_MACHINES["dekker"]()
    prepare_search, go_on = threading.Event(), threading.Event()
    run = ExhaustiveSearch.run

    def waits(self: ExhaustiveSearch, report: Any) -> Any:
        prepare_search.set()
        assert go_on.wait(60)
        report(None)
        return run(self, report)

    monkeypatch.setattr(ExhaustiveSearch, "run", waits)
    with explored(machine) as address:
        answers: list[tuple[int, str]] = []
        first = threading.Thread(target=lambda: answers.append(ask(address, "nearest?path=&where=s.turn==1")))
        first.start()
        assert prepare_search.wait(60)
        status, text = ask(address, "nearest?path=&where=s.turn==0")
        assert (status, "another question is being answered" in text) == (400, True)
        assert ask(address, "stop") == (200, "{}")
        go_on.set()
        first.join()
        assert answers == [(400, '{"problem": "stopped"}')]
        monkeypatch.setattr(ExhaustiveSearch, "run", run)
        status, text = ask(address, "nearest?path=&where=s.turn==1")
        assert (status, '"path": [' in text) == (200, True)
        deep = f"nearest?path=&where={'-' * 990}1"
        bad = ("nearest?path=", "inside?by=turn&value=x", "inside?by=turn&value=7", "reach?number=99", deep)
        for words in (*bad, "reach?number=-5"):
            assert ask(address, words)[0] == 400
        assert ask(address, "reach?number=1&number=2")[0] == 200
    assert questions.SECONDS > 2


@pytest.mark.parametrize("name", [*MACHINES, "ring"])
def test_the_fate_of_every_state_is_the_one_that_its_definition_gives(name: str) -> None:
    machine = FOREIGN_MACHINES[name]() if name in FOREIGN_MACHINES else MACHINES[name]()
    space, asked = all_states(StateDescriber(machine), 50_000), Questions(machine)
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
        space, asked = all_states(StateDescriber(machine), 100), Questions(machine)
        asked.measure()
        fate = space.fate_of("kept")
        found = [asked.fate_of(state)["kept"] for state in space.states]
        assert found == list(zip(fate.distance, fate.doomed, strict=True))
        doomed += sum(fate.doomed) - len(space.broken.get("kept", []))
    assert doomed > 10


def test_groups_say_how_many_states_are_doomed() -> None:
    kept = Promise("kept", lambda place: place.at != 3)
    asked = Questions(graph({"a": (0, 1), "b": (1, 2), "c": (2, 3), "d": (0, 4)}, [kept]))
    assert all(one["doomed"] == {} for one in asked.groups(GroupingChoice(("at",)))["groups"])
    asked.measure()
    groups = {one["key"][0]: one["doomed"] for one in asked.groups(GroupingChoice(("at",)))["groups"]}
    assert groups == {0: {}, 1: {"kept": 1}, 2: {"kept": 1}, 3: {"kept": 1}, 4: {}}


def test_a_space_that_is_not_known_as_a_whole_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MOST_STATES", 3)
    asked = Questions(FOREIGN_MACHINES["commit"]())
    with pytest.raises(UsageError, match="the space is not known as a whole"):
        asked.measure()


TYPED = {
    "dekker": "count(p == 'wanting' for p in s.place), s.place[0] == 'critical'",
    "commit": "s.network.size(), s.prepared.size()",
    "kafka": "s.quorum.leader, s.quorum.isr",
}


@pytest.mark.parametrize("renames", [False, True])
@pytest.mark.parametrize("name", MACHINES)
def test_groups_by_values_in_python_and_by_symmetry_are_as_evaluated_state_by_state(
    name: str, renames: bool
) -> None:
    machine, space, asked = made(name)
    if renames and not machine.symmetric_kinds():
        with pytest.raises(UsageError, match="has no symmetry"):
            asked.groups(GroupingChoice((), TYPED[name], True))
        return
    parts = Grouping(machine, GroupingChoice((), TYPED[name])).key.ways[0]
    others = list(renamings(machine)) if renames else []

    def key(state: Any) -> tuple[int, ...]:
        value = machine.decode(state)
        same = [state, *(machine.encode(rename(machine.type, value, one)) for one in others)]
        return min(tuple(value_of(part, each) for part in parts) for each in same)

    keys = [key(state) for state in space.states]
    found = asked.groups(GroupingChoice((), TYPED[name], renames))
    assert {tuple(one["key"]): one["states"] for one in found["groups"]} == Counter(keys)
    places = [tuple(one["key"]) for one in found["groups"]]
    steps = Counter((keys[a], keys[b]) for a, following in enumerate(space.after) for b in following)
    assert {(places[a], places[b]): count for a, b, count in found["arrows"]} == steps
    assert len(found["names"]) == 2


def by_definition(space: StateSpace, named: list[list[str]], then: Any, first: Any, never: Any) -> int | None:
    """The fewest steps of a run on which `then` comes after `first`, and `never` not at all: each tests a step."""
    whole: Any = nx.DiGraph()
    for a, following in enumerate(space.after):
        for name, b in zip(named[a], following, strict=True):
            for come in (False, True):
                if not never(name, b):
                    whole.add_edge(
                        (a, come), "end" if come and then(name, b) else (b, come or first(name, b))
                    )
    begin = (0, first("", 0))
    if never("", 0) or begin not in whole or "end" not in whole:
        return None
    found: int | None = nx.single_source_shortest_path_length(whole, begin).get("end")
    return found


ORDERS = [
    ("s.managers[0] == 'committed'", "s.managers[1] == 'committed'", ""),
    ("s.managers[0] == 'aborted'", "s.prepared.size() == 2", "s.network.size() > 3"),
    ("s.managers[0] == 'committed'", "choose_to_abort(manager=1)", ""),
    ("prepare", "prepare", ""),
    ("any(m == 'aborted' for m in s.managers)", "", "prepare"),
    ("prepare", "s.managers[0] == 'working'", "s.managers[0] == 'working'"),
]


@pytest.mark.parametrize("order", ORDERS, ids=[" > ".join(one[:2]) for one in ORDERS])
def test_a_run_in_an_order_is_the_shortest_of_its_definition(order: tuple[str, str, str]) -> None:
    machine, space, asked = made("commit")
    named = [[str(one) for one, _ in successors(machine, state)] for state in space.states]

    def test(text: str) -> Any:
        actions = {str(one) for one in machine.instances if text in (one.action.name, str(one))}
        if actions or not text:
            return lambda name, number: name in actions
        holds = condition(machine, text)
        return lambda name, number: bool(value_of(holds, space.states[number]))

    then, first, never = map(test, order)
    if not order[1]:
        first = lambda name, number: True  # noqa: E731
    steps, told = asked.run(machine.encode(machine.initial), Order(*order))
    length = by_definition(space, named, then, first, never)
    assert (len(steps) - 1 if steps else None) == length
    assert told == {"states": len(space.states), "stopped": None}
    if steps:
        at = [(str(one.instance or ""), space.numbers[one.state]) for one in steps]
        assert then(*at[-1])
        assert any(first(*one) for one in at[:-1])
        assert not any(never(*one) for one in at)
        for before, after in pairwise(steps):
            assert (str(after.instance), after.state) in [
                (str(one), state) for one, state in successors(machine, before.state)
            ]


def test_some_orders_are_possible_and_some_are_not() -> None:
    machine, _, asked = made("commit")
    found = [asked.run(machine.encode(machine.initial), Order(*one))[0] is None for one in ORDERS]
    assert set(found) == {True, False}


def test_a_function_of_the_users_own_file_may_be_called(tmp_path: Path) -> None:
    text = (FOREIGN / "dekker.py").read_text()
    own = tmp_path / "own.py"
    function = "def inside(s):\n    return count(p == Place.critical for p in s.place)\n"
    own.write_text(f"{text}\n\nfrom tidemark import count\n\n\n{function}")
    machine = machine_in(own)
    place = [leaf.path for leaf in machine.leaves].index("place[0]")
    states = all_states(StateDescriber(machine), 100).states
    counts = Counter(
        str(sum(machine.leaves[k].type.show(s[k]) == "critical" for k in (place, place + 1))) for s in states
    )
    found = Questions(machine).groups(GroupingChoice((), "inside(s)"))
    assert {one["values"][0]: one["states"] for one in found["groups"]} == counts
    with pytest.raises(UsageError, match="a state has no outside"):
        Questions(machine).groups(GroupingChoice((), "outside(s)"))


def test_of_a_part_of_the_space_the_groups_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MOST_STATES", 30)
    found = Questions(FOREIGN_MACHINES["commit"]()).groups(GroupingChoice(("managers[0]",)))
    assert sum(one["states"] for one in found["groups"]) == found["states"] == 30
    assert found["stopped"]


def test_a_run_and_a_picture_are_stopped_at_will() -> None:
    machine, _, asked = made("kafka")
    first = machine.encode(machine.initial)
    reached = asked._find_reachable_states(first)
    waits = reached._waits
    reached._waits = lambda: asked.stop() or waits()  # type: ignore[func-returns-value]
    for answer in (
        lambda: asked.groups(GroupingChoice()),
        lambda: asked.run(first, Order("s.quorum.leader == 1")),
    ):
        with pytest.raises(UsageError, match=r"^stopped$"):
            answer()
    reached._waits = waits
    assert asked.groups(GroupingChoice())["states"] == reached.count
