"""`tidemark conform`: try random walks of a protocol on a real system or your own code, which should do the same."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tidemark.base.counts import count_of
from tidemark.base.errors import printable
from tidemark.base.files import write_text
from tidemark.base.names import look_up
from tidemark.checker.analyses.conformance import (
    LENGTH,
    WALKS,
    WALKS_IN_PROCESS,
    ScheduleWalk,
    UnplayableWalk,
    played_walks,
    walks,
)
from tidemark.checker.commands.shared import engine_options, on_adapter, on_system, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines.amounts import natural, positive
from tidemark.checker.engines.engine import Option
from tidemark.checker.runs import scenarios
from tidemark.checker.views import screen
from tidemark.spec.families.family import bounds_to_tell
from tidemark.spec.families.system import Drivable, Playable
from tidemark.spec.machines.machine import Machine


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_own_promises(parser)
    on_system.add_on(
        parser, required=True, alternatives="; or an adapter to your own code: adapter.py, adapter.py:Class"
    )
    group = parser.add_argument_group("the walks")
    for option in (
        Option("walks", f"how many (default: {WALKS}; with an adapter {WALKS_IN_PROCESS})", positive, "N"),
        Option("first", "the number of the first one (default: 0)", natural, "N"),
        Option("length", f"the steps of each at most (default: {LENGTH})", positive, "N"),
    ):
        engine_options.add_option(group, option)
    on_adapter.add(group)
    shared.add_repeated(group, "--without", "ACTION", "walks do not take this action; may be repeated")
    shared.add_traces(parser, "traces/conform")
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Walk, and print the outcome; 0 if all walks are confirmed, 1 if one is refused, 3 if one is inconclusive."""
    machine = shared.whole_machine_of(options)
    is_adapter = on_adapter.is_adapter(options.on)
    on_adapter.require_fitting(options, is_adapter)
    adapter_target = on_adapter.AdapterTarget(options, machine) if is_adapter else None
    tried_walks: list[ScheduleWalk] = adapter_target.result.walks if adapter_target else []
    unplayed: list[UnplayableWalk] = []
    paths: dict[int, str] = {}
    with output.document(options) as document:
        try:
            if adapter_target:
                adapter_target.drive()
                if adapter_target.result.difference:
                    with output.noting_write_errors(_ELSEWHERE):
                        paths[tried_walks[-1].number] = adapter_target.keep()
                    print(f"{adapter_target.describe_difference(paths.get(tried_walks[-1].number))}\n")
            else:
                _on_system(options, machine, tried_walks, unplayed, paths)
        finally:
            document.data = _as_json(tried_walks, unplayed, paths, options, adapter_target)
            if tried_walks or not adapter_target:
                summary = adapter_target.summary() if adapter_target else []
                print("\n".join([_table(tried_walks, len(unplayed)), *summary]))
    counts = Counter(walk.trial.confirmation.verdict for walk in tried_walks)
    return 1 if counts["refused"] else 3 if counts["inconclusive"] else 0


def _on_system(
    options: argparse.Namespace,
    machine: Machine,
    tried_walks: list[ScheduleWalk],
    unplayed: list[UnplayableWalk],
    paths: dict[int, str],
) -> None:
    """Try the walks on a real system that is known by its name, and note their outcomes."""
    target = on_system.target(options)
    system = target.system
    first = options.first or 0
    numbers = range(first, first + (options.walks or WALKS))
    names = [action.name for action in machine.actions]
    without = {look_up(names, name, "there is no action") for name in options.without}
    campaign = target.version, machine, numbers, options.length or LENGTH, without, target.settings
    outcomes: Iterator[ScheduleWalk | UnplayableWalk]
    if isinstance(system, Playable) and system.schedules_runs_of(machine):
        outcomes = played_walks(system, *campaign)
    else:
        outcomes = walks(Drivable.of(system), *campaign)
    for outcome in outcomes:
        if isinstance(outcome, UnplayableWalk):
            unplayed.append(outcome)
            print(f"walk {outcome.number} becomes no schedule: {printable(outcome.reason)}", file=sys.stderr)
            continue
        tried_walks.append(outcome)
        if outcome.trial.confirmation.verdict != "confirmed":
            with output.noting_write_errors(_ELSEWHERE):
                paths[outcome.number] = _keep(options, outcome)
        _print_progress(outcome, len(tried_walks), len(numbers))


_ELSEWHERE = ": name another place with --traces"


def _keep(options: argparse.Namespace, walk: ScheduleWalk) -> str:
    """Write a walk as a scenario, where counterexamples go."""
    protocol = walk.run.machine.protocol
    path = Path(options.traces) / f"{protocol.replace('/', '-')}_{walk.number}.toml"
    title = f"Walk {walk.number} of {protocol}"
    write_text(scenarios.to_text(walk.run, title, on_system.sentence(walk.trial.confirmation)), path)
    return str(path)


def _print_progress(walk: ScheduleWalk, done: int, whole: int) -> None:
    confirmation = walk.trial.confirmation
    is_confirmed = confirmation.verdict == "confirmed"
    outcome = confirmation.verdict if is_confirmed else on_system.sentence(confirmation)
    print(
        f"{done}/{whole}  walk {walk.number}, {count_of(walk.run.length, 'state')}: {outcome}",
        file=sys.stderr,
    )


def _table(tried_walks: list[ScheduleWalk], unplayed: int) -> str:
    """How often each action was taken in the walks, as far as they were followed, and the outcomes of the walks."""
    counts = Counter[str](walk.trial.confirmation.verdict for walk in tried_walks)
    action_counts = Counter(
        step.instance.action.name
        for walk in tried_walks
        for step in walk.run.steps[: len(walk.trial.steps)]
        if step.instance
    )
    rows = [[name, f"{number:,}"] for name, number in sorted(action_counts.items())]
    console = screen.here()
    ends = ", ".join(f"{counts.get(name, 0)} {name}" for name in on_system.STATUS)
    whole = f"{count_of(len(tried_walks), 'walk')}, {count_of(sum(action_counts.values()), 'step')}: {ends}"
    whole += f"; {unplayed} more become no schedule" if unplayed else ""
    table = [console.table(rows, ["action", "taken"], ("left", "right")), ""] if rows else []
    return "\n".join([*table, whole])


def _as_json(
    tried_walks: list[ScheduleWalk],
    unplayed: list[UnplayableWalk],
    paths: dict[int, str],
    options: argparse.Namespace,
    adapter_target: on_adapter.AdapterTarget | None,
) -> dict[str, Any]:
    machine = tried_walks[0].run.machine if tried_walks else None
    coverage = adapter_target.result.coverage if adapter_target else None
    return {
        "protocol": machine.name if machine else options.protocol,
        "bounds": bounds_to_tell(machine) if machine else {},
        "system": options.on,
        "walks": [
            {
                "walk": walk.number,
                "length": walk.run.length,
                **{name: getattr(walk.trial.confirmation, name) for name in ("verdict", "step", "reason")},
                "trace": paths.get(walk.number),
            }
            for walk in tried_walks
        ],
        "unplayed": [{"walk": walk.number, "reason": walk.reason} for walk in unplayed],
        "coverage": asdict(coverage) if coverage else None,
    }
