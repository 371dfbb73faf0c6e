"""Trace files: the JSON form of a run. `docs/traces.md` describes it, `trace.schema.json` defines it.

A file holds the names that build the machine again, the initial state in full, and of each step the fields that it
changes, so that a reader needs nothing else and a replay can compare. Of a machine in a user's file it names that file
and its hash, and it stays data: the command that reads it says which file to run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.base.errors import UsageError, as_json
from tidemark.base.files import read_text, why_unread, write_text
from tidemark.base.names import look_up, nearest
from tidemark.checker.runs.results import Run, RunStep, State
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.fairness import Fairness
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.origin import Origin, Source
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.differences import Keys, fields, shown_changes

FORMAT, VERSION = "tidemark-trace", 2
COMPLETE_VERSION, LASSO_VERSION = 1, 3
"""The version in which each step has its whole state, which is still read; and the one of an endless run."""
FIELDS = ("format", "version", "protocol", "exchanged", "bounds", "promise", "length", "steps")
LOOP, FAIRNESS = "loop", "fairness"
"""The fields that only an endless run has."""
FILE = "file"
"""The field that only a run of a machine in a user's file has."""
FILE_FIELDS = ("path", "sha256")
STEP_FIELDS = ("step", "action", "arguments")
STATE, CHANGES = "state", "changes"
"""A step has one of the two: its whole state, or the fields that it changes. The initial state is whole."""
WIDTH = 110


def to_json(run: Run) -> dict[str, Any]:
    """The run as JSON data, each state complete."""
    about, at = _head_to_json(run)
    steps = [{"step": n, **_step_to_json(run.machine, None, step)} for n, step in enumerate(run.steps, 1)]
    return {**about, **at, "steps": steps}


def _head_to_json(run: Run) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the data is and which machine's; at which bounds the run breaks what, after how many states."""
    machine = run.machine
    source = machine.origin.source if machine.origin else None
    about = {
        "format": FORMAT,
        "version": VERSION if run.loop is None else LASSO_VERSION,
        **({FILE: {"path": source.place, "sha256": source.sha256}} if source else {}),
        "protocol": machine.protocol,
        "exchanged": dict(sorted(machine.exchanged.items())),
    }
    at = {"bounds": dict(machine.bounds), "promise": run.promise, "length": run.length}
    endless = {LOOP: run.loop, FAIRNESS: [fairness.as_json() for fairness in machine.fairness]}
    return about, at if run.loop is None else {**at, **endless}


def _action_to_json(machine: Machine, step: RunStep) -> dict[str, Any]:
    if step.instance is None:
        return {"action": None, "arguments": _choice_to_json(machine, step.state)}
    return {"action": step.instance.action.name, "arguments": arguments_to_json(machine, step.instance)}


def _choice_to_json(machine: Machine, state: State) -> dict[str, Any]:
    """The choice of parameters that gives an initial state; empty where a machine has one state to begin in."""
    chosen, declared = machine.initial_states.arguments(state), machine.initial_states.declared
    domains = declared.parameters if declared else {}
    return {name: machine.domains[domains[name]].show(value) for name, value in chosen.items()}


def arguments_to_json(machine: Machine, instance: Instance) -> dict[str, Any]:
    """The arguments of an action instance as JSON data."""
    domains = instance.action.parameters
    return {name: machine.domains[domains[name]].show(value) for name, value in instance.arguments.items()}


def from_json(
    data: Any,
    source: str = "the trace",
    user_promises: Sequence[Promise] = (),
    machines: Source | None = None,
) -> Run:
    """The run in a trace file of any version. `replay` checks whether it is possible.

    user_promises: the run may break one of them. machines: the user's file that has the machine, if the data names one.

    Raises:
        UsageError: the data is not a trace; the message names the source, the step and the field.
    """
    _require_fields(data, FIELDS, source, optional=(FILE, LOOP, FAIRNESS))
    if data["format"] != FORMAT:
        raise UsageError(f"{source}: format is {data['format']!r}, and a trace has {FORMAT!r}")
    version = data["version"]
    if not any(_is_whole(version, number) for number in (COMPLETE_VERSION, VERSION, LASSO_VERSION)):
        versions = f"{COMPLETE_VERSION} to {LASSO_VERSION}"
        raise UsageError(f"{source}: version is {version!r}, and this release reads the versions {versions}")
    if (version == LASSO_VERSION) != (LOOP in data) or (LOOP in data) != (FAIRNESS in data):
        fields_of_lasso = f"{LOOP} and {FAIRNESS} are of version {LASSO_VERSION}, which has both"
        raise UsageError(f"{source}: version is {version!r}: {fields_of_lasso}")
    machine = _with_fairness(machine_of(data, source, user_promises, machines), data, source)
    if not isinstance(data["promise"], str):
        raise UsageError(f"{source}: promise is {data['promise']!r}, and must be a name")
    _require_promise(machine, data["promise"], source)
    try:
        steps = _steps(machine, data, source)
        return Run(machine, data["promise"], steps, _loop(data, source))
    except ValueError as error:
        raise UsageError(f"{source}: {error}") from None


def _require_promise(machine: Machine, name: str, source: str) -> None:
    """Refuse the name of a promise that the machine does not have; an empty one is of a run that breaks none."""
    names = [promise.name for promise in machine.all_promises]
    if name and name not in names:
        hint = nearest(name, names) or f": there is: {', '.join(names) or 'none'}."
        advice = "A promise of your own needs --promises FILE.py"
        raise UsageError(f"{source}: {machine.protocol} has no promise {name}{hint} {advice}")


def _with_fairness(machine: Machine, data: dict[str, Any], source: str) -> Machine:
    """The machine with the fairness that the trace of an endless run assumes."""
    if FAIRNESS not in data:
        return machine
    if not isinstance(data[FAIRNESS], list):
        raise UsageError(f"{source}: {FAIRNESS} is {data[FAIRNESS]!r}, and must be a list")
    try:
        return replace(machine, fairness=[Fairness.from_json(entry) for entry in data[FAIRNESS]])
    except (ValueError, ModelError) as error:
        raise UsageError(f"{source}: {error}") from None


def _loop(data: dict[str, Any], source: str) -> int | None:
    """The number of the step to whose state an endless run returns; None where it ends."""
    loop = data.get(LOOP)
    if LOOP in data and (type(loop) is not int or not 1 <= loop <= len(data["steps"])):
        raise UsageError(f"{source}: {LOOP} is {loop!r}, and must be the number of a step")
    return loop


def _require_fields(
    data: Any, fields: tuple[str, ...], position: str, optional: tuple[str, ...] = ()
) -> None:
    if not isinstance(data, dict):
        raise UsageError(f"{position}: an object with the fields {', '.join(fields)} is expected here")
    for name in fields:
        if name not in data:
            raise UsageError(f"{position}: the field {name} is missing")
    for name in data:
        if name not in fields and name not in optional:
            raise UsageError(f"{position}: the field {name} is unknown; there are {', '.join(fields)}")


def _is_whole(value: Any, number: int) -> bool:
    """Whether JSON data is exactly this whole number, and not `true` or `1.0`."""
    return type(value) is int and value == number


def machine_of(
    data: dict[str, Any], source: str, user_promises: Sequence[Promise], machines: Source | None = None
) -> Machine:
    """The machine that a trace names, as for `from_json`. A fault or a setting that is newer than the trace has its
    default.

    Raises:
        UsageError: a name is unknown, a size is missing, or a bound is out of its range.
    """
    for name in ("exchanged", "bounds"):
        if not isinstance(data[name], dict):
            raise UsageError(f"{source}: {name} is {data[name]!r}, and must be an object")
    _require_file(data, source, machines)
    try:
        protocol = str(data["protocol"])
        for bound in protocol_of(protocol, machines).family.bounds:
            if bound.is_size and bound.name not in data["bounds"]:
                raise UsageError(f"bounds has no {bound.name}")
        return build_machine(protocol, data["bounds"], data["exchanged"], user_promises, machines)
    except UsageError as error:
        raise UsageError(f"{source}: {error}") from None


def protocol_of(name: str, machines: Source | None = None) -> Protocol:
    """The protocol that a file names: one of the user's file, if there is such a file.

    Raises:
        UsageError: there is none.
    """
    protocol: Protocol = (
        look_up(machines.protocols, name, "there is no protocol") if machines else impl.protocol(name)
    )
    return protocol


def build_machine(
    protocol: str,
    bounds: dict[str, Any],
    exchanged: dict[str, Any],
    user_promises: Sequence[Promise] = (),
    machines: Source | None = None,
) -> Machine:
    """The machine of the names and values that a file has.

    Raises:
        UsageError: a name is unknown, or a bound out of its range.
    """
    for name, value in bounds.items():
        if isinstance(value, bool):
            raise UsageError(f"bounds.{name} is {json.dumps(value)}")
    rules = {rule: str(name) for rule, name in exchanged.items()}
    return impl.machine(Origin(protocol, bounds, rules, tuple(user_promises), source=machines))


