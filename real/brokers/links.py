"""The links between followers and their leaders, controlled by a run: one request or one answer at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tidemark.real.brokers import wire
from tidemark.real.brokers.processes import PATIENCE, NoAnswer
from tidemark.real.brokers.proxy import Frame
from tidemark.real.brokers.run_progress import RunProgress
from tidemark.real.brokers.wire import FETCH
from tidemark.spec.families.system import Refused


class Links:
    """What is done with the frames between the brokers of a run."""

    def __init__(self, progress: RunProgress) -> None:
        self._progress, self._cluster = progress, progress.cluster
        self._gate = progress.cluster.gate

    def log_lines(self) -> list[str]:
        """The last lines of each broker's log that speak of the partition."""
        return [line for broker in self._cluster.brokers for line in broker.log_lines()]

    def await_fetch(self, follower: int, leader: int) -> Frame:
        """The follower's fetch, once it is held; an epoch exchange that the run does not have is let through."""
        frame = self._gate.request(follower, leader)
        while frame.api != FETCH:
            self._gate.release(frame)
            self._gate.release(self._gate.answer(frame))
            frame = self._gate.request(follower, leader)
        return frame

    def release_request(self, follower: int, leader: int) -> Frame:
        """Let the follower's next request go on."""
        request = self._progress.requests[follower] = self._gate.request(follower, leader)
        self._gate.release(request)
        return request

    def return_answer(self, follower: int, leader: int, request: Frame) -> None:
        """Let the answer go on, and wait for the follower's next request: it is done with the answer then."""
        self._gate.release(self._gate.answer(request))
        self._progress.requests.pop(follower, None)
        if self._cluster.brokers[leader].is_up:
            self._gate.request(follower, leader)

    def require_no_error(self, answer: Frame) -> None:
        """Accept a leader's answer that reports no error.

        Raises:
            Refused: it reports one.
        """
        if error := wire.error_of(answer.head, answer.content):
            message = f"broker {answer.leader} answers broker {answer.follower} with {error}"
            raise Refused(message, self.log_lines())

    def call_while_cut(self, broker: int, task: Callable[[], object]) -> None:
        """Call a task while the broker's fetchers are cut off again and again.

        Raises:
            NoAnswer: the task does not end.
        """
        thread = threading.Thread(target=task, daemon=True)
        self._gate.cut(broker)
        thread.start()
        for _ in range(int(PATIENCE / 0.2)):
            thread.join(0.2)
            if not thread.is_alive():
                return
            self._gate.cut(broker)
        raise NoAnswer(f"the answer of broker {broker} to the controller")
