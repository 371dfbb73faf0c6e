"""Machines that calculate at the edges of 31, 32 and 64 bits, for the engines to disagree on.

Their fields, the elements of arrays and sequences, messages and parameters have domains whose ends are where an integer
of some width ends. A counter allows a few steps, so that every space is small, whatever an action writes. They are made
from a seed, and not by Hypothesis, which takes ten times as long to draw one.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Annotated, Any

from tests.support.random_machines import Function, applied, clamped, constant, field
from tidemark.checker.runs.results import State
from tidemark.spec import (
    Action,
    Array,
    Domain,
    Int,
    Machine,
    ModelError,
    Network,
    Number,
    Only,
    Promise,
    Record,
    Sequence,
    Truth,
    any_of,
    count,
    maximum,
    minimum,
    not_,
    require,
    where,
)

MOST = 2**31 - 1
"""The greatest number of a state."""
WIDE = (
    (0, MOST),
    (-MOST, MOST),
    (-MOST, 0),
    (0, 2**30),
    (-(2**30) - 1, 2**30),
    (-1, MOST),
    (-MOST, 1),
)
NARROW = (
    (MOST - 2, MOST),
    (-MOST, 2 - MOST),
    (2**31 - 2**27, 2**31 - 2**27 + 3),
    (-1, 1),
    (MOST, MOST),
    (0, 0),
)
IN_MESSAGES = ((0, 2**30 - 1), (MOST - 2**30 + 1, MOST), (-MOST, 2**30 - 1 - MOST), (-1, 1), (7, 7))
"""Domains that take no more than the 30 bits of a word."""
STEPS = ((MOST - 2, MOST), (-MOST, 2 - MOST), (-1, 1))
FIRST = (MOST - 1, -MOST, -1)
"""First indices of an array."""
CONSTANTS = (
    *range(-2, 3),
    *(sign * (2**bits + more) for bits in (30, 31, 32, 33) for sign in (1, -1) for more in (-1, 0, 1)),
    2**62,
    -(2**62),
    2**63 - 1,
)
DIVISORS = (1, -1, 2, -2, 3, -7, MOST, -MOST, 2**31, -(2**31), 2**32 + 1)
COMPARE = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


class Message(Record):
    number: Number
    same: Truth


class Numbers(Record):
    left: Number
    a: Number
    b: Number
    c: Number
    same: Truth
    cells: Array[Number]
    queue: Sequence[Number]
    network: Network[Message]


def edges(lo: int, hi: int) -> list[int]:
    """Values of a domain at its ends and in the middle."""
    return sorted({value for value in (lo, lo + 1, -1, 0, 1, 2**30, hi - 1, hi) if lo <= value <= hi})


def itself(state: Numbers, _arguments: dict[str, Any]) -> Numbers:
    return state


def doubled(times: int) -> Callable[[Any], Any]:
    """A sum of a power of two equal terms."""

    def double(number: Any) -> Any:
        for _ in range(times):
            number = number + number
        return number

    return double


class Expressions:
    """Draws numbers and conditions over a state. first: the first index of its array."""

    def __init__(self, draw: Random, first: int) -> None:
        self._draw, self._first = draw, first

    def number(self, depth: int) -> Function:
        if not depth:
            leaves: list[Function] = [
                constant(self._draw.choice(CONSTANTS)),
                *(field(name) for name in "aabbcc"),
                lambda _, arguments: arguments["step"],
                lambda state, _: state.queue.length,
            ]
            return self._draw.choice(leaves)
        first = self._first
        makers: list[Callable[[], Function]] = [
            lambda: self._some([operator.add, operator.sub], "nn", depth),
            lambda: self._some([operator.add, operator.sub], "nn", depth),
            lambda: self._some([operator.add, operator.sub], "nn", depth),
            lambda: self._some([minimum, maximum], "nn", depth),
            lambda: self._some([lambda s: s.a * s.b, lambda s: s.b * s.c - s.a, lambda s: s.c * s.c], "s", depth),
            lambda: self._some([lambda a, k=k: a // k for k in DIVISORS], "n", depth),
            lambda: self._some([lambda a, k=k: a % k for k in DIVISORS], "n", depth),
            lambda: self._some([lambda a, b: a // maximum(b, 1), lambda a, b: a % minimum(b, -1)], "nn", depth),
            lambda: self._some([abs, operator.neg, lambda a: a * 3], "n", depth),
            lambda: self._some([where], "tnn", depth),
            lambda: self._some([doubled(2), doubled(28)], "n", depth),
            lambda: self._some([lambda s: s.cells[s.left + first], lambda s: s.cells[first + 1 - s.left]], "s", depth),
            lambda: self._some([lambda s, k: s.cells[s.left + k], lambda s, k: s.queue[s.left + k]], "sn", depth),
            lambda: self._some([lambda s: sum(s.cells), lambda s: sum(s.cells) - s.a - s.b], "s", depth),
            lambda: self._some([lambda a, b: count([a, b, not_(a)])], "tt", depth),
            lambda: self._some([lambda s, k: maximum((x - k for x in s.queue), default=k)], "sn", depth),
            lambda: self._some([lambda s, k: s.queue.fold(lambda total, x: total - x, k)], "sn", depth),
            lambda: self._some([lambda s, k: s.network.count(lambda m: m.number < k)], "sn", depth),
        ]  # fmt: skip
        return self._draw.choice(makers)()

    def truth(self, depth: int) -> Function:
        if not depth:
            return self._some(COMPARE, "nn", 1)
        makers: list[Callable[[], Function]] = [
            lambda: self._some(COMPARE, "nn", depth + 1),
            lambda: self._some(COMPARE, "nn", depth + 1),
            lambda: self._some(COMPARE, "nn", depth + 1),
            lambda: self._some([operator.and_, operator.or_, operator.eq, operator.ne], "tt", depth),
            lambda: self._some([not_], "t", depth),
            lambda: self._some([lambda s, k: any_of(x - k > s.a for x in s.cells)], "sn", depth),
            lambda: self._some([lambda s, k: any_of(x - k > s.a for x in s.queue)], "sn", depth),
            lambda: self._some([lambda s, k: s.network.any(lambda m: m.number + k > s.b)], "sn", depth),
        ]
        return self._draw.choice(makers)()

    def _some(self, functions: Any, parts: str, depth: int) -> Function:
        """One of some functions, of a number (n), a truth value (t) or the state (s) each."""
        drawn = {"n": self.number, "t": self.truth, "s": lambda _: itself}
        return applied(self._draw.choice(functions), *(drawn[part](depth - 1) for part in parts))


def calculating_machine(seed: int, promises: int = 8, steps: int = 2) -> Machine:
    """The machine of a seed: three drawn actions, one that jumps from edge to edge, and promises that are drawn.

    One in four may write outside a domain.
    """
    draw = Random(seed)
    domains = {"a": draw.choice(WIDE), "b": draw.choice(WIDE + NARROW), "c": draw.choice(WIDE + NARROW)}
    cells, queue, sent = draw.choice(WIDE), draw.choice(WIDE + NARROW), draw.choice(IN_MESSAGES)
    first, length, same, sent_same = (
        draw.choice(FIRST),
        draw.choice([1, 2]),
        draw.random() < 0.5,
        draw.random() < 0.5,
    )
    state = Numbers.of(
        left=Int(0, steps),
        **{name: Int(*domain) for name, domain in domains.items()},
        same=Only(same),
        cells=Array.of(Int(first, first + length - 1), Int(*cells)),
        queue=Sequence.of(Int(*queue), 2),
        network=Network.of(Message.of(number=Int(*sent), same=Only(sent_same)), 2),
    )
    drawn, careful = Expressions(draw, first), draw.random() < 0.75

    def within(lo: int, hi: int) -> Function:
        if draw.random() < 0.2:
            return constant(draw.choice(edges(lo, hi)))
        number = drawn.number(draw.choice([1, 2, 3]))
        return clamped(lo, hi)(number) if careful else number

    def changes() -> dict[str, Function]:
        possible: dict[str, Callable[[], Function]] = {
            **{name: lambda domain=domain: within(*domain) for name, domain in domains.items()},
            "same": lambda: constant(same) if careful else drawn.truth(1),
            "cells": lambda: applied(lambda s, x: s.cells.but(s.left - 1 + first, x), itself, within(*cells)),
            "queue": lambda: applied(
                lambda s, x: where(s.queue.length < 2, s.queue.append(x), s.queue), itself, within(*queue)
            ),
            "network": lambda: applied(
                lambda s, x: where(s.network.size() < 2, s.network.send(number=x, same=sent_same), s.network),
                itself,
                within(*sent),
            ),
        }
        chosen = draw.sample(sorted(possible), draw.choice([1, 2, 2, 3]))
        return {name: possible[name]() for name in chosen}

    low, high = draw.choice(STEPS)
    actions = [_jump(*domains["a"], low)]
    for number in range(3):
        guard = drawn.truth(1) if draw.random() < 0.3 else constant(True)
        actions.append(_action(f"act_{number}", guard, changes()))
    return Machine(
        f"calculating {seed}",
        {},
        state,
        state.default.but(left=steps, **{name: draw.choice(edges(*domains[name])) for name in "abc"}),
        actions,
        [_promise(number, drawn.truth(draw.choice([0, 1, 2])), high) for number in range(promises)],
        {"step": Int(low, high)},
    )


def calculating_machines(seeds: range) -> Iterator[tuple[int, Machine]]:
    """The machines of seeds, but the few with an expression that is refused, since it needs more than 64 bits."""
    refusals = []
    for seed in seeds:
        machine = calculating_machine(seed)
        try:
            _ = machine.symbolic
        except ModelError as refusal:
            refusals.append(str(refusal))
        else:
            yield seed, machine
    assert all(re.search(r"tests/support/\w+\.py:\d+: .* more than 64 bits", one) for one in refusals)
    assert len(refusals) <= 3 + len(seeds) // 6


def _jump(lo: int, hi: int, first: int) -> Action:
    """An action that sets a field to a value at an edge of its domain, by a parameter that begins at `first`."""
    low, middle, high = edges(lo, hi)[0], edges(lo, hi)[len(edges(lo, hi)) // 2], edges(lo, hi)[-1]

    def jump(state: Numbers, step: Annotated[Number, Domain("step")]) -> Numbers:
        require(state.left > 0, "a step is left")
        value = where(step == first, low, where(step == first + 1, middle, high))
        return state.but(left=state.left - 1, a=value)

    return Action("jump", jump, {"step": "step"})


def _action(name: str, guard: Function, changes: dict[str, Function]) -> Action:
    def act(state: Numbers, step: Annotated[Number, Domain("step")]) -> Numbers:
        arguments = {"step": step}
        require(state.left > 0, "a step is left")
        require(guard(state, arguments), "the guard")
        written = {name: value(state, arguments) for name, value in changes.items()}
        return state.but(left=state.left - 1, **written)

    return Action(name, act, {"step": "step"})


def _promise(number: int, holds: Function, step: int) -> Promise:
    return Promise(f"promise-{number}", lambda state: holds(state, {"step": step}))


def edge_states(machine: Machine, seed: int, count: int) -> list[State]:
    """States of a machine, reachable or not, whose numbers are at edges; sequences and networks are empty."""
    draw, found = Random(seed), list[State]()
    for _ in range(count):
        plain = machine.type.default.but(
            **{
                name: draw.choice(edges(domain.lo, domain.hi))
                for name, domain in machine.type.fields.items()
                if name in ("left", "a", "b", "c")
            }
        )
        for index in plain.cells.indices():
            element = machine.type.fields["cells"].element
            plain = plain.but(cells=plain.cells.but(index, draw.choice(edges(element.lo, element.hi))))
        found.append(machine.encode(plain))
    return found
