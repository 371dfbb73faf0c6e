"""`--engine`, and the options that the engines declare: one command line for all of them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from tidemark.checker.engines.engine import Choice, Option, SearchRequest

_PREFIX = "engine:"
"""What the names of these options begin with among a command's."""


class Suggestions(tuple[str, ...]):
    """The choices that a shell completes. Any other value passes: it is refused elsewhere, with what is near it."""

    def __contains__(self, _: object) -> bool:
        return True


def add_engines(parser: argparse.ArgumentParser, choices: Mapping[str, Choice]) -> None:
    """Declare `--engine`, by default the first of these, and every option that one of them takes."""
    group = parser.add_argument_group("engine", "an option that the engine does not take is refused")
    first = next(iter(choices))
    group.add_argument(
        "--engine",
        choices=Suggestions(choices),
        default=first,
        metavar="NAME",
        help=f"one of {', '.join(choices)} (default: {first})",
    )
    takers: dict[str, dict[str, Option]] = {}
    for choice in choices.values():
        for option in choice.options:
            takers.setdefault(option.name, {})[choice.name] = option
    for name, options in takers.items():
        _add(group, name, options, all_take_it=len(options) == len(choices))


def add_option(parser: argparse._ActionsContainer, option: Option) -> None:
    """Declare an option of the command in the way that those of engines are declared, with its default."""
    parser.add_argument(
        f"--{option.name}",
        type=option.parse or str,
        default=option.default,
        metavar=option.metavar,
        help=option.help,
    )


def _add(group: Any, name: str, options: dict[str, Option], all_take_it: bool) -> None:
    """Declare an option by the engines that take it. Without it, the parsed options do not have its name."""
    option = next(iter(options.values()))
    value = {"type": option.parse, "metavar": option.metavar} if option.parse else {"action": "store_true"}
    group.add_argument(
        f"--{name}",
        dest=_PREFIX + name,
        default=argparse.SUPPRESS,
        help=_help(options, all_take_it).replace("%", "%%"),
        **value,
    )


def _help(options: dict[str, Option], all_take_it: bool) -> str:
    """What an option says, after the names of the engines that take it, unless all do and say the same."""
    engines: dict[str, list[str]] = {}
    for engine, option in options.items():
        engines.setdefault(option.summary, []).append(engine)
    if all_take_it and len(engines) == 1:
        return next(iter(engines))
    return "; ".join(f"{', '.join(names)}: {summary}" for summary, names in engines.items())


def request_of(options: argparse.Namespace) -> SearchRequest:
    """What was given on the command line for an engine."""
    named = {name.removeprefix(_PREFIX): v for name, v in vars(options).items() if name.startswith(_PREFIX)}
    return SearchRequest(**named)
