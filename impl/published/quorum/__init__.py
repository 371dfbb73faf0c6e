"""The published model of the KRaft quorum, state for state, message for message.

Source: `specifications/pull-raft/KRaft.tla` of `Vanlightly/raft-tlaplus`, which was written after Kafka's code. It has
no LeaderChange record and no changes of voters. Its VIEW leaves out the counts of elections and restarts, and is not
sound for more than one election; here they are part of the state.
"""

from itertools import combinations
from pathlib import Path

from tidemark.impl.published.quorum.actions import ACTIONS
from tidemark.impl.published.quorum.bounds import PublishedKraftAt
from tidemark.impl.published.quorum.state import (
    Acked,
    PublishedKraftCluster,
    Role,
    cluster_type,
    initial_cluster,
)
from tidemark.impl.published.quorum.telling import TELLING
from tidemark.spec import (
    Family,
    Protocol,
    Truth,
    all_of,
    any_of,
    implies,
    minimum,
    none,
    not_,
    promise,
)


@promise
def leader_has_all_acked_values(c: PublishedKraftCluster) -> Truth:
    """A leader in no older epoch than any server has every acknowledged value (`LeaderHasAllAckedValues`)."""
    return all_of(
        implies(
            (c.acked[value] == Acked.acknowledged)
            & (server.raft_state == Role.leader)
            & all_of(peer.epoch <= server.epoch for peer in c.servers),
            any_of(
                (server.log.length > k) & (server.log[k].content == value) for k in range(server.log.capacity)
            ),
        )
        for value in c.acked.indices()
        for server in c.servers
    )


@promise
def no_log_divergence(c: PublishedKraftCluster) -> Truth:
    """Two servers have the same entries below both high watermarks (`NoLogDivergence`)."""
    return all_of(
        implies(
            minimum(server_a.high_watermark, server_b.high_watermark) > k,
            (server_a.log.length > k) & (server_b.log.length > k) & (server_a.log[k] == server_b.log[k]),
        )
        for server_a, server_b in combinations(c.servers, 2)
        for k in range(server_a.log.capacity)
    )


@promise
def never_two_leaders_in_same_epoch(c: PublishedKraftCluster) -> Truth:
    """Two servers in one epoch know no different leaders (`NeverTwoLeadersInSameEpoch`)."""
    return all_of(
        (server_a.leader == none)
        | (server_b.leader == none)
        | (server_a.leader == server_b.leader)
        | (server_a.epoch != server_b.epoch)
        for server_a, server_b in combinations(c.servers, 2)
    )


@promise
def no_illegal_state(c: PublishedKraftCluster) -> Truth:
    """No server finds itself where none should be (`NoIllegalState`)."""
    return not_(any_of(server.raft_state == Role.illegal for server in c.servers))


PROMISES = (leader_has_all_acked_values, no_log_divergence, never_two_leaders_in_same_epoch, no_illegal_state)


FAMILY = Family(
    name="published-kraft",
    at=PublishedKraftAt,
    rules={},
    promises=PROMISES,
    state=cluster_type,
    initial=initial_cluster,
    actions=ACTIONS,
    telling=TELLING,
    pins=Path(__file__).with_name("pins.toml"),
)

PROTOCOLS = (Protocol("published-kraft/raft-tlaplus", "KRaft.tla of Vanlightly/raft-tlaplus", FAMILY, {}),)
