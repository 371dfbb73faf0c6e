"""The command line. Each command is a module of `checker.commands`, imported only when it is called.

A command module has `arguments(parser)`, which declares its options, and `run(options)`, which returns the exit
status: 0 all promises hold, 1 one is violated, 2 wrong usage or a broken model, 3 incomplete, 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import NoReturn

from spec.errors import TidemarkError, UsageError
from spec.names import look_up

COMMANDS = {
    "check": "check a protocol's promises at given bounds",
    "list": "list protocols, promises, rules and bounds",
    "verify": "check every protocol against the figures pinned for it",
    "replay": "run a counterexample again, step by step",
    "minimize": "look for the smallest bounds, and the plainest run, at which a promise fails",
    "why": "say which states and actions every loss needs",
    "graph": "write the state graph as DOT or GraphML",
    "counterexamples": "write the counterexamples of all pinned violations anew",
    "matrix": "check a grid of conditions: the durability table",
    "query": "ask the results of a matrix for which conditions something is lost",
    "fuzz": "look for violations by random walks, at bounds where no enumeration ends",
    "prove": "try to prove a promise by induction",
}


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, like every other mistake's."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see `{self.prog} --help`")


def _parser(command: str | None) -> argparse.ArgumentParser:
    """The parser; only the options of the command that is called are declared."""
    parser = _Parser(
        prog="tidemark", description="Can a record that Kafka acknowledged be lost, and by which events?"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        below = commands.add_parser(
            name, help=summary, description=summary.capitalize() + ".", allow_abbrev=False
        )
        if name == command:
            _module(name).arguments(below)
    return parser


def _module(command: str):  # type: ignore[no-untyped-def]  # a module with `arguments` and `run`
    return importlib.import_module(f"checker.commands.{command}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit status. Mistakes of a user are one line on standard error."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = next((word for word in words if not word.startswith("-")), None)
    try:
        if command is not None:
            look_up(COMMANDS, command, "there is no command")
        options = _parser(command).parse_args(words)
        status: int = _module(options.command).run(options)
        return status
    except TidemarkError as error:
        print(f"tidemark: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("tidemark: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141


if __name__ == "__main__":
    sys.exit(main())
