"""How often each action can happen in the first steps: pinned, so that no guard and no fault changes unnoticed.

tests/impl/kafka/test_kafka.py has what the releases lose, which takes many more steps.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.support.protocols import FAULTY, SMALL
from tidemark import impl
from tidemark.checker.engines.reference import successors

ALL_FAULTS = {**SMALL["kafka"], **FAULTY, "acks": "all", "reorders": 1, "unclean": "yes"}
NO_FAULTS = {"log-size": 2, "records": 2, "max-epoch": 1, "crashes": 0}
FIGURES: list[tuple[str, dict[str, Any], int, int, dict[str, int]]] = [
    (
        "kafka/0.10.2",
        ALL_FAULTS,
        3,
        521,
        {
            "become_follower": 17,
            "become_leader": 38,
            "broker_crashes": 115,
            "broker_is_gone": 63,
            "broker_loses_disk": 152,
            "broker_loses_power": 149,
            "broker_reconnects": 8,
            "broker_restarts": 63,
            "broker_stops": 17,
            "checkpoint_high_watermark": 139,
            "consumer_reads": 1,
            "controller_fails_over": 19,
            "controller_moves_leadership_away": 57,
            "controller_notices_failed_follower": 26,
            "controller_reorders_replicas": 50,
            "controller_sends_state": 13,
            "follower_gives_up_fetch": 7,
            "follower_sends_fetch": 21,
            "leader_answers_waiting_fetch": 1,
            "leader_handles_fetch": 7,
            "leader_handles_old_fetch": 1,
            "leader_is_cut_off": 31,
            "leader_shrinks_isr": 22,
            "message_is_lost": 8,
            "produce": 57,
        },
    ),
    (
        "kafka/2.0.1",
        ALL_FAULTS,
        3,
        532,
        {
            "become_follower": 17,
            "become_leader": 38,
            "broker_crashes": 115,
            "broker_is_gone": 64,
            "broker_loses_disk": 154,
            "broker_loses_epoch_cache": 61,
            "broker_loses_power": 150,
            "broker_reconnects": 8,
            "broker_restarts": 64,
            "broker_stops": 17,
            "checkpoint_high_watermark": 140,
            "consumer_reads": 1,
            "controller_fails_over": 20,
            "controller_moves_leadership_away": 58,
            "controller_notices_failed_follower": 26,
            "controller_reorders_replicas": 51,
            "controller_sends_state": 13,
            "follower_gives_up_fetch": 7,
            "follower_sends_fetch": 21,
            "leader_answers_waiting_fetch": 1,
            "leader_handles_fetch": 7,
            "leader_handles_old_fetch": 1,
            "leader_is_cut_off": 31,
            "leader_shrinks_isr": 22,
            "message_is_lost": 8,
            "produce": 57,
        },
    ),
    (
        "kafka/3.7",
        ALL_FAULTS,
        3,
        364,
        {
            "become_follower": 15,
            "become_leader": 35,
            "broker_crashes": 91,
            "broker_is_gone": 58,
            "broker_loses_disk": 126,
            "broker_loses_epoch_cache": 51,
            "broker_loses_power": 120,
            "broker_reconnects": 7,
            "broker_restarts": 9,
            "broker_stops": 15,
            "checkpoint_high_watermark": 110,
            "controller_alters_isr": 1,
            "controller_fails_over": 17,
            "controller_moves_leadership_away": 41,
            "controller_notices_failed_follower": 23,
            "controller_reorders_replicas": 36,
            "follower_gives_up_fetch": 6,
            "follower_sends_fetch": 15,
            "leader_answers_waiting_fetch": 1,
            "leader_handles_fetch": 6,
            "leader_handles_old_fetch": 1,
            "leader_is_cut_off": 19,
            "leader_shrinks_isr": 9,
            "message_is_lost": 7,
            "produce": 45,
        },
    ),
    (
        "kafka-kraft/4.1",
        ALL_FAULTS,
        3,
        533,
        {
            "become_follower": 12,
            "become_leader": 22,
            "broker_crashes": 119,
            "broker_is_cut_off": 82,
            "broker_is_gone": 64,
            "broker_loses_disk": 158,
            "broker_loses_epoch_cache": 63,
            "broker_loses_power": 151,
            "broker_restarts": 14,
            "broker_stops": 21,
            "checkpoint_high_watermark": 140,
            "controller_alters_isr": 1,
            "controller_lets_broker_leave": 67,
            "controller_moves_leadership": 9,
            "controller_notices_failure": 50,
            "controller_reorders_replicas": 91,
            "controller_unfences_broker": 16,
            "follower_gives_up_fetch": 7,
            "follower_sends_fetch": 23,
            "leader_answers_waiting_fetch": 1,
            "leader_handles_fetch": 7,
            "leader_handles_old_fetch": 1,
            "leader_learns_isr": 21,
            "leader_shrinks_isr": 10,
            "message_is_lost": 8,
            "produce": 59,
        },
    ),
    (
        "kafka/0.11",
        NO_FAULTS,
        14,
        208,
        {
            "consumer_reads": 113,
            "follower_appends": 77,
            "follower_sends_fetch": 41,
            "leader_answers_waiting_fetch": 45,
            "leader_handles_fetch": 39,
            "leader_shrinks_isr": 78,
            "produce": 55,
        },
    ),
    (
        "kafka/2.2",
        NO_FAULTS,
        14,
        178,
        {
            "consumer_reads": 97,
            "follower_appends": 67,
            "follower_sends_fetch": 40,
            "leader_answers_waiting_fetch": 31,
            "leader_handles_fetch": 38,
            "leader_shrinks_isr": 40,
            "produce": 43,
        },
    ),
    (
        "kafka/2.8.1",
        NO_FAULTS,
        14,
        389,
        {
            "consumer_reads": 164,
            "controller_alters_isr": 97,
            "follower_appends": 111,
            "follower_sends_fetch": 83,
            "leader_answers_waiting_fetch": 71,
            "leader_handles_fetch": 72,
            "leader_learns_altered_isr": 78,
            "leader_shrinks_isr": 40,
            "produce": 98,
        },
    ),
    (
        "kafka/3.7",
        NO_FAULTS,
        14,
        381,
        {
            "consumer_reads": 179,
            "controller_alters_isr": 94,
            "follower_appends": 120,
            "follower_sends_fetch": 75,
            "leader_answers_waiting_fetch": 76,
            "leader_handles_fetch": 65,
            "leader_learns_altered_isr": 77,
            "leader_shrinks_isr": 40,
            "produce": 108,
        },
    ),
    (
        "kafka-kraft/3.3",
        NO_FAULTS,
        14,
        689,
        {
            "become_follower": 170,
            "become_leader": 112,
            "broker_refuses_request": 102,
            "consumer_reads": 342,
            "controller_alters_isr": 87,
            "follower_appends": 136,
            "follower_ignores_answer": 42,
            "follower_sends_fetch": 146,
            "leader_answers_waiting_fetch": 76,
            "leader_handles_fetch": 81,
            "leader_learns_altered_isr": 17,
            "leader_shrinks_isr": 42,
            "produce": 175,
        },
    ),
    (
        "kafka-kraft/4.0",
        NO_FAULTS,
        14,
        391,
        {
            "consumer_reads": 185,
            "controller_alters_isr": 94,
            "follower_appends": 120,
            "follower_sends_fetch": 80,
            "leader_answers_waiting_fetch": 76,
            "leader_handles_fetch": 68,
            "leader_learns_altered_isr": 77,
            "leader_shrinks_isr": 40,
            "produce": 112,
        },
    ),
]
"""A protocol, its bounds, how many steps, the states within these, and the transitions of each action."""


@pytest.mark.parametrize(("protocol", "bounds", "steps", "states", "transitions"), FIGURES)
def test_the_first_steps_are_as_many_as_ever(
    protocol: str, bounds: dict[str, Any], steps: int, states: int, transitions: dict[str, int]
) -> None:
    machine = impl.protocol(protocol).machine(bounds)
    level = {machine.encode(machine.initial)}
    seen, actions = set(level), Counter[str]()
    for _ in range(steps):
        found = set()
        for state in level:
            for instance, after in successors(machine, state):
                actions[instance.action.name] += 1
                found.add(after)
        level = found - seen
        seen |= found
    assert (len(seen), dict(actions)) == (states, transitions)
