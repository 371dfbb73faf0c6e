"""Which numbers the language has: those of a state below 2^31, sums and constants in 64 bits, 65,535 choices.

tests/user_files/test_author_messages.py has what an author is told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.large_numbers import mixed, stay
from tidemark import impl
from tidemark.spec import Action, Int, Machine, ModelError, Network, Only
from tidemark.spec.types.leaves import Type

LAST = 2**63 - 1


@pytest.mark.parametrize(
    "holds",
    [
        lambda s: s.on + (LAST - 1) > 0,
        lambda s: s.on - LAST < 0,
        lambda s: (s.on - LAST) - 1 < 0,
        lambda s: s.on - s.on - LAST < 0,
        lambda s: s.on > -LAST - 1,
        lambda s: (s.on + (LAST - 1)) - LAST < 1,
    ],
)
def test_what_fits_64_bits_is_taken(holds: Callable[[Any], Any]) -> None:
    assert mixed(stay, holds).symbolic.promises


@pytest.mark.parametrize(
    "holds",
    [
        lambda s: s.on + LAST > 0,
        lambda s: (s.on - LAST) - 2 < 0,
        lambda s: (s.on - LAST) - (s.on + 1) < 0,
        lambda s: s.on < LAST + 1,
        lambda s: s.on > -LAST - 2,
        lambda s: s.cells[s.on + LAST] == 0,
        lambda s: s.network.all(lambda m: m.number + LAST > 0),
    ],
)
def test_what_needs_more_is_refused_with_its_line(holds: Callable[[Any], Any]) -> None:
    machine = mixed(stay, holds)
    with pytest.raises(ModelError, match="more than 64 bits") as refused:
        machine.symbolic  # noqa: B018
    assert refused.value.place.endswith(f"test_number_limits.py:{holds.__code__.co_firstlineno}")


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: Int(0, 2**31), r"Int\(0, 2147483648\) is too wide"),
        (lambda: Int(-(2**31), 0), r"Int\(-2147483648, 0\) is too wide"),
        (lambda: Int(0, 10**5000), r"Int\(0, a number of 16,610 bits\) is too wide"),
        (lambda: Only(2**31), r"Only\(2147483648\) is too wide"),
        (lambda: Network.of(Int(0, 2**30), 1), "needs 31 bits, and has at most 30"),
    ],
)
def test_what_a_state_does_not_hold_is_refused_with_its_line(
    make: Callable[[], Type], complaint: str
) -> None:
    with pytest.raises(ModelError, match=complaint) as refused:
        make()
    assert refused.value.place.endswith(f"test_number_limits.py:{make.__code__.co_firstlineno}")


def test_there_are_as_many_choices_as_compiled_code_numbers() -> None:
    base = mixed(stay)

    def machine(*last: int) -> Machine:
        actions = [Action(f"act_{k}", lambda s, n: s, {"n": f"n_{k}"}) for k in range(len(last))]
        domains = {f"n_{k}": Int(1, many) for k, many in enumerate(last)}
        return Machine("many", {}, base.type, base.initial, actions, [], domains)

    assert len(machine(65_500, 35).instances) == 65_535
    with pytest.raises(ModelError, match="act_1 have 36 choices, and many may have 65,535 in all") as refused:
        machine(65_500, 36)
    assert "test_number_limits.py" in refused.value.place


def test_a_protocol_at_bounds_that_give_a_billion_choices_is_refused_at_once() -> None:
    with pytest.raises(ModelError, match="the parameters of accept_heartbeat have 1,207,959,552 choices"):
        impl.protocol("kip-848/published").machine(
            {"clients": 3, "topics": 3, "partitions": 3, "member-ids": 8}
        )


@pytest.mark.parametrize(
    ("value", "clamped"), [(2, 2), (5, 5), (1, 1), (0, 1), (-(2**70), 1), (6, 6), (7, 6), (2**70, 6)]
)
def test_a_number_outside_its_domain_is_taken_as_the_nearest_one_outside(value: int, clamped: int) -> None:
    [leaf] = Int(2, 5).leaves("on")
    assert leaf.clamp(value) == clamped
    assert leaf.bits == 2
