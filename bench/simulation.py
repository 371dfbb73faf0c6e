"""Random walks of a compiled machine with a limit of time, where nothing is shrunk: for measurements and tests."""

from __future__ import annotations

from tidemark.base import signals
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.walk import WEIGHED, Walks
from tidemark.checker.runs.results import Clock, Result
from tidemark.spec.machines.machine import Machine


def simulate(
    machine: Machine,
    seconds: float,
    seed: int = 0,
    length: int = 200,
    threads: int | None = None,
    weights: tuple[int, ...] = WEIGHED,
) -> Result:
    """Walk at random for `seconds`, or until every promise is broken.

    `weights` are the eight of which a walk draws one for each action. The runs found are not minimized.
    `distinct_states` is 0, since a walk keeps no states; `generated_states` counts the steps. With one thread the same
    seed gives the same walks.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
    """
    walks = Walks(machine, Kernel(machine, symmetry=False), length, seed, threads, weights)
    result, clock = Result.start(machine, "native"), Clock()
    with signals.note_signals() as interrupted:

        def is_over() -> bool:
            return clock.seconds >= seconds or interrupted.is_set()

        for name, run in walks.runs(result.promises.keys(), is_over).items():
            result.violate(name, run, "not minimized")
    walks.count_into(result)
    result.seconds = clock.seconds
    result.stopped = f"{seconds:g} s of random walks are over"
    if interrupted.is_set():
        result.interrupt()
    result.finish_when_all_have_verdicts()
    return result
