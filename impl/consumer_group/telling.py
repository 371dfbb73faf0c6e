"""How a run of a group under the consumer group protocol is told: sentences, facts, and what is wrong at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from tidemark.impl.consumer_group.offsets import may_commit
from tidemark.impl.consumer_group.scene import arrows, in_words, members_of, picture, readers
from tidemark.impl.consumer_group.state import (
    ClientPhase,
    Content,
    EpochGroup,
    GroupHeartbeat,
    MemberState,
)
from tidemark.spec import Arrow, BeforeAfter, Identity, Loss, Picture, Telling

STORIES = {
    "send_heartbeat": "Client {me} sends a heartbeat{me.says}.",
    "accept_heartbeat": "The coordinator takes the heartbeat of client {me}{state.assigns}; {me.stands}{me.answers}.",
    "accept_before_interval": "The coordinator takes the heartbeat of client {me}, and does not assign yet; "
        "{me.stands}{me.answers}.",
    "refuse_heartbeat": "The coordinator refuses the heartbeat of client {me}: {me.refusal}.",
    "receive_answer": "Client {me} receives epoch {me.now.epoch}{me.assignment}.",
    "send_join": "Client {me}, of the classic protocol, sends a JoinGroup, which says that it owns {me.keeps}.",
    "accept_join": "The coordinator takes the JoinGroup of client {me}{state.assigns}; {me.stands}.",
    "receive_join_answer": "Client {me} is in generation {me.now.epoch}.",
    "sync_group": "Client {me} {me.syncs}.",
    "learn_of_rebalance": "Client {me} learns by a heartbeat that it is to join again (REBALANCE_IN_PROGRESS).",
    "lose_generation": "Client {me} learns that its generation is not that of a member: it loses {me.lost}, and joins "
        "again.",
    "receive_refusal": "Client {me} learns of the error: it loses {me.lost}, and is about to join again.",
    "reconcile": "Client {me} {me.changes}.",
    "fetch_offset": "Client {me} fetches the committed offset of partition {partition}, and reads from {me.position}.",
    "process": "Client {me} processes r{me.before} of partition {partition}{state.again}.",
    "send_commit": "Client {me} sends a commit of offset {me.now.commit.offset} of partition {partition} in epoch "
        "{me.now.epoch}.",
    "take_commit": "The commit of client {me} arrives: {me.verdict}.",
    "delay_commit": "The commit of client {me} is delayed; the client gives up the connection, and goes on.",
    "take_late_commit": "The late commit of client {state.was.late.client!s} arrives: {state.verdict}.",
    "leave": "Client {me} gives up its partitions and leaves; the coordinator removes it.",
    "return_to_group": "Client {me} is about to join again.",
    "lose_heartbeat": "{me.failure}; the next heartbeat of client {me} has all fields.",
    "delay_heartbeat": "The heartbeat of client {me} is delayed; the client gives up the connection, and goes on over "
        "another.",
    "take_late_heartbeat": "The late heartbeat of client {me} arrives{me.late}, and the coordinator takes it"
        "{state.assigns}; {me.stands}.",
    "refuse_late_heartbeat": "The late heartbeat of client {me} arrives{me.late}, and the coordinator refuses it.",
    "crash": "Client {me} crashes.",
    "time_out": "{me.time_out} of client {me} passes: the coordinator removes it.",
    "metadata_changes": "The metadata of a topic changes: group epoch {state.now.epoch} begins, and another assignment "
        "is due.",
}  # fmt: skip


def _contents(heartbeat: GroupHeartbeat) -> str:
    """The epoch and the partitions of a heartbeat, in words."""
    epoch = f" in epoch {heartbeat.epoch}" if heartbeat.epoch else " in epoch 0, to join"
    lists = heartbeat.content != Content.epoch_alone and heartbeat.epoch
    return epoch + (f", which says that it owns {in_words(heartbeat.partitions)}" if lists else "")


class _EpochClientTemplate(BeforeAfter):
    """A client in a template: its states before and after, and words for what it does."""

    def __init__(self, me: Identity, before: EpochGroup, after: EpochGroup) -> None:
        super().__init__(str(me), before.clients[me], after.clients[me])
        self._me, self._before, self._after = me, before, after

    @property
    def says(self) -> str:
        """What its heartbeat contains."""
        return _contents(self.now.heartbeat)

    @property
    def late(self) -> str:
        """What its late heartbeat contains."""
        return _contents(self.was.late_heartbeat)

    @property
    def stands(self) -> str:
        """What the coordinator has of it after its heartbeat."""
        member = self._after.members[self._me]
        revokes = (
            ""
            if member.member_state != MemberState.UNREVOKED_PARTITIONS
            else f", and is to revoke {in_words(member.pending_revocation)}"
        )
        return (
            f"it is {member.member_state} in epoch {member.epoch}, with {in_words(member.assigned)}{revokes}"
        )

    @property
    def answers(self) -> str:
        """The assignment in the answer."""
        answer = self.now.heartbeat
        lists = answer.content == Content.partitions
        return f", and the answer assigns {in_words(answer.partitions)}" if lists else ""

    @property
    def refusal(self) -> str:
        """Why the coordinator refuses its heartbeat."""
        member, epoch = self._before.members[self._me], self.was.heartbeat.epoch
        if member.member_state == MemberState.absent:
            return "it is no member (UNKNOWN_MEMBER_ID)"
        return f"its epoch is {epoch}, and that of the member {member.epoch} (FENCED_MEMBER_EPOCH)"

    @property
    def assignment(self) -> str:
        """The assignment that it receives."""
        lists = self.was.heartbeat.content == Content.partitions
        return f", and the assignment of {in_words(self.now.target_assignment)}" if lists else ""

    @property
    def lost(self) -> str:
        """What it loses with its membership."""
        return in_words(self.was.owned)

    @property
    def changes(self) -> str:
        """What it revokes, and what it takes up."""
        revoked, added = self.was.owned - self.now.owned, self.now.owned - self.was.owned
        parts = [] if revoked.is_empty() else [f"revokes {in_words(revoked)}"]
        parts += [] if added.is_empty() else [f"takes up {in_words(added)}"]
        return " and ".join(parts) or f"has nothing to change, and keeps {in_words(self.now.owned)}"

    @property
    def keeps(self) -> str:
        """What it owns."""
        return in_words(self.now.owned)

    @property
    def syncs(self) -> str:
        """What it gets by SyncGroup."""
        again = ", and is to join again" if self.now.phase == ClientPhase.joining else ""
        if again and self.was.owned == self.now.owned:
            return "learns by SyncGroup that it is to join again (REBALANCE_IN_PROGRESS)"
        return f"receives the assignment of {in_words(self.now.owned)} by SyncGroup{again}"

    @property
    def position(self) -> str:
        """The offset that it has just fetched."""
        fetched = members_of(self.now.readable_partitions - self.was.readable_partitions)
        return f"offset {self.now.read_positions[fetched[0]]}"

    @property
    def before(self) -> str:
        """The offset of the record that it has just processed."""
        indices = self.now.read_positions.indices()
        return str(
            next(
                self.was.read_positions[k]
                for k in indices
                if self.was.read_positions[k] != self.now.read_positions[k]
            )
        )

    @property
    def verdict(self) -> str:
        """What happened to its commit."""
        commit = self.was.commit
        return _verdict(self._before, self._after, self._me, commit.topic_partition, commit.epoch)

    @property
    def failure(self) -> str:
        """What was lost."""
        stage = self.was.heartbeat.stage
        return f"The {'heartbeat of client' if str(stage) == 'request' else 'answer to client'} {self._me} is lost"

    @property
    def time_out(self) -> str:
        """Which time-out it is."""
        member = self._before.members[self._me]
        revokes = member.member_state == MemberState.UNREVOKED_PARTITIONS
        live = self.was.phase == ClientPhase.joined
        return "The rebalance time-out" if revokes and live else "The session time-out"


def _verdict(before: EpochGroup, after: EpochGroup, me: Identity, partition: Identity, epoch: int) -> str:
    """What the coordinator does with a commit, and why."""
    member = before.members[me]
    if member.member_state == MemberState.absent:
        return "it is refused, for the client is no member (UNKNOWN_MEMBER_ID)"
    has = in_words(member.assigned | member.pending_revocation)
    stands = f"the member is in epoch {member.epoch}, and has {has}"
    if not may_commit(before, me, partition, epoch):
        error = "ILLEGAL_GENERATION" if before.clients[me].classic else "STALE_MEMBER_EPOCH"
        return f"it is refused, for its epoch is {epoch} and {stands} ({error})"
    was, now = before.committed[partition], after.committed[partition]
    return f"it is taken, and offset {now} of partition {partition} is committed, where {was} was; {stands}"


class _EpochGroupTemplate(BeforeAfter):
    """The group in a template."""

    @property
    def assigns(self) -> str:
        """The new target assignment, where there is one."""
        if self.was.assignment_epoch == self.now.assignment_epoch:
            return ""
        target = self.now.assigned_to
        parts = [f"partition {partition} to client {target[partition]}" for partition in target.indices()]
        return f", and assigns in epoch {self.now.assignment_epoch}: {', '.join(parts)}"

    @property
    def again(self) -> str:
        """The note that the record was processed before."""
        return " once more" if self.was.processed == self.now.processed else ""

    @property
    def verdict(self) -> str:
        """What happened to the late commit."""
        late = self.was.late
        return _verdict(self.was, self.now, late.client, late.topic_partition, late.epoch)


def _twice(g: EpochGroup, *, reads: bool) -> Iterator[Loss]:
    for partition in g.partition_epoch.indices():
        for me, rival in combinations(readers(g, partition, reads=reads), 2):
            does = "read" if reads else "have taken up"
            said = f"Clients {me} and {rival} are members, and both {does} partition {partition}"
            yield Loss([], f"{said}.", said)


def _holders(g: EpochGroup) -> Iterator[Loss]:
    for partition in g.partition_epoch.indices():
        holders = [me for me in g.clients.indices() if g.members[me].has(partition)]
        if len(holders) > 1:
            said = f"For the coordinator, clients {' and '.join(map(str, holders))} both have partition {partition}"
            yield Loss([], f"{said}.", said)


LOSSES: Mapping[str, Callable[[EpochGroup], Iterator[Loss]]] = {
    "one-owner": lambda g: _twice(g, reads=False),
    "one-reader": lambda g: _twice(g, reads=True),
    "one-holder": _holders,
}


class EpochGroupTelling(Telling[EpochGroup]):
    """A step in a sentence, with what it changed for who has a partition."""

    stories = STORIES
    losses = LOSSES

    def beginning(self, view: EpochGroup) -> str:
        """The sentence of the initial state."""
        classic = [me for me in view.clients.indices() if view.clients[me].epoch]
        if not classic:
            return f"The group is empty, and {len(view.clients.indices())} clients are about to join."
        client, assigned = view.clients[classic[0]], in_words(view.members[classic[0]].assigned)
        reads = f"client {classic[0]} reads {in_words(client.owned)}"
        rebalances = f" It is to rebalance again, and the coordinator has {assigned} assigned to the client."
        return f"In a classic group {reads}.{'' if client.phase == ClientPhase.joined else rebalances}"

    def names(self, before: Any, arguments: Mapping[str, Any], after: Any) -> dict[str, Any]:
        """What the template of an action may name: its arguments, and `state`."""
        named: dict[str, Any] = {"state": _EpochGroupTemplate("the group", before, after), **arguments}
        if "me" in arguments:
            named["me"] = _EpochClientTemplate(arguments["me"], before, after)
        return named

    def facts(self, views: Sequence[EpochGroup], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        """Partitions that the coordinator frees though a client has them, and those with two clients."""
        was, now = views[-2], views[-1]
        facts = []
        for partition in now.partition_epoch.indices():
            held = [me for me in now.clients.indices() if was.members[me].has(partition)]
            facts += [
                f"The coordinator has released partition {partition}, which client {me} still has."
                for me in held
                if now.is_member(me)
                and not now.members[me].has(partition)
                and now.clients[me].owned.has(partition)
            ]
            clients = readers(now, partition, reads=False)
            if len(clients) > 1 and clients != readers(was, partition, reads=False):
                facts.append(f"Clients {' and '.join(map(str, clients))} both have partition {partition}.")
        return facts

    def arrows(self, before: EpochGroup, after: EpochGroup) -> list[Arrow]:
        """The requests and answers of a step."""
        return list(arrows(before, after))

    def picture(self, view: EpochGroup) -> Picture:
        """The coordinator, the clients, and each partition as a row of records."""
        return picture(view)
