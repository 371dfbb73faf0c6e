"""The native engine: the symbolic form of a machine, compiled to machine code, searched breadth first by all cores.

`layout` packs a state into 64-bit words, `lowering` turns expressions into LLVM's language, and `kernel` makes and
compiles the functions of one machine, which `cache` keeps. What is the same for every machine is in `runtime.c`;
`structures` declares its structs to Python, and `buffer` holds its arrays. `search` explores every state, and `walk`
takes random walks. `attempts`, with attempt.c, tries the steps of a run again, for shrinking. `elsewhere` compiles in
another process.
"""

from tidemark.checker.engines.amounts import workers
from tidemark.checker.engines.engine import (
    KEEP_GOING,
    MAX_MEMORY,
    MAX_STATES,
    SECONDS,
    SYMMETRY,
    Engine,
    Option,
    SearchRequest,
)
from tidemark.checker.engines.memory import is_scarce
from tidemark.checker.engines.temporal.endings import are_asked
from tidemark.checker.runs.results import Report, Result
from tidemark.spec.machine import Machine

THREADS = Option("threads", "how many threads (default: all cores)", workers, "N")


def _start(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    from tidemark.checker.engines.native.search import begun

    search = begun(machine, request.limits, request["threads"], request["symmetry"])
    result = search.run(report)
    if are_asked(result, request["symmetry"]) and not is_scarce():
        from tidemark.checker.engines.native import endings

        endings.note(search)
    return result


def _check_runs(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    from tidemark.checker.engines.native.liveness import check

    return check(machine, request.limits, report, request["threads"])


ENGINE = Engine(
    name="native",
    summary="compiled, exhaustive, on all cores",
    options=(SYMMETRY, KEEP_GOING, MAX_STATES, MAX_MEMORY, SECONDS, THREADS),
    start=_start,
    temporal=_check_runs,
)
