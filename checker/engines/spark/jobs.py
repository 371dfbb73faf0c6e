"""The jobs of a Spark session: tasks that give texts, blocks that tasks send each other, names, and a limit of time."""

from __future__ import annotations

import gc
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from tidemark.checker.engines.spark import fitness, gateway
from tidemark.checker.engines.spark.fitness import UnfitExecutor
from tidemark.checker.engines.store import StorageError


@contextmanager
def describe(spark: Any, group: str, text: str) -> Iterator[None]:
    """Name the jobs that this thread starts meanwhile, for Spark's page and its event log.

    group: what they belong to, as in `search`; all jobs of one can be cancelled together. text: what they do.
    """
    context = spark.sparkContext
    context.setJobGroup(f"tidemark {group}", text)
    try:
        yield
    finally:
        with suppress(Exception):  # Java may be gone
            context.setLocalProperty("spark.jobGroup.id", None)
            context.setLocalProperty("spark.job.description", None)


@contextmanager
def limit_time(spark: Any, seconds: float | None) -> Iterator[None]:
    """Cancel the jobs that run for longer.

    Raises:
        TimeoutError: they did.
    """
    if seconds is None:
        yield
        return
    over = threading.Event()

    def cancel() -> None:
        over.set()
        with suppress(Exception):  # where Java is gone, the job itself fails
            spark.sparkContext.cancelAllJobs()

    timer = threading.Timer(max(0.0, seconds), cancel)
    timer.start()
    try:
        yield
    except Exception as error:
        if over.is_set():
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()


_FAILURES = {failure.__name__: failure for failure in (StorageError, UnfitExecutor)}
"""What a task reports that its user can mend, by the names that Java passes on."""


@contextmanager
def _name_failures() -> Iterator[None]:
    """Tell where a job failed because a task could not reach, or write, what is kept, or its executor was unfit.

    Raises:
        StorageError, UnfitExecutor: that is why.
    """
    from py4j.protocol import Py4JError  # type: ignore[import-untyped]
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        if match := re.search(rf"^(?:\w+\.)*({'|'.join(_FAILURES)}): (.+)$", str(error), re.M):
            raise _FAILURES[match[1]](match[2]) from error
        raise


@gateway.tell_interruptions()
@_name_failures()
def run(spark: Any, items: Sequence[Any], work: Callable[[Any], Iterator[str]]) -> list[str]:
    """The texts that the work of every task gives, in the order of the tasks. items: what each task is handed."""
    here = fitness.origin()

    def working(handed: Iterator[Any]) -> Iterator[str]:
        _prepare(here)
        for item in handed:
            yield from work(item)

    context = spark.sparkContext
    results: list[str] = context.parallelize(items, len(items)).mapPartitions(working).collect()
    return results


def _prepare(of: fitness.Origin) -> None:
    """In an executor, before a task: look whether it can run it, once in each process; and let Python's collector pass
    over what is there: Spark calls it after each task, for 40 ms.
    """
    fitness.require_fit(of)
    if not gc.get_freeze_count():
        gc.freeze()


def told_at_once(spark: Any) -> Any:
    """A list that tasks add to (`add([text])`): as soon as one has ended, its value has what that one added."""
    from pyspark.accumulators import AddingAccumulatorParam

    texts: list[str] = []
    return spark.sparkContext.accumulator(texts, AddingAccumulatorParam(texts.copy()))


@gateway.tell_interruptions()
@_name_failures()
def exchange(
    spark: Any,
    items: Sequence[Any],
    send: Callable[[Any], Iterator[tuple[int, int, bytes]]],
    receive: Callable[[int, Iterator[tuple[int, bytes]]], str],
    receivers: int | None = None,
) -> list[str]:
    """Each task sends blocks to others (the task, a count, the bytes); gives the text that each makes from those it is
    sent. items: what each task that sends is handed. receivers: how many receive, if not as many as send.

    Spark moves the blocks, spills, fetches and repeats lost tasks. Blocks are few and large, so these are RDDs of
    Python's objects: data frames are planned each time. Where as many receive as send, a task runs at its `Homes`.
    """
    here = fitness.origin()

    def sending(handed: Iterator[Any]) -> Iterator[tuple[int, tuple[int, bytes] | None]]:
        _prepare(here)
        for item in handed:
            for target, count, block in send(item):
                yield target, (count, block)

    def receiving(number: int, blocks: Iterator[tuple[int, Any]]) -> Iterator[str]:
        _prepare(here)
        yield receive(number, (block for _, block in blocks if block is not None))

    context, sources = spark.sparkContext, len(items)
    senders = context.parallelize(list(items), sources)
    if receivers is None:
        homes = Homes.of(context, sources)
        senders = homes.tickets.zip(senders).values()
    sent = senders.mapPartitions(sending).partitionBy(receivers or sources, int)
    if receivers is None:
        sent = context.union([homes.numbers, sent])
    results: list[str] = sent.mapPartitionsWithIndex(receiving).collect()
    return results


@dataclass(frozen=True)
class Homes:
    """RDDs with hardly anything in them, which executors keep: a task that reads its part of them runs on the executor
    that has run the task of its number before, in whatever job, as long as that is there and soon free.

    So an executor has the files that its tasks have written and read, in its folder or in its system's memory. PySpark
    has no other way to ask for a place. Where the scheduler can't comply, files are fetched again, and all is right.

    numbers: by which what is sent is divided. tickets: the same, one by one, as `zip` takes them without Python's help.
    """

    numbers: Any
    tickets: Any

    @classmethod
    def of(cls, context: Any, tasks: int) -> Homes:
        """Those of n tasks in a session."""
        kept: dict[int, Homes] = vars(context).setdefault("_tidemark_homes", {})
        if tasks not in kept:
            from pyspark.serializers import BatchedSerializer, CPickleSerializer

            pairs = context.parallelize([(number, None) for number in range(tasks)], tasks)
            numbers = pairs.partitionBy(tasks, int).persist()
            one_by_one = BatchedSerializer(CPickleSerializer(), 1)  # type: ignore[no-untyped-call]
            tickets = numbers._reserialize(one_by_one).persist()
            kept[tasks] = cls(numbers, tickets)
        return kept[tasks]


@gateway.tell_interruptions()
def cores(spark: Any) -> int:
    """How many tasks run side by side."""
    count: int = spark.sparkContext.defaultParallelism
    return count


def task() -> int:
    """In an executor: the number of the task that runs."""
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None
    return context.partitionId()
