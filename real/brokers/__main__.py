"""`python -m tidemark.real.brokers SCHEDULE VERSION…`: play a schedule on real brokers, and say what was seen.

The exit status is 0 if every release did what the schedule expects of it (with `--repair`, what it expects of repaired
brokers), 1 if one did not, 2 for wrong usage, and 3 if that can't be decided.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tidemark.base.errors import TidemarkError
from tidemark.real.brokers import results
from tidemark.real.brokers.schedule import play
from tidemark.real.brokers.schedules import Schedule, load, names
from tidemark.spec.families.system import Confirmation, PlayedStep


def main(words: list[str] | None = None) -> int:
    """Play, print, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tidemark.real.brokers", description=__doc__)
    parser.add_argument("schedule", help=f"the name of one, or a file: {', '.join(names())}")
    parser.add_argument("version", nargs="+", help="a release, as 4.3.1")
    parser.add_argument("--keep", type=Path, help="a new folder that keeps what the brokers write")
    parser.add_argument("--emulate", action="store_true", help="cut files, and not the power of disks")
    parser.add_argument(
        "--repair", action="store_true", help="play it on brokers with the repair of docs/findings.md"
    )
    parser.add_argument("--record", action="store_true", help="put what was seen into schedules/seen.toml")
    parser.add_argument("--lines", action="store_true", help="quote what the nodes wrote in their logs")
    given = parser.parse_args(words)
    try:
        schedule = load(given.schedule)
        statuses = [_played(schedule, version, given) for version in given.version]
    except TidemarkError as error:
        print(f"tidemark: {error}", file=sys.stderr)
        return 2
    return max(statuses)


def _played(schedule: Schedule, version: str, given: argparse.Namespace) -> int:
    began = time.monotonic()
    keep = given.keep / version if given.keep and len(given.version) > 1 else given.keep
    print(f"{schedule.name} on Kafka {version}: {schedule.title}")
    before: dict[str, str] = {}
    found: Confirmation | None = None
    for seen in play(schedule, version, keep=keep, emulate=given.emulate, repair=given.repair):
        if isinstance(seen, Confirmation):
            found = seen
        else:
            before = _tell(seen, before)
            if given.lines:
                print("".join(f"      | {line}\n" for line in seen.lines), end="")
    assert found is not None
    seconds = time.monotonic() - began
    told, expected = results.came_to(schedule, found), schedule.expected.get(version, schedule.ends)
    if given.repair and schedule.repaired:
        expected = schedule.repaired
    print(f"{told}, and {expected} was expected; {seconds:.0f} seconds\n  {found.reason}")
    for emulation in found.emulations:
        print(f"  {emulation}")
    if given.lines and found.verdict == "refused":
        print("".join(f"      | {line}\n" for line in found.lines), end="")
    if given.repair:
        print(f"  {found.system}")
    elif given.record and not given.emulate:
        results.record(schedule, found, seconds)
    if found.verdict == "inconclusive":
        return 3
    return int(told != expected)


def _tell(seen: PlayedStep, before: dict[str, str]) -> dict[str, str]:
    """Print a step with what has changed; gives what is known now."""
    print(f"{seen.number:>3} {seen.text}")
    news = [f"{name} = {value or 'empty'}" for name, value in seen.facts.items() if before.get(name) != value]
    if news:
        print(f"      {' · '.join(news)}", flush=True)
    return {**before, **seen.facts}


if __name__ == "__main__":
    sys.exit(main())
