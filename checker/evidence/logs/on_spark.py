"""Logs validated by tasks of a Spark job. One stage reads pieces of the files, and sends the events to the shares that
their logs are in; the next validates the logs of a share one after another, and writes the verdicts itself.

A task of the first stage keeps a few megabytes of events, one of the second a share's events, packed, and one log's
unpacked: the number of shares grows with the bytes that there are. Nothing comes to the driver but counts.
"""

from __future__ import annotations

import json
import pickle
import resource
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tidemark.base.errors import TidemarkError, UsageError, printable
from tidemark.checker.engines.memory import collect_rarely
from tidemark.checker.engines.spark import jobs, session
from tidemark.checker.evidence.logs.pieces import Piece, events_in, lines_in, number_pieces, pieces
from tidemark.checker.evidence.logs.recipe import Recipe
from tidemark.checker.evidence.logs.results import BATCH, NESTED, Results, share_of
from tidemark.checker.evidence.polling import polling
from tidemark.checker.runs import files
from tidemark.checker.validation.coverage import LogCoverage, NewCoverage
from tidemark.checker.validation.loading import log_by
from tidemark.checker.validation.verdicts import LogVerdict, Validator
from tidemark.checker.views import log_verdict, screen
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap

SHARE = 16 << 20
"""Bytes of logs that one share has, about."""
LEAST_SHARES = 16
SENT = 50_000
"""Events that a task keeps before it sends them."""
MOST_LINES = 50_000
"""Texts of steps that are kept for the next log."""


@dataclass(frozen=True)
class Work:
    """What is validated: files, and the field by which they are divided into logs; empty where each is one.

    coverage: whether it is noted what each log exercises.
    """

    recipe: Recipe
    paths: tuple[str, ...]
    by: str
    coverage: bool = False

    def identity(self) -> dict[str, Any]:
        """What the results depend on."""
        stats = [Path(path).stat() for path in self.paths]
        logs = [[path, s.st_size, s.st_mtime_ns] for path, s in zip(self.paths, stats, strict=True)]
        return {**self.recipe.identity(), "field": self.by, "coverage": self.coverage, "logs": logs}

    def name_of(self, map: EventMap, event: LogEvent) -> str | None:
        """What the log of an event is called; None where the event is in none."""
        if not self.by:
            return event.file
        value = log_by(map, event, self.by)
        return None if value is None else f"{self.by}={value}"


class TaskCosts(NamedTuple):
    """What the tasks that validated took.

    peak: the largest resident memory of their processes, in bytes. seconds: of the processors, all tasks together.
    """

    peak: int = 0
    seconds: float = 0.0


