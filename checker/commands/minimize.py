"""`tidemark minimize`: look for the smallest bounds, and the plainest run, at which a promise fails."""

from __future__ import annotations

import argparse
from typing import Any

from tidemark.checker.analyses import minimal
from tidemark.checker.commands.shared import engine_options, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines import smt
from tidemark.checker.engines.engine import MAX_MEMORY, MAX_STATES, SECONDS, Choice, SearchRequest, choose
from tidemark.checker.runs import files
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import screen, terminal
from tidemark.checker.views.console import progress_line

_OF_SMT = (smt.MAX_LENGTH, SECONDS, smt.QUESTION_SECONDS)
ENGINES = {
    "native": Choice(name="native", options=(MAX_STATES, MAX_MEMORY, SECONDS)),
    "smt": Choice(name="smt", options=_OF_SMT, reasons=smt.ENGINE.reasons),
}
"""The engines that can look for the smallest bounds, with the options that apply here."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_own_promises(parser)
    parser.add_argument("--promise", required=True, metavar="NAME", help="the promise to break")
    engine_options.add_engines(parser, ENGINES)
    parser.add_argument("--output", metavar="PATH", help="write the trace file")
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Minimize; 1 where the promise is violated, 0 where it holds, 3 where a limit came first."""
    request = engine_options.request_of(options)
    engine = choose(ENGINES, options.engine, request)
    request = engine.with_defaults(request)
    with output.document(options) as document:
        smallest = _minimize(options, engine, request)
        document.data = _as_json(options.promise, smallest)
        _print_smallest(smallest, options.promise, options.output)
    return 3 if smallest.stopped else 1 if smallest.run else 0


def _minimize(options: argparse.Namespace, engine: Choice, request: SearchRequest) -> minimal.Smallest:
    protocol = shared.protocol_of(options)
    exchanged = shared.exchanged_of(protocol, options.exchanged)
    with progress_line() as report:
        if engine.name == "smt":
            finder = minimal.smt(request["max-length"], request["question-seconds"], report, request.limits)
        else:
            finder = minimal.native(request.limits, report)
        bounds = shared.bounds_of(options)
        return minimal.smallest(protocol, options.promise, bounds, exchanged, finder)


def _as_json(promise: str, smallest: minimal.Smallest) -> dict[str, Any]:
    return {
        "promise": promise,
        "tried": [{"bounds": bounds, "length": length} for bounds, length in smallest.tried],
        "within": smallest.within,
        "trace": files.to_json(smallest.run) if smallest.run else None,
        "stopped": smallest.stopped,
    }


def _print_smallest(smallest: minimal.Smallest, promise: str, path: str | None) -> None:
    """Print what was tried and the run, and write its trace file."""
    if not smallest.run and not smallest.stopped:
        print(screen.here().paragraph(f"{promise} holds at these bounds: there is nothing to minimize"))
        return
    first_bounds = smallest.tried[0][0] if smallest.tried else {}
    names = [name for name in first_bounds if len({bounds[name] for bounds, _ in smallest.tried}) > 1]
    otherwise = "holds" if smallest.within is None else f"not within {smallest.within}"
    rows = [[*(str(tried[name]) for name in names), str(n or otherwise)] for tried, n in smallest.tried]
    print(screen.here().table(rows, [*names, "breaks after"], ("right",) * len(names) + ("left",)) + "\n")
    if smallest.run:
        print(terminal.story(explain(smallest.run)) + "\n")
        if path:
            with output.noting_write_errors():
                files.save(smallest.run, path)
    if smallest.stopped:
        less = "smaller bounds, or a plainer run, may break it too"
        open_question = less if smallest.run else "it may break or hold"
        print(screen.here().paragraph(f"incomplete: {smallest.stopped}; {open_question}"))
    else:
        print(screen.here().paragraph(minimal.in_which_sense(smallest)))
