"""The cache of compiled objects: nothing is run that this user did not put there, whole, for this very machine."""

from __future__ import annotations

import hashlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker import cli
from tidemark.checker.engines.native import cache, kernel
from tidemark.checker.engines.native.cache import ObjectCache
from tidemark.checker.engines.native.compilation import LEAST, Compilation, LinkedObject
from tidemark.checker.engines.native.kernel import Functions, Kernel
from tidemark.checker.engines.spark import level
from tidemark.checker.engines.store import Folder

ROOT = Path(__file__).parents[2]
MADE_FROM, CODE = cache.identity("a text", "a processor"), random.Random(1).randbytes(20_000)
CHECK = ("check", "published/kip-320", "--replicas", "2", "--promise", "strong-isr")
FIGURES = "5,973 distinct states · 11,733 generated · depth 18"


@pytest.fixture
def objects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ObjectCache:
    """The user's cache, with one entry."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = cache.directory()
    assert path == tmp_path / "tidemark"
    kept = ObjectCache(path)
    kept.keep(MADE_FROM, CODE)
    return kept


def entry(objects: ObjectCache) -> Path:
    (path,) = objects.path.glob("*.o")
    return path


def entry_of(objects: ObjectCache, made_from: bytes) -> bytes:
    return objects.file(made_from).read_bytes()


def refused(objects: ObjectCache, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that says why the entry is not loaded."""
    assert objects.load(MADE_FROM) is None
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"tidemark: .*: the machine is compiled again", line)
    return line


def test_what_was_kept_is_loaded_and_nothing_is_said(
    objects: ObjectCache, capsys: pytest.CaptureFixture[str]
) -> None:
    assert objects.load(MADE_FROM) == CODE
    assert capsys.readouterr().err == ""


def test_directory_entry_and_key_are_the_users_alone(objects: ObjectCache) -> None:
    modes = {path.name: path.stat().st_mode & 0o777 for path in objects.path.iterdir()}
    assert modes == {entry(objects).name: 0o600, "key": 0o600}
    assert objects.path.stat().st_mode & 0o777 == 0o700


def damages(whole: bytes, other: bytes) -> list[bytes]:
    """A thousand ways to be damaged."""
    draw = random.Random(11)
    cut = [whole[: draw.randrange(len(whole))] for _ in range(200)]
    flipped = []
    for k in range(500):  # evenly over the file, its head bit by bit
        at = k if k < 100 else len(whole) * k // 500
        flipped.append(whole[:at] + bytes([whole[at] ^ 1 << draw.randrange(8)]) + whole[at + 1 :])
    overwritten = []
    for _ in range(198):
        begin, length = draw.randrange(len(whole)), draw.randrange(1, 4096)
        overwritten.append(whole[:begin] + draw.randbytes(length) + whole[begin + length :])
    strange = [draw.randbytes(draw.randrange(40_000)) for _ in range(50)]
    longer = [whole + draw.randbytes(draw.randrange(1, 100)) for _ in range(50)]
    return [*cut, *flipped, *overwritten, *strange, *longer, b"", other]


def test_a_thousand_damaged_entries_are_refused_with_one_line_each(
    objects: ObjectCache, capsys: pytest.CaptureFixture[str]
) -> None:
    path, another = entry(objects), cache.identity("another text", "a processor")
    whole = path.read_bytes()
    objects.keep(another, CODE)
    (other,) = (found.read_bytes() for found in objects.path.glob("*.o") if found != path)
    broken = damages(whole, other)
    assert len(broken) == 1000
    for content in broken:
        path.write_bytes(content)
        refused(objects, capsys)
    path.write_bytes(whole)
    assert objects.load(MADE_FROM) == CODE


