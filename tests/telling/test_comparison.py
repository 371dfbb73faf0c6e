"""The same events under another protocol: what it loses, and what it forbids."""

from __future__ import annotations

from tests.support.losses import FALLBACK, FAMOUS, counterexample
from tidemark import impl
from tidemark.checker.telling.comparison import same_events
from tidemark.checker.telling.explanation import Explanation


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
