"""The real thing: what drives it through a run of its model, and what was seen there.

A family names its systems (`Family.systems`); a system is Kafka's own brokers, for one. Nothing here knows what it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal


class Refused(Exception):
    """The real system did something else than the model. The message says what; `lines` are of its own log."""

    def __init__(self, message: str, lines: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.lines = tuple(lines)


class Inconclusive(Exception):
    """What was needed to tell could not be had; the message says why."""


@dataclass(frozen=True)
class Fact:
    """One thing that both the model and the real system say: `log 0`, `ISR`."""

    name: str
    model: str
    real: str

    @property
    def agrees(self) -> bool:
        """Whether they say the same."""
        return self.model == self.real


@dataclass(frozen=True)
class Confirmation:
    """What a real system made of a run.

    verdict: *confirmed*, every step as in the model and the promise broken there too; *refused*, at that step it did
    something else; *inconclusive*, it can't be told.
    step: the number of the state at which it parted from the model, as a trace counts; None where it did not.
    system: with its version, `kafka:2.1.1`. lines: of its own log. emulations: what was done to it that only resembles
    the real event. settings: the properties that were set besides.
    """

    verdict: Literal["confirmed", "refused", "inconclusive"]
    step: int | None
    reason: str
    system: str
    lines: tuple[str, ...] = ()
    emulations: tuple[str, ...] = ()
    settings: Mapping[str, str] | None = None


class Driven(ABC):
    """A real system that is being driven through a run."""

    emulations: Sequence[str] = ()
    """What was done to it so far that only resembles the real event."""

    @abstractmethod
    def take(self, number: int) -> None:
        """Do what the run does in the step that leads to state `number`, the first of which is 1.

        Raises:
            Refused: the real system did something else.
            Inconclusive: it can't be told what it did.
        """

    @abstractmethod
    def facts(self, number: int) -> list[Fact]:
        """What the model says of state `number`, beside what is seen now."""

    @abstractmethod
    def ending(self) -> tuple[bool, list[str]]:
        """Whether the promise is broken by what is seen in the end, and what was seen, a line each."""


class System(ABC):
    """Something real that runs of a family can be tried on."""

    name: str

    @abstractmethod
    def versions(self) -> list[str]:
        """The versions that are known, the oldest first."""

    @abstractmethod
    def fetch(self, version: str) -> Path:
        """Bring a version onto this machine; gives the folder.

        Raises:
            UsageError: there is no such version, or it can't be had.
        """

    @abstractmethod
    def drive(
        self, version: str, run: Any, settings: Mapping[str, str], keep: Path | None
    ) -> AbstractContextManager[Driven]:
        """Start a version and bring it into the first state of a run (`checker.runs.results.Run`).

        settings: properties besides. keep: where its data stay; else they are removed.

        Raises:
            UsageError: the version is not here, or the run can't be tried on it.
            Inconclusive: it did not come into that state.
        """
