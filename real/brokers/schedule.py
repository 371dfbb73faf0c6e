"""Plays a schedule on real brokers: yields what was seen step by step, and a verdict in the end.

A step waits for something that can be seen; only the step `wait` waits for time. A step whose outcome is not seen in
time is *refused*: the brokers did something else. If it is not known what they did, for example without any answer to a
producer, the run is *inconclusive*: no record is ever called lost that was not acknowledged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from tidemark.real.brokers.kraft import KRaftCluster
from tidemark.real.brokers.power import EMULATION
from tidemark.real.brokers.processes import NoAnswer, Workplace
from tidemark.real.brokers.repair import REPAIR
from tidemark.real.brokers.schedule_run import ScheduleRun
from tidemark.real.brokers.schedules import Schedule
from tidemark.spec.families.system import Confirmation, Inconclusive, PlayedStep, Refused

Verdict = Literal["confirmed", "refused", "inconclusive"]


def play(
    schedule: Schedule,
    version: str,
    settings: Mapping[str, str] | None = None,
    keep: Path | None = None,
    emulate: bool = False,
    repair: bool = False,
) -> Iterator[PlayedStep | Confirmation]:
    """Play a schedule on a release: what was seen after each step, and the verdict last.

    settings: properties in addition to those of the schedule. keep: a new folder that keeps the brokers' directories.
    emulate: cut the power of no disk, also where a real one is available. repair: of `repair`.

    Raises:
        UsageError: the release is unknown, or was not fetched.
    """
    properties = {**schedule.properties, **(settings or {})}
    run: ScheduleRun | None = None
    number: int | None = None
    emulations: tuple[str, ...] = ()
    system = f"kafka:{version} ({REPAIR})" if repair else f"kafka:{version}"

    def conclude(verdict: Verdict, step: int | None, reason: str) -> Confirmation:
        lines = run.all_lines() if run else ()
        return Confirmation(verdict, step, reason, system, lines, emulations, properties)

    with Workplace(keep) as workplace:
        try:
            disks: Literal["real", "emulated"] | None = None
            if schedule.cuts_power:
                disks = "emulated" if emulate else "real"
            cluster = KRaftCluster(
                workplace, version, schedule.brokers, properties, schedule.features, disks, repair
            )
            if schedule.cuts_power and not cluster.real_disks:
                emulations = (EMULATION,)
            run = ScheduleRun(schedule, cluster)
            run.begin()
            for number, step in enumerate(schedule.steps, 1):
                run.do(step)
                facts = step.see if step.at_once else run.facts()
                yield PlayedStep(number, step.text, facts, run.new_lines())
            yield conclude("confirmed", None, run.end())
        except Refused as refusal:
            yield conclude("refused", number, str(refusal))
        except (NoAnswer, Inconclusive, OSError) as error:
            yield conclude("inconclusive", number, str(error))
        finally:
            if run:
                run.close()
