"""Random walks of a machine, each tried on the real system: whether the model allows what it does, and the reverse.

A walk draws a weight for each action, and takes actions by their weights: so walks differ more than with even chances.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from tidemark.checker.analyses.trial import Trial, drive
from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import Run, Step
from tidemark.spec.machine import Machine
from tidemark.spec.system import Drivable


@dataclass(frozen=True)
class Walk:
    """One walk: its number, from which it is drawn, and its outcome."""

    number: int
    run: Run
    trial: Trial


def walks(
    system: Drivable,
    version: str,
    machine: Machine,
    numbers: range,
    length: int = 25,
    without: Set[str] = frozenset(),
    settings: Mapping[str, str] | None = None,
) -> Iterator[Walk]:
    """The walks of these numbers, tried one after another; after one that is not confirmed the system starts over.

    length: how many steps a walk takes at most. without: the names of actions that it does not take.

    Raises:
        UsageError: the version is not here, or runs of the machine can't be tried on it.
    """
    with system.session(version, settings or {}, None) as session:
        for number in numbers:
            run = walk(system, machine, number, length, without)
            trial = drive(session, f"{system.name}:{version}", run, settings or {})
            if trial.confirmation.verdict != "confirmed":
                session.close()
            yield Walk(number, run, trial)


def walk(
    system: Drivable, machine: Machine, number: int, length: int, without: Set[str] = frozenset()
) -> Run:
    """The walk of that number, of steps that can be forced on the system: always the same one for a machine."""
    chance = random.Random(number)
    weights = {action.name: chance.expovariate(1) + 0.05 for action in machine.actions}
    steps = [Step(None, machine.encode(machine.initial))]
    while len(steps) <= length:
        state = machine.decode(steps[-1].state)
        offered = [
            (instance, reached)
            for instance, reached in successors(machine, steps[-1].state)
            if instance.action.name not in without and system.can_force(state, instance)
        ]
        if not offered:
            break
        names = sorted({instance.action.name for instance, _ in offered})
        name = chance.choices(names, [weights[one] for one in names])[0]
        steps.append(Step(*chance.choice([one for one in offered if one[0].action.name == name])))
    return Run(machine, "", steps)
