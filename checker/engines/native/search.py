"""Breadth-first search by the compiled functions of a machine, on all cores.

The states of a level are kept whole, one level behind the other, and once more in a compact set (`seen`), which is all
that is asked while the search goes on. Each thread takes a few states of the frontier, makes their successors, inserts
these into the set, and appends the new ones to the next level (`explore` of runtime.c). Threads wait for one another
where a level ends, and where the set has to grow.

So the order of the states within a level depends on the threads, and nothing else does. Parents are not stored: a
counterexample is read back by expanding one level after the other again, from its end, and goes through the least state
of each level that leads on.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from ctypes import c_uint8
from itertools import pairwise
from typing import TYPE_CHECKING

from tidemark.base import signals
from tidemark.base.errors import UsageError
from tidemark.checker.engines.bookkeeping import (
    BEND,
    find_reached_limit,
    report_progress,
    space_used_up,
    states_to_come,
)
from tidemark.checker.engines.native.buffer import Buffer
from tidemark.checker.engines.native.capacity import (
    FEWEST_BYTES,
    Allowance,
    Capacity,
    Threads,
    divide_range,
    is_little,
    room_for_states,
)
from tidemark.checker.engines.native.compilation import Effort
from tidemark.checker.engines.native.kept_states import LevelNote, States
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.masks import to_words
from tidemark.checker.engines.native.readback import ReadBack, steps_along
from tidemark.checker.engines.native.seen import NoRoom, StatesSeen
from tidemark.checker.engines.native.workers import ExploreEnd, Workers
from tidemark.checker.engines.reference import raise_out_of_range, steps_through
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run, RunStep, State
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symmetry import encode_first_states

if TYPE_CHECKING:  # it reads and writes by libraries that take long to import
    from tidemark.checker.engines.native.workdir import Journal

BATCH = 1 << 15
"""States that are taken up together, and that those expand together who read the states of a search."""


class ExhaustiveSearch:
    """One search."""

    def __init__(
        self,
        machine: Machine,
        limits: Limits,
        symmetry: bool,
        threads: int,
        kernel: Kernel,
        journal: Journal | None = None,
        spills: bool = False,
    ) -> None:
        self.machine, self.limits, self.symmetry, self.threads = machine, limits, symmetry, threads
        self.kernel = kernel
        self.result = Result.start(machine, "native", symmetry)
        self.result.phases.update(self.kernel.phases)
        self.words, self.instances = self.kernel.layout.words, max(1, len(self.kernel.instances))
        self.allowance = Allowance(limits)
        self.seen: StatesSeen | None = StatesSeen(
            self.words, self.kernel.layout.bits, threads, self.allowance.require, self.kernel.is_rising
        )
        self.workers = Workers(kernel, self.seen, threads, BATCH + threads)
        self.space = self.workers.space
        self._journal, self._spills = journal, spills or journal is not None
        self.room, self.whole = self._room_for_states()
        self.space.states = self.whole.items
        self.space.room = min(self.room.states, limits.max_states or self.room.states) + self.workers.spare
        self.count = 0
        self.levels: list[int] = [0]
        """The number of the first state of each level, and of the one after the last."""
        self._to_come: int | None = None
        self._broken: dict[str, tuple[int, list[int]]] = {}
        self.clock, self.memory_clock = Clock(), Clock(every=0.5)

    def _room_for_states(self) -> tuple[Capacity, States]:
        """How many states there is room for, and that room, with numbers that threads reserve and do not use."""
        spare = self.workers.spare
        width, file = 8 * self.words, self._journal.file if self._journal else None
        least = min(width, FEWEST_BYTES) if self._spills else width
        room = room_for_states(self.limits, self.allowance.most, least, width, self.threads)
        if not room.states:
            raise UsageError(f"the search can't begin: {room.reason}")
        try:
            return room, States(self.words, room.states + spare, file)
        except MemoryError:  # a system that counts addresses as memory
            room = room_for_states(self.limits, self.allowance.most, width, width, self.threads)
            return room, States(self.words, room.states + spare, file)

    def run(self, report: Report | None) -> Result:
        """Search until the space is exhausted, the promises are decided, or a limit is reached."""
        with (
            self.kernel.improving(),
            Threads(self.threads) as self._pool,
            signals.note_signals() as interrupted,
        ):
            try:
                self._begin(interrupted)
            except MemoryError:
                raise UsageError(f"the search can't begin: {space_used_up()}") from None
            try:
                self._explore(interrupted, report)
            except MemoryError:
                self._end_early()
            return self._finish()

    def _explore(self, interrupted: threading.Event, report: Report | None) -> None:
        """One level after the other."""
        while self.levels[-2] < self.levels[-1] and not self._is_over():
            self.space.cursor, self.space.end = self.levels[-2:]
            self.space.watched = to_words(self.result.watched, self.kernel.mask_words)
            has_room = self._level(interrupted, report)
            self._count_states()
            self.result.stopped = self._stop_reason(interrupted, self.count)
            if not has_room:
                self.result.stopped = self.result.stopped or self.room.reason
            self._report(report)
            self._raise_error()
            self._improve()
            self._level_ends()
        self._note_last()

    def _level(self, interrupted: threading.Event, report: Report | None) -> bool:
        """Explore a level, until it ends or the search has to. Gives whether there was room for its states."""
        threads = 1 if is_little(self.levels[-1] - self.levels[-2], self.instances) else self.threads

        def look() -> bool:
            self.count = self.space.count
            self.result.stopped = self._stop_reason(interrupted)
            self._report(report)
            return self.result.stopped is not None or self._improve()

        while not self.result.stopped:
            reasons = self.workers.explore(self._pool, threads, look)
            if ExploreEnd.NO_ROOM in reasons:
                return False
            if reasons == {ExploreEnd.LEVEL_ENDS}:
                break
            if ExploreEnd.SET_IS_FULL in reasons:
                self._grow()
        return True

    def _grow(self) -> None:
        assert self.seen is not None
        try:
            self.seen.grow(self._pool.map, self._to_come and self.levels[-1] + self._to_come)
        except (NoRoom, MemoryError) as over:
            self.result.stopped = str(over) or space_used_up()

    def _improve(self) -> bool:
        """Take optimized functions, if they are ready. Gives whether they were."""
        if not self.kernel.improve():
            return False
        if self.seen:
            self.seen.improve()
            self.workers.use(self.seen)
        return True

    def _count_states(self) -> None:
        """Count the states, of which there are no more than there may be."""
        self.workers.close_gaps(self.whole.items)
        most = self.limits.max_states
        self.count = self.space.count = self.space.count if most is None else min(self.space.count, most)

    def _end_early(self) -> None:
        """End where memory has, at any moment of a level: what was found until then is told."""
        self.result.stopped = self.result.stopped or space_used_up()
        with suppress(MemoryError):
            self._count_states()
            if self.levels[-1] < self.count:
                self.levels.append(self.count)
            self._note_broken()

    def _is_over(self) -> bool:
        return self.result.is_decided(self.limits) or self.result.stopped is not None

    def _begin(self, interrupted: threading.Event) -> None:
        """Insert the initial states, or take up what the search before has noted."""
        first_states = encode_first_states(self.machine, self.symmetry)
        self.workers.begin(self.kernel.layout.pack(first_states[0]))
        if self._journal is None or self._journal.known is None:
            self._insert_first_states(first_states)
            self._count_states()
            self._level_ends()
            return
        noted, blocks = self._journal.known
        if noted.count > self.room.states:
            raise UsageError(f"the search can't go on: {self.room.reason}")
        self.levels, self.count, self._broken = list(noted.levels), noted.count, dict(noted.broken)
        self.workers.take_up(noted.made, noted.enabled, noted.changing, noted.met)
        self.space.count = noted.count
        self._insert_again(self.whole.take_up(blocks), interrupted)
        if not self.result.stopped:
            self.whole.bring_back(noted.levels[-2])
        for name, (level, packed) in noted.broken.items():
            try:
                steps = self._run_to(self.kernel.layout.unpack(packed), level)
            except (ValueError, IndexError):  # no state leads to one on the way
                raise UsageError(
                    f"{self._journal.path} is damaged: no run leads to what breaks {name}"
                ) from None
            self.result.violate(name, Run(self.machine, name, steps))

    def _insert_first_states(self, states: list[State]) -> None:
        """Insert the initial states: at the limit of states, those up to it."""
        self.space.watched = to_words(self.result.watched, self.kernel.mask_words)
        some = states[: self.limits.max_states]
        packed = [self.kernel.layout.pack(state) for state in some]
        if not self.workers.commit(packed, self._grow, lambda: self.result.stopped is not None):
            self.result.stopped = self.room.reason
        elif len(some) < len(states):
            self.result.stopped = find_reached_limit(self.limits, self.clock, len(some))

    def _insert_again(self, parts: Iterable[tuple[int, int]], interrupted: threading.Event) -> None:
        """Insert states that were found before."""
        assert self._journal is not None
        assert self.seen is not None
        seen, step = self.seen, BATCH * self.threads
        marks = Buffer(c_uint8, step).items
        slices = ((at, min(at + step, end)) for begin, end in parts for at in range(begin, end, step))
        for first, last in slices:
            bounds = divide_range(first, last, self.threads)
            before, done = seen.count, bounds[:-1]

            def insert(k: int, done: list[int] = done, ends: list[int] = bounds[1:]) -> None:
                numbers = self.workers.each[k].numbers
                done[k] += seen.insert(numbers, self.whole.items, done[k], ends[k], marks, BATCH * k)

            while done != bounds[1:] and not self.result.stopped:
                self._pool.together(insert, self.threads)
                if done != bounds[1:]:
                    self._grow()
            self.result.stopped = self.result.stopped or self._stop_reason(interrupted)
            if self.result.stopped:
                return
            if seen.count != before + last - first:
                raise UsageError(f"{self._journal.path} is damaged: it has a state twice")

    def _stop_reason(self, interrupted: threading.Event, states: int | None = None) -> str | None:
        """Why the search has to end; None if it may go on. states: how many there are, if that is certain."""
        if interrupted.is_set():
            self.result.interrupt()
        if self.result.stopped:
            return self.result.stopped
        if reason := find_reached_limit(self.limits, self.clock, states or 0):
            return reason
        if self.memory_clock.due():  # other processes take memory too
            self.allowance.look_again()
        return self.allowance.reason if self.allowance.is_used_up else None

    def _report(self, report: Report | None) -> None:
        depth, frontier = len(self.levels) - 1, self.levels[-1] - self.levels[-2]
        states_to_go = self._to_come and max(0, self._to_come - (self.count - self.levels[-1]))
        report_progress(report, self.clock, depth, self.count, frontier, states_to_go)

    def _level_ends(self) -> None:
        """Close a level."""
        self.levels.append(self.count)
        sizes = [end - begin for begin, end in pairwise(self.levels[-BEND - 1 :])]
        self._to_come = states_to_come(sizes)
        self._note_broken()
        if self._spills and not self.result.stopped:
            self._keep_whole()

    def _note_broken(self) -> None:
        """Note the counterexamples that end in the last level."""
        for bit, promise in enumerate(self.machine.promises):
            if self.result.promises[promise.name].verdict == "unknown":
                state = self.workers.least_violation(bit)
                if state is not None:
                    level = len(self.levels) - 2
                    steps = self._run_to(state, level)
                    self.result.violate(promise.name, Run(self.machine, promise.name, steps))
                    self._broken[promise.name] = level, list(self.kernel.layout.pack(state))

    def _keep_whole(self) -> None:
        """Write what is behind the frontier, if it is much, and note the level, where there is a work directory."""
        with self._as_far_as_possible():
            self.whole.keep(self.levels[-2], self.count, self._pool.map)
            if self._journal is not None:
                self._journal.note(self._make_note(), self.whole, self._pool.map)

    def _note_last(self) -> None:
        """Note the last level that has ended, if it is not yet noted."""
        if self._journal is not None:
            with self._as_far_as_possible():
                self._journal.finish(self.whole, self._pool.map)

    @contextmanager
    def _as_far_as_possible(self) -> Iterator[None]:
        """Go on without a file that can't be written, as long as there is memory; end if it is that of the levels."""
        try:
            yield
        except (OSError, MemoryError) as error:
            if self._journal is None:
                self._spills = False
            else:
                self.result.stopped = self._journal.problem(error)

    def _make_note(self) -> LevelNote:
        """What is known at the end of a level."""
        of = self.workers
        return LevelNote(list(self.levels), of.enabled, of.changing, of.made, of.met, dict(self._broken))

    def state(self, number: int) -> State:
        """The encoded state of that number."""
        [words] = [
            self.space.states[number * self.words : (number + 1) * self.words]
            for _ in self.whole.parts(number, number + 1)
        ]
        return self.kernel.layout.unpack(words)

    def way_to(self, number: int) -> list[RunStep]:
        """The run to the state of that number, once the search has ended."""
        level = next(k for k in range(len(self.levels) - 1) if number < self.levels[k + 1])
        with Threads(self.threads) as pool:
            self._pool = pool
            return self._run_to(self.state(number), level)

    def _run_to(self, state: State, level: int) -> list[RunStep]:
        """The run to a state of a level."""
        back = ReadBack(self.kernel, self.space, self.whole, self.threads, self._pool)
        return self.steps(back.states(self.levels[: level + 1], state))

    def steps(self, states: list[State]) -> list[RunStep]:
        """The run through these states; with symmetry a run through states that renamings make from them."""
        if self.symmetry:
            return steps_through(self.machine, states, True)
        return steps_along(self.machine, self.kernel, states)

    def _raise_error(self) -> None:
        """Raise an error if an action wrote outside a domain, with the run to the first state in which it did."""
        if states := [self.state(number) for number in self.workers.wrong()]:
            steps = self._run_to(min(states), len(self.levels) - 2)
            raise_out_of_range(Run(self.machine, "", steps))

    def _finish(self) -> Result:
        result = self.result
        result.generated_states = len(self.machine.initial_states) + self.workers.made
        result.distinct_states = self.count
        result.depth = len(self.levels) - 1 - (self.levels[-1] == self.levels[-2])
        counts = zip(self.workers.enabled, self.workers.changing, strict=True)
        for instance, (enabled, changing) in zip(self.kernel.instances, counts, strict=False):
            coverage = result.actions[instance.action.name]
            coverage.enabled += enabled
            coverage.changing += changing
        result.note_conditions(self.workers.met)
        if not result.stopped:
            result.finish(exhausted=self.levels[-2] == self.levels[-1])
        result.seconds = self.clock.seconds
        result.phases["searching"] = result.seconds
        return result


