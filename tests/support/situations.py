"""Clusters as users have them: brokers with two disks each, and a single node that is broker and controller."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Mapping
from pathlib import Path

from tidemark.real.brokers import jars
from tidemark.real.brokers.kraft import CONTROLLER, LOGGING, STARTED, KRaftCluster
from tidemark.real.brokers.processes import Process, Workplace, free_ports, wait_for


class JbodCluster(KRaftCluster):
    """Brokers with two data directories each."""

    def _logs(self, node: int) -> Path:
        """As `log.dirs` has it."""
        return Path(",".join(map(str, self.disks_of(node))))

    def disks_of(self, node: int) -> list[Path]:
        """The data directories of a node; the controller has one."""
        return [self._data(node) / name for name in (("a",) if node == CONTROLLER else ("a", "b"))]

    def run_tool(self, name: str, main: str, *words: str) -> str:
        """Run one of Kafka's tools to its end, and give what it printed."""
        process = self.workplace.start(name, self._jars, main, *words)
        wait_for(f"the end of {name}", lambda: not process.is_up())
        return process.text()


class DevelopmentNode:
    """One node that is broker and controller, as quick starts and containers have it. A release may be another one."""

    def __init__(self, workplace: Workplace, version: str, settings: Mapping[str, str]) -> None:
        self._workplace, self._starts = workplace, 0
        self.folder = workplace.path / "kraft-combined-logs"
        self.port, controller = free_ports(2)
        properties = {
            "process.roles": "broker,controller",
            "node.id": "1",
            "controller.quorum.voters": f"1@127.0.0.1:{controller}",
            "listeners": f"PLAINTEXT://127.0.0.1:{self.port},CONTROLLER://127.0.0.1:{controller}",
            "advertised.listeners": f"PLAINTEXT://127.0.0.1:{self.port}",
            "controller.listener.names": "CONTROLLER",
            "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
            "log.dirs": str(self.folder),
            "offsets.topic.replication.factor": "1",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
            **settings,
        }
        self._file = workplace.path / "server.properties"
        self._file.write_text("".join(f"{name}={value}\n" for name, value in properties.items()))
        identity = f"T{base64.urlsafe_b64encode(uuid.uuid4().bytes).decode()[1:22]}"
        words = ("format", "-t", identity, "-c", str(self._file))
        formatting = workplace.start("format", jars.jars(version), "kafka.tools.StorageTool", *words)
        wait_for("the format", lambda: not formatting.is_up())
        self.process = self.start(version)

    def start(self, version: str) -> Process:
        """Start the node with the jars of a release, and wait until it is up."""
        self._starts += 1
        process = self._workplace.start(
            f"node-{self._starts}", jars.jars(version), "kafka.Kafka", str(self._file), log4j=str(LOGGING)
        )

        def is_up() -> bool:
            process.require_up()
            return STARTED in process.text()

        wait_for("the node", is_up)
        self.process = process
        return process
