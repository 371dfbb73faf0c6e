"""The idempotent producer: what its numbers keep, and what is written twice or out of order without them."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits, Result
from tidemark.impl.idempotence import leader
from tidemark.impl.idempotence.session import ErrorCode, ProducerSession, Stage
from tidemark.impl.idempotence.telling import LOSSES, TELLING, arrows_of, picture_of
from tidemark.spec import Action, Machine, Promise, not_, require

ONCE, ORDER, GAP = "no-duplicate", "order-kept", "no-gap"
ACKNOWLEDGED, OFFSET = "acknowledged-is-committed", "answered-with-its-offset"
KAFKAS = {"records": 6, "log_size": 7, "remembered": 5}
"""As many as `ProducerStateEntry.NUM_BATCHES_TO_RETAIN`, and one record more."""


def machine(name: str, **bounds: int) -> Machine:
    options = {name.replace("_", "-"): value for name, value in bounds.items()}
    return impl.protocol(f"idempotence/{name}").machine(options)


def explore(model: Machine) -> Result:
    result = search(model, Limits(keep_going=True))
    assert result.complete
    return result


def lengths(model: Machine) -> dict[str, int]:
    return {name: v.length for name, v in explore(model).promises.items() if v.length is not None}


def actions(model: Machine, promise: str) -> list[str]:
    run = search(model.only(promise)).promises[promise].run
    assert run is not None
    return [str(step.instance).removesuffix("()") for step in run.steps[1:]]


# Without numbers.


def test_without_numbers_a_retry_writes_a_record_twice() -> None:
    assert actions(machine("no-numbers", refusals=0, leader_changes=0), ONCE) == [
        "send_next(record=0)",
        "leader_appends",
        "connection_breaks",
        "send_again(record=0)",
        "leader_appends",
    ]


def test_without_numbers_a_retry_is_overtaken_by_what_was_in_flight_behind_it() -> None:
    """The first fails, the second is written, and the first is sent again."""
    assert actions(machine("no-numbers", disconnects=0, leader_changes=0), ORDER) == [
        "send_next(record=0)",
        "leader_refuses",
        "send_next(record=1)",
        "receive_answer",
        "send_again(record=0)",
        "leader_appends",
        "followers_replicate",
        "leader_answers",
        "leader_appends",
    ]


def test_one_request_in_flight_keeps_the_order_without_numbers_but_not_once() -> None:
    assert lengths(machine("no-numbers", in_flight=1)) == {ONCE: 6}


def test_a_connection_that_breaks_puts_two_records_in_another_order_by_itself() -> None:
    assert ORDER in lengths(machine("no-numbers", refusals=0, leader_changes=0))


# With numbers.


@pytest.mark.parametrize("name", ["1.1", "4.5"])
def test_with_five_in_flight_and_five_remembered_each_record_is_written_once_and_in_order(name: str) -> None:
    assert lengths(machine(name, **KAFKAS, in_flight=5, late=1)) == {}


def test_a_log_is_empty_for_a_new_producer_only_if_it_never_had_a_record_of_any() -> None:
    """KAFKA-15591 refuses a first number that is not 0 in a new log alone; in any other 4.5 does what 2.5 does."""
    assert lengths(machine("4.5")) == {}
    assert (
        lengths(machine("4.5", other_records=1)) == lengths(machine("2.5")) == {GAP: 5, ORDER: 11, ONCE: 16}
    )
    assert actions(machine("4.5", other_records=1), GAP) == actions(machine("2.5"), GAP)
    assert lengths(machine("1.1", other_records=1)) == {}


def test_offsets_are_told_after_the_records_of_other_producers() -> None:
    model, telling = machine("4.5", other_records=7), TELLING
    assert telling.beginning(model.initial).startswith("It begins with a log that ends at 7")
    assert picture_of(model.initial).first == 7
    run = search(model.only(ONCE)).promises[ONCE].run
    assert run is not None
    [loss] = LOSSES[ONCE](model.decode(run.steps[-1].state))
    assert loss.sentence == "m1 is in the log twice: at offsets 7 and 9."


def test_with_six_in_flight_and_five_remembered_the_oldest_is_not_recognized_and_written_again() -> None:
    assert lengths(machine("4.5", **KAFKAS, in_flight=6, refusals=0, leader_changes=0)) == {ONCE: 29}
    assert lengths(machine("4.5", in_flight=3, refusals=0, leader_changes=0)) == {ONCE: 17}
    run = actions(machine("4.5", in_flight=3, refusals=0, leader_changes=0), ONCE)
    assert run[-4:] == ["leader_refuses_number", "receive_answer", "send_again(record=0)", "leader_appends"]


def test_up_to_2_4_the_application_is_told_then_that_a_record_failed_which_is_committed() -> None:
    model = machine("1.1", in_flight=3, refusals=0, leader_changes=0)
    never = Promise("never", lambda s: not_((s.batches[0].stage == Stage.failed) & (s.committed > 0)))
    assert lengths(model) == {}
    assert lengths(replace(model, promises=[never])).keys() == {"never"}


def test_an_unknown_producer_that_may_begin_anywhere_leaves_a_gap() -> None:
    """KAFKA-14359: the first batch is refused, and the second begins what the leader knows of the producer."""
    assert actions(machine("2.5"), GAP) == [
        "send_next(record=0)",
        "leader_refuses",
        "send_next(record=1)",
        "leader_appends",
    ]
    assert lengths(machine("2.5", in_flight=1)) == {}


def test_the_gap_becomes_a_reordering_and_a_duplicate_by_the_new_epoch() -> None:
    shortest = lengths(machine("2.5"))
    assert (shortest[ORDER], shortest[ONCE]) == (11, 16)
    assert lengths(machine("2.5", max_epoch=0)) == {GAP: 5}


def test_what_a_leader_forgets_is_written_again() -> None:
    assert actions(machine("forgotten"), ONCE) == [
        "send_next(record=0)",
        "leader_appends",
        "leader_changes(offset=1)",
        "send_again(record=0)",
        "leader_appends",
    ]
    assert lengths(machine("forgotten", leader_changes=0)) == {}


def test_a_new_epoch_may_repeat_a_record_whose_old_request_is_still_to_be_handled() -> None:
    """It takes a record that is given up, and two requests that outlive their connections."""
    assert lengths(machine("4.5", disconnects=2, late=2, give_ups=1)) == {ONCE: 14}


def test_up_to_2_4_two_records_have_one_number_and_the_second_is_taken_for_a_duplicate() -> None:
    """Numbers from 0 on again without a new epoch: what KIP-360 ended. The second is acknowledged, and in no log."""
    model = machine("1.1", disconnects=2, late=1, give_ups=1)
    assert lengths(model) == {ONCE: 12, GAP: 17, ACKNOWLEDGED: 14, OFFSET: 11}
    assert actions(model, ACKNOWLEDGED)[-6:] == [
        "send_again(record=1)",
        "leader_handles_late(request=(record 0, epoch 0, sequence 0))",
        "followers_replicate",
        "leader_drops_duplicate",
        "leader_answers",
        "receive_answer",
    ]
    assert lengths(machine("1.0", disconnects=2, late=1, give_ups=1)) == lengths(model)
    assert lengths(machine("4.5", disconnects=2, late=1, give_ups=1)) == {}


# The machines themselves.


def test_with_all_faults_no_action_is_idle_and_no_promise_is_vacuous() -> None:
    result = explore(machine("4.5", give_ups=1, disconnects=2, late=1))
    assert [name for name, coverage in result.actions.items() if not coverage.enabled] == []
    assert not any(verdict.vacuous for verdict in result.promises.values())


def answers_at_once(s: ProducerSession) -> ProducerSession:
    require(s.awaited > 0, "the first request was handled")
    return leader._answer_first(s, ErrorCode.no_error)


def answers_with_the_end(s: ProducerSession) -> ProducerSession:
    dropped: ProducerSession = leader.leader_drops_duplicate.function(s)
    return dropped.but(awaited=s.log.length)


@pytest.mark.parametrize(
    ("action", "changed", "broken"),
    [
        ("leader_answers", answers_at_once, ACKNOWLEDGED),
        ("leader_drops_duplicate", answers_with_the_end, OFFSET),
    ],
)
def test_the_promises_that_every_protocol_keeps_can_be_broken(action: str, changed: Any, broken: str) -> None:
    model = machine("4.5")
    wrong = [Action(a.name, changed, a.parameters) if a.name == action else a for a in model.actions]
    assert [a.function for a in wrong].count(changed) == 1
    assert broken not in lengths(model)
    assert broken in lengths(replace(model, actions=wrong))


def test_a_picture_shows_what_is_under_way_and_what_is_late() -> None:
    model = machine("1.1", disconnects=2, late=1, give_ups=1)
    run = search(model.only(ACKNOWLEDGED)).promises[ACKNOWLEDGED].run
    assert run is not None
    states = [model.decode(step.state) for step in run.steps]
    arrows = [arrow for pair in pairwise(states) for arrow in arrows_of(*pair)]
    assert [arrow.text for arrow in arrows][-2:] == ["m1, number 0 of epoch 0", "m1 is written"]
    assert "late: m0, number 0 of epoch 0" in picture_of(states[4]).lanes[1].lines
    [last] = LOSSES[ACKNOWLEDGED](states[-1])
    assert last.sentence == "m1 was acknowledged, and is not in the committed part of the log."


# What articles tell.


def test_dropping_what_is_not_above_the_last_number_acknowledges_what_is_not_committed() -> None:
    """It writes nothing twice, but answers a number at once of which it does not know where it is."""
    assert set(lengths(machine("last-number"))) == {ACKNOWLEDGED}
    assert actions(machine("last-number"), ACKNOWLEDGED)[-2:] == [
        "leader_answers_passed_number",
        "receive_answer",
    ]


def test_an_application_that_sends_again_what_failed_writes_it_twice() -> None:
    """With a new number, which no leader knows; also with one request in flight, and without numbers."""
    for name in ("on-error", "no-numbers"):
        changed = impl.protocol(f"idempotence/{name}").machine(
            {"give-ups": 1, "in-flight": 1, "refusals": 0, "leader-changes": 0},
            {"on-error": impl.protocol("idempotence/on-error")},
        )
        assert "application_sends_again(record=0)" in actions(changed, GAP)
    assert ONCE not in lengths(machine("4.5", give_ups=1))
    assert lengths(machine("on-error")) == {}, "nothing without a failure"


# A transaction: what the leader has looked at, and which number begins it.


def test_up_to_4_0_a_batch_begins_a_transaction_whose_first_batch_met_a_leader_that_did_not_know() -> None:
    """KAFKA-18202: from 4.1 on the second batch is refused, and sent again after the first."""
    assert actions(machine("3.6-transaction"), GAP) == [
        "send_next(record=0)",
        "leader_does_not_know",
        "send_next(record=1)",
        "leader_appends",
    ]
    assert lengths(machine("4.1-transaction")) == {}
    assert lengths(machine("4.1-transaction", other_records=1)) == {}


def test_a_leader_that_has_looked_at_a_number_begins_a_transaction_with_no_higher_one() -> None:
    """KIP-890: without the refusal that comes before the look, no record overtakes another."""
    model = machine("3.6-transaction")
    looks = replace(model, actions=[a for a in model.actions if a.name != "leader_does_not_know"])
    assert len(looks.actions) == len(model.actions) - 1
    assert lengths(looks) == {}
    overtaken = Promise("never", lambda s: not_((s.lowest == 1) & (s.requests[0].sequence == 1)))
    assert lengths(replace(looks, promises=[overtaken])).keys() == {"never"}


def test_a_refused_beginning_of_a_transaction_is_out_of_order_and_may_be_sent_again() -> None:
    model = machine("4.1-transaction")
    refused = Promise("never", lambda s: not_(s.responses[0].error_code == ErrorCode.out_of_order))
    unknown = Promise("unknown", lambda s: not_(s.responses[0].error_code == ErrorCode.unknown_producer))
    complete = Promise("complete", lambda s: s.log.length < 3)
    found = lengths(replace(model, promises=[refused, unknown, complete]))
    assert found.keys() == {"never", "complete"}
    run = search(replace(model, promises=[refused])).promises["never"].run
    assert run is not None
    assert "leader_refuses_number" in [str(step.instance).removesuffix("()") for step in run.steps]


def test_a_transaction_with_a_refused_next_number_is_aborted_by_its_producer() -> None:
    """It begins no new epoch for itself, as the producer of a session without transactions does (KIP-360)."""
    model = machine("3.6-transaction")
    failed = Promise("never", lambda s: not_(s.batches[0].stage == Stage.failed))
    run = search(replace(model, promises=[failed])).promises["never"].run
    assert run is not None
    before, after = (model.decode(step.state) for step in run.steps[-2:])
    assert (int(before.producer.epoch), int(after.producer.epoch)) == (0, 0)


# 0.11 and 1.0: one batch in flight, and a leader that remembers too much.


def test_up_to_0_11_the_next_record_gets_the_number_of_one_that_ran_out_of_retries() -> None:
    """The leader takes it for the record before, which it has: it is acknowledged, and in no log."""
    model = machine("0.11", out_of_retries=1)
    assert lengths(model) == {OFFSET: 7, ACKNOWLEDGED: 10, GAP: 12}
    assert actions(model, OFFSET) == [
        "send_next(record=0)",
        "leader_appends",
        "connection_breaks",
        "run_out_of_retries(record=0)",
        "send_next(record=1)",
        "leader_drops_duplicate",
    ]
    one = {"in_flight": 1, "remembered": 1}
    assert lengths(machine("1.0", **one, out_of_retries=1)) == {}
    assert lengths(machine("0.11", disconnects=2, late=1, give_ups=1)) == {}


def test_0_11_has_one_request_in_flight_and_a_refused_producer_ends() -> None:
    model = machine("0.11", give_ups=1)
    two = Promise("never", lambda s: s.on_the_connection() < 2)
    unknown = Promise("unknown", lambda s: not_(s.responses[0].error_code == ErrorCode.unknown_producer))
    complete = Promise("complete", lambda s: s.log.length < 3)
    assert lengths(replace(model, promises=[two, unknown, complete])).keys() == {"complete"}


def test_a_producer_that_ran_out_of_retries_goes_on_with_the_next_number() -> None:
    """Its number stays used from 1.0 on, so what follows is refused unless the record is in the log."""
    model = machine("1.0", out_of_retries=1)
    follows = Promise(
        "never", lambda s: not_((s.batches[0].stage == Stage.failed) & (s.producer.last_acknowledged == 1))
    )
    assert lengths(replace(model, promises=[follows])).keys() == {"never"}


def test_what_the_leader_remembers_in_1_0_matters_only_once_it_has_forgotten_some() -> None:
    for bounds in ({}, {"late": 1, "disconnects": 2}, {**KAFKAS, "in_flight": 5}):
        assert lengths(machine("1.0", **bounds)) == {}
        assert explore(machine("1.0", **bounds)).distinct_states == (
            explore(machine("1.1", **bounds)).distinct_states
        )


def test_in_1_0_a_number_below_the_snapshots_is_acknowledged_before_it_is_committed() -> None:
    model = machine("1.0", snapshots=1)
    assert lengths(model) == {ACKNOWLEDGED: 15}
    assert actions(model, ACKNOWLEDGED)[-4:] == [
        "leader_loads_snapshot(offset=3)",
        "send_again(record=1)",
        "leader_answers_passed_number",
        "receive_answer",
    ]
    assert lengths(machine("1.1", snapshots=1)) == {}


def test_up_to_1_0_1_a_snapshot_has_a_record_that_its_log_lost() -> None:
    """KAFKA-6683: the leader will answer with an offset beyond its log, and takes the next number."""
    model = machine("1.0", snapshots=1, leader_changes=2)
    assert lengths(model) == {OFFSET: 11, GAP: 13, ACKNOWLEDGED: 15}
    run = search(model.only(OFFSET)).promises[OFFSET].run
    assert run is not None
    last = model.decode(run.steps[-1].state)
    assert [loss.sentence for loss in LOSSES[OFFSET](last)] == [
        "The leader will answer that m1 is written at offset 1, where the log ends."
    ]
    assert "takes for its own what it lost at offset 1" in picture_of(last).lanes[1].lines
    assert int(last.budget.leader_changes) == 0, "it takes two changes"
    later = impl.protocol("idempotence/1.1")
    options = {"snapshots": 1, "leader-changes": 2}
    early = impl.protocol("idempotence/1.0").machine(options, {"duplicates": later})
    assert lengths(early) == {OFFSET: 11, GAP: 13, ACKNOWLEDGED: 19}
    lower = impl.protocol("idempotence/1.0").machine(options, {"snapshot": later})
    assert lengths(lower) == {ACKNOWLEDGED: 15}
    assert lengths(machine("1.1", snapshots=1, leader_changes=2)) == {}


def test_an_early_snapshot_has_the_lost_record_alone_and_the_leader_forgets_it_as_any_other() -> None:
    model = machine("1.0", snapshots=1, leader_changes=2)
    run = search(model.only(OFFSET)).promises[OFFSET].run
    assert run is not None
    state = model.decode(run.steps[-1].state)
    lost, before = state.requests[0], state.log[0]
    following = lost.but(record=2, sequence=2)
    assert (leader.duplicate_of(state, lost), leader.duplicate_of(state, before)) == (2, 0)
    assert leader.is_in_sequence(state, following)
    one_more = state.but(log=state.log.append(following))
    assert (leader.duplicate_of(one_more, lost), leader.duplicate_of(one_more, following)) == (2, 2)
    two_more = one_more.but(log=one_more.log.append(following.but(sequence=3)))
    assert leader.duplicate_of(two_more, lost) == 0
    assert leader.is_passed(two_more, lost)


def test_a_leader_of_0_11_that_knows_nothing_of_a_producer_answers_as_after_a_gap() -> None:
    forgets = {"failover": impl.protocol("idempotence/forgotten")}
    unknown = Promise("unknown", lambda s: not_(s.responses[0].error_code == ErrorCode.unknown_producer))
    refused = Promise("refused", lambda s: not_(s.responses[0].error_code == ErrorCode.out_of_order))
    for name, answer in (("0.11", "refused"), ("1.0", "unknown")):
        model = impl.protocol(f"idempotence/{name}").machine({"in-flight": 1, "remembered": 1}, forgets)
        assert lengths(replace(model, promises=[unknown, refused])).keys() == {answer}


def test_a_leader_that_restarted_knows_one_number_and_the_record_before_it_is_written_again() -> None:
    """In all releases a snapshot has the last batch of a producer. Up to 2.4 the producer ends instead."""
    model = machine("4.5", snapshots=1)
    assert lengths(model) == {ONCE: 12}
    assert actions(model, ONCE)[-6:] == [
        "leader_loads_snapshot(offset=2)",
        "send_again(record=0)",
        "leader_refuses_number",
        "receive_answer",
        "send_again(record=0)",
        "leader_appends",
    ]
    assert ONCE in lengths(machine("4.5", **KAFKAS, in_flight=5, snapshots=1, refusals=0))
    assert lengths(machine("4.5", in_flight=1, disconnects=2, late=1, snapshots=1)) == {}
    told = Promise("never", lambda s: not_((s.batches[0].stage == Stage.failed) & (s.committed > 0)))
    ended = replace(machine("1.1", snapshots=1), promises=[told])
    assert lengths(ended).keys() == {"never"}
    assert lengths(replace(machine("1.1"), promises=[told])) == {}


def test_a_leader_remembers_what_it_appends_after_its_snapshot() -> None:
    model = machine("4.5", snapshots=1, leader_changes=2)
    dropped = Promise("never", lambda s: not_((s.loaded == 1) & (s.log.length == 3) & (s.awaited == 2)))
    assert lengths(replace(model, promises=[dropped])).keys() == {"never"}
