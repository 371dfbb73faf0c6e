"""Scenarios: a numbered story as a TOML file, each step an action with what must be seen after it.

`docs/traces.md` describes the file. `tidemark.checker.analyses.scenario` says if the story can happen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tidemark import impl
from tidemark.base.errors import UsageError, as_json, printable
from tidemark.base.files import read_toml
from tidemark.base.names import look_up, nearest
from tidemark.checker.runs import files
from tidemark.checker.runs.results import Run
from tidemark.spec.families.family import bounds_to_tell, family_of
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.origin import Source

FIELDS = ("title", "text", "protocol", "bounds", "with", "breaks", "step", "ending")
STEP_FIELDS = ("do", "say", "see")
ENDINGS = ("impossible", "differs", "same")
WIDTH = 110
KINDS: dict[type, str] = {str: "a text", dict: "a table", list: "a list of tables"}
EMPTY = "empty"
"""What a text without characters is called."""


@dataclass(frozen=True)
class ScenarioStep:
    """An action instance as it is printed, and what must be seen after it. For the initial state it is empty, or says
    which one, where there are several.

    say: the sentence of the step, if the scenario has one.
    """

    do: str
    see: Mapping[str, str]
    say: str = ""


@dataclass(frozen=True)
class ScenarioEnding:
    """Where a story differs from what a protocol does: the first step that is impossible, or looks different."""

    kind: Literal["impossible", "differs", "same"]
    step: int | None = None

    def __str__(self) -> str:
        return "the same" if self.kind == "same" else f"{self.kind} at step {self.step}"


SAME = ScenarioEnding("same")


@dataclass(frozen=True)
class Scenario:
    """A story of one machine. Its first step is the initial state.

    breaks: the promise that the last state breaks; empty where the story is of no loss.
    endings: for other protocols, where the story differs from what they do.
    """

    name: str
    title: str
    text: str
    machine: Machine
    steps: Sequence[ScenarioStep]
    breaks: str = ""
    endings: Mapping[str, ScenarioEnding] = field(default_factory=dict)


def observe(machine: Machine, state: Any) -> Mapping[str, str]:
    """What a scenario may say of a plain state."""
    telling = family_of(machine).telling
    return telling.observe(telling.see(state))


def load(path: str | Path, machines: Source | None = None, user_promises: Sequence[Promise] = ()) -> Scenario:
    """The scenario of a file. `machines` is the user's file that has the protocol, if it is not known by name.

    `user_promises` are promises of the user's, one of which the scenario may break.

    Raises:
        UsageError: the file can't be read, or is no scenario; the message names the place in it.
    """
    data = read_toml(path, "scenario")
    try:
        return _scenario(data, Path(path).stem, machines, user_promises)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _scenario(
    data: dict[str, Any], name: str, machines: Source | None, user_promises: Sequence[Promise]
) -> Scenario:
    _require_fields(data, FIELDS, "")
    title, protocol = (_part(data, name, str) for name in ("title", "protocol"))
    description, breaks = (_part(data, name, str, "") for name in ("text", "breaks"))
    exchanged = _part(data, "with", dict, {})
    bounds = _part(data, "bounds", dict, {})
    try:
        files.protocol_of(protocol, machines)
    except UsageError as error:
        raise UsageError(f"{error} One of your own needs --from FILE.py") from None
    machine = files.build_machine(protocol, bounds, exchanged, user_promises, machines)
    if breaks:
        machine.state_promise(breaks)
    steps = [_step(entry, number, machine) for number, entry in enumerate(_part(data, "step", list), 1)]
    if not steps:
        raise UsageError("there is no [[step]]: the first one is the initial state")
    endings: dict[str, ScenarioEnding] = {}
    for number, entry in enumerate(_part(data, "ending", list, []), 1):
        for protocol_name, ending in _ending(entry, number, len(steps), machines):
            if protocol_name in endings:
                raise UsageError(f"ending {number}: {protocol_name} has an ending already")
            endings[protocol_name] = ending
    return Scenario(name, title, description, machine, steps, breaks, endings)


def _require_fields(data: Any, names: tuple[str, ...], position: str) -> None:
    if not isinstance(data, dict):
        raise UsageError(f"{position}{data!r} is no table")
    for name in data:
        look_up(names, name, f"{position}there is no field")


def _part(data: dict[str, Any], name: str, kind: type, default: Any = None) -> Any:
    """A field of the file, of this kind, a text on one line; one without a default must be there, and is not empty."""
    if name not in data:
        if default is None:
            raise UsageError(f"the field {name} is missing")
        return default
    if not isinstance(data[name], kind) or (default is None and not data[name]):
        raise UsageError(f"{name} is {data[name]!r}, and must be {KINDS[kind]}")
    return printable(data[name]) if kind is str else data[name]


def _step(entry: Any, number: int, machine: Machine) -> ScenarioStep:
    position = f"step {number}: "
    try:
        _require_fields(entry, STEP_FIELDS, "")
        do = _initial_state(machine, entry) if number == 1 else _part(entry, "do", str)
        if number > 1:
            _require_instance(machine, do)
        observables = list(observe(machine, machine.type.default))
        seen = {
            look_up(observables, name, "nothing to see is called"): _text(name, value)
            for name, value in _part(entry, "see", dict, {}).items()
        }
        return ScenarioStep(do, seen, _part(entry, "say", str, ""))
    except UsageError as error:
        raise UsageError(f"{position}{error}") from None


def _text(name: str, value: Any) -> str:
    """A value to be seen, as text."""
    if not isinstance(value, (str, int)):
        raise UsageError(f"{name} is {value!r}, and must be a text, a whole number or a truth value")
    return ("yes" if value else "no") if isinstance(value, bool) else printable(str(value))


def _initial_state(machine: Machine, entry: dict[str, Any]) -> str:
    """What names the initial state; empty where there is only one.

    Raises:
        UsageError: it names none, or is missing where there are several.
    """
    states = machine.initial_states
    if "do" in entry and not states.call(states.first):
        raise UsageError("it is the initial state, and has no do: put a [[step]] before it")
    do: str = _part(entry, "do", str, None if len(states) > 1 else "")
    if do and states.find(do) is None:
        raise UsageError(
            f"{do} is not one of the {len(states):,} initial states{nearest(do, map(states.call, states))}"
        )
    return do


def _require_instance(machine: Machine, do: str) -> None:
    """Refuse a text that names no action instance. A message in its arguments is looked for when the scenario runs."""
    name = do.partition("(")[0]
    look_up([a.name for a in machine.actions], name, f"{machine.name} has no action")
    instances = [i for i in machine.instances if i.action.name == name]
    if any(domain in machine.type.fields for domain in instances[0].action.parameters.values()):
        return
    calls = [str(instance) for instance in instances]
    if do not in calls:
        raise UsageError(f"{do} is not one of the {len(calls)} ways to do {name}{nearest(do, calls)}")


def _ending(entry: Any, number: int, steps: int, machines: Source | None) -> list[tuple[str, ScenarioEnding]]:
    """Each protocol that an ending is of, with that ending."""
    try:
        _require_fields(entry, ("protocols", *ENDINGS), "")
        for protocol in (protocols := _names(entry)):
            impl.protocol(protocol, machines)
        kinds = [name for name in entry if name in ENDINGS]
        if len(kinds) != 1:
            raise UsageError(f"it has one of {', '.join(ENDINGS)}")
        ending = _ending_of_kind(kinds[0], entry[kinds[0]], steps)
        return [(protocol, ending) for protocol in protocols]
    except UsageError as error:
        raise UsageError(f"ending {number}: {error}") from None


def _names(entry: dict[str, Any]) -> list[str]:
    """The protocols of an ending."""
    if "protocols" not in entry:
        raise UsageError("the field protocols is missing")
    protocols = entry["protocols"]
    if isinstance(protocols, list) and protocols and all(isinstance(name, str) for name in protocols):
        return protocols
    raise UsageError(f"protocols is {protocols!r}, and must be a list of names")


def _ending_of_kind(kind: Any, value: Any, steps: int) -> ScenarioEnding:
    if kind == "same":
        if value is not True:
            raise UsageError(f"same is {value!r}, and can only be true")
        return SAME
    if type(value) is not int or not 1 <= value <= steps:
        raise UsageError(f"{kind} is {value!r}, and must be the number of a step, from 1 to {steps}")
    return ScenarioEnding(kind, value)


def to_text(run: Run, title: str, text: str) -> str:
    """A run as the file of a scenario: its actions, each with what it changes. TOML writes texts as JSON does."""
    machine = run.machine
    tables = {"bounds": _bounds(machine), "with": dict(machine.exchanged)}
    head = {"title": title, "text": text, "protocol": machine.protocol}
    lines = [f"{name} = {as_json(value)}" for name, value in head.items() if value]
    lines += [f"{name} = {_table(entries)}" for name, entries in tables.items() if entries]
    lines += [f"breaks = {as_json(run.promise)}"] if run.promise else []
    before: Mapping[str, str] = {}
    for step in run.steps:
        now = observe(machine, machine.decode(step.state))
        lines += ["", "[[step]]"]
        if begins := "" if step.instance else machine.initial_states.call(step.state):
            lines += [f"do = {as_json(begins)}"]
        if step.instance:
            lines += [f"do = {as_json(str(step.instance))}"]
            lines += _seen({name: value for name, value in now.items() if value != before[name]})
        before = now
    return "\n".join(lines) + "\n"


def _bounds(machine: Machine) -> dict[str, Any]:
    """The bounds that a reader needs, and those that are not the defaults of the machine's own protocol."""
    essential = bounds_to_tell(machine)
    if not machine.origin:
        return essential
    bounds = impl.protocol(machine.protocol, machine.origin.source).bounds
    chosen = {b.name for b in bounds if b.name in essential or machine.bounds[b.name] != b.default}
    return {name: value for name, value in machine.bounds.items() if name in chosen}


def _seen(seen: Mapping[str, str]) -> list[str]:
    """What is seen, on one line where it fits."""
    entries = {name: int(v) if re.fullmatch("0|-?[1-9][0-9]{0,8}", v) else v for name, v in seen.items()}
    line = f"see = {_table(entries)}"
    if not entries or len(line) <= WIDTH:
        return [line] if entries else []
    return ["[step.see]", *_entries(entries)]


def _table(entries: Mapping[str, Any]) -> str:
    return f"{{ {', '.join(_entries(entries))} }}"


def _entries(entries: Mapping[str, Any]) -> Iterable[str]:
    for name, value in entries.items():
        yield f"{name if re.fullmatch('[A-Za-z0-9_-]+', name) else as_json(name)} = {as_json(value)}"
