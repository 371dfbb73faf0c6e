"""Breadth-first search on a GPU.

The device keeps the set of the states seen, and an array with the key of each state, level by level; kernels.c says
how. A launch expands some states of the frontier and appends the new ones. The host looks at limits between launches,
and launches only as many states as surely have room for their successors. Where the array is full, what is behind the
frontier goes to the host's memory.

The promises in a state are evaluated when it is expanded. So the level that follows a violation is searched before it
is noticed, and left out of all counts: these are as the native engine has them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from ctypes import Structure, byref, c_uint64, sizeof
from dataclasses import replace
from itertools import accumulate, pairwise
from math import prod
from typing import Any

from tidemark.base import signals
from tidemark.base.errors import UsageError
from tidemark.checker.engines import memory
from tidemark.checker.engines.amounts import size_text
from tidemark.checker.engines.bookkeeping import find_reached_limit, report_progress
from tidemark.checker.engines.gpu.device import Device, Module
from tidemark.checker.engines.gpu.texts import KernelText, counter_width, divide_instances
from tidemark.checker.engines.native.buffer import Buffer
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.machine_text import unchanged_bits
from tidemark.checker.engines.native.masks import from_words, mask_words
from tidemark.checker.engines.native.structures import declared_in
from tidemark.checker.engines.reference import raise_out_of_range, steps_through
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run, State
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symmetry import encode_first_states

WORD = 8
"""Bytes of a word, and of a key."""
MOST_NODES = 2**32 - 2
"""Slots of the table of nodes: a reference has 32 bits, and two that are all ones would look like an empty slot."""
NODE_SHARES = {1: 0.0, 2: 1 / 16}
"""Which part of the memory the nodes have, by how many words a state has; of longer states it is LONG_SHARE."""
LONG_SHARE = 1 / 4
KEY_SHARE = 3 / 4
"""Which part of the rest the table of keys has. The array of the states may go to the host's memory."""
FULLEST = 0.9
"""The share of the slots of a table that may be taken."""
USED = 0.95
"""The share of the device's free memory that is used."""
MOST_AT_ONCE = 1 << 25
"""States that are launched together: some hundredths of a second."""
FEWEST_AT_ONCE = 1 << 10
"""A search ends where there is not surely room for the successors of that many states, ..."""
FEWEST_SUCCESSORS = 1 << 18
"""... or for that many successors, where a state may have thousands."""
FEWEST_WORDS = 1 << 17
"""Of memory, to begin with, beside what the threads need."""
WORTH_MOVING = 16
"""Fewer states than this part of the array are not moved to the host's memory: all behind them are moved too."""
MOST_STAGED = 1 << 20
"""Keys that are copied back from the host's memory together."""
EVALUATES, EXPANDS = 1, 2
ANY, FAILING, PREDECESSOR, BREAKING = range(4)
"""Flags of `explore`, and kinds of states that `seek` seeks: as in kernels.c."""


@declared_in("engines/gpu/kernels.c", "struct search")
class DeviceState(Structure):
    """`struct search` of kernels.c."""

    __slots__ = ()


