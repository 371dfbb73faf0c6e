"""Java as a process: started, and examined when it no longer answers: has a job failed, or has a signal come for all?

Its own module because it is about one process, whatever is asked of it. `session` asks.
"""

from __future__ import annotations

import atexit
import logging
import os
import shlex
import struct
import subprocess
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from tidemark.base import signals
from tidemark.base.temporary_folders import new, remove, scratch

DRIVER_OPTIONS, EXECUTOR_OPTIONS = "spark.driver.defaultJavaOptions", "spark.executor.defaultJavaOptions"
ENDING = 10.0
"""Seconds that Java may take to end once it no longer answers."""
ROOM = 4096
"""Bytes that Java needs to tell where it listens. Where it can't write them it says nothing, and does not end."""


class _Java:
    """The Java that this process has started.

    temporary: its folder for temporary files, which it does not remove where it is killed; lock: holds that.
    """

    temporary: Path | None = None
    lock: IO[Any] | None = None


def start(settings: dict[str, str]) -> dict[str, str]:
    """Start Java for pyspark, unless it runs; gives the settings, with the folder for Java's temporary files.

    Executors whose options are in the settings run here: they use the same folder, since what is killed leaves them.

    pyspark would fork this process, threads and all, only to have Java ignore Ctrl-C. A process group of its own keeps
    a terminal's Ctrl-C from Java, and every other signal to this program's group: this program ends Java itself.

    Raises:
        OSError: Java ended at once, and has written why; or there is no room for what it has to tell.
    """
    from pyspark import SparkContext
    from pyspark.java_gateway import launch_gateway

    if has_ended():
        _forget()
    if SparkContext._gateway is not None or "PYSPARK_GATEWAY_PORT" in os.environ:
        return _with_temporary(settings)
    _remove_temporary()
    _Java.temporary, _Java.lock = new()
    settings = _with_temporary(settings)
    process, port, secret = _launch(settings)
    os.environ |= {"PYSPARK_GATEWAY_PORT": str(port), "PYSPARK_GATEWAY_SECRET": secret}
    try:
        gateway = launch_gateway()  # type: ignore[no-untyped-call]
    finally:
        del os.environ["PYSPARK_GATEWAY_PORT"], os.environ["PYSPARK_GATEWAY_SECRET"]
    gateway.proc = process
    SparkContext._ensure_initialized(gateway=gateway)
    return settings


def _with_temporary(settings: dict[str, str]) -> dict[str, str]:
    """Settings that name the folder for temporary files, unless another program has started Java."""
    if not _Java.temporary:
        return settings
    folder = f' -Djava.io.tmpdir="{_Java.temporary}"'
    extended = {**settings, DRIVER_OPTIONS: settings.get(DRIVER_OPTIONS, "") + folder}
    if EXECUTOR_OPTIONS in settings:
        extended[EXECUTOR_OPTIONS] = settings[EXECUTOR_OPTIONS] + folder
    return extended


def _remove_temporary() -> None:
    if _Java.temporary and _Java.lock:
        remove(_Java.temporary)
        _Java.lock.close()
        _Java.temporary = _Java.lock = None


atexit.register(_remove_temporary)
signals.at_end.append(_remove_temporary)


def _launch(settings: dict[str, str]) -> tuple[subprocess.Popen[bytes], int, str]:
    """Java's process, the port where it listens, and the word that it wants to hear."""
    from pyspark.find_spark_home import _find_spark_home

    command = [f"{_find_spark_home()}/bin/spark-submit"]
    for key, value in settings.items():
        command += ["--conf", f"{key}={value}"]
    command += shlex.split(os.environ.get("PYSPARK_SUBMIT_ARGS", "pyspark-shell"))
    with scratch() as folder:
        connection_file = folder / "listens"
        environment = {
            **os.environ,
            "SPARK_CONNECT_MODE": "0",
            "_PYSPARK_DRIVER_CONN_INFO_PATH": str(connection_file),
        }
        # Java ends when its standard input does, however this program ends.
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, process_group=0)
        try:
            while process.poll() is None and not connection_file.exists():
                (folder / "room").write_bytes(bytes(ROOM))
                time.sleep(0.02)
            if process.returncode is not None:
                signals.raise_if_ended_by(process.returncode)
                raise OSError(f"Java ended with status {process.returncode}")
            port, length = struct.unpack_from(">ii", connection_file.read_bytes())
            return process, port, connection_file.read_bytes()[8 : 8 + length].decode()
        except BaseException:
            with process:  # its pipe is closed, and its end is seen
                process.kill()
            raise


