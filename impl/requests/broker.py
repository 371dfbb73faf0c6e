"""The state: one broker, its connections, threads and queues, and each request on its way through them.

Read in `SocketServer.scala` (`Acceptor`, `Processor`), `RequestChannel.scala`, `KafkaRequestHandler.scala`,
`DelayedOperation.scala` and `ReplicaManager.scala`, at 0.10.2.0, 1.0.0, 2.1.0, 2.2.0 and 2.4.0, and in KIP-291.
"""

from __future__ import annotations

from tidemark.impl.requests.bounds import RequestsAt
from tidemark.impl.shared.incidents import StateWithIncidents, incidents_type
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Number,
    Only,
    Optional,
    Record,
    Sequence,
    Truth,
    any_of,
    not_,
    settings_type,
)
from tidemark.spec.types.composites import RecordType

Stage = Enum("stage", "unsent", "in_socket", "in_queue", "with_io_thread", "in_purgatory", "answered", "over")
"""Where a request is: not sent yet, sent and unread, in the request queue, being handled, delayed until its followers
have the record or its time is over, with its answer in a response queue, or its client has the answer or is gone."""

LeaderAndIsr = Enum("leader_and_isr", "unsent", "in_socket", "in_queue", "with_io_thread", "obeyed")
"""Where the controller's request is that makes the broker a follower, or that stops its replica."""

Voided = Enum("voided", "in_time", "by_waiting", "by_obeyed")
"""Whether a produce came too late: taken from the queue while the controller's request waited in one, or appended after
the broker had obeyed that.
"""


class RequestSettings(Record):
    """What the rules and the producer say; each field has one value in a machine, so none takes room in a state.

    muted: nothing is read from a connection while one of its requests is handled. indexed: a new connection never has
    the id of an old one. compare_and_set: only the first that completes a delayed request answers it. checked_late:
    leadership is checked when the record is appended, and not before. acks_all: produces wait for the followers.
    cache_first: what the broker tells clients of the leader changes before it obeys. stops: the controller's request is
    StopReplica, since the topic is deleted. first_metadata: the number of each client's first METADATA request.
    """

    muted: Truth
    indexed: Truth
    compare_and_set: Truth
    checked_late: Truth
    acks_all: Truth
    cache_first: Truth
    stops: Truth
    first_metadata: Number


class ClientConnection(Record):
    """A connection, or nothing yet: the network thread that has it, and whether it is muted."""

    network_thread: Identity
    muted: Truth


class RequestProgress(Record):
    """A request of a client. `network_thread` read it, and gets its answer.

    orphaned: its connection was closed since. failed: the answer is an error, so nothing is acknowledged.
    event_looked, timer_looked: found it incomplete, and will answer it; only where they do not compare and set.
    """

    stage: Label
    network_thread: Identity
    orphaned: Truth
    voided: Label
    failed: Truth
    event_looked: Truth
    timer_looked: Truth


class RequestId(Record):
    """A request in a queue or with a thread, by its connection and its number; no connection: the controller's."""

    connection: Identity
    ordinal: Number


class ThreadWork(Record):
    """What an I/O thread handles."""

    busy: Truth
    item: RequestId


class RequestIncidents(Record):
    """What must not have happened, for the promises."""

    misordered: Truth
    misdirected: Truth
    repeated: Truth
    acknowledged_stale: Truth
    acknowledged_as_follower: Truth
    named_itself: Truth


class RequestBroker(StateWithIncidents):
    """The whole state.

    cache_updated: the broker's metadata, from which it answers METADATA requests, no longer name it as the leader.
    """

    connections: Array[ClientConnection]
    asked: Array[Array[RequestProgress]]
    request_queue: Sequence[RequestId]
    io_threads: Array[ThreadWork]
    response_queues: Array[Sequence[RequestId]]
    control: Label
    cache_updated: Truth
    happened: RequestIncidents
    reconnects_left: Number
    settings: RequestSettings

    def leads(self) -> Truth:
        """Whether the broker still believes that it leads the partition."""
        return self.control != LeaderAndIsr.obeyed

    def is_metadata(self, request: RequestId) -> Truth:
        """Whether a request of a client is a METADATA request, and not a produce."""
        return request.ordinal >= self.settings.first_metadata

    def obey(self) -> RequestBroker:
        """This broker after it has obeyed the controller: it no longer leads."""
        answers = self.settings.first_metadata < len(self.asked[0].indices())
        updated = self.cache_updated | (self.settings.cache_first & answers)
        return self.but(control=LeaderAndIsr.obeyed, cache_updated=updated)

    def with_request(self, connection: Identity, number: Number, request: RequestProgress) -> RequestBroker:
        """This broker with one request changed."""
        return self.but(asked=self.asked.but(connection, number, request))

    def with_connection(self, connection: Identity, changed: ClientConnection) -> RequestBroker:
        """This broker with one connection changed."""
        return self.but(connections=self.connections.but(connection, changed))

    def with_thread(self, thread: Identity, changed: ThreadWork) -> RequestBroker:
        """This broker with the work of one I/O thread changed."""
        return self.but(io_threads=self.io_threads.but(thread, changed))

    def is_first(self, connection: Identity, number: Number, stage: Label) -> Truth:
        """Whether a request is the first of its connection in a stage."""
        mine = self.asked[connection]
        earlier = any_of((another < number) & (mine[another].stage == stage) for another in mine.indices())
        return (mine[number].stage == stage) & not_(earlier)

    def answer(self, connection: Identity, number: Number) -> RequestBroker:
        """This broker with the answer of a request in the response queue of the thread that read it."""
        thread = self.asked[connection][number].network_thread
        queues = self.response_queues
        request = queues.type.element.element(connection=connection, ordinal=number)
        return self.but(response_queues=queues.but(thread, queues[thread].append(request)))


def broker_type(at: RequestsAt) -> RecordType:
    """The states of a broker at these bounds, by the settings of its rules."""
    connection = Id("connection", at.connections)
    network_thread = Id("network thread", at.network_threads)
    io_thread = Id("I/O thread", at.io_threads)
    number = Int(0, at.requests - 1)
    looked = Only(False) if at.compare_and_set else Bool()
    request = RequestProgress.of(
        stage=Stage,
        network_thread=Optional(network_thread),
        orphaned=Bool() if at.reconnects else Only(False),
        voided=Voided,
        failed=Bool(),
        event_looked=looked,
        timer_looked=looked,
    )
    request_id = RequestId.of(connection=Optional(connection), ordinal=number)
    answers = at.connections * at.requests * (1 if at.compare_and_set else 2)
    return RequestBroker.of(
        connections=Array.of(
            connection, ClientConnection.of(network_thread=Optional(network_thread), muted=Bool())
        ),
        asked=Array.of(connection, Array.of(number, request)),
        request_queue=Sequence.of(request_id, at.queue_size),
        io_threads=Array.of(io_thread, ThreadWork.of(busy=Bool(), item=request_id)),
        response_queues=Array.of(network_thread, Sequence.of(request_id, answers)),
        control=LeaderAndIsr,
        cache_updated=Bool() if at.metadata else Only(False),
        happened=incidents_type(RequestIncidents, named_itself=at.metadata),
        reconnects_left=Int(0, at.reconnects),
        settings=settings_type(
            RequestSettings,
            at,
            acks_all=at.acks == "all",
            stops=at.controller_sends == "stop-replica",
            first_metadata=max(at.requests - at.metadata, 0),
        ),
    )
