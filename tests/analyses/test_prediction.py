"""What the model of a release says of a run before it is tried there: forced step by step, or played as a schedule."""

from __future__ import annotations

import pytest

from tidemark import impl
from tidemark.checker.analyses.prediction import refused_at, takes
from tidemark.checker.evidence.version_matrix import load
from tidemark.real.kafka import SYSTEM as BROKERS


@pytest.mark.parametrize(
    ("run", "protocol", "step"),
    [
        ("cut-and-elected", "kafka/0.10.2", None),
        ("cut-and-elected", "kafka/0.11", 11),
        ("cut-and-elected", "kafka/2.6.1", 11),
        # A follower asks within its fetches: the driver plays the exchange all the same.
        ("cut-and-elected", "kafka/2.8.1", 11),
        ("kafka-10706", "kafka/2.8.1", 18),
        # The controller takes a smaller ISR, and the leader hears of it, by themselves (KAFKA-13091 until 3.1).
        ("unclean-election", "kafka/2.6.1", None),
        ("unclean-election", "kafka/2.8.1", 3),
        ("unclean-election", "kafka/3.1", None),
        ("kafka/2.6.1/acknowledged-survives-5", "kafka/3.4.1", None),
        ("kafka/2.6.1/acknowledged-survives-5", "kafka/3.7", 10),  # KAFKA-15583
    ],
)
def test_a_run_that_is_forced_is_refused_where_the_release_differs(
    run: str, protocol: str, step: int | None
) -> None:
    assert refused_at(BROKERS, load(run), impl.protocol(protocol)) == step


@pytest.mark.parametrize(
    ("run", "protocol", "taken"),
    [
        ("3.3/isr-has-committed-1", "3.3", True),
        ("3.3/isr-has-committed-1", "3.7", True),
        ("3.3/reads-are-stable-1", "3.3", True),
        ("3.3/reads-are-stable-1", "3.5", False),  # KIP-903
        ("3.7/acknowledged-survives-1", "3.5", False),  # KAFKA-15021: a smaller ISR begins an epoch
        ("3.7/acknowledged-survives-1", "3.7", True),
        # Who is elected while fenced in 4.0 is elected a moment later in 4.1: nobody can see the difference.
        ("4.0/acknowledged-survives-1", "4.1", True),
        ("unclean-stay/acknowledged-survives-1", "4.1", False),
        ("hw-below-min-isr/reads-are-stable-1", "4.1", False),
    ],
)
def test_a_run_that_is_played_is_taken_where_the_release_comes_to_show_the_same(
    run: str, protocol: str, taken: bool
) -> None:
    assert takes(BROKERS, load(f"kafka-kraft/{run}"), impl.protocol(f"kafka-kraft/{protocol}")) == taken
