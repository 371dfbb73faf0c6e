"""Machines with several initial states: some of their own, and any machine begun in states that it reaches."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any

from hypothesis import strategies as st

from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import State
from tidemark.spec import (
    Array,
    Bool,
    Domain,
    Id,
    Identity,
    Int,
    Machine,
    Number,
    Optional,
    Record,
    Truth,
    action,
    count,
    eventually,
    eventually_always,
    fair,
    initial,
    none,
    not_,
    promise,
    require,
    sometimes,
    where,
)
from tidemark.spec.machines.initial_states import Initial
from tidemark.spec.machines.machine import OutOfRange

AMONG = 30
"""The initial states are drawn from this number of states, which a machine reaches first."""

player = Id("player", 3)
Player = Annotated[Identity, Domain("player")]
Height = Annotated[Number, Domain("height")]


class Game(Record):
    """A ball that players pass on, and how high it is."""

    holder: Identity
    height: Number
    had: Array[Truth]


@initial
def thrown_in(g: Game, by: Player, height: Height) -> Game:
    """A player has the ball, at any height but the lowest."""
    require(height > 0, "it is not on the ground")
    return g.but(holder=by, height=height, had=g.had.but(by, True))


@initial
def thrown_in_unevenly(g: Game, by: Player, height: Height) -> Game:
    """The first player begins high, and the others low: renaming them makes other initial states."""
    if by == player.values()[0]:
        require(height == 3, "it is high")
    else:
        require(height == 1, "it is low")
    return g.but(holder=by, height=height, had=g.had.but(by, True))


@action
def pass_on(g: Game, to: Player) -> Game:
    """The ball goes to another player, and falls."""
    require((g.holder != to) & (g.holder != none), "another player has it")
    require(g.height > 0, "it flies")
    return g.but(holder=to, height=g.height - 1, had=g.had.but(to, True))


@action
def drop(g: Game) -> Game:
    """The ball falls to the ground, from where it is low."""
    require(g.height == 1, "it is low")
    return g.but(holder=none, height=0)


@promise
def somebody_waits(g: Game) -> Truth:
    """A player has not had the ball."""
    return count(g.had) < 3


@promise
def held_when_low(g: Game) -> Truth:
    """A player has the ball where it is high."""
    return (g.height < 2) | (g.holder != none)


@promise
def not_high(g: Game) -> Truth:
    """The ball is not at its highest."""
    return g.height < 3


@eventually
def falls(g: Game) -> Truth:
    """The ball comes down, whoever has it."""
    return g.height == 0


@eventually
def is_dropped(g: Game) -> Truth:
    """Nobody has the ball in the end."""
    return g.holder == none


@sometimes
def is_had(g: Game, by: Player) -> Truth:
    """Each player can have the ball on the ground."""
    return (g.holder == by) & (g.height == 0)


def game(begin: Any = thrown_in, *more: Any) -> Machine:
    """The game, begun in these states, with more promises."""
    type = Game.of(holder=Optional(player), height=Int(0, 3), had=Array.of(player, Bool()))
    domains = {"player": player, "height": Int(0, 3)}
    promises = [somebody_waits, held_when_low, not_high, *more]
    return Machine(
        "game", {}, type, begin, [pass_on, drop], promises, domains, fairness=[fair(pass_on, each=False)]
    )


RUNS = (falls, is_dropped, is_had)
"""The promises of the game that are about runs."""


def begun_in(machine: Machine, states: Sequence[State]) -> Machine:
    """The same machine, begun in these states."""
    table = [machine.decode(state) for state in states]

    def begin(_default: Any, choice: Annotated[Number, Domain("choice")]) -> Any:
        return table[choice]

    domains = {**machine.domains, "choice": Int(0, len(table) - 1)}
    own = {name: domain for name, domain in domains.items() if name not in machine.type.fields}
    return replace(machine, initial=Initial("begin", begin, {"choice": "choice"}), domains=own)


def first_states(machine: Machine, most: int = AMONG) -> list[State]:
    """Some states that a machine reaches first."""
    seen = dict.fromkeys(machine.initial_states)
    with suppress(OutOfRange):
        for state in (waiting := list(seen)):
            for _, after in successors(machine, state):
                if after not in seen:
                    seen[after] = None
                    waiting.append(after)
            if len(seen) > most:
                break
    return list(seen)[:most]


@st.composite
def begun_anywhere(draw: st.DrawFn, machines: st.SearchStrategy[Machine]) -> Machine:
    """One of the machines, begun in up to six of the states that it reaches first."""
    machine = draw(machines)
    chosen = draw(st.lists(st.sampled_from(first_states(machine)), min_size=1, max_size=6))
    return begun_in(machine, chosen)


class Wheel(Record):
    """Numbers on a wheel, as they were set."""

    faces: Array[Number]
    turned: Truth


Face = Annotated[Number, Domain("face")]


@initial
def set_anyhow(w: Wheel, a: Face, b: Face, c: Face, d: Face) -> Wheel:
    """Any four faces, of which no two neighbours are equal."""
    require(a != b, "the first two differ")
    require(b != c, "the next two differ")
    require(c != d, "the last two differ")
    return w.but(faces=w.faces.but(0, a).but(1, b).but(2, c).but(3, d))


@action
def turn(w: Wheel) -> Wheel:
    """The wheel is turned by one face."""
    require(not_(w.turned), "it was not turned")
    faces = w.faces
    for k in range(4):
        faces = faces.but(k, w.faces[(k + 1) % 4])
    return w.but(faces=faces, turned=True)


@promise
def differs(w: Wheel) -> Truth:
    """The first two faces differ, wherever they are."""
    return where(w.turned, w.faces[3] != w.faces[0], w.faces[0] != w.faces[1])


def wheel(faces: int = 9) -> Machine:
    """A wheel with that many values a face."""
    type = Wheel.of(faces=Array.of(Int(0, 3), Int(0, faces - 1)), turned=Bool())
    return Machine("wheel", {}, type, set_anyhow, [turn], [differs], {"face": Int(0, faces - 1)})


PLACES = 6
"""Processes of the ring, and values of a counter."""
Count = Annotated[Number, Domain("count")]
Place = Annotated[Number, Domain("place")]


class Ring(Record):
    """Counters in a ring that stabilizes by itself (EWD 426). Who differs from its neighbour may move."""

    counters: Array[Number]


@initial
def anyhow(r: Ring, a: Count, b: Count, c: Count, d: Count, e: Count, f: Count) -> Ring:
    """Whatever the counters are."""
    for place, value in enumerate((a, b, c, d, e, f)):
        r = r.but(counters=r.counters.but(place, value))
    return r


@action
def first_moves(r: Ring) -> Ring:
    """The first process counts on, where the last one has its number."""
    last = r.counters[PLACES - 1]
    require(r.counters[0] == last, "they have the same number")
    return r.but(counters=r.counters.but(0, where(last == PLACES - 1, 0, last + 1)))


@action
def another_moves(r: Ring, me: Place) -> Ring:
    """A process takes the number of the one before it."""
    require(r.counters[me] != r.counters[me - 1], "they have different numbers")
    return r.but(counters=r.counters.but(me, r.counters[me - 1]))


def privileges(r: Ring) -> Number:
    """How many processes may move."""
    first = r.counters[0] == r.counters[PLACES - 1]
    return count([first, *(r.counters[k] != r.counters[k - 1] for k in range(1, PLACES))])


@promise
def somebody_may_move(r: Ring) -> Truth:
    """A process may move."""
    return privileges(r) > 0


@eventually_always
def stabilizes(r: Ring) -> Truth:
    """In the end only one process may move."""
    return privileges(r) == 1


def ring() -> Machine:
    """The ring of six processes, which begins anyhow."""
    count, place = Int(0, PLACES - 1), Int(1, PLACES - 1)
    type = Ring.of(counters=Array.of(Int(0, PLACES - 1), count))
    domains, fairness = {"count": count, "place": place}, [fair(first_moves, another_moves, each=False)]
    actions, promises = [first_moves, another_moves], [somebody_may_move, stabilizes]
    return Machine("ring", {}, type, anyhow, actions, promises, domains, fairness=fairness)
