"""Bounds: what values they take, under which names, and what a promise that holds assumes of them."""

from __future__ import annotations

from typing import Any

import pytest

from tidemark.spec import Bound, ModelError, UsageError
from tidemark.spec.families.bounds import Fault
from tidemark.spec.families.functions import choice_of, items, number, pairs
from tidemark.spec.families.setting import Setting

SIZE = Bound("replicas", 3, 1, 5, name="replicas")
CRASHES = Bound(
    "crashes", 1, 0, 20, role="budget", fault=Fault("a broker crashes", "{} brokers crash"), name="crashes"
)
POWER = Bound("", 0, 0, 2, role="budget", fault=Fault("power fails"), name="lost")
CHECKS = Bound(
    "whether writes are checked", "no", choices=("yes", "no"), role="setting",
    setting=Setting("check.writes", {"true": "yes", "false": "no"}), name="checks",
)  # fmt: skip


@pytest.mark.parametrize(
    ("fault", "count", "clause"),
    [
        (Fault("a broker crashes", "{} brokers crash"), 0, "no brokers crash"),
        (Fault("a broker crashes", "{} brokers crash"), 1, "a broker crashes"),
        (Fault("a broker crashes", "{} brokers crash"), 2, "two brokers crash"),
        (Fault("a broker crashes", "{} brokers crash"), 9, "nine brokers crash"),
        (Fault("a broker crashes", "{} brokers crash"), 10, "10 brokers crash"),
        (Fault("a broker crashes", "{} brokers crash", never="all brokers run"), 0, "all brokers run"),
        (Fault("a broker crashes", "{} brokers crash", never="all brokers run"), 2, "two brokers crash"),
        (Fault("a broker crashes"), 2, "a broker crashes, twice"),
        (Fault("a broker crashes"), 3, "a broker crashes, three times"),
    ],
)
def test_a_fault_is_said_as_often_as_it_happens(fault: Fault, count: int, clause: str) -> None:
    assert fault.describe(count) == clause


@pytest.mark.parametrize("value", [1, 3, 5])
def test_a_number_within_its_range_is_taken(value: int) -> None:
    assert SIZE.check(value) == value


@pytest.mark.parametrize("value", [0, 6, True, 3.0, "3", None])
def test_anything_but_a_number_within_its_range_is_refused(value: Any) -> None:
    with pytest.raises(UsageError, match=f"--replicas is {value}: it goes from 1 to 5"):
        SIZE.check(value)


def test_a_choice_is_one_of_those_that_are_named() -> None:
    assert CHECKS.check("yes") == "yes"
    with pytest.raises(UsageError, match="--checks is maybe: it is one of yes, no"):
        CHECKS.check("maybe")


def test_a_range_is_shown_by_its_ends_and_choices_by_their_names() -> None:
    assert (SIZE.range, CHECKS.range) == ("1..5", "yes | no")


def test_sizes_budgets_and_settings_are_told_apart() -> None:
    risky = Bound(
        "", "no", choices=("yes", "no"), role="setting", fault=Fault("x", choice="no"), name="checks"
    )
    named = Bound("", "a", choices=("a", "b"), name="mode")
    bounds = (SIZE, CRASHES, CHECKS, risky, named)
    assert [bound.is_size for bound in bounds] == [True, False, False, False, False]
    assert [bound.is_fault for bound in bounds] == [False, True, False, True, False]
    assert [bound.is_lowered for bound in bounds] == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("bound", "value", "assumed"),
    [
        (SIZE, 3, ""),
        (CHECKS, "no", ""),
        (CRASHES, 0, "no brokers crash"),
        (CRASHES, 1, "at most one broker crashes"),
        (CRASHES, 2, "at most two brokers crash"),
        (POWER, 1, "power fails at most once"),
        (Bound("", 0, 0, 2, role="budget", name="power-losses"), 0, "power losses: 0"),
        (Bound("", 0, 0, 2, role="budget", name="power-losses"), 2, "at most power losses: two"),
        (Bound("", 3, 1, 5, assumes="{} replicas are enough", name="replicas"), 3, "3 replicas are enough"),
        (
            Bound("", "no", choices=("yes", "no"), assumes={"no": "no checks"}, name="checks"),
            "no",
            "no checks",
        ),
        (Bound("", "no", choices=("yes", "no"), assumes={"no": "no checks"}, name="checks"), "yes", ""),
    ],
)
def test_a_promise_that_holds_assumes_what_a_bound_says(bound: Bound, value: Any, assumed: str) -> None:
    assert bound.assumption(value) == assumed


def test_a_bound_has_the_names_of_its_setting_too() -> None:
    assert SIZE.names == ("replicas",)
    assert CHECKS.names == ("checks", "check.writes", "check-writes")
    assert Bound("", "all", choices=("all",), setting=Setting("acks"), name="acks").names == ("acks",)


@pytest.mark.parametrize("spelling", ["check.writes", "check-writes"])
def test_a_value_of_the_setting_stands_for_one_of_the_bound(spelling: str) -> None:
    assert CHECKS.from_setting(spelling, "true") == "yes"
    assert CHECKS.from_setting(spelling, "false") == "no"
    with pytest.raises(UsageError, match=f"--{spelling} is yes: it is one of true, false"):
        CHECKS.from_setting(spelling, "yes")


def test_a_value_under_the_name_of_the_bound_stays_as_it_is() -> None:
    assert CHECKS.from_setting("checks", "yes") == "yes"
    assert CHECKS.from_setting("checks", "true") == "true"
    assert SIZE.from_setting("replicas", "4") == "4"
    plain = Bound("", 2, 1, 3, setting=Setting("write.quorum"), name="quorum")
    assert plain.from_setting("write.quorum", "3") == "3"
    shared = Bound("", "all", choices=("all", "one"), setting=Setting("acks", {"-1": "all"}), name="acks")
    assert [shared.from_setting("acks", value) for value in ("-1", "one")] == ["all", "one"]


@pytest.mark.parametrize("name", ["-x", "_x", "a b", "a.b"])
def test_a_bound_is_called_as_an_option_can_be(name: str) -> None:
    with pytest.raises(ModelError, match="it becomes an option"):
        Bound("", 1, name=name)


def test_a_setting_has_values_that_are_choices_of_the_bound() -> None:
    with pytest.raises(ModelError, match="stands for 'never', and checks has no such choice"):
        Bound("", "no", choices=("yes", "no"), setting=Setting("check", {"false": "never"}), name="checks")


def test_numbers_of_functions_are_digits_within_a_range() -> None:
    read = number(2, 10**19)
    assert [read(word) for word in ("2", "007", str(10**19))] == [2, 7, 10**19]
    for word in ("1", str(10**19 + 1), "-3", "2.0", "", "٣", "x", "1" * 400):
        with pytest.raises(ValueError, match=f"it is a number from 2 to {10**19}"):
            read(word)
    assert number()("2147483647") == 2**31 - 1
    with pytest.raises(ValueError, match="from 0 to 2147483647"):
        number()("2147483648")


def test_choices_lists_and_pairs_of_functions_are_read() -> None:
    read = choice_of(("range", "sticky"))
    assert read("sticky") == "sticky"
    with pytest.raises(ValueError, match="there is: range, sticky"):
        read("rang")
    assert items("a,,b,") == ["a", "b"]
    assert pairs("a:1,b,c:d:2") == [("a", "1"), ("b", ""), ("c:d", "2")]
    for twice in ("a,b,a", "a:1,a:1"):
        with pytest.raises(ValueError, match="twice"):
            items(twice)
    with pytest.raises(ValueError, match="twice"):
        pairs("a:1,a:2")
