"""The HTML page and the Mermaid diagram, in a real Chromium without a network."""

import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="selenium drives the browser, and is not installed")

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.support.browsers import WIDTHS, contrast, is_own, open_page, requests
from tests.support.losses import FALLBACK, FAMOUS, counterexample
from tidemark import impl
from tidemark.checker.runs import files, results
from tidemark.checker.telling.comparison import same_events
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import markdown, notebook, page  # noqa: F401  # notebook: by which a run shows itself

MERMAID = "mermaid@11.17.2"

pytestmark = pytest.mark.xdist_group("chromium")

CASES = {"kafka": FAMOUS, "published": FALLBACK}
SHOWN = """
const all = (selector, value) => [...document.querySelectorAll(selector)].map(value);
return [
  all("#runs .bar", (bar) => bar.dataset.at),
  document.getElementById("where").innerText,
  all("#steps [aria-current]", (item) => item.innerText),
];
"""
"""What the page shows beside the logs: where the high watermarks are, and which step it is."""
PLAIN = '<!doctype html><meta charset="utf-8"><body><script src="mermaid.js"></script></body>'


def shown_logs(browser: webdriver.Chrome, run: int = 0) -> list[list[dict[str, int]]]:
    """The log cells that the page shows now, by broker."""
    script = """
    const article = document.querySelectorAll("#runs .run")[arguments[0]];
    return [...article.querySelectorAll(".lane.row")].map((lane) =>
      [...lane.querySelectorAll(".cell:not(.gone)")].map((cell) =>
        ({id: Number(cell.dataset.value), epoch: Number(cell.dataset.shade)})));
    """
    logs: list[list[dict[str, int]]] = browser.execute_script(script, run)
    return logs


def press(browser: webdriver.Chrome, key: str) -> None:
    browser.find_element(By.TAG_NAME, "body").send_keys(key)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("case", CASES)
def test_every_step_shows_the_logs_of_the_trace(
    browser: webdriver.Chrome, case: str, width: int, tmp_path: Path
) -> None:
    run = counterexample(*CASES[case])
    open_page(browser, page.page([explain(run)]), tmp_path, width)
    press(browser, Keys.HOME)
    for step in files.to_json(run)["steps"]:
        replicas = step["state"]["replicas"]
        assert shown_logs(browser) == [replica["log"] for replica in replicas]
        marks, where, current = browser.execute_script(SHOWN)
        assert [int(mark or -1) for mark in marks] == [replica["high_watermark"] for replica in replicas]
        assert where == f"{step['step']} of {run.length}"
        assert [item.split(".")[0] for item in current] == [str(step["step"])]
        press(browser, Keys.ARROW_RIGHT)


@pytest.mark.parametrize("case", CASES)
def test_the_page_asks_no_network_and_reports_no_error(
    browser: webdriver.Chrome, case: str, tmp_path: Path
) -> None:
    run = counterexample(*CASES[case])
    open_page(browser, page.page([explain(run)]), tmp_path)
    for _ in range(run.length):
        press(browser, Keys.ARROW_RIGHT)
    assert browser.get_log("browser") == []
    asked = requests(browser)
    assert asked
    assert all(map(is_own, asked)), asked


def test_in_the_frame_of_a_notebook_the_page_steps_and_reports_no_error(
    browser: webdriver.Chrome, tmp_path: Path
) -> None:
    run = counterexample(*FAMOUS)
    open_page(browser, f"<!doctype html><meta charset=utf-8>{results.html(run)}", tmp_path)
    browser.switch_to.frame(browser.find_element(By.TAG_NAME, "iframe"))
    assert browser.find_element(By.ID, "where").text == "11 of 13"
    browser.find_element(By.ID, "back").click()
    assert browser.find_element(By.ID, "where").text == "10 of 13"
    assert len(browser.find_elements(By.CSS_SELECTOR, "#runs .whole .column")) == run.length
    browser.switch_to.default_content()
    assert browser.get_log("browser") == []


def test_the_page_steps_by_keys_slider_buttons_and_list(browser: webdriver.Chrome, tmp_path: Path) -> None:
    run = counterexample(*FAMOUS)
    open_page(browser, page.page([explain(run)]), tmp_path)

    def step() -> int:
        return int(browser.find_element(By.ID, "where").text.split()[0])

    press(browser, Keys.END)
    assert step() == run.length
    assert not browser.find_element(By.ID, "forth").is_enabled()
    press(browser, Keys.ARROW_RIGHT)
    assert step() == run.length
    press(browser, Keys.HOME)
    assert step() == 1
    slider = browser.find_element(By.ID, "slider")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert step() == 2
    slider.send_keys(Keys.END)
    assert step() == run.length
    browser.find_element(By.ID, "back").click()
    assert step() == run.length - 1
    browser.find_elements(By.CSS_SELECTOR, "#steps button")[3].click()
    assert step() == 4


