"""The index of the states of a search that has ended: each state has its number, and others have none."""

from __future__ import annotations

import pytest

from tidemark import Int, Machine, Number, Record, action, require
from tidemark.checker.engines.native.search import prepare_search
from tidemark.checker.engines.native.state_index import number_of
from tidemark.checker.runs.results import Limits


class Counter(Record):
    """A number that grows."""

    value: Number


def up_to(most: int) -> Machine:
    """A machine of a state for each number from 0 to `most`; twice as many fit into its field."""

    @action
    def grow(state: Counter) -> Counter:
        require(state.value < most, "it is not at its end")
        return state.but(value=state.value + 1)

    type = Counter.of(value=Int(0, 2 * most + 1))
    return Machine("counter", {}, type, type.default, [grow], [], {})


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_each_state_has_its_number_whatever_threads_made_the_index(threads: int) -> None:
    for most in [*range(20), 100, 3_000]:
        machine = up_to(most)
        search = prepare_search(machine, Limits(), threads, effort="least")
        search.run(None)
        numbers = [number_of(search, (value,)) for value in range(2 * most + 2)]
        assert sorted(number for number in numbers[: most + 1] if number is not None) == list(range(most + 1))
        assert set(numbers[most + 1 :]) == {None}
