"""A cluster with a real controller (KRaft): the controller, the brokers, and the proxies between them.

Nothing else is decided here. The controller elects, the brokers replicate; this module starts and stops them, holds
what they say to each other, asks for elections, and looks at what they know and what is on their disks.
"""

from __future__ import annotations

import base64
import itertools
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Literal

from tidemark.real.brokers import jars
from tidemark.real.brokers import kraft_requests as requests
from tidemark.real.brokers.disk import Disk
from tidemark.real.brokers.kraft_requests import TOPIC, PartitionView
from tidemark.real.brokers.power import PoweredDisk, has_disks
from tidemark.real.brokers.processes import NoAnswer, Process, Workplace, free_ports, wait_for
from tidemark.real.brokers.proxy import FETCHES, HELD, Frame, Gate, Proxy
from tidemark.real.brokers.repair import write_repaired_class
from tidemark.real.brokers.transactional_client import CLIENT, GROUP, ID, REQUESTS, TransactionalClient
from tidemark.real.brokers.wire import FETCH, error_of
from tidemark.real.storage.directories import METADATA_LOG

CONTROLLER = 100
"""The controller's node id: no broker has it."""
LOGGING = Path(__file__).with_name("logging.properties")
DEFAULTS = {
    "auto.leader.rebalance.enable": "false",
    "broker.heartbeat.interval.ms": "500",
    "broker.session.timeout.ms": "6000",
    "controller.quorum.request.timeout.ms": "60000",  # a held request is not asked again
    "controller.socket.timeout.ms": "600000",  # nor is AlterPartition
    "offsets.topic.replication.factor": "1",
    "replica.fetch.wait.max.ms": "300",
    "replica.lag.time.max.ms": "60000",
    "replica.socket.timeout.ms": "60000",
}
STARTED = "Kafka Server started"
ADVERTISED = (3, 9)
"""The first release whose controller says where it is to be found (KIP-853); earlier ones refuse the setting."""
DESCRIBED = (3, 8)
"""The first release whose brokers report the ELR (DescribeTopicPartitions, KIP-966)."""


