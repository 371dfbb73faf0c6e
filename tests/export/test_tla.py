"""`tidemark export --tla`: every machine has a module, and TLC finds in it what the engines find in the machine."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings

from tests.support.pages import ROOT
from tests.support.protocols import FIRST_OF_EACH_FAMILY, small
from tests.support.published_models import NAMES, PINS, machine_of
from tests.support.random_machines import QUICK, machines
from tests.support.tlc import compare_with_tlc, names_of, needs_tlc, run_tlc
from tidemark import check
from tidemark.checker.export.module import Export, export
from tidemark.checker.export.names import RESERVED
from tidemark.checker.user_files import machines as user_machines
from tidemark.spec import Machine
from tidemark.spec.machines.machine import OutOfRange

EXAMPLES = ("paxos.py", "lease/lease.py", "lease/mutex.py", "pysyncobj/model.py")
"""The examples with a machine that are no models of docs/examples/models, and have few states."""
SMALLEST: dict[str, dict[str, Any]] = {}
"""The bounds of models whose smallest pin is too large for TLC."""


def small_model(name: str) -> Machine:
    """A model at the smallest bounds that are pinned."""
    pins = [pin for pin in PINS[name]["pins"] if not pin.get("symmetry")]
    pin = min(pins, key=lambda pin: pin["states"])
    return machine_of(name, pin.get("fair", True), **SMALLEST.get(name, pin.get("bounds", {})))


def require_sound(exported: Export) -> None:
    """Every name is defined or bound, and what is opened is closed."""
    words = re.findall(r"EXTENDS (.*)", exported.text)[0].split(", ")
    unknown = names_of(
        exported.text, {*RESERVED, *words, "EXTENDS", "MODULE", exported.name, "m", "x", "i", "j"}
    )
    assert not unknown, unknown
    code = re.sub(r'\\\*.*|"[^"]*"', "", exported.text)
    for opening, closing in ("()", "[]", "{}"):
        assert code.count(opening) == code.count(closing)
    assert code.count("<<") == code.count(">>")
    for name in re.findall(
        r"^(?:INVARIANT|PROPERTY|CONSTANT|SYMMETRY) (\w+)", exported.configuration, re.MULTILINE
    ):
        assert re.search(rf"^(?:{name} ==|CONSTANTS .*\b{name}\b)", exported.text, re.MULTILINE), name


@pytest.mark.parametrize("name", FIRST_OF_EACH_FAMILY)
def test_every_family_has_a_module(name: str) -> None:
    require_sound(export(small(name)))


@pytest.mark.parametrize("name", NAMES)
def test_every_model_has_a_module(name: str) -> None:
    require_sound(export(small_model(name)))


@needs_tlc
@pytest.mark.slow
@pytest.mark.parametrize("name", FIRST_OF_EACH_FAMILY)
def test_tlc_agrees_on_every_family(name: str) -> None:
    compare_with_tlc(small(name))


@needs_tlc
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_tlc_agrees_on_every_model(name: str) -> None:
    compare_with_tlc(small_model(name))


@needs_tlc
@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES)
def test_tlc_agrees_on_the_examples(path: str) -> None:
    compare_with_tlc(user_machines.protocol(str(ROOT / "docs/examples" / path)).machine({}))


@needs_tlc
@pytest.mark.slow
@settings(QUICK, max_examples=50)
@given(machines())
def test_tlc_agrees_on_random_machines(machine: Machine) -> None:
    bare = replace(machine, promises=(), temporal=(), fairness=())
    try:
        assume(check(bare, max_states=20_000).complete)
    except OutOfRange:
        assert run_tlc(export(bare)).violated == "TypeOK"
    else:
        compare_with_tlc(machine)