def _require_file(data: dict[str, Any], source: str, machines: Source | None) -> None:
    """Refuse a trace that names a user's file where the command names none, and the other way round."""
    if FILE not in data:
        if machines:
            raise UsageError(f"{source}: it names no file of yours: leave out --from {machines.place}")
        return
    _require_fields(data[FILE], FILE_FIELDS, f"{source}: {FILE}")
    path, sha256 = (data[FILE][name] for name in FILE_FIELDS)
    if not isinstance(path, str) or not path:
        raise UsageError(f"{source}: {FILE}.path is {path!r}, and must be a path")
    if not isinstance(sha256, str) or not re.fullmatch("[0-9a-f]{64}", sha256):
        raise UsageError(f"{source}: {FILE}.sha256 is {sha256!r}, and must have 64 hexadecimal digits")
    if machines is None:
        where = f"{path}, which is run only where the command names it"
        raise UsageError(f"{source}: its machine is in {where}: add --from {path}")


def change(data: Any, machines: Source | None) -> str:
    """The note that the user's file has changed since a trace named it; empty where it has not.

    `data` is what was read as a trace, as JSON or as ITF.
    """
    if machines is None:
        return ""

    def part(data: Any, *names: str) -> Any:
        """A part of data of any form; None where it has no such part."""
        for name in names:
            data = data.get(name) if isinstance(data, dict) else None
        return data

    named = [part(data, *path, FILE, "sha256") for path in ((), ("#meta", "tidemark"))]
    return "" if machines.sha256 in named else f"{machines.place} has changed since this trace was written"


def _steps(machine: Machine, data: dict[str, Any], source: str) -> list[RunStep]:
    entries = data["steps"]
    if not isinstance(entries, list) or not entries:
        raise UsageError(f"{source}: steps must be a list with at least the initial state")
    instances = {instance.key: instance for instance in machine.instances}
    places = {field.path: field.keys for field in fields(machine.type)}
    steps: list[RunStep] = []
    value: Any = None
    for number, entry in enumerate(entries, 1):
        position = f"{source}: step {number}"
        has_state = isinstance(entry, dict) and STATE in entry
        whole = number == 1 or data["version"] == COMPLETE_VERSION or has_state
        _require_fields(entry, (*STEP_FIELDS, STATE if whole else CHANGES), position)
        if not _is_whole(entry["step"], number):
            raise UsageError(
                f"{position}: its number is {entry['step']!r}: a step is missing, or out of order"
            )
        try:
            instance = _instance(machine, entry, instances, number)
            shown = entry[STATE] if whole else _change(machine.type.show(value), entry[CHANGES], places)
            value = machine.type.read(shown, "")
        except (UsageError, ValueError) as error:
            raise UsageError(f"{position}: {error}") from None
        steps.append(RunStep(instance, machine.encode(value)))
        if number == 1:
            _require_choice(machine, entry["arguments"], steps[0].state, position)
    if not _is_whole(data["length"], len(entries)):
        raise UsageError(f"{source}: length is {data['length']!r}, and there are {len(entries)} steps")
    return steps


def _require_choice(machine: Machine, arguments: dict[str, Any], state: State, position: str) -> None:
    """Refuse a choice of parameters that does not give the initial state beside it. It may be left out."""
    if arguments and arguments != (choice := _choice_to_json(machine, state)):
        raise UsageError(f"{position}: arguments is {arguments!r}, and the initial state has {choice!r}")


def _change(shown: Any, changes: Any, places: Mapping[str, Keys]) -> Any:
    """A state as JSON data, with some of its fields changed in place."""
    if not isinstance(changes, dict):
        raise UsageError(f"changes is {changes!r}, and must be an object of fields and their new values")
    for path, value in changes.items():
        if path not in places:
            raise UsageError(f"changes.{path}: a state has no such field{nearest(path, places)}")
        part = shown
        for key in places[path][:-1]:
            part = part[key]
        part[places[path][-1]] = value
    return shown


