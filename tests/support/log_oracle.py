"""An oracle for random logs that knows no search.

It is a machine of its own: a state of the model, and which events have happened. It has an action for each event and
each action instance that may be it, and the reference engine searches it exhaustively.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from hypothesis import assume

from tests.support.random_logs import ALSO, Logged, RandomLog, as_text
from tidemark.checker.engines.reference import search
from tidemark.checker.runs.results import Limits
from tidemark.spec import Action, Array, Bool, Int, Machine, Promise, Record, require
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.members import MemberType

MOST_STATES = 30_000
"""States of the oracle: a log that needs more is not used."""


class Product(Record):
    inner: Any
    done: Array[Any]
    used: Any


def passed(log: RandomLog, ranked: Sequence[int]) -> int:
    """How many events some run passes, in this order of their places, as the reference engine finds it."""
    domains = [d for d in log.machine.domains.values() if d.kind.family == "id"]
    real = sorted(
        {
            (one.action, n, v)
            for one in log.events
            for n, v in one.arguments.items()
            if _is_id(log, one.action, n)
        }
    )
    words = sorted({v for _, _, v in real})
    if not words or not domains:
        return _passed(log, ranked, {})
    size = max(d.hi for d in domains) + 1
    if not log.names:
        return _passed(log, ranked, {f"{k} of them": k for k in range(size)})
    choices = itertools.permutations(range(size), len(words))
    return max(_passed(log, ranked, dict(zip(words, one, strict=True))) for one in choices)


def _is_id(log: RandomLog, kind: str, parameter: str) -> bool:
    return log.machine.domains[log.action(kind).parameters[parameter]].kind.family == "id"


def _passed(log: RandomLog, ranked: Sequence[int], ids: dict[str, int]) -> int:
    machine, count = log.machine, len(log.events)
    type = Product.of(
        inner=machine.type, done=Array.of(Int(0, count - 1), Bool()), used=Int(0, log.most or 0)
    )
    instances = machine.instances
    actions = [
        Action(f"event-{place}-{number}", _happens(log, place, instance), {})
        for place, one in enumerate(log.events)
        for number, instance in enumerate(instances)
        if instance.action is log.action(one.action) and _fits(machine, one, instance, ids)
    ]
    actions += [
        Action(f"joint-{place}-{other}-{number}", _happens(log, place, instance, other), {})
        for place, one in enumerate(log.events)
        for other, also in enumerate(log.events)
        if (one.action, also.action) == (log.joint, ALSO) and one.node != also.node
        for number, instance in enumerate(instances)
        if instance.action.name == one.action and _fits(machine, one, instance, ids)
    ]
    actions += [
        Action(f"silent-{number}", _silent(log, instance), {})
        for number, instance in enumerate(instances)
        if instance.action.name in log.silent
    ]
    promises = [
        Promise(f"never-{k}", lambda w, k=k: not all(w.done[place] for place in ranked[:k]))
        for k in range(1, len(ranked) + 1)
    ]
    product = Machine("product", {}, type, type(inner=machine.initial), actions, promises)
    result = search(product, Limits(max_states=MOST_STATES))
    found = [result.promises[p.name].verdict for p in promises]
    assume(result.complete or "unknown" not in found)
    return sum(verdict == "violated" for verdict in found)


def _fits(machine: Machine, one: Logged, instance: Instance, ids: dict[str, int]) -> bool:
    for name, value in one.arguments.items():
        type = machine.domains[instance.action.parameters[name]]
        if isinstance(type, MemberType):
            continue
        held = instance.arguments[name]
        if (int(held) != ids[value]) if type.kind.family == "id" else (type.show(held) != value):
            return False
    return True


def _happens(log: RandomLog, place: int, instance: Instance, also: int | None = None) -> Any:
    """An event happens, and another one in the same step, if one is given."""
    one, machine = log.events[place], log.machine
    places = [place] if also is None else [place, also]
    needs = [
        before
        for before in range(len(log.events))
        for at in places
        if before != at and log.before(before, at)
    ]
    seen = [pair for at in places for pair in log.events[at].seen.items()]

    def happens(w: Product) -> Product:
        require(not any(w.done[at] for at in places) and all(w.done[at] for at in needs), "it is next")
        told = machine.with_messages(w.inner, instance)
        for name, value in one.arguments.items():
            type = machine.domains[instance.action.parameters[name]]
            if isinstance(type, MemberType):
                require(as_text(type, told.arguments[name].message) == value, "the message")
        after = machine.run(w.inner, instance)
        _require_inside(machine, after)
        for name, value in seen:
            require(machine.type.fields[name].show(getattr(after, name)) == value, "it is seen")
        require(_are_kept(machine, one.kept, w.inner, after), "it keeps what it is to keep")
        done = reduce(lambda done, at: done.but(at, True), places, w.done)
        return w.but(inner=after, done=done, used=0)

    return happens


def _silent(log: RandomLog, instance: Instance) -> Any:
    def happens(w: Product) -> Product:
        require(log.most is None or w.used < log.most, "one is left")
        after = log.machine.run(w.inner, instance)
        _require_inside(log.machine, after)
        require(_are_kept(log.machine, log.keeps, w.inner, after), "it keeps what it is to keep")
        return w.but(inner=after, used=0 if log.most is None else w.used + 1)

    return happens


def _are_kept(machine: Machine, names: Sequence[str], before: Any, after: Any) -> bool:
    shown = machine.type.fields
    return all(shown[n].show(getattr(before, n)) == shown[n].show(getattr(after, n)) for n in names)


def _require_inside(machine: Machine, state: Any) -> None:
    machine.encode(state, machine.instances[0])


def nothing_comes_too_early(log: RandomLog, ranked: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of events whose ranks contradict the log."""
    rank = {place: number for number, place in enumerate(ranked)}
    for a, b in itertools.permutations(ranked, 2):
        if log.before(a, b) and rank[a] > rank[b]:
            yield a, b
