"""Beans are taken from a can, two at a time, until one is left, after Andrew Helwer's `CoffeeCan.tla`.

Every can with up to `max_bean_count` beans is an initial state. `TypeInvariant` is what the state's type says. The
action `Termination`, which changes nothing, is left out. The promises about the end say it of every state.
"""

from typing import Annotated
from tidemark import Domain, Int, Machine, Number, Only, Record, Truth
from tidemark import action, every_step, eventually, fair, initial, leads_to, require


class Can(Record):
    """How many beans of each color there are."""

    black: Number
    white: Number


Beans = Annotated[Number, Domain("beans")]


@initial
def filled(can: Can, black: Beans, white: Beans, most: Annotated[Number, Domain("most")]) -> Can:
    """There is a bean at least."""
    require((black + white > 0) & (black + white <= most), "there are beans, and not too many")
    return can.but(black=black, white=white)


@action
def pick_same_color_black(can: Can) -> Can:
    """Of two black beans one goes back."""
    require(can.black >= 2, "there are two black beans")
    return can.but(black=can.black - 1)


@action
def pick_same_color_white(can: Can) -> Can:
    """For two white beans a black one goes back."""
    require(can.white >= 2, "there are two white beans")
    return can.but(black=can.black + 1, white=can.white - 2)


@action
def pick_different_color(can: Can) -> Can:
    """Of two beans of different colors the white one goes back."""
    require((can.black >= 1) & (can.white >= 1), "there is a bean of each color")
    return can.but(black=can.black - 1)


@every_step
def monotonic_decrease(before: Can, after: Can) -> Truth:
    """Each step takes a bean away."""
    return after.black + after.white < before.black + before.white


@eventually
def eventually_terminates(can: Can) -> Truth:
    """One bean is left in the end."""
    return can.black + can.white == 1


@every_step
def loop_invariant(before: Can, after: Can) -> Truth:
    """The number of white beans stays odd or even."""
    return before.white % 2 == after.white % 2


@leads_to
def even_ends_black(can: Can) -> tuple[Truth, Truth]:
    """Where the number of white beans is even, the last bean is black."""
    return can.white % 2 == 0, (can.black == 1) & (can.white == 0)


@leads_to
def odd_ends_white(can: Can) -> tuple[Truth, Truth]:
    """Where the number of white beans is odd, the last bean is white."""
    return can.white % 2 == 1, (can.black == 0) & (can.white == 1)


def machine(max_bean_count: int = 100) -> Machine:
    """Every can with up to this many beans; somebody picks while two are left."""
    beans, most, bounds = Int(0, max_bean_count), Only(max_bean_count), {"max_bean_count": max_bean_count}
    can = Can.of(black=beans, white=beans)
    picks = [pick_same_color_black, pick_same_color_white, pick_different_color]
    promises = [monotonic_decrease, eventually_terminates, loop_invariant, even_ends_black, odd_ends_white]
    domains, fairness = {"beans": beans, "most": most}, [fair(*picks, each=False)]
    return Machine("coffee-can", bounds, can, filled, picks, promises, domains, fairness=fairness)
