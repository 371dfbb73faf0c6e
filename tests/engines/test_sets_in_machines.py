"""Machines with sets of values: their parameters, symmetry, errors and runs, in every engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import pytest

from tests.spec.test_enumeration import attempts
from tests.support.agreement import agree, agree_on_attempts, agree_on_random_runs, agree_with_orbits
from tidemark import EventMap, take, validate
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines import reference
from tidemark.checker.engines.hypothesis import stateful
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.symmetry.interchangeable import require_interchangeable
from tidemark.checker.runs import itf
from tidemark.checker.runs.files import to_json
from tidemark.checker.runs.results import Limits
from tidemark.spec import (
    Action,
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
    Only,
    Optional,
    Promise,
    Record,
    Set,
    TidemarkError,
    Truth,
    UsageError,
    action,
    all_of,
    any_of,
    count,
    implies,
    initial,
    leads_to,
    maximum,
    none,
    promise,
    require,
)
from tidemark.spec.machines import action_form, symmetry
from tidemark.spec.machines.enumeration import ActionInstances
from tidemark.spec.types.members import number_of

GO_ON = Limits(keep_going=True)
Kind = Enum("kind", "ask", "answer")
node = Id("node", 2)


class Mail(Record):
    kind: Label
    to: Identity


class Post(Record):
    chosen: Set[Number]
    mail: Set[Mail]
    group: IdSet
    kinds: Set[Label]
    most: Number


class Box(Record):
    inside: Set[Identity]


class MailBox(Record):
    letters: Set[Mail]


class Urns(Record):
    first: Set[Number]
    second: Set[Number]
    third: Set[Number]


class Letter(Record):
    numbers: Set[Number]
    seen: Set[Identity]


class Office(Record):
    letters: Network[Letter]
    last: Identity


MAIL = Mail.of(kind=Kind, to=Optional(node))
NUMBERS = Set.of(Int(0, 2))
SomeNumber = Annotated[Number, Domain("number")]
SomeMail = Annotated[Mail, Domain("mail")]
Group = Annotated[IdSet, Domain("subset")]
Numbers = Annotated[Set[Number], Domain("numbers")]


@action
def put(p: Post, number: SomeNumber) -> Post:
    """A number is chosen."""
    require(p.chosen.size() < 2, "there is room")
    return p.but(chosen=p.chosen.including(number), most=maximum(p.chosen, default=0))


@action
def ask(p: Post, me: Annotated[Identity, Domain("node")]) -> Post:
    """A node asks."""
    require(p.chosen.has(1), "somebody chose 1")
    return p.but(mail=p.mail.including(to=me), group=p.group.including(me))


@action
def answer(p: Post, mail: SomeMail, least: Annotated[Number, Domain("chosen")]) -> Post:
    """Some mail is answered, if the least number is chosen; the highest one is taken back."""
    require(mail.kind == Kind.ask, "it is a question")
    require(all_of(least <= x for x in p.chosen), "it is the least")
    answered = p.mail.excluding(mail).including(mail.but(kind=Kind.answer))
    return p.but(mail=answered, kinds=p.kinds.including_all(m.kind for m in answered))


@action
def leave(p: Post, who: Group, what: Numbers) -> Post:
    """Some leave, and take numbers with them."""
    require(who <= p.group, "they are in")
    require(what <= p.chosen, "the numbers are chosen")
    require(who.size() == what.size(), "each takes one")
    return p.but(group=p.group - who, chosen=p.chosen - what)


@promise
def answered_in_group(p: Post) -> Truth:
    """Who has an answer is in the group."""
    return all_of(implies(m.kind == Kind.answer, p.group.has(m.to)) for m in p.mail)


@promise
def few_answers(p: Post) -> Truth:
    """Two answers are there only with a large number."""
    answers = p.mail.filter(lambda m: m.kind == Kind.answer)
    return (answers.size() < 2) | any_of(x == 2 for x in p.chosen)


def post(*actions: Action, **changes: Any) -> Machine:
    """The machine with these actions, or with all."""
    type = Post.of(
        chosen=NUMBERS,
        mail=Set.of(MAIL),
        group=IdSet.of(node),
        kinds=Set.of(Kind),
        most=Int(0, 2),
    )
    domains = {"number": Int(0, 2), "node": node, "subset": IdSet.of(node), "numbers": NUMBERS}
    every = list(actions) or [put, ask, answer, leave]
    arguments = {"promises": [answered_in_group, few_answers], "domains": domains, **changes}
    return Machine("post", {}, type, arguments.pop("initial", type.default), every, **arguments)


def test_engines_agree_on_sets_and_on_parameters_that_are_sets_or_members() -> None:
    agree(post(), engines=("native", "gpu", "smt"))


def test_engines_agree_where_actions_are_traced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_form, "FEWEST", 1)
    machine = post()
    assert len(machine.symbolic.forms) == 4
    agree(machine, engines=("native", "smt"))


def test_symmetry_renames_the_ids_in_members_and_in_parameters() -> None:
    machine = post()
    assert machine.symmetric_kinds() == ["node"]
    assert agree_with_orbits(machine, reference.search, native.search, most=5_000)
    whole, few = (native.search(machine, GO_ON, symmetry=symmetry) for symmetry in (False, True))
    assert few.distinct_states < 0.7 * whole.distinct_states


def test_a_renaming_that_leaves_members_as_they_are_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symmetry, "move_places", lambda type, _: range(len(type.members)))
    with pytest.raises((AssertionError, TidemarkError)):
        agree_with_orbits(post(), native.search, most=5_000)


def test_ids_that_only_members_of_sets_hold_are_interchangeable_too() -> None:
    @action
    def enter(b: Box, who: Annotated[Identity, Domain("who")]) -> Box:
        return b.but(inside=b.inside.including(who))

    @promise
    def few(b: Box) -> Truth:
        return b.inside.size() < 3

    @promise
    def of_the_first(b: Box) -> Truth:
        return b.inside.has(node.values()[0]) | (b.inside.size() < 2)

    type = Box.of(inside=Set.of(Optional(node)))
    machine = Machine("box", {}, type, type.default, [enter], [few], {"who": Optional(node)})
    assert native.search(machine, GO_ON).distinct_states == 8
    assert native.search(machine, GO_ON, symmetry=True).distinct_states == 6
    named = replace(machine, promises=[of_the_first])
    with pytest.raises(UsageError, match="the promise of-the-first names one node id in particular"):
        require_interchangeable(named)


def test_a_set_that_holds_only_some_of_the_ids_is_not_renamed() -> None:
    @action
    def nothing(b: MailBox) -> MailBox:
        return b

    some = Set.of(Mail.of(kind=Kind, to=Only(node.values()[1])))
    machine = Machine("box", {}, type_ := MailBox.of(letters=some), type_.default, [nothing], [])
    with pytest.raises(UsageError, match="a set in the field letters names one node id in particular"):
        require_interchangeable(machine)


def test_a_run_has_members_and_sets_as_arguments_and_is_read_back() -> None:
    machine = post()
    run = native.search(machine, GO_ON, symmetry=True).promises["answered-in-group"].run
    assert run is not None
    texts = [str(step.instance) for step in run.steps[1:]]
    assert texts == [
        "put(number=1)",
        "ask(me=0)",
        "answer(mail=(kind ask, to 0), least=1)",
        "leave(who={0}, what={1})",
    ]
    replay(run)
    shown = to_json(run)["steps"]
    assert shown[3]["arguments"] == {"mail": {"kind": "ask", "to": 0}, "least": 1}
    assert shown[4]["arguments"] == {"who": [0], "what": [1]}
    assert [shown[k]["state"]["mail"] for k in (2, 3)] == [
        [{"kind": "ask", "to": 0}],
        [{"kind": "answer", "to": 0}],
    ]
    assert machine.decode(run.steps[3].state) == machine.type.read(shown[3]["state"], "")
    data = itf.to_itf(run)
    assert data["states"][2]["mail"] == {
        "#set": [{"kind": "ask", "to": {"tag": "Some", "value": {"#bigint": "0"}}}]
    }
    for step, state in zip(shown, data["states"], strict=True):
        again = itf._step(machine, state, step["step"])
        assert again["arguments"] == step["arguments"]
        assert again["action"] == step["action"]


def test_random_attempts_take_the_same_steps_by_machine_code() -> None:
    assert agree_on_attempts(post(), seeds=4, tries=10, length=30) > 0


@pytest.mark.slow
def test_random_runs_find_what_is_violated() -> None:
    machine = post(put, ask, answer)
    found = stateful.search(machine, seconds=600, seed=1)
    agree_on_random_runs(reference.search(machine, GO_ON), found)


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_log_says_which_member_or_which_set_a_parameter_is(engine: Any) -> None:
    log = EventMap()
    log.event("put")(lambda e: take("put", number=e.v))
    log.event("ask")(lambda _: take("ask"))
    log.event("answer")(lambda e: take("answer", least=e.v, mail=lambda m: m.kind == Kind.ask))
    log.event("leave")(lambda e: take("leave", what=NUMBERS(*e.v)))
    begin: list[dict[str, Any]] = [{"event": "put", "v": 1}, {"event": "ask"}, {"event": "answer", "v": 1}]
    explained = validate(post(), log, [*begin, {"event": "leave", "v": [1]}], engine=engine)
    assert explained.verdict == "explained"
    assert explained.run is not None
    assert str(explained.run.steps[-1].instance) in ("leave(who={0}, what={1})", "leave(who={1}, what={1})")
    for wrong in ([0], [1, 2]):
        refused = validate(post(), log, [*begin, {"event": "leave", "v": wrong}], engine=engine)
        assert (refused.verdict, refused.passed) == ("refused", 3)
    wrong_map = EventMap()
    wrong_map.event("leave")(lambda _: take("leave", what=True))
    with pytest.raises(
        UsageError, match="what of leave is True, and must be a set of values, each a number from 0 to 2"
    ):
        validate(post(), wrong_map, [{"event": "leave"}], engine=engine)


def test_every_instance_has_a_number_of_its_own() -> None:
    instances = post().instances
    assert len({instance.key for instance in instances}) == len(instances) == 3 + 2 + 6 * 3 + 4 * 8
    assert [number_of(group) for group in IdSet.of(node).values()] == [0, 1, 2, 3]
    domain = post().domains["numbers"]
    assert [number_of(domain.value(k)) for k in range(8)] == list(range(8))
    assert domain.text(domain.value(5)) == "{0, 2}"


@action
def draw(
    u: Urns,
    x: Annotated[Number, Domain("first")],
    y: Annotated[Number, Domain("second")],
    z: Annotated[Number, Domain("third")],
) -> Urns:
    """A number is drawn from each urn."""
    require(x < y, "the second one is greater")
    return u.but(first=u.first.excluding(x), second=u.second.excluding(y), third=u.third.excluding(z))


def test_where_a_value_is_no_member_no_value_of_the_later_parameters_is_tried() -> None:
    numbers = Set.of(Int(0, 7))
    type = Urns.of(first=numbers, second=numbers, third=numbers)
    machine = Machine(
        "urns", {}, type, type(first=numbers(3), second=numbers(1, 5), third=numbers(0, 2)), [draw], []
    )
    assert attempts(machine, machine.initial) == 7 + 6 + 1 + 8  # x; y; y is 1, which is too small; z
    agree(machine, engines=("native",))


def test_a_parameter_has_the_guard_that_it_is_a_member() -> None:
    machine = post(answer)
    (group,) = machine._by_action
    assert isinstance(group, ActionInstances)
    (form,) = [a for a in machine.symbolic.actions if a.instance.key == group.instances[1].key]
    assert [why for _, why in form.guards][:2] == ["mail is in mail", "least is in chosen"]


def test_initial_states_are_given_by_any_subset() -> None:
    @initial
    def begin(p: Post, chosen: Numbers, group: Group) -> Post:
        require(chosen.size() == 2, "two numbers")
        return p.but(chosen=chosen, group=group)

    machine = post(initial=begin)
    assert len(machine.initial_states) == 3 * 4
    assert machine.initial_states.text(machine.initial_states.states[1]) == "chosen={0, 1}, group={0}"
    agree(machine, engines=("native", "smt"), length=3)


def test_what_parameters_can_not_range_over_is_refused() -> None:
    @initial
    def begin(p: Post, letter: SomeMail) -> Post:
        return p.but(mail=p.mail.including(letter))

    with pytest.raises(
        ModelError, match="the parameter letter of begin is a member of mail, and post begins without members"
    ):
        post(initial=begin)
    with pytest.raises(ModelError, match="has a domain and a set called mail: name them apart"):
        post(domains={"mail": Int(0, 1)})

    @leads_to
    def answered_in_the_end(p: Post, letter: SomeMail) -> tuple[Truth, Truth]:
        return p.mail.has(letter), p.mail.has(letter.but(kind=Kind.answer))

    with pytest.raises(ModelError, match="is a member of a field of the state: loop over them"):
        post(promises=[answered_in_the_end])


def test_a_message_with_a_set_of_values_is_sent_and_is_not_renamed() -> None:
    LETTER = Letter.of(numbers=NUMBERS, seen=Set.of(Optional(node)))

    @action
    def send(o: Office, numbers: Numbers, me: Annotated[Identity, Domain("node")]) -> Office:
        require(o.letters.size() < 2, "there is room")
        return o.but(letters=o.letters.send(numbers=numbers, seen=LETTER.default.seen.including(me)), last=me)

    @action
    def read(o: Office, letter: Annotated[Letter, Domain("letters")]) -> Office:
        require(letter.numbers.has(1), "it has 1")
        return o.but(letters=o.letters.discard(letter), last=none)

    @promise
    def few(o: Office) -> Truth:
        return o.letters.count(lambda m: m.numbers.size() > count([m.seen.has(none), True])) < 2

    state = Office.of(letters=Network.of(LETTER, 2), last=Optional(node))
    machine = Machine(
        "office", {}, state, state.default, [send, read], [few], {"numbers": NUMBERS, "node": node}
    )
    agree(machine, engines=("native",), threads=(2,))
    with pytest.raises(UsageError, match="a message with a place for each node"):
        require_interchangeable(machine)


def test_a_promise_that_is_about_members_is_kept_in_every_engine_with_symmetry() -> None:
    kept = Promise("kept", lambda p: all_of(p.chosen.has(x) | (x != 1) for x in p.chosen))
    agree(post(put, ask, promises=[kept]), engines=("native", "smt"))
