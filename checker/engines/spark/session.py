"""A Spark session for Tidemark: it finds Java, sends the package along, checks the executors' Python, and is quiet.

Kept apart because all of this is about where the tasks run, and none of it about what they do.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
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
from tidemark.checker.engines.spark.executors import require_executors
from tidemark.checker.engines.spark.master import require_usable

OLDEST_JAVA = 17
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Java moves blocks, and Python works on them: it is not worth the cores' time to make its code the fastest."""
JAVA_ARCHIVE = Path(sys.prefix) / "tidemark-java.jsa"
"""Spark's classes, ready to be mapped into memory. `make setup` makes it; with it Java starts in half the time."""
DEFAULTS = {"spark.app.name": "tidemark", "spark.ui.enabled": "false"}
"""Settings that are the user's, if spark-defaults.conf or PYSPARK_SUBMIT_ARGS has them."""


def require_spark() -> None:
    """Refuse, before anything else is done, what can't be done where pyspark or Java is missing, or the user's name.

    Raises:
        UsageError: one of them is; the message says what to do.
    """
    _require_pyspark()
    java_home()


def _require_pyspark() -> None:
    """The same without a look for Java, which takes a process.

    Raises:
        UsageError: pyspark is missing, or the user's name.
    """
    require_libraries("the engine spark", *SPARK)
    try:
        pwd.getpwuid(os.getuid())
    except KeyError:
        raise UsageError(
            f"Spark does not start for a user without a name: add one for the user id {os.getuid()} to /etc/passwd"
        ) from None


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
def session(master: str, scratch: Path, libraries: tuple[str, ...] = ()) -> Iterator[Any]:
    """A Spark session whose executors can run Tidemark. What Spark and Java print goes to `spark.log` in `scratch`.

    libraries: what the tasks import (`fitness`).

    Raises:
        UsageError: pyspark or Java is missing, the master can't be used, or the executors' Python doesn't fit.
    """
    with open_session(master, scratch) as spark:
        require_executors(spark, master, None, libraries)
        yield spark


@contextmanager
def open_session(master: str, scratch: Path) -> Iterator[Any]:
    """A Spark session that may have no executors yet. The rest is as for `session`."""
    require_usable(master)
    _require_pyspark()
    with environment(_variables(master)), gateway.end_processes():
        spark = _start(master, scratch)
        application = spark.sparkContext.applicationId
        try:
            with explain_failures(scratch):
                if not master.startswith("local"):
                    spark.sparkContext.addPyFile(str(_package(scratch)))
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

    builder, yours = SparkSession.builder, _yours()
    settings = {
        "spark.master": master,
        **{name: value for name, value in DEFAULTS.items() if name not in yours},
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


def _yours() -> set[str]:
    """The names of the settings that the user has given, in spark-defaults.conf or in PYSPARK_SUBMIT_ARGS."""
    from pyspark.find_spark_home import _find_spark_home

    folder = Path(os.environ.get("SPARK_CONF_DIR") or f"{_find_spark_home()}/conf")
    lines = os.environ.get("PYSPARK_SUBMIT_ARGS", "").replace("--conf", "\n").split("\n")
    with suppress(OSError):
        lines += (folder / "spark-defaults.conf").read_text(errors="replace").splitlines()
    return {name for line in lines for name in re.findall(r"^\s*[\"']?(spark\.[\w.]+)", line)}


@contextmanager
def explain_failures(scratch: Path) -> Iterator[None]:
    """Turn what Spark raises into one line.

    Raises:
        UsageError: a job failed.
    """
    from py4j.protocol import Py4JError  # type: ignore[import-untyped]
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
