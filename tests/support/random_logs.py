"""Random logs: walks of random machines, with a random map from what is logged, and an oracle that knows no search.

The oracle is a machine of its own: a state of the model, and which events have happened. It has an action for each
event and each action instance that may be it, and the reference engine searches it exhaustively.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from tests.support.random_machines import machines
from tidemark import EventMap, take
from tidemark.checker.engines.reference import search, successors
from tidemark.checker.runs.results import Limits
from tidemark.checker.validation.names import tells_apart
from tidemark.spec import Action, Array, Bool, Int, Machine, Promise, Record, all_of, require
from tidemark.spec.composites import ArrayType
from tidemark.spec.machine import Instance, OutOfRange
from tidemark.spec.members import MemberType

MOST_STATES = 30_000
"""States of the oracle: a log that needs more is not used."""


@dataclass(frozen=True)
class Logged:
    """An event as it is logged. arguments: those that are not hidden. seen: fields of the state after it."""

    action: str
    node: str
    time: float
    id: str
    arguments: dict[str, Any]
    seen: dict[str, Any]

    def fields(self) -> dict[str, Any]:
        return {
            "event": self.action, "node": self.node, "time": self.time, "id": self.id,
            "arguments": self.arguments, "seen": self.seen,
        }  # fmt: skip


@dataclass(frozen=True, repr=False)
class RandomLog:
    """A machine, what a map says of its log, and the events in the order in which they are written.

    silent: the actions that leave no event, and how many may come between two events. names: whether ids are logged by
    names that the map does not know beforehand. message: the kinds of the events that send and receive.
    """

    machine: Machine
    silent: tuple[str, ...]
    most: int
    order: str
    skew: float
    names: bool
    message: tuple[str, str] | None
    events: tuple[Logged, ...]

    def map(self) -> EventMap:
        """The map, as a user writes it."""
        log = EventMap(node="node", time="time", order=self.order, skew=self.skew)  # type: ignore[arg-type]
        machine = self.machine
        ids = {n: d for n, d in machine.domains.items() if d.kind.family == "id"}
        names = {
            domain: log.names(domain, alike=self.is_alike(type))
            if self.names
            else log.names(domain, {f"{k} of them": k for k in range(type.hi + 1)})
            for domain, type in ids.items()
        }
        if self.silent:
            log.silent(*self.silent, most=self.most)
        if self.message:
            log.message(*self.message, id="id")

        def handler(e: Any) -> Any:
            action = next(a for a in machine.actions if a.name == e.name)
            given = {}
            for name, value in e.arguments.items():
                domain = action.parameters[name]
                if domain in names:
                    given[name] = names[domain](value)
                elif isinstance(machine.domains[domain], MemberType):
                    given[name] = _with_text(machine.domains[domain], value)
                else:
                    given[name] = value
            step = take(e.name, **given)
            for field, value in e.seen.items():
                step = step.after(_is(field, machine.type.fields[field].read(value, field)))
            return step

        for action in machine.actions:
            log.event(action.name)(handler)
        return log

    def __repr__(self) -> str:
        said = f"silent {self.silent} {self.most}, {self.order}, skew {self.skew}, names {self.names}"
        return f"<log of {self.machine!r}: {said}, message {self.message}, {list(self.events)}>"

    def is_alike(self, type: Any) -> bool:
        """Whether the ids may be said to be alike: neither the machine nor an observation tells them apart."""
        seen = {field for one in self.events for field in one.seen}
        fields = [self.machine.type.fields[field] for field in seen]
        leaves = [part.kind.family for one in fields for leaf in one.leaves("") for part in leaf.type.packed]
        has_ids = {"id", "set"} & set(leaves) or any(isinstance(one, ArrayType) for one in fields)
        texts = any(
            isinstance(self.machine.domains[action.parameters[name]], MemberType)
            for action in self.machine.actions
            for one in self.events
            if one.action == action.name
            for name in one.arguments
        )
        return not has_ids and not texts and not tells_apart(self.machine, type)

    def before(self, first: int, second: int) -> bool:
        """Whether the log says that one event came before another, by their places as written."""
        a, b = self.events[first], self.events[second]
        if self.order == "written":
            return first < second
        if a.node == b.node:
            return first < second
        sends = self.message and (a.action, b.action) == self.message and a.id == b.id
        return bool(sends) or (self.order == "clock" and a.time + self.skew < b.time)


def _text(type: MemberType, message: Any) -> str:
    """A message as it is logged."""
    return json.dumps(type.network.element.show(message))


def _with_text(type: MemberType, text: str) -> Any:
    """Whether a message is the one that is logged: for one text in two plain Python, which no engine can lift."""
    if len(text) % 2:
        return lambda message: _text(type, message) == text
    element = type.network.element
    wanted = element.read(json.loads(text), "the message")

    def fits(message: Any) -> Any:
        parts: tuple[list[Any], list[Any]] = [], []
        for value, found in zip((message, wanted), parts, strict=True):
            element.flatten(value, found)
        return all_of(a == b for a, b in zip(*parts, strict=True))

    return fits


def _is(field: str, value: Any) -> Any:
    return lambda state: getattr(state, field) == value


@st.composite
def logs(draw: st.DrawFn) -> RandomLog:
    """The log of a walk: some actions leave no event, some fields are hidden, the nodes' clocks differ."""
    machine = draw(machines())
    rng = random.Random(draw(st.integers(0, 1 << 30)))
    try:
        walk = _walk(machine, rng, draw(st.integers(3, 7)))
    except OutOfRange:
        assume(False)
    assume(walk)
    used = sorted({instance.action.name for instance, _ in walk})
    silent = tuple(draw(st.lists(st.sampled_from(used), max_size=1)))
    hidden = {name for name in ("arguments", "seen") if rng.random() < 0.3}
    order = draw(st.sampled_from(["written", "node", "clock"]))
    skew = rng.choice([0.0, 1.5, 3.0])
    off = {"a": 0.0, "b": rng.uniform(-skew, skew) if order == "clock" else rng.uniform(-9, 9)}
    kept, gap, most = [], 0, 1
    for number, (instance, state) in enumerate(walk):
        if instance.action.name in silent:
            gap += 1
            most = max(most, gap)
            continue
        gap = 0
        node = rng.choice("ab")
        kept.append(
            Logged(
                instance.action.name, node, number + off[node], f"{number}",
                {} if "arguments" in hidden else _arguments(machine, instance, rng),
                {} if "seen" in hidden else _seen(machine, state, rng),
            )
        )  # fmt: skip
    assume(kept)
    message = _messages(kept, rng)
    if order != "written":
        kept = _shuffled(kept, rng)
    return RandomLog(machine, silent, most, order, skew, rng.random() < 0.6, message, tuple(kept))


