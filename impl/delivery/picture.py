"""A state as a picture: the partition with its committed offset, the consumers, their own store, the sink."""

from __future__ import annotations

from collections.abc import Iterator

from tidemark.impl.delivery.state import DeliveryState, Offsets, OwnStore, Phase
from tidemark.spec import Arrow, Cell, Identity, Lane, Picture, Titles

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
