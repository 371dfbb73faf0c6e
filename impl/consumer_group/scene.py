"""A group under the consumer group protocol as a picture: the coordinator, the clients, the partitions; messages."""

from __future__ import annotations

from collections.abc import Iterator

from tidemark.impl.consumer_group.state import ClientPhase, Content, EpochGroup, MemberState, Stage
from tidemark.spec import Arrow, Cell, Identity, IdSet, Lane, Picture, Titles, none

COORDINATOR = "coordinator"
TITLES = Titles(
    lane="partition", place="offset", mark="committed offset", mark_short="committed", role="read by"
)


def members_of(ids: IdSet) -> list[Identity]:
    """The ids in a plain set."""
    return [identity for identity in ids.ids() if ids.has(identity)]


def in_words(ids: IdSet) -> str:
    """Partitions in words."""
    partitions = list(map(str, members_of(ids)))
    plural = "s" if len(partitions) > 1 else ""
    return f"partition{plural} {' and '.join(partitions)}" if partitions else "no partition"


def readers(g: EpochGroup, partition: Identity, *, reads: bool) -> list[Identity]:
    """The clients that are members and have taken up a partition, or read it."""
    clients = [me for me in g.clients.indices() if g.is_member(me)]
    return [
        me
        for me in clients
        if (g.clients[me].readable_partitions if reads else g.clients[me].owned).has(partition)
    ]


def picture(g: EpochGroup) -> Picture:
    """The picture of a state."""
    clients = [_client_lane(g, me) for me in g.clients.indices()]
    has_records = bool(g.settings.records > 0)
    partitions = [_partition_lane(g, k) for k in g.committed.indices()] if has_records else []
    return Picture((_coordinator_lane(g), *clients, *partitions), TITLES)


def _coordinator_lane(g: EpochGroup) -> Lane:
    lines = [f"group epoch {g.epoch}, assignment epoch {g.assignment_epoch}"]
    for me in g.clients.indices():
        member = g.members[me]
        if member.member_state != MemberState.absent:
            revokes = members_of(member.pending_revocation)
            pending = f", to revoke {in_words(member.pending_revocation)}" if revokes else ""
            lines.append(
                f"client {me}: {member.member_state} in epoch {member.epoch}, {in_words(member.assigned)}{pending}"
            )
    summary = f"coordinator: {'; '.join(lines)}"
    return Lane(COORDINATOR, "Coordinator", "Coord", lines=tuple(lines), summary=summary)


def _client_lane(g: EpochGroup, me: Identity) -> Lane:
    client, name = g.clients[me], f"client {me}"
    protocol = ", classic protocol" if client.classic else ""
    lines = [
        f"{client.phase}, epoch {client.epoch}{protocol}",
        f"has {in_words(client.owned)}, reads {in_words(client.readable_partitions)}",
    ]
    if client.owned != client.target_assignment:
        lines.append(f"is assigned {in_words(client.target_assignment)}")
    summary, is_down = f"{name}: {', '.join(lines)}", bool(client.phase == ClientPhase.down)
    return Lane(name, f"Client {me}", f"C{me}", lines=tuple(lines), summary=summary, faded=is_down)


def _partition_lane(g: EpochGroup, partition: Identity) -> Lane:
    first = int(partition) * int(g.settings.records)
    cells = tuple(
        Cell(first + offset, f"r{offset}", f"r{offset}", "processed" if done else "not processed", int(done))
        for offset in range(int(g.settings.records))
        for done in [bool(offset < g.processed[partition])]
    )
    clients = ", ".join(f"client {me}" for me in readers(g, partition, reads=True)) or "nobody"
    row = ", ".join(f"{cell.name} {cell.detail}" for cell in cells)
    return Lane(
        f"partition {partition}",
        f"Partition {partition}",
        f"P{partition}",
        role=clients,
        cells=cells,
        mark=g.committed[partition],
        standing=clients,
        summary=f"{row}; committed {g.committed[partition]}; read by {clients}",
    )


def arrows(before: EpochGroup, after: EpochGroup) -> Iterator[Arrow]:
    """The requests that a step brought to the coordinator, and the answers that it brought to a client."""
    for me in after.clients.indices():
        was, now, name = before.clients[me].heartbeat, after.clients[me].heartbeat, f"client {me}"
        kind = "JoinGroup" if after.clients[me].classic else "heartbeat"
        if was.stage == Stage.request and now.stage in (Stage.response, Stage.error_response):
            lists = f", {in_words(was.partitions)}" if was.content != Content.epoch_alone else ""
            yield Arrow(name, COORDINATOR, f"{kind} in epoch {was.epoch}{lists}")
        if was.stage == Stage.response and now.stage == Stage.idle and _has_heard(before, after, me):
            lists = f", assigned {in_words(was.partitions)}" if was.content == Content.partitions else ""
            yield Arrow(COORDINATOR, name, f"epoch {was.epoch}{lists}", answer=True)
        if was.stage == Stage.error_response and now.stage == Stage.idle and _has_heard(before, after, me):
            yield Arrow(COORDINATOR, name, "an error", answer=True)
        old_commit, new_commit = before.clients[me].commit, after.clients[me].commit
        arrives = old_commit.topic_partition != none and new_commit.topic_partition == none
        if arrives and before.late == after.late:
            partition = old_commit.topic_partition
            yield Arrow(name, COORDINATOR, f"OffsetCommit {old_commit.offset} of partition {partition}")
        late, late_after = before.clients[me].late_heartbeat, after.clients[me].late_heartbeat
        if late.stage == Stage.request and late_after.stage == Stage.idle:
            yield Arrow(
                name, COORDINATOR, f"late heartbeat in epoch {late.epoch}, {in_words(late.partitions)}"
            )
    if before.late.client != none and after.late.client == none:
        partition = before.late.topic_partition
        text = f"late OffsetCommit {before.late.offset} of partition {partition}"
        yield Arrow(f"client {before.late.client}", COORDINATOR, text)


def _has_heard(before: EpochGroup, after: EpochGroup, me: Identity) -> bool:
    """Whether a client has received its answer, which was neither lost nor given up."""
    lost = before.budget.heartbeat_losses != after.budget.heartbeat_losses
    crashed = after.clients[me].phase == ClientPhase.down
    return not (lost or crashed)
