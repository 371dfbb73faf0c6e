"""Networks: canonical sets and bags of messages, their operations, their errors, and messages as parameters."""

from __future__ import annotations

import itertools
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.agreement import agree
from tidemark.checker.analyses.plainest import plainest
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.random.shrinking import shrink
from tidemark.checker.engines.reference import run_of
from tidemark.checker.engines.smt import bounded
from tidemark.checker.engines.smt.induction import prove
from tidemark.checker.engines.symmetry.interchangeable import interchangeable
from tidemark.checker.runs import itf
from tidemark.checker.runs.files import to_json
from tidemark.checker.runs.itf import to_itf
from tidemark.checker.runs.results import Limits, Run, RunStep
from tidemark.checker.runs.steps import numbered_steps
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
    not_,
    promise,
    require,
)
from tidemark.spec.expressions.kinds import TRUTH
from tidemark.spec.machines.machine import OutOfRange
from tidemark.spec.machines.symbolic import symbolic_state
from tidemark.spec.machines.symmetry import rename
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.representation import is_canonical
from tidemark.spec.types.words import exchanges

CLIENT = Id("client", 3)
KIND = Enum("kind", "ask", "answer")


class Message(Record):
    kind: Label
    to: Identity
    number: Number
    seen: IdSet


MESSAGE = Message.of(kind=KIND, to=Optional(CLIENT), number=Int(-1, 2), seen=IdSet.of(CLIENT))


class Post(Record):
    network: Network[Message]
    turn: Number


ClientId = Annotated[Identity, Domain("client")]
Some = Annotated[Message, Domain("network")]


def post_of(network: NetworkType) -> Any:
    return Post.of(network=network, turn=Int(0, 3))


def machine(*actions: Any, network: NetworkType | None = None, promises: Any = ()) -> Machine:
    state = post_of(network or Network.of(MESSAGE, 3))
    return Machine("post", {}, state, state.default, list(actions), list(promises), {"client": CLIENT})


@action
def ask(p: Post, client: ClientId) -> Post:
    """A client asks."""
    require(p.network.size() < p.network.capacity, "there is room")
    return p.but(network=p.network.send(kind=KIND.ask, to=client, number=1))


@action
def answer(p: Post, message: Some) -> Post:
    """The server answers."""
    require(message.kind == KIND.ask, "it is a question")
    return p.but(network=p.network.discard(message).send(message.but(kind=KIND.answer)))


@promise
def no_two_answers(p: Post) -> Any:
    """At most one answer is under way."""
    return p.network.count(lambda m: m.kind == KIND.answer) <= 1


MESSAGES = st.builds(
    lambda kind, to, number, seen: MESSAGE.read({"kind": kind, "to": to, "number": number, "seen": seen}, ""),
    st.sampled_from(["ask", "answer"]),
    st.sampled_from([None, 0, 1, 2]),
    st.integers(-1, 2),
    st.lists(st.integers(0, 2), unique=True),
)


@pytest.mark.parametrize("cls", [Network, Bag])
@settings(max_examples=60, deadline=None)
@given(sent=st.lists(MESSAGES, max_size=4), order=st.randoms())
def test_equal_contents_have_equal_bits_in_whatever_order_they_were_sent(
    cls: Any, sent: list[Any], order: Any
) -> None:
    type_ = cls.of(MESSAGE, 4)
    one = type_.default
    for message in sent:
        one = one.send(message)
    shuffled = list(sent)
    order.shuffle(shuffled)
    other = type_.of_members(shuffled)
    assert flat(type_, one) == flat(type_, other)
    assert type_.is_canonical(one)
    assert all(one.has(message) for message in sent)
    for message in shuffled:
        one = one.discard(message)
    assert flat(type_, one) == flat(type_, type_.default)


def flat(type_: Any, value: Any) -> list[int]:
    out: list[Any] = []
    type_.flatten(value, out)
    return [int(word) for word in out]


def test_a_set_has_an_equal_message_once_and_a_bag_as_often_as_it_was_sent() -> None:
    for cls, size in ((Network, 1), (Bag, 2)):
        network = cls.of(Int(0, 3), 3).default.send(2).send(2)
        assert network.size() == size
        assert network.discard(2).size() == size - 1
        assert network.discard(1) == network


def test_questions_about_members_mean_the_same_on_plain_and_symbolic_networks() -> None:
    _graph, _fields, symbolic = symbolic_state(post_of(Network.of(Int(0, 3), 3)))
    network = symbolic.network
    for question in (network.has(2), network.any(lambda m: m == 2), network.all(lambda m: m < 2)):
        assert question.kind == TRUTH
    assert (network.size().lo, network.size().hi) == (0, 3)
    plain = Network.of(Int(0, 3), 3).default.send(2).send(0)
    assert (plain.size(), plain.is_empty()) == (2, False)
    assert (plain.any(lambda m: m == 2), plain.all(lambda m: m == 2), plain.count(lambda m: m < 2)) == (
        True,
        False,
        1,
    )


