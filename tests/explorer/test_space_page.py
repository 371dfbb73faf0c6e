"""What the page asks of all states, in a real Chromium: runs in an order, groups and what is in them, levels."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("selenium", reason="selenium drives the browser, and is not installed")

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.explorer.test_explorer import click, press, texts, visit, wait, wait_for
from tests.support.browsers import WIDTHS, requests
from tests.support.explored import explored
from tests.support.foreign_runs import FOREIGN_MACHINES

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.xdist_group("chromium")


def answered(browser: Chrome, begin: str) -> str:
    """The answer, once it begins so."""
    wait(browser, f"document.getElementById('answer').textContent.startsWith({begin!r})")
    return browser.find_element(By.ID, "answer").text


def tab_to(browser: Chrome, name: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(150):
        press(browser, Keys.TAB)
        if browser.switch_to.active_element.get_attribute("id") == name:
            return
    raise AssertionError(f"Tab does not lead to {name}")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_run_in_an_order_is_found_by_keyboard_alone(browser: Chrome, width: int) -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        visit(browser, address, width)
        tab_to(browser, "then")
        press(
            browser,
            "s.place[0] == 'critical'" + Keys.TAB + "leave(me=1)" + Keys.TAB + "s.place[1] == 'wanting'",
        )
        press(browser, Keys.ENTER)
        assert answered(browser, "There is no such run") == "There is no such run among 18 states."
        press(browser, Keys.CONTROL + "a" + Keys.NULL + Keys.BACKSPACE + Keys.ENTER)
        assert answered(browser, "The shortest") == "The shortest such run has 5 steps."
        wait_for(browser, 5)
        names = texts(browser, "#tree button")
        assert "leave(me=1)" in names[:-1]
        assert names[-1] == "enter(me=0)"
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert browser.get_log("browser") == []
        asked = requests(browser)
        assert [url for url in asked if not url.startswith((address, "data:"))] == []


def test_a_wrong_order_is_said_in_a_line(browser: Chrome) -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        visit(browser, address)
        browser.find_element(By.ID, "then").send_keys("nobody(me=1)", Keys.ENTER)
        assert "there is place, flag, turn" in answered(browser, "a state has no nobody")


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_in_a_group_by_keyboard_alone(browser: Chrome, width: int) -> None:
    with explored(FOREIGN_MACHINES["commit"]()) as address:
        visit(browser, address, width)
        browser.execute_script("document.querySelector('#whole summary').focus()")
        press(browser, Keys.ENTER)
        tab_to(browser, "typed")
        press(
            browser, "count(m == 'aborted' for m in s.managers), count(m == 'committed' for m in s.managers)"
        )
        press(browser, Keys.TAB)
        if browser.switch_to.active_element.get_attribute("id") == "renames":
            press(browser, Keys.SPACE + Keys.TAB)
        press(browser, Keys.ENTER)
        wait(browser, "document.querySelectorAll('#picture .group').length > 3")
        groups = texts(browser, "#picture .group")
        assert groups[0].startswith("count(m == 'aborted' for m in s.managers): 0")
        browser.execute_script("document.querySelectorAll('#picture .group')[1].focus()")
        press(browser, Keys.ENTER)
        answered(browser, "This is the nearest of")
        assert texts(browser, "#inside li")[0].endswith("the nearest")
        tab_to(browser, "way-out")
        steps = int(browser.switch_to.active_element.text.split(": ")[1].split()[0])
        press(browser, Keys.ENTER)
        wait_for(browser, steps)
        tab_to(browser, "state-2")
        press(browser, Keys.ENTER)
        answered(browser, "A state of the group")
        rows = browser.find_elements(By.CSS_SELECTOR, "#levels tbody tr")
        cells = [one.get_attribute("textContent") for one in rows[0].find_elements(By.TAG_NAME, "td")]
        assert cells[:3] == ["0", "1", "1"]
        assert "prepare" in (cells[3] or "")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert browser.get_log("browser") == []


def test_no_token_is_sent_on(browser: Chrome) -> None:
    """No request has a referrer, and the page leads nowhere; one that comes from another page is refused."""
    with explored(FOREIGN_MACHINES["dekker"]()) as address, explored(FOREIGN_MACHINES["ring"]()) as other:
        visit(browser, address)
        click(browser, "#promises .seek[data-seeks=breaks]")
        wait_for(browser, 4)
        assert browser.find_elements(By.CSS_SELECTOR, "a[href]") == []
        browser.execute_script("location.href = arguments[0]", other)
        wait(browser, "document.body.textContent.trim() === 'refused'")
        assert browser.execute_script("return document.referrer") == ""
        events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
        sent = [e["params"]["request"] for e in events if e["method"] == "Network.requestWillBeSent"]
        assert {one["url"] for one in sent} >= {address, other}
        assert [one for one in sent if one["headers"].get("Referer")] == []


def test_the_shortest_way_back_from_a_violation(browser: Chrome) -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        visit(browser, address)
        click(browser, "#promises .seek[data-seeks=breaks]")
        wait_for(browser, 4)
        assert texts(browser, "#promises .seek[data-seeks]") == [
            "the shortest way back: to the nearest state that keeps it"
        ]
        click(browser, "#promises .seek[data-seeks=keeps]")
        wait_for(browser, 5)
        assert texts(browser, "#promises b.kept") == ["mutual-exclusion"]