def _walk(machine: Machine, rng: random.Random, length: int) -> list[tuple[Instance, Any]]:
    state, walk = machine.encode(machine.initial), []
    for _ in range(length):
        following = [(i, s) for i, s in successors(machine, state) if s != state]
        if not following:
            break
        instance, state = rng.choice(following)
        walk.append((instance, state))
    return walk


def _arguments(machine: Machine, instance: Instance, rng: random.Random) -> dict[str, Any]:
    shown = {}
    for name, domain in instance.action.parameters.items():
        type, value = machine.domains[domain], instance.arguments[name]
        if rng.random() < 0.3:
            continue
        if isinstance(type, MemberType):
            shown[name] = _text(type, value.message)
        else:
            shown[name] = f"{int(value)} of them" if type.kind.family == "id" else type.show(value)
    return shown


def _seen(machine: Machine, state: Any, rng: random.Random) -> dict[str, Any]:
    value = machine.decode(state)
    chosen = rng.sample(sorted(machine.type.fields), k=rng.randint(0, 3))
    return {name: machine.type.fields[name].show(getattr(value, name)) for name in chosen}


def _messages(kept: list[Logged], rng: random.Random) -> tuple[str, str] | None:
    """Pair an event with a later one, as what sends and what receives."""
    if len(kept) < 2 or rng.random() < 0.5:
        return None
    first, second = sorted(rng.sample(range(len(kept)), 2))
    if kept[first].action == kept[second].action:
        return None
    kept[second] = replace(kept[second], id=kept[first].id)
    return kept[first].action, kept[second].action


