"""Peterson's algorithm: `in` with a set of labels, as TLA+ has it, is refused or means the same everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.agreement import agree
from tidemark.checker import engines
from tidemark.checker.engines.smt.induction import prove
from tidemark.checker.user_files import machines
from tidemark.spec import Machine, ModelError

PROGRAM = '''
from typing import Annotated
from tidemark import *

process = Id("process", 2)
PC = Enum("pc", "idle", "raised", "waiting", "critical")

class State(Record):
    pc: Array
    turn: Identity

state = State.of(pc=Array.of(process, PC), turn=process)

@action
def raise_flag(s: State, me: Annotated[Identity, Domain("process")]) -> State:
    """A process says that it wants to enter."""
    require(s.pc[me] == PC.idle, "it is idle")
    return s.but(pc=s.pc.but(me, PC.raised))

@action
def give_turn(s: State, me: Annotated[Identity, Domain("process")]) -> State:
    """It lets the other one go first."""
    require(s.pc[me] == PC.raised, "it has said so")
    other = [p for p in process.values() if p != me]
    return s.but(pc=s.pc.but(me, PC.waiting), turn=other[0])

@action
def enter(s: State, me: Annotated[Identity, Domain("process")]) -> State:
    """It enters, when the other one does not want to, or has let it go first."""
    require(s.pc[me] == PC.waiting, "it waits")
    for other in process.values():
        if other != me:
            require(WAIT, "it is its turn")
    return s.but(pc=s.pc.but(me, PC.critical))

@action
def leave(s: State, me: Annotated[Identity, Domain("process")]) -> State:
    """It leaves."""
    require(s.pc[me] == PC.critical, "it is inside")
    return s.but(pc=s.pc.but(me, PC.idle))

@promise
def mutual_exclusion(s: State) -> Truth:
    """Two processes are never both inside."""
    return not_(all_of(INSIDE for p in process.values()))

actions = [raise_flag, give_turn, enter, leave]
machine = Machine("peterson", {}, state, state.default, actions, [mutual_exclusion], {"process": process})
'''
NO_WAIT, ONE_OF = "True", "one_of(s.pc[p], (PC.critical,))"
WAIT = "(s.turn == me) | one_of(s.pc[other], (PC.idle,))"
IN_A_SET = "s.pc[p] in {PC.critical}"


def peterson(folder: Path, wait: str, inside: str) -> Machine:
    file = folder / "peterson.py"
    file.write_text(PROGRAM.replace("WAIT", wait).replace("INSIDE", inside))
    return machines.protocol(str(file)).machine()


@pytest.mark.parametrize(("wait", "verdict"), [(WAIT, "holds"), (NO_WAIT, "violated")])
def test_the_engines_agree_on_it(wait: str, verdict: str, tmp_path: Path) -> None:
    machine = peterson(tmp_path, wait, ONE_OF)
    agree(machine)
    assert engines.search("native", machine).promises["mutual-exclusion"].verdict == verdict


@pytest.mark.parametrize("wait", [WAIT, NO_WAIT])
@pytest.mark.parametrize("engine", ["native", "reference", "smt", "spark", "hypothesis"])
def test_a_set_of_labels_in_the_promise_is_refused_by_every_engine(
    wait: str, engine: str, tmp_path: Path
) -> None:
    machine = peterson(tmp_path, wait, IN_A_SET)
    with pytest.raises(ModelError, match=r"peterson\.py:\d+:.*one_of"):
        engines.search(engine, machine)


def test_a_set_of_labels_in_the_guard_is_refused_too(tmp_path: Path) -> None:
    machine = peterson(tmp_path, "(s.turn == me) | (s.pc[other] in {PC.idle})", ONE_OF)
    with pytest.raises(ModelError, match=r"peterson\.py:\d+:.*one_of"):
        engines.search("native", machine)


def test_nothing_is_proved_of_it(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="one_of"):
        prove(peterson(tmp_path, NO_WAIT, IN_A_SET), [])
