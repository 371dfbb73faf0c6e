"""The steps of a schedule: a word with its arguments, and what must be seen after it.

Each argument has a name in the form of its word, and is read by that name alone, so that no argument is mistaken for
another.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tidemark.base.errors import UsageError, printable
from tidemark.base.names import look_up
from tidemark.real.brokers.disk import MARKERS
from tidemark.real.brokers.kraft_requests import TOPIC
from tidemark.real.brokers.transactional_client import REQUESTS

_ONE = r" (?P<brokers>[0-9])"
_SOME = r"(?P<brokers>( [0-9])+)"
_LINK = r" (?P<asks>[0-9])->(?P<answers>[0-9]|controller)"
_REQUEST = "|".join(REQUESTS)
_OF_CLIENT = rf" (?P<request>{_REQUEST})"
WORDS: Mapping[str, tuple[str, str]] = {
    "start": (_SOME, "start 0 1"),
    "stop": (_ONE, "stop 2"),
    "begin_stop": (_ONE, "begin_stop 2"),
    "kill": (_SOME, "kill 0"),
    "pause": (_ONE, "pause 2"),
    "resume": (_ONE, "resume 2"),
    "sync": (_SOME, "sync 0 1"),
    "cut_power": (_SOME, "cut_power 0 1"),
    "hold": (f"( fetch{_LINK}|{_OF_CLIENT})", "hold fetch 1->0, or hold fetch 0->controller, or hold end"),
    "keep": (f" (?P<asked>fetch|alter){_LINK}", "keep fetch 1->2, or keep alter 0->controller"),
    "await": (rf" (?P<asked>alter){_LINK}", "await alter 0->controller"),
    "release": (
        f"( (?P<asked>fetch|alter){_LINK}|{_OF_CLIENT})",
        "release fetch 1->0, or release alter 0->controller, or release end",
    ),
    "pass": (
        rf"( (?P<asked>alter))? (?P<what>request|answer){_LINK}",
        "pass request 1->0, or pass alter answer 0->controller",
    ),
    "sever": (_LINK, "sever 0->controller"),
    "mend": (_LINK, "mend 0->controller"),
    "produce": (
        r" (?P<record>\w+)( acks=(?P<acks>all|0|1))?( at=(?P<at>[0-9]))?",
        "produce m0 acks=all at=0",
    ),
    "consume": (r"( (?P<isolation>committed))?( at=(?P<at>[0-9]))?", "consume at=0, or consume committed"),
    "begin": ("", "begin"),
    "send": (r" (?P<record>\w+)( to=(?P<topic>u))?", "send m0, or send m1 to=u"),
    "offset": (r" (?P<offset>[0-9]{1,9})", "offset 1"),
    "commit": ("", "commit"),
    "abort": ("", "abort"),
    "elect": (r" (?P<kind>preferred|unclean)", "elect preferred"),
    "set": (r" (?P<setting>[a-z.]+)=(?P<value>\S+)", "set unclean.leader.election.enable=true"),
    "wait": (r" (?P<seconds>[0-9]+(\.[0-9]+)?)", "wait 1.3"),
    "look": ("", "look"),
}
"""Each word with the form of what follows it, and an example."""
SEEN: Mapping[str, tuple[str, str]] = {
    "leader": (r"none|[0-9]", "0, or none"),
    "epoch": (r"[0-9]+", "3"),
    "ISR": (r"([0-9]( [0-9])*)?", '"0 1 2", or "" for nobody'),
    "ELR": (r"([0-9]( [0-9])*)?", '"0 1 2", or "" for nobody'),
    "acknowledged": (r"(\w+( \w+)*)?", '"m0 m1", or "" for no record'),
    "shown": (r"(\w+( \w+)*)?", '"m0 m1", or "" for no record'),
    "log N": (
        r"(\w+@[0-9]+( \w+@[0-9]+)*)?",
        '"m0@1 m1@4" (each record with its epoch), or "" for an empty log',
    ),
    "client": (r".+", "commit, or failed commit: TimeoutException"),
    "held": (rf"(({_REQUEST})( ({_REQUEST}))*)?", 'end, or "" for no request'),
    "transaction": (r"[A-Z][A-Za-z]+", "Ongoing, or CompleteCommit"),
    "offset": (r"[0-9]+|none|unstable", "1, or none, or unstable"),
    "up N": (r"yes|no", "true or false"),
    "said N": (r"(?s).+", "a text, which is a part of what the broker prints"),
}
"""What can be seen, with the form and an example of what it can be; N is a broker."""
ALL = -1
"""The number of `acks=all`."""
LONGEST = 3600
"""Seconds that a step may take."""


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
    def text(self) -> str:
        """The step in words: what is done, and what is said of it."""
        return f"{self.do}: {self.say}" if self.say else self.do

    @functools.cached_property
    def arguments(self) -> Mapping[str, str]:
        """What follows the word, by the names that its form has; without those that were left out.

        Raises:
            UsageError: it is not of that form.
        """
        form, example = look_up(WORDS, self.word, "there is no word")
        match = re.fullmatch(self.word + form, self.do)
        if not match:
            raise UsageError(f"{printable(self.do)} is not of the form of: {example}")
        return {
            name: argument.strip() for name, argument in match.groupdict().items() if argument is not None
        }

    @property
    def brokers(self) -> list[int]:
        """The brokers that it is about, in order; of a link, those of its ends that are brokers."""
        arguments = self.arguments
        ends = [arguments[name] for name in ("asks", "answers") if name in arguments]
        nodes = arguments.get("brokers", " ".join(ends)).split()
        return [int(node) for node in nodes if node != "controller"]

    @property
    def asks_for_isr(self) -> bool:
        """Whether it is about AlterPartition, and not about fetches."""
        return self.arguments.get("asked") == "alter"

    @property
    def record(self) -> str:
        """The record that it produces; empty if it produces none."""
        return self.arguments.get("record", "")

    @property
    def topic(self) -> str:
        """The topic that it sends a record to."""
        return self.arguments.get("topic", TOPIC)

    @property
    def acks(self) -> int:
        """Which acknowledgement its producer requests; `ALL` by default."""
        acks = self.arguments.get("acks", "all")
        return ALL if acks == "all" else int(acks)

    @property
    def at(self) -> int | None:
        """The broker that its producer takes for the leader; None for the leader."""
        return int(self.arguments["at"]) if "at" in self.arguments else None


def require_sound(step: ScheduleStep, brokers: int) -> None:
    """Accept a step that a cluster of that many brokers can take.

    Raises:
        UsageError: it has another form, names a broker that does not exist, or the same one twice.
    """
    brokers_of_step = step.brokers
    if len(set(brokers_of_step)) < len(brokers_of_step):
        raise UsageError(f"{step.do} names a broker twice")
    if step.asks_for_isr and step.arguments["answers"] != "controller":
        raise UsageError(f"{step.do}: another ISR is asked of the controller alone")
    if step.word == "pass" and not step.asks_for_isr and step.arguments["answers"] == "controller":
        raise UsageError(f"{step.do}: what passes to the controller one by one is alter")
    if float(step.arguments.get("seconds", 0)) > LONGEST:
        raise UsageError(f"{printable(step.do)}: a step takes at most {LONGEST} seconds")
    if not 0 <= step.within <= LONGEST:
        raise UsageError(f"within is a number of seconds, up to {LONGEST}, and not {step.within}")
    observed = [_require_visible(name, expected) for name, expected in step.see.items()]
    for broker in [*brokers_of_step, step.at, *observed]:
        if broker is not None and broker >= brokers:
            raise UsageError(f"there is no broker {broker}: there are {brokers}, from 0 on")


def _require_visible(name: str, expected: str) -> int | None:
    """The broker that is looked at, if there is one.

    Raises:
        UsageError: nothing is seen by that name, or it is never of that form.
    """
    kind = re.sub(r" [0-9]$", " N", name)
    if kind not in SEEN or name.endswith(" N"):
        raise UsageError(f"nothing is seen as {printable(name)}: there is {', '.join(SEEN)}")
    form, example = SEEN[kind]
    if not re.fullmatch(form, expected):
        raise UsageError(f"{name} is never {printable(expected) or 'empty'}: it is as {example}")
    if kind in ("ISR", "ELR") and (ordered := " ".join(sorted(set(expected.split())))) != expected:
        raise UsageError(f"{name} has its brokers in order: {ordered}, and not {expected}")
    return int(name[-1]) if kind.endswith(" N") else None


def require_known_records(steps: Iterable[ScheduleStep], record: str) -> None:
    """Accept steps that produce each record once, before it is seen, and also the schedule's record, if it has one.

    Raises:
        UsageError: they do otherwise.
    """
    produced: list[str] = []
    for number, step in enumerate(steps, 1):
        if step.record in produced:
            raise UsageError(f"step {number}: {step.record} is produced again: give each record its own name")
        if step.record in MARKERS.values():
            raise UsageError(f"step {number}: {step.record} is how a log shows a marker: choose another name")
        produced += [step.record] if step.record else []
        for name, expected in step.see.items():
            if name.split()[0] not in ("log", "acknowledged", "shown"):
                continue
            for entry in expected.split():
                if entry.partition("@")[0] not in (*produced, *MARKERS.values()):
                    raise UsageError(f"step {number}: {name} has {entry}, which no step has produced so far")
    if record and record not in produced:
        raise UsageError(f"no step produces {record}, the record that the schedule is about")


def require_ordered_transactions(steps: Iterable[ScheduleStep]) -> None:
    """Accept steps of a transactional client that are in order: `begin` comes first, and `hold` before `release`.

    Raises:
        UsageError: they are not.
    """
    has_begun, held = False, set[str]()
    for number, step in enumerate(steps, 1):
        request = step.arguments.get("request", "")
        if step.word in ("send", "offset", "commit", "abort") and not has_begun:
            raise UsageError(f"step {number}: no transaction was begun that {step.word} could be about")
        if request and step.word == "release" and request not in held:
            raise UsageError(f"step {number}: no request {request} was held that could be released")
        if request and step.word == "hold" and request in held:
            raise UsageError(f"step {number}: a request {request} is held already: release it first")
        if request:
            (held.add if step.word == "hold" else held.discard)(request)
        has_begun = step.word == "begin" or (has_begun and step.word not in ("commit", "abort"))


def text_of(value: Any) -> str:
    """What must be seen, as it is compared: yes and no for true and false."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
