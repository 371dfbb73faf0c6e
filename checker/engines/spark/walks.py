"""Random walks as tasks of a Spark job: each task walks on one core, with a seed of its own.

A task gets the names that build the machine again, and a user's own files as text; it returns the steps of the first
run that broke each promise.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import impl
from checker import signals
from checker.engines.native.walk import simulate
from checker.engines.random import shrinking
from checker.engines.random.walks import LENGTH
from checker.engines.reference import run_of
from checker.engines.spark import session
from checker.runs.results import Clock, Result, Run
from spec.machine import Machine


def fuzz(machine: Machine, seconds: float, seed: int, master: str, tasks: int) -> Result:
    """For each promise the shortest run that walks of so many seconds in so many tasks find, shrunk.

    Raises:
        UsageError: Java is missing.
    """
    result, told = Result.start(machine, "spark"), list[str]()
    _ = machine.symbolic  # so that a mistake in it is told here, before Spark starts
    clock = Clock()
    try:
        _walk(machine, seconds, seed, master, tasks, told)
        result.stopped = f"{seconds:g} s of random walks in {tasks} tasks are over"
    except KeyboardInterrupt:
        result.interrupt()
    result.seconds = clock.seconds
    with signals.noted() as interrupted:
        _take(result, [json.loads(text) for text in told])
        for name, verdict in result.promises.items():
            if verdict.run:
                run = replace(verdict.run, machine=machine.only(name))
                shrunk = shrinking.shrink(run, lambda: result.interrupted or interrupted.is_set())
                result.violate(name, Run(machine, name, shrunk.steps), is_shrunk=True)
    if interrupted.is_set():
        result.interrupt()
    result.finish_if_decided()
    return result


def _walk(machine: Machine, seconds: float, seed: int, master: str, tasks: int, told: list[str]) -> None:
    """Walk for so many seconds in each of so many tasks. told: gets what each task tells that has ended.

    Raises:
        UsageError: Java is missing.
    """
    origin = machine.only(*(p.name for p in machine.promises)).origin
    assert origin is not None, "a machine made by hand can't be sent"
    with tempfile.TemporaryDirectory() as scratch, session.session(master, Path(scratch)) as spark:
        ended = session.told_at_once(spark)

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
            text = json.dumps({"steps": found.generated_states, "runs": runs, "enabled": enabled})
            ended.add([text])
            yield text

        try:
            told += session.run(spark, tasks, work)
        except KeyboardInterrupt:
            told += ended.value
            raise


def _take(result: Result, told: list[dict[str, Any]]) -> None:
    """Put together what tasks tell; for each promise the shortest run is kept."""
    for one in told:
        result.generated_states += one["steps"]
        for action, enabled in one["enabled"].items():
            result.actions[action].enabled += enabled
    for name in result.promises:
        if runs := [one["runs"][name] for one in told if name in one["runs"]]:
            steps = [result.machine.instances[place] for place in min(runs, key=lambda run: (len(run), run))]
            result.violate(name, run_of(result.machine, name, steps))
