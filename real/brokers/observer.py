"""Observes real brokers and compares them with the model: logs, leadership, acknowledgements, high watermarks."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any

from tidemark.impl.kafka.epoch_cache import NO_ENTRY
from tidemark.real.brokers.cluster import Broker, ZooKeeperCluster
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
    values = {
        "leader": NOTHING if quorum.leader == none else str(int(quorum.leader)),
        "epoch": str(int(quorum.leader_epoch) + moved),
        "ISR": _join(members(quorum.isr)),
    }
    for broker, replica in enumerate(state.replicas):
        log = [replica.log[k] for k in range(int(replica.log.length))]
        values[f"log {broker}"] = _join(f"m{int(entry.id)}@{int(entry.epoch) + moved}" for entry in log)
        if replica.up and replica.leader == broker:
            values[f"HW {broker}"] = str(int(replica.high_watermark))
        elif not state.settings.lazy_checkpoint:
            values[f"HW {broker} on disk"] = str(int(replica.high_watermark))
        if own and state.settings.asks:
            starts = [(epoch, int(start)) for epoch, start in enumerate(replica.cache) if start != NO_ENTRY]
            values[f"epochs {broker}"] = _join(f"{epoch}:{start}" for epoch, start in starts)
    acknowledged = (f"m{record}" for record, produced in enumerate(state.produced) if produced.acknowledged)
    return {**values, "acknowledged": _join(acknowledged)}


class BrokerObserver:
    """Looks at a cluster. late: whether checkpoints are never written, so that none is compared. own: see `visible`."""

    def __init__(self, cluster: ZooKeeperCluster, late: bool, own: bool) -> None:
        self._cluster, self._late, self._own = cluster, late, own

    def facts(self, state: Any) -> list[Fact]:
        """The model's state beside what is seen, once they agree, or do not after a while."""
        end = time.monotonic() + PATIENCE
        while True:
            facts = self._facts(state)
            if all(fact.agrees for fact in facts) or time.monotonic() > end:
                return facts
            time.sleep(0.05)

    def _facts(self, state: Any) -> list[Fact]:
        model, real = visible(state, self._own), self._real(state)
        for name, fact in real.items():
            if name.startswith("log ") and "@" not in fact:  # before message format 2 no batch has an epoch
                model[name] = " ".join(record.partition("@")[0] for record in model[name].split())
        return [Fact(name, fact, real[name]) for name, fact in model.items() if name in real]

    def _real(self, state: Any) -> dict[str, str]:
        """What is seen, by the names that the model gives; without what can't be seen now."""
        node = self._cluster.controller.state()
        values = {
            "leader": NOTHING if node.leader < 0 else str(node.leader),
            "epoch": str(node.leader_epoch),
            "ISR": _join(sorted(node.isr)),
            "acknowledged": _join(sorted(self._cluster.acknowledged_records())),
        }
        for broker in self._cluster.brokers:
            values |= self._facts_of(broker, state.replicas[broker.id])
        return values

    def _facts_of(self, broker: Broker, replica: Any) -> dict[str, str]:
        records = broker.disk.records()
        texts = [r.value if r.epoch < 0 else f"{r.value}@{r.epoch}" for r in records]
        cache = broker.disk.epochs().items()
        # A broker that loads its log drops the epochs that start at its end: of one that is down, they do not count.
        epochs = [f"{epoch}:{start}" for epoch, start in cache if replica.up or start < len(records)]
        values = {f"log {broker.id}": _join(texts), f"epochs {broker.id}": _join(epochs)}
        if replica.up and replica.leader == broker.id and (offset := broker.high_watermark()) is not None:
            values[f"HW {broker.id}"] = str(offset)
        if not self._late:
            # Up to 2.3 a truncation leaves it above the log end until the next fetch; the model lowers it at once.
            values[f"HW {broker.id} on disk"] = str(min(broker.disk.high_watermark() or 0, len(records)))
        return values

    def ending(self, course: DecodedRun) -> tuple[bool, list[str]]:
        """Whether the promise is broken by what is seen, and what is seen, in words.

        All facts agree with the last state, which breaks the promise; where the leader lacks a record, a consumer that
        asks it must miss that record too.
        """
        acknowledged = self._cluster.acknowledged_records()
        lines = [f"acknowledged to producers: {_join(acknowledged)}"]
        for broker in self._cluster.brokers:
            values = (record.value for record in broker.disk.records())
            lines.append(f"broker {broker.id} has on its disk: {_join(values)}")
        agrees = all(fact.agrees for fact in self._facts(course.states[-1]))
        if course.promise == "epoch-cache-agrees":
            wrong = [line for broker in self._cluster.brokers for line in _contradictions(broker)]
            return agrees and bool(wrong), [*lines, *wrong]
        leader = self._cluster.controller.state().leader
        if leader < 0 or not self._cluster.brokers[leader].is_up:
            return agrees, lines
        try:
            read = self._cluster.brokers[leader].read()
        except OSError as error:
            return agrees, [*lines, f"a consumer that asks broker {leader}, the leader, is refused: {error}"]
        lines.append(f"a consumer reads from broker {leader}, the leader: {_join(read)}")
        if course.promise == "acknowledged-survives":
            agrees = agrees and not set(acknowledged) <= set(read)
        return agrees, lines


def _contradictions(broker: Broker) -> Iterator[str]:
    """Where a broker's leader epoch cache has another epoch for a record than the record's batch."""
    epochs = broker.disk.epochs()
    for record in broker.disk.records():
        cached = max((epoch for epoch, start in epochs.items() if start <= record.offset), default=None)
        if cached != record.epoch:
            has = "no epoch" if cached is None else f"epoch {cached}"
            yield f"the cache of broker {broker.id} has {has} for {record.value}, which is of epoch {record.epoch}"


def _join(values: Iterable[object]) -> str:
    return " ".join(map(str, values)) or NOTHING
