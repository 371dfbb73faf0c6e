"""`tidemark fuzz`: look for violations by random walks, at bounds where no enumeration ends."""

from __future__ import annotations

import argparse

from tidemark.checker.commands.shared import engine_options, output, violations
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines.engine import choose
from tidemark.checker.engines.walkers import WALKERS
from tidemark.checker.views import screen
from tidemark.checker.views.console import progress_line, result_table


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_promises(parser)
    engine_options.add_engines(parser, WALKERS)
    output.add_json(parser)
    violations.add_options(parser)


def run(options: argparse.Namespace) -> int:
    """Walk, and print the result; 1 if a promise is violated, else 3, since random walks prove nothing."""
    whole = shared.whole_machine_of(options)
    machine = whole.only(*options.promise) if options.promise else whole.by_default.about_states()
    request = engine_options.request_of(options)
    walker = choose(WALKERS, options.engine, request)
    with output.document(options) as document:
        with progress_line() as report:
            result = walker.search(machine, request, report)
        print(result_table(result, coverage=False))
        for promise in () if options.promise else whole.by_default.temporal:
            about = "which is about runs that do not end: `tidemark check` knows such promises"
            screen.print_indented(f"not checked: {promise.name}, {about}")
        paths = violations.counterexamples(result, options)
        document.data = violations.as_json(result, paths)
        for name, verdict in result.promises.items():
            if verdict.run and verdict.minimality == "shortest":
                print(f"{name}: no run is shorter, by exhaustive search")
    return result.exit_status
