"""Strongly connected components of a graph of states in compressed rows, and those in which a fair run can go round.

Its own module because the graph may be all that a search has found, or what is left of one that is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from ctypes import Structure, c_uint8, c_uint32
from dataclasses import dataclass
from typing import Any

import numpy as np

from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.buffer import Buffer, words
from tidemark.checker.engines.native.capacity import Threads
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.structures import declared_in
from tidemark.spec.machines.fairness import Condition, Fairness, conditions
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

Mask = np.ndarray[Any, np.dtype[np.bool_]]
Numbers = np.ndarray[Any, np.dtype[Any]]
FAIR, AGAIN = 1, 2
"""What is found of a state: a fair run can go round in its component, or could if some states were left out."""
MOST_CONDITIONS = 63
"""How many conditions of fairness a mask has bits for, beside one more."""
BLOCK = 1 << 12
"""How many states a thread looks at before it leaves some to the others."""
MOST_THREADS = 4
"""How many threads look for components at most: each may come to every state, and has rows of its own for them."""
BYTES_A_THREAD = 24
"""What these rows take of each state."""
FEW = 1 << 13
"""So few states are not worth a thread of their own."""


@declared_in("engines/native/liveness/state_graph.c", "struct graph")
class GraphStruct(Structure):
    """The states that a search has found, the edges between them, and room to look for components."""

    __slots__ = ()


@declared_in("engines/native/liveness/state_graph.c", "struct descent")
class Descent(Structure):
    """One thread's search for components."""

    __slots__ = ()


def numbers(count: int) -> Any:
    """An array of `count` 32-bit numbers, all 0, which takes memory where it is touched."""
    return Buffer(c_uint32, count).items


@dataclass(frozen=True)
class Masks:
    """Conditions of fairness, and as bit masks those that ask for weak and for strong fairness.

    conditions: of each action instance those that it is in.
    """

    fairness: list[Condition]
    weak: int
    strong: int
    conditions: list[int]

    @classmethod
    def of(cls, machine: Machine, fairness: Iterable[Fairness], instances: Sequence[Instance]) -> Masks:
        """The conditions that the fairness of a machine is.

        Raises:
            UsageError: they are more than a mask has bits for.
        """
        fair_conditions = conditions(fairness, instances)
        if (count := len(fair_conditions)) > MOST_CONDITIONS:
            raise UsageError(
                f"the fairness of {machine.name} has {count} conditions, and {MOST_CONDITIONS} are the most: "
                "write each=False, or name parameters in each, where some instance is enough"
            )
        return cls(
            fair_conditions,
            sum(1 << k for k, condition in enumerate(fair_conditions) if not condition.strong),
            sum(1 << k for k, condition in enumerate(fair_conditions) if condition.strong),
            [
                sum(1 << k for k, condition in enumerate(fair_conditions) if n in condition.instances)
                for n in range(len(instances))
            ],
        )


class Components:
    """The components of a graph with its rows, and what is enabled in its states.

    What is found does not depend on the threads; which number a component gets does.
    """

    def __init__(self, graph: GraphStruct, threads: int = 1) -> None:
        self._graph, self._count = graph, graph.count
        graph.block = BLOCK
        graph.component = numbers(self._count)
        for name in ("inside", "marked", "found_fair"):
            setattr(graph, name, Buffer(c_uint8, self._count).items)
        self.arrays: dict[str, Numbers] = {
            name: np.ctypeslib.as_array(getattr(graph, name), (self._count,))
            for name in ("inside", "marked", "found_fair", "component")
        }
        threads = min(threads, MOST_THREADS) if self._count >= FEW else 1
        self._descents = [self._descent() for _ in range(threads)]

    def _descent(self) -> Descent:
        rows = {name: numbers(self._count) for name in ("order", "low", "open", "path")}
        return Descent(**rows, next=words(self._count))

    def decompose(self, inside: Mask) -> None:
        """Find the components of the states inside."""
        arrays, threads = self.arrays, len(self._descents)
        arrays["inside"][:] = inside
        arrays["component"][inside] = arrays["found_fair"][inside] = 0
        for descent in self._descents:
            descent.met = 0
            np.ctypeslib.as_array(descent.order, (self._count,))[inside] = 0
        find = Functions.of(__package__, "state_graph.ll").function("components")
        with Threads(threads) as pool:
            pool.together(lambda k: find(self._graph, self._descents[k], k, threads), threads)

    def fair(self, inside: Mask, through: Mask, keep_time: Callable[[], None]) -> tuple[Mask, Numbers]:
        """The states that a fair loop inside passes, in whose component some state to pass is; and their components.

        keep_time: is called again and again, and may raise an error.
        """
        arrays = self.arrays
        arrays["marked"][:], arrays["found_fair"][:] = through, 0
        arrays["component"][:], self._graph.components = 0, 0  # numbers of other questions mean nothing here
        undecided = inside
        while True:
            keep_time()
            self.decompose(undecided)
            undecided = arrays["found_fair"] == AGAIN
            if not undecided.any():
                return arrays["found_fair"] == FAIR, arrays["component"]
