"""Ordinary Python and symbolic values: each program is refused with its line, or means the same traced as run."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.agreement import agree
from tests.support.locks import LOCK
from tests.support.protocols import ONE_OF_EACH_FAMILY
from tests.support.refused_programs import (
    ALLOWED,
    BODIES,
    CHANGING,
    ELSEWHERE,
    IMPURE,
    MACHINE,
    NEIGHBOUR,
    NEIGHBOURS,
    PRELUDE,
    PROMISE,
    TOOLS,
)
from tidemark import impl
from tidemark.base import authors
from tidemark.checker import api, engines
from tidemark.checker.engines.liveness.questions import questions
from tidemark.checker.user_files import machines
from tidemark.checker.validation.conditions import Conditions
from tidemark.checker.validation.product import Product
from tidemark.spec import Machine, ModelError, none


def written(folder: Path, body: str, *parts: str) -> Path:
    """A user's file whose promise has this body."""
    (folder / "neighbour.py").write_text(NEIGHBOUR)
    file = folder / "mine.py"
    own = MACHINE.replace("ACTIONS", "advance, turn").replace("PROMISES", "mine")
    file.write_text(PRELUDE + "".join(parts) + PROMISE + f"    {body}\n" + own)
    return file


def line_of(file: Path) -> str:
    """The line that is to be refused."""
    lines = file.read_text().splitlines()
    return f"{file.name}:{next(n for n, line in enumerate(lines, 1) if line.endswith('# here'))}:"


def built(file: Path) -> Machine:
    return machines.protocol(str(file)).machine()


def refusal(search: Callable[[], Any]) -> str:
    with pytest.raises(ModelError) as caught:
        search()
    return str(caught.value)


@pytest.mark.parametrize("name", BODIES)
def test_what_would_mean_something_else_is_refused_with_its_line(name: str, tmp_path: Path) -> None:
    file = written(tmp_path, BODIES[name], TOOLS)
    for engine in ("native", "reference"):
        assert line_of(file) in refusal(lambda engine=engine: engines.search(engine, built(file)))


@pytest.mark.parametrize("name", ALLOWED)
def test_python_on_plain_values_stays_allowed_and_means_the_same(name: str, tmp_path: Path) -> None:
    agree(built(written(tmp_path, ALLOWED[name], TOOLS)), engines=("native",))


@pytest.mark.parametrize("name", IMPURE)
def test_what_changes_something_is_refused(name: str, tmp_path: Path) -> None:
    file = written(tmp_path, IMPURE[name], CHANGING)
    said = refusal(lambda: engines.search("native", built(file)))
    assert "the promise mine changes" in said or "gives two answers" in said


@pytest.mark.parametrize("name", ELSEWHERE)
def test_it_is_refused_wherever_a_model_has_functions(name: str, tmp_path: Path) -> None:
    program = ELSEWHERE[name]
    is_action = "@action" in program
    own = MACHINE.replace("ACTIONS", "advance, close" if is_action else "advance, turn")
    own = own.replace("PROMISES", "" if is_action else "close")
    if "initial" in program:
        own = own.replace("state, state.default", "other, initial")
    file = tmp_path / "mine.py"
    file.write_text(PRELUDE + program + own)
    for engine in ("native", "reference"):
        assert line_of(file) in refusal(lambda engine=engine: engines.search(engine, built(file)))


def test_it_is_refused_in_another_module(tmp_path: Path) -> None:
    file = written(tmp_path, "return True")
    file.write_text(PRELUDE + NEIGHBOURS + MACHINE.replace("ACTIONS", "turn").replace("PROMISES", "mine"))
    assert line_of(tmp_path / "neighbour.py") in refusal(lambda: built(file).symbolic)


def test_a_machine_of_a_program_is_refused_as_one_of_a_file_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, "return s.owner is not none  # here")
    monkeypatch.syspath_prepend(str(tmp_path))
    machine: Machine = importlib.import_module(file.stem).machine
    for engine in ("native", "reference"):
        assert line_of(file) in refusal(lambda engine=engine: api.check(machine, engine=engine))


def test_code_without_a_source_is_refused(tmp_path: Path) -> None:
    file = written(
        tmp_path, "names = {}\n    exec('def f(x): return x is y', names)\n    return names['f'](s.count)"
    )
    assert "is not at hand" in refusal(lambda: built(file).symbolic)


def test_a_condition_of_a_log_that_would_mean_something_else_is_evaluated_plainly() -> None:
    product = Product(LOCK)
    conditions = Conditions(product)
    assert conditions.of_state(lambda s: s.holder == none) is not None
    for condition in (
        lambda s: s.holder is none,
        lambda s: s.holder in {none},
        lambda s: isinstance(s.holder, int),
    ):
        assert conditions.of_state(condition) is None


@pytest.mark.parametrize("name", ONE_OF_EACH_FAMILY)
def test_tidemarks_own_protocols_are_traced_as_if_a_user_had_written_them(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_traceable_as_a_users(name, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(impl.protocols()) - set(ONE_OF_EACH_FAMILY)))
def test_all_of_tidemarks_own_protocols_are(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    require_traceable_as_a_users(name, monkeypatch)


def require_traceable_as_a_users(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authors, "SHIPPED", (*authors.LANGUAGE, *authors.CHECKER))
    machine = impl.protocol(name).machine()
    machine.require_traceable()
    assert questions(machine) or not machine.temporal
