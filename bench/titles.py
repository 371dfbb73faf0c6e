"""What the tables call a space: its protocol, and the bounds that are not its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def bounds_told(bounds: Mapping[str, Any]) -> str:
    """Bounds in one line, such as `replicas=3 crashes=1`."""
    return " ".join(f"{name}={value}" for name, value in bounds.items())


def space_told(protocol: str, bounds: Mapping[str, Any]) -> str:
    """A protocol with its bounds, such as `kafka/3.7 replicas=3`."""
    return f"{protocol} {bounds_told(bounds)}".rstrip()
