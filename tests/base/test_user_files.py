"""Files that a user names: whatever is there is told, nothing waits, and what was there before is not lost."""

import os
import socket
from pathlib import Path

import pytest

from tests.support.full_disks import full_disk
from tests.support.refusal import refused
from tests.support.standard_library import replace_within
from tidemark.base import files
from tidemark.base.errors import UsageError
from tidemark.base.files import kind, read_bytes, read_text, read_toml, write_text
from tidemark.checker.cli import main


@pytest.fixture(autouse=True)
def strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of every kind of thing, each with every ending."""
    monkeypatch.chdir(tmp_path)
    for ending in ENDINGS:
        os.mkfifo(f"pipe{ending}")
        Path(f"folder{ending}").mkdir()
        Path(f"loop{ending}").symlink_to(f"loop{ending}")
        Path(f"zeros{ending}").symlink_to("/dev/zero")
        with Path(f"huge{ending}").open("wb") as file:
            file.truncate(20 << 30)
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(f"socket{ending}")


ENDINGS = ["", ".json", ".py", ".toml"]
SAID = {
    "pipe": "this is no regular file, but a named pipe",
    "folder": "Is a directory",
    "loop": "Too many levels of symbolic links",
    "zeros": "this is no regular file, but a device",
    "huge": "this file has 21,474,836,480 bytes, and a",
    "socket": "this is no regular file, but a socket",
}
READERS = {
    "a trace": (".json", ["replay"]),
    "a scenario": (".toml", ["scenario"]),
    "a grid": (".toml", ["matrix", "--grid"]),
    "results": (".toml", ["matrix", "--on", "kafka", "--results"]),
    "a machine": (".py", ["check"]),
    "a machine of a list": (".py", ["list"]),
    "promises": (".py", ["check", "published/kip-101", "--promises"]),
    "machines of a trace": (".py", ["matrix", "--from"]),
    "a history": (".json", ["soak", "kafka-kraft/3.7", "--check"]),
    "a run around": (".json", ["graph", "published/kip-101", "leader-in-isr", "--around"]),
    "a schedule": (".toml", ["replay", "--on", "kafka:4.3.1"]),
}


@pytest.mark.parametrize("what", SAID)
def test_what_is_no_file_is_told_and_not_waited_for(what: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_bytes(what, "trace")
    assert SAID[what] in str(caught.value)


@pytest.mark.parametrize("what", SAID)
@pytest.mark.parametrize("reader", READERS)
def test_every_command_says_what_is_there(reader: str, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    ending, words = READERS[reader]
    refused([*words, f"{what}{ending}"], f"{what}{ending}: {SAID[what]}", capsys)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "/dev/zero"], "/dev/zero is a device, and no protocol"),
        (["list", "/dev/zero"], "/dev/zero is a device, and no protocol"),
        (["check", "folder"], "folder is a directory, and no protocol"),
        (["list", "pipe"], "pipe is a named pipe, and no subject"),
        (["scenario", "folder"], "folder is a directory, and no scenario"),
        (["check", "published/kip-101", "--promises", "/dev/zero"], "/dev/zero is a device, and no Python file"),
        (["replay", "x.json", "--from", "/dev/zero"], "/dev/zero is a device, and no Python file"),
        (["audit", "loop"], "tidemark: "),
        (["audit", "pipe"], "pipe is not a directory"),
        (["query", "pipe"], "pipe can't be read: Not a directory"),
        (["verify", "--counterexamples", "loop"], "Too many levels of symbolic links"),
        (["verify", "--counterexamples", "pipe"], "pipe is a named pipe, and no directory of counterexamples"),
    ],
)  # fmt: skip
def test_a_word_that_is_no_name_is_told_by_what_is_there(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("x.json").write_text("{}")
    refused(words, said, capsys)


def test_a_file_that_grows_meanwhile_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("ones").write_bytes(b"1" * 200)
    small = os.stat_result((0o100644, *[0] * 9))
    replace_within(monkeypatch, files, "os", fstat=lambda _: small)
    assert read_bytes("ones", "trace", 200) == b"1" * 200
    with pytest.raises(UsageError, match="this file has 101 bytes, and a trace at most 100"):
        read_bytes("ones", "trace", 100)


def test_what_is_there_has_a_word() -> None:
    Path("nowhere").symlink_to("gone")
    found = [kind(name) for name in ("huge", "folder", "loop", "pipe", "socket", "zeros", "nowhere", "gone")]
    assert found == [
        "a file", "a directory", "a link that leads back to itself", "a named pipe", "a socket", "a device",
        "a link to nothing", "",
    ]  # fmt: skip


CHECK = ["check", "published/kip-101", "--promise", "leader-in-isr"]
TRACE = str(Path(__file__).parents[2] / "counterexamples" / "published" / "kip-101" / "strong-isr-1.json")
WRITERS = {
    "json": [*CHECK, "--json"],
    "junit": [*CHECK, "--junit"],
    "html": ["replay", TRACE, "--html"],
    "markdown": ["replay", TRACE, "--markdown"],
    "trace": ["minimize", "published/kip-101", "--promise", "leader-in-isr", "--output"],
    "dot": ["graph", "published/kip-101", "leader-in-isr", "--output"],
    "scenarios": ["scenario", "--json"],
    "list": ["list", "--json"],
}


VIOLATED = ("json", "junit", "trace")
"""What finds a violation: that stays the status."""


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize("writer", WRITERS)
def test_an_output_is_whole_or_what_was_there_before(
    writer: str, is_there: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    out = Path("out")
    if is_there:
        out.write_text("before")
        out.chmod(0o640)
    names = sorted(Path.cwd().iterdir())
    with full_disk(100):
        assert main([*WRITERS[writer], "out"]) == (1 if writer in VIOLATED else 2)
    assert "out: File too large" in capsys.readouterr().err
    assert sorted(path for path in Path.cwd().iterdir() if path.name != "traces") == names
    assert not is_there or out.read_text() == "before"
    assert main([*WRITERS[writer], "out"]) in (0, 1)
    assert len(out.read_text()) > 100
    assert not is_there or out.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link_and_a_pipe_a_pipe() -> None:
    Path("place").mkdir()
    Path("link").symlink_to("place/new")
    write_text("1", "link")
    assert Path("link").is_symlink()
    assert Path("place/new").read_text() == "1"
    reading = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_text("2", "pipe")
    assert os.read(reading, 9) == b"2"
    os.close(reading)


def test_a_descriptor_is_written_where_it_stands() -> None:
    with Path("out").open("w") as file:
        file.write("head ")
        file.flush()
        write_text("tail", f"/dev/fd/{file.fileno()}")
    assert Path("out").read_text() == "tail"  # as the shell's `>` has it: opened again, from its start
    assert not list(Path.cwd().glob(".tidemark-*"))


def test_a_path_that_is_no_text_is_written_as_json_has_it() -> None:
    write_text('{"path": "\udc80"}', "out")
    assert read_text("out", "file") == '{"path": "\\udc80"}'


def test_toml_is_told() -> None:
    Path("deep.toml").write_text("a = " + "[" * 100_000)
    with pytest.raises(UsageError, match=r"deep.toml is not TOML"):
        read_toml("deep.toml", "grid")
