"""A Spark session for Tidemark: it finds Java, sends the package along, checks the executors' Python, and is quiet.

Kept apart because all of this is about where the tasks run, and none of it about what they do.
"""

from __future__ import annotations

import gc
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tidemark.base import signals
from tidemark.base.authors import FACADE, PACKAGE, ROOMS
from tidemark.base.errors import UsageError
from tidemark.base.extras import SPARK, require_libraries
from tidemark.base.temporary_folders import is_removed
from tidemark.checker.engines.processes import environment
from tidemark.checker.engines.spark import gateway
from tidemark.checker.engines.spark.master import require_usable
from tidemark.checker.engines.store import StorageError

OLDEST_JAVA = 17
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Java moves blocks, and Python works on them: it is not worth the cores' time to make its code the fastest."""
JAVA_ARCHIVE = Path(sys.prefix) / "tidemark-java.jsa"
"""Spark's classes, ready to be mapped into memory. `make setup` makes it; with it Java starts in half the time."""


def require_spark() -> None:
    """Refuse, before anything else is done, what can't be done where pyspark or Java is missing, or the user's name.

    Raises:
        UsageError: one of them is; the message says what to do.
    """
    require_libraries("the engine spark", *SPARK)
    try:
        pwd.getpwuid(os.getuid())
    except KeyError:
        raise UsageError(
            f"Spark does not start for a user without a name: add one for the user id {os.getuid()} to /etc/passwd"
        ) from None
    java_home()


def java_home() -> str:
    """The home of a Java that Spark runs on: of JAVA_HOME, PATH, or /usr/lib/jvm, in that order.

    Raises:
        UsageError: there is none; the message says what to install.
    """
    candidates = [os.environ.get("JAVA_HOME", "") + "/bin/java", shutil.which("java") or ""]
    for java in [*candidates, *map(str, sorted(Path("/usr/lib/jvm").glob("*/bin/java")))]:
        if home := _home_of(java):
            return home
    raise UsageError(
        f"Spark needs Java {OLDEST_JAVA} or later, and there is none: on Debian or Ubuntu, "
        "sudo apt-get install openjdk-17-jre-headless; elsewhere, set JAVA_HOME"
    )


def _home_of(java: str) -> str | None:
    if not os.access(java, os.X_OK):
        return None
    command = [java, "-XshowSettings:properties", "-version"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, process_group=0)
    except (OSError, subprocess.SubprocessError):
        return None
    signals.raise_if_ended_by(done.returncode)
    if done.returncode:
        return None
    version = re.search(r"java\.specification\.version = (\d+)", done.stderr)
    home = re.search(r"java\.home = (.+)", done.stderr)
    return home[1].strip() if home and version and int(version[1]) >= OLDEST_JAVA else None


def java_options() -> str:
    """The options of every Java that runs here. Java silently ignores an archive of another Java or other jars."""
    archive = f' -XX:SharedArchiveFile="{JAVA_ARCHIVE}" -Xlog:disable' if JAVA_ARCHIVE.exists() else ""
    return JAVA_OPTIONS + archive


@contextmanager
def session(master: str, scratch: Path) -> Iterator[Any]:
    """A Spark session whose executors can run Tidemark. What Spark and Java print goes to `spark.log` in `scratch`.

    Raises:
        UsageError: pyspark or Java is missing, the master can't be used, or the executors' Python doesn't fit.
    """
    require_usable(master)
    require_spark()
    with environment(_variables(master)), gateway.end_processes():
        spark = _start(master, scratch)
        application = spark.sparkContext.applicationId
        try:
            with explain_failures(scratch):
                if not master.startswith("local"):
                    spark.sparkContext.addPyFile(str(_package(scratch)))
                _check_executors(spark)
                yield spark
        finally:
            if not signals.has_received_signal():
                gateway.stop(spark)
            shutil.rmtree(scratch / "shuffle", ignore_errors=True)
            if master.startswith("local-cluster"):
                from pyspark.find_spark_home import _find_spark_home

                shutil.rmtree(Path(_find_spark_home()) / "work" / application, ignore_errors=True)


def _variables(master: str) -> dict[str, str]:
    """The variables that Spark reads. Where a cluster's executors have their Python, PYSPARK_PYTHON says."""
    is_local = master.startswith("local")
    variables = {"JAVA_HOME": java_home()}
    if is_local or "PYSPARK_PYTHON" not in os.environ:
        variables["PYSPARK_PYTHON"] = sys.executable
    if is_local:
        variables["SPARK_LOCAL_HOSTNAME"] = "localhost"
        paths = str(FACADE.parent), os.environ.get("PYTHONPATH", "")
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    return variables


