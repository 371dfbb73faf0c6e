"""The models in docs/examples/models, and what is pinned of them."""

from __future__ import annotations

import importlib.util
import tomllib
from dataclasses import replace
from typing import Any

from tests.support.pages import ROOT
from tidemark.spec import Machine

FOLDER = ROOT / "docs" / "examples" / "models"
PINS: dict[str, dict[str, Any]] = tomllib.loads((FOLDER / "pins.toml").read_text(encoding="utf-8"))
NAMES = sorted(PINS)


def module_of(name: str) -> Any:
    """The module of a model."""
    spec = importlib.util.spec_from_file_location(f"models.{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def machine_of(name: str, is_fair: bool = True, **bounds: Any) -> Machine:
    """A model's machine."""
    machine: Machine = module_of(name).machine(**bounds)
    return machine if is_fair else replace(machine, fairness=())
