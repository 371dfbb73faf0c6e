"""Random walks of a machine, each tried on the real system: whether the model allows what it does, and the reverse.

A walk draws a weight for each action, and takes actions by their weights: so walks differ more than with even chances.
It is forced on a system step by step; where the system decides for itself, it becomes a schedule that is played.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any

from tidemark.checker.analyses.trial import Trial, drive, play_on
from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import Run, RunStep
from tidemark.spec.families.system import Drivable, NoSchedule, Playable
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

WALKS, WALKS_IN_PROCESS, LENGTH = 20, 200, 25
"""How many walks are tried on a real system and in code of this process, and how many steps each has at most, where no
numbers are given: a walk in process takes milliseconds."""
MOST_WITHOUT = 100
"""Walks in a row that become no schedule, after which no more are drawn."""


@dataclass(frozen=True)
class ScheduleWalk:
    """One walk: its number, from which it is drawn, and its outcome."""

    number: int
    run: Run
    trial: Trial


def walks(
    system: Drivable,
    version: str,
    machine: Machine,
    numbers: range,
    length: int = LENGTH,
    without: Set[str] = frozenset(),
    settings: Mapping[str, str] | None = None,
) -> Iterator[ScheduleWalk]:
    """The walks of these numbers, tried one after another; after one that is not confirmed the system starts over.

    length: how many steps a walk takes at most. without: the names of actions that it does not take.

    Raises:
        UsageError: the version is not here, or runs of the machine can't be tried on it.
    """
    with system.session(version, settings or {}, None) as session:
        for number in numbers:
            run = walk(system.can_force, machine, number, length, without)
            trial = drive(session, f"{system.name}:{version}", run, settings or {})
            if trial.confirmation.verdict != "confirmed":
                session.close()
            yield ScheduleWalk(number, run, trial)


@dataclass(frozen=True)
class UnplayableWalk:
    """A walk that becomes no schedule, and why."""

    number: int
    reason: str


def played_walks(
    system: Playable,
    version: str,
    machine: Machine,
    numbers: range,
    length: int = LENGTH,
    without: Set[str] = frozenset(),
    settings: Mapping[str, str] | None = None,
) -> Iterator[ScheduleWalk | UnplayableWalk]:
    """As many walks as there are numbers, each played as a schedule, and those between them that become none.

    Raises:
        UsageError: the version is not here, or decides in another way; `MOST_WITHOUT` walks became no schedule.
    """
    number, count, in_vain = numbers.start, len(numbers), 0
    while count:
        run = walk(system.keeps_pace, machine, number, length, without)
        while not system.rests(machine.decode(run.steps[-1].state)):
            run.steps.pop()
        try:
            trial = play_on(system, version, run, settings)
        except NoSchedule as error:
            in_vain += 1
            if in_vain == MOST_WITHOUT:
                raise
            yield UnplayableWalk(number, str(error))
        else:
            count, in_vain = count - 1, 0
            yield ScheduleWalk(number, run, trial)
        number += 1


def walk(
    may: Callable[[Any, Instance], bool],
    machine: Machine,
    number: int,
    length: int,
    without: Set[str] = frozenset(),
) -> Run:
    """The walk of that number, of steps that the system may be made to take next: always the same for a machine."""
    chance = random.Random(number)
    weights = {action.name: chance.expovariate(1) + 0.05 for action in machine.actions}
    steps = [RunStep(None, machine.initial_states.require_one("a walk of a real system"))]
    while len(steps) <= length:
        state = machine.decode(steps[-1].state)
        offered = defaultdict[str, list[RunStep]](list)
        for instance, reached in successors(machine, steps[-1].state):
            if instance.action.name not in without and may(state, instance):
                offered[instance.action.name].append(RunStep(instance, reached))
        if not offered:
            break
        names = sorted(offered)
        (name,) = chance.choices(names, [weights[action] for action in names])
        steps.append(chance.choice(offered[name]))
    return Run(machine, "", steps)
