"""Types within each other: a hundred work everywhere, and more are refused where they are made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tidemark.checker.api import check
from tidemark.checker.cli import main
from tidemark.spec import (
    Array,
    Int,
    Machine,
    ModelError,
    Network,
    Number,
    Record,
    Sequence,
    Truth,
    action,
    promise,
    require,
)
from tidemark.spec.types.leaves import MOST_NESTED


class Core(Record):
    """What is in the innermost record."""

    at: Number


class Shell(Record):
    """A record around another one."""

    inner: Any


def shells(count: int) -> Any:
    """As many records around one that has a number."""
    type_ = Core.of(at=Int(0, 3))
    for _ in range(count):
        type_ = Shell.of(inner=type_)
    return type_


def core(state: Any) -> Any:
    while isinstance(state, Shell):
        state = state.inner
    return state


@action
def count_on(state: Shell) -> Shell:
    """It counts on."""
    outer = [state]
    while isinstance(outer[-1].inner, Shell):
        outer.append(outer[-1].inner)
    inner = outer[-1].inner
    require(inner.at < 3, "it has not counted to three")
    inner = inner.but(at=inner.at + 1)
    for shell in reversed(outer):
        inner = shell.but(inner=inner)
    return inner


@promise
def below_three(state: Shell) -> Truth:
    """It stays below three."""
    return core(state).at < 3


@pytest.mark.parametrize("engine", ["native", "reference", "smt", "hypothesis"])
def test_as_many_as_there_may_be_are_searched(engine: str) -> None:
    state = shells(MOST_NESTED - 2)
    assert state.depth == MOST_NESTED
    machine = Machine("shells", {}, state, state.default, [count_on], [below_three])
    assert check(machine, engine=engine).promises["below-three"].text == "violated after 4 states"


@pytest.mark.parametrize(
    "wrap",
    [
        lambda inner: Shell.of(inner=inner),
        lambda inner: Array.of(Int(0, 1), inner),
        lambda inner: Sequence.of(inner, 2),
        lambda inner: Network.of(inner, 2),
    ],
    ids=["record", "array", "sequence", "network"],
)
def test_one_more_is_refused_whatever_it_is(wrap: Callable[[Any], Any]) -> None:
    with pytest.raises(ModelError, match=f"has {MOST_NESTED} types within each other"):
        wrap(shells(MOST_NESTED - 2))


FILE = """
from tests.spec.test_nested_types import Machine, below_three, count_on, shells

state = shells({count})
machine = Machine("shells", {{}}, state, state.default, [count_on], [below_three])
"""


def test_four_hundred_records_in_a_file_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for count, status in ((MOST_NESTED - 2, 1), (400, 2)):
        path = tmp_path / f"nested_{count}.py"
        path.write_text(FILE.format(count=count))
        assert main(["check", str(path), "--traces", str(tmp_path)]) == status
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "types within each other" in errors
