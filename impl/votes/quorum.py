"""The state of the quorum: what each voter knows, and which voters hear one another."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated

from tidemark.impl.votes.bounds import VotesAt
from tidemark.spec import (
    Array,
    Bool,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Number,
    Only,
    Optional,
    Record,
    Truth,
    all_of,
    count,
    implies,
    minimum,
    none,
    not_,
    position,
    promise,
    settings_type,
    where,
)
from tidemark.spec.types.composites import RecordType

ServerId = Annotated[Identity, Domain("server", lambda at: Id("server", at.servers))]
Role = Enum("role", "unattached", "prospective", "candidate", "follower", "leader")
"""`QuorumState`: a *prospective* server asks whether others would vote for it, in its epoch (KIP-996)."""
Links = Enum("links", "intact", "pair", "sometimes")
"""Which servers hear one another: all; all except servers 0 and 1; all except the last one, sometimes."""


class PreVoteSettings(Record):
    """The rules and links; each field has one value in a machine, so none takes room in a state.

    asks_first: there is a Pre-Vote. refuses_if_led: a voter that hears of a leader refuses it. votes_once: a voter
    votes once in an epoch.
    """

    asks_first: Truth
    refuses_if_led: Truth
    votes_once: Truth
    links: Label


class Voter(Record):
    """A server. epoch: counted from the least that any server has. votes: who votes, or would vote, for it."""

    epoch: Number
    raft_state: Label
    voted_for: Identity
    leader: Identity
    votes: IdSet

    def in_epoch(
        self, epoch: Number, role: Label, voted_for: Identity = none, leader: Identity = none
    ) -> Voter:
        """This server in a role of an epoch, without votes."""
        empty = self.type.default.votes
        return self.but(epoch=epoch, raft_state=role, voted_for=voted_for, leader=leader, votes=empty)


class PreVoteQuorum(Record):
    """The whole state. is_cut: whether the last server is cut off.

    is_apart: whether no server times out any more while an election is under way (`--timeouts apart`).
    """

    settings: PreVoteSettings
    servers: Array[Voter]
    is_cut: Truth
    is_apart: Truth

    def hears(self, listener: Identity, peer: Identity) -> Truth:
        """Whether two servers hear one another."""
        # By position, so that the servers are not interchangeable.
        at = {position(server): server for server in self.servers.indices()}
        first, second, last = at[0], at[1], at[len(at) - 1]
        is_pair = ((listener == first) & (peer == second)) | ((listener == second) & (peer == first))
        cut = self.is_cut & ((listener == last) | (peer == last))
        return (listener == peer) | not_(where(self.settings.links == Links.pair, is_pair, cut))

    def is_led(self, server: Identity) -> Truth:
        """Whether a server leads, or fetches from a leader of its epoch that it hears: it does not time out."""
        me = self.servers[server]
        leader = self.servers[me.leader]
        follows = (
            (me.raft_state == Role.follower) & (leader.raft_state == Role.leader) & (leader.epoch == me.epoch)
        )
        return (me.raft_state == Role.leader) | (
            (me.leader != none) & follows & self.hears(server, me.leader)
        )

    def has_majority(self, some: Number) -> Truth:
        """Whether that many servers are a majority."""
        return some + some > len(self.servers.indices())

    def followers(self, leader: Identity) -> Number:
        """How many servers fetch from a leader, itself among them."""
        return count(
            self.is_led(s) & (self.servers[s].leader == leader) & (self.servers[s].epoch == self.servers[leader].epoch)
            for s in self.servers.indices()
        )  # fmt: skip

    def listeners(self, leader: Identity) -> Number:
        """How many servers hear a leader, itself among them."""
        return count(self.hears(server, leader) for server in self.servers.indices())

    def with_server(self, server: Identity, changed: Voter) -> PreVoteQuorum:
        """This quorum with one server changed."""
        return self.but(servers=self.servers.but(server, changed))

    def count_from_least(self) -> PreVoteQuorum:
        """This quorum with epochs counted from the least one."""
        least = self.servers[next(iter(self.servers.indices()))].epoch
        for voter in self.servers:
            least = minimum(least, voter.epoch)
        counted = self
        for server in self.servers.indices():
            me = self.servers[server]
            counted = counted.with_server(server, me.but(epoch=me.epoch - least))
        return counted


def quorum_type(at: VotesAt) -> RecordType:
    """The states of a quorum at these bounds."""
    server = Id("server", at.servers)
    voters = Voter.of(
        epoch=Int(0, at.ahead + 1),
        raft_state=Role,
        voted_for=Optional(server),
        leader=Optional(server),
        votes=IdSet.of(server),
    )
    return PreVoteQuorum.of(
        settings=settings_type(PreVoteSettings, at, links=getattr(Links, at.links)),
        servers=Array.of(server, voters),
        is_cut=Bool() if at.links == "sometimes" else Only(False),
        is_apart=Bool() if at.timeouts == "apart" else Only(False),
    )


def initial_quorum(empty: PreVoteQuorum, at: VotesAt) -> PreVoteQuorum:
    """All follow the first server, which leads; or no server leads."""
    begun, leader = empty, next(iter(empty.servers.indices()))
    for server in empty.servers.indices():
        role = Role.leader if server == leader else Role.follower
        follows = empty.servers[server].in_epoch(0, role, leader=leader)
        begun = begun.with_server(server, follows) if at.begins == "led" else begun
    return begun


@promise(broken="Two servers lead in one epoch")
def election_safety(q: PreVoteQuorum) -> Truth:
    """At any time at most one server leads an epoch."""
    return all_of(
        implies(
            voter.epoch == peer.epoch,
            not_((voter.raft_state == Role.leader) & (peer.raft_state == Role.leader)),
        )
        for voter, peer in combinations(q.servers, 2)
    )


PROMISES = (election_safety,)
