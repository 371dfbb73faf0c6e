"""The published models of replication with KRaft's controller give the figures of TLC, generated states included."""

from dataclasses import replace
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.evidence.pins import pins
from tidemark.checker.runs.results import Limits
from tidemark.impl.published.kraft_replication import brokers
from tidemark.impl.published.kraft_replication.brokers import RecordNumber
from tidemark.impl.published.kraft_replication.state import BrokerId, KraftIsrCluster, Role
from tidemark.spec import Action, Machine, UsageError, action, require

OLD, AVOID, NEW = "kraft-3.5", "kraft-3.5-avoid", "kip-966"
GO_ON = Limits(keep_going=True)
NAMES = ("replicas", "writes", "min-isr", "isr", "unclean-shutdowns", "fences", "clean-shutdowns")
# distinct states, generated states and depth by TLC
FIGURES = {
    (OLD, (2, 1, 2, 2, 0, 0, 0)): (14, 17, 8),
    (NEW, (2, 1, 2, 2, 0, 0, 0)): (14, 17, 8),
    (OLD, (2, 1, 2, 2, 0, 1, 0)): (1_439, 3_696, 24),
    (NEW, (2, 1, 2, 2, 0, 1, 0)): (1_385, 3_586, 22),
    (AVOID, (2, 1, 2, 2, 1, 0, 0)): (977, 2_090, 25),
    (NEW, (2, 1, 2, 2, 1, 0, 0)): (9_262, 22_476, 31),
    (OLD, (2, 1, 1, 2, 1, 0, 0)): (1_041, 2_295, 25),
    (NEW, (2, 1, 1, 2, 1, 0, 0)): (1_041, 2_295, 25),
    (OLD, (2, 1, 2, 2, 0, 0, 1)): (970, 2_064, 24),
    (NEW, (2, 1, 2, 2, 0, 0, 1)): (10_593, 25_428, 29),
    (OLD, (2, 2, 2, 2, 0, 1, 0)): (11_004, 29_317, 31),
    (NEW, (2, 2, 2, 2, 0, 1, 0)): (9_842, 26_491, 29),
    (AVOID, (2, 1, 2, 2, 1, 1, 0)): (47_889, 147_665, 41),
    (OLD, (3, 1, 2, 2, 0, 0, 0)): (1_469, 4_203, 25),
    (NEW, (3, 1, 2, 2, 0, 0, 0)): (1_469, 4_203, 25),
    (OLD, (3, 1, 2, 3, 0, 0, 0)): (128, 239, 17),
    (NEW, (3, 1, 2, 3, 0, 0, 0)): (128, 239, 17),
    (OLD, (3, 1, 2, 3, 0, 1, 0)): (179_488, 762_999, 36),
    (NEW, (3, 1, 2, 3, 0, 1, 0)): (179_488, 762_999, 36),
}
LAST_REPLICA = (2, 1, 2, 2, 1, 1, 0)
BROKEN = {
    OLD: {
        "no-refused-record-consumed": 4,
        "leader-complete": 8,
        "leader-candidates-complete": 8,
        "consistent-read": 9,
        "acknowledged-on-leader": 12,
        "no-committed-record-lost-globally": 17,
    },
    NEW: {"no-refused-record-consumed": 14},
    "kip-966-below-min-isr": {"leader-complete": 6},
    "kip-966-keeps-unclean": {"acknowledged-on-leader": 12},
}
"""Lengths at the bounds at which 3.5 loses what the last replica had."""
ONE_FENCE = (2, 1, 2, 2, 0, 1, 0)
BROKEN_BY_A_FENCE = {"kraft-3.5-join": 9, "kraft-3.5-own-isr": 12}
QUICK = [(OLD, ONE_FENCE), (NEW, (2, 1, 2, 2, 0, 0, 0))]


def machine(name: str, at: tuple[int, ...]) -> Machine:
    return impl.protocol(f"published/{name}").machine(dict(zip(NAMES, at, strict=True)))


def by_the_other_arm(one: Action) -> Action:
    """The same step once more where two arms of `PartitionNeedsAction` hold: TLC takes the step for each."""

    @action
    def again(c: KraftIsrCluster, broker: BrokerId, records: RecordNumber) -> KraftIsrCluster:
        me, read = c.brokers[broker], c.records[records - 1]
        require((me.partition_status == Role.leader) & (me.metadata.partition_epoch > 0), "the broker leads")
        require(read.leader_epoch > me.metadata.leader_epoch, "the record begins a leader epoch")
        after: KraftIsrCluster = one.function(c, broker, records)
        return after

    return replace(again, name=f"{one.name}_again")


def test_every_published_figure_is_pinned() -> None:
    pinned = {
        (pin.protocol.partition("/")[2], tuple(pin.bounds.get(name) for name in NAMES)): pin
        for pin in pins()
        if impl.protocol(pin.protocol).family.name == "published-kraft-isr" and pin.whole
    }
    for at, (distinct, _, depth) in FIGURES.items():
        assert (pinned[at].distinct_states, pinned[at].depth) == (distinct, depth), at
    lengths = {
        (pin.protocol.partition("/")[2], tuple(pin.bounds.get(name) for name in NAMES)): pin.violated
        for pin in pins()
        if impl.protocol(pin.protocol).family.name == "published-kraft-isr"
    }
    for name, broken in BROKEN.items():
        assert broken.items() <= lengths[name, LAST_REPLICA].items(), name
    for name, length in BROKEN_BY_A_FENCE.items():
        assert lengths[name, ONE_FENCE]["leader-candidates-complete"] == length
    assert lengths[NEW, LAST_REPLICA] == BROKEN[NEW]


@pytest.mark.parametrize(
    "at", [at if at in QUICK else pytest.param(at, marks=pytest.mark.slow) for at in FIGURES], ids=str
)
def test_tlc_gives_the_same_figures(at: tuple[str, tuple[int, ...]]) -> None:
    built = machine(*at)
    reads = {brokers.become_leader.name, brokers.become_follower.name, brokers.wait_for_leader.name}
    twice = [by_the_other_arm(read) for read in built.actions if read.name in reads]
    result = native.search(replace(built, actions=[*built.actions, *twice]), GO_ON)
    assert (result.distinct_states, result.generated_states, result.depth) == FIGURES[at]


@pytest.mark.slow
@pytest.mark.parametrize("at", [(OLD, LAST_REPLICA), (AVOID, LAST_REPLICA)], ids=str)
def test_the_reference_engine_agrees_where_there_are_many_states(at: tuple[str, tuple[int, ...]]) -> None:
    built = machine(*at)
    truth, result = reference.search(built, GO_ON), native.search(built, GO_ON)
    assert (result.distinct_states, result.generated_states, result.depth) == (
        truth.distinct_states,
        truth.generated_states,
        truth.depth,
    )
    assert {name: verdict.length for name, verdict in result.promises.items()} == {
        name: verdict.length for name, verdict in truth.promises.items()
    }


@pytest.mark.parametrize(
    ("bounds", "why"),
    [
        ({"min-isr": 2, "isr": 1}, "--isr is 1"),
        ({"replicas": 2, "isr": 3}, "--isr is 3"),
        ({"min-isr": 1, "writes": 2}, "reads past the end"),
    ],
)
def test_bounds_that_the_publications_exclude_are_refused(bounds: dict[str, Any], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        impl.protocol(f"published/{OLD}").machine(bounds)
