"""docs/schedules.md has every field and word of a schedule, with what it is if left out, and what it shows is taken."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.support.blocks import ROOT
from tidemark.real.brokers import schedules
from tidemark.real.brokers.schedule_words import SEEN, WORDS, ScheduleStep, require_sound

PAGE = (ROOT / "docs/schedules.md").read_text(encoding="utf-8")


def tables(beginning: str) -> list[list[list[str]]]:
    """The tables whose first column has this title, each row as its cells."""
    found = re.findall(rf"^\| {beginning} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[[cell.strip() for cell in line[1:-1].split("|")] for line in one.splitlines()] for one in found]


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize(("place", "fields"), [(0, schedules.FIELDS), (1, schedules.STEP_FIELDS)])
def test_the_page_has_every_field_and_what_it_is_if_left_out(
    place: int, fields: dict[str, tuple[type, object]]
) -> None:
    rows = {code(row[0])[0].strip("[]"): row[2] for row in tables("field")[place]}
    assert set(rows) == set(fields)
    for name, told in rows.items():
        default = fields[name][1]
        if told == "as `ends`":
            assert default == {}
        elif told == "as `expected`":
            assert default == ""
        else:
            assert default == (
                None if told == "must be there" else tomllib.loads(f"x = {code(told)[0]}")["x"]
            )


def test_the_page_has_every_word_with_examples_that_are_taken() -> None:
    (rows,) = tables("word")
    steps = [ScheduleStep(text, "", {}, 60, False) for row in rows for text in code(row[0])]
    for step in steps:
        require_sound(step, 3)
    assert {step.word for step in steps} == set(WORDS)


def test_the_page_has_every_argument_of_a_producer() -> None:
    (rows,) = tables("word")
    (told,) = [row[1] for row in rows if row[0] == "`produce m0`"]
    for argument in code(told):
        assert ScheduleStep(f"produce m0 {argument}", "", {}, 60, False).arguments["record"] == "m0"
    assert {argument.partition("=")[0] for argument in code(told)} == {"acks", "at"}


def test_the_page_has_everything_that_can_be_seen() -> None:
    rows = [row for one in tables("name") for row in one]
    assert {name for row in rows for name in code(row[0])} == set(SEEN)
    for row in rows:
        for name in code(row[0]):
            for value in code(row[1]):
                text = str(tomllib.loads(f"x = {value}")["x"]).replace("True", "yes").replace("False", "no")
                assert re.fullmatch(SEEN[name][0], text), (name, value)


def test_its_schedule_is_one(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "mine.toml"
    path.write_text(text)
    found = schedules.load(path)
    assert (found.ends, len(found.steps), found.topic) == ("kept", 4, {"min.insync.replicas": "2"})
    assert schedules.is_schedule(str(path))


def test_the_name_of_the_longest_time_is_told() -> None:
    from tidemark.real.brokers.schedule_words import LONGEST

    assert f"up to {LONGEST}" in PAGE
