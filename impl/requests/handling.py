"""What the I/O threads do with a request, and how a delayed one comes to an end.

The partition's other replicas are not modelled. Until the controller elects another leader, they get each record in the
end; after that the new leader no longer fetches, so an acks=all produce is never complete.
"""

from typing import Annotated

from tidemark.impl.requests.broker import LeaderAndIsr, RequestBroker, Stage, Voided
from tidemark.impl.requests.network import ConnectionId, RequestNumber
from tidemark.impl.shared.queues import without_first
from tidemark.spec import Domain, Id, Identity, Number, Truth, action, none, not_, require, where

IoThread = Annotated[Identity, Domain("I/O thread", lambda at: Id("I/O thread", at.io_threads))]


def _take_first(b: RequestBroker, thread: Identity) -> RequestBroker:
    """This broker after a thread has taken the first request of the queue, a produce."""
    first = b.request_queue[0]
    connection, number = first.connection, first.ordinal
    late = (b.control == LeaderAndIsr.in_queue) & not_(b.is_metadata(first))
    request = b.asked[connection][number].but(
        stage=Stage.with_io_thread,
        voided=where(late, Voided.by_waiting, Voided.in_time),
        failed=not_(b.settings.checked_late) & not_(b.leads()),
    )
    held = b.io_threads[thread].but(busy=True, item=first)
    busy = b.with_request(connection, number, request)
    return busy.but(request_queue=without_first(b.request_queue)).with_thread(thread, held)


@action
def io_thread_takes_request(b: RequestBroker, thread: IoThread) -> RequestBroker:
    """An idle I/O thread takes the first request of the queue (`KafkaRequestHandler.run`)."""
    require(not_(b.io_threads[thread].busy), "the thread is idle")
    is_produce = (b.request_queue.length > 0) & (b.request_queue[0].connection != none)
    require(is_produce, "a produce is first in the queue")
    return _take_first(b, thread)


@action("io_thread_takes_request")
def io_thread_takes_request_last(b: RequestBroker, thread: IoThread) -> RequestBroker:
    """An idle I/O thread takes the first data request, if no control request waits."""
    require(b.control != LeaderAndIsr.in_queue, "no control request waits")
    taking: RequestBroker = io_thread_takes_request.function(b, thread)
    return taking


@action("io_thread_takes_control_request")
def io_thread_takes_control_request_in_turn(b: RequestBroker, thread: IoThread) -> RequestBroker:
    """An idle I/O thread takes the LeaderAndIsr request, which is the first of the queue."""
    require(not_(b.io_threads[thread].busy), "the thread is idle")
    require(
        (b.request_queue.length > 0) & (b.request_queue[0].connection == none), "it is first in the queue"
    )
    queue = without_first(b.request_queue)
    moved = b.but(control=LeaderAndIsr.with_io_thread, request_queue=queue)
    return moved.with_thread(thread, b.io_threads[thread].but(busy=True))


@action("io_thread_takes_control_request")
def io_thread_takes_control_request_first(b: RequestBroker, thread: IoThread) -> RequestBroker:
    """An idle I/O thread takes the LeaderAndIsr request, before any data request."""
    require(not_(b.io_threads[thread].busy), "the thread is idle")
    require(b.control == LeaderAndIsr.in_queue, "the request waits")
    waiting = b.but(control=LeaderAndIsr.with_io_thread)
    return waiting.with_thread(thread, b.io_threads[thread].but(busy=True))


@action
def io_thread_obeys(b: RequestBroker, thread: IoThread) -> RequestBroker:
    """An I/O thread makes the broker a follower, or stops its replica.

    `ReplicaManager.becomeLeaderOrFollower`, `stopReplicas`.
    """
    held = b.io_threads[thread]
    require(held.busy & (held.item.connection == none), "the thread has the controller's request")
    return b.obey().with_thread(thread, held.type.default)


@action("control_thread_obeys")
def control_thread_obeys(b: RequestBroker) -> RequestBroker:
    """The one thread for control requests makes the broker a follower (`controlPlaneRequestHandlerPool`)."""
    require(b.control == LeaderAndIsr.in_queue, "the request waits")
    return b.obey()


@action(when=lambda at: at.metadata > 0)
def broker_updates_metadata(b: RequestBroker) -> RequestBroker:
    """The UpdateMetadata request comes, which the controller sends once the broker has answered the one before.

    `ControllerBrokerRequestBatch.sendRequestsToBrokers`, `RequestSendThread`: one request at a time. How it waits in a
    queue is not modelled again.
    """
    require(
        not_(b.leads()) & not_(b.cache_updated), "the broker has obeyed, and does not know of the new leader"
    )
    return b.but(cache_updated=True)


@action(when=lambda at: at.metadata > 0)
def io_thread_answers_metadata(b: RequestBroker, thread: IoThread) -> RequestBroker:
    """An I/O thread answers a METADATA request from the broker's cache, as any broker may (`MetadataCache`)."""
    held = b.io_threads[thread]
    asks = held.busy & (held.item.connection != none) & b.is_metadata(held.item)
    require(asks, "the thread has a METADATA request")
    connection, number = held.item.connection, held.item.ordinal
    request = b.asked[connection][number].but(stage=Stage.answered)
    handled = b.note(named_itself=not_(b.leads()) & not_(b.cache_updated)).with_request(
        connection, number, request
    )
    return handled.with_thread(thread, held.type.default).answer(connection, number)


