"""`tidemark soak`: let the real system work under random faults, and check what was recorded."""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.checker.commands.shared import on_system, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines.amounts import integer, positive, seconds
from tidemark.checker.runs import histories, scenarios
from tidemark.checker.runs.results import Run
from tidemark.checker.validation.guidance import Explained, explain_episode
from tidemark.spec.errors import UsageError, printable
from tidemark.spec.machine import Machine
from tidemark.spec.system import Episode, Inconclusive, Soakable
from tidemark.spec.userfiles import write_text

EPISODES = 5
MOST = 20_000_000
"""States that a search for a run may visit."""


@dataclass(frozen=True)
class Recorded:
    """An episode of a system, and its history as the system has read it."""

    system: Soakable
    episode: Episode
    history: Any


@dataclass(frozen=True)
class Checked:
    """An episode, what breaks each promise, whether the model explains it, and the file of the run that does."""

    episode: Episode
    broken: Mapping[str, Sequence[str]]
    explained: Explained
    path: str | None


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    group = on_system.add_on(parser)
    group.add_argument("--episodes", type=positive, metavar="N", help=f"how many (default: {EPISODES})")
    group.add_argument("--seconds", type=seconds, metavar="S", help="none begins after S seconds")
    group.add_argument("--faults", metavar="NAME,NAME", help="only these faults (default: all)")
    group.add_argument(
        "--seed", type=integer, default=0, metavar="N", help="of the random choices (default: 0)"
    )
    group.add_argument("--history", metavar="FILE", help="add each episode to this file, as JSON lines")
    group.add_argument("--keep", metavar="DIR", help="leave its data in a new directory")
    again = parser.add_argument_group("without it")
    again.add_argument("--check", metavar="FILE", help="check the history in this file, and run nothing")
    parser.add_argument(
        "--max-states",
        type=positive,
        default=MOST,
        metavar="N",
        help=f"give up the search for a run at N states (default: {MOST:,})",
    )
    shared.add_traces(parser, "traces/soak")
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Record, and check; 0 if all promises are kept and the model explains all, 1 if not, 3 if undecided."""
    machine = shared.whole_machine_of(options)
    _require_one(options)
    recorded = _read(options.check) if options.check else _soaked(options)
    found: list[Checked] = []
    broke_off = ""
    with output.document(options) as given:
        try:
            for one in recorded:
                found.append(_checked(options, machine, one))
                print(_line(found[-1]), flush=True)
        except Inconclusive as problem:
            broke_off = str(problem)
            print(f"tidemark: the soak ended: {printable(broke_off)}", file=sys.stderr)
        finally:
            given.data = {
                "protocol": machine.name,
                "episodes": [_as_json(one) for one in found],
                "ended": broke_off or None,
            }
            print("\n" + _summary(found))
    return _status(found, broke_off)


def _require_one(options: argparse.Namespace) -> None:
    if bool(options.on) == bool(options.check):
        raise UsageError("name what to drive with --on SYSTEM:VERSION, or a history with --check FILE")
    for name in ("episodes", "seconds", "faults", "history", "keep", "settings"):
        if options.check and getattr(options, name):
            raise UsageError(
                f"--{'set' if name == 'settings' else name} is for a run on the real system: leave out --check"
            )


def _read(path: str) -> list[Recorded]:
    """The episodes of a file.

    Raises:
        UsageError: it is no file of histories; said before any is checked.
    """
    found = []
    for episode in histories.read(Path(path)):
        system = Soakable.of(impl.system(str(episode.about["system"]).partition(":")[0]))
        try:
            found.append(Recorded(system, episode, system.history(episode)))
        except UsageError as error:
            raise UsageError(f"{path}, {error}") from None
    return found


def _soaked(options: argparse.Namespace) -> Iterator[Recorded]:
    """The episodes of a soak, as they end."""
    target = on_system.target(options)
    system = Soakable.of(target.system)
    if options.history and Path(options.history).exists():
        raise UsageError(f"{printable(options.history)} is there already: name a new file")
    faults = options.faults.split(",") if options.faults else []
    limit = options.episodes or (None if options.seconds else EPISODES)
    began = time.monotonic()
    soaked = system.soak(target.version, target.settings, faults, options.seed, target.keep)
    try:
        for episode in itertools.islice(soaked, limit):
            if options.history:
                histories.append(episode, Path(options.history))
            yield Recorded(system, episode, system.history(episode))
            if options.seconds and time.monotonic() - began > options.seconds:
                break
    finally:
        soaked.close()  # type: ignore[attr-defined]  # a generator: what runs ends now


def _checked(options: argparse.Namespace, machine: Machine, one: Recorded) -> Checked:
    origin = machine.origin
    assert origin, "a protocol's machine has an origin"

    def build(bounds: Mapping[str, Any]) -> Machine:
        return impl.machine(replace(origin, bounds={**origin.bounds, **bounds}))

    broken = {name: found for name, found in one.system.violations(one.history).items() if found}
    explained = explain_episode(one.system.guides(one.history, build), options.max_states)
    path = _keep(options, one.episode, explained.run, explained.note) if explained.run else None
    return Checked(one.episode, broken, explained, path)


def _keep(options: argparse.Namespace, episode: Episode, run: Run, note: str) -> str:
    """Write the run that explains an episode as a scenario."""
    system, number = episode.about["system"], episode.about.get("number", 0)
    name = f"{system}-{episode.about.get('seed', 0)}-{number}".replace(":", "-").replace("/", "-")
    path = Path(options.traces) / f"{name}.toml"
    text = f"The first run of {run.machine.name} that agrees with what was recorded of {system}. {note}"
    write_text(scenarios.to_text(run, f"Episode {number} of {system}", text), path)
    return str(path)


def _line(one: Checked) -> str:
    """An episode, and its outcome."""
    number = one.episode.about.get("number", "?")
    lines = [f"episode {number}, {len(one.episode.events)} events: {_verdict(one.explained)}"]
    if one.explained.blocked:
        lines.append(f"  none passes {one.explained.blocked}")
    if one.path:
        lines.append(f"  tidemark scenario {printable(one.path)}")
    for name, told in one.broken.items():
        lines += [f"  {name} is broken: {text}" for text in told]
    for name, state in (one.explained.breaks or {}).items():
        lines.append(f"  the run breaks {name} in state {state}")
    return "\n".join(printable(line) for line in lines)


def _verdict(explained: Explained) -> str:
    match explained.verdict:
        case "explained":
            assert explained.run
            return f"explained by a run of {explained.run.length} states ({explained.states:,} searched)"
        case "unexplained":
            return f"no run explains it ({explained.states:,} states searched)"
        case "unknown":
            return f"the search ended: {explained.stopped}"


def _summary(found: list[Checked]) -> str:
    counts = Counter(one.explained.verdict for one in found)
    broken = sum(bool(one.broken) for one in found)
    verdicts = ", ".join(f"{counts.get(name, 0)} {name}" for name in ("explained", "unexplained", "unknown"))
    return f"{len(found)} episodes: {verdicts}; a promise is broken in {broken}"


def _status(found: list[Checked], broke_off: str) -> int:
    if any(one.broken or one.explained.verdict == "unexplained" for one in found):
        return 1
    return 3 if broke_off or any(one.explained.verdict == "unknown" for one in found) else 0


def _as_json(one: Checked) -> dict[str, Any]:
    explained = one.explained
    return {
        "about": dict(one.episode.about),
        "broken": {name: list(told) for name, told in one.broken.items()},
        "verdict": explained.verdict,
        "states": explained.states,
        "length": explained.run.length if explained.run else None,
        "bounds": dict(explained.run.machine.bounds) if explained.run else None,
        "breaks": explained.breaks or {},
        "blocked": explained.blocked or None,
        "stopped": explained.stopped or None,
        "trace": one.path,
    }
