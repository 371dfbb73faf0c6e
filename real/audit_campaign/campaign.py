"""A campaign of audits of one release: its brokers are healthy, so every finding is a false alarm."""

from __future__ import annotations

import itertools
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kafka import KafkaAdminClient

from tidemark.real.audit_campaign import load, losses
from tidemark.real.audit_campaign.changes import PASSING, Administration, BrokerFaults
from tidemark.real.audit_campaign.copies import copy_directories, copy_directory
from tidemark.real.brokers.kraft import CONTROLLER, KRaftCluster
from tidemark.real.brokers.processes import NoAnswer, Workplace
from tidemark.real.log_auditor.auditor import AUDITOR
from tidemark.real.log_auditor.kinds import NAMES, OR_COPIED, is_damage
from tidemark.real.soak.clients import ClientThread
from tidemark.spec.families.audits import AuditFinding

UNCLEAN = "unclean-shutdown"
ENDS = 30.0
"""Seconds for a client to end what it has begun."""
TRIES = 5
"""Times as many copies as there are to be audited, before no loss can be planted."""
PAUSE = 1.0
"""Seconds between two audits of a working cluster, so that each sees another moment."""


@dataclass(frozen=True)
class Audit:
    """One audit: what it is of, how long it took, how many partitions it read, what it found that is damage, and what
    it could not read: (path, reason). harmless: the number of findings that are no damage. missed: the planted loss
    that it did not find.
    """

    moment: str
    seconds: float
    groups: int
    alarms: tuple[AuditFinding, ...]
    unread: tuple[tuple[str, str], ...] = ()
    harmless: int = 0
    missed: str = ""

    @property
    def faults(self) -> int:
        """What is wrong with the audit: false alarms, files that were not read, a loss that was missed."""
        return len(self.alarms) + len(self.unread) + bool(self.missed)


def audit(paths: Sequence[Path], moment: str, allowed: tuple[str, ...] = ()) -> Audit:
    """Audit data directories."""
    begin = time.monotonic()
    survey = AUDITOR.survey(paths)
    findings, unread = list(survey.findings), list(survey.unread)
    groups = sorted({unit.group for unit in survey.units})
    for group in groups:
        facts = [AUDITOR.scan(unit) for unit in survey.units if unit.group == group]
        settled = AUDITOR.settle(group, facts)
        findings += settled.findings
        unread += settled.unread
    alarms = tuple(finding for finding in findings if is_damage(finding) and finding.kind not in allowed)
    harmless = sum(not is_damage(finding) for finding in findings)
    return Audit(moment, time.monotonic() - begin, len(groups), alarms, tuple(unread), harmless)


def is_claim(finding: AuditFinding) -> bool:
    """Whether a finding in a copy of a running broker claims damage that the copying can't explain."""
    return NAMES[finding.kind].gravity == 0 or not finding.text.endswith(OR_COPIED)


