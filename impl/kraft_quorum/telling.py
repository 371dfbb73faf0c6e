"""How runs of a quorum are told: sentences, a picture, messages, facts, and what is wrong in the last state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from tidemark.impl.kraft_quorum.quorum import KRaftEntry, KRaftQuorum, KRaftServer, Role
from tidemark.spec import Arrow, BeforeAfter, Cell, IdSet, Lane, Loss, Note, Picture, Telling, Titles, none
from tidemark.spec.families.telling import Story

TITLES = Titles("server", "offset", "high watermark", "HW", "believes", "LEO")


def record(entry: KRaftEntry) -> str:
    """A plain record in words."""
    change = "" if entry.voter == none else f" that changes voter {int(entry.voter)}"
    return f"the record of epoch {int(entry.epoch)} by server {int(entry.leader)}{change}"


def standing(server: KRaftServer) -> str:
    """The role and epoch that a plain server believes in."""
    epoch = int(server.epoch)
    if server.raft_state == Role.follower:
        return f"follows {int(server.leader)}, epoch {epoch}"
    if server.raft_state == Role.unattached and server.voted_for != none:
        return f"voted for {int(server.voted_for)}, epoch {epoch}"
    return f"{server.raft_state}, epoch {epoch}"


def members(voters: IdSet) -> set[int]:
    """The members of a plain set of servers."""
    return set(voters.type.show(voters))


def _number(server: Any) -> str:
    return "" if server == none else str(int(server))


class ServerBeforeAfter(BeforeAfter):
    """A server in a template: its number, and itself `was` and `now`."""

    def __init__(self, name: str, number: Any, before: KRaftQuorum, after: KRaftQuorum) -> None:
        super().__init__(name, before.servers[number], after.servers[number])
        self.quorum = after

    def __str__(self) -> str:
        return self.name

    @property
    def follows(self) -> str:
        """The leader that it follows; empty if it knows none."""
        return _number(self.now.leader)

    @property
    def voted_before(self) -> str:
        """The server that it had voted for before; empty if none."""
        return _number(self.was.voted_for)

    @property
    def standing(self) -> str:
        """What it believes that it is."""
        return standing(self.now)

    @property
    def last_record(self) -> str:
        """The last record of its log."""
        return record(self.now.log[self.now.log.length - 1])

    @property
    def voters(self) -> str:
        """The voters by its log."""
        voters = self.quorum.voters(self.now.log)
        return str(voters.type.text(voters))


def picture_of(quorum: KRaftQuorum) -> Picture:
    """The picture of a plain quorum, with a lane for each server."""
    leader_epochs = (int(server.epoch) for server in quorum.servers if server.raft_state == Role.leader)
    latest = max(leader_epochs, default=0)
    lanes = [_lane(number, server, latest) for number, server in enumerate(quorum.servers)]
    return Picture(tuple(lanes), TITLES)


def entries(log: Any) -> list[KRaftEntry]:
    """The records of a plain log."""
    return list(log.items[: log.length])


def _cell(entry: KRaftEntry) -> Cell:
    value = (int(entry.epoch) * 16 + int(entry.leader)) * 17 + int(entry.voter) + 1
    return Cell(value, entry.text(), entry.text(), f"epoch {int(entry.epoch)}", int(entry.epoch))


def _lane(number: int, server: KRaftServer, latest: int) -> Lane:
    cells = tuple(_cell(entry) for entry in entries(server.log))
    leads, end = server.raft_state == Role.leader, int(server.high_watermark)
    is_old = leads and int(server.epoch) < latest
    role = f"old {standing(server)}" if is_old else standing(server)
    return Lane(
        actor=str(number),
        title=f"Server {number}",
        short=f"S{number}",
        role=role,
        cells=cells,
        mark=end,
        lines=(
            f"HW {end}, log end {len(cells)}",
            *(["an answer is on its way"] if server.answer_due else []),
        ),
        lead=("believed" if is_old else "true") if leads else "",
        standing=role,
        summary=f"[{' '.join(cell.short for cell in cells)}], HW {end}, {role}",
    )


_FETCHES = "Server {server} fetches from server {server.follows} at offset {server.was.log.length}"
_LEADS = "With the votes of {server.was.votes} server {server} leads epoch {server.now.epoch}"
_VOTES = "Server {voter} votes for server {candidate} in epoch {voter.now.epoch}"


def time_out(server: ServerBeforeAfter) -> str:
    """A voter begins an election; a leader resigns first."""
    why = f"Server {server}'s timeout passes: it"
    if server.was.raft_state == Role.leader:
        why = f"A majority no longer fetches from leader {server}: it resigns and"
    return f"{why} begins an election in epoch {int(server.now.epoch)}."


def hear(server: ServerBeforeAfter, other: ServerBeforeAfter) -> str:
    """A server hears of an epoch, and perhaps of its leader."""
    follows = f"follows its leader, server {server.follows}" if server.follows else "knows no leader of it"
    return f"Server {server} hears from server {other} of epoch {int(server.now.epoch)} and {follows}."


def restart(server: ServerBeforeAfter) -> str:
    """A server comes back with what it had persisted."""
    return f"Server {server} restarts: it comes back {server.standing}."


def restart_without_vote(server: ServerBeforeAfter) -> str:
    """A server comes back and does not know whom it voted for."""
    vote = f"; its vote for server {server.voted_before} is forgotten" if server.voted_before else ""
    return f"Server {server} restarts: it comes back {server.standing}{vote}."


def fetch(server: ServerBeforeAfter) -> str:
    """A follower has its answer."""
    outcome = f"and learns the high watermark {int(server.now.high_watermark)}"
    if server.now.log.length > server.was.log.length:
        outcome = f"and has {server.last_record}"
    return f"{_FETCHES.format(server=server)} {outcome}."


def take_late_answer(server: ServerBeforeAfter) -> str:
    """A follower has an answer that was sent late."""
    late = f"Server {server} has the late answer of server {server.follows}, which was read from its file just now:"
    if server.now.log.length == server.was.log.length:
        return f"{late} a record of a later epoch, which it does not append."
    return f"{late} {server.last_record} at offset {int(server.was.log.length)}."


def change_voter(leader: ServerBeforeAfter, voter: ServerBeforeAfter) -> str:
    """A leader writes a record that changes the voters."""
    return f"Leader {leader} writes a record that changes voter {voter}: by its log the voters are {leader.voters}."


STORIES: dict[str, Story] = {
    "time_out": time_out,
    "hear": hear,
    "leave_epoch": "Server {server} has resigned as leader, and goes on without a vote in epoch {server.now.epoch}.",
    "vote_for_up_to_date": f"{_VOTES}: that log ends as late as its own.",
    "vote_for_longer": f"{_VOTES}: that log is as long as its own.",
    "vote_for_any": f"{_VOTES}, without a look at its log.",
    "lead_with_record": f"{_LEADS} and writes a LeaderChange record at offset {{server.was.log.length}}.",
    "lead_without_record": f"{_LEADS}; it writes no record yet.",
    "restart_as_persisted": restart,
    "restart_without_vote": restart_without_vote,
    "write_record": "Leader {server} writes a record of epoch {server.now.epoch} at offset {server.was.log.length}.",
    "fetch_checked": fetch,
    "fetch_by_offset": fetch,
    "fetch_checked_unanswered": f"{_FETCHES}; the leader notes it, and the answer is lost.",
    "fetch_by_offset_unanswered": f"{_FETCHES}; the leader notes it, and the answer is lost.",
    "fetch_late_answer": f"{_FETCHES}; the leader notes it, and is slow to send its answer.",
    "take_any_record": take_late_answer,
    "take_record_of_epoch": take_late_answer,
    "truncate": f"{_FETCHES}, where the logs are apart, and cuts its log to {{server.now.log.length}}.",
    "truncate_to_end": f"{_FETCHES}, beyond the leader's end, and cuts its log to {{server.now.log.length}}.",
    "change_after_commit": change_voter,
    "change_at_once": change_voter,
    "change_several": change_voter,
}


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
        observers = int(view.observers)
        fetching = f" and {observers} observer{'s' * (observers > 1)}" if observers else ""
        return f"It begins with {len(view.servers.items) - observers} voters{fetching} in epoch 0, all logs empty."

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
