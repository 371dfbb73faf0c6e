"""What the explorer says of a state agrees with the reference engine; fates agree with their definition."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from tests.support.foreign_runs import FOREIGN_MACHINES, foreign_run
from tests.support.temporal import graph
from tidemark import impl
from tidemark.checker.engines.reference import broken_promises, search, successors
from tidemark.checker.explorer.session import ExplorerSession
from tidemark.checker.explorer.space import StateSpace, all_states
from tidemark.checker.explorer.state_description import StateDescriber
from tidemark.spec import Machine
from tidemark.spec.machines.temporal import always_eventually, every_step, leads_to, no_deadlock

MACHINES = {
    **FOREIGN_MACHINES,
    "kafka": lambda: impl.protocol("kafka/0.10.2").machine({}).by_default,
    "group": lambda: impl.protocol("group/at-most-once").machine({}).by_default,
}


@pytest.mark.parametrize("name", MACHINES)
def test_each_action_is_enabled_or_has_a_guard_that_fails(name: str) -> None:
    machine = MACHINES[name]()
    describer, state, chance = StateDescriber(machine), machine.encode(machine.initial), random.Random(name)
    for _ in range(6):
        seen = describer.state(state)
        offered = list(successors(machine, state))
        assert [way["name"] for way in seen["enabled"]] == [str(instance) for instance, _ in offered]
        told = [one["name"] for one in seen["disabled"]]
        assert len(told) == len(set(told))
        assert not set(told) & {way["name"] for way in seen["enabled"]}
        if machine.has_networks:  # the places in which no message is have one line
            assert {one.action.name for one in machine.instances} == {
                name.partition("(")[0] for name in [*told, *(way["name"] for way in seen["enabled"])]
            }
        else:
            assert len(seen["enabled"]) + len(told) == len(machine.instances)
        assert all(one["why"] for one in seen["disabled"])
        broken = broken_promises(machine, state)[0]
        assert {one["name"] for one in seen["promises"] if one["kept"] is False} == broken
        assert all(one["why"] and one["fields"] for one in seen["promises"] if one["name"] in broken)
        for way, (_, after) in zip(seen["enabled"], offered, strict=True):
            assert set(way["breaks"]) == broken_promises(machine, after)[0] - broken
        if not offered:
            break
        _, state = chance.choice(offered)


def test_a_guard_is_told_with_the_values_in_it() -> None:
    describer = StateDescriber(MACHINES["dekker"]())
    machine = describer.machine
    ((_, after),) = [
        pair for pair in successors(machine, machine.encode(machine.initial)) if "me=0" in str(pair[0])
    ]
    why = {one["name"]: one["why"] for one in describer.state(after)["disabled"]}
    assert why["look(me=0)"] == [
        {"guard": "the process is outside", "values": ["place[0] is wanting, and must be outside"]}
    ]
    assert why["leave(me=1)"] == [
        {"guard": "the process is inside", "values": ["place[1] is outside, and must be critical"]}
    ]


def test_a_message_is_told_by_its_fields() -> None:
    run = foreign_run("commit")
    disabled = StateDescriber(run.machine).state(run.steps[-2].state)["disabled"]
    why = {one["name"]: one["why"] for one in disabled}
    assert why["receive_abort(manager=0, message=(kind prepared, manager 1))"] == [
        {
            "guard": "the message says abort",
            "values": ["network[1].kind is prepared, and must be abort"],
        }
    ]
    first = StateDescriber(run.machine).state(run.steps[0].state)["disabled"]
    assert next(one for one in first if "…" in one["name"]) == {
        "name": "receive_prepared(message=…)",
        "why": [{"guard": "there is such a message", "values": []}],
    }


def test_a_reason_that_nobody_would_read_names_its_fields_alone() -> None:
    run = foreign_run("paxos")
    (promise,) = StateDescriber(run.machine).state(run.steps[-1].state)["promises"]
    assert promise["fields"] == ["network"]
    assert promise["why"] == ["It fails by network."]


def test_a_broken_promise_says_which_part_fails() -> None:
    run = foreign_run("msi")
    (promise,) = StateDescriber(run.machine).state(run.steps[-1].state)["promises"]
    assert promise["kept"] is False
    assert "caches[1].lines[1].value" in promise["fields"]
    assert any("caches[2].lines[1].value is 1" in text for text in promise["why"])


def standings(*promises: object) -> list[dict[str, str]]:
    """Where these promises stand at the places 0, 1 and 2 of a way that goes on and back, and at its end 3."""
    machine = graph({"a": (0, 1), "b": (1, 2), "c": (2, 0), "d": (2, 3)}, list(promises))
    describer = StateDescriber(machine)
    return [{one["name"]: one["standing"] for one in describer.state((at,))["promises"]} for at in range(4)]


def test_a_promise_about_runs_says_where_it_stands() -> None:
    @leads_to
    def comes(place):  # type: ignore[no-untyped-def]
        """From 1 it comes to 2."""
        return place.at == 1, place.at == 2

    @always_eventually
    def home(place):  # type: ignore[no-untyped-def]
        """It is at 0 again and again."""
        return place.at == 0

    @every_step
    def forth(before, after):  # type: ignore[no-untyped-def]
        """It goes forth."""
        return before.at < after.at

    @no_deadlock
    def goes_on(place):  # type: ignore[no-untyped-def]
        """It goes on."""
        return place.at == 9

    found = standings(comes, home, forth, goes_on)
    assert [one["comes"] for one in found] == [
        "it has not begun here",
        "it has begun, and what it leads to is still to come",
        "what it leads to holds here",
        "it has not begun here",
    ]
    assert [one["home"][-15:] for one in found] == ["must come holds here"[-15:]] + [
        "es not hold here"[-15:]
    ] * 3
    assert [one["forth"] for one in found][1:3] == ["every step from here keeps it", "broken by c()"]
    assert [one["goes-on"] for one in found][2:] == [
        "some action leads to another state",
        "no action leads to another state: broken",
    ]


def random_space(chance: random.Random) -> StateSpace:
    """A space of some states with any steps between them, and some violations."""
    count = chance.randint(1, 12)
    after = [[chance.randrange(count) for _ in range(chance.randint(0, 2))] for _ in range(count)]
    broken = [number for number in range(count) if chance.random() < 0.25]
    states = [(number,) for number in range(count)]
    return StateSpace(states, {state: k for k, state in enumerate(states)}, after, {"p": broken}, True)


def by_definition(space: StateSpace) -> tuple[list[int | None], list[bool]]:
    """Distances by shortest paths; doomed is what can't come, past no violation, to an end or to a circle."""
    whole = nx.DiGraph((a, b) for a, each in enumerate(space.after) for b in each)
    whole.add_nodes_from(range(len(space.states)))
    broken = set(space.broken["p"])
    near = nx.multi_source_dijkstra_path_length(whole.reverse(), broken) if broken else {}
    kept = whole.subgraph(set(whole) - broken)
    circles = {n for part in nx.strongly_connected_components(kept) for n in part if len(part) > 1}
    ends = {n for n in kept if not whole[n]} | circles | {n for n in kept if kept.has_edge(n, n)}
    safe = ends | {other for n in ends for other in nx.ancestors(kept, n)}
    return [near.get(n) for n in range(len(space.states))], [n not in safe for n in range(len(space.states))]


