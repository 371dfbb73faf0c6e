"""What operators and faults do to a cluster that stays healthy: each change by its name, drawn from a seed."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable

from kafka import KafkaAdminClient, TopicPartition
from kafka.errors import KafkaError

from impl.kafka.brokers.audited import load
from impl.kafka.brokers.kraft import Cluster
from impl.kafka.brokers.life import NoAnswer, wait_for

PASSING = "passing"
"""A topic that is deleted and made again under the same name."""
DIVERGING = "kept"
"""The topic whose leader writes alone, and is then cut."""


class Changes:
    """The changes of one cluster. Only the program's main thread makes them: a process lives as long as its thread."""

    def __init__(self, cluster: Cluster, seed: str) -> None:
        self._cluster, self._chance = cluster, random.Random(seed)
        self._number = 0
        self.admin = KafkaAdminClient(
            bootstrap_servers=load.servers(cluster.client_ports), request_timeout_ms=20_000
        )

    def one(self) -> str:
        """Make one change, and give its name."""
        change = self._chance.choice(self._all())
        with contextlib.suppress(KafkaError):  # a request that came at a bad moment; the next one comes
            change()
        return change.__name__

    def _all(self) -> list[Callable[[], None]]:
        often = [self.remake_topic, self.make_topic, self.elect, self.delete_records, self.move]
        return [*often, *often, self.restart, self.crash, self.depose, self.depose]

    def restart(self) -> None:
        """A broker stops in order, and starts again."""
        broker = self._broker()
        self._cluster.stop(broker)
        time.sleep(self._chance.uniform(0, 2))
        self._cluster.start(broker)

    def crash(self) -> None:
        """A broker is killed, and starts again."""
        broker = self._broker()
        self._cluster.kill(broker)
        time.sleep(self._chance.uniform(0, 2))
        self._cluster.start(broker)

    def depose(self) -> None:
        """A leader writes alone, stands still until another one leads, and goes on: it must cut its log."""
        leader = wait_for("a leader", self._leaders)[0]
        followers = [one for one in self._cluster.brokers if one != leader]
        for follower in followers:
            self._cluster.set_free(follower, leader, False)
        time.sleep(1)
        self._cluster.pause(leader)
        for follower in followers:
            self._cluster.set_free(follower, leader)
        try:
            with contextlib.suppress(NoAnswer):
                wait_for("another leader", lambda: self._leaders() not in ([], [leader]), 30)
            time.sleep(self._chance.uniform(0, 2))
        finally:
            self._cluster.resume(leader)

    def elect(self) -> None:
        """The preferred replicas lead again."""
        self.admin.elect_leaders(0, raise_errors=False)

    def make_topic(self) -> None:
        """A topic is made, and another one deleted."""
        self._number += 1
        load.create(self.admin, f"made-{self._number}", {}, self._replicas())
        if self._number > 2:
            self.admin.delete_topics([f"made-{self._number - 2}"])

    def remake_topic(self) -> None:
        """A topic is deleted, and made again under the same name."""
        with contextlib.suppress(KafkaError):
            self.admin.delete_topics([PASSING])
        for _ in range(20):
            try:
                load.create(self.admin, PASSING, {}, self._replicas())
                return
            except KafkaError:
                time.sleep(0.2)  # it is still being deleted

    def delete_records(self) -> None:
        """The oldest records of a topic are deleted by hand."""
        one = TopicPartition(self._chance.choice(["expiring", "bounded", PASSING]), 0)
        self.admin.delete_records({one: -1})

    def move(self) -> None:
        """A partition gets other replicas, or another order of them."""
        one = TopicPartition(self._chance.choice([*load.TOPICS, PASSING]), 0)
        self.admin.alter_partition_reassignments({one: self._replicas()})

    def _broker(self) -> int:
        return self._chance.choice(self._cluster.brokers)

    def _replicas(self) -> list[int]:
        brokers = [*self._cluster.brokers]
        return self._chance.sample(brokers, self._chance.choice([len(brokers) - 1, len(brokers)]))

    def _leaders(self) -> list[int]:
        """The leader of the topic, if all brokers that hear of changes agree on one."""
        known = self._cluster.look(DIVERGING)
        return [known.leader] if known and known.leader is not None else []
