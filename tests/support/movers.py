"""The actions of random machines that people wrote: most drawn ones do not lead to many states."""

from __future__ import annotations

from typing import Annotated, Any

from tidemark.spec import Array, Domain, Identity, IdSet, Number, not_, require


def climb(
    state: Any, one: Annotated[Identity, Domain("replica")], step: Annotated[Number, Domain("step")]
) -> Any:
    require(state.other + step <= 2, "there is room")
    return state.but(other=state.other + step)


def join(
    state: Any, one: Annotated[Identity, Domain("replica")], step: Annotated[Number, Domain("step")]
) -> Any:
    require(not_(state.group.has(one)), "it is outside")
    return state.but(group=state.group.including(one), who=one)


def tell(
    state: Any, one: Annotated[Identity, Domain("replica")], step: Annotated[Number, Domain("step")]
) -> Any:
    require(state.queue.length < 2, "there is room")
    return state.but(queue=state.queue.append(step), counts=state.counts.but(one, step))


def post(
    state: Any, one: Annotated[Identity, Domain("replica")], step: Annotated[Number, Domain("step")]
) -> Any:
    require(state.network.size() < state.network.capacity, "there is room")
    return state.but(network=state.network.send(to=one, number=step))


def receive(
    state: Any, message: Annotated[Any, Domain("network")], one: Annotated[Identity, Domain("replica")]
) -> Any:
    require(message.to == one, "it is for this replica")
    return state.but(who=one, other=message.number, network=state.network.discard(message))


def forward(
    state: Any, message: Annotated[Any, Domain("network")], one: Annotated[Identity, Domain("replica")]
) -> Any:
    return state.but(network=state.network.discard(message).send(to=one, number=2))


def share(
    state: Any, some: Annotated[Number, Domain("values")], group: Annotated[IdSet, Domain("groups")]
) -> Any:
    require(group.size() >= state.group.size() - some, "the group is large")
    return state.but(values=state.values.excluding(some), group=group)


def settle(state: Any, letter: Annotated[Any, Domain("letter")]) -> Any:
    require(letter.number > state.other, "it has a greater number")
    return state.but(who=letter.to, other=letter.number)


def seat(state: Any, row: Annotated[Array, Domain("row")]) -> Any:
    require(sum(row) <= sum(state.counts), "there are no more")
    return state.but(counts=row, flag=row[state.who] == 1)


MOVERS = {"climb": climb, "join": join, "tell": tell}
"""Those that any random machine may have."""