class KRaftCluster:
    """The processes of one release, and what is between them."""

    def __init__(
        self,
        workplace: Workplace,
        version: str,
        brokers: int,
        properties: Mapping[str, str],
        features: Sequence[str] = (),
        disks: Literal["real", "emulated"] | None = None,
        repair: bool = False,
    ) -> None:
        self.workplace, self.version = workplace, version
        self.brokers = range(brokers)
        self.gate = Gate()
        self.disks: dict[int, PoweredDisk] = {}
        self.real_disks = disks == "real" and has_disks(workplace.path)
        self._with_disks = disks is not None
        repaired = [write_repaired_class(version, workplace.path / "repaired")] if repair else []
        self._jars = repaired + jars.jars(version)
        described = jars.release(version).number >= DESCRIBED
        self._look = requests.look if described else requests.look_by_metadata
        self._processes: dict[int, Process] = {}
        self._starts_before: dict[int, int] = {}
        self._deaf: set[int] = set()
        self._unreachable: set[int] = set()
        self._properties = {**DEFAULTS, **properties}
        ports = free_ports(2 * brokers + 1)
        self.client_ports = ports[:brokers]
        self._ports = {**dict(enumerate(ports[brokers:-1])), CONTROLLER: ports[-1]}
        self._proxies = {node: Proxy(self.gate, node, port) for node, port in self._ports.items()}
        for leader, follower in itertools.product((*self.brokers, CONTROLLER), (*self.brokers, CLIENT)):
            self.set_free(follower, leader, apis=HELD)
        # No argument may begin with a dash.
        identity = f"T{base64.urlsafe_b64encode(uuid.uuid4().bytes).decode()[1:22]}"
        try:
            self._await_formats([self._format(node, identity, features) for node in self._ports])
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Cut all connections, and take the disks out. The processes are the workplace's."""
        for proxy in self._proxies.values():
            proxy.close()
        self.gate.cut_all()
        for process in self._processes.values():
            process.kill()
        for disk in self.disks.values():
            disk.remove()

    # Processes.

    def start(self, *nodes: int) -> None:
        """Start nodes, and wait until each has said that it is up."""
        for node in nodes:
            self.begin_start(node)
        self.await_start(*nodes)

    def await_start(self, *nodes: int) -> None:
        """Wait until each of these nodes has said that it is up, which a broker does once it has its session."""
        for node in nodes:

            def is_up(node: int = node) -> bool:
                self._processes[node].require_up()
                return self.text(node).count(STARTED) > self._starts_before[node]

            wait_for(f"the start of {_name(node)}", is_up)

    def begin_start(self, node: int) -> None:
        """Start a node, without waiting."""
        self._starts_before[node] = self.text(node).count(STARTED)
        self._processes[node] = self.workplace.start(
            _name(node), self._jars, "kafka.Kafka", str(self._file(node)), log4j=str(LOGGING)
        )
        self._deaf.discard(node)

    def stop(self, broker: int) -> None:
        """SIGTERM: the broker hands its leaderships over and ends."""
        self._processes[broker].stop()

    def begin_stop(self, broker: int) -> None:
        """SIGTERM, without waiting: it ends when all other brokers have heard of the new leaders."""
        self._processes[broker].terminate()

    def kill(self, *brokers: int) -> None:
        """SIGKILL: the processes crash; what they have written stays."""
        for broker in brokers:
            self._processes[broker].kill()

    def pause(self, broker: int) -> None:
        """SIGSTOP: the process is paused, as by a long garbage collection."""
        self._processes[broker].pause()
        self._unreachable.add(broker)

    def resume(self, broker: int) -> None:
        """SIGCONT."""
        self._processes[broker].go_on()
        self._unreachable.discard(broker)

    def sync(self, *brokers: int) -> None:
        """All that they have written reaches their disks."""
        for broker in brokers:
            self.disks[broker].sync()

    def cut_power(self, *brokers: int) -> None:
        """All of them lose their power at once: each disk keeps what reached it."""
        for broker in brokers:
            self.disks[broker].cut(self._processes[broker].kill)

    def is_up(self, broker: int) -> bool:
        """Whether its process runs, or is paused."""
        return broker in self._processes and self._processes[broker].is_up()

    def text(self, node: int) -> str:
        """All that a node has printed."""
        return self._processes[node].text() if node in self._processes else ""

    # What is between them.

    def set_free(
        self, follower: int, leader: int, free: bool = True, apis: Collection[int] = FETCHES
    ) -> None:
        """Let what a follower asks a leader pass; or hold its next request, once no answer is on its way."""
        for api in apis:
            self.gate.set_free(api, follower, leader, free)
        if leader == CONTROLLER and FETCH in apis:
            (self._deaf.discard if free else self._deaf.add)(follower)

    def hold(self, follower: int, leader: int) -> None:
        """Hold the next request of a follower. An answer that is on its way arrives.

        Raises:
            NoAnswer: it no longer asks.
        """
        self.set_free(follower, leader, False)

        def asks() -> bool:
            frame = self.gate.held(follower, leader)
            if frame and frame.is_answer:
                self.gate.release(frame)
            return bool(frame and not frame.is_answer)

        wait_for(f"a request of {_name(follower)} to {_name(leader)}", asks)

    def await_held(
        self, follower: int, leader: int, is_answer: bool, apis: Collection[int] = FETCHES
    ) -> Frame:
        """The request of a follower, or the answer to it, once it is held.

        Raises:
            NoAnswer: nothing comes.
        """

        def look() -> Frame | None:
            frame = self.gate.held(follower, leader, apis)
            return frame if frame and frame.is_answer == is_answer else None

        return wait_for(f"{'an answer to' if is_answer else 'a request of'} {_name(follower)}", look)

    def pass_one(self, follower: int, leader: int, is_answer: bool, apis: Collection[int] = FETCHES) -> None:
        """Let the held request of a follower go on, or the held answer to it; wait until what comes next is held.

        After an answer that is a request where it fetches, for it fetches on and on; not if it was refused.

        Raises:
            NoAnswer: nothing comes.
        """
        frame = self.await_held(follower, leader, is_answer, apis)
        self.gate.release(frame)
        if not is_answer or (FETCH in apis and not error_of(frame.head, frame.content)):
            self.await_held(follower, leader, not is_answer, apis)

    def sever(self, follower: int, leader: int, severed: bool = True) -> None:
        """Cut the network between two nodes, one asking and one answering; or restore it."""
        self.gate.sever(follower, leader, severed)
        if leader == CONTROLLER:
            (self._unreachable.add if severed else self._unreachable.discard)(follower)

    def catch(self, request: str) -> None:
        """Hold the next request of the transactional client, one of `REQUESTS`."""
        self.gate.catch(REQUESTS[request], CLIENT)

    def release_caught(self, request: str) -> None:
        """Let the request that was held go on, and wait until it is answered; its client may have given it up.

        Raises:
            NoAnswer: none was held, or there is no answer.
        """
        frame = wait_for(f"a held request {request}", lambda: self.gate.caught(REQUESTS[request], CLIENT))
        self.gate.release(frame)
        wait_for(f"the answer to the late request {request}", lambda: frame.pair.has_answered(frame.head))

    def caught(self) -> list[str]:
        """The requests of the transactional client that are held, of `REQUESTS`."""
        return [name for name, api in REQUESTS.items() if self.gate.caught(api, CLIENT)]

    def start_client(self, properties: Mapping[str, str]) -> TransactionalClient:
        """Start a producer of the release, which reaches the brokers by their proxies."""
        port = self._proxies[self.hearing()[0]].port
        return TransactionalClient(self.workplace, self._jars, port, properties)

    # Requests.

    def create_topic(self, replicas: Sequence[int], settings: Mapping[str, str], topic: str = TOPIC) -> None:
        """Create a topic, and wait until every broker knows its leader.

        Raises:
            NoAnswer: the controller did not create it.
        """
        port = self.client_ports[replicas[0]]
        wait_for("the topic", lambda: requests.create_topic(port, replicas, settings, topic))
        wait_for(
            "a leader that all brokers know", lambda: (view := self.look(topic)) and view.leader is not None
        )

    def any_port(self) -> int:
        """The port of a broker that can ask the controller.

        Raises:
            NoAnswer: there is none.
        """
        reachable = self.hearing() or self._reachable()
        if not reachable:
            raise NoAnswer("no broker runs that could ask the controller")
        return self.client_ports[reachable[0]]

    def hearing(self) -> list[int]:
        """The brokers that run, and hear of changes."""
        return [broker for broker in self._reachable() if broker not in self._deaf]

    def look(self, topic: str = TOPIC) -> PartitionView | None:
        """What all brokers that hear of changes know of the partition; None while they do not agree."""
        views = self.views(topic)
        return views.pop() if len(views) == 1 else None

    def views(self, topic: str = TOPIC) -> set[PartitionView | None]:
        """What each broker that hears of changes knows of the partition."""
        views: set[PartitionView | None] = set()
        for broker in self.hearing():
            try:
                views.add(self._look(self.client_ports[broker], topic))
            except OSError:  # it is about to start, or to end
                continue
        return views

    def offset(self) -> str:
        """The offset of the partition that the client's group has committed, as its coordinator says.

        Raises:
            OSError: a broker does not answer.
        """
        return self._first_answer(lambda port: requests.group_offset(port, GROUP))

    def transaction(self) -> str:
        """The state of the client's last transaction, as its coordinator says.

        Raises:
            OSError: a broker does not answer.
        """
        return self._first_answer(lambda port: requests.transaction_state(port, ID))

    def _first_answer(self, ask: Callable[[int], str | None]) -> str:
        """The answer of the coordinator, which is one of the brokers: the others have none."""
        answers = (ask(self.client_ports[broker]) for broker in self.hearing())
        return next(filter(None, answers), "not known")

    def log(self, broker: int) -> str:
        """The records on a broker's disk, as `m0@1 m1@1`."""
        return " ".join(f"{record.value}@{record.epoch}" for record in self.disk(broker).records())

    def disk(self, broker: int, topic: str = TOPIC) -> Disk:
        """What a broker has on its disk of a topic."""
        return Disk(self._logs(broker), topic)

    @property
    def metadata(self) -> Path:
        """The folder of the controller's metadata log."""
        return self._data(CONTROLLER) / METADATA_LOG

    # Inside.

    def _reachable(self) -> list[int]:
        """The brokers that run, are not paused, and reach the controller."""
        return [broker for broker in self.brokers if self.is_up(broker) and broker not in self._unreachable]

    def _folder(self, node: int) -> Path:
        return self.workplace.path / _name(node)

    def _file(self, node: int) -> Path:
        return self._folder(node) / "server.properties"

    def _data(self, node: int) -> Path:
        return self._folder(node) / "data"

    def _logs(self, node: int) -> Path:
        # A disk has a folder lost+found, which no broker may find beside its logs.
        return self._data(node) / "logs" if node in self.disks else self._data(node)

    def _await_formats(self, formats: Sequence[Process]) -> None:
        for process in formats:
            wait_for(f"the end of {process.name}", lambda one=process: not one.is_up())  # type: ignore[misc]
            if "Formatting" not in process.text():
                raise NoAnswer(f"{process.name} failed: {process.text().strip().splitlines()[-1:]}")

    def _format(self, node: int, identity: str, features: Sequence[str]) -> Process:
        self._folder(node).mkdir()
        if self._with_disks and node != CONTROLLER:
            self.disks[node] = PoweredDisk(self._data(node), self.real_disks)
        controller = self._proxies[CONTROLLER].port
        properties = {
            **self._properties,
            "node.id": str(node),
            "log.dirs": str(self._logs(node)),
            "controller.listener.names": "CONTROLLER",
            "controller.quorum.voters": f"{CONTROLLER}@127.0.0.1:{controller}",
            "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,CLIENT:PLAINTEXT,REPL:PLAINTEXT",
        }
        if node == CONTROLLER:
            properties |= {
                "process.roles": "controller",
                "listeners": f"CONTROLLER://127.0.0.1:{self._ports[node]}",
            }
            if jars.release(self.version).number >= ADVERTISED:
                properties["advertised.listeners"] = f"CONTROLLER://127.0.0.1:{controller}"
        else:
            client = f"CLIENT://127.0.0.1:{self.client_ports[node]}"
            properties |= {
                "process.roles": "broker",
                "listeners": f"{client},REPL://127.0.0.1:{self._ports[node]}",
                "advertised.listeners": f"{client},REPL://127.0.0.1:{self._proxies[node].port}",
                "inter.broker.listener.name": "REPL",
            }
        content = "".join(f"{name}={value}\n" for name, value in sorted(properties.items()))
        self._file(node).write_text(content, encoding="utf-8")
        words = ["format", "-t", identity, "-c", str(self._file(node))]
        if jars.release(self.version).kraft:  # earlier releases know no feature that matters here
            words += [word for feature in features for word in ("--feature", feature)]
        return self.workplace.start(f"format-{node}", self._jars, "kafka.tools.StorageTool", *words)


def _name(node: int) -> str:
    return "controller" if node == CONTROLLER else f"broker-{node}"