def test_the_page_is_usable_by_keyboard_alone(browser: webdriver.Chrome, tmp_path: Path) -> None:
    open_page(browser, page.page([explain(counterexample(*FAMOUS))]), tmp_path)
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    reached = []
    for _ in range(4):
        reached.append(browser.switch_to.active_element.get_attribute("id"))
        browser.switch_to.active_element.send_keys(Keys.TAB)
    assert reached == ["back", "slider", "forth", "loss"]


def test_the_page_opens_at_the_loss_and_says_first_what_was_lost_and_why(
    browser: webdriver.Chrome, tmp_path: Path
) -> None:
    open_page(browser, page.page([explain(counterexample(*FAMOUS))], "lost.json"), tmp_path)
    assert browser.find_element(By.ID, "where").text == "11 of 13"
    assert browser.find_element(By.TAG_NAME, "h1").text == (
        "The acknowledged m0 is lost: broker 1 cut its log to a high watermark one fetch behind, then was elected."
    )
    text = browser.find_element(By.TAG_NAME, "body").text
    assert (
        "replicas 2, log-size 1, records 1, max-epoch 1, checkpoint lazy, election-order any; the rest as by default"
        in text
    )
    assert "tidemark replay lost.json" in text
    assert "tidemark check kafka/0.10.2 --promise acknowledged-survives --log-size 1" in text
    signs = """
    const drawn = (e) => getComputedStyle(e, "::before").content;
    return [...document.querySelectorAll("#runs *")].filter((e) => drawn(e).includes("◆"));
    """
    assert browser.execute_script(signs) == []
    press(browser, Keys.HOME)
    browser.find_element(By.ID, "loss").click()
    assert browser.find_element(By.ID, "where").text == "11 of 13"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("case", CASES)
def test_the_diagram_has_the_whole_run_and_steps_by_a_click(
    browser: webdriver.Chrome, case: str, width: int, tmp_path: Path
) -> None:
    run = counterexample(*CASES[case])
    told = explain(run)
    open_page(browser, page.page([told]), tmp_path, width)
    assert len(browser.find_elements(By.CSS_SELECTOR, "#runs .whole .column")) == run.length
    assert len(browser.find_elements(By.CSS_SELECTOR, "#runs .whole .message")) == sum(
        len(s.arrows) for s in told.steps
    )
    drawn = browser.find_elements(By.CSS_SELECTOR, "#runs .whole .record.followed")
    assert len(drawn) == sum(event.kind in ("written", "copied") for event in told.life)
    titles = [e.text for e in browser.find_elements(By.CSS_SELECTOR, "#runs .whole .lane-title")]
    assert len(titles) == len([lane for lane in told.steps[0].picture.lanes if not lane.optional]) + 1
    press(browser, Keys.HOME)
    browser.find_element(By.CSS_SELECTOR, "#runs .whole .column[data-step='2'] text").click()
    assert browser.find_element(By.ID, "where").text == f"2 of {run.length}"
    assert browser.find_elements(By.CSS_SELECTOR, "#runs .whole .column.current[data-step='2']")


def test_an_old_leader_is_drawn_as_one(browser: webdriver.Chrome, tmp_path: Path) -> None:
    open_page(browser, page.page([explain(counterexample(*FAMOUS))]), tmp_path)
    press(browser, Keys.END)
    lane = browser.find_element(By.CSS_SELECTOR, "#runs .lane.believed")
    assert "old leader, epoch 0" in lane.text
    assert "leads by its own belief alone" in browser.find_element(By.ID, "legend").text


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("against", [[], ["kafka/0.11"]], ids=["alone", "beside"])
def test_nothing_is_wider_than_the_window(
    browser: webdriver.Chrome, width: int, against: list[str], tmp_path: Path
) -> None:
    run = counterexample(*FAMOUS)
    others = [same_events(run, impl.protocol(name)) for name in against]
    open_page(browser, page.page([explain(run), *others]), tmp_path, width)
    for _ in range(run.length):
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        spilt = """
        return [...document.querySelectorAll("#runs .lane, #runs .cell, #runs .text")].filter((e) => {
          const box = e.getBoundingClientRect(), run = e.closest(".run").getBoundingClientRect();
          return box.width && (box.left < run.left - 1 || box.right > run.right + 1);
        }).map((e) => e.textContent);
        """
        assert browser.execute_script(spilt) == []
        press(browser, Keys.ARROW_RIGHT)


def test_side_by_side_one_loses_and_the_other_does_not(browser: webdriver.Chrome, tmp_path: Path) -> None:
    run = counterexample(*FAMOUS)
    other = same_events(run, impl.protocol("kafka/0.11"))
    open_page(browser, page.page([explain(run), other]), tmp_path)
    press(browser, Keys.END)
    verdicts = [e.text for e in browser.find_elements(By.CSS_SELECTOR, "#runs .verdict")]
    assert verdicts == ["loses m0", "loses nothing"]
    titles = [e.text for e in browser.find_elements(By.CSS_SELECTOR, "#runs h2")]
    assert titles == ["kafka/0.10.2", "kafka/0.11"]
    assert browser.find_element(By.ID, "whose").text == "The run of kafka/0.10.2"
    assert shown_logs(browser, 0) == [[{"id": 0, "epoch": 0}], []]
    assert shown_logs(browser, 1) == [[{"id": 0, "epoch": 0}], [{"id": 0, "epoch": 0}]]


