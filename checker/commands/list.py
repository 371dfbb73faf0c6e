"""`tidemark list`: list protocols, promises, rules, bounds and engines."""

from __future__ import annotations

import argparse

import impl
from checker.engines import ENGINES
from checker.own.place import is_own
from checker.views import screen
from spec.family import Family
from spec.machine import Promise
from spec.protocol import Protocol


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "protocol",
        nargs="?",
        metavar="PROTOCOL",
        help="show this one in full, or those in a file of your own: mine.py",
    )


def run(options: argparse.Namespace) -> int:
    """Print the tables."""
    word = options.protocol
    if word is None:
        parts = _all()
    elif is_own(word):
        from checker.own import machines

        parts = [part for protocol in machines.protocols(word) for part in _one(protocol)]
    else:
        parts = _one(impl.protocol(word))
    print("\n\n".join(part for part in parts if part))
    return 0


def _all() -> list[str]:
    protocols = list(impl.protocols().values())
    parts = [_table([[p.name, p.summary] for p in protocols], "protocol")]
    for family in {p.family.name: p.family for p in protocols}.values():
        parts += [
            f"The family {family.name}",
            _table([_promise(p) for p in family.promises], "promise"),
            _table([[name, text] for name, text in family.rules.items()], "rule"),
            _bounds(family),
        ]
    return [*parts, _table([[engine.name, engine.summary] for engine in ENGINES.values()], "engine")]


def _one(protocol: Protocol) -> list[str]:
    machine, texts = protocol.machine(), protocol.family.rules
    return [
        "\n".join(screen.here().wrap(f"{protocol.name}: {protocol.summary}", indent="  ")),
        _table([_promise(p) for p in machine.promises], "promise"),
        _table([[name, f"{texts[name]}: {rule.summary}"] for name, rule in protocol.rules.items()], "rule"),
        _bounds(protocol.family),
        _table(
            [[a.name, a.summary] for a in machine.actions],
            "action at the default bounds" if protocol.family.bounds else "action",
        ),
    ]


def _promise(promise: Promise) -> list[str]:
    unless = f" Checked only where it is named: {promise.fails_at_start}." if promise.fails_at_start else ""
    return [promise.name, promise.summary + unless]


def _bounds(family: Family) -> str:
    rows = [[f"--{b.name}", str(b.default), b.range, b.summary] for b in family.bounds]
    return screen.here().table(rows, ["bound", "default", "range", ""]) if rows else ""


def _table(rows: list[list[str]], header: str) -> str:
    return screen.here().table(rows, [header, ""]) if rows else ""
