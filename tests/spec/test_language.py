"""The language: total reads, checked writes, folding, and an error with its place for every misuse."""

import pickle
from dataclasses import replace
from typing import Annotated, Any

import pytest

from tidemark.impl.shared.log import LogRecord, ReplicaLog
from tidemark.spec import (
    Array,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Machine,
    ModelError,
    Number,
    Optional,
    Record,
    Sequence,
    action,
    all_of,
    any_of,
    implies,
    maximum,
    minimum,
    none,
    not_,
    position,
    promise,
    require,
    where,
)
from tidemark.spec.expressions.expression import ExpressionGraph
from tidemark.spec.expressions.kinds import NUMBER, TRUTH, Kind
from tidemark.spec.machines.machine import OutOfRange

REPLICA = Id("replica", 3)
COLOUR = Enum("colour", "red", "green")


class Thing(Record):
    count: Number
    owner: Identity
    members: IdSet
    colour: Any
    marks: Array[Number]


THING = Thing.of(
    count=Int(0, 3),
    owner=Optional(REPLICA),
    members=IdSet.of(REPLICA),
    colour=COLOUR,
    marks=Array.of(REPLICA, Int(0, 3)),
)


def machine(*actions: Any, promises: Any = ()) -> Machine:
    return Machine("thing", {}, THING, THING.default, list(actions), list(promises), {"replica": REPLICA})


Broker = Annotated[Identity, Domain("replica")]


def complaint_of(function: Any) -> str:
    with pytest.raises(ModelError) as raised:
        machine(action(function)).symbolic  # noqa: B018
    message = str(raised.value)
    assert message.startswith("tests/test_language.py:") or "/test_language.py:" in message
    return message


def test_an_if_on_a_symbolic_value_says_what_to_write() -> None:
    def act(t: Thing) -> Thing:
        return t.but(count=0) if t.count > 1 else t

    assert "write where(condition, a, b)" in complaint_of(act)


def test_the_negation_of_a_symbolic_value_says_what_to_write() -> None:
    def act(t: Thing) -> Thing:
        require(~(t.count > 1), "it is small")  # type: ignore[operator]
        return t

    assert "write not_(condition)" in complaint_of(act)


def test_mixing_an_id_with_a_number_is_refused() -> None:
    def act(t: Thing) -> Thing:
        require(t.owner == t.count, "never")
        return t

    assert "== mixes a replica id with a number" in complaint_of(act)


def test_ordering_ids_is_refused_and_points_to_position() -> None:
    def act(t: Thing, broker: Broker) -> Thing:
        require(t.owner < broker, "never")
        return t

    assert "position(id); the machine then has no symmetry" in complaint_of(act)


def test_a_label_of_another_enumeration_is_refused() -> None:
    other = Enum("shape", "round", "square")

    def act(t: Thing) -> Thing:
        return t.but(colour=other.round)

    machine_of = machine(action(act))
    with pytest.raises(ModelError, match="shape"):
        machine_of.symbolic.actions[0].fields  # noqa: B018


def test_none_in_python_is_refused() -> None:
    def act(t: Thing) -> Thing:
        require(t.owner == None, "never")  # noqa: E711
        return t

    assert "write none for an absent id" in complaint_of(act)


def test_in_on_a_set_is_refused() -> None:
    def act(t: Thing, broker: Broker) -> Thing:
        require(broker in t.members, "member")
        return t

    assert "write set.has(id)" in complaint_of(act)


def test_an_unknown_field_is_refused() -> None:
    def act(t: Thing) -> Thing:
        return t.but(cuont=1)

    assert "Thing has no field cuont" in complaint_of(act)


def test_assigning_to_a_field_is_refused() -> None:
    def act(t: Thing) -> Thing:
        t.count = 1
        return t

    assert "return record.but(count=…)" in complaint_of(act)


