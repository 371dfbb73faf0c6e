"""A counterexample is told as what happened, and nothing that did not: sentences, the loss, its cause, arrows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.losses import FALLBACK, FAMOUS, SMALLEST, counterexample
from tidemark import impl
from tidemark.checker.analyses import necessity
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Run, RunStep
from tidemark.checker.telling.explanation import explain
from tidemark.impl.shared.scene import CONTROLLER, PRODUCER


def test_the_famous_loss_is_told_with_its_cause() -> None:
    told = explain(counterexample(*FAMOUS))
    assert told.loss.sentence == (
        "m0 was acknowledged, and broker 1, the leader of epoch 1, does not have it; only broker 0 has it."
    )
    assert told.how == "Broker 1 cut its log to a high watermark one fetch behind, then was elected."
    assert told.headline == (
        "The acknowledged m0 is lost: broker 1 cut its log to a high watermark one fetch behind, then was elected."
    )
    assert told.turn == 11
    assert [event.kind for event in told.life] == [
        "written",
        "copied",
        "acknowledged",
        "cut",
        "elected",
        "end",
    ]


def test_a_record_that_nobody_cut_is_lost_by_who_was_let_in_and_elected() -> None:
    bounds = {**SMALLEST, "replicas": 3, "max-epoch": 2, "min-isr": 2, "crashes": 0}
    machine = impl.protocol("kafka/0.11").machine({**bounds, "consumers": "no"})
    machine = machine.only("acknowledged-survives")
    run = native.search(machine).promises["acknowledged-survives"].run
    assert run is not None
    told = explain(run)
    joined = next(event for event in told.life if event.kind == "joined")
    assert joined.text == "broker 1 joins the ISR without it"
    assert "The ISR is now {0, 1, 2}." in told.steps[joined.step - 1].facts
    assert told.how == "Broker 1 joined the ISR without m0, then was elected."
    assert told.turn == joined.step + 1
    assert told.loss.sentence.endswith("does not have it; only brokers 0 and 2 have it.")


def test_needed_steps_are_those_without_which_the_rest_keeps_the_record() -> None:
    told = explain(counterexample(*FAMOUS))
    assert [step.number for step in told.steps if step.needed] == [8, 9, 10, 11, 12, 13]


def test_a_step_is_not_marked_where_too_much_would_have_to_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(necessity, "LIMIT", 1)
    told = explain(counterexample(*FAMOUS))
    assert [step.number for step in told.steps if step.needed] == [12, 13]


def test_a_record_acknowledged_by_a_leader_of_the_past_is_told_so() -> None:
    bounds = {**SMALLEST, "acks": "1", "crashes": 0}
    told = explain(counterexample("kafka/2.2", "acknowledged-survives", bounds))
    assert told.how == "Broker 0 acknowledged it when broker 1 led already."


def test_an_old_leader_is_drawn_as_one() -> None:
    told = explain(counterexample(*FAMOUS))
    leads = [[lane.lead for lane in step.picture.rows] for step in told.steps]
    assert leads[10:] == [["true", ""], ["believed", ""], ["believed", "true"]]
    assert told.steps[-1].picture.rows[0].role == "old leader, epoch 0"


def test_a_step_that_changes_nothing_is_not_marked() -> None:
    run = counterexample(*FAMOUS)
    machine, steps = run.machine, list(run.steps)
    for instance, reached in reference.successors(machine, steps[10].state):
        if instance.action.name == "follower_sends_fetch":
            detour = [*steps[:11], RunStep(instance, reached)]
            break
    state = detour[-1].state
    for step in steps[11:]:
        assert step.instance
        state = machine.encode(machine.run(machine.decode(state), step.instance))
        detour.append(RunStep(step.instance, state))
    told = explain(Run(machine, run.promise, detour))
    assert [step.number for step in told.steps if step.needed] == [8, 9, 10, 11, 13, 14]


BROKEN: list[tuple[str, str, dict[str, Any]]] = [
    ("kafka/0.10.2", "acknowledged-exists", SMALLEST),
    ("kafka/0.10.2", "reads-are-stable", SMALLEST),
    ("kafka/0.10.2", "isr-has-committed", SMALLEST),
    ("published/high-watermark", "strong-isr", {"replicas": 2, "max-epoch": 1}),
    FALLBACK,
]


@pytest.mark.parametrize(("name", "promise", "bounds"), BROKEN, ids=lambda value: str(value)[:40])
def test_the_last_state_of_a_counterexample_shows_which_record_was_lost(
    name: str, promise: str, bounds: dict[str, Any]
) -> None:
    told = explain(counterexample(name, promise, bounds))
    assert told.value == 0
    assert "m0" in told.loss.sentence
    assert told.life[0].kind == "written"


def test_every_promise_of_every_protocol_has_a_finder() -> None:
    for family in impl.families():
        assert {p.name for p in family.promises if not p.broken} <= set(family.telling.losses)


def test_the_initial_state_loses_nothing() -> None:
    for name, promise, bounds in BROKEN:
        machine = counterexample(name, promise, bounds).machine
        run = Run(machine, promise, [RunStep(None, machine.encode(machine.initial))])
        assert explain(run).loss.sentence.startswith("This does not hold")


def test_the_arrows_are_the_messages() -> None:
    told = explain(counterexample(*FAMOUS))
    arrows = [(s.number, a.source, a.target, a.text) for s in told.steps for a in s.arrows]
    assert arrows == [
        (2, "1", "0", "fetch from offset 0"),
        (3, PRODUCER, "0", "m0"),
        (4, "0", "1", "m0, HW 0"),
        (6, "1", "0", "fetch from offset 1"),
        (7, "0", PRODUCER, "m0 is acknowledged"),
        (11, CONTROLLER, "1", "LeaderAndIsr, epoch 0: leader 0"),
        (13, CONTROLLER, "1", "LeaderAndIsr, epoch 1: you lead"),
    ]
