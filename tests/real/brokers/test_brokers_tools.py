"""`tidemark kafka run`: a tool of Kafka's own, with the jars of a release, and the words that follow its name."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tidemark.base.errors import UsageError
from tidemark.checker import cli
from tidemark.real.brokers import jars, tools

CLASSES = (
    "org/apache/kafka/tools/DumpLogSegments",
    "org/apache/kafka/tools/DumpLogSegments$1",
    "org/apache/kafka/tools/Twice",
    "kafka/admin/Twice",
    "kafka/tools/StorageTool",
    "org/elsewhere/OtherTool",
)
DUMP = "org.apache.kafka.tools.DumpLogSegments"


@pytest.fixture(autouse=True)
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Kafka 4.3.1 with one jar, and a Java that prints its words and ends with status 5; gives the jar."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    java = tmp_path / "bin/java"
    java.parent.mkdir()
    java.write_text(
        '#!/bin/sh\nfor word in "$@"; do echo "[$word]"; done\n'
        '[ "$3" != kafka.tools.StorageTool ] || kill -9 $$\nexit 5\n'
    )
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    folder = tmp_path / "cache/tidemark/kafka/4.3.1"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "kafka.jar", "w") as jar:
        for name in CLASSES:
            jar.writestr(f"{name}.class", b"")
    pinned = jars.Release("4.3.1", "kafka_2.13", jars.digest(folder))
    monkeypatch.setattr(jars, "releases", lambda: {"4.3.1": pinned, "4.2.1": jars.Release("4.2.1", "k", "0")})
    return folder / "kafka.jar"


def test_all_words_after_the_tool_are_the_tools(release: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["--files", "a b", "--json", "-", "--help", "run", "-h", "--", "--color=never"]
    assert cli.main(["kafka", "run", "4.3.1", DUMP, *words]) == 5
    out, err = capfd.readouterr()
    assert out.splitlines() == [f"[{word}]" for word in ("-cp", release, DUMP, *words)]
    assert err == ""


def test_a_class_that_has_moved_is_found_by_its_last_name(capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("kafka.tools.DumpLogSegments", "DumpLogSegments"):
        assert cli.main(["kafka", "run", "4.3.1", name]) == 5
        out, err = capfd.readouterr()
        assert out.splitlines()[2:] == [f"[{DUMP}]"]
        assert err == f"tidemark: {name} is {DUMP} in Kafka 4.3.1\n"


def test_a_tool_that_a_signal_ends_has_the_status_of_a_shell() -> None:
    assert tools.run("4.3.1", ["kafka.tools.StorageTool"]) == 128 + 9


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a version and a tool: `tidemark kafka run VERSION TOOL …`"),
        (["4.3.1"], "name a version and a tool"),
        (["4.3.2", "StorageTool"], "there is no kafka 4.3.2: did you mean 4.3.1?"),
        (["4.2.1", "StorageTool"], "Kafka 4.2.1 is not here yet: run `tidemark kafka fetch 4.2.1`"),
        (
            ["4.3.1", "DumpLogSegment"],
            "Kafka 4.3.1 has no class DumpLogSegment: did you mean DumpLogSegments?",
        ),
        (["4.3.1", "\x1b[1mzz"], "Kafka 4.3.1 has no class \\x1b[1mzz"),
        (
            ["4.3.1", "Twice"],
            "name one class of Kafka 4.3.1: kafka.admin.Twice, org.apache.kafka.tools.Twice",
        ),
        (["4.3.1", "OtherTool"], "has no class OtherTool"),
    ],
)
def test_what_can_not_be_run_is_told(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["kafka", "run", *words]) == 2
    assert said in capsys.readouterr().err


def test_what_a_tool_prints_is_no_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["kafka", "--json", "-", "run", "4.3.1", DUMP]) == 2
    assert "--json is for the table" in capsys.readouterr().err


def test_the_class_is_looked_for_among_kafkas_own(release: Path) -> None:
    assert tools.main_class("org.elsewhere.OtherTool", [release], "4.3.1") == "org.elsewhere.OtherTool"
    with pytest.raises(UsageError):
        tools.main_class("x.OtherTool", [release], "4.3.1")
