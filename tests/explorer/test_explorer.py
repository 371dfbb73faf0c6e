"""The explorer in a real Chromium, by mouse and by keyboard alone."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("selenium", reason="selenium drives the browser, and is not installed")

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from tests.support.browsers import WIDTHS, contrast, requests
from tests.support.explored import explored
from tests.support.foreign_runs import FOREIGN_MACHINES, foreign_run
from tests.support.losses import FAMOUS, counterexample
from tests.support.temporal import graph
from tidemark import impl
from tidemark.checker.explorer.page import whole_page
from tidemark.checker.explorer.session import ExplorerSession
from tidemark.spec import Action, Promise, where

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.xdist_group("chromium")

VIOLATION = ["look(me=1)", "look(me=0)", "enter(me=1)", "enter(me=0)"]


def visit(browser: Chrome, address: str, width: int = 1280) -> None:
    """Open an explorer, and wait until it shows a state."""
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get_log("performance")
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get(address)
    wait(browser, "document.body.dataset.path !== undefined")


def wait(browser: Chrome, condition: str) -> None:
    WebDriverWait(browser, 60, 0.02).until(lambda b: b.execute_script(f"return {condition}"))


def at(browser: Chrome) -> str:
    path: str = browser.execute_script("return document.body.dataset.path")
    return path


def wait_for(browser: Chrome, steps: int) -> None:
    """Wait until a state after that many steps is shown."""
    wait(browser, f"document.body.dataset.path.split('.').filter((one) => one).length === {steps}")


def press(browser: Chrome, key: str) -> None:
    browser.switch_to.active_element.send_keys(key)


def texts(browser: Chrome, css: str) -> list[str]:
    return [one.text for one in browser.find_elements(By.CSS_SELECTOR, css)]


def click(browser: Chrome, css: str) -> None:
    """Click on an element in the middle of the window, where nothing lies over it."""
    element = browser.find_element(By.CSS_SELECTOR, css)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    element.click()


def take(browser: Chrome, name: str) -> None:
    """Click on an enabled action."""
    for button in browser.find_elements(By.CSS_SELECTOR, "#enabled .take"):
        if name in button.text:
            steps = len([one for one in at(browser).split(".") if one])
            browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
            button.click()
            wait_for(browser, steps + 1)
            return
    raise AssertionError(f"{name} is not offered: {texts(browser, '#enabled .take')}")


@pytest.mark.parametrize("width", WIDTHS)
def test_by_mouse_to_the_violation_and_back_another_way(browser: Chrome, width: int) -> None:
    with explored(FOREIGN_MACHINES["dekker"](), 100) as address:
        visit(browser, address, width)
        assert texts(browser, "#can") == ["Can happen (2)"]
        for name in VIOLATION[:-1]:
            take(browser, name)
        assert "breaks mutual-exclusion" in browser.find_element(By.ID, "enabled").text
        take(browser, VIOLATION[-1])
        assert texts(browser, "#promises b.broken") == ["mutual-exclusion"]
        assert texts(browser, "#lanes .breaks") == ["critical", "critical"]
        browser.find_element(By.ID, "back").click()
        wait_for(browser, 3)
        browser.find_element(By.ID, "forth").click()
        wait_for(browser, 4)
        browser.find_element(By.CSS_SELECTOR, "#tree button[data-path='']").click()
        wait_for(browser, 0)
        take(browser, "look(me=0)")
        assert texts(browser, "#tree button.on") == ["the initial state", "look(me=0)"]
        assert texts(browser, "#tree button.off") == VIOLATION
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert browser.get_log("browser") == []
        asked = requests(browser)
        assert asked
        assert [url for url in asked if not url.startswith((address, "data:"))] == []


def test_a_phone_shows_what_can_happen_first_and_the_promises_folded(browser: Chrome) -> None:
    with explored(impl.protocol("kafka/2.6.1").machine({"replicas": 3})) as address:
        visit(browser, address, 390)
        top = "document.querySelector('#enabled .take').getBoundingClientRect().bottom"
        assert browser.execute_script(f"return {top}") < 844
        assert browser.find_element(By.ID, "promised").text == "Promises (25)"
        assert set(texts(browser, "#promises b")) == {""}
        visit(browser, address)
        assert "" not in texts(browser, "#promises b")
        take(browser, "produce(leader=0)")
        assert "A producer sends m0 to broker 0" in texts(browser, "#tree button.on")[-1]
        asked = browser.find_element(By.ID, "where-text")
        assert asked.get_attribute("placeholder") == "quorum.leader_epoch == 2"
        assert "quorum.isr" in browser.execute_script(
            "return [...find('values').options].map((one) => one.value)"
        )


def test_by_keyboard_alone(browser: Chrome) -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        visit(browser, address)
        press(browser, "2")
        wait_for(browser, 1)
        press(browser, Keys.ARROW_DOWN)
        assert browser.switch_to.active_element.text.startswith("1 look(me=0)")
        press(browser, Keys.ARROW_DOWN)
        assert browser.switch_to.active_element.text.startswith("2 enter(me=1)")
        press(browser, Keys.ARROW_UP)
        press(browser, Keys.ENTER)
        wait_for(browser, 2)
        path = at(browser)
        press(browser, Keys.ARROW_LEFT)
        wait_for(browser, 1)
        press(browser, Keys.ARROW_RIGHT)
        wait_for(browser, 2)
        assert at(browser) == path
        press(browser, Keys.HOME)
        wait_for(browser, 0)
        reached = set()
        for _ in range(60):
            press(browser, Keys.TAB)
            reached.add(browser.switch_to.active_element.get_attribute("id") or "")
        assert {"forth", "kind", "write", "where-text", "find"} <= reached
        assert browser.get_log("browser") == []


def test_every_disabled_action_says_why(browser: Chrome) -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        visit(browser, address)
        assert texts(browser, "#cannot") == ["Can't happen, and why (4)"]
        assert texts(browser, "#disabled summary") == ["enter (2)", "leave (2)"]
        first = browser.find_element(By.CSS_SELECTOR, "#disabled li")
        assert first.text.splitlines() == [
            "enter(me=0)",
            "needs that the process wants to enter",
            "place[0] is outside, and must be wanting",
        ]


def test_the_address_is_the_path(browser: Chrome) -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        visit(browser, address)
        take(browser, "look(me=1)")
        take(browser, "look(me=0)")
        there, path = browser.current_url, at(browser)
        assert there == f"{address}#{path}"
        visit(browser, there)
        assert at(browser) == path
        assert texts(browser, "#tree button") == ["the initial state", "look(me=1)", "look(me=0)"]
        browser.find_element(By.ID, "back").click()
        wait_for(browser, 1)
        browser.back()
        wait_for(browser, 2)
        visit(browser, f"{address}#99")
        assert texts(browser, "#problem") == ["the path has no step 2: action 99 is not enabled there"]


def test_how_near_a_violation_is_and_from_where_it_is_certain(browser: Chrome) -> None:
    with explored(FOREIGN_MACHINES["dekker"](), 100) as address:
        visit(browser, address)
        wait(browser, "document.querySelector('#promises .near') !== null")
        assert texts(browser, "#promises .near") == ["The nearest violation is 4 steps away."]
        assert texts(browser, "#tree .turn") == []
        for name in VIOLATION:
            take(browser, name)
        assert texts(browser, "#tree .turn") == ["breaks mutual-exclusion"]


def test_a_family_is_drawn_as_in_the_page_of_a_run(browser: Chrome) -> None:
    run = counterexample(*FAMOUS)
    session = ExplorerSession(run.machine)
    session.start()
    path = ".".join(map(str, session.path_of(run.steps)))
    with explored(run.machine) as address:
        visit(browser, f"{address}#{path}")
        assert texts(browser, "#lanes h3 span:first-child") == ["Controller", "Broker 0", "Broker 1"]
        assert texts(browser, "#promises b.broken") == ["acknowledged-survives"]
        assert len(texts(browser, "#tree button")) == run.length
        assert browser.find_elements(By.CSS_SELECTOR, "#lanes .cell")
        assert browser.get_log("browser") == []


@pytest.mark.parametrize("name", FOREIGN_MACHINES)
@pytest.mark.parametrize("width", WIDTHS)
def test_any_machine_is_explored(browser: Chrome, name: str, width: int) -> None:
    run = foreign_run(name)
    session = ExplorerSession(run.machine)
    path = ".".join(map(str, session.path_of(run.steps)))
    with explored(run.machine) as address:
        visit(browser, f"{address}#{path}", width)
        assert texts(browser, "#promises b.broken") == [run.promise]
        assert browser.find_elements(By.CSS_SELECTOR, "#lanes .breaks")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert browser.get_log("browser") == []


@pytest.mark.parametrize("width", WIDTHS)
def test_one_file_without_a_server(browser: Chrome, width: int, tmp_path: Path) -> None:
    file = tmp_path / "explorer.html"
    session = ExplorerSession(FOREIGN_MACHINES["dekker"]())
    file.write_text(whole_page(session, 100, session.path_of(foreign_run("dekker").steps)), encoding="utf-8")
    visit(browser, file.as_uri(), width)
    assert texts(browser, "#promises b.broken") == ["mutual-exclusion"]
    press(browser, Keys.HOME)
    wait_for(browser, 0)
    for name in VIOLATION:
        take(browser, name)
    assert texts(browser, "#promises b.broken") == ["mutual-exclusion"]
    assert texts(browser, "#tree .turn") == ["breaks mutual-exclusion"]
    assert not browser.find_element(By.ID, "save").is_displayed()
    press(browser, Keys.HOME)
    wait_for(browser, 0)
    assert browser.get_log("browser") == []
    assert [url for url in requests(browser) if not url.startswith(("file:", "data:", "blob:"))] == []


def test_when_the_server_has_ended_the_page_says_so(browser: Chrome) -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        visit(browser, address)
    browser.find_element(By.CSS_SELECTOR, "#enabled .take").click()
    wait(browser, "!document.getElementById('problem').hidden")
    assert texts(browser, "#problem") == ["The explorer has ended: start it again with `tidemark explore`."]


def test_names_are_never_read_as_html() -> None:
    about = {**ExplorerSession(FOREIGN_MACHINES["dekker"]()).about(), "name": "</script><b>"}
    from tidemark.checker.explorer.page import page

    text = page(about)
    assert "</script><b>" not in text
    assert json.loads(re.findall(r'id="data">(.*?)</script>', text)[0])["name"] == "</script><b>"


def test_from_a_click_to_the_state_is_quick_with_three_replicas(browser: Chrome) -> None:
    machine = impl.protocol("kafka/2.6.1").machine({"replicas": 3}).by_default
    measure = """
    const done = arguments[arguments.length - 1], begin = performance.now();
    const before = document.body.dataset.path;
    new MutationObserver((_, watch) => {
      if (document.body.dataset.path !== before) { watch.disconnect(); done(performance.now() - begin); }
    }).observe(document.body, { attributes: true });
    document.querySelector("#enabled .take").click();
    """
    with explored(machine) as address:
        visit(browser, address)
        took = sorted(browser.execute_async_script(measure) for _ in range(9))
    assert took[4] < 400, took  # 100 ms on a machine that does nothing else


@pytest.mark.parametrize("width", WIDTHS)
def test_a_question_leads_to_the_nearest_state(browser: Chrome, width: int) -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        visit(browser, address, width)
        field = browser.find_element(By.ID, "where-text")
        field.send_keys("s.turn == 1 and s.place[0] == 'critical'", Keys.ENTER)
        wait_for(browser, 5)
        wait(browser, "document.getElementById('answer').textContent.startsWith('The nearest')")
        assert texts(browser, "#answer") == [
            "The nearest state is 5 steps away; it holds in 3 of 18 states from the initial state on."
        ]
        field.send_keys("9")
        assert len(at(browser).split(".")) == 5  # what is typed there takes no action
        field.clear()
        field.send_keys("s.nothing == 1", Keys.ENTER)
        wait(browser, "document.getElementById('answer').textContent.includes('nothing')")
        browser.find_element(By.ID, "start").click()
        wait_for(browser, 0)
        browser.execute_script("find('kept').open = true")
        click(browser, "#promises .seek[data-seeks=breaks]")
        wait_for(browser, 4)
        assert texts(browser, "#promises b.broken") == ["mutual-exclusion"]
        click(browser, "#promises .seek[data-seeks=keeps]")
        wait_for(browser, 5)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        wrong = [one for one in browser.get_log("browser") if "400" not in one["message"]]
        assert wrong == []


@pytest.mark.parametrize("width", WIDTHS)
def test_the_space_is_drawn_in_groups_that_lead_to_their_states(browser: Chrome, width: int) -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        visit(browser, address, width)
        browser.find_element(By.CSS_SELECTOR, "#whole summary").click()
        for name in ("place[0]", "place[1]"):
            browser.find_element(By.CSS_SELECTOR, f"#fields input[value='{name}']").click()
        browser.find_element(By.ID, "draw").send_keys(Keys.ENTER)
        wait(browser, "document.querySelectorAll('#picture .group').length === 9")
        boxes = "return [...document.querySelectorAll('#picture .group')].map((e) => e.querySelector('rect').getBBox())"
        drawn = browser.execute_script(boxes)
        for k, one in enumerate(drawn):
            for other in drawn[k + 1 :]:
                apart = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
                assert (
                    apart
                    or one["y"] + one["height"] <= other["y"]
                    or other["y"] + other["height"] <= one["y"]
                )
        broken = browser.find_elements(By.CSS_SELECTOR, "#picture .group.breaks")
        assert len(broken) == 1
        assert "break mutual-exclusion" in broken[0].text
        browser.execute_script("arguments[0].focus()", broken[0])
        press(browser, Keys.ENTER)
        wait_for(browser, 4)
        assert texts(browser, "#promises b.broken") == ["mutual-exclusion"]
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert browser.get_log("browser") == []


def test_a_large_space_is_measured_when_it_is_asked_for(browser: Chrome) -> None:
    kept = Promise("kept", lambda place: place.at != 3)
    machine = graph({"a": (0, 1), "b": (1, 2), "c": (2, 3), "d": (0, 4)}, [kept])
    with explored(machine, 2) as address:
        visit(browser, address)
        assert texts(browser, "#promises .near") == []
        click(browser, "#measure")
        wait(browser, "document.querySelector('#promises .near') !== null")
        assert texts(browser, "#promises .near") == ["The nearest violation is 3 steps away."]
        take(browser, "a()")
        assert texts(browser, "#promises .doomed") == [
            "From here it is broken, whatever happens: after 2 steps at the soonest."
        ]
        assert texts(browser, "#tree .turn") == ["from here kept is broken, whatever happens"]
        browser.find_element(By.ID, "back").click()
        wait_for(browser, 0)
        take(browser, "d()")
        assert texts(browser, "#promises .safe") == ["From here it can't be broken any more."]
        assert browser.get_log("browser") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(browser: Chrome, scheme: str) -> None:
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    colors = """
    const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    if (c !== "rgba(0, 0, 0, 0)") return c; } return "rgb(255, 255, 255)"; };
    return ["h1", "#keys", ".take", ".take small", ".lane dt", ".lane dd", "#promises b", ".says", ".values", ".guard",
    "#tree button", "#ask label", "#where-text", "#save select"].map((s) => { const e = document.querySelector(s);
    return [s, getComputedStyle(e).color, ground(e)]; });
    """
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        visit(browser, address)
        take(browser, "look(me=1)")
        for name, ink, ground in browser.execute_script(colors):
            assert contrast(ink, ground) >= 4.5, (name, ink, ground)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_a_state_from_which_an_action_leaves_its_domain_says_so(browser: Chrome) -> None:
    machine = graph({"a": (0, 1), "b": (1, 2)}, [Promise("kept", lambda place: place.at >= 0)])
    beyond = Action("too_far", lambda place: place.but(at=where(place.at == 2, 9, place.at)), {})
    with explored(replace(machine, actions=[*machine.actions, beyond])) as address:
        visit(browser, address)
        take(browser, "a()")
        click(browser, "#enabled .take")
        wait(browser, "!document.getElementById('problem').hidden")
        assert (
            "writes 9 to at, which holds a number from 0 to 2" in browser.find_element(By.ID, "problem").text
        )
        assert len(at(browser)) == 1
