"""Random logs: walks of random machines, with a random map from what is logged."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from tests.support.random_machines import machines
from tidemark import EventMap, take
from tidemark.checker.engines.reference import successors
from tidemark.checker.validation.names import tells_apart
from tidemark.spec import Action, Machine, all_of
from tidemark.spec.machines.machine import OutOfRange
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.composites import ArrayType
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.members import MemberType

ALSO = "also"
"""The kind of event that is another node's, of the same step of the model."""


@dataclass(frozen=True)
class Logged:
    """An event as it is logged. arguments: those that are not hidden. seen: fields of the state after it.

    action: its kind, which is an action's name or `ALSO`. kept: fields that it leaves as they were.
    """

    action: str
    node: str
    time: float
    id: str
    arguments: dict[str, Any]
    seen: dict[str, Any]
    kept: tuple[str, ...] = ()

    def fields(self) -> dict[str, Any]:
        return {
            "event": self.action, "node": self.node, "time": self.time, "id": self.id,
            "arguments": self.arguments, "seen": self.seen, "kept": self.kept,
        }  # fmt: skip


@dataclass(frozen=True, repr=False)
class RandomLog:
    """A machine, what a map says of its log, and the events in the order in which they are written.

    silent: the actions that leave no event, and how many may come between two events. keeps: the fields that they leave
    as they were. names: whether ids are logged by names that the map does not know beforehand. message: the kinds of
    the events that send and receive. optional: the kinds that may have had no effect. alike: whether it does not matter
    which of them had. joint: the action that another node logs too, as `ALSO`, in one step with it or in its own.
    """

    machine: Machine
    silent: tuple[str, ...]
    most: int | None
    order: str
    skew: float
    names: bool
    message: tuple[str, str] | None
    events: tuple[Logged, ...]
    keeps: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    alike: bool = False
    joint: str = ""
    numbers: bool = False

    def action(self, kind: str) -> Action:
        """The action that an event of this kind is."""
        name = self.joint if kind == ALSO else kind
        return next(one for one in self.machine.actions if one.name == name)

    def with_events(self, events: Sequence[Logged]) -> RandomLog:
        """The same with other events; those that are alike say nothing."""
        bare = self.optional if self.alike else ()
        told = [replace(one, arguments={}, seen={}, kept=()) if one.action in bare else one for one in events]
        return replace(self, events=tuple(told))

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
            keeps = (lambda s: tuple(getattr(s, field) for field in self.keeps)) if self.keeps else None
            log.silent(*self.silent, most=self.most, keeps=keeps)
        if self.message:
            log.message(*self.message, id="id")

        def handler(e: Any) -> Any:
            action = self.action(e.name)
            given = {}
            for name, value in e.arguments.items():
                domain = action.parameters[name]
                if domain in names:
                    given[name] = names[domain](value)
                elif isinstance(machine.domains[domain], MemberType):
                    given[name] = _with_text(machine.domains[domain], value)
                else:
                    given[name] = value
            step = seeing(take(action.name, **given), e)
            return reduce(lambda kept, field: kept.keeps(lambda s: getattr(s, field)), e.kept, step)

        plain = machine.type.fields.items() if self.numbers else ()
        numbers = {
            field: log.names(type, increasing=True)
            for field, type in plain
            if isinstance(type, LeafType) and type.kind.family == "number"
        }

        def seeing(step: Any, e: Any) -> Any:
            for field, value in e.seen.items():
                if field in numbers:
                    step = _seeing_name(step, field, numbers[field](10 * value + 3), value)
                    continue
                step = step.after(_is(field, machine.type.fields[field].read(value, field)))
            return step

        for action in machine.actions:
            if self.alike and action.name in self.optional:
                log.event(action.name, optional=True, alike=True)(lambda _, name=action.name: take(name))
            else:
                log.event(action.name, optional=action.name in self.optional)(handler)
        if self.joint:
            log.event(ALSO)(handler)
            log.both(self.joint, ALSO)(lambda e, also: seeing(handler(e), also))
        return log

    def __repr__(self) -> str:
        said = f"silent {self.silent} {self.most}, {self.order}, skew {self.skew}, names {self.names}"
        said += f", keeps {self.keeps}, optional {self.optional} {self.alike}, joint {self.joint}"
        return f"<log of {self.machine!r}: {said}, message {self.message}, {list(self.events)}>"

    def is_alike(self, type: Any) -> bool:
        """Whether the ids may be said to be alike: neither the machine nor an observation tells them apart."""
        seen = {field for one in self.events for field in one.seen}
        fields = [self.machine.type.fields[field] for field in seen]
        leaves = [part.kind.family for one in fields for leaf in one.leaves("") for part in leaf.type.packed]
        has_ids = {"id", "set"} & set(leaves) or any(isinstance(one, ArrayType) for one in fields)
        texts = any(
            isinstance(self.machine.domains[self.action(one.action).parameters[name]], MemberType)
            for one in self.events
            for name in one.arguments
        )
        return not has_ids and not texts and not tells_apart(self.machine, type)

    def before(self, first: int, second: int) -> bool:
        """Whether the log says that one event came before another, by their places as written."""
        a, b = self.events[first], self.events[second]
        if a.action in self.optional:
            return False
        if self.order == "written":
            return first < second
        if a.node == b.node:
            return first < second
        sends = self.message and (a.action, b.action) == self.message and a.id == b.id
        return bool(sends) or (self.order == "clock" and a.time + self.skew < b.time)


def as_text(type: MemberType, message: Any) -> str:
    """A message as it is logged."""
    return json.dumps(type.network.element.show(message))


