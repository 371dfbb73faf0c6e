"""What happens: a server times out, asks for votes, hears of an epoch; a link fails and is back."""

from tidemark.impl.votes.quorum import Links, PreVoteQuorum, Role, ServerId
from tidemark.spec import Identity, Truth, action, any_of, none, not_, one_of, require, where


def _last_epoch(q: PreVoteQuorum) -> int:
    """How far a server's epoch may be ahead of the least one."""
    most: int = q.servers[next(iter(q.servers.indices()))].type.fields["epoch"].hi - 1
    return most


def _begin_election(q: PreVoteQuorum, server: Identity) -> PreVoteQuorum:
    """A server as a candidate in the next epoch, which votes for itself."""
    me = q.servers[server]
    require(me.epoch < _last_epoch(q), "it is not too far ahead")
    candidate = me.in_epoch(me.epoch + 1, Role.candidate, voted_for=server)
    return q.with_server(server, candidate.but(votes=candidate.votes.including(server))).count_from_least()


def _lacks_pre_vote(q: PreVoteQuorum, voter: Identity, candidate: Identity) -> Truth:
    """Whether a voter would give a server a Pre-Vote that it has not given yet."""
    me, asking = q.servers[voter], q.servers[candidate]
    asks = (asking.raft_state == Role.prospective) & not_(asking.votes.has(voter))
    return asks & q.hears(voter, candidate) & (me.epoch <= asking.epoch)


def _lacks_vote(q: PreVoteQuorum, voter: Identity, candidate: Identity) -> Truth:
    """Whether a voter would vote for a candidate for which it has not voted yet."""
    me, asking = q.servers[voter], q.servers[candidate]
    asks = (asking.raft_state == Role.candidate) & not_(asking.votes.has(voter))
    free = (me.epoch == asking.epoch) & (me.voted_for == none) & (me.leader == none)
    return asks & q.hears(voter, candidate) & ((me.epoch < asking.epoch) | free)


def _is_news(q: PreVoteQuorum, server: Identity, peer: Identity) -> Truth:
    """Whether another server knows a later epoch, or the leader of this server's epoch, which it does not follow."""
    me, informant = q.servers[server], q.servers[peer]
    is_open = (me.leader == none) | (me.raft_state == Role.prospective)
    tells = (
        (informant.epoch == me.epoch) & is_open & (informant.leader != none) & (informant.leader != server)
    )
    return (informant.epoch > me.epoch) | tells


def _is_under_way(q: PreVoteQuorum) -> Truth:
    """Whether a vote may still be given, an election be won, or news arrive."""
    servers = q.servers.indices()
    wins = (
        (one_of(q.servers[s].raft_state, (Role.candidate, Role.prospective)))
        & q.has_majority(q.servers[s].votes.size())
        for s in servers
    )
    arrives = (
        (_lacks_pre_vote(q, server, peer) & not_(q.settings.refuses_if_led & q.is_led(server)))
        | _lacks_vote(q, server, peer)
        | (q.hears(server, peer) & _is_news(q, server, peer))
        for server in servers
        for peer in servers
    )
    return any_of((*wins, *arrives))


def _require_no_leader(q: PreVoteQuorum, server: Identity) -> None:
    require(not_(q.is_led(server)), "it fetches from no leader that it hears")
    require(not_(q.is_apart & _is_under_way(q)), "its time-out is not during an election, if they are apart")


@action("time_out", when=lambda at: not at.asks_first)
def time_out(q: PreVoteQuorum, server: ServerId) -> PreVoteQuorum:
    """A server that fetches from no leader times out, and is a candidate (`transitionToCandidate`)."""
    _require_no_leader(q, server)
    return _begin_election(q, server)


@action("time_out", when=lambda at: at.asks_first)
def time_out_and_ask(q: PreVoteQuorum, server: ServerId) -> PreVoteQuorum:
    """A server that fetches from no leader times out, and asks who would vote for it (`transitionToProspective`)."""
    me = q.servers[server]
    _require_no_leader(q, server)
    require(me.raft_state != Role.prospective, "it does not ask already")
    asks = me.in_epoch(me.epoch, Role.prospective, voted_for=me.voted_for, leader=me.leader)
    return q.with_server(server, asks.but(votes=asks.votes.including(server)))


@action(when=lambda at: at.asks_first)
def pre_vote(q: PreVoteQuorum, voter: ServerId, candidate: ServerId) -> PreVoteQuorum:
    """A voter would vote for a server, unless it hears of a leader itself (`handleVoteRequest`, KIP-996)."""
    asking = q.servers[candidate]
    require(
        _lacks_pre_vote(q, voter, candidate), "it hears that the other asks for this, in no earlier epoch"
    )
    require(not_(q.settings.refuses_if_led & q.is_led(voter)), "it hears of no leader")
    return q.with_server(candidate, asking.but(votes=asking.votes.including(voter)))


