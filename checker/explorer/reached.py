"""All states that can be reached from one, found by the native engine and kept packed; questions about all of them.

A condition is evaluated for all states at once, column by column (NumPy), from its expression: nothing is compiled for
a question. The states are in the order of a breadth-first search, so the first one is the nearest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from tidemark.checker.engines.native.buffer import shorts, words
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.search import BATCH, begun
from tidemark.checker.engines.native.structures import Space, Worker
from tidemark.checker.explorer.doomed import Edges, Fates
from tidemark.checker.runs.results import Limits, Progress, State, Step
from tidemark.spec.errors import UsageError
from tidemark.spec.expression import Expr
from tidemark.spec.machine import Machine

CHUNK = 1 << 16
"""States for which an expression is evaluated together."""
MOST_GROUPS = 150
"""Groups in a picture: a person sees no more."""


def without_promises(machine: Machine) -> Machine:
    """The machine as it is searched and compiled here: what it promises is asked of its states."""
    return replace(machine, promises=[], temporal=(), fairness=())


@dataclass(frozen=True)
class Group:
    """States that agree in the chosen fields: their values there, how many, and the level of the first."""

    values: tuple[int, ...]
    states: int
    level: int


class Reached:
    """The states from a state on, as far as the limits allow. `stopped` says why they are not all."""

    def __init__(
        self,
        machine: Machine,
        state: State,
        kernel: Kernel,
        limits: Limits,
        report: Callable[[Progress], None],
    ) -> None:
        begin = replace(without_promises(machine), initial=machine.decode(state))
        self.machine, self._kernel = machine, kernel
        self._search = begun(begin, limits, kernel=kernel)
        result = self._search.run(report)
        self.stopped, self._steps = result.stopped, result.generated_states
        self.count, self._words = self._search.count, kernel.layout.words
        self._rows = np.ctypeslib.as_array(self._search.space.states, (self.count, self._words))

    def level_of(self, number: int) -> int:
        """How many steps a state is away."""
        levels = self._search.levels
        return next(k for k in range(len(levels) - 1) if number < levels[k + 1])

    def way_to(self, number: int) -> list[Step]:
        """The shortest run to a state."""
        return self._search.way_to(number)

    def first(self, holds: Expr) -> tuple[int | None, int]:
        """The number of the nearest state where a condition holds, None without one; and in how many it does."""
        nearest, count = None, 0
        for begin, values in self._chunks(holds):
            found = np.flatnonzero(values)
            count += len(found)
            if nearest is None and len(found):
                nearest = begin + int(found[0])
        return nearest, count

    def _chunks(self, expression: Expr) -> Iterator[tuple[int, Any]]:
        for begin in range(0, self.count, CHUNK):
            rows = self._rows[begin : begin + CHUNK]
            yield begin, np.broadcast_to(self.values(expression, rows), len(rows))

    def column(self, leaf: int, rows: Any) -> Any:
        """A field of all these states."""
        place = self._kernel.layout.places[leaf]
        packed = rows[:, place.word] >> np.uint64(place.shift) & np.uint64(place.mask)
        return packed.astype(np.int64) + place.lo

    def values(self, root: Expr, rows: Any) -> Any:
        """An expression of all these states."""
        below: dict[int, Expr] = {}
        to_see = [root]
        while to_see:
            node = to_see.pop()
            if node.number not in below:
                below[node.number] = node
                to_see += [one for one in node.args if isinstance(one, Expr)]
        known: dict[int, Any] = {}
        for number in sorted(below):
            node = below[number]
            if node.op == "field":
                known[number] = self.column(node.args[0], rows)
            elif node.op == "const":
                known[number] = np.int64(int(node.args[0]))
            else:
                known[number] = _value(
                    node, [known[a.number] if isinstance(a, Expr) else a for a in node.args]
                )
        return known[root.number]

    def groups(
        self, leaves: list[int], waits: Callable[[], None]
    ) -> tuple[list[Group], dict[tuple[int, int], int], Any]:
        """The groups by some fields, the nearest first; how many steps lead from one to another; each state's group.

        Raises:
            UsageError: there are too many.
        """
        keys = self._keys(leaves, self._rows)
        distinct, firsts, numbers, counts = np.unique(
            keys, return_index=True, return_inverse=True, return_counts=True
        )
        if len(distinct) > MOST_GROUPS:
            raise UsageError(
                f"these fields make {len(distinct):,} groups, and at most {MOST_GROUPS} are drawn: choose fewer"
            )
        order = np.argsort(firsts)
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        found = [
            Group(
                tuple(int(self.column(leaf, self._rows[firsts[k] : firsts[k] + 1])[0]) for leaf in leaves),
                int(counts[k]),
                self.level_of(int(firsts[k])),
            )
            for k in order
        ]
        whose = place[numbers]
        known = {int(key): int(place[k]) for k, key in enumerate(distinct)}
        return found, self._arrows(leaves, whose, known, waits), whose

    def fates_of(self, promises: Mapping[str, Expr], waits: Callable[[], None]) -> dict[str, Fates]:
        """The fate of each state under some promises.

        Raises:
            UsageError: these are not all states, or there is no memory.
        """
        if self.stopped:
            raise UsageError(f"the space is not known as a whole: {self.stopped}")
        edges = Edges(self._search, self._steps, waits)
        return {name: edges.fates_of(self._broken(holds)) for name, holds in promises.items()}

    def _broken(self, holds: Expr) -> Any:
        """The numbers of the states where a condition does not hold."""
        return np.concatenate([begin + np.flatnonzero(values == 0) for begin, values in self._chunks(holds)])

    def number_of(self, state: State) -> int:
        """The number of a state that was reached."""
        rows, packed = self._rows, self._kernel.layout.pack(state)
        same = rows[:, 0] == np.uint64(packed[0])
        for word in range(1, self._words):
            same &= rows[:, word] == np.uint64(packed[word])
        return int(np.flatnonzero(same)[0])

    def of_groups(self, holds: Expr, whose: Any, count: int) -> list[int]:
        """In how many states of each group a condition does not hold."""
        broken = np.zeros(count, dtype=np.int64)
        for begin, values in self._chunks(holds):
            broken += np.bincount(whose[begin : begin + CHUNK][values == 0], minlength=count)
        return [int(one) for one in broken]

    def counted(self, chosen: Any, whose: Any, count: int) -> list[int]:
        """How many of the chosen states each group has."""
        return [int(one) for one in np.bincount(whose[chosen], minlength=count)]

    @property
    def sizes(self) -> list[int]:
        """The number of states of each level: those that are equally many steps away."""
        levels = self._search.levels
        return [after - before for before, after in pairwise(levels) if after > before]

    def _keys(self, leaves: list[int], rows: Any) -> Any:
        """One number for the values of some fields, of each of these states."""
        keys = np.zeros(len(rows), dtype=np.int64)
        for leaf in leaves:
            place = self._kernel.layout.places[leaf]
            keys = keys * (place.hi - place.lo + 1) + (self.column(leaf, rows) - place.lo)
        return keys

    def _arrows(
        self, leaves: list[int], whose: Any, known: Mapping[int, int], waits: Callable[[], None]
    ) -> dict[tuple[int, int], int]:
        """How many steps lead from one group to another: the states of each are expanded together."""
        most, expand = max(1, len(self._kernel.instances)), self._kernel.function("expand")
        batch = words(BATCH * most * self._words)
        states = words(BATCH * self._words)
        worker = Worker(enabled=words(most))
        space = Space(states=states, batch=batch, hashes=words(BATCH * most), actions=shorts(BATCH * most))
        into, out = np.ctypeslib.as_array(states), np.ctypeslib.as_array(batch)
        arrows: dict[tuple[int, int], int] = {}
        for group in range(len(known)):
            mine = np.flatnonzero(whose == group)
            for begin in range(0, len(mine), BATCH):
                waits()
                rows = self._rows[mine[begin : begin + BATCH]]
                into[: rows.size] = rows.ravel()
                worker.position = 0
                count = expand(space, worker, 0, len(rows))
                after = out[: count * self._words].reshape(count, self._words)
                keys, counts = np.unique(self._keys(leaves, after), return_counts=True)
                for key, number in zip(keys, counts, strict=True):
                    if int(key) in known:  # else beyond the limits
                        pair = (group, known[int(key)])
                        arrows[pair] = arrows.get(pair, 0) + int(number)
        return arrows


def _value(node: Expr, args: list[Any]) -> Any:
    """The values of a node from those of its operands."""
    match node.op:
        case "add":
            return args[0] + args[1]
        case "sub":
            return args[0] - args[1]
        case "eq":
            return (args[0] == args[1]).astype(np.int64)
        case "lt":
            return (args[0] < args[1]).astype(np.int64)
        case "and":
            return args[0] & args[1]
        case "or" | "union":
            return args[0] | args[1]
        case "not":
            return 1 - args[0]
        case "ite":
            return np.where(args[0] != 0, args[1], args[2])
        case "has":
            return np.where(args[1] >= 0, args[0] >> np.maximum(args[1], 0) & 1, 0)
        case "insert":
            return args[0] | np.where(args[1] >= 0, np.int64(1) << np.maximum(args[1], 0), 0)
        case "remove":
            return args[0] & ~np.where(args[1] >= 0, np.int64(1) << np.maximum(args[1], 0), 0)
        case "minus":
            return args[0] & ~args[1]
        case "size":
            return np.bitwise_count(args[0]).astype(np.int64)
        case "join":
            word, value, low, bits = args
            return word << bits | value - low
        case "part":
            word, shift, bits, low, _ = args
            return (word >> shift & (1 << bits) - 1) + low
    raise AssertionError(node.op)
