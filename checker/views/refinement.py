"""Whether a machine refines another, for a terminal, as JSON and as JUnit XML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tidemark.base.counts import count_of
from tidemark.checker.analyses.refinement import PROMISE, NearMiss, RefinementResult, promises_about_runs
from tidemark.checker.runs.files import arguments_to_json
from tidemark.checker.views import junit as junit_view
from tidemark.checker.views import screen, terminal
from tidemark.checker.views.console import coverage_summary, heading
from tidemark.checker.views.screen import Screen
from tidemark.spec.types.differences import FieldChange, changes

NEAREST = 3
"""How many abstract actions are told that come near a step without a counterpart."""


def describe(found: RefinementResult, map: str, by_fields: bool = False, on: Screen | None = None) -> str:
    """The verdict, what was searched, the run to a step without a counterpart, and what follows."""
    on = on or screen.here()
    refinement, result = found.refinement, found.result
    concrete, abstract = refinement.concrete, refinement.abstract
    both = [f"{heading(concrete)}", f"as {heading(abstract)}, by {refinement.map.name} of {map}"]
    lines = [line for text in both for line in on.wrap(text, indent="  ")]
    lines += ["", *on.wrap(on.paint(_verdict(found), _style(found)))]
    if found.run:
        lines += ["", terminal.describe_run(found.run, by_fields, on), "", *_why(found, on)]
    if result.depth:
        lines += ["", *on.wrap(f"{coverage_summary(result)} · {result.seconds:.2f} s · {result.engine}")]
    if found.verdict == "unknown":
        lines += on.wrap(f"incomplete: {result.stopped or 'no run up to this length was found'}")
    return "\n".join(
        [*lines, *(line for text in _consequences(found) for line in on.wrap(text, indent="  "))]
    )


def _style(found: RefinementResult) -> str:
    return {"violated": screen.LOST, "holds": screen.HOLDS}.get(found.verdict, screen.OPEN)


def _verdict(found: RefinementResult) -> str:
    """The verdict in a sentence."""
    concrete, abstract = found.refinement.concrete.name, found.refinement.abstract.name
    if found.verdict == "holds":
        return f"{concrete} refines {abstract}: every step is a step there, or changes nothing there"
    if found.run is None:
        return f"it is not known whether {concrete} refines {abstract}"
    if found.begins_elsewhere:
        return f"{concrete} does not refine {abstract}: this initial state is mapped to no initial state"
    return f"{concrete} does not refine {abstract}: step {found.run.length} has no counterpart"


def _why(found: RefinementResult, on: Screen) -> Iterator[str]:
    """What the last step would change in the abstract machine, and what refuses that."""
    abstract = found.refinement.abstract
    if found.begins_elsewhere:
        yield from on.wrap(f"its image: {abstract.type.text(abstract.decode(found.after or ()))}")
        return
    yield f"In {abstract.name} it would change"
    for change in _changes(found):
        yield from on.wrap(change.sentence, "  ", "    ")
    yield "and no action does that:"
    for miss in found.near_misses[:NEAREST]:
        yield from on.wrap(_sentence(miss), "  ", "    ")


def _changes(found: RefinementResult) -> list[FieldChange]:
    type = found.refinement.abstract.type
    return list(changes(type, type.decode(found.before or ()), type.decode(found.after or ())))


def _sentence(miss: NearMiss) -> str:
    guards = f"it needs that {'; '.join(miss.guards)}" if miss.guards else ""
    changed = miss.differences or ()
    where = "; ".join(f"{change.path} would be {change.new}, not {change.old}" for change in changed)
    if where:
        return f"{miss.instance} leads elsewhere: {where}{f', and {guards}' if guards else ''}"
    would = "" if miss.differences is None else " would, but"
    return f"{miss.instance}{would} {guards or 'is not enabled'}"


def _consequences(found: RefinementResult) -> Iterator[str]:
    """What follows for the abstract machine's promises where refinement holds, and what a reader should doubt."""
    if found.verdict != "holds":
        return
    refinement, abstract = found.refinement, found.refinement.abstract
    if found.result.promises[PROMISE].vacuous:
        yield "warning: no step changes anything there, so this says nothing"
    if found.consequences:
        yield f"therefore it keeps, seen through {refinement.map.name}: {', '.join(found.consequences)}"
    for name, verdict in (found.abstract_result.promises if found.abstract_result else {}).items():
        if verdict.verdict != "holds":
            yield f"not claimed: {name}, which is {verdict.text} in {abstract.name}"
    if about_runs := promises_about_runs(abstract):
        runs = ", ".join(about_runs)
        yield f"not claimed: {runs}: about runs, which also need the fairness of {abstract.name}"


def as_json(found: RefinementResult, map: str, trace: str | None) -> dict[str, Any]:
    """The object that `--json` prints. trace: the file of the run to a step without a counterpart."""
    refinement, result = found.refinement, found.result
    sides = {"concrete": refinement.concrete, "abstract": refinement.abstract}
    step = None
    if found.run and not found.begins_elsewhere:
        refused = [_near_miss_as_json(found, miss) for miss in found.near_misses]
        step = {
            "changes": {change.path: [change.old, change.new] for change in _changes(found)},
            "refused": refused,
        }
    return {
        **{side: {"protocol": machine.name, "bounds": machine.bounds} for side, machine in sides.items()},
        "map": map,
        "engine": result.engine,
        "verdict": found.verdict,
        "length": found.run.length if found.run else None,
        "trace": trace,
        "step": step,
        "carried": found.consequences,
        "complete": result.complete or found.run is not None,
        "distinct_states": result.distinct_states,
        "depth": result.depth,
        "seconds": round(result.seconds, 3),
        "stopped": result.stopped,
    }


def _near_miss_as_json(found: RefinementResult, miss: NearMiss) -> dict[str, Any]:
    return {
        "action": miss.instance.action.name,
        "arguments": arguments_to_json(found.refinement.abstract, miss.instance),
        "guards": list(miss.guards),
        "differences": {change.path: [change.old, change.new] for change in miss.differences or ()},
    }


def junit(found: RefinementResult, map: str, command: str) -> str:
    """The XML text of the result: one case for the refinement, and one for each promise that it carries."""
    refinement = found.refinement
    name = f"{refinement.concrete.name} refines {refinement.abstract.name}"
    text = f"{describe(found, map, by_fields=True, on=junit_view.PAGE)}\n\nAgain:\n  {command}"
    if found.verdict == "holds":
        case = junit_view.Case("refine", name)
    elif found.run:
        case = junit_view.Case(
            "refine", name, "failure", f"after {count_of(found.run.length, 'state')}", text
        )
    else:
        case = junit_view.Case("refine", name, "skipped", found.result.stopped or "not decided")
    carried = [junit_view.Case(name, promise) for promise in found.consequences]
    return junit_view.suite(f"tidemark {name}", [case, *carried], found.result.seconds)
