"""Options that several commands share: the protocol, its promises, its bounds and its exchanged rules."""

from __future__ import annotations

import argparse
import itertools
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.base.errors import UsageError, printable
from tidemark.checker.engines.amounts import integer
from tidemark.checker.user_files.lookup import find_protocol, find_sources
from tidemark.checker.user_files.place import is_own
from tidemark.impl import histories
from tidemark.spec.families.bounds import Bound
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.fairness import parse_fairness
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.origin import Source


def add_protocol(parser: argparse.ArgumentParser, or_else: str = "") -> None:
    """Declare PROTOCOL, with what may stand there too, and `--with`; `add_bounds` declares its bounds."""
    parser.add_argument(
        "protocol",
        metavar="PROTOCOL",
        help=f"its name, see `tidemark list`; or a file with a machine of your own: mine.py, mine.py:name{or_else}",
    )
    add_exchange(
        parser, "take one rule from another protocol; may be repeated; `tidemark list` names the rules"
    )
    parser.set_defaults(bounds=True)


def add_exchange(parser: argparse.ArgumentParser, help: str) -> None:
    """Declare `--with`."""
    add_repeated(parser, "--with", "RULE=PROTOCOL", help, dest="exchanged")


def add_repeated(
    parser: argparse._ActionsContainer, name: str, metavar: str, help: str, dest: str | None = None
) -> None:
    """Declare an option that may be repeated: its values are a list, which is empty without it."""
    parser.add_argument(name, dest=dest, action="append", default=[], metavar=metavar, help=help)


