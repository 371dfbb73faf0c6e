"""A run on the real system: what `--on` names, each step as it is seen, the verdict, JSON and JUnit."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tidemark import real
from tidemark.base.errors import UsageError, printable
from tidemark.checker.analyses.trial import Trial, try_on
from tidemark.checker.commands.shared import junit, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import Explanation
from tidemark.checker.views import screen
from tidemark.checker.views.junit import Case, Outcome, suite
from tidemark.spec.families.system import Confirmation, Drivable, Fact, System

STATUS = {"confirmed": 0, "refused": 1, "inconclusive": 3}
"""The exit status by verdict."""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare `--on` and what belongs to it."""
    group = add_on(parser)
    group.add_argument("--keep", metavar="DIR", help="leave its data in a new directory")
    junit.add(group, "the verdict")


def add_on(parser: argparse.ArgumentParser, required: bool = False, alternatives: str = "") -> Any:
    """Declare `--on` and `--set`; gives their group. alternatives: what else `--on` may name."""
    group = parser.add_argument_group("on the real system")
    names = ", ".join(real.SYSTEMS)
    group.add_argument(
        "--on",
        metavar="SYSTEM:VERSION",
        required=required,
        help=f"what to drive, and to compare with: {names}{alternatives}",
    )
    help_of_settings = "set a property there; may be repeated"
    shared.add_repeated(group, "--set", "PROPERTY=VALUE", help_of_settings, dest="settings")
    return group


def require_on(options: argparse.Namespace) -> None:
    """Refuse what belongs to `--on` without it.

    Raises:
        UsageError: there is such an option.
    """
    for name, value in (("set", options.settings), ("keep", options.keep), ("junit", options.junit)):
        if value and not options.on:
            raise UsageError(f"--{name} is for a run on the real system: name that with --on SYSTEM:VERSION")


@dataclass(frozen=True)
class SystemTarget:
    """What `--on` names, and what is set there. keep: a new directory for its data; None removes them."""

    system: System
    version: str
    settings: Mapping[str, str]
    keep: Path | None


def target(options: argparse.Namespace) -> SystemTarget:
    """The target of `--on SYSTEM:VERSION`, with `--set` and, where the command has it, `--keep`.

    Raises:
        UsageError: there is no such system, or no version; a setting is not PROPERTY=VALUE, or is given twice.
    """
    name, _, version = options.on.partition(":")
    system = real.system(name)
    if not version:
        raise UsageError(f"--on {options.on} names no version: {name} has {', '.join(system.versions())}")
    keep = getattr(options, "keep", None)
    return SystemTarget(system, version, _settings(options.settings), Path(keep) if keep else None)


def _settings(words: list[str]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise UsageError(f"--set {word} is not PROPERTY=VALUE")
        if name in settings:
            raise UsageError(f"--set {name} is given twice")
        settings[name] = value
    return settings


def run(target: SystemTarget, trace: Run, explanation: Explanation, junit_path: str | None) -> Trial:
    """Try a run on the target, and print what is seen; gives the outcome.

    Raises:
        UsageError: the system takes no runs, or not this one.
    """
    system = Drivable.of(target.system)
    output.require_writable(junit_path)
    console = screen.here()
    before: dict[str, Fact] = {}

    def tell(number: int, facts: list[Fact]) -> None:
        sentence = f"{number:>3}. {explanation.steps[number - 1].sentence}"
        print("\n".join(console.wrap(sentence, indent="     ")))
        for line in _fact_lines(facts, before):
            print(console.paint(line, screen.LOST) if "in the model" in line else line)

    trial = try_on(system, target.version, trace, target.settings, target.keep, tell)
    print("\n" + console.paragraph(sentence(trial.confirmation)))
    for line in (*trial.ending, *trial.confirmation.lines):
        print("  " + printable(line))
    for line in trial.confirmation.emulations:
        print(f"  an emulation: {line}")
    if junit_path:
        output.write(junit_path, as_junit(trial, trace))
    return trial


def sentence(confirmation: Confirmation) -> str:
    """The outcome, as a sentence."""
    at = "" if confirmation.step is None else f" at step {confirmation.step}"
    return f"{confirmation.verdict.capitalize()}{at} on {confirmation.system}: {confirmation.reason}."


def _fact_lines(facts: list[Fact], seen_facts: dict[str, Fact]) -> Iterator[str]:
    """What is newly seen, and what is not as in the model."""
    if new := [f"{fact.name} = {fact.real}" for fact in _note_new_facts(facts, seen_facts) if fact.agrees]:
        yield "     seen: " + " · ".join(new)
    for fact in facts:
        if not fact.agrees:
            yield f"     seen: {fact.name} = {fact.real}; in the model it is {fact.model}"


def with_observations(explanation: Explanation, trial: Trial) -> Explanation:
    """The explained run, with what was newly seen after each step."""
    seen_facts: dict[str, Fact] = {}
    steps = list(explanation.steps)
    for index, facts in enumerate(trial.steps):
        if new := [f"{fact.name} = {fact.real}" for fact in _note_new_facts(facts, seen_facts)]:
            first = f"seen on {trial.confirmation.system}: {new[0]}"
            steps[index] = replace(steps[index], seen=(first, *new[1:]))
    return replace(explanation, steps=steps)


def _note_new_facts(facts: list[Fact], seen_facts: dict[str, Fact]) -> list[Fact]:
    """The facts that differ from those known so far; the known ones are updated."""
    new_facts = [fact for fact in facts if seen_facts.get(fact.name) != fact]
    seen_facts.update({fact.name: fact for fact in new_facts})
    return new_facts


def as_json(trial: Trial, trace: Run) -> dict[str, Any]:
    """The document of `replay --on`."""
    machine = trace.machine
    return {
        "protocol": machine.name,
        "bounds": dict(machine.bounds),
        "promise": trace.promise,
        "length": trace.length,
        **asdict(trial.confirmation),
        "steps": [
            {
                "step": number,
                "action": None if step.instance is None else str(step.instance),
                "facts": [{"name": fact.name, "model": fact.model, "real": fact.real} for fact in facts],
            }
            for number, (step, facts) in enumerate(zip(trace.steps, trial.steps, strict=False), 1)
        ],
        "ending": trial.ending,
    }


def as_junit(trial: Trial, trace: Run) -> str:
    """The verdict as JUnit XML: refused is a failure, inconclusive is skipped."""
    confirmation, machine, name = trial.confirmation, trace.machine.name, trace.promise or "run"
    outcome: Outcome = "failure" if confirmation.verdict == "refused" else "skipped"
    case = Case(machine, name, outcome, sentence(trial.confirmation), "\n".join(confirmation.lines))
    case = Case(machine, name) if confirmation.verdict == "confirmed" else case
    return suite(f"tidemark {confirmation.system}", [case])
