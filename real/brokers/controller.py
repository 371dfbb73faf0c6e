"""Plays the controller of brokers that have a ZooKeeper, so that a run decides what the controller does.

It takes the node `/controller` before any broker can, writes the nodes of the topic, and sends what a controller sends.
Like Kafka's controller it changes the partition's node by the version that it knows. The leader changes the ISR in that
node too; from 2.7 on it asks the controller to (AlterPartition), which `_ControllerAnswers` answers.
"""

from __future__ import annotations

import contextlib
import json
import logging
import socketserver
import struct
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from kazoo.client import KazooClient
from kazoo.exceptions import BadVersionError, NoNodeError

from tidemark.real.brokers import wire
from tidemark.real.brokers.processes import PATIENCE, free_ports
from tidemark.real.brokers.wire import CONTROLLER_EPOCH, CONTROLLER_ID, PartitionState

logging.getLogger("kazoo").setLevel(logging.CRITICAL)  # it warns of a ZooKeeper that has ended as intended


@dataclass(frozen=True)
class Address:
    """Where a broker is: the port of its listener for clients, and that of its proxy."""

    client: int
    proxy: int


class ScriptedController:
    """The controller of one topic with one partition."""

    def __init__(self, zookeeper: int, topic: str, replicas: Sequence[int]) -> None:
        self.topic, self.replicas = topic, tuple(replicas)
        self.brokers: dict[int, Address] = {}
        self._client = KazooClient(f"127.0.0.1:{zookeeper}", timeout=60)
        self._client.start(PATIENCE)
        controller = {"version": 1, "brokerid": CONTROLLER_ID, "timestamp": "0"}
        self._client.create("/controller", json.dumps(controller).encode(), ephemeral=True)
        self._client.create("/controller_epoch", str(CONTROLLER_EPOCH).encode())
        self._states: dict[int, PartitionState] = {}
        self._server = _ControllerServer(self)

    def close(self) -> None:
        """End the session and the server."""
        self._server.shutdown()
        self._server.server_close()
        with contextlib.suppress(Exception):
            self._client.stop()
            self._client.close()

    # The nodes.

    @property
    def _node(self) -> str:
        return f"/brokers/topics/{self.topic}/partitions/0/state"

    def create(self, leader: int) -> None:
        """Create the partition: epoch 0, all replicas in the ISR."""
        assigned = {"version": 1, "partitions": {"0": list(self.replicas)}}
        self._client.create(f"/brokers/topics/{self.topic}", json.dumps(assigned).encode(), makepath=True)
        state = PartitionState(leader, 0, self.replicas, 0)
        self._client.create(self._node, _encode(state), makepath=True)
        self._states = {0: state}

    def is_registered(self, broker: int) -> bool:
        """Whether a broker has its session."""
        return self._client.exists(f"/brokers/ids/{broker}") is not None

    def unregister(self, broker: int) -> None:
        """End a broker's registration, as when its session has expired."""
        with contextlib.suppress(NoNodeError):
            self._client.delete(f"/brokers/ids/{broker}")

    def state(self) -> PartitionState:
        """The partition's node as it is now."""
        data, stat = self._client.get(self._node)
        node = json.loads(data)
        return PartitionState(node["leader"], node["leader_epoch"], tuple(node["isr"]), stat.version)

    def begin_epoch(self, leader: int, isr: Sequence[int]) -> PartitionState:
        """Write the next leader epoch into the node. -1: no leader."""
        now = self.state()
        after = PartitionState(leader, now.leader_epoch + 1, tuple(isr), now.zk_version)
        stat = self._client.set(self._node, _encode(after), version=now.zk_version)
        return self._note(PartitionState(leader, after.leader_epoch, after.isr, stat.version))

    def refresh(self) -> PartitionState:
        """Take the node as it is for the current epoch, its ISR included."""
        return self._note(self.state())

    def change_isr(self, leader_epoch: int, isr: Sequence[int], zk_version: int) -> PartitionState | None:
        """Do what a leader asks for by AlterPartition; None if its epoch or version is not the node's."""
        now = self.state()
        if (now.leader_epoch, now.zk_version) != (leader_epoch, zk_version):
            return None
        after = PartitionState(now.leader, leader_epoch, tuple(isr), zk_version)
        with contextlib.suppress(BadVersionError):
            stat = self._client.set(self._node, _encode(after), version=zk_version)
            return PartitionState(now.leader, leader_epoch, after.isr, stat.version)
        return None

    def _note(self, state: PartitionState) -> PartitionState:
        self._states[state.leader_epoch] = state
        return state

    # What it sends.

    def tell_metadata(self, broker: int) -> None:
        """Send a broker the addresses of all brokers, and that they are alive."""
        port = self._server.server_address[1]
        addresses = {**self.brokers, CONTROLLER_ID: Address(port, port)}
        alive = [(id_, [("CLIENT", at.client), ("REPL", at.proxy)]) for id_, at in addresses.items()]
        body = wire.update_metadata(self.topic, self.state(), self.replicas, alive)
        with wire.connect(self.brokers[broker].client) as connection:
            connection.ask(wire.UPDATE_METADATA, 3, body)

    def tell_leadership(self, broker: int, epoch: int) -> int:
        """Send a broker the leadership of an epoch; returns the partition's error code, 0 for none."""
        state = self._states[epoch]
        port = self.brokers[state.leader].proxy
        body = wire.leader_and_isr(self.topic, state, self.replicas, port)
        with wire.connect(self.brokers[broker].client, PATIENCE) as connection:
            return _error(connection.ask(wire.LEADER_AND_ISR, 0, body))

    def stop_replica(self, broker: int, deletes: bool = False) -> int:
        """Tell a broker to stop fetching; returns the error code."""
        body = wire.stop_replica(self.topic, deletes)
        with wire.connect(self.brokers[broker].client, PATIENCE) as connection:
            return _error(connection.ask(wire.STOP_REPLICA, 0, body))


def _encode(state: PartitionState) -> bytes:
    node = {
        "controller_epoch": CONTROLLER_EPOCH,
        "leader": state.leader,
        "version": 1,
        "leader_epoch": state.leader_epoch,
        "isr": list(state.isr),
    }
    return json.dumps(node).encode()


def _error(answer: bytes) -> int:
    """The error of an answer in which it comes first, or that of its only partition, which comes last."""
    first = struct.unpack_from(">h", answer)[0]
    rows = struct.unpack_from(">i", answer, 2)[0]
    return int(first or (struct.unpack_from(">h", answer, len(answer) - 2)[0] if rows else 0))


class _ControllerServer(socketserver.ThreadingTCPServer):
    """Listens for the brokers that ask a controller something."""

    daemon_threads = True

    def __init__(self, controller: ScriptedController) -> None:
        self.controller = controller
        super().__init__(("127.0.0.1", free_ports(1)[0]), _ControllerAnswers)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()


class _ControllerAnswers(socketserver.BaseRequestHandler):
    """Answers which versions the controller has, and AlterPartition 0."""

    server: _ControllerServer

    def handle(self) -> None:
        controller = self.server.controller
        with contextlib.suppress(OSError):
            for frame in wire.frames(self.request):
                head = wire.head_of(frame)
                if head.api == wire.API_VERSIONS:
                    answer = wire.api_versions_answer(head.version)
                elif head.api == wire.ALTER_PARTITION:
                    request = wire.read_alter_partition(frame)
                    state = controller.change_isr(request.leader_epoch, request.isr, request.zk_version)
                    answer = b"\0" + wire.alter_partition_answer(controller.topic, state)
                else:
                    return
                self.request.sendall(wire.with_length(struct.pack(">i", head.number) + answer))