@action
def io_thread_handles(b: RequestBroker, thread: IoThread) -> RequestBroker:
    """An I/O thread appends the record, or answers with an error where the broker is a follower.

    With acks=1 it answers at once; with acks=all the request goes to the purgatory (`ReplicaManager.appendRecords`).
    Leadership is checked under the lock under which it changes (`Partition.appendRecordsToLeader`).
    """
    held = b.io_threads[thread]
    produces = held.busy & (held.item.connection != none) & not_(b.is_metadata(held.item))
    require(produces, "the thread has a produce")
    connection, number = held.item.connection, held.item.ordinal
    request = b.asked[connection][number]
    refused = where(b.settings.checked_late, not_(b.leads()), request.failed)
    delayed = not_(refused) & b.settings.acks_all
    appended = request.but(
        stage=where(delayed, Stage.in_purgatory, Stage.answered),
        failed=refused,
        voided=where(refused, Voided.in_time, where(b.leads(), request.voided, Voided.by_obeyed)),
    )
    handled = b.with_request(connection, number, appended)
    handled = handled.with_thread(thread, held.type.default)
    return where(delayed, handled, handled.answer(connection, number))


def _complete(b: RequestBroker, connection: Identity, number: Number, *, failed: Truth) -> RequestBroker:
    """This broker after a delayed request is answered. Another answer to it is one too many."""
    request = b.asked[connection][number]
    once = request.stage == Stage.in_purgatory
    answered = request.but(
        stage=Stage.answered, failed=failed, voided=where(failed, Voided.in_time, request.voided)
    )
    noted = b.note(repeated=not_(once)).with_request(connection, number, where(once, answered, request))
    return noted.answer(connection, number)


def _is_complete(b: RequestBroker) -> Truth:
    """Whether a delayed produce can be answered: its followers have it, or the broker no longer leads.

    If a topic is deleted, no other leader is elected: followers fetch until they are stopped themselves.
    """
    return b.settings.stops | (b.control == LeaderAndIsr.unsent) | not_(b.leads())


@action(when=lambda at: at.acks == "all")
def event_completes(b: RequestBroker, connection: ConnectionId, number: RequestNumber) -> RequestBroker:
    """What a delayed request waits for has happened: an answer, with an error if the broker no longer leads.

    `DelayedOperation.tryComplete` and `forceComplete`: compare and set, so the timer finds it completed.
    """
    require(b.asked[connection][number].stage == Stage.in_purgatory, "the request is in the purgatory")
    require(_is_complete(b), "the followers have the record, or the broker no longer leads")
    return _complete(b, connection, number, failed=not_(b.leads()))


@action(when=lambda at: at.acks == "all")
def timer_completes(b: RequestBroker, connection: ConnectionId, number: RequestNumber) -> RequestBroker:
    """The time of a delayed request is over: an answer with an error (`DelayedOperation.run`)."""
    require(b.asked[connection][number].stage == Stage.in_purgatory, "the request is in the purgatory")
    return _complete(b, connection, number, failed=True)


@action("event_looks", when=lambda at: at.acks == "all")
def event_looks(b: RequestBroker, connection: ConnectionId, number: RequestNumber) -> RequestBroker:
    """What a delayed request waits for has happened, and a thread finds it not completed yet."""
    request = b.asked[connection][number]
    require(request.stage == Stage.in_purgatory, "the request is in the purgatory")
    require(
        not_(request.event_looked) & _is_complete(b),
        "the followers have the record, or the broker no longer leads",
    )
    return b.with_request(connection, number, request.but(event_looked=True))


@action("timer_looks", when=lambda at: at.acks == "all")
def timer_looks(b: RequestBroker, connection: ConnectionId, number: RequestNumber) -> RequestBroker:
    """The time of a delayed request is over, and the timer finds it not completed yet."""
    request = b.asked[connection][number]
    require(request.stage == Stage.in_purgatory, "the request is in the purgatory")
    require(not_(request.timer_looked), "the timer has not looked yet")
    return b.with_request(connection, number, request.but(timer_looked=True))


@action("event_completes", when=lambda at: at.acks == "all")
def event_completes_after_look(
    b: RequestBroker, connection: ConnectionId, number: RequestNumber
) -> RequestBroker:
    """The thread that found the request not completed completes it, and answers."""
    request = b.asked[connection][number]
    require(request.event_looked, "a thread has found it not completed")
    cleared = b.with_request(connection, number, request.but(event_looked=False))
    return _complete(cleared, connection, number, failed=not_(b.leads()))


@action("timer_completes", when=lambda at: at.acks == "all")
def timer_completes_after_look(
    b: RequestBroker, connection: ConnectionId, number: RequestNumber
) -> RequestBroker:
    """The timer, which found the request not completed, completes it, and answers."""
    request = b.asked[connection][number]
    require(request.timer_looked, "the timer has found it not completed")
    cleared = b.with_request(connection, number, request.but(timer_looked=False))
    return _complete(cleared, connection, number, failed=True)


COMPARE_AND_SET = (event_completes, timer_completes)
LOOK_THEN_SET = (event_looks, timer_looks, event_completes_after_look, timer_completes_after_look)
