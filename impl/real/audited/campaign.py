"""A campaign of audits of one release: its brokers are healthy, so whatever is found is a false alarm."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from kafka import KafkaAdminClient

from tidemark.impl.real.audit.auditor import AUDITOR
from tidemark.impl.real.audit.kinds import NAMES
from tidemark.impl.real.audited import load
from tidemark.impl.real.audited.changes import PASSING, Administration, Faults
from tidemark.impl.real.brokers.kraft import CONTROLLER, Cluster
from tidemark.impl.real.brokers.processes import Workplace
from tidemark.impl.real.soak.clients import Working
from tidemark.spec.audits import Finding

UNCLEAN = "unclean-shutdown"
ENDS = 30.0
"""Seconds for a client to end what it has begun."""
PAUSE = 1.0
"""Seconds between two audits of a working cluster, so that each sees another moment."""


@dataclass(frozen=True)
class Audit:
    """One audit: what it is of, how long it took, how many partitions it read, what it found that is damage, and what
    it could not read: (path, reason).
    """

    moment: str
    seconds: float
    groups: int
    alarms: tuple[Finding, ...]
    unread: tuple[tuple[str, str], ...] = ()


def audit(paths: list[Path], moment: str, allowed: tuple[str, ...] = ()) -> Audit:
    """Audit data directories."""
    begin = time.monotonic()
    survey = AUDITOR.survey(paths)
    found, unread = list(survey.findings), list(survey.unread)
    groups = sorted({unit.group for unit in survey.units})
    for group in groups:
        facts = [AUDITOR.scan(unit) for unit in survey.units if unit.group == group]
        settled = AUDITOR.settle(group, facts)
        found += settled.findings
        unread += settled.unread
    alarms = tuple(one for one in found if NAMES[one.kind].damage and one.kind not in allowed)
    return Audit(moment, time.monotonic() - begin, len(groups), alarms, tuple(unread))


class Campaign:
    """A cluster under load, which is changed, stopped, killed and audited. `keep`: the folder to which
    directories with findings are copied.
    """

    def __init__(self, workplace: Workplace, version: str, seed: str, keep: Path | None = None) -> None:
        self._keep, self._kept = keep, 0
        self.cluster = Cluster(workplace, version, 3, load.BROKER)
        self.cluster.start(CONTROLLER, *self.cluster.brokers)
        self.faults = Faults(self.cluster, seed)
        ports = list(self.cluster.client_ports)
        self._admin = KafkaAdminClient(bootstrap_servers=load.servers(ports), request_timeout_ms=4000)
        for name, settings in (load.TOPICS | {PASSING: {}}).items():
            load.create(self._admin, name, settings, [*self.cluster.brokers])
        self._work: list[Working] = [Administration(self._admin, self.cluster.brokers, seed)]
        for name in [*load.TOPICS, PASSING, "kept"]:
            acks = "all" if name == "safe" else 1
            sort = load.Transacting if name == "transactions" else load.Writing
            self._work.append(sort(name, ports, acks, f"{seed}-{name}-{len(self._work)}"))

    def close(self) -> None:
        """End the clients, all at once, and then what they speak to."""
        ending = [threading.Thread(target=one.end, daemon=True) for one in self._work]
        for one in ending:
            one.start()
        for one in ending:
            one.join(ENDS)
        self._admin.close()
        self.cluster.close()

    @property
    def directories(self) -> list[Path]:
        """The data directories of all nodes."""
        return [self.cluster.disk(node).path for node in (*self.cluster.brokers, CONTROLLER)]

    def live(self, count: int) -> Iterator[Audit]:
        """Audits one after another, while the cluster is changed all the time."""
        done: list[Audit] = []
        failed: list[BaseException] = []

        def work() -> None:
            try:
                while len(done) < count:
                    done.append(self._audit("live", (UNCLEAN,)))
                    time.sleep(PAUSE)
            except BaseException as error:
                failed.append(error)

        auditing = threading.Thread(target=work, daemon=True)
        auditing.start()
        told, last = 0, "no change"
        while auditing.is_alive() or told < len(done):
            while told < len(done):
                yield replace(done[told], moment=f"live, {last}")
                told += 1
            if auditing.is_alive():
                last = self.faults.one()
        if failed:
            raise failed[0]

    def stops(self, count: int, in_order: bool) -> Iterator[Audit]:
        """Audits after all nodes were stopped, or killed."""
        for _ in range(count):
            self.faults.work()
            if in_order:
                self._stop()
                yield self._audit("stopped", ())
            else:
                for node in (*self.cluster.brokers, CONTROLLER):
                    self.cluster.kill(node)
                yield self._audit("killed", (UNCLEAN,))
            self.cluster.start(CONTROLLER, *self.cluster.brokers)

    def _stop(self) -> None:
        for broker in self.cluster.brokers:
            self.cluster.stop(broker)
        self.cluster.stop(CONTROLLER)

    def _audit(self, moment: str, allowed: tuple[str, ...]) -> Audit:
        found = audit(self.directories, moment, allowed)
        if found.alarms and self._keep:
            self._kept += 1
            place = self._keep / f"{self._kept:03d}-{moment}"
            for path in self.directories:
                _copy(path, place / path.parent.name)
            (place / "alarms").write_text("".join(f"{one}\n" for one in found.alarms), encoding="utf-8")
        return found


def _copy(source: Path, target: Path) -> None:
    """Copy a directory whose files may appear and disappear meanwhile."""

    def copy(one: str, other: str) -> str:
        try:
            return str(shutil.copy2(one, other))
        except FileNotFoundError:
            return other

    try:
        shutil.copytree(source, target, copy_function=copy)
    except (shutil.Error, FileNotFoundError):
        return


@dataclass(frozen=True)
class Plan:
    """How many audits a campaign has: while the brokers work, after clean shutdowns, after SIGKILLs."""

    live: int = 100
    stops: int = 20
    kills: int = 20


def run(version: str, plan: Plan, seed: str, keep: Path | None, tell: Callable[[Audit], None]) -> list[Audit]:
    """A whole campaign.

    Raises:
        NoAnswer: a broker did not start or stop.
        UsageError: the release is not here.
    """
    done = []
    with Workplace() as workplace:
        campaign = Campaign(workplace, version, seed, keep)
        try:
            for parts in (
                campaign.live(plan.live),
                campaign.stops(plan.stops, True),
                campaign.stops(plan.kills, False),
            ):
                for one in parts:
                    tell(one)
                    done.append(one)
        finally:
            campaign.close()
    return done
