"""Which lemmas Tidemark has for which promise: what a proof by induction takes unless told otherwise."""

from __future__ import annotations

from impl.published import lemmas as published
from spec.machine import Machine, Promise

_LEMMAS: dict[str, tuple[Promise, ...]] = {"published": published.LEMMAS}
"""For each family, every lemma over its state."""

_NEEDED: dict[tuple[str, str], tuple[Promise, ...]] = {
    ("published", "strong-isr"): published.LEMMAS,
    ("published", "weak-isr"): published.LEMMAS,
}
"""For each family and promise, the lemmas that imply it."""


def known(machine: Machine) -> tuple[Promise, ...]:
    """Every lemma over the state of a machine."""
    return _LEMMAS.get(_family(machine), ())


def of(machine: Machine, promise: str) -> list[str]:
    """The names of the lemmas that a promise is proved with."""
    return [lemma.name for lemma in _NEEDED.get((_family(machine), promise), ())]


def _family(machine: Machine) -> str:
    return machine.protocol.partition("/")[0]
