"""The site, without building it: its pages and menu, the links of all pages, the finder, and what its checker finds."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.pages import ROOT, anchors, links
from tidemark.checker.cli import main

BUILDER = ROOT / "tools" / "site"
MODULES = ("pages", "links", "runs", "chooser", "finder", "small", "own_machine")
RUN = PurePosixPath("counterexamples/kafka/0.10.2/acknowledged-survives-3.md")


@pytest.fixture(scope="module")
def site() -> Iterator[Any]:
    """The modules of the builder, which is a folder of scripts."""
    sys.path.insert(0, str(BUILDER))
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in MODULES})
    sys.path.remove(str(BUILDER))
    for name in MODULES:
        del sys.modules[name]


def test_every_link_of_every_page_leads_somewhere(site: Any) -> None:
    pages = [ROOT / page for page in site.pages.published()]
    assert len(pages) > 480
    named = {page.resolve(): anchors(page) for page in pages}
    wrong = []
    for page in pages:
        for link in links(page):
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page.resolve()
            if not target.exists() or (anchor and anchor not in named.get(target, ())):
                wrong.append(f"{page.relative_to(ROOT)}: {link}")
    assert wrong == []


def test_the_menu_has_every_page_but_stories_examples_and_indexes(site: Any) -> None:
    menu = (BUILDER / "menu.md").read_text(encoding="utf-8")
    named = {f"{page}.md" for page in re.findall(r"<(.+)>$", menu, re.MULTILINE)}
    deep = {str(page) for page in site.pages.published() if page.parts[2:] and page.parts[1] != "parts"}
    made = {"finder.md", "explorers.md", "own-machine.md", "docs/tidemark.ipynb.md"} | {
        f"{m.name}.md" for m in site.small.MACHINES
    }
    assert named - made == {str(page) for page in site.pages.published()} - deep - {"README.md"}


def test_a_link_to_a_page_stays_one_and_a_file_becomes_a_page(site: Any) -> None:
    files: set[PurePosixPath] = set()
    text = "[a](../README.md#start) [b](engines.md) [c](../impl/kafka/promises.py) [d](https://example.org/x.md)\n"
    text += "```python\nx[0](y)\n```\n![e](trace.png)\n"
    shown = site.pages.rewritten(PurePosixPath("docs/traces.md"), text, files)
    assert "(../index.md#start) [b](engines.md) [c](../impl/kafka/promises.py.md) [d](https://" in shown
    assert "x[0](y)" in shown
    assert files == {PurePosixPath("impl/kafka/promises.py"), PurePosixPath("docs/trace.png")}


def test_a_story_leads_to_the_page_of_its_run_and_its_diagram_is_drawn(site: Any) -> None:
    text = site.pages.rewritten(RUN, (ROOT / RUN).read_text(encoding="utf-8"), set())
    shown = site.pages.story(RUN, text)
    assert shown.splitlines()[2].startswith(
        '<a class="to-run" href="../../../runs/kafka/0.10.2/acknowledged-survives-3.html">'
    )
    assert '<pre class="mermaid">\nsequenceDiagram' in shown
    assert "B1-&gt;&gt;B0: 2. fetch from offset 0" in shown
    assert "```" not in shown


def test_the_cells_of_a_notebook_are_shown_in_their_order(site: Any) -> None:
    shown = site.pages.listing(PurePosixPath("docs/tidemark.ipynb"))
    assert shown.startswith("# ")
    assert shown.index("```python\n") < shown.index("check(")


def built(folder: Path, **pages: str) -> Path:
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text)
    return folder


def test_a_link_without_its_file_or_anchor_and_what_is_asked_for_elsewhere_are_found(
    site: Any, tmp_path: Path
) -> None:
    folder = built(
        tmp_path,
        one='<h1 id="top"></h1><a href="two.html#here">a</a><a href="two.html#gone">b</a><a href="#top">c</a>'
        '<a href="three.html">d</a><a href="https://example.org">e</a><img src="lost.png">'
        '<script src="https://example.org/x.js"></script><link rel="stylesheet" href="//example.org/x.css">'
        "<style>@import 'https://example.org/y.css'; p { background: url(https://example.org/z.png) }</style>",
        two='<a name="here"></a><link rel="canonical" href="https://example.org/">',
    )
    (folder / "styles.css").write_text('@font-face { src: url("https://example.org/font.woff2") }')
    assert sorted(site.links.problems(folder)) == [
        "one.html: asks for //example.org/x.css",
        "one.html: asks for https://example.org/x.js",
        "one.html: asks for https://example.org/y.css",
        "one.html: asks for https://example.org/z.png",
        "one.html: lost.png is not there",
        "one.html: three.html is not there",
        "one.html: two.html#gone has no such anchor",
        "styles.css: asks for https://example.org/font.woff2",
    ]


def test_a_site_whose_links_lead_somewhere_has_no_problem(site: Any, tmp_path: Path) -> None:
    folder = built(tmp_path, one='<p id="a"></p><a href="#a">a</a><a href="mailto:x@example.org">b</a>')
    assert site.links.problems(folder) == []


def test_the_finder_has_a_row_for_each_cell_and_a_command(site: Any) -> None:
    known = site.finder.answers()
    shown = site.finder.table(known)
    assert shown.count("<tr data-command=") == len(known)
    files = [answer.file for answer in known if answer.file]
    assert shown.count('<a class="lost"') == len(files) > 20
    assert len(set(files)) == len(files)
    (row,) = re.findall(
        r'<tr data-command="([^"]+)" data-says="">'
        r"<td>0\.10\.2, ZooKeeper</td><td>3</td><td>2</td><td>a machine loses power<",
        shown,
    )
    assert row.startswith("tidemark check kafka/0.10.2 --replicas 3 ")
    assert "--crashes 0 --power-losses 1" in row
    assert row.endswith(" --promise acknowledged-survives")


def test_cells_of_small_machines_have_the_verdicts_of_their_commands(
    site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for machine in site.small.MACHINES:
        whole = site.small.load(ROOT / machine.grid)
        some = [cell for n, cell in enumerate(whole.cells) if n % 9 == 4 and cell.bounds["replicas"] == 2]
        grid = replace(whole, cells=tuple(some))
        outcomes = site.small.search(grid)
        links = site.small.write_runs(machine, grid, outcomes, tmp_path)
        shown = site.small.text(machine, grid, outcomes, links)
        rows = re.findall(r'<tr data-command="([^"]+)" data-says="([^"]+)">(.*?)</tr>', shown)
        assert len(rows) == len(some) > 1
        for command, says, cells in rows:
            main([*command.split()[1:], "--engine", "reference", "--quiet"])
            told = capsys.readouterr().out.strip().replace("violated after", "broken after")
            assert told.splitlines() == re.findall(r"[\w-]+: [^.]+", says)
            for link in re.findall(r'href="([^"]+)"', cells):
                assert Path(link).stem in (tmp_path / link).read_text(encoding="utf-8")
        assert "broken after" in shown
        assert "holds" in shown


def test_a_machine_is_checked_in_the_browser_with_no_library(site: Any, tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    for name in site.own_machine.PYODIDE:
        (tmp_path / "package" / name).touch()
    site.own_machine.write(tmp_path, tmp_path / "extra", tmp_path / "package")
    example = unescape((tmp_path / "own-machine.md").read_text()).partition('"a machine">')[2]
    (tmp_path / "text").write_text(example.partition("</textarea>")[0])
    code = (
        "import without_unix, in_browser as b; print(*b.check(open('text').read())); print(*b.check('x = 1'))"
    )
    archive = tmp_path / "extra" / "pyodide" / "tidemark.zip"
    unpacked = tmp_path / "unpacked"
    shutil.unpack_archive(archive, unpacked)
    # Without `site` no library that is installed can be imported.
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        cwd=tmp_path, env={"PYTHONPATH": str(unpacked)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("lock: 7 states\n  one-believer: holds\nlock-broken: 16 states\n")
    assert "one-believer: violated after 4 states <!doctype html>" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("mine.py: ")
