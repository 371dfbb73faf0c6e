"""The code of docs/language.md and of the notebook runs, and an editor knows the types that it should."""

from __future__ import annotations

import ast
import json
import re
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mypy import api

from tests.support.blocks import ROOT, blocks, keep_source, run, run_source
from tidemark import Result
from tidemark.checker.user_files.promises import load
from tidemark.spec import Machine, ModelError, Promise

LANGUAGE = "docs/language.md"


def rows(beginning: str, columns: int) -> list[tuple[str, str]]:
    """Code and the cell after it, of the tables whose first column has this title."""
    text = (ROOT / LANGUAGE).read_text(encoding="utf-8")
    found = []
    for table in re.findall(rf"^\| {beginning} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE):
        for line in table.splitlines():
            cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            assert len(cells) == columns, line
            found.append((cells[0].strip("`"), cells[1]))
    return found


@pytest.fixture(scope="module")
def language() -> dict[str, Any]:
    """What the page defines, with the names that its tables use."""
    defined = run(LANGUAGE)
    a, b, c = defined["client"].values()
    return {**defined, "lock": defined["first"], "a": a, "b": b, "c": c}


@pytest.mark.parametrize(("code", "value"), rows("write", 3))
def test_every_construct_has_the_value_that_the_page_gives(
    code: str, value: str, language: dict[str, Any]
) -> None:
    assert eval(code, language) == eval(value.strip("`"), language)


@pytest.mark.parametrize(("code", "value"), rows("write", 3))
def test_every_construct_has_a_symbolic_form(code: str, value: str, language: dict[str, Any]) -> None:
    machine: Machine = language["machine"]
    written = promise_of(f"({code}, True)[1]", language)
    assert replace(machine, promises=[written]).symbolic.promises


def promise_of(code: str, language: dict[str, Any]) -> Promise:
    names = dict(language)
    run_source(f"mine = lambda lock: {code}", f"docs/language.md {code}", names)
    return Promise("mine", names["mine"])


@pytest.mark.parametrize(("code", "said"), rows("not", 2))
def test_every_mistake_is_refused_as_the_page_says(code: str, said: str, language: dict[str, Any]) -> None:
    machine: Machine = language["machine"]
    with pytest.raises(ModelError) as caught:
        _ = replace(machine, promises=[promise_of(code, language)]).symbolic
    assert said.removesuffix("…") in str(caught.value)


def test_the_page_prints_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    defined = run(LANGUAGE)
    error, printed = re.sub(r"^\S+?:\d+: ", "", capsys.readouterr().out).split("\n", 1)
    text = (ROOT / LANGUAGE).read_text(encoding="utf-8")
    assert f"…: {error}\n" in text
    assert printed
    assert textwrap.indent(printed, "    ") in text
    with pytest.raises(AssertionError, match="mutual-exclusion is violated after 5 states"):
        defined["test_the_lock"]()


def test_the_promise_of_ten_lines_is_one(tmp_path: Path) -> None:
    (code,) = (block for block in blocks(LANGUAGE) if "def followers_do_not_outrun" in block)
    alone = "from tidemark import all_of, implies, promise\n" + code.partition("\n\nresult")[0]
    (tmp_path / "mine.py").write_text(alone)
    assert [promise.name for promise in load(tmp_path / "mine.py")] == ["followers-do-not-outrun"]


def test_the_page_has_every_name_of_the_language() -> None:
    from tidemark import spec

    text = (ROOT / LANGUAGE).read_text(encoding="utf-8")
    elsewhere = """
        Action Arrow BeforeAfter Cell Cost Disabled Event Fairness Fault HowLost Inconclusive Inquiry Lane Lesson Loss
        ModelError Note Origin Picture Promise Reference RefinementMap Refused Telling TemporalPromise TidemarkError
        Titles UsageError budget_type paid performs settings_of settings_type spent unspent
    """
    assert [n for n in spec.__all__ if not re.search(rf"\b{n}\b", text)] == elsewhere.split()


@pytest.mark.parametrize("link", re.findall(r"\]\(([\w.]+)\)", (ROOT / LANGUAGE).read_text(encoding="utf-8")))
def test_every_link_of_the_page_leads_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()


def test_an_editor_knows_the_types_of_the_readmes_machine(tmp_path: Path) -> None:
    asked = """
def asked(c: Counter) -> None:
    reveal_type(c.seen)
    reveal_type(c.seen.but(0, 1))
    reveal_type(c.but(seen=c.seen))
    reveal_type(machine.only("nobody-lags"))
"""
    (tmp_path / "counter.py").write_text(blocks("README.md")[0] + asked)
    said, _, _ = api.run(
        [str(tmp_path / "counter.py"), f"--cache-dir={tmp_path / 'cache'}", "--no-error-summary"]
    )
    revealed = re.findall(r'Revealed type is "([^"]*)"', said)
    assert [re.sub(r"[\w.]+\.(?=[A-Z])", "", type) for type in revealed] == [
        "Array[int]", "Array[int]", "Counter", "Machine"
    ], said  # fmt: skip
    assert "error" not in said


def shown(code: str, defined: dict[str, Any]) -> Any:
    """Run a cell of a notebook; what its last expression gives, as Jupyter has it."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    name = f"docs/tidemark.ipynb {hash(code)}"
    keep_source(name, code)
    exec(compile(tree, name, "exec", dont_inherit=True), defined)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "docs/tidemark.ipynb", "eval"), defined)


def test_the_notebook_runs_and_shows_its_results(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((ROOT / "docs" / "tidemark.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    defined: dict[str, Any] = {"__name__": "notebook"}
    results = [shown("".join(cell["source"]), defined) for cell in cells]
    holds, broken, same = [result._repr_html_() for result in results if isinstance(result, Result)]
    assert "holds" in holds
    assert "<iframe" not in holds
    for html in (broken, same):
        assert "violated after 7 states" in html
        assert "<iframe" in html
    assert capsys.readouterr().out.startswith(
        "atomic is violated after 7 states:\n\n1. the initial state\n2. "
    )
