"""The search of `search.py`, in the native engine: the same nodes in the same order, and the same outcome.

product.c goes through the nodes. It asks for what it does not know: where one may go from a place in the log, and what
the map says of an event. What was answered once is known for all logs, as long as it is not too much.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from tidemark.checker.engines.bookkeeping import find_reached_limit
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.runs.results import Clock, Limits, State
from tidemark.checker.validation.conditions import Conditions
from tidemark.checker.validation.event_classes import EventClasses
from tidemark.checker.validation.order import Counts, LogTimeline, Occurrence
from tidemark.checker.validation.product import (
    BOUND,
    BY_STATE,
    CLASS_OF_ITEM,
    IS_OPTIONAL,
    IS_STEP,
    IS_UNANSWERED,
    ITEM,
    NONE,
    OF_CLASS,
    Product,
    ProductStop,
)  # fmt: skip
from tidemark.checker.validation.search import LogMove, LogOutcome, TooLarge
from tidemark.checker.validation.stages import Stage, fits, holds, key_of
from tidemark.checker.validation.transitions import Transitions
from tidemark.checker.validation.ways import Bound, Ways
from tidemark.spec.logs.names import UNBOUND, Binding
from tidemark.spec.logs.steps import Value
from tidemark.spec.types.members import MemberType

MOST_SILENT, MOST_STEPS = 8, 255
"""Declarations of silent actions, and how many steps of each there may be: a byte each in product.c."""
MOST_BOUNDS, MOST_STATES, MOST_CODE, MOST_PLAIN = 100_000, 500_000, 4_000_000, 1 << 18
"""What is kept for the next log."""


class UnequalEventsError(Exception):
    """Two events were taken for the same, and are not: the search is begun again."""


class NativeLogSearch:
    """Searches one log after another.

    Raises:
        TooLarge: the native engine can't search this machine with this map.
    """

    def __init__(self, ways: Ways, transitions: Transitions) -> None:
        self._ways, self._transitions = ways, transitions
        if len(ways.silent) > MOST_SILENT or any((silent.most or 0) > MOST_STEPS for silent in ways.silent):
            raise TooLarge
        self._begin_again()

    def _begin_again(self) -> None:
        machine = self._transitions.machine
        self._product = product = Product(machine)
        self._conditions, self._event_classes = Conditions(product), EventClasses()
        self._bindings: dict[Binding, int] = {UNBOUND: 0}
        self._known: list[Binding] = [UNBOUND]
        self._lists: dict[tuple[int, int, State | None], Iterator[Bound]] = {}
        self._by_state: dict[tuple[int, int], int | None] = {}
        self._read: dict[int, dict[tuple[int, ...], Any]] = {}
        self._written: dict[int, tuple[int, ...]] = {}
        self._instances: dict[tuple[int, ...], int] = {}
        self._plain: list[tuple[str, Callable[[Any], Any]]] = []
        for silent in self._ways.silent:
            begin = product.listed.extend(silent.numbers)
            kept = self._list_nodes(silent.keeps)
            most = NONE if silent.most is None else silent.most
            product.silent.extend([begin, begin + len(silent.numbers), most, *kept])
        product.own.silents = len(self._ways.silent)
        product.own.may_move = self._ways.may_move_events
        product.own.is_joint = bool(self._ways.map.joint)
        self._equal = dict[Hashable, int]()

    def run(
        self, timeline: LogTimeline, limits: Limits, keeps: bool = False, clock: Clock | None = None
    ) -> LogOutcome:
        """Search from the initial states. keeps: whether no state of the run may break a promise.

        clock: since when the seconds of the limits count; by default since now.

        Raises:
            TidemarkError: the map fails, or the machine writes outside a field's domain.
        """
        product = self._product
        full = (product.bounds.count // BOUND > MOST_BOUNDS, product.own.state_count > MOST_STATES,
                product.code.count > 4 * MOST_CODE, len(self._plain) > MOST_PLAIN)  # fmt: skip
        if any(full):
            self._begin_again()
        clock = clock or Clock()
        while True:
            try:
                return self._run(timeline, limits, keeps, clock)
            except UnequalEventsError:
                classes = self._event_classes
                self._begin_again()
                self._event_classes = classes
                classes.forget()
            except BaseException:
                self._begin_again()
                raise

    def broken(self, state: State) -> list[str]:
        """The promises that a state breaks, of those that are checked by default."""
        return self._product.broken(self._product.state(state))

    def _run(self, timeline: LogTimeline, limits: Limits, keeps: bool, clock: Clock) -> LogOutcome:
        product, registers = self._product, self._product.own
        product.forget()
        self._timeline, self._occurrences, self._origins = timeline, list[Occurrence](), list[int]()
        self._classes = dict[int, int]()
        self._counts, self._places = list[Counts](), dict[Counts, int]()
        registers.end = len(timeline.steps)
        registers.keeps_all = int(keeps)
        registers.most = limits.max_states or 0
        self._lay_out()
        outcome = LogOutcome()
        for outcome.first in product.machine.initial_states:
            question = self._pursue(outcome, limits, clock)
            if question == ProductStop.EXPLAINED or outcome.stopped:
                break
        outcome.visited = registers.visited
        outcome.progress = registers.progress - 1 if registers.progress else -1
        for entry in product.standing:
            _, binding, state = product.entry(entry)
            outcome.standing[self._known[binding], product.decode_state(state)] = None
        if question == ProductStop.EXPLAINED:
            outcome.path = [self._move(edge, result) for edge, result in product.frames()]
            outcome.binding = self._known[product.entry(product.last_entry)[1]]
        return outcome

    def _pursue(self, outcome: LogOutcome, limits: Limits, clock: Clock) -> ProductStop:
        """Search on from the outcome's first state. Gives why it stops."""
        product, registers = self._product, self._product.own
        product.begin(0, 0, product.state(outcome.first))
        while (question := product.pursue()) not in (ProductStop.EXPLAINED, ProductStop.EXHAUSTED):
            if question == ProductStop.LOOK:
                outcome.stopped = find_reached_limit(limits, clock, registers.visited)
                if outcome.stopped:
                    break
            else:
                self._answer(question, *registers.wanted)
        return question

    def _move(self, edge: int, result: int) -> LogMove:
        product = self._product
        steps = tuple((number, product.decode_state(state)) for number, state in product.steps_to(result))
        return LogMove(None if edge == NONE else self._occurrence(edge), steps)

    # The places in the log.

    def _lay_out(self) -> None:
        """Note the items of a log. Where two may be one step, Python lists the places when they are asked for."""
        timeline, product = self._timeline, self._product
        if product.own.is_joint:
            self._place(timeline.start)
            return
        self._occurrences = timeline.occurrences
        items, needs, find_number = list[int](), list[int](), self._event_classes.find_number
        for occurrence in timeline.occurrences:
            first = len(needs) // 2
            for need in occurrence.needs.items():
                needs += need
            class_number = find_number(occurrence) if occurrence.is_step else None
            items += (occurrence.chain, occurrence.at, _flags(occurrence), first, len(needs) // 2,
                      0 if class_number is None else class_number + 1)  # fmt: skip
        product.items.extend(items)
        product.needs.extend(needs)
        ends = list(itertools.accumulate(map(len, timeline.chains), initial=0))
        product.chains.extend(ends)
        product.chain_items.extend([occurrence.in_log for chain in timeline.chains for occurrence in chain])
        product.steps_before.extend([steps for chain in timeline.steps_before for steps in chain])
        product.lay_out()

    def _occurrence(self, edge: int) -> Occurrence:
        number: int = self._product.edges.items[2 * edge + 1]
        return self._occurrences[number]

    def _place(self, counts: Counts) -> int:
        """The number of where one is after these occurrences."""
        reached = self._timeline.at(counts)[0]
        number = self._places.get(reached)
        if number is None:
            number = self._places[reached] = len(self._counts)
            self._counts.append(reached)
            self._product.positions.extend([0, 0, 0])
        return number

    def _position(self, number: int) -> None:
        _, ready, progress = self._timeline.at(self._counts[number])
        product, first = self._product, len(self._occurrences)
        product.items.extend([n for occurrence in ready for n in (0, 0, _flags(occurrence), 0, 0, 0)])
        begin = product.edges.extend([n for k in range(len(ready)) for n in (0, first + k)]) // 2
        self._occurrences += ready
        self._origins += [number] * len(ready)
        product.positions.items[3 * number : 3 * number + 3] = begin + 1, begin + len(ready), progress

    # Answers.

    def _answer(self, question: ProductStop, a: int, b: int, c: int) -> None:
        product = self._product
        match question:
            case ProductStop.POSITION:
                self._position(a)
            case ProductStop.CLASS:
                item = product.edges.items[2 * a + 1]
                product.items.items[ITEM * item + CLASS_OF_ITEM] = self._class(self._occurrences[item]) + 1
            case ProductStop.NEXT:
                counts = self._counts[self._origins[a]]
                product.edges.items[2 * a] = (
                    self._place(self._timeline.after(counts, self._occurrences[a])) + 1
                )
            case ProductStop.BOUND:
                self._bound(a, b, c)
            case ProductStop.PLAIN:
                self._ask_python(a, b, c)
            case ProductStop.WRONG:
                self._transitions.step(product.decode_state(a), b)
                raise Disagreement("an action writes outside a domain where the reference engine does not")

    def _class(self, occurrence: Occurrence) -> int:
        number = self._classes.get(occurrence.in_log)
        if number is None:
            number = self._classes[occurrence.in_log] = self._event_classes.number(occurrence)
        return number

    def _bound(self, edge: int, binding: int, before: int) -> None:
        """Add the next bound of an occurrence under a binding."""
        product, occurrence = self._product, self._occurrence(edge)
        number = product.items.items[ITEM * product.edges.items[2 * edge + 1] + CLASS_OF_ITEM] - 1
        key, state = OF_CLASS | number << 32 | binding, None
        if (of_states := self._number_by_state(occurrence, number, binding)) is not None:
            at = product.entry(product.last_entry)[2]
            if not before:
                product.note(key, BY_STATE | of_states)
            key, state = OF_CLASS | BY_STATE | of_states << 32 | at, product.decode_state(at)
        bounds = self._lists.get((number, binding, state))
        if bounds is None:
            observed_events = self._event_classes.observe(occurrence, number)
            read = self._read.setdefault(number, {})
            bounds = self._ways.bounds(occurrence, self._known[binding], observed_events, read, state)
            self._lists[number, binding, state] = bounds
        bound = next(bounds, None)
        row = NONE if bound is None else self._write(number, *bound)
        if not self._event_classes.is_confirmed(occurrence, number):
            raise UnequalEventsError
        if before:
            product.bounds.items[BOUND * before + 3] = row
        else:
            product.note(key, row)

    def _number_by_state(self, occurrence: Occurrence, number: int, binding: int) -> int | None:
        """The number of a class under a binding among those whose bounds depend on the state; None if they do not."""
        key = number, binding
        if key not in self._by_state:
            observed_events = self._event_classes.observe(occurrence, number)
            read = self._read.setdefault(number, {})
            depends = self._ways.depends_on_state(occurrence, self._known[binding], observed_events, read)
            self._by_state[key] = len(self._by_state) if depends else None
        return self._by_state[key]

    def _ask_python(self, condition: int, state: int, instance: int) -> None:
        """Note whether a state, or a message in it, meets a condition that is plain Python."""
        product, transitions = self._product, self._transitions
        name, function = self._plain[condition >> 1]
        encoded = product.decode_state(state)
        try:
            if instance == NONE:
                met = holds(transitions, encoded, (function,))
            else:
                met = fits(transitions, encoded, instance, ((name, function),))
        except Exception as error:
            raise self._ways.file.mistake(error, self._occurrence(product.last_edge).event) from None
        product.note(condition << 44 | (instance + 1 & NONE) << 28 | state, 1 if met else 2)

    def _write(self, same: int, binding: Binding, ways: list[tuple[Stage, ...]]) -> int:
        """Write a bound of a class into the tables; gives its number."""
        number = self._bindings.get(binding)
        if number is None:
            number = self._bindings[binding] = len(self._known)
            self._known.append(binding)
        written = self._written.get(id(ways))  # which `_read` keeps
        if written is None:
            first, end = self._write_ways(same, ways)
            equal = self._equal.setdefault(key_of(ways), len(self._equal))
            written = self._written[id(ways)] = first, end, 0, int(self._ways.keep_state(ways)), equal
        return self._product.bounds.extend([number, *written]) // BOUND

    def _write_ways(self, same: int, ways: list[tuple[Stage, ...]]) -> tuple[int, int]:
        """Write the ways of a class into the tables; gives the first, and the end of them."""
        product, rows = self._product, list[int]()
        for stages_of_way in ways:
            stages = [number for stage in stages_of_way for number in self._stage(same, stage)]
            begin = product.stages.extend(stages) // 10
            rows += (begin, begin + len(stages_of_way))
        first = product.ways.extend(rows) // 2
        return first, first + len(ways)

    def _stage(self, same: int, stage: Stage) -> tuple[int, ...]:
        listed = self._product.listed
        before = [self._condition(same, condition) for condition in stage.before]
        messages = [
            number
            for name, condition in stage.messages
            for number in self._message(same, stage, name, condition)
        ]
        after = [self._condition(same, condition) for condition in stage.after]
        at = listed.extend([*before, *messages, *after])
        middle, end = at + len(before), at + len(before) + len(messages)
        begin = last = NONE
        if stage.numbers is not None:
            known_begin = self._instances.get(stage.numbers)
            begin = self._instances[stage.numbers] = (
                listed.extend(stage.numbers) if known_begin is None else known_begin
            )
            last = begin + len(stage.numbers)
        return (
            at,
            middle,
            begin,
            last,
            middle,
            end,
            end,
            end + len(after),
            *self._list_nodes(stage.step.keeps),
        )

    def _list_nodes(self, values: tuple[Value, ...]) -> tuple[int, int]:
        """Where the nodes of values that a step keeps are listed, and the end of them."""
        nodes = [node for value in values for node in self._conditions.of_value(value)]
        begin = self._product.listed.extend(nodes)
        return begin, begin + len(nodes)

    def _condition(self, same: int, condition: Callable[[Any], Any]) -> int:
        """A condition on a state as product.c has it."""
        node = self._conditions.of_state(condition)
        return self._in_python(same, "", condition) if node is None else node << 1

    def _message(
        self, same: int, stage: Stage, name: str, condition: Callable[[Any], Any]
    ) -> tuple[int, int]:
        """Which message of an action a condition is on, and the condition."""
        machine = self._transitions.machine
        action = next(candidate for candidate in machine.actions if candidate.name == stage.step.action)
        members = [n for n, d in action.parameters.items() if isinstance(machine.domains[d], MemberType)]
        type = machine.domains[action.parameters[name]]
        assert isinstance(type, MemberType)
        node = self._conditions.of_message(condition, type.network)
        return members.index(name), self._in_python(same, name, condition) if node is None else node << 1

    def _in_python(self, same: int, name: str, condition: Callable[[Any], Any]) -> int:
        self._event_classes.read_everything(same)
        self._plain.append((name, condition))
        return len(self._plain) - 1 << 1 | 1


def _flags(occurrence: Occurrence) -> int:
    """What product.c has to know of an item."""
    return (
        IS_STEP * occurrence.is_step
        | IS_OPTIONAL * occurrence.is_optional
        | IS_UNANSWERED * occurrence.is_unanswered
    )
