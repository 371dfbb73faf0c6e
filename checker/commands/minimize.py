"""`tidemark minimize`: the smallest bounds, and the plainest run, at which a promise fails."""

from __future__ import annotations

import argparse
import textwrap

from tabulate import tabulate

from checker import traces
from checker.commands import options as shared
from checker.results import Limits
from checker.traces.explanation import explain
from checker.traces.minimal import ORDER, in_which_sense, native_search, smallest
from checker.views import terminal


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    parser.add_argument("--promise", required=True, metavar="NAME", help="the promise to break")
    parser.add_argument("--max-states", type=int, metavar="N", help="give up a search after this many states")
    parser.add_argument("--output", metavar="PATH", help="write the trace file")


def run(options: argparse.Namespace) -> int:
    """Minimize; 1, since a promise is violated."""
    protocol = shared.protocol_of(options)
    exchanged = shared.exchanged_of(protocol, options.exchanged)
    search = native_search(Limits(max_states=options.max_states))
    found = smallest(protocol, options.promise, shared.bounds_of(options), exchanged, search)
    names = [name for name in ORDER if name in found.run.machine.bounds]
    rows = [[*(bounds[name] for name in names), length or "holds"] for bounds, length in found.tried]
    print(tabulate(rows, [*names, "breaks after"], tablefmt="simple"))
    print()
    print(terminal.story(explain(found.run)))
    print()
    print("\n".join(textwrap.wrap(in_which_sense(found), 100)))
    if options.output:
        traces.save(found.run, options.output)
    return 1
