"""The page of an audit, in a real Chromium without a network: nothing is clipped, broken or unexplained."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium drives the browser, and is not installed")

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.support.browsers import WIDTHS, contrast, is_own, open_page, requests
from tests.support.damages import (
    Brokers,
    a_deletion_was_interrupted,
    a_record_differs,
    two_brokers_lost_the_last_batch,
)
from tests.support.logs import unpack
from tidemark.checker import cli
from tidemark.checker.audits import page
from tidemark.checker.audits.dataset import Writer
from tidemark.checker.audits.summary import DRAWN, Summary, summarize
from tidemark.real.log_auditor.auditor import AUDITOR
from tidemark.real.storage import directories
from tidemark.spec.families.audits import (
    GRAVITIES,
    AuditFinding,
    CopyCell,
    Drawing,
    GroupFindings,
    Standing,
    Strip,
)

pytestmark = pytest.mark.xdist_group("chromium")

HOSTILE = (
    "</title><script>document.title = 'run'</script><img src=x onerror=alert(1)>{{others}}\"'&" + "x" * 120
)
FAR = 10**12
"""Offsets that take room."""

SHOWN = """
const boxes = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  if (!node.data.trim()) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  for (const box of range.getClientRects())
    if (box.width) boxes.push({text: node.data, node, ...box.toJSON()});
}
"""
OVERLAPPING = (
    SHOWN
    + """
const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4;
return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => over(a, b)).map((b) => [a.text, b.text]));
"""
)
CLIPPED = (
    SHOWN
    + """
