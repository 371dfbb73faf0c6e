"""The z3 engine: bounded search at sizes that no enumeration reaches, and proofs by induction.

`lowering` turns expressions into z3's terms, `bounded` looks for the shortest violation, `bounded_lassos` for endless
runs, `induction` proves a promise with lemmas, and `search` asks for all of these.
"""

from functools import partial

from tidemark.checker.engines.amounts import seconds, steps
from tidemark.checker.engines.defaults import BOUNDED_LENGTH
from tidemark.checker.engines.engine import (
    KEEP_GOING,
    NESTED,
    SECONDS,
    SPOT_CHECKS,
    Engine,
    Option,
    SearchRequest,
)
from tidemark.checker.runs.results import Report, Result
from tidemark.spec.machines.machine import Machine

MAX_LENGTH = Option("max-length", "look at runs of up to N states", steps, "N", default=BOUNDED_LENGTH)
QUESTION_SECONDS = Option("question-seconds", "how long for each question to z3", seconds, "S")


def _search(about_runs: bool, machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    """Search, and make spot checks after it."""
    from tidemark.checker.engines.smt import spots
    from tidemark.checker.engines.smt.search import check_runs, search
    from tidemark.checker.engines.spot_checks import Extent

    find = check_runs if about_runs else search
    result = find(machine, request.limits, report, request["max-length"], request["question-seconds"])
    spots.note(result, Extent.of(request["spot-checks"]).after(result.seconds))
    return result


ENGINE = Engine(
    name="smt",
    summary="z3: bounded search at sizes that no enumeration reaches",
    options=(KEEP_GOING, MAX_LENGTH, SECONDS, QUESTION_SECONDS, SPOT_CHECKS),
    reasons={
        "symmetry": "it takes interchangeable ids in one order anyway",
        "max-states": "it asks about runs and counts no states; --max-length limits it",
        "max-memory": "z3 may take more at any question; --max-length and --seconds limit it",
        "threads": "it asks z3 one question after the other",
    },
    start=partial(_search, False),
    temporal=partial(_search, True),
    lacks={"can-always-reach": "it asks about single runs"}
    | dict.fromkeys((*NESTED, "leads-to-always"), "it has no constraint for this form"),
)
