"""KIP-848: the published model's figures state for state, and what its rules are for."""

from __future__ import annotations

import pytest

from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.evidence.pins import Pin, pins
from tidemark.checker.runs.results import Limits
from tidemark.checker.telling.explanation import explain

PINNED = [pin for pin in pins() if pin.protocol.startswith("kip-848/")]
PUBLISHED_FIGURES = (4_009, 9_511, 26)
"""Distinct states, generated states and depth, by TLC: two clients, one topic with one partition, no perturbation."""


def figures(pin: Pin) -> tuple[int, int | None, int]:
    return pin.distinct_states, pin.generated_states, pin.depth


def test_the_published_figures_are_pinned_at_the_default_bounds() -> None:
    assert figures(PINNED[0]) == PUBLISHED_FIGURES
    assert PINNED[0].machine().at == impl.protocol("kip-848/published").machine().at


def test_the_reference_engine_gives_the_published_figures() -> None:
    result = reference.search(PINNED[0].machine(), Limits(keep_going=True))
    assert (result.distinct_states, result.generated_states, result.depth) == PUBLISHED_FIGURES
    assert {verdict.verdict for verdict in result.promises.values()} == {"holds"}


@pytest.mark.parametrize("bounds", [{"member-ids": 3}, {"max-epoch": 3}], ids=str)
def test_member_ids_and_epochs_do_not_run_out(bounds: dict[str, int]) -> None:
    """Otherwise the bounds would cut off what the published model, which has none, reaches."""
    result = native.search(impl.protocol("kip-848/published").machine(bounds), Limits(keep_going=True))
    assert (result.distinct_states, result.generated_states, result.depth) == PUBLISHED_FIGURES


@pytest.mark.parametrize(
    ("protocol", "promise", "sentence"),
    [
        (
            "kip-848/assign-at-once",
            "no-double-client-assignment",
            "Clients 0 and 1 are members, and both own partition 0.",
        ),
        (
            "kip-848/no-commit-check",
            "owners-commit",
            "An offset was committed by a member that does not have the partition.",
        ),
    ],
)
def test_a_rival_rule_breaks_its_promise(protocol: str, promise: str, sentence: str) -> None:
    pinned = next(pin for pin in PINNED if pin.protocol == protocol)
    verdict = native.search(pinned.machine().only(promise)).promises[promise]
    assert verdict.length == pinned.violated[promise]
    assert verdict.run
    assert explain(verdict.run).loss.sentence == sentence
