"""A real Chromium without a network: pages opened in it, and what they ask for and report."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
WIDTHS = [1280, 390]


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """A browser for all tests that look at pages: they are in one process."""
    driver = start(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


def start(profile: Path) -> Chrome:
    """A browser, with its profile in a directory. A test is skipped where none is installed."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium drives the browser")
    if not (CHROMIUM and DRIVER):
        pytest.skip("chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (
        "headless",
        "no-sandbox",
        "disable-gpu",
        "disable-background-networking",
        "disable-component-update",
        "disable-sync",
        "no-first-run",
        f"user-data-dir={profile}",
    ):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver: Chrome = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    return driver


def open_page(browser: Chrome, text: str, folder: Path, width: int = 1280) -> None:
    path = folder / "run.html"
    path.write_text(text, encoding="utf-8")
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get_log("performance")
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get(path.as_uri())


def requests(browser: Chrome) -> list[str]:
    """What the page that is open asked for."""
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]


def is_own(url: str) -> bool:
    """Whether a request stays on this machine."""
    return url.startswith(("file:", "data:"))


def contrast(one: str, other: str) -> float:
    """The contrast of two colors, as WCAG defines it."""

    def light(color: str) -> float:
        parts = [float(x) / 255 for x in color[color.index("(") + 1 : -1].split(",")[:3]]
        linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
