"""How a run of the published model is explained: with the messages as they are, since the model is about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from tidemark.impl.published.quorum.state import Acked, PublishedKraftCluster, Role
from tidemark.spec import Loss, Telling, none
from tidemark.spec.families.telling import Story

STORIES: dict[str, Story] = {
    "restart": "Server {server} restarts: it keeps its epoch, its vote and its log, and follows nobody.",
    "request_vote": "Server {server} begins an election and asks all others for their votes.",
    "handle_vote_request": "A server answers the vote request {message}.",
    "handle_vote_response": "A server reads the vote response {message}.",
    "become_leader": "Server {server} has the votes of a majority, leads, and tells all others.",
    "client_request": "Leader {server} writes value {value}.",
    "reject_fetch": "A server refuses the fetch {message}.",
    "diverging_fetch": "A leader finds the logs apart by the fetch {message}, and answers where the last epoch ends.",
    "accept_fetch": "A leader accepts the fetch {message}, and commits what it may.",
    "handle_begin": "A server is told who leads by {message}.",
    "send_fetch": "Server {server} fetches from the leader that it follows.",
    "handle_success": "A follower reads the answer {message}.",
    "handle_diverging": "A follower cuts its log by the answer {message}.",
    "handle_failed_fetch": "A server learns of an epoch or a leader by the answer {message}.",
}


def lacking_leaders(c: PublishedKraftCluster) -> Iterator[Loss]:
    """A leader in the latest epoch without an acknowledged value."""
    latest = max(int(server.epoch) for server in c.servers)
    for value in c.acked.indices():
        for number, server in enumerate(c.servers):
            held = [entry.content for entry in server.log.items[: server.log.length]]
            is_latest = server.raft_state == Role.leader and server.epoch == latest
            if c.acked[value] == Acked.acknowledged and is_latest and value not in held:
                yield Loss([], f"Value {int(value)} was acknowledged, and leader {number} does not have it.")


def parted_logs(c: PublishedKraftCluster) -> Iterator[Loss]:
    """Two servers that differ below both high watermarks."""
    for (a, server_a), (b, server_b) in combinations(enumerate(c.servers), 2):
        for offset in range(min(int(server_a.high_watermark), int(server_b.high_watermark))):
            if server_a.log[offset] != server_b.log[offset]:
                yield Loss([], f"Servers {a} and {b} differ at offset {offset}, below both high watermarks.")


def two_leaders(c: PublishedKraftCluster) -> Iterator[Loss]:
    """Two servers that know different leaders of one epoch."""
    for (a, server_a), (b, server_b) in combinations(enumerate(c.servers), 2):
        differ = server_a.leader != none and server_b.leader != none and server_a.leader != server_b.leader
        if differ and server_a.epoch == server_b.epoch:
            yield Loss([], f"Servers {a} and {b} know different leaders of epoch {int(server_a.epoch)}.")


def illegal(c: PublishedKraftCluster) -> Iterator[Loss]:
    """A server that is where it should not be."""
    for number, server in enumerate(c.servers):
        if server.raft_state == Role.illegal:
            yield Loss([], f"Server {number} is in the state that the publication calls illegal.")


LOSSES: Mapping[str, Callable[[PublishedKraftCluster], Iterator[Loss]]] = {
    "leader-has-all-acked-values": lacking_leaders,
    "no-log-divergence": parted_logs,
    "never-two-leaders-in-same-epoch": two_leaders,
    "no-illegal-state": illegal,
}

TELLING = Telling(STORIES, losses=LOSSES)
"""The pictures follow from the types."""
