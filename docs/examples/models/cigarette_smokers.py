"""The cigarette smokers of Suhas Patil (1971), after `CigaretteSmokers.tla` of tlaplus/Examples by Mariusz Ryndzionek.

Nothing is left out. Each offer misses one ingredient, so the domain of the offers is that of what is missing.
"""

from typing import Annotated

from tidemark import Array, Bool, Domain, Id, Identity, IdSet, Machine, Record, Truth, action, count  # fmt: skip
from tidemark import initial, not_, promise, require


class Smokers(Record):
    """Which smoker smokes, by the ingredient that each has; what the dealer offers, nothing while somebody smokes."""

    smokers: Array[Truth]
    dealer: IdSet


Ingredient = Annotated[Identity, Domain("ingredient")]


@initial
def offer(s: Smokers, missing: Ingredient) -> Smokers:
    """The dealer offers all ingredients but one."""
    return s.but(dealer=s.dealer.everyone().excluding(missing))


@action
def start_smoking(s: Smokers, r: Ingredient) -> Smokers:
    """The smoker who has what is missing takes the offer, and smokes."""
    require(not_(s.dealer.is_empty() | s.dealer.has(r)), "there is an offer, which r is missing from")
    return s.but("smokers", r, True).but(dealer=s.dealer - s.dealer)


@action
def stop_smoking(s: Smokers, r: Ingredient, missing: Ingredient) -> Smokers:
    """The smoker who smokes stops, and the dealer makes the next offer."""
    require(s.dealer.is_empty() & s.smokers[r], "there is no offer, and the smoker smokes")
    return s.but("smokers", r, False).but(dealer=s.dealer.everyone().excluding(missing))


@promise
def at_most_one(s: Smokers) -> Truth:
    """At most one smoker smokes."""
    return count(s.smokers) <= 1


def machine(ingredients: int = 3) -> Machine:
    """This many ingredients, of which each smoker has one."""
    ingredient = Id("ingredient", ingredients)
    table = Smokers.of(smokers=Array.of(ingredient, Bool()), dealer=IdSet.of(ingredient))
    name, actions, bounds = "cigarette-smokers", [start_smoking, stop_smoking], {"ingredients": ingredients}
    return Machine(name, bounds, table, offer, actions, [at_most_one], {"ingredient": ingredient})
