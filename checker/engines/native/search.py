"""Breadth-first search by the compiled functions of a machine.

An array of states in the order of their discovery is both queue and visited set; a hash table holds their
numbers. The frontier is taken in batches, each in three phases that all threads share:

1. *expand*: each thread makes the successors of its part of the batch;
2. *insert*: each thread looks up those successors whose slots it owns, and enters the new ones;
3. *commit*: each thread gives the new ones of its part their numbers, in order, and evaluates the promises.

So states are numbered as a plain breadth-first search numbers them, however many threads there are. Parents are
not stored: a counterexample is read back by expanding one level after the other again, from its end.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from ctypes import c_uint64
from itertools import accumulate, chain, pairwise
from typing import Any

from tidemark.checker import signals
from tidemark.checker.engines import memory
from tidemark.checker.engines.bookkeeping import limit_reached, memory_used_up, most_memory, report_progress
from tidemark.checker.engines.native.buffer import Buffer, shorts, words
from tidemark.checker.engines.native.capacity import Threads, room_for_states, space_used_up
from tidemark.checker.engines.native.kernel import Effort, Kernel
from tidemark.checker.engines.native.stepping import Stepper
from tidemark.checker.engines.native.structures import Space, Worker
from tidemark.checker.engines.reference import Disagreement, raise_out_of_range, steps_through
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run, State, Step
from tidemark.spec.errors import Disabled, UsageError
from tidemark.spec.machine import Instance, Machine, OutOfRange

BATCH = 1 << 15
"""States of the frontier that are expanded together: fixed, so that results do not depend on the threads."""
FEW = 256
"""A batch smaller than this is done by one thread."""
FIRST_SLOTS = 1 << 18
GROWN_TOGETHER = 1 << 20
"""Slots of a table that are moved to a larger one before their memory is given back."""
FULLEST = 0.8
"""The share of the table's slots that may be taken."""


def taken(machine: Machine, before: State, instance: Instance, after: State) -> Step:
    """A step as machine code takes it, taken by the machine's own Python too.

    Raises:
        Disagreement: that comes elsewhere.
    """
    value = machine.decode(before)
    try:
        told = machine.with_messages(value, instance)
        reached = machine.encode(machine.run(value, instance), told)
    except (Disabled, OutOfRange) as error:
        raise Disagreement(f"in machine code alone {instance} leads from {before} to {after}") from error
    if reached != after:
        raise Disagreement(f"{instance} leads from {before} to {reached}, and in machine code to {after}")
    return Step(told, after)