def validate(
    work: Work,
    results: Results,
    resume: bool,
    master: str,
    scratch: Path,
    report: Callable[[int], None] | None = None,
) -> TaskCosts:
    """Validate the logs of which the results lack a verdict.

    `report` is called from time to time with how many logs are validated.

    Raises:
        UsageError: a log or the map is not in order; Java or the executors can't be used, or the results not written.
    """
    validator = work.recipe.validator()
    if validator.file.map.bounds_of is None:
        validator.searches(None)  # a mistake in the machine or the map is reported here, before Spark starts
    parts = pieces(validator.file.map, work.paths)
    size = sum(Path(path).stat().st_size for path in work.paths)
    with results.lock():
        shares = results.begin(work.identity(), max(LEAST_SHARES, -(-size // SHARE)), resume)
        unfinished = [share for share in range(shares) if not results.is_finished(share)]
        if not unfinished or not parts:
            return TaskCosts()
        with (
            session.session(master, scratch) as spark,
            polling(results.count, report),
            jobs.describe(spark, "log", f"{len(parts):,} pieces of logs"),
        ):
            answers = _Job(work, results, _count_lines(spark, parts), unfinished, shares).run(spark)
    if problem := results.problem():
        raise UsageError(problem)
    reports = [json.loads(answer) for answer in answers]
    if problems := sorted(report["problem"] for report in reports if report["problem"]):
        raise UsageError(problems[0][1])
    results.forget_empty()
    return TaskCosts(max(report["peak"] for report in reports), sum(report["seconds"] for report in reports))


def _count_lines(spark: Any, parts: Sequence[Piece]) -> list[Piece]:
    """The pieces, with the number of lines before each."""
    divided = [number for number, piece in enumerate(parts) if piece.is_part]

    def count(task: int) -> Iterator[str]:
        try:
            yield json.dumps([divided[task], lines_in(parts[divided[task]])])
        except UsageError as error:
            yield json.dumps(str(error))

    answers = [json.loads(line) for line in jobs.run(spark, range(len(divided)), count)] if divided else []
    if problems := sorted(answer for answer in answers if isinstance(answer, str)):
        raise UsageError(problems[0])
    counts = dict(answers)
    return number_pieces(parts, [counts.get(number, 0) for number in range(len(parts))])


_VALIDATORS: dict[str, Validator] = {}
"""In an executor: that of the job that it works for, so that the machine is compiled once for all its tasks."""


def _validator(job: str, recipe: Recipe) -> Validator:
    if job not in _VALIDATORS:
        _VALIDATORS.clear()
        _VALIDATORS[job] = recipe.validator()
    return _VALIDATORS[job]


EventPosition = tuple[int, int]
"""A piece, and the number of an event there."""
EventBlock = tuple[str, int, int, bytes]
"""Events of one log that stand in one piece: the log, the piece, the place of the first one there, and the events: each
as the arguments of `Event` after the file."""


class _Job:
    """What the tasks of one job do. It is sent to them."""

    def __init__(
        self, work: Work, results: Results, parts: list[Piece], unfinished: list[int], shares: int
    ) -> None:
        self._work, self._results, self._parts = work, results, parts
        self._unfinished, self._shares = unfinished, shares
        self._targets = {share: number for number, share in enumerate(unfinished)}
        self._id = uuid.uuid4().hex

    def run(self, spark: Any) -> list[str]:
        """Do it; gives the report of each task."""
        shares, senders = len(self._unfinished), len(self._parts)
        return jobs.exchange(spark, range(senders), self.send, self.receive, shares)

    def send(self, task: int) -> Iterator[tuple[int, int, bytes]]:
        """Read a piece, and send its events to the shares that are left."""
        position = 0
        waiting, count = dict[str, list[Any]](), 0
        try:
            map = _validator(self._id, self._work.recipe).file.map
            for event in events_in(map, self._parts[task]):
                position += 1
                log = self._work.name_of(map, event)
                if log is None or share_of(log, self._shares) not in self._targets:
                    continue
                packed = event.line, event.fields, event.name, event.node, event.time, event.began
                waiting.setdefault(log, [position]).append(packed)
                count += 1
                if count == SENT:
                    yield from self._blocks(task, waiting)
                    waiting, count = {}, 0
        except TidemarkError as error:
            self._results.note_problem([task, position], str(error))
        else:
            yield from self._blocks(task, waiting)

    def _blocks(self, task: int, waiting: dict[str, list[Any]]) -> Iterator[tuple[int, int, bytes]]:
        targets: dict[int, list[EventBlock]] = defaultdict(list)
        for log, (first, *events) in waiting.items():
            target = self._targets[share_of(log, self._shares)]
            targets[target].append((log, task, first, pickle.dumps(events, protocol=5)))
        for target, packed in targets.items():
            yield target, len(packed), pickle.dumps(packed, protocol=5)

    def receive(self, task: int, blocks: Iterator[tuple[int, bytes]]) -> str:
        """Validate the logs of a share."""
        with collect_rarely():
            return self._receive(task, blocks)

    def _receive(self, task: int, blocks: Iterator[tuple[int, bytes]]) -> str:
        began = time.process_time()
        problem: tuple[EventPosition, str] | None = None
        if self._results.problem() is None:  # all has been read by now
            logs: dict[str, list[EventBlock]] = defaultdict(list)
            for _, block in blocks:
                for packed in pickle.loads(block):
                    logs[packed[0]].append(packed)
            for packed_events in logs.values():
                packed_events.sort(key=lambda packed: packed[1:3])
            ordered = sorted(logs, key=lambda log: logs[log][0][1:3])
            problem = self._validate(self._unfinished[task], ordered, logs)
        peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return json.dumps({"peak": peak, "seconds": time.process_time() - began, "problem": problem})

    def _validate(
        self, share: int, ordered: list[str], logs: dict[str, list[EventBlock]]
    ) -> tuple[EventPosition, str] | None:
        """Validate these logs, and write their verdicts; gives the first problem, and where its log begins."""
        position: EventPosition = (-1, -1)
        rows_of = Rows(_validator(self._id, self._work.recipe), self._work.coverage)
        try:
            for first in range(self._results.count_done(share), len(ordered), BATCH):
                rows = []
                for log in ordered[first : first + BATCH]:
                    packed = logs.pop(log)
                    position = packed[0][1:3]
                    row = rows_of.row(log, self._events(packed))
                    rows.append({**row, "piece": position[0], "event": position[1]})
                self._results.append(share, first, rows)
            self._results.finish(share)
        except TidemarkError as error:
            return position, str(error)
        return None

    def _events(self, packed: list[EventBlock]) -> list[LogEvent]:
        blocks = [(self._parts[piece].path, pickle.loads(data)) for _, piece, _, data in packed]
        return [LogEvent(path, *fields) for path, events in blocks for fields in events]


class Rows:
    """Validates logs, and writes their verdicts as rows. coverage: whether with what each is the first to exercise.

    A task has its own, so that what it says of its rows depends on nothing else.
    """

    def __init__(self, validator: Validator, coverage: bool) -> None:
        self._validator, self._coverage = validator, coverage
        self._on = screen.here()
        self._covered: dict[str, LogCoverage] = {}
        self._lines: dict[str, files.Lines] = {}

    def row(self, log: str, events: list[LogEvent]) -> dict[str, Any]:
        """The row of a log, without where it begins."""
        verdict = self._validator.validate(events)
        data = log_verdict.as_json(log, verdict, None)
        del data["trace"]
        return {
            **{name: json.dumps(value) if name in NESTED else value for name, value in data.items()},
            "summary": log_verdict.summary(printable(log), verdict, self._on),
            "details": log_verdict.details(verdict) if verdict.exit_status else None,
            "run": self._trace(verdict) if verdict.run else None,
            "covered": json.dumps(self._new_coverage(verdict)) if self._coverage else None,
        }

    def _trace(self, verdict: LogVerdict) -> str:
        assert verdict.run
        lines = self._lines.setdefault(verdict.machine.at, {})
        if len(lines) > MOST_LINES:
            lines.clear()
        return files.to_text(verdict.run, lines)

    def _new_coverage(self, verdict: LogVerdict) -> dict[str, Any]:
        machine = verdict.machine
        if machine.at not in self._covered:
            self._covered[machine.at] = LogCoverage(machine)
        news = self._covered[machine.at].note(verdict.run) if verdict.run else NewCoverage()
        return {"bounds": dict(machine.bounds), **asdict(news)}


def coverage(results: Results, recipe: Recipe) -> list[LogCoverage]:
    """What all logs of a data set have exercised together: for each bounds, in the order of the logs."""
    coverages: dict[str, LogCoverage] = {}
    first: dict[str, EventPosition] = {}
    for row in results.rows(("covered", "length", "verdict", "piece", "event")):
        data = json.loads(row["covered"])
        key, position = json.dumps(data.pop("bounds")), (row["piece"], row["event"])
        if key not in coverages:
            coverages[key], first[key] = LogCoverage(recipe.machine(json.loads(key))), position
        first[key] = min(first[key], position)
        new = NewCoverage(data["actions"], data["guards"], [(at, side) for at, side in data["branches"]])
        coverages[key].add(new, int(row["length"] is not None), (row["length"] or 1) - 1)
    return [coverages[key] for key in sorted(coverages, key=lambda key: first[key])]
