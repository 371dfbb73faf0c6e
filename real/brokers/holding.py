"""What a schedule holds: the news of the controller that a run keeps from a broker, and what a leader asks it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tidemark.real.brokers.schedule_events import Link, ScheduleEvent, action_name
from tidemark.spec import none
from tidemark.spec.families.system import DecodedRun

LEARNS_ISR = "leader_learns_altered_isr"
STARTS = frozenset({"broker_restarts", "controller_unfences_broker"})
"""The actions by which a broker that was down comes to know all that is on record."""


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