class Search:
    """One search."""

    def __init__(
        self, machine: Machine, limits: Limits, symmetry: bool, threads: int, kernel: Kernel
    ) -> None:
        self.machine, self.limits, self.symmetry, self.threads = machine, limits, symmetry, threads
        self.kernel = kernel
        self.result = Result.start(machine, "native")
        self.result.phases.update(self.kernel.phases)
        self._take_functions()
        self.words, self.instances = self.kernel.layout.words, max(1, len(self.kernel.instances))
        self.max_memory = most_memory(limits)
        most = (BATCH + threads) * self.instances
        padded = most + self.kernel.constant("PREFETCH_SLOT")
        self.batch, self.hashes = words(most * self.words), words(most)
        self.space = Space(
            batch=self.batch,
            hashes=self.hashes,
            actions=shorts(most),
            entered=words(padded),
        )
        self.workers = [
            Worker(mine=words(padded), enabled=words(self.instances), new_states=words(self.instances))
            for _ in range(threads)
        ]
        first_slots = FIRST_SLOTS + -FIRST_SLOTS % threads
        self._use_table(Buffer(c_uint64, first_slots), first_slots)
        self.room = room_for_states(limits, self.max_memory, 8 * self.words, threads)
        if not self.room.states:
            raise UsageError(f"the search can't begin: {self.room.reason}")
        self.space.states = Buffer(c_uint64, self.words * self.room.states, huge_pages=True).items
        self.count = 0
        self.levels: list[int] = [0]
        """The number of the first state of each level, and of the one after the last."""
        self.clock, self.memory_clock = Clock(), Clock(every=0.5)

    def _take_functions(self) -> None:
        names = ("expand", "insert", "commit", "grow", "predecessor", "hash_of")
        self._expand, self._insert, self._commit, self._grow, self._predecessor, self._hash_of = map(
            self.kernel.function, names
        )

    def _use_table(self, table: Buffer, slots: int) -> None:
        """Take this table, and divide its slots among the threads."""
        self.table, self.space.table, self.space.slots = table, table.items, slots
        for t, worker in enumerate(self.workers):
            worker.low, worker.high = slots * t // self.threads, slots * (t + 1) // self.threads

    def run(self, report: Report | None) -> Result:
        """Search until the space is exhausted, the promises are decided, or a limit is reached."""
        with Threads(max(1, self.threads - 1)) as pool, signals.noted() as interrupted:
            self._pool = pool
            self._enter_initial()
            self._level_ends()
            while self.levels[-2] < self.levels[-1] and not self._is_over():
                for begin in range(self.levels[-2], self.levels[-1], BATCH):
                    self._batch(begin, min(begin + BATCH, self.levels[-1]))
                    self.result.stopped = self._stop_reason(interrupted)
                    self._report(report)
                    if self.result.stopped:
                        break
                self._level_ends()
            return self._finish(interrupted)

    def _is_over(self) -> bool:
        return self.result.is_decided(self.limits) or self.result.stopped is not None

    def _enter_initial(self) -> None:
        self.batch[: self.words] = self.kernel.layout.pack(self.machine.encode(self.machine.initial))
        self.hashes[0] = self._hash_of(self.batch)
        self._insert_and_commit([(0, 1)], few=True)
        self.workers[0].new_states[0] = 0  # no action led to it

    def _batch(self, begin: int, end: int) -> None:
        """Expand the states begin..end, and insert and commit their successors."""
        few = end - begin < FEW
        parts = 1 if few else self.threads
        bounds = [begin + (end - begin) * k // parts for k in range(parts + 1)]
        starts = [(bounds[k] - begin) * self.instances for k in range(parts)]

        def expand(k: int) -> int:
            self.workers[k].position = starts[k]
            count: int = self._expand(self.space, self.workers[k], bounds[k], bounds[k + 1])
            return count

        counts = self._all(expand, parts, few)
        self._raise_error()
        self.result.generated_states += sum(counts)
        self._insert_and_commit([(at, at + n) for at, n in zip(starts, counts, strict=True)], few)

    def _insert_and_commit(self, ranges: list[tuple[int, int]], few: bool) -> None:
        """Insert and commit the successors at these positions of the batch, in order."""
        if not self._make_room(sum(end - begin for begin, end in ranges)):
            return
        self.space.known, self.space.watched = self.count, self.result.watched

        def insert(t: int) -> list[int]:
            return [self._insert(self.space, self.workers[t], begin, end) for begin, end in ranges]

        new = [sum(counts) for counts in zip(*self._all(insert, self.threads, few), strict=True)]
        firsts = list(accumulate(new, initial=self.count))

        def commit(k: int) -> None:
            self.workers[k].number = firsts[k]
            self._commit(self.space, self.workers[k], *ranges[k])

        self._all(commit, len(ranges), few)
        self.count = firsts[-1]

    def _all(self, work: Callable[[int], Any], parts: int, few: bool) -> list[Any]:
        """The work of every part: the first here, the others by the other threads, unless it is too little."""
        if few:
            return [work(k) for k in range(parts)]
        others = [self._pool.submit(work, k) for k in range(1, parts)]
        return [work(0), *(other.result() for other in others)]

    def _make_room(self, successors: int) -> bool:
        """Make the table large enough even if every successor is new; False where memory does not allow it."""
        needed = self.count + successors
        if needed > self.room.states:
            self.result.stopped = self.room.reason
            return False
        slots = self.space.slots
        if needed <= FULLEST * slots:
            return True
        while needed > FULLEST * slots:
            slots = slots * 4 if slots < 1 << 22 else slots * 2 if slots < 1 << 24 else slots * 4 // 3
        slots += -slots % self.threads
        if memory.resident() + 8 * (slots - self.space.slots) > self.max_memory:
            self.result.stopped = self._memory_reason()
            return False
        try:
            self._grow_to(Buffer(c_uint64, slots, huge_pages=True), slots)
        except MemoryError:
            self.result.stopped = space_used_up()
            return False
        return True

    def _grow_to(self, table: Buffer, slots: int) -> None:
        """Move to a larger table. The old one's memory is given back while it is read."""
        old, old_slots = self.table, self.space.slots
        self.space.outgrown = old.items
        self._use_table(table, slots)

        def grow(t: int) -> None:
            begin, end = old_slots * t // self.threads, old_slots * (t + 1) // self.threads
            for at in range(begin, end, GROWN_TOGETHER):
                to = min(at + GROWN_TOGETHER, end)
                self._grow(self.space, self.workers[t], at, to)
                old.give_back(at, to)

        self._all(grow, self.threads, few=self.count < FEW)
        self.space.outgrown = None

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
            self.max_memory = min(self.max_memory, most_memory(self.limits))
        return self._memory_reason() if memory.resident() > self.max_memory else None

    def _memory_reason(self) -> str:
        return memory_used_up(self.limits, self.max_memory)

    def _report(self, report: Report | None) -> None:
        frontier = self.levels[-1] - self.levels[-2]
        report_progress(report, self.clock, len(self.levels) - 1, self.count, frontier)

    def _level_ends(self) -> None:
        """Close a level; note the counterexamples that end in it."""
        self.levels.append(self.count)
        for bit, promise in enumerate(self.machine.promises):
            if self.result.promises[promise.name].verdict == "unknown":
                found = [worker.least[bit] for worker in self.workers]
                states = [self.state(number - 1) for number in found if number]
                if states:
                    steps = self._run_to(min(states), len(self.levels) - 2)
                    self.result.violate(promise.name, Run(self.machine, promise.name, steps))

    def state(self, number: int) -> State:
        """The encoded state of that number."""
        return self.kernel.layout.unpack(self.space.states[number * self.words : (number + 1) * self.words])

    def way_to(self, number: int) -> list[Step]:
        """The run to the state of that number, once the search has ended."""
        level = next(k for k in range(len(self.levels) - 1) if number < self.levels[k + 1])
        with Threads(max(1, self.threads - 1)) as pool:
            self._pool = pool
            return self._run_to(self.state(number), level)

    def _run_to(self, state: State, level: int) -> list[Step]:
        """The run to a state of a level: each state before it is the least of its level that leads to the next."""
        run, kept = [state], self.kernel.kept
        self.space.kept = (c_uint64 * (self.words * len(kept)))(*chain.from_iterable(kept))
        self.space.kept_sets = len(kept)
        for begin, end in reversed(list(pairwise(self.levels[: level + 1]))):
            run.append(self._least_predecessor(begin, end, run[-1]))
        run.reverse()
        return steps_through(self.machine, run, True) if self.symmetry else self.steps_through(run)

    def steps_through(self, states: list[State]) -> list[Step]:
        """A run through these states, with the first action that leads from each to the next.

        Raises:
            Disagreement: the machine's own Python, which takes each step too, comes elsewhere.
        """
        stepper = Stepper.latest = Stepper(self.machine, self.kernel)
        steps = [Step(None, states[0])]
        for before, after in pairwise(states):
            target = self.kernel.layout.pack(after)
            first = next(k for k, reached in stepper.packed(before) if reached == target)
            steps.append(taken(self.machine, before, stepper.instances[first], after))
        return steps

    def _least_predecessor(self, begin: int, end: int, target: State) -> State:
        few = end - begin < FEW
        parts = 1 if few else self.threads
        bounds = [begin + (end - begin) * k // parts for k in range(parts + 1)]
        self.space.target = (c_uint64 * self.words)(*self.kernel.layout.pack(target))

        def predecessor(k: int) -> int:
            # A worker of its own, so that what was expanded before is not counted again.
            worker = Worker(position=k * self.instances, enabled=words(self.instances))
            number: int = self._predecessor(self.space, worker, bounds[k], bounds[k + 1])
            return number

        found = [self.state(number - 1) for number in self._all(predecessor, parts, few) if number]
        return min(found)

    def _raise_error(self) -> None:
        """Raise an error if an action wrote outside a domain, with the run to the first state in which it did."""
        found = [worker.wrong for worker in self.workers if worker.wrong]
        if not found:
            return
        number = min(found)
        steps = self._run_to(self.state(number - 1), len(self.levels) - 2)
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
        met = 0
        for worker in self.workers:
            met |= worker.met
        result.note_conditions(met)
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

        found = never_changing(
            self.space, self._expand, self.count, self.words, self.instances, suspects, interrupted
        )
        for name in found:
            self.result.actions[name].stutters = True


def search(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    symmetry: bool = False,
    threads: int | None = None,
    kernel: Kernel | None = None,
    effort: Effort = "full",
) -> Result:
    """Explore every reachable state, exactly. `threads` is by default all cores; `kernel` the machine, if compiled;
    `effort` how much LLVM optimizes it, if it is not.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
        UsageError: there is no memory to begin with, or not enough threads.
    """
    return begun(machine, limits or Limits(), threads, symmetry, kernel, effort).run(report)


def begun(
    machine: Machine,
    limits: Limits,
    threads: int | None = None,
    symmetry: bool = False,
    kernel: Kernel | None = None,
    effort: Effort = "full",
) -> Search:
    """A search that is ready to run, for a caller that needs its states after it; all is as for `search`.

    Raises:
        UsageError: there is no memory to begin with, or not enough threads.
    """
    cores = len(os.sched_getaffinity(0))
    try:
        compiled = kernel or Kernel(machine, symmetry, effort=effort)
        return Search(machine, limits, symmetry, threads or cores, compiled)
    except MemoryError:
        raise UsageError(f"the search can't begin: {space_used_up()}") from None
