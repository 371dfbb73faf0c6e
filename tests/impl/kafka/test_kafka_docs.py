"""The pages about Kafka's protocol name what is there, leave no action out, and give the figures that are pinned."""

import importlib
import re
import runpy
from pathlib import Path

import pytest

from tests.support.pages import missing
from tidemark import impl
from tidemark.checker.evidence.pins import pins
from tidemark.impl.kafka import claimed, family
from tidemark.impl.kafka.controller import ELECTIONS
from tidemark.impl.kafka.releases import PROTOCOLS
from tidemark.impl.lessons import LESSONS
from tidemark.spec import Lesson, Protocol

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "replication.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
MODULES = [
    "alter_partition",
    "clients",
    "controller",
    "epoch_cache",
    "faults",
    "fencing",
    "fetching",
    "isr",
    "leadership",
    "truncation",
]
EVERYTHING = {
    "zombies": 1,
    "power-losses": 1,
    "disk-losses": 1,
    "message-losses": 1,
    "shutdowns": 1,
    "departures": 1,
    "reorders": 1,
    "old-fetches": 1,
    "late-answers": 1,
    "checkpoint": "lazy",
    "epoch-cache": "lazy",
}
TOOL = runpy.run_path(str(ROOT / "tools" / "verdict-tables"))


def rows(first: str) -> list[list[str]]:
    """The rows of the tables whose first column has this title."""
    tables = re.findall(rf"^\| {re.escape(first)} \|.*\n\|[-|:]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [
        [cell.strip() for cell in line.split("|")[1:-1]] for table in tables for line in table.splitlines()
    ]


@pytest.mark.parametrize("module", MODULES)
def test_what_the_page_names_is_there(module: str) -> None:
    names = re.findall(rf"`{module}\.(\w+)`", PAGE)
    assert names
    assert [
        n for n in names if not hasattr(importlib.import_module(f"tidemark.impl.kafka.{module}"), n)
    ] == []


def test_the_page_names_every_action() -> None:
    actions = [
        a
        for acks in ("0", "1", "all")
        for p in (*PROTOCOLS, *claimed.PROTOCOLS)
        for a in p.machine({**EVERYTHING, "acks": acks}, traced=False).actions
    ]
    functions = {a.function.__name__ for a in [*actions, *ELECTIONS["any"]]}
    assert sorted(name for name in functions if not re.search(rf"\b{name}\b", PAGE)) == []


def test_the_page_names_every_option_that_it_speaks_of() -> None:
    bounds = {b.name for b in family.FAMILY.bounds}
    assert set(re.findall(r"`--([a-z-]+)", PAGE)) <= bounds | {"with", "symmetry"}


def releases_of(first: str) -> list[Protocol]:
    """The releases in the head of the table whose first column has this title."""
    head = re.search(rf"^\| {first} \|(.*)\|$", PAGE, re.MULTILINE)
    assert head
    return [impl.protocol(f"kafka/{name.strip()}") for name in head[1].split("|")]


def test_the_page_has_every_release_and_every_rule() -> None:
    assert [row[0].split("`")[1] for row in rows("rule")] == list(family.RULES)
    older, later = releases_of("rule"), releases_of("changed rule")
    assert [*older, *later[1:]] == list(PROTOCOLS)
    assert older[-1] == later[0]
    changed = [rule for rule in family.RULES if len({release.rules[rule].summary for release in later}) > 1]
    assert [row[0].split("`")[1] for row in rows("changed rule")] == changed


@pytest.mark.parametrize("table", ["rule", "changed rule"])
def test_a_rule_stands_anew_in_the_table_exactly_where_a_release_changes_it(table: str) -> None:
    releases = releases_of(table)
    for name, *cells in rows(table):
        summaries = [release.rules[name.split("`")[1]].summary for release in releases]
        for k in range(1, len(cells)):
            same = summaries[k] == summaries[k - 1]
            assert same == (cells[k] == "same"), f"{name} in {releases[k].name}"


