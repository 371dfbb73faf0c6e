"""Java, which Spark runs in: how its end is told, where its files go, and the archive of classes it starts from."""

import os
import shlex
import shutil
import signal
import subprocess
from pathlib import Path

import pyspark
import pytest
from py4j.protocol import Py4JNetworkError

from tidemark.base.errors import UsageError
from tidemark.checker.engines.spark import gateway, jobs, session

pytestmark = pytest.mark.spark


def run_once(scratch: Path, what: str = "'done'", end: int | None = None) -> list[str]:
    """What a job gives of an expression; Java may get a signal before."""
    with session.session("local[1]", scratch) as one:
        if end:
            java = gateway.process()
            assert java
            java.send_signal(end)
            java.wait()
        return jobs.run(one, range(1), lambda _: iter([eval(what)]))


def test_a_java_that_was_killed_is_named_and_the_next_session_starts_another(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^Java was killed by signal 9; .*spark\.log has the rest$"):
        run_once(tmp_path, end=signal.SIGKILL)
    assert run_once(tmp_path) == ["done"]


@pytest.mark.parametrize("number", [pytest.param(signal.SIGINT, marks=pytest.mark.slow), signal.SIGTERM])
def test_a_java_that_a_signal_for_all_ended_is_an_interruption(number: int, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_once(tmp_path, end=number)


def test_a_failed_job_is_no_interruption(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="ZeroDivisionError: "):
        run_once(tmp_path, what="1 // 0")


def test_a_session_keeps_its_temporary_files_in_its_own_folder_not_in_one_before_it(tmp_path: Path) -> None:
    for scratch in (tmp_path / "first", tmp_path / "second"):
        scratch.mkdir()
        with session.session("local[1]", scratch) as spark:
            assert Path(spark.sparkContext._temp_dir).is_relative_to(scratch)
        shutil.rmtree(scratch)
    assert list(tmp_path.iterdir()) == []


def test_java_has_a_process_group_of_its_own(tmp_path: Path) -> None:
    with session.session("local[1]", tmp_path):
        java = gateway.process()
        assert java
        assert os.getpgid(java.pid) == java.pid


def test_an_error_that_hides_an_interruption_is_the_interruption() -> None:
    @gateway.tell_interruptions()
    def tidied() -> None:
        try:
            raise KeyboardInterrupt
        finally:  # as pyspark tidies up, and Java is gone
            raise Py4JNetworkError("Answer from Java side is empty")

    with pytest.raises(KeyboardInterrupt):
        tidied()


def java(*more: str) -> str:
    """What Java prints with the options of the session and these more."""
    words = [f"{session.java_home()}/bin/java", *shlex.split(session.java_options()), *more]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1, done.stderr  # of py4j, which tells how it is used
    return done.stdout + done.stderr


def test_java_leaves_an_archive_of_other_classes_unused_and_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, jar = tmp_path / "an archive.jsa", tmp_path / "a.jar"
    monkeypatch.setattr(session, "JAVA_ARCHIVE", archive)
    (library,) = Path(pyspark.__file__).parent.glob("jars/py4j-*.jar")
    shutil.copy(library, jar)
    program = ("-cp", str(jar), "py4j.GatewayServer", "--help")
    usual = java(*program)
    assert usual.startswith("usage: ")
    java(f"-XX:ArchiveClassesAtExit={archive}", "-Xlog:disable", *program)

    def takes_classes_of_the_archive(content: bytes) -> bool:
        archive.unlink(missing_ok=True)
        archive.write_bytes(content)
        assert java(*program) == usual
        return "GatewayServer source: shared objects file (top)" in java("-Xlog:class+load", *program)

    whole = archive.read_bytes()
    release = whole.index(b"JRE (") + len(b"JRE (")
    assert takes_classes_of_the_archive(whole)
    for other in (b"", b"no archive" * 1000, whole[:release] + b"1.2" + whole[release + 3 :]):
        assert not takes_classes_of_the_archive(other)
    os.utime(jar, (0, 0))
    assert not takes_classes_of_the_archive(whole)
