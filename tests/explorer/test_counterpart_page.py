"""Another protocol beside the one that is explored, and a log beside its run, in a real Chromium."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("selenium", reason="selenium drives the browser, and is not installed")

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.explorer.test_counterpart import beside, folder, log_of  # noqa: F401
from tests.explorer.test_explorer import press, take, texts, visit, wait_for
from tests.support.browsers import WIDTHS
from tests.support.explored import ask, explored
from tests.support.losses import FAMOUS, counterexample
from tidemark import impl
from tidemark.checker.analyses.events import Elsewhere

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.xdist_group("chromium")


@pytest.mark.parametrize("width", WIDTHS)
def test_two_protocols_side_by_side(browser: Chrome, width: int) -> None:
    run = counterexample(*FAMOUS)
    other = Elsewhere.of(run.machine, impl.protocol("kafka/2.0.1"))
    session, path = beside("kafka/2.0.1")
    found = session.at(path)["beside"]
    with explored(run.machine, against=other) as address:
        visit(browser, f"{address}#{'.'.join(map(str, path))}", width)
        assert texts(browser, "#other") == [f"{other.machine.name}, after the same steps"]
        assert len(browser.find_elements(By.CSS_SELECTOR, "#other-lanes .lane")) == 3
        assert browser.find_elements(By.CSS_SELECTOR, "#other-lanes .differs")
        assert texts(browser, "#other-promises") == ["It breaks no promise."]
        assert texts(browser, "#tree .parts") == [f"here {other.machine.name} differs first"]
        press(browser, Keys.HOME)
        wait_for(browser, 0)
        assert browser.find_elements(By.CSS_SELECTOR, "#other-lanes .differs") == []
        for k, number in enumerate(path[: found["first"]], 1):
            browser.find_element(By.CSS_SELECTOR, f"#enabled .take[data-n='{number}']").send_keys(Keys.ENTER)
            wait_for(browser, k)
            assert bool(texts(browser, "#tree .parts")) is (k == found["first"])
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert browser.get_log("browser") == []


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("width", WIDTHS)
def test_a_run_beside_its_log(browser: Chrome, width: int) -> None:
    found = log_of("tuesday.ndjson")
    with explored(found.run.machine, log=found) as address:
        about = json.loads(ask(address)[1].split('id="data">')[1].split("</script>")[0])
        path: Any = about["log"]["path"]
        visit(browser, f"{address}#{'.'.join(map(str, path))}", width)
        assert texts(browser, "#log-verdict") == ["No run passes tuesday.ndjson:5."]
        assert [one.splitlines()[-1] for one in texts(browser, "#lines button")] == [
            "tuesday.ndjson:1",
            "tuesday.ndjson:2",
            "tuesday.ndjson:4",
        ]
        assert texts(browser, "#lines .now small") == ["tuesday.ndjson:4"]
        assert 'the guard "the lock is free" refuses' in texts(browser, "#lines .refused")[0]
        browser.find_element(By.CSS_SELECTOR, "#lines button").send_keys(Keys.ENTER)
        wait_for(browser, 1)
        assert texts(browser, "#lines .now small") == ["tuesday.ndjson:1"]
        press(browser, Keys.ARROW_RIGHT)
        wait_for(browser, 2)
        assert texts(browser, "#lines .taken small") == ["tuesday.ndjson:1"]
        press(browser, Keys.HOME)
        wait_for(browser, 0)
        take(browser, "grant(me=2)")
        assert texts(browser, "#lines .now small") == []
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert browser.get_log("browser") == []
