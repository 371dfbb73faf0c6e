"""`tidemark minimize`: the smallest bounds, and the plainest run, at which a promise fails."""

from __future__ import annotations

import argparse
import textwrap

from tabulate import tabulate

from checker.analyses import minimal
from checker.commands import options as shared
from checker.runs import files
from checker.runs.results import Limits
from checker.telling.explanation import explain
from checker.views import terminal
from checker.views.console import progress_line


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_own_promises(parser)
    parser.add_argument("--promise", required=True, metavar="NAME", help="the promise to break")
    parser.add_argument(
        "--engine",
        default="native",
        choices=("native", "smt"),
        help="smt: for bounds at which no enumeration ends (default: native)",
    )
    parser.add_argument(
        "--max-states",
        type=shared.positive,
        metavar="N",
        help="native: give up a search after so many states",
    )
    parser.add_argument(
        "--max-length",
        type=shared.positive,
        metavar="N",
        help="smt: look at runs of up to so many states (24)",
    )
    parser.add_argument(
        "--seconds",
        type=shared.seconds,
        metavar="S",
        help="smt: how long for each question to z3 (default: no limit)",
    )
    parser.add_argument("--output", metavar="PATH", help="write the trace file")


def run(options: argparse.Namespace) -> int:
    """Minimize; 1, since a promise is violated."""
    protocol = shared.protocol_of(options)
    exchanged = shared.exchanged_of(protocol, options.exchanged)
    with progress_line() as report:
        if options.engine == "smt":
            engine = minimal.smt(options.max_length, options.seconds, report)
        else:
            engine = minimal.native(Limits(max_states=options.max_states), report)
        found = minimal.smallest(protocol, options.promise, shared.bounds_of(options), exchanged, engine)
    names = [bound.name for bound in minimal.lowered(protocol.family)]
    otherwise = "holds" if found.within is None else f"not within {found.within}"
    rows = [[*(bounds[name] for name in names), length or otherwise] for bounds, length in found.tried]
    print(tabulate(rows, [*names, "breaks after"], tablefmt="simple"))
    print()
    print(terminal.story(explain(found.run)))
    print()
    print("\n".join(textwrap.wrap(minimal.in_which_sense(found), 100)))
    if options.output:
        files.save(found.run, options.output)
    return 1
