"""Whether a run of the model explains what was observed of the real system: the model is led by the observations.

A soak's history is led so, and not by a map: there are dozens of silent steps between two observations, and the native
engine searches those by itself. The guided machine is searched as any other. Its last promise says that no run passes
everything; a counterexample is a run that does, and an exhausted search says that there is none within the bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tidemark.checker import engines
from tidemark.checker.engines import SearchRequest
from tidemark.checker.engines.reference import run_of
from tidemark.checker.runs.results import Result, Run
from tidemark.checker.validation.verdicts import broken_along
from tidemark.spec.errors import UsageError
from tidemark.spec.machine import Instance
from tidemark.spec.system import Guide


@dataclass(frozen=True)
class Explained:
    """The outcome of a search for a run that explains an episode.

    verdict: *explained*, by `run`; *unexplained*: no run within the bounds does; *unknown*: the search reached a limit.
    blocked: of an unexplained episode the first observation that no run passes, in words.
    breaks: for each promise of the model that the run breaks, the number of the first state that does. states: how many
    the last search has visited. note: what a reader of the run must know.
    """

    verdict: Literal["explained", "unexplained", "unknown"]
    states: int
    run: Run | None = None
    blocked: str = ""
    stopped: str = ""
    breaks: dict[str, int] | None = None
    note: str = ""


def explain_episode(guides: Iterable[Guide], max_states: int) -> Explained:
    """Search for a run, with one guide after another, each of which leaves more open than the one before.

    If no bounds hold the episode, the outcome is *unknown*.

    Raises:
        ModelError: the model is broken.
    """
    try:
        return _explain(guides, max_states)
    except UsageError as error:
        return Explained("unknown", 0, stopped=str(error))


def _explain(guides: Iterable[Guide], max_states: int) -> Explained:
    guide: Guide | None = None
    result: Result | None = None
    for guide in guides:
        last = guide.observed[-1].promise
        result = _search(guide, [last], max_states)
        if found := result.promises[last].run:
            run = model_run(guide, found)
            return Explained(
                "explained", result.distinct_states, run, breaks=broken_along(run), note=guide.note
            )
    assert guide, "there is a guide"
    assert result
    if result.stopped:
        return Explained("unknown", result.distinct_states, stopped=result.stopped)
    names = [one.promise for one in guide.observed]
    passed = _search(guide, names, max_states).promises
    blocked = next(one.text for one in guide.observed if passed[one.promise].verdict != "violated")
    return Explained("unexplained", result.distinct_states, blocked=blocked)


def _search(guide: Guide, promises: list[str], max_states: int) -> Result:
    request = SearchRequest(max_states=max_states)
    return engines.search(next(iter(engines.ENGINES)), guide.machine.only(*promises), request)


def model_run(guide: Guide, run: Run) -> Run:
    """The run of the model in a run of a guided machine: without the steps that only observe."""
    known = {action.name: action for action in guide.model.actions}
    taken = [step.instance for step in run.steps if step.instance and step.instance.action.name in known]
    instances = [
        Instance(
            known[one.action.name], {name: one.arguments[name] for name in known[one.action.name].parameters}
        )
        for one in taken
    ]
    return run_of(guide.model, "", instances)
