"""What every engine takes and gives: limits and progress in; verdicts, counterexamples and coverage out."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import singledispatch
from typing import Any, Literal

from tidemark.base.counts import count_of
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.families.family import assumptions, bounds_to_tell
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

State = tuple[int, ...]
"""An encoded state: its flattened fields in order (`Machine.encode`)."""


@singledispatch
def html(value: object) -> str | None:  # noqa: ARG001
    """A value as HTML for a notebook; None where no view is registered.

    `tidemark.checker.views.notebook` registers how, because a room imports none of those above it.
    """
    return None


@dataclass(frozen=True)
class RunStep:
    """One state of a run and the action instance that led to it (None for an initial state)."""

    instance: Instance | None
    state: State


@dataclass(frozen=True, repr=False)
class Run:
    """A chain of states from an initial one. A counterexample is a run whose last state breaks a promise.

    promise: the one that it breaks; empty where it is no counterexample.
    loop: of an endless run, the number of the state to which it returns for ever: the last state is that state again,
    or is itself the one in which the run stays for ever. None of a run that ends.
    Where an argument of a step is a message of a network, the step has the message itself.
    """

    machine: Machine
    promise: str
    steps: list[RunStep]
    loop: int | None = None

    def __post_init__(self) -> None:
        if self.machine.has_networks:
            object.__setattr__(self, "steps", list(self._with_messages()))

    def _with_messages(self) -> Iterator[RunStep]:
        yield from self.steps[:1]
        for before, step in itertools.pairwise(self.steps):
            try:
                state = self.machine.decode(before.state)
                instance = self.machine.with_messages(state, step.instance) if step.instance else None
                yield RunStep(instance, step.state)
            except Disabled:  # a run of a file may be impossible; a replay says so
                yield step

    @property
    def length(self) -> int:
        """The number of states."""
        return len(self.steps)

    @property
    def beginning(self) -> str:
        """What the first state is called: the initial state, and which where there are several."""
        text = self.machine.initial_states.text(self.steps[0].state)
        return f"the initial state, with {text}" if text else "the initial state"

    @property
    def is_still(self) -> bool:
        """Whether it stays in its last state for ever."""
        return self.loop == len(self.steps)

    @property
    def positions(self) -> int:
        """The number of states, the last one not counted again where the run returns by it."""
        return len(self.steps) - (self.loop is not None and not self.is_still)

    def __repr__(self) -> str:
        breaks = f"breaks {self.promise} after " if self.promise else ""
        return f"<Run of {self.machine.name}: {breaks}{count_of(self.length, 'state')}>"

    def _repr_html_(self) -> str | None:
        return html(self)


Minimality = Literal["shortest", "shrunk", "not minimized"]
"""How short a counterexample is: no run is shorter; or no change makes it shorter; or not all changes were tried."""


@dataclass
class Verdict:
    """What is known about a promise. `run` is the counterexample of a violated one, None until it is read back.

    vacuous: whether the condition of its `implies` never arose, so that it says nothing.
    note: what else is known of a violation, in a sentence.
    within: the names of the constraints within which the states were searched.

    >>> Verdict("violated", length=3).length
    3
    """

    verdict: Literal["holds", "violated", "unknown"] = "unknown"
    length: int | None = None
    run: Run | None = None
    minimality: Minimality = "shortest"
    vacuous: bool = False
    note: str = ""
    within: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The verdict as `--json` has it; for a violated promise also how short its run is."""
        shown = self.text if self.verdict == "holds" else self.verdict
        data: dict[str, Any] = {"verdict": shown, "length": self.length}
        loop = self.run.loop if self.run else None
        endless = {} if loop is None else {"loop": loop}
        return {**data, "minimality": self.minimality, **endless} if self.length is not None else data

    @property
    def text(self) -> str:
        """In words: `violated after 3 states`, `holds`, `holds within few-records`, `unknown`."""
        if self.verdict == "holds" and self.within:
            return f"holds within {' and '.join(self.within)}"
        if self.verdict != "violated" or self.length is None:
            return self.verdict
        return f"violated after {count_of(self.length, 'state')}"


@dataclass
class ActionCounts:
    """How often an action was enabled in a state, and how often it led to another state: with symmetry, to one that no
    renaming of ids makes from it.
    """

    enabled: int = 0
    changing: int = 0

    @property
    def stutters(self) -> bool:
        """Whether it was enabled, and never led to another state."""
        return self.enabled > 0 and not self.changing


@dataclass(frozen=True)
class RunsEnding:
    """Where runs end up: components of the graph of states that no step leaves, in which the same actions happen.

    actions: their names; none where nothing goes on at all. states: how many states are in these components.
    runs: to the nearest of these states, and to a few more, the nearest first.
    """

    actions: frozenset[str]
    states: int
    runs: tuple[Run, ...]


