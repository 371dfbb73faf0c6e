"""What a verdict of *holds* rests on: promises that are true of every value, and actions that change nothing.

Its own module because no search can tell: a promise that says nothing holds in all states, as a good one does, and an
action that leads back to where it was is enabled, as a good one is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from checker.engines import native
from checker.engines.engine import SearchRequest
from checker.runs.results import Result
from spec.context import Context
from spec.declarations import Action, Promise
from spec.errors import Disabled
from spec.expression import Expr
from spec.machine import Machine, SymbolicPromise
from spec.operators import all_of, not_
from spec.types import Truth

TRIED = 100
"""How many drawn values a promise may be true of before z3 is asked about all of them."""
SECONDS = 2.0
"""How long z3 may take for one promise; where it does not know by then, nothing is said."""
MOST_STATES = 2_000_000
"""An action of a machine with more states is not looked at: it takes a search of its own."""


def note(result: Result) -> None:
    """Note in the result of an exhaustive search which promises say nothing, and which actions do nothing."""
    if not result.exhausted:
        return
    machine = result.machine
    for promise in machine.symbolic.promises:
        verdict = result.promises[promise.promise.name]
        if verdict.verdict == "holds" and not verdict.vacuous and says_nothing(machine, promise):
            result.doubts.append(
                f"the promise {promise.promise.name} holds, and says nothing: it is true of every value of a state"
            )
    for action in machine.actions:
        counted = result.actions[action.name]
        is_idle = counted.enabled and not counted.new and result.distinct_states <= MOST_STATES
        if is_idle and never_changes(machine, action):
            result.doubts.append(f"the action {action.name} was enabled, and never led to another state")


def says_nothing(machine: Machine, promise: SymbolicPromise) -> bool:
    """Whether a promise is true of every value of the state's type, reachable or not."""
    if promise.holds.constant is not None:
        return bool(promise.holds.constant)
    return not _is_broken_by_some(machine, promise.promise) and _is_proved(machine, promise.holds)


def _is_broken_by_some(machine: Machine, promise: Promise) -> bool:
    """Whether a drawn value breaks the promise: nearly always a few are enough."""
    draw = random.Random(0)
    for _ in range(TRIED):
        fields = tuple([draw.randint(leaf.lo, leaf.hi) for leaf in machine.leaves])
        drawn = machine.decode(fields)
        if not promise.function(machine.type.read(machine.type.show(drawn), "")):
            return True
    return False


def _is_proved(machine: Machine, holds: Expr) -> bool:
    import z3

    from checker.engines.smt import asking
    from checker.engines.smt.bounded import Unrolling

    solver = asking.solver()
    anywhere = Unrolling(machine, solver, anywhere=True)
    solver.add(anywhere.at(anywhere.lowering.term(holds.graph.negate(holds))))
    answer: z3.CheckSatResult = asking.check(solver, SECONDS)
    return bool(answer == z3.unsat)


def never_changes(machine: Machine, action: Action) -> bool:
    """Whether an action leads from no reachable state to another one."""
    instances = [i for i in machine.instances if i.action is action]

    def stays(state: Any) -> Iterator[Truth]:
        for instance in instances:
            with Context(lifts=any(isinstance(f, Expr) for f in machine.type.parts_of(state))) as said:
                try:
                    following = machine.run(state, instance)
                except Disabled:
                    continue
            enabled = all_of(guard for guard, _ in said.guards)
            yield not_(enabled) | (following == state)

    watched = Promise(f"{action.name} changes nothing", lambda state: all_of(stays(state)))
    found = native.ENGINE.search(replace(machine, promises=[watched]), SearchRequest(threads=1))
    return found.promises[watched.name].verdict == "holds"
