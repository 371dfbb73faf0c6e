"""`tidemark scenario`: run a scenario step by step, and show where other protocols differ from it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.base.errors import UsageError, printable
from tidemark.base.files import kind, require_none
from tidemark.base.names import look_up
from tidemark.checker.analyses.scenario import Played, play, play_elsewhere
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import output
from tidemark.checker.commands.shared import views as shared_views
from tidemark.checker.runs import scenarios
from tidemark.checker.runs.scenarios import EMPTY, SAME, Ending, Scenario
from tidemark.checker.telling.comparison import same_events
from tidemark.checker.telling.explanation import Explanation, tell
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.views import VIEWS, screen
from tidemark.checker.views.console import heading
from tidemark.impl import glossary
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.machine import Source

OF_ANY = [view for view in VIEWS if view.of_any]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "scenario",
        nargs="?",
        metavar="SCENARIO",
        help="its name, or a file: mine.toml; a word of the field lists those that tell of it; without it, list all",
    )
    parser.add_argument(
        "--protocol",
        action="append",
        default=[],
        metavar="PROTOCOL",
        help="show where this protocol differs from it, side by side; may be repeated",
    )
    shared.add_from(parser, "the file that has the protocol, where the scenario names one of yours")
    shared.add_own_promises(parser)
    shared_views.add_views(parser, OF_ANY)
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print a table of all scenarios, or run one; 0 if all that it expects is seen."""
    asked = [view for view in OF_ANY if getattr(options, view.name)]
    machines = shared.source_of(options)
    among = _of_word(options.scenario, machines)
    if options.scenario is None or among:
        if needless := [*options.protocol, *(f"--{view.name}" for view in asked)]:
            raise UsageError(f"{needless[0]} is for one scenario: name it")
        with output.document(options) as given:
            given.data = _list(machines, among)
        return 0
    if again := [name for name in options.protocol if options.protocol.count(name) > 1]:
        raise UsageError(f"--protocol {again[0]} is given twice")
    alone = shared_views.alone(options, asked, ["json"])
    scenario = scenarios.load(_file(options.scenario, machines), machines, shared.own_promises(options))
    others = [_protocol(name, machines) for name in options.protocol or scenario.endings]
    with output.document(options) as given, output.silent(alone is not None):
        played = play(scenario)
        elsewhere = [play_elsewhere(played, protocol) for protocol in others]
        told = tell(played)
        beside = others if options.protocol and any(view.beside for view in asked) else []
        explanations = [told, *(same_events(played.run, protocol) for protocol in beside)]
        text = shared_views.show(explanations, options, asked, _again(options))
        expected = {} if options.protocol else scenario.endings
        is_met = _result(played)
        is_met &= _others(elsewhere, expected)
        if options.protocol:
            for other in elsewhere:
                _side_by_side(played, other)
        given.data = _as_json(told, played, elsewhere, is_met)
    print(text, end="")
    return 0 if is_met else 1


def _known(machines: Source | None) -> dict[str, Path]:
    """The files of all scenarios by name: of the families in the user's file, where one is given."""
    own = [protocol.family for protocol in machines.protocols.values()] if machines else None
    return impl.scenarios(own)


def _of_word(word: str | None, machines: Source | None) -> tuple[str, ...]:
    """The scenarios to which a word of the field leads, where no scenario and no file has that name.

    Raises:
        UsageError: it leads to none.
    """
    if word is None or word in _known(machines) or _is_file(word) or machines or kind(word):
        return ()
    found = glossary.find(word)
    if found and not found.scenarios:
        raise UsageError(f"there is no scenario of {found.word}: `tidemark list {word}` says where it leads")
    return found.scenarios if found else ()


def _is_file(word: str) -> bool:
    return word.endswith(".toml") or os.sep in word


def _file(word: str, machines: Source | None) -> Path:
    """The file of a scenario that is named, or is a file."""
    known = _known(machines)
    if word not in known and _is_file(word):
        return Path(word)
    if word not in known:
        require_none(word, "scenario, whose file would end in .toml")
    found: Path = look_up(known, word, "there is no scenario")
    return found


def _protocol(name: str, machines: Source | None) -> Protocol:
    own = machines.protocols.get(name) if machines else None
    return own or find_protocol(name)


def _again(options: argparse.Namespace) -> str:
    more = [("--from", options.source), ("--promises", options.promises)]
    return printable(" ".join([options.scenario, *(f"{name} {file}" for name, file in more if file)]))


def _list(machines: Source | None, among: tuple[str, ...] = ()) -> dict[str, Any]:
    """Print a table of all scenarios, or of those that are named; gives the same as JSON data."""
    known = _known(machines)
    found = [scenarios.load(known[name], machines) for name in among or known]
    rows = [[s.name, s.title, s.machine.name, str(len(s.steps))] for s in found]
    if rows:
        align = ("left", "left", "left", "right")
        print(screen.here().table(rows, ["scenario", "title", "protocol", "steps"], align))
    else:
        print("there are no scenarios here")
    return {"scenarios": [_head(scenario) for scenario in found]}


def _result(played: Played) -> bool:
    """Print the machine, and whether the scenario ran as it says; gives that."""
    here = screen.here()
    lines = ["", *here.wrap(heading(played.machine), indent="  ")]
    wrong = [f"step {one.step}: {one}" for one in played.unmet]
    if played.refusal:
        wrong.append(f"step {len(played.states) + 1} is impossible: {played.refusal}")
    for text in wrong:
        lines += [here.paint(line, screen.LOST) for line in here.wrap(text, indent="  ")]
    number = len(played.states)
    lines += [] if wrong else here.wrap(f"{number} steps; all that the scenario expects is seen.")
    print("\n".join(lines))
    return not wrong


def _others(elsewhere: list[Played], expected: Mapping[str, Ending]) -> bool:
    """Print where other protocols differ from the scenario, alike ones together; gives whether that is as expected."""
    alike: dict[str, list[str]] = {}
    is_met = True
    for other in elsewhere:
        wanted = expected.get(other.machine.name, other.ending)
        is_met &= wanted == other.ending
        text = other.text + ("" if wanted == other.ending else f" (expected: {wanted})")
        alike.setdefault(text, []).append(other.machine.name)
    rows = [[", ".join(names), text] for text, names in alike.items()]
    if rows:
        print("\n" + screen.here().table(rows, ["under", "what happens"]))
    return is_met


def _side_by_side(played: Played, other: Played) -> None:
    """Print all that is different where another protocol first differs from the scenario."""
    step = other.ending.step
    if step is None:
        return
    number = min(step, len(other.states), len(played.states))
    here, there = played.seen[number - 1], other.seen[number - 1]
    rows = [
        [name, value or EMPTY, there[name] or EMPTY] for name, value in here.items() if value != there[name]
    ]
    if rows:
        print(f"\nafter step {number}")
        print(screen.here().table(rows, ["", played.machine.name, other.machine.name]))


def _head(scenario: Scenario) -> dict[str, Any]:
    return {
        "name": scenario.name,
        "title": scenario.title,
        "protocol": scenario.machine.name,
        "bounds": dict(scenario.machine.bounds),
        "length": len(scenario.steps),
    }


def _as_json(told: Explanation, played: Played, elsewhere: list[Played], is_met: bool) -> dict[str, Any]:
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
                zip(told.steps, scenario.steps, played.seen, strict=False), 1
            )
        ],
        "others": [{"protocol": other.machine.name, **_ending(other)} for other in elsewhere],
    }


def _ending(played: Played) -> dict[str, Any]:
    ending = played.ending
    return {"ending": ending.kind, "at": ending.step, "reason": None if ending == SAME else played.reason}
