"""`tidemark graph`: write the state graph, or the part of it around a run, as DOT or GraphML."""

from __future__ import annotations

import argparse
from typing import Any

from tidemark.base.errors import UsageError, escape_text
from tidemark.base.files import write_text
from tidemark.checker.analyses.graph import RunGraph, around, dot, graphml, label_graph, state_graph
from tidemark.checker.commands import why
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import output
from tidemark.checker.engines.amounts import natural
from tidemark.checker.engines.bookkeeping import OutOfTime
from tidemark.checker.runs import files
from tidemark.checker.runs.results import Clock, Limits
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.views.console import progress_line

FORMATS = {"dot": dot, "graphml": graphml}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    why.arguments(parser)
    parser.add_argument("--format", choices=tuple(FORMATS), help="default: dot")
    parser.add_argument("--output", metavar="PATH", help="where to write it (default: standard output)")
    parser.add_argument("--around", metavar="FILE", help="only what is near the run of a trace file")
    parser.add_argument(
        "--distance", type=natural, metavar="N", help="how many steps from the run (default: 1)"
    )
    parser.add_argument(
        "--every-number", action="store_true", help="keep states apart that differ only in the numbers of ids"
    )


def run(options: argparse.Namespace) -> int:
    """Write the graph; 3 if the time was over first, and only the part that was built is written."""
    shared.require_promise(options)
    output.alone(options, ["json"], [] if options.output else ["format"])
    limits, clock = Limits(seconds=options.seconds), Clock()
    with output.document(options) as document:
        empty: dict[str, Any] = {"nodes": [], "edges": [], "stopped": None}
        document.data = {"protocol": options.protocol, "promise": options.promise, **empty}
        try:
            return _write(options, limits, clock, document.data)
        except OutOfTime as over:
            document.data["stopped"] = str(over)
            return why.incomplete(over)


def _write(options: argparse.Namespace, limits: Limits, clock: Clock, data: dict[str, Any]) -> int:
    """Write the file, and note the same in `data`."""
    if options.distance is not None and not options.around:
        raise UsageError("--distance counts from the run of --around FILE: name one")
    if options.around:
        if shared.bounds_of(options) or options.exchanged:
            raise UsageError("--around takes the bounds and rules from its file: leave them out")
        protocol = find_protocol(options.protocol)
        trace = files.load(options.around, shared.own_promises(options), protocol.source)
        machine, promise = trace.machine, trace.promise
        if (machine.protocol, promise) != (protocol.name, options.promise):
            raise UsageError(
                f"{options.around} is a run of {machine.protocol} that breaks {promise}: name those"
            )
    else:
        machine, promise = why.machine_of(options, limits, clock), options.promise
    with progress_line() as report:
        renames = not options.every_number
        whole_graph = state_graph(machine, promise, options.max_states, renames, None, report, limits, clock)
    distance = 1 if options.distance is None else options.distance
    nodes = around(whole_graph, trace, distance) if options.around else None
    graph = label_graph(whole_graph, nodes)
    rendering = escape_text(FORMATS[options.format or "dot"](graph))
    data |= _as_json(whole_graph, graph)
    if options.output:
        with output.noting_write_errors():
            write_text(rendering, options.output)
    else:
        print(rendering, end="")
    return why.incomplete(f"{whole_graph.stopped}: this is a part of the graph") if whole_graph.stopped else 0


def _as_json(whole_graph: RunGraph, graph: Any) -> dict[str, Any]:
    machine, edges = whole_graph.machine, whole_graph.graph.edges
    return {
        "protocol": machine.name,
        "bounds": dict(machine.bounds),
        "nodes": [
            {"id": node, "kind": kind, "state": machine.type.show(machine.decode(whole_graph.states[node]))}
            for node, kind in graph.nodes(data="kind")
        ],
        "edges": [
            {"source": a, "target": b, "actions": [str(step.instance) for step in edges[a, b]["ways"]]}
            for a, b in graph.edges
        ],
        "stopped": whole_graph.stopped,
    }
