"""A server and its records in words, and a quorum as a picture."""

from __future__ import annotations

from typing import Any

from tidemark.impl.kraft.quorum import KRaftEntry, KRaftQuorum, KRaftServer, Role
from tidemark.spec import BeforeAfter, Cell, IdSet, Lane, Picture, Titles, none

TITLES = Titles("server", "offset", "high watermark", "HW", "believes")


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
        lines=(f"HW {end}, log end {len(cells)}",),
        lead=("believed" if is_old else "true") if leads else "",
        standing=role,
        summary=f"[{' '.join(cell.short for cell in cells)}], HW {end}, {role}",
    )
