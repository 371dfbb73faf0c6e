"""The story, the table and the Markdown of a counterexample: what they show, and that it fits the screen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.losses import FALLBACK, FAMOUS, counterexample
from tests.support.pages import ROOT
from tidemark.checker import cli
from tidemark.checker.runs import files
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import markdown, screen, terminal
from tidemark.checker.views.screen import Screen
from tidemark.checker.views.step_table import step_table


def test_the_table_has_a_row_a_step_and_marks_what_changed() -> None:
    told = explain(counterexample(*FAMOUS))
    text = terminal.table(told, Screen(120))
    first, *rows = text.split("├")
    assert all(title in first for title in ("controller", "broker 0", "broker 1"))
    assert len(rows) == told.run.length
    acknowledged, cut = rows[6], rows[10]
    assert "m0@0 ┃ *" in acknowledged
    assert "HW 1, LEO 1 *" in acknowledged
    assert "HW 0, LEO 0 *" in cut
    assert "11 ◆" in cut


def test_colors_only_add_to_the_table() -> None:
    told = explain(counterexample(*FAMOUS))
    for view in (terminal.table, terminal.story):
        for width in (80, 120):
            colored, plain = view(told, Screen(width, True)), view(told, Screen(width))
            assert colored != plain
            assert re.sub(r"\033\[[\d;]+m", "", screen.render_paint(colored)) == plain


def test_the_lost_record_and_the_needed_steps_are_colored() -> None:
    told = explain(counterexample(*FAMOUS))
    assert told.value == 0
    text = screen.render_paint(terminal.story(told, Screen(80, True)))
    assert "\033[1;31mm0\033[0m" in text
    assert "\033[1;33m11 ◆\033[0m" in text
    assert "\033[1;33m 7" not in text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_nothing_is_wider_than_the_screen_and_no_word_is_broken(width: int) -> None:
    told = explain(counterexample(*FAMOUS))
    text = terminal.story(told, Screen(width))
    assert max(map(len, text.splitlines())) <= width
    words = " ".join([told.promise, told.loss.sentence, told.how, *(step.text for step in told.steps)])
    for line in text.splitlines():
        assert line.count("{") == line.count("}")
    assert set(words.replace("`", "").split()) <= set(text.split())


def test_a_table_gives_way_in_its_widest_column() -> None:
    rows = [["short", "said " * 30], ["longer-than-that", "one-word-that-is-not-broken"]]
    lines = Screen(60).table(rows, ["name", "text"]).splitlines()
    assert max(map(len, lines)) <= 60
    assert any("one-word-that-is-not-broken" in line for line in lines)


def test_a_header_of_several_words_gives_way_too() -> None:
    headers = ["what the first column has in it", "and the second", "what else there is"]
    head, *rest = Screen(60).table([["one", "two", "three " * 9]], headers).split("\n---")
    assert max(map(len, head.splitlines())) <= 60
    assert sorted(head.split()) == sorted(" ".join(headers).split())
    assert len(rest) == 1
    assert Screen(80).table([["1", "2"]], ["a", "b"]).splitlines() == ["a    b", "---  ---", "1    2"]


@pytest.mark.parametrize("name", ["kafka/0.10.2", "kafka-kraft/4.1", "group/eager"])
def test_what_list_says_of_a_protocol_is_no_wider_than_eighty_columns(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(screen, "here", lambda: Screen(80))
    assert cli.main(["list", name]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("case", [FAMOUS, FALLBACK], ids=["kafka", "published"])
def test_markdown_has_the_log_end_and_the_high_watermark_of_each_broker_after_each_step(
    case: tuple[str, str, dict[str, Any]],
) -> None:
    run = counterexample(*case)
    text = markdown.markdown(explain(run))
    table = text.partition("## LEO and HW, where a step changes them\n\n")[2].partition("\n\n")[0]
    rows = [[cell.strip(" *") for cell in line.strip("| ").split("|")] for line in table.splitlines()]
    shown = {int(row[0]): list(map(int, row[1:])) for row in rows[2:]}
    now = None
    for step in files.to_json(run)["steps"]:
        replicas = step["state"]["replicas"]
        now = shown.get(step["step"], now)
        assert now == [end for b in replicas for end in (len(b["log"]), b["high_watermark"])]
    assert len(shown) < run.length
    assert rows[0] == ["step", *(end for n in range(len(replicas)) for end in (f"Broker {n}: LEO", "HW"))]


def test_markdown_says_first_what_was_lost_and_how() -> None:
    text = markdown.markdown(explain(counterexample(*FAMOUS)), shortest=True, file="trace.json")
    title, first, *_ = text.split("\n\n")
    assert title == "# `kafka/0.10.2` breaks `acknowledged-survives`"
    assert first.startswith("**m0 was acknowledged, and broker 1, the leader of epoch 1, does not have it;")
    assert "Broker 1 cut its log to a high watermark one fetch behind, then was elected." in first
    assert "13 states, the fewest at which it breaks" in text
    assert "| 11 | cut from broker 1 |" in text


def test_a_lane_that_appears_late_has_its_column_in_every_table() -> None:
    told = explain(
        files.load(str(ROOT / "counterexamples/share-group/unfenced-leaders/acknowledged-stays-1.json"))
    )
    before = told.telling.picture(told.telling.see(told.run.machine.decode(told.run.steps[0].state)))
    late = {lane.title for lane in told.steps[0].picture.visible} - {lane.title for lane in before.visible}
    assert late == {"Leader 1"}
    assert "leader 1" in terminal.table(told)
    rows = re.findall("<tr>.*?</tr>", step_table(told), re.DOTALL)
    assert "Leader 1" in rows[0]
    assert len({row.count("<td") + row.count("<th") for row in rows}) == 1
