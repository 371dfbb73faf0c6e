"""`tidemark fuzz`: look for violations by random walks, at bounds where no enumeration ends."""

from __future__ import annotations

import argparse

from checker.commands.shared import engine_options, found
from checker.commands.shared import options as shared
from checker.engines.engine import choose
from checker.engines.random import WALKERS
from checker.views.console import progress_line, result_table


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_promises(parser)
    engine_options.add_engines(parser, WALKERS)
    found.add_options(parser)


def run(options: argparse.Namespace) -> int:
    """Walk, and print the result; 1 if a promise is violated, else 3, since random walks prove nothing."""
    machine = shared.machine_of(options)
    request = engine_options.request_of(options)
    walker = choose(WALKERS, options.engine, request)
    with progress_line() as report:
        result = walker.search(machine, request, report)
    print(result_table(result, coverage=False))
    _, problem = found.counterexamples(result, options)
    for name, verdict in result.promises.items():
        if verdict.run and not verdict.is_shrunk:
            print(f"{name}: no run is shorter, by exhaustive search")
    if problem:
        raise problem
    return result.exit_status
