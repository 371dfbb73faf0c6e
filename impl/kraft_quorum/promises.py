"""What Raft promises. Source: figure 3 of "In Search of an Understandable Consensus Algorithm" (Ongaro, Ousterhout)."""

from itertools import combinations

from tidemark.impl.kraft_quorum.quorum import KRaftQuorum, Role, is_majority
from tidemark.spec import Identity, Truth, all_of, any_of, count, implies, none, promise


@promise
def election_safety(q: KRaftQuorum) -> Truth:
    """At any time at most one server is known as the leader of an epoch."""
    return all_of(
        implies(
            (server.epoch == peer.epoch) & (server.leader != none) & (peer.leader != none),
            server.leader == peer.leader,
        )
        for server, peer in combinations(q.servers, 2)
    )


@promise
def log_matching(q: KRaftQuorum) -> Truth:
    """Two logs that have a record of one epoch at an offset are the same up to there."""
    return all_of(
        implies(
            (server.log.length > k) & (peer.log.length > k) & (server.log[k].epoch == peer.log[k].epoch),
            server.log.agrees_below(peer.log, k + 1),
        )
        for server, peer in combinations(q.servers, 2)
        for k in server.log.offsets()
    )


@promise
def leader_completeness(q: KRaftQuorum) -> Truth:
    """What was committed is in the log of every leader of the latest epoch in which some was, or of a later one."""
    return all_of(
        implies(
            (server.raft_state == Role.leader) & (server.epoch >= q.commit_epoch) & (q.committed.length > 0),
            server.log.agrees_below(q.committed, q.committed.length),
        )
        for server in q.servers
    )


@promise
def state_machine_safety(q: KRaftQuorum) -> Truth:
    """What any server has below its high watermark is what was committed first at that offset."""
    return all_of(
        implies(server.high_watermark > 0, server.log.agrees_below(q.committed, server.high_watermark))
        for server in q.servers
    )


def _can_elect(q: KRaftQuorum, server: Identity, up: tuple[Identity, ...]) -> Truth:
    """Whether a server wins an election in which only those that are up vote, itself among them."""
    me = q.servers[server]
    voters = q.voters(me.log)
    votes = count(
        voters.has(voter) & ((server == voter) | me.is_up_to_date(q.servers[voter])) for voter in up
    )
    return voters.has(server) & is_majority(votes, voters)


@promise(
    only_named="a promise of availability: docs/progress.md",
    broken="A majority of the voters is up, and none of them can be elected",
    when=lambda at: at.changes > 0,
)
def a_majority_elects(q: KRaftQuorum) -> Truth:
    """Whichever majority of the last committed voters is up, one of these can be elected by them alone."""
    servers = q.servers.indices()
    voters = q.voters(q.committed)
    return all_of(
        implies(
            is_majority(count(voters.has(s) for s in up), voters),
            any_of(_can_elect(q, s, up) for s in up),
        )
        for size in range(1, len(servers) + 1)
        for up in combinations(servers, size)
    )


PROMISES = (election_safety, log_matching, leader_completeness, state_machine_safety, a_majority_elects)