def test_a_value_of_another_kind_in_a_field_is_refused_with_its_path() -> None:
    def act(t: Thing) -> Thing:
        return t.but(count=t.owner)

    assert "count holds a number, and is given a replica id" in complaint_of(act)


def test_an_array_is_indexed_by_its_own_kind() -> None:
    def act(t: Thing) -> Thing:
        return t.but(count=t.marks[t.count])

    assert "this array is indexed by a replica id, not by a number" in complaint_of(act)


def test_an_action_that_returns_something_else_is_refused() -> None:
    def act(t: Thing) -> Thing:
        return t.count

    assert "act returns" in complaint_of(act)
    assert "must return the next Thing" in complaint_of(act)


def test_a_promise_that_returns_something_else_is_refused() -> None:
    @promise
    def odd(t: Thing) -> Any:
        return t.count

    with pytest.raises(ModelError, match=r"the promise odd returns .* must return a truth value"):
        machine(promises=[odd]).symbolic  # noqa: B018


def test_two_fields_of_one_name_are_refused() -> None:
    with pytest.raises(ModelError, match="two fields are called count"):

        class Twice(Record):
            count: Number
            count: Number  # type: ignore[no-redef] # noqa: PIE794

    with pytest.raises(ModelError, match="two fields are called count, one of them in Thing"):

        class Again(Thing):
            count: Number


def test_a_field_without_a_domain_and_a_domain_without_a_field_are_refused() -> None:
    class Pair(Record):
        left: Number
        right: Number

    with pytest.raises(ModelError, match="gives no domain to the field right"):
        Pair.of(left=Int(0, 1))
    with pytest.raises(ModelError, match="Pair has no field middle"):
        Pair.of(left=Int(0, 1), right=Int(0, 1), middle=Int(0, 1))


def test_a_parameter_without_a_domain_is_refused() -> None:
    with pytest.raises(ModelError, match="the parameter broker of act has no domain"):

        @action
        def act(t: Thing, broker: Identity) -> Thing:
            return t


def test_two_actions_of_one_name_are_refused() -> None:
    @action
    def act(t: Thing) -> Thing:
        return t

    with pytest.raises(ModelError, match="two actions called act"):
        machine(act, act)


def test_a_write_out_of_range_names_action_field_and_value() -> None:
    @action
    def act(t: Thing, broker: Broker) -> Thing:
        return t.but(marks=t.marks.but(broker, t.marks[broker] + 4))

    one = machine(act)
    with pytest.raises(
        OutOfRange, match=r"act\(broker=1\) writes 4 to marks\[1\], which holds a number from 0 to 3"
    ):
        one.encode(one.run(one.initial, one.instances[1]), one.instances[1])


def test_reads_outside_an_array_or_a_sequence_give_the_default() -> None:
    log = ReplicaLog.of(LogRecord.of(id=Int(0, 3), epoch=Int(0, 3)), 2).default
    assert log[-1].epoch == 0
    assert log[7].epoch == 0
    assert THING.default.marks[none] == 0


@pytest.mark.parametrize("index", [7, 3, -1])
def test_an_index_outside_that_depends_on_no_state_is_refused(index: int) -> None:
    def read(t: Thing) -> Thing:
        return t.but(count=t.marks[index])

    def write(t: Thing) -> Thing:
        return t.but(marks=t.marks.but(index, 0))

    for act in (read, write):
        assert f"the index {index} is outside: there are 0 to 2" in complaint_of(act)


def test_an_index_that_depends_on_the_state_or_is_none_may_be_outside() -> None:
    @action
    def act(t: Thing) -> Thing:
        require(t.marks[t.owner] == 0, "nobody has marks")
        return t.but(count=t.marks[none], marks=t.marks.but(none, 3))

    lifted = machine(act)
    assert len(lifted.symbolic.actions) == 1
    state = lifted.run(THING.default, lifted.instances[0])
    assert lifted.encode(state) == lifted.encode(THING.default)


def test_none_is_a_member_of_no_set() -> None:
    members = THING.default.members.everyone()
    assert not members.has(none)
    assert members.including(none) == members
    assert members.excluding(none) == members
    assert members.size() == 3


