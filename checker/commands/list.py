"""`tidemark list`: list protocols, promises, rules, bounds and engines."""

from __future__ import annotations

import argparse

from tabulate import tabulate

import impl
from checker.engines import ENGINES
from spec.protocol import Protocol


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("protocol", nargs="?", metavar="PROTOCOL", help="show this one in full")


def run(options: argparse.Namespace) -> int:
    """Print the tables."""
    if options.protocol:
        print(_describe(impl.protocol(options.protocol)))
        return 0
    protocols = [[p.name, p.summary] for p in impl.protocols().values()]
    print(_table(protocols, "protocol"))
    for family in {p.family.name: p.family for p in impl.protocols().values()}.values():
        promises = [[p.name, p.summary] for p in family.promises]
        bounds = [[f"--{b.name}", b.default, b.range, b.summary] for b in family.bounds]
        print(f"\nThe family {family.name}\n")
        print(_table(promises, "promise") + "\n")
        print(_table([[name, text] for name, text in family.rules.items()], "rule") + "\n")
        print(tabulate(bounds, ["bound", "default", "range", ""], disable_numparse=True))
    print("\n" + _table([[engine.name, engine.summary] for engine in ENGINES.values()], "engine"))
    return 0


def _describe(protocol: Protocol) -> str:
    machine = protocol.machine()
    bounds = [[f"--{b.name}", b.default, b.range, b.summary] for b in protocol.family.bounds]
    rules = [
        [f"{name}: {protocol.family.rules[name]}", rule.summary] for name, rule in protocol.rules.items()
    ]
    parts = [
        f"{protocol.name}: {protocol.summary}",
        _table([[p.name, p.summary] for p in machine.promises], "promise"),
        tabulate(rules, ["rule", "here"], maxcolwidths=[48, 72]),
        tabulate(bounds, ["bound", "default", "range", ""], disable_numparse=True),
        _table([[a.name, a.summary] for a in machine.actions], "action at the default bounds"),
    ]
    return "\n\n".join(parts)


def _table(rows: list[list[str]], header: str) -> str:
    return tabulate(rows, [header, ""], maxcolwidths=[None, 90])
