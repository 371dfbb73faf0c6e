"""The command line. Each module of `tidemark.checker.commands` is a command, imported only when it is called."""

from __future__ import annotations

from tidemark.base import signals, streams

if __name__ == "__main__":
    streams.secure()
    signals.end_at_once()  # before what takes time to import

import argparse
import importlib
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from tidemark import __version__, real
from tidemark.base.errors import TidemarkError, UsageError
from tidemark.base.names import look_up
from tidemark.checker.commands.shared import junit, output, system
from tidemark.checker.views import screen

COMMANDS = Path(__file__).with_name("commands")
LEAST = 512 << 20
"""Bytes of address space: LLVM, z3 and Arrow take half of it before they do anything."""


_PATHS = ("DIR", "FILE", "FILE.py", "PATH")
"""What a path is called in the help of an option."""


class _Once(argparse.Action):
    """The value of an option. It is refused if the option comes twice, or if the value is an empty path."""

    given = False

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        if self.given and option_string:
            parser.error(f"{option_string} is given twice")
        if values == "" and option_string and self.metavar in _PATHS:
            parser.error(f"{option_string} is given an empty word: it is a path")
        self.given = True
        setattr(namespace, self.dest, values)


class _Version(argparse.Action):
    """Shows the version, and where the running code is from: a copied environment runs the code of another place."""

    def __call__(self, parser: Any, *_: Any, **__: Any) -> None:
        from tidemark.checker import installation

        print(f"tidemark {__version__} ({installation.describe_location()})")
        if foreign := installation.foreign_start():
            advice = "a copied one starts what it was copied from"
            print(f"started by {foreign}, which is of another environment: {advice}")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser that complains in one line, as of every other mistake, and takes no option for another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.register("action", None, _Once)
        self.register("action", "store", _Once)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see `{self.prog} --help`")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The options, unless the parser does not know one of them; words for another program stay as they are."""
        passes = self.get_default("passes_on")
        count = passes(args) if passes else None
        parsed, unknown = super().parse_known_args(args[:count] if passes else args, namespace)
        if passes:
            parsed.words += args[count:]
        if unknown:
            import difflib

            from tidemark.checker.commands.shared import options

            option = next((word.partition("=")[0] for word in unknown if word.startswith("-")), "")
            if self.get_default("bounds") and options.is_bound_elsewhere(option):
                raise UsageError(f"{parsed.protocol} has no bound {option.removeprefix('--')}")
            near = difflib.get_close_matches(option, self._option_string_actions, n=1)
            hint = f", did you mean {near[0]}" if near else ""
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return parsed, unknown

    def print_help(self, file: Any = None) -> None:
        """Print the help. Where that fails, an error is raised; argparse itself would raise none."""
        print(self.format_help(), end="", file=file, flush=True)


def commands() -> dict[str, str]:
    """Every command with its summary: the first line of its docstring, read without importing it."""
    modules = {}
    for path in sorted(COMMANDS.glob("[!_]*.py")):
        with path.open(encoding="utf-8") as module:
            _, _, summary = module.readline().partition("`: ")
        modules[path.stem] = summary.rstrip('."\n')
    return dict(sorted({**modules, **dict.fromkeys(real.SYSTEMS, system.SUMMARY)}.items()))


