"""The order of records in a topic of several partitions: in one, of one key, and across.

The verdicts and lengths are pinned (`impl/topic_order/pins.toml`); here are the runs.
"""

from __future__ import annotations

from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl import protocol
from tidemark.impl.functions.clients.partitioners import by_key
from tidemark.spec import Machine

INSIDE, KEY, ACROSS = "order-in-a-partition", "order-of-a-key", "order-across-partitions"


def machine(name: str, bounds: dict[str, Any]) -> Machine:
    return protocol(f"partitions/{name}").machine(bounds)


def broken(name: str, **bounds: Any) -> set[str]:
    """The promises that the protocol breaks at these bounds."""
    verdicts = search(machine(name, bounds)).promises
    return {promise for promise, verdict in verdicts.items() if verdict.length is not None}


def run_of(name: str, bounds: dict[str, Any], promise: str) -> Run:
    """The shortest run that breaks the promise."""
    run = search(machine(name, bounds).only(promise)).promises[promise].run
    assert run is not None
    return run


def read(run: Run) -> list[int]:
    """The records as they were read at last."""
    last = run.machine.decode(run.steps[-1].state)
    return [int(record) for record in last.records_read.items[: last.records_read.length]]


@pytest.mark.parametrize("name", ["by-key", "in-turn"])
def test_order_is_kept_in_a_partition_and_lost_across_two(name: str) -> None:
    assert broken(name) == {ACROSS}
    assert broken(name, partitions=1) == set()


def test_records_that_all_go_to_one_partition_keep_their_order() -> None:
    assert broken("one", partitions=3) == set()


def test_a_key_that_moves_to_the_partition_that_was_added_loses_its_order() -> None:
    grown = {"partitions": 1, "records": 4, "added": 1}
    run = run_of("by-key", grown, KEY)
    assert read(run)[-2:] == [3, 1]
    assert any("An operator adds a partition" in step.sentence for step in explain(run).steps)
    assert KEY not in broken("one", **grown)


def test_in_turn_a_key_has_no_order() -> None:
    assert KEY in broken("in-turn", **{"record-keys": 1})


def test_a_request_that_is_sent_again_behind_another_loses_the_order_within_a_partition() -> None:
    assert INSIDE in broken("sent-again")
    assert INSIDE not in broken("sent-again", **{"in-flight": 1})


def test_the_real_partitioner_moves_keys_too_when_a_topic_grows() -> None:
    keys = [str(number).encode() for number in range(300)]
    moved = [key for key in keys if by_key(key, 2) != by_key(key, 3)]
    assert 0.6 < len(moved) / len(keys) < 0.74


def test_a_run_is_drawn_with_what_was_read_of_each_partition() -> None:
    explanation = explain(run_of("by-key", {}, ACROSS))
    rows = {
        lane.actor: [cell.name for cell in lane.cells or ()] for lane in explanation.steps[-1].picture.rows
    }
    assert rows == {"partition 0": ["m0"], "partition 1": ["m1"], "reader": ["m1", "m0"]}
    assert [arrow.target for arrow in explanation.steps[-1].arrows] == ["reader"]
