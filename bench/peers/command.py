"""`python -m bench peers`: what it takes from the command line, and what it writes."""

from __future__ import annotations

import argparse
import math
import re
from pathlib import Path

from bench.peers import ALL
from bench.peers.growth import Measured, grow
from bench.peers.measuring import Limits
from bench.peers.pictures import memory_picture, time_picture
from bench.peers.report import for_a_terminal, growth_tables, one_table, where
from bench.peers.spaces import SPACES, Bounds
from bench.peers.tool import ROOT, Peer
from tidemark.base.errors import UsageError

PAGE = ROOT / "docs" / "performance.md"
MEASURED = ROOT / "bench" / "peers" / "measured.json"
"""What the page tells: `--json` wrote it."""
PICTURES = {"peers-time.svg": time_picture, "peers-memory.svg": memory_picture}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    group = parser.add_argument_group("peers")
    group.add_argument(
        "--bounds",
        metavar="R/L/N/E",
        type=_bounds,
        action="append",
        help="replicas/log size/records/max epoch of a space to measure (default: all, the smallest first)",
    )
    group.add_argument(
        "--peer",
        metavar="NAME",
        action="append",
        choices=[*{peer.name: None for peer in ALL}],
        help="measure only this one, one of %(choices)s",
    )
    group.add_argument(
        "--seconds",
        type=_positive,
        default=60.0,
        help="end a search after this many seconds (default: %(default)g)",
    )
    group.add_argument(
        "--gib",
        type=_positive,
        default=8.0,
        help="end a search that has more memory than this (default: %(default)g)",
    )
    group.add_argument("--json", metavar="FILE", type=Path, help="write what is measured, after each search")
    group.add_argument(
        "--from", metavar="FILE", dest="source", type=Path, help="measure nothing: read such a file"
    )
    group.add_argument("--docs", action="store_true", help="write tables and pictures of it into docs/")


def peers(options: argparse.Namespace) -> str:
    """Measure, or read what was measured, and tell it."""
    if options.source:
        found = Measured.read(options.source)
    else:
        chosen = [peer for peer in ALL if not options.peer or peer.name in options.peer]
        found = _measured(chosen, options)
    if options.docs:
        write_docs(found)
    return for_a_terminal(found)


def _measured(chosen: list[Peer], options: argparse.Namespace) -> Measured:
    spaces = {b: SPACES.get(b) for b in options.bounds} if options.bounds else dict(SPACES)
    limits = Limits(options.seconds, options.gib * 2**30)
    if options.json:
        try:
            options.json.touch()
        except OSError as error:
            raise UsageError(f"{options.json} can't be written: {error.strerror}") from error

    def keep(found: Measured) -> None:
        if options.json:
            found.write(options.json)

    return grow(chosen, spaces, limits, keep)


def write_docs(found: Measured) -> None:
    """Write the pictures, and the tables between their comments in the page."""
    for name, picture in PICTURES.items():
        (PAGE.parent / name).write_text(picture(found), encoding="utf-8")
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")


def with_tables(page: str, found: Measured) -> str:
    """A page with what was measured between `<!-- peers: WHAT -->` and `<!-- /peers -->`."""
    grown = growth_tables(found, "github")
    tables = {"table": one_table(found, "github"), **grown, "machine": where(found)}
    return re.sub(
        r"(<!-- peers: (\w+) -->\n).*?(<!-- /peers -->)",
        lambda match: f"{match[1]}{tables[match[2]]}\n{match[3]}",
        page,
        flags=re.DOTALL,
    )


def _bounds(text: str) -> Bounds:
    try:
        return Bounds.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"a number above 0 is needed, not {text!r}")
    return number
