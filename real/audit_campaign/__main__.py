"""`python -m tidemark.real.audit_campaign VERSION…`: audit healthy brokers, live, copied and stopped, and count alarms.

In some copies records are lost on purpose, which must be found. Each round starts a new cluster. The exit status is 0
if no audit found anything else, 1 if one did or missed a loss, 2 for wrong usage, 3 if a broker did not answer.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tidemark.base.errors import TidemarkError
from tidemark.real.audit_campaign import campaign
from tidemark.real.audit_campaign.campaign import Audit, CampaignPlan
from tidemark.real.brokers.processes import NoAnswer


def main(words: list[str] | None = None) -> int:
    """Run a campaign for each release, print what was found, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tidemark.real.audit_campaign", description=__doc__)
    parser.add_argument("version", nargs="+", help="a release, as 4.3.1; named again for another round")
    plan = CampaignPlan()
    for name, about in (
        ("live", "audits while they work"),
        ("copies", "audits of copies of live brokers"),
        ("stops", "clean shutdowns"),
        ("kills", "kills of all"),
    ):
        default = getattr(plan, name)
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{about} (default %(default)s)")
    parser.add_argument("--seed", default="1", help="what the changes are drawn from")
    parser.add_argument(
        "--keep", type=Path, help="copy the directories that an alarm is about to this folder"
    )
    options = parser.parse_args(words)
    alarms = 0
    try:
        for number, version in enumerate(options.version):
            begin = time.monotonic()
            plan = CampaignPlan(options.live, options.copies, options.stops, options.kills)
            done = campaign.run(version, plan, f"{options.seed}{number or ''}", options.keep, _tell)
            alarms += sum(audit.faults for audit in done)
            print(_summary(version, done, time.monotonic() - begin))
    except TidemarkError as error:
        print(f"tidemark: {error}", file=sys.stderr)
        return 2
    except NoAnswer as problem:
        print(f"tidemark: {problem}", file=sys.stderr)
        return 3
    return int(alarms > 0)


def _summary(version: str, done: list[Audit], seconds: float) -> str:
    alarms = sum(len(audit.alarms) + len(audit.unread) for audit in done)
    planted = sum(audit.moment.startswith("lost") for audit in done)
    missed = sum(bool(audit.missed) for audit in done)
    losses = f", {planted - missed} of {planted} planted losses found" if planted else ""
    return f"Kafka {version}: {len(done)} audits, {alarms} false alarms{losses}, {seconds:.0f} seconds"


def _tell(audit: Audit) -> None:
    print(
        f"{audit.moment}: {audit.groups} partitions in {audit.seconds:.1f} s, "
        f"{len(audit.alarms)} alarms, {audit.harmless} told",
        flush=True,
    )
    if audit.missed:
        print(f"  not found: {audit.missed}", flush=True)
    for path, reason in audit.unread:
        print(f"  not read: {path}: {reason}", flush=True)
    for alarm in audit.alarms:
        print(f"  {alarm.kind} {alarm.place} {alarm.group}/{alarm.file} {alarm.at}: {alarm.text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