def _with_text(type: MemberType, text: str) -> Any:
    """Whether a message is the one that is logged: for one text in two plain Python, which no engine can lift."""
    if len(text) % 2:
        return lambda message: as_text(type, message) == text
    element = type.network.element
    wanted = element.read(json.loads(text), "the message")

    def fits(message: Any) -> Any:
        parts: tuple[list[Any], list[Any]] = [], []
        for value, found in zip((message, wanted), parts, strict=True):
            element.flatten(value, found)
        return all_of(a == b for a, b in zip(*parts, strict=True))

    return fits


def _seeing_name(step: Any, field: str, number: Any, value: int) -> Any:
    """A step, where one says of a field, or of what was there before it, how it compares with a number."""
    match value % 4:
        case 0:
            return step.after(lambda s: getattr(s, field) <= number)
        case 1:
            return step.before(lambda s: (getattr(s, field) < number) | (getattr(s, field) == number))
    return step.after(lambda s: getattr(s, field) == number)


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
    kept: list[Logged] = []
    gap, most, keeps = 0, 1, set(machine.type.fields)
    optional, joint = _optional_and_joint(sorted({*used} - {*silent}), order, rng)
    states = [machine.encode(machine.initial), *(state for _, state in walk)]
    for number, (instance, state) in enumerate(walk):
        same = _same(machine, states[number], state)
        if instance.action.name in silent:
            keeps &= same
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
                tuple(rng.sample(sorted(same), k=min(len(same), rng.choice([0, 0, 1, 2])))),
            )
        )  # fmt: skip
        if instance.action.name == joint and rng.random() < 0.7:
            other = "b" if node == "a" else "a"
            seen = _seen(machine, state, rng) if rng.random() < 0.5 else {}
            kept.append(Logged(ALSO, other, number + off[other], f"{number} too", {}, seen))
    assume(kept)
    message = _messages(kept, {*optional, joint, ALSO}, rng)
    kept = _with_optional(kept, optional, rng)
    if order != "written":
        kept = _shuffled(kept, rng)
    chosen = tuple(rng.sample(sorted(keeps), k=min(len(keeps), rng.randint(0, 2))))
    log = RandomLog(
        machine, silent, rng.choice([most, None]), order, skew, rng.random() < 0.6, message, (),
        chosen, optional, bool(optional) and rng.random() < 0.5, joint,
    )  # fmt: skip
    return log.with_events(kept)


def _optional_and_joint(kinds: list[str], order: str, rng: random.Random) -> tuple[tuple[str, ...], str]:
    """The kinds that may have had no effect, and the one that two nodes log: not in a log with one order."""
    optional = tuple(rng.sample(kinds, k=min(len(kinds), rng.choice([0, 0, 1]))))
    others = [kind for kind in kinds if kind not in optional]
    return optional, rng.choice(others) if others and order != "written" and rng.random() < 0.5 else ""


def _same(machine: Machine, before: Any, after: Any) -> set[str]:
    """The fields that are the same in two states."""
    a, b = machine.decode(before), machine.decode(after)
    return {
        name for name, type in machine.type.fields.items()
        if type.show(getattr(a, name)) == type.show(getattr(b, name))
    }  # fmt: skip


def _with_optional(kept: list[Logged], optional: tuple[str, ...], rng: random.Random) -> list[Logged]:
    """The events, where some that are optional are written too early, and others had no effect."""
    found = list(kept)
    for one in kept:
        if one.action not in optional or rng.random() < 0.4:
            continue
        if rng.random() < 0.5:
            found.remove(one)
            place = rng.randint(0, kept.index(one))
        else:
            place = rng.randrange(len(found))
        if found:
            place = min(place, len(found) - 1)
            where = found[place]
            found.insert(place, replace(one, node=where.node, time=where.time, id=f"{one.id} early"))
        else:
            found = [one]
    return found


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
        if rng.random() < 0.3 or not _is_logged(type):
            continue
        if isinstance(type, MemberType):
            shown[name] = as_text(type, value.message)
        else:
            shown[name] = _logged(type, value)
    return shown


def _is_logged(type: Any) -> bool:
    """Whether events name the values of a parameter: they leave out sets, which maps ask about."""
    return bool(type.kind.family != "set")


def _logged(type: Any, value: Any) -> Any:
    """A value as an event names it."""
    return f"{int(value)} of them" if type.kind.family == "id" else type.show(value)


def _seen(machine: Machine, state: Any, rng: random.Random) -> dict[str, Any]:
    value = machine.decode(state)
    chosen = rng.sample(sorted(machine.type.fields), k=rng.randint(0, 3))
    return {name: machine.type.fields[name].show(getattr(value, name)) for name in chosen}


def _messages(kept: list[Logged], not_of: set[str], rng: random.Random) -> tuple[str, str] | None:
    """Pair an event with a later one, as what sends and what receives; both are of other kinds than these."""
    places = [place for place, one in enumerate(kept) if one.action not in not_of]
    if len(places) < 2 or rng.random() < 0.5:
        return None
    first, second = sorted(rng.sample(places, 2))
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
        action = log.action(one.action)
        known = {n: machine.domains[d] for n, d in action.parameters.items()}
        known = {n: d for n, d in known.items() if not isinstance(d, MemberType) and _is_logged(d)}
        if known:
            name = rng.choice(sorted(known))
            logged = _logged(known[name], rng.choice(known[name].values()))
            events[place] = replace(one, arguments={**one.arguments, name: logged})
    else:
        walked = _walk(machine, rng, rng.randint(1, 4)) or [(None, machine.encode(machine.initial))]
        name = rng.choice(sorted(machine.type.fields))
        value = getattr(machine.decode(walked[-1][1]), name)
        events[place] = replace(one, seen={**one.seen, name: machine.type.fields[name].show(value)})
    return log.with_events(events)
