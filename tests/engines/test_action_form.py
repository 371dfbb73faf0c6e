"""An action with many instances is traced once, and tried in loops; it does what its instances do one by one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given, settings

from tests.spec.test_enumeration import Digit, Lock, attempts, lock, set_digits, turn, turn_from_the_end
from tests.support.agreement import agree, agree_on_classes
from tests.support.compiled import walked
from tests.support.random_machines import QUICK, corners, machines
from tidemark.checker.engines import reference
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.machine_text import MachineText
from tidemark.checker.user_files.machines import protocol
from tidemark.spec import (
    Action,
    Array,
    Bool,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Machine,
    Number,
    Optional,
    Record,
    TidemarkError,
    Truth,
    action,
    none,
    not_,
    promise,
    require,
    where,
)
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.machines import action_form
from tidemark.spec.machines.symbolic import ActionForm


@pytest.fixture
def every_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Actions with few instances are traced once for all too."""
    monkeypatch.setattr(action_form, "FEWEST", 1)


Color = Enum("color", "red", "green")


class Kinds(Record):
    """A field of each kind that a parameter may have."""

    chosen: Identity
    others: IdSet
    color: Label
    on: Truth
    level: Number
    counts: Array[Number]


@action
def choose(
    k: Kinds,
    who: Annotated[Identity, Domain("who")],
    color: Annotated[Label, Domain("color")],
    on: Annotated[Truth, Domain("on")],
    level: Annotated[Number, Domain("level")],
) -> Kinds:
    """Everything is chosen; the level is out of its field's domain for some choices."""
    require((k.color != color) | on, "another color, or on")
    require(not_(k.others.has(who)), "who is not of the others")
    require(level < 4, "the level is below 4")
    return k.but(
        chosen=who,
        color=color,
        on=on,
        others=k.others.including(who),
        level=where(who == none, 0, level),
        counts=k.counts.but(0, where(on, level, 0)),
    )


@promise
def low(k: Kinds) -> Truth:
    """The level is low."""
    return k.level < 2


def kinds(most: int = 3) -> Machine:
    who = Id("node", 2)
    type = Kinds.of(
        chosen=Optional(who),
        others=IdSet.of(who),
        color=Color,
        on=Bool(),
        level=Int(0, most),
        counts=Array.of(who, Int(0, 3)),
    )
    domains = {
        "who": Optional(who),
        "color": Color,
        "on": Bool(),
        "level": Int(0, 4),
        "group": IdSet.of(who),
    }
    return Machine("kinds", {}, type, type.default, [choose], [low], domains)


@action
def decide(s: Lock, a: Digit, b: Digit, c: Digit, d: Digit) -> Lock:
    """Python decides by the parameters, which no symbolic one allows."""
    require(s.a == a, "a")
    return s.but(b=b, c=min(a, c)) if a < b else s.but(d=d)


def test_an_action_with_many_instances_is_traced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    right, traced = Machine._trace_instance, list[Any]()
    monkeypatch.setattr(
        Machine, "_trace_instance", lambda *arguments: traced.append(arguments) or right(*arguments)
    )
    machine = lock(turn)
    assert len(machine.symbolic.actions) == 6**6
    assert len(traced) == 1
    assert list(machine.symbolic.forms) == [0]


def text(machine: Machine) -> str:
    return MachineText(machine, Layout(machine.leaves), symmetry=False).module()


def test_the_text_of_six_parameters_does_not_grow_with_their_domains() -> None:
    assert len(text(lock(turn, size=6))) < 1.01 * len(text(lock(turn, size=3)))


@pytest.mark.parametrize("turned", [turn, turn_from_the_end])
def test_a_guard_of_one_parameter_is_apart_from_the_others(turned: Action) -> None:
    machine = lock(turned, size=3)
    (form,) = machine.symbolic.forms.values()
    graph, fields, state = machine.symbolic.graph, machine.symbolic.fields, (0, 1, 2, 2, 1, 0, 0)
    for parameter, field, guard in zip(form.parameters, fields[:6], form.alone, strict=True):
        assert guard is graph.eq(field, parameter)
    assert all(condition is graph.true for condition in form.conditions)
    enabled = [a.instance.arguments for a in machine.symbolic.actions if value_of(a.guard, state)]
    assert [list(arguments.values()) for arguments in enabled] == [[0, 1, 2, 2, 1, 0]]


