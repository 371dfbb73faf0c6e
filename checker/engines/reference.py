"""The reference engine: the machine's own functions on Python values, breadth first.

It defines the meaning of every other engine, so it is small and obvious, and slow. Ties are broken as everywhere in
Tidemark: the counterexample ends in the least violating state (fields compared in order) of the first level that
has one, and every state before it is the least one of its level that leads to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from tidemark.checker.engines.bookkeeping import limit_reached, report_progress, space_used_up
from tidemark.checker.engines.engine import (
    KEEP_GOING,
    MAX_MEMORY,
    MAX_STATES,
    SECONDS,
    SYMMETRY,
    Engine,
    SearchRequest,
)
from tidemark.checker.engines.forms import Disagreement
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run, State, Step
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.machines.machine import Machine, OutOfRange
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.machines.symmetry import make_representative

Parents = dict[State, State]
"""For each state the one before it on the run to it; the action between the two is found when a run is told."""


def successors(machine: Machine, state: State) -> Iterator[tuple[Instance, State]]:
    """Every enabled action instance of a state, in order, with the state that it leads to.

    Raises:
        OutOfRange: an action writes outside a field's domain.
    """
    for _, instance, after in enabled(machine, machine.decode(state), machine.instances):
        yield instance, after


def enabled(
    machine: Machine, value: Any, instances: Sequence[Instance]
) -> Iterator[tuple[int, Instance, State]]:
    """Those of some instances that are enabled in a plain state: the number, the instance, the state it leads to.

    Raises:
        OutOfRange: an action writes outside a field's domain.
    """
    for number, instance in enumerate(instances):
        try:
            following = machine.run(value, instance)
        except Disabled:
            continue
        told = machine.with_messages(value, instance)
        yield number, told, machine.encode(following, told)


def moves(machine: Machine, state: State) -> dict[State, set[int]]:
    """The other states after a state, each with the numbers of the instances that lead there."""
    found: dict[State, set[int]] = {}
    for number, _, after in enabled(machine, machine.decode(state), machine.instances):
        if after != state:
            found.setdefault(after, set()).add(number)
    return found


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
    limits = limits or Limits()
    result, clock = Result.start(machine, "reference", symmetry), Clock()
    representative = make_representative(machine) if symmetry else lambda state: state
    first = representative(machine.encode(machine.initial))
    parents: Parents = {}
    depths = {first: 1}
    vacuous = {p.name for p in machine.promises}
    level, result.generated_states = [first], 1
    try:
        while level:
            result.depth += 1
            _judge(machine, level, parents, result, vacuous, symmetry)
            result.distinct_states = len(depths)
            if result.stopped:
                break
            if result.is_decided(limits):
                result.finish(exhausted=False)
                break
            following: list[State] = []
            for state in level:
                for instance, reached in successors(machine, state):
                    result.generated_states += 1
                    coverage = result.actions[instance.action.name]
                    coverage.enabled += 1
                    after = representative(reached)
                    coverage.changing += after != state
                    if after not in depths:
                        if len(depths) == limits.max_states:
                            break
                        depths[after] = result.depth + 1
                        following.append(after)
                        parents[after] = state
                    elif depths[after] == result.depth + 1 and state < parents[after]:
                        parents[after] = state
                report_progress(report, clock, result.depth, len(depths), len(level))
                result.stopped = limit_reached(limits, clock, len(depths))
                if result.stopped:
                    break
            level = following if len(depths) == limits.max_states or not result.stopped else []
        result.distinct_states = len(depths)
        if not result.stopped and not result.complete:
            result.finish(exhausted=True)
    except OutOfRange:
        raise_out_of_range(Run(machine, "", run_to(machine, state, parents, symmetry)))
    except MemoryError:
        result.distinct_states, result.stopped = len(depths), space_used_up()
    except KeyboardInterrupt:
        result.distinct_states = len(depths)
        result.interrupt()
    for name in vacuous:
        result.promises[name].vacuous = True
    result.seconds = clock.seconds
    return result


def _judge(
    machine: Machine, level: list[State], parents: Parents, result: Result, vacuous: set[str], symmetric: bool
) -> None:
    """Evaluate the promises in a level, and note the counterexample of each that breaks for the first time."""
    least: dict[str, State] = {}
    for state in level:
        broken, met = broken_promises(machine, state)
        vacuous -= met
        for name in broken:
            least[name] = min(state, least.get(name, state))
    for name, state in least.items():
        if result.promises[name].verdict == "unknown":
            result.violate(name, Run(machine, name, run_to(machine, state, parents, symmetric)))


def run_to(machine: Machine, state: State, parents: Parents, symmetric: bool) -> list[Step]:
    """The run to a state, read back from the parents."""
    chain = [state]
    while chain[-1] in parents:
        chain.append(parents[chain[-1]])
    chain.reverse()
    return steps_through(machine, chain, symmetric)


def steps_through(machine: Machine, chain: list[State], symmetric: bool) -> list[Step]:
    """A run through these states, with the first action that leads from each to the next.

    Under symmetry the states stand for their classes, and the run is a concrete one through the classes.

    Raises:
        Disagreement: no action leads to one of them.
    """
    representative = make_representative(machine) if symmetric else lambda state: state
    state = machine.encode(machine.initial)
    steps = [Step(None, state)]
    for target in chain[1:]:
        for instance, reached in successors(machine, state):
            if reached == target or representative(reached) == target:
                state = reached
                steps.append(Step(instance, state))
                break
        else:
            before, after = (machine.type.text(machine.decode(one)) for one in (state, target))
            raise Disagreement(
                f"no action of {machine.name} leads from the state {before} to {after} when it runs"
            )
    return steps


def run_of(machine: Machine, promise: str, instances: Sequence[Instance]) -> Run:
    """The run that takes these steps from the initial state.

    Raises:
        Disabled: one of them is not enabled where it is taken.
    """
    state = machine.initial
    steps = [Step(None, machine.encode(state))]
    for instance in instances:
        state = machine.run(state, instance)
        steps.append(Step(instance, machine.encode(state, instance)))
    return Run(machine, promise, steps)


def raise_out_of_range(run: Run) -> NoReturn:
    """Raise the error of an action that writes outside a domain in the last state of a run, as a search has found.

    Raises:
        OutOfRange: with the run to it.
        Disagreement: no action does.
    """
    try:
        for _ in successors(run.machine, run.steps[-1].state):
            pass
    except OutOfRange as error:
        error.run = replace(run, promise=error.leaf.path)
        raise
    raise Disagreement("an engine writes outside a domain where the reference engine does not")


def _start(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    _ = machine.symbolic  # plain values hide mistakes that the other engines refuse
    return search(machine, request.limits, report, request["symmetry"])


ENGINE = Engine(
    name="reference",
    summary="the protocol's own functions, exhaustive, slow: the meaning",
    options=(SYMMETRY, KEEP_GOING, MAX_STATES, MAX_MEMORY, SECONDS),
    reasons={"threads": "it runs on one core, so that it stays plain"},
    start=_start,
)
