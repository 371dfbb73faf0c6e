"""Cars in two directions on a bridge with one lane, after `SingleLaneBridge.tla` of tlaplus/Examples by Younes
Akhouayri.

The road is a ring of positions; cars to the right go down, cars to the left go up. No car begins next to the bridge, so
the queue is empty at first.
"""

from typing import Annotated

from tidemark import Array, Domain, Int, Machine, Number, Only, Record, Sequence, Truth, action, all_of  # fmt: skip
from tidemark import any_of, count, fair, implies, leads_to, not_, promise, require, where


class Road(Record):
    """Where each car is, and the queue before the bridge; the constants are those of `machine`."""

    Location: Array[Number]
    WaitingBeforeBridge: Sequence[Number]
    right: Number
    first: Number
    last: Number
    positions: Number


Car = Annotated[Number, Domain("car")]


def in_bridge(road: Road, car: Number) -> Truth:
    """Whether a car is on the bridge."""
    return is_bridge(road, road.Location[car])


def is_bridge(road: Road, position: Number) -> Truth:
    """Whether a position is on the bridge."""
    return (road.first <= position) & (position <= road.last)


def next_location(road: Road, car: Number) -> Number:
    """The position that is next for a car."""
    at = road.Location[car]
    down, up = where(at > 1, at - 1, road.positions), where(at < road.positions, at + 1, 1)
    return where(car < road.right, down, up)


def is_free(road: Road, position: Number) -> Truth:
    """Whether no car is at a position."""
    return all_of(at != position for at in road.Location)


def change_location(road: Road, car: Number) -> Road:
    """A car moves, and queues if it is now next to the bridge."""
    to, queue = next_location(road, car), road.WaitingBeforeBridge
    arrives = where(car < road.right, to == road.last + 1, to == road.first - 1)
    return road.but("Location", car, to).but(WaitingBeforeBridge=where(arrives, queue.append(car), queue))


@action
def move_outside_bridge(road: Road, car: Car) -> Road:
    """A car moves to a position that is not on the bridge."""
    require(not_(is_bridge(road, next_location(road, car))), "the next position is not on the bridge")
    return change_location(road, car)


@action
def move_inside_bridge(road: Road, car: Car) -> Road:
    """A car on the bridge moves to a free position."""
    require(in_bridge(road, car), "the car is on the bridge")
    require(is_free(road, next_location(road, car)), "the next position is free")
    return change_location(road, car)


@action
def enter_bridge(road: Road) -> Road:
    """The first car of the queue enters the bridge if it is empty, or if all on it go in the same direction."""
    require(road.WaitingBeforeBridge.length > 0, "a car waits")
    car, cars = road.WaitingBeforeBridge.head(), road.Location.indices()
    is_empty = not_(any_of(in_bridge(road, c) for c in cars))
    opposes = any_of(in_bridge(road, c) & ((c < road.right) != (car < road.right)) for c in cars)
    follows = not_(in_bridge(road, car) | opposes) & is_free(road, next_location(road, car))
    require(is_empty | follows, "the bridge is empty, or cars in the same direction leave room for one more")
    entered = road.but("Location", car, next_location(road, car))
    return entered.but(WaitingBeforeBridge=road.WaitingBeforeBridge.tail())


@promise
def invariants(road: Road) -> Truth:
    """Cars on the bridge go in one direction, each at its own position."""
    cars = road.Location.indices()
    pairs = [(a, b) for a in cars for b in cars if a < b]
    apart = [road.Location[a] != road.Location[b] for a, b in pairs]
    alike = [(a < road.right) == (b < road.right) for a, b in pairs]
    both = [in_bridge(road, a) & in_bridge(road, b) for a, b in pairs]
    fits = count(in_bridge(road, c) for c in cars) <= road.last - road.first + 1
    return fits & all_of(implies(both[k], apart[k] & alike[k]) for k in range(len(pairs)))


@promise
def type_ok(road: Road) -> Truth:
    """At most all cars wait."""
    return road.WaitingBeforeBridge.length <= len(road.Location.indices())


@leads_to
def cars_in_bridge_exit_bridge(road: Road, car: Car) -> tuple[Truth, Truth]:
    """A car on the bridge leaves it."""
    return in_bridge(road, car), not_(in_bridge(road, car))


@leads_to
def cars_enter_bridge(road: Road, car: Car) -> tuple[Truth, Truth]:
    """A car comes to the bridge."""
    return not_(in_bridge(road, car)), in_bridge(road, car)


def machine(right: int = 2, left: int = 2, first: int = 4, last: int = 5, positions: int = 8) -> Machine:
    """This many cars in each direction, and positions, of which `first` to `last` are the bridge."""
    car, at = Int(0, right + left - 1), Int(1, positions)
    bounds = {"right": right, "left": left, "first": first, "last": last, "positions": positions}
    queue = Sequence.of(car, right + left + 1)
    constants = {name: Only(number) for name, number in bounds.items() if name != "left"}
    road = Road.of(Location=Array.of(car, at), WaitingBeforeBridge=queue, **constants)
    initial = road.default
    for c in car.values()[:right]:
        initial = initial.but("Location", c, positions)
    actions = [move_outside_bridge, move_inside_bridge, enter_bridge]
    promises = [invariants, type_ok, cars_in_bridge_exit_bridge, cars_enter_bridge]
    domains, fairness = {"car": car}, [fair(*actions)]
    return Machine("single-lane-bridge", bounds, road, initial, actions, promises, domains, fairness=fairness)
