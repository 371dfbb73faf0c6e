"""`tidemark replay`: run a counterexample again, step by step."""

from __future__ import annotations

import argparse
import sys

import impl
from checker.analyses.replay import replay
from checker.commands.shared import options as shared
from checker.engines import reference
from checker.runs import files, steps
from checker.runs.files import read_json
from checker.runs.itf import from_itf, is_itf, save_itf
from checker.runs.results import Run, Step
from checker.telling.comparison import same_events
from checker.telling.explanation import explain
from checker.views import markdown, page, terminal
from spec.differences import changes
from spec.machine import Instance


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="a trace, as Tidemark's JSON or as ITF")
    parser.add_argument(
        "--interactive", action="store_true", help="offer the enabled actions at each step, and take one"
    )
    shared.add_own_promises(parser)
    shown = parser.add_argument_group("how it is shown")
    shown.add_argument("--fields", action="store_true", help="each step with the fields that it changed")
    shown.add_argument(
        "--table", action="store_true", help="each step as a row, beside each other what every node holds"
    )
    shown.add_argument("--markdown", metavar="PATH", help="write Markdown with a sequence diagram")
    shown.add_argument("--html", metavar="PATH", help="write a page to step through, which needs no network")
    shown.add_argument("--itf", metavar="PATH", help="write ITF, for the viewers of Apalache and Quint")
    shown.add_argument("--json", metavar="PATH", help="write Tidemark's own trace file")
    shown.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="PROTOCOL",
        help="on the page, beside it: the same events under another protocol; may be repeated",
    )


def run(options: argparse.Namespace) -> int:
    """Replay the file; 0 if it replays and its promise fails at the end."""
    data = read_json(options.file)
    trace = (from_itf if is_itf(data) else files.from_json)(data, options.file, shared.own_promises(options))
    if options.interactive:
        return _interactive(trace)
    replay(trace, options.file)
    _view(trace, options)
    print(f"\n{trace.length} states replayed; the last one breaks {trace.promise}, as the file claims.")
    return 0


def _view(trace: Run, options: argparse.Namespace) -> None:
    told = explain(trace)
    if options.fields:
        print(steps.numbered_steps(trace))
    elif options.table:
        print(terminal.table(told, color=sys.stdout.isatty()))
    else:
        print(terminal.story(told))
    if options.markdown:
        files.write_text(markdown.markdown(told), options.markdown)
    if options.html or options.against:
        others = [same_events(trace, impl.protocol(name)) for name in options.against]
        files.write_text(page.page([told, *others]), options.html or "tidemark.html")
    if options.itf:
        save_itf(trace, options.itf)
    if options.json:
        files.save(trace, options.json)


def _interactive(trace: Run) -> int:
    """Let a person choose each action; the file's own next one is the one that Enter takes."""
    machine, steps = trace.machine, trace.steps[:1]
    print("Enter takes the step of the file, a number another one; b goes back, q ends.")
    while True:
        offered = list(reference.successors(machine, steps[-1].state))
        own = _own_step(trace, steps, [instance for instance, _ in offered])
        _show(trace, steps, [instance for instance, _ in offered], own)
        answer = _ask()
        if answer == "q":
            return 0
        if answer == "b":
            steps = steps[:-1] or steps
            continue
        choice = own if answer == "" else (int(answer) - 1 if answer.isdecimal() else None)
        if choice is None or not 0 <= choice < len(offered):
            print("there is no such choice")
            continue
        steps = [*steps, Step(*offered[choice])]


def _own_step(trace: Run, steps: list[Step], offered: list[Instance]) -> int | None:
    """Which of the offered actions the file takes next, as long as its states were followed."""
    number = len(steps)
    if steps != trace.steps[:number] or number >= trace.length:
        return None
    wanted = trace.steps[number].instance
    return offered.index(wanted) if wanted in offered else None


def _show(trace: Run, steps: list[Step], offered: list[Instance], own: int | None) -> None:
    machine = trace.machine
    state = machine.decode(steps[-1].state)
    print(f"\nstep {len(steps)}: {steps[-1].instance or 'the initial state'}")
    if len(steps) > 1:
        for change in changes(machine.type, machine.decode(steps[-2].state), state):
            print(f"    {change}")
    for name in sorted(reference.broken_promises(machine, steps[-1].state)[0]):
        print(f"    this state breaks {name}")
    for number, instance in enumerate(offered, 1):
        print(f"{'→' if number - 1 == own else ' '} {number:>3}  {instance}")
    if not offered:
        print("    no action is enabled")


def _ask() -> str:
    print("> ", end="", flush=True)
    line = sys.stdin.readline()
    return line.strip() if line else "q"
