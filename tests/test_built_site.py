"""The site as `make site` has built it, in a browser and from the disk: no server, and nothing from elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tests.support.browsers import browser, is_own, requests
from tests.support.pages import ROOT

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.site
__all__ = ["browser"]

SITE = ROOT / "build" / "site" / "html"
WIDE, NARROW = 1280, 390
KINDS = (
    "index.html",
    "finder.html",
    "explorers.html",
    "own-machine.html",
    "small-truncation.html",
    "small-settings.html",
    "docs/README.html",
    "docs/replication.html",
    "docs/architecture.html",
    "impl/kafka/promises.py.html",
    "counterexamples/brokers.html",
    "counterexamples/kafka/0.10.2/acknowledged-survives-3.html",
    "runs/kafka/0.10.2/acknowledged-survives-3.html",
    "explorers/truncation.html",
)
"""A page of each kind."""


def visit(browser: Chrome, page: str, width: int = WIDE) -> None:
    assert (SITE / page.partition("?")[0].partition("#")[0]).is_file(), "make site"
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get_log("performance")
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get(f"{SITE.as_uri()}/{page}")


class Silent(SimpleHTTPRequestHandler):
    """Serves files, and prints nothing."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served() -> Iterator[str]:
    """The address of the site, while it is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(SITE))) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def wait_for(browser: Chrome, script: str) -> None:
    """Wait until an expression of the page's script is true."""
    from selenium.webdriver.support.wait import WebDriverWait

    WebDriverWait(browser, 120).until(lambda page: page.execute_script(f"return {script}"))


def shown_rows(browser: Chrome) -> list[list[str]]:
    script = """return [...document.querySelectorAll("table.finder tbody tr:not([hidden])")]
        .map((row) => [...row.cells].map((cell) => cell.textContent))"""
    rows: list[list[str]] = browser.execute_script(script)
    return rows


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("page", KINDS)
def test_a_page_fits_complains_of_nothing_and_asks_for_nothing_elsewhere(
    page: str, width: int, browser: Chrome
) -> None:
    visit(browser, page, width)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert [entry["message"] for entry in browser.get_log("browser")] == []
    asked_for = requests(browser)
    assert asked_for
    assert [url for url in asked_for if not is_own(url)] == []


def test_the_search_finds_pages_from_the_disk(browser: Chrome) -> None:
    visit(browser, "search.html?q=eligible+leader+replicas")
    titles = '[...document.querySelectorAll("#search-results li a")].map((link) => link.textContent)'
    wait_for(browser, f'{titles}.includes("Findings")')  # they come one by one
    found = browser.execute_script(f"return {titles}")
    assert not [title for title in found if title.endswith((".py", ".java", ".toml"))]


def test_the_search_finds_pages_before_runs_and_no_title_twice(browser: Chrome) -> None:
    visit(browser, "search.html?q=ELR")
    links = '[...document.querySelectorAll("#search-results li > a")]'
    wait_for(
        browser,
        f'{links}.length > 50 && !document.querySelector("#search-progress")?.textContent.includes("...")',
    )
    found = browser.execute_script(
        f"return {links}.map((link) => [link.textContent, link.getAttribute('href')])"
    )
    is_run = [re.search(r"^counterexamples/.*-\d+\.html", link) is not None for _, link in found]
    assert is_run == sorted(is_run)
    assert is_run.count(True) > 40
    assert found[0][1].startswith("docs/parts/elections.html")
    titles = [title for title, _ in found]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("width", [1366, NARROW])
@pytest.mark.parametrize("page", ["docs/losses.html", "docs/claims.html", "docs/parts/elections.html"])
def test_a_table_fits_or_shows_that_it_goes_on(browser: Chrome, page: str, width: int) -> None:
    visit(browser, page, width)
    boxes = browser.execute_script("""
    return [...document.querySelectorAll("article table")].map((table) => {
      const box = table.closest(".table-wrapper"), style = box && getComputedStyle(box);
      return [table.getBoundingClientRect().right <= document.documentElement.clientWidth,
        box && style.overflowX === "auto" && style.backgroundAttachment.includes("scroll")
        && style.getPropertyValue("--beyond") !== ""]; });
    """)
    assert boxes
    assert all(fits or hints for fits, hints in boxes)


def test_a_diagram_is_drawn(browser: Chrome) -> None:
    for page in ("docs/architecture.html", "counterexamples/kafka/0.10.2/acknowledged-survives-3.html"):
        visit(browser, page)
        wait_for(browser, 'document.querySelector("pre.mermaid svg") !== null')


