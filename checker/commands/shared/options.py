"""Options that several commands share: the protocol, its promises, its bounds and its exchanged rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import impl
from checker.engines.amounts import integer
from spec.errors import UsageError
from spec.machine import Machine, Promise
from spec.names import look_up
from spec.protocol import Protocol


def add_protocol(parser: argparse.ArgumentParser) -> None:
    """Declare PROTOCOL and `--with`; `add_bounds` declares its bounds."""
    parser.add_argument("protocol", metavar="PROTOCOL", help="its name; see `tidemark list`")
    parser.add_argument(
        "--with",
        dest="exchanged",
        action="append",
        default=[],
        metavar="RULE=PROTOCOL",
        help="take one rule from another protocol; may be repeated; `tidemark list` names the rules",
    )
    parser.set_defaults(bounds=True)


def add_bounds(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Declare the bounds of the protocol that these words of the command line name, once all else is declared.

    Where none is named, those of all families are accepted, but not shown: the protocol is what is wrong then. A bound
    that has the name of an option of the command is given as `--bound:NAME`.
    """
    if not parser.get_default("bounds"):
        return
    named = next((impl.protocol(word) for word in words if impl.is_protocol(word)), None)
    families = [named.family] if named else impl.families()
    where = f"of {named.name}" if named else "each protocol has its own: name it before --help"
    group = parser.add_argument_group("bounds and conditions", where)
    for bound in {bound.name: bound for family in families for bound in family.bounds}.values():
        summary = f"{bound.summary} ({bound.range}; default: {bound.default})".replace("%", "%%")
        declared: dict[str, Any] = {
            "dest": f"bound:{bound.name}",
            "type": str if bound.choices else integer,
            "metavar": "|".join(bound.choices) or "N",
            "help": summary if named else argparse.SUPPRESS,
        }
        try:
            group.add_argument(f"--{bound.name}", **declared)
        except argparse.ArgumentError:
            group.add_argument(f"--bound:{bound.name}", **declared)


def is_bound_elsewhere(option: str) -> bool:
    """Whether an option is a bound of some family."""
    return any(option == f"--{bound.name}" for family in impl.families() for bound in family.bounds)


def add_promises(parser: argparse.ArgumentParser) -> None:
    """Declare `--promise` and `--promises`."""
    parser.add_argument(
        "--promise",
        action="append",
        default=[],
        metavar="NAME",
        help="check this promise only; may be repeated",
    )
    add_own_promises(parser)


def add_own_promises(parser: argparse.ArgumentParser) -> None:
    """Declare `--promises`."""
    parser.add_argument(
        "--promises", metavar="FILE.py", help="a file of promises of your own, in addition to the protocol's"
    )


def add_traces(parser: argparse.ArgumentParser, default: str = "traces") -> None:
    """Declare `--traces`."""
    parser.add_argument(
        "--traces",
        default=default,
        metavar="DIR",
        help=f"where counterexamples are written (default: {default})",
    )


def protocol_of(options: argparse.Namespace) -> Protocol:
    """The protocol that was named, with the promises of the user's file.

    Raises:
        UsageError: there is none of that name, or the file uses a name that is already in use.
        ModelError: the file fails.
    """
    return impl.protocol(options.protocol).with_own(own_promises(options))


def own_promises(options: argparse.Namespace) -> list[Promise]:
    """The promises of the user's file, if one was named.

    Raises:
        UsageError: there is no such file, or no promise in it.
        ModelError: the file fails.
    """
    if getattr(options, "promises", None) is None:
        return []
    from checker.commands.shared import user_promises

    return user_promises.load(options.promises)


def machine_of(options: argparse.Namespace) -> Machine:
    """The machine that the options ask for, with the promises under check.

    Raises:
        UsageError: an unknown name, or a bound out of its range.
    """
    machine = whole_machine_of(options)
    return machine.only(*options.promise) if options.promise else machine.by_default


def whole_machine_of(options: argparse.Namespace) -> Machine:
    """The machine that the options ask for, with all its promises.

    Raises:
        UsageError: an unknown name, or a bound out of its range.
    """
    protocol = protocol_of(options)
    return protocol.machine(bounds_of(options), exchanged_of(protocol, options.exchanged))


def bounds_of(options: argparse.Namespace) -> dict[str, Any]:
    """The bounds given on the command line."""
    given = {
        name.removeprefix("bound:"): value
        for name, value in vars(options).items()
        if name.startswith("bound:")
    }
    return {name: value for name, value in given.items() if value is not None}


def exchanged_of(protocol: Protocol, pairs: list[str]) -> dict[str, Protocol]:
    """The rules to exchange, each with the protocol to take it from. A name may leave out its family."""
    exchanged = {}
    for pair in pairs:
        rule, equals, source = pair.partition("=")
        if not equals:
            raise UsageError(f"--with {pair} says no protocol: write --with RULE=PROTOCOL")
        if rule in exchanged:
            raise UsageError(f"--with {rule} is given twice: a rule is taken from one protocol")
        known = impl.protocols()
        full = source if source in known else f"{protocol.family.name}/{source}"
        exchanged[rule] = look_up(known, full, "there is no protocol")
    return exchanged