def search(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    symmetry: bool = False,
    threads: int | None = None,
    kernel: Kernel | None = None,
    effort: Effort | None = None,
) -> Result:
    """Explore every reachable state, exactly. `threads` is by default all cores; `kernel` the machine, if compiled;
    `effort` how much LLVM optimizes it, if it is not (None: once it is worth it).

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
        UsageError: there is no memory to begin with, or not enough threads.
    """
    return prepare_search(machine, limits or Limits(), threads, symmetry, kernel, effort, spills=True).run(
        report
    )


def prepare_search(
    machine: Machine,
    limits: Limits,
    threads: int | None = None,
    symmetry: bool = False,
    kernel: Kernel | None = None,
    effort: Effort | None = None,
    journal: Journal | None = None,
    spills: bool = False,
) -> ExhaustiveSearch:
    """A search that is ready to run, for a caller that needs its states after it; all is as for `search`.

    spills: whether states behind the frontier go to a file; whoever reads all of them at once needs them in memory.

    Raises:
        UsageError: there is no memory to begin with, or not enough threads.
    """
    cores = len(os.sched_getaffinity(0))
    try:
        compiled = kernel or Kernel(machine, symmetry, effort=effort or "rising")
        return ExhaustiveSearch(machine, limits, symmetry, threads or cores, compiled, journal, spills)
    except MemoryError:
        raise UsageError(f"the search can't begin: {space_used_up()}") from None
