"""`tidemark replay`: run a counterexample again, step by step."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path

from tidemark import impl
from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError, printable
from tidemark.base.files import write_text
from tidemark.checker.analyses.replay import replay
from tidemark.checker.analyses.scenario import play
from tidemark.checker.analyses.trial import course_of
from tidemark.checker.commands.shared import on_system, output, schedules
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import views as shared_views
from tidemark.checker.commands.shared.on_system import SystemTarget
from tidemark.checker.commands.shared.schedules import NamedSchedule
from tidemark.checker.engines import reference
from tidemark.checker.runs import files, scenarios, trace_names
from tidemark.checker.runs.files import read_json
from tidemark.checker.runs.itf import from_itf, is_itf
from tidemark.checker.runs.results import Run, RunStep
from tidemark.checker.telling.comparison import same_events
from tidemark.checker.telling.explanation import explain
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.views import VIEWS, screen
from tidemark.checker.views.view import View
from tidemark.spec.families.system import Drivable, Playable
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.differences import changes

SCHEDULES = Path("traces/schedules")
"""Where the schedules are kept that runs become."""


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
    help_of_next = "replay the run after that of FILE, of those that `tidemark check --runs N` has listed"
    parser.add_argument("--next", action="store_true", help=help_of_next)
    shared.add_own_promises(parser)
    shared.add_from(parser, "the file that has the machine, where the trace names one of yours")
    shown = shared_views.add_views(parser, VIEWS)
    beside = " and ".join(f"--{view.name}" for view in VIEWS if view.beside)
    help_of_against = f"with {beside}: beside it, the same events under another protocol; may be repeated"
    shared.add_repeated(shown, "--against", "PROTOCOL", help_of_against)
    on_system.add(parser)


def run(options: argparse.Namespace) -> int:
    """Replay the file; 0 if it replays and its promise fails at the end, on the real system too if one is named."""
    views = [view for view in VIEWS if getattr(options, view.name)]
    _require_together(options, views)
    if options.next:
        options.file = str(trace_names.following(Path(options.file)))
    target = on_system.target(options) if options.on else None
    match _resolve(options.file, target):
        case NamedSchedule() as schedule:
            return schedules.play(schedule, options, views)
        case Path() as scenario:
            trace = play(scenarios.load(scenario, shared.source_of(options))).run
        case str() as name:
            trace = _load_trace(name, options)
    _require_of_states(trace, options, target)
    if options.interactive:
        return _interactive(trace)
    if target:
        if compiled := _compile_schedule(trace, target):
            return schedules.play(compiled, options, views)
        return _on_the_real_system(target, options, trace, views)
    with output.silent(shared_views.alone(options, views) is not None):
        explanations = [explain(trace), *(same_events(trace, find_protocol(p)) for p in options.against)]
        named = shared.replay_arguments(options.file, trace.machine, options.promises)
        standard_output = shared_views.show(explanations, options, views, named)
        print("\n" + screen.here().paragraph(_describe_end(trace)))
        if options.next:
            _print_next(options.file, named)
    print(standard_output, end="")
    return 0


def _print_next(file: str, arguments: str) -> None:
    """Say how to go on, if there is a further run. arguments: what replays this one."""
    with contextlib.suppress(UsageError):
        trace_names.following(Path(file))
        print(f"the run after it: tidemark replay --next {arguments}")


def _describe_end(trace: Run) -> str:
    """What was replayed."""
    if trace.loop is not None:
        around = "" if trace.is_still else ", and what comes again a second time"
        summary = (
            f"{count_of(trace.length, 'state')} replayed{around}; going on so for ever breaks {trace.promise}"
        )
        return f"{summary}, as the file claims."
    if not trace.promise:
        return f"{count_of(trace.length, 'state')} replayed."
    breaks = "this" if trace.machine.is_about_runs(trace.promise) else "the last one"
    return f"{count_of(trace.length, 'state')} replayed; {breaks} breaks {trace.promise}, as the file claims."


def _require_of_states(trace: Run, options: argparse.Namespace, target: SystemTarget | None) -> None:
    """Refuse what is not for a promise about runs.

    Raises:
        UsageError: it is asked for.
    """
    asked = {"--on": target, "--against": options.against, "--scenario": options.scenario}
    option = next((name for name, value in asked.items() if value), "")
    if option and trace.machine.is_about_runs(trace.promise):
        raise UsageError(
            f"{option} is for a run whose last state breaks a promise; {trace.promise} is about runs"
        )


def _require_together(options: argparse.Namespace, views: list[View]) -> None:
    """Refuse options that do not go together, whatever the word names.

    Raises:
        UsageError: there are such options.
    """
    on_system.require_on(options)
    if options.on and (options.interactive or options.against):
        option = "interactive" if options.interactive else "against"
        raise UsageError(f"--on takes the steps of the file: leave out --{option}")
    if options.interactive and (views or options.against):
        option = views[0].name if views else "against"
        raise UsageError(f"--interactive shows the run alone: leave out --{option}")
    if options.against and not any(view.beside for view in views):
        raise UsageError("--against is for a page: name one with --html PATH")
    if again := [name for name in options.against if options.against.count(name) > 1]:
        raise UsageError(f"--against {again[0]} is given twice")


def _resolve(word: str, target: SystemTarget | None) -> str | Path | NamedSchedule:
    """What the word on the command line names: a trace, by its file's name; on a real system also a scenario, by its
    path, or a schedule.

    A name that a scenario and a schedule share is the scenario, where runs can be forced on that version.
    """
    if target is None:
        return word
    system = target.system
    if word.endswith(".toml"):
        return _find_schedule(word, target) or Path(word)
    if Path(word).exists():
        return word
    scenario = impl.scenarios().get(word)
    if scenario and isinstance(system, Drivable) and system.protocol(target.version):
        return scenario
    return _find_schedule(word, target) or scenario or word


def _find_schedule(word: str, target: SystemTarget) -> NamedSchedule | None:
    """The schedule of that name, or in that file; None where it is something else."""
    system = target.system
    title = system.title(word) if isinstance(system, Playable) else None
    return None if title is None else NamedSchedule(word, title, target)


def _compile_schedule(trace: Run, target: SystemTarget) -> NamedSchedule | None:
    """The schedule of a run, kept in a file, where the system decides for itself; None where runs are forced on it.

    Raises:
        UsageError: it would not take the run.
    """
    system = target.system
    if not isinstance(system, Playable) or not system.schedules_runs_of(trace.machine):
        return None
    name = f"{trace.machine.protocol.replace('/', '-')}-{trace.promise or 'run'}.toml"
    path = str(SCHEDULES / name)
    write_text(system.schedule_of(course_of(trace), target.version), path)
    return NamedSchedule(path, f"The run as a schedule: {path}", target)


def _load_trace(name: str, options: argparse.Namespace) -> Run:
    """The run in the file, which replays.

    Raises:
        UsageError: it does not, or is no trace.
    """
    data = read_json(name)
    machines, promises = shared.source_of(options), shared.own_promises(options)
    change = files.change(data, machines)
    try:
        trace = (from_itf if is_itf(data) else files.from_json)(data, name, promises, machines)
        if not options.interactive:
            replay(trace, name)
    except UsageError as error:
        raise UsageError(f"{error}; {change}" if change else str(error)) from None
    if change:
        print(f"tidemark: {printable(name)}: {change}", file=sys.stderr)
    return trace


def _on_the_real_system(
    target: SystemTarget, options: argparse.Namespace, trace: Run, views: list[View]
) -> int:
    """Try the run there. `--json` is then what was seen, and the other files show that beside each step."""
    if needless := [view.name for view in views if not view.in_file]:
        raise UsageError(f"--{needless[0]} is for a run of the model alone: leave out --on")
    alone = shared_views.alone(options, views, ["junit"])
    explanation = explain(trace)
    with output.silent(alone is not None):
        trial = on_system.run(target, trace, explanation, options.junit)
        others = [view for view in views if view.name != "json"]
        observed = on_system.with_observations(explanation, trial)
        shown = shared_views.write([observed], options, others, options.file)
    output.write_json(options.json, on_system.as_json(trial, trace))
    print(shown, end="")
    return on_system.STATUS[trial.confirmation.verdict]


def _interactive(trace: Run) -> int:
    """Let a person choose each action; Enter takes the next one of the file."""
    machine, steps = trace.machine, trace.steps[:1]
    print("Enter takes the step of the file, a number another one; b goes back, q ends.")
    while True:
        offered = list(reference.successors(machine, steps[-1].state))
        file_choice = _step_in_file(trace, steps, [instance for instance, _ in offered])
        _print_choices(trace, steps, [instance for instance, _ in offered], file_choice)
        print("> ", end="", flush=True)
        answer = (sys.stdin.readline() or "q").strip()
        if answer == "q":
            return 0
        if answer == "b":
            steps = steps[:-1] or steps
            continue
        number = int(answer) - 1 if answer.isdecimal() and len(answer) < 9 else None
        choice = number if answer else file_choice
        if choice is None or not 0 <= choice < len(offered):
            print("there is no such choice")
            continue
        steps = [*steps, RunStep(*offered[choice])]


def _step_in_file(trace: Run, steps: list[RunStep], offered: list[Instance]) -> int | None:
    """Which of the offered actions the file takes next, if all steps so far are those of the file."""
    number = len(steps)
    if steps != trace.steps[:number] or number >= trace.length:
        return None
    instance = trace.steps[number].instance
    return offered.index(instance) if instance in offered else None


def _print_choices(
    trace: Run, steps: list[RunStep], offered: list[Instance], file_choice: int | None
) -> None:
    machine = trace.machine
    state = machine.decode(steps[-1].state)
    print(f"\nstep {len(steps)}: {steps[-1].instance or trace.beginning}")
    if len(steps) > 1:
        for change in changes(machine.type, machine.decode(steps[-2].state), state):
            print(f"    {change.sentence}")
    for name in sorted(reference.broken_promises(machine, steps[-1].state)[0]):
        print(f"    this state breaks {name}")
    for number, instance in enumerate(offered, 1):
        print(f"{'→' if number - 1 == file_choice else ' '} {number:>3}  {instance}")
    if not offered:
        print("    no action is enabled")
