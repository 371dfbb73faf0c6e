"""`tidemark list PROTOCOL --state`: the fields of a state, their values and what the docstrings of its records say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.views.state_fields import field_meanings, record_summary, state_fields
from tidemark.spec.expressions.kinds import Label, Number, Truth
from tidemark.spec.types.composites import Array, Record, RecordType
from tidemark.spec.types.leaves import Bool, Enum, Id, Int, Only, Optional
from tidemark.spec.types.networks import Network
from tidemark.spec.types.sequences import Sequence
from tidemark.spec.types.sets import IdSet

Light = Enum("light", "red", "green")


class Seat(Record):
    """A place for one guest. `taken` remembers whether somebody sits there.

    light, guest: what the waiter looks at; never more.
    """

    taken: Truth
    light: Label
    guest: Any


class Room(Record):
    """The whole room."""

    seats: Array[Seat]
    queue: Sequence[Number]
    orders: Network[Number]
    regulars: IdSet
    is_open: Truth


def room_type() -> RecordType:
    guest = Id("guest", 2)
    seat = Seat.of(taken=Bool(), light=Light, guest=Optional(guest))
    return Room.of(
        seats=Array.of(guest, seat),
        queue=Sequence.of(Int(0, 3), 2),
        orders=Network.of(Int(0, 1), 1),
        regulars=IdSet.of(guest),
        is_open=Only(True),
    )


def test_each_field_has_its_path_its_values_and_its_meaning() -> None:
    assert [(f.path, f.kind, f.values, f.meaning) for f in state_fields(room_type())] == [
        ("seats[guest]", "record", "Seat", "A place for one guest. taken remembers whether somebody sits there."),
        ("seats[guest].taken", "truth", "False or True", "taken remembers whether somebody sits there."),
        ("seats[guest].light", "label", "red, green", "what the waiter looks at; never more."),
        ("seats[guest].guest", "id", "a guest id from 0 to 1 or none", "what the waiter looks at; never more."),
        ("queue", "list", "at most 2 elements", ""),
        ("queue[k]", "number", "a number from 0 to 3", ""),
        ("orders", "network", "at most 1 element", ""),
        ("orders[message]", "number", "a number from 0 to 1", ""),
        ("regulars", "set", "a set of guest ids", ""),
        ("is_open", "truth", "always True", ""),
    ]  # fmt: skip


def test_a_meaning_ends_where_that_of_the_next_field_begins() -> None:
    quorum: Any = impl.protocol("kafka/2.6.1").machine().type.fields["quorum"]
    meanings = field_meanings(quorum)
    assert meanings["stopping"] == "the brokers in a controlled shutdown."
    assert meanings["elr"] == "the eligible leader replicas"
    assert "stopping" not in record_summary(quorum)


@pytest.mark.parametrize("family", impl.families(), ids=lambda family: family.name)
def test_every_state_can_be_shown(family: Any) -> None:
    protocol = next(p for p in impl.protocols().values() if p.family is family)
    machine = protocol.machine()
    paths = [field.path for field in state_fields(machine.type)]
    assert len(paths) == len(set(paths))
    assert {path.partition("[")[0].partition(".")[0] for path in paths} == set(machine.type.fields)


def test_the_command_prints_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "kafka/2.6.1", "--state"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "quorum.elr: always {}" in lines
    assert (
        lines[lines.index("gone: always {}") + 1]
        == "    the brokers that never come back, nor do their disks."
    )


def test_the_document_has_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "kafka/2.6.1", "--state", "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["protocol"] == "kafka/2.6.1"
    assert "quorum.isr" in {field["path"] for field in document["state"]}


@pytest.mark.parametrize(
    "words", [["list", "--state"], ["list", "kafka", "--state"], ["list", "kafka/2.6.I", "--state"]]
)
def test_it_needs_the_name_of_a_protocol(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    assert capsys.readouterr().out == ""


def test_a_name_that_is_nearly_right_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "kafka/2.6.l", "--state"]) == 2
    assert "did you mean" in capsys.readouterr().err
