"""`tidemark fuzz`: does a promise break in some random run, at bounds where no enumeration ends?

Random walks of the compiled machine come first. Once one breaks a promise, exhaustive search looks for the shortest
run there is, for half of the time that is left. Where it does not come to one, walks go on with fewer steps than the
run has, and the shortest is shrunk.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace

from checker import native, shrinking, stateful
from checker.commands import kept
from checker.commands import options as shared
from checker.console import progress_line, result_table
from checker.interchange import interchangeable
from checker.results import Clock, Coverage, Limits, Progress, Report, Result, Run
from spec.machine import Machine

LENGTH = 60
"""How many steps a random walk takes at most."""
LARGEST = 50_000_000
"""How many states are searched for the shortest run: a gigabyte and a half."""


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
            result = stateful.search(machine, None, report, options.seconds, options.seed)
        elif options.engine == "spark":
            result = _on_spark(machine, options)
        else:
            result, least = walks(machine, options.seconds, options.seed, options.threads, report)
    print(result_table(result, coverage=False))
    _, problem = kept.counterexamples(result, options)
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


def walks(
    machine: Machine, seconds: float, seed: int, threads: int | None, report: Report | None
) -> tuple[Result, set[str]]:
    """What random walks find about each promise, in so many seconds each; and the promises whose run is the shortest.

    The other runs are locally minimal.
    """
    result, least = Result.start(machine, "native"), set()
    for promise in machine.promises:
        walk = _Walk(replace(machine, promises=[promise]), seconds, seed, threads, report)
        best = walk.shortest()
        result.seconds += walk.clock.seconds
        result.generated_states += walk.steps
        result.stopped, result.interrupted = walk.stopped, walk.interrupted
        for name, coverage in walk.actions.items():
            result.actions[name].enabled += coverage.enabled
        if best:
            result.violate(promise.name, Run(machine, promise.name, best.steps))
            if walk.is_least:
                least.add(promise.name)
        if walk.interrupted:
            break
    if not result.undecided:
        result.finish(exhausted=False)
        result.stopped = None
    return result, least


class _Late(Exception):
    """Exhaustive search took too long."""


@dataclass
class _Walk:
    """The walks for one promise, the machine's only one, and what came of them."""

    machine: Machine
    seconds: float
    seed: int
    threads: int | None
    report: Report | None
    steps: int = 0
    stopped: str | None = None
    interrupted: bool = False
    is_least: bool = False
    """Whether exhaustive search found that no run is shorter."""
    actions: dict[str, Coverage] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)

    def shortest(self) -> Run | None:
        """The shortest run found, shrunk, in the time there is: by walks, and by exhaustive search for half of it."""
        best = self._walk(LENGTH)
        if best is None:
            return None
        least = None if self.interrupted else self._least((self.seconds - self.clock.seconds) / 2)
        if least is not None:
            self.is_least = True
            return least
        while best.length > 2 and not self.interrupted and self.clock.seconds < self.seconds:
            best = self._walk(best.length - 2) or best
        return shrinking.shrink(best)

    def _walk(self, length: int) -> Run | None:
        found = native.simulate(
            self.machine, self.seconds - self.clock.seconds, self.seed, length, self.report, self.threads
        )
        self.seed += 1 << 20
        self.steps += found.generated_states
        self.stopped, self.interrupted = found.stopped, found.interrupted
        self.actions = self.actions or found.actions
        return found.promises[self.machine.promises[0].name].run

    def _least(self, seconds: float) -> Run | None:
        """The shortest run there is, where exhaustive search comes to it in so many seconds."""
        clock = Clock()

        def watched(progress: Progress) -> None:
            if clock.seconds > seconds:
                raise _Late
            if self.report:
                self.report(progress)

        symmetry = bool(interchangeable(self.machine, initially=False))
        limits = Limits(max_states=LARGEST)
        try:
            found = native.search(self.machine, limits, watched, symmetry, self.threads)
        except _Late:
            return None
        self.interrupted = found.interrupted
        return found.promises[self.machine.promises[0].name].run
