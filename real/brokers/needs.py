"""What a run needs of the brokers: their properties, which never change, and which followers must lag."""

from __future__ import annotations

from collections.abc import Mapping

from tidemark.impl.kafka.cluster import Stage
from tidemark.spec.families.system import DecodedRun

LAG = 16.0
"""Seconds of `replica.lag.time.max.ms` where a run needs that a follower lags."""


def find_shrinks(course: DecodedRun) -> dict[int, tuple[int, int]]:
    """The leader that takes a follower out of the ISR, and the follower, by the states that it leads to."""
    return {
        number: (int(instance.arguments["leader"]), int(instance.arguments["follower"]))
        for number, instance in enumerate(course.instances, 1)
        if instance and instance.action.name == "leader_shrinks_isr"
    }


def unknown_followers(course: DecodedRun) -> set[int]:
    """The followers that a leader takes out although they have all its records: it must not know how far they are.

    From 2.1 on it takes none out of which it knows that (KAFKA-7152).
    """
    return {
        follower
        for number, (leader, follower) in find_shrinks(course).items()
        if course.states[number - 2].replicas[leader].log == course.states[number - 2].replicas[follower].log
    }


def late_fetches(course: DecodedRun) -> set[int]:
    """The fetches, by the states that they lead to, that come long after the last one of a follower that will lag.

    They are the last ones of the followers that stay in the ISR when the leader takes another one out. It looks every
    half of `replica.lag.time.max.ms`, so the two must be as far apart.
    """
    last: dict[tuple[int, int], int] = {}
    late = set()
    leaves = find_shrinks(course)
    for number, instance in enumerate(course.instances, 1):
        if instance and instance.action.name == "leader_handles_fetch":
            leader, follower = (int(instance.arguments[name]) for name in ("leader", "follower"))
            last[leader, follower] = number
        elif number in leaves:
            lagging = last.get(leaves[number], 0)
            leader = leaves[number][0]
            late |= {at for (sender, _), at in last.items() if sender == leader and at > lagging}
    return late


def is_answered_late(course: DecodedRun, number: int, follower: int) -> bool:
    """Whether a fetch that waits in state `number` is answered with a record later on in a run."""
    for state in course.states[number:]:
        exchange = state.replicas[follower].exchange
        if exchange.stage != Stage.waiting:
            return exchange.stage == Stage.fetched and bool(exchange.records.length)
    return False


def will_cut_log(course: DecodedRun, number: int, follower: int) -> bool:
    """Whether the truncation that comes next after state `number` of a run cuts the follower's log."""
    for at in range(number, len(course.states)):
        step = course.instances[at]
        if step and (step.action.name, *step.arguments.values()) == ("follower_truncates", follower):
            before, after = (course.states[k].replicas[follower].log for k in (at - 1, at))
            return bool(after.length < before.length)
    return False


def properties(course: DecodedRun, settings: Mapping[str, str]) -> tuple[dict[str, str], bool]:
    """The properties that every broker has in a run, and whether checkpoints are written late, which is never."""
    bounds = course.machine.bounds
    names = {instance.action.name for instance in course.instances if instance}
    late = bounds["checkpoint"] == "lazy" and "checkpoint_high_watermark" not in names
    needed = {
        "min.insync.replicas": str(bounds["min-isr"]),
        "unclean.leader.election.enable": "true" if bounds["unclean"] == "yes" else "false",
        "replica.fetch.wait.max.ms": "10000" if "leader_answers_waiting_fetch" in names else "300",
        "replica.lag.time.max.ms": str(int(LAG * 1000)) if find_shrinks(course) else "600000",
        "replica.high.watermark.checkpoint.interval.ms": "86400000" if late else "50",
    }
    if bounds["fetch-size"] == 1:
        needed["replica.fetch.max.bytes"] = "1"
    return {**needed, **settings}, late
