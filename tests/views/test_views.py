"""The story, the table and the Markdown of a counterexample say what happened, and nothing that did not."""

import re
from functools import cache
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.analyses import necessity
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Run, Step
from tidemark.checker.telling.comparison import same_events
from tidemark.checker.telling.explanation import Explanation, explain
from tidemark.checker.views import markdown, screen, terminal
from tidemark.checker.views.screen import Screen
from tidemark.impl.partition.scene import CONTROLLER, PRODUCER

SMALLEST: dict[str, Any] = {"log-size": 1, "records": 1, "max-epoch": 1, "election-order": "any"}
FAMOUS = ("kafka/0.10.2", "acknowledged-survives", SMALLEST)
FALLBACK: tuple[str, str, dict[str, Any]] = ("published/kip-101", "weak-isr", {"replicas": 2, "max-epoch": 2})


@cache
def _counterexample(name: str, promise: str, bounds: tuple[tuple[str, Any], ...]) -> Run:
    machine = impl.protocol(name).machine(dict(bounds))
    machine = machine.only(promise)
    run = reference.search(machine).promises[promise].run
    assert run is not None
    return run


def counterexample(name: str, promise: str, bounds: dict[str, Any]) -> Run:
    return _counterexample(name, promise, tuple(bounds.items()))


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
            detour = [*steps[:11], Step(instance, reached)]
            break
    state = detour[-1].state
    for step in steps[11:]:
        assert step.instance
        state = machine.encode(machine.run(machine.decode(state), step.instance))
        detour.append(Step(step.instance, state))
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
        assert {p.name for p in family.promises} <= set(family.telling.losses)


def test_the_initial_state_loses_nothing() -> None:
    for name, promise, bounds in BROKEN:
        machine = counterexample(name, promise, bounds).machine
        run = Run(machine, promise, [Step(None, machine.encode(machine.initial))])
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


def test_the_table_has_a_row_a_step_and_marks_what_changed() -> None:
    told = explain(counterexample(*FAMOUS))
    text = terminal.table(told, Screen(120))
    first, *rows = text.split("├")
    assert all(title in first for title in ("controller", "broker 0", "broker 1"))
    assert len(rows) == told.run.length
    acknowledged, cut = rows[6], rows[10]
    assert "m0@0 ┃ *" in acknowledged
    assert "HW 1, LEO 1 *" in acknowledged
    assert "HW 0, LEO 0 *" in cut
    assert "11 ◆" in cut


def test_colors_only_add_to_the_table() -> None:
    told = explain(counterexample(*FAMOUS))
    for view in (terminal.table, terminal.story):
        for width in (80, 120):
            colored, plain = view(told, Screen(width, True)), view(told, Screen(width))
            assert colored != plain
            assert re.sub(r"\033\[[\d;]+m", "", screen.shown(colored)) == plain


def test_the_lost_record_and_the_needed_steps_are_colored() -> None:
    told = explain(counterexample(*FAMOUS))
    assert told.value == 0
    text = screen.shown(terminal.story(told, Screen(80, True)))
    assert "\033[1;31mm0\033[0m" in text
    assert "\033[1;33m11 ◆\033[0m" in text
    assert "\033[1;33m 7" not in text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_nothing_is_wider_than_the_screen_and_no_word_is_broken(width: int) -> None:
    told = explain(counterexample(*FAMOUS))
    text = terminal.story(told, Screen(width))
    assert max(map(len, text.splitlines())) <= width
    words = " ".join([told.promise, told.loss.sentence, told.how, *(step.text for step in told.steps)])
    for line in text.splitlines():
        assert line.count("{") == line.count("}")
    assert set(words.replace("`", "").split()) <= set(text.split())


def test_a_table_gives_way_in_its_widest_column() -> None:
    rows = [["short", "said " * 30], ["longer-than-that", "one-word-that-is-not-broken"]]
    lines = Screen(60).table(rows, ["name", "text"]).splitlines()
    assert max(map(len, lines)) <= 60
    assert any("one-word-that-is-not-broken" in line for line in lines)


def test_markdown_says_first_what_was_lost_and_how() -> None:
    text = markdown.markdown(explain(counterexample(*FAMOUS)), shortest=True, file="trace.json")
    title, first, *_ = text.split("\n\n")
    assert title == "# `kafka/0.10.2` breaks `acknowledged-survives`"
    assert first.startswith("**m0 was acknowledged, and broker 1, the leader of epoch 1, does not have it;")
    assert "Broker 1 cut its log to a high watermark one fetch behind, then was elected." in first
    assert "13 states, the fewest at which it breaks" in text
    assert "| 11 | cut from broker 1 |" in text


def told_under(name: str) -> Explanation:
    return same_events(counterexample(*FAMOUS), impl.protocol(name))


def test_the_same_events_lose_nothing_under_leader_epochs() -> None:
    told = told_under("kafka/0.11")
    assert not told.broken
    assert told.verdict == "loses nothing"
    assert len(told.steps) == counterexample(*FAMOUS).length
    assert [cell.value for cell in told.steps[10].picture.rows[1].cells or ()] == [0]


def test_the_same_events_under_the_same_rules_are_lost_again() -> None:
    told = told_under("kafka/0.10.2")
    assert told.broken
    assert told.run.steps == counterexample(*FAMOUS).steps


def test_an_event_that_another_protocol_forbids_is_said_with_its_guard() -> None:
    told = same_events(counterexample(*FALLBACK), impl.protocol("published/kip-320"))
    assert told.steps[11].sentence == (
        "Not here: it needs that that broker has reached the request's leader epoch."
    )
