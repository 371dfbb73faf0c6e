"""`tidemark check`: check a protocol's promises at given bounds."""

from __future__ import annotations

import argparse
import sys

from tidemark.base.errors import printable
from tidemark.checker import engines
from tidemark.checker.analyses import doubts
from tidemark.checker.commands.shared import distinct_runs, engine_options, junit, output, violations
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.runs.steps import numbered_steps
from tidemark.checker.views import screen
from tidemark.checker.views.console import progress_line, result_table, verdict_lines
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.machine import Machine, OutOfRange


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_promises(parser)
    shared.add_constraint(parser)
    shared.add_fairness(parser)
    engine_options.add_engines(parser, engines.ENGINES)
    output.add_json(parser)
    junit.add(parser, "the verdicts")
    violations.add_options(parser)
    violations.add_pages(parser)
    distinct_runs.add(parser)
    parser.add_argument("--quiet", action="store_true", help="print the verdicts alone, a line each")
    help_of_needs = "say which fairness each promise about runs needs: it is taken away part by part"
    parser.add_argument("--needs", action="store_true", help=help_of_needs)
    parser.add_argument("--coverage", action="store_true", help="show how often each action was enabled")


def run(options: argparse.Namespace) -> int:
    """Check, and print the result."""
    machine = shared.machine_under_check(options, options.constraint)
    for path in (options.json, options.junit):
        output.require_writable(path)
    alone = output.alone(options, ("json", "junit"))
    request = engine_options.request_of(options)
    try:
        with progress_line() as report:
            result = doubts.search(machine, options.engine, request, report)
    except OutOfRange as error:
        print(f"tidemark: {error}", file=sys.stderr)
        run_to_it = f"The run to it:\n{numbered_steps(error.run)}" if error.run else ""
        print(run_to_it, end="\n" if run_to_it else "", file=sys.stderr)
        junit.write_mistake(options.command_line, error, run_to_it)
        return 2
    to_print = "" if alone else "verdicts" if options.quiet else "all"
    if to_print:
        print(verdict_lines(result) if options.quiet else result_table(result, options.coverage))
        if to_print == "all" and not options.promise:
            _print_unchecked_promises(machine)
        if not result.complete and (workdir := request.given.get("workdir")):
            screen.print_indented(
                f"{printable(str(workdir))} keeps the levels so far: with --resume the same command goes on"
            )
    paths = violations.counterexamples(result, options, quiet=to_print != "all")
    run_lists = None
    if options.runs and not result.interrupted:
        run_lists = distinct_runs.RunLists(result, options, request.limits, to_print != "all").show(paths)
    if options.needs and not alone:
        _print_needs(machine)
    output.write_json(options.json, violations.as_json(result, paths, run_lists))
    if options.junit:
        from tidemark.checker.views.junit import report as junit_report

        replays = {
            name: f"tidemark replay {shared.replay_arguments(path, result.machine, options.promises)}"
            for name, path in paths.items()
        }
        output.write(options.junit, junit_report(result, junit.command_line(options), replays))
    return result.exit_status


def _print_needs(machine: Machine) -> None:
    from tidemark.checker.analyses.fairness import needs
    from tidemark.checker.views import fairness

    if machine.temporal:
        print("\n" + fairness.table(needs(machine)))


def _print_unchecked_promises(machine: Machine) -> None:
    promises_by_reason: dict[str, list[str]] = {}
    for promise in family_of(machine).promises:
        if promise.only_named:
            promises_by_reason.setdefault(promise.only_named, []).append(promise.name)
    for reason, promises in promises_by_reason.items():
        *most, last = promises
        unchecked = f"{', '.join(most)} and {last}" if most else last
        by = "NAME` checks one" if most else f"{last}` checks it"
        screen.print_indented(f"not checked: {unchecked}, {reason} (`--promise {by})")
