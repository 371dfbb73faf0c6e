"""What clients of a group and of transactions saw in a soak is checked: changes of a recording break a promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.soaks import answers, episode
from tidemark.base.errors import UsageError
from tidemark.real.soak.history import read
from tidemark.real.soak.promises import violations
from tidemark.spec.families.system import Episode


def aborted_and_polled(one: Episode) -> None:
    """A transaction whose records the group got was aborted."""
    next(event for event in answers(one, "txn") if event["type"] == "ok")["type"] = "fail"


def forgotten(one: Episode) -> None:
    """A member is told that its group has committed nothing, after it has."""
    committed = answers(one, "commit")[0]["at"]
    later = [event for event in answers(one, "committed") if event["at"] > committed]
    later[-1]["value"] = {"group": None}


def lost_by_the_group(one: Episode) -> None:
    """Nobody polls a record of a committed transaction, and everybody goes on behind it."""
    value = next(event for event in answers(one, "txn") if event["type"] == "ok")["value"][0][2][1]
    for event in answers(one, "poll"):
        [[_, polled]] = event["value"]
        polled["group"] = [pair for pair in polled["group"] if pair[1] != value]


@pytest.mark.parametrize(
    ("change", "promise"),
    [(aborted_and_polled, "G1a"), (forgotten, "committed-offset"), (lost_by_the_group, "lost-write")],
)
@pytest.mark.parametrize("number", [1, 2])
def test_what_clients_of_a_group_see_can_break_a_promise(
    change: Callable[[Episode], None], promise: str, number: int
) -> None:
    one = episode("kafka-4.3.1-groups.jsonl.gz", number)
    change(one)
    assert {name for name, told in violations(read(one)).items() if told} == {promise}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"value": [["append", "x", 1]]}, "['append', 'x', 1] is no [:send"),
        ({"type": "maybe"}, "answer has 'maybe' as type, which must be ok, fail or info"),
        ({"value": 3}, "answer has 3 as value, which must be a list or an object"),
    ],
)
def test_a_call_of_something_else_is_refused(change: dict[str, Any], said: str) -> None:
    one = episode("kafka-4.3.1-groups.jsonl.gz")
    answers(one, "txn")[0].update(change)
    with pytest.raises(UsageError) as caught:
        read(one)
    assert said in str(caught.value)
