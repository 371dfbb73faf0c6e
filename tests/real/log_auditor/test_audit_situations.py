"""Situations of public data directories, made again with real brokers: none of them is damage.

A cluster of three brokers with two disks each goes through all that users' clusters go through. It is audited while it
works, as a copy, after SIGKILL, and after a clean shutdown. Each situation is a test: it must really be there, and no
audit may find damage in its topics. Single nodes, as developers and containers start them, are apart.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer, TopicPartition
from kafka.errors import KafkaError
from kafka.structs import OffsetAndMetadata

from tests.support.situations import DevelopmentNode, JbodCluster
from tidemark.real.audit_campaign import load
from tidemark.real.audit_campaign.campaign import Audit, audit, is_claim
from tidemark.real.audit_campaign.copies import copy_directories
from tidemark.real.brokers.kraft import CONTROLLER
from tidemark.real.brokers.processes import Workplace, wait_for
from tidemark.real.log_auditor.claims import TOPICS, CoordinatorClaims
from tidemark.real.log_auditor.coordinator_logs import CoordinatorLogs
from tidemark.real.log_auditor.listing import Listing
from tidemark.real.storage import directories

pytestmark = pytest.mark.brokers
VERSION = "4.3.1"
ALL = [0, 1, 2]
KEPT = {"retention.ms": "-1", "retention.bytes": "-1"}
TOPICS_MADE: dict[str, tuple[dict[str, str], list[int]]] = {
    "empty": ({}, ALL),
    "idempotent": (KEPT, ALL),
    "alone": (KEPT, ALL),
    "compressed": (KEPT, ALL),
    "compacted": (load.TOPICS["compacted"], ALL),
    "both": (load.TOPICS["both"], ALL),
    "expiring": (load.TOPICS["expiring"], ALL),
    "cut": (KEPT, ALL),
    "transactions": (KEPT, ALL),
    "open": (KEPT, ALL),
    "changelog": (load.TOPICS["compacted"], ALL),
    "deleted": (KEPT, ALL),
    "again": (KEPT, ALL),
    "moved": (KEPT, [0, 1]),
    "other-disk": (KEPT, [0]),
    "classic": (KEPT, ALL),
    "modern": (KEPT, ALL),
    "behind": (KEPT, ALL),
    "shared": (KEPT, ALL),
}
SETTINGS = load.BROKER | {
    "share.coordinator.state.topic.num.partitions": "1",
    "share.coordinator.state.topic.min.isr": "1",
    "share.coordinator.state.topic.replication.factor": "3",
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.replication.factor": "3",
}


@dataclass
class Outcome:
    """The audits of a cluster, and its directories after the clean shutdown."""

    audits: list[Audit] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    claims: CoordinatorClaims | None = None

    def logs(self, topic: str) -> list[Path]:
        """The partition 0 of a topic in each directory that has it."""
        return [path / f"{topic}-0" for path in self.paths if (path / f"{topic}-0").is_dir()]

    def alarms(self, *topics: str) -> list[object]:
        """The damage that is found in these topics, or in whole directories, at any moment."""
        groups = {"", *(f"{topic}-0" for topic in topics)}
        return [alarm for one in self.audits for alarm in one.alarms if alarm.group in groups]


class _Users:
    """What users do with a cluster."""

    def __init__(self, cluster: JbodCluster) -> None:
        self.cluster, self.servers = cluster, load.servers(list(cluster.client_ports))
        self.admin = KafkaAdminClient(bootstrap_servers=self.servers, request_timeout_ms=30_000)
        for topic, (settings, replicas) in TOPICS_MADE.items():
            load.create(self.admin, topic, settings, replicas)

    def producer(self, **settings: object) -> KafkaProducer:
        return KafkaProducer(bootstrap_servers=self.servers, request_timeout_ms=30_000, **settings)

    def write(self, producer: KafkaProducer, topic: str, count: int) -> None:
        for number in range(count):
            producer.send(topic, b"v%d" % number, b"k%d" % (number % 7), partition=0)
        producer.flush(60)

    def write_topics(self) -> None:
        with contextlib.closing(self.producer(acks="all", enable_idempotence=True)) as producer:
            for topic in TOPICS_MADE.keys() - {
                "empty",
                "alone",
                "compressed",
                "transactions",
                "open",
                "changelog",
            }:
                self.write(producer, topic, 60)
        with contextlib.closing(self.producer(acks=1, enable_idempotence=False)) as producer:
            self.write(producer, "alone", 60)
        with contextlib.closing(self.producer(acks="all", compression_type="gzip")) as producer:
            self.write(producer, "compressed", 60)

    def write_transactions(self) -> None:
        with contextlib.closing(self.producer(transactional_id="writer")) as producer:
            producer.init_transactions()
            for topic in ("transactions", "changelog"):
                for commits in (True, False, True):
                    producer.begin_transaction()
                    self.write(producer, topic, 20)
                    offsets = {TopicPartition("transactions", 0): OffsetAndMetadata(1, "", -1)}
                    producer.send_offsets_to_transaction(offsets, "streams")
                    (producer.commit_transaction if commits else producer.abort_transaction)()

    def begin_transaction(self) -> KafkaProducer:
        """A transaction that is still open when the brokers end."""
        producer = self.producer(transactional_id="slow", transaction_timeout_ms=600_000)
        producer.init_transactions()
        producer.begin_transaction()
        self.write(producer, "open", 5)
        return producer

    def read(self, topic: str, group: str) -> None:
        """Read a topic to its end in a group, and commit."""
        consumer = KafkaConsumer(
            topic, bootstrap_servers=self.servers, group_id=group, auto_offset_reset="earliest",
            enable_auto_commit=False,
        )  # fmt: skip
        with contextlib.closing(consumer):
            wait_for(f"the records of {topic}", lambda: sum(map(len, consumer.poll(1000).values())))
            consumer.commit()

    def change_topics(self) -> None:
        self.admin.delete_topics(["deleted", "again"])
        self.admin.delete_records({TopicPartition("cut", 0): 33, TopicPartition("behind", 0): 50})

        def make() -> bool:
            with contextlib.suppress(KafkaError):
                load.create(self.admin, "again", KEPT, ALL)
                return True
            return False

        wait_for("the topic that is made again", make)
        self.admin.alter_partition_reassignments({TopicPartition("moved", 0): [1, 2]})
        first = self.cluster.disks_of(0)
        now = next(path for path in first if (path / "other-disk-0").is_dir())
        target = next(path for path in first if path != now)
        self.admin.alter_replica_log_dirs({("other-disk", 0, 0): str(target)})
        wait_for("the replica on the other disk", lambda: (target / "other-disk-0").is_dir())
        wait_for(
            "the reassigned replica",
            lambda: not any((path / "moved-0").is_dir() for path in self.cluster.disks_of(0)),
        )

    def read_as_java(self) -> None:
        """Read in a group of KIP-848, and in a share group (KIP-932)."""
        at = ("--bootstrap-server", self.servers[0])
        reset = ("--add-config", "share.auto.offset.reset=earliest", "--entity-type", "groups")
        self.cluster.run_tool(
            "configs", "kafka.admin.ConfigCommand", *at, "--alter", "--entity-name", "sharers", *reset
        )
        some = (*at, "--max-messages", "40", "--timeout-ms", "60000", "--group")
        modern = ("--from-beginning", "--command-property", "group.protocol=consumer", "--topic", "modern")
        consumer = "org.apache.kafka.tools.consumer.ConsoleConsumer"
        self.cluster.run_tool("modern", consumer, *some, "moderns", *modern)
        sharer = "org.apache.kafka.tools.consumer.ConsoleShareConsumer"
        self.cluster.run_tool("share", sharer, *some, "sharers", "--topic", "shared")


def _is_cleaned(cluster: JbodCluster) -> bool:
    """Whether a cleaner has been through the compacted topic, and retention through the others."""
    paths = cluster.disks_of(0)
    cleaned = any(directories.read(path).offset_of(directories.CLEANED, "compacted-0") for path in paths)
    expired = [sorted(path.glob("expiring-0/*.log")) for path in paths]
    return cleaned and any(names and int(names[0].stem) > 0 for names in expired)


@pytest.fixture(scope="module")
def outcome() -> Iterator[Outcome]:
    found = Outcome()
    with (
        Workplace() as workplace,
        contextlib.closing(JbodCluster(workplace, VERSION, 3, SETTINGS)) as cluster,
    ):
        nodes = (CONTROLLER, *cluster.brokers)
        cluster.start(*nodes)
        users = _Users(cluster)
        users.write_topics()
        users.write_transactions()
        slow = users.begin_transaction()
        for topic, group in (("classic", "classics"), ("behind", "behinds")):
            users.read(topic, group)
        users.read_as_java()
        with contextlib.closing(KafkaConsumer(bootstrap_servers=users.servers, group_id="behinds")) as one:
            one.assign([TopicPartition("behind", 0)])
            one.commit({TopicPartition("behind", 0): OffsetAndMetadata(9, "", -1)})
        users.change_topics()
        with contextlib.closing(users.producer()) as producer:

            def is_cleaned() -> bool:
                for topic in ("expiring", "compacted"):
                    users.write(producer, topic, 9)
                return _is_cleaned(cluster)

            wait_for("the cleaner, and retention", is_cleaned)
        found.paths = [path for node in nodes for path in cluster.disks_of(node)]
        found.audits.append(audit(found.paths, "live"))
        copies = copy_directories(dict(enumerate(found.paths)), workplace.path / "copies", random.Random(1))
        copied = audit([copies[number] for number in sorted(copies)], "copied", ("unclean-shutdown",))
        found.audits.append(replace(copied, alarms=tuple(filter(is_claim, copied.alarms))))
        slow.close(timeout=0)
        users.admin.close()
        cluster.kill(*nodes)
        found.audits.append(audit(found.paths, "killed", ("unclean-shutdown",)))
        cluster.start(*nodes)
        for node in (*cluster.brokers, CONTROLLER):
            cluster.stop(node)
        found.audits.append(audit(found.paths, "stopped"))
        listing = Listing.of(found.paths)
        found.claims = CoordinatorClaims.read(
            CoordinatorLogs(listing.directories, listing.assignments, TOPICS),
            listing.assignments.topics,
            False,
        )
        yield found


def _begins_above(outcome: Outcome, topic: str) -> bool:
    return any(int(min(path.glob("*.log")).stem) > 0 for path in outcome.logs(topic))


def _start_of(outcome: Outcome, topic: str) -> set[int | None]:
    read = [directories.read(path) for path in outcome.paths]
    return {one.offset_of(directories.LOG_STARTS, f"{topic}-0") for one in read}


def _claims(outcome: Outcome) -> CoordinatorClaims:
    assert outcome.claims is not None
    return outcome.claims


def _is_cleaned_topic(outcome: Outcome, topic: str) -> bool:
    read = [directories.read(path) for path in outcome.paths]
    return any(one.offset_of(directories.CLEANED, f"{topic}-0") for one in read)


SITUATIONS: dict[str, tuple[tuple[str, ...], Callable[[Outcome], object]]] = {
    "an empty topic": (
        ("empty",),
        lambda o: o.logs("empty") and not any(log.stat().st_size for p in o.logs("empty") for log in p.glob("*.log")),
    ),
    "an idempotent producer": (("idempotent",), lambda o: any(o.logs("idempotent")[0].glob("*.snapshot"))),
    "acknowledged by the leader alone": (("alone",), lambda o: len(o.logs("alone")) == 3),
    "compressed batches": (("compressed",), lambda o: len(o.logs("compressed")) == 3),
    "a compacted topic": (("compacted",), lambda o: _is_cleaned_topic(o, "compacted")),
    "compacted, with retention": (("both",), lambda o: len(o.logs("both")) == 3),
    "retention by time": (("expiring",), lambda o: _begins_above(o, "expiring")),
    "records that were deleted": (("cut",), lambda o: 33 in _start_of(o, "cut")),
    "transactions that were committed and aborted": (
        ("transactions", "__transaction_state"),
        lambda o: any(any(path.glob("*.txnindex")) for path in o.logs("transactions")),
    ),
    "a transaction that is open": (("open",), lambda o: _claims(o).transactions.get("open-0")),
    "a changelog of streams, with offsets in transactions": (
        ("changelog", "__consumer_offsets"),
        lambda o: [c.offset for c in _claims(o).offsets["transactions-0"] if c.group == "streams"] == [1],
    ),
    "a topic that was deleted": (("deleted",), lambda o: not o.logs("deleted")),
    "a topic that was made again": (("again",), lambda o: len(o.logs("again")) == 3),
    "a reassigned partition": (
        ("moved",),
        lambda o: len(o.logs("moved")) == 2 and not any(p.parent in o.paths[1:3] for p in o.logs("moved")),
    ),
    "a replica that was moved to another disk": (("other-disk",), lambda o: len(o.logs("other-disk")) == 1),
    "a classic consumer group": (
        ("classic",), lambda o: [c.offset for c in _claims(o).offsets["classic-0"]] == [60],
    ),
    "a group of KIP-848": (("modern",), lambda o: [c.group for c in _claims(o).offsets["modern-0"]] == ["moderns"]),
    "a group behind the log's start": (
        ("behind",),
        lambda o: 50 in _start_of(o, "behind") and [c.offset for c in _claims(o).offsets["behind-0"]] == [9],
    ),
    "a share group": (
        ("shared", "__share_group_state"), lambda o: [s.group for s in _claims(o).shares["shared-0"]] == ["sharers"],
    ),
    "the metadata log, and several disks": (
        ("__cluster_metadata",), lambda o: len({directories.read(p).properties["directory.id"] for p in o.paths}) == 7,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_situation_of_a_healthy_cluster_is_no_damage(name: str, outcome: Outcome) -> None:
    topics, is_there = SITUATIONS[name]
    assert is_there(outcome)
    assert outcome.alarms(*topics) == []


def test_no_moment_of_a_healthy_cluster_has_damage(outcome: Outcome) -> None:
    assert [one.moment for one in outcome.audits] == ["live", "copied", "killed", "stopped"]
    assert [alarm for one in outcome.audits for alarm in (*one.alarms, *one.unread)] == []


@pytest.mark.parametrize("versions", [(VERSION, VERSION), ("3.9.2", VERSION)], ids=["container", "upgrade"])
def test_a_single_node_that_is_killed_or_upgraded_is_no_damage(versions: tuple[str, str]) -> None:
    with Workplace() as workplace:
        node = DevelopmentNode(workplace, versions[0], {"transaction.state.log.num.partitions": "1"})
        with contextlib.closing(KafkaProducer(bootstrap_servers=[f"127.0.0.1:{node.port}"])) as producer:
            for number in range(20):
                producer.send("quickstart-events", b"v%d" % number).get(60)
        node.process.kill()
        assert audit([node.folder], "killed", ("unclean-shutdown",)).alarms == ()
        node.start(versions[1])
        node.process.stop()
        assert audit([node.folder], "stopped").alarms == ()
        assert (node.folder / "quickstart-events-0").is_dir()
