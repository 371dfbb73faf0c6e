"""How far real brokers are in a run of the model: everything that changes while they are driven is here.

The links between followers and leaders belong to it: the run decides when a request or an answer goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tidemark.real.brokers import wire
from tidemark.real.brokers.cluster import ZooKeeperCluster
from tidemark.real.brokers.processes import PATIENCE, NoAnswer
from tidemark.real.brokers.proxy import Frame, Gate
from tidemark.real.brokers.wire import FETCH
from tidemark.spec.families.system import DecodedRun, Fact, Refused
from tidemark.spec.machines.symbolic import Instance


@dataclass(frozen=True)
class Traits:
    """How the brokers of a run differ from those of other releases and runs.

    on_fetch: whether a follower asks and cuts within its fetches (from 2.8 on, KIP-595), and sends no epoch requests.
    forgets: whether only the first fetch of a session is checked for its epoch (2.1 to 2.4, KAFKA-9338).
    fenced: whether a fetch has its follower's leader epoch (from 2.1 on, KIP-320).
    late: whether checkpoints are never written. own: whether the run is of the protocol that models the release.
    """

    on_fetch: bool = False
    forgets: bool = False
    fenced: bool = False
    late: bool = False
    own: bool = False


@dataclass(eq=False)
class RunProgress:
    """A run, the brokers that take it, and how far they are.

    number: the state of the run that the brokers are in, or on their way to; the first one is 1.
    requests: for each follower its request that was let go last, until its answer arrives.
    given_up: for each follower the fetch that it no longer waits for.
    heard: for each leader and follower when the leader last heard of the follower, by `time.monotonic`.
    facts: what was seen last.
    """

    cluster: ZooKeeperCluster
    course: DecodedRun
    traits: Traits = Traits()
    number: int = 1
    requests: dict[int, Frame] = field(default_factory=dict)
    given_up: dict[int, Frame] = field(default_factory=dict)
    heard: dict[tuple[int, int], float] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)

    @property
    def before(self) -> Any:
        """The state of the model before the step that is being taken."""
        return self.course.states[self.number - 2]

    @property
    def after(self) -> Any:
        """The state of the model after it."""
        return self.course.states[self.number - 1]

    @property
    def instance(self) -> Instance:
        """The step itself."""
        instance = self.course.instances[self.number - 1]
        assert instance is not None
        return instance

    # The links between followers and leaders.

    @property
    def gate(self) -> Gate:
        """What holds the frames on all links."""
        return self.cluster.gate

    def lines(self) -> list[str]:
        """The last lines of each broker's log that speak of the partition."""
        return [line for broker in self.cluster.brokers for line in broker.log_lines()]

    def await_fetch(self, follower: int, leader: int) -> Frame:
        """The follower's fetch, once it is held; an epoch exchange that the run does not have is let through."""
        frame = self.gate.request(follower, leader)
        while frame.api != FETCH:
            self.gate.release(frame)
            self.gate.release(self.gate.answer(frame))
            frame = self.gate.request(follower, leader)
        return frame

    def release_request(self, follower: int, leader: int) -> Frame:
        """Let the follower's next request go on."""
        request = self.requests[follower] = self.gate.request(follower, leader)
        self.gate.release(request)
        return request

    def return_answer(self, follower: int, leader: int, request: Frame) -> None:
        """Let the answer go on, and wait for the follower's next request: it is done with the answer then."""
        self.gate.release(self.gate.answer(request))
        self.requests.pop(follower, None)
        if self.cluster.brokers[leader].is_up:
            self.gate.request(follower, leader)

    def require_no_error(self, answer: Frame) -> None:
        """Accept a leader's answer that reports no error.

        Raises:
            Refused: it reports one.
        """
        if error := wire.error_of(answer.head, answer.content):
            message = f"broker {answer.leader} answers broker {answer.follower} with {error}"
            raise Refused(message, self.lines())

    def call_while_cut(self, broker: int, task: Callable[[], object]) -> None:
        """Call a task while the broker's fetchers are cut off again and again.

        Raises:
            NoAnswer: the task does not end.
        """
        thread = threading.Thread(target=task, daemon=True)
        self.gate.cut(broker)
        thread.start()
        for _ in range(int(PATIENCE / 0.2)):
            thread.join(0.2)
            if not thread.is_alive():
                return
            self.gate.cut(broker)
        raise NoAnswer(f"the answer of broker {broker} to the controller")
