"""A run as an animation: a picture without scripts that shows each step in turn, or stands still."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("selenium", reason="selenium drives the browser, and is not installed")

from tests.support.browsers import contrast, open_page
from tests.support.foreign_runs import foreign_run
from tests.support.losses import FALLBACK, FAMOUS, counterexample
from tests.support.pages import ROOT
from tidemark.checker.runs import files
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views.animation import animation

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.xdist_group("chromium")

KEPT = "counterexamples/kafka/0.10.2/acknowledged-survives-3.json"
PICTURE = ROOT / "docs" / "lost-record.svg"
AT = """
const round = document.getAnimations();
for (const one of round) { one.pause(); one.currentTime = arguments[0] * one.effect.getComputedTiming().duration; }
const sheet = document.querySelector(".sheet").getBoundingClientRect();
const shown = [...document.querySelectorAll("text, rect.cell")].filter((e) =>
  e.checkVisibility({ visibilityProperty: true }));
const text = (kind) => shown.filter((e) => e.matches(kind)).map((e) => e.textContent).join(" ");
const outside = shown.filter((e) => { const box = e.getBoundingClientRect();
  return box.left < sheet.left || box.right > sheet.right || box.top < sheet.top || box.bottom > sheet.bottom; });
return [text("text.say"), text("text.name:not(.gone)"), outside.map((e) => e.outerHTML)];
"""
"""What is seen at a part of a round: the sentence, the names of the cells, and what lies outside."""


TURN = """
const turn = document.getAnimations().find((one) => one.animationName === arguments[0]);
const frames = turn.effect.getKeyframes(), from = frames.findLastIndex((frame) => frame.visibility === "visible");
return [frames[from].offset, frames[from + 1].offset];
"""
"""From when until when a step is shown, as parts of a round."""


def page_of(run: Run) -> str:
    return f"<!doctype html><meta charset=utf-8><body>{animation(explain(run))}"


def test_the_picture_of_the_first_page_is_that_of_the_kept_run_and_small() -> None:
    told = explain(files.load(str(ROOT / KEPT)))
    picture = PICTURE.read_text(encoding="utf-8")
    assert picture == animation(told), f"tidemark replay {KEPT} --svg {PICTURE.relative_to(ROOT)}"
    assert len(picture.encode()) < 40_000
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.index(PICTURE.name) < readme.index("\n## ")


def test_a_picture_has_no_script_and_asks_for_nothing_and_says_all_in_words() -> None:
    told = explain(counterexample(*FAMOUS))
    text = animation(told)
    root = ET.fromstring(text)
    assert {e.tag.rpartition("}")[2] for e in root.iter()} & {
        "script",
        "image",
        "use",
        "foreignObject",
        "a",
    } == set()
    assert not any(word in text for word in ("url(", "@import", "href"))
    words = {child.attrib["id"]: child.text or "" for child in root if "id" in child.attrib}
    assert root.get("aria-labelledby") == " ".join(words)
    assert words["title"] == told.headline
    assert all(f"{step.number}. {step.text}" in words["story"] for step in told.steps)


@pytest.mark.parametrize("case", ["kafka", "published", "dekker"])
def test_each_step_is_shown_in_its_turn_and_fits(browser: Chrome, case: str, tmp_path: Path) -> None:
    runs = {"kafka": lambda: counterexample(*FAMOUS), "published": lambda: counterexample(*FALLBACK)}
    run = runs.get(case, lambda: foreign_run(case))()
    told = explain(run)
    open_page(browser, page_of(run), tmp_path)
    for step in told.steps:
        start, stop = browser.execute_script(TURN, f"s{step.number}-{step.number}")
        for part in (start + 1e-4, (start + stop) / 2, stop - 1e-4):
            shown, names, outside = browser.execute_script(AT, part)
            assert outside == []
            assert shown == f"{step.number}. {step.text}"
            assert names.split() == [cell.name for lane in step.picture.rows for cell in lane.cells or ()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_wants_no_motion_sees_the_loss_and_can_read_it(
    browser: Chrome, scheme: str, tmp_path: Path
) -> None:
    features = {"prefers-reduced-motion": "reduce", "prefers-color-scheme": scheme}
    media = {"features": [{"name": name, "value": value} for name, value in features.items()]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    run = counterexample(*FAMOUS)
    told = explain(run)
    open_page(browser, page_of(run), tmp_path)
    number = browser.execute_script("return document.getAnimations().length")
    said = browser.execute_script(AT, 0)[0]
    colors: dict[str, Any] = browser.execute_script("""
    const fill = (selector) => [...document.querySelectorAll(selector)].map((e) => getComputedStyle(e).fill);
    return {inks: fill("text"), grounds: fill(".sheet, .fresh"),
      names: fill("text.name"), cells: fill("rect.cell:not(.gone)")};
    """)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert number == 0
    step = told.steps[told.turn - 1]
    assert said == f"{step.number}. {step.text}"
    pairs = {(ink, ground) for ink in colors["inks"] for ground in colors["grounds"]}
    pairs |= {(ink, ground) for ink in colors["names"] for ground in colors["cells"]}
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []
