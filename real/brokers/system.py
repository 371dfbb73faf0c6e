"""Kafka's brokers as a system that runs can be tried on."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.impl.kafka import with_kraft
from tidemark.impl.kafka.cluster import Stage
from tidemark.impl.kafka.family import FAMILY
from tidemark.impl.kafka.kraft_releases import PROTOCOLS as KRAFT
from tidemark.impl.kafka.releases import PROTOCOLS
from tidemark.real.brokers import jars, schedules, tools
from tidemark.real.brokers.cluster import Cluster, running
from tidemark.real.brokers.compiling import compiled, done_for, facts
from tidemark.real.brokers.driver import Drive
from tidemark.real.brokers.needs import properties
from tidemark.real.brokers.observer import visible
from tidemark.real.brokers.pace import keeps_pace, rests
from tidemark.real.brokers.processes import NoAnswer
from tidemark.real.brokers.schedule import play
from tidemark.real.soak import promises
from tidemark.real.soak.episodes import episodes
from tidemark.real.soak.faults import KINDS
from tidemark.real.soak.history import History, read
from tidemark.real.soak.map import mapped
from tidemark.real.soak.order import Timeline
from tidemark.spec import none
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.families.system import (
    Confirmation,
    DecodedRun,
    Drivable,
    Episode,
    Inconclusive,
    MappedLog,
    Playable,
    PlayedStep,
    Session,
    Soakable,
)
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

WITH_KRAFT = (3, 3)
"""The first release whose brokers are run with KRaft here: before it KRaft was a preview."""
ON_FETCH = (2, 8)
"""The first release in which a follower finds out within its fetches where to cut (KIP-595, KAFKA-10554) …"""
ON_FETCH_SPOKEN = (2, 7)
"""… if the brokers speak this protocol version or a later one (`ApiVersion.isTruncationOnFetchSupported`)."""
FENCED = (2, 1)
"""The first release in which a fetch has its follower's leader epoch (KIP-320)."""
REMEMBERED = (2, 5)
"""The first release that compares it in every fetch of a session, and not only in the first (KAFKA-9338)."""


class Brokers(Drivable, Playable, Soakable):
    """With ZooKeeper (up to 3.9) brokers are driven through any run; with KRaft (from 3.3 on) they play schedules."""

    name = "kafka"
    played = ("restart",)  # whether the controller notices that a broker was down
    faults = KINDS
    trials = Path(__file__).with_name("trials.toml")

    def versions(self) -> list[str]:
        """The releases that can be run."""
        return list(jars.releases())

    def is_here(self, version: str) -> bool:
        """Whether its jars are in the cache."""
        return jars.is_here(jars.release(version))

    def fetch(self, version: str) -> Path:
        """Have Maven fetch the jars of a release."""
        return jars.fetch(version).folder

    def run(self, version: str, words: Sequence[str]) -> int:
        """Run a class of a release, as `kafka.tools.DumpLogSegments`."""
        return tools.run(version, words)

    def protocol(self, version: str) -> str | None:
        """The newest protocol that is not newer than the release; None for one without ZooKeeper."""
        if jars.release(version).kraft:
            return None
        number = jars.release(version).number
        known = [
            protocol.name for protocol in PROTOCOLS if jars.number(protocol.name.partition("/")[2]) <= number
        ]
        return known[-1]

    def plays_as(self, protocol: Protocol) -> Mapping[str, str]:
        """Truncation as the newest protocol with an exchange of epochs: a fetch that cuts is driven as such a one."""
        if not protocol.rules["truncation"].settings["on_fetch"]:
            return {}
        return {
            "truncation": [one.name for one in PROTOCOLS if not one.rules["truncation"].settings["on_fetch"]][
                -1
            ]
        }

    def visible(self, state: Any, own: bool) -> Mapping[str, str]:
        """Leadership, logs, epochs, high watermarks, acknowledgements."""
        return visible(state, own)

    def can_force(self, state: Any, instance: Instance) -> bool:
        """Whether a step can be forced: not one before an answer that is on its way, nor one of a fenced follower.

        A fetch that waits is answered as soon as there is a record for it: nothing can be made to come in between. A
        follower that a leader of a newer epoch has refused sends nothing until it hears of an epoch itself (KIP-320).
        """
        if instance.action.name in ("follower_sends_fetch", "follower_asks_for_end_offset"):
            one, leader = (state.replicas[instance.arguments[name]] for name in ("follower", "leader"))
            if state.settings.fenced and leader.leader_epoch > one.leader_epoch:
                return False
        if instance.action.name == "leader_answers_waiting_fetch":
            return True
        for replica in state.replicas:
            exchange = replica.exchange
            waits = exchange.stage == Stage.waiting
            if waits and exchange.offset < state.replicas[replica.leader].log.end_offset:
                return False
        return True

    @contextlib.contextmanager
    def session(self, version: str, settings: Mapping[str, str], keep: Path | None) -> Iterator[Brokered]:
        """Brokers of a release, which start with the first run."""
        release = jars.release(version)
        if release.kraft:
            raise UsageError(
                f"Kafka {version} has no ZooKeeper: its controller decides, so no run can be forced on it; "
                "see the schedules of `tidemark kafka`"
            )
        jars.jars(version)
        session = Brokered(version, settings, keep, self.protocol(version))
        try:
            yield session
        finally:
            session.close()

    def schedules(self) -> Mapping[str, str]:
        """What is tried on brokers with KRaft, whose controller is the real one."""
        return {name: schedules.load(name).title for name in schedules.names()}

    def title(self, schedule: str) -> str | None:
        """The title of a schedule; None for a file with a scenario."""
        return schedules.load(schedule).title if schedules.is_one(schedule) else None

    def schedules_runs_of(self, machine: Machine) -> bool:
        """Whether it is one of kafka-kraft; runs of kafka are forced on releases with ZooKeeper."""
        return machine.family is with_kraft.FAMILY

    def protocol_of(self, machine: Machine, version: str) -> str | None:
        """The newest of kafka-kraft that is not newer than the release, with ELR on or off as in the runs."""
        number, elr = jars.release(version).number, bool(machine.initial.settings.elr)
        known = [
            one.name
            for one in KRAFT
            if (name := one.name.partition("/")[2])[0].isdigit()  # the others are rivals
            and jars.number(name) <= number
            and bool(one.machine(machine.bounds).initial.settings.elr) == elr
        ]
        return known[-1] if known else None

    def done_for(self, instance: Instance) -> str | None:
        """A word of a schedule, or what passes between brokers."""
        return done_for(instance)

    def facts_of(self, state: Any) -> Mapping[str, str]:
        """Leadership, ELR, logs, who is up, acknowledgements."""
        return facts(state)

    def keeps_pace(self, state: Any, instance: Instance) -> bool:
        """Whether brokers with KRaft can be made to take a step next."""
        return keeps_pace(state, instance)

    def rests(self, state: Any) -> bool:
        """Whether brokers with KRaft stay in a state."""
        return rests(state)

    def schedule_of(self, course: DecodedRun, version: str) -> str:
        """The schedule of a run of kafka-kraft."""
        _require_kraft(version, "a run of kafka-kraft")
        return compiled(course)

    def play(
        self, schedule: str, version: str, settings: Mapping[str, str], keep: Path | None
    ) -> Iterator[PlayedStep | Confirmation]:
        """Play a schedule on a release with KRaft: from 3.3 on."""
        _require_kraft(version, "a schedule")
        yield from play(schedules.load(schedule), version, settings, keep)

    def soak(
        self, version: str, settings: Mapping[str, str], faults: Sequence[str], seed: int, keep: Path | None
    ) -> Iterator[Episode]:
        """Let brokers with KRaft work under faults: from 3.3 on."""
        _require_kraft(version, "a soak")
        jars.jars(version)
        chosen = tuple(look_up(self.faults, one, "there is no fault") for one in faults) or self.faults
        try:
            yield from episodes(version, settings, chosen, seed, keep)
        except (NoAnswer, OSError) as problem:
            raise Inconclusive(str(problem)) from None

    def history(self, episode: Episode) -> History:
        """The episode's history: what was done and seen, in order."""
        return read(episode)

    def violations(self, history: History) -> Mapping[str, Sequence[str]]:
        """What breaks each promise, by the names of the model's promises."""
        return promises.violations(history)

    def logs(self, history: History, build: Callable[[Mapping[str, Any]], Machine]) -> Iterator[MappedLog]:
        """An episode as a log of Kafka's families, whose states are of one type."""
        yield from mapped(Timeline(history), build)