@contextmanager
def _keep_interrupt_handler() -> Iterator[None]:
    """Restore what Ctrl-C did before, since Spark sets a handler of its own."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is not before:
            signal.signal(signal.SIGINT, before)


def _start(master: str, scratch: Path) -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder
    settings = {
        "spark.master": master,
        "spark.app.name": "tidemark",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.adaptive.enabled": "false",
        "spark.shuffle.compress": "false",  # blocks are packed, and each has a checksum of its own
        "spark.shuffle.checksum.enabled": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "16",  # a record is a block of about a megabyte
        "spark.sql.warehouse.dir": str(scratch / "warehouse"),
    }
    if master.startswith("local"):
        settings["spark.local.dir"] = str(scratch / "shuffle")
        settings[gateway.DRIVER_OPTIONS] = settings[gateway.EXECUTOR_OPTIONS] = java_options()
    log = scratch / "spark.log"
    try:
        with gateway.tell_interruptions(), _errors_to(log), _keep_interrupt_handler():
            for key, value in gateway.start(settings).items():
                builder = builder.config(key, value)
            spark = builder.getOrCreate()
            gateway.quiet_accumulators(spark)
            return spark
    except Exception as error:
        reason = _first_line(error) if not log.exists() else _reason_in(log, error)
        raise UsageError(f"Spark does not start on {master}: {reason}{_rest(scratch)}") from error


@contextmanager
def _errors_to(log: Path) -> Iterator[None]:
    """Send what is written to standard error to a file: a process that is started meanwhile keeps doing so."""
    kept = os.dup(2)
    try:
        with log.open("ab") as file:
            os.dup2(file.fileno(), 2)
            yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _reason_in(log: Path, error: Exception) -> str:
    lines = re.findall(
        r"^(?:Exception.*?: |Error: |Caused by: \S+: )(.+)$", log.read_text(errors="replace"), re.M
    )
    return lines[-1] if lines else _first_line(error)


def _package(scratch: Path) -> Path:
    """Tidemark itself as a zip, for the executors."""
    path = scratch / "tidemark.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for home, pattern in ((FACADE, "*"), *((PACKAGE, f"{room}/**/*") for room in ROOMS)):
            for file in sorted(home.glob(pattern)):
                if "__pycache__" not in file.parts and file.is_file():
                    archive.write(file, "tidemark" / file.relative_to(home))
    return path


def _check_executors(spark: Any) -> None:
    texts = run(spark, cores(spark), _probe)
    if problems := {problem for problem in texts if problem}:
        raise UsageError(min(problems))


def _probe(_: int) -> Iterator[str]:
    """Runs in an executor: what its Python lacks, or nothing."""
    try:
        import tidemark.checker.engines.spark.level  # noqa: F401
    except ImportError as error:
        yield f"the executors' Python ({sys.executable}) can't run Tidemark: {error}"
    else:
        yield ""


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


@contextmanager
def explain_failures(scratch: Path) -> Iterator[None]:
    """Turn what Spark raises into one line.

    Raises:
        UsageError: a job failed.
    """
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        with gateway.tell_interruptions():
            yield
    except (PySparkException, Py4JError, OSError, EOFError) as error:
        if reason := gateway.failure():
            raise UsageError(f"{reason}{_rest(scratch)}") from error
        if isinstance(error, (OSError, EOFError)):
            raise
        raise UsageError(_explanation(str(error), scratch)) from error


def _explanation(message: str, scratch: Path) -> str:
    version = "{}.{}".format(*sys.version_info[:2])
    if "PYTHON_VERSION_MISMATCH" in message or "different version" in message:
        return f"the executors run another Python than this one: set PYSPARK_PYTHON to a Python {version} of theirs"
    if missing := re.search(r"ModuleNotFoundError: (No module named \S+)", message):
        return f"the executors' Python can't run Tidemark: {missing[1]}; install there what requirements.lock has"
    if "Cannot run program" in message or "No such file or directory" in message:
        return f"the executors have no Python at {os.environ['PYSPARK_PYTHON']}: set PYSPARK_PYTHON to theirs"
    errors = re.findall(r"^(?:\w+\.)*(\w+(?:Error|Exception): .+)$", message, re.M)
    return f"a Spark job failed: {errors[-1] if errors else _first_line(message)}{_rest(scratch)}"


def _rest(scratch: Path) -> str:
    """Where a person reads what Spark and Java have printed. It is copied from a folder that this program removes."""
    log = scratch / "spark.log"
    try:
        if is_removed(log):
            descriptor, kept = tempfile.mkstemp(prefix="tidemark-spark-", suffix=".log")
            os.close(descriptor)
            log = Path(shutil.copy(log, kept))
        return f"; {log} has the rest" if log.exists() else ""
    except OSError:
        return ""


def _first_line(error: object) -> str:
    return str(error).strip().split("\n")[0] or type(error).__name__
