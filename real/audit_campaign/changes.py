"""Faults and operations that leave a cluster healthy: each change has a name, and is drawn from a seed."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Sequence

from kafka import KafkaAdminClient, TopicPartition
from kafka.errors import KafkaError

from tidemark.real.audit_campaign import load
from tidemark.real.brokers.kraft import KRaftCluster
from tidemark.real.brokers.processes import NoAnswer, wait_for
from tidemark.real.soak.clients import ClientThread

PASSING = "passing"
"""A topic that is deleted and made again under the same name."""
DIVERGING = "kept"
"""The topic whose leader writes alone, and is then cut."""


class BrokerFaults:
    """What happens to brokers. Only the program's main thread does it: a process lives as long as its thread."""

    def __init__(self, cluster: KRaftCluster, seed: str) -> None:
        self._cluster, self._chance = cluster, random.Random(seed)

    def disturb(self) -> str:
        """Let one change happen, and return its name."""
        happens = self._chance.choice([self.restart, self.crash, self.depose])
        happens()
        return happens.__name__

    def work(self) -> None:
        """Let brokers work for a while; half of the time one of them is disturbed."""
        time.sleep(self._chance.uniform(1, 4))
        if self._chance.random() < 0.5:
            self.disturb()

    def restart(self) -> None:
        """A broker shuts down cleanly, and starts again."""
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
        """A leader writes alone, is paused until another one leads, and resumes: it must cut its log."""
        leader = wait_for("a leader", self._leaders)[0]
        followers = [broker for broker in self._cluster.brokers if broker != leader]
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

    def _broker(self) -> int:
        return self._chance.choice(self._cluster.brokers)

    def _leaders(self) -> list[int]:
        """The leader of the topic, if all brokers that hear of changes agree on one."""
        partition = self._cluster.look(DIVERGING)
        return [partition.leader] if partition and partition.leader is not None else []


class Administration(ClientThread):
    """What operators do to topics, without pause until `end` is called."""

    def __init__(self, admin: KafkaAdminClient, brokers: Sequence[int], seed: str) -> None:
        self._admin, self._brokers, self._chance = admin, brokers, random.Random(seed)
        self._number = 0
        super().__init__()

    def _run(self) -> None:
        while not self._ends.wait(self._chance.uniform(0.1, 1.5)):
            change = self._chance.choice(
                [self.remake_topic, self.make_topic, self.elect, self.delete_records, self.move]
            )
            with contextlib.suppress(KafkaError, OSError):  # it came at a bad moment; the next one comes
                change()

    def elect(self) -> None:
        """The preferred replicas lead again."""
        self._admin.elect_leaders(0, raise_errors=False)

    def make_topic(self) -> None:
        """A topic is made, and another one deleted."""
        self._number += 1
        load.create(self._admin, f"made-{self._number}", {}, self._replicas())
        if self._number > 2:
            self._admin.delete_topics([f"made-{self._number - 2}"])

    def remake_topic(self) -> None:
        """A topic is deleted, and made again under the same name."""
        with contextlib.suppress(KafkaError):
            self._admin.delete_topics([PASSING])
        for _ in range(20):
            try:
                load.create(self._admin, PASSING, {}, self._replicas())
                return
            except KafkaError:
                time.sleep(0.2)  # it is still being deleted

    def delete_records(self) -> None:
        """The oldest records of a topic are deleted by hand."""
        partition = TopicPartition(self._chance.choice(["expiring", "bounded", PASSING]), 0)
        self._admin.delete_records({partition: -1})

    def move(self) -> None:
        """A partition gets other replicas, or another order of them."""
        partition = TopicPartition(self._chance.choice([*load.TOPICS, PASSING]), 0)
        self._admin.alter_partition_reassignments({partition: self._replicas()})

    def _replicas(self) -> list[int]:
        brokers = [*self._brokers]
        return self._chance.sample(brokers, self._chance.choice([len(brokers) - 1, len(brokers)]))
