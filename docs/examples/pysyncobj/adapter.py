"""Drives PySyncObj in this process: three servers, a transport that keeps messages until they are delivered, no clock.

Nothing of the library is changed but its clock, which stands still: a server times out, and a leader sends, when the
model says so. What is observed of a server are the fields of its class.
"""

from __future__ import annotations

import pickle
from collections import deque
from typing import Any

import pysyncobj.syncobj
from pysyncobj import SyncObj, SyncObjConf
from pysyncobj.node import Node
from pysyncobj.transport import Transport

from tidemark import Refused, performs

SERVERS = 3
ROLES = ("follower", "candidate", "leader")
KINDS = {
    "request_vote": "vote",
    "response_vote": "granted",
    "append_entries": "append",
    "next_node_idx": "next",
}
PAST = 0.0
pysyncobj.syncobj.monotonicTime = lambda: 1000.0


class Wire(Transport):
    """The connections of one server: what it sends waits in a queue for each other server."""

    ready = True

    def __init__(self, nodes: list[Node]) -> None:
        super().__init__(None, None, [])
        self.queues: dict[Node, deque[list[dict[str, Any]]]] = {node: deque() for node in nodes}

    def send(self, node: Node, message: dict[str, Any]) -> bool:
        """Keep a message; the parts of a large one are kept together."""
        if message.get("transmission", "start") == "start":
            self.queues[node].append([])
        self.queues[node][-1].append(message)
        return True

    def connect(self, node: Node) -> None:
        self._onNodeConnected(node)

    def disconnect(self, node: Node) -> None:
        self.queues[node].clear()
        self._onNodeDisconnected(node)

    def deliver(self, source: Node, parts: list[dict[str, Any]]) -> None:
        for part in parts:
            self._onMessageReceived(source, part)
            if part is not parts[-1]:
                self.queues[source].pop()  # "go on"

    def destroy(self) -> None:
        pass


class Cluster:
    """Three servers of PySyncObj."""

    def __init__(self) -> None:
        self.nodes = [Node(f"server {place}") for place in range(SERVERS)]
        self.wires = [Wire(self.nodes) for _ in self.nodes]
        self.servers = [
            SyncObj(node, self.nodes, SyncObjConf(autoTick=False, commandsWaitLeader=False), transport=wire)
            for node, wire in zip(self.nodes, self.wires, strict=True)
        ]
        for me, wire in enumerate(self.wires):
            for other in self.nodes[:me] + self.nodes[me + 1 :]:
                wire.connect(other)

    def time_out(self, me: int) -> None:
        self._set(me, "raftElectionDeadline", PAST)
        self.servers[me].doTick()

    def propose(self, me: int) -> None:
        self.servers[me]._applyCommand(b"\x01", None)
        self.servers[me]._checkCommandsToApply()

    def beat(self, me: int) -> None:
        self._set(me, "newAppendEntriesTime", PAST)
        self.servers[me].doTick()

    def break_connection(self, me: int, other: int) -> None:
        for one, far in ((me, other), (other, me)):
            self.wires[one].disconnect(self.nodes[far])
            self.wires[one].connect(self.nodes[far])

    def receive_vote(self, source: int, me: int) -> None:
        self._deliver(source, me)

    receive_granted = receive_append = receive_next = receive_vote

    def _deliver(self, source: int, me: int) -> None:
        parts = self.wires[source].queues[self.nodes[me]].popleft()
        self.wires[me].deliver(self.nodes[source], parts)

    def _set(self, me: int, name: str, value: Any) -> None:
        setattr(self.servers[me], f"_SyncObj__{name}", value)

    def _get(self, me: int, name: str) -> Any:
        return getattr(self.servers[me], f"_SyncObj__{name}")

    def observe(self) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for me in range(SERVERS):
            at = f"servers[{me}]"
            voted = self._get(me, "votedForNodeId")
            seen[f"{at}.role"] = ROLES[self._get(me, "raftState")]
            seen[f"{at}.term"] = self._get(me, "raftCurrentTerm")
            seen[f"{at}.voted"] = voted if voted is None else int(voted.split()[1])
            seen[f"{at}.votes"] = self._get(me, "votesCount")
            seen[f"{at}.log"] = [term for _, _, term in self._get(me, "raftLog")[:]]
            seen[f"{at}.commit"] = self._get(me, "raftCommitIndex")
            if self.servers[me]._isLeader():
                for other in range(SERVERS):
                    if other != me:
                        seen[f"{at}.next[{other}]"] = self._get(me, "raftNextIndex")[self.nodes[other]]
                        seen[f"{at}.match[{other}]"] = self._get(me, "raftMatchIndex")[self.nodes[other]]
            for other in range(SERVERS):
                seen[f"sent[{me}][{other}]"] = list(map(told, self.wires[me].queues[self.nodes[other]]))
        return seen

    def close(self) -> None:
        for server in self.servers:
            server.destroy()


class LargeCommands(Cluster):
    """The same with one command that is sent in parts: its length is a little below twice that of a part."""

    LENGTH = 2 * 65536 - 12

    @performs(may_refuse=True)
    def propose(self, me: int) -> None:
        if any(len(command) == self.LENGTH for command, _, _ in self._get(me, "raftLog")[:]):
            raise Refused("two large commands are sent in two messages, which the model does not have")
        self.servers[me]._applyCommand(b"\x01" * self.LENGTH, None)
        self.servers[me]._checkCommandsToApply()


def told(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """A message as the model has it."""
    message, entries = parts[0], parts[0].get("entries", [])
    if "data" in message:
        entries = [pickle.loads(b"".join(part["data"] for part in parts))]
    index = message.get("last_log_index", message.get("prevLogIdx", message.get("next_node_idx", 0)))
    return {
        "kind": KINDS[message["type"]],
        "term": message.get("term", 0),
        "index": index,
        "log_term": message.get("last_log_term", message.get("prevLogTerm", 0)),
        "entries": [term for _, _, term in entries],
        "commit": message.get("commit_index", 0),
        "reset": message.get("reset", False),
        "success": message.get("success", False),
    }
