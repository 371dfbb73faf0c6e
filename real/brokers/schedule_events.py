"""What a run does to brokers, as events of a schedule: what passes between them, and what is held.

Each event belongs to a state of the run, and becomes a step. A message between a follower and the broker that it asks
passes where the run has it. News of the controller is held as long as the run keeps it from a broker.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.impl.kafka.cluster import Stage
from tidemark.real.brokers.pace import known_epoch
from tidemark.spec import none
from tidemark.spec.families.system import DecodedRun
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
LEARNS_ISR = "leader_learns_altered_isr"
STARTS = frozenset({"broker_restarts", "controller_unfences_broker"})
"""The actions by which a broker that was down comes to know all that is on record."""


@dataclass(frozen=True)
class Link:
    """Who asks, and who answers: a broker, or None for the controller."""

    asks: int
    answers: int | None = None

    def __str__(self) -> str:
        return f"{self.asks}->{'controller' if self.answers is None else self.answers}"


@dataclass(frozen=True)
class ScheduleEvent:
    """Something that is done. at: the number of the state that the run comes to by it, 0 before it begins.

    word: one of `schedule_words.WORDS`. subject: what follows it: a kind of message, a record, a kind of election.
    broker: to whom it is done; for a client, whom it asks. link: on which messages pass, or do not.
    """

    at: int
    word: str
    subject: str = ""
    broker: int | None = None
    link: Link | None = None

    @property
    def do(self) -> str:
        """The event in the words of a schedule."""
        sign = "at=" if self.word in ("produce", "consume") else ""
        broker = "" if self.broker is None else f"{sign}{self.broker}"
        link = "" if self.link is None else str(self.link)
        return " ".join(filter(None, (self.word, self.subject, broker, link)))


def action_name(instance: Instance | None) -> str:
    """The name of an instance's action; empty for a first state, which no action leads to."""
    return instance.action.name if instance else ""


# What passes.


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
        """Update which followers ask which leaders."""
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


# What is held.


def _lags(course: DecodedRun, broker: int) -> list[bool]:
    """In which states a broker has not heard of what is on record: of the leader epoch, or as a leader of its ISR.

    A broker that starts hears of everything. No broker waits for one that has no session, or is about to end without
    leading.
    """
    lags, started_in = list[bool](), -1
    for state, instance in zip(course.states, course.instances, strict=True):
        replica, quorum = state.replicas[broker], state.quorum
        if action_name(instance) in STARTS and instance and instance.arguments["broker"] == broker:
            started_in = int(quorum.leader_epoch) if replica.leader == none else started_in
        leads = state.presumes_leadership(broker)
        is_late = max(int(replica.leader_epoch), started_in) < int(quorum.leader_epoch)
        is_addressed = leads and state.requests[replica.leader_epoch].recipients.has(broker)
        has_session = bool(quorum.live.has(broker))
        # Who is cut off before it has heard hears nothing until it has its session again.
        stays = leads | (not quorum.stopping[broker]) if has_session else bool(lags and lags[-1])
        asks = leads and replica.isr_change.is_taken
        lags.append(bool(replica.up and (asks or (stays and (is_late or is_addressed)))))
    return lags


def _waits(course: DecodedRun, broker: int) -> list[bool]:
    """In which states a leader waits for another ISR."""
    return [bool(state.replicas[broker].isr_change.member != none) for state in course.states]


def find_askers(course: DecodedRun, events: Sequence[ScheduleEvent]) -> list[int]:
    """The brokers for which something else is done while they wait for another ISR."""
    return [
        broker
        for broker in map(int, course.states[0].replicas.indices())
        if any(
            begin < event.at < end for begin, end in _intervals(_waits(course, broker)) for event in events
        )
    ]


def _is_decision(course: DecodedRun, number: int, leader: int) -> bool:
    """Whether the controller takes or refuses what a leader asks for, in the step to a state."""
    instance = course.instances[number - 1] if number <= len(course.states) else None
    return (
        instance is not None
        and instance.action.name in ("controller_alters_isr", "controller_refuses_member")
        and instance.arguments["leader"] == leader
    )


def hold_isr_changes(course: DecodedRun, events: Sequence[ScheduleEvent]) -> list[ScheduleEvent]:
    """Adds, for each such leader, that its request passes to the controller where the run has it, and so the answer."""
    complete = list(events)
    for broker in find_askers(course, events):
        link = Link(broker)
        for begin, end in _intervals(_waits(course, broker)):
            decisions = [at for at in range(begin + 1, end + 1) if _is_decision(course, at, broker)]
            complete.append(ScheduleEvent(begin, "await", "alter", link=link))
            is_answered = end <= len(course.states) and course.states[end - 1].replicas[broker].up
            requests = decisions or ([end] if is_answered else [])
            complete += [ScheduleEvent(at, "pass", "alter request", link=link) for at in requests]
            if is_answered:
                complete.append(ScheduleEvent(end, "pass", "alter answer", link=link))
    return sorted(complete, key=lambda event: event.at)


def hold_news(course: DecodedRun, events: Sequence[ScheduleEvent]) -> list[ScheduleEvent]:
    """Adds that the news of the controller is held if a broker hears of it only after something else is done."""
    complete = list(events)
    for broker in range(len(course.states[0].replicas.indices())):
        link, free = Link(broker), (0, 0)
        for begin, end in _intervals(_lags(course, broker)):
            if not any(begin < event.at < end for event in events):
                continue
            cause = max((event.at for event in events if event.at <= begin), default=0)
            index = next((k for k, event in enumerate(complete) if event.at == cause), 0)
            # It is held again only once it has heard of what was held before.
            at, index = max((cause, index), free)
            is_cut_off = begin > 1 and not course.states[begin - 2].quorum.live.has(broker)
            complete.insert(index, ScheduleEvent(at, "keep" if is_cut_off else "hold", "fetch", link=link))
            after = end + _hears_later(course, end, broker)
            index = next((k for k, event in enumerate(complete) if event.at >= after), len(complete))
            complete.insert(index, ScheduleEvent(end, "release", "fetch", link=link))
            free = end, index + 1
    return complete


def _hears_later(course: DecodedRun, number: int, broker: int) -> bool:
    """Whether a broker must not hear the news before what is done in the step to a state: it crashes then, or has the
    answer to what it asked.
    """
    if number > len(course.states):
        return False
    return (
        not course.states[number - 1].replicas[broker].up
        or action_name(course.instances[number - 1]) == LEARNS_ISR
    )


def _intervals(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The number of the first state of each time in which something is so, and that of the first state after it."""
    for is_so, group in itertools.groupby(enumerate(flags, 1), key=lambda pair: pair[1]):
        if is_so:
            numbers = [number for number, _ in group]
            yield numbers[0], numbers[-1] + 1
