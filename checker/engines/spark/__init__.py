"""The Spark engine: the native engine's compiled functions, on as many machines as Spark has.

`rows` sorts, packs and looks up many states at once, `workdir` keeps finished levels in files, `objects` has these
in an object store, `level` is what the tasks of a level do, `session` gets them to the executors, and `search` goes
from level to level; `walks` are random walks as tasks. For promises about runs `edges` makes the graph of the states,
`rounds` are what tasks do on it, `liveness` goes from round to round, and `about_runs` checks them all.
"""

from typing import Any

from tidemark.checker.engines.amounts import natural, positive
from tidemark.checker.engines.defaults import HANDOVER
from tidemark.checker.engines.engine import (
    KEEP_GOING,
    MAX_MEMORY,
    NESTED,
    RESUME,
    SECONDS,
    SPOT_CHECKS,
    SYMMETRY,
    WORKDIR,
    Engine,
    Option,
    SearchRequest,
)
from tidemark.checker.runs.results import Report, Result
from tidemark.spec.machines.machine import Machine

MASTER = Option("master", "the Spark master", str, "MASTER", default="local[*]")
_MAX_STATES = Option("max-states", "stop, incomplete, after the level that reaches N states", positive, "N")
_HANDOVER = Option("handover", "the frontier from which Spark takes over", natural, "N", default=HANDOVER)


def _how(request: SearchRequest) -> dict[str, Any]:
    from tidemark.checker.engines.spark.master import require_usable
    from tidemark.checker.engines.spot_checks import Extent

    require_usable(request["master"])
    extent = Extent.of(request["spot-checks"])
    return {"extent": extent} | {name: request[name] for name in ("master", "workdir", "resume", "handover")}


def _start(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    from tidemark.checker.engines.spark.search import search

    return search(machine, request.limits, report, request["symmetry"], **_how(request))


def _check_runs(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    from tidemark.checker.engines.spark.about_runs import check

    return check(machine, request.limits, report, request["symmetry"], **_how(request))


ENGINE = Engine(
    name="spark",
    summary="exhaustive, on as many machines as Spark has",
    options=(
        SYMMETRY,
        KEEP_GOING,
        _MAX_STATES,
        MAX_MEMORY,
        SECONDS,
        MASTER,
        WORKDIR,
        RESUME,
        _HANDOVER,
        SPOT_CHECKS,
    ),
    reasons={"threads": "--master says on how many cores it runs, as in local[2]"},
    start=_start,
    temporal=_check_runs,
    lacks=dict.fromkeys(NESTED, "its rounds know states, and no steps or ends of runs"),
)
