"""Many ids: they are sorted where no id's key is about another, and a group too large to be tried is refused.

Small machines are sorted here too, so that the orbits of all their states can be counted one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.agreement import GO_ON, agree_on_classes, agree_with_orbits
from tests.support.random_machines import QUICK
from tidemark.checker.analyses.graph import state_graph
from tidemark.checker.engines import ENGINES, reference
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.native import machine_text
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric, require_interchangeable
from tidemark.checker.explorer.grouping import Grouping, GroupingChoice
from tidemark.spec import (
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
    Network,
    Number,
    Optional,
    Record,
    Sequence,
    Set,
    Truth,
    UsageError,
    action,
    all_of,
    count,
    every_step,
    implies,
    none,
    not_,
    promise,
    require,
    where,
)
from tidemark.spec.machines import symmetry
from tidemark.spec.machines.symmetry import CanonicalForm

Phase = Enum("phase", "idle", "waiting", "inside")
Me = Annotated[Identity, Domain("client")]
Room = Annotated[Identity, Domain("room")]


class Seat(Record):
    phase: Label
    visits: Number
    room: Identity


class Row(Record):
    who: Identity
    number: Number


class Lobby(Record):
    seats: Array[Seat]
    owner: Identity
    wanting: IdSet
    log: Sequence[Identity]
    rows: Sequence[Row]
    doors: Array[Truth]
    shared: Array[Any]


def lobby(*functions: Callable[..., Any], clients: int = 3, rooms: int = 2, **initial: Any) -> Machine:
    """A machine of clients, each of which may have a room."""
    client, room = Id("client", clients), Id("room", rooms)
    state = Lobby.of(
        seats=Array.of(client, Seat.of(phase=Phase, visits=Int(-1, 1), room=Optional(room))),
        owner=Optional(client),
        wanting=IdSet.of(client) if clients < 32 else IdSet.of(room),
        log=Sequence.of(client, 2),
        rows=Sequence.of(Row.of(who=Optional(client), number=Int(0, 1)), 1),
        doors=Array.of(room, Bool()),
        shared=Array.of(Int(0, 1), Array.of(client, Bool())),
    )

    @promise
    def few_inside(s: Lobby) -> Truth:
        return count(seat.phase == Phase.inside for seat in s.seats) < 2

    @promise
    def owned(s: Lobby) -> Truth:
        return all_of(implies(s.owner == me, s.wanting.has(me)) for me in s.seats.indices())

    return Machine(
        "lobby", {}, state, state(**initial), list(map(action, functions)), [few_inside, owned],
        {"client": client, "room": room},
    )  # fmt: skip


def wait(s: Lobby, me: Me) -> Lobby:
    require(s.seats[me].phase == Phase.idle, "it is idle")
    return s.but("seats", me, phase=Phase.waiting).but(wanting=s.wanting.including(me))


def enter(s: Lobby, me: Me) -> Lobby:
    require((s.seats[me].phase == Phase.waiting) & (s.seats[me].visits < 1), "it waits")
    return s.but("seats", me, phase=Phase.inside, visits=s.seats[me].visits + 1).but(owner=me)


def write(s: Lobby, me: Me) -> Lobby:
    require((s.log.length < 2) & (s.owner == me), "there is room, and it is the owner")
    return s.but(log=s.log.append(me), owner=none)


def note(s: Lobby, me: Me) -> Lobby:
    row = s.rows.type.element(who=me, number=1)
    return s.but(rows=where(s.rows.length == 0, s.rows.append(row), s.rows.truncate(0)))


def take_a_room(s: Lobby, me: Me, room: Room) -> Lobby:
    require(not_(s.doors[room]) & (s.seats[me].room == none), "both are free")
    return s.but("seats", me, room=room).but("doors", room, True)


def share(s: Lobby, me: Me) -> Lobby:
    require(s.shared[0][me] == s.shared[1][me], "both are the same")
    return s.but("shared", where(s.shared[0][me], 1, 0), me, not_(s.shared[0][me]))


def leave(s: Lobby) -> Lobby:
    require(s.log.length > 0, "somebody came")
    return s.but("seats", s.log[0], phase=Phase.idle).but(log=s.log.tail())


FUNCTIONS = (wait, enter, write, note, take_a_room, share, leave)


@pytest.fixture
def sorts_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symmetry, "FEWEST_SORTED", 2)


@st.composite
def lobbies(draw: st.DrawFn) -> Machine:
    """A machine of some of the functions, which may begin in a state that names ids."""
    functions = draw(st.lists(st.sampled_from(FUNCTIONS), min_size=2, max_size=4, unique=True))
    clients = draw(st.integers(2, 4))
    machine = lobby(*functions, clients=clients, rooms=draw(st.integers(1, 2)))
    if draw(st.booleans()):
        return machine
    ids = Id("client", clients).values()
    log = machine.initial.log.append(draw(st.sampled_from(ids)))
    wanting = machine.initial.wanting.including(draw(st.sampled_from(ids)))
    return lobby(*functions, clients=clients, log=log, wanting=wanting, owner=draw(st.sampled_from(ids)))


@QUICK
@given(lobbies())
def test_sorted_states_are_as_many_as_orbits(machine: Machine) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symmetry, "FEWEST_SORTED", 2)
        assert CanonicalForm.of(machine).by_order
        agree_with_orbits(machine, reference.search, native.search, most=400)


@pytest.mark.usefixtures("sorts_few")
def test_rooms_that_a_seat_names_are_tried_beside_the_clients_that_are_sorted() -> None:
    machine = lobby(take_a_room, wait, rooms=3)
    assert CanonicalForm.of(machine) == CanonicalForm(by_trial=("room",), by_order=("client",))
    assert agree_with_orbits(machine, reference.search, native.search, most=3_000)
    agree_on_classes(machine)


@pytest.mark.usefixtures("sorts_few")
def test_a_wrong_order_of_keys_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = lobby(wait, enter)
    monkeypatch.setattr(machine_text, "_is_key_less", lambda a, b: a[0].graph.less(a[0], b[0]))
    with pytest.raises(Disagreement):
        native.search(machine, GO_ON, symmetry=True)


def test_twelve_ids_have_the_states_that_are_counted_by_hand() -> None:
    """Of 12 clients k wait, and one of these may be the owner: 13 + 12 classes."""

    def own(s: Lobby, me: Me) -> Lobby:
        require((s.owner == none) & s.wanting.has(me), "it wants to")
        return s.but(owner=me)

    machine = lobby(wait, own, clients=12)
    for engine in ("reference", "native"):
        found = ENGINES[engine].search(machine, SearchRequest(symmetry=True))
        assert (found.distinct_states, found.depth) == (13 + 12, 14)
    assert native.search(machine).distinct_states == 2**12 + 12 * 2**11
    graph = state_graph(machine, "owned", max_states=100)
    assert len(graph.states) == 25


class Post(Record):
    mail: Network[Row]
    seats: Array[Number]


class Pairs(Record):
    best: Array[Identity]


def post(clients: int) -> Machine:
    client = Id("client", clients)
    row = Row.of(who=Optional(client), number=Int(0, 1))
    state = Post.of(mail=Network.of(row, 1), seats=Array.of(client, Int(0, 1)))

    @action
    def send(p: Post, me: Me) -> Post:
        require(p.mail.is_empty(), "there is room")
        return p.but(mail=p.mail.send(who=me))

    return Machine("post", {}, state, state.default, [send], [], {"client": client})


def pairs(clients: int) -> Machine:
    client = Id("client", clients)
    state = Pairs.of(best=Array.of(client, Optional(client)))

    @action
    def choose(p: Pairs, me: Me, other: Me) -> Pairs:
        require((p.best[me] == none) & (p.best[other] == none), "both are free")
        return p.but("best", me, other)

    return Machine("pairs", {}, state, state.default, [choose], [], {"client": client})


class Club(Record):
    seats: Array[Any]
    votes: Set[Row]


def club(clients: int, votes_name_clients: bool) -> Machine:
    """Each client has chosen some numbers; a vote is of a client, or of nobody."""
    client, nobody = Id("client", clients), Id("nobody", 1)
    row = Row.of(who=Optional(client if votes_name_clients else nobody), number=Int(0, 1))
    state = Club.of(seats=Array.of(client, Set.of(Int(0, 1))), votes=Set.of(row))

    @action
    def choose(c: Club, me: Me, number: Annotated[Number, Domain("number")]) -> Club:
        require(not_(c.seats[me].has(number)), "it has not chosen it")
        return c.but("seats", me, c.seats[me].including(number)).but(
            votes=c.votes.including(c.votes.values()[0])
        )

    return Machine("club", {}, state, state.default, [choose], [], {"client": client, "number": Int(0, 1)})


@pytest.mark.usefixtures("sorts_few")
def test_ids_are_sorted_beside_sets_of_values_that_do_not_name_them() -> None:
    machine = club(3, votes_name_clients=False)
    assert CanonicalForm.of(machine).by_order == ("client",)
    assert agree_with_orbits(machine, reference.search, native.search)
    assert CanonicalForm.of(club(3, votes_name_clients=True)).by_order == ()


@pytest.mark.parametrize("machine", [post, pairs])
def test_a_group_too_large_to_be_tried_is_refused_with_its_size(machine: Callable[[int], Machine]) -> None:
    require_interchangeable(machine(8))
    assert is_symmetric(machine(8))
    many = machine(9)
    assert not is_symmetric(many)
    for engine in ("reference", "native", "spark"):
        with pytest.raises(
            UsageError, match="9 client ids can be renamed in 362,880 ways, and --symmetry tries at"
        ):
            ENGINES[engine].search(many, SearchRequest(symmetry=True))
    with pytest.raises(UsageError, match="there are 362,879 ways to rename the ids"):
        Grouping(many, GroupingChoice(renames=True))


def test_promises_about_runs_of_one_of_many_ids_are_asked_once() -> None:
    @every_step
    def stays(before: Lobby, after: Lobby, me: Me) -> Truth:
        return implies(before.wanting.has(me), after.wanting.has(me))

    machine = lobby(wait, clients=10)
    machine = Machine(
        "lobby",
        {},
        machine.type,
        machine.initial,
        machine.actions,
        [*machine.promises, stays],
        machine.domains,
    )
    for engine in ("reference", "native"):
        found = ENGINES[engine].search(machine, SearchRequest(symmetry=True))
        assert found.promises["stays"].verdict == "holds"
        assert found.distinct_states == 11