const beside = (box, outer) => box.left >= outer.left - 1 && box.right <= outer.right + 1;
const within = (box, outer) => beside(box, outer) && box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
const blocks = ".cell, .flag, .name, td, th, h1, h2, li, p, figcaption, .legend > span";
return boxes.filter((box) => {
  const element = box.node.parentElement;
  const [owner, scrolled] = [element.closest(blocks) || element, element.closest(".whole")];
  if (!within(box, owner.getBoundingClientRect())) return true;
  if (!scrolled) return !beside(box, {left: 0, right: innerWidth});
  const left = scrolled.getBoundingClientRect().left - scrolled.scrollLeft;
  return !beside(box, {left, right: left + scrolled.scrollWidth});
}).map((box) => box.text);
"""
)
BROKEN = """
const broken = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  for (const word of node.data.matchAll(/[\\w.]+/g)) {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const tops = new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top)));
    if (tops.size > 1) broken.push(word[0]);
  }
}
return broken;
"""
UNEXPLAINED = """
const style = (e) => getComputedStyle(e);
const bordered = (e) => style(e).borderTopWidth === "2px";
return [...document.querySelectorAll("figure")].flatMap((figure) => {
  const signs = [...figure.querySelectorAll(".legend > span")].filter((sign) => sign.textContent.trim());
  const explained = (looks) => signs.some((sign) => [...sign.children].some((e) => looks(e, sign.textContent)));
  const colored = (cell) => explained((e, text) =>
    text === cell.querySelector("small").textContent && style(e).backgroundColor === style(cell).backgroundColor);
  const marked = (cell) => explained((e) => bordered(e) && style(e).borderTopColor === style(cell).borderTopColor);
  const lined = (flag) => explained((e, text) => text.includes("HW") && style(e).backgroundColor === style(flag).color);
  const cells = [...figure.querySelectorAll(".cell")];
  return [
    ...cells.filter((cell) => !colored(cell) || (bordered(cell) && !marked(cell))),
    ...[...figure.querySelectorAll(".flag:not(.swatch)")].filter((flag) => !lined(flag)),
  ].map((e) => e.textContent);
});
"""


def damaged(folder: Path) -> str:
    """The page of directories in which records differ and are missing, and of one that was not shut down."""
    brokers = Brokers(list(unpack("2.8.2", folder)))
    a_record_differs(brokers)
    two_brokers_lost_the_last_batch(brokers)
    a_deletion_was_interrupted(brokers)
    (brokers.second / directories.CLEAN).unlink()
    words = ["audit", *map(str, brokers.paths), "--html", str(folder / "page.html")]
    assert cli.main(words) == 1
    return (folder / "page.html").read_text(encoding="utf-8")


def strip(name: str, shift: int = 0, overlap: bool = False) -> Strip:
    """Eight batches, each in an epoch of its own; the high watermark is inside one of them."""
    cells = [
        CopyCell(FAR + 10 * k + shift, FAR + 10 * k + 9 + shift, f"epoch {k + shift}", k + shift, k == 3)
        for k in range(8)
    ]
    more = [CopyCell(FAR + 35, FAR + 44, "no epoch", -1, True)] if overlap else []
    return Strip(name, (*cells, *more), (FAR + 33, f"HW {FAR + 33}"))


def hostile(_: Path) -> str:
    """The page of an audit whose names are HTML, whose offsets are long, and whose batches lie over one another."""
    strips = (
        strip(HOSTILE),
        strip("broker 1", overlap=True),
        strip("broker 2", 3),
        Strip("broker 3", (), (5, "HW 5")),
    )
    held = dict.fromkeys(
        ("replica", "start", "end", "HW", "epoch", "ISR", "ELR", "may lead without loss"), str(FAR)
    )
    found = Summary(AUDITOR, [HOSTILE, "broker-1"], 1.0, 1, 2, 3)
    found.findings = [
        AuditFinding("copies-disagree", HOSTILE, HOSTILE, f"{25:020d}.timeindex", 25, HOSTILE),
        AuditFinding("changed", "plain-0", "broker-1", f"{25:020d}.log", None, "it grew while it was read"),
    ]
    found.counts.update(one.kind for one in found.findings)
    found.standings = [Standing(HOSTILE, one.name, held | {"replica": one.name}, {}) for one in strips]
    found.standings += [Standing("plain-0", "broker-1", held, {})]
    found.drawings = [Drawing(HOSTILE, HOSTILE, strips, "it differs", "HW: what was committed")]
    found.unread = [(HOSTILE, HOSTILE)]
    found.notes = [HOSTILE]
    return page.page(found)


PAGES: dict[str, Callable[[Path], str]] = {"damaged": damaged, "hostile": hostile}


@pytest.fixture(scope="module", params=PAGES)
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return PAGES[request.param](tmp_path_factory.mktemp("audited"))


@pytest.mark.parametrize("width", WIDTHS)
def test_no_text_is_clipped_or_lies_over_another_one(
    browser: Chrome, written: str, width: int, tmp_path: Path
) -> None:
    open_page(browser, written, tmp_path, width)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert browser.execute_script(OVERLAPPING) == []
    assert browser.execute_script(CLIPPED) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_no_word_is_broken_inside(browser: Chrome, written: str, width: int, tmp_path: Path) -> None:
    open_page(browser, written, tmp_path, width)
    assert browser.execute_script(BROKEN) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_the_legend_explains_each_color_border_and_line(
    browser: Chrome, written: str, width: int, tmp_path: Path
) -> None:
    open_page(browser, written, tmp_path, width)
    assert browser.find_elements(By.CSS_SELECTOR, "figure .cell.differs")
    assert browser.find_elements(By.CSS_SELECTOR, "figure .flag")
    assert browser.execute_script(UNEXPLAINED) == []


def test_names_are_text_and_the_page_loads_nothing_and_reports_no_error(
    browser: Chrome, written: str, tmp_path: Path
) -> None:
    open_page(browser, written, tmp_path)
    assert browser.get_log("browser") == []
    asked = requests(browser)
    assert asked
    assert all(map(is_own, asked)), asked
    assert browser.title.startswith("Audit: Two replicas hold different records")
    assert browser.find_elements(By.CSS_SELECTOR, "script, img") == []
    text = "".join(browser.find_element(By.TAG_NAME, "body").text.split())
    assert ("".join(HOSTILE.split()) in text) == ("x" * 120 in text)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(
    browser: Chrome, written: str, scheme: str, tmp_path: Path
) -> None:
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    open_page(browser, written, tmp_path)
    colors = (
        SHOWN
        + """
    const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    if (c !== "rgba(0, 0, 0, 0)") return c; } return "rgb(255, 255, 255)"; };
    return boxes.map((b) => [b.text, getComputedStyle(b.node.parentElement).color, ground(b.node.parentElement)]);
    """
    )
    read = browser.execute_script(colors)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    for name, ink, ground in read:
        assert contrast(ink, ground) >= 4.5, (name, ink, ground)


def test_findings_stand_by_gravity_and_replicas_beside_their_picture(browser: Chrome, tmp_path: Path) -> None:
    open_page(browser, damaged(tmp_path), tmp_path)
    titles = [one.text for one in browser.find_elements(By.CSS_SELECTOR, "main h2")]
    first = ["Acknowledged offsets that are lost", "What to do"]
    assert titles == [*first, "partition plain-0", *GRAVITIES, "The copies that are not drawn"]
    copies = browser.find_elements(By.CSS_SELECTOR, ".beside .holds tbody tr")
    assert [one.text for one in copies] == [
        "broker 0 0 86 88 2 – – not known: would cut 2 records, or was copied before",
        "broker 1 0 86 88 2 – – not known: would cut 2 records, or was copied before",
        "broker 2 0 88 88 2 – – not known: copies-disagree",
    ]
    figure, table = (
        browser.find_element(By.CSS_SELECTOR, f".beside {one}").rect for one in ("figure", ".holds")
    )
    assert figure["x"] + figure["width"] <= table["x"]
    others = browser.find_elements(By.CSS_SELECTOR, ".run:last-child .holds tbody tr")
    assert len(others) == 15


def test_where_nothing_is_wrong_that_is_said_first(browser: Chrome, tmp_path: Path) -> None:
    paths = unpack("2.8.2", tmp_path)
    assert cli.main(["audit", *map(str, paths), "--html", str(tmp_path / "page.html")]) == 0
    open_page(browser, (tmp_path / "page.html").read_text(encoding="utf-8"), tmp_path)
    assert browser.find_element(By.TAG_NAME, "h1").text == "Nothing is wrong"
    assert [one.text for one in browser.find_elements(By.TAG_NAME, "h2")] == ["What each copy holds"]
    assert len(browser.find_elements(By.CSS_SELECTOR, ".holds tbody tr")) == 18


def test_notes_what_was_not_read_and_what_changed_meanwhile_are_shown(
    browser: Chrome, tmp_path: Path
) -> None:
    open_page(browser, hostile(tmp_path), tmp_path)
    cards = {
        card.find_element(By.TAG_NAME, "h2").text: [
            one.text for one in card.find_elements(By.CSS_SELECTOR, "li, tbody tr")
        ]
        for card in browser.find_elements(By.CSS_SELECTOR, "main .run")
    }
    assert cards["Notes"] == [HOSTILE, f"not read: {HOSTILE}: {HOSTILE}"]
    assert cards[GRAVITIES[-1]][1].endswith("it grew while it was read")


def test_a_batch_that_is_not_drawn_is_not_missing(browser: Chrome, tmp_path: Path) -> None:
    """A replica that lacks a batch has room for another one in the picture: the others have that too."""
    brokers = Brokers(list(unpack("2.8.2", tmp_path)))
    brokers.rewrite(brokers.logs()[1], lambda all_: [*all_[:3], *all_[4:]])
    assert cli.main(["audit", *map(str, brokers.paths), "--html", str(tmp_path / "page.html")]) == 1
    open_page(browser, (tmp_path / "page.html").read_text(encoding="utf-8"), tmp_path)
    figure = browser.find_element(By.TAG_NAME, "figure")
    marked = [one.text.split()[0] for one in figure.find_elements(By.CSS_SELECTOR, ".cell.differs")]
    assert marked == ["30–32"] * 2


def test_the_gravest_partitions_are_drawn_and_what_is_left_out_is_counted(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "kept", "part-0", AUDITOR.columns)
    cell = (Strip("broker 0", (CopyCell(0, 1, "epoch 0", 0, True),)),)
    for number in range(DRAWN + 5):
        group = f"plain-{number:03d}"
        kind = "checksum" if number == DRAWN + 4 else "unreplicated"
        found = [AuditFinding(kind, group, "broker-0", "0.log", 0, "and 800 more", count=800)]
        writer.add(
            group, GroupFindings(findings=found, drawings=[Drawing(group, group, cell, "it differs", "")])
        )
    writer.flush()
    found = summarize(AUDITOR, [tmp_path], tmp_path / "kept", 1.0)
    assert [one.group for one in found.drawings][:2] == [f"plain-{DRAWN + 4:03d}", "plain-000"]
    assert len(found.drawings) == DRAWN
    assert found.count_rest(1) == 800 * (DRAWN + 4)
