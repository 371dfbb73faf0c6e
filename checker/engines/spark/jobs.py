"""The jobs of a Spark session: tasks that give texts, blocks that tasks send each other, names, and a limit of time."""

from __future__ import annotations

import gc
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tidemark.checker.engines.spark import gateway
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


@contextmanager
def _name_storage_errors() -> Iterator[None]:
    """Tell where a job failed because a task could not reach, or write, what is kept.

    Raises:
        StorageError: that is why.
    """
    from py4j.protocol import Py4JError  # type: ignore[import-untyped]
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        if match := re.search(r"^(?:\w+\.)*StorageError: (.+)$", str(error), re.M):
            raise StorageError(match[1]) from error
        raise


@gateway.tell_interruptions()
@_name_storage_errors()
def run(spark: Any, tasks: int, work: Callable[[int], Iterator[str]]) -> list[str]:
    """The texts that the work of every task gives, in the order of the tasks."""

    def working(numbers: Iterator[int]) -> Iterator[str]:
        _stay()
        for number in numbers:
            yield from work(number)

    results: list[str] = spark.sparkContext.parallelize(range(tasks), tasks).mapPartitions(working).collect()
    return results


def _stay() -> None:
    """In an executor: let Python's collector pass over what is there: Spark calls it after each task, for 40 ms."""
    if not gc.get_freeze_count():
        gc.freeze()


def told_at_once(spark: Any) -> Any:
    """A list that tasks add to (`add([text])`): as soon as one has ended, its value has what that one added."""
    from pyspark.accumulators import AddingAccumulatorParam

    texts: list[str] = []
    return spark.sparkContext.accumulator(texts, AddingAccumulatorParam(texts.copy()))


@gateway.tell_interruptions()
@_name_storage_errors()
def exchange(
    spark: Any,
    tasks: int,
    send: Callable[[int], Iterator[tuple[int, int, bytes]]],
    receive: Callable[[int, Iterator[tuple[int, bytes]]], str],
    senders: int | None = None,
) -> list[str]:
    """Each task sends blocks to others (the task, a count, the bytes); gives the text that each makes from those it is
    sent. `senders` is how many send, if not as many as receive.

    Spark moves the blocks, spills, fetches and repeats lost tasks. Blocks are few and large, so these are RDDs of
    Python's objects: data frames are planned each time.
    """

    def sending(numbers: Iterator[int]) -> Iterator[tuple[int, tuple[int, bytes]]]:
        _stay()
        for number in numbers:
            for target, count, block in send(number):
                yield target, (count, block)

    def receiving(number: int, blocks: Iterator[tuple[int, tuple[int, bytes]]]) -> Iterator[str]:
        _stay()
        yield receive(number, (block for _, block in blocks))

    sources = tasks if senders is None else senders
    sent = spark.sparkContext.parallelize(range(sources), sources).mapPartitions(sending)
    results: list[str] = sent.partitionBy(tasks, int).mapPartitionsWithIndex(receiving).collect()
    return results


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
