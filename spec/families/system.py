"""A real system: what is done to it (a run of its model, a schedule, a soak), and what was seen there.

`real.SYSTEMS` has each system by its name. Besides `System`, a system fulfils one or more of the contracts `Drivable`,
`Playable` and `Soakable`. Nothing here knows which system it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from tidemark.base.errors import UsageError
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

if TYPE_CHECKING:  # few systems have a log that is read
    from tidemark.spec.logs.client_histories import ClientCall
    from tidemark.spec.logs.events import LogEvent
    from tidemark.spec.logs.maps import EventMap


class Refused(Exception):
    """The real system did something else than the model, or refused what it was asked
    (`tidemark.spec.families.adapters`).

    The message says what; `lines` are from the log of the system.
    """

    def __init__(self, message: str = "", lines: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.lines = tuple(lines)


class Inconclusive(Exception):
    """What was needed to decide is not available; the message says why."""


class NoSchedule(UsageError):
    """No schedule makes the real system take a run; the message has the step."""


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
    """The outcome of a run on a real system.

    verdict: *confirmed*, every step as in the model and the promise broken there too; *refused*, at that step it did
    something else; *inconclusive*, it can't be decided.
    step: the number of the state at which it differed from the model, as a trace counts; None where it did not.
    system: with its version, `kafka:2.1.1`. lines: from its log. emulations: what was done to it that only resembles
    the real event. settings: the properties that were set in addition.
    """

    verdict: Literal["confirmed", "refused", "inconclusive"]
    step: int | None
    reason: str
    system: str
    lines: tuple[str, ...] = ()
    emulations: tuple[str, ...] = ()
    settings: Mapping[str, str] | None = None


@dataclass(frozen=True)
class DecodedRun:
    """A run as a system takes it: its machine, the promise that it breaks, and its decoded states.

    instances: the action instance that leads to each state, None for the first one.
    """

    machine: Machine
    promise: str
    instances: Sequence[Instance | None]
    states: Sequence[Any]


@dataclass(frozen=True)
class PlayedStep:
    """A step of a schedule: what was done, in words; what can be seen then, by name; and what the system wrote."""

    number: int
    text: str
    facts: Mapping[str, str]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Episode:
    """What was recorded of a system under faults, in a time so short that the bounds of its model can hold it.

    about: what was recorded, and how: `system` with its version, `number`, `seed`, and settings.
    events: by their times; each has `at`, in seconds, and `what`. Both are JSON data.
    line: the line of `about` in the file that it was read from; an event a line follows. 0 where it is from none.
    """

    about: Mapping[str, Any]
    events: Sequence[Mapping[str, Any]]
    line: int = 0


@dataclass(frozen=True)
class MappedLog:
    """An episode as a log: the machine of its model, what its events are there, and they themselves.

    Each event has a field `text`, what was observed, in words. note: what a reader of a run must know.
    """

    machine: Machine
    map: EventMap
    events: Sequence[LogEvent]
    note: str


class Driven(ABC):
    """A real system in a run that is known beforehand: an adapter (`tidemark.spec.families.adapters`), made for this
    run.

    It has a method for each action, with the action's parameters, which does what the run does in that step. An action
    without one can't be tried.
    number: of the state that the run goes to next; the first state is 1. The driver sets it before each step.
    emulations: what was done to it so far that only resembles the real event. seconds: as for any adapter.
    """

    number: int = 1
    emulations: Sequence[str] = ()
    seconds: float = 86_400

    @abstractmethod
    def observe(self) -> Mapping[str, str]:
        """What is seen now, as far as the model says it too; it may wait for what is about to come."""

    @abstractmethod
    def expect(self, state: Any) -> Mapping[str, str]:
        """What a state of the model says, by the same names."""

    def blame(self, error: Exception) -> None:
        """Say who is to blame for an exception of a step; by default nobody does.

        Raises:
            Refused: the real system did something else.
            Inconclusive: it is not known what the system did.
        """
        del error

    @abstractmethod
    def lines(self) -> list[str]:
        """The last lines of its log that help to find out why."""

    @abstractmethod
    def ending(self) -> tuple[bool, list[str]]:
        """Whether what is seen in the end breaks the promise, and what was seen, a line each."""


class SystemSession(ABC):
    """A version of a real system that runs are tried on, one after another."""

    @abstractmethod
    def drive(self, course: DecodedRun) -> Driven:
        """Bring it into the first state of a run.

        Raises:
            UsageError: the run can't be tried on it.
            Inconclusive: it did not come into that state.
        """

    @abstractmethod
    def close(self) -> None:
        """End what runs, so that the next run starts over."""


class System(ABC):
    """Something real, in versions that can be fetched: all that each one has.

    lacks: of a contract: what is said of a system that does not fulfil it.
    """

    name: str
    lacks: ClassVar[str] = ""

    @classmethod
    def of(cls, system: System) -> Self:
        """The system, which fulfils this contract.

        Raises:
            UsageError: it does not.
        """
        if isinstance(system, cls):
            return system
        raise UsageError(f"{system.name} {cls.lacks}")

    @abstractmethod
    def versions(self) -> list[str]:
        """The versions that are known, the oldest first."""

    @abstractmethod
    def is_here(self, version: str) -> bool:
        """Whether a version was fetched."""

    @abstractmethod
    def fetch(self, version: str) -> Path:
        """Bring a version onto this machine; gives the folder.

        Raises:
            UsageError: there is no such version, or it is not available.
        """

    @abstractmethod
    def run(self, version: str, words: Sequence[str]) -> int:
        """Run a tool that comes with a version, with the words that follow its name; gives the tool's exit status.

        Raises:
            UsageError: the version is not here, or has no such tool.
        """


class Drivable(System):
    """A system that runs of its model can be forced on, step by step.

    played: the rules of its protocols that this program plays in its place, so that they are never refused.
    trials: what is tried on it, a TOML file that `tidemark.checker.evidence.version_matrix` describes.
    """

    lacks = "takes no run of a model: none can be forced on it"
    played: tuple[str, ...] = ()
    trials: Path

    @abstractmethod
    def protocol(self, version: str) -> str | None:
        """The name of the protocol that models a version; None where runs can't be forced on it."""

    def plays_as(self, protocol: Protocol) -> Mapping[str, str]:
        """For rules that this program plays in place of the system: the name of the protocol as whose it plays them."""
        del protocol
        return {}

    @abstractmethod
    def visible(self, state: Any, own: bool) -> Mapping[str, str]:
        """What a state of the model says of all that can be seen of the system, by name.

        own: whether the model is that of the version; of another one's, what does not matter to promises is left out.
        """

    @abstractmethod
    def can_force(self, state: Any, instance: Instance) -> bool:
        """Whether a step that the model allows in a state can be made to come next on the real system."""

    @abstractmethod
    def session(
        self, version: str, settings: Mapping[str, str], keep: Path | None
    ) -> AbstractContextManager[SystemSession]:
        """A version, ready for runs; in the end nothing of it is left.

        settings: properties to set in addition. keep: where its data stay; without it they are removed.

        Raises:
            UsageError: the version is not here, or runs can't be forced on it.
        """


