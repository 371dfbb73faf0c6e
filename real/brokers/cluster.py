"""Brokers of a release that has a ZooKeeper, started on loopback with this program as their controller."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

from tidemark.real.brokers import jars, wire
from tidemark.real.brokers.clients import PendingProduce
from tidemark.real.brokers.controller import Address, ScriptedController
from tidemark.real.brokers.disk import Disk
from tidemark.real.brokers.jars import Release
from tidemark.real.brokers.processes import Process, Workplace, free_ports, listens, wait_for
from tidemark.real.brokers.proxy import Gate, Proxy

LOGGING = Path(__file__).with_name("zookeeper_logging.properties")
_PROPERTIES = {
    "listener.security.protocol.map": "CLIENT:PLAINTEXT,REPL:PLAINTEXT",
    "inter.broker.listener.name": "REPL",
    "controlled.shutdown.enable": "false",
    "auto.leader.rebalance.enable": "false",
    "auto.create.topics.enable": "false",
    "zookeeper.session.timeout.ms": "60000",
    "zookeeper.connection.timeout.ms": "60000",
    "replica.socket.timeout.ms": "600000",
    "replica.fetch.backoff.ms": "50",
    "connections.max.idle.ms": "-1",
    "num.network.threads": "1",
    "num.io.threads": "3",
    "background.threads": "2",
    "log.cleaner.enable": "false",
    "log.index.size.max.bytes": "65536",
}


class ZooKeeperCluster:
    """The brokers, their proxies, their controller, and what was sent to them."""

    def __init__(
        self, workplace: Workplace, release: Release, count: int, properties: Mapping[str, str]
    ) -> None:
        self._workplace = workplace
        self._jars = jars.jars(release.version)
        self._properties = properties
        self.gate = Gate()
        self._zookeeper_port, *ports = free_ports(1 + 2 * count)
        self._zookeeper = self._start_zookeeper()
        self.topic = "t0"
        self.controller = ScriptedController(self._zookeeper_port, self.topic, range(count))
        self.brokers = [Broker(self, broker, *ports[2 * broker :][:2]) for broker in range(count)]
        self.controller.brokers = {b.id: Address(b.client, b.proxy.port) for b in self.brokers}
        self.sent: list[PendingProduce] = []

    def close(self) -> None:
        """End the brokers, the controller and ZooKeeper."""
        for broker in self.brokers:
            broker.proxy.close()
            if broker.process:
                broker.process.kill()
        self.gate.cut_all()
        self.controller.close()
        self._zookeeper.kill()

    def start(self) -> None:
        """Start all brokers at once, and wait until each has its session."""
        for broker in self.brokers:
            broker.start()
        for broker in self.brokers:
            broker.await_start()

    def renew(self) -> None:
        """Go on with a new topic; all brokers are up again, and the old topic is gone."""
        self.gate.cut_all()
        self.sent.clear()
        for broker in self.brokers:
            if not broker.is_up:
                broker.start()
                broker.await_start()
            self.controller.stop_replica(broker.id, deletes=True)
        self.gate.cut_all()
        self.topic = f"t{int(self.topic[1:]) + 1}"
        self.controller.topic = self.topic

    def produce(self, broker: int, value: str, acks: int) -> PendingProduce:
        """Send a record; its acknowledgement is awaited on the side."""
        port = self.brokers[broker].client
        pending = PendingProduce(value, self.topic, port, acks, version=2, patience=3600)
        pending.is_delivered = acks == 0  # no answer comes, and the broker ends the connection
        self.sent.append(pending)
        return pending

    def acknowledged_records(self) -> list[str]:
        """The records that were acknowledged so far."""
        return [produce.record for produce in self.sent if produce.is_delivered]

    def launch(self, name: str, main: str, *arguments: str) -> Process:
        """Start a Java program of the release."""
        return self._workplace.start(name, self._jars, main, *arguments, log4j=str(LOGGING))

    def properties(self, broker: Broker) -> str:
        """The file of properties of a broker."""
        properties = {
            **_PROPERTIES,
            **self._properties,
            "broker.id": broker.id,
            "listeners": f"CLIENT://127.0.0.1:{broker.client},REPL://127.0.0.1:{broker.replication}",
            "advertised.listeners": f"CLIENT://127.0.0.1:{broker.client},REPL://127.0.0.1:{broker.proxy.port}",
            "log.dirs": broker.data,
            "zookeeper.connect": f"127.0.0.1:{self._zookeeper_port}",
        }
        return "".join(f"{name}={value}\n" for name, value in properties.items())

    def folder(self, name: str) -> Path:
        """The folder of a process."""
        folder = self._workplace.path / name
        folder.mkdir(exist_ok=True)
        return folder

    def _start_zookeeper(self) -> Process:
        folder = self.folder("zookeeper")
        (folder / "zoo.cfg").write_text(
            f"dataDir={folder}/data\nclientPort={self._zookeeper_port}\nclientPortAddress=127.0.0.1\ntickTime=200\n"
            "minSessionTimeout=1000\nmaxSessionTimeout=120000\nmaxClientCnxns=0\nadmin.enableServer=false\n",
            encoding="utf-8",
        )
        process = self.launch(
            "zookeeper", "org.apache.zookeeper.server.ZooKeeperServerMain", str(folder / "zoo.cfg")
        )

        def is_ready() -> bool:
            process.require_up()
            return listens(self._zookeeper_port)

        wait_for("ZooKeeper", is_ready)
        return process


class Broker:
    """One broker: its processes one after another, its disk, and where it listens.

    client, replication: the ports of its two listeners; the second one is behind its proxy.
    """

    def __init__(self, cluster: ZooKeeperCluster, broker: int, client: int, replication: int) -> None:
        self.id, self.client, self.replication = broker, client, replication
        self._cluster = cluster
        self.name = f"broker-{broker}"
        self.data = cluster.folder(self.name) / "data"
        self.proxy = Proxy(cluster.gate, broker, replication)
        self.process: Process | None = None

    @property
    def disk(self) -> Disk:
        """What it has on its disk."""
        return Disk(self.data, self._cluster.topic)

    @property
    def is_up(self) -> bool:
        """Whether its process runs."""
        return bool(self.process and self.process.is_up())

    def start(self) -> None:
        """Start its process."""
        file = self._cluster.folder(self.name) / "server.properties"
        file.write_text(self._cluster.properties(self), encoding="utf-8")
        self.process = self._cluster.launch(self.name, "kafka.Kafka", str(file))

    def await_start(self) -> None:
        """Wait until it has its session and answers."""

        def is_ready() -> bool:
            assert self.process
            self.process.require_up()
            return self._cluster.controller.is_registered(self.id) and listens(self.client)

        wait_for(f"broker {self.id}", is_ready)

    def crash(self) -> None:
        """End its process by SIGKILL, and its registration with it."""
        self._end(Process.kill)

    def stop(self) -> None:
        """End its process by SIGTERM: it writes its checkpoints."""
        self._end(Process.stop)

    def _end(self, end: Callable[[Process], None]) -> None:
        assert self.process
        end(self.process)
        self._cluster.gate.cut_off(self.id)
        self._cluster.controller.unregister(self.id)

    def high_watermark(self) -> int | None:
        """The high watermark that it tells consumers, as a leader; None where it does not answer as one."""
        with contextlib.suppress(OSError), wire.connect(self.client) as connection:
            return wire.latest_offset(connection, self._cluster.topic)
        return None

    def read(self, offset: int = 0) -> list[str]:
        """The values that a consumer reads from it, from an offset up to its high watermark."""
        with wire.connect(self.client) as connection:
            return wire.consume(connection, self._cluster.topic, offset)

    def log_lines(self) -> list[str]:
        """The last three lines of its log that speak of the partition."""
        lines = self.process.text().splitlines() if self.process else []
        return [line for line in lines if f"{self._cluster.topic}-0" in line or "ERROR" in line][-3:]
