"""The published models give the published figures, state for state."""

import pytest

from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.evidence.pins import Pin, pins
from tidemark.checker.runs.results import Limits

PUBLISHED = [pin for pin in pins() if impl.protocol(pin.protocol).family.name == "published"]

# shared with the tables of the models' own checker: states and depth by model and bounds
PUBLISHED_FIGURES = {
    ("high-watermark", "2/2/2/2"): (10_131, 20),
    ("high-watermark", "3/2/2/1"): (67_807, 21),
    ("high-watermark", "2/3/3/3"): (276_363, 29),
    ("high-watermark", "3/2/2/2"): (1_988_158, 28),
    ("kip-101", "2/2/2/2"): (9_045, 18),
    ("kip-101", "3/2/2/1"): (59_788, 22),
    ("kip-101", "2/3/3/3"): (229_695, 24),
    ("kip-279", "2/2/2/2"): (9_027, 18),
    ("kip-279", "3/2/2/1"): (60_106, 22),
    ("kip-279", "2/3/3/3"): (225_761, 24),
    ("kip-320-first-try", "2/2/2/2"): (8_429, 18),
    ("kip-320-first-try", "3/2/2/1"): (59_092, 22),
    ("kip-320-first-try", "2/3/3/3"): (196_973, 25),
    ("kip-320-first-try", "3/2/2/2"): (1_437_076, 28),
    ("kip-320", "2/2/2/2"): (5_973, 18),
    ("kip-320", "3/2/2/1"): (39_619, 22),
    ("kip-320", "2/3/3/3"): (120_879, 26),
    ("kip-320", "3/2/2/2"): (737_794, 26),
}


def name_of(pin: Pin) -> str:
    return f"{pin.protocol.split('/')[1]}-{pin.at}{'-symmetry' if pin.symmetry else ''}"


def test_every_published_figure_is_pinned() -> None:
    pinned = {
        (p.protocol.split("/")[1], p.at): (p.distinct_states, p.depth) for p in PUBLISHED if not p.symmetry
    }
    assert {key: pinned.get(key) for key in PUBLISHED_FIGURES} == PUBLISHED_FIGURES


@pytest.mark.parametrize("pin", PUBLISHED, ids=name_of)
def test_the_native_engine_gives_the_pinned_figures(pin: Pin) -> None:
    result = native.search(pin.machine(), Limits(keep_going=True), symmetry=pin.symmetry)
    assert pin.differences(result) == []
    assert sum(c.enabled for c in result.actions.values()) == result.generated_states - 1


@pytest.mark.parametrize(
    "pin",
    [
        pytest.param(
            pin,
            id=name_of(pin),
            marks=[pytest.mark.slow] if pin.bounds["replicas"] > 2 or pin.distinct_states > 6_000 else [],
        )
        for pin in PUBLISHED
        if pin.distinct_states <= 300_000
    ],
)
def test_the_reference_engine_gives_the_pinned_figures(pin: Pin) -> None:
    result = reference.search(pin.machine(), Limits(keep_going=True), symmetry=pin.symmetry)
    assert pin.differences(result) == []


def test_a_rule_can_be_taken_from_another_protocol() -> None:
    old = impl.protocol("published/high-watermark")
    machine = impl.protocol("published/kip-320").machine(exchanged={"advance": old})
    assert machine.name == "published/kip-320 with advance=high-watermark"
    machine = machine.only("strong-isr")
    assert native.search(machine).promises["strong-isr"].verdict == "violated"
