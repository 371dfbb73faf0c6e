"""One level of a search, in two halves that Spark runs on many machines, and that know nothing of Spark.

`expand` makes the successors of the states in the keys of one task, keeps one row of each, and packs them as sorted
runs for the tasks that they belong to; `take_in` takes those of one task, drops what was seen before, evaluates the
promises, and writes the rest as the next level: a file for each of its ranges of keys. The shuffle is between the two.
Both give small messages to the driver; a failure that a retry would not repair (a full disk, a damaged file) is a
message, not an exception.

The ranges are small, so that what is sorted and merged fits in memory. Where there are thousands, a task has several:
16,384 tasks that send each other blocks would have 268 million of them, of 90 rows each.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.compilation import Compilation
from tidemark.checker.engines.native.kernel import Functions, Kernel
from tidemark.checker.engines.native.masks import BITS, from_words, watching_worker
from tidemark.checker.engines.native.structures import SHORTS, SearchSpace, Worker
from tidemark.checker.engines.spark.records import Matrix, range_of, seal, unseal
from tidemark.checker.engines.spark.rows import (
    TOGETHER,
    RowBatch,
    RowForm,
    RowParts,
    Rows,
    SortedRuns,
    pack_run,
    pointer,
    used_bits,
)
from tidemark.checker.engines.spark.workdir import KERNEL, File, LevelCounts, Share, Workdir
from tidemark.checker.engines.store import StorageError, Store

CHUNK = 1 << 13
"""States that are expanded together."""
GATHERED, SUCCESSORS, LEAST = 1 << 21, 8, 1 << 8
"""Rows that are gathered before they are sent, at most; for each state of the frontier; and for each part, at least."""
IN_BLOCK = 1 << 12
"""Rows of a block, about, which many tasks gather more for: to pack and to open one costs some 40 µs."""
TALLY = -1
"""Marks a block that has counts in place of rows."""
NO_INSTANCE = 2**16 - 1
"""The action instance of the initial states."""


@dataclass(frozen=True)
class KernelMeasures:
    """What a task needs to know of a machine's compiled functions, to make them again from their text.

    digest: SHA-256 of the text: what lies in the work directory may be damaged, and is executed.
    bits: of each word of a state how many bits are used. masks: of how many words the masks in C are.
    """

    digest: str
    compilation: Compilation
    bits: tuple[int, ...]
    instances: int
    masks: int

    @classmethod
    def of(cls, kernel: Kernel) -> KernelMeasures:
        """Those of a kernel."""
        instances, bits = len(kernel.instances), used_bits(kernel.layout)
        return cls(kernel.digest, kernel.compilation, bits, instances, kernel.mask_words)


@dataclass(frozen=True)
class LevelPlan:
    """What every task of a level needs to know; the rest is in the work directory.

    store: where that is. depth: of the level that is expanded. states: how many that has.
    parts: how many ranges of keys there are. tasks: how many tasks expand them, and take in what comes of it; each has
    as many ranges as the others, which lie side by side.
    watched: the promises without a verdict, as a bit mask.
    """

    store: Store
    kernel: KernelMeasures
    depth: int
    states: int
    parts: int
    tasks: int
    watched: int

    def ranges(self, task: int) -> Iterator[tuple[int, int]]:
        """The ranges of keys that a task has."""
        each = self.parts // self.tasks
        return (range_of(part, self.parts) for part in range(task * each, (task + 1) * each))


@dataclass
class TaskResult(LevelCounts):
    """The result of a task for its keys.

    error: the least key of a state in which an action wrote outside a domain, and its words.
    problem: the error for the user, in one line; is_of_storage: whether it is a StorageError.
    """

    part: int
    error: tuple[int, list[int]] | None = None
    problem: str | None = None
    is_of_storage: bool = False

    def fail(self, error: UsageError) -> None:
        """Note an error, unless there was one before."""
        if self.problem is None:
            self.problem, self.is_of_storage = str(error), isinstance(error, StorageError)

    def raise_problem(self) -> None:
        """Raise the error that was noted, if there is one.

        Raises:
            UsageError: it is one.
        """
        if self.problem is not None:
            raise (StorageError if self.is_of_storage else UsageError)(self.problem)

    def text(self) -> str:
        """The result as JSON."""
        return json.dumps(vars(self), default=File.line)

    @classmethod
    def parse(cls, encoded: str) -> TaskResult:
        """The result that `text` encoded as JSON."""
        data = json.loads(encoded)
        data["runs"] = [File.parse(line) for line in data["runs"]]
        return cls(**data)


@functools.lru_cache(maxsize=2)
def _functions(store: Store, digest: str, compilation: Compilation) -> Functions:
    """The compiled functions, made once in each process."""
    with Workdir(store).explaining_read_errors(KERNEL):
        llvm_ir = store.read(KERNEL)
    if hashlib.sha256(llvm_ir).hexdigest() != digest:
        raise UsageError(f"{store.path(KERNEL)} is damaged: search again in another --workdir")
    return Functions(llvm_ir.decode(), compilation)


class LevelKernel:
    """The compiled functions of a plan with buffers of their own."""

    def __init__(self, plan: LevelPlan) -> None:
        measures = plan.kernel
        functions = _functions(plan.store, measures.digest, measures.compilation)
        self.form, self._masks, instances = RowForm(measures.bits), measures.masks, max(1, measures.instances)
        self._expand, self._evaluate = functions.function("expand"), functions.function("evaluate")
        self.batch = RowBatch(CHUNK * instances, self.form.words)
        self.enabled, self.changing = np.zeros(instances, np.uint64), np.zeros(instances, np.uint64)
        """How often each action instance was enabled, and how often it has led to another state."""
        self._space = SearchSpace(
            batch=pointer(self.batch.states),
            hashes=pointer(self.batch.hashes),
            actions=self.batch.actions.ctypes.data_as(SHORTS),
            parents=pointer(self.batch.parents),
        )

    def expand(self, states: Rows) -> tuple[int, int | None]:
        """Put the successors of some states, at most CHUNK of them, into the batch. Gives how many they are.

        Also the place of a state in which an action wrote outside a domain; its successor is left out.
        """
        self._space.states = pointer(states)
        worker = Worker(enabled=pointer(self.enabled))
        count = self._expand(self._space, worker, 0, len(states))
        return count, worker.wrong - 1 if worker.wrong else None

    def edges(self, states: Matrix) -> tuple[Matrix, Any]:
        """The successors of some states: rows of keys, words, places of their sources and instances; and the places.

        At most CHUNK states are given (rows of words).
        """
        enabled = self.enabled.copy()
        count, _ = self.expand(np.array(states.T, order="C"))  # a copy: what is mapped can't be written
        self.enabled[:] = enabled
        batch, words = self.batch, self.form.words
        successors = np.empty((3 + words, count), np.uint64)
        successors[0] = self.form.rows(batch.states[:count])[:, 0]
        successors[1 : 1 + words] = batch.states[:count].T
        successors[-2], successors[-1] = batch.parents[:count], batch.actions[:count]
        return successors, batch.parents[:count].astype(np.int64)

    def evaluate(self, states: Rows) -> tuple[Any, int]:
        """For each state the words of the mask of the promises that it breaks; and the mask of those whose condition
        arose.
        """
        broken, worker = np.empty((len(states), self._masks), np.uint64), watching_worker(self._masks)
        self._evaluate(SearchSpace(states=pointer(states), broken=pointer(broken)), worker, 0, len(states))
        return broken, from_words(worker.met[: self._masks])


Block = tuple[int, int, bytes]
"""The task that it is for, how many rows it has (or TALLY), and their sorted run or the counts, sealed."""


def expand(plan: LevelPlan, share: Share) -> Iterator[Block]:
    """The successors of a level's states in the keys of one task, and then the counts, with the task's files."""
    tally = TaskResult(share.part, runs=share.files)
    try:
        engine = LevelKernel(plan)
        Workdir(plan.store).remove_stale(share, plan.tasks)
        gathered = _room(plan, engine.form)
        for rows in _frontier(plan, engine.form, share):
            states = engine.form.states(rows)
            count, wrong = engine.expand(states)
            if wrong is not None and tally.error is None:
                tally.error = (int(rows[wrong, 0]), [int(word) for word in states[wrong]])
            tally.generated += count
            at = 0
            while (at := gathered.take(engine.batch, states, at, count, engine.changing)) < count:
                gathered.settle()
                if 2 * gathered.counts.max() > gathered.capacity:
                    yield from _blocks(plan, gathered, tally)
        gathered.settle()
        yield from _blocks(plan, gathered, tally)
        tally.enabled, tally.changing = _counts(engine.enabled), _counts(engine.changing)
    except UsageError as error:
        tally.fail(error)
    yield share.part, TALLY, seal(tally.text().encode())


def _room(plan: LevelPlan, form: RowForm) -> RowParts:
    """Room for the successors of a task: not much more than is likely to be used, since memory is zeroed first."""
    room = min(max(GATHERED, IN_BLOCK * plan.tasks), SUCCESSORS * plan.states // plan.tasks)
    parts = max(plan.tasks, 1 << (room // TOGETHER).bit_length())
    return RowParts(form, 0, 2**64 // parts, parts, max(room // parts, LEAST))


def _frontier(plan: LevelPlan, form: RowForm, share: Share) -> Iterator[Rows]:
    """The states of a level that are in the files of a task, in chunks."""
    workdir, room = Workdir(plan.store), np.empty((CHUNK, form.width), np.uint64)
    for file in share.files:
        if file.first == plan.depth:
            run = workdir.open(form, [file])
            run.seek(file.low)
            while count := run.read(file.high - 1, room):
                yield room[:count]


def _blocks(plan: LevelPlan, gathered: RowParts, tally: TaskResult) -> Iterator[Block]:
    """The rows that are gathered and settled, which are forgotten then, packed for each task."""
    per_target = len(gathered.counts) // plan.tasks
    for target in range(plan.tasks):
        rows = [
            part_rows
            for k in range(target * per_target, (target + 1) * per_target)
            if len(part_rows := gathered.part(k))
        ]
        if rows:
            count = sum(map(len, rows))
            low, high = range_of(target, plan.tasks)
            block = pack_run(gathered.form, rows, count, low, high, (0, plan.kernel.instances)).tobytes()
            tally.shuffled += len(block)
            tally.candidates += count
            yield target, count, block
    gathered.clear()


def take_in(plan: LevelPlan, task: int, blocks: Iterable[tuple[int, bytes]]) -> TaskResult:
    """Take the blocks that are for one task, and write what is new in them as the next level."""
    result = TaskResult(task)
    try:
        arrays: list[tuple[str, Rows]] = []
        for count, payload in blocks:
            if count == TALLY:
                tally = TaskResult.parse(unseal(payload).decode())
                result.add(tally)
                result.error = min((e for e in (result.error, tally.error) if e), default=None)
                if result.problem is None:
                    result.problem, result.is_of_storage = tally.problem, tally.is_of_storage
            else:
                arrays.append(("what a task was sent", np.frombuffer(payload, np.uint64)))
        if result.problem is None and result.error is None:
            form = RowForm(plan.kernel.bits)
            _take_in(plan, result, SortedRuns(form, arrays))
    except UsageError as error:
        result.fail(error)
    return result


def _counts(numbers: Any) -> dict[str, int]:
    """The counts that are not 0, by number."""
    return {str(k): int(numbers[k]) for k in np.flatnonzero(numbers)}


def _take_in(plan: LevelPlan, result: TaskResult, candidates: SortedRuns) -> None:
    before, result.runs = result.runs, []
    kernel = LevelKernel(plan) if candidates.count else None
    for low, high in plan.ranges(result.part):
        runs = [file.within(low, high) for file in before if file.overlaps(low, high)]
        if kernel is not None:
            _take_range(plan, kernel, result, candidates, runs, (low, high))
        result.runs += runs


def _take_range(
    plan: LevelPlan,
    kernel: LevelKernel,
    result: TaskResult,
    candidates: SortedRuns,
    runs: list[File],
    keys: tuple[int, int],
) -> None:
    """Write what is new in one range of keys. runs: what has been seen there; the next level's is added."""
    workdir, form = Workdir(plan.store), kernel.form
    seen = workdir.open(form, runs)
    chunks = candidates.sorted_rows(*keys, plan.parts // plan.tasks)
    new = [rows for chunk in chunks if len(rows := chunk[: seen.unseen(chunk)].copy())]
    if not new:
        return
    count = sum(map(len, new))
    result.states += count
    _evaluate(plan, kernel, result, new)
    for rows in new:
        rows[:, -1] = plan.depth + 1
    _merge(workdir, form, runs, *keys)
    runs.append(workdir.write_run(form, new, count, *keys, (plan.depth + 1, plan.depth + 1)))


def _evaluate(plan: LevelPlan, kernel: LevelKernel, result: TaskResult, new: list[Rows]) -> None:
    least = {int(bit): words for bit, words in result.broken.items()}
    for rows in new:
        states = kernel.form.states(rows)
        broken, met = kernel.evaluate(states)
        result.met |= met
        unsettled = from_words(np.bitwise_or.reduce(broken)) & plan.watched
        for number in range(unsettled.bit_length()):
            if unsettled >> number & 1:
                word, bit = divmod(number, BITS)
                words = min(states[broken[:, word] >> np.uint64(bit) & np.uint64(1) == 1].tolist())
                least[number] = min(words, least.get(number, words))
    result.broken = {str(bit): words for bit, words in least.items()}


def _merge(workdir: Workdir, form: RowForm, files: list[File], low: int, high: int) -> None:
    """Merge the latest runs of a range as long as one is not much larger than those after it, but not the next level's.

    So a range has few runs, and each state is written again only a logarithmic number of times.
    """
    if len(files) < 2:
        return
    runs = workdir.open(form, files)
    runs.seek(low)
    counts = runs.left_below(high)
    first, size = len(counts) - 1, counts[-1]
    while first and counts[first - 1] < 2 * size:
        first -= 1
        size += counts[first]
    merged = files[first:]
    if len(merged) > 1:
        rows = workdir.open(form, merged).sorted_rows(low, high)
        depths = min(file.first for file in merged), max(file.last for file in merged)
        files[first:] = [workdir.write_run(form, rows, size, low, high, depths)]


def least_before(
    plan: LevelPlan, share: Share, depth: int, target: tuple[int, ...], kept: tuple[tuple[int, ...], ...]
) -> list[int] | None:
    """The least state of a level, in the files of a task, that has the target as a successor.

    kept: the bits of a state that an action leaves as they are, as words: a set for all that keep the same.
    """
    workdir, kernel, least = Workdir(plan.store), LevelKernel(plan), None
    form, successor, sets = kernel.form, np.array(target, np.uint64), np.array(kept, np.uint64)
    near = form.function("near")
    runs = [file for file in share.files if file.first <= depth <= file.last]
    for rows in workdir.open(form, runs).sorted_rows(*range_of(share.part, plan.tasks)):
        states = form.states(np.ascontiguousarray(rows[rows[:, -1] == depth]))
        states = states[: near(pointer(states), len(states), pointer(successor), pointer(sets), len(sets))]
        for at in range(0, len(states), CHUNK):
            count, _ = kernel.expand(chunk := states[at : at + CHUNK])
            reached = (kernel.batch.states[:count] == successor).all(axis=1)
            predecessors = chunk[kernel.batch.parents[:count][reached].astype(np.int64)].tolist()
            least = min(predecessors + ([least] if least else []), default=None)
    return least
