"""Random walks as tasks of a Spark job: each task walks on one core, with a seed of its own.

A task gets the names that build the machine again, and a user's own files as text; it returns the steps of the first
run that broke each promise.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import impl
from checker.engines.native.walk import simulate
from checker.engines.random import shrinking
from checker.engines.random.walks import LENGTH
from checker.engines.reference import run_of
from checker.engines.spark import session
from checker.runs.results import Result, Run
from spec.machine import Machine


def fuzz(machine: Machine, seconds: float, seed: int, master: str, tasks: int) -> Result:
    """For each promise the shortest run that walks of so many seconds in so many tasks find, shrunk.

    Raises:
        UsageError: Java is missing.
    """
    result = Result.start(machine, "spark")
    _ = machine.symbolic  # so that a mistake in it is told here, before Spark starts
    try:
        _walk(result, seconds, seed, master, tasks)
    except KeyboardInterrupt:
        result.interrupt()
    for name, verdict in result.promises.items():
        if verdict.run:
            shrunk = shrinking.shrink(replace(verdict.run, machine=machine.only(name)))
            result.violate(name, Run(machine, name, shrunk.steps), is_shrunk=True)
    result.finish_if_decided()
    return result


def _walk(result: Result, seconds: float, seed: int, master: str, tasks: int) -> None:
    """Walk for so many seconds in each of so many tasks; for each promise the shortest run found is kept.

    Raises:
        UsageError: Java is missing.
    """
    machine, begin = result.machine, time.perf_counter()
    origin = machine.only(*(p.name for p in machine.promises)).origin
    assert origin is not None, "a machine made by hand can't be sent"

    def work(task: int) -> Iterator[str]:
        mine = impl.machine(origin)
        found = simulate(mine, seconds, seed + task, LENGTH, threads=1)
        places = {instance.key: place for place, instance in enumerate(mine.instances)}
        runs = {
            promise: [places[step.instance.key] for step in verdict.run.steps[1:] if step.instance]
            for promise, verdict in found.promises.items()
            if verdict.run
        }
        enabled = {action: coverage.enabled for action, coverage in found.actions.items()}
        yield json.dumps({"steps": found.generated_states, "runs": runs, "enabled": enabled})

    with tempfile.TemporaryDirectory() as scratch, session.session(master, Path(scratch)) as spark:
        results = [json.loads(text) for text in session.run(spark, tasks, work)]
    for one in results:
        result.generated_states += one["steps"]
        for action, enabled in one["enabled"].items():
            result.actions[action].enabled += enabled
    for its_name in result.promises:
        runs = [one["runs"][its_name] for one in results if its_name in one["runs"]]
        if runs:
            steps = [machine.instances[place] for place in min(runs, key=lambda run: (len(run), run))]
            result.violate(its_name, run_of(machine, its_name, steps))
    result.seconds = time.perf_counter() - begin
    result.stopped = f"{seconds:g} s of random walks in {tasks} tasks are over"
