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
from tidemark.checker.evidence.checking import PinResult
from tidemark.checker.views import screen
from tidemark.checker.views.console import live_line
from tidemark.checker.views.junit import Case, suite

DEFAULT_FOLDER = Path("counterexamples")
REVIEW = "look at the difference, and commit it if it is meant"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    help_of_pins = (
        "a protocol, a subject, or one pin of a protocol by its number, as in PROTOCOL:2; large ones too"
    )
    parser.add_argument("pins", nargs="*", metavar="NAME", help=help_of_pins)
    parser.add_argument(
        "--all", action="store_true", help="the large pins too: minutes, and gigabytes of memory"
    )
    parser.add_argument("--threads", type=workers, metavar="N", help="how many cores at most (default: all)")
    parser.add_argument(
        "--counterexamples",
        type=Path,
        metavar="DIR",
        help="where the kept counterexamples are, which are compared and brought up to date (default: "
        f"{DEFAULT_FOLDER}, if they are there)",
    )
    output.add_json(parser)
    junit.add(parser, "each pin as a test case")


def run(options: argparse.Namespace) -> int:
    """Check every pin, print one table, and say what differs."""
    output.require_writable(options.junit)
    output.alone(options, ("json", "junit"))
    with output.document(options) as document, output.silent(options.junit == "-"):
        results, changed, status = _verify(options, document)
    if options.junit:
        output.write(options.junit, _as_junit(results, changed, junit.command_line(options)))
    return status


def _verify(
    options: argparse.Namespace, document: output.Document
) -> tuple[list[PinResult], list[Path], int]:
    """Gives what was found, the kept counterexamples that changed, and the exit status."""
    if options.pins and (options.all or options.counterexamples):
        option = "--all" if options.all else "--counterexamples"
        raise UsageError(f"{option} is for all pins: leave out the names, or it")
    kept = None if options.pins else _find_kept_folder(options.counterexamples)
    if options.pins:
        chosen = pins.select_pins(options.pins)
    else:
        chosen = [pin for pin in (*pins.pins(), *pins.bug_pins()) if options.all or not pin.large]
    with live_line() as say:
        extent = Extent(part_of_search=0) if options.all else BRIEF
        results = checking.check_pins(chosen, say, options.threads, kept is not None, extent)
    differences = [
        f"{result.pin.name} {result.pin.at}: {wrong}" for result in results for wrong in result.differences
    ]
    headers = ["pin and bounds", "states", "depth", "s", "violated after"]
    print(screen.here().table(list(map(_row, results)), headers, ("left", "right", "right", "right", "left")))
    changed = folders.update(folders.files(checking.kept_runs_of(results)), kept) if kept else []
    if changed:
        names = ", ".join(map(str, changed[:3])) + (f" and {len(changed) - 3} more" if changed[3:] else "")
        differences.append(f"{names} changed: {REVIEW}")
    document.data = {
        "machines": list(map(_as_json, results)),
        "counterexamples": str(kept) if kept else None,
        "changed": list(map(str, changed)),
    }
    for difference in differences:
        print(f"tidemark: {printable(difference)}", file=sys.stderr)
    summary = f"{len(differences)} differ" if differences else "all as pinned"
    print()
    if not options.pins:
        absent = f"not compared: there are none in {DEFAULT_FOLDER} here"
        print(f"counterexamples {f'compared with those in {printable(str(kept))}' if kept else absent}")
    machines = "1 machine" if len(chosen) == 1 else f"{len(chosen)} machines"
    print(f"{machines}, {count_of(sum(result.distinct_states for result in results), 'state')}: {summary}")
    return results, changed, 1 if differences else 0


def _find_kept_folder(path: Path | None) -> Path | None:
    """The directory of kept counterexamples to compare with; None where there are none, and none were named.

    Raises:
        UsageError: none are where they were said to be, or they can't be written.
    """
    folder = path or DEFAULT_FOLDER
    if not folders.is_ours(folder):
        if path is None:
            return None
        if (path_kind := kind(path)) != "a directory" and path_kind:
            raise UsageError(f"{path} is {path_kind}, and no directory of counterexamples")
        raise UsageError(f"{path}: no counterexamples are kept there; `tidemark counterexamples` writes them")
    folders.require_updatable(folder)
    return folder


def _as_json(result: PinResult) -> dict[str, Any]:
    return {
        "pin": result.pin.name,
        "protocol": result.pin.protocol,
        "exchanged": dict(result.pin.exchanged),
        "bounds": result.bounds,
        "symmetry": result.pin.symmetry,
        "distinct_states": result.distinct_states,
        "depth": result.depth,
        "seconds": round(result.seconds, 3),
        "promises": {
            name: {"verdict": verdict, "length": length}
            for name, (verdict, length) in result.verdicts.items()
        },
        "differences": result.differences,
    }


def _as_junit(results: list[PinResult], changed: list[Path], command: str) -> str:
    """Each pin as a test case, and one for the kept counterexamples if they changed."""
    cases = [_case(result) for result in results]
    if changed:
        message = f"{count_of(len(changed), 'file')} changed: {REVIEW}"
        details = "\n".join([*map(str, changed), "", "Again:", f"  {command}"])
        cases.append(Case("counterexamples", "kept", "failure", message, details))
    return suite("tidemark verify", cases, sum(result.seconds for result in results))


def _case(result: PinResult) -> Case:
    pin = result.pin
    name = f"{pin.name} {pin.at}".rstrip()
    if not result.differences:
        return Case(pin.protocol, name, seconds=result.seconds)
    details = "\n".join([*result.differences, "", "Again:", f"  tidemark verify {pin.name}"])
    return Case(pin.protocol, name, "failure", "; ".join(result.differences), details, result.seconds)


def _row(result: PinResult) -> list[str]:
    pin = result.pin
    violated = [
        f"{name}\N{NO-BREAK SPACE}{length}"
        for name, (verdict, length) in result.verdicts.items()
        if verdict == "violated"
    ]
    rules = [f"with {rule}={source}" for rule, source in pin.exchanged.items()]
    return [
        " ".join([pin.name, *rules, pin.at, *(["symmetry"] if pin.symmetry else [])]),
        f"{result.distinct_states:,}",
        str(result.depth),
        f"{result.seconds:.1f}",
        ("not as pinned: " if result.differences else "") + (", ".join(violated) or "-"),
    ]
