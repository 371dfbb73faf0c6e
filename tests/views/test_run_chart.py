"""The chart of a run in a real Chromium: no text collides, names stay in view, and machines of anybody's read well."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("selenium", reason="selenium drives the browser, and is not installed")

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.support.browsers import WIDTHS, contrast, open_page
from tests.support.foreign_runs import FOREIGN_MACHINES, foreign_run
from tests.support.losses import FAMOUS, counterexample
from tests.support.pages import ROOT
from tests.support.temporal import about_runs, graph
from tidemark import impl
from tidemark.checker.engines.native import liveness
from tidemark.checker.runs import files
from tidemark.checker.telling.comparison import same_events
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import page
from tidemark.spec import (
    Array,
    Bool,
    Int,
    Label,
    Machine,
    Number,
    Promise,
    Record,
    Telling,
    Truth,
    always_eventually,
    fair,
    promise,
)
from tidemark.spec.families.family import telling_of

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.xdist_group("chromium")

KEPT = sorted((ROOT / "counterexamples").rglob("*.json"))
FAMILIES = sorted({path.relative_to(ROOT / "counterexamples").parts[0] for path in KEPT})
COLLISIONS = """
const box = (e) => e.getBoundingClientRect(), found = [];
const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
for (const whole of document.querySelectorAll("#runs .chart")) {
  for (const sheet of whole.querySelectorAll("svg")) {
    const own = box(sheet);
    const texts = [...sheet.querySelectorAll("text")].map((e) => [e.firstChild.textContent, box(e)]);
    texts.forEach(([text, a], i) => {
      if (!text || text.includes("…")) found.push("cut: " + text);
      if (a.left < own.left - 1 || a.right > own.right + 1) found.push("outside: " + text);
      texts.slice(i + 1).forEach(([other, b]) => { if (meet(a, b)) found.push(text + " | " + other); });
    });
    for (const line of sheet.querySelectorAll(".message line")) {
      const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map((k) => Number(line.getAttribute(k)));
      const [first, last] = [Math.min(y1, y2), Math.max(y1, y2)];
      texts.forEach(([text, a]) => {
        const [top, bottom] = [a.top + 2, a.bottom - 2].map((y) => Math.min(Math.max(y - own.top, first), last));
        const at = (y) => own.left + (y1 === y2 ? x1 : x1 + (x2 - x1) * (y - y1) / (y2 - y1));
        const inside = (y) => at(y) > a.left + 1 && at(y) < a.right - 1;
        const crosses = bottom > top && [top, (top + bottom) / 2, bottom].some(inside);
        if (crosses) found.push("arrow: " + text);
      });
    }
  }
}
return found;
"""
"""Texts of the charts that are cut, lie outside, or meet another text or an arrow."""


def turning(browser: Chrome, goes_round: bool, folder: Path) -> tuple[Any, list[str]]:
    """An endless run of a walk on a graph as a page: the run, and what is said of how it goes on in the chart."""
    edges = {"a": (0, 1), "b": (1, 2), **({"c": (2, 1)} if goes_round else {})}
    three = Promise("three", lambda place: place.at == 3)
    promised = about_runs(always_eventually, three, three)
    run = liveness.check(graph(edges, [promised], (fair(*edges),))).promises["three-always-eventually"].run
    assert run
    open_page(browser, page.page([explain(run)]), folder, 1200)
    told = browser.execute_script(
        "return [...document.querySelectorAll('#runs .whole .turns')].map((e) => e.textContent)"
    )
    return run, told


def test_the_chart_shows_where_an_endless_run_goes_round(browser: Chrome, tmp_path: Path) -> None:
    run, told = turning(browser, True, tmp_path)
    assert (run.length, run.loop) == (4, 2)
    assert told == ["Step 4 leads to the state of step 2 again.again and again"]


def test_the_chart_shows_that_an_endless_run_stays(browser: Chrome, tmp_path: Path) -> None:
    run, told = turning(browser, False, tmp_path)
    assert (run.length, run.loop) == (3, 3)
    assert told == ["It stays in this state for ever.for ever"]


def collisions(browser: Chrome, told: Any, folder: Path, width: int) -> list[str]:
    open_page(browser, page.page([told]), folder, width)
    found = set()
    for number in (1, told.run.length // 2, told.run.length):  # the chart scrolls to the step
        browser.execute_script("show(arguments[0])", number)
        found |= set(browser.execute_script(COLLISIONS))
    return sorted(found)


def kept(family: str) -> list[Path]:
    """The kept runs of a family."""
    return [path for path in KEPT if path.relative_to(ROOT / "counterexamples").parts[0] == family]


@pytest.mark.parametrize("family", FAMILIES)
def test_no_text_of_a_kept_run_collides(browser: Chrome, family: str, tmp_path: Path) -> None:
    told = explain(files.load(kept(family)[-1]))
    assert [found for width in WIDTHS for found in collisions(browser, told, tmp_path, width)] == []


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_no_text_of_any_kept_run_collides(browser: Chrome, family: str, tmp_path: Path) -> None:
    wrong = {}
    for path in kept(family):
        told = explain(files.load(path))
        for width in WIDTHS:
            if found := collisions(browser, told, tmp_path, width):
                wrong[path.relative_to(ROOT).as_posix(), width] = found
    assert wrong == {}


@pytest.mark.parametrize("name", FOREIGN_MACHINES)
def test_no_text_of_a_foreign_machine_collides(browser: Chrome, name: str, tmp_path: Path) -> None:
    told = explain(foreign_run(name))
    assert [found for width in WIDTHS for found in collisions(browser, told, tmp_path, width)] == []


def test_texts_that_collide_are_found(browser: Chrome, tmp_path: Path) -> None:
    assert collisions(browser, explain(counterexample(*FAMOUS)), tmp_path, 1280) == []
    move = """
    const [one, other] = document.querySelectorAll("#runs .said text");
    for (const name of ["x", "y"]) one.setAttribute(name, other.getAttribute(name));
    """
    browser.execute_script(move)
    assert len(browser.execute_script(COLLISIONS)) == 1
    browser.execute_script("document.querySelector('#runs .said text').setAttribute('x', 5000)")
    assert any(text.startswith("outside") for text in browser.execute_script(COLLISIONS))


def test_names_and_numbers_stay_in_view_when_the_chart_scrolls(browser: Chrome, tmp_path: Path) -> None:
    (longest,) = (path for path in KEPT if path.match("idempotence/4.5/no-duplicate-3.json"))
    open_page(browser, page.page([explain(files.load(longest))]), tmp_path, 390)
    browser.execute_script("document.querySelector('#runs .whole').style.maxHeight = '200px'")
    seen = """
    const whole = document.querySelector("#runs .whole"), box = (e) => e.getBoundingClientRect();
    whole.scrollTo(arguments[0], arguments[1]);
    const inside = (a, b) => a.left >= b.left - 1 && a.top >= b.top - 1 && a.right <= b.right + 1;
    const titles = inside(box(whole.querySelector(".lane-titles")), { ...box(whole).toJSON(), top: -9999 });
    return [whole.scrollLeft, whole.scrollTop, titles,
      box(whole.querySelector(".numbers")).top - box(whole).top];
    """
    for left, top in ((0, 0), (600, 0), (600, 80)):
        at_left, at_top, is_inside, numbers = browser.execute_script(seen, left, top)
        assert (at_left, at_top, is_inside, numbers) == (left, top, True, 0)


def test_a_text_stays_in_view_while_what_it_says_lasts(browser: Chrome, tmp_path: Path) -> None:
    (path,) = (path for path in KEPT if path.match("transactions/kip-98/whole-or-not-at-all-1.json"))
    open_page(browser, page.page([explain(files.load(path))]), tmp_path)
    begun = """
    const whole = document.querySelector("#runs .whole"), names = whole.querySelector(".lane-titles");
    const row = [...names.querySelectorAll(".label")].find((e) => e.textContent === "begun");
    const line = [...whole.querySelectorAll(".said text")].filter((e) => e.getAttribute("y") === row.getAttribute("y"));
    const edge = names.getBoundingClientRect().right, end = whole.getBoundingClientRect().right;
    return line.filter((e) => e.getBoundingClientRect().left >= edge - 1 && e.getBoundingClientRect().right <= end)
      .map((e) => e.textContent);
    """
    assert browser.execute_script("return document.querySelector('#runs .whole').scrollLeft") > 100
    assert browser.execute_script(begun) == ["2"]
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.HOME)
    assert "0" in browser.execute_script(begun)


def shown(browser: Chrome, css: str) -> list[str]:
    return [e.text for e in browser.find_elements(By.CSS_SELECTOR, css)]


def test_a_machine_of_anybodys_is_told_in_its_own_words(browser: Chrome, tmp_path: Path) -> None:
    open_page(browser, page.page([explain(foreign_run("dekker"))]), tmp_path)
    assert browser.find_element(By.ID, "headline").text == "dekker breaks mutual-exclusion after 5 states"
    assert browser.find_element(By.ID, "loss").text == "to the violation"
    text = browser.find_element(By.TAG_NAME, "body").text
    assert text.count("At most one process is in its critical section") == 1
    assert "lost" not in text.lower()
    assert shown(browser, "#runs .lane-title") == ["Process 0", "Process 1"]
    assert shown(browser, "#runs .chart .label") == ["place", "flag"] * 2
    assert shown(browser, "#runs .said.breaks") == ["critical"] * 2
    assert shown(browser, "#runs .lanes .breaks") == ["critical"] * 2


BREAKING = {
    "ring": {"Station 2": "printing", "Station 3": "printing"},
    "msi": {"Cache 1": "shared 0", "Cache 2": "modified 1"},
    "dekker": {"Process 0": "critical", "Process 1": "critical"},
    "commit": {"Manager 0": "committed", "Manager 1": "aborted"},
}


@pytest.mark.parametrize("name", BREAKING)
def test_the_elements_that_break_the_promise_are_marked_and_no_others(
    browser: Chrome, name: str, tmp_path: Path
) -> None:
    open_page(browser, page.page([explain(foreign_run(name))]), tmp_path)
    marked = """
    const said = (lane) => [...lane.querySelectorAll(".breaks")].map((e) => e.textContent).join(" ");
    const lanes = [...document.querySelectorAll("#runs .lane")];
    return Object.fromEntries(lanes.map((e) => [e.querySelector("h3 span").textContent, said(e)]).filter((e) => e[1]));
    """
    assert browser.execute_script(marked) == BREAKING[name]
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_LEFT)
    assert browser.execute_script(marked) == {}


def test_of_a_network_what_came_is_shown(browser: Chrome, tmp_path: Path) -> None:
    open_page(browser, page.page([explain(foreign_run("paxos"))]), tmp_path)
    (now,) = shown(browser, "#runs .now")
    assert now.endswith("network: + (kind accepted, ballot 0, acceptor 2, voted -1, value 0).")
    assert shown(browser, "#runs dd .came") == ["(kind accepted, ballot 0, acceptor 2, voted -1, value 0)"]


class Plain(Record):
    """Fields without an index."""

    light: Label
    cars: Number


class Rooms(Record):
    """An array that no parameter has the index of, and fields."""

    open: Array[Truth]
    bells: Array[Number]
    guard: Number


@promise
def always(_: Any) -> Truth:
    """Nothing is promised."""
    return True


def lanes(machine: Machine) -> dict[str, list[str]]:
    """The names of the fields of each lane, by its title."""
    drawn = telling_of(machine).picture(machine.initial)
    return {lane.title: [field.name for field in lane.fields] for lane in drawn.lanes}


def test_lanes_follow_from_the_type_and_a_family_says_one_in_a_line() -> None:
    plain = Plain.of(light=Bool(), cars=Int(0, 3))
    assert lanes(Machine("plain", {}, plain, plain.default, [], [always])) == {
        "light": ["light"],
        "cars": ["cars"],
    }
    rooms = Rooms.of(open=Array.of(Int(1, 2), Bool()), bells=Array.of(Int(1, 2), Int(0, 3)), guard=Int(0, 3))
    made = Machine("rooms", {}, rooms, rooms.default, [], [always])
    each = {
        "State": ["guard"],
        "Open[1]": ["open"],
        "Open[2]": ["open"],
        "Bells[1]": ["bells"],
        "Bells[2]": ["bells"],
    }
    assert lanes(made) == each
    said = Telling(lanes={"room": ["open", "bells"]}).picture(rooms.default)
    assert [lane.title for lane in said.lanes] == ["State", "Room 1", "Room 2"]


def test_beside_another_the_first_step_that_differs_is_marked(browser: Chrome, tmp_path: Path) -> None:
    run = counterexample(*FAMOUS)
    others = [same_events(run, impl.protocol(name)) for name in ("kafka/0.11", "kafka/2.1")]
    open_page(browser, page.page([explain(run), *others]), tmp_path)
    assert shown(browser, "#runs .column.differs text") == ["≠11", "≠11"]
    tinted = browser.find_elements(By.CSS_SELECTOR, "#runs .run:nth-child(2) .ground.differs")
    assert [one.get_attribute("data-step") for one in tinted] == [str(n) for n in range(11, run.length + 1)]
    assert browser.find_elements(By.CSS_SELECTOR, "#runs .run:nth-child(1) .ground.differs") == []
    tops = [e.rect["y"] for e in browser.find_elements(By.CSS_SELECTOR, "#runs .run")]
    assert tops == [tops[0]] * 3
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.HOME)
    browser.find_element(By.CSS_SELECTOR, "#runs button.differs").click()
    assert browser.find_element(By.ID, "where").text == f"11 of {run.length}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_beside_another_no_text_is_dim(browser: Chrome, scheme: str, tmp_path: Path) -> None:
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    run = counterexample(*FAMOUS)
    open_page(browser, page.page([explain(run), same_events(run, impl.protocol("kafka/0.11"))]), tmp_path)
    veils, inks, grounds = browser.execute_script("""
    const of = (e) => getComputedStyle(e);
    const shown = [...document.querySelectorAll("main *")].filter((e) => e.checkVisibility());
    const fill = (selector) => [...new Set([...document.querySelectorAll(selector)].map((e) => of(e).fill))];
    const card = of(document.querySelector("#runs .run")).backgroundColor;
    return [shown.filter((e) => Number(of(e).opacity) < 1 && !e.disabled).map((e) => e.outerHTML),
      fill("#runs .said text, #runs .column text, #runs .lane-title, #runs .label"),
      [card, ...fill("#runs .ground.differs, #runs .ground.current")]];
    """)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert veils == []
    assert len(set(grounds)) == 3
    assert [(ink, ground) for ink in inks for ground in grounds if contrast(ink, ground) < 4.5] == []


def test_the_page_uses_the_window_and_no_small_print(browser: Chrome, tmp_path: Path) -> None:
    open_page(browser, page.page([explain(counterexample(*FAMOUS))]), tmp_path, 2400)
    assert browser.execute_script("return document.body.getBoundingClientRect().width") >= 2380
    sizes = """
    return [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility()
      && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
      .map((e) => parseFloat(getComputedStyle(e).fontSize));
    """
    assert min(browser.execute_script(sizes)) >= 12
    assert shown(browser, "#runs .lane h3 span:first-child") == ["Controller", "Broker 0", "Broker 1"]


def test_on_paper_no_chart_is_wider_than_the_paper(browser: Chrome, tmp_path: Path) -> None:
    (longest,) = (path for path in KEPT if path.match("idempotence/4.5/no-duplicate-3.json"))
    run = files.load(longest)
    open_page(browser, page.page([explain(run)]), tmp_path)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    wide = (
        "return [...document.querySelectorAll('#print .chart')].map((e) => e.getBoundingClientRect().width)"
    )
    widths = browser.execute_script(wide)
    assert len(widths) > 1
    assert max(widths) <= 720
    numbers = browser.execute_script(
        "return [...document.querySelectorAll('#print .column')].map((e) => Number(e.dataset.step))"
    )
    assert numbers == list(range(1, run.length + 1))
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
