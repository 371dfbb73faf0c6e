"""Tiered storage: what each rule of a release costs, and what no rule may break.

The verdicts and lengths are pinned (`impl/tiered_storage/pins.toml`); here are the releases, the rules, and the states.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import Limits
from tidemark.checker.telling.explanation import explain
from tidemark.impl.tiered_storage.partition import SegmentState, TieredPartition, read_message
from tidemark.impl.tiered_storage.remote import copied_end
from tidemark.spec import Machine

EARLY, GAP, LINEAGE, DELETED = "nothing-expires-early", "no-gap", "no-other-lineage", "copied-before-deletion"
UNCLEAN = {"unclean-elections": 1, "remote-segments": 1, "records": 2, "retention": 0}


def machine(name: str, bounds: dict[str, Any], **exchanged: str) -> Machine:
    rules = {
        rule.replace("_", "-"): impl.protocol(f"tiered-storage/{origin}")
        for rule, origin in exchanged.items()
    }
    return impl.protocol(f"tiered-storage/{name}").machine(bounds, rules)


def broken(model: Machine) -> set[str]:
    result = search(model, Limits(keep_going=True))
    assert result.complete
    return {name for name, verdict in result.promises.items() if verdict.length is not None}


def reachable(model: Machine) -> Iterator[TieredPartition]:
    """Every state, by the reference engine."""
    frontier = deque([model.encode(model.initial)])
    seen = set(frontier)
    while frontier:
        state = frontier.popleft()
        yield model.decode(state)
        for _, after in successors(model, state):
            if after not in seen:
                seen.add(after)
                frontier.append(after)


def is_copied(p: TieredPartition, offset: int) -> bool:
    """Whether a segment of the leader's lineage was ever finished that has an offset."""
    never = (SegmentState.copy_started, SegmentState.discarded)
    segments = [p.segments[number] for number in range(int(p.segments.length))]
    return any(segment.last_state not in never and segment.has(offset, p.log[offset]) for segment in segments)


@pytest.mark.parametrize(
    ("release", "name"),
    [("3.5.2", None), ("3.6.0", "3.6"), ("3.6.2", "3.6"), ("3.7.2", "3.7"), ("3.8.0", "3.8.0"), ("3.8.1", "3.8.1"),
     ("3.9.0", "3.9"), ("3.9.2", "3.9"), ("4.0.0", "4.0"), ("4.3.1", "4.0")],
)  # fmt: skip
def test_every_release_from_3_6_on_has_one_protocol(release: str, name: str | None) -> None:
    true = [protocol.name for protocol in impl.of_release(release, "tiered-storage")]
    assert true == ([f"tiered-storage/{name}"] if name else [])
    assert not any(
        protocol.name in true for protocol in impl.of_release(release)
    )  # it takes the subject's name


@pytest.mark.parametrize(
    ("exchanged", "bounds", "expected"),
    [
        ({}, {}, set()),
        ({}, UNCLEAN, set()),
        ({"remote_size": "4.0"}, {}, {EARLY}),
        ({"expiry": "4.0"}, {}, {EARLY}),
        ({"marker": "4.0"}, UNCLEAN, {EARLY, GAP, DELETED}),
        ({"deep_cut": "4.0"}, UNCLEAN, {EARLY}),
        ({"remote_read": "4.0"}, UNCLEAN, {LINEAGE}),
        ({"remote_read": "by-offset"}, UNCLEAN, {LINEAGE}),
        ({"highest": "3.6"}, UNCLEAN, {GAP, DELETED}),
        ({"copying": "uncommitted-copied"}, {"records": 3}, {DELETED}),
    ],
)
def test_each_rule_of_sound_is_needed(
    exchanged: dict[str, str], bounds: dict[str, Any], expected: set[str]
) -> None:
    assert broken(machine("sound", bounds, **exchanged)) == expected


def test_without_a_fault_only_a_segment_of_one_record_is_counted_twice() -> None:
    for name in ("3.6", "3.9", "4.0"):
        assert broken(machine(name, {"elections": 0})) == set()
        assert broken(machine(name, {"elections": 0, "segment-records": 1})) == {EARLY}


def test_a_cache_and_the_messages_that_it_has_not_read_are_what_the_topic_says() -> None:
    bounds = {"late-messages": 2, "remote-failures": 1, "records": 3}
    late = 0
    for p in reachable(machine("4.0", bounds)):
        for broker in p.replicas.indices():
            read = p
            late += not p.replicas[broker].unread_messages.is_empty()
            while not read.replicas[broker].unread_messages.is_empty():
                read = read_message(read, broker)
            heard = read.replicas[broker].heard
            assert heard.length == p.segments.length
            assert all(heard[n] == p.segments[n].last_state for n in range(int(heard.length)))
    assert late


@pytest.mark.parametrize(("name", "expected"), [("3.6", False), ("3.7", True)])
def test_from_3_7_on_what_a_leader_takes_for_copied_is_of_its_lineage(name: str, expected: bool) -> None:
    bounds = {**UNCLEAN, "records": 3, "elections": 0, "remote-segments": 2}
    agrees = [
        all(is_copied(p, offset) for offset in range(int(copied_end(p, p.leader))) if offset < p.log.length)
        for p in reachable(machine("sound", bounds, highest=name))
        if p.leading.log_start == 0 and not p.leading.local_start % 2
    ]
    assert all(agrees) == expected


def test_a_follower_with_an_empty_disk_begins_where_its_leaders_disk_does() -> None:
    model = machine("sound", {"disk-losses": 1, "elections": 0, "remote-segments": 1})
    moved = [
        p.replicas.items[1]
        for p in reachable(model)
        if p.replicas.items[1].local_start > 0 and p.replicas.items[1].copied_end == 0
    ]
    assert moved
    assert all(replica.log_start <= replica.local_start <= replica.log_end for replica in moved)


def test_kafka_20732_is_told() -> None:
    run = search(machine("4.0", {}).only(EARLY)).promises[EARLY].run
    assert run is not None
    told = [step.sentence for step in explain(run).steps]
    assert told[-1] == (
        "The expiry of leader 1 chooses segment 0 (offsets 0 to 1). The log start offset rises from 0 to 2."
    )
    assert explain(run).loss is not None
