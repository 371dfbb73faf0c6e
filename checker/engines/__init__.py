"""The engines. A new one is a folder, or a module, that declares an `Engine`, and its line here."""

from __future__ import annotations

from tidemark.checker.engines import gpu, hypothesis, native, smt, spark
from tidemark.checker.engines.confirmation import confirm_counterexamples
from tidemark.checker.engines.engine import Engine, SearchRequest, choose
from tidemark.checker.engines.liveness import by_reference
from tidemark.checker.runs.results import Report, Result
from tidemark.spec.machines.machine import Machine

__all__ = ["ENGINES", "SearchRequest", "search"]

ENGINES: dict[str, Engine] = {
    engine.name: engine
    for engine in (
        native.ENGINE,
        gpu.ENGINE,
        by_reference.ENGINE,
        spark.ENGINE,
        smt.ENGINE,
        hypothesis.ENGINE,
    )
}
"""The engines by name. The first is the default."""


def search(
    engine: str, machine: Machine, request: SearchRequest | None = None, report: Report | None = None
) -> Result:
    """What the engine of that name finds. The machine's own functions confirm each counterexample.

    Raises:
        UsageError: there is no such engine, or it can't do what is asked.
        ModelError: the machine is broken.
        Disagreement: the machine's own functions do not do what the engine found.
    """
    request = request or SearchRequest()
    result = choose(ENGINES, engine, request).search(machine, request, report)
    confirm_counterexamples(result)
    return result
