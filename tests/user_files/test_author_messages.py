"""What the author of a machine is told: each mistake with the line of the file that has it, and with what to write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.refusal import refused

HEAD = """from typing import Annotated
from tidemark import Array, Bool, Domain, Enum, Id, Identity, Int, Machine, Number, Record, Sequence, Truth
from tidemark import action, all_of, count, none, promise, require

Mode = Enum("mode", "manual", "auto")
class Counter(Record):
    seen: Array[Number]
    n: Number
    on: Truth
    mode: object
    queue: Sequence
Replica = Annotated[Identity, Domain("replica")]
replica = Id("replica", 2)
queue = Sequence.of(Int(0, 2), 2)
state = Counter.of(seen=Array.of(replica, Int(0, 3)), n=Int(0, 3), on=Bool(), mode=Mode, queue=queue)
@action
def act(c: Counter, replica: Replica) -> Counter:
    {action}
@promise
def kept(c: Counter) -> Truth:
    return {promise}
{machine}
"""
MACHINE = 'machine = Machine("m", {}, state, state.default, [act], [kept], {"replica": replica})'

ACTIONS = [
    ("return c.but(n=c.n / 2)", "numbers are whole, and have +, -, *, //, % and abs() alone: write x // y for x / y"),
    ("return c.but(n=2 // c.n)", "the divisor of // may be any number from 0 to 3, so also 0"),
    ("return c.but(n=c.n % 0)", "the divisor of % is 0"),
    ("return c.but(n=c.n * True)", "* takes a number on both sides, not a truth value"),
    ("return c.but(n=replica * 2)", "a replica id is compared for equality only"),
    ("return c.but(n=(c.n - 2**62) - (c.n + 2**62))", "this difference may be any number from -9223372036854775811 to"),
    ("return c.but(on=c.on ^ c.on)", "write a != b"),
    ("c.seen[replica] = 1; return c", "an array never changes: write state.but(field=state.field.but(index, element))"),
    ("c.queue[0] = 1; return c", "a sequence never changes"),
    ("c.n += 1; return c", "a record never changes: return record.but(n=…) instead of assigning to .n"),
    ("return c.but(on=c.on & c.n > 0)", "Python reads a & b > 0 as (a & b) > 0, so write a & (b > 0)"),
    ("return c.but(on=c.on | c.n > 0)", "so write a | (b > 0)"),
    ("return c.but(on=c.on & c.on > 0)", "so write a & (b > 0)"),
    ("return c.but(mode=1)", "mode holds a mode (manual, auto), and is given 1: write the label, as in Mode.auto"),
    ("return c.but(n=True)", "n holds a number, and is given True: write 1, or where(condition, 1, 0)"),
    ("return c.but(mode=Mode.aut)", "mode has no label aut: did you mean auto?"),
    ("require(c.mode is Mode.auto, 'auto'); return c", "one object, not whether they are equal: write =="),
    ("require(c.mode is not Mode.auto, 'auto'); return c", "write !="),
]  # fmt: skip
PROMISES = [
    ("sum(x > 1 for x in c.seen) < 2", "to count the conditions that hold, write count(…)"),
    ("c.mode == 'manual'", "'manual' is not a value of the language: write a label, as in Role.leader"),
    (
        "(c.n + 2**62) + (c.n + 2**62) > 0",
        "to 9223372036854775814, which needs more than 64 bits: use fewer numbers",
    ),
    ("c.n < 2**64", "this constant needs more than 64 bits: 18446744073709551616"),
    ("c.n < 10**5000", "this constant needs more than 64 bits: a number of 16,610 bits"),
    ("c.n - c.on > 0", "for a number, write where(condition, 1, 0)"),
]
Told = Callable[[str, str, str], None]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    """Checks a file mine.py with this text, which must be refused at this place with this complaint."""
    monkeypatch.chdir(tmp_path)

    def told(text: str, place: str, complaint: str) -> None:
        Path("mine.py").write_text(text)
        said = refused(["check", "mine.py"], complaint, capsys)
        assert said.startswith(f"tidemark: {place}"), said

    return told


def source(action: str = "return c", promise: str = "c.n < 9", machine: str = MACHINE) -> str:
    return HEAD.format(action=action, promise=promise, machine=machine)


@pytest.mark.parametrize(("line", "complaint"), ACTIONS)
def test_a_mistake_in_an_action(line: str, complaint: str, mine: Told) -> None:
    mine(source(action=line), "mine.py:18: ", complaint)


@pytest.mark.parametrize(("line", "complaint"), PROMISES)
def test_a_mistake_in_a_promise(line: str, complaint: str, mine: Told) -> None:
    mine(source(promise=line), "mine.py:21: ", complaint)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("state.default", "state(n=9)", "the initial state has 9 in n, which holds a number from 0 to 3"),
        ("state.default", "state(n=-10**5000)", "the initial state has a number of 16,610 bits in n"),
        ("state.default", "state(mode=1)", "mode holds a mode (manual, auto), and is given 1: write the label"),
        ("state.default", "state", "and must be a Counter, as in state.default"),
        ('{"replica": replica}', '{"replica": {}}', "the domain replica is a type such as Int(0, 3), not {}"),
        ('{"replica": replica}', "[replica]", "the domains of m are a dictionary whose keys are names"),
        ('{"replica": replica}', '{"replica": Id("replica", 3)}', "m has 2 replica ids in one place and 3 in another"),
        ("[kept]", "kept", "the promises of m are a list, as in [kept], not kept"),
        ("[act]", "act", "the actions of m are a list, as in [act], not act"),
        ('"m", {}, state', '"m", {}, Counter', "the state type of m is what Record.of() gives"),
        ('"m", {}', '"m", 3', "the bounds of m are a dictionary whose keys are names, not 3"),
        ('"m"', "3", "the name of a machine is a word, not 3"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_machine(old: str, new: str, complaint: str, mine: Told) -> None:
    mine(source(machine=MACHINE.replace(old, new)), "mine.py:22: ", complaint)


def test_a_parameter_without_a_type_is_placed_at_its_action(mine: Told) -> None:
    machine = MACHINE.replace('{"replica": replica}', "{}")
    mine(
        source(machine=machine),
        "mine.py:16: ",
        'm has no domains: give its type to the machine, as in domains={"replica"',
    )


def test_more_choices_of_parameters_than_are_numbered_are_placed_at_their_action(mine: Told) -> None:
    machine = MACHINE.replace('{"replica": replica}', '{"replica": Int(0, 2_000_000_000)}')
    complaint = (
        "the parameters of act have 2,000,000,001 choices, and m may have 65,535 in all: narrow a domain"
    )
    mine(source(machine=machine), "mine.py:16: ", complaint)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("    n: Number\n", "    n: Number = 3\n", "the field n of Counter has a value in the class too"),
        ("    n: Number\n", "    n: Number\n    but: Number\n", "a field of Counter can't be called but"),
        ("    n: Number\n", "    n: Number\n    def of(self): return 1\n", "Counter can't define of, which every"),
        ("replica: Replica)", "replica: Replica = 0)", "the parameter replica of act has a default, which"),
        ("replica: Replica)", "*replica: Replica)", "write it without a star"),
        ("def act(c: Counter, replica: Replica)", "def act()", "act has no state: it is the first parameter"),
        ('Domain("replica")]', 'Domain("replica"), Domain("one")]', "the parameter replica of act has two domains"),
        ('"manual", "auto"', '"manual", "__auto__"', "mode can't have the label __auto__"),
        ('"manual", "auto"', '"manual", "ﬁt"', "mode can't have the label ﬁt: Python reads it as fit, so write that"),
        ('"manual", "auto"', '"manual", 1', "a label of mode is a word, not 1"),
    ],
)  # fmt: skip
def test_what_would_be_read_as_something_else_is_refused(
    old: str, new: str, complaint: str, mine: Told
) -> None:
    text = source()
    assert old in text
    mine(text.replace(old, new, 1), "mine.py:", complaint)
