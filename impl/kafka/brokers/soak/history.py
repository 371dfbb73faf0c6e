"""What was recorded in an episode, read back: records, reads, faults, the partition's record, and the logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spec.errors import UsageError
from spec.names import look_up
from spec.system import Episode

FIELDS = {
    "send": {"record": str},
    "acknowledge": {"record": str, "offset": int},
    "refuse": {"record": str},
    "fail": {"record": str, "error": str},
    "read": {"record": str, "offset": int},
    "consumer fails": {"error": str},
    "kill": {"broker": int},
    "stop": {"broker": int},
    "start": {"broker": int},
    "pause": {"broker": int},
    "resume": {"broker": int},
    "cut": {"broker": int},
    "slow": {"broker": int},
    "mend": {"broker": int},
    "healed": {},
    "partition": {"epoch": int, "isr": list},
    "read at the end": {"records": list},
    "log": {"broker": int, "records": list, "epochs": dict},
}
"""What an event must have, beside `at`, by what it is."""
ENDS = ("kill", "stop")
DISTURBS = ("pause", "cut", "slow")


@dataclass(frozen=True)
class Sent:
    """A record that the producer sent. acknowledged, offset: None without an acknowledgement. refused: not appended."""

    name: str
    at: float
    acknowledged: float | None = None
    offset: int | None = None
    refused: bool = False


@dataclass(frozen=True)
class Read:
    """A record that the consumer read, the first time that it read it there. epoch: the batch's; None where unknown."""

    at: float
    record: str
    offset: int
    epoch: int | None


@dataclass(frozen=True)
class Fault:
    """Something that was done to a broker, one of `FIELDS`."""

    at: float
    what: str
    broker: int


@dataclass(frozen=True)
class Change:
    """What the controller's record of the partition was from then on. leader: None where there is none."""

    at: float
    epoch: int
    leader: int | None
    isr: frozenset[int]


Log = tuple[tuple[str, int], ...]
"""The records of a log in order: the name and the leader epoch of each."""


@dataclass(frozen=True)
class History:
    """An episode. replicas: in the order of their assignment. logs, epochs: those on the disks in the end."""

    replicas: tuple[int, ...]
    min_isr: int
    sent: Mapping[str, Sent]
    reads: Sequence[Read]
    faults: Sequence[Fault]
    changes: Sequence[Change]
    read_at_end: Sequence[str]
    logs: Mapping[int, Log]
    epochs: Mapping[int, Mapping[int, int]]
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def leader(self) -> int | None:
        """Who leads in the end."""
        return self.changes[-1].leader


def read(episode: Episode) -> History:
    """What an episode says.

    Raises:
        UsageError: it lacks something, or says what there is not.
    """
    place = f"episode {episode.about.get('number', '?')}"
    events = [_checked(event, place, number) for number, event in enumerate(episode.events, 1)]
    try:
        replicas = tuple(int(one) for one in episode.about["replicas"])
        min_isr = int(episode.about["min.insync.replicas"])
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{place}: its first line needs replicas and min.insync.replicas: {error}") from None
    changes = [
        Change(e["at"], e["epoch"], e["leader"], frozenset(e["isr"]))
        for e in events
        if e["what"] == "partition"
    ]
    ended = [e for e in events if e["what"] == "read at the end"]
    logs = {e["broker"]: e for e in events if e["what"] == "log"}
    if not changes or not ended or logs.keys() != set(replicas):
        raise UsageError(
            f"{place}: it has no end: the partition's record, the last read, or a broker's log is missing"
        )
    return History(
        replicas,
        min_isr,
        _sent(events),
        _reads(events),
        [Fault(e["at"], e["what"], e["broker"]) for e in events if e["what"] in (*ENDS, *DISTURBS, "start")],
        changes,
        ended[-1]["records"],
        {b: tuple((record, epoch) for record, epoch in e["records"]) for b, e in logs.items()},
        {b: {int(epoch): start for epoch, start in e["epochs"].items()} for b, e in logs.items()},
        episode.about,
    )


def _checked(event: Mapping[str, Any], place: str, number: int) -> Mapping[str, Any]:
    what = event.get("what")
    fields = look_up(FIELDS, str(what), f"{place}, event {number}: nothing is called")
    if not isinstance(event.get("at"), (int, float)):
        raise UsageError(f"{place}, event {number}: at is {event.get('at')!r}, and must be seconds")
    for name, kind in fields.items():
        if not isinstance(event.get(name), kind):
            raise UsageError(f"{place}, event {number}: {what} needs {name}, and has {event.get(name)!r}")
    return event


def _sent(events: Sequence[Mapping[str, Any]]) -> dict[str, Sent]:
    found: dict[str, Sent] = {}
    for e in events:
        if e["what"] == "send":
            found[e["record"]] = Sent(e["record"], e["at"])
        elif e["what"] == "acknowledge":
            found[e["record"]] = Sent(e["record"], found[e["record"]].at, e["at"], e["offset"])
        elif e["what"] == "refuse":
            found[e["record"]] = Sent(e["record"], found[e["record"]].at, refused=True)
    return found


def _reads(events: Sequence[Mapping[str, Any]]) -> list[Read]:
    found: dict[tuple[int, str], Read] = {}
    for e in events:
        if e["what"] == "read":
            found.setdefault(
                (e["offset"], e["record"]), Read(e["at"], e["record"], e["offset"], e.get("epoch"))
            )
    return list(found.values())