def test_fates_are_as_their_definition_says() -> None:
    chance = random.Random(32)
    doomed = 0
    for _ in range(400):
        space = random_space(chance)
        fate = space.fate_of("p")
        assert (fate.distance, fate.doomed) == by_definition(space)
        doomed += sum(fate.doomed) - len(space.broken["p"])
    assert doomed > 100


@pytest.mark.parametrize("name", ["dekker", "commit"])
def test_the_space_is_that_of_the_search_and_the_first_state_is_as_far_as_the_shortest_run(name: str) -> None:
    machine: Machine = FOREIGN_MACHINES[name]()
    space = all_states(StateDescriber(machine), 10_000)
    assert space.complete
    (promise,) = machine.promises
    assert space.fate_of(promise.name).distance[0] == foreign_run(name).length - 1
    none_promised = machine.only()
    assert len(space.states) == search(none_promised).distinct_states
    assert not all_states(StateDescriber(machine), 5).complete


def test_a_run_is_found_again_as_a_path_of_numbers() -> None:
    run = foreign_run("commit")
    session = ExplorerSession(run.machine)
    session.start()
    path = session.path_of(run.steps)
    assert len(path) == run.length - 1
    assert [step["name"] for step in session.at(path)["trail"]] == [
        str(step.instance) for step in run.steps[1:]
    ]
