"""What Raft promises. Source: figure 3 of "In Search of an Understandable Consensus Algorithm" (Ongaro, Ousterhout)."""

from itertools import combinations

from tidemark.impl.kraft.quorum import Quorum, Role
from tidemark.spec import Truth, all_of, implies, none, promise


@promise
def election_safety(q: Quorum) -> Truth:
    """In an epoch at most one server is known as the leader."""
    return all_of(
        implies(
            (one.epoch == other.epoch) & (one.leader != none) & (other.leader != none),
            one.leader == other.leader,
        )
        for one, other in combinations(q.servers, 2)
    )


@promise
def log_matching(q: Quorum) -> Truth:
    """Two logs that have a record of one epoch at an offset are the same up to there."""
    return all_of(
        implies(
            (one.log.length > k) & (other.log.length > k) & (one.log[k].epoch == other.log[k].epoch),
            one.log.agrees_below(other.log, k + 1),
        )
        for one, other in combinations(q.servers, 2)
        for k in one.log.offsets()
    )


@promise
def leader_completeness(q: Quorum) -> Truth:
    """What was committed is in the log of every leader of that epoch or a later one."""
    return all_of(
        implies(
            (server.raft_state == Role.leader) & (server.epoch >= q.commit_epoch) & (q.committed.length > 0),
            server.log.agrees_below(q.committed, q.committed.length),
        )
        for server in q.servers
    )


@promise
def state_machine_safety(q: Quorum) -> Truth:
    """What any server has below its high watermark is what was committed first at that offset."""
    return all_of(
        implies(server.high_watermark > 0, server.log.agrees_below(q.committed, server.high_watermark))
        for server in q.servers
    )


PROMISES = (election_safety, log_matching, leader_completeness, state_machine_safety)
