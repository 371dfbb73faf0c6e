"""A packed state has as few words as can be, with about as many bits each, and compares as its fields do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tidemark.checker.engines.native.layout import Layout
from tidemark.spec import Int
from tidemark.spec.expressions.kinds import NUMBER
from tidemark.spec.types.leaves import Leaf

MOST = 32
"""Bits of a field."""
LEAST = -(2**31) + 1
"""The least number of a state: the domain of a field begins here."""


@given(st.lists(st.integers(1, MOST), max_size=60), st.data())
def test_words_are_few_and_even_and_states_compare_as_their_fields_do(
    sizes: list[int], data: st.DataObject
) -> None:
    highest = [min(LEAST + (1 << bits) - 1, -LEAST) for bits in sizes]
    layout = Layout(
        [Leaf(f"field {k}", NUMBER, LEAST, top, Int(LEAST, top)) for k, top in enumerate(highest)]
    )
    state = st.tuples(*(st.integers(LEAST, top) for top in highest))
    first, second = data.draw(state), data.draw(state)
    assert [layout.unpack(layout.pack(one)) for one in (first, second)] == [first, second]
    assert (first < second) == (layout.pack(first) < layout.pack(second))
    used = [0] * layout.words
    for place, bits in zip(layout.places, sizes, strict=True):
        used[place.word] += bits
        assert place.shift == 64 - used[place.word]
    assert layout.words == words_of_64(sizes)
    assert max(used) < sum(sizes) / layout.words + MOST


def words_of_64(sizes: list[int]) -> int:
    """How many words there are if each is filled as far as the next field lets it."""
    words, free = 1, 64
    for bits in sizes:
        words, free = (words, free - bits) if bits <= free else (words + 1, 64 - bits)
    return words
