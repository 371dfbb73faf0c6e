"""What a schedule holds: the news of the controller where a run keeps it from a broker, and what a leader asks it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark.spec import none
from tidemark.spec.families.system import DecodedRun
from tidemark.spec.machines.symbolic import Instance

ANSWERED = "leader_learns_altered_isr"
STARTS = frozenset({"broker_restarts", "controller_unfences_broker"})
"""By what a broker that was down comes to know all that is on record."""


@dataclass(frozen=True)
class Event:
    """Something that is done. at: the number of the state that the run comes to by it, 0 before it begins."""

    at: int
    do: str


def action_name(instance: Instance | None) -> str:
    """The name of its action, which a first state has not."""
    return instance.action.name if instance else ""


def _lags(course: DecodedRun, broker: int) -> list[bool]:
    """In which states a broker has not heard of what is on record: of the leader epoch, or as a leader of its ISR.

    One that starts hears of all. One without a session, or about to end without leading, is waited for by nobody.
    """
    found, started = list[bool](), -1
    for state, instance in zip(course.states, course.instances, strict=True):
        replica, quorum = state.replicas[broker], state.quorum
        if action_name(instance) in STARTS and instance and instance.arguments["broker"] == broker:
            started = int(quorum.leader_epoch) if replica.leader == none else started
        leads = state.presumes_leadership(broker)
        is_late = max(int(replica.leader_epoch), started) < int(quorum.leader_epoch)
        is_told = leads and state.requests[replica.leader_epoch].recipients.has(broker)
        has_session = bool(quorum.live.has(broker))
        # Who is cut off before it has heard hears nothing until it has its session again.
        stays = leads | (not quorum.stopping[broker]) if has_session else bool(found and found[-1])
        asks = leads and replica.isr_change.is_taken
        found.append(bool(replica.up and (asks or (stays and (is_late or is_told)))))
    return found


def _waits(course: DecodedRun, broker: int) -> list[bool]:
    """In which states a leader waits for another ISR."""
    return [bool(state.replicas[broker].isr_change.member != none) for state in course.states]


def asking(course: DecodedRun, events: Sequence[Event]) -> list[int]:
    """The brokers for which something else is done while they wait for another ISR."""
    return [
        broker
        for broker in map(int, course.states[0].replicas.indices())
        if any(
            begin < event.at < end for begin, end in _intervals(_waits(course, broker)) for event in events
        )
    ]


def _is_taken(course: DecodedRun, number: int, leader: int) -> bool:
    """Whether the controller takes or refuses what a leader asks for, in the step to a state."""
    instance = course.instances[number - 1] if number <= len(course.states) else None
    return (
        action_name(instance) in ("controller_alters_isr", "controller_refuses_member")
        and instance is not None
        and instance.arguments["leader"] == leader
    )


def with_changes_held(course: DecodedRun, events: Sequence[Event]) -> list[Event]:
    """With what such a leader asks the controller passed on where the run has it, and so the answer."""
    found = list(events)
    for broker in asking(course, events):
        link = f"{broker}->controller"
        for begin, end in _intervals(_waits(course, broker)):
            taken = [number for number in range(begin + 1, end + 1) if _is_taken(course, number, broker)]
            found.append(Event(begin, f"await alter {link}"))
            found += [Event(number, f"pass alter request {link}") for number in taken]
            if end <= len(course.states) and course.states[end - 1].replicas[broker].up:
                found += [] if taken else [Event(end, f"pass alter request {link}")]
                found.append(Event(end, f"pass alter answer {link}"))
    return sorted(found, key=lambda event: event.at)


def with_news_held(course: DecodedRun, events: Sequence[Event]) -> list[Event]:
    """With the news of the controller held where a broker hears of it only after something else is done."""
    found = list(events)
    for broker in range(len(course.states[0].replicas.indices())):
        link, free = f"{broker}->controller", (0, 0)
        for begin, end in _intervals(_lags(course, broker)):
            if not any(begin < event.at < end for event in events):
                continue
            cause = max((event.at for event in events if event.at <= begin), default=0)
            place = next((k for k, event in enumerate(found) if event.at == cause), 0)
            # It is held again only once it has heard of what was held before.
            at, place = max((cause, place), free)
            is_cut_off = begin > 1 and not course.states[begin - 2].quorum.live.has(broker)
            found.insert(place, Event(at, f"{'keep' if is_cut_off else 'hold'} fetch {link}"))
            after = end + _hears_later(course, end, broker)
            place = next((k for k, event in enumerate(found) if event.at >= after), len(found))
            found.insert(place, Event(end, f"release fetch {link}"))
            free = end, place + 1
    return found


def _hears_later(course: DecodedRun, number: int, broker: int) -> bool:
    """Whether a broker must not hear the news before what is done in the step to a state: it crashes then, or has the
    answer to what it asked.
    """
    if number > len(course.states):
        return False
    return (
        not course.states[number - 1].replicas[broker].up
        or action_name(course.instances[number - 1]) == ANSWERED
    )


def _intervals(lags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The number of the first state of each time in which something is so, and that of the first state after it."""
    for key, group in itertools.groupby(enumerate(lags, 1), key=lambda pair: pair[1]):
        if key:
            numbers = [number for number, _ in group]
            yield numbers[0], numbers[-1] + 1
