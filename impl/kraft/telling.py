"""How runs of a quorum are shown: messages, notes, facts, and what is wrong in the last state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from tidemark.impl.kraft.quorum import KRaftQuorum, Role
from tidemark.impl.kraft.stories import STORIES
from tidemark.impl.kraft.words import ServerBeforeAfter, entries, members, picture_of, record, standing
from tidemark.spec import Arrow, Loss, Note, Picture, Telling, none


def missing_from_leader(q: KRaftQuorum) -> Iterator[Loss]:
    """A committed record that a leader of that epoch or a later one does not have."""
    for number, server in enumerate(q.servers):
        if server.raft_state == Role.leader and server.epoch >= q.commit_epoch:
            yield from _missing(q, number, q.committed.length, f"which leads epoch {int(server.epoch)}")


def conflicts_with_commit(q: KRaftQuorum) -> Iterator[Loss]:
    """A committed record that a server lacks below its high watermark, or has another record in place of."""
    for number, server in enumerate(q.servers):
        why = f"whose high watermark is {int(server.high_watermark)}"
        yield from _missing(q, number, server.high_watermark, why)


def _missing(q: KRaftQuorum, number: int, end: int, why: str) -> Iterator[Loss]:
    log = q.servers[number].log
    for offset, entry in enumerate(entries(q.committed)[:end]):
        if offset >= log.length or entry != log[offset]:
            replacement = record(log[offset]) if offset < log.length else "nothing"
            committed = f"At offset {offset} {record(entry)} was committed"
            yield Loss([], f"{committed}, and server {number}, {why}, has {replacement} in its place.")


def two_leaders(q: KRaftQuorum) -> Iterator[Loss]:
    """Two servers that know different leaders of one epoch."""
    for (a, server), (b, peer) in combinations(enumerate(q.servers), 2):
        differ = server.leader != none and peer.leader != none and server.leader != peer.leader
        if server.epoch == peer.epoch and differ:
            second = f"and server {b} knows server {int(peer.leader)}"
            yield Loss(
                [],
                f"Server {a} knows server {int(server.leader)} as leader of epoch {int(server.epoch)}, {second}.",
            )


def logs_apart(q: KRaftQuorum) -> Iterator[Loss]:
    """Two logs with a record of one epoch at an offset that are not the same up to there."""
    for (a, server), (b, peer) in combinations(enumerate(q.servers), 2):
        for offset in range(min(int(server.log.length), int(peer.log.length))):
            same_epoch = server.log[offset].epoch == peer.log[offset].epoch
            if same_epoch and not server.log.agrees_below(peer.log, offset + 1):
                at = f"at offset {offset} servers {a} and {b} have records of epoch {int(server.log[offset].epoch)}"
                yield Loss([], f"Logs part: {at}, and their logs differ there or before.")


LOSSES: Mapping[str, Callable[[KRaftQuorum], Iterator[Loss]]] = {
    "election-safety": two_leaders,
    "log-matching": logs_apart,
    "leader-completeness": missing_from_leader,
    "state-machine-safety": conflicts_with_commit,
}


class QuorumTelling(Telling[KRaftQuorum]):
    """The telling of a quorum. A state is its own view."""

    stories = STORIES
    losses = LOSSES
    noun = "record"
    legend = ("2@1: a record of epoch 2 by server 1", "±3: it changes voter 3", "HW: high watermark")

    def picture(self, view: KRaftQuorum) -> Picture:
        return picture_of(view)

    def beginning(self, view: KRaftQuorum) -> str:
        return f"It begins with {len(view.servers.items)} voters in epoch 0, all logs empty."

    def arrows(self, before: KRaftQuorum, after: KRaftQuorum) -> list[Arrow]:
        messages = []
        for number, (was, now) in enumerate(zip(before.servers, after.servers, strict=True)):
            new_votes = members(now.votes) - members(was.votes) - {number}
            vote = f"vote, epoch {int(now.epoch)}"
            messages += [Arrow(str(voter), str(number), vote, answer=True) for voter in sorted(new_votes)]
            if now.raft_state == Role.follower and now.log.length > was.log.length:
                sent = now.log[now.log.length - 1].text()
                messages.append(Arrow(str(int(now.leader)), str(number), f"record {sent}", answer=True))
        return messages

    def notes(self, before: KRaftQuorum, after: KRaftQuorum) -> list[Note]:
        changes = []
        for number, (was, now) in enumerate(zip(before.servers, after.servers, strict=True)):
            if standing(was) != standing(now):
                changes.append(Note(str(number), standing(now)))
            if was.high_watermark != now.high_watermark:
                changes.append(Note(str(number), f"HW {int(now.high_watermark)}"))
            if now.log.length < was.log.length:
                changes.append(Note(str(number), f"log cut to {int(now.log.length)}"))
        return changes

    def names(self, before: Any, arguments: Mapping[str, Any], after: Any) -> dict[str, Any]:
        return {name: ServerBeforeAfter(str(int(of)), of, before, after) for name, of in arguments.items()}

    def facts(self, views: Sequence[KRaftQuorum], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        before, after = views[-2:]
        changes = []
        for number, (was, now) in enumerate(zip(before.servers, after.servers, strict=True)):
            if now.raft_state == Role.leader and now.high_watermark > was.high_watermark:
                changes.append(f"Leader {number} raises its high watermark to {int(now.high_watermark)}.")
            for offset in range(int(now.log.length), int(was.log.length)):
                is_committed = offset < after.committed.length and was.log[offset] == after.committed[offset]
                remark = ", committed before," if is_committed else ""
                changes.append(f"{_capital(record(was.log[offset]))}{remark} is gone from server {number}.")
        return changes


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
