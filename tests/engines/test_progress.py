"""What a search tells while it runs: about how many states are to come."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import pytest

from tests.support.protocols import small
from tidemark.checker.engines.bookkeeping import states_to_come
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Clock, Limits, Progress
from tidemark.checker.views.console import progress_text


def test_the_states_to_come_are_guessed_from_the_shape_of_the_last_levels() -> None:
    """Levels as n bits that are set one after the other give them."""
    sizes = [comb(40, k) for k in range(41)]
    known = [k for k in range(1, 38) if 10 * sum(sizes[:k]) > 2**40]
    for k in known:
        guess = states_to_come(sizes[:k])
        assert guess is not None
        assert 0.5 < guess / sum(sizes[k:]) < 2


@pytest.mark.parametrize("sizes", [[], [1, 2, 3], [2**k for k in range(20)], [100] * 20, [8, 4, 2, 1, 0]])
def test_nothing_is_guessed_where_the_levels_show_no_end(sizes: list[int]) -> None:
    assert states_to_come(sizes) is None


def test_a_search_tells_what_is_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "Clock", lambda every=0.0: Clock(every=0.0))
    told: list[Progress] = []
    search = native.prepare_search(small("published/high-watermark"), Limits(keep_going=True))
    search.run(told.append)
    levels = search.levels
    sizes = [after - before for before, after in pairwise(levels)]
    for one in told:
        guess = states_to_come(sizes[: one.depth])
        found = one.distinct_states - levels[one.depth]
        assert one.left == (None if guess is None else max(0, guess - found))
    assert any(one.left for one in told)


def test_the_line_has_two_figures_of_it() -> None:
    told = progress_text(Progress(12, 3_000_000, 500_000, 2.0, 64 << 20, 2_345_678))
    assert told == (
        "depth 12 · 3,000,000 states · 1,500,000 a second · frontier 500,000 · 64 MiB · "
        "about 2,300,000 states to come, 2 s"
    )
    assert "to come" not in progress_text(Progress(12, 3_000_000, 500_000, 2.0, 64 << 20))
