"""What validates logs, as values that are sent to a process that may not have the user's files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tidemark import __version__, impl
from tidemark.checker.runs.results import Limits
from tidemark.checker.user_files.file import OwnFile
from tidemark.checker.validation.loading import map_in
from tidemark.checker.validation.transitions import EngineName
from tidemark.checker.validation.verdicts import Validator
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.origin import Origin


@dataclass(frozen=True)
class Recipe:
    """A machine, a map, an engine and its limits. The bounds of `origin` come before those that the map takes."""

    origin: Origin
    map: OwnFile
    engine: EngineName
    limits: Limits

    def validator(self) -> Validator:
        """What validates logs so.

        Raises:
            TidemarkError: the map is not in order.
        """
        return Validator(self.machine, map_in(self.map), self.engine, self.limits)

    def machine(self, of_log: Mapping[str, Any]) -> Machine:
        """The machine at the bounds that a map takes from a log."""
        return impl.machine(replace(self.origin, bounds={**of_log, **self.origin.bounds}))

    def identity(self) -> dict[str, Any]:
        """What the verdicts depend on, apart from the logs, as JSON."""
        origin, source = self.origin, self.origin.source
        return {
            "version": __version__,
            "machine": origin.word,
            "bounds": dict(origin.bounds),
            "exchanged": dict(origin.exchanged),
            "promises": [promise.name for promise in origin.own],
            "files": [source.digest if source else "", self.map.digest],
            "limits": {"states": self.limits.max_states, "seconds": self.limits.seconds},
        }
