"""What can be seen of real brokers, beside what the model says: logs, leadership, acknowledgements, high watermarks."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any

from tidemark.impl.kafka.epoch_cache import NO_ENTRY
from tidemark.real.brokers.cluster import Broker, Cluster
from tidemark.spec import none
from tidemark.spec.families.system import DecodedRun, Fact

PATIENCE = 10.0
"""Seconds after which a difference counts as final: an event has already confirmed each action."""
NOTHING = "-"


def members(brokers: Any) -> list[int]:
    """The brokers in a set of the model's."""
    return [int(broker) for broker in brokers.ids() if brokers.has(broker)]


def as_set(brokers: Iterable[int]) -> str:
    """Brokers in words: `{0, 2}`."""
    return "{" + ", ".join(map(str, sorted(brokers))) + "}"


def visible(state: Any, own: bool = True, moved: int = 0) -> dict[str, str]:
    """What a state of the model says of all that can be seen of brokers, by name.

    moved: how many leader epochs began before the run.
    own: whether the model is that of the release. Of another one's, the leader epoch caches are left out: what is asked
    then is whether the release does the same with records.
    """
    quorum = state.quorum
    found = {
        "leader": NOTHING if quorum.leader == none else str(int(quorum.leader)),
        "epoch": str(int(quorum.leader_epoch) + moved),
        "ISR": _joined(members(quorum.isr)),
    }
    for broker, replica in enumerate(state.replicas):
        log = [replica.log[k] for k in range(int(replica.log.length))]
        found[f"log {broker}"] = _joined(f"m{int(entry.id)}@{int(entry.epoch) + moved}" for entry in log)
        if replica.up and replica.leader == broker:
            found[f"HW {broker}"] = str(int(replica.high_watermark))
        elif not state.settings.lazy_checkpoint:
            found[f"HW {broker} on disk"] = str(int(replica.high_watermark))
        if own and state.settings.asks:
            starts = [(epoch, int(start)) for epoch, start in enumerate(replica.cache) if start != NO_ENTRY]
            found[f"epochs {broker}"] = _joined(f"{epoch}:{start}" for epoch, start in starts)
    names = (f"m{record}" for record, one in enumerate(state.produced) if one.acknowledged)
    return {**found, "acknowledged": _joined(names)}


class BrokerObserver:
    """Looks at a cluster. late: whether checkpoints are never written, so that none is compared. own: see `visible`."""

    def __init__(self, cluster: Cluster, late: bool, own: bool) -> None:
        self._cluster, self._late, self._own = cluster, late, own

    def facts(self, state: Any) -> list[Fact]:
        """The model's state beside what is seen, once they agree, or do not after a while."""
        end = time.monotonic() + PATIENCE
        while True:
            found = self._facts(state)
            if all(fact.agrees for fact in found) or time.monotonic() > end:
                return found
            time.sleep(0.05)

    def _facts(self, state: Any) -> list[Fact]:
        model, real = visible(state, self._own), self._real(state)
        for name, text in real.items():
            if name.startswith("log ") and "@" not in text:  # before message format 2 no batch has an epoch
                model[name] = " ".join(one.partition("@")[0] for one in model[name].split())
        return [Fact(name, text, real[name]) for name, text in model.items() if name in real]

    def _real(self, state: Any) -> dict[str, str]:
        """What is seen, by the names that the model gives; without what can't be seen now."""
        node = self._cluster.controller.state()
        found = {
            "leader": NOTHING if node.leader < 0 else str(node.leader),
            "epoch": str(node.leader_epoch),
            "ISR": _joined(sorted(node.isr)),
            "acknowledged": _joined(sorted(self._cluster.acknowledged())),
        }
        for broker in self._cluster.brokers:
            found |= self._of(broker, state.replicas[broker.id])
        return found

    def _of(self, broker: Broker, replica: Any) -> dict[str, str]:
        entries = broker.disk.entries()
        texts = [e.value if e.epoch < 0 else f"{e.value}@{e.epoch}" for e in entries]
        epochs = broker.disk.epochs().items()
        # A broker that loads its log drops the epochs that start at its end: of one that is down, they do not count.
        known = [f"{epoch}:{start}" for epoch, start in epochs if replica.up or start < len(entries)]
        found = {f"log {broker.id}": _joined(texts), f"epochs {broker.id}": _joined(known)}
        if replica.up and replica.leader == broker.id and (offset := broker.high_watermark()) is not None:
            found[f"HW {broker.id}"] = str(offset)
        if not self._late:
            # Up to 2.3 a truncation leaves it above the log end until the next fetch; the model lowers it at once.
            found[f"HW {broker.id} on disk"] = str(min(broker.disk.high_watermark() or 0, len(entries)))
        return found

    def ending(self, course: DecodedRun) -> tuple[bool, list[str]]:
        """Whether the promise is broken by what is seen, and what is seen, in words.

        All facts agree with the last state, which breaks the promise; where the leader lacks a record, a consumer that
        asks it must miss that record too.
        """
        acknowledged = self._cluster.acknowledged()
        told = [f"acknowledged to producers: {_joined(acknowledged)}"]
        for broker in self._cluster.brokers:
            values = (entry.value for entry in broker.disk.entries())
            told.append(f"broker {broker.id} has on its disk: {_joined(values)}")
        agrees = all(fact.agrees for fact in self._facts(course.states[-1]))
        if course.promise == "epoch-cache-agrees":
            wrong = [line for broker in self._cluster.brokers for line in _contradictions(broker)]
            return agrees and bool(wrong), [*told, *wrong]
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


def _contradictions(broker: Broker) -> Iterator[str]:
    """Where a broker's leader epoch cache has another epoch for a record than the record's batch."""
    epochs = broker.disk.epochs()
    for entry in broker.disk.entries():
        cached = max((epoch for epoch, start in epochs.items() if start <= entry.offset), default=None)
        if cached != entry.epoch:
            has = "no epoch" if cached is None else f"epoch {cached}"
            yield f"the cache of broker {broker.id} has {has} for {entry.value}, which is of epoch {entry.epoch}"


def _joined(items: Iterable[object]) -> str:
    return " ".join(map(str, items)) or NOTHING
