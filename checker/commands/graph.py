"""`tidemark graph`: write the state graph, or the part of it around a run, as DOT or GraphML."""

from __future__ import annotations

import argparse

from checker.analyses.graph import around, dot, graphml, labelled, state_graph
from checker.commands import why
from checker.commands.shared import options as shared
from checker.engines.amounts import natural
from checker.engines.bookkeeping import OutOfTime
from checker.runs import files
from checker.runs.results import Clock, Limits
from checker.views.console import progress_line
from spec.errors import UsageError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    why.arguments(parser)
    parser.add_argument("--format", choices=("dot", "graphml"), default="dot", help="default: dot")
    parser.add_argument("--output", metavar="PATH", help="where to write it (default: standard output)")
    parser.add_argument("--around", metavar="FILE", help="only what is near the run of a trace file")
    parser.add_argument(
        "--distance",
        type=natural,
        metavar="N",
        help="how many steps from the run (default: 1)",
    )
    parser.add_argument(
        "--every-number", action="store_true", help="keep states apart that differ only in the numbers of ids"
    )


def run(options: argparse.Namespace) -> int:
    """Write the graph, or the part of it that was built where the time was over first: then 3."""
    limits, clock = Limits(seconds=options.seconds), Clock()
    try:
        return _write(options, limits, clock)
    except OutOfTime as over:
        return why.incomplete(over)


def _write(options: argparse.Namespace, limits: Limits, clock: Clock) -> int:
    if options.distance is not None and not options.around:
        raise UsageError("--distance counts from the run of --around FILE: name one")
    if options.around:
        if shared.bounds_of(options) or options.exchanged:
            raise UsageError("--around takes the bounds and rules from its file: leave them out")
        protocol = shared.protocol_named(options.protocol)
        trace = files.load(options.around, shared.own_promises(options), protocol.source)
        machine, promise = trace.machine, trace.promise
        if (machine.protocol, promise) != (protocol.name, options.promise):
            raise UsageError(
                f"{options.around} is a run of {machine.protocol} that breaks {promise}: name those"
            )
    else:
        machine, promise = why.machine_of(options, limits, clock), options.promise
    with progress_line() as report:
        symmetric = not options.every_number
        found = state_graph(machine, promise, options.max_states, symmetric, None, report, limits, clock)
    distance = 1 if options.distance is None else options.distance
    nodes = around(found, trace, distance) if options.around else None
    text = {"dot": dot, "graphml": graphml}[options.format](labelled(found, nodes))
    if options.output:
        files.write_text(text, options.output)
    else:
        print(text, end="")
    return why.incomplete(f"{found.stopped}: this is a part of the graph") if found.stopped else 0
