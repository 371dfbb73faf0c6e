"""`tidemark verify`: check every protocol against the figures pinned for it.

`make check` runs it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from checker.commands.shared import output
from checker.engines.amounts import workers
from checker.evidence import folders, pins
from checker.evidence.pins import Pin
from checker.runs.results import Result
from checker.views import screen
from checker.views.console import progress_line
from spec.errors import UsageError, printable

KEPT = Path("counterexamples")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--all", action="store_true", help="the large pins too: minutes, and gigabytes of memory"
    )
    parser.add_argument("--threads", type=workers, metavar="N", help="how many threads (default: all cores)")
    parser.add_argument(
        "--counterexamples",
        type=Path,
        metavar="DIR",
        help="where the kept counterexamples are, which are compared and brought up to date (default: "
        f"{KEPT}, if they are there)",
    )
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Check every pin, print one table, and say what differs."""
    with output.document(options) as given:
        return _verify(options, given)


def _verify(options: argparse.Namespace, given: output.Document) -> int:
    kept = _kept(options.counterexamples)
    chosen = [pin for pin in pins.pins() if options.all or not pin.large]
    with progress_line() as report:
        found = pins.check_pins(chosen, report, options.threads)
    rows, machines, differences = [], [], []
    for pin, result in found:
        wrong = pin.differences(result)
        differences += [f"{pin.protocol} {pin.at}: {difference}" for difference in wrong]
        rows.append(_row(pin, result, wrong))
        machines.append(_as_json(pin, result, wrong))
    headers = ["protocol and bounds", "states", "depth", "s", "violated after"]
    print(screen.here().table(rows, headers, ("left", "right", "right", "right", "left")))
    changed = folders.update(folders.files(found), kept) if kept else []
    if changed:
        names = ", ".join(str(path) for path in changed[:3]) + (
            f" and {len(changed) - 3} more" if changed[3:] else ""
        )
        differences.append(f"{names} changed: look at the difference, and commit it if it is meant")
    given.data = {
        "machines": machines,
        "counterexamples": str(kept) if kept else None,
        "changed": list(map(str, changed)),
    }
    for difference in differences:
        print(f"tidemark: {printable(difference)}", file=sys.stderr)
    summary = f"{len(differences)} differ" if differences else "all as pinned"
    compared = (
        f"compared with those in {printable(str(kept))}"
        if kept
        else f"not compared: there are none in {KEPT} here"
    )
    print(f"\ncounterexamples {compared}")
    print(f"{len(chosen)} machines, {sum(r.distinct_states for _, r in found):,} states: {summary}")
    return 1 if differences else 0


def _kept(given: Path | None) -> Path | None:
    """Where there are kept counterexamples to compare with; None where there are none, and none were named.

    Raises:
        UsageError: none are where they were said to be, or they can't be written.
    """
    kept = given or KEPT
    if not folders.is_ours(kept):
        if given is None:
            return None
        raise UsageError(
            f"{given}: no counterexamples are kept there; `tidemark counterexamples` writes them"
        )
    folders.require_updatable(kept)
    return kept


def _as_json(pin: Pin, result: Result, wrong: list[str]) -> dict[str, Any]:
    return {
        "protocol": pin.protocol,
        "exchanged": dict(pin.exchanged),
        "bounds": dict(result.machine.bounds),
        "symmetry": pin.symmetry,
        "distinct_states": result.distinct_states,
        "depth": result.depth,
        "seconds": round(result.seconds, 3),
        "promises": {name: {"verdict": v.verdict, "length": v.length} for name, v in result.promises.items()},
        "differences": wrong,
    }


def _row(pin: Pin, result: Result, wrong: list[str]) -> list[str]:
    violated = [
        f"{name}\N{NO-BREAK SPACE}{v.length}"
        for name, v in result.promises.items()
        if v.verdict == "violated"
    ]
    rules = [f"with {rule}={source}" for rule, source in pin.exchanged.items()]
    return [
        " ".join([pin.protocol, *rules, pin.at, *(["symmetry"] if pin.symmetry else [])]),
        f"{result.distinct_states:,}",
        str(result.depth),
        f"{result.seconds:.1f}",
        ("not as pinned: " if wrong else "") + (", ".join(violated) or "-"),
    ]
