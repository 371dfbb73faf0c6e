"""Which protocols a test runs on that is about every family, and at which bounds.

What takes a tenth of a second runs on every protocol. What takes a second or more, since an engine solves or starts
something for each, runs on one protocol of each family; the others are left to the slow tests (`costly`). The protocols
of a family share the type of their states, their promises and most of their actions, so an engine translates nearly the
same for each. A new family adds a few seconds, however many protocols it has.
"""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.runs.results import Limits, Result
from tidemark.spec import Family, Machine

NAMES = list(impl.protocols())


def _with_most_actions(family: Family) -> str:
    """The protocol of a family that has most to translate."""
    own = [name for name in NAMES if impl.protocol(name).family is family]
    return max(own, key=lambda name: len(impl.protocol(name).machine(traced=False).actions))


ONE_OF_EACH_FAMILY = [_with_most_actions(family) for family in impl.families()]
FIRST_OF_EACH_FAMILY = [next(n for n in NAMES if impl.protocol(n).family is f) for f in impl.families()]
"""Those with the oldest rules, which break most: for tests that look for violations."""
SMALL: dict[str, dict[str, Any]] = {
    "published": {"replicas": 2, "log-size": 2, "records": 2, "max-epoch": 1},
    "kafka": {"log-size": 1, "records": 1, "max-epoch": 1},
    "kafka-kraft": {"log-size": 1, "records": 1, "max-epoch": 1},
    "idempotence": {"records": 2, "log-size": 3},
    "published-transactions": {"clients": 1},
    "controller": {"leader-epochs": 1, "deletions": 0, "moves": 0},
    "requests": {"requests": 1, "io-threads": 1},
    "group": {"partitions": 1, "generations": 2, "failovers": 0, "crashes": 0},
    "consumer-group": {"classic-clients": 0, "begins": "new"},
    "kip-848": {"clients": 1, "partitions": 2},
    "transactions": {"transactions": 1, "max-epoch": 1, "failovers": 0},
    "replicated-transactions": {"coordinator-replicas": 2, "elections": 0, "timeouts": 0, "restarts": 0},
    "tiered-storage": {"records": 3},
    "share-group": {"records": 1},
    "kraft": {"servers": 2, "max-epoch": 2, "log-size": 1, "restarts": 1, "changes": 1},
    "published-kraft": {"servers": 2},
    "elections": {"replicas": 2, "min-isr": 1},
    "votes": {"ahead": 1},
    "reads": {"log-size": 2, "segments": 1},
    "consumer": {"log-size": 1, "elections": 1},
    "published-async-isr": {"replicas": 2},
    "published-unclean-election": {"replicas": 2},
    "published-kraft-isr": {"min-isr": 1, "isr": 1},
}
"""The bounds at which the reference engine searches a family's protocols in a moment, where the defaults are larger."""
FAULTY = {
    "crashes": 1,
    "power-losses": 2,
    "disk-losses": 1,
    "message-losses": 1,
    "zombies": 1,
    "shutdowns": 1,
    "departures": 1,
    "old-fetches": 1,
    "late-answers": 1,
    "flush": "free",
    "checkpoint": "lazy",
    "epoch-cache": "lazy",
}
CONDITIONS: dict[str, list[dict[str, Any]]] = {
    "kafka": [
        {**FAULTY, "acks": "0", "election-order": "any", "unclean": "yes"},
        {**FAULTY, "acks": "1", "reorders": 1, "unclean": "yes"},
        {**FAULTY, "acks": "all", "reorders": 1, "answer-bytes": "late"},
    ],
    "kraft": [{"restarts": 1, "changes": 1}],
    "consumer": [{"offset-reset": "latest"}],
    "votes": [{"links": "sometimes", "timeouts": "apart"}],
    "controller": [{"restarts": 1, "isr-changes": 2}],
    "elections": [
        {
            "crashes": 1,
            "power-losses": 1,
            "disk-losses": 1,
            "cut-offs": 1,
            "departures": 1,
            "shutdowns": 1,
            "min-isr-changes": 1,
            "late-settings": "yes",
        }
    ],
    "partitions": [{"added": 1}],
    "reads": [{"log-size": 2}],
    "reassignment": [{"crashes": 1, "late": 1}],
    "requests": [{"reconnects": 1}, {"requests": 2, "metadata": 1}],
    "group": [
        {"slow-work": 2, "resends": 1, "twins": 1, "other-groups": 1, "added-partitions": 1, "partitions": 2}
    ],
    "idempotence": [
        {"late": 1, "give-ups": 1},
        {"snapshots": 1, "leader-changes": 2, "disconnects": 2, "out-of-retries": 1},
    ],
    "transactions": [
        {"marker-repeats": 1, "late-ends": 1},
        {"last-epoch": 1},
        {"late-ids": 1, "late-partitions": 1, "lost-answers": 1},
        {"offsets": 2, "late-offsets": 1, "expirations": 1, "log-losses": 1},
    ],
    "replicated-transactions": [
        {"lacking-elections": 1, "coordinator-lacking-elections": 1, "timeouts": 1, "transactions": 2},
        {"elections": 1, "power-losses": 1, "coordinator-power-losses": 1},
        {"unclean-elections": 1, "coordinator-unclean-elections": 1, "restarts": 1},
    ],
    "tiered-storage": [
        {"remote-failures": 1, "late-messages": 1, "record-deletions": 1},
        {"restarts": 1, "disk-losses": 1, "checkpoint-losses": 1, "unclean-elections": 1},
    ],
    "share-group": [
        {
            "records": 1,
            "auto-reset": "latest",
            "consumer-crashes": 1,
            "lost-answers": 1,
            "late-writes": 2,
            "resets": 1,
        }
    ],
    "published-kraft": [{"restarts": 1}],
    "published-kraft-isr": [{"unclean-shutdowns": 1, "fences": 1, "clean-shutdowns": 1, "moves": 1}],
    "consumer-group": [
        {
            "records": 1,
            "heartbeat-losses": 1,
            "late-heartbeats": 1,
            "crashes": 1,
            "pauses": 1,
            "departures": 1,
            "metadata-changes": 1,
            "late-commits": 1,
        },
        {"records": 1, "pauses": 1, "classic-clients": 1, "begins": "stable", "assignment-waits": 1},
    ],
    "kip-848": [{"perturbations": 1, "member-ids": 4, "max-epoch": 8}],
}
"""By family, conditions in which every action can happen, where the defaults leave some out."""
CONDITIONS["kafka-kraft"] = CONDITIONS["kafka"]
MOST_STATES = 5_000


def costly(chosen: Collection[str] = ONE_OF_EACH_FAMILY) -> list[Any]:
    """Every protocol, as parameters of a test: all but the chosen ones are slow."""
    return [pytest.param(name, marks=() if name in chosen else pytest.mark.slow) for name in NAMES]


@functools.cache
def small(name: str, **more: Any) -> Machine:
    """The protocol at small bounds: one machine for all tests, which reads its functions once for all of them."""
    protocol = impl.protocol(name)
    return protocol.machine({**SMALL.get(protocol.family.name, {}), **more})


def conditions_of(name: str) -> list[dict[str, Any]]:
    """The conditions of its family that a protocol can be under."""
    return [
        bounds
        for bounds in CONDITIONS.get(impl.protocol(name).family.name, [])
        if bounds.get("acks", "all") == "all" or not name.startswith("producer/")
    ]


@functools.cache
def with_all_actions(name: str) -> list[Machine]:
    """A protocol under conditions in which each of its actions can happen."""
    return [impl.protocol(name).machine(bounds) for bounds in conditions_of(name) or [{}]]


def truth(machine: Machine, symmetry: bool = False) -> Result:
    """All that there is, by the reference engine.

    Raises:
        AssertionError: the machine is too large for it: its family needs smaller bounds in `SMALL`.
    """
    found = reference.search(machine, Limits(max_states=MOST_STATES, keep_going=True), symmetry=symmetry)
    assert found.complete, (
        f"{machine.name} has more than {MOST_STATES} states: give its family a line in SMALL"
    )
    return found
