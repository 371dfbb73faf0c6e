"""The page of `tidemark ask`, in a real Chromium without a network: each set has its run, and nothing is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium drives the browser, and is not installed")

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.support.browsers import browser, is_own, open_page, requests
from tidemark.checker import cli

pytestmark = pytest.mark.xdist_group("chromium")
__all__ = ["browser"]

WIDTHS = [1366, 390]
LEAST = ("--log-size", "1", "--records", "1", "--max-epoch", "1", "--faults", "1")
HOSTILE = """
from tidemark import *
from tidemark.spec import budget_type, unspent, Fault, Telling

BAD = "</script><script>document.title = 'run'</script><img src=x onerror=alert(1)>{{data}}"

class Budget(Record):
    fires: Number

class House(Record):
    budget: Budget

@action
def fire(h: House) -> House:
    \"\"\"A house burns.\"\"\"
    require(h.budget.fires > 0, "a fire is left")
    return h.but(budget=h.budget.but(fires=h.budget.fires - 1))

@promise(broken=BAD)
def stands(h: House) -> Truth:
    \"\"\"</script><b>No house burns.\"\"\"
    return h.budget.type.fields["fires"].hi - h.budget.fires < 1

class HouseAt(At):
    fires = Bound(BAD, 0, 0, 3, role="budget", fault=Fault(BAD))
    rooms = Bound(BAD, 0, 0, 1, role="setting")

family = Family(
    "houses", HouseAt, {}, (stands,), state=lambda at: House.of(budget=budget_type(Budget, at)),
    initial=lambda default, at: default.but(budget=unspent(default.budget)), actions=(fire,),
    telling=Telling({"fire": BAD.replace("{{data}}", "")}),
)
house = Protocol("house", BAD, family, {})
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / "answer.html"
    assert cli.main(["ask", "kafka/0.10.2", *LEAST, "--html", str(path)]) == 1
    return path.read_text()


@pytest.mark.parametrize("width", WIDTHS)
def test_each_set_opens_with_its_run(page: str, width: int, browser: Chrome, tmp_path: Path) -> None:
    open_page(browser, page, tmp_path, width)
    links = browser.find_elements(By.CSS_SELECTOR, "table.sets a")
    sets = browser.find_elements(By.CSS_SELECTOR, "details.set")
    assert [link.text for link in links] == [one.find_element(By.TAG_NAME, "b").text for one in sets]
    assert "A machine loses power" in [link.text for link in links]
    for one in sets:
        browser.execute_script("arguments[0].open = true", one)
    browser.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")
    for one in sets:
        steps = one.find_elements(By.CSS_SELECTOR, ".steps li")
        columns = one.find_elements(By.CSS_SELECTOR, ".chart .column")
        assert len(steps) == len(columns) > 2
        steps[1].find_element(By.TAG_NAME, "button").click()
        assert one.find_element(By.CSS_SELECTOR, ".now b").text == "2."
        assert [step.get_attribute("aria-current") for step in steps][:3] == [None, "step", None]
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert browser.get_log("browser") == []
    assert all(is_own(url) for url in requests(browser))


def test_the_page_says_what_was_searched_and_what_it_assumes(
    page: str, browser: Chrome, tmp_path: Path
) -> None:
    open_page(browser, page, tmp_path, WIDTHS[0])
    text = browser.find_element(By.TAG_NAME, "main").text
    for part in ("What was searched", "What the answer assumes", "a message is lost", "min-isr=2"):
        assert part in text
    assert "What was not searched" not in text


def test_the_page_of_a_search_that_was_too_short_names_what_was_not_searched(tmp_path: Path) -> None:
    path = tmp_path / "answer.html"
    assert cli.main(["ask", "kafka/3.8", "--seconds", "0.000001", "--html", str(path)]) == 3
    text = path.read_text()
    assert "What was not searched to the end" in text
    assert "1e-06 seconds are over" in text
    assert "<li>nothing fails</li>" in text


def test_a_release_has_a_part_for_each_protocol(tmp_path: Path) -> None:
    path = tmp_path / "answer.html"
    words = ["3.9.2", "--faults", "0", "--log-size", "1", "--records", "1", "--max-epoch", "1"]
    assert cli.main(["ask", *words, "--html", str(path)]) == 0
    text = path.read_text()
    assert "3.9.2: faults break a promise in 0 of 3 protocols" in text
    assert text.count("<h2>kafka") == 3


def test_what_a_family_says_is_text(browser: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(HOSTILE)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["ask", "mine.py", "--html", "answer.html"]) == 1
    open_page(browser, Path("answer.html").read_text(), tmp_path, WIDTHS[0])
    assert browser.title.startswith("Ask: ")
    assert browser.find_elements(By.TAG_NAME, "img") == []
    assert len(browser.find_elements(By.CSS_SELECTOR, ".steps li")) == 2
    assert browser.get_log("browser") == []
