"""What clients, the acceptor and the network threads do: from the socket to the request queue, and back."""

from typing import Annotated

from tidemark.impl.requests.broker import LeaderAndIsr, RequestBroker, Stage, Voided
from tidemark.impl.shared.queues import without_first
from tidemark.spec import (
    Domain,
    Id,
    Identity,
    Int,
    Number,
    action,
    any_of,
    none,
    not_,
    one_of,
    require,
    where,
)

ConnectionId = Annotated[Identity, Domain("connection", lambda at: Id("connection", at.connections))]
RequestNumber = Annotated[Number, Domain("number", lambda at: Int(0, at.requests - 1))]
NetworkThread = Annotated[
    Identity, Domain("network thread", lambda at: Id("network thread", at.network_threads))
]


@action
def acceptor_assigns(b: RequestBroker, connection: ConnectionId, thread: NetworkThread) -> RequestBroker:
    """The acceptor gives a new connection to a network thread, which keeps it (`Acceptor.accept`)."""
    require(b.connections[connection].network_thread == none, "nobody has the connection")
    return b.with_connection(connection, b.connections[connection].but(network_thread=thread))


@action
def client_sends(b: RequestBroker, connection: ConnectionId, number: RequestNumber) -> RequestBroker:
    """A client sends a produce; it does not wait for its earlier answers (`max.in.flight.requests.per.connection`)."""
    require(b.connections[connection].network_thread != none, "the connection is accepted")
    require(b.is_first(connection, number, Stage.unsent), "it is the client's next request")
    return b.with_request(connection, number, b.asked[connection][number].but(stage=Stage.in_socket))


@action
def network_thread_reads(b: RequestBroker, connection: ConnectionId, number: RequestNumber) -> RequestBroker:
    """A network thread reads a request, mutes its connection, and puts it into the queue (`processCompletedReceives`).

    If the queue is full it waits, and does not read from its other connections either.
    """
    connection_state = b.connections[connection]
    require(b.is_first(connection, number, Stage.in_socket), "it is the next request in the socket")
    require(not_(connection_state.muted), "the connection is not muted")
    require(b.request_queue.length < b.request_queue.capacity, "the queue has room")
    read = b.asked[connection][number].but(
        stage=Stage.in_queue, network_thread=connection_state.network_thread
    )
    request_id = b.request_queue.type.element(connection=connection, ordinal=number)
    queued = b.with_request(connection, number, read).but(request_queue=b.request_queue.append(request_id))
    return queued.with_connection(connection, connection_state.but(muted=b.settings.muted))


@action
def controller_sends(b: RequestBroker) -> RequestBroker:
    """The controller has elected another leader, and sends this broker a LeaderAndIsr request."""
    require(b.control == LeaderAndIsr.unsent, "it has sent none yet")
    return b.but(control=LeaderAndIsr.in_socket)


@action("control_request_is_read")
def control_request_into_the_queue(b: RequestBroker) -> RequestBroker:
    """A network thread reads the LeaderAndIsr request, and puts it into the queue behind all data requests."""
    require(b.control == LeaderAndIsr.in_socket, "the request is in its socket")
    require(b.request_queue.length < b.request_queue.capacity, "the queue has room")
    queue = b.request_queue.append(b.request_queue.type.element())
    return b.but(control=LeaderAndIsr.in_queue, request_queue=queue)


@action("control_request_is_read")
def control_request_into_its_own(b: RequestBroker) -> RequestBroker:
    """A network thread of its own reads the LeaderAndIsr request, and puts it into a queue of its own (KIP-291)."""
    require(b.control == LeaderAndIsr.in_socket, "the request is in its socket")
    return b.but(control=LeaderAndIsr.in_queue)


@action
def network_thread_answers(b: RequestBroker, thread: NetworkThread) -> RequestBroker:
    """A network thread sends the next answer of its queue, and unmutes the connection (`processCompletedSends`).

    It knows the connection by its id. If it no longer has one of that id, it drops the answer (`sendResponse`).
    """
    queue = b.response_queues[thread]
    require(queue.length > 0, "an answer is in its queue")
    connection, number = queue[0].connection, queue[0].ordinal
    request, connection_state = b.asked[connection][number], b.connections[connection]
    is_connected = (connection_state.network_thread == thread) & (
        not_(request.orphaned) | not_(b.settings.indexed)
    )
    mine = b.asked[connection]
    later = any_of((another > number) & (mine[another].stage == Stage.over) for another in mine.indices())
    fresh = (request.stage != Stage.over) & is_connected
    acknowledged = fresh & not_(request.orphaned) & not_(request.failed)
    noted = b.note(
        misordered=fresh & not_(request.orphaned) & later,
        misdirected=fresh & request.orphaned,
        acknowledged_stale=acknowledged & (request.voided == Voided.by_waiting),
        acknowledged_as_follower=acknowledged & (request.voided == Voided.by_obeyed),
    )
    waits = request.event_looked | request.timer_looked
    over = request.type.default.but(stage=Stage.over)
    kept = over.but(
        network_thread=where(waits, request.network_thread, none),
        event_looked=request.event_looked,
        timer_looked=request.timer_looked,
    )
    unmuted = noted.with_connection(
        connection, where(is_connected, connection_state.but(muted=False), connection_state)
    )
    sent = unmuted.with_request(connection, number, kept)
    return sent.but(response_queues=b.response_queues.but(thread, without_first(queue)))


@action
def client_reconnects(b: RequestBroker, connection: ConnectionId) -> RequestBroker:
    """A client closes its connection and opens one with the same address and port; it gets no answer to what it asked.

    Unread requests are gone. Requests that were read are handled all the same.
    """
    require(b.reconnects_left > 0, "a reconnection is left")
    mine = b.asked[connection]
    after = mine
    for number in mine.indices():
        request = mine[number]
        under_way = not_(one_of(request.stage, (Stage.unsent, Stage.over)))
        gone = where(
            request.stage == Stage.in_socket, request.but(stage=Stage.over), request.but(orphaned=True)
        )
        after = after.but(number, where(under_way, gone, request))
    require(any_of(mine[k] != after[k] for k in mine.indices()), "it waits for an answer")
    closed = b.but(asked=b.asked.but(connection, after), reconnects_left=b.reconnects_left - 1)
    return closed.with_connection(connection, b.connections.type.element())


SHARED = (
    acceptor_assigns, client_sends, network_thread_reads, controller_sends, network_thread_answers,
    client_reconnects,
)  # fmt: skip
