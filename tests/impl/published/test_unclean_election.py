"""The published model of an unclean election gives the figures of TLC, generated states included."""

import pytest

from tests.support.constraints import figures, native_figures
from tidemark import impl
from tidemark.checker.evidence.pins import pins

# distinct states, generated states and depth by TLC, with MinIsr 2 and one producer, at replicas, epochs and logs
FIGURES = {
    (2, 2, 2): (238, 761, 12),
    (3, 2, 2): (2_028, 10_408, 15),
    (3, 3, 3): (20_583, 104_322, 20),
}
PROTOCOL = impl.protocol("published/unclean-election")


def bounds(replicas: int, epoch: int, size: int) -> dict[str, int]:
    return {"replicas": replicas, "min-isr": 2, "producers": 1, "max-epoch": epoch, "log-size": size}


def test_every_published_figure_is_pinned() -> None:
    own_pins = [pin for pin in pins() if pin.protocol == PROTOCOL.name]
    pinned = {
        (pin.bounds["replicas"], pin.bounds["max-epoch"], pin.bounds["log-size"]): (
            pin.distinct_states,
            pin.depth,
        )
        for pin in own_pins
        if pin.holds
    }
    assert pinned == {at: (distinct, depth) for at, (distinct, _, depth) in FIGURES.items()}
    assert [length for pin in own_pins for length in pin.violated.values()] == [5, 16]


@pytest.mark.parametrize(
    "at", [at if at[0] == 2 else pytest.param(at, marks=pytest.mark.slow) for at in FIGURES], ids=str
)
def test_tlc_gives_the_same_figures(at: tuple[int, int, int]) -> None:
    replicas, epoch, size = at
    beyond = PROTOCOL.machine(bounds(replicas, epoch + 1, size + 1))

    def is_inside(state: object) -> bool:
        logs = [replica.log.length for replica in state.replicas]  # type: ignore[attr-defined]
        return state.leader_epoch <= epoch and max(logs) <= size  # type: ignore[attr-defined]

    assert figures(beyond, is_inside) == FIGURES[at]
    assert native_figures(PROTOCOL.machine(bounds(*at))) == FIGURES[at][::2]
