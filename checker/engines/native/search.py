"""Breadth-first search by the compiled functions of a machine.

States are kept whole in the order of their discovery, and once more in a compact set (`seen`), which is all that is
asked while the search goes on. The frontier is taken in batches, each in three phases that all threads share:

1. *expand*: each thread makes the successors of its part of the batch;
2. *enter*: the set takes them, and tells which are new;
3. *commit*: each thread gives the new ones of its part their numbers, in order, and evaluates the promises.

So states are numbered as a plain breadth-first search numbers them, however many threads there are. Parents are
not stored: a counterexample is read back by expanding one level after the other again, from its end.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from ctypes import byref, memmove
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from tidemark.checker import signals
from tidemark.checker.engines.bookkeeping import (
    BEND,
    limit_reached,
    report_progress,
    space_used_up,
    states_to_come,
)
from tidemark.checker.engines.native.buffer import shorts, words
from tidemark.checker.engines.native.capacity import (
    FEWEST_BYTES,
    Allowance,
    Capacity,
    Threads,
    divided,
    is_little,
    room_for_states,
)
from tidemark.checker.engines.native.kernel import Effort, Kernel
from tidemark.checker.engines.native.levels import Noted, States
from tidemark.checker.engines.native.masks import from_words, to_words, watching_worker
from tidemark.checker.engines.native.readback import ReadBack, steps_along
from tidemark.checker.engines.native.seen import NoRoom, StatesSeen
from tidemark.checker.engines.native.structures import Space
from tidemark.checker.engines.reference import raise_out_of_range, steps_through
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run, State, Step
from tidemark.spec.errors import UsageError
from tidemark.spec.machine import Machine
from tidemark.spec.symmetry import encode_first_state

if TYPE_CHECKING:  # it reads and writes by libraries that take long to import
    from tidemark.checker.engines.native.workdir import Journal

BATCH = 1 << 15
"""States of the frontier that are expanded together: fixed, so that results do not depend on the threads."""


class Search:
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
        self.result = Result.start(machine, "native")
        self.result.phases.update(self.kernel.phases)
        self._take_functions()
        self.words, self.instances = self.kernel.layout.words, max(1, len(self.kernel.instances))
        self.allowance = Allowance(limits)
        most = (BATCH + threads) * self.instances
        self.batch, self.hashes = words(most * self.words), words(most)
        self.seen: StatesSeen | None = StatesSeen(
            self.words,
            self.kernel.layout.bits,
            self.batch,
            self.hashes,
            threads,
            self.allowance.require,
            rising=self.kernel.is_rising,
        )
        self.space = Space(
            batch=self.batch, hashes=self.hashes, actions=shorts(most), entered=self.seen.entered
        )
        self.workers = [
            watching_worker(
                kernel.mask_words,
                sifts=1,
                enabled=words(self.instances),
                new_states=words(self.instances),
            )
            for _ in range(threads)
        ]
        self._journal, self._spills = journal, spills or journal is not None
        self.room, self.whole = self._room_for_states()
        self.space.states = self.whole.items
        self.count = 0
        self.levels: list[int] = [0]
        """The number of the first state of each level, and of the one after the last."""
        self._to_come: int | None = None
        self._broken: dict[str, tuple[int, list[int]]] = {}
        self.clock, self.memory_clock = Clock(), Clock(every=0.5)

    def _room_for_states(self) -> tuple[Capacity, States]:
        """How many states there is room for, and that room."""
        width, file = 8 * self.words, self._journal.file if self._journal else None
        least = min(width, FEWEST_BYTES) if self._spills else width
        room = room_for_states(self.limits, self.allowance.most, least, width, self.threads)
        if not room.states:
            raise UsageError(f"the search can't begin: {room.reason}")
        try:
            return room, States(self.words, room.states, file)
        except MemoryError:  # a system that counts addresses as memory
            room = room_for_states(self.limits, self.allowance.most, width, width, self.threads)
            return room, States(self.words, room.states, file)

    def _take_functions(self) -> None:
        self._expand, self._commit = map(self.kernel.function, ("expand", "commit"))

    def run(self, report: Report | None) -> Result:
        """Search until the space is exhausted, the promises are decided, or a limit is reached."""
        with self.kernel.improving(), Threads(self.threads) as self._pool, signals.noted() as interrupted:
            try:
                self._begin(interrupted)
            except MemoryError:
                raise UsageError(f"the search can't begin: {space_used_up()}") from None
            try:
                self._explore(interrupted, report)
            except MemoryError:
                self._end_early()
            return self._finish(interrupted)

    def _explore(self, interrupted: threading.Event, report: Report | None) -> None:
        """One level after the other."""
        while self.levels[-2] < self.levels[-1] and not self._is_over():
            for begin in range(self.levels[-2], self.levels[-1], BATCH):
                self._batch(begin, min(begin + BATCH, self.levels[-1]))
                self.result.stopped = self._stop_reason(interrupted)
                self._report(report)
                if self.result.stopped:
                    break
                if self.seen and self.kernel.improve():
                    self._take_functions()
                    self.seen.improve()
            self._level_ends()
        self._note_last()

    def _end_early(self) -> None:
        """End where memory has, at any moment of a level: what was found until then is told."""
        self.result.stopped = self.result.stopped or space_used_up()
        if self.levels[-1] < self.count:
            self.levels.append(self.count)
        with suppress(MemoryError):
            self._note_broken()

    def _is_over(self) -> bool:
        return self.result.is_decided(self.limits) or self.result.stopped is not None

    def _begin(self, interrupted: threading.Event) -> None:
        """Enter the initial state, or take up what the search before has noted."""
        if self._journal is None or self._journal.known is None:
            self._enter_initial()
            self._level_ends()
            return
        noted, blocks = self._journal.known
        if noted.count > self.room.states:
            raise UsageError(f"the search can't go on: {self.room.reason}")
        self.levels, self.count, self._broken = list(noted.levels), noted.count, dict(noted.broken)
        own = self.workers[0]
        for k, counts in enumerate(zip(noted.enabled, noted.new, strict=True)):
            own.enabled[k], own.new_states[k] = counts
        own.made, own.met = noted.made, to_words(noted.met, self.kernel.mask_words)
        self.result.generated_states = noted.made
        if not self._enter_again(self.whole.take_up(blocks), interrupted):
            self.whole.bring_back(noted.levels[-2])
        for name, (level, packed) in noted.broken.items():
            try:
                steps = self._run_to(self.kernel.layout.unpack(packed), level)
            except (ValueError, IndexError):  # no state leads to one on the way
                raise UsageError(
                    f"{self._journal.path} is damaged: no run leads to what breaks {name}"
                ) from None
            self.result.violate(name, Run(self.machine, name, steps))

    def _enter_again(self, parts: Iterable[tuple[int, int]], interrupted: threading.Event) -> str | None:
        """Enter states that were found before. Gives why it stopped, if it did."""
        assert self._journal is not None
        size = 8 * self.words
        for at, count in (
            (at, min(BATCH, end - at)) for begin, end in parts for at in range(begin, end, BATCH)
        ):
            memmove(self.batch, byref(self.whole.items, at * size), count * size)
            if self._new([(0, count)], False) not in ([count], None):
                raise UsageError(f"{self._journal.path} is damaged: it has a state twice")
            self.result.stopped = self._stop_reason(interrupted)
            if self.result.stopped:
                break
        return self.result.stopped

    def _new(self, ranges: list[tuple[int, int]], few: bool) -> list[int] | None:
        """Enter these states of the batch. Gives of each range how many are new; None if they do not fit."""
        assert self.seen is not None
        try:
            return self.seen.enter(ranges, lambda work, parts: self._together(work, parts, few))
        except (NoRoom, MemoryError) as over:
            self.result.stopped = str(over) or space_used_up()
            return None

    def _enter_initial(self) -> None:
        self.batch[: self.words] = self.kernel.layout.pack(encode_first_state(self.machine, self.symmetry))
        self._enter([(0, 1)], few=True)
        self.workers[0].new_states[0] = 0  # no action led to it

    def _batch(self, begin: int, end: int) -> None:
        """Expand the states begin..end, and enter and commit their successors."""
        few = is_little(end - begin, self.instances)
        bounds = divided(begin, end, parts := 1 if few else self.threads)
        starts = [(bounds[k] - begin) * self.instances for k in range(parts)]

        def expand(k: int) -> int:
            self.workers[k].position = starts[k]
            count: int = self._expand(self.space, self.workers[k], bounds[k], bounds[k + 1])
            return count

        counts = self._together(expand, parts, few)
        self._raise_error()
        self.result.generated_states = sum(worker.made for worker in self.workers)
        self._enter([(at, at + n) for at, n in zip(starts, counts, strict=True)], few)

    def _enter(self, ranges: list[tuple[int, int]], few: bool) -> None:
        """Enter and commit the successors at these positions of the batch, in order."""
        if self.count + sum(end - begin for begin, end in ranges) > self.room.states:
            self.result.stopped = self.room.reason
            return
        if (new := self._new(ranges, few)) is None:
            return
        self.space.watched = to_words(self.result.watched, self.kernel.mask_words)
        firsts = list(accumulate(new, initial=self.count))

        def commit(k: int) -> None:
            self.workers[k].number = firsts[k]
            self._commit(self.space, self.workers[k], *ranges[k])

        self._together(commit, len(ranges), few)
        self.count = firsts[-1]

    def _together(self, work: Callable[[int], Any], parts: int, few: bool) -> list[Any]:
        """The work of every part, by all threads unless it is too little."""
        return [work(k) for k in range(parts)] if few else self._pool.together(work, parts)

    def _stop_reason(self, interrupted: threading.Event) -> str | None:
        if interrupted.is_set():
            self.result.interrupt()
        if self.result.stopped:
            return self.result.stopped
        if self.limits.max_states is not None:
            self.count = min(self.count, self.limits.max_states)
        if reason := limit_reached(self.limits, self.clock, self.count):
            return reason
        if self.memory_clock.due():  # other processes take memory too
            self.allowance.look_again()
        return self.allowance.reason if self.allowance.is_used_up else None

    def _report(self, report: Report | None) -> None:
        depth, frontier = len(self.levels) - 1, self.levels[-1] - self.levels[-2]
        left = self._to_come and max(0, self._to_come - (self.count - self.levels[-1]))
        report_progress(report, self.clock, depth, self.count, frontier, left)

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
                found = [worker.least[bit] for worker in self.workers]
                # Where memory ended early, there may be one that was not counted.
                states = [self.state(number - 1) for number in found if 0 < number <= self.levels[-1]]
                if states:
                    level = len(self.levels) - 2
                    steps = self._run_to(min(states), level)
                    self.result.violate(promise.name, Run(self.machine, promise.name, steps))
                    self._broken[promise.name] = level, list(self.kernel.layout.pack(min(states)))

    def _keep_whole(self) -> None:
        """Write what is behind the frontier, if it is much, and note the level, where there is a work directory."""
        with self._as_far_as_possible():
            self.whole.keep(self.levels[-2], self.count, self._pool.map)
            if self._journal is not None:
                self._journal.note(self._noted(), self.whole, self._pool.map)

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
        except (OSError, MemoryError, ImportError) as error:
            if self._journal is None:
                self._spills = False
            else:
                self.result.stopped = self._journal.problem(error)

    def _noted(self) -> Noted:
        """What is known at the end of a level."""
        count = self.instances
        enabled = [sum(each) for each in zip(*(w.enabled[:count] for w in self.workers), strict=True)]
        new = [sum(each) for each in zip(*(w.new_states[:count] for w in self.workers), strict=True)]
        return Noted(
            list(self.levels), enabled, new, self.result.generated_states, self._met, dict(self._broken)
        )

    @property
    def _met(self) -> int:
        """The promises whose condition arose, as a bit mask."""
        met = 0
        for worker in self.workers:
            met |= from_words(worker.met[: self.kernel.mask_words])
        return met

    def state(self, number: int) -> State:
        """The encoded state of that number."""
        [words] = [
            self.space.states[number * self.words : (number + 1) * self.words]
            for _ in self.whole.parts(number, number + 1)
        ]
        return self.kernel.layout.unpack(words)

    def way_to(self, number: int) -> list[Step]:
        """The run to the state of that number, once the search has ended."""
        level = next(k for k in range(len(self.levels) - 1) if number < self.levels[k + 1])
        with Threads(self.threads) as pool:
            self._pool = pool
            return self._run_to(self.state(number), level)

    def _run_to(self, state: State, level: int) -> list[Step]:
        """The run to a state of a level."""
        back = ReadBack(self.kernel, self.space, self.whole, self.threads, self._pool)
        return self.steps(back.states(self.levels[: level + 1], state))

    def steps(self, states: list[State]) -> list[Step]:
        """The run through these states; with symmetry a run through states that renamings make from them."""
        if self.symmetry:
            return steps_through(self.machine, states, True)
        return steps_along(self.machine, self.kernel, states)

    def _raise_error(self) -> None:
        """Raise an error if an action wrote outside a domain, with the run to the first state in which it did."""
        if not (found := [worker.wrong for worker in self.workers if worker.wrong]):
            return
        steps = self._run_to(self.state(min(found) - 1), len(self.levels) - 2)
        raise_out_of_range(Run(self.machine, "", steps))

    def _finish(self, interrupted: threading.Event) -> Result:
        result = self.result
        result.generated_states += 1
        result.distinct_states = self.count
        result.depth = len(self.levels) - 1 - (self.levels[-1] == self.levels[-2])
        for k, instance in enumerate(self.kernel.instances):
            coverage = result.actions[instance.action.name]
            coverage.enabled += sum(worker.enabled[k] for worker in self.workers)
            coverage.new += sum(worker.new_states[k] for worker in self.workers)
        result.note_conditions(self._met)
        if not result.stopped:
            result.finish(exhausted=self.levels[-2] == self.levels[-1])
        if result.exhausted and not self.symmetry:  # else a change may be that of ids alone
            self._note_stuttering(interrupted)
        result.seconds = self.clock.seconds
        result.phases["searching"] = result.seconds
        return result

    def _note_stuttering(self, interrupted: threading.Event) -> None:
        """Note which of the actions that found no state never led to another one either."""
        names = {name for name, c in self.result.actions.items() if c.enabled and not c.new}
        instances = enumerate(instance.action.name for instance in self.kernel.instances)
        suspects = {k: name for k, name in instances if name in names}
        if not suspects:
            return
        from tidemark.checker.engines.native.stuttering import never_changing

        of_search = self.space, self._expand, self.whole.parts(0, self.count), self.count, self.words
        with suppress(MemoryError):  # the verdicts stand
            for name in never_changing(*of_search, self.instances, suspects, interrupted):
                self.result.actions[name].stutters = True


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
    return begun(machine, limits or Limits(), threads, symmetry, kernel, effort, spills=True).run(report)


def begun(
    machine: Machine,
    limits: Limits,
    threads: int | None = None,
    symmetry: bool = False,
    kernel: Kernel | None = None,
    effort: Effort | None = None,
    journal: Journal | None = None,
    spills: bool = False,
) -> Search:
    """A search that is ready to run, for a caller that needs its states after it; all is as for `search`.

    spills: whether states behind the frontier go to a file; whoever reads all of them at once needs them in memory.

    Raises:
        UsageError: there is no memory to begin with, or not enough threads.
    """
    cores = len(os.sched_getaffinity(0))
    try:
        compiled = kernel or Kernel(machine, symmetry, effort=effort or "rising")
        return Search(machine, limits, symmetry, threads or cores, compiled, journal, spills)
    except MemoryError:
        raise UsageError(f"the search can't begin: {space_used_up()}") from None