def add_bounds(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Declare the bounds of the protocols that these words of the command line name, once all else is declared.

    Where none is named, those of all families are accepted, but not shown: the protocol is what is wrong then. Each
    name of a bound is an option. If the command has such an option already, the bound is `--bound:NAME`.
    """
    if not parser.get_default("bounds"):
        return
    most = parser.get_default("protocols") or 1
    named = list(itertools.islice(_protocols_named_in(parser, words), most))
    protocols = named[0] if named else []
    for others in named[1:]:
        _add_bounds_of_other(parser, others)
        protocols = [*protocols, *others]
    bounds = [bound for protocol in protocols or impl.families() for bound in protocol.bounds]
    shown_bounds = {bound.name for bound in bounds}
    bounds += [bound for bound in _bounds_beside(protocols, words) if bound.name not in shown_bounds]
    where = ", ".join(dict.fromkeys(protocol.name for protocol in protocols))
    where = f"of {where}" if protocols else "each protocol has its own: name it before --help"
    group = parser.add_argument_group("bounds and conditions", where)
    for bound in _unique_bounds(bounds):
        for name in bound.names:
            option = f"--{name}" if f"--{name}" not in parser._option_string_actions else f"--bound:{name}"
            is_shown = bound.name in shown_bounds and protocols and name == bound.name
            help = _bound_help(bound, len(protocols) == 1) if is_shown else argparse.SUPPRESS
            _add_bound(group, option, bound, name, help)


def _add_bound(group: Any, option: str, bound: Bound[Any], name: str, help: str, side: str = "") -> None:
    """Declare the option of a bound under one of its names. side: what the bound of a second protocol begins with."""
    group.add_argument(
        option,
        action=BoundOption,
        bound=side + bound.name,
        dest=f"{side}bound:{bound.name}",
        type=partial(bound.from_setting, name) if bound.choices else integer,
        metavar="|".join(bound.choices) or "N",
        help=help,
    )


ABSTRACT = "abstract-"
"""What an option begins with that is a bound of the second protocol alone."""


def _add_bounds_of_other(parser: argparse.ArgumentParser, protocols: Sequence[Protocol]) -> None:
    """Declare the bounds of a second protocol, where they differ from those of the first."""
    names = ", ".join(protocol.name for protocol in protocols)
    group = parser.add_argument_group(
        "bounds of the abstract machine", f"of {names} alone, in place of the above"
    )
    for bound in _unique_bounds(bound for protocol in protocols for bound in protocol.bounds):
        for name in bound.names:
            help = _bound_help(bound, True) if name == bound.name else argparse.SUPPRESS
            _add_bound(group, f"--{ABSTRACT}{name}", bound, name, help, ABSTRACT)


class BoundOption(argparse.Action):
    """The value of a bound, which is refused if the bound comes twice, under one name or under two.

    The namespace notes under `spelled` the option that the user wrote for each bound.
    """

    def __init__(self, *args: Any, bound: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bound = bound

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        spelled = vars(namespace).setdefault("spelled", {})
        before = spelled.setdefault(self.bound, None)
        if before == option_string:
            parser.error(f"{option_string} is given twice")
        if before:
            parser.error(f"{before} and {option_string} are two names of one bound: give it once")
        spelled[self.bound] = option_string
        setattr(namespace, self.dest, values)


def _unique_bounds(bounds: Iterable[Bound[Any]]) -> Iterable[Bound[Any]]:
    """One bound of each name: of several families' the last, and one that has a setting before one that has none."""
    bounds_by_name: dict[str, Bound[Any]] = {}
    for bound in bounds:
        if bound.setting or bound.name not in bounds_by_name or not bounds_by_name[bound.name].setting:
            bounds_by_name[bound.name] = bound
    return bounds_by_name.values()


def _bound_help(bound: Bound[Any], has_default: bool) -> str:
    """What a bound is, its values, and the name of its setting. Several protocols may differ in the default."""
    setting, parts = bound.setting, [bound.range]
    if has_default:
        parts.append(f"default: {bound.default}")
    if setting and setting.name != bound.name:
        parts.append(f"also --{setting.name} {'|'.join(setting.values)}".rstrip())
    return f"{bound.summary} ({'; '.join(parts)})".replace("%", "%%")


def with_spelling_of_user(error: UsageError, options: argparse.Namespace) -> UsageError:
    """The error, in which each bound has the name by which the command line gives it."""
    message = str(error)
    for bound, option in getattr(options, "spelled", {}).items():
        message = re.sub(rf"(?<![\w-])--{re.escape(bound)}(?![\w-])", option, message)
    return error if message == str(error) else UsageError(message)


def _protocols_named_in(
    parser: argparse.ArgumentParser, words: Sequence[str]
) -> Iterator[Sequence[Protocol]]:
    """The protocol, or those of a release, that each of the words names; the value of an option names none."""
    for before, word in zip(["", *words], words, strict=False):
        option = parser._option_string_actions.get(before)
        if word.startswith("-") or (option is not None and option.nargs != 0):
            continue
        if is_own(word) or histories.module_of(word) or impl.is_protocol(word):
            yield [find_protocol(word)]
        elif of_release := impl.of_release(word):
            yield of_release


def _bounds_beside(protocols: Sequence[Protocol], words: Sequence[str]) -> list[Bound[Any]]:
    """The bounds of the protocols for which a release among the words does not stand alone."""
    beside = [protocol for word in words for protocol in impl.beside_release(word)] if protocols else []
    return [bound for protocol in beside for bound in protocol.bounds]


def is_bound_elsewhere(option: str) -> bool:
    """Whether an option is a bound of some family."""
    return any(option == f"--{name}" for family in impl.families() for b in family.bounds for name in b.names)


def add_promises(parser: argparse.ArgumentParser) -> None:
    """Declare `--promise` and `--promises`."""
    add_repeated(parser, "--promise", "NAME", "check this promise only; may be repeated")
    add_own_promises(parser)


def add_constraint(parser: argparse.ArgumentParser) -> None:
    """Declare `--constraint`."""
    help = "take no step from a state where this is false, a promise by its name; may be repeated"
    add_repeated(parser, "--constraint", "NAME", help)


def add_own_promises(parser: argparse.ArgumentParser) -> None:
    """Declare `--promises`."""
    parser.add_argument(
        "--promises", metavar="FILE.py", help="a file of promises of your own, in addition to the protocol's"
    )


def add_promise(parser: argparse.ArgumentParser, help: str, dest: str = "promise") -> None:
    """Declare PROMISE, which `--promise` names too."""
    parser.add_argument(dest, metavar="PROMISE", nargs="?", default=argparse.SUPPRESS, help=help)
    parser.add_argument("--promise", dest=dest, metavar="NAME", help="the same")


def require_promise(options: argparse.Namespace, dest: str = "promise") -> None:
    """Refuse a command without the promise that it is about.

    Raises:
        UsageError: none is named.
    """
    if getattr(options, dest) is None:
        raise UsageError(
            "which promise? Name it after the protocol, or with --promise: `tidemark list` has them"
        )


def add_traces(parser: argparse.ArgumentParser, default: str = "traces") -> None:
    """Declare `--traces`."""
    help = f"where counterexamples are written (default: {default})"
    parser.add_argument("--traces", default=default, metavar="DIR", help=help)


def add_from(parser: argparse.ArgumentParser, help: str) -> None:
    """Declare `--from`."""
    parser.add_argument("--from", dest="source", metavar="FILE.py", help=help)


def source_of(options: argparse.Namespace) -> Source | None:
    """The user's file of machines that `--from` names; None without it.

    Raises:
        UsageError: there is no such file.
    """
    if options.source is None:
        return None
    from tidemark.checker.user_files import machines

    return machines.source_of(options.source)


def replay_arguments(trace: str | Path, machine: Machine, promises: str | None) -> str:
    """What follows `tidemark replay` so that it finds all that a trace needs: the file, and files of the user's."""
    return replay_arguments_of_source(trace, machine.origin.source if machine.origin else None, promises)


def replay_arguments_of_source(trace: str | Path, source: Source | None, promises: str | None) -> str:
    """The same for a machine of which only the user's file is known that it is from."""
    from_option = f" --from {source.place}" if source else ""
    return printable(f"{trace}{from_option}{f' --promises {promises}' if promises else ''}")


def protocol_of(options: argparse.Namespace) -> Protocol:
    """The protocol that was named, with the promises of the user's file.

    Raises:
        UsageError: there is none of that name, or the file uses a name that is already in use.
        ModelError: the file fails.
    """
    protocol = find_protocol(options.protocol)
    if not protocol.source and protocol.name != options.protocol:
        print_release(options.protocol, protocol)
    return protocol.with_own(own_promises(options))


def print_release(word: str, protocol: Protocol) -> None:
    """Say which protocol stands for a release, and which others are true to it."""
    candidates = impl.of_release(word.rpartition("/")[2])
    others = [candidate.name for candidate in candidates if candidate.name != protocol.name]
    also = f"; so are {', '.join(others)}" if others else ""
    print(f"tidemark: {protocol.name} is true to {word} ({protocol.summary}){also}", file=sys.stderr)


def own_promises(options: argparse.Namespace) -> list[Promise]:
    """The promises of the user's file, if one was named.

    Raises:
        UsageError: there is no such file, or no promise in it.
        ModelError: the file fails.
    """
    if getattr(options, "promises", None) is None:
        return []
    from tidemark.checker.user_files import promises

    return promises.load(options.promises)


def machine_under_check(options: argparse.Namespace, constraints: Sequence[str] = ()) -> Machine:
    """The machine that the options ask for, with the promises under check, those about runs among them, and fairness.

    constraints: the promises that bound the search.

    Raises:
        UsageError: an unknown name, or a bound out of its range.
    """
    machine = whole_machine_of(options)
    conditions = [parse_fairness(declaration, strong=False) for declaration in options.fair]
    conditions += [parse_fairness(declaration, strong=True) for declaration in options.strongly_fair]
    within = [machine.promise(name) for name in dict.fromkeys(constraints)]
    machine = replace(machine.with_fairness(conditions, options.unfair), constraints=within)
    return machine.with_promises(*options.promise) if options.promise else machine.by_default


def add_fairness(parser: argparse.ArgumentParser) -> None:
    """Declare `--fair`, `--strongly-fair` and `--unfair`."""
    group = parser.add_argument_group("fairness", "for promises about runs; each may be repeated")
    for name, condition in (("fair", "stays enabled"), ("strongly-fair", "is enabled again and again")):
        help = (
            f"each instance of it happens in the end if it {condition}; ACTION/PARAMETER: some instance for each of "
            "that; ACTION/some: some instance"
        )
        add_repeated(group, f"--{name}", "ACTION", help)
    add_repeated(group, "--unfair", "ACTION", "take away the fairness that it has")


def whole_machine_of(options: argparse.Namespace) -> Machine:
    """The machine that the options ask for, with all its promises.

    Raises:
        UsageError: an unknown name, or a bound out of its range.
    """
    protocol = protocol_of(options)
    return protocol.machine(bounds_of(options), exchanged_of(protocol, options.exchanged))


def bounds_of(options: argparse.Namespace, side: str = "") -> dict[str, Any]:
    """The bounds given on the command line; those of one side alone."""
    prefix = f"{side}bound:"
    return {
        name.removeprefix(prefix): value
        for name, value in vars(options).items()
        if name.startswith(prefix) and value is not None
    }


def exchanged_of(protocol: Protocol, pairs: list[str]) -> dict[str, Protocol]:
    """The rules to exchange, as the command line names them, each with the protocol to take it from.

    Raises:
        UsageError: one names no protocol, or there is no such rule or protocol.
    """
    exchanged: dict[str, str] = {}
    for pair in pairs:
        rule, equals, source = pair.partition("=")
        if not equals:
            raise UsageError(f"--with {pair} says no protocol: write --with RULE=PROTOCOL")
        if rule in exchanged:
            raise UsageError(f"--with {rule} is given twice: a rule is taken from one protocol")
        exchanged[rule] = source
    return find_sources(protocol, exchanged)