def _instance(
    machine: Machine, entry: dict[str, Any], instances: dict[tuple[Any, ...], Instance], number: int
) -> Instance | None:
    name, arguments_data = entry["action"], entry["arguments"]
    if not isinstance(arguments_data, dict):
        raise UsageError(f"arguments is {arguments_data!r}, and must be an object")
    if number == 1:
        if name is not None:
            raise UsageError(f"the initial state follows no action, and this one has {name!r}")
        return None
    if not isinstance(name, str):
        raise UsageError(f"action is {name!r}, and must be a name")
    actions = {a.name: a for a in machine.actions}
    action = look_up(actions, name, f"{machine.name} has no action")
    if set(arguments_data) != set(action.parameters):
        expected, actual = (", ".join(names) or "none" for names in (action.parameters, arguments_data))
        raise UsageError(f"{name} takes the arguments {expected}, and has {actual}")
    domains = action.parameters.items()
    arguments = {p: machine.domains[d].read(arguments_data[p], f"arguments.{p}") for p, d in domains}
    return instances[Instance(action, arguments).key]


def save(run: Run, path: str | Path) -> None:
    """Write a trace file.

    Raises:
        UsageError: the path can't be written, or the machine has no origin, so that no trace of it can be loaded.
    """
    if run.machine.origin is None:
        raise UsageError(
            f"{run.machine.name} was made by hand, so a trace of it can't be loaded again: make it a family's "
            "protocol, or write a page or Markdown (docs/language.md)"
        )
    write_text(to_text(run), path)


Lines = dict[Any, str]
"""Texts that were written before, of runs with the same machine and the same `Instance` objects."""


def to_text(run: Run, written: Lines | None = None) -> str:
    """The content of a trace file, a line for each step; the same run gives the same bytes."""
    lines: Lines = {} if written is None else written
    head = run.promise, run.loop, run.length
    if head not in lines:
        about, at = map(as_json, _head_to_json(run))
        lines[head] = f"{about[:-1]},\n{at[1:-1]}"
    steps = []
    for number, (before, step) in enumerate(pairwise([None, *run.steps]), 1):
        assert step
        key = id(step.instance), before and before.state, step.state
        line = lines.get(key)
        if line is None:
            line = lines[key] = as_json(_step_to_json(run.machine, before, step))
        steps.append(f'{{"step": {number}, {line[1:]}')
    listed = ",\n".join(steps)
    return f'{lines[head]}, "steps": [\n{listed}\n]}}\n'


def _step_to_json(machine: Machine, before: RunStep | None, step: RunStep) -> dict[str, Any]:
    """A step without its number: with what it changes; with its whole state where no step is before it."""
    value = machine.decode(step.state)
    if before is None:
        return {**_action_to_json(machine, step), STATE: machine.type.show(value)}
    changes = shown_changes(machine.type, machine.decode(before.state), value)
    return {**_action_to_json(machine, step), CHANGES: changes}


def to_complete_text(run: Run) -> str:
    """The content of a trace file in which each state is complete."""
    return layout(to_json(run)) + "\n"


def load(path: str | Path, user_promises: Sequence[Promise] = (), machines: Source | None = None) -> Run:
    """The run of a trace file; `user_promises` and `machines` as for `from_json`.

    Raises:
        UsageError: the file can't be read, or is not a trace; the message names the place in it.
    """
    return from_json(read_json(path), str(path), user_promises, machines)


def read_json(path: str | Path) -> Any:
    """The data of a JSON file.

    Raises:
        UsageError: the file can't be read, or is not JSON.
    """
    content = read_text(path, "trace")
    if Path(path).suffix == ".py":
        raise UsageError(
            f"{path} is a program, and this takes a trace: `tidemark check {path}` writes one for each promise that is "
            "violated"
        )
    try:
        return json.loads(content, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise UsageError(f"{path}: lists or objects are nested too deeply for a trace (recursion)") from None
    except ValueError as error:
        raise UsageError(f"{path}: {why_unread(error)}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a JSON file; a key given twice is a mistake, not a choice."""
    data: dict[str, Any] = {}
    for name, value in pairs:
        if name in data:
            raise ValueError(f"an object has the field {name} twice")
        data[name] = value
    return data


def layout(data: Any, indent: int = 0) -> str:
    """JSON text for people: what fits on a line stays on it, the rest is broken one level at a time."""
    flat = as_json(data)
    if len(flat) + indent <= WIDTH or not isinstance(data, (dict, list)):
        return flat
    margin = " " * (indent + 2)
    if isinstance(data, dict):
        parts = [f"{as_json(k)}: {layout(v, indent + 2)}" for k, v in data.items()]
        return "{\n" + ",\n".join(margin + part for part in parts) + "\n" + " " * indent + "}"
    parts = [layout(element, indent + 2) for element in data]
    return "[\n" + ",\n".join(margin + part for part in parts) + "\n" + " " * indent + "]"
