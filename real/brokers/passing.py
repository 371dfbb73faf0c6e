"""What passes between a follower and the broker that it asks, where a run has it, in the words of a schedule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tidemark.impl.kafka.cluster import Stage
from tidemark.real.brokers.pace import known_epoch
from tidemark.spec import none

TAKES = frozenset({"leader_handles_fetch", "leader_refuses_offset"})
LETS_WAITING_GO = frozenset({"leader_answers_waiting_fetch"})
REFUSES = "broker_refuses_request"
HAS_ANSWER = frozenset(
    {"follower_appends", "follower_ignores_answer", "follower_truncates", "follower_truncates_to_leader_end"}
)
"""What is done with a request, and with an answer: it passes then."""


class Requests:
    """What each follower has asked last, as the proxies hold it: of whom, in which leader epoch, and whether its answer
    is held already. A follower asks as soon as it can, and what it asked stays when it hears of another epoch.
    """

    def __init__(self, brokers: int) -> None:
        self._asked: list[tuple[int, int] | None] = [None] * brokers
        self._is_answered = [False] * brokers
        self._fenced: list[tuple[int, int] | None] = [None] * brokers

    def become(self, state: Any) -> None:
        """Take notice of who is up and follows whom."""
        for follower, replica in enumerate(state.replicas):
            leader, asked = replica.leader, self._asked[follower]
            asks = replica.up and leader != none and leader != follower and state.replicas[leader].up
            now = (int(leader), int(replica.leader_epoch)) if asks else None
            gone = asked and not (replica.up and state.replicas[asked[0]].up)
            # That nobody leads is mostly heard together with who leads after it, and the request stays.
            if asked is None or gone or (now and asked[0] != now[0]):
                self._asked[follower] = None if now == self._fenced[follower] else now
                self._is_answered[follower] = False

    def stale(self, follower: int, epoch: int) -> Iterator[str]:
        """What of an older epoch has to pass before a follower asks in this one."""
        asked = self._asked[follower]
        if asked and asked[1] < epoch:
            yield from ("answer",) if self._is_answered[follower] else ("request", "answer")
            self.passed(follower, (asked[0], epoch), is_answered=False)

    def passed(self, follower: int, asked: tuple[int, int], is_answered: bool, fenced: bool = False) -> None:
        """A request has passed, and its answer is held; or that has passed too, and the follower asks again, unless it
        was fenced.
        """
        self._fenced[follower] = asked if fenced else None
        self._asked[follower] = None if fenced else asked
        self._is_answered[follower] = is_answered


def passes(before: Any, name: str, given: Mapping[str, Any], requests: Requests) -> Iterator[str]:
    """What passes between a follower and the broker that it asks."""
    if name not in (TAKES | LETS_WAITING_GO | HAS_ANSWER | {REFUSES}):
        return
    follower = int(given["follower"])
    was = before.replicas[follower]
    broker, epoch = int(given.get("leader", given.get("broker", was.leader))), int(was.exchange.leader_epoch)
    link, now = f"{follower}->{broker}", (broker, int(was.leader_epoch))
    if name in HAS_ANSWER:
        yield f"pass answer {link}"
        requests.passed(follower, now, is_answered=False)
        return
    if was.exchange.stage == Stage.waiting:
        yield f"pass answer {link}"  # it had nothing when it was held: the follower asks once more
    else:
        yield from (f"pass {what} {link}" for what in requests.stale(follower, epoch))
    yield f"pass request {link}"
    if name == REFUSES:
        yield f"pass answer {link}"
        is_fenced = now[1] < known_epoch(before, broker)
        requests.passed(follower, now, is_answered=False, fenced=is_fenced)
    else:
        requests.passed(follower, (broker, epoch), is_answered=True)
