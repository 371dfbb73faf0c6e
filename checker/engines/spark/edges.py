"""The graph of the states that a search has found, made by tasks: numbers of states, edges, and what holds where.

A part is a range of keys (`rows`), and its states are numbered in the order of their keys, after those of the parts
before it. A task expands the states of its part and sends each successor to the part that it is in, where it is looked
up; from there the edge is sent back, so that there are rows by source and rows by target. Below `graph/` in the work
directory each part has files of NumPy arrays, which are mapped:

    states-3      keys and words
    forward-3     of each state its first edge; targets-3 and actions-3: of each edge where it leads, and its instance
    backward-3    of each state its first incoming edge; sources-3: where that comes from
    level-3       of each state the level in which the search found it
    broken-3      of each state the promises and predicates that it breaks: the words of a mask

`rounds` works on these. Like `level` it knows nothing of Spark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np

from tidemark.base.errors import UsageError
from tidemark.checker.engines.spark import records
from tidemark.checker.engines.spark.level import CHUNK, LevelKernel, LevelPlan
from tidemark.checker.engines.spark.workdir import Share, Workdir

GRAPH = "graph"
"""The folder of all this in the work directory."""
ARRAYS = {"states", "broken", "level", "backward", "sources", "instances", "forward", "targets", "actions"}
"""The arrays of the graph itself, whatever is asked of it."""
_MADE = re.compile(rf"{GRAPH}/(\d+)-(?:round(\d+)-)?")
"""The name of a file that answers a question: its number, and that of the round."""
SENT = 1 << 16
"""Edges of a block, at most."""
Numbers = np.ndarray[Any, np.dtype[Any]]
Block = tuple[int, int, bytes]
"""The part that it is for, how many edges it has, and their matrix, sealed."""


@dataclass(frozen=True)
class GraphPlan:
    """What every task needs to know. search: of the last level. firsts: the number of the first state of each part,
    and at the end how many states there are. question: its number. round: that of the latest round.
    """

    search: LevelPlan
    firsts: tuple[int, ...] = ()
    question: int = 0
    round: int = 0

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return self.search.parts

    @property
    def states(self) -> int:
        """How many states there are."""
        return self.firsts[-1]

    def name(self, name: str, part: int) -> str:
        """The name of the file of an array. That of a question, which is not of the graph itself, has its number."""
        return (
            f"{GRAPH}/{name}-{part}.npy" if name in ARRAYS else f"{GRAPH}/{self.question}-{name}-{part}.npy"
        )

    def read(self, name: str, part: int) -> Any:
        """An array, mapped.

        Raises:
            UsageError: the file is gone, or damaged.
        """
        file = self.name(name, part)
        try:
            with Workdir(self.search.store).explaining_read_errors(file):
                return np.load(self.search.store.local(file), mmap_mode="r")
        except ValueError as error:
            raise UsageError(f"{self.search.store.path(file)} can't be read: {error}") from error

    def write(self, name: str, part: int, array: Numbers) -> None:
        """Write an array, whole or not at all: a task may run twice."""
        content = BytesIO()
        np.save(content, array)
        with Workdir(self.search.store).explaining_errors():
            self.search.store.write(self.name(name, part), content.getbuffer())

    def forget_stale(self) -> None:
        """Let this machine give up what questions, and rounds before the last two, have left."""
        self.search.store.forget(self.is_stale)

    def is_stale(self, name: str) -> bool:
        """Whether nobody reads a file any more."""
        match = _MADE.match(name)
        return match is not None and (
            int(match[1]) < self.question or (match[2] is not None and int(match[2]) < self.round - 2)
        )

    def part_of(self, numbers: Any) -> Any:
        """The part of each state."""
        return np.searchsorted(np.array(self.firsts[1:]), numbers, side="right")

    def gather(self, name: str, numbers: Numbers) -> Numbers:
        """The items of an array for states of any part."""
        owners = self.part_of(numbers)
        gathered: Numbers | None = None
        for part in np.unique(owners).tolist():
            in_part = owners == part
            items = self.read(name, part)[..., numbers[in_part].astype(np.int64) - self.firsts[part]]
            gathered = (
                np.zeros((*items.shape[:-1], len(numbers)), items.dtype) if gathered is None else gathered
            )
            gathered[..., in_part] = items
        return np.zeros(0, np.uint64) if gathered is None else gathered


def number(plan: GraphPlan, share: Share) -> int:
    """Write the states of a part, in the order of their keys, with what holds in them. Gives how many they are."""
    kernel, part = LevelKernel(plan.search), share.part
    runs = Workdir(plan.search.store).open(kernel.form, share.files)
    chunks = [rows.copy() for rows in runs.sorted_rows(*records.range_of(part, plan.parts))]
    rows = np.concatenate([np.empty((0, kernel.form.width), np.uint64), *chunks])
    states = kernel.form.states(rows)
    plan.write("states", part, np.concatenate([rows[:, :1], states], axis=1).T)
    plan.write("broken", part, kernel.evaluate(states)[0])
    plan.write("level", part, (rows[:, -1] - np.uint64(1)).astype(np.uint32))
    return len(rows)


def send_successors(plan: GraphPlan, part: int) -> Iterator[Block]:
    """The successors of the states of a part: key, words, source and instance; without those that change nothing."""
    kernel, words = LevelKernel(plan.search), len(plan.search.kernel.bits)
    states = plan.read("states", part)
    for at in range(0, states.shape[1], CHUNK):
        chunk = np.asarray(states[1:, at : at + CHUNK])
        successors, sources = kernel.edges(chunk)
        successors = successors[:, (successors[1 : 1 + words] != chunk[:, sources]).any(axis=0)]
        order = np.argsort(successors[0])
        successors = successors[:, order]
        successors[-2] += np.uint64(plan.firsts[part] + at)
        for target in range(plan.parts):
            inside = records.between(successors[0], *records.range_of(target, plan.parts))
            yield from _blocks(target, successors[:, inside])


def take_successors(plan: GraphPlan, part: int, blocks: Iterable[tuple[int, bytes]]) -> str:
    """Look up the successors that are in a part, and write its rows by target."""
    states, words = plan.read("states", part), len(plan.search.kernel.bits)
    edges: list[Numbers] = [np.zeros((3, 0), np.uint64)]
    for count, payload in blocks:
        successors = np.frombuffer(records.unseal(payload), np.uint64).reshape(-1, count)
        targets = records.places(successors, states, words).astype(np.uint64)
        edges.append(np.stack([targets, successors[-2], successors[-1]]))
    targets, sources, actions = _in_order(edges)
    plan.write("backward", part, _firsts(targets, states.shape[1]))
    plan.write("sources", part, sources.astype(np.uint32))
    plan.write("instances", part, actions.astype(np.uint16))
    return ""


def send_edges(plan: GraphPlan, part: int) -> Iterator[Block]:
    """The edges that lead to a part: source, target and instance."""
    first, sources = plan.read("backward", part), plan.read("sources", part)
    targets = np.repeat(np.arange(len(first) - 1, dtype=np.uint64), np.diff(first).astype(np.int64))
    edges = np.stack([sources, targets + np.uint64(plan.firsts[part]), plan.read("instances", part)])
    owners = plan.part_of(sources)
    for target in range(plan.parts):
        yield from _blocks(target, edges[:, owners == target].astype(np.uint64))


def take_edges(plan: GraphPlan, part: int, blocks: Iterable[tuple[int, bytes]]) -> str:
    """Write the rows of a part by source."""
    edges = [np.zeros((3, 0), np.uint64)]
    edges += [np.frombuffer(records.unseal(sent), np.uint64).reshape(-1, count) for count, sent in blocks]
    sources, targets, actions = _in_order(edges)
    count = plan.firsts[part + 1] - plan.firsts[part]
    plan.write("forward", part, _firsts(sources - np.uint64(plan.firsts[part]), count))
    plan.write("targets", part, targets.astype(np.uint32))
    plan.write("actions", part, actions.astype(np.uint16))
    return ""


def _blocks(target: int, edges: Numbers) -> Iterator[Block]:
    for at in range(0, edges.shape[1], SENT):
        block = np.ascontiguousarray(edges[:, at : at + SENT])
        yield target, block.shape[1], records.seal(block.tobytes())


def _in_order(matrices: list[Numbers]) -> Numbers:
    """Edges by their first row, and then by the others: blocks come in no order."""
    edges = np.concatenate(matrices, axis=1)
    return edges[:, np.lexsort(edges[::-1])]


def _firsts(rows: Numbers, count: int) -> Numbers:
    """Where the edges of each row begin, and where those of the last end."""
    return np.searchsorted(rows, np.arange(count + 1, dtype=np.uint64)).astype(np.uint64)
