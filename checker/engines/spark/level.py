"""One level of a search, in two halves that Spark runs on many machines, and that know nothing of Spark.

`expand` makes the successors of the states in one range of hashes, keeps one of each, and cuts them into blocks by
the range they belong to; `take_in` takes the blocks of one range, drops what was seen before, evaluates the
promises, and writes the rest as the next level. The shuffle is between the two. Both give small messages to the
driver; a failure that a retry would not repair (a full disk, a damaged file) is a message, not an exception.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.structures import SHORTS, WORDS, Space, Worker
from tidemark.checker.engines.spark import records
from tidemark.checker.engines.spark.records import Matrix
from tidemark.checker.engines.spark.workdir import File, Level, Workdir
from tidemark.spec.errors import UsageError

CHUNK = 1 << 14
"""States that are expanded together."""
GATHERED = 1 << 20
"""Records that are gathered before one of each state is kept."""
BLOCK = 1 << 20
"""Bytes of a block at most, about."""
TALLY = -1
"""Marks a block that has counts in place of records."""


@dataclass(frozen=True)
class Plan:
    """What every task of a level needs to know; the rest is in the work directory.

    kernel: SHA-256 of the text that is compiled: what lies in the directory may be damaged, and is executed.
    depth: of the level that is expanded.
    watched: the promises without a verdict, as a bit mask.
    """

    workdir: str
    kernel: str
    depth: int
    parts: int
    words: int
    instances: int
    watched: int


@dataclass
class TaskResult:
    """The result of a task for its range.

    error: the least hash of a state in which an action wrote outside a domain, and its words.
    problem: the error for the user, in one line.
    """

    part: int
    states: int = 0
    generated: int = 0
    enabled: dict[str, int] | None = None
    changing: list[int] = field(default_factory=list)
    new: dict[str, int] | None = None
    met: int = 0
    broken: dict[str, list[int]] | None = None
    files: list[File] | None = None
    runs: list[File] | None = None
    shuffled: int = 0
    candidates: int = 0
    error: tuple[int, list[int]] | None = None
    problem: str | None = None

    def text(self) -> str:
        """The result as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def parse(cls, text: str) -> TaskResult:
        """The result that `text` gave as JSON."""
        data = json.loads(text)
        for key in ("files", "runs"):
            data[key] = [File(**file) for file in data[key] or []]
        return cls(**data)


@functools.lru_cache(maxsize=2)
def _functions(path: str, digest: str) -> Functions:
    """The compiled functions, made once in each process."""
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}") from error
    if hashlib.sha256(text).hexdigest() != digest:
        raise UsageError(f"{path} is damaged: search again in another --workdir")
    return Functions(text.decode())


