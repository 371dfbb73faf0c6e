"""Kafka's brokers as a system that runs can be tried on."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from impl.kafka.brokers import jars
from impl.kafka.brokers.cluster import running
from impl.kafka.brokers.driver import Drive, properties
from impl.kafka.brokers.life import NoAnswer
from impl.kafka.brokers.seen import visible
from impl.kafka.family import FAMILY
from impl.kafka.releases import PROTOCOLS
from spec.errors import UsageError
from spec.system import Course, Inconclusive, System

ON_FETCH = (2, 7)
"""From this protocol version on a follower finds out within its fetches where to cut (KIP-595)."""


class Brokers(System):
    """Brokers that have a ZooKeeper are driven through any run; those without (4.x) play schedules."""

    name = "kafka"
    trials = Path(__file__).with_name("trials.toml")

    def versions(self) -> list[str]:
        """The releases that can be run."""
        return list(jars.releases())

    def fetch(self, version: str) -> Path:
        """Have Maven fetch the jars of a release."""
        return jars.fetch(version).folder

    def protocol(self, version: str) -> str:
        """The newest protocol that is not newer than the release."""
        number = jars.release(version).number
        known = [
            protocol.name for protocol in PROTOCOLS if _number(protocol.name.partition("/")[2]) <= number
        ]
        return known[-1]

    def visible(self, state: Any, own: bool) -> Mapping[str, str]:
        """Leadership, logs, epochs, high watermarks, acknowledgements."""
        return visible(state, own)

    @contextlib.contextmanager
    def drive(
        self, version: str, course: Course, settings: Mapping[str, str], keep: Path | None
    ) -> Iterator[Drive]:
        """Brokers of a release in the first state of a run."""
        if course.machine.family is not FAMILY:
            raise UsageError(
                f"a run of {course.machine.protocol} can't be tried on brokers: those of kafka/* can"
            )
        release = jars.release(version)
        if release.kraft:
            raise UsageError(
                f"Kafka {version} has no ZooKeeper: its controller decides, so no run can be forced on it; "
                "see the schedules of `tidemark kafka`"
            )
        own = course.machine.protocol == self.protocol(version) and not course.machine.exchanged
        given, late = properties(course, settings)
        spoken = given.get("inter.broker.protocol.version", version)
        on_fetch = _number(spoken.partition("-")[0]) >= ON_FETCH
        try:
            with running(version, len(course.states[0].replicas.indices()), given, keep) as cluster:
                drive = Drive(cluster, course, on_fetch, late, own)
                drive.begin()
                yield drive
        except NoAnswer as problem:
            raise Inconclusive(str(problem)) from None


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


SYSTEM = Brokers()
