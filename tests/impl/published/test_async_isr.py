"""The published model of asynchronous ISR changes gives the figures of TLC, generated states included."""

import pytest

from tests.support.constraints import figures, native_figures
from tidemark import impl
from tidemark.checker.evidence.pins import pins

# distinct states, generated states and depth by TLC, at replicas, MaxOffset and the largest version
FIGURES = {
    (2, 1, 1): (24, 76, 7),
    (2, 1, 2): (42, 148, 10),
    (2, 2, 2): (84, 307, 12),
    (2, 2, 3): (168, 577, 15),
    (3, 1, 1): (220, 1_281, 10),
    (3, 1, 2): (1_460, 7_865, 14),
    (3, 2, 2): (4_088, 23_153, 17),
    (3, 1, 3): (8_020, 45_497, 18),
}
PROTOCOL = impl.protocol("published/async-isr")


def bounds(replicas: int, offset: int, version: int) -> dict[str, int]:
    return {"replicas": replicas, "max-offset": offset, "max-version": version}


def test_every_published_figure_is_pinned() -> None:
    pinned = {
        tuple(pin.bounds.values()): (pin.distinct_states, pin.depth)
        for pin in pins()
        if pin.protocol == PROTOCOL.name
    }
    assert pinned == {at: (distinct, depth) for at, (distinct, _, depth) in FIGURES.items()}


@pytest.mark.parametrize(
    "at", [at if at[0] == 2 else pytest.param(at, marks=pytest.mark.slow) for at in FIGURES], ids=str
)
def test_tlc_gives_the_same_figures(at: tuple[int, int, int]) -> None:
    replicas, offset, version = at
    beyond = PROTOCOL.machine(bounds(replicas, offset + 1, version + 1))

    def is_inside(state: object) -> bool:
        return state.leader_offset <= offset and state.controller_version <= version  # type: ignore[attr-defined]

    assert figures(beyond, is_inside) == FIGURES[at]
    assert native_figures(PROTOCOL.machine(bounds(*at))) == FIGURES[at][::2]