@action(when=lambda at: at.asks_first)
def become_candidate(q: PreVoteQuorum, server: ServerId) -> PreVoteQuorum:
    """A server for which a majority would vote is a candidate in the next epoch (`transitionToCandidate`)."""
    me = q.servers[server]
    require(
        (me.raft_state == Role.prospective) & q.has_majority(me.votes.size()), "a majority would vote for it"
    )
    return _begin_election(q, server)


def _vote(q: PreVoteQuorum, voter: Identity, candidate: Identity, may_again: Truth) -> PreVoteQuorum:
    me, asking = q.servers[voter], q.servers[candidate]
    lacks_vote = (asking.raft_state == Role.candidate) & not_(asking.votes.has(voter))
    require(lacks_vote, "the other is a candidate that lacks this vote")
    free = (me.voted_for == none) & (me.leader == none)
    in_epoch = (me.epoch == asking.epoch) & (free | may_again)
    may_vote = q.hears(voter, candidate) & ((me.epoch < asking.epoch) | in_epoch)
    require(may_vote, "it hears of it, and has not voted in its epoch")
    voted = me.in_epoch(asking.epoch, Role.unattached, voted_for=candidate)
    counted = asking.but(votes=asking.votes.including(voter))
    return q.with_server(voter, voted).with_server(candidate, counted).count_from_least()


@action("vote", when=lambda at: at.votes_once)
def vote(q: PreVoteQuorum, voter: ServerId, candidate: ServerId) -> PreVoteQuorum:
    """A voter votes for a candidate, once in an epoch, and not where it knows its leader."""
    return _vote(q, voter, candidate, False)


@action("vote", when=lambda at: not at.votes_once)
def vote_again(q: PreVoteQuorum, voter: ServerId, candidate: ServerId) -> PreVoteQuorum:
    """A voter votes for a candidate, whomever it voted for before in its epoch."""
    return _vote(q, voter, candidate, q.servers[voter].raft_state == Role.unattached)


@action
def become_leader(q: PreVoteQuorum, server: ServerId) -> PreVoteQuorum:
    """A candidate with the votes of a majority leads its epoch."""
    me = q.servers[server]
    require(
        (me.raft_state == Role.candidate) & q.has_majority(me.votes.size()), "a majority has voted for it"
    )
    return q.with_server(server, me.in_epoch(me.epoch, Role.leader, leader=server))


@action
def hear(q: PreVoteQuorum, server: ServerId, other: ServerId) -> PreVoteQuorum:
    """A server hears of a later epoch, or who leads its own, by any request or answer (`maybeTransition`).

    One that asks for a Pre-Vote follows the leader that it is told of, and times out again if it does not hear that.
    """
    me, informant = q.servers[server], q.servers[other]
    require(q.hears(server, other), "they hear one another")
    require(_is_news(q, server, other), "the other knows a later epoch, or the leader of this one")
    role = where(informant.leader == none, Role.unattached, Role.follower)
    return q.with_server(
        server, me.in_epoch(informant.epoch, role, leader=informant.leader)
    ).count_from_least()


def _require_unheard(q: PreVoteQuorum, server: Identity) -> None:
    unheard = not_(q.has_majority(q.listeners(server)))
    require((q.servers[server].raft_state == Role.leader) & unheard, "it leads, and no majority hears it")


@action
def resign(q: PreVoteQuorum, server: ServerId) -> PreVoteQuorum:
    """A leader from which no majority can fetch resigns (`timeUntilCheckQuorumExpires`)."""
    me = q.servers[server]
    _require_unheard(q, server)
    return q.with_server(server, me.in_epoch(me.epoch, Role.unattached, voted_for=server))


@action("resign")
def resign_and_leave_epoch(q: PreVoteQuorum, server: ServerId) -> PreVoteQuorum:
    """A leader from which no majority can fetch resigns, and goes on without a vote in the next epoch.

    Source: `KafkaRaftClient.pollResigned` from 4.0.0 on (KIP-996); before, it becomes a candidate of that epoch.
    """
    me = q.servers[server]
    _require_unheard(q, server)
    require(me.epoch < _last_epoch(q), "it is not too far ahead")
    return q.with_server(server, me.in_epoch(me.epoch + 1, Role.unattached)).count_from_least()


@action(when=lambda at: at.timeouts == "apart")
def time_outs_part(q: PreVoteQuorum) -> PreVoteQuorum:
    """From now on no server times out while an election is under way: random time-outs have their effect."""
    require(not_(q.is_apart), "they are not apart yet")
    return q.but(is_apart=True)


@action
def link_fails(q: PreVoteQuorum) -> PreVoteQuorum:
    """The last server is cut off from all others."""
    require((q.settings.links == Links.sometimes) & not_(q.is_cut), "it is not cut off")
    return q.but(is_cut=True)


@action
def link_is_back(q: PreVoteQuorum) -> PreVoteQuorum:
    """The last server hears the others again."""
    require(q.is_cut, "it is cut off")
    return q.but(is_cut=False)


STEPS = (
    time_out, time_out_and_ask, pre_vote, become_candidate, vote, vote_again, become_leader, hear,
    "check-quorum",    time_outs_part, link_fails, link_is_back,
)  # fmt: skip
