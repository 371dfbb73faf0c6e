"""Whether the quorum comes to a leader, and keeps it; which steps are fair."""

from tidemark.impl.votes.quorum import PreVoteQuorum, Role
from tidemark.spec import (
    Truth,
    all_of,
    always_eventually,
    any_of,
    can_always_reach,
    eventually_always,
    fair,
    implies,
    no_deadlock,
    strongly_fair,
)

NAMED = "a promise about runs: docs/progress.md"

FAIRNESS = (
    fair("time_out"), strongly_fair("pre_vote"), strongly_fair("become_candidate"), strongly_fair("vote"),
    strongly_fair("become_leader"), fair("hear"), fair("resign"), fair("time_outs_part"),
)  # fmt: skip
"""Strong for votes and what they lead to. A server whose election is cut off by another one may time out again."""


def _has_leader(q: PreVoteQuorum) -> Truth:
    """Whether a majority fetches from a leader."""
    servers = q.servers.indices()
    return any_of(
        (q.servers[server].raft_state == Role.leader) & q.has_majority(q.followers(server))
        for server in servers
    )


@always_eventually(only_named=NAMED, broken="From some time on no leader is followed by a majority")
def led_again(q: PreVoteQuorum) -> Truth:
    """Again and again a majority fetches from a leader."""
    return _has_leader(q)


@eventually_always(only_named=NAMED, broken="Again and again no leader is followed by a majority")
def led_for_ever(q: PreVoteQuorum) -> Truth:
    """From some time on a majority fetches from a leader for ever: no election disrupts it."""
    return _has_leader(q)


@can_always_reach(only_named=NAMED, broken="No leader can ever be followed by a majority again")
def can_be_led(q: PreVoteQuorum) -> Truth:
    """Wherever it has come to, some run leads to a leader that a majority fetches from."""
    return _has_leader(q)


@always_eventually(only_named=NAMED, broken="A server leads for ever, and no majority hears it")
def leaders_are_heard(q: PreVoteQuorum) -> Truth:
    """Again and again each leader is one that a majority hears, and none leads alone for ever."""
    servers = q.servers.indices()
    return all_of(
        implies(q.servers[server].raft_state == Role.leader, q.has_majority(q.listeners(server)))
        for server in servers
    )


@no_deadlock(broken="Nothing happens any more, and a server has no leader that it hears")
def ends_led(q: PreVoteQuorum) -> Truth:
    """Nothing happens any more only where every server leads, or fetches from a leader that it hears."""
    return all_of(q.is_led(server) for server in q.servers.indices())


PROGRESS = (led_again, leaders_are_heard, led_for_ever, can_be_led, ends_led)
