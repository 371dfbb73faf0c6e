"""Kafka's brokers as a real system: runs are forced on them, schedules are played on them, and soaks record them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.impl.kafka import kraft_family
from tidemark.impl.kafka.cluster import Stage
from tidemark.impl.kafka.kraft_releases import PROTOCOLS as KRAFT
from tidemark.impl.kafka.releases import PROTOCOLS
from tidemark.real.brokers import compiled_steps, compiling, jars, observer, pace, schedules, tools
from tidemark.real.brokers.processes import NoAnswer
from tidemark.real.brokers.schedule_run import play
from tidemark.real.brokers.session import BrokerSession
from tidemark.real.soak import promises
from tidemark.real.soak.calls import client_calls
from tidemark.real.soak.episodes import episodes
from tidemark.real.soak.faults import KINDS
from tidemark.real.soak.history import History, read
from tidemark.real.soak.map import map_history
from tidemark.real.soak.order import EpisodeTimeline
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
    Soakable,
)
from tidemark.spec.logs.client_histories import ClientCall
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

WITH_KRAFT = (3, 3)
"""The first release whose brokers are run with KRaft here: before it KRaft was a preview."""


class Brokers(Drivable, Playable, Soakable):
    """With ZooKeeper (up to 3.9) brokers are driven through any run; with KRaft (from 3.3 on) they play schedules."""

    name = "kafka"
    played = ("restart",)  # whether the controller notices that a broker was down
    faults = KINDS
    trials = Path(__file__).with_name("brokers") / "trials.toml"

    def versions(self) -> list[str]:
        """The releases that can be run."""
        return list(jars.releases())

    def is_here(self, version: str) -> bool:
        """Whether its jars are in the cache."""
        return jars.is_here(jars.release(version))

    def fetch(self, version: str) -> Path:
        """Have Maven fetch the jars of a release."""
        return jars.fetch(version).folder

    run = staticmethod(tools.run)

    # Runs that are forced on brokers with ZooKeeper.

    visible = staticmethod(observer.visible)

    def protocol(self, version: str) -> str | None:
        """The newest protocol that is not newer than the release; None for one without ZooKeeper."""
        release = jars.release(version)
        if release.kraft:
            return None
        names = [protocol.name for protocol in PROTOCOLS]
        return [name for name in names if jars.number(name.partition("/")[2]) <= release.number][-1]

    def plays_as(self, protocol: Protocol) -> Mapping[str, str]:
        """The newest protocol with an exchange of epochs, if this one cuts within fetches: it is driven as that one."""
        if not protocol.rules["truncation"].settings["on_fetch"]:
            return {}
        exchanging = [p.name for p in PROTOCOLS if not p.rules["truncation"].settings["on_fetch"]]
        return {"truncation": exchanging[-1]}

    def can_force(self, state: Any, instance: Instance) -> bool:
        """Whether a step can be forced: not one before an answer that is on its way, nor one of a fenced follower.

        A fetch that waits is answered as soon as there is a record for it: nothing can be made to come in between. A
        follower that a leader of a newer epoch has refused sends nothing until it hears of an epoch itself (KIP-320).
        """
        if instance.action.name in ("follower_sends_fetch", "follower_asks_for_end_offset"):
            follower, leader = (state.replicas[instance.arguments[name]] for name in ("follower", "leader"))
            if state.settings.fenced and leader.leader_epoch > follower.leader_epoch:
                return False
        return instance.action.name == "leader_answers_waiting_fetch" or not any(
            replica.exchange.stage == Stage.waiting
            and replica.exchange.offset < state.replicas[replica.leader].log.end_offset
            for replica in state.replicas
        )

    @contextlib.contextmanager
    def session(
        self, version: str, settings: Mapping[str, str], keep: Path | None
    ) -> Iterator[BrokerSession]:
        """Brokers of a release, which start with the first run."""
        if jars.release(version).kraft:
            raise UsageError(
                f"Kafka {version} has no ZooKeeper: its controller decides, so no run can be forced on it; "
                "see the schedules of `tidemark kafka`"
            )
        jars.jars(version)
        with contextlib.closing(BrokerSession(version, settings, keep, self.protocol(version))) as session:
            yield session

    # Schedules that are played on brokers with KRaft, whose controller decides.

    done_for = staticmethod(compiling.done_for)
    facts_of = staticmethod(compiled_steps.facts)
    keeps_pace = staticmethod(pace.keeps_pace)
    rests = staticmethod(pace.rests)

    def schedules(self) -> Mapping[str, str]:
        """The schedules that come with Tidemark."""
        return {name: schedules.load(name).title for name in schedules.names()}

    def title(self, schedule: str) -> str | None:
        """The title of a schedule; None for a file with a scenario."""
        return schedules.load(schedule).title if schedules.is_schedule(schedule) else None

    def schedules_runs_of(self, machine: Machine) -> bool:
        """Whether it is a machine of kafka-kraft; runs of kafka are forced on releases with ZooKeeper."""
        return machine.family is kraft_family.FAMILY

    def protocol_of(self, machine: Machine, version: str) -> str | None:
        """The newest of kafka-kraft that is not newer than the release, with ELR on or off as in the runs."""
        number, elr = jars.release(version).number, bool(machine.initial.settings.elr)
        names = [
            protocol.name
            for protocol in KRAFT
            if (name := protocol.name.partition("/")[2])[0].isdigit()  # the others are rivals
            and jars.number(name) <= number
            and bool(protocol.machine(machine.bounds).initial.settings.elr) == elr
        ]
        return names[-1] if names else None

    def schedule_of(self, course: DecodedRun, version: str) -> str:
        """The schedule of a run of kafka-kraft."""
        _require_kraft(version, "a run of kafka-kraft")
        return compiling.compile_schedule(course)

    def play(
        self, schedule: str, version: str, settings: Mapping[str, str], keep: Path | None
    ) -> Iterator[PlayedStep | Confirmation]:
        """Play a schedule on a release with KRaft: from 3.3 on."""
        _require_kraft(version, "a schedule")
        yield from play(schedules.load(schedule), version, settings, keep)

    # Soaks.

    history = staticmethod(read)
    violations = staticmethod(promises.violations)

    def soak(
        self, version: str, settings: Mapping[str, str], faults: Sequence[str], seed: int, keep: Path | None
    ) -> Iterator[Episode]:
        """Let brokers with KRaft work under faults: from 3.3 on."""
        _require_kraft(version, "a soak")
        jars.jars(version)
        kinds = tuple(look_up(self.faults, name, "there is no fault") for name in faults) or self.faults
        try:
            yield from episodes(version, settings, kinds, seed, keep)
        except (NoAnswer, OSError) as problem:
            raise Inconclusive(str(problem)) from None

    def client_calls(self, episode: Episode, file: str) -> Sequence[ClientCall]:
        """The calls of the producer and the consumers."""
        read(episode)
        return client_calls(episode, file)

    def logs(self, history: History, build: Callable[[Mapping[str, Any]], Machine]) -> Iterator[MappedLog]:
        """An episode as a log of Kafka's families, whose states are of one type."""
        yield from map_history(EpisodeTimeline(history), build)


def _require_kraft(version: str, purpose: str) -> None:
    if jars.release(version).number < WITH_KRAFT:
        raise UsageError(f"Kafka {version} has a ZooKeeper: {purpose} is for brokers with KRaft, from 3.3 on")


SYSTEM = Brokers()
