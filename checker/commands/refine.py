"""`tidemark refine`: check that every step of a detailed machine is, seen through a map, a step of an abstract one."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import Any

from tidemark.checker import engines
from tidemark.checker.analyses.refinement import Refinement, RefinementResult, refine
from tidemark.checker.commands.shared import engine_options, junit, output, violations
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.runs.steps import numbered_steps
from tidemark.checker.user_files import refinement_maps
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.views.console import progress_line
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.machine import Machine


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "protocol", metavar="CONCRETE", help="the detailed machine: a protocol, or a file of yours"
    )
    parser.add_argument("abstract", metavar="ABSTRACT", help="the abstract one, which it is to refine")
    shared.add_exchange(parser, "take one rule of CONCRETE from another protocol; may be repeated")
    help_of_map = "the map from its states to abstract ones: map.py, map.py:name, or a module"
    parser.add_argument("--map", required=True, metavar="MAP.py", help=help_of_map)
    help_of_start = (
        "initial states may be mapped to any states that ABSTRACT reaches, not to initial ones alone"
    )
    parser.add_argument("--reachable-start", action="store_true", help=help_of_start)
    parser.set_defaults(bounds=True, protocols=2)
    engine_options.add_engines(parser, engines.ENGINES)
    output.add_json(parser)
    junit.add(parser, "the verdicts")
    violations.add_options(parser)


def run(options: argparse.Namespace) -> int:
    """Check the refinement, and print the result."""
    refinement = Refinement(*_machines(options), refinement_maps.load(options.map))
    for path in (options.json, options.junit):
        output.require_writable(path)
    alone = output.alone(options, ("json", "junit"))
    try:
        with progress_line() as report:
            request = engine_options.request_of(options)
            found = refine(
                refinement, options.engine, request, report, reachable_start=options.reachable_start
            )
    except ModelError as error:
        run_to_it = getattr(error, "run", None)
        details = f"The run to it:\n{numbered_steps(run_to_it)}" if run_to_it else ""
        print(f"tidemark: {error}\n{details}".rstrip(), file=sys.stderr)
        junit.write_mistake(options.command_line, error, details)
        return 2
    from tidemark.checker.views import refinement as view

    if not alone:
        print(view.describe(found, options.map, options.fields))
    path = _save(found, options, quiet=bool(alone))
    output.write_json(options.json, view.as_json(found, options.map, path))
    if options.junit:
        output.write(options.junit, view.junit(found, options.map, junit.command_line(options)))
    return found.exit_status


def _machines(options: argparse.Namespace) -> tuple[Machine, Machine]:
    """Both machines. A bound counts for each that has it, unless it is one of the abstract machine alone.

    Raises:
        UsageError: an unknown name, or a bound out of its range.
    """
    concrete, abstract = find_protocol(options.protocol), find_protocol(options.abstract)
    common, own = shared.bounds_of(options), shared.bounds_of(options, shared.ABSTRACT)
    exchanged = shared.exchanged_of(concrete, options.exchanged)
    detailed = concrete.machine(_bounds_for(concrete, common), exchanged)
    return detailed, abstract.machine(_bounds_for(abstract, {**common, **own}))


def _bounds_for(protocol: Protocol, bounds: dict[str, Any]) -> dict[str, Any]:
    """Those of the bounds that a protocol has."""
    names = {bound.name for bound in protocol.bounds}
    return {name: value for name, value in bounds.items() if name in names}


def _save(found: RefinementResult, options: argparse.Namespace, quiet: bool) -> str | None:
    """Write the run to a step without a counterpart; gives its file, if it could be written."""
    if found.run is None:
        return None
    from tidemark.checker.runs import files, trace_names

    named = replace(found.run, promise=f"refines-{found.refinement.abstract.name}")
    path, written = trace_names.path_of(named, options.traces), list[str]()
    with output.noting_write_errors(": name another place with --traces"):
        files.save(found.run, path)
        written.append(str(path))
    if written and not quiet:
        print(f"\nagain: tidemark replay {shared.replay_arguments(path, found.run.machine, None)}")
    return next(iter(written), None)