def test_another_guard_is_in_the_loop_of_the_last_parameter_that_it_reads(every_action: None) -> None:
    (form,) = kinds().symbolic.forms.values()
    assert [guard is form.graph.true for guard in form.alone] == [False, True, True, False]
    assert [condition is form.graph.true for condition in form.conditions] == [True, True, True, False, True]


def test_a_form_and_its_instances_do_what_the_functions_do(every_action: None) -> None:
    machine = kinds()
    (form,), actions = machine.symbolic.forms.values(), machine.symbolic.actions
    for state in walked(machine, seed=1, steps=8):
        reached = {
            number: after for number, _, after in reference.all_successors(machine, machine.decode(state))
        }
        assert form.enabled_places(state) == list(reached)
        assert [k for k, action in enumerate(actions) if value_of(action.guard, state)] == list(reached)
        for number, after in reached.items():
            assert tuple(value_of(field, state) for field in actions[number].fields) == after


@pytest.mark.parametrize("declared", [turn, set_digits, decide], ids=lambda a: a.name)
def test_engines_agree_on_actions_with_many_instances(declared: Action, every_action: None) -> None:
    agree(lock(declared, size=3), engines=("native", "smt", "gpu"))


@pytest.mark.parametrize("most", [3, 2])
def test_a_parameter_of_each_kind_means_what_it_means_when_it_runs(most: int, every_action: None) -> None:
    machine = kinds(most)
    assert list(machine.symbolic.forms) == [0]
    agree(machine, engines=("native", "smt", "gpu"))


def test_where_python_decides_by_a_parameter_each_instance_is_traced(every_action: None) -> None:
    assert lock(decide, size=3).symbolic.forms == {}


def test_engines_agree_on_the_corners_of_the_language(every_action: None) -> None:
    machine = corners()
    assert machine.symbolic.forms
    agree(machine, engines=("native", "smt", "gpu"))
    agree_on_classes(corners())


@settings(QUICK, max_examples=20)
@given(machines())
def test_engines_agree_on_random_machines(machine: Machine) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(action_form, "FEWEST", 1)
        agree(machine, max_states=600, engines=("native",))


def ends_one_early(monkeypatch: pytest.MonkeyPatch) -> None:
    right = MachineText._each
    monkeypatch.setattr(
        MachineText, "_each", lambda self, emit, counter, count: right(self, emit, counter, max(1, count - 1))
    )


def numbers_are_those_of_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ActionForm, "strides", property(lambda form: [1 for _ in form.parameters]))


def last_guard_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ActionForm.alone.func
    monkeypatch.setattr(ActionForm, "alone", property(lambda form: [*right(form)[:-1], form.graph.true]))


def guards_of_two_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        ActionForm, "conditions", property(lambda form: [form.graph.true] * (1 + len(form.parameters)))
    )


def value_is_another_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    right = MachineText._allows
    monkeypatch.setattr(MachineText, "_allows", lambda self, emit, bits, _: right(self, emit, bits, "0"))


@pytest.mark.parametrize(
    "fault",
    [
        ends_one_early,
        numbers_are_those_of_neighbours,
        last_guard_is_left_out,
        guards_of_two_are_left_out,
        value_is_another_bit,
    ],
)
def test_a_wrong_form_is_caught(
    fault: Callable[[pytest.MonkeyPatch], None], every_action: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, TidemarkError)):
        agree(kinds(), engines=("native",))


FILE = '''
from typing import Annotated

from tidemark import Domain, Int, Machine, Number, Record, action, require

Digit = Annotated[Number, Domain("digit")]


class Pair(Record):
    a: Number
    b: Number


@action
def move(p: Pair, a: Digit, b: Digit) -> Pair:
    """To other numbers."""
    require(p.a != a, "another a")
    return p.but(a=a, b=b)


digit = Int(0, 19)
type = Pair.of(a=digit, b=digit)
MACHINE = Machine("pair", {}, type, type.default, [move], [], {"digit": digit})
'''


def test_actions_of_a_users_file_are_traced_once_and_need_few_tries(tmp_path: Path) -> None:
    (tmp_path / "pair.py").write_text(FILE)
    machine = protocol(str(tmp_path / "pair.py")).machine()
    assert list(machine.symbolic.forms) == [0]
    assert attempts(machine, machine.initial) == 1 + 19 * 20
    agree(machine, engines=("native",))
