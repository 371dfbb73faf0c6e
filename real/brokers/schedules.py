"""Schedules: what is done to a cluster with the real controller, step by step, and what must be seen after each step.

They are read here, and played by `schedule_run`. A schedule is no run of the model: the controller decides for itself.
So it has its own words, in `schedule_words`; what can be seen has the names that scenarios use. docs/schedules.md
describes the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tidemark.base.errors import UsageError, printable
from tidemark.base.files import read_toml
from tidemark.base.names import look_up
from tidemark.real.brokers import jars
from tidemark.real.brokers.schedule_words import (
    ScheduleStep,
    require_known_records,
    require_ordered_transactions,
    require_sound,
    text_of,
)

FOLDER = Path(__file__).with_name("schedules")
ENDS = ("lost", "kept", "leaderless", "any")
FIELDS: Mapping[str, tuple[type, Any]] = {
    "title": (str, None),
    "text": (str, None),
    "brokers": (int, 3),
    "replicas": (list, None),
    "record": (str, "m0"),
    "ends": (str, None),
    "topic": (dict, {}),
    "properties": (dict, {}),
    "producer": (dict, {}),
    "features": (list, []),
    "expected": (dict, {}),
    "repaired": (str, ""),
    "step": (list, None),
}
"""The fields of a schedule with their types, and what they are where left out; None if they must be there."""
SCENARIO = {"protocol", "bounds", "with", "breaks", "ending"}
"""Fields by which a file is a scenario, which has steps too."""
STEP_FIELDS: Mapping[str, tuple[type, Any]] = {
    "do": (str, None),
    "say": (str, ""),
    "see": (dict, {}),
    "within": (int, 60),
    "at_once": (bool, False),
}
CALLED = {bool: "true or false", str: "a text", int: "a whole number", dict: "a table", list: "a list"}


@dataclass(frozen=True)
class Schedule:
    """A schedule as its file has it.

    record: the acknowledged record that it is about. ends: its outcome if all is seen: `lost`, `kept` or
    `leaderless`; or `any`, where all that is asked is what must be seen after the steps.
    expected: for each release its `outcome`, or `refused at N`; where left out, the outcome. repaired: the same of
    brokers with the repair (`repair`), empty where that changes nothing.
    """

    name: str
    title: str
    text: str
    brokers: int
    replicas: Sequence[int]
    record: str
    ends: Literal["lost", "kept", "leaderless", "any"]
    topic: Mapping[str, str]
    properties: Mapping[str, str]
    producer: Mapping[str, str]
    features: Sequence[str]
    expected: Mapping[str, str]
    repaired: str
    steps: Sequence[ScheduleStep]

    @property
    def outcome(self) -> str:
        """What a run comes to if all is seen: the end of the record; or `confirmed`, where it ends in any way."""
        return "confirmed" if self.ends == "any" else self.ends

    @property
    def cuts_power(self) -> bool:
        """Whether it needs disks whose power can be cut."""
        return any(step.word in ("cut_power", "sync") for step in self.steps)


def names() -> list[str]:
    """The names of all schedules."""
    return sorted(path.stem for path in FOLDER.glob("*.toml") if path.stem != "seen")


def is_schedule(name: str) -> bool:
    """Whether it is the name of a schedule, or a TOML file that is no scenario."""
    if name in names():
        return True
    try:
        data = read_toml(Path(name), "schedule")
    except UsageError:
        return False
    return not SCENARIO & data.keys()


def load(name: str | Path) -> Schedule:
    """The schedule of that name, or of a file.

    Raises:
        UsageError: there is none, or it is not a schedule; the message has the file and the number of the step.
    """
    path = Path(name)
    if path.suffix != ".toml":
        path = FOLDER / f"{look_up(names(), str(name), 'there is no schedule')}.toml"
    data = read_toml(path, "schedule")
    try:
        return parse(path.stem, data)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def parse(name: str, data: dict[str, Any]) -> Schedule:
    """A schedule of that name from the data of its file.

    Raises:
        UsageError: it is not one; the message has the number of the step.
    """
    fields = _fields(data, FIELDS)
    brokers = fields["brokers"]
    if not 1 <= brokers <= 9:
        raise UsageError(f"there are 1 to 9 brokers, and not {brokers}")
    replicas = fields["replicas"]
    are_brokers = all(type(broker) is int and 0 <= broker < brokers for broker in replicas)
    if not replicas or not are_brokers or len(set(replicas)) < len(replicas):
        raise UsageError(
            f"replicas are brokers, of 0 to {brokers - 1}, each once, and not {printable(str(replicas))}"
        )
    if not all(isinstance(feature, str) for feature in fields["features"]):
        raise UsageError(f"features are texts, and not {printable(str(fields['features']))}")
    if fields["ends"] not in ENDS:
        raise UsageError(
            f"a schedule ends in lost, kept, leaderless or any, and not in {printable(fields['ends'])}"
        )
    if not fields["step"]:
        raise UsageError("there is no [[step]]")
    steps = [_step(number, entry, brokers) for number, entry in enumerate(fields["step"], 1)]
    require_known_records(steps, "" if fields["ends"] == "any" else fields["record"])
    require_ordered_transactions(steps)
    for version, end in fields["expected"].items():
        jars.release(version)
        _require_end(f"of {version}", end, fields["ends"], len(steps))
    if fields["repaired"]:
        _require_end("with the repair", fields["repaired"], fields["ends"], len(steps))
    del fields["step"]
    fields |= {name: tuple(fields[name]) for name in ("replicas", "features")}
    fields |= {name: _settings(fields, name) for name in ("topic", "properties", "producer")}
    fields |= {"title": printable(fields["title"]), "text": fields["text"].strip()}
    return Schedule(name=name, steps=tuple(steps), **fields)


def _require_end(where: str, end: Any, ends: str, steps: int) -> None:
    ends = "confirmed" if ends == "any" else ends
    refusal = re.fullmatch(r"refused at ([0-9]+)", str(end))
    if end != ends and not (refusal and 1 <= int(refusal[1]) <= steps):
        raise UsageError(f"{where} is expected {ends}, or refused at a step, and not {printable(str(end))}")


def _step(number: int, entry: Any, brokers: int) -> ScheduleStep:
    try:
        if not isinstance(entry, dict):
            raise UsageError("a step is a table: [[step]]")
        fields = _fields(entry, STEP_FIELDS)
        do = " ".join(fields["do"].split())
        if not do:
            raise UsageError("do is empty: it has a word, as look")
        see = {name: text_of(value) for name, value in fields["see"].items()}
        step = ScheduleStep(do, printable(fields["say"]), see, fields["within"], fields["at_once"])
        require_sound(step, brokers)
    except UsageError as error:
        raise UsageError(f"step {number}: {error}") from None
    return step


def _fields(data: Mapping[str, Any], types: Mapping[str, tuple[type, Any]]) -> dict[str, Any]:
    """The fields of a table with those that were left out.

    Raises:
        UsageError: one is unknown, missing, or of another type.
    """
    for name in data:
        look_up(types, name, "there is no field")
    fields = {}
    for name, (type_, default) in types.items():
        value = data.get(name, default)
        if value is None:
            raise UsageError(f"the field {name} is missing")
        if type(value) is not type_:
            raise UsageError(f"{name} is {CALLED[type_]}")
        fields[name] = value
    return fields


def _settings(fields: Mapping[str, Any], field: str) -> dict[str, str]:
    """The settings of a table, as Kafka's files have them.

    Raises:
        UsageError: a value is a table, as that of a name without quotes, or a list.
    """
    settings = {}
    for name, value in fields[field].items():
        if isinstance(value, dict):
            hint = f'put its whole name in quotes, as "{printable(name)}.x" = 1'
            raise UsageError(f"{field}: {printable(name)} has no value: {hint}")
        if isinstance(value, list):
            raise UsageError(f"{field}: {printable(name)} is a list, and must be a text, with commas")
        settings[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return settings
