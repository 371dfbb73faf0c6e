"""Share groups: what each release skips, repeats or keeps for ever, and the rule without which it does not."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.engines.native import liveness
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits
from tidemark.impl.share_group.persister import store, write_of
from tidemark.impl.share_group.state import RecordState, ShareGroup
from tidemark.spec import Machine

SKIPPED, HAD, BOUNDED, AGAIN, LOCKS = (
    "skips-nothing", "archived-was-had", "deliveries-within-limit", "acknowledged-stays", "locks-within-limit",
)  # fmt: skip
COMPLETE = "all-complete"
ALONE = {"members": 1, "expirations": 0}
LATEST = {**ALONE, "records": 1, "auto-reset": "latest"}
LATE = {"records": 2, "members": 1, "late-writes": 1}


def machine(name: str, bounds: dict[str, Any] | None = None, **exchanged: str) -> Machine:
    replacements = {
        rule.replace("_", "-"): impl.protocol(f"share-group/{origin}") for rule, origin in exchanged.items()
    }
    return impl.protocol(f"share-group/{name}").machine(bounds or {}, replacements)


def broken(model: Machine) -> set[str]:
    result = search(model.only(SKIPPED, HAD, BOUNDED, AGAIN, LOCKS), Limits(keep_going=True))
    assert result.complete
    return {name for name, verdict in result.promises.items() if verdict.length is not None}


def actions(model: Machine, promise: str) -> list[str]:
    run = search(model.only(promise)).promises[promise].run
    assert run is not None
    return [str(step.instance).partition("(")[0] for step in run.steps[1:]]


@pytest.mark.parametrize(
    ("name", "bounds", "expected"),
    [
        ("4.0", {**ALONE, "records": 3}, {SKIPPED, AGAIN}),
        ("4.1", {**ALONE, "records": 3}, {AGAIN}),
        ("4.2", {**ALONE, "records": 3}, {AGAIN}),
        ("4.3", {**ALONE, "records": 3}, set()),
        ("4.3", {"records": 1, "consumer-crashes": 1, "lost-answers": 1, "resets": 1}, set()),
        ("unfenced-leaders", {"records": 1}, {AGAIN}),
        ("unfenced-resets", {"records": 1, "members": 1, "resets": 1}, {SKIPPED}),
        ("no-delivery-limit", {"records": 1, "members": 1}, {BOUNDED}),
        ("no-lock-limit", {"record-locks": 1}, {LOCKS}),
        ("4.3", {"record-locks": 1}, set()),
        ("complete-when-handed-out", {"records": 1, "members": 1}, {SKIPPED}),
    ],
)
def test_each_release_and_each_rival_breaks_what_its_page_says(
    name: str, bounds: dict[str, Any], expected: set[str]
) -> None:
    assert broken(machine(name, bounds)) == expected


def test_latest_skips_a_record_only_if_the_leader_changes_before_a_write_and_the_first_start_is_not_stored() -> (
    None
):
    assert broken(machine("4.3", LATEST)) == {SKIPPED}
    assert broken(machine("4.3", {**LATEST, "leader-changes": 0})) == set()
    assert broken(machine("4.3", {**LATEST, "auto-reset": "earliest"})) == set()
    assert broken(machine("4.3", LATEST, first_start="first-start-stored")) == set()
    taken = actions(machine("4.3", LATEST), SKIPPED)
    assert sorted(taken) == [
        "leader_changes",
        "leader_reads_state",
        "leader_reads_state",
        "producer_appends",
    ]


def test_a_late_write_sets_the_start_offset_back_and_one_that_only_raises_it_does_not() -> None:
    assert broken(machine("4.3", LATE)) == {AGAIN}
    assert broken(machine("4.3", {**LATE, "leader-changes": 0})) == set()
    assert broken(machine("4.3", LATE, stored_start="start-only-rises")) == set()


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_record_that_nobody_had_is_archived_after_as_many_lost_answers_as_deliveries(limit: int) -> None:
    bounds = {**ALONE, "records": 1, "delivery-limit": limit}
    assert broken(machine("4.3", {**bounds, "lost-answers": limit - 1})) == set()
    assert broken(machine("4.3", {**bounds, "lost-answers": limit})) == {HAD}


@pytest.mark.parametrize(
    ("name", "is_complete"), [("4.0", False), ("4.1", False), ("4.2", True), ("4.3", True)]
)
def test_a_write_that_fails_after_its_lock_expired_keeps_a_record_for_ever_up_to_4_1(
    name: str, is_complete: bool
) -> None:
    model = machine(name, {"records": 1, "members": 1, "late-writes": 1}).with_promises(COMPLETE)
    assert (liveness.check(model).promises[COMPLETE].length is None) == is_complete


def test_the_coordinator_keeps_the_same_of_a_record_in_whatever_order_writes_with_one_start_offset_arrive() -> (
    None
):
    """The one with the most deliveries; of those that are complete or not, the complete one."""
    model = machine("4.3", {"records": 1, "members": 1})
    empty: ShareGroup = model.decode(model.encode(model.initial))
    one = write_of(empty, 0, 0, RecordState.deliverable)
    writes = [
        one.but(deliveries=1),
        one.but(deliveries=1, record_state=RecordState.acknowledged),
        one.but(deliveries=2),
    ]
    for chosen in ([0, 1], [0, 2], [1, 2], [0, 1, 2]):
        stored = set()
        for order in permutations(chosen):
            g = empty
            for index in order:
                g = store(g, writes[index])
            batch = g.stored.batches[0]
            stored.add((batch.deliveries, str(batch.record_state)))
        last = writes[max(chosen)]
        assert stored == {(last.deliveries, str(last.record_state))}
