"""A run on a real system: here a fake that does as the model does, and otherwise where a test says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.systems import Obedient
from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.conformance import walk
from tidemark.checker.analyses.trial import try_on
from tidemark.checker.runs.files import load
from tidemark.real.brokers import jars
from tidemark.real.kafka import SYSTEM as BROKERS
from tidemark.spec.families.system import DecodedRun, Inconclusive, Refused

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "counterexamples"
LOSS = "kafka/0.10.2/acknowledged-survives-2"
TRACE = KEPT / f"{LOSS}.json"


def test_a_run_that_the_system_follows_is_confirmed() -> None:
    trial = try_on(Obedient(), "1", load(TRACE))
    assert (trial.confirmation.verdict, trial.confirmation.step) == ("confirmed", None)
    assert len(trial.steps) == 13
    assert trial.confirmation.emulations == ("a pretence",)


@pytest.mark.parametrize("at", [1, 7, 13])
def test_a_fact_that_differs_refuses_it_there(at: int) -> None:
    trial = try_on(Obedient(deviations={at: {"log 1": "m9"}}), "1", load(TRACE))
    one = trial.confirmation
    assert (one.verdict, one.step, len(trial.steps)) == ("refused", at, at - 1)
    assert one.reason.startswith("log 1 is m9, in the model ")
    assert one.lines == ("a line of its log",)


def test_a_step_that_the_system_does_not_take_refuses_it() -> None:
    one = try_on(Obedient(deviations={8: Refused("it says no", ["why"])}), "1", load(TRACE)).confirmation
    assert (one.verdict, one.step, one.reason, one.lines) == ("refused", 8, "it says no", ("why",))


@pytest.mark.parametrize("at", [1, 8])
def test_what_does_not_come_is_inconclusive_and_never_a_loss(at: int) -> None:
    one = try_on(Obedient(deviations={at: Inconclusive("it did not come")}), "1", load(TRACE)).confirmation
    assert (one.verdict, one.step, one.reason) == ("inconclusive", at, "it did not come")


def test_where_all_is_as_in_the_model_but_the_promise_holds_nothing_is_confirmed() -> None:
    one = try_on(Obedient(breaks_promise=False), "1", load(TRACE)).confirmation
    assert (one.verdict, one.step) == ("refused", 13)
    assert one.reason == "all states are as in the model, and yet acknowledged-survives is kept"


def test_a_run_of_another_family_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jars, "jars", lambda _: [])
    trace = load(KEPT / "published" / "kip-101" / "strong-isr-1.json")
    with BROKERS.session("2.1.1", {}, None) as session, pytest.raises(UsageError, match="those of kafka"):
        session.drive(DecodedRun(trace.machine, trace.promise, [None], [None]))


# Walks.


def test_a_walk_is_the_same_each_time_and_leaves_out_what_it_is_told() -> None:
    machine = impl.protocol("kafka/2.1").machine({"consumers": "no"})
    without = {"leader_shrinks_isr", "broker_crashes"}
    runs = [walk(BROKERS.can_force, machine, number, 15, without) for number in range(12)]
    assert runs == [walk(BROKERS.can_force, machine, number, 15, without) for number in range(12)]
    taken = {step.instance.action.name for run in runs for step in run.steps if step.instance}
    assert "produce" in taken
    assert not taken & without
