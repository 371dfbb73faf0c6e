"""Processes: their actions do what their generators do, and what a process can't have is refused in one line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from tests.support.refusal import refused
from tidemark import check
from tidemark.checker.engines import reference
from tidemark.checker.user_files import machines
from tidemark.spec import Machine
from tidemark.spec.expressions.evaluation import value_of

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
HEAD = """
from typing import Annotated, Any
from tidemark import Array, Domain, Id, Identity, Int, Machine, Number, Record, Steps, process, promise, require

class Shared(Record):
    x: Number
    a: Array[Number]
    at: Array[Any]

Me = Annotated[Identity, Domain("me")]
"""
TAIL = """
me, small = Id("me", 2), Int(0, 2)
kept = {name: small for name in run.frame.__annotations__ if name != "pc"}
state = Shared.of(x=small, a=Array.of(me, small), at=run.type(me, **kept))
machine = Machine("run", {}, state, state.default, run.actions, [], {"me": me})
"""


class Program:
    """Draws the body of a process."""

    def __init__(self, seed: int) -> None:
        self.draw, self.labels = random.Random(seed), 0

    def expression(self) -> str:
        atoms = ["t", "u", "s.x", "s.a[me]", "0", "1", "2"]
        return f"({self.draw.choice(atoms)} + {self.draw.choice(atoms)}) % 3"

    def condition(self) -> str:
        return f"{self.expression()} {self.draw.choice(['==', '!=', '<'])} {self.expression()}"

    def wait(self) -> str:
        self.labels += 1
        return f'yield "p{self.labels}"'

    def block(self, depth: int, in_loop: bool = False) -> str:
        statements = [self.statement(depth, in_loop) for _ in range(self.draw.randint(1, 3))]
        return "\n".join(statements)

    def statement(self, depth: int, in_loop: bool) -> str:
        targets = ["t", "u", "s.x", "s.a[me]"]
        kinds = ["assign"] * 4 + ["add", "wait", "wait"] + ["guard"] * (self.draw.random() < 0.3)
        kinds += (
            ["guard"] * depth
            + ["if", "if", "while"] * (depth < 2)
            + ["break", "continue", "return"] * in_loop
        )
        match self.draw.choice(kinds):
            case "assign":
                return f"{self.draw.choice(targets)} = {self.expression()}"
            case "add":
                target = self.draw.choice(targets)
                return f"{target} -= {target} // 2"
            case "wait":
                return self.wait()
            case "guard":
                return f'require({self.condition()}, "it may go on")'
            case "if":
                text = f"if {self.condition()}:\n{indent(self.block(depth + 1, in_loop), '    ')}"
                other = f"\nelse:\n{indent(self.block(depth + 1, in_loop), '    ')}"
                return text + other * self.draw.randint(0, 1)
            case "while":
                body = f"{self.wait()}\n{self.block(depth + 1, True)}"
                return f"while {self.draw.choice(['True', self.condition()])}:\n{indent(body, '    ')}"
            case word:
                return word

    def text(self) -> str:
        again = f"{self.wait()}\n{self.block(0)}\n{self.block(0)}\ns.x = {self.expression()}"
        body = f"t = 1\nu = s.x\n{self.wait()}\n{self.block(0)}\nwhile True:\n{indent(again, '    ')}\n"
        return f"def run(s: Shared, me: Me) -> Steps:\n{indent(body, '    ')}"


class Blocked(Exception):
    """A guard holds a generator."""


class Plain:
    """The shared variables as a generator changes them."""

    def __init__(self) -> None:
        self.x, self.a = 0, [0, 0]


def require(condition: bool, _why: str) -> None:
    if not condition:
        raise Blocked


def after(function: Any, schedule: tuple[int, ...]) -> tuple[Any, ...] | None:
    """What there is after two generators have taken turns so; None where one is held."""
    shared = Plain()
    running = [function(shared, number) for number in (0, 1)]
    places = ["start", "start"]
    for turn in schedule:
        if places[turn] == "done":
            return None
        try:
            places[turn] = next(running[turn], "done")
        except Blocked:
            return None
    variables = [
        {n: v for n, v in (g.gi_frame.f_locals if g.gi_frame else {}).items() if n in "tu"} for g in running
    ]
    return shared.x, *shared.a, *places, *(tuple(sorted(v.items())) for v in variables)


def reached_by_generators(text: str) -> set[tuple[Any, ...]]:
    names: dict[str, Any] = {"require": require}
    exec(f"from __future__ import annotations\n{text}", names)
    first = after(names["run"], ())
    seen, waiting = {first: ()}, [first]
    while waiting:
        schedule: tuple[int, ...] = seen[waiting.pop()]
        for turn in (0, 1):
            found = after(names["run"], (*schedule, turn))
            if found is not None and found not in seen:
                seen[found] = (*schedule, turn)
                waiting.append(found)
    return {found for found in seen if found}


def live(machine: Machine) -> dict[str, set[str]]:
    """The locals that differ somewhere at a label: the others have their default there."""
    found: dict[str, set[str]] = {}
    for state in reached_by_machine(machine):
        for frame in machine.decode(state).at:
            kept = found.setdefault(str(frame.pc), set())
            kept |= {n for n in frame.type.fields if n != "pc" and getattr(frame, n)}
    return found


def reached_by_machine(machine: Machine) -> set[Any]:
    seen = set(machine.initial_states)
    waiting = list(seen)
    while waiting:
        new = {after for _, after in reference.successors(machine, waiting.pop())} - seen
        seen |= new
        waiting += new
    return seen


def seen_in(machine: Machine, state: Any, kept: dict[str, set[str]]) -> tuple[Any, ...]:
    value = machine.decode(state)
    frames = [(repr(f.pc), tuple((n, getattr(f, n)) for n in sorted(kept[repr(f.pc)]))) for f in value.at]
    return value.x, *value.a, *frames


def seen_by_generators(text: str, kept: dict[str, set[str]]) -> set[tuple[Any, ...]]:
    def frame(place: str, held: tuple[tuple[str, int], ...]) -> tuple[Any, ...]:
        return place, tuple((name, value) for name, value in held if name in kept.get(place, ()))

    return {
        (*shared, frame(first, of_first), frame(second, of_second))
        for *shared, first, second, of_first, of_second in reached_by_generators(text)
    }


def symbolic_successors(machine: Machine, state: Any) -> Iterator[tuple[int, ...]]:
    for action in machine.symbolic.actions:
        if all(value_of(guard, state) for guard, _ in action.guards):
            yield tuple(value_of(field, state) for field in action.fields)


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(40, 600), marks=pytest.mark.slow)])
def test_the_actions_reach_what_the_generators_reach(seeds: range, tmp_path: Path) -> None:
    states = 0
    for seed in seeds:
        text = Program(seed).text()
        file = tmp_path / f"run{seed}.py"
        file.write_text(f'{HEAD}\n@process("at")\n{text}\n{TAIL}')
        machine = machines.protocol(str(file)).machine({})
        of_machine, kept = reached_by_machine(machine), live(machine)
        assert {seen_in(machine, s, kept) for s in of_machine} == seen_by_generators(text, kept), text
        states += len(of_machine)
        for state in random.Random(seed).sample(sorted(of_machine), min(20, len(of_machine))):
            plain = {after for _, after in reference.successors(machine, state)}
            assert set(symbolic_successors(machine, state)) == plain, text
    assert states > 30 * len(seeds)


def test_petersons_lock_as_a_process_is_the_machine_of_its_actions() -> None:
    process, actions = (
        check(machines.protocol(str(EXAMPLES / name)).machine({}), engine="reference")
        for name in ("peterson_process.py", "models/peterson.py")
    )
    for result in (process, actions):
        assert (result.distinct_states, result.generated_states, result.depth) == (42, 77, 11)
    assert process.promises["mutual-exclusion"].verdict == "holds"


REFUSED = {
    "pass": "has no yield",
    "yield": 'yield "waiting"',
    'yield "p"\nyield "p"': "name each differently",
    'yield "done"': "can't be a label",
    'yield "p"\nwhile s.x == 0:\n    s.x = 1': "has no yield",
    'for n in range(2):\n    yield "p"': "no other",
    'try:\n    yield "p"\nfinally:\n    pass': "no other",
    'yield "p"\ns.x = t\nt = 1': "may be read before it is assigned",
    'yield "p"\nme = s.x': "assigns to its parameter me",
    'yield "p"\nreturn 3': "no other",
    'yield "p"\ns.x, s.a[me] = 1, 2': "one part at a time",
}


@pytest.mark.parametrize("body", REFUSED, ids=[body.replace("\n", ";")[:40] for body in REFUSED])
def test_what_a_process_cant_have_is_refused_with_its_line(
    body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = f"def run(s: Shared, me: Me) -> Steps:\n{indent(body, '    ')}"
    Path("mine.py").write_text(f'{HEAD}\n@process("at")\n{text}\n{TAIL}')
    assert refused(["check", "mine.py"], REFUSED[body], capsys).startswith("tidemark: mine.py:1")


def test_a_local_without_its_type_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = 'def run(s: Shared, me: Me) -> Steps:\n    t = s.x\n    yield "p"\n    s.x = t + 1'
    tail = TAIL.replace("**kept", "")
    Path("mine.py").write_text(f'{HEAD}\n@process("at")\n{text}\n{tail}')
    refused(["check", "mine.py"], "keeps t while it waits: give its type, t=…", capsys)
    Path("mine.py").write_text(
        f'{HEAD}\n@process("at")\n{text}\n{TAIL.replace("**kept", "t=small, v=small")}'
    )
    refused(["check", "mine.py"], "does not keep v while it waits", capsys)
    tail = TAIL.replace("run.type(me, **kept)", "Array.of(me, small)")
    Path("mine.py").write_text(f'{HEAD}\n@process("at")\n{text}\n{tail}')
    refused(["check", "mine.py"], "give it run.type(…)", capsys)


def test_a_value_out_of_range_names_the_line_of_the_yield_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tidemark.checker.cli import main

    monkeypatch.chdir(tmp_path)
    text = 'def run(s: Shared, me: Me) -> Steps:\n    yield "p"\n    s.x += 5'
    content = f'{HEAD}\n@process("at")\n{text}\n{TAIL}'
    Path("mine.py").write_text(content)
    line = content.splitlines().index('    yield "p"') + 1
    assert main(["check", "mine.py", "--engine", "reference"]) == 2
    assert f"mine.py:{line}: run_p(me=0) writes 5 to x" in capsys.readouterr().err
