"""A log of several objects as one log for each: linearizability is local (Herlihy and Wing 1990).

An object is a set of fields of the state that no step of the log connects with others: the keys of a store, for
example, if each request is about one key. A log of a thousand requests for ten keys is then searched as ten logs of a
hundred.

That is right where the order of the log is one of intervals, as of calls with a request and an answer in one file: if
one event ends before a second begins, and a third before a fourth, then the first ends before the fourth begins, or the
third before the second. The orders of two objects can't contradict each other then. It needs a map without what ties
objects to each other: names that are bound on the way, silent steps, messages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tidemark.checker.runs.results import State
from tidemark.checker.validation.order import LogTimeline, Occurrence
from tidemark.checker.validation.search import LogMove, LogOutcome
from tidemark.checker.validation.ways import Ways
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import nodes_below
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import Condition
from tidemark.spec.machines.symbolic import symbolic_state


@dataclass(frozen=True)
class ObjectLog:
    """The part of a log that is about one object. fields: those of the state that are the object's, by number.

    whole: the items of the whole log that are the steps of this one, in their order.
    """

    timeline: LogTimeline
    fields: frozenset[int]
    whole: Sequence[Occurrence]


class LogDivider:
    """Divides logs by the objects of a machine, as a map tells of them."""

    def __init__(self, ways: Ways) -> None:
        self._ways, self._machine = ways, ways.machine
        self._of_instance: dict[int, frozenset[int]] = {}
        _, _, self._state = symbolic_state(self._machine.type)

    def divide(self, timeline: LogTimeline) -> list[ObjectLog] | None:
        """The logs of the objects; None where a log is not to be divided."""
        if not is_divisible(self._ways.map, timeline.events):
            return None
        if len(self._machine.initial_states.states) > 1 or len(self._machine.leaves) == 1:
            return None
        import networkx as nx  # here, because it takes as long as to search a short log

        graph = nx.Graph()
        graph.add_nodes_from(range(len(self._machine.leaves)))
        for fields in self._of_promises():
            nx.add_path(graph, fields)
        touched = []
        for occurrence in timeline.possible_steps:
            read = self._of_occurrence(occurrence)
            if read is None:
                return None
            nx.add_path(graph, read)
            touched.append((occurrence, min(read, default=0)))
        return self._logs(timeline, list(nx.connected_components(graph)), touched)

    def _logs(
        self, timeline: LogTimeline, objects: list[set[int]], touched: list[tuple[Occurrence, int]]
    ) -> list[ObjectLog] | None:
        object_of = {field: number for number, fields in enumerate(objects) for field in fields}
        groups: dict[int, list[Occurrence]] = defaultdict(list)
        for occurrence, field in touched:
            groups[object_of[field]].append(occurrence)
        if len(groups) < 2:
            return None
        place = {id(event): number for number, event in enumerate(timeline.events)}
        logs = []
        for number, occurrences in groups.items():
            lines = {id(event): event for o in occurrences for event in o.events if event is not None}
            part = LogTimeline(self._ways.map, sorted(lines.values(), key=lambda event: place[id(event)]))
            by_event = {id(occurrence.event): occurrence for occurrence in occurrences}
            whole = [by_event[id(step.event)] for step in part.steps]
            if any(a.in_log > b.in_log for a, b in pairwise(whole)):
                return None
            logs.append(ObjectLog(part, frozenset(objects[number]), whole))
        return logs

    def _of_occurrence(self, occurrence: Occurrence) -> list[int] | None:
        """The fields that the ways of an occurrence read or write; None where that is not known."""
        fields: set[int] = set()
        for _, ways in self._ways.at(occurrence):
            for stage in (stage for way in ways for stage in way):
                if stage.messages or stage.step.keeps:
                    return None
                for number in stage.numbers or ():
                    fields |= self._of(number)
                for condition in (*stage.before, *stage.after):
                    read = self._of_condition(condition)
                    if read is None:
                        return None
                    fields |= read
        return sorted(fields)

    def _of(self, number: int) -> frozenset[int]:
        """The fields that an instance reads or writes."""
        if number not in self._of_instance:
            symbolic = self._machine.symbolic
            action, changes = symbolic.actions[number], set[int]()
            written = []
            for index, (new, old) in enumerate(zip(action.fields, symbolic.fields, strict=True)):
                if new is not old:
                    changes.add(index)
                    written.append(new)
            self._of_instance[number] = frozenset(changes | _read_by([action.guard, *written]))
        return self._of_instance[number]

    def _of_condition(self, condition: Condition) -> set[int] | None:
        said = Context(lifts=True)
        try:
            with said:
                answer: Any = condition(self._state)
        except Exception:  # it is plain Python, and a plain state shows whether it is wrong
            return None
        if said.guards or said.mistakes or not isinstance(answer, (bool, Expr)):
            return None
        return _read_by([answer]) if isinstance(answer, Expr) else set()

    def _of_promises(self) -> Iterator[list[int]]:
        """The fields that must be seen together to say whether a promise is kept."""
        checked = {promise.name for promise in self._machine.by_default.promises}
        for symbolic in self._machine.symbolic.promises:
            if symbolic.promise.name in checked:
                for part in _conjuncts(symbolic.holds):
                    yield sorted(_read_by([part]))


def is_divisible(map: EventMap, events: Sequence[LogEvent]) -> bool:
    """Whether a map has nothing that ties objects to each other, and the events are calls in the order of a file."""
    ties = map.joint or map.messages or map.silents or map.all_names or map.optional or map.began
    answers = {answer for call in map.calls.values() for answer in call.answers}
    if not map.calls or ties or answers & map.events.keys():
        return False
    return map.order == "written" or len({event.node if map.node else event.file for event in events}) == 1


def _read_by(expressions: Iterable[Expr]) -> set[int]:
    return {node.args[0] for node in nodes_below(list(expressions)) if node.op == "field"}


def _conjuncts(node: Expr) -> Iterator[Expr]:
    if node.op == "and":
        for operand in node.args:
            yield from _conjuncts(operand)
    else:
        yield node


def join(timeline: LogTimeline, logs: Sequence[ObjectLog], outcomes: Sequence[LogOutcome]) -> LogOutcome:
    """What was found of a whole log, from what was found of the log of each object."""
    first = outcomes[0].first
    joined = LogOutcome(sum(outcome.visited for outcome in outcomes), first=first)
    joined.stopped = next((outcome.stopped for outcome in outcomes if outcome.stopped), None)
    if joined.stopped:
        joined.progress = 0
    elif all(outcome.path is not None for outcome in outcomes):
        joined.path = list(_interleave(timeline, logs, outcomes))
        joined.progress = len(timeline.steps)
    else:
        refused = [
            (log.whole[max(outcome.progress, 0)].in_log, outcome)
            for log, outcome in zip(logs, outcomes, strict=True)
            if outcome.path is None
        ]
        in_log, outcome = min(refused, key=lambda pair: pair[0])
        joined.progress = sum(step.in_log < in_log for step in timeline.steps)
        joined.standing = outcome.standing
    return joined


def _interleave(
    timeline: LogTimeline, logs: Sequence[ObjectLog], outcomes: Sequence[LogOutcome]
) -> Iterator[LogMove]:
    """The runs of the objects as one run.

    A call may take effect as soon as it has begun, and so have all those that take effect before it in the run of its
    object. None of them has an answer before that, or the run would be in another order.
    """
    place = {id(event): number for number, event in enumerate(timeline.events)}
    mine = {id(step.event): step for step in timeline.possible_steps}
    moments: list[tuple[int, int, int]] = []
    for number, outcome in enumerate(outcomes):
        latest = -1
        for at, move in enumerate(outcome.path or ()):
            assert move.occurrence is not None
            latest = max(latest, place[id(move.occurrence.event)])
            moments.append((latest, number, at))
    state = outcomes[0].first
    for _, number, at in sorted(moments):
        move, steps = (outcomes[number].path or [])[at], []
        assert move.occurrence is not None
        for instance, after in move.steps:
            state = _with_fields(state, after, logs[number].fields)
            steps.append((instance, state))
        yield LogMove(mine[id(move.occurrence.event)], tuple(steps))


def _with_fields(state: State, after: State, fields: frozenset[int]) -> State:
    """A state with some of the fields of another one."""
    return tuple(
        new if number in fields else old for number, (old, new) in enumerate(zip(state, after, strict=True))
    )
