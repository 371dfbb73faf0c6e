"""`tidemark why`: say which states and actions every violation needs."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tidemark.base.counts import count_of
from tidemark.checker.analyses import minimal
from tidemark.checker.analyses.cause import Cause, cause_of
from tidemark.checker.analyses.graph import RunGraph, state_graph
from tidemark.checker.commands.shared import engine_options, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines.amounts import positive
from tidemark.checker.engines.bookkeeping import OutOfTime, require_time
from tidemark.checker.engines.engine import SECONDS, Option
from tidemark.checker.engines.native.search import search
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric
from tidemark.checker.runs.results import Clock, Limits
from tidemark.checker.views import screen
from tidemark.checker.views.console import progress_line
from tidemark.checker.views.markdown import with_bounds
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.machine import Machine


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_own_promises(parser)
    shared.add_promise(parser, "its name; see `tidemark list PROTOCOL`")
    largest = Option("max-states", "the largest graph to build (default: 30000)", positive, "N", 30_000)
    engine_options.add_option(parser, largest)
    engine_options.add_option(parser, SECONDS)
    output.add_json(parser)


def machine_of(options: argparse.Namespace, limits: Limits, clock: Clock) -> Machine:
    """The machine at the given bounds; without any, at the smallest at which the promise breaks, some of them raised.

    At the very smallest bounds, an action may be needed only because a bound is tight. The family says which bounds
    are therefore raised (`Bound.spare`). They are not raised where the graph would become too large.

    Raises:
        OutOfTime: the seconds of the limits have passed since the clock began.
    """
    protocol, bounds = shared.protocol_of(options), shared.bounds_of(options)
    exchanged = shared.exchanged_of(protocol, options.exchanged)
    if bounds:
        return protocol.machine(bounds, exchanged).only(options.promise)
    finder = minimal.native(Limits(seconds=limits.remaining_seconds(clock)))
    smallest = minimal.smallest(protocol, options.promise, bounds, exchanged, finder)
    if smallest.stopped == minimal.INTERRUPTED:
        raise KeyboardInterrupt
    if smallest.stopped:
        raise OutOfTime(smallest.stopped)
    if not smallest.run:
        return protocol.machine(bounds, exchanged).only(options.promise)
    least = smallest.run.machine.bounds
    spared = {b.name: min(b.high, least[b.name] + b.spare) for b in protocol.family.bounds if b.spare}
    roomy = protocol.machine({**least, **spared}, exchanged).only(options.promise)
    within = Limits(options.max_states, keep_going=True, seconds=limits.remaining_seconds(clock))
    result = search(roomy, within, symmetry=is_symmetric(roomy))
    result.require_no_interrupt()
    return roomy if result.complete else smallest.run.machine


def run(options: argparse.Namespace) -> int:
    """Say why; 1 if the promise is violated, 0 if it holds, 3 where the time was over first."""
    shared.require_promise(options)
    with output.document(options) as document:
        document.data = {"protocol": options.protocol, "promise": options.promise, "stopped": None}
        try:
            return _say_why(options, Limits(seconds=options.seconds), Clock(), document.data)
        except OutOfTime as over:
            document.data["stopped"] = str(over)
            return incomplete(over)


def incomplete(reason: object) -> int:
    """Say that the answer is incomplete; gives the exit status."""
    print(f"tidemark: incomplete: {reason}", file=sys.stderr)
    return 3


def _say_why(options: argparse.Namespace, limits: Limits, clock: Clock, data: dict[str, Any]) -> int:
    """Print it, and note the same in `data` as it becomes known."""
    machine = machine_of(options, limits, clock)
    with progress_line() as report:
        events = family_of(machine).telling.events
        graph = state_graph(machine, options.promise, options.max_states, True, events, report, limits, clock)
    data |= {
        "protocol": machine.name,
        "bounds": dict(machine.bounds),
        "states": len(graph.states),
        "violating_states": len(graph.broken),
        "symmetric": graph.renamed,
        "stopped": graph.stopped,
    }
    print(screen.here().paragraph(f"{machine.name}, {options.promise}{with_bounds(machine)}"))
    print(f"{count_of(len(graph.states), 'state')}{_renaming(graph)}, {len(graph.broken):,} of them break it")
    if graph.stopped:
        return incomplete(graph.stopped)
    if not graph.broken:
        print(f"\nNo run breaks {options.promise}.")
        return 0
    cause = cause_of(graph, lambda: require_time(limits, clock))
    data |= _as_json(cause)
    print("\n" + describe_cause(cause))
    if machine.bounds:
        where = "All this was tried at these bounds. At larger ones less may be needed, but never more."
        print("\n" + screen.here().paragraph(where))
    return 1


def _as_json(cause: Cause) -> dict[str, Any]:
    machine, states = cause.graph.machine, cause.graph.states
    return {
        "needed_actions": cause.needed_actions,
        "other_actions": cause.other_actions,
        "needed_events": cause.needed_events,
        "other_events": cause.other_events,
        "situations": cause.situations,
        "dominators": [machine.type.show(machine.decode(states[node])) for node in cause.dominators],
    }


def _renaming(graph: RunGraph) -> str:
    return f" up to the numbers of the {', '.join(graph.renamed)}s" if graph.renamed else ""


def describe_cause(cause: Cause) -> str:
    """The cause in words."""
    machine = cause.graph.machine
    summaries = {a.name: a.summary.rstrip(".") for a in machine.actions}
    lines = [f"Every run that breaks {cause.graph.promise} takes", ""]
    width, console = max(map(len, cause.needed_actions), default=0), screen.here()
    for name in cause.needed_actions:
        lines += console.wrap(summaries[name], f"  {name:{width}}  ")
    lines += _list("It needs", cause.needed_events)
    lines += _list("It passes a state in which", cause.situations)
    if cause.dominators:
        lines += ["", f"and it passes these very states{_renaming(cause.graph)}:", ""]
        for node in cause.dominators:
            lines += console.wrap("; ".join(cause.graph.picture(node).lines()), "  ")
    lines += ["", *console.wrap(_in_short(cause)), ""]
    spare = [*cause.other_actions, *cause.other_events]
    if spare:
        lines += console.wrap("Not needed (any one of these may be left out): " + "; ".join(spare) + ".")
    return "\n".join(lines).rstrip()


def _list(title: str, sentences: list[str]) -> list[str]:
    lines = [line for sentence in sentences for line in screen.here().wrap(sentence, "  ")]
    return ["", title, "", *lines] if sentences else []


def _in_short(cause: Cause) -> str:
    passes = " and one in which ".join(cause.situations)
    through = f" passes a state in which {passes}, and" if passes else ""
    needs = ", ".join(cause.needed_actions)
    events = ", ".join(cause.needed_events) or f"each of {needs}"
    without = f" Without any one of {needs}, none does." if cause.needed_events else ""
    return f"In short: every run that breaks it{through} needs {events}.{without}"