def test_the_finder_chooses_rows_by_keyboard_and_by_its_address(browser: Chrome) -> None:
    from selenium.webdriver.common.by import By

    visit(browser, "finder.html")
    rows = shown_rows(browser)
    assert rows
    assert {tuple(row[1:3]) for row in rows} == {("3", "2")}
    browser.find_element(By.NAME, "release").send_keys("3.7 to 4.3")
    browser.find_element(By.NAME, "faults").send_keys("a machine loses power")
    (row,) = shown_rows(browser)
    assert row[1:] == ["3", "2", "a machine loses power", "lost after 17"]
    told = browser.find_element(By.CSS_SELECTOR, "p.found").text
    assert told.startswith("Run it: tidemark check kafka-kraft/3.7 --replicas 3 ")
    address = browser.current_url
    visit(browser, "index.html")
    browser.get(address)
    assert len(shown_rows(browser)) == 1
    browser.find_element(By.CSS_SELECTOR, "tr:not([hidden]) a.lost").click()
    assert "17" in browser.find_element(By.TAG_NAME, "body").text
    assert "/runs/losses/kafka-kraft/3.7/" in browser.current_url


def test_a_reader_on_a_phone_changes_the_rule_and_a_bound_and_sees_the_verdict(browser: Chrome) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.select import Select

    def choose(name: str, value: str) -> None:
        Select(browser.find_element(By.NAME, name)).select_by_visible_text(value)

    def verdicts() -> list[str]:
        (row,) = shown_rows(browser)
        told = browser.find_element(By.CSS_SELECTOR, "p.found").text
        assert told.startswith(
            f"weak-isr: {row[-2]}. strong-isr: {row[-1]}. Run it: tidemark check published/"
        )
        return row[-2:]

    visit(browser, "small-truncation.html", NARROW)
    assert verdicts() == ["broken after 9 states", "broken after 10 states"]
    choose("max-epoch", "0")
    assert verdicts() == ["holds", "holds"]
    choose("max-epoch", "2")
    choose("truncation", "kip-101")
    assert verdicts() == ["holds", "holds"]
    choose("records", "2")
    assert verdicts() == ["broken after 12 states", "broken after 12 states"]
    browser.find_element(By.CSS_SELECTOR, "tr:not([hidden]) a.lost").click()
    assert "/runs/small-truncation/kip-101_" in browser.current_url
    assert "weak-isr" in browser.find_element(By.TAG_NAME, "body").text


def test_the_verdicts_of_small_machines_are_a_table_without_javascript() -> None:
    for name in ("small-truncation", "small-settings"):
        text = (SITE / f"{name}.html").read_text(encoding="utf-8")
        rows = re.findall(r"<tr data-command.*?</tr>", text, re.DOTALL)
        assert len(rows) > 40
        assert not [row for row in rows if "hidden" in row or not re.search("holds|broken after", row)]


def test_a_machine_of_a_readers_is_checked_in_the_page(browser: Chrome) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    with served() as address:
        browser.get(f"{address}/own-machine.html")
        browser.find_element(By.CSS_SELECTOR, "form.own button").send_keys(Keys.ENTER)
        said = 'document.querySelector("pre.said").textContent'
        wait_for(browser, f'{said}.includes("lock-broken: 16 states")')
        assert "violated after 4 states" in browser.execute_script(f"return {said}")
        browser.switch_to.frame(browser.find_element(By.CSS_SELECTOR, "iframe.run"))
        assert "one-believer" in browser.find_element(By.TAG_NAME, "body").text
        browser.switch_to.default_content()
        text = 'document.querySelector("textarea").value'
        browser.execute_script(f"{text} = {text}.replace('client\", 3)', 'client\", 2)')")
        browser.find_element(By.CSS_SELECTOR, "form.own button").send_keys(Keys.ENTER)
        wait_for(browser, f'{said}.includes("lock: 5 states")')
    visit(browser, "own-machine.html")
    assert "http.server" in browser.find_element(By.CSS_SELECTOR, "pre.said").text


def test_every_kept_run_has_its_page_with_its_data() -> None:
    runs = sorted((ROOT / "counterexamples").rglob("*-[0-9]*.json"))
    for run in runs:
        page = SITE / "runs" / run.relative_to(ROOT / "counterexamples").with_suffix(".html")
        promise: str = json.loads(run.read_text(encoding="utf-8"))["promise"]
        assert promise in page.read_text(encoding="utf-8"), page
    assert len(runs) > 400


def test_the_built_pages_are_those_of_the_repository() -> None:
    for page in (*(ROOT / "docs").rglob("*.md"), *(ROOT / "counterexamples").rglob("*.md")):
        assert (SITE / page.relative_to(ROOT).with_suffix(".html")).is_file(), page
    assert Path(SITE / "searchindex.js").stat().st_size > 100_000