@pytest.mark.parametrize(("asked", "answer"), [(0, 0), (1, 80), (2, 120), (3, 130), (9, 130)])
def test_the_end_offset_of_an_epoch_is_the_articles_one(asked: int, answer: int) -> None:
    entries = LogRecord.of(id=Int(0, 0), epoch=Int(0, 9))
    log: Any = ReplicaLog.of(entries, 140).default
    for offset in range(130):
        log = log.append(entries(epoch=1 if offset < 80 else 2 if offset < 120 else 3))
    assert log.first_newer_offset(asked) == answer


def test_truncation_returns_slots_to_their_empty_value() -> None:
    entries = LogRecord.of(id=Int(0, 3), epoch=Int(0, 3))
    empty: Any = ReplicaLog.of(entries, 2).default
    full = empty.append(entries(id=3, epoch=2)).append(entries(id=1, epoch=3))
    assert full.truncate(0) == empty
    assert full.truncate(5) == full
    assert full.truncate(1).end_offset == 1


def test_a_value_made_from_one_that_was_flattened_has_fields_of_its_own() -> None:
    whole = machine()
    before = THING(marks=THING.default.marks.but(0, 1))
    assert whole.encode(before) == (0, -1, 0, 0, 1, 0, 0)
    after = before.but(count=2, marks=before.marks.but(2, 3))
    assert whole.encode(after) == (2, -1, 0, 0, 1, 0, 3)
    assert whole.encode(before) == (0, -1, 0, 0, 1, 0, 0)


def test_what_is_decoded_again_and_again_stays_as_it_was() -> None:
    whole = machine()
    states = [(count, owner, 5, 1, count, 0, 3) for count in range(4) for owner in range(-1, 3)]
    for _ in range(2):
        for state in states:
            thing = whole.decode(state)
            assert whole.encode(thing) == state
            assert whole.encode(thing.but(marks=thing.marks.but(1, 2)))[5] == 2


def test_an_equal_kind_is_the_same_also_when_it_was_sent() -> None:
    assert Kind("id", "replica", 3) is REPLICA.kind
    assert pickle.loads(pickle.dumps(COLOUR.red.kind)) is COLOUR.red.kind
    assert Kind("id", "replica", 4) is not REPLICA.kind


def test_equal_expressions_are_one_node_and_constants_fold() -> None:
    graph = ExpressionGraph()
    a, b = graph.field(0, NUMBER, 0, 3), graph.field(1, NUMBER, 2, 5)
    assert (a + b) is (b + a)
    assert (a < 4) is graph.true
    assert (a > b + 2) is graph.false
    assert (a == 9) is graph.false
    assert graph.ite(a == 1, b, b) is b
    assert not_(not_(a < b)) is (a < b)
    assert ((a + 1) + 2) is (a + 3)
    assert (where(a < 2, a, b).lo, where(a < 2, a, b).hi) == (0, 5)
    truth = graph.field(2, TRUTH, 0, 1)
    assert (truth & not_(truth)) is graph.false
    assert any_of([truth, True]) is graph.true or any_of([truth, True]) is True


def test_operators_mean_the_same_on_plain_values() -> None:
    assert (where(True, 1, 2), minimum(3, 2), maximum(3, 2)) == (1, 2, 3)
    assert (all_of([]), any_of([])) == (True, False)
    assert (implies(False, False), implies(True, False)) == (True, False)


def test_asking_for_the_position_of_an_id_costs_symmetry() -> None:
    @action
    def plain(t: Thing, broker: Broker) -> Thing:
        return t.but(owner=broker)

    @action
    def ordered(t: Thing, broker: Broker) -> Thing:
        require(position(broker) == 0, "it is the first assigned replica")
        return t.but(owner=broker)

    assert machine(plain).symmetric_kinds() == ["replica"]
    assert machine(ordered).symmetric_kinds() == []


