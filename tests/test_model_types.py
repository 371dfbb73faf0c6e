"""mypy refuses a value of a model where another kind of value belongs, and accepts the models of the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

from tests.support.blocks import ROOT, blocks

NEW_MACHINE = (
    (ROOT / "checker/commands/shared/new_machine.txt").read_text(encoding="utf-8").replace("NAME", "lock")
)

pytestmark = pytest.mark.xdist_group("mypy")  # in one process, for mypy reads Tidemark once in each

MODEL = """\
from typing import Annotated

from tidemark import Array, Domain, Enum, Identity, IdSet, Label, Network, Number, Record, Sequence, Set
from tidemark import Truth
from tidemark import action, all_of, any_of, choose, count, implies, maximum, minimum, never_decreases, none, not_
from tidemark import next_id, one_of, position, previous_id, promise, require, steps_between, where

Phase = Enum("phase", "idle", "inside")
ClientId = Annotated[Identity, Domain("client")]


class Message(Record):
    sender: Identity
    epoch: Number


class Lock(Record):
    phases: Array[Label]
    visits: Array[Number]
    owner: Identity
    wanting: IdSet
    chosen: Set[Number]
    served: Sequence[Identity]
    messages: Network[Message]
    is_open: Truth
"""
RIGHT = """
@action
def take(lock: Lock, me: ClientId) -> Lock:
    require(lock.is_open & (lock.phases[me] == Phase.idle) & (lock.owner == none), "it may")
    require(lock.messages.any(lambda m: (m.sender == me) & (m.epoch > 0)), "it asked")
    require(maximum((m.epoch for m in lock.messages), default=0) < choose(lock.visits, lambda n: n > 1, 2), "it may")
    owner: Identity = where(lock.visits[me] > steps_between(lock.owner, me), none, next_id(me, 2))
    phase: Label = where(lock.is_open, Phase.inside, lock.phases[me])
    visits = minimum(lock.visits[me] + 1, maximum(position(me), lock.served.length))
    return lock.but(owner=owner, phases=lock.phases.but(me, phase), visits=lock.visits.but(me, visits))


@promise
def few_inside(lock: Lock) -> Truth:
    inside = count(phase == Phase.inside for phase in lock.phases)
    require(all_of(lock.visits[me] < 3 for me in lock.wanting) & (lock.chosen <= lock.chosen), "few visits")
    return implies(not_(lock.wanting.is_empty()), inside <= 1) & any_of(one > 0 for one in lock.visits)


@never_decreases
def first_visits(lock: Lock) -> Number:
    return lock.visits[0]
"""
WRONG = """
@promise  # arg-type
def a_number(lock: Lock) -> Number:
    return lock.visits[lock.owner]


@promise
def a_sum(lock: Lock) -> Truth:
    return lock.visits[lock.owner] + 1  # return-value


@never_decreases  # arg-type
def an_owner(lock: Lock) -> Identity:
    return lock.owner


def numbers(lock: Lock, me: ClientId) -> None:
    require(lock.visits[me], "a number is no condition")  # arg-type
    where(lock.visits[me], 1, 2)  # arg-type
    not_(lock.visits[me])  # arg-type
    implies(lock.is_open, lock.visits[me])  # arg-type
    all_of(lock.visits)  # arg-type
    count(lock.visits)  # arg-type
    lock.wanting.has(lock.visits[me])  # arg-type
    lock.wanting.including(1)  # arg-type
    lock.chosen.including(me)  # arg-type
    lock.chosen | lock.wanting  # operator
    all_of(lock.chosen)  # arg-type
    lock.served.append(1)  # arg-type
    position(1)  # arg-type
    next_id(lock.visits[me])  # arg-type
    next_id(me, me)  # arg-type
    steps_between(me, 1)  # arg-type
    lock.messages.all(lambda m: m.epoch)  # arg-type, return-value
    lock.messages.filter(lambda m: m.epoch)  # arg-type, return-value
    maximum(lock.messages, key=lambda m: m.sender)  # arg-type, return-value
    choose(lock.visits, lambda visits: visits, 0)  # arg-type, return-value


def ids(lock: Lock, me: ClientId) -> None:
    require(lock.owner, "an id is no condition")  # arg-type
    _ = lock.owner == 1  # comparison-overlap
    _ = lock.visits[me] == none  # comparison-overlap
    _ = lock.owner < me  # operator
    _ = lock.owner + 1  # operator
    minimum(lock.owner, 1)  # call-overload
    lock.visits.but(me, me)  # call-overload
    lock.served[me]  # call-overload
    visits: Number = lock.owner  # assignment
    owner: Identity = lock.visits[me]  # assignment
    owner = where(lock.is_open, 1, none)  # assignment
    visits = previous_id(me)  # assignment
    owner = steps_between(me, me)  # assignment


def labels(lock: Lock, me: ClientId) -> None:
    require(lock.phases[me], "a label is no condition")  # arg-type
    _ = lock.phases[me] == me  # comparison-overlap
    _ = lock.phases[me] == 0  # comparison-overlap
    _ = lock.phases[me] == "idle"  # comparison-overlap
    _ = lock.phases[me] < Phase.inside  # operator
    any_of(lock.phases)  # arg-type
    phase: Label = none  # assignment
    owner: Identity = Phase.idle  # assignment
"""
MODELS = ("paxos.py", "etcd-raft/state.py", "etcd-raft/model.py", "pysyncobj/model.py")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What mypy knows of Tidemark, once it has read it."""
    return tmp_path_factory.mktemp("mypy")


def errors(file: Path, cache: Path, *more: Path) -> list[tuple[int, str]]:
    """The line and the code of each error that mypy finds in files, as strictly as it reads Tidemark itself."""
    files = [str(path) for path in (file, *more)]
    output, crash, status = api.run([*files, f"--cache-dir={cache}", "--no-error-summary"])
    found = re.findall(r"^.+?:(\d+): error: .*\[([\w-]+)\]$", output, re.MULTILINE)
    assert status == bool(found), output + crash
    return [(int(line), code) for line, code in found]


def test_every_mistake_has_an_error_of_its_kind_and_nothing_else_has_one(tmp_path: Path, cache: Path) -> None:
    file = tmp_path / "mistakes.py"
    file.write_text(MODEL + RIGHT + WRONG)
    expected = [
        (number, code)
        for number, line in enumerate(file.read_text().splitlines(), start=1)
        for code in line.partition("  # ")[2].split(", ")
        if code
    ]
    assert len(expected) > 30
    assert sorted(errors(file, cache)) == sorted(expected)


@pytest.mark.parametrize("source", [blocks("README.md")[0], NEW_MACHINE], ids=["README", "tidemark new"])
def test_the_models_to_begin_with_are_accepted(source: str, tmp_path: Path, cache: Path) -> None:
    file = tmp_path / "beginning.py"
    file.write_text(source)
    assert errors(file, cache) == []


@pytest.mark.parametrize("model", MODELS)
def test_the_models_of_the_docs_are_accepted(
    model: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = ROOT / "docs/examples" / model
    monkeypatch.setenv("MYPYPATH", str(file.parent))
    assert errors(file, cache) == []


def test_the_published_models_are_accepted(cache: Path) -> None:
    first, *more = sorted((ROOT / "docs/examples/models").glob("*.py"))
    assert errors(first, cache, *more) == []
