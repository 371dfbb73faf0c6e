"""How a run is told: a sentence for each step, a picture, and the records that the sink has twice or lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tidemark.impl.delivery.state import Commit, DeliveryState, Offsets, OwnStore, Phase, Sink
from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.spec import Arrow, Cell, Identity, Lane, Loss, Picture, Titles
from tidemark.spec.families.telling import Story

PARTITION, SINK = "partition", "sink"
TITLES = Titles("records", "offset", "committed", "committed", "role")
DOING = {
    Phase.down: "does not run",
    Phase.idle: "has no record",
    Phase.fetched: "has fetched",
    Phase.stored: "keeps",
    Phase.delivered: "has written",
    Phase.committed: "has committed",
}


def _cell(record: int) -> Cell:
    return Cell(record, f"m{record}", f"m{record}", "", record)


def _doing(d: DeliveryState, me: Identity) -> str:
    """What a consumer does, in few words."""
    consumer = d.consumers[me]
    [activity] = [words for phase, words in DOING.items() if phase == consumer.phase]
    has_record = consumer.phase not in (Phase.down, Phase.idle)
    owns = ", and has the partition" if d.owner == me else ""
    return f"{activity}{f' m{consumer.next_offset}' if has_record else ''}{owns}"


def picture_of(d: DeliveryState) -> Picture:
    """The picture of a state."""
    in_sink = d.settings.offsets == Offsets.sink
    records, committed = d.in_sink.indices(), f"committed: {d.committed}"
    written = tuple(_cell(k) for k in records for _ in range(d.in_sink[k]))
    sunk = " ".join(cell.name for cell in written) or "empty"
    kept = " ".join(f"m{k}" for k in records if d.in_store[k]) or "empty"
    keeper = "the sink" if in_sink else "ZooKeeper" if d.settings.offsets == Offsets.zookeeper else "Kafka"
    lines: tuple[str, ...] = (f"{committed}, in {keeper}",)
    if d.settings.own_store != OwnStore.no_store:
        lines += (f"consumers' own store: {kept}",)
    partition = Lane(
        PARTITION, "Partition", "Partition", cells=tuple(_cell(k) for k in records), mark=int(d.committed),
        lines=lines, summary="; ".join(lines),
    )  # fmt: skip
    sink = Lane(SINK, "Sink", "Sink", cells=written, mark=len(written), summary=sunk)
    consumers = (_consumer_lane(d, me) for me in d.consumers.indices())
    return Picture((partition, *consumers, sink), TITLES)


def _consumer_lane(d: DeliveryState, me: Identity) -> Lane:
    actor, doing = f"consumer {me}", _doing(d, me)
    return Lane(actor, f"Consumer {me}", f"C{me}", lines=(doing,), summary=f"{actor} {doing}")


def arrows_of(before: DeliveryState, after: DeliveryState) -> Iterator[Arrow]:
    """What a step moved: a record fetched, records written, an offset committed."""
    for me in before.consumers.indices():
        was, now, actor = before.consumers[me], after.consumers[me], f"consumer {me}"
        if was.phase == Phase.idle and now.phase == Phase.fetched:
            yield Arrow(PARTITION, actor, f"m{now.next_offset}")
        if was == now:
            continue
        for record in before.in_sink.indices():
            if before.in_sink[record] != after.in_sink[record]:
                yield Arrow(actor, SINK, f"m{record}")
        if before.committed != after.committed:
            recipient = SINK if before.settings.offsets == Offsets.sink else PARTITION
            yield Arrow(actor, recipient, f"offset {after.committed}")


PLACES = {
    Offsets.kafka: "in __consumer_offsets",
    Offsets.zookeeper: "in ZooKeeper",
    Offsets.sink: "in the sink",
}


def _place(d: DeliveryState) -> str:
    [place] = [text for offsets, text in PLACES.items() if offsets == d.settings.offsets]
    return place


def _has(d: DeliveryState, me: Any) -> Any:
    """The record that a consumer has."""
    return d.consumers[me].next_offset


def _start(me: Any, state: Any, **_: Any) -> str:
    deleted = [
        f"m{k}" for k in state.was.in_store.indices() if state.was.in_store[k] and not state.now.in_store[k]
    ]
    tidied = f" It deletes {', '.join(deleted)} from its own store." if deleted else ""
    where = f"offset {state.now.committed}, which is committed {_place(state.now)}"
    return f"Consumer {me} gets the partition, and begins at {where}.{tidied}"


def _fetch(me: Any, state: Any, **_: Any) -> str:
    record, phase = _has(state.now, me), state.now.consumers[me].phase
    if phase == Phase.stored:
        return f"Consumer {me} finds m{record} in its own store, and will write it."
    if phase == Phase.delivered:
        return f"Consumer {me} finds m{record} in its own store, and takes it for written."
    return f"Consumer {me} fetches m{record}."


def _write(me: Any, state: Any, **_: Any) -> str:
    record, now = _has(state.was, me), state.now
    was = state.was.in_sink[record]
    if now.settings.sink == Sink.topic and now.settings.commit == Commit.transaction:
        return f"Consumer {me} writes m{record} to a topic, in a transaction that is open."
    if was == 0:
        return f"Consumer {me} writes m{record} to the sink."
    if now.settings.sink == Sink.by_offset:
        return f"Consumer {me} writes m{record} to the sink, which has its offset, and changes nothing."
    return f"Consumer {me} writes m{record} to the sink, which has it already."


def _write_with_offset(me: Any, state: Any, **_: Any) -> str:
    record = _has(state.was, me)
    both = f"m{record}, and with it offset {record + 1},"
    if state.now.consumers[me].phase == Phase.down:
        return f"Consumer {me} writes {both} to the sink, which is at another and refuses both. It stops."
    again = " It has that record already." if state.was.in_sink[record] else ""
    return f"Consumer {me} writes {both} to the sink, in one transaction.{again}"


def _commit(me: Any, state: Any, **_: Any) -> str:
    record, now = _has(state.was, me), state.now
    if now.consumers[me].phase == Phase.down:
        return f"Consumer {me} commits offset {record + 1}, and is refused: it was replaced. It stops."
    if now.settings.commit == Commit.transaction:
        return f"Consumer {me} commits its transaction, with offset {record + 1}."
    back = f", where {state.was.committed} was" if now.committed < state.was.committed else ""
    return f"Consumer {me} commits offset {record + 1} {_place(now)}{back}."


def _delete(me: Any, state: Any, **_: Any) -> str:
    return f"Consumer {me} deletes m{_has(state.was, me)} from its own store."


def _keep(me: Any, state: Any, **_: Any) -> str:
    return f"Consumer {me} puts m{_has(state.was, me)} into its own store."


def _crash(me: Any, state: Any, **_: Any) -> str:
    consumer = state.was.consumers[me]
    had = consumer.phase not in (Phase.idle, Phase.stored)
    lost = f" It had m{consumer.next_offset} in its memory." if had else ""
    return f"Consumer {me} crashes.{lost}"


def _twice(d: DeliveryState) -> Iterator[Loss]:
    for record, count in enumerate(d.in_sink):
        if count > 1:
            yield Loss([record], f"m{record} is in the sink twice.", f"m{record} is in the sink twice")


def _lost(d: DeliveryState) -> Iterator[Loss]:
    for record in range(d.committed):
        if d.in_sink[record] == 0:
            loss = f"m{record} is not in the sink, and nobody will write it"
            yield Loss([record], f"{loss}: offset {d.committed} is committed.", loss)


STORIES: Mapping[str, Story] = {
    "consumer_starts": _start,
    "consumer_fetches": _fetch,
    "consumer_keeps": _keep,
    "consumer_writes": _write,
    "consumer_writes_with_offset": _write_with_offset,
    "consumer_commits": _commit,
    "consumer_deletes": _delete,
    "consumer_crashes": _crash,
    "consumer_is_replaced": "Consumer {me} is held for dead, and goes on: the group takes its partition from it.",
}
LOSSES: Mapping[str, Callable[[DeliveryState], Iterator[Loss]]] = {
    "nothing-twice": _twice,
    "nothing-lost": _lost,
}
_BEGINNING = "Nobody reads the partition, offset 0 is committed, and the sink is empty."


class DeliveryTelling(SentenceTelling[DeliveryState]):
    """The telling of records, by their names."""

    def name(self, value: int) -> str:
        return f"m{value}"


TELLING = DeliveryTelling(STORIES, picture_of, lambda _: _BEGINNING, arrows_of, losses=LOSSES, noun="record")
