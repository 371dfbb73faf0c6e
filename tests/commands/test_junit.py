"""`--junit`: a CI server shows the whole story of a violation, what differs from a pin, and a mistake."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.blocks import blocks
from tidemark.checker import cli
from tidemark.checker.commands.shared import junit
from tidemark.checker.evidence import pins

RAISED = [
    "check", "elections/4.1", "--replicas", "2", "--min-isr", "1", "--min-isr-changes", "1", "--late-settings", "yes",
    "--crashes", "0", "--power-losses", "0", "--cut-offs", "1", "--promise", "acknowledged-survives", "--quiet",
    "--junit", "verdicts.xml",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def suite(path: str = "verdicts.xml") -> ElementTree.Element:
    return ElementTree.parse(path).getroot()


def told(tag: str, path: str = "verdicts.xml") -> ElementTree.Element:
    """The one element of this name."""
    (found,) = suite(path).iter(tag)
    return found


def test_a_violation_has_its_cause_its_steps_in_sentences_and_the_commands_that_show_it_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(RAISED) == 1
    failure = told("failure")
    assert (
        failure.get("message") == "violated after 5 states: The leader lacks a record that was acknowledged."
    )
    text = failure.text or ""
    assert "4   Leader 0 appends m0. m0 is acknowledged.\n" in text
    *_, check, replay = text.splitlines()
    capsys.readouterr()
    assert shlex.split(check) == ["tidemark", *RAISED]
    assert cli.main(shlex.split(replay)[1:]) == 0
    assert "Leader 0 appends m0. m0 is acknowledged." in capsys.readouterr().out


def test_a_machine_without_a_story_shows_what_each_step_changed() -> None:
    Path("mine.py").write_text(blocks("README.md")[0])
    assert cli.main(["check", "mine.py", "--quiet", "--junit", "verdicts.xml"]) == 1
    assert told("failure").get("message", "").startswith("violated after ")
    assert "→" in (told("failure").text or "")
    assert "tidemark replay traces/counter_nobody-lags.json --from mine.py" in (told("failure").text or "")


@pytest.mark.parametrize(
    ("words", "subject", "message"),
    [
        (["check", "nonsense", "--junit", "verdicts.xml"], "nonsense", "there is no protocol nonsense"),
        (["check", "published/kip-101", "--junit=verdicts.xml", "--nope"], "published/kip-101", "--nope"),
        (["check", "broken.py", "--junit", "verdicts.xml"], "broken.py", "broken.py:1: "),
        (["verify", "nonsense", "--junit", "verdicts.xml"], "nonsense", "there is no pin nonsense"),
        (["check", "--junit", "verdicts.xml"], "check", "required"),
    ],
)
def test_a_mistake_is_an_error_with_its_command(words: list[str], subject: str, message: str) -> None:
    Path("broken.py").write_text("from tidemark import promis\n")
    assert cli.main(words) == 2
    assert (suite().get("errors"), suite().get("failures"), suite().get("tests")) == ("1", "0", "1")
    assert told("testcase").get("name") == subject
    assert message in told("error").get("message", "")
    assert shlex.join(["tidemark", *words]) in (told("error").text or "")


def test_a_value_out_of_its_range_is_an_error_with_the_run_to_it() -> None:
    Path("mine.py").write_text(
        blocks("README.md")[0].replace("a <= b + 1", "a <= b + 3").replace("< 3,", "< 4,")
    )
    assert cli.main(["check", "mine.py", "--junit", "verdicts.xml"]) == 2
    assert "2. count(replica=" in (told("error").text or "")


def test_a_mistake_goes_to_standard_output_if_the_file_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "nonsense", "--junit", "-"]) == 2
    assert ElementTree.fromstring(capsys.readouterr().out).get("errors") == "1"


def test_a_mistake_replaces_the_file_of_the_last_job() -> None:
    cli.main(RAISED)
    assert cli.main(["check", "nonsense", "--junit", "verdicts.xml"]) == 2
    assert (suite().get("errors"), suite().get("failures")) == ("1", "0")


def test_a_mistake_overwrites_nothing_but_xml() -> None:
    Path("mine.py").write_text("precious\n")
    assert cli.main(["check", "--junit", "mine.py"]) == 2
    assert Path("mine.py").read_text() == "precious\n"


@pytest.mark.parametrize(
    "words",
    [
        ["check", "nonsense", "--junit", "a.xml", "--junit", "b.xml"],
        ["check", "nonsense", "--junit"],
        ["check", "nonsense", "--junit", "--quiet"],
        ["check", "nonsense", "--junit", "no/such/folder.xml"],
        ["list", "nonsense", "--junit", "a.xml"],
    ],
)
def test_a_mistake_is_not_written_where_no_file_is_named_for_it(words: list[str]) -> None:
    assert cli.main(words) == 2
    assert not list(Path().iterdir())


def test_every_command_with_the_option_is_one_whose_mistakes_are_written() -> None:
    known = cli.commands()

    def has_option(command: str) -> bool:
        parser = cli._parser(known, command, [command])
        (below,) = (action.choices for action in parser._actions if isinstance(action.choices, dict))
        return "--junit" in below[command]._option_string_actions

    assert {command for command in known if has_option(command)} == set(junit.COMMANDS)


def test_verify_has_a_case_for_each_pin() -> None:
    assert cli.main(["verify", "elections/4.1:2", "kafka/2.6.1:1", "--junit", "pins.xml"]) == 0
    assert [case.get("classname") for case in suite("pins.xml").iter("testcase")] == [
        "kafka/2.6.1",
        "elections/4.1",
    ]
    assert suite("pins.xml").get("failures") == "0"


def test_verify_says_how_a_figure_differs_and_which_command_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (pin,) = pins.select_pins(["elections/4.1:2"])
    monkeypatch.setattr(pins, "select_pins", lambda _: [replace(pin, depth=pin.depth + 1)])
    assert cli.main(["verify", "elections/4.1:2", "--junit", "pins.xml"]) == 1
    failure = told("failure", "pins.xml")
    assert failure.get("message") == f"depth: {pin.depth}, pinned {pin.depth + 1}"
    assert "tidemark verify elections/4.1:2" in (failure.text or "")


def test_verify_takes_standard_output_for_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "elections/4.1:2", "--junit", "-"]) == 0
    assert ElementTree.fromstring(capsys.readouterr().out).get("tests") == "1"
    assert cli.main(["verify", "elections/4.1:2", "--junit", "-", "--json", "-"]) == 2