class LevelKernel:
    """The compiled functions with buffers of their own."""

    def __init__(self, functions: Functions, words: int, instances: int) -> None:
        self.words, self._instances = words, instances
        self._expand, self._evaluate, self._hash = map(functions.function, ("expand", "evaluate", "hash_of"))
        most = CHUNK * max(1, instances)
        self._out = np.empty((most, words), np.uint64)
        self._hashes, self._parents = np.empty(most, np.uint64), np.empty(most, np.uint64)
        self._actions = np.empty(most, np.uint16)
        self.enabled = np.zeros(max(1, instances), np.uint64)
        self.changing = np.zeros(max(1, instances), bool)
        """The action instances that have led from some state to another one."""
        self._space = Space(
            batch=_words(self._out),
            hashes=_words(self._hashes),
            actions=self._actions.ctypes.data_as(SHORTS),
            parents=_words(self._parents),
        )

    @classmethod
    def of(cls, plan: Plan) -> LevelKernel:
        """The kernel of a plan."""
        return cls(_functions(str(Path(plan.workdir) / "kernel.ll"), plan.kernel), plan.words, plan.instances)

    def successors(self, states: Matrix) -> tuple[Matrix, int | None]:
        """The records of all transitions from some states (rows of words), at most CHUNK of them.

        Also the place of a state in which an action wrote outside a domain; its successor is left out.
        """
        packed = np.ascontiguousarray(states.T)
        self._space.states = _words(packed)
        worker = Worker(enabled=_words(self.enabled))
        count = self._expand(self._space, worker, 0, len(packed))
        found = np.empty((records.rows(self.words), count), np.uint64)
        found[0], found[-1] = self._hashes[:count], self._actions[:count]
        found[1 : 1 + self.words] = self._out[:count].T
        found[1 + self.words : -1] = states[:, self._parents[:count]]
        self._note_changing(found)
        return found, worker.wrong - 1 if worker.wrong else None

    def edges(self, states: Matrix) -> tuple[Matrix, Any]:
        """The successors of some states: rows of hashes, words, places of their sources and instances; and the places.

        At most CHUNK states are given (rows of words).
        """
        packed, enabled = np.ascontiguousarray(states.T), np.zeros_like(self.enabled)
        self._space.states = _words(packed)
        count = self._expand(self._space, Worker(enabled=_words(enabled)), 0, len(packed))
        found = np.empty((3 + self.words, count), np.uint64)
        found[0], found[1 : 1 + self.words] = self._hashes[:count], self._out[:count].T
        found[-2], found[-1] = self._parents[:count], self._actions[:count]
        return found, self._parents[:count].astype(np.int64)

    def _note_changing(self, found: Matrix) -> None:
        """Look at the instances that have changed no state so far, of which after a few states few or none are left."""
        found = found[:, ~self.changing[found[-1]]]
        differs = (found[1 : 1 + self.words] != found[1 + self.words : -1]).any(axis=0)
        self.changing[found[-1, differs]] = True

    def evaluate(self, states: Matrix) -> tuple[Any, int]:
        """For each state (rows of words) the promises that it breaks; and those whose condition arose."""
        packed = np.ascontiguousarray(states.T)
        broken, worker = np.empty(len(packed), np.uint64), Worker()
        self._evaluate(Space(states=_words(packed), broken=_words(broken)), worker, 0, len(packed))
        return broken, worker.met

    def hash_of(self, state: tuple[int, ...]) -> int:
        """The hash of a state's words."""
        return int(self._hash(_words(np.array(state, np.uint64))))


def _words(array: Any) -> Any:
    """A pointer to an array of 64-bit numbers, which keeps it alive."""
    return array.ctypes.data_as(WORDS)


Block = tuple[int, int, bytes]
"""The range that it is for, how many records it has (or TALLY), and their matrix or the counts."""


def expand(plan: Plan, part: int) -> Iterator[Block]:
    """The successors of the states of a level in one range of hashes, and then the counts."""
    tally = TaskResult(part)
    try:
        engine = LevelKernel.of(plan)
        gathered: list[Matrix] = []
        for states in _frontier(plan, part):
            for at in range(0, states.shape[1], CHUNK):
                chunk = states[:, at : at + CHUNK]
                found, wrong = engine.successors(chunk[1:])
                if wrong is not None and tally.error is None:
                    tally.error = (int(chunk[0, wrong]), [int(word) for word in chunk[1:, wrong]])
                tally.generated += found.shape[1]
                gathered.append(found)
                if sum(one.shape[1] for one in gathered) >= GATHERED:
                    yield from _cut(plan, gathered, tally)
                    gathered = []
        yield from _cut(plan, gathered, tally)
        tally.changing = np.flatnonzero(engine.changing).tolist()
        tally.enabled = {str(k): int(engine.enabled[k]) for k in np.flatnonzero(engine.enabled)}
    except UsageError as error:
        tally.problem = str(error)
    yield part, TALLY, tally.text().encode()


def _frontier(plan: Plan, part: int) -> Iterator[Matrix]:
    workdir, (low, high) = Workdir(plan.workdir), records.range_of(part, plan.parts)
    for file in workdir.level(plan.depth).files:
        if file.overlaps(low, high):
            yield from workdir.read_states(file.within(low, high), plan.words)


