"""Three runs of Kafka 3.7 by their steps, and their states with some fields changed, so that they break promises."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from tidemark import impl
from tidemark.spec import Machine

BOUNDS = {"log-size": 2, "records": 2, "max-epoch": 2, "crashes": 1, "message-losses": 1}
FETCH = "follower_sends_fetch(follower={0}, leader={1}); leader_handles_fetch(leader={1}, follower={0}); "
FETCH_BOTH = f"{FETCH}follower_appends(follower={{0}}); {FETCH}follower_appends(follower={{0}}); "
CATCH_UP = (
    f"{FETCH_BOTH}{FETCH}leader_answers_waiting_fetch(leader={{1}}, follower={{0}}); "
    "follower_appends(follower={0})"
)
RUNS = {
    "the leader goes on": (
        "follower_sends_fetch(follower=1, leader=0); message_is_lost(follower=1); produce(leader=0); "
        "leader_shrinks_isr(leader=0, follower=1); produce(leader=0); broker_crashes(broker=1); "
        "controller_notices_failed_follower(broker=1); broker_restarts(broker=1); "
        "become_leader(broker=0, epoch=1); become_follower(follower=1, epoch=1); "
        + CATCH_UP.format(1, 0)
        + "; controller_alters_isr(leader=0); "
        + FETCH.format(1, 0)
        + "leader_answers_waiting_fetch(leader=0, follower=1); follower_appends(follower=1); "
        "leader_learns_altered_isr(leader=0); " + FETCH.format(1, 0)
    ),
    "a follower is back": (
        "broker_crashes(broker=1); produce(leader=0); leader_shrinks_isr(leader=0, follower=1); "
        "controller_alters_isr(leader=0); controller_notices_failed_follower(broker=1); "
        "leader_learns_altered_isr(leader=0); broker_restarts(broker=1); produce(leader=0); "
        "become_follower(follower=1, epoch=0); follower_sends_fetch(follower=1, leader=0); "
        "message_is_lost(follower=1); "
        + FETCH_BOTH.format(1, 0)
        + FETCH.format(1, 0)
        + "controller_alters_isr(leader=0); leader_learns_altered_isr(leader=0); "
        "leader_answers_waiting_fetch(leader=0, follower=1); follower_appends(follower=1); "
        + FETCH.format(1, 0)
        + "leader_answers_waiting_fetch(leader=0, follower=1); follower_appends(follower=1); "
        "follower_sends_fetch(follower=1, leader=0)"
    ),
    "leadership moves twice": (
        "broker_crashes(broker=0); controller_fails_over(failed=0, successor=1); broker_restarts(broker=0); "
        "follower_sends_fetch(follower=1, leader=0); become_leader(broker=1, epoch=1); "
        "become_follower(follower=0, epoch=1); follower_sends_fetch(follower=0, leader=1); produce(leader=1); "
        "message_is_lost(follower=0); follower_sends_fetch(follower=0, leader=1); "
        "leader_handles_fetch(leader=1, follower=0); produce(leader=1); follower_appends(follower=0); "
        + FETCH.format(0, 1)
        + "follower_appends(follower=0); "
        + FETCH.format(0, 1)
        + "leader_answers_waiting_fetch(leader=1, follower=0); follower_appends(follower=0); "
        "follower_sends_fetch(follower=0, leader=1); controller_alters_isr(leader=1); "
        "leader_handles_fetch(leader=1, follower=0); leader_learns_altered_isr(leader=1); "
        "leader_answers_waiting_fetch(leader=1, follower=0); controller_moves_leadership(successor=0); "
        "become_follower(follower=1, epoch=2); become_leader(broker=0, epoch=2); "
        "follower_sends_fetch(follower=1, leader=0); leader_shrinks_isr(leader=0, follower=1); "
        "controller_alters_isr(leader=0); leader_handles_fetch(leader=0, follower=1); "
        "leader_answers_waiting_fetch(leader=0, follower=1); follower_appends(follower=1); "
        "leader_learns_altered_isr(leader=0); " + FETCH.format(1, 0)
    ),
}
ON, BACK, TWICE = RUNS
Change = dict[str, Any]


@functools.cache
def machine() -> Machine:
    return impl.protocol("kafka/3.7").machine(BOUNDS)


@functools.cache
def states(run: str) -> list[Any]:
    instances = {str(instance): instance for instance in machine().instances}
    states = [machine().initial]
    for step in filter(None, RUNS[run].strip("; ").split("; ")):
        states.append(machine().run(states[-1], instances[step]))
    return states


def changed(state: Any, change: Change) -> Any:
    """The state with other values in some fields, by their paths."""
    paths = [leaf.path for leaf in machine().type.leaves("")]
    fields = list(machine().encode(state))
    for path, value in change.items():
        fields[paths.index(path)] = value
    return machine().decode(tuple(fields))


def single_changes(state: Any) -> Iterator[Any]:
    """The state with each other value in each field, one at a time, without its settings and budget."""
    for leaf in machine().type.leaves(""):
        if leaf.bits and not leaf.path.startswith(("settings", "budget")):
            for value in range(leaf.lo, leaf.hi + 1):
                yield changed(state, {leaf.path: value})