class Campaign:
    """A cluster under load, which is changed, stopped, killed and audited. `keep`: the folder to which
    directories with findings are copied.
    """

    def __init__(self, workplace: Workplace, version: str, seed: str, keep: Path | None = None) -> None:
        self._keep, self._kept = keep, 0
        self._rests = threading.Event()
        self.cluster = KRaftCluster(workplace, version, 3, load.BROKER)
        self.cluster.start(CONTROLLER, *self.cluster.brokers)
        self.faults = BrokerFaults(self.cluster, seed)
        ports = list(self.cluster.client_ports)
        self._admin = KafkaAdminClient(bootstrap_servers=load.servers(ports), request_timeout_ms=4000)
        for name, settings in (load.TOPICS | {PASSING: {}}).items():
            load.create(self._admin, name, settings, [*self.cluster.brokers])
        self._work: list[ClientThread] = [Administration(self._admin, self.cluster.brokers, seed)]
        for name in [*load.TOPICS, PASSING, "kept"]:
            acks = "all" if name == "safe" else 1
            sort = load.Transacting if name == "transactions" else load.Writing
            self._work.append(sort(name, ports, acks, f"{seed}-{name}-{len(self._work)}"))

    def close(self) -> None:
        """End the clients, all at once, and then the cluster."""
        ending = [threading.Thread(target=worker.end, daemon=True) for worker in self._work]
        for worker in ending:
            worker.start()
        for worker in ending:
            worker.join(ENDS)
        self._admin.close()
        self.cluster.close()

    @property
    def directories(self) -> list[Path]:
        """The data directories of all nodes."""
        return list(self._sources.values())

    def live(self, count: int) -> Iterator[Audit]:
        """Audits one after another, while the cluster changes all the time."""

        def audits() -> Iterator[Audit]:
            for _ in range(count):
                yield self._audit("live", (UNCLEAN,))
                time.sleep(PAUSE)

        return self._meanwhile(audits())

    def copies(self, count: int, seed: str) -> Iterator[Audit]:
        """Audits of directories that are copied one after another, while the cluster is changed all the time.

        Then each of the losses is done to copies that were audited: at equal distances, as soon as some can have it.
        Until then nothing is changed, for only what a replica had for long, and in the ISR, is surely missed.

        Raises:
            NoAnswer: no copy has records that are old enough to be lost.
        """
        chance, waiting = random.Random(f"{seed} copies"), list(losses.LOSSES) if count else []

        def audits() -> Iterator[Audit]:
            for number in itertools.count(1):
                if number > count and not waiting:
                    return
                if number > TRIES * (count + len(losses.LOSSES)):
                    raise NoAnswer("no copy has records that are old enough to be lost")
                with tempfile.TemporaryDirectory(dir=self.cluster.workplace.path) as folder:
                    copies = copy_directories(self._sources, Path(folder), chance)
                    yield self._audit_copies(copies)
                    is_due = len(losses.LOSSES) * number >= count * (len(losses.LOSSES) - len(waiting) + 1)
                    victim = losses.find_victim(copies, chance) if waiting and is_due else None
                    if victim:
                        yield self._audit_loss(copies, victim, waiting.pop(0))
                    (self._rests.set if waiting and is_due and not victim else self._rests.clear)()

        return self._meanwhile(audits())

    def _meanwhile(self, audits: Iterator[Audit]) -> Iterator[Audit]:
        """Run these audits while the cluster changes all the time."""
        done: list[Audit] = []
        failed: list[BaseException] = []

        def work() -> None:
            try:
                for finished_audit in audits:
                    done.append(finished_audit)  # noqa: PERF402 - the other thread reads it meanwhile
            except BaseException as error:
                failed.append(error)

        auditing = threading.Thread(target=work, daemon=True)
        auditing.start()
        reported, last = 0, "no change"
        while auditing.is_alive() or reported < len(done):
            while reported < len(done):
                yield replace(done[reported], moment=f"{done[reported].moment}, {last}")
                reported += 1
            if auditing.is_alive():
                last = self._change()
        if failed:
            raise failed[0]

    def _change(self) -> str:
        """Disturb the brokers, unless they are to rest; returns the name of the change."""
        if self._rests.is_set():
            time.sleep(PAUSE)
            return "no change"
        return self.faults.disturb()

    def stops(self, count: int, in_order: bool) -> Iterator[Audit]:
        """Audits after all nodes were stopped, or killed."""
        for _ in range(count):
            self.faults.work()
            end = self.cluster.stop if in_order else self.cluster.kill
            for node in (*self.cluster.brokers, CONTROLLER):
                end(node)
            yield self._audit("stopped", ()) if in_order else self._audit("killed", (UNCLEAN,))
            self.cluster.start(CONTROLLER, *self.cluster.brokers)

    @property
    def _sources(self) -> dict[int, Path]:
        """The data directory of each node."""
        return {node: self.cluster.disk(node).path for node in (*self.cluster.brokers, CONTROLLER)}

    def _audit(self, moment: str, allowed: tuple[str, ...]) -> Audit:
        paths = {path.parent.name: path for path in self.directories}
        return self._keep_copies(audit(self.directories, moment, allowed), paths)

    def _audit_copies(self, copies: Mapping[int, Path]) -> Audit:
        outcome = audit(list(copies.values()), "copied", (UNCLEAN,))
        outcome = replace(outcome, alarms=tuple(filter(is_claim, outcome.alarms)))
        return self._keep_copies(outcome, copies)

    def _audit_loss(
        self, copies: Mapping[int, Path], victim: losses.Victim, lose: Callable[[losses.Victim], None]
    ) -> Audit:
        """The audit of copies in which records were lost. It succeeds if a finding claims the loss where it is."""
        lose(victim)
        loss = lose.__name__
        outcome = audit(list(copies.values()), loss, (UNCLEAN,))
        claims = [finding for finding in outcome.alarms if NAMES[finding.kind].gravity == 0]
        is_found = any(losses.GROUP in (finding.group, finding.text) for finding in claims)
        kinds = ", ".join(sorted({finding.kind for finding in claims})) or "nothing"
        moment = f"lost: {loss}, found: {kinds}"
        outcome = replace(outcome, moment=moment, alarms=(), missed="" if is_found else loss)
        return self._keep_copies(outcome, copies)

    def _keep_copies(self, outcome: Audit, paths: Mapping[int, Path] | Mapping[str, Path]) -> Audit:
        """Keep the directories that an alarm is about, or in which a loss was missed; returns the audit."""
        if self._keep and (outcome.alarms or outcome.missed):
            self._kept += 1
            folder = self._keep / f"{self._kept:03d}-{outcome.moment.partition(',')[0].replace(' ', '-')}"
            for name, path in paths.items():
                copy_directory(path, folder / str(name), random.Random(), within=0)
            alarms = "".join(f"{alarm}\n" for alarm in outcome.alarms)
            (folder / "alarms").write_text(alarms, encoding="utf-8")
        return outcome


@dataclass(frozen=True)
class CampaignPlan:
    """How many audits a campaign has: while the brokers work, of copies made meanwhile, after stops, after SIGKILLs."""

    live: int = 100
    copies: int = 100
    stops: int = 20
    kills: int = 20


def run(
    version: str, plan: CampaignPlan, seed: str, keep: Path | None, tell: Callable[[Audit], None]
) -> list[Audit]:
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
                campaign.copies(plan.copies, seed),
                campaign.stops(plan.stops, True),
                campaign.stops(plan.kills, False),
            ):
                for finished_audit in parts:
                    tell(finished_audit)
                    done.append(finished_audit)
        finally:
            campaign.close()
    return done