@pytest.mark.parametrize("places", range(1, 10))
def test_the_exchanges_sort_every_list_of_zeros_and_ones_and_so_every_list(places: int) -> None:
    for bits in itertools.product((0, 1), repeat=places):
        row = list(bits)
        for low, high in exchanges(places):
            row[low], row[high] = sorted((row[low], row[high]))
        assert row == sorted(bits)


def test_a_message_of_many_fields_takes_several_words() -> None:
    wide = Array.of(CLIENT, Int(0, 1 << 20))
    network = Network.of(wide, 2)
    low, high = (wide.read([a, 7, b], "") for a, b in ((5, 9), (5, 8)))
    assert network.show(network.default.send(low).send(high)) == [[5, 7, 8], [5, 7, 9]]


@settings(max_examples=30, deadline=None)
@given(sent=st.lists(MESSAGES, max_size=3))
def test_a_renamed_network_is_in_order_and_renaming_back_restores_it(sent: list[Any]) -> None:
    type_ = Network.of(MESSAGE, 3)
    network = type_.of_members(sent)
    renamed = rename(type_, network, {"client": (2, 0, 1)})
    assert type_.is_canonical(renamed)
    assert flat(type_, rename(type_, renamed, {"client": (1, 2, 0)})) == flat(type_, network)


def test_renaming_keeps_unused_slots_of_a_sequence_and_of_a_network_as_they_are() -> None:
    for type_ in (Sequence.of(CLIENT, 3), Network.of(CLIENT, 3)):
        renamed = rename(type_, type_.read([0], ""), {"client": (1, 2, 0)})
        assert flat(type_, renamed) == flat(type_, type_.read([1], ""))


def test_a_step_tells_the_message_that_it_read_and_not_its_slot() -> None:
    one = machine(ask, answer, promises=[no_two_answers])
    assert interchangeable(one) == {"client": 3}
    expected = reference.search(one, Limits(keep_going=True))
    run = expected.promises["no-two-answers"].run
    assert run is not None
    told = [str(step.instance) for step in run.steps]
    assert told[-1].startswith("answer(message=(kind ask, to ")
    assert "network[" not in numbered_steps(run)
    found = native.search(one, Limits(keep_going=True)).promises["no-two-answers"].run
    assert found is not None
    assert [str(step.instance) for step in found.steps] == told
    smt = bounded.search(one, max_length=6).promises["no-two-answers"]
    assert smt.length == run.length


def test_a_step_that_is_taken_elsewhere_takes_its_message_from_any_slot() -> None:
    one = machine(ask, answer)
    ask0, ask1, _, answer0, *_ = one.instances
    run = run_of(one, "", [ask1, answer0])
    last = run.steps[-1].instance
    assert last is not None
    again = run_of(one, "", [ask0, ask1, last])
    assert again.steps[-1].instance is not None
    assert int(again.steps[-1].instance.arguments["message"]) == 1
    assert str(again.steps[-1].instance) == str(last)


def test_an_impossible_step_keeps_its_slot() -> None:
    one = machine(ask, answer)
    first = one.encode(one.initial)
    run = Run(one, "", [RunStep(None, first), RunStep(one.instances[-1], first)])
    assert str(run.steps[1].instance) == "answer(message=network[2])"


def test_an_engine_reads_equal_messages_of_a_bag_once() -> None:
    one = machine(ask, answer, network=Bag.of(MESSAGE, 3))
    twice = one.type(
        network=one.type.fields["network"].default.send(to=CLIENT.values()[0]).send(to=CLIENT.values()[0])
    )
    taken = [i for i, _ in reference.successors(one, one.encode(twice)) if i.action.name == "answer"]
    assert [int(i.arguments["message"]) for i in taken] == [0]


def test_a_full_network_is_an_error_with_the_run_to_it() -> None:
    @action
    def careless(p: Post, client: ClientId) -> Post:
        return p.but(network=p.network.send(to=client).discard(to=client, number=2))

    one = machine(careless, network=Network.of(MESSAGE, 2))
    for search in (reference.search, native.search, bounded.search):
        with pytest.raises(
            OutOfRange, match="sends a message to network, which is full with 2: discard"
        ) as full:
            search(one)
        assert full.value.run.length == 3


def test_what_is_sent_to_a_full_network_and_discarded_again_is_an_error_too() -> None:
    network = Network.of(Int(0, 3), 1).default.send(1).send(2)
    assert network.discard(1).size() == 2


@pytest.mark.parametrize("cls", [Network, Bag])
def test_what_a_full_network_loses_depends_on_no_id(cls: Any) -> None:
    @action
    def tells(p: Post, client: ClientId) -> Post:
        require(p.network.size() < 2, "there is room")
        return p.but(network=p.network.send(to=client, number=2))

    @action
    def empties(p: Post, client: ClientId) -> Post:
        one_more = p.network.send(to=client)
        require(not_(one_more.has(to=client)), "one more does not fit")
        return p.but(network=p.network.type.default.send(to=client, number=1))

    one = machine(tells, empties, network=cls.of(MESSAGE, 2))
    agree(one, length=4)
    assert interchangeable(one) == {"client": 3}
    for first, second, third in itertools.permutations(CLIENT.read(number, "") for number in range(3)):
        full = cls.of(CLIENT, 2).default.send(first).send(second)
        assert full.send(third).members == full.members


