"""The page that maps each statement of the protocol to the model names what is there, and leaves no action out."""

import importlib
import re
from pathlib import Path

import pytest

from impl import protocol
from impl.kafka import PROTOCOLS
from impl.kafka.controller import elections

PAGE = (Path(__file__).parents[2] / "docs" / "replication.md").read_text(encoding="utf-8")
MODULES = ["clients", "controller", "epoch_cache", "faults", "fetching", "isr", "leadership", "truncation"]
EVERYTHING = {"zombies": 1, "power-losses": 1, "message-losses": 1, "checkpoint": "lazy"}


@pytest.mark.parametrize("module", MODULES)
def test_what_the_page_names_is_there(module: str) -> None:
    names = re.findall(rf"`{module}\.(\w+)`", PAGE)
    assert names
    assert [n for n in names if not hasattr(importlib.import_module(f"impl.kafka.{module}"), n)] == []


def test_the_page_names_every_action() -> None:
    actions = [
        a
        for acks in ("0", "1", "all")
        for p in PROTOCOLS
        for a in p.machine({**EVERYTHING, "acks": acks}).actions
    ]
    functions = {a.function.__name__ for a in [*actions, *elections("assigned")]}
    assert sorted(name for name in functions if name not in PAGE) == []


def test_the_page_names_every_option_that_it_speaks_of() -> None:
    bounds = {b.name for b in protocol("kafka/2.2").family.bounds}
    assert set(re.findall(r"`--([a-z-]+)", PAGE)) <= bounds | {"with", "symmetry"}
