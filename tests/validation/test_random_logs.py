"""Logs of random walks are explained; with one event changed, they are refused exactly where an exhaustive search is.

The search is the reference engine's, over a machine that the test builds from the log.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.log_oracle import nothing_comes_too_early, passed
from tests.support.log_searches import is_searched_alike
from tests.support.random_logs import RandomLog, changed, logs
from tests.support.random_machines import QUICK
from tidemark.base.errors import UsageError
from tidemark.checker.validation import searches
from tidemark.checker.validation.loading import MapFile, read_events
from tidemark.checker.validation.order import LogTimeline
from tidemark.checker.validation.transitions import EngineName
from tidemark.checker.validation.verdicts import LogVerdict, Validator
from tidemark.spec.logs.events import LogError
from tidemark.spec.machines.machine import OutOfRange

FEW = settings(QUICK, max_examples=6)
SOME = settings(QUICK, max_examples=12)
MANY = settings(QUICK, max_examples=1000)


def verdict(log: RandomLog, engine: EngineName) -> tuple[LogVerdict, list[int]]:
    """What is found, and the places of the events in the order of the whole log."""
    map = log.map()
    events = list(read_events(map, [one.fields() for one in log.events], 1))
    ranked = [int(item.event.line) - 1 for item in LogTimeline(map, events).steps]
    return Validator(log.machine, MapFile(map), engine).validate(events), ranked


@contextmanager
def native_after(steps: int) -> Iterator[None]:
    """The native engine takes over after this number of nodes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searches, "PAYS", steps)
        yield


def is_explained(log: RandomLog, engine: EngineName) -> None:
    try:
        found, ranked = verdict(log, engine)
    except OutOfRange:
        assume(False)
    assert list(nothing_comes_too_early(log, ranked)) == []
    assert found.verdict == "explained", found


def is_refused_as_the_reference_says(log: RandomLog, seed: int, engine: EngineName) -> None:
    try:
        mutant = changed(log, random.Random(seed))
        found, ranked = verdict(mutant, engine)
        expected = passed(mutant, ranked)
    except (OutOfRange, LogError):
        assume(False)
    except UsageError as error:
        assume("is one more than" not in str(error))  # more names than the machine has ids
        raise
    if expected == len(ranked):
        assert found.verdict == "explained", found
    else:
        assert (found.verdict, found.passed) == ("refused", expected), found
        assert found.refused
        assert found.refused.event.line == ranked[expected] + 1
        assert found.refusals
        assert all(one.reasons for one in found.refusals)


@SOME
@given(logs())
def test_the_log_of_a_walk_is_explained(log: RandomLog) -> None:
    is_explained(log, "reference")


@FEW
@given(logs())
def test_the_native_engine_explains_it_too(log: RandomLog) -> None:
    with native_after(0):
        is_explained(log, "native")


@FEW
@given(logs(), st.integers(0, 1 << 30))
def test_the_native_engine_visits_what_the_plain_search_visits(log: RandomLog, seed: int) -> None:
    visits_alike(log, seed)


@pytest.mark.slow
@settings(QUICK, max_examples=200)
@given(logs(), st.integers(0, 1 << 30))
def test_the_native_engine_visits_what_the_plain_search_visits_in_many_logs(
    log: RandomLog, seed: int
) -> None:
    visits_alike(log, seed)


def visits_alike(log: RandomLog, seed: int) -> None:
    rng = random.Random(seed)
    mutants = [changed(log, rng) for _ in range(2)]
    all_events = [[event.fields() for event in one.events] for one in (log, *mutants, log)]
    is_searched_alike(log.machine, log.map(), all_events)


@SOME
@given(logs(), st.integers(0, 1 << 30))
def test_a_changed_log_is_refused_where_the_reference_engine_refuses_it(log: RandomLog, seed: int) -> None:
    is_refused_as_the_reference_says(log, seed, "reference")


@FEW
@given(logs(), st.integers(0, 1 << 30))
def test_the_native_engine_refuses_it_there_too(log: RandomLog, seed: int) -> None:
    with native_after(0):
        is_refused_as_the_reference_says(log, seed, "native")


@FEW
@given(logs(), st.integers(0, 1 << 30), st.integers(0, 40))
def test_an_engine_that_takes_over_on_the_way_says_the_same(log: RandomLog, seed: int, pays: int) -> None:
    with native_after(pays):
        is_explained(log, "native")
        is_refused_as_the_reference_says(log, seed, "native")


@pytest.mark.slow
@settings(QUICK, max_examples=100)
@given(logs(), st.integers(0, 1 << 30), st.integers(0, 40))
def test_the_native_engine_says_the_same_of_many_logs_wherever_it_takes_over(
    log: RandomLog, seed: int, pays: int
) -> None:
    for steps in (0, pays):
        with native_after(steps):
            is_explained(log, "native")
            is_refused_as_the_reference_says(log, seed, "native")


@pytest.mark.slow
@MANY
@given(logs())
def test_a_thousand_logs_of_walks_are_explained(log: RandomLog) -> None:
    is_explained(log, "reference")


@pytest.mark.slow
@MANY
@given(logs(), st.integers(0, 1 << 30))
def test_a_thousand_changed_logs_are_refused_where_the_reference_engine_refuses_them(
    log: RandomLog, seed: int
) -> None:
    is_refused_as_the_reference_says(log, seed, "reference")
