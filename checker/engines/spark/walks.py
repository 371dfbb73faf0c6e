"""Random walks as tasks of a Spark job: each task walks on one core, with a seed of its own.

A task gets the names that build the machine again, and a user's own files as text; it returns the steps of the first
run that broke each promise, shrunk.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from tidemark import impl
from tidemark.base import signals
from tidemark.base.temporary_folders import scratch
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.shrinking import Attempts
from tidemark.checker.engines.native.walk import Walks
from tidemark.checker.engines.random import shrinking
from tidemark.checker.engines.random.walks import LENGTH, WALKING
from tidemark.checker.engines.reference import run_of
from tidemark.checker.engines.spark import jobs, session
from tidemark.checker.runs.results import Clock, Result
from tidemark.spec.machines.machine import Machine


def fuzz(machine: Machine, seconds: float, seed: int, master: str, tasks: int) -> Result:
    """For each promise the shortest run that any of the tasks finds in `seconds`, shrunk.

    Raises:
        UsageError: Java is missing.
    """
    result, outcomes = Result.start(machine, "spark"), list[str]()
    _ = machine.symbolic  # so that a mistake in it is told here, before Spark starts
    clock = Clock()
    try:
        _walk(machine, seconds, seed, master, tasks, outcomes)
        result.stopped = f"{seconds:g} s of random walks in {tasks} tasks are over"
    except KeyboardInterrupt:
        result.interrupt()
    result.seconds = clock.seconds
    with signals.note_signals() as interrupted:
        _take(result, [json.loads(encoded) for encoded in outcomes])
    if interrupted.is_set():
        result.interrupt()
    result.finish_when_all_have_verdicts()
    return result


def _walk(machine: Machine, seconds: float, seed: int, master: str, tasks: int, outcomes: list[str]) -> None:
    """Walk for `seconds` in each task. outcomes: gets what each task tells that has ended.

    Raises:
        UsageError: Java is missing.
    """
    origin = machine.only(*(p.name for p in machine.promises)).origin
    assert origin is not None, "a machine made by hand can't be sent"
    with scratch() as folder, session.session(master, folder) as spark:
        ended = jobs.told_at_once(spark)

        def work(task: int) -> Iterator[str]:
            encoded = json.dumps(_task(impl.machine(origin), seconds, seed + task))
            ended.add([encoded])
            yield encoded

        try:
            with jobs.describe(spark, "fuzz", f"{tasks} tasks of random walks of {machine.name}"):
                outcomes += jobs.run(spark, range(tasks), work)
        except KeyboardInterrupt:
            outcomes += ended.value
            raise


def _task(machine: Machine, seconds: float, seed: int) -> dict[str, Any]:
    """What one task tells: its steps, how often each action was enabled, and a run for each promise that it broke."""
    kernel = Kernel(machine, symmetry=False)
    walks, clock = Walks(machine, kernel, LENGTH, seed, threads=1), Clock()
    counted = Result.start(machine, "native")
    broken_runs = walks.runs(counted.promises.keys(), lambda: clock.seconds >= WALKING * seconds)
    walks.count_into(counted)
    places, runs = {instance.key: index for index, instance in enumerate(machine.instances)}, {}
    for promise, run in broken_runs.items():
        shrunk = shrinking.shrink(run, lambda: clock.seconds >= seconds, partial(Attempts, kernel))
        steps = [places[step.instance.key] for step in shrunk.run.steps if step.instance]
        first = machine.initial_states.states.index(shrunk.run.steps[0].state)
        runs[promise] = [len(steps), shrunk.minimality, first, steps]
    enabled = {action: coverage.enabled for action, coverage in counted.actions.items()}
    return {"steps": counted.generated_states, "runs": runs, "enabled": enabled}


def _take(result: Result, outcomes: list[dict[str, Any]]) -> None:
    """Put together what tasks tell; for each promise the shortest run is kept."""
    for outcome in outcomes:
        result.generated_states += outcome["steps"]
        for action, enabled in outcome["enabled"].items():
            result.actions[action].enabled += enabled
    for name in result.promises:
        if runs := [outcome["runs"][name] for outcome in outcomes if name in outcome["runs"]]:
            # Of runs of one length "not minimized" comes before "shrunk": the last of those is the better one.
            length = min(runs)[0]
            _, minimality, start, places = max(run for run in runs if run[0] == length)
            steps = [result.machine.instances[index] for index in places]
            first = result.machine.initial_states.states[start]
            result.violate(name, run_of(result.machine, name, steps, first), minimality)