def quiet_accumulators(spark: Any) -> None:
    """Keep Spark's server of accumulators, a thread of this process, from showing that Java is gone: its job tells."""
    server = spark.sparkContext._accumulatorServer
    server.handle_error = lambda *_: None


def process() -> subprocess.Popen[bytes] | None:
    """Java's process, if this program has started one."""
    from pyspark import SparkContext

    java: subprocess.Popen[bytes] | None = getattr(SparkContext._gateway, "proc", None)
    return java


def has_ended() -> bool:
    """Whether Java was started, and has ended."""
    java = process()
    return java is not None and java.poll() is not None


@contextmanager
def tell_interruptions() -> Iterator[None]:
    """Tell an interruption from a failure: whatever fails in here because of a signal is KeyboardInterrupt.

    Java may hear of a signal before this process does, or be gone when pyspark tidies up after one: its error then
    comes first, or in place of the interruption.
    """
    from py4j.protocol import Py4JError  # type: ignore[import-untyped]
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError, OSError, EOFError) as error:
        if signals.has_received_signal() or _follows_interruption(error):
            raise KeyboardInterrupt from error
        if (java := process()) and _is_ending():
            with suppress(subprocess.TimeoutExpired):
                signals.raise_if_ended_by(java.wait(ENDING))
        raise


def _follows_interruption(error: BaseException | None) -> bool:
    """Whether an error was raised while an interruption was handled, and so hides it."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__context__
    return False


def _is_ending() -> bool:
    """Whether Java has ended, or is about to: its jobs fail before it does."""
    from py4j.protocol import Py4JError
    from pyspark import SparkContext

    java: Any = SparkContext._jvm
    try:
        return has_ended() or bool(java.org.apache.spark.util.ShutdownHookManager.inShutdown())
    except (Py4JError, OSError):
        return True


def failure() -> str | None:
    """Why Java has ended, in words; None while it runs."""
    if not has_ended():
        return None
    java = process()
    assert java is not None
    status = java.returncode
    return f"Java was killed by signal {-status}" if status < 0 else f"Java ended with status {status}"


def stop(spark: Any) -> None:
    """End a session; of a Java that has ended, nothing is said.

    Java would keep temporary files of all later sessions in the first one's folder, and make it again where it is gone.
    """
    from py4j.protocol import Py4JError
    from pyspark import SparkContext

    with warnings.catch_warnings():
        if has_ended():
            warnings.simplefilter("ignore")
        try:
            spark.stop()
            java: Any = SparkContext._jvm
            getattr(getattr(java.org.apache.spark.util, "Utils$"), "MODULE$").clearLocalRootDirs()
        except (Py4JError, OSError):
            if not has_ended():
                raise


@contextmanager
def end_processes() -> Iterator[None]:
    """End Java and all below it where a signal ends the session, since they would finish their tasks first."""
    before = set(signals.descendants())
    for name in ("", "py4j.clientserver", "py4j.java_gateway"):
        logging.getLogger(name).addFilter(_is_not_from_py4j)
    try:
        yield
    finally:
        if signals.has_received_signal() or has_ended():
            signals.kill([process_id for process_id in signals.descendants() if process_id not in before])


def _is_not_from_py4j(record: logging.LogRecord) -> bool:
    """Keeps py4j from logging what it raises as well: no answer came, because of a signal or because Java ended."""
    return "py4j" not in record.pathname


def _forget() -> None:
    """Let pyspark forget a Java that has ended, and what it had there: else it would go on asking it."""
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    if (java := process()) and java.stdin:
        with suppress(OSError):
            java.stdin.close()
    SparkContext._gateway = SparkContext._jvm = SparkContext._active_spark_context = None
    SparkSession._instantiatedSession = SparkSession._activeSession = None
