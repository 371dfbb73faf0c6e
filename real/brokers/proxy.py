"""One proxy in front of each broker: it holds what followers and leaders say to each other until a run lets it go.

A broker's other listener, for clients and the controller, is reached directly. A link is a follower and its leader; a
frame is one request or one answer on it. Frames of a link that is not held pass at once.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from tidemark.real.brokers.processes import PATIENCE, NoAnswer
from tidemark.real.brokers.transactional_client import REQUESTS
from tidemark.real.brokers.wire import (
    ALTER_PARTITION,
    FETCH,
    OFFSET_FOR_LEADER_EPOCH,
    Head,
    forgets,
    frames,
    head_of,
    with_length,
)

FETCHES = (FETCH, OFFSET_FOR_LEADER_EPOCH)
HELD = (*FETCHES, ALTER_PARTITION, *REQUESTS.values())
"""What a follower asks its leader; and with it, what a leader asks the controller, and a client of transactions asks a
broker, if there is a proxy between them."""


@dataclass(frozen=True, eq=False)
class Frame:
    """A request of a follower, or its leader's answer, that waits in a proxy.

    follower: who asks; leader: who answers. With AlterPartition they are a leader and the controller, and with
    `REQUESTS` a client and a broker. is_caught: a request that waits although its link is free.
    """

    follower: int
    leader: int
    head: Head
    is_answer: bool
    content: bytes
    pair: Pair
    is_caught: bool = False

    @property
    def api(self) -> int:
        """The number of its API, one of `HELD`."""
        return self.head.api


class Gate:
    """What all proxies share: which links are held, and the frames that wait."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._free: set[tuple[int, int, int]] = set()
        self._waiting: list[Frame] = []
        self._pairs: set[Pair] = set()
        self._severed: set[tuple[int, int]] = set()
        self._delays: dict[tuple[int, int], float] = {}
        self._to_catch: set[tuple[int, int]] = set()

    def cut_all(self) -> None:
        """Cut every connection, and hold all links."""
        with self._changed:
            self._free.clear()
        self._cut(lambda _: True)

    def set_free(self, api: int, follower: int, leader: int, free: bool = True) -> None:
        """Let the frames of an API pass on a link, those that wait too; or hold them from now on."""
        with self._changed:
            (self._free.add if free else self._free.discard)((api, follower, leader))
            waiting = [frame for frame in self._waiting if self._is_free(frame)]
        for frame in waiting:
            frame.pair.forget(frame.head)
            self.release(frame)

    def request(self, follower: int, leader: int, patience: float = PATIENCE) -> Frame:
        """The request that a follower has sent to a leader, once it is there.

        Raises:
            NoAnswer: there was none.
        """

        def fits(frame: Frame) -> bool:
            return not frame.is_answer and (frame.follower, frame.leader) == (follower, leader)

        return self._wait(f"a request of broker {follower} to broker {leader}", fits, patience)

    def answer(self, request: Frame, patience: float = PATIENCE) -> Frame:
        """The answer to a request that was released, once it is there.

        Raises:
            NoAnswer: there was none.
        """

        def fits(frame: Frame) -> bool:
            is_of_pair = frame.is_answer and frame.pair is request.pair
            return is_of_pair and frame.head.number == request.head.number

        return self._wait(
            f"the answer of broker {request.leader} to broker {request.follower}", fits, patience
        )

    def held(self, follower: int, leader: int, apis: Collection[int] = FETCHES) -> Frame | None:
        """What waits on a link now, of some APIs."""
        with self._changed:
            link = follower, leader
            frames = [f for f in self._waiting if (f.follower, f.leader) == link and f.api in apis]
            return frames[-1] if frames else None

    def release(self, frame: Frame) -> None:
        """Let a frame go where it was sent."""
        with self._changed:
            if frame not in self._waiting:
                return
            self._waiting.remove(frame)
        frame.pair.forward(frame.content, frame.is_answer)

    def catch(self, api: int, client: int) -> None:
        """Hold the next request of a client, of an API, on a link that is free; those that follow pass."""
        with self._changed:
            self._to_catch.add((api, client))

    def caught(self, api: int, client: int) -> Frame | None:
        """The request of a client that was caught, if one waits; it stays when the client has given it up."""
        with self._changed:
            caught = (f for f in self._waiting if f.is_caught and (f.api, f.follower) == (api, client))
            return next(caught, None)

    def abandon(self, frame: Frame) -> None:
        """The follower's side of a request's connection is cut; the request itself stays, and can be released."""
        frame.pair.leave_follower()
        self.drop(frame.pair, but=frame)

    def cut(self, broker: int) -> None:
        """Cut a follower's connections, and drop what waits on them."""
        self._cut(lambda pair: pair.follower == broker)

    def cut_off(self, broker: int) -> None:
        """Cut all connections of a broker that is down, as a follower and as a leader."""
        self._cut(lambda pair: broker in (pair.follower, pair.leader))

    def sever(self, follower: int, leader: int, severed: bool = True) -> None:
        """Let nothing pass from a follower to a leader, nor back; or let it pass again."""
        with self._changed:
            (self._severed.add if severed else self._severed.discard)((follower, leader))
        self._cut(lambda pair: (pair.follower, pair.leader) in self._severed)

    def slow(self, follower: int, leader: int, seconds: float) -> None:
        """Let each frame from a follower to a leader, and each back, pass `seconds` later; 0: at once."""
        with self._changed:
            self._delays[follower, leader] = seconds

    # What the proxies call.

    def delay(self, pair: Pair) -> float:
        """How many seconds later a frame of this connection passes."""
        with self._changed:
            return self._delays.get((pair.follower, pair.leader), 0) if pair.follower is not None else 0

    def is_severed(self, pair: Pair) -> bool:
        """Whether nothing may pass on this connection."""
        with self._changed:
            return (pair.follower, pair.leader) in self._severed

    def add(self, pair: Pair) -> None:
        """A connection begins."""
        with self._changed:
            self._pairs.add(pair)

    def passes(self, frame: Frame) -> bool:
        """Whether a request passes at once."""
        with self._changed:
            return not frame.is_caught and self._is_free(frame)

    def is_to_catch(self, api: int, client: int) -> bool:
        """Whether this request is the one that `catch` waits for. It then waits for no other."""
        with self._changed:
            catches = (api, client) in self._to_catch
            self._to_catch.discard((api, client))
            return catches

    def has_caught(self, pair: Pair) -> bool:
        """Whether a request of this connection was caught, and may still be released."""
        with self._changed:
            return any(frame.pair is pair and frame.is_caught for frame in self._waiting)

    def hold(self, frame: Frame) -> None:
        """Hold a frame, unless its link has become free in between."""
        with self._changed:
            held = frame.is_caught or not self._is_free(frame)
            if held:
                self._waiting.append(frame)
                self._changed.notify_all()
        if not held:
            frame.pair.forward(frame.content, frame.is_answer)

    def drop(self, pair: Pair, but: Frame | None = None) -> None:
        """A connection has ended: what waits on it goes nowhere."""
        with self._changed:
            self._waiting = [f for f in self._waiting if f.pair is not pair or f is but]
            if but is None:
                self._pairs.discard(pair)
            self._changed.notify_all()

    def _is_free(self, frame: Frame) -> bool:
        return (frame.api, frame.follower, frame.leader) in self._free

    def _wait(self, name: str, fits: Callable[[Frame], bool], patience: float) -> Frame:
        def newest() -> Frame | None:
            return next(filter(fits, reversed(self._waiting)), None)

        with self._changed:
            if frame := self._changed.wait_for(newest, patience):
                return frame
        raise NoAnswer(f"{name} did not come within {patience:.0f} seconds")

    def _cut(self, is_cut: Callable[[Pair], bool]) -> None:
        with self._changed:
            pairs = [pair for pair in self._pairs if is_cut(pair)]
        for pair in pairs:
            pair.close()
            self.drop(pair)


