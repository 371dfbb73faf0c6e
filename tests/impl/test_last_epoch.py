"""Transactions as the epochs of a producer id run out (KAFKA-20090)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.support.agreement import agree
from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits
from tidemark.checker.telling.explanation import explain
from tidemark.impl.transactions.cluster import Phase, TxnState
from tidemark.impl.transactions.telling import LOSSES
from tidemark.spec import Machine, Promise, any_of, not_

LEFT = "epoch-remains"
ENDS = {"last-epoch": 1, "max-epoch": 3, "failovers": 0}


def machine(name: str, **changes: Any) -> Machine:
    return impl.protocol(f"transactions/{name}").machine({**ENDS, **changes})


def violated(model: Machine) -> dict[str, int | None]:
    result = search(model, Limits(keep_going=True))
    assert result.complete
    return {name: v.length for name, v in result.promises.items() if v.length is not None}


@pytest.mark.parametrize("name", ["kip-890-part-2", "before-kafka-20090"])
def test_up_to_4_2_a_producer_goes_on_in_the_last_epoch_after_a_late_abort(name: str) -> None:
    model = machine(name)
    assert violated(model) == {LEFT: 17}
    run = search(model.only(LEFT)).promises[LEFT].run
    assert run is not None
    actions = [step.instance.action.name for step in run.steps[1:] if step.instance]
    assert [action for action in actions if "times_out" in action or "late" in action] == [
        "coordinator_times_out",
        "producer_aborts_late",
    ]
    [loss] = LOSSES[LEFT](model.decode(run.steps[-1].state))
    assert loss.sentence == "t1 is ongoing in epoch 1, the last one: no marker can end it."


@pytest.mark.parametrize("last", [1, 2])
def test_from_4_3_on_every_end_in_the_last_epoch_but_one_gives_a_new_producer_id(last: int) -> None:
    bounds = {"last-epoch": last, "max-epoch": last + 2}
    model = machine("kip-1228", **bounds)
    assert violated(model) == {}
    goes_on = Promise(
        "never",
        lambda c: not_(
            any_of((me.phase == Phase.in_transaction) & (me.producer_epoch == last + 1) for me in c.producers)
            & (c.partitions[0].producer_epoch == last + 1)
        ),
    )
    assert violated(replace(model, promises=[goes_on])).keys() == {"never"}


@pytest.mark.parametrize("name", ["kip-98", "kip-360", "kip-890-part-1"])
def test_before_part_2_nothing_begins_in_the_last_epoch(name: str) -> None:
    """A producer whose transaction timed out is fenced; the next one gets a new id (`prepareProducerIdRotation`)."""
    in_last = Promise(
        "last",
        lambda c: not_(
            (c.coordinator.metadata.txn_state == TxnState.Ongoing)
            & (c.coordinator.metadata.producer_epoch == 1)
        ),
    )
    new_id = Promise("id", lambda c: not_(any_of(me.producer_epoch == 2 for me in c.producers)))
    assert violated(replace(machine(name), promises=[in_last, new_id])).keys() == {"id"}


def test_where_epochs_do_not_run_out_nothing_of_it_is_there() -> None:
    names = {action.name for action in machine("kip-1228").actions}
    without = impl.protocol("transactions/kip-1228").machine({})
    assert names - {action.name for action in without.actions} == {"producer_aborts_late"}
    assert LEFT not in {promise.name for promise in without.promises}


def test_a_new_producer_id_is_told() -> None:
    never = Promise(
        "never",
        lambda c: not_(
            (c.coordinator.appended.txn_state == TxnState.CompleteAbort)
            & (c.coordinator.appended.producer_epoch == 2)
        ),
    )
    run = search(replace(machine("kip-1228"), promises=[never])).promises["never"].run
    assert run is not None
    last = explain(run).steps[-1].sentence
    assert last.endswith("appends CompleteAbort, with a new producer id, whose first epoch counts as 2.")


def test_engines_agree_as_epochs_run_out() -> None:
    agree(machine("before-kafka-20090", **{"producers": 1, "transactions": 1, "max-epoch": 2}))
