"""What a command writes: nothing where nobody asked for it, nothing over another's, and no failure where it can't."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.standard_library import replace_within
from tidemark.checker.cli import main
from tidemark.checker.commands import prove
from tidemark.checker.evidence import checking, folders, pins
from tidemark.checker.user_files import promises as user_promises

ROOT = Path(__file__).parents[2]
TRACE = ROOT / "counterexamples" / "published" / "high-watermark" / "strong-isr-2.json"
P = "published/kip-101"


@pytest.fixture
def few_pins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The two smallest pins with a violation, and an empty working directory."""
    few = sorted((pin for pin in pins.pins() if pin.violated), key=lambda pin: pin.distinct_states)[:2]
    monkeypatch.setattr(pins, "pins", lambda: few)
    monkeypatch.setattr(pins, "bug_pins", lambda: iter(()))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("few_pins")
def test_verify_writes_nothing_where_nothing_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify"]) == 0
    out = capsys.readouterr().out
    assert "counterexamples not compared: there are none in counterexamples here\n2 machines" in out
    assert out.endswith("all as pinned\n")
    (tmp_path / "counterexamples").mkdir()
    (tmp_path / "counterexamples" / "README.md").write_text("# Ours\n")
    assert main(["verify"]) == 0
    assert [path.name for path in tmp_path.rglob("*")] == ["counterexamples", "README.md"]


@pytest.mark.usefixtures("few_pins")
def test_verify_compares_with_what_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["counterexamples"]) == 0
    for words in ([], ["--counterexamples", str(tmp_path / "counterexamples")]):
        capsys.readouterr()
        assert main(["verify", *words]) == 0
        assert "counterexamples compared with those in" in capsys.readouterr().out
    next((tmp_path / "counterexamples").glob("*/*/*.json")).write_text("{}")
    assert main(["verify"]) == 1
    assert "1 differ" in capsys.readouterr().out


@pytest.mark.usefixtures("few_pins")
def test_what_cannot_be_written_is_told_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["counterexamples"]) == 0
    replace_within(monkeypatch, folders, "os", access=lambda path, _: Path(path).suffix != ".json")
    monkeypatch.setattr(checking, "check_pins", lambda *_, **__: pytest.fail("it has searched"))
    for command in ("verify", "counterexamples"):
        assert main([command]) == 2
        assert ".json can't be written: name a directory that is yours" in capsys.readouterr().err


def test_a_search_at_other_bounds_keeps_the_first_trace(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for replicas in ("2", "3"):
        words = ["--promise", "leader-in-isr", "--replicas", replicas, "--traces", str(tmp_path)]
        assert main(["check", P, *words]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "published-kip-101_leader-in-isr_2-2-2-2.json",
        "published-kip-101_leader-in-isr_3-2-2-2.json",
    ]
    assert "published-kip-101_leader-in-isr_3-2-2-2.json\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("to", "words", "environment", "status", "said"),
    [
        ("/dev/full", ["list"], {}, 2, "tidemark: standard output: No space left on device\n"),
        ("/dev/full", ["query", "--help"], {}, 2, "tidemark: standard output: No space left on device\n"),
        ("/dev/null", ["replay", str(TRACE)], {"PYTHONIOENCODING": "ascii"}, 0, ""),
        (
            "/dev/null",
            ["replay", str(TRACE), "--table"],
            {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
            0,
            "",
        ),
    ],
    ids=["full disk", "full disk, help", "ascii", "locale C"],
)
def test_an_output_that_cannot_take_it_all_is_no_traceback(
    to: str, words: list[str], environment: dict[str, str], status: int, said: str
) -> None:
    with Path(to).open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "tidemark", *words],
            stdout=out, stderr=subprocess.PIPE, text=True, timeout=300, cwd=ROOT, env={**os.environ, **environment},
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (status, said)


HOSTILE = '''
from tidemark import promise

@promise
def mine(c):
    """Nobody \x1b[31m reads <script>alert(1)</script> \u202e here."""
    return c.records_written < 1
'''


def test_a_docstring_steers_neither_the_terminal_nor_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(HOSTILE)
    (promise,) = user_promises.load("mine.py")
    assert promise.summary.startswith("Nobody \\x1b[31m reads <script>")
    own = ["--promises", "mine.py"]
    assert main(["check", P, *own, "--promise", "mine", "--traces", "a\x1bb", "--junit", "j.xml"]) == 1
    (trace,) = (tmp_path / "a\x1bb").iterdir()
    assert main(["replay", str(trace), *own, "--markdown", "x\x1b.md", "--html", "x.html"]) == 0
    assert main(["replay", str(trace), *own, "--table"]) == 0
    told = "".join(capsys.readouterr())
    assert "Nobody" in told
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", told)
    pages = (tmp_path / "x\x1b.md").read_text(), (tmp_path / "x.html").read_text()
    for page in pages:
        assert "Nobody" in page
        assert not re.search(r"(?<!\\)<script>alert", page)
        assert "\x1b" not in page


def test_a_promise_that_is_not_proved_is_no_violation(capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--replicas", "2", "--log-size", "1", "--records", "1", "--max-epoch", "1", "--jobs", "1"]
    assert main(["prove", "published/kip-320", "strong-isr", "--lemma", "none", *small]) == 4
    assert "Not proved" in capsys.readouterr().out
    assert main(["prove", "published/high-watermark", "leader-in-isr", *small]) == 1
    assert "does not hold at the start" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["prove", "--help"])
    assert "4 not proved, and no violation found" in " ".join(capsys.readouterr().out.split())


def test_a_reachable_counterexample_to_induction_is_a_violation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ["--replicas", "2", "--log-size", "1", "--records", "1", "--max-epoch", "1", "--jobs", "1"]
    words = ["prove", "published/kip-320", "strong-isr", "--lemma", "none", "--check-reachable", *small]
    assert main(words) == 4
    assert "That state is not reachable" in capsys.readouterr().out
    monkeypatch.setattr(prove, "reachability", lambda *_: (7, "That state is reachable, after 7 states."))
    assert main(words) == 1