@pytest.mark.parametrize("width", WIDTHS)
def test_without_scripts_the_page_tells_every_step_and_the_state_after_it(
    browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    run = counterexample(*FAMOUS)
    told = [explain(run), same_events(run, impl.protocol("kafka/0.11"))]
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        open_page(browser, page.page(told, "lost.json"), tmp_path, width)
        sections = browser.find_elements(By.CSS_SELECTOR, "noscript section.run")
        for section, explanation in zip(sections, told, strict=True):
            rows = section.find_elements(By.CSS_SELECTOR, "tbody tr")
            for row, step in zip(rows, explanation.steps, strict=True):
                assert row.text.startswith(f"{step.number}. ")
                said = [
                    step.sentence,
                    *step.facts,
                    *(f"LEO {len(lane.cells or ())}" for lane in step.picture.rows),
                ]
                assert [words for words in said if words not in row.text] == []
            assert max(row.rect["x"] + row.rect["width"] for row in rows) <= width
        assert "11: cut from broker 1" in sections[0].text
        assert not browser.find_element(By.ID, "controls").is_displayed()
        assert "The current leader, once it leads" in browser.find_element(By.ID, "promise").text
        assert "tidemark replay lost.json" in browser.find_element(By.ID, "again").text
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(browser: webdriver.Chrome, scheme: str, tmp_path: Path) -> None:
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    open_page(browser, page.page([explain(counterexample(*FALLBACK))]), tmp_path)
    for _ in range(10):
        press(browser, Keys.ARROW_RIGHT)
    colors = """
    const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    if (c !== "rgba(0, 0, 0, 0)") return c; } return "rgb(255, 255, 255)"; }; return ["h1", "#promise",
    ".cell", ".role", ".now", ".lane p", "#steps button", "#life h2", "#legend"].map((s) => { const e =
    document.querySelector(s); return [s, getComputedStyle(e).color, ground(e)]; });
    """
    for name, ink, ground in browser.execute_script(colors):
        assert contrast(ink, ground) >= 4.5, (name, ink, ground)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_print_shows_every_step(browser: webdriver.Chrome, tmp_path: Path) -> None:
    run = counterexample(*FAMOUS)
    open_page(browser, page.page([explain(run)]), tmp_path)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    articles = browser.find_elements(By.CSS_SELECTOR, "#print .run")
    assert [article.is_displayed() for article in articles] == [True] * run.length
    assert not browser.find_element(By.ID, "controls").is_displayed()
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_text_of_a_trace_is_never_read_as_html() -> None:
    told = explain(counterexample(*FAMOUS))
    told.steps[0].facts.append("</script><b>")
    assert "</script><b>" not in page.page([told])


@pytest.fixture(scope="module")
def mermaid(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Mermaid itself, from npm."""
    npm = shutil.which("npm")
    if not npm:
        pytest.skip("npm is not installed, and Mermaid comes from there")
    folder = tmp_path_factory.mktemp("mermaid")
    packed = subprocess.run(
        [npm, "pack", "--silent", MERMAID], cwd=folder, check=True, capture_output=True, text=True
    )
    with tarfile.open(folder / packed.stdout.split()[-1]) as archive:
        member = archive.extractfile("package/dist/mermaid.min.js")
        assert member
        return member.read().decode()


def render(browser: webdriver.Chrome, mermaid: str, diagram: str, folder: Path) -> Any:
    if browser.current_url != (folder / "empty.html").as_uri():
        (folder / "mermaid.js").write_text(mermaid, encoding="utf-8")
        (folder / "empty.html").write_text(PLAIN, encoding="utf-8")
        browser.get((folder / "empty.html").as_uri())
        browser.execute_script("mermaid.initialize({startOnLoad: false})")
    script = """
    const done = arguments[arguments.length - 1];
    mermaid.render("drawn", arguments[0]).then((r) => done(r.svg), (e) => done("error: " + e.message));
    """
    return browser.execute_async_script(script, diagram)


@pytest.mark.parametrize("case", CASES)
def test_mermaid_renders_the_diagram(
    browser: webdriver.Chrome, mermaid: str, case: str, tmp_path: Path
) -> None:
    told = explain(counterexample(*CASES[case]))
    diagram = markdown.mermaid(told).removeprefix("```mermaid\n").removesuffix("\n```")
    drawn = render(browser, mermaid, diagram, tmp_path)
    assert drawn.startswith("<svg")
    for step in told.steps:
        for arrow in step.arrows:
            assert f"{step.number}. {arrow.text}" in drawn
    assert render(browser, mermaid, diagram + "\n    end end", tmp_path).startswith("error: ")
