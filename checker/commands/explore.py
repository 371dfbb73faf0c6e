"""`tidemark explore`: walk through a machine in the browser: what can happen, what can't and why."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from pathlib import Path

from tidemark import impl
from tidemark.checker.analyses.replay import replay
from tidemark.checker.analyses.scenario import play
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import output
from tidemark.checker.engines.amounts import natural, positive
from tidemark.checker.explorer.page import whole
from tidemark.checker.explorer.server import serving
from tidemark.checker.explorer.session import Session
from tidemark.checker.runs import files, scenarios
from tidemark.checker.runs.itf import from_itf, is_itf
from tidemark.checker.runs.results import Run
from tidemark.spec.errors import UsageError, printable

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
    parser.add_argument(
        "--max-states",
        type=positive,
        default=LIMIT,
        metavar="N",
        help=f"the most states of such a page, or whose violations are measured (default: {LIMIT:,})",
    )
    parser.add_argument("--port", type=natural, default=0, metavar="N", help="default: a free one")
    parser.add_argument("--no-browser", action="store_true", help="print the address, and open nothing")


def run(options: argparse.Namespace) -> int:
    """Serve the explorer until the command is ended, or write it to a file."""
    word, begin = options.protocol, None
    if word.endswith((".json", ".toml")) or word in impl.scenarios():
        if shared.bounds_of(options) or options.exchanged or options.promise:
            raise UsageError(f"{word} says its machine itself: leave out bounds, --with and --promise")
        begin = _run_of(word, options)
        machine = begin.machine
    else:
        if options.source:
            raise UsageError("--from is for a trace or a scenario: name the file itself")
        machine = shared.whole_machine_of(options)
        machine = machine.with_promises(*options.promise) if options.promise else machine.by_default
    if options.port > LAST_PORT:
        raise UsageError(f"--port {options.port}: a port is at most {LAST_PORT:,}")
    output.require_writable(options.html)
    session = Session(machine, options.max_states)
    path = session.path_of(begin.steps) if begin else ()
    if options.html:
        output.write(options.html, whole(session, options.max_states, path))
        if options.html != "-":
            print(f"written to {printable(options.html)}")
        return 0
    with serving(session, options.port) as (address, server):
        address += f"#{'.'.join(map(str, path))}" if path else ""
        print(f"{machine.name} is explored at {address}\nCtrl-C ends it.", flush=True)
        if not options.no_browser and _has_browser():
            webbrowser.open(address)
        server.serve_forever(poll_interval=0.1)
    return 0


def _has_browser() -> bool:
    """Whether a person sits here, in whose desktop a browser opens."""
    return sys.stdout.isatty() and (
        sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    )


def _run_of(word: str, options: argparse.Namespace) -> Run:
    """The run of a trace or a scenario.

    Raises:
        UsageError: there is none, or it is not possible.
    """
    machines, own = shared.source_of(options), shared.own_promises(options)
    if word.endswith(".json"):
        data = files.read_json(word)
        trace = (from_itf if is_itf(data) else files.from_json)(data, word, own, machines)
        replay(trace, word)
        return trace
    file = Path(word) if word.endswith(".toml") else impl.scenarios()[word]
    return play(scenarios.load(file, machines, own)).run
