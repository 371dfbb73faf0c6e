"""`python -m tidemark.real.brokers SCHEDULE VERSION…`: plays a schedule on real brokers, and prints what was seen.

The exit status is 0 if every release did what the schedule expects of it (with `--repair`, what it expects of repaired
brokers), 1 if one did not, 2 for wrong usage, and 3 if that can't be decided.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from tidemark.base.errors import TidemarkError
from tidemark.real.brokers import results
from tidemark.real.brokers.schedule_run import play
from tidemark.real.brokers.schedules import Schedule, load, names
from tidemark.spec.families.system import Confirmation, PlayedStep


def main(words: list[str] | None = None) -> int:
    """Play, print, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tidemark.real.brokers", description=__doc__)
    parser.add_argument("schedule", help=f"its name, or a file: {', '.join(names())}")
    parser.add_argument("version", nargs="+", help="a release, as 4.3.1")
    parser.add_argument("--keep", type=Path, help="a new folder that keeps what the brokers write")
    parser.add_argument("--emulate", action="store_true", help="cut files, and not the power of disks")
    parser.add_argument(
        "--repair", action="store_true", help="play it on brokers with the repair of docs/findings.md"
    )
    parser.add_argument("--record", action="store_true", help="put what was seen into schedules/seen.toml")
    parser.add_argument("--lines", action="store_true", help="quote what the nodes wrote in their logs")
    options = parser.parse_args(words)
    try:
        schedule = load(options.schedule)
        statuses = [_play(schedule, version, options) for version in options.version]
    except TidemarkError as error:
        print(f"tidemark: {error}", file=sys.stderr)
        return 2
    return max(statuses)


def _play(schedule: Schedule, version: str, options: argparse.Namespace) -> int:
    began = time.monotonic()
    keep = options.keep / version if options.keep and len(options.version) > 1 else options.keep
    print(f"{schedule.name} on Kafka {version}: {schedule.title}")
    facts: dict[str, str] = {}
    confirmation: Confirmation | None = None
    for part in play(schedule, version, keep=keep, emulate=options.emulate, repair=options.repair):
        if isinstance(part, Confirmation):
            confirmation = part
        else:
            facts = _print_step(part, facts)
            if options.lines:
                _print_lines(part.lines)
    assert confirmation is not None
    seconds = time.monotonic() - began
    outcome = results.outcome_of(schedule, confirmation)
    expected = schedule.expected.get(version, schedule.outcome)
    if options.repair and schedule.repaired:
        expected = schedule.repaired
    print(f"{outcome}, and {expected} was expected; {seconds:.0f} seconds\n  {confirmation.reason}")
    for emulation in confirmation.emulations:
        print(f"  {emulation}")
    if options.lines and confirmation.verdict == "refused":
        _print_lines(confirmation.lines)
    if options.repair:
        print(f"  {confirmation.system}")
    elif options.record and not options.emulate:
        results.record(schedule, confirmation, seconds)
    return 3 if confirmation.verdict == "inconclusive" else int(outcome != expected)


def _print_lines(lines: Iterable[str]) -> None:
    print("".join(f"      | {line}\n" for line in lines), end="")


def _print_step(step: PlayedStep, before: dict[str, str]) -> dict[str, str]:
    """Print a step with what has changed; returns what is known now."""
    print(f"{step.number:>3} {step.text}")
    news = [f"{name} = {value or 'empty'}" for name, value in step.facts.items() if before.get(name) != value]
    if news:
        print(f"      {' · '.join(news)}", flush=True)
    return {**before, **step.facts}


if __name__ == "__main__":
    sys.exit(main())
