"""Two jugs, a tap, and four gallons to be measured, after Leslie Lamport's `DieHard.tla`.

Nothing is left out. `TypeOK` is what the state's type says.
"""

from tidemark import Int, Machine, Number, Record, Truth, action, maximum, minimum, promise


class Jugs(Record):
    """The gallons of water in the jug that holds five, and in the one that holds three."""

    big: Number
    small: Number


@action
def fill_small_jug(jugs: Jugs) -> Jugs:
    """The small jug is filled at the tap."""
    return jugs.but(small=3)


@action
def fill_big_jug(jugs: Jugs) -> Jugs:
    """The big jug is filled at the tap."""
    return jugs.but(big=5)


@action
def empty_small_jug(jugs: Jugs) -> Jugs:
    """The small jug is poured out."""
    return jugs.but(small=0)


@action
def empty_big_jug(jugs: Jugs) -> Jugs:
    """The big jug is poured out."""
    return jugs.but(big=0)


@action
def small_to_big(jugs: Jugs) -> Jugs:
    """The small jug is poured into the big one until one is empty or the other is full."""
    return jugs.but(big=minimum(jugs.big + jugs.small, 5), small=maximum(jugs.big + jugs.small - 5, 0))


@action
def big_to_small(jugs: Jugs) -> Jugs:
    """The big jug is poured into the small one until one is empty or the other is full."""
    return jugs.but(small=minimum(jugs.big + jugs.small, 3), big=maximum(jugs.big + jugs.small - 3, 0))


@promise
def not_solved(jugs: Jugs) -> Truth:
    """The big jug never holds four gallons: the run that breaks this promise is the solution."""
    return jugs.big != 4


def machine() -> Machine:
    """The puzzle of the film: five gallons, three gallons, and four wanted."""
    jugs = Jugs.of(big=Int(0, 5), small=Int(0, 3))
    actions = [fill_small_jug, fill_big_jug, empty_small_jug, empty_big_jug, small_to_big, big_to_small]
    return Machine("die-hard", {}, jugs, jugs.default, actions, [not_solved])
