"""What passes between a follower and the broker that it asks, where a run has it, as events of a schedule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tidemark.impl.kafka.cluster import Stage
from tidemark.real.brokers.pace import known_epoch
from tidemark.real.brokers.schedule_events import Link, ScheduleEvent
from tidemark.spec import none
from tidemark.spec.machines.symbolic import Instance

HANDLES_REQUEST = frozenset(
    {
        "leader_handles_fetch",
        "leader_refuses_offset",
        "leader_answers_waiting_fetch",
        "broker_refuses_request",
    }
)
HAS_ANSWER = frozenset(
    {"follower_appends", "follower_ignores_answer", "follower_truncates", "follower_truncates_to_leader_end"}
)
"""What is done with a request, and with an answer: it passes then."""


@dataclass
class HeldRequest:
    """What a follower has asked last. asked_of: whom, and in which leader epoch; None if it asks nothing.

    is_answered: whether the answer is held already. fenced: what was refused last because of a newer leader epoch.
    """

    asked_of: tuple[int, int] | None = None
    is_answered: bool = False
    fenced: tuple[int, int] | None = None


class Requests:
    """The request of each follower, as the proxies hold it.

    A follower asks as soon as it can, and what it asked stays when it hears of another epoch.
    """

    def __init__(self, brokers: int) -> None:
        self._held = [HeldRequest() for _ in range(brokers)]

    def update(self, state: Any) -> None:
        """Take notice of who is up and follows whom."""
        for follower, (replica, held) in enumerate(zip(state.replicas, self._held, strict=True)):
            leader, before = replica.leader, held.asked_of
            asks = replica.up and leader != none and leader != follower and state.replicas[leader].up
            now = (int(leader), int(replica.leader_epoch)) if asks else None
            is_gone = before and not (replica.up and state.replicas[before[0]].up)
            # A follower mostly hears of no leader and of the next leader at once, so its request stays.
            if before is None or is_gone or (now and before[0] != now[0]):
                held.asked_of = None if now == held.fenced else now
                held.is_answered = False

    def pass_stale(self, follower: int, epoch: int) -> Iterator[str]:
        """What of an older epoch has to pass before a follower asks in this one."""
        held = self._held[follower]
        if held.asked_of and held.asked_of[1] < epoch:
            yield from ("answer",) if held.is_answered else ("request", "answer")
            self._held[follower] = HeldRequest((held.asked_of[0], epoch))

    def note_request(self, follower: int, asked_of: tuple[int, int]) -> None:
        """A request has passed, and its answer is held."""
        self._held[follower] = HeldRequest(asked_of, is_answered=True)

    def note_answer(self, follower: int, asked_of: tuple[int, int], fenced: bool = False) -> None:
        """The answer has passed too, and the follower asks again, unless it was fenced."""
        self._held[follower] = HeldRequest(None, fenced=asked_of) if fenced else HeldRequest(asked_of)


def passes(number: int, before: Any, instance: Instance, requests: Requests) -> Iterator[ScheduleEvent]:
    """What passes between a follower and the broker that it asks, in the step to a state."""
    name, arguments = instance.action.name, instance.arguments
    if name not in HANDLES_REQUEST | HAS_ANSWER:
        return
    follower = int(arguments["follower"])
    replica = before.replicas[follower]
    broker = int(arguments.get("leader", arguments.get("broker", replica.leader)))
    exchange, now = replica.exchange, (broker, int(replica.leader_epoch))

    def event(message: str) -> ScheduleEvent:
        return ScheduleEvent(number, "pass", message, link=Link(follower, broker))

    if name in HAS_ANSWER:
        yield event("answer")
        requests.note_answer(follower, now)
        return
    if exchange.stage == Stage.waiting:
        yield event("answer")  # it had nothing when it was held: the follower asks once more
    else:
        yield from map(event, requests.pass_stale(follower, int(exchange.leader_epoch)))
    yield event("request")
    if name == "broker_refuses_request":
        yield event("answer")
        requests.note_answer(follower, now, fenced=now[1] < known_epoch(before, broker))
    else:
        requests.note_request(follower, (broker, int(exchange.leader_epoch)))
