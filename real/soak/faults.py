"""The faults of an episode. Their kinds and times are drawn from a seed; each ends after a while."""

from __future__ import annotations

import heapq
import itertools
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from tidemark.real.brokers.kraft import CONTROLLER, KRaftCluster
from tidemark.real.brokers.processes import NoAnswer
from tidemark.real.brokers.recorder import Recorder

KINDS = ("kill", "pause", "cut", "slow")
WEIGHTS = {"kill": 5, "pause": 3, "cut": 2, "slow": 2}
QUIET = (0.2, 3.0)
"""Seconds between two faults."""
LASTS = {"kill": (0.2, 8.0), "pause": (0.3, 7.0), "cut": (0.3, 7.0), "slow": (1.0, 6.0)}
DELAY = (0.05, 1.0)
LEADER = 0.4
"""How often the leader is chosen, in addition to by chance."""
CHANGES = 3
"""How many leader epochs may follow a fault: the leader's failure, no leader in its place, and its return."""


class FaultInjector:
    """The faults of one episode. Only the program's main thread calls them: a process lives as long as its thread."""

    def __init__(
        self, cluster: KRaftCluster, topic: str, recorder: Recorder, kinds: tuple[str, ...], seed: str
    ) -> None:
        self._cluster, self._topic, self._recorder, self._kinds = cluster, topic, recorder, kinds
        self._chance = random.Random(seed)
        self._order = itertools.count()
        self._ends: list[tuple[float, int, Callable[[], None]]] = []
        self._disturbed: set[int | tuple[int, int]] = set()

    def inject(self, count: int, epochs: int) -> None:
        """Inject a number of faults, one after another; none on a leader whose epochs are used up."""
        for _ in range(count):
            self._wait(self._chance.uniform(*QUIET))
            self._inject_fault(epochs)
        self._wait(self._chance.uniform(*QUIET))

    def heal(self) -> None:
        """End all faults that are left, in the order in which they would have ended."""
        while self._ends:
            heapq.heappop(self._ends)[2]()
        self._recorder.note("healed")

    def _wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self._ends and self._ends[0][0] <= end:
            at, _, undo = heapq.heappop(self._ends)
            time.sleep(max(0.0, at - time.monotonic()))
            undo()
        time.sleep(max(0.0, end - time.monotonic()))

    def _inject_fault(self, epochs: int) -> None:
        kind = self._chance.choices(self._kinds, [WEIGHTS[kind] for kind in self._kinds])[0]
        broker, peer = self._chance.sample([*self._cluster.brokers], 2)
        epoch, leaders = self._leadership()
        if len(leaders) == 1 and self._chance.random() < LEADER:
            broker = leaders[0]
            peer = self._chance.choice([b for b in self._cluster.brokers if b != broker])
        towards = self._chance.choice([peer, CONTROLLER])
        seconds, delay = self._chance.uniform(*LASTS[kind]), round(self._chance.uniform(*DELAY), 3)
        subject = broker if kind in ("kill", "pause") else (broker, towards)
        if {broker, (broker, towards)} & self._disturbed:
            return  # it has a fault already
        if epoch + CHANGES > epochs and broker in leaders:
            return
        about: dict[str, Any] = {"broker": broker}
        if kind in ("cut", "slow"):
            about["to"] = "controller" if towards == CONTROLLER else towards
        ending, undo = self._begin(kind, broker, towards, delay)
        self._recorder.note(kind, **about, **({"seconds": delay} if kind == "slow" else {}))
        self._disturbed.add(subject)

        def end() -> None:
            self._recorder.note(ending, **about)
            undo()
            self._disturbed.discard(subject)

        heapq.heappush(self._ends, (time.monotonic() + seconds, next(self._order), end))

    def _begin(self, kind: str, broker: int, towards: int, delay: float) -> tuple[str, Callable[[], None]]:
        """Begin a fault; returns the name of the event that ends it, and what does."""
        cluster = self._cluster
        match kind:
            case "kill":
                cluster.kill(broker)
                return "start", partial(cluster.begin_start, broker)
            case "pause":
                cluster.pause(broker)
                return "resume", partial(cluster.resume, broker)
            case "cut":
                cluster.sever(broker, towards)
                return "mend", partial(cluster.sever, broker, towards, severed=False)
            case _:
                cluster.gate.slow(broker, towards, delay)
                return "mend", partial(cluster.gate.slow, broker, towards, 0)

    def _leadership(self) -> tuple[int, list[int]]:
        """The newest leader epoch that is known, and all brokers that some broker takes for the leader."""
        views = [view for view in self._cluster.views(self._topic) if view]
        leaders = sorted({view.leader for view in views if view.leader is not None})
        return max((view.epoch for view in views), default=0), leaders


def require_up(cluster: KRaftCluster) -> None:
    """After all faults have ended every broker runs.

    Raises:
        NoAnswer: a broker ended.
    """
    for broker in cluster.brokers:
        if not cluster.is_up(broker):
            last = cluster.text(broker).strip().splitlines()[-1:]
            raise NoAnswer(f"broker {broker} ended unexpectedly: {last}")
