"""What a verdict of *holds* says: nothing, if the promise is true of every value of a state, reachable or not.

Its own module because no search can tell: a promise that says nothing holds in all states, as a good one does.
"""

from __future__ import annotations

import random

from tidemark.checker.runs.results import Result
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import SymbolicPromise

TRIED = 100
"""How many drawn values a promise may be true of before z3 is asked about all of them."""
SECONDS = 2.0
"""How long z3 may take for one promise; if it does not know by then, nothing is said."""


def note(result: Result) -> None:
    """Note in the result of an exhaustive search which promises say nothing."""
    if not result.exhausted:
        return
    machine = result.machine
    for promise in machine.symbolic.promises:
        verdict = result.promises[promise.promise.name]
        if verdict.verdict == "holds" and not verdict.vacuous and says_nothing(machine, promise):
            result.doubts.append(
                f"the promise {promise.promise.name} holds, and says nothing: it is true of every value of a state"
            )


def says_nothing(machine: Machine, promise: SymbolicPromise) -> bool:
    """Whether a promise is true of every value of the state's type, reachable or not."""
    if promise.holds.constant is not None:
        return bool(promise.holds.constant)
    return not _is_broken_by_some(machine, promise.promise) and _has_proof(machine, promise.holds)


def _is_broken_by_some(machine: Machine, promise: Promise) -> bool:
    """Whether a drawn value breaks the promise: nearly always a few are enough."""
    draw = random.Random(0)
    for _ in range(TRIED):
        fields = tuple([draw.randint(leaf.lo, leaf.hi) for leaf in machine.leaves])
        drawn = machine.decode(fields)
        if not promise.function(machine.type.read(machine.type.show(drawn), "")):
            return True
    return False


def _has_proof(machine: Machine, holds: Expr) -> bool:
    import z3

    from tidemark.checker.engines.smt.bounded import Unrolling
    from tidemark.checker.engines.solver import asking

    solver = asking.solver()
    anywhere = Unrolling(machine, solver, anywhere=True)
    solver.add(anywhere.at(anywhere.lowering.term(holds.graph.negate(holds))))
    answer: z3.CheckSatResult = asking.check(solver, SECONDS)
    return bool(answer == z3.unsat)