@dataclass
class SpotChecks:
    """What of an engine's form was compared with the machine's own functions after a search.

    actions: pairs of a state and an action instance. promises: pairs of a state and a promise.
    unexercised: for each action that was enabled in none of the states, and each promise whose condition arose in
    none, its name.
    """

    actions: int = 0
    promises: int = 0
    unexercised: list[str] = field(default_factory=list)
    _exercised: set[str] = field(default_factory=set, repr=False)

    @property
    def count(self) -> int:
        """How many were made."""
        return self.actions + self.promises

    def note_action(self, name: str, is_enabled: bool) -> None:
        """Note that an action was compared in a state."""
        self.actions += 1
        if is_enabled:
            self._exercised.add(name)

    def note_promise(self, name: str, is_met: bool) -> None:
        """Note that a promise was compared in a state."""
        self.promises += 1
        if is_met:
            self._exercised.add(name)

    def note_rest(self, machine: Machine) -> None:
        """Note what was not exercised."""
        names = [declared.name for declared in (*machine.actions, *machine.promises)]
        self.unexercised = [name for name in names if name not in self._exercised]

    def as_json(self) -> dict[str, Any]:
        """Them as `--json` has them."""
        return {"actions": self.actions, "promises": self.promises, "unexercised": self.unexercised}


@dataclass(frozen=True)
class Limits:
    """When a search stops early. `max_memory` is in bytes of resident memory of the whole process."""

    max_states: int | None = None
    max_memory: int | None = None
    keep_going: bool = False
    seconds: float | None = None

    def remaining_seconds(self, clock: Clock) -> float | None:
        """The remaining seconds; None if there is no such limit."""
        return None if self.seconds is None else self.seconds - clock.seconds


@dataclass(frozen=True)
class Progress:
    """How far a search is. left: about how many states are still to be found; None while that is not known."""

    depth: int
    distinct_states: int
    frontier: int
    seconds: float
    memory: int
    left: int | None = None


Report = Callable[[Progress], None]
"""A function that gets the progress, at most a few times a second. May raise KeyboardInterrupt to end the search."""


