"""Mistakes in promises about runs and in fairness: each is refused in a line that says what to write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import pytest

from tidemark.checker.api import check
from tidemark.spec import (
    Domain,
    Fairness,
    Id,
    Identity,
    Int,
    Machine,
    Network,
    Number,
    Record,
    TidemarkError,
    action,
    always_eventually,
    can_happen,
    eventually,
    every_step,
    fair,
    leads_to,
    never_decreases,
    no_deadlock,
    promise,
    require,
    strongly_fair,
    until,
)

Client = Annotated[Identity, Domain("client")]


class Note(Record):
    number: Number


class State(Record):
    count: Number
    notes: Network


@action
def step(state: State, me: Client) -> State:
    """Counts."""
    require(state.count < 2, "there is a number left")
    return state.but(count=state.count + 1)


@action
def read(state: State, note: Annotated[Note, Domain("notes")]) -> State:
    """Reads a note."""
    return state.but(notes=state.notes.discard(note))


def machine(promises: Any = (), fairness: Any = ()) -> Machine:
    client = Id("client", 2)
    type = State.of(count=Int(0, 2), notes=Network.of(Note.of(number=Int(0, 1)), 2))
    domains = {"client": client}
    return Machine("m", {}, type, type.default, [step, read], list(promises), domains, fairness=fairness)


def refused(make: Callable[[], Any]) -> str:
    with pytest.raises(TidemarkError) as caught:
        make()
    text = str(caught.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize(
    ("fairness", "said"),
    [
        (fair(step), "the fairness of m is a list, as in [fair(act)], not fair(step)"),
        ("step", "the fairness of m is a list"),
        ([step], "step, in the fairness of m, is none: write fair(act) or strongly_fair(act)"),
        ([fair("stop")], "fair(stop): m has no action stop: did you mean step?"),
        ([fair(step, each="you")], "fair(step, each='you'): step has no parameter you; it has me"),
        ([strongly_fair(read)], "note is a message of a network, and no fixed choice: write each=False"),
    ],
    ids=["no-list", "a-word", "an-action", "no-such-action", "no-such-parameter", "a-message"],
)
def test_fairness_of_something_else_is_refused(fairness: Any, said: str) -> None:
    assert said in refused(lambda: machine(fairness=fairness))


@pytest.mark.parametrize(
    "given", [(), (None,), (lambda: 0,), (3,)], ids=["nothing", "none", "function", "number"]
)
def test_fair_takes_actions(given: Any) -> None:
    assert "name one action or more, as declared with @action" in refused(lambda: fair(*given))


def test_each_names_parameters() -> None:
    assert "each is True, False, or names of parameters" in refused(lambda: fair(step, each=3))  # type: ignore[arg-type]


def test_messages_are_fair_where_some_is() -> None:
    assert list(machine(fairness=[fair(read, each=False)]).fairness) == [Fairness(("read",), False, ())]


def declared(kind: Any, function: Any) -> Any:
    return check(machine([kind(function)]), engine="reference")


@pytest.mark.parametrize(
    ("kind", "function", "said"),
    [
        (eventually, lambda s: s.count, "must return a truth value"),
        (eventually, lambda s: (True, False), "must return a truth value"),
        (leads_to, lambda s: s.count == 1, "must return two truth values, what is followed and by what"),
        (leads_to, lambda s: (s.count == 1, s.count), "must return two truth values"),
        (leads_to, lambda s: (True, True, True), "must return two truth values"),
        (every_step, lambda s: True, "takes the states before and after a step first"),
        (no_deadlock, lambda: True, "takes a state first"),
        (eventually, lambda s, me: True, "the parameter me of <lambda> has no domain"),
        (eventually, 3, "@eventually is put above a def, and not on 3"),
        (never_decreases, 3, "is put above a def that takes a state and gives a number"),
        (never_decreases, lambda a, b: 0, "is put above a def that takes a state and gives a number"),
        (eventually, lambda s: s.count and True, "need a plain value, and this one is symbolic"),
        (eventually, lambda s: s.nothing, "nothing"),
    ],
)
def test_a_promise_that_is_declared_wrongly_is_refused(kind: Any, function: Any, said: str) -> None:
    with pytest.raises((TidemarkError, AttributeError)) as caught:
        declared(kind, function)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_parameter_needs_a_domain_that_the_machine_has() -> None:
    @eventually
    def comes(state: State, you: Annotated[Identity, Domain("server")]) -> Any:
        """Comes."""
        return state.count == 2

    assert "the parameter you of comes ranges over server, and m has the domains" in refused(
        lambda: machine([comes])
    )


def test_two_promises_of_one_name_are_refused_whatever_their_kinds() -> None:
    def comes(state: State) -> Any:
        """Comes."""
        return state.count == 2

    assert "m has two promises called comes" in refused(lambda: machine([promise(comes), eventually(comes)]))


def test_promises_of_all_kinds_are_parted() -> None:
    @promise
    def low(state: State) -> Any:
        """Low."""
        return state.count < 3

    @eventually
    def comes(state: State) -> Any:
        """Comes."""
        return state.count == 2

    made = machine([comes, low])
    assert [p.name for p in made.promises] == ["low"]
    assert [p.name for p in made.temporal] == ["comes"]
    assert [p.name for p in made.with_promises("comes").all_promises] == ["comes"]
    assert [p.name for p in made.about_states().all_promises] == ["low"]
    with pytest.raises(TidemarkError, match="comes is about runs"):
        made.only("comes")


@eventually
def counted(state: State) -> Any:
    """It is counted."""
    return state.count > 1


@always_eventually
def again(state: State, me: Client) -> Any:
    """It is counted again."""
    return can_happen(step, state, me)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: leads_to(given=again)(counted.function),
            "what counted is given is a list, as in given=[fast]",
        ),
        (
            lambda: leads_to(given=[counted])(counted.function),
            "counted can't be given counted: it is given promises",
        ),
        (
            lambda: until(given=[again])(counted.function),
            "@until (counted) takes no given=: only @eventually, ",
        ),
        (
            lambda: every_step(given=[again])(lambda a, b: True),
            "@every_step (<lambda>) takes no given=: only ",
        ),
        (lambda: can_happen(counted, machine().initial), "can_happen(TemporalPromise("),  # type: ignore[arg-type]
        (
            lambda: can_happen(step, machine().initial),
            "can_happen(step, …) takes me after the states: give each",
        ),
        (
            lambda: check(machine([until(counted.function)])),
            "must return three truth values: where it begins, what holds until, and until what",
        ),
    ],
)
def test_what_is_given_or_asked_of_an_action_wrongly_is_refused(make: Callable[[], Any], said: str) -> None:
    assert said in refused(make)


def test_what_is_given_is_made_for_each_choice_of_its_parameters() -> None:
    promise = always_eventually(given=[again])(counted.function)
    assert promise.summary == "It is counted. (Given again.)"
    found = check(machine([promise], [fair(step, each=False)])).promises["counted"]
    assert (found.verdict, found.vacuous) == ("holds", True)  # no run can always count further
