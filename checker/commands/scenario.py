"""`tidemark scenario`: run a scenario step by step, and show where other protocols differ from it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError, printable
from tidemark.base.files import kind, require_none
from tidemark.base.names import look_up
from tidemark.checker.analyses.scenario import ScenarioRun, play, play_elsewhere
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import output
from tidemark.checker.commands.shared import views as shared_views
from tidemark.checker.runs import scenarios
from tidemark.checker.runs.scenarios import EMPTY, SAME, Scenario, ScenarioEnding
from tidemark.checker.telling.comparison import same_events
from tidemark.checker.telling.explanation import Explanation, tell
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.views import VIEWS, screen
from tidemark.checker.views.console import heading
from tidemark.impl import glossary
from tidemark.spec.machines.origin import Source

OF_ANY = [view for view in VIEWS if view.of_any]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "scenario",
        nargs="?",
        metavar="SCENARIO",
        help="its name, or a file: mine.toml; a word of the field lists those that tell of it; without it, list all",
    )
    help_of_protocols = "show where this protocol differs from it, side by side; may be repeated"
    shared.add_repeated(parser, "--protocol", "PROTOCOL", help_of_protocols)
    shared.add_from(parser, "the file that has the protocol, where the scenario names one of yours")
    shared.add_own_promises(parser)
    shared_views.add_views(parser, OF_ANY)
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print a table of all scenarios, or run one; 0 if all that it expects is seen."""
    views = [view for view in OF_ANY if getattr(options, view.name)]
    machines = shared.source_of(options)
    among = _of_word(options.scenario, machines)
    if options.scenario is None or among:
        if needless := [*options.protocol, *(f"--{view.name}" for view in views)]:
            raise UsageError(f"{needless[0]} is for one scenario: name it")
        with output.document(options) as document:
            document.data = _print_scenarios(machines, among)
        return 0
    if again := [name for name in options.protocol if options.protocol.count(name) > 1]:
        raise UsageError(f"--protocol {again[0]} is given twice")
    alone = shared_views.alone(options, views, ["json"])
    scenario = scenarios.load(_file(options.scenario, machines), machines, shared.own_promises(options))
    user_protocols = machines.protocols if machines else {}
    names = options.protocol or scenario.endings
    others = [user_protocols.get(name) or find_protocol(name) for name in names]
    with output.document(options) as document, output.silent(alone is not None):
        played = play(scenario)
        elsewhere = [play_elsewhere(played, protocol) for protocol in others]
        explanation = tell(played)
        beside = others if options.protocol and any(view.beside for view in views) else []
        explanations = [explanation, *(same_events(played.run, protocol) for protocol in beside)]
        files = {"--from": options.source, "--promises": options.promises}
        again = [options.scenario, *(f"{name} {file}" for name, file in files.items() if file)]
        standard_output = shared_views.show(explanations, options, views, printable(" ".join(again)))
        expected = {} if options.protocol else scenario.endings
        is_met = _print_result(played)
        is_met &= _print_others(elsewhere, expected)
        for alternative in elsewhere if options.protocol else ():
            _print_side_by_side(played, alternative)
        document.data = _as_json(explanation, played, elsewhere, is_met)
    print(standard_output, end="")
    return 0 if is_met else 1


def _scenario_files(machines: Source | None) -> dict[str, Path]:
    """The files of all scenarios by name, or of those that belong to the families of a user's file."""
    families = [protocol.family for protocol in machines.protocols.values()] if machines else None
    return impl.scenarios(families)


def _of_word(word: str | None, machines: Source | None) -> tuple[str, ...]:
    """The scenarios to which a word of the field leads, where no scenario and no file has that name.

    Raises:
        UsageError: it leads to none.
    """
    if word is None or word in _scenario_files(machines) or _is_file(word) or machines or kind(word):
        return ()
    glossary_word = glossary.find(word)
    if glossary_word and not glossary_word.scenarios:
        where = f"`tidemark list {word}` says where it leads"
        raise UsageError(f"there is no scenario of {glossary_word.word}: {where}")
    return glossary_word.scenarios if glossary_word else ()


def _is_file(word: str) -> bool:
    return word.endswith(".toml") or os.sep in word