def test_what_is_refused_is_never_linked_and_is_replaced(
    objects: ObjectCache, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entry(objects).unlink()
    text = Kernel(impl.protocol("published/kip-320").machine({"replicas": 2}), symmetry=False).text
    path = entry(objects)
    whole = path.read_bytes()
    link, linked = kernel.LinkedObject, list[bytes]()

    def noted(code: bytes, how: Compilation) -> LinkedObject:
        linked.append(code)
        return link(code, how)

    monkeypatch.setattr(kernel, "LinkedObject", noted)
    Functions(text, LEAST)
    (right,) = linked
    monkeypatch.setattr(kernel, "compile_here", lambda *_: right)
    for content in damages(whole, CODE)[::50]:
        path.write_bytes(content)
        Functions(text, LEAST)
        assert len(capsys.readouterr().err.splitlines()) == 1
        assert path.read_bytes() == whole
    assert set(linked) == {right}


def by_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def by_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def by_size(path: Path) -> None:
    os.truncate(path, cache.LARGEST + 1)


def key_of(path: Path) -> Path:
    return path.with_name("key")


WAYS: dict[str, tuple[Callable[[Path], object], str]] = {
    "others may write to it": (lambda path: path.chmod(0o620), "is open to other users"),
    "all may": (lambda path: path.chmod(0o602), "is open to other users"),
    "it is a link": (by_link, "is a link"),
    "it is a pipe": (by_pipe, "is no file"),
    "it is a folder": (by_folder, "is no file"),
    "it is endless": (by_size, "is too large"),
    "others may write to the directory": (lambda path: path.parent.chmod(0o770), "others can write to"),
    "others may read the key": (lambda path: key_of(path).chmod(0o640), "key is open to other users"),
    "the key is gone": (lambda path: key_of(path).unlink(), "has lost its key"),
    "the key is short": (lambda path: key_of(path).write_bytes(b"short"), "key is damaged"),
    "the key is another": (lambda path: key_of(path).write_bytes(bytes(32)), "was not made by this user"),
}


@pytest.mark.parametrize("way", WAYS)
def test_an_entry_is_refused_where(
    way: str, objects: ObjectCache, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil, reason = WAYS[way]
    spoil(entry(objects))
    assert reason in refused(objects, capsys)
    if way != "it is a folder":
        objects.keep(MADE_FROM, CODE)
        assert objects.load(MADE_FROM) == CODE
    assert capsys.readouterr().err == ""


def test_what_belongs_to_another_user_is_neither_loaded_nor_written(
    objects: ObjectCache, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, own = entry(objects).read_bytes(), os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    monkeypatch.setattr(cache, "_reported", set())
    for said in ("belongs to another user: machines are compiled without it", ""):
        assert objects.load(MADE_FROM) is None
        error = capsys.readouterr().err
        assert said in error if said else not error
    objects.keep(MADE_FROM, b"other")
    assert entry(objects).read_bytes() == whole
    assert cli.main(["cache", "--clear"]) == 2
    assert "belongs to another user" in capsys.readouterr().err
    assert entry(objects).read_bytes() == whole


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_in_ones_own_directory_is_refused(
    objects: ObjectCache, capsys: pytest.CaptureFixture[str]
) -> None:
    os.chown(entry(objects), 12345, -1)
    assert "belongs to another user" in refused(objects, capsys)


def test_parts_of_an_identity_can_not_be_shifted() -> None:
    assert cache.identity("ab", "c") != cache.identity("a", "bc")


@contextmanager
def another_user(path: Path) -> Iterator[None]:
    """This process can't look into a folder: root becomes somebody else, and any other user closes it to itself."""
    before, own = path.stat().st_mode, os.geteuid()
    if own:
        path.chmod(0)
    else:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(own)
        path.chmod(before)


@pytest.mark.parametrize("closed", ["tidemark", "."], ids=["the cache", "what it is in"])
def test_a_cache_that_can_not_be_looked_into_is_done_without_and_one_line_says_so(
    closed: str, objects: ObjectCache, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `sudo` leaves it. `Path.exists` raises an error there before Python 3.14."""
    monkeypatch.setattr(cache, "_reported", set())
    content = entry(objects).read_bytes()
    assert cli.main(list(CHECK)) == 0  # imports all that is needed
    (objects.path.parent / closed).chmod(0o700)
    capsys.readouterr()
    with another_user(objects.path.parent / closed):
        for made_from in (MADE_FROM, cache.identity("another text")):
            assert not cache.is_kept(made_from)
            assert cache.load_or_compile(made_from, lambda: CODE) == CODE
            cache.keep(made_from, CODE)
        assert cli.main(list(CHECK)) == 0
    output, errors = capsys.readouterr()
    assert FIGURES in output
    assert errors.count("\n") == 1
    assert "machines are compiled without it" in errors
    assert entry_of(objects, MADE_FROM) == content


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_files_of_another_user_in_ones_own_directory_are_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    """As `sudo` leaves them: the directory was there before, and neither the key nor the entries can be read."""
    with tempfile.TemporaryDirectory() as folder:  # pytest's own are closed to other users
        objects = ObjectCache(Path(folder))
        objects.keep(MADE_FROM, CODE)
        os.chown(folder, 65534, -1)
        os.seteuid(65534)
        try:
            assert "can't be read (Permission denied)" in refused(objects, capsys)
            objects.keep(MADE_FROM, CODE)
            assert objects.load(MADE_FROM) == CODE
        finally:
            os.seteuid(0)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("place", ["/dev/null", "/proc/1/tidemark"])
def test_a_cache_that_can_not_be_written_is_done_without(
    place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", place)
    monkeypatch.setattr(cache, "_reported", set())
    assert [cache.load_or_compile(MADE_FROM, lambda: CODE) for _ in range(2)] == [CODE, CODE]
    assert capsys.readouterr().err.count("\n") <= 1


def test_a_user_without_a_home_has_no_cache(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.path.expanduser", str)  # which leaves `~` in a path where there is no home
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert cache.load_or_compile(MADE_FROM, lambda: CODE) == CODE
    assert cli.main(["cache"]) == 2
    assert "set HOME" in capsys.readouterr().err


def test_the_cache_is_trimmed_by_size_and_by_age(
    objects: ObjectCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(cache, "TRIMMED_BY", 1)
    os.utime(entry(objects), (now, now - cache.OLDEST - 60))
    left = objects.path / f".{'0' * 32}.o.{'0' * 16}.part"
    left.touch()
    os.utime(left, (now, now - cache.UNFINISHED - 60))
    others = [cache.identity(str(k)) for k in range(6)]
    objects.keep(others[0], CODE)
    assert objects.load(MADE_FROM) is None
    assert not left.exists()
    size = objects.entries()[0].size
    monkeypatch.setattr(cache, "MOST_BYTES", 4 * size)
    for k, made_from in enumerate(others):
        objects.keep(made_from, CODE)
        newest = max(objects.path.glob("*.o"), key=lambda path: path.stat().st_mtime_ns)
        os.utime(newest, (now, now - 60 + k))
    assert [objects.load(made_from) is not None for made_from in others] == [False, False, *[True] * 4]


def test_a_full_cache_is_trimmed_after_a_few_more_entries(
    objects: ObjectCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 4 * objects.entries()[0].size
    monkeypatch.setattr(cache, "MOST_BYTES", most)
    trims = []
    for k in range(20 * cache.TRIMMED_BY):
        before = len(objects.entries())
        objects.keep(cache.identity(str(k)), CODE)
        trims.append(len(objects.entries()) <= before)
    assert 10 <= sum(trims) <= 40


def test_an_entry_that_is_used_does_not_grow_old(objects: ObjectCache) -> None:
    then = time.time() - cache.OLDEST / 2
    os.utime(entry(objects), (then, then))
    assert objects.load(MADE_FROM) == CODE
    assert entry(objects).stat().st_mtime > then + cache.USE_NOTED


WORK = """
import sys
from pathlib import Path
from tidemark.checker.engines.native import cache
cache.MOST_BYTES, cache.TRIMMED_BY = 20 * 4096, 1
objects = cache.ObjectCache(Path(sys.argv[1]))
for turn in range(150):
    number = turn * int(sys.argv[2]) % 37
    made_from, code = cache.identity(str(number)), bytes([number]) * 5000
    found = objects.load(made_from)
    assert found in (None, code)
    if found is None:
        objects.keep(made_from, code)
"""


def test_processes_that_write_read_and_trim_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WORK, str(tmp_path / "new")]
    running = [
        subprocess.Popen([*command, str(k)], cwd=ROOT, stderr=subprocess.PIPE, text=True)
        for k in (1, 3, 5, 7)
    ]
    assert [(process.communicate(timeout=300)[1], process.returncode) for process in running] == [("", 0)] * 4
    assert sum(found.size for found in ObjectCache(tmp_path / "new").entries()) <= 20 * 4096


def tidemark(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cwd)}
    command = [sys.executable, "-m", "tidemark", *words]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300)


def test_whole_runs_over_a_damaged_entry_give_the_right_figures(tmp_path: Path) -> None:
    assert FIGURES in tidemark(*CHECK, cwd=tmp_path).stdout
    entries = list((tmp_path / "tidemark").glob("*.o"))
    assert len(entries) == 3, "of the set of states, the machine, and the graph of its states"
    for path in entries:
        whole = path.read_bytes()
        middle = len(whole) // 2
        flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
        for content in (whole[:middle], b"", flipped, whole[48:]):
            path.write_bytes(content)
            done = tidemark(*CHECK, cwd=tmp_path)
            assert (done.returncode, FIGURES in done.stdout) == (0, True)
            assert len(done.stderr.splitlines()) == 1
            assert path.read_bytes() == whole
    done = tidemark(*CHECK, cwd=tmp_path)
    assert (done.stderr, FIGURES in done.stdout) == ("", True)


def test_the_command_shows_the_cache_and_clears_it_alone(
    objects: ObjectCache, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = objects.path / "mine.txt"
    mine.touch()
    assert cli.main(["cache"]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[0] == str(objects.path)
    assert re.search(r"^1 compiled object, \d+ KiB, used just now$", shown, re.MULTILINE)
    assert cli.main(["cache", "--clear"]) == 0
    assert "removed" in capsys.readouterr().out
    assert {path.name for path in objects.path.iterdir()} == {"mine.txt", "key"}
    assert cli.main(["cache"]) == 0
    assert "no compiled objects" in capsys.readouterr().out


def test_the_text_that_executors_compile_is_refused_where_it_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "kernel.ll"
    whole = b"; a text of LLVM\n"
    digest = hashlib.sha256(whole).hexdigest()
    for content in (whole[:-1], b"", whole.replace(b"a", b"\xff"), whole + b"\n"):
        path.write_bytes(content)
        with pytest.raises(UsageError, match=r"kernel.ll is damaged: search again in another --workdir"):
            level._functions(Folder(tmp_path), digest, LEAST)
