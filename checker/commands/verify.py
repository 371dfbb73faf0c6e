"""`tidemark verify`: check every protocol against the figures pinned for it, or those that are named.

`make check` runs it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError, printable
from tidemark.base.files import kind
from tidemark.checker.commands.shared import junit, output
from tidemark.checker.engines.amounts import workers
from tidemark.checker.engines.spot_checks import BRIEF, Extent
from tidemark.checker.evidence import checking, folders, pins
from tidemark.checker.evidence.checking import Checked
from tidemark.checker.evidence.pins import Pin
from tidemark.checker.views import screen
from tidemark.checker.views.console import live_line
from tidemark.checker.views.junit import Case, suite

KEPT = Path("counterexamples")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "pins",
        nargs="*",
        metavar="NAME",
        help="a protocol, a subject, or one pin of a protocol by its number, as in PROTOCOL:2; large ones too",
    )
    parser.add_argument(
        "--all", action="store_true", help="the large pins too: minutes, and gigabytes of memory"
    )
    parser.add_argument("--threads", type=workers, metavar="N", help="how many cores at most (default: all)")
    parser.add_argument(
        "--counterexamples",
        type=Path,
        metavar="DIR",
        help="where the kept counterexamples are, which are compared and brought up to date (default: "
        f"{KEPT}, if they are there)",
    )
    output.add_json(parser)
    junit.add(parser, "each pin as a test case")


def run(options: argparse.Namespace) -> int:
    """Check every pin, print one table, and say what differs."""
    output.require_writable(options.junit)
    output.alone(options, ("json", "junit"))
    with output.document(options) as given, output.silent(options.junit == "-"):
        found, changed, status = _verify(options, given)
    if options.junit:
        output.write(options.junit, _as_junit(found, changed, junit.command_line(options)))
    return status


def _verify(options: argparse.Namespace, given: output.Document) -> tuple[list[Checked], list[Path], int]:
    """Gives what was found, the kept counterexamples that changed, and the exit status."""
    if options.pins and (options.all or options.counterexamples):
        given_too = "--all" if options.all else "--counterexamples"
        raise UsageError(f"{given_too} is for all pins: leave out the names, or it")
    kept = None if options.pins else _kept(options.counterexamples)
    chosen = pins.named(options.pins) if options.pins else _all(options.all)
    with live_line() as say:
        extent = Extent(part_of_search=0) if options.all else BRIEF
        found = checking.check_pins(chosen, say, options.threads, kept is not None, extent)
    differences = [f"{one.pin.name} {one.pin.at}: {wrong}" for one in found for wrong in one.differences]
    headers = ["pin and bounds", "states", "depth", "s", "violated after"]
    print(screen.here().table(list(map(_row, found)), headers, ("left", "right", "right", "right", "left")))
    changed = folders.update(folders.files(checking.kept_of(found)), kept) if kept else []
    if changed:
        names = ", ".join(str(path) for path in changed[:3]) + (
            f" and {len(changed) - 3} more" if changed[3:] else ""
        )
        differences.append(f"{names} changed: look at the difference, and commit it if it is meant")
    given.data = {
        "machines": list(map(_as_json, found)),
        "counterexamples": str(kept) if kept else None,
        "changed": list(map(str, changed)),
    }
    for difference in differences:
        print(f"tidemark: {printable(difference)}", file=sys.stderr)
    summary = f"{len(differences)} differ" if differences else "all as pinned"
    print()
    if not options.pins:
        compared = (
            f"compared with those in {printable(str(kept))}"
            if kept
            else f"not compared: there are none in {KEPT} here"
        )
        print(f"counterexamples {compared}")
    machines = "1 machine" if len(chosen) == 1 else f"{len(chosen)} machines"
    print(f"{machines}, {sum(one.distinct_states for one in found):,} states: {summary}")
    return found, changed, 1 if differences else 0


def _all(large: bool) -> list[Pin]:
    return [pin for pin in pins.pins() if large or not pin.large]


def _kept(given: Path | None) -> Path | None:
    """The directory of kept counterexamples to compare with; None where there are none, and none were named.

    Raises:
        UsageError: none are where they were said to be, or they can't be written.
    """
    kept = given or KEPT
    if not folders.is_ours(kept):
        if given is None:
            return None
        if (found := kind(given)) != "a directory" and found:
            raise UsageError(f"{given} is {found}, and no directory of counterexamples")
        raise UsageError(
            f"{given}: no counterexamples are kept there; `tidemark counterexamples` writes them"
        )
    folders.require_updatable(kept)
    return kept


def _as_json(one: Checked) -> dict[str, Any]:
    return {
        "pin": one.pin.name,
        "protocol": one.pin.protocol,
        "exchanged": dict(one.pin.exchanged),
        "bounds": one.bounds,
        "symmetry": one.pin.symmetry,
        "distinct_states": one.distinct_states,
        "depth": one.depth,
        "seconds": round(one.seconds, 3),
        "promises": {
            name: {"verdict": verdict, "length": length} for name, (verdict, length) in one.verdicts.items()
        },
        "differences": one.differences,
    }


def _as_junit(found: list[Checked], changed: list[Path], command: str) -> str:
    """Each pin as a test case, and one for the kept counterexamples if they changed."""
    cases = [_case(one) for one in found]
    if changed:
        message = (
            f"{count_of(len(changed), 'file')} changed: look at the difference, and commit it if it is meant"
        )
        text = "\n".join([*map(str, changed), "", "Again:", f"  {command}"])
        cases.append(Case("counterexamples", "kept", "failure", message, text))
    return suite("tidemark verify", cases, sum(one.seconds for one in found))


def _case(one: Checked) -> Case:
    pin = one.pin
    name = f"{pin.name} {pin.at}".rstrip()
    if not one.differences:
        return Case(pin.protocol, name, seconds=one.seconds)
    text = "\n".join([*one.differences, "", "Again:", f"  tidemark verify {pin.name}"])
    return Case(pin.protocol, name, "failure", "; ".join(one.differences), text, one.seconds)


def _row(one: Checked) -> list[str]:
    pin = one.pin
    violated = [
        f"{name}\N{NO-BREAK SPACE}{length}"
        for name, (verdict, length) in one.verdicts.items()
        if verdict == "violated"
    ]
    rules = [f"with {rule}={source}" for rule, source in pin.exchanged.items()]
    return [
        " ".join([pin.name, *rules, pin.at, *(["symmetry"] if pin.symmetry else [])]),
        f"{one.distinct_states:,}",
        str(one.depth),
        f"{one.seconds:.1f}",
        ("not as pinned: " if one.differences else "") + (", ".join(violated) or "-"),
    ]
