"""A family declares its bounds, and the settings of its rules, as a class; a machine has an instance of it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tidemark.spec import At, Bound, Family, ModelError, UsageError
from tidemark.spec.families.bounds import bounds_by_attribute


class LogAt(At):
    """The bounds of a log."""

    log_size = Bound("records", 2, low=1, high=5)
    acks = Bound("what a producer waits for", "all", choices=("0", "all"))

    is_fenced: bool
    is_elected: bool = False

    @property
    def is_safe(self) -> bool:
        """What follows from others."""
        return self.is_fenced and self.acks == "all"


class LargeLogAt(LogAt):
    """More bounds, and another default."""

    log_size = replace(LogAt.log_size, default=4)
    max_epoch = Bound("the last epoch", 3, low=0, high=9)

    reads: str


def test_an_attribute_is_a_bound_whose_name_has_dashes() -> None:
    assert bounds_by_attribute(LogAt) == {"log_size": LogAt.log_size, "acks": LogAt.acks}
    assert [bound.name for bound in Family("log", LogAt, {}, ()).bounds] == ["log-size", "acks"]


def test_an_instance_has_the_values_and_the_class_the_bounds() -> None:
    at = LogAt(log_size=3, is_fenced=True)
    assert (at.log_size, at.acks, at.is_fenced, at.is_elected, at.is_safe) == (3, "all", True, False, True)
    assert LogAt.log_size.range == "1..5"
    assert vars(copy.copy(at)) == vars(at)


def test_a_bound_has_its_range() -> None:
    assert LogAt.log_size.check(5) == 5
    for bound, value in ((LogAt.log_size, 6), (LogAt.log_size, "2"), (LogAt.acks, "1")):
        with pytest.raises(UsageError, match=f"--{bound.name} is {value}"):
            bound.check(value)


def test_a_class_inherits_bounds_and_settings_and_may_change_their_defaults() -> None:
    assert [bound.name for bound in bounds_by_attribute(LargeLogAt).values()] == [
        "log-size",
        "acks",
        "max-epoch",
    ]
    at = LargeLogAt(is_fenced=False, reads="all")
    assert (at.log_size, at.acks, at.max_epoch, at.is_safe) == (4, "all", 3, False)
    assert LogAt(is_fenced=False).log_size == 2


def test_a_bound_that_a_class_fixes_is_none_of_its_bounds() -> None:
    class FixedAt(LogAt):
        acks = "0"

    assert [*bounds_by_attribute(FixedAt)] == ["log_size"]
    assert FixedAt(is_fenced=True).acks == "0"


def _twice() -> Any:
    bound = Bound("records", 1)
    return type("TwiceAt", (At,), {"records": bound, "entries": bound})


@pytest.mark.parametrize(
    ("mistake", "complaint"),
    [
        (_twice, "TwiceAt has two bounds called records: name them apart"),
        (lambda: type("HiddenAt", (At,), {"_size": Bound("", 1)}), "a bound can't be called '-size'"),
        (lambda: LogAt(), "no rule sets is_fenced, and LogAt has no default for it"),
        (
            lambda: LogAt(is_fenced=True, log=3),
            "LogAt has no bound and no setting log: did you mean log_size?",
        ),
        (
            lambda: LogAt(is_fenced=True).logsize,
            "LogAt has no bound and no setting logsize: did you mean log_size?",
        ),
        (lambda: LogAt(is_fenced=True).xyz, "LogAt has no bound and no setting xyz: declare it there"),
    ],
)
def test_a_mistake_is_refused_with_the_name(mistake: Callable[[], Any], complaint: str) -> None:
    with pytest.raises(ModelError) as refused:
        mistake()
    assert complaint in str(refused.value)
    assert "test_at.py:" in str(refused.value)
