"""The map from a log to a machine: what each kind of event is. A user writes it in Python, beside the machine.

    log = EventMap(name="event", node="host")
    client = log.names("client")

    @log.event("granted")
    def granted(e):
        return take("grant", me=client(e.client)).after(lambda s: s.token == e.number("token"))

    log.silent("tick", most=3)
    log.ignore("heartbeat")

A function of the map gets an event and returns what the model may do at it: `take`, `observe`, several joined by `|`,
or `skip`. It is pure: the search calls it once for each way to bind names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar

from tidemark.base.names import nearest
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.mistakes import line_of_map, mistake
from tidemark.spec.logs.names import Names
from tidemark.spec.logs.steps import StepChoice, Value
from tidemark.spec.types.leaves import LeafType

Reader = Callable[[Iterable[str]], Iterable[tuple[int | str, Mapping[str, Any]]]]
"""From the lines of a log to its events: for each the number of its line, and its fields."""
Order = Literal["node", "clock", "written"]
ORDERS: Mapping[str, str] = {
    "node": "within a node as written, between nodes as messages say",
    "clock": "the same, and by time where two times are further apart than the skew",
    "written": "as written, whatever the node",
}
Function = TypeVar("Function", bound=Callable[..., StepChoice])


@dataclass(frozen=True)
class CallRule:
    """A request and its answer in a log: the model acts between the two; without an answer, later or never."""

    function: Callable[[LogEvent, LogEvent | None], StepChoice]
    answers: tuple[str, ...]
    id: str


@dataclass(frozen=True)
class MessageRule:
    """A message in a log: the event that sends it comes before the one that receives it; both have its id."""

    send_kind: str
    receive_kind: str
    id: str


@dataclass(frozen=True)
class Silent:
    """Actions that leave no event, and how many of them may come between two events; None for any number.

    keeps: the value of the state that they leave as it was, if there is one. may_lack: whether the machine may have
    only some of them.
    """

    actions: tuple[str, ...]
    most: int | None
    keeps: Value | None = None
    may_lack: bool = False


class EventMap:
    """What the events of a log are in a machine.

    reader: how a log is read: "ndjson", "csv", "logfmt", "itf" or "spans", `pattern(…)`, or a function; by default by
    how the file's name ends.
    name: the field that says what kind of event a line is.
    node: the field that says where it was; without one, each file is a node.
    time: the field that says when it was, a number; began: where an event lasts, the one that says when it began.
    order: "node", "clock" or "written", as `ORDERS` says. skew: how far two nodes' clocks differ at most.
    by: the field whose values divide a file into logs; an event without it belongs to each of them.

    Raises:
        ModelError: two of these do not go together.
    """

    def __init__(
        self,
        *,
        reader: Reader | str | None = None,
        name: str = "event",
        node: str = "",
        time: str = "",
        began: str = "",
        order: Order = "node",
        skew: float = 0.0,
        by: str = "",
    ) -> None:
        if order not in tuple(ORDERS):  # which compares, whatever it is given
            raise mistake(f"order is {order!r}: write {', '.join(ORDERS)}")
        if (order == "clock" or began) and not time:
            raise mistake('events are ordered by time: name its field, as in time="ts"')
        if not _is_number(skew) or not 0 <= skew <= sys.float_info.max:
            raise mistake(f"skew is {skew!r}: it is a number from 0 on, in the unit of the log's times")
        self.reader, self.name, self.node, self.time, self.began = reader, name, node, time, began
        self.order, self.skew, self.by = order, float(skew), by
        self.events: dict[str, Callable[[LogEvent], StepChoice]] = {}
        self.optional: set[str] = set()
        self.alike: set[str] = set()
        self.joint: dict[tuple[str, str], Callable[[LogEvent, LogEvent], StepChoice]] = {}
        self.joint_at: dict[tuple[str, str], str] = {}
        self.calls: dict[str, CallRule] = {}
        self.ignored: set[str] = set()
        self.messages: list[MessageRule] = []
        self.silents: list[Silent] = []
        self.all_names: list[Names] = []
        self.bounds_of: Callable[[Sequence[LogEvent]], Mapping[str, Any]] | None = None
        self.arrangement: Callable[[Sequence[LogEvent]], Sequence[LogEvent]] | None = None

    def event(
        self, *kinds: str, optional: bool = False, alike: bool = False
    ) -> Callable[[Function], Function]:
        """Declare what events of these kinds are: the function gets one, and returns a step.

        optional: whether one may have had no effect, or have it later. alike: whether it does not matter which of them
        had; then the function reads nothing of an event, and the search need not try all of them.
        """
        _require_words(kinds, "event")
        if alike and not optional:
            raise mistake("only events that are optional are alike: write optional=True too")

        def declare(function: Function) -> Function:
            for kind in kinds:
                self._claim(kind)
                self.events[kind] = function
            self.optional.update(kinds if optional else ())
            self.alike.update(kinds if alike else ())
            return function

        return declare

    def call(self, *kinds: str, answer: str | Sequence[str], id: str) -> Callable[[Function], Function]:
        """Declare requests that are answered: the function gets the request, and its answer or None.

        answer: the kinds of events that answer it. id: the field that a request and its answer share. What it returns
        happens between the two. Without an answer its outcome is unknown: it happens at some time later, or never.
        """
        _require_words(kinds, "call")
        answers = (answer,) if isinstance(answer, str) else tuple(answer)
        _require_words(answers, "answer")

        def declare(function: Function) -> Function:
            for kind in kinds:
                self._claim(kind)
                self.calls[kind] = CallRule(function, answers, id)
            self.ignored.update(set(answers) - self.events.keys())
            return function

        return declare

    def both(self, first: str, second: str) -> Callable[[Function], Function]:
        """Declare that an event of one kind and one of the other, of another node, may be one step of the model.

        The function gets both, and returns that step. Each of them may also be a step alone.
        """
        _require_words((first, second), "both")
        self.joint_at[first, second] = line_of_map()

        def declare(function: Function) -> Function:
            self.joint[first, second] = function
            return function

        return declare

    def ignore(self, *kinds: str) -> None:
        """Declare that events of these kinds are not modelled."""
        _require_words(kinds, "ignore")
        for kind in kinds:
            self._claim(kind)
        self.ignored.update(kinds)

    def message(self, sent: str, received: str, *, id: str) -> None:
        """Declare that an event of one kind sends what one of the other receives; both have its id in this field."""
        _require_words((sent, received), "message")
        self.messages.append(MessageRule(sent, received, id))

    def silent(
        self, *actions: str, most: int | None, keeps: Value | None = None, may_lack: bool = False
    ) -> None:
        """Declare actions that leave no event: at most `most` of them come between two events of the model.

        most: None for any number. keeps: they are silent only where this value of the state stays as it was.
        may_lack: the machine may have only some of them, by its release and its bounds.
        """
        _require_words(actions, "silent")
        if most is not None and (type(most) is not int or most < 1):
            raise mistake(f"most is {most!r}: it is a whole number from 1 on, or None for any number")
        if keeps is not None and not callable(keeps):
            raise mistake(f"keeps is {keeps!r}: it is a function of the state, as lambda s: s.term")
        self.silents.append(Silent(actions, most, keeps, may_lack))

    def names(
        self,
        domain: str | LeafType,
        known_values: Mapping[Any, int] | None = None,
        *,
        increasing: bool = False,
        alike: bool = False,
    ) -> Names:
        """Names of the real system, as `Names` describes them."""
        if not isinstance(domain, (str, LeafType)):
            raise mistake(f"names() takes the name of a domain, or a type as Int(0, 5), not {domain!r}")
        if alike and (known_values or increasing):
            raise mistake("names that are alike are neither given beforehand nor increasing")
        real_names = Names(len(self.all_names), domain, known_values, increasing, alike)
        self.all_names.append(real_names)
        return real_names

    def bounds(self, function: Callable[[Sequence[LogEvent]], Mapping[str, Any]]) -> Any:
        """Declare the function that gives the bounds of the machine, by name, from all events of a log."""
        self.bounds_of = function
        return function

    def arrange(self, function: Callable[[Sequence[LogEvent]], Sequence[LogEvent]]) -> Any:
        """Declare the function that gives the events to search, from all that were read of a log.

        It may leave some out, add some, and say of each when it began and where it was.
        """
        self.arrangement = function
        return function

    @cached_property
    def paired_kinds(self) -> frozenset[str]:
        """The kinds of events that have to do with one certain other event: answers, messages, and joint ones."""
        answers = [answer for call in self.calls.values() for answer in call.answers]
        messages = [kind for message in self.messages for kind in (message.send_kind, message.receive_kind)]
        return frozenset({*answers, *messages, *(kind for pair in self.joint for kind in pair)})

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Every kind of event of which the map says something."""
        return frozenset({*self.events, *self.calls, *self.ignored})

    def _claim(self, kind: str) -> None:
        if kind in self.events or kind in self.calls:
            raise mistake(f"the map says twice what the event {kind} is")


def require_event_declarations(map: EventMap) -> None:
    """Refuse a map that says that two events may be one step, but not what each of them is alone.

    Raises:
        ModelError: it does; the message has the line.
    """
    for pair, line in map.joint_at.items():
        for kind in pair:
            if kind not in map.events:
                hint = nearest(kind, map.events) or f': write @log.event("{kind}")'
                raise ModelError(f"both() names {kind}, which no event() declares{hint}", line)


def _is_number(candidate: Any) -> bool:
    return isinstance(candidate, (int, float)) and not isinstance(candidate, bool)


def _require_words(words: Sequence[Any], verb: str) -> None:
    for word in words:
        if not isinstance(word, str):
            raise mistake(f"{verb}() takes words, and not {word!r}: write @log.{verb}(…) above the function")
    if not words:
        raise mistake(f"{verb}() names nothing")
