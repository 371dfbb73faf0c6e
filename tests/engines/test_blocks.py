"""States behind the frontier come back from a file as they were written, or not at all."""

from __future__ import annotations

from ctypes import c_uint8, c_uint64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.base.errors import UsageError
from tidemark.checker.engines.native import kept_states
from tidemark.checker.engines.native.kept_states import States
from tidemark.checker.engines.native.kernel import Functions

NUMBERS = st.one_of(st.integers(0, 2**64 - 1), st.integers(0, 3), st.just(2**64 - 1))


@st.composite
def rows(draw: st.DrawFn) -> tuple[int, list[int]]:
    """How many words a state has, and the words of some states."""
    size = draw(st.integers(1, 9))
    return size, draw(
        st.lists(NUMBERS, min_size=size, max_size=20 * size).map(lambda n: n[: len(n) // size * size])
    )


def written(size: int, words: list[int]) -> States:
    states = States(size, 100)
    states.items[: len(words)] = words
    states.write(len(words) // size)
    for k in range(len(words)):
        states.items[k] = 7
    return states


@given(rows())
def test_states_of_any_words_come_back(given: tuple[int, list[int]]) -> None:
    size, words = given
    states = written(size, words)
    states._forgotten = len(words) // size
    states.bring_back()
    assert states.items[: len(words)] == words


@pytest.mark.parametrize("more", [-1, 1])
def test_a_block_of_another_length_is_refused(more: int) -> None:
    functions = Functions.of(kept_states.__package__, "blocks.ll")
    words, packed = (c_uint64 * 50)(*range(50)), (c_uint8 * 500)()
    size = functions.function("pack_states")(words, 2, 25, packed)
    unpack = functions.function("unpack_states")
    assert unpack(packed, size, 2, 25, words)
    assert words[:] == list(range(50))
    assert not unpack(packed, size + more, 2, 25, words)


def test_a_file_that_was_changed_is_refused() -> None:
    states = written(2, [3, 4, 5, 6])
    assert states._file is not None
    states._file.seek(1)
    states._file.write(b"x")
    states._forgotten = 2
    with pytest.raises(UsageError, match="the file of the states can't be read: the states from number 0 on"):
        states.bring_back()
