"""The README's counter as a family that says nothing about itself: all that is told of it comes from its types."""

from typing import Annotated, Any

from tidemark import (
    Array,
    At,
    Bound,
    Domain,
    Family,
    Id,
    Identity,
    Int,
    Machine,
    Number,
    Protocol,
    Record,
    Rule,
    Truth,
    action,
    all_of,
    promise,
    require,
)


class Counter(Record):
    """Replicas that copy the largest number they see."""

    seen: Array[Number]


Replica = Annotated[Identity, Domain("replica")]


@action
def count(c: Counter, replica: Replica) -> Counter:
    """A replica goes one further."""
    require(c.seen[replica] < 3, "there is a number left")
    return c.but(seen=c.seen.but(replica, c.seen[replica] + 1))


@action
def copy(c: Counter, replica: Replica, other: Replica) -> Counter:
    """A replica takes over the number of one that is ahead."""
    require(c.seen[replica] < c.seen[other], "the other is ahead")
    return c.but(seen=c.seen.but(replica, c.seen[other]))


@promise
def nobody_lags(c: Counter) -> Truth:
    """No replica is more than one behind another."""
    replicas = c.seen.indices()
    return all_of(c.seen[a] <= c.seen[b] + 1 for a in replicas for b in replicas)


def _build(name: str, bounds: dict[str, Any], chosen: dict[str, Rule]) -> Machine:
    replica = Id("replica", bounds["replicas"])
    state = Counter.of(seen=Array.of(replica, Int(0, 3)))
    actions = [a for rule in chosen.values() for a in rule.actions]
    return Machine(name, bounds, state, state.default, actions, [nobody_lags], {"replica": replica})


class CounterAt(At):
    """How many count."""

    replicas = Bound("how many count", 3, 1, 4)


FAMILY = Family(
    "counter",
    CounterAt,
    {"step": "what a replica may do"},
    (nobody_lags,),
    _build,
)
PROTOCOLS = (
    Protocol("counter/free", "replicas count and copy", FAMILY, {"step": Rule((count, copy), "both")}),
)
