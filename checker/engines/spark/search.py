"""Breadth-first search on Spark: one job a level, its states in the work directory, only counts in the driver.

A level is cut into ranges of keys, and each task has one of them, or several. Every job has two stages: expanding the
states of a task, and taking in what belongs to one (`tidemark.checker.engines.spark.level`), with Spark's shuffle
between them. Levels too small to be worth a job are made in this process, by the same two functions.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tidemark.base.errors import UsageError
from tidemark.checker.engines.bookkeeping import find_reached_limit, report_progress
from tidemark.checker.engines.defaults import HANDOVER
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.reference import raise_out_of_range, steps_through
from tidemark.checker.engines.spark import jobs, level, s3, session, spots
from tidemark.checker.engines.spark.executors import require_executors
from tidemark.checker.engines.spark.level import NO_INSTANCE, KernelMeasures, LevelPlan, TaskResult
from tidemark.checker.engines.spark.rows import RowForm, pack_run
from tidemark.checker.engines.spark.workdir import Level, Share, Workdir, run_file
from tidemark.checker.engines.spot_checks import BRIEF, Extent
from tidemark.checker.engines.store import StorageError
from tidemark.checker.engines.workdir import require_workdir
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run, RunStep
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symmetry import encode_first_states

FULL_RANGE = 1 << 20
"""States of a frontier in a range of keys, at most: more of them make more ranges."""
MOST_TASKS, MOST_RANGES = 1 << 11, 8
"""Tasks that have one range each, at most: more ranges are up to eight a task, and then more tasks."""
HERE = 1 << 22
"""States among which a predecessor is looked for in this process."""
SMALL_TASK = 1 << 10
"""States of a frontier that are worth a task of their own, as long as there are idle cores."""


@dataclass(frozen=True)
class SparkSettings:
    """Where a search on Spark runs, what it keeps, and what is done with it once it has ended.

    master: the Spark master.
    workdir: where the levels are kept, a path or a prefix of an object store (`s3://bucket/prefix`); without one they
    are gone at the end. resume: whether a search that was killed goes on there after its last finished level.
    handover: frontiers that are smaller are expanded in this process, and after the first that is not, those smaller
    than a quarter of it.
    settled: promises for which no state that breaks them is looked for.
    then: is called with the search once it has ended, while its directory and its session are there.
    extent: of the spot checks.
    """

    master: str = "local[*]"
    workdir: str | Path | None = None
    resume: bool = False
    handover: int = HANDOVER
    settled: Collection[str] = ()
    then: Callable[[SparkExploration], None] | None = None
    extent: Extent = BRIEF


def search(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    symmetry: bool = False,
    **settings: Any,
) -> Result:
    """Explore every reachable state, exactly, on the executors of a Spark master. settings: those of `SparkSettings`.

    Raises:
        UsageError: Java, the executors or the work directory can't be used.
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
        Disagreement: the compiled functions differ from the machine's own.
    """
    on = SparkSettings(**settings)
    require_workdir(on.workdir, on.resume)
    session.require_spark()
    with s3.place(on.workdir) as store, (directory := Workdir(store)).hold_lock(on.resume):
        kernel = Kernel(machine, symmetry)
        levels = directory.taken_up(machine, symmetry, kernel, on.resume)
        levels_before = len(levels)
        with ExitStack() as stack:
            start = functools.cache(
                lambda: stack.enter_context(session.open_session(on.master, store.scratch))
            )
            exploration = SparkExploration(
                machine,
                limits or Limits(),
                symmetry,
                kernel,
                directory,
                levels,
                start,
                on.master,
                on.handover,
            )
            for name in on.settled:
                exploration.result.promises[name].verdict = "holds"
            result = exploration.run(report)
            if len(levels) > levels_before:  # else the search had ended, and its states need not be fetched
                spots.note(result, kernel, directory, levels, on.extent, symmetry)
            if on.then is not None:
                on.then(exploration)
            return result


def tasks_for(parts: int, cores: int) -> int:
    """How many tasks make a level of *n* ranges."""
    return min(parts, max(MOST_TASKS, parts // MOST_RANGES, 1 << (cores - 1).bit_length()))


@dataclass
class SparkExploration:
    """One search, and what it has found. start: starts the session, or gives the one that it has started.

    handover: the frontier from which Spark takes over.
    """

    machine: Machine
    limits: Limits
    symmetry: bool
    kernel: Kernel
    workdir: Workdir
    levels: list[Level]
    start: Callable[[], Any]
    master: str
    handover: int

    def __post_init__(self) -> None:
        self.measures = KernelMeasures.of(self.kernel)
        self.result = Result.start(self.machine, "spark", self.symmetry)
        self.result.phases.update(self.kernel.phases)
        self.clock = Clock()
        self._startup, self._has_executors = 0.0, False
        self._stale: list[str] = []

    def run(self, report: Report | None) -> Result:
        """Search until the space is exhausted, the promises are decided, or a limit is reached."""
        try:
            for finished in self.levels:
                self._verdicts(finished)
            if not self.levels:
                self._close(self._first_level())
            while self.levels[-1].states and not self._is_over():
                self._close(self._next_level())
                last = self.levels[-1]
                report_progress(report, self.clock, last.depth, self._states(), last.states)
            self.workdir.remove(self._stale)
        except KeyboardInterrupt:
            self.result.interrupt()
        except TimeoutError:
            self.result.stopped = find_reached_limit(self.limits, self.clock)
        except StorageError as error:
            if not self.levels:
                raise
            self.result.stopped = str(error)
        return self._finish()

    def _is_over(self) -> bool:
        if self.result.is_decided(self.limits):
            return True
        self.result.stopped = find_reached_limit(self.limits, self.clock, self._states())
        return self.result.stopped is not None

    def _states(self) -> int:
        return sum(finished.states for finished in self.levels)

    def plan(self, depth: int, parts: int, tasks: int) -> LevelPlan:
        """What the tasks need to know that expand a level."""
        states = self.levels[-1].states if self.levels else 0
        return LevelPlan(self.workdir.store, self.measures, depth, states, parts, tasks, self.result.watched)

    def _first_level(self) -> Level:
        """The initial states: they have no parents."""
        plan, form = self.plan(0, 1, 1), RowForm(self.measures.bits)
        first_states = encode_first_states(self.machine, self.symmetry)
        states = np.array([self.kernel.layout.pack(state) for state in first_states], np.uint64)
        rows = form.rows(states, NO_INSTANCE)
        rows = np.ascontiguousarray(rows[np.lexsort(rows.T[::-1])])
        block = pack_run(form, [rows], len(rows), 0, 2**64, (NO_INSTANCE, NO_INSTANCE))
        return self._total(plan, [level.take_in(plan, 0, [(len(rows), block.tobytes())])])

    def _next_level(self) -> Level:
        before, clock, startup = self.levels[-1], Clock(), self._startup
        is_local = before.states < (self.handover // 4 if self.is_on_spark else self.handover)
        plan = self.plan(before.depth, *((1, 1) if is_local else self._division(before)))
        shares = before.shares(plan.tasks, self._stale)
        if is_local:
            blocks = [(count, block) for _, count, block in level.expand(plan, shares[0])]
            results = [level.take_in(plan, 0, blocks)]
        else:
            results = self._on_spark(plan, shares)
        after = self._total(plan, results)
        after.seconds = clock.seconds - (self._startup - startup)
        after.on_spark, after.parts = not is_local, max(before.parts, plan.parts)
        return after

    @property
    def is_on_spark(self) -> bool:
        """Whether a level was large enough to be made by Spark."""
        return any(finished.on_spark for finished in self.levels)

    def _on_spark(self, plan: LevelPlan, shares: list[Share]) -> list[TaskResult]:
        def send(share: Share) -> Iterator[level.Block]:
            return level.expand(plan, share)

        def receive(task: int, blocks: Iterator[tuple[int, bytes]]) -> str:
            return level.take_in(plan, task, blocks).text()

        return [TaskResult.parse(encoded) for encoded in self.exchange(shares, send, receive)]

    def run_tasks(self, items: Sequence[Any], work: Callable[[Any], Iterator[str]]) -> list[str]:
        """What the tasks of a job give (`jobs.run`), within the time that is left."""
        with self._job() as spark:
            return jobs.run(spark, items, work)

    @contextmanager
    def _job(self) -> Iterator[Any]:
        """The session, for a job that has a name, and may take the time that is left."""
        spark = self.spark()
        name = f"{self.machine.name}, after level {len(self.levels)}"
        with (
            jobs.limit_time(spark, self.limits.remaining_seconds(self.clock)),
            jobs.describe(spark, "search", name),
        ):
            yield spark

    def exchange(
        self,
        items: Sequence[Any],
        send: Callable[[Any], Iterator[level.Block]],
        receive: Callable[[int, Iterator[tuple[int, bytes]]], str],
    ) -> list[str]:
        """What tasks make of blocks that they send each other (`jobs.exchange`), within the time that is left."""
        with self._job() as spark:
            return jobs.exchange(spark, items, send, receive)

    def spark(self) -> Any:
        """The session, which is started when it is first needed. To wait for executors takes of the time that is left.

        Raises:
            TimeoutError: no executor came in time.
        """
        clock = Clock()
        spark = self.start()
        waited = clock.seconds
        self._startup += waited
        self.clock.leave_out(waited)
        if not self._has_executors:
            require_executors(spark, self.master, self.limits.remaining_seconds(self.clock))
            self._has_executors = True
        return spark

    def _division(self, before: Level) -> tuple[int, int]:
        """How many ranges, and how many tasks: powers of two that never fall."""
        parts = before.parts
        cores = jobs.cores(self.spark())
        while parts * FULL_RANGE < before.states or (parts < cores and parts * SMALL_TASK < before.states):
            parts *= 2
        return parts, tasks_for(parts, cores)

    def _total(self, plan: LevelPlan, results: list[TaskResult]) -> Level:
        for result in results:
            result.raise_problem()
        if errors := [result.error for result in results if result.error is not None]:
            self._raise_out_of_range(tuple(min(errors)[1]))
        after = Level(plan.depth + 1, plan.parts)
        for result in results:
            after.add(result)
        return after

    def _raise_out_of_range(self, state: tuple[int, ...]) -> None:
        raise_out_of_range(Run(self.machine, "", self._steps(self._states_to(state, self.levels[-1]))))

    def _close(self, after: Level) -> None:
        """Note a level as finished, and its verdicts."""
        before = self.levels[-1] if self.levels else None
        self._stale = self.workdir.finish(after, before)
        if before is not None:
            before.runs = []  # there may be a hundred thousand, at every level
        self.levels.append(after)
        self._verdicts(after)

    def _verdicts(self, finished: Level) -> None:
        for bit, promise in enumerate(self.machine.promises):
            words = finished.broken.get(str(bit))
            if words and self.result.promises[promise.name].verdict == "unknown":
                steps = self._steps_to(bit, tuple(words), finished)
                self.result.violate(promise.name, Run(self.machine, promise.name, steps))

    def _steps_to(self, bit: int, state: tuple[int, ...], last_level: Level) -> list[RunStep]:
        """The shortest run to a state that breaks a promise, from the work directory if it is known already."""
        states = self.workdir.kept_run(bit)
        if states is None:
            states = self._states_to(state, last_level)
            self.workdir.keep_run(bit, states)
            return self._steps(states)
        try:
            if len(states) == last_level.depth and states[-1] == state:
                return self._steps(states)
        except (ValueError, IndexError, Disagreement):
            pass
        raise UsageError(
            f"{self.workdir.store.path(run_file(bit))} is damaged: remove it, and go on with --resume"
        )

    def _steps(self, states: list[tuple[int, ...]]) -> list[RunStep]:
        unpacked = [self.kernel.layout.unpack(words) for words in states]
        return steps_through(self.machine, unpacked, self.symmetry)

    def _states_to(self, state: tuple[int, ...], last_level: Level) -> list[tuple[int, ...]]:
        """The words of the states of the shortest run to a state of a level: before each the least that leads to it."""
        states = [state]
        for depth in range(last_level.depth - 1, 0, -1):
            states.insert(0, self._least_before(states[0], depth))
        return states

    def _least_before(self, state: tuple[int, ...], depth: int) -> tuple[int, ...]:
        """The least state of a level that leads to a state."""
        last, kept = self.levels[-1], tuple(self.kernel.unchanged_bits)
        is_local = self._states() < HERE or not self.is_on_spark
        plan = self.plan(last.depth, last.parts, 1 if is_local else last.parts)
        shares = last.shares(plan.tasks)

        def report_part(share: Share) -> Iterator[str]:
            yield json.dumps(level.least_before(plan, share, depth, state, kept))

        if is_local:
            least_of_parts = [level.least_before(plan, shares[0], depth, state, kept)]
        else:
            least_of_parts = [json.loads(encoded) for encoded in self.run_tasks(shares, report_part)]
        if not any(least_of_parts):
            raise UsageError(f"{self.workdir.store} has no state before {state}: its files are damaged")
        return tuple(min(words for words in least_of_parts if words))

    def _finish(self) -> Result:
        result = self.result
        result.generated_states = len(self.machine.initial_states)
        met = 0
        for finished in self.levels:
            result.distinct_states += finished.states
            result.generated_states += finished.generated
            result.depth += finished.states > 0
            met |= finished.met
            for k, count in finished.enabled.items():
                result.actions[self.kernel.instances[int(k)].action.name].enabled += count
            for k, count in finished.changing.items():
                result.actions[self.kernel.instances[int(k)].action.name].changing += count
        result.note_conditions(met)
        if not result.stopped:
            result.finish(exhausted=not self.levels[-1].states)
        result.seconds = self.clock.seconds
        result.phases |= {"starting Spark": self._startup, "searching": result.seconds}
        return result