class Brokered(Session):
    """Brokers of one release, which are started again only for a run that needs other properties."""

    def __init__(
        self, version: str, settings: Mapping[str, str], keep: Path | None, protocol: str | None
    ) -> None:
        self._version, self._settings, self._keep, self._protocol = version, settings, keep, protocol
        self._stack = contextlib.ExitStack()
        self._cluster: Cluster | None = None
        self._needed: tuple[int, dict[str, str]] | None = None

    def close(self) -> None:
        """End the brokers."""
        self._cluster, self._needed = None, None
        self._stack.close()

    def drive(self, course: DecodedRun) -> Drive:
        """The brokers in the first state of a run."""
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
                "a run in which a leader waits for the ISR that it has asked for can't be tried on brokers: "
                "the controller that is played here answers at once"
            )
        given, late = properties(course, self._settings)
        own = course.machine.protocol == self._protocol and not course.machine.exchanged
        spoken = given.get("inter.broker.protocol.version", self._version)
        release = jars.release(self._version).number
        on_fetch = release >= ON_FETCH and jars.number(spoken.partition("-")[0]) >= ON_FETCH_SPOKEN
        fenced, forgets = release >= FENCED, FENCED <= release < REMEMBERED
        try:
            drive = Drive(
                self._brokers(course, given),
                course,
                on_fetch=on_fetch,
                forgets=forgets,
                fenced=fenced,
                late=late,
                own=own,
            )
            drive.begin()
        except NoAnswer as problem:
            self.close()
            raise Inconclusive(str(problem)) from None
        return drive

    def _brokers(self, course: DecodedRun, given: dict[str, str]) -> Cluster:
        needed = len(course.states[0].replicas.indices()), given
        if self._cluster and needed == self._needed:
            self._cluster.renew()
            return self._cluster
        self.close()
        self._cluster = self._stack.enter_context(running(self._version, *needed, self._keep))
        self._needed = needed
        return self._cluster


def _require_kraft(version: str, what: str) -> None:
    if jars.release(version).number < WITH_KRAFT:
        raise UsageError(f"Kafka {version} has a ZooKeeper: {what} is for brokers with KRaft, from 3.3 on")


SYSTEM = Brokers()
