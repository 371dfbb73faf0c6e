"""What can be seen of real brokers, beside what the model says: logs, leadership, acknowledgements, high watermarks."""

from __future__ import annotations

import time
from typing import Any

from impl.kafka.brokers.cluster import Broker, Cluster
from impl.kafka.epoch_cache import NO_ENTRY
from spec import none
from spec.system import Course, Fact

PATIENCE = 10.0
"""Seconds until what is still different is so for good: each action has already been awaited by an event."""
NOTHING = "-"


class Seen:
    """Looks at a cluster. late: whether checkpoints are never written, so that none is compared."""

    def __init__(self, cluster: Cluster, late: bool) -> None:
        self._cluster, self._late = cluster, late

    def facts(self, state: Any) -> list[Fact]:
        """The model's state beside what is seen, once they agree, or do not after a while."""
        end = time.monotonic() + PATIENCE
        while True:
            found = self._facts(state)
            if all(fact.agrees for fact in found) or time.monotonic() > end:
                return found
            time.sleep(0.05)

    def _facts(self, state: Any) -> list[Fact]:
        node = self._cluster.controller.state()
        leader = NOTHING if state.quorum.leader is none else str(int(state.quorum.leader))
        found = [
            Fact("leader", leader, NOTHING if node.leader < 0 else str(node.leader)),
            Fact("epoch", str(int(state.quorum.leader_epoch)), str(node.leader_epoch)),
            Fact("ISR", _joined(members(state.quorum.isr)), _joined(sorted(node.isr))),
        ]
        for broker in self._cluster.brokers:
            found += self._of(broker, state)
        names = [f"m{k}" for k, one in enumerate(state.produced) if one.acknowledged]
        found.append(Fact("acknowledged", _joined(names), _joined(sorted(self._cluster.acknowledged()))))
        return found

    def _of(self, broker: Broker, state: Any) -> list[Fact]:
        replica = state.replicas[broker.id]
        entries = broker.disk.entries()
        log = [replica.log[k] for k in range(int(replica.log.length))]
        has_epochs = all(entry.epoch >= 0 for entry in entries)
        model = [f"m{int(e.id)}@{int(e.epoch)}" if has_epochs else f"m{int(e.id)}" for e in log]
        real = [f"{e.value}@{e.epoch}" if has_epochs else e.value for e in entries]
        found = [Fact(f"log {broker.id}", _joined(model), _joined(real))]
        if replica.up and replica.leader == broker.id:
            offset = broker.high_watermark()
            if offset is not None:
                found.append(Fact(f"HW {broker.id}", str(int(replica.high_watermark)), str(offset)))
        elif not self._late and not state.settings.lazy_checkpoint:
            # Up to 2.3 a truncation leaves it above the log end until the next fetch; the model lowers it at once.
            offset = min(broker.disk.high_watermark() or 0, len(entries))
            found.append(Fact(f"HW {broker.id} on disk", str(int(replica.high_watermark)), str(offset)))
        if state.settings.asks:
            model = [
                f"{epoch}:{int(start)}" for epoch, start in enumerate(replica.cache) if start != NO_ENTRY
            ]
            real = [f"{epoch}:{start}" for epoch, start in broker.disk.epochs().items()]
            found.append(Fact(f"epochs {broker.id}", _joined(model), _joined(real)))
        return found

    def ending(self, course: Course) -> tuple[bool, list[str]]:
        """Whether the promise is broken by what is seen, and what is seen, in words.

        All facts agree with the last state, which breaks the promise; a record that the leader lacks, a consumer that
        asks it must miss too.
        """
        state = course.states[-1]
        told = [
            f"broker {b.id} has on its disk: {_joined(e.value for e in b.disk.entries())}"
            for b in self._cluster.brokers
        ]
        acknowledged = self._cluster.acknowledged()
        told.insert(0, f"acknowledged to producers: {_joined(acknowledged)}")
        agrees = all(fact.agrees for fact in self._facts(state))
        leader = self._cluster.controller.state().leader
        if leader < 0 or not self._cluster.brokers[leader].is_up:
            return agrees, told
        try:
            read = self._cluster.brokers[leader].read()
        except OSError as error:
            return agrees, [*told, f"a consumer that asks broker {leader}, the leader, is refused: {error}"]
        told.append(f"a consumer reads from broker {leader}, the leader: {_joined(read)}")
        if course.promise == "acknowledged-survives":
            return agrees and not set(acknowledged) <= set(read), told
        return agrees, told


def members(brokers: Any) -> list[int]:
    """The brokers in a set of the model's."""
    return [int(broker) for broker in brokers.ids() if brokers.has(broker)]


def _joined(items: Any) -> str:
    return " ".join(map(str, items)) or NOTHING
