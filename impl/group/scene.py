"""A consumer group as a picture, in words, and as a scenario sees it: coordinator, clients, partitions; messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tidemark.impl.group.state import ConsumerGroup, Ghost, GroupClient, GroupState, Phase, Work
from tidemark.impl.group.topics import has_partition
from tidemark.spec import Arrow, Cell, Identity, IdSet, Lane, Number, Picture, Titles, none


def in_words(noun: str, ids: Sequence[Identity]) -> str:
    """Some ids with their noun: `clients 0 and 1`. Without ids: `nobody`, or `no partition`."""
    if not ids:
        return "nobody" if noun.lower() == "client" else f"no {noun}"
    return f"{noun}{'s' if len(ids) > 1 else ''} {list_numbers(ids)}"


def list_numbers(numbers: Sequence[Number | Identity]) -> str:
    """Numbers in words: `0, 1 and 2`."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def members_of(ids: IdSet) -> list[Identity]:
    """The ids in a plain set."""
    return [identity for identity in ids.ids() if ids.has(identity)]


def owners(g: ConsumerGroup, partition: Identity) -> list[Identity]:
    """The clients that read a partition, with or without the right to."""
    return [me for me in g.clients.indices() if g.clients[me].owned.has(partition)]


def subscription(unsubscribed: int) -> str:
    """A subscription in words, of two topics."""
    return "all topics" if unsubscribed == 0 else f"topic {2 - unsubscribed} alone"


def state_of(g: ConsumerGroup) -> str:
    """The name of the group's state."""
    return str(g.coordinator.group_state)


COORDINATOR = "coordinator"
GHOSTS = {
    "reserved": "a member id that nobody uses is pending",
    "parked": "a ghost has joined, besides",
    "member": "a ghost is a member, besides",
}
TITLES = Titles(
    lane="partition", place="offset", mark="committed offset", mark_short="committed", role="read by"
)


def member_id_changes(before: ConsumerGroup, after: ConsumerGroup) -> list[str]:
    """What a new member id of a static member changes while the group waits for its assignment."""
    was, now = before.coordinator, after.coordinator
    ids_before, ids = was.new_member_ids, now.new_member_ids
    clients = [me for me in ids.indices() if ids_before[me] and not ids[me]]
    changes = [
        f"Client {me} is told FENCED_INSTANCE_ID, for its member id was not stored, and ends."
        for me in ids.indices()
        if was.unstored_ids[me] and not now.unstored_ids[me] and after.fenced_alone
        if before.clients[me].is_up and not after.clients[me].is_up
    ]
    changes += [
        f"Client {me} has another member id since the generation began."
        for me in ids.indices()
        if ids[me] and not ids_before[me]
    ]
    if clients and now.group_state == GroupState.Stable:
        leads = was.leader in clients
        changes.append(
            f"Client {was.leader} was not told that it leads: its assignment is empty."
            if leads
            else f"What the leader assigns to the old member id of {in_words('client', clients)} is lost."
        )
    return changes


def producer_changes(before: ConsumerGroup, after: ConsumerGroup) -> list[str]:
    """Which producers have taken the `transactional.id` of a partition, and what that aborts."""
    changes = []
    for partition in after.partitions.indices():
        was, now = before.partitions[partition], after.partitions[partition]
        if was.producer != now.producer:
            aborts = was.pending_client != none
            changes.append(
                f"The producer of client {now.producer} takes the transactional.id of partition {partition}"
                + (f": the transaction of client {was.pending_client} is aborted." if aborts else ".")
            )
    return changes


def picture(g: ConsumerGroup) -> Picture:
    """The picture of a state."""
    clients = [_client_lane(g, me) for me in g.clients.indices()]
    partitions = [_partition_lane(g, partition) for partition in g.partitions.indices()]
    return Picture((_coordinator_lane(g), *clients, *partitions), TITLES)