def _shuffled(kept: list[Logged], rng: random.Random) -> list[Logged]:
    """The events of each node in order, and the nodes' lines anyhow."""
    queues = {node: [one for one in kept if one.node == node] for node in "ab"}
    mixed = []
    while any(queues.values()):
        mixed.append(queues[rng.choice([node for node, queue in queues.items() if queue])].pop(0))
    return mixed


def changed(log: RandomLog, rng: random.Random) -> RandomLog:
    """The log with one event changed: other contents, or it is there twice, not at all, or where the next one was."""
    events = list(log.events)
    place = rng.randrange(len(events))
    one, machine = events[place], log.machine
    what = rng.choice(["action", "seen", "arguments", "twice", "dropped", "swapped", "swapped"])
    if what == "action":
        names = [a.name for a in machine.actions if a.name not in log.silent]
        events[place] = replace(one, action=rng.choice(names), arguments={})
    elif what == "twice":
        events.insert(place, replace(one, id=f"{one.id} again"))
    elif what == "dropped" and len(events) > 1:
        del events[place]
    elif what == "swapped" and len(events) > 1:
        other = (place + 1) % len(events)
        after = events[other]
        events[place] = replace(after, node=one.node, time=one.time)
        events[other] = replace(one, node=after.node, time=after.time)
    elif what == "arguments":
        action = next(a for a in machine.actions if a.name == one.action)
        known = {n: machine.domains[d] for n, d in action.parameters.items()}
        known = {n: d for n, d in known.items() if not isinstance(d, MemberType)}
        if known:
            name = rng.choice(sorted(known))
            value = rng.choice(known[name].values())
            told = f"{int(value)} of them" if known[name].kind.family == "id" else known[name].show(value)
            events[place] = replace(one, arguments={**one.arguments, name: told})
    else:
        walked = _walk(machine, rng, rng.randint(1, 4)) or [(None, machine.encode(machine.initial))]
        name = rng.choice(sorted(machine.type.fields))
        value = getattr(machine.decode(walked[-1][1]), name)
        events[place] = replace(one, seen={**one.seen, name: machine.type.fields[name].show(value)})
    return replace(log, events=tuple(events))


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
            if _is_id(log.machine, one.action, n)
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


def _is_id(machine: Machine, name: str, parameter: str) -> bool:
    action = next(a for a in machine.actions if a.name == name)
    return machine.domains[action.parameters[parameter]].kind.family == "id"


def _passed(log: RandomLog, ranked: Sequence[int], ids: dict[str, int]) -> int:
    machine, count = log.machine, len(log.events)
    type = Product.of(inner=machine.type, done=Array.of(Int(0, count - 1), Bool()), used=Int(0, log.most))
    instances = machine.instances
    actions = [
        Action(f"event-{place}-{number}", _happens(log, place, instance), {})
        for place, one in enumerate(log.events)
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
        for k in range(1, count + 1)
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


def _happens(log: RandomLog, place: int, instance: Instance) -> Any:
    one, machine = log.events[place], log.machine
    needs = [other for other in range(len(log.events)) if other != place and log.before(other, place)]

    def happens(w: Product) -> Product:
        require(not w.done[place] and all(w.done[other] for other in needs), "it is next")
        told = machine.with_messages(w.inner, instance)
        for name, value in one.arguments.items():
            type = machine.domains[instance.action.parameters[name]]
            if isinstance(type, MemberType):
                require(_text(type, told.arguments[name].message) == value, "the message")
        after = machine.run(w.inner, instance)
        _require_inside(machine, after)
        for name, value in one.seen.items():
            require(machine.type.fields[name].show(getattr(after, name)) == value, "it is seen")
        return w.but(inner=after, done=w.done.but(place, True), used=0)

    return happens


def _silent(log: RandomLog, instance: Instance) -> Any:
    def happens(w: Product) -> Product:
        require(w.used < log.most, "one is left")
        after = log.machine.run(w.inner, instance)
        _require_inside(log.machine, after)
        return w.but(inner=after, used=w.used + 1)

    return happens


def _require_inside(machine: Machine, state: Any) -> None:
    machine.encode(state, machine.instances[0])


def nothing_comes_too_early(log: RandomLog, ranked: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of events whose ranks contradict the log."""
    rank = {place: number for number, place in enumerate(ranked)}
    for a, b in itertools.permutations(range(len(log.events)), 2):
        if log.before(a, b) and rank[a] > rank[b]:
            yield a, b
