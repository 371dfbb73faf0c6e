"""`tidemark completion`: print a script with which bash or zsh completes commands, options, protocols and promises.

The script holds all words that were known when it was printed, so that a shell completes without starting Python.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Iterable, Iterator

from tidemark import impl, real
from tidemark.checker import commands
from tidemark.checker.commands.shared.engine_options import Offered
from tidemark.checker.views.screen import COLORS
from tidemark.spec.families.bounds import Bound

FILES = ("FILE", "FILE.py", "PATH", "DIR")
"""What stands for a file in the help of an option."""

HEAD = {
    "bash": """\
# What `tidemark completion bash` printed. bash reads it once it is in
# ~/.local/share/bash-completion/completions/tidemark
""",
    "zsh": """\
#compdef tidemark
# What `tidemark completion zsh` printed. zsh reads it once it is the file _tidemark in a folder of $fpath.
""",
}

WORDS = """
# What may follow these words: other words in _tidemark_found, and files where _tidemark_files says so.
_tidemark_words() {{
  local word command= protocol= before= bounds= promises={promises} rules=
  for word in "$@"; do
    before="$word"
    case "$word" in -*) ;; *) [ -n "$command" ] || command="$word" ;; esac
    case "$word" in
{protocols}
    esac
  done
  _tidemark_found= _tidemark_files=
  case "$command $before" in
{values}
  esac
  case "$protocol $before" in
{choices}
  esac
  case "$command" in
{commands}
  esac
}}

"""

SHELLS = {
    "bash": """\
_tidemark() {
  local word="${COMP_WORDS[COMP_CWORD]}"
  _tidemark_words "${COMP_WORDS[@]:1:COMP_CWORD-1}"
  COMPREPLY=($(compgen -W "$_tidemark_found" -- "$word"))
  if [ -n "$_tidemark_files" ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$word"))
  fi
}
complete -F _tidemark tidemark
""",
    "zsh": """\
_tidemark() {
  _tidemark_words "${(@)words[2,CURRENT-1]}"
  compadd -- ${=_tidemark_found}
  [[ -z $_tidemark_files ]] || _files
}
if [[ "$funcstack[1]" = _tidemark ]]; then _tidemark "$@"; else compdef _tidemark tidemark; fi
""",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("shell", choices=tuple(SHELLS), help="for which shell")


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    print(HEAD[options.shell] + _words() + SHELLS[options.shell], end="")
    return 0


def _words() -> str:
    names = sorted(module.name for module in pkgutil.iter_modules(commands.__path__) if not module.ispkg)
    parsers = {name: _parser(name) for name in names}
    offered = [f'    "") {_found(["--help", "--version", *parsers])} ;;']
    offered += [f"    {name}) {_offered(parser)} ;;" for name, parser in parsers.items()]
    return WORDS.format(
        promises=_quoted({p.name for family in impl.families() for p in family.promises}),
        protocols="\n".join(_protocols()),
        values="\n".join(_values(parsers)),
        choices="\n".join(_choices()),
        commands="\n".join(offered),
    )


def _parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    importlib.import_module(f"tidemark.checker.commands.{name}").arguments(parser)
    parser.add_argument("--color", choices=COLORS)
    return parser


def _quoted(words: Iterable[str]) -> str:
    return "'" + " ".join(sorted(words)) + "'"


def _found(words: Iterable[str], more: str = "") -> str:
    return f"_tidemark_found={_quoted(words)}{more}"


def _protocols() -> Iterator[str]:
    """What a protocol has of its own."""
    for name, protocol in impl.protocols().items():
        family = protocol.family
        bounds, promises = (
            _quoted(f"--{name}" for b in family.bounds for name in _offered_names(b)),
            _quoted(p.name for p in family.promises),
        )
        rules = _quoted(f"{rule}=" for rule in family.rules)
        yield f"      {name}) protocol={name} bounds={bounds} promises={promises} rules={rules} ;;"


def _values(parsers: dict[str, argparse.ArgumentParser]) -> Iterator[str]:
    """What may follow an option that takes a value: then nothing else may."""
    for name, parser in parsers.items():
        for action in parser._actions:
            if action.option_strings and action.nargs != 0:
                yield f'    "{name} {action.option_strings[-1]}") {_value(action)}; return ;;'


def _value(action: argparse.Action) -> str:
    if isinstance(action, Offered):
        return _found(action.offered)
    match action.metavar or "":
        case _ if action.choices:
            return _found(map(str, action.choices))
        case metavar if metavar in FILES:
            return "_tidemark_files=1"
        case "PROTOCOL":
            return _found(impl.protocols())
        case "RULE=PROTOCOL":
            return '_tidemark_found="$rules"'
        case "NAME" if action.dest == "promise":
            return '_tidemark_found="$promises"'
    return ":"


def _choices() -> Iterator[str]:
    """What may follow a bound."""
    for name, protocol in impl.protocols().items():
        for bound in protocol.family.bounds:
            for option in bound.names:
                values = _values_of(bound, option)
                words = _found(values) if values else ":"
                yield f'    "{name} --{option}") {words}; return ;;'


def _offered_names(bound: Bound) -> set[str]:
    """A bound's name, and its setting's with dots: the one with dashes would be the same word again."""
    return {bound.name, bound.setting.name} if bound.setting else {bound.name}


def _values_of(bound: Bound, name: str) -> Iterable[str]:
    """The choices of a bound under one of its names; a setting may have others."""
    values = bound.setting.values if bound.setting and name != bound.name else ()
    return values or bound.choices


def _offered(parser: argparse.ArgumentParser) -> str:
    """The options of a command, and what else its words may be."""
    offered = [option for action in parser._actions for option in action.option_strings]
    more, files = '" $bounds"' if parser.get_default("bounds") else "", ""
    for action in parser._actions:
        if action.option_strings:
            continue
        offered += map(str, action.choices or ())
        if action.metavar == "PROTOCOL":
            offered += impl.protocols()
        if action.dest == "pins":
            offered += [*impl.SUBJECTS, *impl.protocols()]
        if action.metavar == "PROMISE":
            more += '" $promises"'
        if action.metavar == "FUNCTION":
            offered += real.FUNCTIONS
        if action.metavar == "SCENARIO":
            offered += impl.scenarios()
        if action.metavar in (*FILES, "PROTOCOL", "SCENARIO"):
            files = "; _tidemark_files=1"
    return _found(offered, more) + files
