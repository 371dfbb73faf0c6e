"""Random machines of a few processes, with a fault planted in each; and the classes of their shortest runs, by hand.

By hand means: every run of the least length is enumerated, and so is every exchange of steps and every renaming.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Hashable, Iterator
from typing import Annotated, Any

import networkx as nx

from tidemark.checker.engines import reference
from tidemark.checker.runs.results import RunStep, State
from tidemark.spec import (
    Action,
    Array,
    Domain,
    Id,
    Identity,
    Int,
    Machine,
    Network,
    Number,
    Optional,
    Promise,
    Record,
    any_of,
    minimum,
    none,
    not_,
    require,
)
from tidemark.spec.machines.symmetry import rename

Names = tuple[int, ...]
MOST_RUNS = 400


class Letter(Record):
    to: Identity
    number: Number


class Processes(Record):
    at: Array
    shared: Number
    owner: Identity
    mail: Network


SomeProcess = Annotated[Identity, Domain("process")]
SomeLetter = Annotated[Letter, Domain("mail")]


def faulty(seed: int) -> Machine:
    """A machine of two or three processes, which break its promise after some steps.

    Every fifth names an id in an action, and every fourth in its initial state alone.
    """
    draw = random.Random(seed)
    process = Id("process", draw.randint(2, 3))
    state = Processes.of(
        at=Array.of(process, Int(0, 3)),
        shared=Int(0, 3),
        owner=Optional(process),
        mail=Network.of(Letter.of(to=process, number=Int(0, 1)), 2),
    )
    moves = [_move(f"move_{k}", draw) for k in range(draw.randint(2, 4))]
    letters = [
        Action("send", _send, {"me": "process", "to": "process"}),
        Action("receive", _receive, {"letter": "mail"}),
    ]
    faults = [_fault(draw, process.values() if seed % 5 == 0 else [])]
    actions = [*moves, *(letters if draw.random() < 0.5 else []), *faults]
    promise = _promise(draw)
    first = state.default if seed % 4 else state.default.but(owner=process.values()[0])
    return Machine("processes", {}, state, first, actions, [promise], {"process": process})


def _move(name: str, draw: random.Random) -> Action:
    begin, end = draw.sample(range(3), 2)
    more, takes, needs = (
        draw.choice([0, 1]),
        draw.choice(["", "takes", "grabs"]),
        draw.choice([None, None, 0, 1]),
    )

    def move(p: Processes, me: SomeProcess) -> Processes:
        require(p.at[me] == begin, "the process is there")
        if needs is not None:
            require(p.shared >= needs, "enough is shared")
        if takes == "takes":
            require((p.owner == none) | (p.owner == me), "nobody else owns it")
        owner = me if takes else p.owner
        return p.but(at=p.at.but(me, end), shared=minimum(p.shared + more, 3), owner=owner)

    return Action(name, move, {"me": "process"})


def _send(p: Processes, me: SomeProcess, to: SomeProcess) -> Processes:
    require(me != to, "it is another process")
    require(p.at[me] == 1, "the process may send")
    require(p.mail.size() < 2, "there is room")
    return p.but(at=p.at.but(me, 2), mail=p.mail.send(to=to, number=1))


def _receive(p: Processes, letter: SomeLetter) -> Processes:
    return p.but(mail=p.mail.discard(letter), at=p.at.but(letter.to, 0), shared=minimum(p.shared + 1, 3))


def _fault(draw: random.Random, named: list[Any]) -> Action:
    begin, shared = draw.randint(0, 2), draw.randint(0, 2)

    def fail(p: Processes, me: SomeProcess) -> Processes:
        require((p.at[me] == begin) & (p.shared >= shared), "the fault can happen")
        for one in named[:1]:
            require(me != one, "the first process is sound")
        return p.but(at=p.at.but(me, 3))

    return Action("fail", fail, {"me": "process"})


def _promise(draw: random.Random) -> Promise:
    count, shared = draw.randint(1, 2), draw.randint(0, 1)

    def sound(p: Processes) -> Any:
        ids = list(p.at.indices())
        groups = itertools.permutations(ids, count)
        return not_(any_of(_all(p.at[i] == 3 for i in group) & (p.shared >= shared) for group in groups))

    return Promise("sound", sound)


def _all(parts: Iterator[Any]) -> Any:
    first, *others = parts
    for part in others:
        first &= part
    return first


def classes(machine: Machine, length: int, renames: bool) -> list[set[Hashable]] | None:
    """The runs of this length that break the promise, by class; None if there are too many."""
    promise = machine.promises[0].function
    runs = list(itertools.islice(_runs(machine, length, promise), MOST_RUNS + 1))
    if len(runs) > MOST_RUNS:
        return None
    alike = nx.utils.UnionFind(map(key_of, runs))
    for run in runs:
        for k in range(1, len(run) - 1):
            swapped = _swap(machine, run, k)
            if swapped and all(promise(machine.decode(step.state)) for step in swapped[:-1]):
                alike.union(key_of(run), key_of(swapped))
        if renames:
            size = machine.id_sizes["process"]
            for names in itertools.permutations(range(size)):
                if _renamed(machine, run[0].state, names) != run[0].state:
                    continue
                alike.union(
                    key_of(run), key_of(run, lambda state, n=names: _renamed(machine, state, n), names)
                )
    return list(alike.to_sets())


def _runs(machine: Machine, length: int, promise: Callable[[Any], Any]) -> Iterator[list[RunStep]]:
    waiting = [[RunStep(None, machine.initial_states.first)]]
    while waiting:
        run = waiting.pop()
        holds = promise(machine.decode(run[-1].state))
        if len(run) == length and not holds:
            yield run
        elif len(run) < length:
            assert holds, "there is no shorter run"
            waiting += [[*run, RunStep(*step)] for step in reference.successors(machine, run[-1].state)]


def _swap(machine: Machine, run: list[RunStep], k: int) -> list[RunStep] | None:
    """The run with steps k and k + 1 in the other order, if that leads to the same state."""
    before, (first, second) = run[k - 1].state, run[k : k + 2]
    ahead = _take(machine, before, second)
    behind = ahead and _take(machine, ahead.state, first)
    if not ahead or not behind or behind.state != second.state:
        return None
    return [*run[:k], ahead, behind, *run[k + 2 :]]


def _take(machine: Machine, state: State, step: RunStep) -> RunStep | None:
    """The same step from another state."""
    steps = {
        str(instance): RunStep(instance, after) for instance, after in reference.successors(machine, state)
    }
    return steps.get(str(step.instance))


def key_of(
    run: list[RunStep], state: Callable[[State], State] = lambda state: state, names: Names = (0, 1, 2)
) -> Hashable:
    """A run as a set may hold it, perhaps with the ids renamed."""
    return tuple((_event(step, names), state(step.state)) for step in run)


def _event(step: RunStep, names: Names) -> Hashable:
    if step.instance is None:
        return None
    renamed = []
    for value in step.instance.arguments.values():
        message = getattr(value, "message", None)
        renamed.append(
            names[int(value)] if message is None else (names[int(message.to)], int(message.number))
        )
    return (step.instance.action.name, *renamed)


def _renamed(machine: Machine, state: State, names: Names) -> State:
    return machine.encode(rename(machine.type, machine.decode(state), {"process": names}))