@pytest.mark.parametrize("row", rows("protocol and options"), ids=lambda row: f"{row[0]} {row[1]}")
def test_every_verdict_in_the_tables_is_pinned(row: list[str]) -> None:
    machine, promise = row[0].strip("`"), row[1].strip("`")
    protocol, *words = machine.split()
    options = dict(zip(words[::2], words[1::2], strict=True))
    exchanged = dict([options.pop("--with").split("=")]) if "--with" in options else {}
    compared = 0
    for order, said in zip(("assigned", "any"), row[2:4], strict=True):
        if said == "–":
            continue
        bounds = {name.removeprefix("--"): value for name, value in options.items()}
        bounds = {"consumers": "no", "election-order": order, **bounds}
        machine_bounds = impl.protocol(protocol).machine(_typed(bounds), traced=False).bounds
        pinned = [
            pin.violated.get(promise, "never" if promise in pin.holds else None)
            for pin in pins()
            if (pin.protocol, dict(pin.exchanged)) == (protocol, exchanged)
            and impl.protocol(protocol).machine(pin.bounds, traced=False).bounds == machine_bounds
        ]
        assert said in [str(length) for length in pinned], f"{order}: {said}, pinned {pinned}"
        compared += 1
    assert compared


def _typed(bounds: dict[str, str]) -> dict[str, int | str]:
    texts = {b.name for b in family.FAMILY.bounds if b.choices}
    return {name: value if name in texts else int(value) for name, value in bounds.items()}


PAGES = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_tables_of_a_page_are_what_the_tool_writes(page: Path) -> None:
    assert TOOL["rewritten"](PAGES[page], TOOL["SLOW"]) == PAGES[page], "run tools/verdict-tables"


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(f"<!-- {kind} " in PAGES[page] for kind in TOOL["SLOW"])]
)
def test_the_tables_that_take_minutes_are_what_the_tool_writes(page: Path) -> None:
    assert TOOL["rewritten"](PAGES[page]) == PAGES[page], "run tools/verdict-tables"


def test_every_pin_is_in_the_table_of_one_page() -> None:
    shown = [
        name
        for page in PAGES.values()
        for name in re.findall(r"^\| `tidemark verify (\S+:\d+)` \|", page, re.M)
    ]
    assert sorted(shown) == sorted(pin.name for pin in pins())


def test_the_map_of_all_parts_is_short_and_has_every_subject() -> None:
    page = PAGES[ROOT / "docs" / "kafka.md"]
    assert len(page.splitlines()) <= 30
    assert [name for name in impl.SUBJECTS if f"`{name}/" not in page] == []


def test_every_release_has_its_section_with_its_rules_and_verdicts() -> None:
    page = PAGES[ROOT / "docs" / "releases.md"]
    releases = [release.name.partition("/")[2] for release in PROTOCOLS]
    assert re.findall(r"^\| \[[\d.]+\]\(#([\d.]+)\)", page, re.MULTILINE) == releases
    assert re.findall(r'^## <a id="([\d.]+)"></a>', page, re.MULTILINE) == releases
    assert re.findall(r"^<!-- rules ([\d.]+)(?: [\d.]+)? -->", page, re.MULTILINE) == releases
    assert re.findall(r"^<!-- verdicts kafka/([\d.]+) -->", page, re.MULTILINE) == releases


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert missing(page) == []


@pytest.mark.parametrize(
    "lesson", [one for one in LESSONS if one.protocol.startswith("kafka/")], ids=lambda one: one.title
)
def test_a_lesson_is_of_one_counterexample_that_is_pinned(lesson: Lesson) -> None:
    machines = [
        pin.machine(traced=False) for pin in pins() if lesson.promise in pin.violated and not pin.large
    ]
    matching = [
        m for m in machines if m.name == lesson.protocol and lesson.bounds.items() <= m.bounds.items()
    ]
    assert len(matching) == 1
