"""What would have explained a call that no run passes: another answer to it, with a value that the log has.

    read, answered 1, where the register holds 2: it would be explained if the answer were 2

An answer is another one by the fields that the map reads of it. They are taken from other events that have all of them,
if those have the same in the fields that the map reads of the request alone, as its key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from tidemark.checker.runs.results import State
from tidemark.checker.validation.event_classes import EVERYTHING, ObservedEvent, Read
from tidemark.checker.validation.order import Occurrence
from tidemark.checker.validation.stages import take_stages
from tidemark.checker.validation.transitions import Transitions
from tidemark.checker.validation.ways import Ways
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.names import Binding

MOST_ANSWERS, MOST_STATES = 1_000, 100
"""Answers that are tried, and states in which each is."""
VALUE = "value"
"""The field that shows an answer to people, whatever the map reads."""


class OtherAnswers:
    """Tries other answers to a refused call. standing: the states before it, each with the names bound there."""

    def __init__(
        self, ways: Ways, transitions: Transitions, standing: Sequence[tuple[Binding, State]]
    ) -> None:
        self._ways, self._transitions, self._standing = ways, transitions, standing[:MOST_STATES]

    def that_explain(self, refused: Occurrence, events: Sequence[LogEvent]) -> list[Occurrence]:
        """The call with each answer that a run passes, in the order of the log that the values are from."""
        if not refused.is_call or refused.answer is None:
            return []
        others = islice(self._others(refused, events), MOST_ANSWERS)
        return [other for other in others if self._passes(other)]

    def _others(self, refused: Occurrence, events: Sequence[LogEvent]) -> Iterator[Occurrence]:
        """The call with other answers, no two of which the map tells apart."""
        answer, reads = refused.answer, set[Read]()
        assert answer is not None
        self._passes(replace(refused, event=ObservedEvent(refused.event, reads, 0),
                                   answer=ObservedEvent(answer, reads, 1)))  # fmt: skip
        read = sorted({name for which, name, is_attribute in reads if which and not is_attribute})
        alike = {name for which, name, is_attribute in reads if not which and not is_attribute} - {*read}
        if EVERYTHING in reads or not read:
            return
        tried = {repr([answer.get(name) for name in read])}
        for event in events:
            has_all = all(name in event.fields for name in (*read, *alike))
            if not has_all or any(event.fields[name] != refused.event.get(name) for name in alike):
                continue
            values = {name: event.fields[name] for name in read}
            if (key := repr(list(values.values()))) not in tried:
                tried.add(key)
                shown = {VALUE: event.get(VALUE)} if VALUE in answer.fields else {}
                fields = {**answer.fields, **values, **shown}
                yield replace(refused, answer=replace(answer, fields=fields))

    def _passes(self, call: Occurrence) -> bool:
        """Whether some state takes the step of a call; not where the map can't read its answer."""
        self._ways.forget()
        try:
            return any(
                take_stages(self._transitions, state, stages)
                for binding, state in self._standing
                for _, ways in self._ways.at(call, binding, state)
                for stages in ways
            )
        except Exception:  # a value of another kind, as a list where a number is read
            return False