def _cut(plan: Plan, gathered: list[Matrix], tally: TaskResult) -> Iterator[Block]:
    """One record of each state, in blocks by the range of its hash."""
    if not gathered:
        return
    kept = records.distinct(np.concatenate(gathered, axis=1), plan.words)
    most = max(1, BLOCK // (8 * len(kept)))
    for target in range(plan.parts):
        inside = records.between(kept[0], *records.range_of(target, plan.parts))
        for at in range(inside.start, inside.stop, most):
            block = kept[:, at : min(at + most, inside.stop)]
            tally.shuffled += 8 * block.size
            tally.candidates += block.shape[1]
            yield target, block.shape[1], block.tobytes()


def take_in(plan: Plan, part: int, blocks: Iterable[tuple[int, bytes]]) -> TaskResult:
    """Take the blocks that are for one range of hashes, and write what is new in them as the next level."""
    result = TaskResult(part)
    try:
        candidates = _gather(plan, result, blocks)
        if result.problem is None and result.error is None:
            _take_in(plan, result, candidates)
    except UsageError as error:
        result.problem = str(error)
    return result


def _gather(plan: Plan, result: TaskResult, blocks: Iterable[tuple[int, bytes]]) -> Matrix:
    gathered: list[Matrix] = [np.empty((records.rows(plan.words), 0), np.uint64)]
    waiting, limit = 0, GATHERED
    for count, payload in blocks:
        if count == TALLY:
            _add_counts(result, TaskResult.parse(payload.decode()))
            continue
        gathered.append(np.frombuffer(payload, np.uint64).reshape(-1, count))
        waiting += count
        if waiting >= limit:
            gathered = [records.distinct(np.concatenate(gathered, axis=1), plan.words)]
            waiting = gathered[0].shape[1]
            limit = 2 * waiting + GATHERED
    return records.distinct(np.concatenate(gathered, axis=1), plan.words)


def _add_counts(result: TaskResult, tally: TaskResult) -> None:
    result.generated += tally.generated
    result.shuffled += tally.shuffled
    result.candidates += tally.candidates
    result.enabled = added(result.enabled, tally.enabled)
    result.changing = sorted({*result.changing, *tally.changing})
    result.problem = result.problem or tally.problem
    result.error = min((e for e in (result.error, tally.error) if e), default=None)


def added(a: dict[str, int] | None, b: dict[str, int] | None) -> dict[str, int]:
    """The counts of both."""
    a, b = a or {}, b or {}
    return {key: a.get(key, 0) + b.get(key, 0) for key in sorted({*a, *b}, key=int)}


def _take_in(plan: Plan, result: TaskResult, candidates: Matrix) -> None:
    workdir, (low, high) = Workdir(plan.workdir), records.range_of(result.part, plan.parts)
    seen = workdir.level(plan.depth).runs if plan.depth else []
    result.runs = [file.within(low, high) for file in seen if file.overlaps(low, high)]
    runs = [workdir.map_run(file) for file in result.runs]
    for run in runs:
        candidates = candidates[:, records.unseen(candidates, run, plan.words)]
    if not candidates.shape[1]:
        return
    result.states = candidates.shape[1]
    result.files = [workdir.write_states(plan.depth + 1, low, high, candidates, plan.words)]
    instances, counts = np.unique(candidates[-1], return_counts=True)
    result.new = {str(k): int(n) for k, n in zip(instances, counts, strict=True) if k != records.NO_INSTANCE}
    _evaluate(plan, result, candidates)
    _keep_run(workdir, result, runs, candidates[: 1 + plan.words], low, high)


def _evaluate(plan: Plan, result: TaskResult, new: Matrix) -> None:
    states = records.states_of(new, plan.words)
    broken, result.met = LevelKernel.of(plan).evaluate(states)
    result.broken = {}
    for bit in range(plan.watched.bit_length()):
        if plan.watched >> bit & 1:
            at = np.flatnonzero(broken >> np.uint64(bit) & np.uint64(1))
            if len(at):
                result.broken[str(bit)] = list(records.least_column(states[:, at]))


def _keep_run(
    workdir: Workdir, result: TaskResult, runs: list[Matrix], new: Matrix, low: int, high: int
) -> None:
    """Add a run, merged with the latest ones as long as they are not much larger.

    So a range has few runs, each state is written again only a logarithmic number of times, and looking up the
    candidates of a level costs about as many steps as there are candidates, however many states were seen.
    """
    assert result.runs is not None
    while runs and runs[-1].shape[1] < 2 * new.shape[1]:
        new = records.merged(runs.pop(), new)
        result.runs.pop()
    result.runs.append(workdir.write_run(new, low, high))


def total(depth: int, parts: int, results: list[TaskResult]) -> Level:
    """The level that the tasks made together."""
    level = Level(depth, parts, changing=sorted({k for one in results for k in one.changing}))
    for one in results:
        level.states += one.states
        level.generated += one.generated
        level.enabled, level.new = added(level.enabled, one.enabled), added(level.new, one.new)
        level.met |= one.met
        level.files += one.files or []
        level.runs += one.runs or []
        level.shuffled += one.shuffled
        level.candidates += one.candidates
        for bit, words in (one.broken or {}).items():
            level.broken[bit] = min(words, level.broken.get(bit, words))
    return level