class Playable(System):
    """A system that decides for itself while a schedule, its own or one in a file, is played on it."""

    lacks = "plays no schedules"

    @abstractmethod
    def schedules(self) -> Mapping[str, str]:
        """The title of each schedule by its name: what is tried where the system decides for itself."""

    @abstractmethod
    def title(self, schedule: str) -> str | None:
        """The title of a schedule, of the system's by its name, or in a file; None where the word is something else.

        Raises:
            UsageError: the schedule in the file is not in order.
        """

    def schedules_runs_of(self, machine: Machine) -> bool:
        """Whether runs of a machine become schedules."""
        del machine
        return False

    def schedule_of(self, course: DecodedRun, version: str) -> str:
        """The text of a schedule by which a version takes a run of such a machine.

        Raises:
            UsageError: it takes no such runs.
            NoSchedule: it would not take this one; the message has the step.
        """
        raise UsageError(f"a run of {course.machine.protocol} becomes no schedule of {self.name}:{version}")

    def protocol_of(self, machine: Machine, version: str) -> str | None:
        """The name of the protocol that models a version, set up as for runs of a machine; None where nothing does."""
        del machine, version
        return None

    def done_for(self, instance: Instance) -> str | None:
        """What is done to the system for a step of a run; None if the system takes the step without being asked."""
        return str(instance)

    def facts_of(self, state: Any) -> Mapping[str, str]:
        """What a state of the model says of all that a schedule can ask for, by name."""
        del state
        return {}

    def keeps_pace(self, state: Any, instance: Instance) -> bool:
        """Whether a step that the model allows in a state can come next, if the system takes some steps unasked."""
        del state, instance
        return True

    def rests(self, state: Any) -> bool:
        """Whether the system stays in a state for as long as nothing is done to it: a schedule may end there."""
        del state
        return True

    @abstractmethod
    def play(
        self, schedule: str, version: str, settings: Mapping[str, str], keep: Path | None
    ) -> Iterator[PlayedStep | Confirmation]:
        """Play a schedule, named or in a file, on a version: what is seen after each step, and the verdict last.

        Raises:
            UsageError: there is no such schedule or version.
        """


class Soakable(System):
    """A system that works under random faults, and leaves a record with which its model is compared.

    faults: what may be done to it in a soak.
    """

    lacks = "can't be soaked: it has no faults of its own"
    faults: tuple[str, ...] = ()

    @abstractmethod
    def soak(
        self, version: str, settings: Mapping[str, str], faults: Sequence[str], seed: int, keep: Path | None
    ) -> Iterator[Episode]:
        """Let a version work under random faults, one episode after another, until the caller has enough.

        faults: of `faults`, those that may come; none named: all. In the end nothing is left but what `keep` names.

        Raises:
            UsageError: the version is not here, or does not decide for itself; there is no such fault.
            Inconclusive: it does not come back from its faults.
        """

    @abstractmethod
    def history(self, episode: Episode) -> Any:
        """An episode as `violations` and `logs` take it, checked.

        Raises:
            UsageError: it lacks something, or names something unknown; the message has the line and the field.
        """

    @abstractmethod
    def client_calls(self, episode: Episode, file: str) -> Sequence[ClientCall]:
        """What the clients of an episode called and got, in the order of the begin. file: what the episode is in.

        Raises:
            UsageError: as for `history`.
        """

    @abstractmethod
    def violations(self, history: Any) -> Mapping[str, Sequence[str]]:
        """For each promise that an episode tells of, what breaks it, in words; nothing where it is kept."""

    @abstractmethod
    def logs(self, history: Any, build: Callable[[Mapping[str, Any]], Machine]) -> Iterator[MappedLog]:
        """An episode as a log: first one that allows few unobserved steps, at last one that allows all possible ones.

        build: makes the model's machine, with these bounds.

        Raises:
            UsageError: no bounds of the model hold it.
        """
