"""Where the time of a native search goes: its parts are no more than the whole, and none is missed."""

from __future__ import annotations

import pytest

from bench import rate


@pytest.mark.optimized
def test_the_parts_of_a_search_make_up_most_of_it() -> None:
    states, steps, parts, whole = rate.shares("published/kip-320", {"replicas": 3, "max-epoch": 1})
    assert (states, steps) == (39_619, 102_220)
    assert set(parts) == set(rate.PARTS)
    assert all(seconds > 0 for seconds in parts.values())
    assert sum(parts.values()) <= whole
