"""ITF, the informal trace format of Apalache and Quint (Apalache's ADR-015, as of 2023-09-14): out and in.

An array is a map, a sequence or a bag of messages a list, a set of ids or of messages a set, a number a `#bigint`; an
id that may be absent is an option, as Quint writes it. The action and its arguments stand where Quint puts them, in
`mbt::actionTaken` and `mbt::nondetPicks`; what builds the machine again stands in `#meta`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.runs import files
from tidemark.checker.runs.files import FAIRNESS, FILE, machine_of
from tidemark.checker.runs.results import Run
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.initial_states import Initial
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.origin import Source
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.members import ChoiceType, MemberType
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.parts import PartsType
from tidemark.spec.types.sequences import SequenceType
from tidemark.spec.types.sets import IdSetType, SetType

ACTION, PICKS = "mbt::actionTaken", "mbt::nondetPicks"
INITIAL = "init"
LOOP = "loop"
FIELDS = ("#meta", "vars", "states", LOOP)
ABOUT = ("protocol", "exchanged", "bounds", "promise")
NOTHING: dict[str, Any] = {"tag": "None", "value": {"#tup": []}}


def to_itf(run: Run) -> dict[str, Any]:
    """The run as an ITF trace."""
    data = files.to_json(run)
    domains = _domains(run.machine)
    parameters = sorted({name for of_action in domains.values() for name in of_action})
    variables = list(run.machine.type.fields)
    about = {name: data[name] for name in (FILE, *ABOUT, FAIRNESS) if name in data}
    trace = {
        "#meta": {
            "format": "ITF",
            "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
            "description": f"{run.machine.name} breaks {run.promise}" if run.promise else run.machine.name,
            "tidemark": about,
        },
        "vars": [*variables, ACTION, PICKS],
        "states": [
            {
                "#meta": {"index": step["step"] - 1},
                **{name: _out(run.machine.type.fields[name], step["state"][name]) for name in variables},
                ACTION: step["action"] or INITIAL,
                PICKS: {
                    name: _option(run.machine, domains.get(step["action"], {}), step["arguments"], name)
                    for name in parameters
                },
            }
            for step in data["steps"]
        ],
    }
    # The last state follows itself, or is that of step `loop` again, which the next step follows.
    endless = {} if run.loop is None else {LOOP: run.loop - 1 if run.is_still else run.loop}
    return {**trace, **endless}


def _option(
    machine: Machine, domains: Mapping[str, str], arguments: dict[str, Any], name: str
) -> dict[str, Any]:
    if name not in arguments:
        return NOTHING
    domain, shown = machine.domains[domains[name]], arguments[name]
    value = _out(domain, shown) if _has_parts(domain) else _plain(shown)
    return {"tag": "Some", "value": value}


def _has_parts(domain: Type) -> bool:
    """Whether an argument is more than a number, a truth value, a label or an id: a message, a set, or a record."""
    whole = domain.whole if isinstance(domain, ChoiceType) else domain
    return isinstance(whole, (MemberType, SetType, PartsType))


def _plain(value: Any) -> Any:
    """An argument; None is an absent id that was chosen."""
    if value is None:
        return NOTHING
    return {"#bigint": str(value)} if isinstance(value, int) and not isinstance(value, bool) else value


def _out(type: Type, shown: Any) -> Any:
    match type:
        case RecordType():
            return {name: _out(part, shown[name]) for name, part in type.fields.items()}
        case ArrayType():
            keys = [_out(type.index, type.index.show(index)) for index in type.index.values()]
            values = [_out(type.element, element) for element in shown]
            return {"#map": [list(pair) for pair in zip(keys, values, strict=True)]}
        case SequenceType():
            return [_out(type.element, element) for element in shown]
        case NetworkType():
            members = [_out(type.element, element) for element in shown]
            return members if type.cls.repeats else {"#set": members}
        case MemberType():
            return {"slot": _plain(shown["slot"]), "message": _out(type.network.element, shown["message"])}
        case ChoiceType():
            return _out(type.whole, shown)
        case SetType():
            return {"#set": [_out(type.element, member) for member in shown]}
        case LeafType() if type.kind.family == "id" and type.lo < 0:
            return NOTHING if shown is None else {"tag": "Some", "value": {"#bigint": str(shown)}}
    return _plain(shown)


def is_itf(data: Any) -> bool:
    """Whether JSON data looks like an ITF trace."""
    return isinstance(data, dict) and "states" in data and "vars" in data


def from_itf(
    data: dict[str, Any],
    source: str = "the trace",
    user_promises: Sequence[Promise] = (),
    machines: Source | None = None,
) -> Run:
    """The run of an ITF trace that `to_itf` wrote; `user_promises` and `machines` as for `from_json`.

    Raises:
        UsageError: it is not an ITF trace, or says nothing about the machine; the message names the place.
    """
    about = data.get("#meta", {}).get("tidemark") if isinstance(data.get("#meta", {}), dict) else None
    if not isinstance(about, dict) or set(about) - {FILE, FAIRNESS} != set(ABOUT):
        raise UsageError(f"{source}: #meta.tidemark with the fields {', '.join(ABOUT)} is missing")
    if unknown := [name for name in data if name not in FIELDS]:
        raise UsageError(f"{source}: the field {unknown[0]} is unknown; there are {', '.join(FIELDS)}")
    machine = machine_of(about, source, user_promises, machines)
    variables = [*machine.type.fields, ACTION, PICKS]
    if not isinstance(data["vars"], list) or sorted(map(str, data["vars"])) != sorted(variables):
        raise UsageError(f"{source}: vars must be {', '.join(variables)}")
    if not isinstance(data["states"], list):
        raise UsageError(f"{source}: states must be a list")
    steps = []
    for number, state in enumerate(data["states"], 1):
        try:
            steps.append(_step(machine, state, number))
        except ValueError as error:
            raise UsageError(f"{source}: state {number}: {error}") from None
    version = files.LASSO_VERSION if LOOP in data else files.VERSION
    whole = {"format": files.FORMAT, "version": version, **about, "length": len(steps), "steps": steps}
    return files.from_json({**whole, **_loop(data, source)}, source, user_promises, machines)


def _domains(machine: Machine) -> dict[str | None, Mapping[str, str]]:
    """The parameters of each action, with the names of their domains; and of the initial states, for None."""
    domains: dict[str | None, Mapping[str, str]] = {
        action.name: action.parameters for action in machine.actions
    }
    if isinstance(machine.initial, Initial):
        domains[None] = machine.initial.parameters
    return domains


def _loop(data: dict[str, Any], source: str) -> dict[str, int]:
    """The field of an endless run: the step to whose state it returns."""
    loop, count = data.get(LOOP), len(data["states"])
    if LOOP not in data:
        return {}
    if type(loop) is not int or not 0 <= loop < count:
        raise UsageError(f"{source}: {LOOP} is {loop!r}, and must be the index of a state")
    return {"loop": count if loop == count - 1 else loop}


def _step(machine: Machine, state: Any, number: int) -> dict[str, Any]:
    variables = (*machine.type.fields, ACTION, PICKS)
    if not isinstance(state, dict):
        raise ValueError(f"this is {state!r}, and must be an object")
    about = state.get("#meta", {})
    values = _fields({name: part for name, part in state.items() if name != "#meta"}, variables, "")
    if not isinstance(about, dict) or about.get("index", number - 1) != number - 1:
        mistake = "a state is missing, or out of order"
        raise ValueError(f"#meta is {about!r}, and its index must be {number - 1}: {mistake}")
    if not isinstance(values[ACTION], str):
        raise ValueError(f"{ACTION} is {values[ACTION]!r}, and must be a name")
    name = None if number == 1 else values[ACTION]
    if name is None and values[ACTION] != INITIAL:
        raise ValueError(f"{ACTION} is {values[ACTION]!r}, and must be {INITIAL!r} in the first state")
    return {
        "step": number,
        "action": name,
        "arguments": _arguments(machine, name, values[PICKS]),
        "state": {part: _in(type, values[part], part) for part, type in machine.type.fields.items()},
    }


def _arguments(machine: Machine, action: str | None, picks: Any) -> dict[str, Any]:
    """The arguments of an action: an option for each parameter of any action, absent where this one lacks it."""
    by_action = _domains(machine)
    picked = _fields(picks, sorted({p for of_action in by_action.values() for p in of_action}), PICKS)
    domains = by_action.get(action, {})
    arguments = {}
    for name, option in picked.items():
        path = f"{PICKS}.{name}"
        present, value = _option_in(option, path)
        if present:
            if name not in domains:
                raise ValueError(f"{path} has a value, and {action or INITIAL} takes none")
            domain = machine.domains[domains[name]]
            if _has_parts(domain):
                arguments[name] = _in(domain, value, path)
            elif value == NOTHING:
                arguments[name] = None
            else:
                arguments[name] = _number(value, path) if isinstance(value, dict) else value
    return arguments


def _fields(data: Any, names: Iterable[str], path: str) -> dict[str, Any]:
    """An object with these fields and no others."""
    if not isinstance(data, dict) or set(data) != set(names):
        raise ValueError(f"{path or 'this'} must be an object with the fields {', '.join(names) or '(none)'}")
    return data


def _only(data: Any, tag: str, path: str) -> Any:
    """What is in an object with this tag alone."""
    if not isinstance(data, dict) or list(data) != [tag]:
        raise ValueError(f"{path} is {data!r}, and must be an object with {tag} alone")
    return data[tag]


def _items(data: Any, path: str) -> list[Any]:
    if not isinstance(data, list):
        raise ValueError(f"{path} is {data!r}, and must be a list")
    return data


def _option_in(data: Any, path: str) -> tuple[bool, Any]:
    """Whether an option has a value, and which."""
    if data == NOTHING:
        return False, None
    if not isinstance(data, dict) or set(data) != {"tag", "value"} or data["tag"] != "Some":
        raise ValueError(f"{path} is {data!r}, and must be an option: the tag Some with a value, or None")
    return True, data["value"]


def _in(type: Type, data: Any, path: str) -> Any:
    """An ITF expression as the JSON data of a value of this type. The type's own reader checks ranges and labels.

    Raises:
        ValueError: it does not have this type's form; the message names the path.
    """
    match type:
        case RecordType():
            parts = _fields(data, type.fields, path)
            return {name: _in(part, parts[name], f"{path}.{name}") for name, part in type.fields.items()}
        case ArrayType():
            return _array_in(type, data, path)
        case SequenceType():
            return [_in(type.element, part, f"{path}[{i}]") for i, part in enumerate(_items(data, path))]
        case NetworkType():
            members = _items(data if type.cls.repeats else _only(data, "#set", path), path)
            return [_in(type.element, part, f"{path}[{i}]") for i, part in enumerate(members)]
        case MemberType():
            parts = _fields(data, ("slot", "message"), path)
            message = _in(type.network.element, parts["message"], f"{path}.message")
            return {"slot": _number(parts["slot"], f"{path}.slot"), "message": message}
        case ChoiceType():
            return _in(type.whole, data, path)
        case SetType():
            return _set_in(type, data, path)
        case LeafType() if type.kind.family == "id" and type.lo < 0:
            present, value = _option_in(data, path)
            return _number(value, path) if present else None
        case LeafType() if type.kind.family in ("number", "id"):
            return None if data == NOTHING else _number(data, path)
    return data


def _set_in(type: SetType, data: Any, path: str) -> list[Any]:
    members = [_in(type.element, member, path) for member in _items(_only(data, "#set", path), path)]
    if any(member in members[:k] for k, member in enumerate(members)):
        raise ValueError(f"{path} has a member twice")
    if isinstance(type, IdSetType):
        return sorted(members)
    shown: list[Any] = type.show(type.read(members, path))
    return shown


def _array_in(type: ArrayType, data: Any, path: str) -> list[Any]:
    pairs = [_items(pair, path) for pair in _items(_only(data, "#map", path), path)]
    keys = [_out(type.index, type.index.show(index)) for index in type.index.values()]
    if any(len(pair) != 2 for pair in pairs) or len(pairs) != len(keys):
        raise ValueError(f"{path} must have a pair of key and value for each of {len(keys)} keys")
    items = []
    for number, key in enumerate(keys):
        values = [value for pair_key, value in pairs if pair_key == key]
        if len(values) != 1:
            raise ValueError(f"{path} must have the key {type.index.show(type.index.values()[number])} once")
        items.append(_in(type.element, values[0], f"{path}[{number}]"))
    return items


def _number(data: Any, path: str) -> int:
    digits = _only(data, "#bigint", path)
    if not isinstance(digits, str) or not re.fullmatch("-?[0-9]{1,18}", digits):
        raise ValueError(f"{path} is {digits!r}, and must be a whole number as text")
    return int(digits)


def to_text(run: Run) -> str:
    """The content of an ITF file: the same bytes for the same run."""
    return files.layout(to_itf(run)) + "\n"
