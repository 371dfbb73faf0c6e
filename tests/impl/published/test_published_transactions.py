"""The published models of transactions give the figures of their own checker, state for state."""

import pytest

from tidemark.checker.engines.native import search as native
from tidemark.checker.evidence.pins import Pin, pins
from tidemark.checker.runs.results import Limits, Result

PUBLISHED = [pin for pin in pins() if pin.protocol.startswith("published-transactions/")]

# distinct states, generated states and depth, by protocol and clients: found by TLC
FIGURES = {
    ("init-pid", 1): (14, 15, 8),
    ("add-partitions", 1): (65, 76, 14),
    ("add-partitions", 2): (10_897, 19_646, 36),
}


def figures(result: Result) -> tuple[int, int, int]:
    return result.distinct_states, result.generated_states, result.depth


def test_every_published_figure_is_pinned() -> None:
    pinned = {
        (pin.protocol.split("/")[1], pin.bounds["clients"]): (
            pin.distinct_states,
            pin.generated_states,
            pin.depth,
        )
        for pin in PUBLISHED
    }
    assert pinned == FIGURES


@pytest.mark.parametrize("pin", PUBLISHED, ids=lambda pin: f"{pin.protocol} {pin.at}")
def test_the_native_engine_gives_the_published_figures(pin: Pin) -> None:
    result = native.search(pin.machine(), Limits(keep_going=True))
    assert pin.differences(result) == []
    assert figures(result) == FIGURES[pin.protocol.split("/")[1], pin.bounds["clients"]]
