"""The engines by name. Each is imported when it is asked for: z3, Spark and Hypothesis are slow to import."""

from __future__ import annotations

from dataclasses import dataclass, field

from checker.engines.symmetry import interchangeable
from checker.runs.results import Limits, Report, Result
from spec.errors import UsageError
from spec.machine import Machine
from spec.names import look_up

ENGINES = {
    "native": "compiled, exhaustive, on all cores",
    "reference": "the protocol's own functions, exhaustive, slow: the meaning of the others",
    "spark": "exhaustive, on as many machines as Spark has",
    "smt": "z3: bounded search at sizes that no enumeration reaches",
    "fuzz": "Hypothesis: random runs, shrunk",
}


@dataclass(frozen=True)
class Request:
    """What a search is asked for, beyond the machine. An engine refuses what it can't do."""

    limits: Limits = field(default_factory=Limits)
    symmetry: bool = False
    threads: int | None = None
    master: str = "local[*]"
    workdir: str | None = None
    resume: bool = False
    handover: int | None = None
    max_length: int | None = None
    seconds: float | None = None
    seed: int | None = None


def run(engine: str, machine: Machine, request: Request, report: Report | None = None) -> Result:
    """The result of an engine.

    Raises:
        UsageError: there is no such engine, or it can't do what is asked.
        ModelError: the machine is broken.
    """
    look_up(ENGINES, engine, "there is no engine")
    if request.symmetry and engine in ("smt", "fuzz"):
        raise UsageError(f"--symmetry is for the exhaustive engines, not for {engine}: leave it out")
    if request.symmetry:
        _require_interchangeable(machine)
    match engine:
        case "native":
            from checker.engines import native

            return native.search(machine, request.limits, report, request.symmetry, request.threads)
        case "reference":
            from checker.engines import reference

            return reference.search(machine, request.limits, report, request.symmetry)
        case "spark":
            from checker.engines import spark

            more = {} if request.handover is None else {"handover": request.handover}
            return spark.search(
                machine,
                request.limits,
                report,
                request.symmetry,
                master=request.master,
                workdir=request.workdir,
                resume=request.resume,
                **more,
            )
        case "smt":
            from checker.engines import smt

            return smt.search(machine, request.limits, report, request.max_length, request.seconds)
        case _:
            from checker.engines.random import stateful

            seconds = 10.0 if request.seconds is None else request.seconds
            return stateful.search(machine, request.limits, report, seconds=seconds, seed=request.seed or 0)


def _require_interchangeable(machine: Machine) -> None:
    """Refuse symmetry where an action or a promise names one id in particular, which its types do not tell.

    Raises:
        UsageError: renaming the ids changes what the machine does.
    """
    renamed = interchangeable(machine, initially=False)
    for kind in machine.symmetric_kinds():
        if kind not in renamed:
            raise UsageError(
                f"{machine.name} names one {kind} id in particular, so renaming them changes it: leave out --symmetry"
            )
