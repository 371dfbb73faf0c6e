"""Brokers of one release with ZooKeeper, on which runs of the model are forced one after another."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from tidemark.base.errors import UsageError
from tidemark.impl.kafka.family import FAMILY
from tidemark.real.brokers import jars
from tidemark.real.brokers.cluster import ZooKeeperCluster
from tidemark.real.brokers.driver import BrokerDriver
from tidemark.real.brokers.needs import properties
from tidemark.real.brokers.processes import NoAnswer, Workplace
from tidemark.real.brokers.run_progress import Traits
from tidemark.spec import none
from tidemark.spec.families.system import DecodedRun, Inconclusive, SystemSession

ON_FETCH = (2, 8)
"""The first release in which a follower finds out within its fetches where to cut (KIP-595, KAFKA-10554) …"""
ON_FETCH_SPOKEN = (2, 7)
"""… if the brokers speak this protocol version or a later one (`ApiVersion.isTruncationOnFetchSupported`)."""
FENCED = (2, 1)
"""The first release in which a fetch has its follower's leader epoch (KIP-320)."""
REMEMBERED = (2, 5)
"""The first release that compares it in every fetch of a session, and not only in the first (KAFKA-9338)."""


class BrokerSession(SystemSession):
    """Brokers of one release, which are started again only for a run that needs other properties."""

    def __init__(
        self, version: str, settings: Mapping[str, str], keep: Path | None, protocol: str | None
    ) -> None:
        self._version, self._settings, self._keep, self._protocol = version, settings, keep, protocol
        self._stack = contextlib.ExitStack()
        self._cluster: ZooKeeperCluster | None = None
        self._cluster_needs: tuple[int, dict[str, str]] | None = None

    def close(self) -> None:
        """End the brokers."""
        self._cluster, self._cluster_needs = None, None
        self._stack.close()

    def drive(self, course: DecodedRun) -> BrokerDriver:
        """The brokers in the first state of a run."""
        _require_drivable(course)
        needed, late = properties(course, self._settings)
        try:
            cluster = self._start(len(course.states[0].replicas.indices()), needed)
            driver = BrokerDriver(cluster, course, self._traits(course, needed, late))
            driver.begin()
        except NoAnswer as problem:
            self.close()
            raise Inconclusive(str(problem)) from None
        return driver

    def _traits(self, course: DecodedRun, needed: Mapping[str, str], late: bool) -> Traits:
        release = jars.release(self._version).number
        spoken = needed.get("inter.broker.protocol.version", self._version)
        return Traits(
            on_fetch=release >= ON_FETCH and jars.number(spoken.partition("-")[0]) >= ON_FETCH_SPOKEN,
            forgets=FENCED <= release < REMEMBERED,
            fenced=release >= FENCED,
            late=late,
            own=course.machine.protocol == self._protocol and not course.machine.exchanged,
        )

    def _start(self, count: int, needed: dict[str, str]) -> ZooKeeperCluster:
        if self._cluster and self._cluster_needs == (count, needed):
            self._cluster.renew()
            return self._cluster
        self.close()
        workplace = self._stack.enter_context(Workplace(self._keep))
        cluster = ZooKeeperCluster(workplace, jars.release(self._version), count, needed)
        self._cluster = self._stack.enter_context(contextlib.closing(cluster))
        self._cluster.start()
        self._cluster_needs = count, needed
        return self._cluster


def _require_drivable(course: DecodedRun) -> None:
    """Accept a run that brokers can be forced to take.

    Raises:
        UsageError: it needs something that can't be done to them.
    """
    if course.machine.family is not FAMILY:
        raise UsageError(
            f"a run of {course.machine.protocol} can't be tried on brokers: those of kafka/* can"
        )
    if course.machine.bounds["base-offset"]:
        raise UsageError("a run with --base-offset can't be tried on brokers: their logs begin at 0")
    if any(step and step.action.name == "broker_loses_disk" for step in course.instances):
        raise UsageError("a run in which a disk is lost can't be tried on brokers: their disks stay")
    if any(replica.isr_change.member != none for state in course.states for replica in state.replicas):
        raise UsageError(
            "a run in which a leader waits for an answer to its change of the ISR can't be tried on brokers: "
            "the controller that this program plays answers at once"
        )
