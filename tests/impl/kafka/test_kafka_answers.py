"""Small answers of Kafka's rules: where an epoch ends, which numbers are in sequence, what consumers are shown."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tidemark import impl
from tidemark.impl.kafka.cluster import Stage
from tidemark.impl.kafka.epoch_end import FUNCTION, compute
from tidemark.impl.kafka.losses import _shows
from tidemark.impl.kafka.retries import _require_in_sequence, waits
from tidemark.impl.kafka.settings import Beyond, Visible, may_halt
from tidemark.impl.shared.log import LogRecord, ReplicaLog
from tidemark.spec import Disabled, Int, none

CACHE = [(1, 20), (2, 80), (3, 120)]
RECORD = LogRecord.of(id=Int(0, 3), epoch=Int(0, 3))


@pytest.mark.parametrize(
    ("epoch", "answers"),
    [
        (0, [("", "no answer"), ("", "no answer"), ("0", "20"), ("", "no answer")]),
        (1, [("", "80"), ("1", "80"), ("1", "80"), ("", "80")]),
        (3, [("", "130"), ("3", "130"), ("3", "130"), ("", "130")]),
        (4, [("", "no answer")] * 4),
    ],
)
def test_each_release_answers_where_an_epoch_ends(epoch: int, answers: list[tuple[str, str]]) -> None:
    assert [row[1:] for row in compute(CACHE, 130, epoch).rows] == answers


def test_a_cache_that_contradicts_itself_or_its_log_is_refused() -> None:
    assert compute([], 0, 0).rows
    assert compute(CACHE, 120, 1).rows
    with pytest.raises(ValueError, match="no epoch starts above log-end"):
        compute(CACHE, 119, 1)
    read = FUNCTION.parameters[0].read
    assert read("1:20,2:20") == [(1, 20), (2, 20)]
    for wrong in ("2:20,1:30", "1:30,2:20", "1:20,x:30", "100:1"):
        with pytest.raises(ValueError, match=r"epochs rise|it is a number|twice"):
            read(wrong)


@pytest.mark.parametrize(
    ("held", "record", "is_next"),
    [((), 0, True), ((), 1, False), ((0,), 1, True), ((0,), 0, False), ((0,), 2, False), ((0, 1), 2, True)],
)
def test_a_leader_appends_the_number_after_its_last_one_and_the_first_to_an_empty_log(
    held: tuple[int, ...], record: int, is_next: bool
) -> None:
    log: Any = ReplicaLog.of(RECORD, 3).default
    for number in held:
        log = log.append(RECORD(id=number, epoch=0))
    try:
        _require_in_sequence(log, record, lambda first: first == 0)
    except Disabled:
        assert not is_next
    else:
        assert is_next


@pytest.mark.parametrize(
    ("beyond", "unclean", "halts"),
    [("truncates", "no", False), ("truncates", "yes", False), ("stops", "no", True), ("stops", "yes", False)],
)
def test_a_follower_halts_only_where_its_release_does_and_no_unclean_election_is_allowed(
    beyond: str, unclean: str, halts: bool
) -> None:
    ways = {"truncates": Beyond.truncates, "stops": Beyond.stops}
    assert may_halt(cast(Any, SimpleNamespace(beyond=ways[beyond], unclean=unclean))) is halts


def shown(visible: Any, leads: bool, epoch: int = 0) -> list[bool]:
    """Whether a broker with two records, of which one is committed, shows consumers the offsets 0, 1 and 2."""
    broker: Any = SimpleNamespace(leads=leads, leader_epoch=epoch, end_offset=2, high_watermark=1)
    scene: Any = SimpleNamespace(state=SimpleNamespace(settings=SimpleNamespace(visible=visible)))
    return [bool(_shows(scene, broker, offset)) for offset in range(3)]


def test_a_record_at_the_high_watermark_is_shown_where_the_rule_says_so() -> None:
    assert shown(Visible.below, leads=True) == [True, False, False]
    assert shown(Visible.through, leads=True) == [True, True, False]


def test_consumers_that_read_from_any_replica_read_from_those_that_know_an_epoch() -> None:
    assert shown(Visible.follower, leads=False) == [True, False, False]
    assert shown(Visible.log_end, leads=False) == [True, True, False]
    assert shown(Visible.log_end, leads=False, epoch=-1) == [False, False, False]
    assert shown(Visible.below, leads=False) == [False, False, False]


@pytest.mark.parametrize(
    ("only_waiting", "stage", "exchange_stays", "old_fetch_stays"),
    [
        (False, Stage.waiting, False, False),
        (False, Stage.fetch, False, False),
        (True, Stage.waiting, False, True),
        (True, Stage.fetch, True, True),
    ],
)
def test_a_leader_that_ends_drops_all_fetches_and_one_that_steps_down_what_waits(
    only_waiting: bool, stage: Any, exchange_stays: bool, old_fetch_stays: bool
) -> None:
    bounds = {"log-size": 1, "records": 1, "old-fetches": 1}
    state = impl.protocol("kafka/3.7").machine(bounds).initial
    me = state.replicas[1]
    fetching = state.with_replica(
        1, me.but(exchange=me.exchange.but(stage=stage), old_fetch=me.old_fetch.but(leader=0))
    )
    left = fetching.without_exchanges(0, only_waiting=only_waiting).replicas[1]
    assert (left.exchange.stage == stage) is exchange_stays
    assert (left.old_fetch.leader == 0) is old_fetch_stays
    assert fetching.without_exchanges(1, only_waiting=only_waiting).replicas[1].exchange.stage == stage


@pytest.mark.parametrize(
    ("record", "acknowledged", "owed_by", "is_waiting"),
    [(0, False, none, True), (1, False, none, False), (0, True, none, False), (0, False, 1, False)],
)
def test_a_producer_sends_again_what_it_has_sent_and_gets_no_answer_for(
    record: int, acknowledged: bool, owed_by: Any, is_waiting: bool
) -> None:
    state = impl.protocol("kafka/3.7").machine({"log-size": 2, "records": 2}).initial
    sent = state.produced[record].but(acknowledged=acknowledged, owed_by=owed_by)
    after = state.but(records_written=1, produced=state.produced.but(record, sent))
    assert bool(waits(after, record)) is is_waiting


@pytest.mark.parametrize("shutdowns", [0, 1])
def test_a_state_says_which_brokers_stop_only_if_one_may(shutdowns: int) -> None:
    machine = impl.protocol("kafka/3.7").machine({"log-size": 1, "records": 1, "shutdowns": shutdowns})
    bits = [leaf.bits for leaf in machine.type.leaves("") if leaf.path.startswith("quorum.stopping")]
    assert bits == [shutdowns] * 2


@pytest.mark.parametrize("reorders", [0, 1])
def test_the_first_replica_has_the_rank_zero(reorders: int) -> None:
    machine = impl.protocol("kafka/3.7").machine({"log-size": 1, "records": 1, "reorders": reorders})
    ranks = [leaf for leaf in machine.type.leaves("") if leaf.path.startswith("quorum.rank")]
    assert [(leaf.lo, leaf.hi) for leaf in ranks] == [(0, reorders)] * 2
