"""An audit on Spark: units are scanned in tasks of about the same size, facts go to the task that settles their group.

A large group is spread over many tasks, since its units are. Spark moves the facts, which are small; what is found is
written where it is found, so that the driver holds no more than the list of units. All executors must see the
directories that are audited, and that of the data set.
"""

from __future__ import annotations

import contextlib
import os
import pickle
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from tidemark.checker.audits.dataset import Writer
from tidemark.checker.audits.run import findings_of_survey
from tidemark.checker.engines.spark import jobs, session
from tidemark.spec.families.audits import Auditor, AuditSurvey, Unit

TASK = 256 << 20
"""Bytes that one task reads, or one unit if that is larger."""
SETTLED = 2000
"""Units whose groups one task settles, about."""
_FACT = "group string, fact binary"


def run(auditor: Auditor, survey: AuditSurvey, path: Path, master: str, scratch: Path) -> None:
    """Scan all units and settle all groups; what is found goes to the data set at `path`.

    Raises:
        UsageError: Java or the executors can't be used, a job failed, or the data set can't be written.
    """
    import pyarrow as pa

    where, columns = str(path.resolve()), auditor.columns
    writer = Writer(path, "survey", columns)
    writer.add("", findings_of_survey(survey))
    writer.flush()
    tasks, folder = _tasks(survey.units), Path.cwd()
    if not tasks:
        return

    def enter() -> None:
        # What is audited may be named from here, and a Java that runs already is elsewhere. Where all paths are
        # absolute, the executors need not have this folder.
        with contextlib.suppress(OSError):
            os.chdir(folder)

    def scan(batches: Iterator[Any]) -> Iterator[Any]:
        enter()
        for batch in batches:
            for data in batch.column("units").to_pylist():
                for unit in pickle.loads(data):
                    fact = pickle.dumps(auditor.scan(unit), protocol=5)
                    yield pa.RecordBatch.from_pydict({"group": [unit.group], "fact": [fact]})

    def settle(batches: Iterator[Any]) -> Iterator[Any]:
        enter()  # settling reads again where copies differ
        rows = (row for batch in batches for row in batch.to_pylist())
        task_writer = Writer(Path(where), f"part-{jobs.task():05d}", columns)
        for group, facts in groupby(rows, key=lambda row: row["group"]):
            task_writer.add(group, auditor.settle(group, [pickle.loads(row["fact"]) for row in facts]))
        task_writer.flush()
        yield from ()

    with (
        session.session(master, scratch, libraries=("crc32c", "cramjam")) as spark,
        jobs.describe(spark, "audit", f"{len(survey.units):,} segments"),
    ):
        rows = [(number, bytearray(pickle.dumps(units, protocol=5))) for number, units in enumerate(tasks)]
        frame = spark.createDataFrame(rows, "task int, units binary").repartitionById(len(tasks), "task")
        settling = max(1, min(len(tasks), 1 + len(survey.units) // SETTLED))
        frame = frame.mapInArrow(scan, _FACT).repartition(settling, "group").sortWithinPartitions("group")
        frame.mapInArrow(settle, "done int").collect()


def _tasks(units: list[Unit]) -> list[list[Unit]]:
    """The units in tasks, the largest first."""
    tasks: list[list[Unit]] = []
    room = 0
    for unit in sorted(units, key=lambda unit: -unit.size):
        if not tasks or unit.size > room or len(tasks[-1]) >= SETTLED:
            tasks.append([])
            room = TASK
        tasks[-1].append(unit)
        room -= unit.size
    return tasks
