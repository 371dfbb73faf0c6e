"""Options that several commands share: the protocol, its promises, its bounds and its exchanged rules."""

from __future__ import annotations

import argparse
import math
from typing import Any

import impl
from spec.errors import UsageError
from spec.machine import Machine, Promise
from spec.protocol import Bound, Protocol, look_up


def add_protocol(parser: argparse.ArgumentParser) -> None:
    """Declare PROTOCOL, `--with`, and every bound that some protocol has."""
    parser.add_argument("protocol", metavar="PROTOCOL", help="its name; see `tidemark list`")
    parser.add_argument(
        "--with",
        dest="exchanged",
        action="append",
        default=[],
        metavar="RULE=PROTOCOL",
        help="take one rule from another protocol, as in advance=high-watermark",
    )
    bounds = parser.add_argument_group(
        "bounds and conditions", "`tidemark list PROTOCOL` shows its own, with their defaults"
    )
    known: dict[str, Bound] = {}
    for protocol in impl.protocols().values():
        for bound in protocol.family.bounds:
            known.setdefault(bound.name, bound)
    for bound in known.values():
        bounds.add_argument(
            f"--{bound.name}",
            dest=f"bound:{bound.name}",
            type=str if bound.choices else int,
            metavar="|".join(bound.choices) or "N",
            help=bound.summary.replace("%", "%%"),
        )


def add_promises(parser: argparse.ArgumentParser) -> None:
    """Declare `--promise` and `--promises`."""
    parser.add_argument(
        "--promise",
        action="append",
        default=[],
        metavar="NAME",
        help="check this promise only; may be repeated",
    )
    parser.add_argument(
        "--promises",
        metavar="FILE.py",
        help="a file of promises of your own, to check besides the protocol's",
    )


def positive(text: str) -> int:
    """A whole number from 1 on.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    return _whole(text, 1)


def natural(text: str) -> int:
    """A whole number from 0 on.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from {least} on")
    return int(text)


def seconds(text: str) -> float:
    """A time in seconds, more than none.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not a time in seconds, such as 10 or 0.5")
    return value


def protocol_of(options: argparse.Namespace) -> Protocol:
    """The protocol that was named."""
    return impl.protocol(options.protocol)


def machine_of(options: argparse.Namespace) -> Machine:
    """The machine that the options ask for, with the promises under check.

    Raises:
        UsageError: an unknown name, or a bound out of its range.
    """
    protocol = protocol_of(options)
    machine = protocol.machine(bounds_of(options), exchanged_of(protocol, options.exchanged))
    if path := getattr(options, "promises", None):
        machine.promises = [*machine.promises, *_own_promises(path, {p.name for p in machine.promises})]
    if names := getattr(options, "promise", []):
        known = {p.name: p for p in machine.promises}
        machine.promises = [look_up(known, name, f"{protocol.name} has no promise") for name in names]
    return machine


def _own_promises(path: str, taken: set[str]) -> list[Promise]:
    from checker import user_promises

    own = user_promises.load(path)
    for promise in own:
        if promise.name in taken:
            raise UsageError(f"{path}: the protocol has a promise {promise.name} already: name yours apart")
    return own


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
        known = impl.protocols()
        full = source if source in known else f"{protocol.family.name}/{source}"
        exchanged[rule] = look_up(known, full, "there is no protocol")
    return exchanged