class GpuSearch:
    """One search on a device."""

    def __init__(self, machine: Machine, limits: Limits, symmetry: bool, device: Device) -> None:
        self.machine, self.limits, self.symmetry, self.device = machine, limits, symmetry, device
        self.result, clock = Result.start(machine, "gpu", symmetry), Clock()
        self.layout = Layout(machine.leaves)
        self.words, self.masks = self.layout.words, mask_words(len(machine.promises))
        self.parts = divide_instances(machine)
        self.instances = [action.instance for action in machine.symbolic.actions]
        self.result.phases["lifting"] = clock.seconds
        kernel_text = KernelText(machine, self.layout, symmetry, device.target)
        counted = [len(part) // counter_width(machine, part) for part in self.parts]
        self.modules = [
            device.load(kernel_text.kernels(part), count)
            for part, count in zip(self.parts, counted, strict=True)
        ]
        self._counters = [0, *accumulate(counted)]
        """Where the counters of the action instances of each module begin, and where they end."""
        self.result.phases["compiling"] = clock.seconds - self.result.phases["lifting"]
        self._possible = prod(leaf.hi - leaf.lo + 1 for leaf in machine.leaves)
        """How many states of the type there are at most: its successors are no more than what is left of these."""
        self.count, self.levels = 0, [0]
        self.made, self.totals = 0, [0] * 2 * self._counters[-1]
        self._behind: list[tuple[int, Any]] = []
        """States that are in the host's memory: the number of the first, and their keys."""
        self._base = 0
        """The number of the first state that is on the device."""
        self._take_memory()
        self.clock = Clock()

    def _take_memory(self) -> None:
        """Divide the device's memory among the tables and the array of the states, and write what never changes."""
        self.size = min(int(USED * self.device.free()), self.limits.max_memory or 1 << 62)
        least = self.words * self.device.most_threads
        words_left = self.size // WORD - least
        if words_left < FEWEST_WORDS:
            raise UsageError(
                f"the search can't begin: it needs {size_text(WORD * (least + FEWEST_WORDS))} of the memory of "
                f"{self.device.name}, and may take {size_text(self.size)}"
            )
        nodes = min(int(NODE_SHARES.get(self.words, LONG_SHARE) * words_left), MOST_NODES)
        keys = int(KEY_SHARE * (words_left - nodes))
        self.staged = min(MOST_STAGED, (words_left - nodes - keys) // 8)
        self.room = words_left - nodes - keys - self.staged
        tables = {"nodes": nodes + 2, "keys": keys + 2, "states": self.room + self.staged, "least": least}
        addresses = {name: self.device.allocate(WORD * count) for name, count in tables.items()}
        for name in ("nodes", "keys"):
            self.device.fill(addresses[name], WORD * tables[name])

        kept = sorted(unchanged_bits(self.machine, self.layout, self.symmetry))
        behind = {
            "broken": self.masks, "met": self.masks, "target": self.words, "kept": self.words * len(kept),
            "totals": 2 * self._counters[-1],
        }  # fmt: skip
        self._places, size = dict[str, int](), sizeof(DeviceState)
        for name, count in behind.items():
            self._places[name], size = size, size + WORD * count
        self._image = (c_uint64 * (size // WORD))()
        self._shared = self.device.allocate(size)
        addresses |= {
            name: self._shared + offset for name, offset in self._places.items() if name != "totals"
        }
        self._copy = DeviceState.from_buffer(self._image)
        for name, value in {
            **addresses,
            "node_slots": nodes,
            "key_slots": keys,
            "kept_sets": len(kept),
        }.items():
            setattr(self._copy, name, value)
        self.device.write(self._shared, self._image, size)
        self._write_words("kept", [word for words in kept for word in words])

    def run(self, report: Report | None = None) -> Result:
        """Search until the space is exhausted, the promises are decided, or a limit is reached."""
        with signals.note_signals() as interrupted:
            self._enter(interrupted)
            while self.levels[-2] < self.levels[-1] and not self._is_over():
                self._level(interrupted, report)
            return self._finish()

    def _enter(self, interrupted: threading.Event) -> None:
        """Insert the initial states: at the limit of states, those up to it."""
        first_states = encode_first_states(self.machine, self.symmetry)
        room = int(min(FULLEST * self._copy.key_slots, self.room))
        if self.words > 1:
            room = min(room, int(FULLEST * self._copy.node_slots) // (2 * self.words - 2))
        most = min(self.limits.max_states or room, max(1, room))
        for state in first_states[:most]:
            self._write_words("target", self.layout.pack(state))
            self._launch(self.modules[0], "enter", 0, 1)
        self._read()
        self.count = min(most, len(first_states))
        self.levels.append(self.count)
        if self.count < len(first_states):
            self.result.stopped = self._stop_reason(interrupted) or self._used_up()
            self._evaluate(0, self.count)
            self._note_broken(0, self.count)

    def _is_over(self) -> bool:
        return self.result.stopped is not None or self.result.is_decided(self.limits)

    def _level(self, interrupted: threading.Event, report: Report | None) -> None:
        """Evaluate the promises in the last level, and make the next one, unless the search is over by then."""
        begin, end = self.levels[-2:]
        cursor = begin
        while cursor < end and (states := self._surely_fitting(cursor, end)):
            for number, module in enumerate(self.modules):
                flag = EXPANDS if number else EXPANDS | EVALUATES
                self._launch(module, "explore", cursor, cursor + states, flag, self._totals(number))
            cursor += states
            self._read()
            self.count = self._base + int(self._copy.count)
            self.result.stopped = self._stop_reason(interrupted)
            report_progress(report, self.clock, len(self.levels) - 1, self.count, end - begin)
            if self.result.stopped:
                break
        self._evaluate(cursor, end)
        self._note_broken(begin, end)
        if self.result.is_decided(self.limits):
            self.count = end
            return
        self.made, self.totals = int(self._copy.made), self._words_at("totals", 2 * self._counters[-1])
        self.count = min(self.count, self.limits.max_states or self.count)
        if self._copy.wrong:
            self._raise_error(begin, end)
        self.levels.append(self.count)
        if self.result.stopped:
            self._evaluate(end, self.count)
            self._note_broken(end, self.count)

    def _surely_fitting(self, cursor: int, end: int) -> int:
        """How many states of the frontier have room for all successors that they can have; if none, the search ends."""
        shared, most = self._copy, max(1, len(self.instances))

        def room() -> int:
            tables = [int(FULLEST * shared.key_slots) - self.count]
            if self.words > 1:
                nodes = int(FULLEST * shared.node_slots) - shared.node_count
                tables.append(nodes // (2 * self.words - 2))
            states = min(*tables, self.room - (self.count - self._base))
            return states // most if states < self._possible - self.count else end - cursor

        fewest = min(end - cursor, FEWEST_AT_ONCE, max(1, FEWEST_SUCCESSORS // most))
        if room() < fewest and cursor > self._base:
            self._move_to_host(cursor)
        if room() < fewest:
            self.result.stopped = self._used_up()
            return 0
        return min(room(), MOST_AT_ONCE, end - cursor)

    def _used_up(self) -> str:
        limit = self.limits.max_memory
        if limit is not None and self.size == limit:
            return f"--max-memory {size_text(limit)} was reached"
        return f"the memory of {self.device.name} was used up ({size_text(self.size)})"

    def _move_to_host(self, end: int) -> None:
        """Move the states before a number to the host's memory, if it has room for them, and they are many."""
        count, staying = end - self._base, self.count - end
        if memory.available() < 2 * WORD * count or count < self.room // WORTH_MOVING:
            return
        keys = Buffer(c_uint64, count)
        self.device.read(keys.items, self._copy.states, WORD * count)
        self._behind.append((self._base, keys.items))
        for first in range(
            0, staying, count
        ):  # no further than what has just been read: the two do not overlap
            size = WORD * min(count, staying - first)
            self.device.copy(
                self._copy.states + WORD * first, self._copy.states + WORD * (first + count), size
            )
        self._base = end
        self._write("count", staying)

    def _stop_reason(self, interrupted: threading.Event) -> str | None:
        """Why the search has to end; None if it may go on."""
        if interrupted.is_set():
            self.result.interrupt()
        if self._copy.full:
            return self._used_up()
        return self.result.stopped or find_reached_limit(
            replace(self.limits, max_memory=None), self.clock, self.count
        )

    def _evaluate(self, begin: int, end: int) -> None:
        """Evaluate the promises in states that are not expanded."""
        if begin < end:
            self._launch(self.modules[0], "explore", begin, end, EVALUATES, self._totals(0))
            self._read()

    def _note_broken(self, begin: int, end: int) -> None:
        """Note the least state of a level that breaks each promise, if it is the first level with one."""
        broken = from_words(self._words_at("broken", self.masks))
        for bit, promise in enumerate(self.machine.promises):
            if broken >> bit & 1 and self.result.promises[promise.name].verdict == "unknown":
                state = self._least(begin, end, BREAKING + bit, self.modules[:1])
                self.result.violate(promise.name, self._run_to(state, promise.name))

    def _raise_error(self, begin: int, end: int) -> None:
        """Raise the error of an action that wrote outside a domain, with the run to the least state where one did."""
        raise_out_of_range(self._run_to(self._least(begin, end, FAILING, self.modules)))

    def _run_to(self, state: State, promise: str = "") -> Run:
        """A run to a state of the last level: each state before another is the least of its level that leads to it."""
        states = [state]
        for begin, end in reversed(list(pairwise(self.levels[:-1]))):
            self._write_words("target", self.layout.pack(states[-1]))
            states.append(self._least(begin, end, PREDECESSOR, self.modules))
        states.reverse()
        return Run(self.machine, promise, steps_through(self.machine, states, self.symmetry))

    def _least(self, begin: int, end: int, kind: int, modules: Sequence[Module]) -> State:
        """The least of some states that is of a kind."""
        least = list[State]()
        for first, last in self._on_device(begin, end):
            for module in modules:
                self._write("found", 0)
                self._launch(module, "seek", first, last, kind)
                self._read()
                words = (c_uint64 * (self.words * self._copy.found))()
                self.device.read(words, self._copy.least, sizeof(words))
                least += (
                    self.layout.unpack(words[k : k + self.words]) for k in range(0, len(words), self.words)
                )
        return min(least)

    def _on_device(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """The parts of a range of states, each when it is on the device: those that were moved are copied back."""
        for first, keys in self._behind:
            for low in range(max(begin, first), min(end, first + len(keys)), self.staged):
                size = min(self.staged, end - low, first + len(keys) - low)
                number = self._base + self.room
                self.device.write(
                    self._copy.states + WORD * self.room, byref(keys, WORD * (low - first)), WORD * size
                )
                yield number, number + size
        if max(begin, self._base) < end:
            yield max(begin, self._base), end

    def _launch(
        self, module: Module, kernel: str, begin: int, end: int, flag: int = 0, totals: int = 0
    ) -> None:
        """Run a kernel on a range of states."""
        module.launch(kernel, end - begin, self._shared, begin - self._base, end - self._base, flag, totals)

    def _totals(self, part: int) -> int:
        """Where the counts of a module's action instances are."""
        return self._shared + self._places["totals"] + 2 * WORD * self._counters[part]

    def _read(self) -> None:
        """Read what the kernels have counted and found."""
        self.device.read(self._image, self._shared, sizeof(self._image))
        self._copy = DeviceState.from_buffer(self._image)

    def _words_at(self, name: str, count: int) -> list[int]:
        first = self._places[name] // WORD
        return self._image[first : first + count]

    def _write_words(self, name: str, words: Sequence[int]) -> None:
        self.device.write(
            self._shared + self._places[name], (c_uint64 * len(words))(*words), WORD * len(words)
        )

    def _write(self, field: str, value: int) -> None:
        offset = getattr(DeviceState, field).offset
        self.device.write(self._shared + offset, (c_uint64 * 1)(value), WORD)
        setattr(self._copy, field, value)

    def state(self, number: int) -> State:
        """The encoded state of that number."""
        return self._least(number, number + 1, ANY, self.modules[:1])

    def _finish(self) -> Result:
        result = self.result
        result.generated_states = len(self.machine.initial_states) + self.made
        result.distinct_states = self.count
        result.depth = len(self.levels) - 1 - (self.levels[-1] == self.levels[-2])
        for part, (begin, end) in zip(self.parts, pairwise(self._counters), strict=True):
            step = counter_width(self.machine, part)
            for k, instance in enumerate(self.instances[part.start : part.stop : step]):
                coverage, index = result.actions[instance.action.name], 2 * begin + k
                coverage.enabled += self.totals[index]
                coverage.changing += self.totals[index + end - begin]
        result.note_conditions(from_words(self._words_at("met", self.masks)))
        if not result.stopped:
            result.finish(exhausted=self.levels[-2] == self.levels[-1])
        result.seconds = result.phases["searching"] = self.clock.seconds
        return result
