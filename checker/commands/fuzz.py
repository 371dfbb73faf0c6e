"""`tidemark fuzz`: does a promise break in some random run, at bounds where no enumeration ends?

Random walks of the compiled machine come first. Once one breaks a promise, the walks go on with fewer steps
than it took, as long as there is time; the shortest run is then shrunk.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

from checker import native, shrinking, stateful
from checker.commands import kept
from checker.commands import options as shared
from checker.console import progress_line, result_table
from checker.results import Report, Result, Run
from spec.machine import Machine

LENGTH = 60
"""How many steps a random walk takes at most."""


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
    with progress_line() as report:
        if options.hypothesis:
            result = stateful.search(machine, None, report, options.seconds, options.seed)
        elif options.engine == "spark":
            result = _on_spark(machine, options)
        else:
            result = walks(machine, options.seconds, options.seed, options.threads, report)
    print(result_table(result, coverage=False))
    _, problem = kept.counterexamples(result, options)
    if problem:
        raise problem
    return result.exit_status


def _on_spark(machine: Machine, options: argparse.Namespace) -> Result:
    """What walks in the tasks of a Spark job find; the shortest run for each promise is shrunk here."""
    from checker.spark import walks as on_spark

    result = on_spark.simulate(machine, options.seconds, options.seed, LENGTH, options.master, options.tasks)
    for name, verdict in result.promises.items():
        if verdict.run:
            alone = replace(machine, promises=[p for p in machine.promises if p.name == name])
            shrunk = shrinking.shrink(replace(verdict.run, machine=alone))
            result.violate(name, Run(machine, name, shrunk.steps))
    if not result.undecided:
        result.finish(exhausted=False)
        result.stopped = None
    return result


def walks(machine: Machine, seconds: float, seed: int, threads: int | None, report: Report | None) -> Result:
    """What random walks find about each promise, in so many seconds each; the runs are locally minimal."""
    result = Result.start(machine, "native")
    for promise in machine.promises:
        alone = replace(machine, promises=[promise])
        found, best = _shortest(alone, seconds, seed, threads, report)
        result.seconds += found.seconds
        result.generated_states += found.generated_states
        result.stopped, result.interrupted = found.stopped, found.interrupted
        for name, coverage in found.actions.items():
            result.actions[name].enabled += coverage.enabled
        if best:
            shrunk = shrinking.shrink(best)
            result.violate(promise.name, Run(machine, promise.name, shrunk.steps))
        if found.interrupted:
            break
    if not result.undecided:
        result.finish(exhausted=False)
        result.stopped = None
    return result


def _shortest(
    machine: Machine, seconds: float, seed: int, threads: int | None, report: Report | None
) -> tuple[Result, Run | None]:
    """The result of the walks, and the shortest run that they found."""
    (name,) = result_names = [p.name for p in machine.promises]
    assert len(result_names) == 1
    total = native.simulate(machine, seconds, seed, LENGTH, report, threads)
    best = total.promises[name].run
    end = time.perf_counter() + seconds - total.seconds
    while best is not None and best.length > 2 and time.perf_counter() < end and not total.interrupted:
        seed += 1 << 20
        more = native.simulate(machine, end - time.perf_counter(), seed, best.length - 2, report, threads)
        total.seconds += more.seconds
        total.generated_states += more.generated_states
        total.interrupted = more.interrupted
        best = more.promises[name].run or best
    return total, best
