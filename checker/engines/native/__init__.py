"""The native engine: the symbolic form of a machine, compiled to machine code, searched breadth first by all cores.

`layout` packs a state into 64-bit words, `lowering` turns expressions into LLVM's language, and `kernel` makes and
compiles the functions of one machine, for the `processor`; `cache` keeps them. What is the same for every machine is in
`runtime.c`; `structures` reads the structs and the functions that C declares, and `buffer` holds its arrays.

`search` explores every state. `seen` (with seen.c) is the set of those it has seen, `kept_states` keeps them whole, in
memory or in a file, `readback` reads runs back, and `workdir` is what a killed search goes on from. `state_index` looks
states up once a search has ended, `state_query` asks about all of them, and `liveness` checks promises about runs.
`walk` takes random walks. `shrinking`, with shrinking.c, tries the steps of a run again. `compilation` has LLVM compile
a text, `compiler_process` in another process, and `background_optimization` while a search goes on.
"""

from contextlib import ExitStack

from tidemark.base.errors import UsageError
from tidemark.checker.engines.amounts import workers
from tidemark.checker.engines.engine import (
    KEEP_GOING,
    MAX_MEMORY,
    MAX_STATES,
    RESUME,
    SECONDS,
    SPOT_CHECKS,
    SYMMETRY,
    WORKDIR,
    Engine,
    Option,
    SearchRequest,
)
from tidemark.checker.engines.liveness.final_components import has_few_states
from tidemark.checker.engines.memory import is_scarce
from tidemark.checker.engines.workdir import require_workdir
from tidemark.checker.runs.results import Report, Result
from tidemark.spec.machines.machine import Machine

THREADS = Option("threads", "how many threads (default: all cores)", workers, "N")


def _start(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    from tidemark.checker.engines.native import spots
    from tidemark.checker.engines.native.search import prepare_search
    from tidemark.checker.engines.spot_checks import Extent

    symmetry = request["symmetry"]
    require_workdir(request["workdir"], request["resume"])
    with ExitStack() as stack:
        kernel, journal = None, None
        if request["workdir"] is not None:
            if is_scarce():
                raise UsageError("--workdir needs more address space than `ulimit -v` leaves: leave it out")

            from tidemark.checker.engines.native import workdir
            from tidemark.checker.engines.native.kernel import Kernel

            kernel = Kernel(machine, symmetry)
            journal = stack.enter_context(
                workdir.journal(request["workdir"], request["resume"], machine, symmetry, kernel)
            )
        search = prepare_search(
            machine, request.limits, request["threads"], symmetry, kernel, journal=journal, spills=True
        )
        result = search.run(report)
        spots.note(search, Extent.of(request["spot-checks"]))
        if has_few_states(result, symmetry) and not is_scarce():
            from tidemark.checker.engines.native.liveness import final_components

            final_components.note(search)
    return result


def _check_runs(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    if request["workdir"] is not None or request["resume"]:
        raise UsageError(
            "the engine native keeps no work directory for promises about runs: leave --workdir out, take --engine "
            "spark, or name other promises with --promise"
        )
    from tidemark.checker.engines.native.liveness import check
    from tidemark.checker.engines.spot_checks import Extent

    return check(
        machine,
        request.limits,
        report,
        request["threads"],
        symmetry=request["symmetry"],
        extent=Extent.of(request["spot-checks"]),
    )


ENGINE = Engine(
    name="native",
    summary="compiled, exhaustive, on all cores",
    options=(SYMMETRY, KEEP_GOING, MAX_STATES, MAX_MEMORY, SECONDS, THREADS, WORKDIR, RESUME, SPOT_CHECKS),
    start=_start,
    temporal=_check_runs,
)
