"""What is said where Spark, or a file of its work directory, is not as it should be: true, and without a wait."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.support.full_disks import full_disk
from tests.support.standard_library import replace_within
from tidemark.base.errors import UsageError
from tidemark.base.temporary_folders import scratch
from tidemark.checker.engines.native.compilation import FULL
from tidemark.checker.engines.spark import fitness, gateway, jobs, level, session
from tidemark.checker.engines.store import Folder


def test_a_pipe_in_the_place_of_the_compiled_text_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "kernel.ll")
    with pytest.raises(UsageError, match="this is no regular file, but a named pipe"):
        level._functions(Folder(tmp_path), "", FULL)


def _full_disk() -> AbstractContextManager[None]:
    return full_disk(10)


@contextmanager
def _no_folder() -> Iterator[None]:
    """The folder for temporary files is removed once Java has been started."""
    with pytest.MonkeyPatch.context() as patch:
        replace_within(patch, gateway, "time", sleep=lambda _: shutil.rmtree(tempfile.gettempdir()))
        yield


@pytest.mark.spark
@pytest.mark.parametrize("trouble", [_full_disk, _no_folder])
def test_java_that_can_not_tell_where_it_listens_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Callable[[], AbstractContextManager[None]]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("JAVA_HOME", session.java_home())
    with trouble(), pytest.raises(OSError, match=r"File too large|No such file or directory"):
        gateway._launch({})


def test_what_java_has_printed_is_kept_where_the_message_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with scratch() as folder:
        assert session._explanation("it is gone", folder) == "a Spark job failed: it is gone"
        (folder / "spark.log").write_text("all of it")
        said = session._explanation("it is gone", folder)
    path = Path(said.removeprefix("a Spark job failed: it is gone; ").removesuffix(" has the rest"))
    assert path.read_text() == "all of it"
    (tmp_path / "spark.log").write_text("mine")
    assert session._explanation("it", tmp_path).endswith(f"; {tmp_path / 'spark.log'} has the rest")


def test_a_user_without_a_name_is_told_before_java_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def getpwuid(number: int) -> object:
        raise KeyError(f"getpwuid(): uid not found: {number}")

    replace_within(monkeypatch, session, "pwd", getpwuid=getpwuid)
    with pytest.raises(UsageError, match=f"for the user id {os.getuid()} to /etc/passwd"):
        session.require_spark()


def test_an_executor_that_joins_later_is_refused_if_it_is_another_release() -> None:
    version, processor = fitness.origin()
    fitness.require_fit((version, processor))
    for other in (("0.9.0", processor), (version, "pdp11")):
        with pytest.raises(fitness.UnfitExecutor, match=f"and the driver {' on '.join(other)}"):
            fitness.require_fit(other)


@pytest.mark.spark
def test_a_search_ends_in_one_line_where_an_executor_is_unfit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitness, "origin", lambda: ("0.9.0", "pdp11"))
    with (
        session.open_session("local[1]", tmp_path) as spark,
        pytest.raises(UsageError, match=r"^the executors' Python .* and the driver 0\.9\.0 on pdp11$"),
    ):
        jobs.run(spark, range(1), lambda _: iter([""]))