def arrows(before: ConsumerGroup, after: ConsumerGroup) -> Iterator[Arrow]:
    """The requests that a step brought to the coordinator, and its answers."""
    was_waiting = before.coordinator.group_state == GroupState.CompletingRebalance
    if (
        was_waiting
        and after.coordinator.group_state == GroupState.Stable
        and not _has_failover(before, after)
    ):
        yield Arrow(f"client {after.coordinator.leader}", COORDINATOR, "SyncGroup with the assignment")
    for me in after.clients.indices():
        was, now, name = before.clients[me], after.clients[me], f"client {me}"
        if now.phase == Phase.joining != was.phase:
            yield Arrow(name, COORDINATOR, "JoinGroup")
        if now.phase == Phase.joined and was.phase == Phase.joining and now.generation > was.generation:
            yield Arrow(COORDINATOR, name, f"generation {now.generation}", answer=True)
        if now.phase == Phase.stable != was.phase:
            yield Arrow(
                COORDINATOR, name, f"assignment: {in_words('partition', members_of(now.owned))}", answer=True
            )
        for partition in after.partitions.indices():
            committed = after.partitions[partition].committed
            acted = was.next_offset[partition] != now.next_offset[partition] or was.begun != now.begun
            if committed != before.partitions[partition].committed and acted:
                yield Arrow(name, COORDINATOR, f"OffsetCommit {committed} of partition {partition}")


def _has_failover(before: ConsumerGroup, after: ConsumerGroup) -> bool:
    return bool(before.budget.failovers != after.budget.failovers)


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
        f"partition {partition} assigned to client {now.assignment[partition]}"
        for partition in now.assignment.indices()
        if now.assignment[partition] != none
    ]
    return Lane(
        "coordinator", "Coordinator", "Coord", lines=tuple(lines), summary=f"coordinator: {', '.join(lines)}"
    )


def _client_lane(g: ConsumerGroup, me: Identity) -> Lane:
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
    summary, is_down = f"{name}: {', '.join(lines)}", bool(client.phase == Phase.down)
    return Lane(name, f"Client {me}", f"C{me}", lines=tuple(lines), summary=summary, faded=is_down)


def _partition_lane(g: ConsumerGroup, partition: Identity) -> Lane:
    partition_state = g.partitions[partition]
    first = int(partition) * len(partition_state.processed.indices())
    cells = tuple(
        Cell(first + offset, f"r{offset}", f"r{offset}", f"{'' if done else 'not '}processed", int(done))
        for offset, done in enumerate(partition_state.processed)
    )
    readers = in_words("client", owners(g, partition))
    row = ", ".join(f"{cell.name} {cell.detail}" for cell in cells)
    lines: tuple[str, ...] = () if has_partition(g, partition) else ("not added yet",)
    if partition_state.pending_client != none:
        lines += (f"offset pending by client {partition_state.pending_client}",)
    if partition_state.other_position:
        lines += (f"another group has read up to {partition_state.other_position}",)
    return Lane(
        f"partition {partition}",
        f"Partition {partition}",
        f"P{partition}",
        role=readers,
        cells=cells,
        mark=partition_state.committed,
        lines=lines,
        standing=readers,
        summary=f"{row}; committed {partition_state.committed}; read by {readers}",
    )


def observe(g: ConsumerGroup) -> dict[str, str]:
    """The observations of a state by their names; in docs/traces.md, `N` is a client and `P` a partition."""
    now = g.coordinator
    observations = {
        "group": state_of(g),
        "generation": str(now.generation),
        "leader": _or_none(now.leader),
        "members": _in_a_row(members_of(now.members)),
        "joined": _in_a_row(members_of(now.awaiting)),
    }
    for me in g.clients.indices():
        client = g.clients[me]
        observations |= {
            f"phase {me}": str(client.phase),
            f"generation {me}": str(client.generation),
            f"reads {me}": _in_a_row(members_of(client.owned)),
        }
    for partition in g.partitions.indices():
        partition_state = g.partitions[partition]
        done = [offset for offset in partition_state.processed.indices() if partition_state.processed[offset]]
        observations |= {
            f"assigned {partition}": _or_none(now.assignment[partition]),
            f"committed {partition}": str(partition_state.committed),
            f"processed {partition}": _in_a_row(f"r{offset}" for offset in done),
        }
    return observations


def _in_a_row(parts: Iterable[object]) -> str:
    return " ".join(map(str, parts))


def _or_none(client: Identity) -> str:
    return "none" if client == none else str(client)
