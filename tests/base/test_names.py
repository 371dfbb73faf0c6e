"""Whatever a user calls a thing: it is what was declared, or an error at the declaration, and alike in all engines."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from tests.support import named
from tests.support.agreement import GO_ON, agree, agree_on_names
from tidemark.checker.engines import reference
from tidemark.checker.engines.hypothesis.stateful import state_machine
from tidemark.checker.runs import itf
from tidemark.checker.runs.results import Run
from tidemark.spec import (
    Action,
    Array,
    At,
    Bool,
    Bound,
    Enum,
    Family,
    Id,
    Int,
    Machine,
    ModelError,
    Network,
    Only,
    Promise,
    Protocol,
    Rule,
    Sequence,
    TidemarkError,
    settings_of,
)

NAMES = named.names()


def each(nth: int) -> list[Any]:
    """Every name; except for each nth, the tests of them are slow ones."""
    return [pytest.param(name, marks=pytest.mark.slow if k % nth else ()) for k, name in enumerate(NAMES)]


@pytest.mark.parametrize("name", each(4))
def test_a_name_is_what_was_declared_or_an_error_that_names_it(name: str) -> None:
    refused: list[str] = []
    made = named.machine(name, refused)
    agree_on_names(made)
    for complaint in refused:
        assert (
            name.encode("unicode_escape").decode() in complaint
            or repr(name) in complaint
            or name in complaint
        )
    if name.isidentifier() and not name.startswith("_") and name not in ("but", "of", "type"):
        assert len(refused) == (unicodedata.normalize("NFKC", name) != name), refused


@pytest.mark.parametrize("name", each(50))
def test_engines_agree_whatever_the_names(name: str) -> None:
    agree(named.machine(name), length=4)


def test_the_published_forms_of_a_run_have_every_name() -> None:
    for name in ("init", "default", *NAMES[::6]):
        made = named.machine(name)
        run = reference.search(made, GO_ON).promises[made.promises[0].name].run
        assert isinstance(run, Run)
        published = itf.to_itf(run)["states"]
        for number, (step, state) in enumerate(zip(run.steps, published, strict=True), 1):
            shown = made.type.show(made.decode(step.state))
            assert made.encode(made.type.read(shown, "")) == step.state
            read = itf._step(made, state, number)
            assert read["state"] == shown
            assert read["action"] == (step.instance and step.instance.action.name)


def test_hypothesis_takes_every_action_whatever_its_name() -> None:
    for name in ("teardown", "steps", "explored", *NAMES[::6]):
        made = named.machine(name)
        test = state_machine(made)()
        assert len(test.rules) == len(made.actions) + 1, name  # and one for where nothing can happen
        assert test.enabled_choices().keys() == {action.name for action in made.actions}


def test_bounds_and_rules_that_would_be_read_as_others_are_refused() -> None:
    class SizeAt(At):
        log_size = Bound("", 1, 1, 3)

    family = Family("f", SizeAt, {"step": "one"}, (), lambda *_: named.machine(named.EASY))
    rule, x = Rule((), ""), Rule((), "", {"x": 1})
    for declare, complaint in (
        (
            lambda: type("BadAt", (At,), {"a": Bound("", 1, name="log size")}),
            "a bound can't be called 'log size'",
        ),
        (
            lambda: type("BadAt", (At,), {"a": Bound("", 1, name="--json")}),
            "a bound can't be called '--json'",
        ),
        (lambda: type("BadAt", (At,), {"_a": Bound("", 1)}), "a bound can't be called '-a'"),
        (lambda: family.bounds[0].check(True), "--log-size is True: it goes from 1 to 3"),
        (lambda: Protocol("f/p", "", family, {"steps": rule}), "no rule steps: did you mean step?"),
        (lambda: Protocol("f/p", "", family, {}), "f/p says no way of doing the rule step"),
        (
            lambda: Protocol("f/p", "", family, {"step": rule}, defaults={"log_size": 2}),
            "did you mean log-size?",
        ),
        (lambda: settings_of({"a": x, "b": x}), "the rules a and b both set x"),
    ):
        with pytest.raises(TidemarkError) as raised:
            declare()
        assert complaint in str(raised.value)


def test_a_value_of_another_kind_is_refused_with_what_to_write() -> None:
    mode, broker = Enum("mode", "manual", "auto"), Id("broker", 3)
    state = named.record("State", ["level", "i", "n", "on"]).of(level=mode, i=broker, n=Int(0, 3), on=Bool())
    for changes, complaint in (
        ({"level": 1}, "level holds a mode (manual, auto), and is given 1: write the label, as in Mode.auto"),
        ({"level": True}, "level holds a mode (manual, auto), and is given True"),
        ({"level": "auto"}, "level holds a mode (manual, auto), and is given 'auto'"),
        ({"i": 2}, "i holds a broker id, and is given 2: an id is an argument of the action"),
        ({"i": None}, "i holds a broker id, and is given None: write none for an absent id"),
        ({"n": True}, "n holds a number, and is given True: write 1, or where(condition, 1, 0)"),
        ({"n": mode.auto}, "n holds a number, and is given a mode (manual, auto)"),
        ({"on": 1}, "on holds a truth value, and is given 1: write True"),
    ):
        with pytest.raises(ModelError) as first:
            Machine("m", {}, state, state(**changes), [], [])
        assert complaint in str(first.value)
        act = Action("act", lambda s, /, changes=changes: s.but(**changes), {})
        made = Machine("m", {}, state, state.default, [act], [])
        for engine in (lambda made=made: made.symbolic, lambda made=made: reference.search(made)):
            with pytest.raises(ModelError) as raised:
                engine()
            assert complaint in str(raised.value)
            assert "test_names.py:" in str(raised.value)


@pytest.mark.parametrize(
    ("declare", "complaint"),
    [
        (lambda: Int(True, 3), "the first number of Int() is a whole number, not True"),
        (lambda: Int(0, 3.7), "the last number of Int() is a whole number, not 3.7"),  # type: ignore[arg-type]
        (lambda: Int(0, Enum("mode", "auto").auto), "the last number of Int() is a whole number, not auto"),
        (lambda: Int("0", 3), "the first number of Int() is a whole number, not '0'"),  # type: ignore[arg-type]
        (lambda: Id("broker", True), "how many broker ids there are is a whole number, not True"),
        (lambda: Id("broker", 2.5), "how many broker ids there are is a whole number"),  # type: ignore[arg-type]
        (lambda: Id(3, 2), "what ids are called is a word, not 3"),  # type: ignore[arg-type]
        (lambda: Enum(3, "a"), "what labels are called is a word, not 3"),  # type: ignore[arg-type]
        (lambda: Only(1.5), "is a whole number, not 1.5"),
        (lambda: Only("auto"), "is a whole number, not 'auto'"),
        (lambda: Only(1 << 40), "is too wide"),
        (lambda: Sequence.of(Int(0, 1), True), "how much a sequence holds is a whole number, not True"),
        (lambda: Sequence.of(Int(0, 1), 10**9), "a sequence holds at least 1 and at most 65,536"),
        (lambda: Array.of(Int(0, 10**9), Int(0, 1)), "an array holds at least 1 and at most 65,536"),
        (lambda: Network.of(Int(0, 1), 10**9), "a network holds at least 1 and at most 65,536"),
        (
            lambda: named.record("State", ["n"])(n=3),
            "makes no record: change one, as in state.default.but(n=…)",
        ),
    ],
)
def test_a_domain_of_another_kind_is_refused_where_it_is_declared(declare: Any, complaint: str) -> None:
    with pytest.raises(ModelError) as raised:
        declare()
    assert complaint in str(raised.value)
    assert "test_names.py:" in str(raised.value)


def test_a_promise_among_the_actions_is_named() -> None:
    state = named.record("State", ["n"]).of(n=Int(0, 1))
    kept = Promise("kept", lambda s: s.n < 2)
    with pytest.raises(ModelError, match="kept, among the actions of m, is no action"):
        Machine("m", {}, state, state.default, [kept], [])  # type: ignore[list-item]
