"""Amounts on the command line: which words are numbers, times and sizes, within which limits, and how sizes look."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import Any

import pytest

from tidemark.checker.engines import amounts
from tidemark.checker.engines.bookkeeping import memory_used_up, sooner
from tidemark.checker.runs.results import Limits

KI, MI, GI, TI = (1024**power for power in range(1, 5))


@pytest.mark.parametrize(
    ("read", "least", "most"),
    [
        (amounts.positive, 1, amounts.MOST_STATES),
        (amounts.natural, 0, amounts.MOST_STATES),
        (amounts.steps, 1, amounts.MOST_STEPS),
        (amounts.tasks, 1, amounts.MOST_TASKS),
    ],
)
def test_a_whole_number_is_taken_within_its_limits(read: Callable[[str], int], least: int, most: int) -> None:
    assert [read(str(value)) for value in (least, most)] == [least, most]
    for word in (str(least - 1), str(most + 1), "1.0", "x", ""):
        with pytest.raises(argparse.ArgumentTypeError):
            read(word)


@pytest.mark.parametrize(("cores", "most"), [(1, 16), (4, 16), (5, 20), (256, 1024), (300, 1024)])
def test_there_are_four_workers_for_each_core_at_most(
    cores: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))
    assert [amounts.workers(word) for word in ("1", str(most))] == [1, most]
    for word in ("0", str(most + 1)):
        with pytest.raises(argparse.ArgumentTypeError):
            amounts.workers(word)


@pytest.mark.parametrize(
    ("word", "value"), [("-7", -7), ("+7", 7), ("0", 0), (str(2**63 - 1), 2**63 - 1), ("9" * 18, 10**18 - 1)]
)
def test_a_whole_number_may_be_below_zero(word: str, value: int) -> None:
    assert amounts.integer(word) == value


@pytest.mark.parametrize("word", [str(2**63), "9" * 20, "0" * 20, "1.0", "", "-", "٣"])
def test_a_number_of_more_than_64_bits_is_none(word: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        amounts.integer(word)


@pytest.mark.parametrize(
    ("word", "value"), [("10", 10.0), ("0.5", 0.5), (str(amounts.MOST_SECONDS), amounts.MOST_SECONDS)]
)
def test_a_time_is_above_zero(word: str, value: float) -> None:
    assert amounts.seconds(word) == value


@pytest.mark.parametrize("word", ["0", "-1", "inf", "nan", "x", "", str(amounts.MOST_SECONDS + 1)])
def test_no_time_is_zero_endless_or_too_long(word: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        amounts.seconds(word)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("1", 1), ("8G", 8 * GI), ("8g", 8 * GI), ("512M", 512 * MI), ("1.5K", 1536), ("3kb", 3 * KI),
        ("1T", TI), ("7B", 7),
    ],
)  # fmt: skip
def test_a_size_is_a_number_of_bytes_or_of_its_unit(word: str, value: int) -> None:
    assert amounts.size(word) == value


@pytest.mark.parametrize(
    "word", ["0", "0.5", "-1G", "G", "8X", "8 G G", "", "1e3", f"{amounts.MOST_MEMORY + 1024}"]
)
def test_no_size_is_below_a_byte_or_too_much(word: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        amounts.size(word)
    assert amounts.size(str(amounts.MOST_MEMORY)) == amounts.MOST_MEMORY


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"), (1, "1 B"), (9.5, "9.5 B"), (10, "10 B"), (999, "999 B"), (1000, "1 KiB"), (1536, "1.5 KiB"),
        (10 * KI, "10 KiB"), (999 * KI, "999 KiB"), (1000 * KI, "1 MiB"), (9.4 * MI, "9.4 MiB"), (3 * GI, "3 GiB"),
        (2 * TI, "2 TiB"), (5000 * TI, "5,000 TiB"),
    ],
)  # fmt: skip
def test_a_size_is_shown_in_the_unit_that_suits_it(count: float, text: str) -> None:
    assert amounts.size_text(count) == text


def test_the_soonest_of_some_limits_is_the_least_that_there_is() -> None:
    assert [sooner(3.0, None, 2.0), sooner(None), sooner(), sooner(0.0, 1.0)] == [2.0, None, None, 0.0]


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        (None, "the machine's memory was used up (8 GiB)"),
        (9 * GI, "the machine's memory was used up (8 GiB)"),
        (8 * GI, "--max-memory 8 GiB was reached"),
        (7 * GI, "--max-memory 8 GiB was reached"),
    ],
)
def test_a_search_that_used_all_memory_says_whose_limit_that_was(limit: Any, message: str) -> None:
    assert memory_used_up(Limits(max_memory=limit), 8 * GI) == message
