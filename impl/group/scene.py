"""A consumer group as a picture: the coordinator, its clients, each partition as a row of records; messages."""

from __future__ import annotations

from collections.abc import Iterator

from tidemark.impl.group.state import ConsumerGroup, Ghost, GroupClient, GroupState, Phase, Work
from tidemark.impl.group.topics import is_there
from tidemark.impl.group.words import in_words, owners, state_of, subscription
from tidemark.spec import Arrow, Cell, Lane, Picture, Titles, none

COORDINATOR = "coordinator"
GHOSTS = {
    "reserved": "a member id that nobody uses is pending",
    "parked": "a ghost has joined, besides",
    "member": "a ghost is a member, besides",
}
TITLES = Titles(
    lane="partition", place="offset", mark="committed offset", mark_short="committed", role="read by"
)


def picture(g: ConsumerGroup) -> Picture:
    """The picture of a state."""
    clients = [_client_lane(g, me) for me in g.clients.indices()]
    partitions = [_partition_lane(g, one) for one in g.partitions.indices()]
    return Picture((_coordinator_lane(g), *clients, *partitions), TITLES)


def arrows(before: ConsumerGroup, after: ConsumerGroup) -> Iterator[Arrow]:
    """The requests that a step brought to the coordinator, and its answers."""
    was_waiting = before.coordinator.group_state == GroupState.CompletingRebalance
    if was_waiting and after.coordinator.group_state == GroupState.Stable and not _failed_over(before, after):
        yield Arrow(f"client {after.coordinator.leader}", COORDINATOR, "SyncGroup with the assignment")
    for me in after.clients.indices():
        was, now, name = before.clients[me], after.clients[me], f"client {me}"
        if now.phase == Phase.joining != was.phase:
            yield Arrow(name, COORDINATOR, "JoinGroup")
        if now.phase == Phase.joined and was.phase == Phase.joining and now.generation > was.generation:
            yield Arrow(COORDINATOR, name, f"generation {now.generation}", answer=True)
        if now.phase == Phase.stable != was.phase:
            yield Arrow(COORDINATOR, name, f"assignment: {in_words('partition', _read(now))}", answer=True)
        for one in after.partitions.indices():
            committed = after.partitions[one].committed
            acted = was.next_offset[one] != now.next_offset[one] or was.begun != now.begun
            if committed != before.partitions[one].committed and acted:
                yield Arrow(name, COORDINATOR, f"OffsetCommit {committed} of partition {one}")


def _failed_over(before: ConsumerGroup, after: ConsumerGroup) -> bool:
    return bool(before.budget.failovers != after.budget.failovers)


def _read(client: GroupClient) -> list[int]:
    return [one for one in client.owned.ids() if client.owned.has(one)]


def _coordinator_lane(g: ConsumerGroup) -> Lane:
    now = g.coordinator
    lines = [
        f"{state_of(g)}, generation {now.generation}",
        f"members {now.members}, leader {'none' if now.leader == none else now.leader}",
        f"joined {now.awaiting}",
    ]
    if now.ghost != Ghost.absent:
        lines.append(GHOSTS[str(now.ghost)])
    lines += [
        f"partition {one} assigned to client {now.assignment[one]}"
        for one in now.assignment.indices()
        if now.assignment[one] != none
    ]
    return Lane(
        "coordinator", "Coordinator", "Coord", lines=tuple(lines), summary=f"coordinator: {', '.join(lines)}"
    )


def _client_lane(g: ConsumerGroup, me: int) -> Lane:
    client: GroupClient = g.clients[me]
    member = "member" if g.is_member(me) else "no member"
    lines = [f"{client.phase}, generation {client.generation}, {member}", f"reads {client.owned}"]
    if client.must_rejoin:
        lines.append("asks for another rebalance")
    if client.has_older:
        lines.append("an older process has the same group.instance.id")
    if client.unsubscribed:
        lines.append(f"subscribes to {subscription(int(client.unsubscribed))}")
    if client.working != Work.usual:
        lines.append("its work outlasts a time-out")
    name = f"client {me}"
    return Lane(
        name,
        f"Client {me}",
        f"C{me}",
        lines=tuple(lines),
        summary=f"{name}: {', '.join(lines)}",
        faded=bool(client.phase == Phase.down),
    )


def _partition_lane(g: ConsumerGroup, one: int) -> Lane:
    partition = g.partitions[one]
    first = one * len(partition.processed.indices())
    cells = tuple(
        Cell(
            first + offset,
            f"r{offset}",
            f"r{offset}",
            "processed" if done else "not processed",
            1 if done else 0,
        )
        for offset, done in enumerate(partition.processed)
    )
    readers = in_words("client", owners(g, one))
    row = ", ".join(f"{cell.name} {cell.detail}" for cell in cells)
    lines: tuple[str, ...] = () if is_there(g, one) else ("not added yet",)
    if partition.pending_client != none:
        lines += (f"offset pending by client {partition.pending_client}",)
    if partition.other_position:
        lines += (f"another group has read up to {partition.other_position}",)
    return Lane(
        f"partition {one}",
        f"Partition {one}",
        f"P{one}",
        role=readers,
        cells=cells,
        mark=partition.committed,
        lines=lines,
        standing=readers,
        summary=f"{row}; committed {partition.committed}; read by {readers}",
    )
