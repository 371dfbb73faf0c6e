"""`tidemark completion`: print a script with which bash, zsh or fish completes commands, options and protocols.

The script holds all words that were known when it was printed, so that a shell completes without starting Python.
shtab writes it from the parsers of all commands. Which promises, rules and bounds there are depends on the protocol on
the command line: shell functions look for it there.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import shtab

from tidemark import impl, real
from tidemark.checker import commands
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import system
from tidemark.checker.views.screen import COLORS
from tidemark.spec.families.protocol import Protocol

OFFER = {"bash": 'compgen -W "{}" -- "$1"', "zsh": "compadd -- {}", "fish": "string split ' ' '{}'"}
"""How a shell's function offers words."""
OFFER_FILES = {
    "bash": 'compgen -f -- "$1"',
    "zsh": "_files",
    "fish": "__fish_complete_path (commandline -ct)",
}
LINE = {"bash": "${COMP_WORDS[*]}", "zsh": "${words[*]}", "fish": "$(commandline -cp)"}

BOUNDS_OF_PROTOCOL = """
# Completes a word, without the bounds that the protocol on the command line does not have.
_tidemark() {
  _shtab_tidemark
  local bounds reply kept=()
  bounds=" $(_tidemark_bounds "") "
  bounds="${bounds//$'\\n'/ }"
  for reply in "${COMPREPLY[@]}"; do
    [[ " $_tidemark_all_bounds " == *" $reply "* && "$bounds" != *" $reply "* ]] || kept+=("$reply")
  done
  COMPREPLY=("${kept[@]}")
}
complete -o bashdefault -F _tidemark tidemark
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("shell", choices=tuple(OFFER), help="for which shell")


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    shell = options.shell
    functions = [
        _names_or_files(shell, "_tidemark_protocols", impl.protocols()),
        _names_or_files(shell, "_tidemark_scenarios", impl.scenarios()),
        _by_protocol(shell, "_tidemark_promises", _promise_names),
        _by_protocol(shell, "_tidemark_rules", lambda protocol: [f"{rule}=" for rule in protocol.rules]),
    ]
    script = shtab.complete(_parser(), shell, preamble="\n".join(functions))
    if shell == "bash":
        names = {f"--{name}" for family in impl.families() for bound in family.bounds for name in bound.names}
        script += f'\n_tidemark_all_bounds="{_join(sorted(names))}"\n'
        script += _by_protocol(shell, "_tidemark_bounds", _bound_options) + BOUNDS_OF_PROTOCOL
    print(script)
    return 0


@functools.cache
def _names_of_promises() -> Mapping[str, list[str]]:
    """For each protocol the promises that it has at some bounds."""
    return {name: [p.name for p in protocol.possible_promises] for name, protocol in impl.protocols().items()}


def _promise_names(protocol: Protocol) -> list[str]:
    return _names_of_promises()[protocol.name]


def _bound_options(protocol: Protocol) -> list[str]:
    """The options of its bounds: a setting with dots, since the one with dashes would be the same word again."""
    return [
        f"--{name}"
        for bound in protocol.bounds
        for name in dict.fromkeys([bound.name, *([bound.setting.name] if bound.setting else [])])
    ]


def _join(words: Iterable[str]) -> str:
    return " ".join(words)


def _function(shell: str, name: str, lines: Iterable[str]) -> str:
    start, end = (f"function {name}", "end") if shell == "fish" else (f"{name}() {{", "}")
    return "\n".join([start, *(f"  {line}" for line in lines), end])


def _names_or_files(shell: str, name: str, names: Iterable[str]) -> str:
    """A function of the shell that offers names, and files."""
    return _function(shell, name, [OFFER[shell].format(_join(names)), OFFER_FILES[shell]])


def _by_protocol(shell: str, name: str, words_of: Callable[[Protocol], list[str]]) -> str:
    """A function of the shell that offers the words of the protocol on the command line; without one, all words."""
    patterns_of_words: dict[tuple[str, ...], list[str]] = {}
    for protocol in impl.protocols().values():
        pattern = f"'* {protocol.name} *'" if shell == "fish" else f'*" {protocol.name} "*'
        patterns_of_words.setdefault(tuple(words_of(protocol)), []).append(pattern)
    every_word = sorted({word for words in patterns_of_words for word in words})
    offers = {
        tuple(patterns): OFFER[shell].format(_join(words)) for words, patterns in patterns_of_words.items()
    }
    default = OFFER[shell].format(_join(every_word))
    if shell == "fish":
        cases = [
            line for patterns, offer in offers.items() for line in (f"case {_join(patterns)}", f"  {offer}")
        ]
        lines = [f'switch " {LINE[shell]} "', *cases, "case '*'", f"  {default}", "end"]
    else:
        cases = [f"  {'|'.join(patterns)}) {offer} ;;" for patterns, offer in offers.items()]
        lines = [f'case " {LINE[shell]} " in', *cases, f"  *) {default} ;;", "esac"]
    return _function(shell, name, lines)


def _parser() -> argparse.ArgumentParser:
    """The command line with all options of all commands, each with what a shell completes it by."""
    parser = argparse.ArgumentParser(prog="tidemark")
    parser.add_argument("--version", action="store_true", help="show which Tidemark this is")
    subparsers = parser.add_subparsers(dest="command")
    modules = {
        module.name: importlib.import_module(f"tidemark.checker.commands.{module.name}")
        for module in pkgutil.iter_modules(commands.__path__)
        if not module.ispkg
    }
    for name, module in sorted({**modules, **dict.fromkeys(real.SYSTEMS, system)}.items()):
        summary = (module.__doc__ or "").partition("\n")[0].partition("`: ")[2]
        command = subparsers.add_parser(name, help=summary or system.SUMMARY)
        module.arguments(command)
        command.add_argument("--color", choices=COLORS, help="when to color")
        shared.add_bounds(command, [])
        for action in command._actions:
            _set_completion(action)
    return parser


@functools.cache
def _bound_values() -> dict[str, list[str]]:
    """The values of each option of a bound that has choices; a setting may have others than its bound."""
    values: dict[str, list[str]] = {}
    for family in impl.families():
        for bound in family.bounds:
            for name in bound.names:
                of_setting = bound.setting.values if bound.setting and name != bound.name else ()
                values.setdefault(f"--{name}", []).extend(of_setting or bound.choices)
    return {option: sorted(set(words)) for option, words in values.items() if words}


def _set_completion(action: Any) -> None:
    """Say by which words, files or function of the shell an action is completed."""
    functions = {
        "PROMISE": "promises", "RULE=PROTOCOL": "rules", "PROTOCOL": "protocols", "SCENARIO": "scenarios",
    }  # fmt: skip
    files = {"FILE": shtab.FILE, "FILE.py": shtab.FILE, "PATH": shtab.FILE, "DIR": shtab.DIRECTORY}
    metavar = "PROMISE" if (action.metavar, action.dest) == ("NAME", "promise") else action.metavar
    if isinstance(action, shared.BoundOption):
        action.help = f"the bound {action.bound}"
        action.choices = _bound_values().get(action.option_strings[0])
    elif action.dest == "pins":
        action.choices = [*impl.SUBJECTS, *impl.protocols()]
    elif metavar == "FUNCTION":
        action.choices = list(real.FUNCTIONS)
    elif metavar in functions:
        function = f"_tidemark_{functions[metavar]}"
        action.complete = {shell: f"({function})" if shell == "fish" else function for shell in OFFER}
    elif metavar in files:
        action.complete = files[metavar]
