"""The command line. Each module of `checker.commands` is a command, imported only when it is called."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from checker import __version__
from checker.views import screen
from spec.errors import TidemarkError, UsageError
from spec.names import look_up

COMMANDS = Path(__file__).with_name("commands")


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, like every other mistake's."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see `{self.prog} --help`")


def commands() -> dict[str, str]:
    """Every command with its summary: the first line of its docstring, read without importing it."""
    found = {}
    for path in sorted(COMMANDS.glob("[!_]*.py")):
        with path.open(encoding="utf-8") as module:
            _, _, summary = module.readline().partition("`: ")
        found[path.stem] = summary.rstrip('."\n')
    return found


def _parser(known: dict[str, str], command: str | None, words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser; only the options of the command that is called, and the bounds that it names, are declared."""
    parser = _Parser(
        prog="tidemark",
        allow_abbrev=False,
        description="A model checker: does a protocol keep its promises, and by which events are they broken?",
    )
    parser.add_argument("--version", action="version", version=f"tidemark {__version__}")
    parser.epilog = "`tidemark COMMAND --help` says more; for a protocol, `tidemark check PROTOCOL --help`."
    below = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands")
    for name, summary in known.items():
        parts = below.add_parser(
            name, help=summary, description=summary.capitalize() + ".", allow_abbrev=False
        )
        if name == command:
            from checker.commands.shared import options

            _module(name).arguments(parts)
            parts.add_argument(
                "--color",
                choices=screen.COLORS,
                default="auto",
                help="auto: on a terminal, unless NO_COLOR is set",
            )
            parts.usage = _usage(parts)
            options.add_bounds(parts, words)
    return parser


def _usage(parts: argparse.ArgumentParser) -> str:
    """How a command is called, with the words that it can't do without."""
    needed = [
        f"{action.option_strings[-1]} {action.metavar}"
        if action.option_strings
        else str(action.metavar or action.dest)
        for action in parts._actions
        if action.required
    ]
    return " ".join(["%(prog)s", *needed, "[options]"])


def _module(command: str):  # type: ignore[no-untyped-def]  # a module with `arguments` and `run`
    return importlib.import_module(f"checker.commands.{command}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit status. Mistakes of a user are one line on standard error."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = next((word for word in words if not word.startswith("-")), None)
    try:
        known = commands()
        if command is not None:
            look_up(known, command, "there is no command")
        if not words:
            _parser(known, None, words).print_help(sys.stderr)
            return 2
        options = _parser(known, command, words).parse_args(words)
        with screen.colors(options.color):
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
