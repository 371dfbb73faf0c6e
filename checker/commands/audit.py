"""`tidemark audit`: check what a real system left on its disks: what breaks which promise, and where."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tidemark import real
from tidemark.base.errors import UsageError
from tidemark.base.temporary_folders import scratch
from tidemark.checker.audits import dataset, on_spark
from tidemark.checker.audits import page as audit_page
from tidemark.checker.audits import run as embedded
from tidemark.checker.audits import summary as summaries
from tidemark.checker.audits.comparison import EarlierAudit
from tidemark.checker.commands.shared import engine_options, output
from tidemark.checker.engines import spark
from tidemark.checker.engines.engine import Choice, choose
from tidemark.checker.engines.spark import session
from tidemark.checker.engines.store import Folder
from tidemark.checker.views.console import progress_bar
from tidemark.spec.families.audits import Auditor, AuditSurvey

AUTO = "auto"
ENGINES = {
    AUTO: Choice(name=AUTO, options=(spark.MASTER,)),
    "embedded": Choice(name="embedded", options=()),
    "spark": Choice(name="spark", options=(spark.MASTER,)),
}
"""Where the files are read: in this process, or by Spark's executors."""
SHOWN_ABOVE = 1 << 28
"""Bytes that take long enough to read that a terminal shows how far it is."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "directories", nargs="+", metavar="DIR", help="a data directory; copies of one system are compared"
    )
    help_of_thorough = "read also what takes much longer, such as records of each batch"
    parser.add_argument("--thorough", action="store_true", help=help_of_thorough)
    engine_options.add_engines(parser, ENGINES)
    parser.add_argument("--out", metavar="DIR", help="keep what is found here as Parquet, in a new directory")
    help_of_against = "compare with an earlier audit of these directories: the file that its --json wrote"
    parser.add_argument("--against", metavar="FILE", help=help_of_against)
    output.add_json(parser)
    parser.add_argument("--html", metavar="FILE", help="write a page with pictures; - is standard output")


def run(options: argparse.Namespace) -> int:
    """Audit; 0 where nothing is wrong, 1 where something is or became worse, 3 where not everything could be read."""
    request = engine_options.request_of(options)
    is_master_given = "master" in request.given
    request = choose(ENGINES, options.engine, request).with_defaults(request)
    alone = output.alone(options, ("json", "html"))
    output.require_writable(options.html)
    auditor, directories = real.auditor(), [Path(word) for word in options.directories]
    real_paths = list(map(os.path.realpath, directories))
    if twice := [path for path in directories if real_paths.count(os.path.realpath(path)) > 1]:
        raise UsageError(f"{min(twice)} is given twice")
    earlier = EarlierAudit.read(options.against) if options.against else None
    begin = time.perf_counter()
    with (
        output.document(options) as document,
        output.silent(alone is not None),
        _open_dataset_folder(options.out) as dataset_folder,
    ):
        survey = auditor.survey(directories, options.thorough)
        is_small = sum(unit.size for unit in survey.units) <= embedded.SMALL and not is_master_given
        engine = ("embedded" if is_small else "spark") if options.engine == AUTO else options.engine
        _audit(auditor, survey, dataset_folder, engine, request.given.get("master"))
        summary = summaries.summarize(auditor, directories, dataset_folder, time.perf_counter() - begin)
        summary.notes = survey.notes
        if earlier:
            summary.compare(earlier)
        print(summaries.text(summary))
        page = audit_page.page(summary)
        if options.html != "-":
            output.write(options.html, page)
        document.data = summaries.as_json(summary)
    if options.html == "-":
        print(page, end="")
    comparison = summary.incident.comparison
    is_worse = comparison is not None and comparison.is_worse
    return 3 if summary.unread else 1 if summary.is_damaged or is_worse else 0


@contextlib.contextmanager
def _open_dataset_folder(kept: str | None) -> Iterator[Path]:
    """Where the data set is: a directory that is kept, or a temporary one."""
    if kept:
        directory = Folder.of(kept).place
        dataset.begin(directory)
        yield directory
    else:
        with scratch() as directory:
            yield Path(directory)


def _audit(
    auditor: Auditor, survey: AuditSurvey, dataset_folder: Path, engine: str, master: str | None
) -> None:
    if engine != "embedded":
        session.require_spark()
        with scratch() as folder:
            on_spark.run(auditor, survey, dataset_folder, master or str(spark.MASTER.default), folder)
        return
    total = sum(unit.size for unit in survey.units)
    if not sys.stderr.isatty() or total < SHOWN_ABOVE:
        embedded.run(auditor, survey, dataset_folder, lambda _: None)
        return
    from rich.progress import BarColumn, DownloadColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn()
    with progress_bar(columns, total) as (bar, task):
        embedded.run(auditor, survey, dataset_folder, lambda size: bar.update(task, advance=size))