def _file(word: str, machines: Source | None) -> Path:
    """The file of a scenario that is named, or is a file."""
    files = _scenario_files(machines)
    if word not in files:
        if _is_file(word):
            return Path(word)
        require_none(word, "scenario, whose file would end in .toml")
    path: Path = look_up(files, word, "there is no scenario")
    return path


def _print_scenarios(machines: Source | None, among: tuple[str, ...] = ()) -> dict[str, Any]:
    """Print a table of all scenarios, or of those that are named; gives the same as JSON data."""
    files = _scenario_files(machines)
    listed = [scenarios.load(files[name], machines) for name in among or files]
    rows = [[s.name, s.title, s.machine.name, str(len(s.steps))] for s in listed]
    if rows:
        align = ("left", "left", "left", "right")
        print(screen.here().table(rows, ["scenario", "title", "protocol", "steps"], align))
    else:
        print("there are no scenarios here")
    return {"scenarios": [_head(scenario) for scenario in listed]}


def _print_result(played: ScenarioRun) -> bool:
    """Print the machine, and whether the scenario ran as it says; gives that."""
    console = screen.here()
    lines = ["", *console.wrap(heading(played.machine), indent="  ")]
    wrong = [f"step {mismatch.step}: {mismatch}" for mismatch in played.unmet]
    if played.refusal:
        wrong.append(f"step {len(played.states) + 1} is impossible: {played.refusal}")
    for problem in wrong:
        lines += [console.paint(line, screen.LOST) for line in console.wrap(problem, indent="  ")]
    number = len(played.states)
    lines += (
        [] if wrong else console.wrap(f"{count_of(number, 'step')}; all that the scenario expects is seen.")
    )
    print("\n".join(lines))
    return not wrong


def _print_others(elsewhere: list[ScenarioRun], expected: Mapping[str, ScenarioEnding]) -> bool:
    """Print where other protocols differ from the scenario, alike ones together; gives whether that is as expected."""
    alike: dict[str, list[str]] = {}
    is_met = True
    for alternative in elsewhere:
        expected_ending = expected.get(alternative.machine.name, alternative.ending)
        is_expected = expected_ending == alternative.ending
        is_met &= is_expected
        outcome = alternative.text + ("" if is_expected else f" (expected: {expected_ending})")
        alike.setdefault(outcome, []).append(alternative.machine.name)
    rows = [[", ".join(names), outcome] for outcome, names in alike.items()]
    if rows:
        print("\n" + screen.here().table(rows, ["under", "what happens"]))
    return is_met


def _print_side_by_side(played: ScenarioRun, alternative: ScenarioRun) -> None:
    """Print all that is different where another protocol first differs from the scenario."""
    step = alternative.ending.step
    if step is None:
        return
    number = min(step, len(alternative.states), len(played.states))
    observations, other_observations = played.seen[number - 1], alternative.seen[number - 1]
    rows = [
        [name, value or EMPTY, other_observations[name] or EMPTY]
        for name, value in observations.items()
        if value != other_observations[name]
    ]
    if rows:
        print(f"\nafter step {number}")
        print(screen.here().table(rows, ["", played.machine.name, alternative.machine.name]))


def _head(scenario: Scenario) -> dict[str, Any]:
    return {
        "name": scenario.name,
        "title": scenario.title,
        "protocol": scenario.machine.name,
        "bounds": dict(scenario.machine.bounds),
        "length": len(scenario.steps),
    }


def _as_json(
    explanation: Explanation, played: ScenarioRun, elsewhere: list[ScenarioRun], is_met: bool
) -> dict[str, Any]:
    scenario = played.scenario
    return {
        **_head(scenario),
        "text": scenario.text,
        "breaks": scenario.breaks or None,
        "met": is_met,
        **_ending(played),
        "steps": [
            {
                "step": number,
                "action": expected.do or None,
                "sentence": step.text,
                "expected": dict(expected.see),
                "seen": dict(seen),
            }
            for number, (step, expected, seen) in enumerate(
                zip(explanation.steps, scenario.steps, played.seen, strict=False), 1
            )
        ],
        "others": [
            {"protocol": alternative.machine.name, **_ending(alternative)} for alternative in elsewhere
        ],
    }


def _ending(played: ScenarioRun) -> dict[str, Any]:
    ending = played.ending
    return {"ending": ending.kind, "at": ending.step, "reason": None if ending == SAME else played.reason}
