"""Fairness: which conditions on the instances of a machine a declaration is, and how it is written."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from tidemark.spec import Domain, Int, Machine, ModelError, Number, Record, action, fair, strongly_fair
from tidemark.spec.machines.fairness import (
    Fairness,
    among,
    conditions,
    fairness_option,
    parse_fairness,
    require_fair,
)

Row, Column = Annotated[Number, Domain("row")], Annotated[Number, Domain("column")]


class Board(Record):
    on: Number


@action
def mark(b: Board, row: Row, column: Column) -> Board:
    return b.but(on=row + column)


@action
def clear(b: Board, row: Row) -> Board:
    return b.but(on=row)


def machine(*fairness: Fairness) -> Machine:
    type = Board.of(on=Int(0, 2))
    domains = {"row": Int(0, 1), "column": Int(0, 1)}
    return Machine("board", {}, type, type.default, [mark, clear], [], domains, fairness=fairness)


def named(*fairness: Fairness) -> dict[str, int]:
    built = machine()
    return {str(c): len(c.instances) for c in conditions(fairness, built.instances)}


def test_each_instance_is_fair_by_itself() -> None:
    assert named(fair(clear)) == {
        "weak fairness of clear(row=0)": 1,
        "weak fairness of clear(row=1)": 1,
    }
    assert len(named(strongly_fair(mark))) == 4


def test_some_instance_is_fair_for_each_choice_of_the_parameters_that_are_named() -> None:
    assert named(fair(mark, each="row")) == {
        "weak fairness of mark(row=0)": 2,
        "weak fairness of mark(row=1)": 2,
    }
    assert named(strongly_fair(mark, each=("column", "row")))["strong fairness of mark(column=1, row=0)"] == 1
    assert named(fair(mark, clear, each="row")) == {
        "weak fairness of mark or clear(row=0)": 3,
        "weak fairness of mark or clear(row=1)": 3,
    }


def test_some_instance_of_any_of_the_actions_is_fair() -> None:
    assert named(fair(mark, clear, each=False)) == {"weak fairness of mark or clear": 6}
    assert named(fair(clear, each=False), strongly_fair(clear, each=False)) == {
        "weak fairness of clear": 2,
        "strong fairness of clear": 2,
    }


@pytest.mark.parametrize(
    ("fairness", "text", "option"),
    [
        (fair(clear), "fair(clear)", "--fair clear"),
        (strongly_fair("clear"), "strongly_fair(clear)", "--strongly-fair clear"),
        (fair(clear, each=False), "fair(clear, each=False)", "--fair clear/some"),
        (fair(mark, each=["row"]), "fair(mark, each='row')", "--fair mark/row"),
        (
            strongly_fair(mark, each=("row", "column")),
            "strongly_fair(mark, each='row column')",
            "--strongly-fair mark/row,column",
        ),
        (fair(mark, clear, each=False), "fair(mark, clear, each=False)", ""),
    ],
)
def test_fairness_is_written_and_read_again(fairness: Fairness, text: str, option: str) -> None:
    assert str(fairness) == text
    assert Fairness.from_json(fairness.as_json()) == fairness
    assert fairness_option(fairness) == option
    if option:
        assert parse_fairness(option.split()[1], strong=option.startswith("--strongly")) == fairness


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"actions": ["a"], "strong": True},
        {"actions": "a", "strong": True, "each": None},
        {"actions": [1], "strong": True, "each": None},
        {"actions": ["a"], "strong": 1, "each": None},
        {"actions": ["a"], "strong": False, "each": [1]},
        {"actions": ["a"], "strong": False, "each": None, "more": 1},
    ],
)
def test_other_data_is_no_fairness(data: Any) -> None:
    with pytest.raises(ValueError, match="fairness is"):
        Fairness.from_json(data)


@pytest.mark.parametrize(
    ("declare", "complaint"),
    [
        (lambda: fair(), r"fair\(\): name one action or more"),
        (lambda: strongly_fair(len), r"strongly_fair\(len\): name one action"),
        (lambda: fair(clear, 1), r"name one action or more"),
        (lambda: fair(clear, each=3), "each is True, False, or names of parameters"),
        (lambda: fair(clear, each=[3]), "each is True, False, or names of parameters"),
    ],
)
def test_what_names_no_action_or_parameter_is_refused(declare: Any, complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        declare()


@pytest.mark.parametrize(
    ("fairness", "complaint"),
    [
        (fair(clear), "the fairness of board is a list"),
        ("clear", "the fairness of board is a list"),
        (None, "the fairness of board is a list"),
        ([clear], "clear, in the fairness of board, is none: write fair"),
        (["clear"], "'clear', in the fairness of board, is none"),
        ([fair("cleer")], "board has no action cleer"),
        ([fair(clear, each="column")], "clear has no parameter column; it has row"),
        ([fair(mark, clear, each="column")], "clear has no parameter column; it has row"),
    ],
)
def test_fairness_of_what_a_machine_does_not_have_is_refused(fairness: Any, complaint: str) -> None:
    actions = {"mark": mark, "clear": clear}
    with pytest.raises(ModelError, match=complaint):
        require_fair(fairness, "board", actions, machine().domains)


def test_fairness_of_what_a_machine_has_is_taken() -> None:
    every = [fair(mark), strongly_fair(clear, each="row"), fair(mark, clear, each=False)]
    assert len(machine(*every).fairness) == 3


def test_the_fairness_of_some_actions_is_that_of_them_alone() -> None:
    both = strongly_fair(mark, clear, each="row")
    assert among([both, fair(clear)], {"mark"}) == [Fairness(("mark",), True, ("row",))]
    assert among([both], {"mark", "clear"}) == [both]
    assert among([both], ()) == []