class Pair:
    """Two connections that belong together: from the asking broker to the proxy, and from there to the asked one."""

    def __init__(self, gate: Gate, leader: int, asks: socket.socket, answers: socket.socket) -> None:
        self.gate = gate
        self.leader = leader
        self.follower: int | None = None
        self._asks, self._answers = asks, answers
        self._heads: dict[int, Head] = {}
        self._left = False
        gate.add(self)
        for task in (self._read_requests, self._read_answers):
            threading.Thread(target=task, daemon=True).start()

    def forward(self, content: bytes, is_answer: bool) -> None:
        """Send a frame on; to a connection that has ended, it goes nowhere."""
        with contextlib.suppress(OSError):
            (self._asks if is_answer else self._answers).sendall(with_length(content))

    def forget(self, head: Head) -> None:
        """Let the answer to a request pass as the request does."""
        self._heads.pop(head.number, None)

    def has_answered(self, head: Head) -> bool:
        """Whether the answer to a request that was held has come."""
        return head.number not in self._heads

    def leave_follower(self) -> None:
        """End the side of the follower alone."""
        self._left = True
        _end(self._asks)

    def close(self) -> None:
        """End both sides."""
        _end(self._asks)
        _end(self._answers)

    def _read_requests(self) -> None:
        for content in frames(self._asks):
            head = head_of(content)
            if head.follower is not None and self.follower is None:
                self.follower = head.follower
            if self.gate.is_severed(self):
                break
            time.sleep(self.gate.delay(self))
            asker = self.follower or 0
            is_caught = self.gate.is_to_catch(head.api, asker)
            frame = Frame(asker, self.leader, head, False, content, self, is_caught)
            passes = head.api not in HELD or self.follower is None or forgets(head, content)
            if passes or self.gate.passes(frame):
                self.forward(content, False)  # and so will its answer
            else:
                self._heads[head.number] = head
                self.gate.hold(frame)
        if self.gate.has_caught(self):  # its client has given it up, and it may still arrive
            self.leave_follower()
        elif not self._left:
            self.close()
            self.gate.drop(self)

    def _read_answers(self) -> None:
        for content in frames(self._answers):
            time.sleep(self.gate.delay(self))
            head = self._heads.pop(int.from_bytes(content[:4], "big", signed=True), None)
            if head and self.follower is not None:
                self.gate.hold(Frame(self.follower, self.leader, head, True, content, self))
            else:
                self.forward(content, True)
        self.close()
        self.gate.drop(self)


class Proxy:
    """Listens on `port` in front of a broker's listener for other brokers."""

    def __init__(self, gate: Gate, broker: int, upstream: int) -> None:
        self._gate, self._broker, self._upstream = gate, broker, upstream
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accept no further connections."""
        _end(self._listener)

    def _accept(self) -> None:
        while True:
            try:
                asks, _ = self._listener.accept()
            except OSError:
                return
            try:
                answers = socket.create_connection(("127.0.0.1", self._upstream), timeout=10)
                answers.settimeout(None)
            except OSError:  # the broker is down: so is its proxy
                _end(asks)
                continue
            for connection in (asks, answers):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            Pair(self._gate, self._broker, asks, answers)


def _end(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
