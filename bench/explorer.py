"""The explorer, in Chromium: a click, questions among millions of states, a picture of 10^8 of them, doomed states.

Chromium and chromedriver must be installed, and selenium. `TIDEMARK_STATES=small` takes small spaces, to try it.
"""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tabulate import tabulate

from tidemark import impl
from tidemark.checker.explorer.questions import Questions
from tidemark.checker.explorer.server import serving
from tidemark.checker.explorer.session import ExplorerSession
from tidemark.spec import Machine

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

CLICKS = 12
WIDE = 1280
SECONDS = 600

_CLICK = """
const done = arguments[arguments.length - 1], begin = performance.now(), before = document.body.dataset.path;
new MutationObserver((_, watch) => {
  if (document.body.dataset.path === before) return;
  watch.disconnect();
  requestAnimationFrame(() => done(performance.now() - begin));
}).observe(document.body, { attributes: true });
document.querySelector("#enabled .take").click();
"""
_ASK = """
const done = arguments[arguments.length - 1], [button, ready] = arguments, begin = performance.now();
const look = new Function("return " + ready);
const wait = () => look() ? done(performance.now() - begin) : requestAnimationFrame(wait);
document.getElementById("answer").textContent = "";
document.getElementById("picture").replaceChildren();
document.getElementById(button).click();
wait();
"""
_TEXT = "document.getElementById('answer').textContent"
ANSWERED = f"{_TEXT}.startsWith('The ') || {_TEXT}.startsWith('It ') || {_TEXT}.startsWith('There ')"
DRAWN = "document.querySelector('#picture svg') !== null"


@dataclass(frozen=True)
class Spaces:
    """The machines that are explored: by their protocols and bounds."""

    million: tuple[str, dict[str, Any]]
    large: tuple[str, dict[str, Any]]
    doomed: tuple[str, dict[str, Any]]


AT_LENGTH = Spaces(
    ("published/high-watermark", {}),
    ("published/high-watermark", {"log-size": 2, "records": 3, "max-epoch": 3}),
    ("published/high-watermark", {"log-size": 3, "records": 3}),
)
SMALL = Spaces(*3 * [("published/high-watermark", {"replicas": 2})])


def _machine(space: tuple[str, dict[str, Any]]) -> Machine:
    protocol, at = space
    return impl.protocol(protocol).machine(at).by_default


@contextmanager
def _browser() -> Iterator[Chrome]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    with tempfile.TemporaryDirectory() as profile:
        for flag in ("headless", "no-sandbox", "disable-gpu", f"user-data-dir={profile}"):
            options.add_argument(f"--{flag}")
        driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
        driver.set_script_timeout(SECONDS)
        driver.set_window_size(WIDE, 900)
        try:
            yield driver
        finally:
            driver.quit()


@contextmanager
def _page(browser: Chrome, machine: Machine) -> Iterator[None]:
    """The explorer of a machine, open in the browser."""
    with serving(ExplorerSession(machine)) as (address, server):
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            browser.get(address)
            while not browser.execute_script("return document.body.dataset.path !== undefined"):
                time.sleep(0.05)
            yield
        finally:
            server.shutdown()
            thread.join()


def _asked(browser: Chrome, button: str, ready: str = ANSWERED) -> tuple[float, str]:
    """How many seconds it takes from a click on a button to the answer, and the answer."""
    took: float = browser.execute_async_script(_ASK, button, ready)
    return took / 1000, browser.execute_script(f"return {_TEXT}")


def _typed(browser: Chrome, **texts: str) -> None:
    for name, text in texts.items():
        browser.execute_script(
            "document.getElementById(arguments[0]).value = arguments[1]", name.replace("_", "-"), text
        )


def explorer() -> str:
    """What a person waits for in the explorer."""
    spaces = SMALL if os.environ.get("TIDEMARK_STATES") == "small" else AT_LENGTH
    missing = [name for name in ("chromium", "chromedriver") if not shutil.which(name)]
    if missing:
        return f"the explorer is not measured: {' and '.join(missing)} is not installed"
    rows = []
    with _browser() as browser:
        with _page(browser, impl.protocol("kafka/2.6.1").machine({"replicas": 3}).by_default):
            clicks = [browser.execute_async_script(_CLICK) / 1000 for _ in range(CLICKS)]
        told = f"kafka/2.6.1, three replicas, {CLICKS} clicks, at most {max(clicks):.3f} s"
        rows.append(["from a click to the drawn state", told, f"{statistics.median(clicks):.3f}", "0.1"])
        rows += _questions(browser, _machine(spaces.million))
        with _page(browser, _machine(spaces.large)):
            _typed(browser, typed="s.quorum.leader_epoch, count(r.log.length > 0 for r in s.replicas)")
            browser.execute_script("document.getElementById('renames').checked = true")
            took, said = _asked(browser, "draw", DRAWN)
            rows.append(["a grouped picture", said.partition(". A click")[0], f"{took:.1f}", "60"])
            took, said = _asked(browser, "draw", DRAWN)
            rows.append(
                ["the picture again, states known", said.partition(". A click")[0], f"{took:.1f}", ""]
            )
    rows.append(_doomed(_machine(spaces.doomed)))
    headers = ["", "", "seconds", "at most"]
    return "The explorer, in Chromium\n\n" + tabulate(
        rows, headers, disable_numparse=True, colalign=("left", "left", "right", "right")
    )


def _questions(browser: Chrome, machine: Machine) -> Iterator[list[str]]:
    """Questions from the initial state: the first finds the states, which takes a machine compiled before."""
    _ = Questions(machine)._kernel
    with _page(browser, machine):
        _typed(browser, where_text="s.quorum.leader_epoch == 2 and all(r.log.length > 1 for r in s.replicas)")
        browser.execute_script("document.getElementById('anywhere').checked = true")
        for name in ("the first question", "the same question, states known"):
            took, said = _asked(browser, "find")
            yield [name, said, f"{took:.2f}", "2"]
        browser.execute_script("location.hash = ''")
        browser.execute_script("document.getElementById('from-start').checked = true")
        _typed(
            browser,
            then="any(r.log.length > 1 for r in s.replicas)",
            first="leader_shrink_isr",
            never="s.quorum.leader_epoch == 1",
        )
        took, said = _asked(browser, "find-run")
        yield ["A after B, never C", said, f"{took:.2f}", "2"]
        _typed(browser, never="", then="s.quorum.leader_epoch == 0", first="s.quorum.leader_epoch == 1")
        took, said = _asked(browser, "find-run")
        yield ["A after B, and there is no such run", said, f"{took:.2f}", "2"]


def _doomed(machine: Machine) -> list[str]:
    """The fate of every state, beside the search for them."""
    asked, begin = Questions(machine), time.perf_counter()
    _ = asked._kernel
    compiled = time.perf_counter() - begin
    begin = time.perf_counter()
    reached = asked._find_reachable_states(None)
    searched = time.perf_counter() - begin
    begin = time.perf_counter()
    asked.measure()
    measured = time.perf_counter() - begin
    told = (
        f"{reached.count:,} states, {len(machine.promises)} promises; found in {searched:.1f} s "
        f"(compiled in {compiled:.1f} s): {measured / searched:.1f} times that"
    )
    return ["doomed states", told, f"{measured:.1f}", f"{10 * searched:.1f}"]
