"""What README.md shows is so: its code runs, its paths and commands are there, and readers' questions have answers."""

from __future__ import annotations

import re
import shlex
import textwrap
from pathlib import Path

import pytest

from tests.support.blocks import blocks, run
from tests.support.pages import ROOT, links, missing
from tidemark import check
from tidemark.checker import cli
from tidemark.checker.analyses.fault_sets import FaultSet
from tools.losses import Tables

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_it_has_at_most_120_lines() -> None:
    assert len(TEXT.splitlines()) <= 120


def test_the_commands_for_the_counter_in_a_file_do_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "counter.py").write_text(blocks("README.md")[0])
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    tidemark (.*counter.*)$", TEXT, re.MULTILINE)
    for line, status in zip(commands, (1, 0, 1), strict=True):
        assert cli.main(shlex.split(line, comments=True)) == status
    assert "violated after 3 states" in capsys.readouterr().out


def test_the_ids_of_the_counter_are_interchangeable_although_they_only_index_its_array() -> None:
    machine = run("README.md")["machine"]
    for engine in ("native", "reference"):
        states = [
            check(machine, engine=engine, symmetry=s, keep_going=True).distinct_states for s in (False, True)
        ]
        assert states == [4**3, 20]  # three numbers below four, in any order


def test_the_first_command_prints_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    ((command, shown),) = re.findall(r"^    \$ tidemark (.*)\n((?:    .*\n|\n(?=    ))+)", TEXT, re.MULTILINE)
    assert cli.main(shlex.split(command)) == 1
    printed, end = capsys.readouterr().out, 0
    parts = [part for part in textwrap.dedent(shown).split("…\n") if part.strip()]
    assert len(parts) == 2
    for part in parts:
        assert part in printed[end:]
        end = printed.index(part, end) + len(part)


def test_its_rows_of_the_comparison_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "truncation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w.*) \| ([\d–]+) \| ([\d–]+) \| ([\d–]+) \| ([\d–]+) \|$", TEXT, re.MULTILINE)
    assert len(rows) == 4
    whole = re.findall(r"^\| \[.*?\]\(#(\S+)\).*?\| `[\w-]+` \| (.*) \|$", page, re.MULTILINE)
    signs = {}
    for anchor, cells in whole:
        lengths = [re.search(r"\d+", cell) for cell in cells.split(" | ")]
        signs.setdefault(anchor, tuple(length[0] if length else "–" for length in lengths))
    assert [row[1:] for row in rows] == [
        signs[anchor] for anchor in ("restart", "power-loss", "fast-changes", "missed-epochs")
    ]


def test_what_it_answers_is_what_the_tables_say() -> None:
    tables = Tables(ROOT / "impl/kafka/questions.toml", ROOT / "counterexamples/losses.toml")
    three, two = "3 replicas, min.insync.replicas=2", "2 replicas, min.insync.replicas=1"
    power, crash = FaultSet((("power-losses", 1),)), FaultSet((("crashes", 1),))
    moved = FaultSet((("shutdowns", 2), ("reorders", 1)))
    both = FaultSet((("crashes", 1), ("power-losses", 1)))
    columns = {protocol: column for column in tables.columns for protocol in column.protocols}

    def is_lost(protocol: str, cluster: str, faults: FaultSet) -> bool:
        cell = tables.cell(cluster, columns[protocol], faults)
        assert cell.question
        return cell.length is not None

    assert is_lost("kafka-kraft/3.7", three, power)
    assert is_lost("kafka-kraft/3.7", three, moved)
    assert is_lost("kafka/3.7", three, power)
    for protocol in ("kafka/3.7", "kafka-kraft/3.7", "kafka-kraft/4.0"):
        assert is_lost(protocol, two, power)
        assert not is_lost(protocol, two, crash)
    assert is_lost("kafka-kraft/4.1", three, both)
    assert not is_lost("kafka-kraft/4.1", three, power)


def test_every_link_leads_somewhere() -> None:
    assert len(links(README)) > 15
    assert missing(README) == []


@pytest.mark.parametrize(
    "command", sorted(set(re.findall(r"(?:`|^    |\$ )tidemark (\w+)", TEXT, re.MULTILINE)))
)
def test_every_command_is_there(command: str) -> None:
    assert command in cli.commands()


def test_its_questions_are_commands_that_find_a_loss(capsys: pytest.CaptureFixture[str]) -> None:
    """Each question of an operator has one command, which is right on the first screen."""
    first_screen = "\n".join(TEXT.splitlines()[:20])
    commands = re.findall(r"\| `tidemark (ask [^`]+)` \|", first_screen)
    assert len(commands) == 4
    for command in commands:
        assert cli.main([*shlex.split(command), "--max-states", "4000"]) == 1
        fault = "A marker is sent twice" if "told-is-committed" in command else "A machine loses power"
        assert fault in capsys.readouterr().out


QUESTIONS = {
    "an operator": "docs/can-i-lose-a-record.md",
    "a loss that is found on brokers": "docs/findings.md",
    "check a machine of mine": "docs/tutorial.md",
    "a promise of mine": "docs/language.md#promises-of-your-own",
    "what is an ISR here": "docs/glossary.md",
    "where do I add a promise": "impl/kafka/promises.py",
    "where do I add the rest": "docs/architecture.md",
    "in my CI": "docs/ci.md",
    "everything else": "docs/README.md",
}
"""The questions of a reader who has only the README, and where it sends them."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_answer_to_a_question_is_one_link_away(question: str) -> None:
    assert QUESTIONS[question] in links(README)


def test_a_reader_who_asks_what_an_isr_is_here_has_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert "`tidemark list ISR`" in TEXT
    assert cli.main(["list", "ISR"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("ISR: The in-sync replicas")
    assert "docs/replication.md" in printed


def test_the_module_that_a_promise_is_added_to_has_the_promises() -> None:
    code = (ROOT / "impl" / "kafka" / "promises.py").read_text(encoding="utf-8")
    assert "@promise" in code
    assert "def acknowledged_survives" in code


def test_the_index_has_every_page() -> None:
    docs = ROOT / "docs"
    named = {(docs / link.partition("#")[0]).resolve() for link in links(docs / "README.md")}
    pages = {path.resolve() for path in (*docs.rglob("*.md"), *docs.rglob("*.ipynb"))}
    assert pages - {docs.resolve() / "README.md"} <= named


def test_the_index_has_every_command() -> None:
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"tidemark (\w+)", text)) >= set(cli.commands())
