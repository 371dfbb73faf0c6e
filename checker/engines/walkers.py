"""The engines of `tidemark fuzz`: walks of the compiled machine here or on Spark, or Hypothesis."""

from dataclasses import replace

from tidemark.checker.engines import hypothesis, native, spark
from tidemark.checker.engines.amounts import seconds, tasks
from tidemark.checker.engines.engine import SEED, Engine, Option, SearchRequest
from tidemark.checker.runs.results import Report, Result
from tidemark.spec.machines.machine import Machine

_SECONDS = Option("seconds", "how long in all, once the machine is compiled", seconds, "S", default=10)
_TASKS = Option("tasks", "how many tasks walk", tasks, "N", default=8)


def _walk(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    from tidemark.checker.engines.random.walks import fuzz

    return fuzz(machine, request["seconds"], request["seed"], request["threads"], report)


def _walk_on_spark(machine: Machine, request: SearchRequest, _report: Report | None) -> Result:
    from tidemark.checker.engines.spark.walks import fuzz

    return fuzz(machine, request["seconds"], request["seed"], request["master"], request["tasks"])


WALKERS: dict[str, Engine] = {
    walker.name: walker
    for walker in (
        Engine(
            name="native",
            summary="compiled walks on all cores",
            options=(_SECONDS, SEED, native.THREADS),
            start=_walk,
        ),
        Engine(
            name="spark",
            summary="compiled walks in the tasks of a Spark job",
            options=(
                replace(_SECONDS, help="how long each task walks and shrinks"),
                SEED,
                spark.MASTER,
                _TASKS,
            ),
            reasons={"threads": "each task walks on one core, and --tasks says how many there are"},
            start=_walk_on_spark,
        ),
        hypothesis.ENGINE,
    )
}
"""The engines of `tidemark fuzz`, by name."""