def test_a_message_out_of_range_is_an_error_that_shows_field_and_value() -> None:
    @action
    def wide(p: Post) -> Post:
        return p.but(network=p.network.send(number=p.turn + 2), turn=p.turn + 1)

    one = machine(wide)
    for search in (reference.search, native.search, bounded.search):
        with pytest.raises(
            OutOfRange, match="message to network that writes 3 to number, which holds a number"
        ):
            search(one)


def test_wrong_types_are_refused() -> None:
    with pytest.raises(ModelError, match=r"the message type is a type such as .*, not 3"):
        Network.of(3, 2)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="a network holds at least 1 and at most 65,536, not 0"):
        Network.of(MESSAGE, 0)
    with pytest.raises(ModelError, match="needs 31 bits, and has at most 30"):
        Network.of(Int(0, (1 << 31) - 1), 2)
    network = Network.of(MESSAGE, 2).default
    with pytest.raises(ModelError, match="a message of this network holds a Message, and is given"):
        network.send(3)
    with pytest.raises(ModelError, match="a message of this network holds a number, and is given"):
        network.send(number=KIND.ask)
    with pytest.raises(ModelError, match="Message has no field nubmer"):
        network.send(nubmer=1)
    with pytest.raises(ModelError, match=r"give a message, or its fields"):
        network.send()
    with pytest.raises(ModelError, match="have no fields"):
        Network.of(Int(0, 1), 2).default.send(number=1)


@pytest.mark.parametrize(
    ("misuse", "instead"),
    [
        (lambda network: 1 in network, r"network\.has\(message\)"),
        (len, r"network\.size\(\)"),
        (lambda network: network[0], "a parameter of its Domain"),
    ],
)
def test_what_networks_have_not_says_what_to_write(misuse: Any, instead: str) -> None:
    with pytest.raises(ModelError, match=instead):
        misuse(Network.of(Int(0, 3), 2).default)


def test_a_domain_and_a_network_of_one_name_are_refused() -> None:
    state = post_of(Network.of(MESSAGE, 2))
    with pytest.raises(ModelError, match="has a domain and a network called network"):
        Machine("post", {}, state, state.default, [], [], {"network": CLIENT})


def test_induction_begins_in_canonical_networks_only() -> None:
    @action
    def again(p: Post, message: Some) -> Post:
        return p.but(network=p.network.discard(message).send(message))

    once = Promise("once", lambda p: p.network.all(lambda m: p.network.count(lambda n: n == m) == 1))
    empty = Promise("empty", lambda p: p.network.size() + 0 * 1 > -1)
    proof = prove(machine(again, ask, promises=[once, empty], network=Network.of(MESSAGE, 2)), [])
    assert proof.is_proof


def test_canonical_form_is_a_condition_on_symbolic_states() -> None:
    type_ = post_of(Network.of(MESSAGE, 2))
    _graph, _fields, state = symbolic_state(type_)
    assert is_canonical(type_, state).constant is None
    assert is_canonical(type_, type_.default)


def test_a_trace_shows_the_message_and_its_slot_and_itf_has_sets_of_messages() -> None:
    one = machine(ask, answer, promises=[no_two_answers])
    run = reference.search(one).promises["no-two-answers"].run
    assert run is not None
    shown = to_json(run)["steps"][-1]["arguments"]["message"]
    assert shown == {
        "slot": 0,
        "message": {"kind": "ask", "to": shown["message"]["to"], "number": 1, "seen": []},
    }
    assert one.domains["network"].show(one.domains["network"].read(shown, "")) == shown
    data = to_itf(run)
    assert data["states"][-1]["network"].keys() == {"#set"}
    for step, state in zip(to_json(run)["steps"], data["states"], strict=True):
        again = itf._step(one, state, step["step"])
        assert again == step


def test_a_parameter_over_a_field_that_is_no_network_is_refused_with_the_domains() -> None:
    @action
    def wrong(p: Post, message: Annotated[Message, Domain("turn")]) -> Post:
        return p

    with pytest.raises(
        ModelError, match=r"message of wrong ranges over turn, and post has the domains client, network"
    ):
        machine(wrong)


def test_runs_with_messages_are_replayed_shrunk_and_made_plain() -> None:
    one = machine(ask, answer, promises=[no_two_answers])
    run = reference.search(one).promises["no-two-answers"].run
    assert run is not None
    replay(run)
    assert shrink(run).run == run
    assert plainest(run).length == run.length


def test_engines_agree_on_a_message_with_a_field_that_has_one_value() -> None:
    message = Message.of(kind=KIND, to=Optional(CLIENT), number=Int(1, 1), seen=IdSet.of(CLIENT))
    agree(machine(ask, answer, network=Network.of(message, 2), promises=[no_two_answers]), length=4)
