"""The state of the published model: servers, messages, and what it counts.

Source: `specifications/pull-raft/KRaft.tla` of `Vanlightly/raft-tlaplus`. There a bag keeps a message that was
received, with the count 0, so that some are sent only once. Here each kind of message has a network, and its messages
have a count `under_way`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from tidemark.impl.published.quorum.bounds import PublishedKraftAt
from tidemark.impl.shared.record_types import TypesByName, record_type
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Network,
    Number,
    Optional,
    Record,
    Sequence,
    Truth,
    count,
    where,
)
from tidemark.spec.types.composites import RecordType

Role = Enum("role", "unattached", "voted", "follower", "candidate", "leader", "illegal")
Error = Enum("error", "nothing", "fenced", "not_leader", "unknown_leader")
Result = Enum("result", "not_ok", "ok", "diverging")
Acked = Enum("acked", "unwritten", "unacknowledged", "acknowledged")
"""Whether a value was ever written, and then whether it was acknowledged."""
COPIES = 3
"""How many equal messages may be under way; more are an error of the model."""


class VoteRequest(Record):
    """`RequestVoteRequest`."""

    sender: Identity
    receiver: Identity
    epoch: Number
    last_epoch: Number
    last_offset: Number
    under_way: Number


class VoteResponse(Record):
    """`RequestVoteResponse`."""

    sender: Identity
    receiver: Identity
    epoch: Number
    leader: Identity
    granted: Truth
    error: Label
    under_way: Number


class Begin(Record):
    """`BeginQuorumRequest`, or its response, which nobody reads."""

    sender: Identity
    receiver: Identity
    epoch: Number
    error: Label
    under_way: Number


class Fetch(Record):
    """`FetchRequest`. In `pending_fetch`, no receiver means that no fetch is pending."""

    sender: Identity
    receiver: Identity
    epoch: Number
    offset: Number
    last_epoch: Number
    under_way: Number


class FetchResponse(Record):
    """`FetchResponse`, from `request.receiver` to `request.sender`. `content` is nobody where it brings no entry."""

    request: Fetch
    epoch: Number
    result: Label
    error: Label
    leader: Identity
    high_watermark: Number
    content: Identity
    value_epoch: Number
    end_offset: Number
    end_epoch: Number
    under_way: Number


class PublishedKraftEntry(Record):
    """An entry of a log."""

    epoch: Number
    content: Identity


class PublishedKraftLog(Sequence[PublishedKraftEntry]):
    """A log. Its offsets begin at 1 in the publication, and at 0 here."""

    def last_epoch(self) -> Number:
        """The epoch of the last entry; 0 for an empty log (`LastEpoch`)."""
        return self[self.length - 1].epoch

    def end_of(self, epoch: Number) -> Number:
        """How many entries have no later epoch than this one (`EndOffsetForEpoch`)."""
        return count((self.length > k) & (self[k].epoch <= epoch) for k in range(self.capacity))


class PublishedKraftServer(Record):
    """The variables of a server, by their names in the publication."""

    epoch: Number
    raft_state: Label
    voted_for: Identity
    leader: Identity
    pending_fetch: Fetch
    log: PublishedKraftLog
    high_watermark: Number
    votes: IdSet
    end_offsets: Array[Number]


class PublishedKraftCluster(Record):
    """All variables."""

    servers: Array[PublishedKraftServer]
    vote_requests: Network[VoteRequest]
    vote_responses: Network[VoteResponse]
    begins: Network[Begin]
    begin_responses: Network[Begin]
    fetches: Network[Fetch]
    fetch_responses: Network[FetchResponse]
    acked: Array[Label]
    elections: Number
    restarts: Number

    def with_server(self, server: Identity, changed: PublishedKraftServer) -> PublishedKraftCluster:
        """This cluster with one server changed."""
        return self.but(servers=self.servers.but(server, changed))


M = TypeVar("M")


def put(network: Network[M], message: Any) -> Network[M]:
    """One more of a message (`_SendNoRestriction`); `under_way` of the message given does not count."""
    copies_sent: Number = 0
    for copies in range(1, COPIES + 1):
        copies_sent = where(network.has(message.but(under_way=copies)), copies, copies_sent)
    return network.discard(message.but(under_way=copies_sent)).send(message.but(under_way=copies_sent + 1))


def knows(network: Network[M], message: Any) -> Truth:
    """Whether a message was ever sent (it is in `DOMAIN messages`)."""
    was_sent: Truth = False
    for copies in range(COPIES + 1):
        was_sent = network.has(message.but(under_way=copies)) | was_sent
    return was_sent


def take(network: Network[M], message: Any) -> Network[M]:
    """One less of a message (`Discard`)."""
    return network.discard(message).send(message.but(under_way=message.under_way - 1))


def cluster_type(at: PublishedKraftAt) -> RecordType:
    """The states at these bounds. Values are written once, so no log is longer than there are values."""
    servers, values, elections = at.servers, at.writes, at.elections
    server, value = Id("server", servers), Id("value", values)
    epoch, offset = Int(0, elections + 1), Int(0, values)
    types: TypesByName = {
        **dict.fromkeys(("sender", "receiver", "leader", "voted_for"), Optional(server)),
        **dict.fromkeys(("epoch", "last_epoch", "value_epoch", "end_epoch"), epoch),
        **dict.fromkeys(("offset", "last_offset", "end_offset", "high_watermark"), offset),
        "content": Optional(value),
        "error": Error,
        "under_way": Int(0, COPIES),
    }
    fetch, begin = record_type(Fetch, types), record_type(Begin, types)
    state_of_server = record_type(
        PublishedKraftServer,
        types,
        raft_state=Role,
        pending_fetch=fetch,
        log=PublishedKraftLog.of(record_type(PublishedKraftEntry, types), values),
        votes=IdSet.of(server),
        end_offsets=Array.of(server, offset),
    )
    votes = elections * (servers - 1)
    fetches = votes * (1 + values * elections)
    return PublishedKraftCluster.of(
        servers=Array.of(server, state_of_server),
        vote_requests=Network.of(record_type(VoteRequest, types), votes),
        vote_responses=Network.of(record_type(VoteResponse, types, granted=Bool()), votes),
        begins=Network.of(begin, votes),
        begin_responses=Network.of(begin, votes),
        fetches=Network.of(fetch, fetches),
        fetch_responses=Network.of(
            record_type(FetchResponse, types, request=fetch, result=Result), 2 * elections * fetches
        ),
        acked=Array.of(value, Acked),
        elections=Int(0, elections),
        restarts=Int(0, at.restarts),
    )


def initial_cluster(empty: PublishedKraftCluster, _at: PublishedKraftAt) -> PublishedKraftCluster:
    """Every server is in epoch 1, and knows no leader."""
    for server in empty.servers.indices():
        empty = empty.with_server(server, empty.servers[server].but(epoch=1))
    return empty
