"""`tidemark explore`: walk through a machine in the browser: what can happen, what can't and why."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from pathlib import Path

from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.events import Elsewhere
from tidemark.checker.analyses.replay import replay
from tidemark.checker.analyses.scenario import play
from tidemark.checker.commands.shared import engine_options, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared.recipes import recipe_of
from tidemark.checker.engines.amounts import natural, positive
from tidemark.checker.engines.engine import Option
from tidemark.checker.explorer.log_run import LoggedRun, explain_log
from tidemark.checker.explorer.page import whole_page
from tidemark.checker.explorer.server import serving
from tidemark.checker.explorer.session import ExplorerSession
from tidemark.checker.runs import files, scenarios
from tidemark.checker.runs.itf import from_itf, is_itf
from tidemark.checker.runs.results import Limits, Run
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.validation.loading import read_log
from tidemark.checker.validation.verdicts import MAX_STATES
from tidemark.spec.machines.machine import Machine

LAST_PORT = 65_535
LIMIT = 10_000
"""States of a space that is put into a file, or whose violations are measured from each state."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser, "; or a trace, as run.json; or a scenario, by its name or file")
    shared.add_promises(parser)
    shared.add_from(parser, "the file that has the machine, where a trace or scenario names one of yours")
    parser.add_argument(
        "--html", metavar="FILE", help="write one page with all states, which needs no server"
    )
    help_of_limit = f"the most states of such a page, or whose violations are measured (default: {LIMIT:,})"
    engine_options.add_option(parser, Option("max-states", help_of_limit, positive, "N", LIMIT))
    parser.add_argument(
        "--against", metavar="PROTOCOL", help="another protocol that takes the same steps beside it"
    )
    log = parser.add_argument_group("a log beside the run that explains it, as for `tidemark validate`")
    shared.add_repeated(log, "--log", "FILE", "may be repeated")
    log.add_argument("--map", metavar="FILE.py", help="what the events are in the model, an EventMap")
    parser.add_argument("--port", type=natural, default=0, metavar="N", help="default: a free one")
    parser.add_argument("--no-browser", action="store_true", help="print the address, and open nothing")


def run(options: argparse.Namespace) -> int:
    """Serve the explorer until the command is ended, or write it to a file."""
    begin, log, machine = _resolve_start(options)
    if options.port > LAST_PORT:
        raise UsageError(f"--port {options.port}: a port is at most {LAST_PORT:,}")
    output.require_writable(options.html)
    if options.html and (options.against or log):
        raise UsageError("--html writes one machine alone: leave out --against and --log")
    against = Elsewhere.of(machine, find_protocol(options.against)) if options.against else None
    session = ExplorerSession(machine, options.max_states, against, log)
    path = session.path_of_run(begin.steps) if begin else ()
    if options.html:
        output.write(options.html, whole_page(session, options.max_states, path), announce=True)
        return 0
    with serving(session, options.port) as (address, server):
        address += f"#{'.'.join(map(str, path))}" if path else ""
        print(f"{machine.name} is explored at {address}\nCtrl-C ends it.", flush=True)
        has_desktop = (
            sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        )
        if not options.no_browser and sys.stdout.isatty() and has_desktop:
            webbrowser.open(address)
        server.serve_forever(poll_interval=0.1)
    return 0


def _resolve_start(options: argparse.Namespace) -> tuple[Run | None, LoggedRun | None, Machine]:
    """The run at whose end it begins, the log of that run, and the machine.

    Raises:
        UsageError: there is none, or the run is not possible, or no run explains the log.
    """
    word = options.protocol
    if bool(options.log) != bool(options.map):
        raise UsageError("a log has a map: give both --log and --map")
    if word.endswith((".json", ".toml")) or word in impl.scenarios():
        if shared.bounds_of(options) or options.exchanged or options.promise:
            raise UsageError(f"{word} says its machine itself: leave out bounds, --with and --promise")
        if options.log:
            raise UsageError(f"{word} is a run already: a log has its own, name the machine")
        run = _run_of(word, options)
        return run, None, run.machine
    if options.source:
        raise UsageError("--from is for a trace or a scenario: name the file itself")
    if options.log:
        if options.promise:
            raise UsageError("--promise is not for a log: its run may break any")
        validator = recipe_of(options, "native", Limits(max_states=MAX_STATES)).validator()
        events = [event for file in options.log for event in read_log(validator.file.map, file)]
        log = explain_log(validator, events)
        return log.run, log, log.run.machine.by_default
    machine = shared.whole_machine_of(options)
    return None, None, machine.with_promises(*options.promise) if options.promise else machine.by_default


def _run_of(word: str, options: argparse.Namespace) -> Run:
    """The run of a trace or a scenario.

    Raises:
        UsageError: there is none, or it is not possible.
    """
    machines, promises = shared.source_of(options), shared.own_promises(options)
    if word.endswith(".json"):
        data = files.read_json(word)
        trace = (from_itf if is_itf(data) else files.from_json)(data, word, promises, machines)
        replay(trace, word)
        return trace
    file = Path(word) if word.endswith(".toml") else impl.scenarios()[word]
    return play(scenarios.load(file, machines, promises)).run