def _parser(names: dict[str, str], command: str | None, words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser; only the options of the command that is called, and the bounds that it names, are declared."""
    parser = _Parser(
        prog="tidemark",
        allow_abbrev=False,
        description="A model checker: does a protocol keep its promises, and by which events are they broken?",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show which Tidemark this is, and exit")
    parser.epilog = "`tidemark COMMAND --help` says more; for a protocol, `tidemark check PROTOCOL --help`."
    below = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands")
    for name, summary in names.items() if command is None else [(command, names[command])]:
        description = summary.capitalize() + "."
        parts = below.add_parser(name, help=summary, description=description, allow_abbrev=False)
        if name == command:
            from tidemark.checker.commands.shared import options

            _module(name).arguments(parts)
            help_of_color = "auto: on a terminal, unless NO_COLOR is set"
            parts.add_argument("--color", choices=screen.COLORS, default="auto", help=help_of_color)
            parts.usage = _usage(parts)
            options.add_bounds(parts, words)
    return parser


def _usage(parts: argparse.ArgumentParser) -> str:
    """How a command is called: the words that it takes, in brackets if it can do without, and the needed options."""
    brackets = {"?": "[{}]", "*": "[{} ...]", "+": "{} ..."}
    words = [
        f"{action.option_strings[-1]} {action.metavar}"
        if action.option_strings
        else brackets.get(str(action.nargs), "{}").format(action.metavar or action.dest)
        for action in parts._actions
        if action.required or not action.option_strings
    ]
    return " ".join(["%(prog)s", *words, "[options]"])


def _module(command: str):  # type: ignore[no-untyped-def]  # a module with `arguments` and `run`
    if command in real.SYSTEMS:
        return system
    return importlib.import_module(f"tidemark.checker.commands.{command}")


@signals.end_on_signals
def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit status. Mistakes of a user are one line on standard error."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    with screen.escaping():
        status = None
        try:
            status = _status(words)
            return status
        finally:
            sys.stdout.flush()
            if lost := streams.problem():
                _refuse(UsageError(f"standard output: {lost.strerror}"))
                sys.exit(output.status_in_spite_of(True, status))


def _status(words: list[str]) -> int:
    try:
        return _run(words)
    except TidemarkError as error:
        mistake = error
    except MemoryError:
        mistake = UsageError("memory ran out: give it more (see `ulimit -v`), or smaller bounds")
    except OSError as error:
        subject = f"{error.filename}: " if error.filename else ""
        mistake = UsageError(f"{subject}{error.strerror or error}")
    except Exception as error:
        message = _mistake_of_a_user(error)
        if message is None:
            import traceback

            traceback.print_exc()  # Python's own end would be status 1, which says that a promise is violated
            message = UsageError(
                f"this is a fault of Tidemark's own ({type(error).__name__}), please report it"
            )
        mistake = message
    junit.write_mistake(words, mistake)
    return _refuse(mistake)


def _refuse(error: TidemarkError) -> int:
    print(f"tidemark: {error}", file=sys.stderr)
    return 2


def _run(words: list[str]) -> int:
    _require_address_space()
    names = commands()
    command = next((word for word in words if not word.startswith("-")), None)
    if command is not None:
        look_up(names, command, "there is no command")
    if not words:
        _parser(names, None, words).print_help(sys.stderr)
        return 2
    options = _parser(names, command, words).parse_args(words, argparse.Namespace(command_line=words))
    with screen.colors(options.color), output.collect_problems() as problems:
        try:
            status: int = _module(options.command).run(options)
        except UsageError as error:
            from tidemark.checker.commands.shared.options import with_spelling_of_user

            raise with_spelling_of_user(error, options) from None
    for problem in problems:
        _refuse(UsageError(problem))
    return output.status_in_spite_of(bool(problems), status)


def _mistake_of_a_user(error: Exception) -> TidemarkError | None:
    """An exception as a mistake in a user's file, where one is loaded and it came through that."""
    loaded = sys.modules.get("tidemark.checker.user_files.file")
    return loaded.mistake(error) if loaded else None


def _require_address_space() -> None:
    """Refuse a limit of address space in which a library can't be loaded, or ends the process when memory runs out."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit != resource.RLIM_INFINITY and limit < LEAST:
        allowed, needed = f"{limit >> 20:,} MiB", f"{LEAST >> 20:,} MiB"
        raise UsageError(f"`ulimit -v` allows {allowed}, and {needed} are needed at least")


if __name__ == "__main__":
    sys.exit(main())
