"""The Hypothesis engine: random runs, shrunk. `stateful` makes a test of Hypothesis from a machine, and runs it;
`about_runs` tries what is promised about runs.
"""

from tidemark.checker.engines.amounts import seconds
from tidemark.checker.engines.engine import MAX_MEMORY, MAX_STATES, SEED, Engine, Option, SearchRequest
from tidemark.checker.runs.results import Report, Result
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.temporal import LASSO_KINDS

SECONDS = Option("seconds", "how long", seconds, "S", default=10)


def _start(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    from tidemark.checker.engines.hypothesis.stateful import search

    _ = machine.symbolic  # plain values hide mistakes that the other engines refuse
    return search(machine, request.limits, report, request["seconds"], request["seed"])


def _check_runs(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    from tidemark.checker.engines.hypothesis.about_runs import check

    _ = machine.symbolic
    return check(machine, request.limits, report, request["seconds"], request["seed"])


_ENDLESS = "a random run ends"

ENGINE = Engine(
    name="hypothesis",
    summary="Hypothesis: random runs, shrunk",
    options=(MAX_STATES, MAX_MEMORY, SECONDS, SEED),
    reasons={
        "symmetry": "a random run keeps no states",
        "keep-going": "a run ends in its violation",
        "threads": "Hypothesis runs on one core; `tidemark fuzz` walks on all",
    },
    start=_start,
    temporal=_check_runs,
    undecided="random runs find violations and never prove that a promise holds: `fuzz_test` makes a test of them",
    lacks=dict.fromkeys(LASSO_KINDS, _ENDLESS),
)
