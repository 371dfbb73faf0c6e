"""Loops over the messages of a network, networks that a condition filters, and the first of several values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.agreement import agree
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.symmetry.canonical import find_non_canonical
from tidemark.spec import (
    Array,
    Bag,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Machine,
    ModelError,
    Network,
    Number,
    Optional,
    Promise,
    Record,
    Sequence,
    action,
    all_of,
    any_of,
    choose,
    count,
    implies,
    maximum,
    minimum,
    none,
    require,
    where,
)
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.machines.symbolic import symbolic_state
from tidemark.spec.types.parts import lift_field

CLIENT = Id("client", 3)
PHASE = Enum("phase", "idle", "waiting", "inside")


class Message(Record):
    to: Identity
    number: Number


class Post(Record):
    network: Network[Message]
    other: Network[Message]
    log: Sequence[Number]
    counts: Array[Number]
    turn: Number


MESSAGE = Message.of(to=Optional(CLIENT), number=Int(0, 3))
NOBODY = MESSAGE.default
MESSAGES = st.builds(
    lambda to, number: MESSAGE.read({"to": to, "number": number}, ""),
    st.sampled_from([None, 0, 1, 2]),
    st.integers(0, 3),
)


def post_of(cls: Any, capacity: int = 3) -> Any:
    network = cls.of(MESSAGE, capacity)
    return Post.of(
        network=network,
        other=network,
        log=Sequence.of(Int(0, 3), 1),
        counts=Array.of(CLIENT, Int(0, 3)),
        turn=Int(0, 3),
    )


def first_number(p: Post, otherwise: int) -> Number:
    return choose(p.network, lambda m: m.number >= p.turn, MESSAGE(number=otherwise)).number


QUESTIONS: list[tuple[Callable[[Post], Any], Callable[[list[Any], list[Any], Any], Any]]] = [
    (lambda p: all_of(m.number > 1 for m in p.network), lambda a, _b, _p: all(m.number > 1 for m in a)),
    (lambda p: any_of(m.to == none for m in p.network), lambda a, _b, _p: any(m.to == none for m in a)),
    (
        lambda p: count(m.number == p.turn for m in p.network),
        lambda a, _b, p: sum(m.number == p.turn for m in a),
    ),
    (
        lambda p: maximum((m.number for m in p.network.filter(lambda m: m.to != none)), default=-1),
        lambda a, _b, _p: max((m.number for m in a if m.to != none), default=-1),
    ),
    (
        lambda p: minimum((m.number + n.number for m in p.network for n in p.other), default=9),
        lambda a, b, _p: min((m.number + n.number for m in a for n in b), default=9),
    ),
    (
        lambda p: count(all_of(m.number >= n.number for n in p.other) for m in p.network),
        lambda a, b, _p: sum(all(m.number >= n.number for n in b) for m in a),
    ),
    (lambda p: first_number(p, 7), lambda a, _b, p: next((m.number for m in a if m.number >= p.turn), 7)),
    (
        lambda p: (
            maximum(p.network, key=lambda m: (m.number % 2, m.number), default=MESSAGE(number=2)).number
        ),
        lambda a, _b, _p: max(a, key=lambda m: (m.number % 2, m.number), default=MESSAGE(number=2)).number,
    ),
    (
        lambda p: minimum(p.network, key=lambda m: m.number // 2, default=MESSAGE(number=2)).to == none,
        lambda a, _b, _p: min(a, key=lambda m: m.number // 2, default=MESSAGE(number=2)).to == none,
    ),
    (lambda p: choose(Int(0, 3), lambda n: n > p.turn, 9), lambda _a, _b, p: p.turn + 1 if p.turn < 3 else 9),
    (
        lambda p: choose(p.counts.indices(), lambda i: p.counts[i] == p.turn, none) == none,
        lambda _a, _b, p: all(n != p.turn for n in p.counts),
    ),
]
"""Each with what Python says of plain lists of messages."""


@pytest.mark.parametrize("cls", [Network, Bag])
@settings(max_examples=40, deadline=None)
@given(sent=st.lists(MESSAGES, max_size=3), more=st.lists(MESSAGES, max_size=3), turn=st.integers(0, 3))
def test_a_loop_means_the_same_of_a_list_of_a_network_and_of_a_symbolic_one(
    cls: Any, sent: list[Any], more: list[Any], turn: int
) -> None:
    type_ = post_of(cls)
    network = type_.fields["network"]
    plain = type_(network=network.of_members(sent), other=network.of_members(more), turn=turn)
    graph, _fields, symbolic = symbolic_state(type_)
    flat: list[Any] = []
    type_.flatten(plain, flat)
    for ask, expected in QUESTIONS:
        answer = expected(plain.network.members, plain.other.members, plain)
        assert ask(plain) == answer
        with Context(lifts=True):
            expression = graph.lift(ask(symbolic))
        assert value_of(expression, flat) == int(answer)


@pytest.mark.parametrize("cls", [Network, Bag])
@settings(max_examples=40, deadline=None)
@given(sent=st.lists(MESSAGES, max_size=4), least=st.integers(0, 3))
def test_a_filtered_network_has_the_members_for_which_the_condition_holds_in_order(
    cls: Any, sent: list[Any], least: int
) -> None:
    type_ = post_of(cls, 4)
    plain = type_(network=type_.fields["network"].of_members(sent), turn=least)
    graph, _fields, symbolic = symbolic_state(type_)
    flat: list[Any] = []
    type_.flatten(plain, flat)
    kept = [m for m in plain.network.members if m.number >= least and m.to != none]
    for p in (plain, symbolic):
        large = p.network.filter(lambda m, p=p: m.number >= p.turn)
        twice = large.filter(lambda m: m.to != none)
        for network in (twice, p.network.filter(lambda m, p=p: (m.number >= p.turn) & (m.to != none))):
            fields: list[Any] = []
            type_.fields["network"].flatten(network, fields)
            domains = type_.fields["network"].domains
            lifted = [lift_field(f, domain, graph) for f, domain in zip(fields, domains, strict=True)]
            words = tuple(value_of(field, flat) for field in lifted)
            assert type_.fields["network"].decode(words).members == kept
            assert value_of(graph.lift(network.size()), flat) == len(kept)
            assert value_of(
                graph.lift(network.send(MESSAGE.default).discard(MESSAGE.default) == twice), flat
            ) or (len(kept) == 4 or MESSAGE.default in kept)


def test_what_is_beyond_the_capacity_stays_beyond_it() -> None:
    network = Network.of(Int(0, 3), 1).default.send(1).send(2)
    assert network.filter(lambda m: m > 5).size() == 2


def test_a_network_of_other_messages_does_not_fit_a_field() -> None:
    class Two(Record):
        a: Network[Number]
        b: Bag[Number]
        c: Network[Number]

    two = Two.of(a=Network.of(Int(0, 3), 2), b=Bag.of(Int(0, 3), 2), c=Network.of(Int(0, 7), 2))
    for wrong in ("b", "c"):
        mixed = Promise("mixed", lambda s, wrong=wrong: s.but(a=getattr(s, wrong)).a.is_empty())
        with pytest.raises(ModelError, match="a holds a Network of at most 2"):
            _ = Machine("two", {}, two, two.default, [], [mixed], {}).symbolic


def is_to_nobody(m: Message) -> Any:
    return implies(m.number == 0, m.to == none)


@pytest.mark.parametrize(
    "kept",
    [
        lambda p: all_of(is_to_nobody(m) for m in p.network),
        lambda p: choose(p.network, is_to_nobody, NOBODY).to == none,
        lambda p: maximum(p.network, key=lambda m: where(is_to_nobody(m), 1, 0), default=NOBODY).to == none,
        lambda p: p.network.filter(is_to_nobody) == p.network,
        lambda p: p.log.fold(lambda holds, n: holds & implies(n == 0, p.turn == 0), p.turn == 0),
    ],
)
def test_the_condition_of_an_implication_in_a_loop_arises_of_members_alone(kept: Any) -> None:
    network = Network.of(MESSAGE, 2)

    @action
    def send(p: Post, number: Annotated[Number, Domain("number")]) -> Post:
        require(p.network.is_empty(), "it is the first")
        return p.but(network=p.network.send(number=number), log=p.log.append(number))

    state = post_of(Network).fields | {"network": network, "other": network}
    type_ = Post.of(**state)
    for first, arises in ((0, True), (1, False)):
        machine = Machine(
            "post", {}, type_, type_.default, [send], [Promise("kept", kept)], {"number": Int(first, 3)}
        )
        for search in (reference.search, native.search):
            assert search(machine).promises["kept"].vacuous is not arises


ClientId = Annotated[Identity, Domain("client")]


@action
def post(p: Post, client: ClientId, number: Annotated[Number, Domain("number")]) -> Post:
    """A client sends a number."""
    require(p.network.size() < p.network.capacity, "there is room")
    return p.but(network=p.network.send(to=client, number=number))


@action
def lose(p: Post) -> Post:
    """What is least is lost, and moves to the other network."""
    least = minimum((m.number for m in p.network), default=0)
    return p.but(
        network=p.network.filter(lambda m: m.number != least),
        other=p.network.filter(lambda m: m.number == least),
    )


@action
def take(p: Post) -> Post:
    """The first of the greatest messages is taken, and what is chosen of other things is noted."""
    require(any_of(m.number > 0 for m in p.network), "there is one")
    greatest = maximum(p.network, key=lambda m: m.number, default=NOBODY)
    free = choose(CLIENT, lambda i: p.counts[i] == 0, greatest.to)
    noted = choose(Int(1, 3), lambda n: all_of(n != m.number for m in p.other), 0)
    log = where(p.log.is_empty(), p.log.append(choose(p.log, lambda n: n > noted, noted)), p.log.tail())
    return p.but(network=p.network.discard(greatest), counts=p.counts.but(free, noted), log=log)


PROMISES = [
    Promise("few", lambda p: count(m.number == n.number for m in p.network for n in p.other) < 2),
    Promise("apart", lambda p: all_of(m != n for m in p.network for n in p.other)),
    Promise("same", lambda p: p.network.filter(lambda m: m.number < 1) == p.network),
]


def machine(cls: Any, capacity: int = 2) -> Machine:
    type_ = post_of(cls, capacity)
    domains = {"client": CLIENT, "number": Int(0, 1)}
    return Machine("post", {}, type_, type_.default, [post, lose, take], PROMISES, domains)


@pytest.mark.parametrize("cls", [Network, Bag])
def test_engines_agree_on_loops_over_messages_and_choices(cls: Any) -> None:
    agree(machine(cls), length=3, engines=("native", "smt", "gpu"))


@pytest.mark.spark
def test_spark_agrees_on_them() -> None:
    agree(machine(Network, 1), engines=("spark",))


def test_a_filtered_network_is_canonical_without_a_question_to_z3(monkeypatch: pytest.MonkeyPatch) -> None:
    from tidemark.checker.engines.symmetry import canonical

    monkeypatch.delattr(canonical, "EqualityProver")
    assert find_non_canonical(machine(Network)) is None


LOOP = "loop over it directly, as in all_of"
CHOOSE = "choose\\(\\) goes through"


@pytest.mark.parametrize(
    ("misuse", "instead"),
    [
        (lambda p: [m for m in p.network] == [], "loop in all_of"),  # noqa: C416
        (lambda p: sum(m.number for m in p.network) == 0, "loop in all_of"),
        (lambda p: all_of(len([m for m in p.network]) > n for n in (1, 2)), "loop in all_of"),  # noqa: C416
        (lambda p: any_of(k == m.number for k, m in enumerate(p.network)), LOOP),
        (lambda p: any_of(m == n for m, n in zip(p.network, p.other, strict=False)), LOOP),
        (lambda p: sorted(p.network) == [], LOOP),
        (lambda p: next(iter(p.network)) == NOBODY, LOOP),
        (lambda p: choose(3, lambda n: n > p.turn, 0) == 0, f"{CHOOSE} a type such as .*, not through 3"),
        (lambda p: choose(MESSAGE, lambda m: m.number > 0, NOBODY) == NOBODY, CHOOSE),
        (
            lambda p: choose(Int(0, 5000), lambda n: n > p.turn, 0) == 0,
            f"{CHOOSE} at most 1,024 values, not 5,001",
        ),
        (
            lambda p: maximum(p.network, key=lambda m: m.number).number == 0,
            "no element at all: write maximum",
        ),
        (lambda p: maximum(p.network, key=lambda m: m.to, default=NOBODY) == NOBODY, "write position"),
    ],
)
def test_what_a_loop_over_messages_may_not_do_says_what_to_write(misuse: Any, instead: str) -> None:
    type_ = post_of(Network)
    wrong = Machine("post", {}, type_, type_.default, [], [Promise("wrong", misuse)], {})
    with pytest.raises(ModelError, match=instead):
        _ = wrong.symbolic


def test_the_first_of_what_is_no_message_is_chosen_too() -> None:
    """Labels, sets, bits, and tuples of numbers as keys; Python's own `max` takes the first of several too."""
    assert choose(PHASE, lambda phase: phase != PHASE.idle, PHASE.idle) == PHASE.waiting
    both = choose(IdSet.of(CLIENT), lambda group: group.size() == 2, IdSet.of(CLIENT).default)
    assert both == both.type.default.including(CLIENT.values()[0]).including(CLIENT.values()[1])
    words: list[Label] = list(PHASE)
    assert minimum(words, key=lambda phase: (phase == PHASE.idle, 1)) == PHASE.waiting
    assert maximum((3, 5, 4), key=lambda n: n % 2) == max((3, 5, 4), key=lambda n: n % 2) == 3
