"""ITF, the informal trace format of Apalache and Quint (Apalache's ADR-015, as of 2023-09-14): out and in.

An array is a map, a sequence a list, a set of ids a set, a number a `#bigint`; an id that may be absent is
an option, as Quint writes it. The action and its arguments stand where Quint puts them, in `mbt::actionTaken`
and `mbt::nondetPicks`; what builds the machine again stands in `#meta`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checker.runs.files import FORMAT, VERSION, from_json, layout, to_json
from checker.runs.results import Run
from spec.composites import ArrayType, RecordType, SequenceType
from spec.errors import UsageError
from spec.machine import Promise
from spec.types import LeafType, Type

ACTION, PICKS = "mbt::actionTaken", "mbt::nondetPicks"
INITIAL = "init"
NOTHING: dict[str, Any] = {"tag": "None", "value": {"#tup": []}}


def to_itf(run: Run) -> dict[str, Any]:
    """The run as an ITF trace."""
    data = to_json(run)
    parameters = sorted({name for action in run.machine.actions for name in action.parameters})
    variables = list(run.machine.type.fields)
    about = {name: data[name] for name in ("protocol", "exchanged", "bounds", "promise")}
    return {
        "#meta": {
            "format": "ITF",
            "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
            "description": f"{run.machine.name} breaks {run.promise}",
            "tidemark": about,
        },
        "vars": [*variables, ACTION, PICKS],
        "states": [
            {
                "#meta": {"index": step["step"] - 1},
                **{name: _out(run.machine.type.fields[name], step["state"][name]) for name in variables},
                ACTION: step["action"] or INITIAL,
                PICKS: {name: _option(step["arguments"], name) for name in parameters},
            }
            for step in data["steps"]
        ],
    }


def _option(arguments: dict[str, Any], name: str) -> dict[str, Any]:
    return {"tag": "Some", "value": _plain(arguments[name])} if name in arguments else NOTHING


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
            values = [_out(type.element, item) for item in shown]
            return {"#map": [list(pair) for pair in zip(keys, values, strict=True)]}
        case SequenceType():
            return [_out(type.element, item) for item in shown]
        case LeafType() if type.kind.family == "set":
            return {"#set": [{"#bigint": str(member)} for member in shown]}
        case LeafType() if type.kind.family == "id" and type.lo < 0:
            return NOTHING if shown is None else {"tag": "Some", "value": {"#bigint": str(shown)}}
    return _plain(shown)


def is_itf(data: Any) -> bool:
    """Whether JSON data looks like an ITF trace."""
    return isinstance(data, dict) and "states" in data and "vars" in data


def from_itf(data: dict[str, Any], source: str = "the trace", own: Sequence[Promise] = ()) -> Run:
    """The run of an ITF trace that `to_itf` wrote; `own` as for `from_json`.

    Raises:
        UsageError: it is not an ITF trace, or says nothing about the machine; the message names the place.
    """
    about = data.get("#meta", {}).get("tidemark") if isinstance(data.get("#meta", {}), dict) else None
    names = ("protocol", "exchanged", "bounds", "promise")
    if not isinstance(about, dict) or any(name not in about for name in names):
        raise UsageError(f"{source}: #meta.tidemark with the fields {', '.join(names)} is missing")
    states = data["states"]
    if not isinstance(states, list):
        raise UsageError(f"{source}: states must be a list")
    steps = []
    for number, state in enumerate(states, 1):
        try:
            steps.append(_step(state, number))
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"{source}: state {number}: {_complaint(error)}") from None
    about = {name: about[name] for name in names}
    return from_json(
        {"format": FORMAT, "version": VERSION, **about, "length": len(steps), "steps": steps}, source, own
    )


def _complaint(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"the field {error.args[0]} is missing"
    return str(error) if isinstance(error, ValueError) else "this does not have the shape of an ITF state"


def _step(state: Any, number: int) -> dict[str, Any]:
    if not isinstance(state, dict):
        raise TypeError
    values = {name: value for name, value in state.items() if name not in ("#meta", ACTION, PICKS)}
    index = state["#meta"]["index"] if "#meta" in state and "index" in state["#meta"] else number - 1
    picks = state[PICKS]
    arguments = {name: _in(option["value"]) for name, option in picks.items() if option["tag"] == "Some"}
    return {
        "step": index + 1,
        "action": None if state[ACTION] == INITIAL else state[ACTION],
        "arguments": arguments,
        "state": {name: _in(value) for name, value in values.items()},
    }


def _in(value: Any) -> Any:
    """An ITF expression as the data that `show` gives."""
    if isinstance(value, list):
        return [_in(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "#bigint" in value:
        return int(value["#bigint"])
    if "#set" in value:
        return sorted(_in(item) for item in value["#set"])
    if "#tup" in value:
        return [_in(item) for item in value["#tup"]]
    if "#map" in value:
        return [_in(item) for _, item in sorted(value["#map"], key=lambda pair: _in(pair[0]))]
    if set(value) == {"tag", "value"}:
        return None if value["tag"] == "None" else _in(value["value"])
    if strange := [name for name in value if name.startswith("#")]:
        raise ValueError(f"{strange[0]} is no expression of the format")
    return {name: _in(item) for name, item in value.items()}


def to_text(run: Run) -> str:
    """The content of an ITF file: the same bytes for the same run."""
    return layout(to_itf(run)) + "\n"
