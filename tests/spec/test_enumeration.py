"""Instances that need no try: those for which the same guard fails as for another one. Nothing else is left out."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Annotated, Any

import pytest

from tests.support.compiled import walked
from tests.support.protocols import ONE_OF_EACH_FAMILY
from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.spec import (
    Action,
    Bool,
    Disabled,
    Domain,
    Int,
    Machine,
    ModelError,
    Network,
    Number,
    Record,
    Truth,
    action,
    any_of,
    require,
)
from tidemark.spec.machines import enumeration
from tidemark.spec.machines.enumeration import ParameterReads

SIZE = 6
Digit = Annotated[Number, Domain("digit")]


class Lock(Record):
    a: Number
    b: Number
    c: Number
    d: Number
    e: Number
    f: Number
    open: Truth


@action
def turn(s: Lock, a: Digit, b: Digit, c: Digit, d: Digit, e: Digit, f: Digit) -> Lock:
    """All digits are right; each guard reads one parameter."""
    require(s.a == a, "a")
    require(s.b == b, "b")
    require(s.c == c, "c")
    require(s.d == d, "d")
    require(s.e == e, "e")
    require(s.f == f, "f")
    return s.but(open=True)


@action
def turn_from_the_end(s: Lock, a: Digit, b: Digit, c: Digit, d: Digit, e: Digit, f: Digit) -> Lock:
    """The same, the last parameter first."""
    require(s.f == f, "f")
    require(s.e == e, "e")
    require(s.d == d, "d")
    require(s.c == c, "c")
    require(s.b == b, "b")
    require(s.a == a, "a")
    return s.but(open=True)


@action
def set_digits(s: Lock, a: Digit, b: Digit, c: Digit) -> Lock:
    """A guard of three parameters, read in another order, and a write outside the domain for some."""
    require(any_of(x == c for x in (s.a, s.b)), "c is there")
    require(b != 1, "b is not 1")
    return s.but(a=a + b, b=b, c=c)


@action
def fail(s: Lock, a: Digit, b: Digit) -> Lock:
    """A mistake, for some values."""
    require(b < 3, "b is small")
    if a == 2 and b == 2:
        raise ModelError("a mistake")
    return s.but(a=b, b=a)


def lock(*actions: Action, size: int = SIZE) -> Machine:
    digit = Int(0, size - 1)
    type = Lock.of(a=digit, b=digit, c=digit, d=digit, e=digit, f=digit, open=Bool())
    return Machine("lock", {}, type, type.default, actions, [], {"digit": digit})


def attempts(machine: Machine, state: Any) -> int:
    """How many instances are tried in a state."""
    tried = []

    def attempt(instance: Any) -> Any:
        tried.append(instance)
        return machine.run(state, instance)

    list(machine.outcomes(attempt))
    return len(tried)


@pytest.mark.parametrize("turned", [turn, turn_from_the_end])
def test_guards_that_read_one_parameter_each_cost_no_more_than_twice_the_sum_of_the_domains(
    turned: Action,
) -> None:
    machine = lock(turned)
    assert len(machine.instances) == SIZE**6
    for state in (machine.initial, machine.initial.but(a=5, b=5, c=5, d=5, e=5, f=5)):
        assert attempts(machine, state) <= 2 * 6 * SIZE


def all_tried(machine: Machine, state: Any) -> list[tuple[int, Any]]:
    """The number of each enabled instance and the state after it; behind the last, the first error."""
    reached = list[tuple[int, Any]]()
    for number, instance in enumerate(machine.instances):
        try:
            reached.append((number, machine.encode(machine.run(state, instance), instance)))
        except Disabled:
            continue
        except ModelError as error:
            return [*reached, (number, str(error))]
    return reached


def some_tried(machine: Machine, state: Any) -> list[tuple[int, Any]]:
    reached = list[tuple[int, Any]]()
    try:
        for number, _, after in reference.all_successors(machine, state):
            reached.append((number, after))
    except ModelError as error:
        reached.append((-1, str(error)))
    return reached


@pytest.mark.parametrize("declared", [turn_from_the_end, set_digits, fail], ids=lambda a: a.name)
def test_what_is_left_out_is_disabled(declared: Action) -> None:
    machine = lock(declared, size=4)
    for a, b, c in itertools.product(range(0, 4, 3), repeat=3):
        state = machine.initial.but(a=a, b=b, c=c)
        every, some = all_tried(machine, state), some_tried(machine, state)
        assert [reached for _, reached in some] == [reached for _, reached in every]
        assert [n for n, _ in some if n >= 0] == [n for n, reached in every if not isinstance(reached, str)]


@pytest.mark.parametrize("protocol", ONE_OF_EACH_FAMILY)
def test_nothing_is_left_out_that_a_protocol_does(protocol: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "FEWEST", 1)
    machine = impl.protocol(protocol).machine()
    for state in walked(machine, seed=1, steps=12):
        value = machine.decode(state)
        assert some_tried(machine, value) == all_tried(machine, value)


def plain(s: Any, a: int, b: int) -> Any:
    require(s != b, "the first guard")
    require(s != a, "the second guard")
    return s


def with_a_loop(s: Any, a: int, b: int) -> Any:
    for digit in range(s):
        require(digit < 2 or b == 0, "the guard in the loop")
        require(a < 9, "another one")
    return s


def with_a_closure(s: Any, a: int, b: int) -> Any:
    require(all(digit != b for digit in range(s)), "no digit is b")
    return a


def with_a_nested_function(s: Any, a: int, b: int) -> Any:
    def read() -> int:
        return a

    require(s != read(), "a is read when the function is made")
    return b


def with_an_exception(s: Any, a: int, b: int) -> Any:
    try:
        require(s != 2, "a guard that reads nothing")
    except Disabled:
        require(a < 0, "or so it seems")
    return b


def with_locals(s: Any, a: int, b: int) -> Any:
    require(s != locals()["a"], "it reads a")
    return b


@functools.wraps(plain)
def wrapped(*arguments: Any, **named: Any) -> Any:
    return plain(*arguments, **named)


@pytest.mark.parametrize(
    ("function", "arguments", "order", "count"),
    [
        (plain, (2, 2, 2), ["b", "a"], 1),
        (plain, (2, 2, 0), ["b", "a"], 2),
        (with_a_loop, (3, 1, 1), ["b", "a"], 2),
        (with_a_closure, (3, 1, 1), ["b", "a"], 1),
        (with_a_nested_function, (3, 3, 1), ["a", "b"], 1),
        (with_an_exception, (2, 1, 1), ["a", "b"], 2),
        (with_locals, (2, 2, 1), ["a", "b"], 2),
        (wrapped, (2, 2, 2), ["a", "b"], 2),
        (functools.partial(plain), (2, 2, 2), ["a", "b"], 2),
    ],
)
def test_byte_code_tells_what_is_read_before_a_guard_fails(
    function: Callable[..., Any], arguments: tuple[int, int, int], order: list[str], count: int
) -> None:
    reads, (s, a, b) = ParameterReads(function, ["a", "b"]), arguments
    assert reads.order == order
    with pytest.raises(Disabled) as disabled:
        function(s, a=a, b=b)
    assert reads.count(disabled.value) == count


class Message(Record):
    number: Number


class Post(Record):
    done: Number
    messages: Network[Message]


@action
def receive(p: Post, me: Digit, you: Digit, message: Annotated[Message, Domain("messages")]) -> Post:
    """The message is the last parameter, and is there before the action is called."""
    require(message.number == me, "it is for me")
    return p.but(done=you)


def test_of_a_message_that_is_not_there_one_instance_is_tried() -> None:
    digit = Int(0, SIZE - 1)
    type = Post.of(done=digit, messages=Network.of(Message.of(number=digit), 4))
    machine = Machine("post", {}, type, type.default, [receive], [], {"digit": digit})
    assert len(machine.instances) == 4 * SIZE**2
    assert attempts(machine, machine.initial) == 4
    state = machine.initial.but(messages=machine.initial.messages.send(number=3))
    assert attempts(machine, state) == 3 + (SIZE - 1) + SIZE
    assert some_tried(machine, state) == all_tried(machine, state)
