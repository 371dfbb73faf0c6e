"""How a run of the model of KIP-848 is told: sentences, facts, and what is wrong in the last state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tidemark.impl.published.groups.promises import no_double_client_assignment
from tidemark.impl.published.groups.state import ClientStatus, Kip848Group, Kip848Message
from tidemark.spec import BeforeAfter, Identity, IdSet, Loss, Telling


def owners(g: Kip848Group, partition: Identity) -> list[Identity]:
    """The clients that believe that they own a partition."""
    return [me for me in g.clients.indices() if g.clients[me].owned.has(partition)]


def _twice(g: Kip848Group) -> Iterator[Loss]:
    if not no_double_client_assignment.function(g):
        partition, clients = next(
            (partition, owners(g, partition))
            for partition in g.partition_epoch.indices()
            if len(owners(g, partition)) > 1
        )
        said = f"Clients {' and '.join(map(str, clients))} are members, and both own partition {partition}"
        yield Loss([], f"{said}.", said)


LOSSES: Mapping[str, Callable[[Kip848Group], Iterator[Loss]]] = {"no-double-client-assignment": _twice}


STORIES = {
    "send_heartbeat": "Client {me} sends a heartbeat{me.says}.",
    "accept_heartbeat":
        "The coordinator takes the heartbeat of client {message}{state.assigns}; {message.result}{message.answers}.",
    "receive_success": "Client {message} receives epoch {message.epoch}{message.assigns}.",
    "complete_reconciliation": "Client {me} has done what its new assignment asks: it owns {me.owns}.",
    "refuse_heartbeat": "The coordinator refuses the heartbeat of client {message}: {message.refusal}.",
    "receive_error": "Client {message} is told {message.code}: it gives up what it owns{message.again}.",
    "expire_dead_member": "The session of member {member}, which no client uses any more, times out.",
    "send_commit": "Client {me} commits an offset of partition {partition} in epoch {me.was.epoch}.",
    "take_commit": "The commit of client {state.was.commit.client} arrives: {state.verdict}.",
    "start_leaving": "Client {me} begins to leave.",
    "complete_leaving": "Client {me} has given up what it owned, and will say that it leaves.",
    "accept_leaving": "The coordinator removes the member of client {message}, which leaves.",
    "crash": "Client {me} crashes, and starts over.",
    "expire_live_member": "The session of member {member}, of client {member.was.host}, times out.",
}  # fmt: skip


def _partitions(ids: IdSet) -> str:
    """Partitions in words."""
    partitions = [str(partition) for partition in ids.ids() if ids.has(partition)]
    plural = "s" if len(partitions) > 1 else ""
    return f"partition{plural} {' and '.join(partitions)}" if partitions else "no partition"


class _Kip848ClientBeforeAfter(BeforeAfter):
    """A client in a template."""

    @property
    def says(self) -> str:
        """Who it is, and what it owns, where it says so."""
        who = f" as member {self.was.member} in epoch {self.was.epoch}" if self.was.member else " to join"
        was = self.was
        news = not was.was_sent or was.sent != was.owned or was.owned != was.target_assignment
        return who + (f", and says that it owns {_partitions(was.owned)}" if news else "")

    @property
    def owns(self) -> str:
        """What it owns now."""
        return _partitions(self.now.owned)


class _MessageBeforeAfter(BeforeAfter):
    """A message in a template, by the name of its client; the group before and after."""

    def __init__(self, message: Kip848Message, before: Kip848Group, after: Kip848Group) -> None:
        super().__init__(str(message.client), before, after)
        self._message = message

    @property
    def epoch(self) -> str:
        """The epoch in it."""
        return str(self._message.epoch)

    @property
    def assigns(self) -> str:
        """The assignment in it."""
        lists = self._message.lists
        return f", and the assignment of {_partitions(self._message.partitions)}" if lists else ""

    @property
    def code(self) -> str:
        """The error in it."""
        return str(self._message.error_code)

    @property
    def refusal(self) -> str:
        """Why the coordinator refuses it."""
        if not self.was.is_member(self._message.member):
            return "it is no member (UNKNOWN_MEMBER_ID)"
        epoch = self.was.members[self._message.member].epoch
        return (
            f"its epoch is {self._message.epoch}, and that of the member {epoch} (FENCED_MEMBER_EPOCH); "
            "the member is removed"
        )

    @property
    def again(self) -> str:
        """Whether a client joins again after an error."""
        joins = self.now.clients[self._message.client].status == ClientStatus.joining
        return ", and joins again" if joins else ""

    @property
    def result(self) -> str:
        """What its sender has after it, as the coordinator sees it."""
        me = self._message.member or self.now.next_member
        member = self.now.members[me]
        waits = f", waits for {_partitions(member.missing)}" if not member.missing.is_empty() else ""
        revokes = f", is to revoke {_partitions(member.revoking)}" if not member.revoking.is_empty() else ""
        return f"member {me} is in epoch {member.epoch}, has {_partitions(member.assigned)}{waits}{revokes}"

    @property
    def answers(self) -> str:
        """The note that nobody gets the answer, where the connection is gone."""
        same = self.was.clients[self._message.client].connection == self._message.connection
        return "" if same else "; the connection of the answer is gone"


class _Kip848GroupBeforeAfter(BeforeAfter):
    """The group in a template."""

    @property
    def assigns(self) -> str:
        """The new target assignment, where there is one."""
        if self.was.target_assignment == self.now.target_assignment:
            return ""
        target = self.now.target_assignment
        parts = [
            f"member {member} {_partitions(target.partitions[member])}"
            for member in target.knows.indices()
            if target.knows[member]
        ]
        return f", and assigns in epoch {target.epoch}: {', '.join(parts)}"

    @property
    def verdict(self) -> str:
        """What happened to a commit."""
        commit, member = self.was.commit, self.was.members[self.was.commit.member]
        if not self.was.is_member(commit.member):
            return "it is refused, of no member (UNKNOWN_MEMBER_ID)"
        if member.epoch != commit.epoch and self.was.settings.checks_commit_epoch:
            return f"it is refused, for the member is in epoch {member.epoch} (STALE_MEMBER_EPOCH)"
        stands = f"the member is in epoch {member.epoch}, and has {_partitions(member.assigned)}"
        return f"it is taken; {stands}"


class Kip848Telling(Telling[Kip848Group]):
    """A step in a sentence, with what it changed for the group and for who owns a partition."""

    stories = STORIES
    losses = LOSSES

    def beginning(self, view: Kip848Group) -> str:
        """The sentence of the initial state."""
        return f"The group is EMPTY, and {len(view.clients.indices())} clients are about to join."

    def names(self, before: Any, arguments: Mapping[str, Any], after: Any) -> dict[str, Any]:
        """What the template of an action may name: its arguments, and `state`."""
        named: dict[str, Any] = {"state": _Kip848GroupBeforeAfter("the group", before, after), **arguments}
        if "me" in arguments:
            me = arguments["me"]
            named["me"] = _Kip848ClientBeforeAfter(str(me), before.clients[me], after.clients[me])
        if "message" in arguments:
            named["message"] = _MessageBeforeAfter(arguments["message"].of(before), before, after)
        if "member" in arguments:
            member = arguments["member"]
            named["member"] = BeforeAfter(str(member), before.members[member], after.members[member])
        return named

    def facts(self, views: Sequence[Kip848Group], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        """The group's status where it changed, and partitions with two owners."""
        was, now = views[-2], views[-1]
        facts = []
        if was.status != now.status:
            facts.append(f"The group is {now.status}.")
        for partition in now.partition_epoch.indices():
            now_owns = owners(now, partition)
            if len(now_owns) > 1 and now_owns != owners(was, partition):
                facts.append(f"Clients {' and '.join(map(str, now_owns))} both own partition {partition}.")
        return facts
