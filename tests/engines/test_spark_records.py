"""What the Spark engine's tasks do with many states at once, and that it stays exact where hashes are equal."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tidemark import impl
from tidemark.checker.engines.native import kernel
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.spark import records
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.runs.results import Limits

WORDS = 2
FEW = st.integers(0, 3)


def hashed(found: records.Matrix) -> records.Matrix:
    """With two hashes for all states: a hash follows from the state, and many states share it."""
    found[0] = (found[1] ^ found[2]) % 2
    return found


SOME = st.integers(0, 40).flatmap(
    lambda n: arrays(np.uint64, (records.rows(WORDS), n), elements=FEW).map(hashed)
)


def columns(matrix: records.Matrix) -> list[tuple[int, ...]]:
    return [tuple(map(int, column)) for column in matrix.T]


@settings(max_examples=300, deadline=None)
@given(SOME)
def test_one_record_is_kept_of_each_state_and_it_has_the_least_parent(found: records.Matrix) -> None:
    least: dict[tuple[int, ...], tuple[int, ...]] = {}
    for column in columns(found):
        key = column[: 1 + WORDS]
        least[key] = min(column, least.get(key, column))
    assert columns(records.distinct(found, WORDS)) == sorted(least.values())


@settings(max_examples=300, deadline=None)
@given(SOME, SOME, st.integers(0, 40))
def test_a_state_is_unseen_unless_it_is_in_the_run(
    candidates: records.Matrix, old: records.Matrix, cut: int
) -> None:
    candidates, seen = records.distinct(candidates, WORDS), records.distinct(old, WORDS)[: 1 + WORDS]
    run = records.merged(seen[:, :cut], seen[:, cut:])
    known = set(columns(seen))
    expected = [column[: 1 + WORDS] not in known for column in columns(candidates)]
    assert list(records.unseen(candidates, run, WORDS)) == expected
    assert sorted(columns(run)) == sorted(known)
    assert list(run[0]) == sorted(run[0])


@given(arrays(np.uint64, (2, 20), elements=FEW))
def test_the_least_column_is_the_least_by_words(found: records.Matrix) -> None:
    assert records.least_column(found) == min(columns(found))


@given(st.integers(0, 5), st.integers(0, 2**64 - 1))
def test_every_hash_is_in_one_range(power: int, value: int) -> None:
    parts = 2**power
    owners = [p for p in range(parts) if (r := records.range_of(p, parts))[0] <= value < r[1]]
    assert len(owners) == 1
    assert owners == [p for p in range(parts) if records.between(
        np.array([value], np.uint64), *records.range_of(p, parts)) == slice(0, 1)]  # fmt: skip


@pytest.mark.parametrize("symmetry", [False, True])
def test_a_search_is_exact_even_if_many_states_share_a_hash(
    monkeypatch: pytest.MonkeyPatch, symmetry: bool
) -> None:
    right = kernel._Text._hash

    def eight_bits(self: kernel._Text) -> str:
        return right(self).replace("ret i64 ", "%few = and i64 -72057594037927936, ").replace(
            "\n}", "\n  ret i64 %few\n}")  # fmt: skip

    machine = impl.protocol("published/kip-101").machine(
        {"replicas": 2, "log-size": 2, "records": 1, "max-epoch": 2})  # fmt: skip
    expected = native.search(machine, Limits(keep_going=True), symmetry=symmetry)
    monkeypatch.setattr(kernel._Text, "_hash", eight_bits)
    monkeypatch.setattr("tidemark.checker.engines.spark.session.java_home", lambda: "")
    found = spark.search(machine, Limits(keep_going=True), symmetry=symmetry, handover=10**9)
    assert found.distinct_states == expected.distinct_states > 900
    assert found.generated_states == expected.generated_states
    assert found.as_json()["promises"] == expected.as_json()["promises"]