@pytest.mark.parametrize("bounds", [(3, 2), (0, 2**40)])
def test_impossible_domains_are_refused(bounds: tuple[int, int]) -> None:
    with pytest.raises(ModelError):
        Int(*bounds)


def test_a_traced_record_with_a_set_is_compared_with_a_plain_one() -> None:
    @action
    def reset(t: Thing) -> Thing:
        require(t != THING.default, "it is not as at first")
        return THING.default

    assert len(machine(reset).symbolic.actions) == 1


def test_what_is_not_declared_is_refused_by_its_name() -> None:
    def forgotten(t: Thing) -> Thing:
        return t

    made = machine(action(forgotten))
    for actions, complaint in (
        ([forgotten], "forgotten, among the actions of thing, is not declared: put @action above its def"),
        (forgotten, r"the actions of thing are a list, as in \["),
    ):
        with pytest.raises(ModelError, match=complaint):
            replace(made, actions=actions)


def test_an_absent_id_is_not_pythons_none() -> None:
    def release(t: Thing) -> Thing:
        return t.but(owner=None)

    assert "is given None: write none for an absent id" in complaint_of(release)


class Board(Record):
    things: Array[Thing]
    grid: Array[Array[Number]]
    notes: Sequence[Thing]


CELLS = Array.of(REPLICA, Array.of(Int(0, 1), Int(0, 3)))
BOARD = Board.of(things=Array.of(REPLICA, THING), grid=CELLS, notes=Sequence.of(THING, 2))
A_, B_, _ = REPLICA.values()


@pytest.mark.parametrize(
    ("short", "long"),
    [
        (lambda b, i: b.things.but(i, count=2), lambda b, i: b.things.but(i, b.things[i].but(count=2))),
        (lambda b, i: b.grid.but(i, 1, 3), lambda b, i: b.grid.but(i, b.grid[i].but(1, 3))),
        (lambda b, i: b.but("grid", i, 1, 3), lambda b, i: b.but(grid=b.grid.but(i, b.grid[i].but(1, 3)))),
        (lambda b, i: b.but("things", i, "count", 2), lambda b, i: b.but(things=b.things.but(i, count=2))),
        (
            lambda b, i: b.but("things", i, count=2, owner=i),
            lambda b, i: b.but(things=b.things.but(i, b.things[i].but(count=2, owner=i))),
        ),
        (
            lambda b, i: b.but("things", i, "marks", i, 1),
            lambda b, i: b.but(things=b.things.but(i, b.things[i].but(marks=b.things[i].marks.but(i, 1)))),
        ),
        (lambda b, i: b.but("grid", b.grid), lambda b, i: b),
    ],
)  # fmt: skip
def test_a_path_leads_to_what_changes(short: Any, long: Any) -> None:
    assert BOARD.default.notes.append(THING.default).but(0, count=1).last().count == 1
    for owner in (A_, B_):
        assert short(BOARD.default, owner) == long(BOARD.default, owner)

    def same(b: Board, broker: Broker) -> Board:
        require(short(b, b.things[broker].owner) == long(b, b.things[broker].owner), "both are the same")
        return b

    traced = Machine("board", {}, BOARD, BOARD.default, [action(same)], [], {"replica": REPLICA}).symbolic
    assert [one.guard.constant for one in traced.actions] == [1, 1, 1]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda b: b.but("thing", A_, count=1), "Board has no field thing: did you mean things"),
        (lambda b: b.but("things", A_, conut=1), "Thing has no field conut: did you mean count"),
        (lambda b: b.but("things", A_, "count", 1, 2), "0 has no parts"),
        (lambda b: b.but("things"), "where, and not what"),
        (lambda b: b.things.but(A_), "where, and not what"),
        (lambda b: b.things[A_].conut, "Thing has no field conut: did you mean count"),
        (lambda b: b.things[0:1], "an array has no slices: loop over"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(change: Any, complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        change(BOARD.default)
