"""`tidemark conform`: try random walks of a protocol on a real system or your own code, which should do the same."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from tidemark.base.errors import printable
from tidemark.base.files import write_text
from tidemark.base.names import look_up
from tidemark.checker.analyses.conformance import (
    LENGTH,
    WALKS,
    WALKS_IN_PROCESS,
    Unplayed,
    Walk,
    played_walks,
    walks,
)
from tidemark.checker.commands.shared import on_adapter, on_system, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines.amounts import natural, positive
from tidemark.checker.runs import scenarios
from tidemark.checker.views import screen
from tidemark.spec.families.family import bounds_to_tell
from tidemark.spec.families.system import Drivable, Playable
from tidemark.spec.machines.machine import Machine

VERDICTS: tuple[Literal["confirmed", "refused", "inconclusive"], ...] = (
    "confirmed",
    "refused",
    "inconclusive",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_own_promises(parser)
    on_system.add_on(
        parser, required=True, more="; or an adapter to your own code: adapter.py, adapter.py:Class"
    )
    group = parser.add_argument_group("the walks")
    group.add_argument(
        "--walks",
        type=positive,
        metavar="N",
        help=f"how many (default: {WALKS}; with an adapter {WALKS_IN_PROCESS})",
    )
    group.add_argument("--first", type=natural, metavar="N", help="the number of the first one (default: 0)")
    group.add_argument(
        "--length", type=positive, metavar="N", help=f"the steps of each at most (default: {LENGTH})"
    )
    on_adapter.add(group)
    group.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="ACTION",
        help="walks do not take this action; may be repeated",
    )
    shared.add_traces(parser, "traces/conform")
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Walk, and print the outcome; 0 if all walks are confirmed, 1 if one is refused, 3 if one is inconclusive."""
    machine = shared.whole_machine_of(options)
    is_own = on_adapter.is_adapter(options.on)
    on_adapter.require_fitting(options, is_own)
    own = on_adapter.Target(options, machine) if is_own else None
    found: list[Walk] = own.result.walks if own else []
    unplayed: list[Unplayed] = []
    paths: dict[int, str] = {}
    with output.document(options) as given:
        try:
            if own:
                own.drive()
                if own.result.difference:
                    with output.kept(_ELSEWHERE):
                        paths[found[-1].number] = own.keep()
                    print(f"{own.told(paths.get(found[-1].number))}\n")
            else:
                _on_system(options, machine, found, unplayed, paths)
        finally:
            given.data = _as_json(found, unplayed, paths, options, own)
            if found or not own:
                print("\n".join(filter(None, [_table(found, len(unplayed)), own.summary() if own else ""])))
    counts = Counter(one.trial.confirmation.verdict for one in found)
    return 1 if counts["refused"] else 3 if counts["inconclusive"] else 0


def _on_system(
    options: argparse.Namespace,
    machine: Machine,
    found: list[Walk],
    unplayed: list[Unplayed],
    paths: dict[int, str],
) -> None:
    """Try the walks on a real system that is known by its name, and note their outcomes."""
    target = on_system.target(options)
    system = target.system
    first = options.first or 0
    numbers = range(first, first + (options.walks or WALKS))
    names = [action.name for action in machine.actions]
    without = {look_up(names, name, "there is no action") for name in options.without}
    given_to_all = target.version, machine, numbers, options.length or LENGTH, without, target.settings
    tried: Iterator[Walk | Unplayed]
    if isinstance(system, Playable) and system.schedules_runs_of(machine):
        tried = played_walks(system, *given_to_all)
    else:
        tried = walks(Drivable.of(system), *given_to_all)
    for one in tried:
        if isinstance(one, Unplayed):
            unplayed.append(one)
            print(f"walk {one.number} becomes no schedule: {printable(one.reason)}", file=sys.stderr)
            continue
        found.append(one)
        if one.trial.confirmation.verdict != "confirmed":
            with output.kept(_ELSEWHERE):
                paths[one.number] = _keep(options, one)
        _progress(one, len(found), len(numbers))


_ELSEWHERE = ": name another place with --traces"


def _keep(options: argparse.Namespace, walk: Walk) -> str:
    """Write a walk as a scenario, where counterexamples go."""
    protocol = walk.run.machine.protocol
    path = Path(options.traces) / f"{protocol.replace('/', '-')}_{walk.number}.toml"
    title = f"Walk {walk.number} of {protocol}"
    write_text(scenarios.to_text(walk.run, title, on_system.verdict(walk.trial)), path)
    return str(path)


def _progress(walk: Walk, done: int, whole: int) -> None:
    one = walk.trial.confirmation
    text = one.verdict if one.verdict == "confirmed" else on_system.verdict(walk.trial)
    print(f"{done}/{whole}  walk {walk.number}, {walk.run.length} states: {text}", file=sys.stderr)


def _table(found: list[Walk], unplayed: int) -> str:
    """How often each action was taken in the walks, as far as they were followed, and the outcomes of the walks."""
    counts = Counter(one.trial.confirmation.verdict for one in found)
    taken = Counter(
        step.instance.action.name
        for one in found
        for step in one.run.steps[: len(one.trial.steps)]
        if step.instance
    )
    rows = [[name, f"{number:,}"] for name, number in sorted(taken.items())]
    here = screen.here()
    ends = ", ".join(f"{counts.get(name, 0)} {name}" for name in VERDICTS)
    whole = f"{len(found)} walks, {sum(taken.values()):,} steps: {ends}"
    whole += f"; {unplayed} more become no schedule" if unplayed else ""
    return "\n".join(
        [here.table(rows, ["action", "taken"], ("left", "right")), "", whole] if rows else [whole]
    )


def _as_json(
    found: list[Walk],
    unplayed: list[Unplayed],
    paths: dict[int, str],
    options: argparse.Namespace,
    own: on_adapter.Target | None,
) -> dict[str, Any]:
    machine = found[0].run.machine if found else None
    coverage = own.result.coverage if own else None
    return {
        "protocol": machine.name if machine else options.protocol,
        "bounds": bounds_to_tell(machine) if machine else {},
        "system": options.on,
        "walks": [
            {
                "walk": one.number,
                "length": one.run.length,
                "verdict": one.trial.confirmation.verdict,
                "step": one.trial.confirmation.step,
                "reason": one.trial.confirmation.reason,
                "trace": paths.get(one.number),
            }
            for one in found
        ],
        "unplayed": [{"walk": one.number, "reason": one.reason} for one in unplayed],
        "coverage": asdict(coverage) if coverage else None,
    }
