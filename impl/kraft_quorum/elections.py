"""How a leader is elected: timeouts, votes, the news of an epoch, restarts.

Source: KIP-595; `KafkaRaftClient` at 3.9 (`handleVoteRequest`, `maybeTransition`, `onBecomeLeader`) and
`QuorumState.initialize`.

A request and its answer are one step. For votes that leaves nothing out: a candidate that gets an answer late, or
never, behaves like one that counts it and becomes leader later; and a vote for a candidate that has given up its
election is never counted. There is no EndQuorumEpoch: it shortens timeouts, and here a timeout may come at any time.
"""

from collections.abc import Callable
from typing import Annotated

from tidemark.impl.kraft_quorum.quorum import KRaftQuorum, KRaftServer, Role, is_majority
from tidemark.spec import Domain, Id, Identity, Rule, Truth, action, count, none, not_, one_of, require, where

ServerId = Annotated[Identity, Domain("server", lambda at: Id("server", at.servers))]


@action
def time_out(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A voter's election or fetch timeout passes: it begins an election in the next epoch (`transitionToCandidate`).

    A leader from which no majority fetches resigns first (`timeUntilCheckQuorumExpires`); both are one step.
    """
    me = q.servers[server]
    require(q.voters(me.log).has(server), "the server is a voter by its own log")
    require(me.epoch < q.last_epoch(), "an epoch is left")
    led = one_of(me.raft_state, (Role.leader, Role.resigned))
    require(not_(q.leaves_epoch & led), "it does not lead, or its epoch goes on with a candidate")
    candidate = me.in_epoch(me.epoch + 1, Role.candidate, voted_for=server)
    return q.with_server(server, candidate.but(votes=candidate.votes.including(server)))


@action
def leave_epoch(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A leader that has resigned goes on in the next epoch without a vote (`pollResigned` from 4.0.0 on, KIP-996)."""
    me = q.servers[server]
    require(one_of(me.raft_state, (Role.leader, Role.resigned)), "it leads, or did before it restarted")
    require(me.epoch < q.last_epoch(), "an epoch is left")
    return q.with_server(server, me.in_epoch(me.epoch + 1, Role.unattached))


@action
def hear(q: KRaftQuorum, server: ServerId, other: ServerId) -> KRaftQuorum:
    """A server hears of a later epoch, or who leads its own, by a request or an answer (`maybeTransition`).

    In this way a voter that refuses its vote also takes on the candidate's epoch, and BeginQuorumEpoch makes followers.
    """
    me, informant = q.servers[server], q.servers[other]
    tells_leader = (
        (informant.epoch == me.epoch)
        & (me.leader == none)
        & (informant.leader != none)
        & (informant.leader != server)
    )
    is_news = (informant.epoch > me.epoch) | tells_leader
    require(is_news, "the other knows a later epoch, or the leader of this one")
    role = where(informant.leader == none, Role.unattached, Role.follower)
    return q.with_server(server, me.in_epoch(informant.epoch, role, leader=informant.leader))


def _vote(q: KRaftQuorum, voter: Identity, candidate: Identity, log_is_up_to_date: Truth) -> KRaftQuorum:
    """A voter grants a candidate its vote, at most one in an epoch, and none where it knows the leader."""
    me, asking = q.servers[voter], q.servers[candidate]
    require(asking.raft_state == Role.candidate, "the other is a candidate")
    require(q.voters(asking.log).has(voter) & not_(asking.votes.has(voter)), "the candidate lacks this vote")
    granted = (me.epoch == asking.epoch) & (me.voted_for == candidate)
    free = (me.raft_state == Role.unattached) & (me.voted_for == none) & (me.epoch == asking.epoch)
    require(
        granted | (((me.epoch < asking.epoch) | free) & log_is_up_to_date),
        "the epoch is new to the voter, or it has not voted in it and knows no leader; and it accepts the log",
    )
    voted = me.in_epoch(asking.epoch, Role.unattached, voted_for=candidate)
    counted = asking.but(votes=asking.votes.including(voter))
    return q.with_server(voter, voted).with_server(candidate, counted)


@action("vote")
def vote_for_up_to_date(q: KRaftQuorum, voter: ServerId, candidate: ServerId) -> KRaftQuorum:
    """A voter votes for a candidate whose log ends at least as late as its own, by epoch and then by offset."""
    return _vote(q, voter, candidate, q.servers[candidate].is_up_to_date(q.servers[voter]))


@action("vote")
def vote_for_longer(q: KRaftQuorum, voter: ServerId, candidate: ServerId) -> KRaftQuorum:
    """A voter votes for a candidate whose log is at least as long as its own."""
    return _vote(q, voter, candidate, q.servers[candidate].log.length >= q.servers[voter].log.length)


@action("vote")
def vote_for_any(q: KRaftQuorum, voter: ServerId, candidate: ServerId) -> KRaftQuorum:
    """A voter votes for a candidate whatever its log is."""
    return _vote(q, voter, candidate, True)


@action("become_leader")
def lead_with_record(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A candidate with the votes of a majority leads, and writes a LeaderChange record (`onBecomeLeader`)."""
    require(q.servers[server].log.has_room(), "the log has room for the record")
    return _take_lead(q, server).write_record(server)


@action("become_leader")
def lead_without_record(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A candidate with the votes of a majority leads, and writes nothing until there is something to write."""
    return _take_lead(q, server)


def _take_lead(q: KRaftQuorum, server: Identity) -> KRaftQuorum:
    me = q.servers[server]
    require(me.raft_state == Role.candidate, "the server is a candidate")
    voters = q.voters(me.log)
    votes = count(voters.has(voter) & me.votes.has(voter) for voter in q.servers.indices())
    require(is_majority(votes, voters), "a majority of the voters has voted for it")
    return q.with_server(server, me.in_epoch(me.epoch, Role.leader, leader=server))


def _restart(
    q: KRaftQuorum, server: Identity, read_again: Callable[[KRaftServer], KRaftServer]
) -> KRaftQuorum:
    require(q.restarts < q.type.fields["restarts"].hi, "a restart is left")
    me = q.servers[server]
    back = read_again(me).but(high_watermark=0)
    return q.without_answers_of(server).but(restarts=q.restarts + 1).with_server(server, back)


@action("restart")
def restart_as_persisted(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A server restarts with its log and its quorum-state, and without its high watermark (`initialize`).

    A leader comes back resigned, so that it writes no other record in its epoch; a candidate asks for votes again.
    """

    def read_again(me: KRaftServer) -> KRaftServer:
        role = where(me.raft_state == Role.leader, Role.resigned, me.raft_state)
        back = me.in_epoch(me.epoch, role, voted_for=me.voted_for, leader=me.leader)
        own_vote = back.votes.including(server)
        return back.but(votes=where(me.raft_state == Role.candidate, own_vote, back.votes))

    return _restart(q, server, read_again)


@action("restart")
def restart_without_vote(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A server restarts with its log and its epoch, and does not know whether it voted."""
    return _restart(q, server, lambda me: me.in_epoch(me.epoch, Role.unattached))


VOTE_FOR_UP_TO_DATE = Rule((vote_for_up_to_date,), "for a log that ends as late, by epoch and offset")
VOTE_FOR_LONGER = Rule((vote_for_longer,), "for a log that is as long")
VOTE_FOR_ANY = Rule((vote_for_any,), "for any log")
LEAD_WITH_RECORD = Rule((lead_with_record,), "with a LeaderChange record of its epoch")
LEAD_WITHOUT_RECORD = Rule((lead_without_record,), "without a record")
RESIGNED_IS_CANDIDATE = Rule.sets("it is a candidate in the next epoch", leaves_epoch=False)
RESIGNED_LEAVES_EPOCH = Rule(
    (leave_epoch,), "it is unattached in the next epoch, without a vote (KIP-996)", {"leaves_epoch": True}
)
RESTART_AS_PERSISTED = Rule((restart_as_persisted,), "with its epoch and its vote")
RESTART_WITHOUT_VOTE = Rule((restart_without_vote,), "with its epoch, its vote forgotten")
