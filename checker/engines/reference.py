"""The reference engine: the machine's own functions on Python values, breadth first.

It defines the meaning of every other engine, so it is small and obvious, and slow. Ties are broken as everywhere in
Tidemark: the counterexample ends in the least violating state (fields compared in order) of the first level that
has one, and every state before it is the least one of its level that leads to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NoReturn

from tidemark.checker.engines.bookkeeping import find_reached_limit, report_progress, space_used_up
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run, RunStep, State
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.machines.machine import Machine, OutOfRange
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.machines.symmetry import make_representative


def successors(machine: Machine, state: State) -> Iterator[tuple[Instance, State]]:
    """Every enabled action instance of a state, in order, with the state that it leads to.

    Raises:
        OutOfRange: an action writes outside a field's domain.
    """
    for _, instance, after in all_successors(machine, machine.decode(state)):
        yield instance, after


def all_successors(machine: Machine, value: Any) -> Iterator[tuple[int, Instance, State]]:
    """Every enabled action instance of a plain state, in order, with its number and the state that it leads to.

    Raises:
        OutOfRange: an action writes outside a field's domain.
    """
    for number, instance, following in machine.outcomes(partial(machine.run, value)):
        yield number, *_encode_step(machine, value, instance, following)


def some_successors(
    machine: Machine, value: Any, instances: Sequence[Instance]
) -> Iterator[tuple[int, Instance, State]]:
    """Those of these instances that are enabled in a plain state, each with its place and the state that it leads to.

    Raises:
        OutOfRange: an action writes outside a field's domain.
    """
    for place, instance in enumerate(instances):
        try:
            following = machine.run(value, instance)
        except Disabled:
            continue
        yield place, *_encode_step(machine, value, instance, following)


def _encode_step(machine: Machine, value: Any, instance: Instance, following: Any) -> tuple[Instance, State]:
    with_messages = machine.with_messages(value, instance)
    return with_messages, machine.encode(following, with_messages)


def moves(machine: Machine, state: State) -> dict[State, set[int]]:
    """The states after a state that differ from it, each with the numbers of the instances that lead there."""
    numbers: dict[State, set[int]] = {}
    for number, _, after in all_successors(machine, machine.decode(state)):
        if after != state:
            numbers.setdefault(after, set()).add(number)
    return numbers


def broken_promises(machine: Machine, state: State) -> tuple[set[str], set[str]]:
    """The names of the promises that a state breaks, and of those whose condition arises in it."""
    value = machine.decode(state)
    broken, met = set(), set()
    for promise in machine.promises:
        with Context() as context:
            holds = promise.function(value)
        if not holds:
            broken.add(promise.name)
        if not context.conditions or any(context.conditions):
            met.add(promise.name)
    return broken, met


def search(
    machine: Machine, limits: Limits | None = None, report: Report | None = None, symmetry: bool = False
) -> Result:
    """Explore every reachable state.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
    """
    breadth_first = _BreadthFirstSearch(machine, limits or Limits(), report, symmetry)
    result = breadth_first.result
    try:
        breadth_first.run()
    except MemoryError:
        result.stopped = space_used_up()
    except KeyboardInterrupt:
        result.interrupt()
    result.distinct_states = len(breadth_first.depths)
    for name in breadth_first.vacuous:
        result.promises[name].vacuous = True
    result.seconds = breadth_first.clock.seconds
    return result


class _BreadthFirstSearch:
    """The search, level by level: a level has the states that are as many steps away from the first one.

    depths: the level of each state seen. parents: the least state before each, in the level before.
    vacuous: the promises whose condition arose in no state yet.
    """

    def __init__(self, machine: Machine, limits: Limits, report: Report | None, symmetry: bool) -> None:
        self.machine, self.limits, self.report, self.symmetry = machine, limits, report, symmetry
        self.result, self.clock = Result.start(machine, "reference", symmetry), Clock()
        self.representative = make_representative(machine) if symmetry else lambda state: state
        self.depths = dict.fromkeys(map(self.representative, machine.initial_states), 1)
        self.parents: dict[State, State] = {}
        self.vacuous = {promise.name for promise in machine.promises}

    def run(self) -> None:
        """Search until no level is left, every promise is decided, or a limit is reached."""
        result = self.result
        result.generated_states = len(self.machine.initial_states)
        level = self._first_level()
        while level:
            result.depth += 1
            self._judge(level)
            if result.stopped:
                return
            if result.is_decided(self.limits):
                result.finish(exhausted=False)
                return
            level = self._next_level(level)
        if not result.stopped:
            result.finish(exhausted=True)

    def _first_level(self) -> list[State]:
        """The initial states. At the limit of states, those up to it."""
        level = list(self.depths)
        if self.limits.max_states and len(level) > self.limits.max_states:
            level = level[: self.limits.max_states]
            self.depths = dict.fromkeys(level, 1)
            self.result.stopped = find_reached_limit(self.limits, self.clock, len(level))
        return level

    def _judge(self, level: list[State]) -> None:
        """Note the counterexample of each promise that a level breaks first: it ends in the least such state."""
        least: dict[str, State] = {}
        for state in level:
            broken, met = broken_promises(self.machine, state)
            self.vacuous -= met
            for name in broken:
                least[name] = min(state, least.get(name, state))
        for name in self.result.undecided:
            if name in least:
                self.result.violate(name, Run(self.machine, name, self._steps_to(least[name])))

    def _next_level(self, level: list[State]) -> list[State]:
        """The new states after those of a level. At the limit of states, those up to it; at another limit, none."""
        following: list[State] = []
        for state in level:
            self._expand(state, following)
            count = len(self.depths)
            report_progress(self.report, self.clock, self.result.depth, count, len(level))
            self.result.stopped = find_reached_limit(self.limits, self.clock, count)
            if self.result.stopped:
                return following if count == self.limits.max_states else []
        return following

    def _expand(self, state: State, following: list[State]) -> None:
        """Take every step from a state, and add the new states to those that follow."""
        depth = self.result.depth + 1
        try:
            for instance, reached in successors(self.machine, state):
                self.result.generated_states += 1
                coverage = self.result.actions[instance.action.name]
                coverage.enabled += 1
                after = self.representative(reached)
                coverage.changing += after != state
                if after not in self.depths:
                    if len(self.depths) == self.limits.max_states:
                        return
                    self.depths[after], self.parents[after] = depth, state
                    following.append(after)
                elif self.depths[after] == depth:
                    self.parents[after] = min(state, self.parents[after])
        except OutOfRange:
            raise_out_of_range(Run(self.machine, "", self._steps_to(state)))

    def _steps_to(self, state: State) -> list[RunStep]:
        """The run to a state, read back from the parents."""
        chain = [state]
        while chain[0] in self.parents:
            chain.insert(0, self.parents[chain[0]])
        return steps_through(self.machine, chain, self.symmetry)


def steps_through(machine: Machine, chain: list[State], symmetric: bool) -> list[RunStep]:
    """A run through these states, with the first action that leads from each to the next. The first one is initial.

    Under symmetry the states stand for their classes, and the run is a concrete one through the classes, from the least
    initial state of the first one.

    Raises:
        Disagreement: no action leads to one of them, or the first one is not initial.
    """
    representative = make_representative(machine) if symmetric else lambda state: state
    firsts = [s for s in machine.initial_states if s == chain[0] or representative(s) == chain[0]]
    if not firsts:
        begin = machine.type.text(machine.decode(chain[0]))
        raise Disagreement(f"a run of {machine.name} begins in {begin}, which is no initial state")
    state = min(firsts)
    steps = [RunStep(None, state)]
    for target in chain[1:]:
        for instance, reached in successors(machine, state):
            if reached == target or representative(reached) == target:
                state = reached
                steps.append(RunStep(instance, state))
                break
        else:
            before, after = (machine.type.text(machine.decode(end)) for end in (state, target))
            raise Disagreement(
                f"no action of {machine.name} leads from the state {before} to {after} when it runs"
            )
    return steps


def run_of(machine: Machine, promise: str, instances: Sequence[Instance], first: State | None = None) -> Run:
    """The run that takes these steps from an initial state; None: from the first of them.

    Raises:
        Disabled: one of them is not enabled where it is taken.
    """
    first = first or machine.initial_states.first
    state, steps = machine.decode(first), [RunStep(None, first)]
    for instance in instances:
        state = machine.run(state, instance)
        steps.append(RunStep(instance, machine.encode(state, instance)))
    return Run(machine, promise, steps)


def raise_out_of_range(run: Run) -> NoReturn:
    """Raise the error of an action that writes outside a domain in the last state of a run.

    Raises:
        OutOfRange: with the run to it.
        Disagreement: no action does.
    """
    try:
        for _ in successors(run.machine, run.steps[-1].state):
            pass
    except OutOfRange as error:
        error.run = run
        raise
    raise Disagreement("an engine writes outside a domain where the reference engine does not")
