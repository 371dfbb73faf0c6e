"""Schedules: what is done to a cluster with the real controller, step by step, and what must be seen after each step.

They are read here, and played by `schedule`. A schedule is no run of the model: the controller decides for itself. So
it has words of its own, those of `WORDS`; what can be seen has the names that scenarios use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from spec.errors import UsageError, printable
from spec.names import look_up
from spec.userfiles import read_toml

FOLDER = Path(__file__).with_name("schedules")
WORDS = {
    "start": r"start( \d)+",
    "stop": r"stop \d",
    "begin_stop": r"begin_stop \d",
    "kill": r"kill( \d)+",
    "pause": r"pause \d",
    "resume": r"resume \d",
    "sync": r"sync( \d)+",
    "cut_power": r"cut_power( \d)+",
    "hold": r"hold fetch \d->(\d|controller)",
    "release": r"release fetch \d->(\d|controller)",
    "pass": r"pass (request|answer) \d->\d",
    "sever": r"sever \d->(\d|controller)",
    "mend": r"mend \d->(\d|controller)",
    "produce": r"produce \w+( acks=(all|0|1))?( at=\d)?",
    "consume": r"consume",
    "elect": r"elect (preferred|unclean)",
    "set": r"set [a-z.]+=\S+",
    "wait": r"wait \d+(\.\d+)?",
    "look": r"look",
}
"""Each word with its form."""
EXAMPLES = {
    "start": "start 0 1",
    "stop": "stop 2",
    "begin_stop": "begin_stop 2",
    "kill": "kill 0",
    "pause": "pause 2",
    "resume": "resume 2",
    "sync": "sync 0 1",
    "cut_power": "cut_power 0 1",
    "hold": "hold fetch 1->0, or hold fetch 0->controller",
    "release": "release fetch 1->0",
    "pass": "pass request 1->0, or pass answer 1->0",
    "sever": "sever 0->controller",
    "mend": "mend 0->controller",
    "produce": "produce m0 acks=all at=0",
    "consume": "consume",
    "elect": "elect preferred",
    "set": "set unclean.leader.election.enable=true",
    "wait": "wait 1.3",
    "look": "look",
}
NAMES = r"leader|epoch|ISR|ELR|acknowledged|shown|(log|up|said) \d"
SEEN = "leader, epoch, ISR, ELR, acknowledged, shown, log N, up N, said N"
ENDS = ("lost", "kept")
FIELDS: Mapping[str, tuple[type, Any]] = {
    "title": (str, None),
    "text": (str, None),
    "brokers": (int, 3),
    "replicas": (list, None),
    "record": (str, "m0"),
    "ends": (str, None),
    "topic": (dict, {}),
    "properties": (dict, {}),
    "features": (list, []),
    "expected": (dict, None),
    "step": (list, None),
}
"""The fields of a schedule with their types, and what they are where they are left out; None if they must be there."""
STEP_FIELDS: Mapping[str, tuple[type, Any]] = {
    "do": (str, None),
    "say": (str, ""),
    "see": (dict, {}),
    "within": (int, 60),
    "at_once": (bool, False),
}
CALLED = {bool: "true or false", str: "a text", int: "a number", dict: "a table", list: "a list"}


@dataclass(frozen=True)
class ScheduleStep:
    """What is done, and what must be seen then.

    within: seconds for it to be seen. at_once: the next step must follow at once, so nothing else is looked at.
    """

    do: str
    say: str
    see: Mapping[str, str]
    within: int
    at_once: bool

    @property
    def word(self) -> str:
        """The first word, one of `WORDS`."""
        return self.do.split()[0]

    @property
    def brokers(self) -> list[int]:
        """The brokers that it names, in order; of `hold` and the like, those of the link that are brokers."""
        return [int(number) for number in re.findall(r"(?<![\w.=])\d(?![\w.])", self.do)]


@dataclass(frozen=True)
class Schedule:
    """A schedule as its file has it.

    record: the acknowledged record that it is about. ends: what becomes of it if all is seen.
    expected: for each release, `lost`, `kept`, or `refused at N`: where it parts from the schedule.
    """

    name: str
    title: str
    text: str
    brokers: int
    replicas: Sequence[int]
    record: str
    ends: Literal["lost", "kept"]
    topic: Mapping[str, str]
    properties: Mapping[str, str]
    features: Sequence[str]
    expected: Mapping[str, str]
    steps: Sequence[ScheduleStep]

    @property
    def cuts_power(self) -> bool:
        """Whether it needs disks whose power can be cut."""
        return any(step.word in ("cut_power", "sync") for step in self.steps)


def names() -> list[str]:
    """The schedules that there are."""
    return sorted(path.stem for path in FOLDER.glob("*.toml") if path.stem != "seen")


def load(name: str | Path) -> Schedule:
    """The schedule of that name, or of a file.

    Raises:
        UsageError: there is none, or it is no schedule; the message has the file and the number of the step.
    """
    path = Path(name)
    if path.suffix != ".toml":
        path = FOLDER / f"{look_up(names(), str(name), 'there is no schedule')}.toml"
    data = read_toml(path, "schedule")
    try:
        return _schedule(path.stem, data)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _schedule(name: str, data: dict[str, Any]) -> Schedule:
    given = _fields(data, FIELDS)
    brokers = given["brokers"]
    if not 1 <= brokers <= 9:
        raise UsageError(f"there are 1 to 9 brokers, and not {brokers}")
    if not given["replicas"] or not set(given["replicas"]) <= set(range(brokers)):
        raise UsageError(
            f"replicas are brokers, of 0 to {brokers - 1}, and not {printable(str(given['replicas']))}"
        )
    if given["ends"] not in ENDS:
        raise UsageError(f"a schedule ends in lost or in kept, and not in {given['ends']}")
    if not given["step"]:
        raise UsageError("there is no [[step]]")
    steps = []
    for number, entry in enumerate(given["step"], 1):
        try:
            steps.append(_step(entry, brokers))
        except UsageError as error:
            raise UsageError(f"step {number}: {error}") from None
    for version, end in given["expected"].items():
        refused = re.fullmatch(r"refused at (\d+)", str(end))
        if end != given["ends"] and not (refused and 1 <= int(refused[1]) <= len(steps)):
            raise UsageError(f"of {version} is expected {given['ends']}, or refused at a step, and not {end}")
    return Schedule(
        name=name,
        title=given["title"],
        text=given["text"].strip(),
        brokers=brokers,
        replicas=tuple(given["replicas"]),
        record=given["record"],
        ends=cast("Literal['lost', 'kept']", given["ends"]),
        topic=_texts(given["topic"]),
        properties=_texts(given["properties"]),
        features=tuple(given["features"]),
        expected=_texts(given["expected"]),
        steps=tuple(steps),
    )


def _step(entry: Any, brokers: int) -> ScheduleStep:
    if not isinstance(entry, dict):
        raise UsageError("a step is a table: [[step]]")
    given = _fields(entry, STEP_FIELDS)
    do = " ".join(given["do"].split())
    word = do.partition(" ")[0]
    form = look_up(WORDS, word, "there is no word")
    if not re.fullmatch(form, do):
        raise UsageError(f"{do} is not of the form of: {EXAMPLES[word]}")
    for name in given["see"]:
        if not re.fullmatch(NAMES, name):
            raise UsageError(f"nothing is seen as {name}: there is {SEEN}")
    step = ScheduleStep(do, given["say"], _texts(given["see"]), given["within"], given["at_once"])
    named = [*step.brokers, *(int(name[-1]) for name in given["see"] if name[-1].isdigit())]
    if at := re.search(r"at=(\d)", do):
        named.append(int(at[1]))
    for broker in named:
        if broker >= brokers:
            raise UsageError(f"there is no broker {broker}: there are {brokers}, from 0 on")
    return step


def _fields(data: Mapping[str, Any], known: Mapping[str, tuple[type, Any]]) -> dict[str, Any]:
    """The fields of a table with those that were left out.

    Raises:
        UsageError: one is unknown, missing, or of another type.
    """
    for name in data:
        look_up(known, name, "there is no field")
    found = {}
    for name, (type_, default) in known.items():
        value = data.get(name, default)
        if value is None:
            raise UsageError(f"the field {name} is missing")
        if type(value) is not type_:
            raise UsageError(f"{name} is {CALLED[type_]}")
        found[name] = value
    return found


def _texts(table: Mapping[str, Any]) -> dict[str, str]:
    return {name: _text(value) for name, value in table.items()}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
