"""One machine being explored: the states on the paths that were taken, what is seen there, and what is saved."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tidemark.base.errors import UsageError
from tidemark.checker.analyses.events import Elsewhere
from tidemark.checker.explorer import conditions, saving
from tidemark.checker.explorer.counterpart import Counterpart
from tidemark.checker.explorer.log_run import LoggedRun
from tidemark.checker.explorer.questions import Order, Questions
from tidemark.checker.explorer.space import Fate, StateSpace, all_states
from tidemark.checker.explorer.state_description import StateDescriber
from tidemark.checker.runs import trace_names
from tidemark.checker.runs.results import Run, RunStep, State
from tidemark.checker.telling.explanation import sentence_between
from tidemark.checker.views.markdown import bounds
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import naming_ids
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.machines.machine import Machine
from tidemark.spec.types.differences import changes

if TYPE_CHECKING:
    from tidemark.checker.explorer.grouping import GroupingChoice

Path = tuple[int, ...]
"""The numbers of the instances that were taken, one after another, from the initial state. Where there are several, the
first number may be that of another one (`BEGIN`), and no instance."""

BEGIN = 100_000
"""The number of the first initial state: an instance has a smaller one."""
MOST_BEGINNINGS = 300
"""Initial states among which the page lets a person choose."""

PAUSE = 0.2
"""Seconds for which the search in the background rests after an answer."""


class _SessionEnd(Exception):
    """The session is over, and the states are no longer needed."""


class ExplorerSession:
    """A machine being explored. Several threads may ask; one at a time is answered.

    limit: the most states of a space whose fates are worked out in the background; 0 for none. against: another
    protocol, which takes the same steps beside it. log: one beside the run that explains it.
    """

    def __init__(
        self,
        machine: Machine,
        limit: int = 0,
        against: Elsewhere | None = None,
        log: LoggedRun | None = None,
    ) -> None:
        self.describer = StateDescriber(machine, log.names if log else None)
        self.machine, self._limit, self._log = machine, limit, log
        self._counterpart = Counterpart(self.describer, against) if against else None
        self._initial_states = machine.initial_states
        self._steps: dict[Path, RunStep] = {(): RunStep(None, self._initial_states.first)}
        self._lock, self._is_over = threading.Lock(), False
        self._last_answer = 0.0
        self.space: StateSpace | None = None
        self._fates: dict[str, Fate] = {}
        self.questions = Questions(machine)

    def start(self) -> None:
        """Begin to work out the fates, in the background."""
        self.describer.prepare()
        if self._limit and self.machine.promises:
            threading.Thread(target=self._search, daemon=True).start()

    def end(self) -> None:
        """End what goes on in the background."""
        self._is_over = True
        self.questions.stop()

    def _search(self) -> None:
        describer = StateDescriber(self.machine)  # its own, so that the states of the page stay known
        with suppress(_SessionEnd, ModelError):  # a broken model is told where it is met
            space = all_states(describer, self._limit, self._wait)
            if space.complete:
                self._fates = {promise.name: space.fate_of(promise.name) for promise in self.machine.promises}
            self.space = space

    def _wait(self) -> None:
        """Let the person who looks at the page go first, also with a step that follows at once."""
        while (rest := self._last_answer + PAUSE - time.monotonic()) > 0 or self._lock.locked():
            time.sleep(max(rest, PAUSE / 10))
        if self._is_over:
            raise _SessionEnd

    def about(self) -> dict[str, Any]:
        """What the page says of the machine."""
        return {
            "name": self.machine.name,
            "bounds": bounds(self.machine),
            "noun": self.describer.telling.noun,
            "legend": list(self.describer.telling.legend),
            "saved": saving.kinds(self.machine),
            "fields": [leaf.path for leaf in self.machine.leaves if 0 < leaf.bits < 16],
            "example": conditions.example(self.machine),
            "symmetric": self.machine.symmetric_kinds(),
            "against": self._counterpart.name if self._counterpart else "",
            "log": self._about_log(self._log) if self._log else None,
        }

    def _about_log(self, log: LoggedRun) -> dict[str, Any]:
        path = self.path_of_run(log.run.steps)
        more = len(path) + 1 - log.run.length
        lines = [{**line, "steps": [number + more for number in line["steps"]]} for line in log.lines]
        return {"path": path, "lines": lines, "verdict": log.verdict}

    def at(self, path: Path) -> dict[str, Any]:
        """What there is to see at the end of a path, and the steps to it.

        Raises:
            UsageError: there is no such path.
            ModelError: an action writes outside a field's domain there.
        """
        with self._lock, naming_ids(self.describer.names):
            steps = self._steps_to(path)
            trail = self._trail(steps)
            description = {
                **self.describe(steps[-1].state, at_first=not path),
                "trail": trail,
                "outlook": self._fate(steps[-1].state),
                "search": self._search_state(),
            }
            if self._counterpart:
                description["beside"] = self._counterpart.at(path, steps)
            self._last_answer = time.monotonic()
            return description

    def _trail(self, steps: Sequence[RunStep]) -> list[dict[str, Any]]:
        """The steps of a path, by name and as sentences."""
        states, trail = [self.machine.decode(step.state) for step in steps], list[dict[str, Any]]()
        for step, (before, after) in zip(steps[1:], pairwise(states), strict=True):
            name = self._name(step)
            told = step.instance and sentence_between(self.machine, before, step.instance, after)
            trail.append({"name": name, "sentence": told or f"{name}.", "outlook": self._fate(step.state)})
        return trail

    def _name(self, step: RunStep) -> str:
        return str(step.instance or self._initial_states.call(step.state))

    def describe(self, state: State, at_first: bool) -> dict[str, Any]:
        """All that is seen in a state. at_first: whether one may begin in another initial state instead."""
        description = self.describer.state(state)
        if not at_first or len(self._initial_states) == 1:
            return description
        before, broken = self.machine.decode(state), self.describer.broken(state)
        choices = [
            {
                "n": BEGIN + number,
                "name": (name := self._initial_states.call(other)),
                "sentence": f"{name}.",
                "changes": [
                    c.sentence for c in changes(self.machine.type, before, self.machine.decode(other))
                ],
                "breaks": sorted(self.describer.broken(other) - broken),
                "mends": sorted(broken - self.describer.broken(other)),
                "arrows": [],
            }
            for number, other in enumerate(self._initial_states.states[:MOST_BEGINNINGS])
        ]
        return {**description, "enabled": [*description["enabled"], *choices]}

    def _search_state(self) -> str:
        if self.questions.is_measured:
            return "complete"
        if self.space is None:
            return "under way" if self._limit and self.machine.promises else "off"
        return "complete" if self.space.complete else "too large"

    def _fate(self, state: State) -> dict[str, Any]:
        if self.questions.is_measured:
            return self.questions.fate_of(state)
        if not self._fates or self.space is None:
            return {}
        number = self.space.numbers[state]
        return {name: [fate.distance[number], fate.doomed[number]] for name, fate in self._fates.items()}

    def _steps_to(self, path: Path) -> list[RunStep]:
        """The steps of a path, the initial state before them; the one that is chosen instead of it is a step too."""
        if path and path[0] >= BEGIN and path[:1] not in self._steps:
            if path[0] - BEGIN >= len(self._initial_states):
                raise UsageError(f"there are {len(self._initial_states):,} initial states, and no {path[0]}")
            self._steps[path[:1]] = RunStep(None, self._initial_states.states[path[0] - BEGIN])
        for length in range(1, len(path) + 1):
            taken, number = path[:length], path[length - 1]
            if taken not in self._steps:
                enabled = self.describer.enabled(self._steps[taken[:-1]].state)
                step = next((RunStep(instance, after) for n, instance, after in enabled if n == number), None)
                if step is None:
                    raise UsageError(
                        f"the path has no step {length + 1}: action {number} is not enabled there"
                    )
                self._steps[taken] = step
        return [self._steps[path[:length]] for length in range(len(path) + 1)]

    def path_of_run(self, steps: Sequence[RunStep]) -> Path:
        """The path that a run takes from its initial state.

        Raises:
            UsageError: a step of it is not possible.
        """
        first = self._initial_states.states.index(steps[0].state)
        return (*([BEGIN + first] if first else []), *self.path_of(steps))

    def path_of(self, steps: Sequence[RunStep]) -> Path:
        """The path that a part of a run takes, from the first of its states on.

        Raises:
            UsageError: a step of it is not possible.
        """
        path: Path = ()
        for before, step in pairwise(steps):
            enabled, expected = self.describer.enabled(before.state), (step.state, str(step.instance))
            same = next((n for n, instance, after in enabled if (after, str(instance)) == expected), None)
            if same is None:
                raise UsageError(f"step {len(path) + 2}: {step.instance} is not enabled")
            path = (*path, same)
        return path

    def nearest(self, path: Path, sought: Expr) -> dict[str, Any]:
        """The path to the nearest state from the end of a path on where a condition holds; None without one.

        Raises:
            UsageError: there is no such path; or as for `Questions.nearest`.
        """
        return self._going_on(path, *self.questions.nearest(self._begin(path), sought))

    def run(self, path: Path, order: Order) -> dict[str, Any]:
        """The path of the shortest run from the end of a path on, on which things come in an order; None without one.

        Raises:
            UsageError: there is no such path; or as for `Questions.run`.
        """
        return self._going_on(path, *self.questions.run(self._begin(path), order))

    def inside(self, choice: GroupingChoice, key: Sequence[int]) -> dict[str, Any]:
        """The paths to the nearest state of a group, and into it and out of it again; and some of its states.

        Raises:
            UsageError: as for `Questions.inside`.
        """
        steps, out, members = self.questions.inside(choice, key)
        with self._lock:
            path = self.path_of_run(steps)
            return {**members, "path": path, "out": None if out is None else self.path_of_run(out)}

    def way_to(self, number: int) -> dict[str, Any]:
        """The path to the state of a number.

        Raises:
            UsageError: as for `Questions.way_to`.
        """
        steps = self.questions.way_to(number)
        with self._lock:
            return {"path": self.path_of_run(steps)}

    def _begin(self, path: Path) -> State | None:
        """The state from which a question is asked; None for all initial states."""
        with self._lock:
            return self._steps_to(path)[-1].state if path else None

    def _going_on(self, path: Path, steps: list[RunStep] | None, totals: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            if steps is None:
                return {**totals, "path": None}
            return {**totals, "path": [*path, *(self.path_of if path else self.path_of_run)(steps)]}

    def save(self, path: Path, kind: str) -> tuple[str, str]:
        """A path in a file: its text, and the file's name. The run breaks the first promise that its last state does.

        Raises:
            UsageError: there is no such path, or no such kind.
        """
        with self._lock:
            steps = self._steps_to(path)[int(bool(path) and path[0] >= BEGIN) :]
            broken = self.describer.broken(steps[-1].state)
            promise = next((p.name for p in self.machine.promises if p.name in broken), "")
            run = Run(self.machine, promise, steps)
            name = f"{trace_names.file_word(self.machine.name)}-{len(steps)}{saving.ENDS.get(kind, '')}"
            if kind == "test":
                name = f"test_{re.sub(r'[^0-9A-Za-z]+', '_', name.removesuffix('.py'))}.py"
            return saving.render_file(run, kind, name, self._steps, path), name
