"""`tidemark fuzz`: does a promise break in some random run, at bounds where no enumeration ends?"""

from __future__ import annotations

import argparse
from dataclasses import replace

from checker.commands import found
from checker.commands import options as shared
from checker.engines.random import shrinking, walks
from checker.runs.results import Result, Run
from checker.views.console import progress_line, result_table
from spec.machine import Machine


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_promises(parser)
    parser.add_argument(
        "--seconds", type=shared.seconds, default=10.0, metavar="S", help="how long for each promise (10)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="where chance begins (0)")
    parser.add_argument(
        "--threads", type=shared.positive, metavar="N", help="how many walk at a time (default: all cores)"
    )
    parser.add_argument(
        "--hypothesis",
        action="store_true",
        help="let Hypothesis choose the steps, without compiling the machine",
    )
    spark = parser.add_argument_group("on Spark")
    spark.add_argument(
        "--engine", default="native", choices=("native", "spark"), help="where the walks are taken (native)"
    )
    spark.add_argument("--master", default="local[*]", help="the Spark master (local[*])")
    spark.add_argument(
        "--tasks", type=shared.positive, default=8, metavar="N", help="how many tasks walk (8)"
    )
    shared.add_traces(parser)


def run(options: argparse.Namespace) -> int:
    """Walk, and tell; 1 if a promise is violated, else 3, since chance proves nothing."""
    machine = shared.machine_of(options)
    least: set[str] = set()
    with progress_line() as report:
        if options.hypothesis:
            from checker.engines.random import stateful

            result = stateful.search(machine, None, report, options.seconds, options.seed)
        elif options.engine == "spark":
            result = _on_spark(machine, options)
        else:
            result, least = walks.fuzz(machine, options.seconds, options.seed, options.threads, report)
    print(result_table(result, coverage=False))
    _, problem = found.counterexamples(result, options)
    for name, verdict in result.promises.items():
        if name in least:
            print(f"{name}: no run is shorter, by exhaustive search")
        elif verdict.run and verdict.run.length > 1:
            print(f"{name}: shrunk; a shorter run may exist")
    if problem:
        raise problem
    return result.exit_status


def _on_spark(machine: Machine, options: argparse.Namespace) -> Result:
    """What walks in the tasks of a Spark job find; the shortest run for each promise is shrunk here."""
    from checker.engines.spark import walks as on_spark

    result = on_spark.simulate(
        machine, options.seconds, options.seed, walks.LENGTH, options.master, options.tasks
    )
    for name, verdict in result.promises.items():
        if verdict.run:
            alone = replace(machine, promises=[p for p in machine.promises if p.name == name])
            shrunk = shrinking.shrink(replace(verdict.run, machine=alone))
            result.violate(name, Run(machine, name, shrunk.steps))
    if not result.undecided:
        result.finish(exhausted=False)
        result.stopped = None
    return result
