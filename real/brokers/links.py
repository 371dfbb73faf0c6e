"""The links between followers and their leaders, controlled by a run: one request or one answer at a time."""

from __future__ import annotations

import threading
from typing import Any

from tidemark.real.brokers import wire
from tidemark.real.brokers.cluster import Cluster
from tidemark.real.brokers.processes import PATIENCE, NoAnswer
from tidemark.real.brokers.proxy import Frame
from tidemark.real.brokers.wire import FETCH
from tidemark.spec.families.system import Refused


class Links:
    """What a driver does with frames. It knows the request of each follower that was let go last."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._gate = cluster.gate
        self._requests: dict[int, Frame] = {}

    def lines(self) -> list[str]:
        """The last lines of each broker's log that speak of the partition."""
        return [line for broker in self._cluster.brokers for line in broker.log_lines()]

    def _fetch(self, follower: int, leader: int) -> Frame:
        """The follower's fetch, once it is held; an epoch exchange that the run does not have is let through."""
        frame = self._gate.request(follower, leader)
        while frame.api != FETCH:
            self._gate.release(frame)
            self._gate.release(self._gate.answer(frame))
            frame = self._gate.request(follower, leader)
        return frame

    def _request(self, follower: int, leader: int) -> Frame:
        """The follower's request, which is let go."""
        self._requests[follower] = self._gate.request(follower, leader)
        self._gate.release(self._requests[follower])
        return self._requests[follower]

    def _return(self, follower: int, leader: int, request: Frame) -> None:
        """Let the answer go on, and wait until the follower has sent its next request: so it is done with it."""
        self._gate.release(self._gate.answer(request))
        self._requests.pop(follower, None)
        if self._cluster.brokers[leader].is_up:
            self._gate.request(follower, leader)

    def _require_no_error(self, answer: Frame) -> None:
        if error := wire.error_of(answer.head, answer.content):
            what = f"broker {answer.leader} answers broker {answer.follower} with {error}"
            raise Refused(what, self.lines())

    def _while_cut(self, broker: int, task: Any) -> None:
        """Do a task while the broker's fetchers are cut off again and again."""
        thread = threading.Thread(target=task, daemon=True)
        self._gate.cut(broker)
        thread.start()
        for _ in range(int(PATIENCE / 0.2)):
            thread.join(0.2)
            if not thread.is_alive():
                return
            self._gate.cut(broker)
        raise NoAnswer(f"the answer of broker {broker} to the controller")
