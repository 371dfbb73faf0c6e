"""`tidemark replay`: run a counterexample again, step by step."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tidemark import impl
from tidemark.checker.analyses.replay import replay
from tidemark.checker.analyses.scenario import play
from tidemark.checker.commands.shared import on_system, output, schedules
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import views as shared_views
from tidemark.checker.engines import reference
from tidemark.checker.runs import files, scenarios
from tidemark.checker.runs.files import read_json
from tidemark.checker.runs.itf import from_itf, is_itf
from tidemark.checker.runs.results import Run, Step
from tidemark.checker.telling.comparison import same_events
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import VIEWS, screen
from tidemark.checker.views.view import View
from tidemark.spec.differences import changes
from tidemark.spec.errors import UsageError, printable
from tidemark.spec.machine import Instance


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a trace, as Tidemark's JSON or as ITF; with --on a scenario too, by name or file, or a schedule",
    )
    parser.add_argument(
        "--interactive", action="store_true", help="offer the enabled actions at each step, and take one"
    )
    shared.add_own_promises(parser)
    shared.add_from(parser, "the file that has the machine, where the trace names one of yours")
    shown = shared_views.add_views(parser, VIEWS)
    beside = " and ".join(f"--{view.name}" for view in VIEWS if view.beside)
    shown.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="PROTOCOL",
        help=f"with {beside}: beside it, the same events under another protocol; may be repeated",
    )
    on_system.add(parser)


def run(options: argparse.Namespace) -> int:
    """Replay the file; 0 if it replays and its promise fails at the end, on the real system too if one is named."""
    on_system.require_on(options)
    asked = [view for view in VIEWS if getattr(options, view.name)]
    if options.on and (options.interactive or options.against):
        other = "interactive" if options.interactive else "against"
        raise UsageError(f"--on takes the steps of the file: leave out --{other}")
    if options.interactive and (asked or options.against):
        other = asked[0].name if asked else "against"
        raise UsageError(f"--interactive shows the run by itself: leave out --{other}")
    if options.against and not any(view.beside for view in asked):
        raise UsageError("--against is for a page: name one with --html PATH")
    if again := [name for name in options.against if options.against.count(name) > 1]:
        raise UsageError(f"--against {again[0]} is given twice")
    if options.on and schedules.is_one(options):
        return schedules.play(options, asked)
    trace = _scenario(options) or _trace(options)
    if options.interactive:
        return _interactive(trace)
    if options.on:
        return _on_the_real_system(options, trace, asked)
    with output.silent(shared_views.alone(options, asked) is not None):
        explanations = [
            explain(trace),
            *(same_events(trace, shared.protocol_named(name)) for name in options.against),
        ]
        named = shared.replayed(options.file, trace.machine, options.promises)
        text = shared_views.show(explanations, options, asked, named)
        end = f"{trace.length} states replayed; the last one breaks {trace.promise}, as the file claims."
        print("\n" + screen.here().paragraph(end))
    print(text, end="")
    return 0


def _scenario(options: argparse.Namespace) -> Run | None:
    """The run of a scenario, by its name or in a file, which a real system takes too; None where it is a trace."""
    if not options.on:
        return None
    if options.file.endswith(".toml"):
        return play(scenarios.load(Path(options.file), shared.source_of(options))).run
    known = {} if Path(options.file).exists() else impl.scenarios()
    return play(scenarios.load(known[options.file])).run if options.file in known else None


def _trace(options: argparse.Namespace) -> Run:
    """The run in the file, which replays.

    Raises:
        UsageError: it does not, or is no trace.
    """
    data = read_json(options.file)
    machines, promises = shared.source_of(options), shared.own_promises(options)
    change = files.change(data, machines)
    try:
        trace = (from_itf if is_itf(data) else files.from_json)(data, options.file, promises, machines)
        if not options.interactive:
            replay(trace, options.file)
    except UsageError as error:
        raise UsageError(f"{error}; {change}" if change else str(error)) from None
    if change:
        print(f"tidemark: {printable(options.file)}: {change}", file=sys.stderr)
    return trace


def _on_the_real_system(options: argparse.Namespace, trace: Run, asked: list[View]) -> int:
    """Try the run there. `--json` is then what was seen, and the other files show that beside each step."""
    if needless := [view.name for view in asked if not view.in_file]:
        raise UsageError(f"--{needless[0]} is for a run of the model alone: leave out --on")
    alone = shared_views.alone(options, asked, ["junit"])
    told = explain(trace)
    with output.silent(alone is not None):
        found = on_system.run(options, trace, told)
        others = [view for view in asked if view.name != "json"]
        shown = shared_views.write([on_system.seen(told, found)], options, others, options.file)
    if options.json:
        output.write(options.json, json.dumps(on_system.as_json(found, trace), indent=2) + "\n")
    print(shown, end="")
    return on_system.STATUS[found.confirmation.verdict]


def _interactive(trace: Run) -> int:
    """Let a person choose each action; Enter takes the next one of the file."""
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
        choice = (
            own if answer == "" else (int(answer) - 1 if answer.isdecimal() and len(answer) < 9 else None)
        )
        if choice is None or not 0 <= choice < len(offered):
            print("there is no such choice")
            continue
        steps = [*steps, Step(*offered[choice])]


def _own_step(trace: Run, steps: list[Step], offered: list[Instance]) -> int | None:
    """Which of the offered actions the file takes next, if all steps so far are those of the file."""
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
