"""`tidemark soak`: let the real system work under random faults, and check what was recorded."""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tidemark import impl, real
from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError, printable
from tidemark.base.files import write_text
from tidemark.checker.commands.shared import engine_options, on_system, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines.amounts import integer, positive, seconds
from tidemark.checker.engines.engine import Option
from tidemark.checker.runs import histories, scenarios
from tidemark.checker.runs.results import Limits, Run
from tidemark.checker.validation.verdicts import LogVerdict, Validator
from tidemark.spec.families.system import Episode, Inconclusive, Soakable
from tidemark.spec.machines.machine import Machine

EPISODES = 5
MOST = 5_000_000
"""Places in the product of the model and a history that a search for a run may visit."""


@dataclass(frozen=True)
class RecordedEpisode:
    """An episode of a system, and its history as the system has read it."""

    system: Soakable
    episode: Episode
    history: Any


VERDICTS = {"explained": "explained", "refused": "unexplained", "undecided": "unknown"}
"""What a verdict on a log says of an episode."""


@dataclass(frozen=True)
class EpisodeOutcome:
    """An episode, what breaks each promise, whether the model explains it, and the file of the run that does.

    log_verdict: the verdict with the most freedom that was needed, None where no bounds hold the episode. states: how
    many states all searches visited. stopped: why none decided. note: what a reader of the run must know.
    """

    episode: Episode
    broken: Mapping[str, Sequence[str]]
    log_verdict: LogVerdict | None
    states: int
    stopped: str
    note: str
    path: str | None = None

    @property
    def verdict(self) -> str:
        """*explained*, *unexplained*: no run within the bounds does; *unknown*: a limit or the bounds."""
        return VERDICTS[self.log_verdict.verdict] if self.log_verdict else "unknown"

    @property
    def run(self) -> Run | None:
        """The run that explains it."""
        return self.log_verdict.run if self.log_verdict else None

    @property
    def first_obstacle(self) -> str:
        """What was observed first that no run passes, in words."""
        refused = self.log_verdict.refused if self.log_verdict else None
        return str(refused.event["text"]) if refused else ""

    @property
    def breaks(self) -> dict[str, int]:
        """For each promise that every run breaks which explains it, the first state of this one that does."""
        breaches = self.log_verdict.breaks if self.log_verdict else {}
        return {name: breach.state or 0 for name, breach in breaches.items()}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    group = on_system.add_on(parser)
    for option in (
        Option("episodes", f"how many (default: {EPISODES})", positive, "N"),
        Option("seconds", "none begins after S seconds", seconds, "S"),
        Option("faults", "only these faults (default: all)", str, "NAME,NAME"),
        Option("seed", "of the random choices (default: 0)", integer, "N", 0),
        Option("history", "add each episode to this file, as JSON lines", str, "FILE"),
        Option("keep", "leave its data in a new directory", str, "DIR"),
    ):
        engine_options.add_option(group, option)
    again = parser.add_argument_group("without it")
    again.add_argument("--check", metavar="FILE", help="check the history in this file, and run nothing")
    help_of_limit = f"give up the search for a run at N states (default: {MOST:,})"
    engine_options.add_option(parser, Option("max-states", help_of_limit, positive, "N", MOST))
    shared.add_traces(parser, "traces/soak")
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Record, and check; 0 if all promises are kept and the model explains all, 1 if not, 3 if undecided."""
    machine = shared.whole_machine_of(options)
    _require_one(options)
    recorded = _read(options.check) if options.check else _record_episodes(options)
    outcomes: list[EpisodeOutcome] = []
    broke_off = ""
    with output.document(options) as document:
        try:
            for recorded_episode in recorded:
                outcomes.append(_check_and_keep(options, machine, recorded_episode))
                print(_line(outcomes[-1]), flush=True)
        except Inconclusive as problem:
            broke_off = str(problem)
            print(f"tidemark: the soak ended: {printable(broke_off)}", file=sys.stderr)
        finally:
            document.data = {
                "protocol": machine.name,
                "episodes": [_as_json(outcome) for outcome in outcomes],
                "ended": broke_off or None,
            }
            print("\n" + _summary(outcomes))
    return _status(outcomes, broke_off)


def _require_one(options: argparse.Namespace) -> None:
    if bool(options.on) == bool(options.check):
        raise UsageError("name what to drive with --on SYSTEM:VERSION, or a history with --check FILE")
    for name in ("episodes", "seconds", "faults", "history", "keep", "settings"):
        if options.check and getattr(options, name):
            option = "set" if name == "settings" else name
            raise UsageError(f"--{option} is for a run on the real system: leave out --check")


def _read(path: str) -> list[RecordedEpisode]:
    """The episodes of a file.

    Raises:
        UsageError: it is no file of histories; said before any is checked.
    """
    episodes = []
    for episode in histories.read(Path(path)):
        system = Soakable.of(real.system(str(episode.about["system"]).partition(":")[0]))
        try:
            episodes.append(RecordedEpisode(system, episode, system.history(episode)))
        except UsageError as error:
            raise UsageError(f"{path}, {error}") from None
    return episodes


def _record_episodes(options: argparse.Namespace) -> Iterator[RecordedEpisode]:
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
            yield RecordedEpisode(system, episode, system.history(episode))
            if options.seconds and time.monotonic() - began > options.seconds:
                break
    finally:
        soaked.close()  # type: ignore[attr-defined]  # a generator: what runs ends now


def _check_and_keep(
    options: argparse.Namespace, machine: Machine, recorded: RecordedEpisode
) -> EpisodeOutcome:
    origin = machine.origin
    assert origin, "a protocol's machine has an origin"

    def build(bounds: Mapping[str, Any]) -> Machine:
        return impl.machine(replace(origin, bounds={**origin.bounds, **bounds}))

    outcome = check_episode(recorded, build, options.max_states)
    if outcome.run:
        with output.noting_write_errors(": name another place with --traces"):
            return replace(outcome, path=_keep(options, recorded.episode, outcome.run, outcome.note))
    return outcome


def check_episode(
    recorded: RecordedEpisode, build: Callable[[Mapping[str, Any]], Machine], max_states: int
) -> EpisodeOutcome:
    """What there is to say of an episode. build: makes the model's machine, with these bounds.

    Raises:
        ModelError: the model is broken.
    """
    violations = recorded.system.violations(recorded.history)
    broken = {name: breaches for name, breaches in violations.items() if breaches}
    verdict, states, note = None, 0, ""
    try:
        for log in recorded.system.logs(recorded.history, build):
            limits = Limits(max_states=max_states)
            verdict = Validator(log.machine, log.map, limits=limits).validate(log.events)
            states, note = states + verdict.visited, log.note
            if verdict.verdict == "explained":
                break
    except UsageError as error:
        return EpisodeOutcome(recorded.episode, broken, None, states, str(error), note)
    stopped = (verdict and verdict.stopped) or ""
    return EpisodeOutcome(recorded.episode, broken, verdict, states, stopped, note)


def _keep(options: argparse.Namespace, episode: Episode, run: Run, note: str) -> str:
    """Write the run that explains an episode as a scenario."""
    system, number = episode.about["system"], episode.about.get("number", 0)
    name = f"{system}-{episode.about.get('seed', 0)}-{number}".replace(":", "-").replace("/", "-")
    path = Path(options.traces) / f"{name}.toml"
    description = (
        f"The first run of {run.machine.name} that agrees with what was recorded of {system}. {note}"
    )
    write_text(scenarios.to_text(run, f"Episode {number} of {system}", description), path)
    return str(path)


def _line(outcome: EpisodeOutcome) -> str:
    """An episode, and its outcome."""
    number = outcome.episode.about.get("number", "?")
    lines = [f"episode {number}, {len(outcome.episode.events)} events: {_verdict(outcome)}"]
    if outcome.first_obstacle:
        lines.append(f"  none passes {outcome.first_obstacle}")
    if outcome.path:
        lines.append(f"  tidemark scenario {printable(outcome.path)}")
    for name, breaches in outcome.broken.items():
        lines += [f"  {name} is broken: {breach}" for breach in breaches]
    for name, state in outcome.breaks.items():
        lines.append(f"  the run breaks {name} in state {state}")
    return "\n".join(printable(line) for line in lines)


def _verdict(outcome: EpisodeOutcome) -> str:
    match outcome.verdict:
        case "explained":
            assert outcome.run
            return (
                f"explained by a run of {count_of(outcome.run.length, 'state')} ({outcome.states:,} searched)"
            )
        case "unexplained":
            return f"no run explains it ({count_of(outcome.states, 'state')} searched)"
    return f"the search ended: {outcome.stopped}"


def _summary(outcomes: list[EpisodeOutcome]) -> str:
    counts = Counter(outcome.verdict for outcome in outcomes)
    broken = sum(bool(outcome.broken) for outcome in outcomes)
    verdicts = ", ".join(f"{counts.get(name, 0)} {name}" for name in VERDICTS.values())
    return f"{len(outcomes)} episodes: {verdicts}; a promise is broken in {broken}"


def _status(outcomes: list[EpisodeOutcome], broke_off: str) -> int:
    if any(outcome.broken or outcome.verdict == "unexplained" for outcome in outcomes):
        return 1
    return 3 if broke_off or any(outcome.verdict == "unknown" for outcome in outcomes) else 0


def _as_json(outcome: EpisodeOutcome) -> dict[str, Any]:
    run = outcome.run
    return {
        "about": dict(outcome.episode.about),
        "broken": {name: list(breaches) for name, breaches in outcome.broken.items()},
        "verdict": outcome.verdict,
        "states": outcome.states,
        "length": run.length if run else None,
        "bounds": dict(run.machine.bounds) if run else None,
        "breaks": outcome.breaks,
        "blocked": outcome.first_obstacle or None,
        "stopped": outcome.stopped or None,
        "trace": outcome.path,
    }