@dataclass(repr=False)
class Result:
    """What an engine found. Incomplete results count what was searched until a limit was reached.

    symmetry: whether states that are alike but for names of ids count as one.
    complete: whether no limit ended the search: the space was exhausted, or every promise was decided.
    stopped: why an incomplete search ended.
    endings: where its runs end up; None where that was not asked: a limit, symmetry, or too many states.
    ends_at: the bounds at which it ends, found by `tidemark.checker.analyses.possibility`.
    doubts: what else a reader should doubt where everything was searched, found by analyses.
    spot_checks: what of the engine's form was compared with the machine's functions; None where nothing was.
    phases: seconds of lifting, compiling and searching, where an engine has such phases.
    """

    machine: Machine
    engine: str
    symmetry: bool = False
    complete: bool = False
    exhausted: bool = False
    distinct_states: int = 0
    generated_states: int = 0
    depth: int = 0
    seconds: float = 0.0
    promises: dict[str, Verdict] = field(default_factory=dict)
    actions: dict[str, ActionCounts] = field(default_factory=dict)
    stopped: str | None = None
    interrupted: bool = False
    endings: list[RunsEnding] | None = None
    ends_at: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    spot_checks: SpotChecks | None = None
    phases: dict[str, float] = field(default_factory=dict)

    @classmethod
    def start(cls, machine: Machine, engine: str, symmetry: bool = False) -> Result:
        """A result that knows nothing yet."""
        promises = {promise.name: Verdict() for promise in machine.promises}
        actions = {action.name: ActionCounts() for action in machine.actions}
        return cls(machine, engine, symmetry, promises=promises, actions=actions)

    def __repr__(self) -> str:
        bounds = "".join(f" {name}={value}" for name, value in bounds_to_tell(self.machine).items())
        states = f"{count_of(self.distinct_states, 'distinct state')}, " if self.distinct_states else ""
        ended = "" if self.complete else f", incomplete: {self.stopped}"
        lines = [f"<Result of {self.machine.name}{bounds}: {states}{self.engine}{ended}"]
        return "\n".join([*lines, *(f"  {name}: {v.text}" for name, v in self.promises.items())]) + ">"

    def _repr_html_(self) -> str | None:
        return html(self)

    def violate(self, promise: str, run: Run, minimality: Minimality = "shortest") -> None:
        """Note the counterexample of a promise."""
        verdict = self.promises[promise]
        verdict.verdict, verdict.length = "violated", run.length
        verdict.run, verdict.minimality = run, minimality

    @property
    def undecided(self) -> list[str]:
        """The promises without a verdict yet."""
        return [name for name, verdict in self.promises.items() if verdict.verdict == "unknown"]

    @property
    def watched(self) -> int:
        """The bit mask of the promises without a verdict yet, in the machine's order."""
        names = self.undecided
        return sum(1 << bit for bit, promise in enumerate(self.machine.promises) if promise.name in names)

    def is_decided(self, limits: Limits) -> bool:
        """Whether a search has nothing left to find: every promise has its verdict, and it need not keep going."""
        return bool(self.machine.promises) and not limits.keep_going and not self.undecided

    def note_conditions(self, met: int) -> None:
        """Note which promises are vacuous: `met` is the bit mask of those whose condition arose."""
        for bit, promise in enumerate(self.machine.promises):
            self.promises[promise.name].vacuous = not met >> bit & 1

    def note_constraints(self) -> None:
        """Say of each verdict within what it is; a run to a violation is one of the machine without constraints."""
        names = tuple(constraint.name for constraint in self.machine.constraints)
        for verdict in self.promises.values():
            verdict.within = names
            if verdict.run:
                whole = replace(verdict.run.machine, constraints=())
                verdict.run = replace(verdict.run, machine=whole)

    def interrupt(self) -> None:
        """Ctrl-C ended the search; what is known is kept."""
        self.interrupted, self.stopped, self.complete = True, "interrupted", False

    def require_no_interrupt(self) -> None:
        """Raise an error if the search was interrupted: for code that needs a whole search.

        Raises:
            KeyboardInterrupt: the search was interrupted.
        """
        if self.interrupted:
            raise KeyboardInterrupt

    def finish_when_all_have_verdicts(self) -> None:
        """Finish if every promise has its verdict: random runs are then complete, whatever stopped them."""
        if not self.undecided:
            self.finish(exhausted=False)
            self.stopped = None

    def finish(self, exhausted: bool) -> None:
        """Note that no limit ended the search. If the space is exhausted, what was not violated holds."""
        self.complete, self.exhausted = True, exhausted
        if exhausted:
            for name in self.undecided:
                self.promises[name].verdict = "holds"

    def warnings(self) -> list[str]:
        """What a reader should doubt: actions that never did anything, and promises that say nothing."""
        if not self.exhausted:
            return []
        unused = [name for name, counts in self.actions.items() if not counts.enabled]
        # With symmetry, the change may be one of ids alone.
        idle = [name for name, counts in self.actions.items() if counts.stutters and not self.symmetry]
        empty = [name for name, v in self.promises.items() if v.verdict == "holds" and v.vacuous]
        return [
            *(f"the action {name} was never enabled" for name in unused),
            *(f"the action {name} was enabled, and never led to another state" for name in idle),
            *(f"the promise {name} holds only because its condition never arose" for name in empty),
            *self.doubts,
        ]

    @property
    def exit_status(self) -> int:
        """0 all promises hold, 1 one is violated, 3 incomplete, 130 interrupted."""
        if self.interrupted:
            return 130
        if any(v.verdict == "violated" for v in self.promises.values()):
            return 1
        return 0 if not self.undecided and self.complete else 3

    def _says(self, promise: str) -> dict[str, str]:
        """What a promise about runs says, with what it is given."""
        about_runs = self.machine.is_about_runs(promise)
        return {"says": self.machine.promise(promise).summary} if about_runs else {}

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints, without the paths of the counterexamples."""
        return {
            "protocol": self.machine.name,
            "bounds": self.machine.bounds,
            "engine": self.engine,
            "complete": self.complete,
            "distinct_states": self.distinct_states,
            "generated_states": self.generated_states,
            "depth": self.depth,
            "seconds": round(self.seconds, 3),
            "promises": {name: v.as_json() | self._says(name) for name, v in self.promises.items()},
            "actions": {name: asdict(counts) for name, counts in self.actions.items()},
            "assumptions": assumptions(self.machine),
            "ends_at": self.ends_at,
            "warnings": self.warnings(),
            "spot_checks": self.spot_checks.as_json() if self.spot_checks else None,
            "stopped": self.stopped,
            "within": [constraint.name for constraint in self.machine.constraints],
        }


class Clock:
    """Seconds since a search began, and whether it is time to report again.

    now: what tells the time; `time.thread_time` has what this thread has computed, however busy the machine is.
    """

    def __init__(self, every: float = 0.2, now: Callable[[], float] = time.perf_counter) -> None:
        self._now, self._start = now, now()
        self._every, self._next = every, every

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return self._now() - self._start

    def is_past(self, seconds: float | None) -> bool:
        """Whether that many seconds have passed; None never passes."""
        return seconds is not None and self.seconds > seconds

    def leave_out(self, seconds: float) -> None:
        """Leave `seconds` of those that have passed uncounted."""
        self._start += seconds

    def due(self) -> bool:
        """Whether a report is due; the next one is then put off."""
        now = self.seconds
        if now < self._next:
            return False
        self._next = now + self._every
        return True
