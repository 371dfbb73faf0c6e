"""What the clients of the published model of KIP-848 do: heartbeats, reconciliation, departure, crashes."""

from tidemark.impl.published.groups.domains import ClientId, SomeMessage, Subscription
from tidemark.impl.published.groups.state import (
    LEAVE_EPOCH,
    ClientStatus,
    Error,
    Kind,
    Kip848Client,
    Kip848Group,
    Kip848Message,
    joining_client,
)
from tidemark.spec import Identity, Label, Truth, action, any_of, not_, require, where

S = ClientStatus


def _may_become(status: Label, *before: Label) -> Truth:
    return any_of(status == status_before for status_before in before)


def _stable(status: Label) -> Label:
    """The status after a transition to STABLE (`TransitionTo`)."""
    return where(
        _may_become(status, S.stable, S.joining, S.acknowledging, S.reconciling), S.stable, S.illegal
    )


def _reconciling(status: Label) -> Label:
    return where(
        _may_become(status, S.reconciling, S.stable, S.joining, S.acknowledging), S.reconciling, S.illegal
    )


@action
def send_heartbeat(g: Kip848Group, me: ClientId, topics: Subscription) -> Kip848Group:
    """A client without a heartbeat in flight sends one, perhaps with another subscription (`SendHeartbeatRequest`).

    Not once all has converged. It says which partitions it owns where that is news, or not yet its target.
    """
    client = g.clients[me]
    require(not_(client.waits), "no heartbeat is in flight")
    require(not_(g.has_converged()), "the group has not converged")
    subscribed = client.subscribed
    for bit, topic in enumerate(subscribed.ids()):
        subscribed = subscribed.including(topic) if topics >> bit & 1 else subscribed.excluding(topic)
    same = subscribed == client.subscribed
    require(where(g.perturbations > 0, topics > 0, same), "its subscription is allowed")
    fresh = client.connection == 0
    connection = where(fresh, g.next_connection + 1, client.connection)
    news = not_(client.was_sent) | (client.sent != client.owned) | (client.owned != client.target_assignment)
    status = _next_status(client)
    gone = status == S.unsubscribed
    nothing = client.owned - client.owned
    sends = client.but(
        status=status,
        subscribed=subscribed,
        was_sent=client.was_sent | news,
        sent=where(news, client.owned, client.sent),
        connection=connection,
        waits=True,
        member=where(gone, 0, client.member),
        epoch=where(gone, 0, client.epoch),
    )
    message = g.last_discard.type.default.but(
        message_kind=Kind.request,
        client=me,
        connection=connection,
        member=client.member,
        epoch=client.epoch,
        subscribed=subscribed,
        lists=news,
        partitions=where(news, client.owned, nothing),
    )
    return g.with_client(me, sends).but(
        messages=g.messages.send(message),
        last_discard=g.last_discard.type.default,
        next_connection=where(fresh, g.next_connection + 1, g.next_connection),
        perturbations=where(same, g.perturbations, g.perturbations - 1),
    )


def _next_status(client: Kip848Client) -> Label:
    """The status of a client as it sends a heartbeat (`NextClientStatus`)."""
    status = client.status
    acknowledged = where(client.target_assignment == client.owned, S.stable, S.reconciling)
    return where(
        status == S.unsubscribed,
        S.joining,
        where(status == S.acknowledging, acknowledged, where(status == S.leaving, S.unsubscribed, status)),
    )


@action
def complete_reconciliation(g: Kip848Group, me: ClientId) -> Kip848Group:
    """A client has revoked and taken up what its new assignment says (`CompleteReconciliation`).

    If its epoch has changed meanwhile, this has no effect.
    """
    client = g.clients[me]
    require(client.reconciles, "the client works on a new assignment")
    ends = client.but(reconciles=False, begun=0, assignment=client.owned - client.owned)
    counts = (client.status == S.reconciling) & (client.begun == client.epoch)
    return g.with_client(me, where(counts, ends.but(status=S.acknowledging, owned=client.assignment), ends))


def _require_answer(g: Kip848Group, me: Identity, message: Kip848Message) -> None:
    require(message.message_kind == Kind.response, "it is a response")
    require(message.client == me, "it is to this client")
    require(
        message.connection == g.clients[message.client].connection, "it comes over the client's connection"
    )


@action
def receive_error(g: Kip848Group, me: ClientId, message: SomeMessage) -> Kip848Group:
    """A client learns that it is fenced, or no member: it gives all up and joins again (`ReceiveErrorResponse`)."""
    client = g.clients[me]
    _require_answer(g, me, message)
    require(message.error_code != Error.no_error, "it is an error")
    nothing = client.owned - client.owned
    leaving = _may_become(client.status, S.prepare_leaving, S.leaving)
    again = client.but(
        member=0,
        epoch=0,
        waits=False,
        owned=nothing,
        target_assignment=nothing,
        was_sent=False,
        sent=nothing,
        status=where(leaving, S.unsubscribed, S.joining),
    )
    gone = client.status == S.unsubscribed
    return g.with_client(me, where(gone, client.but(waits=False), again)).discard_message(message)


@action
def receive_success(g: Kip848Group, me: ClientId, message: SomeMessage) -> Kip848Group:
    """A client receives its epoch and perhaps a new assignment (`ReceiveSuccessResponse`)."""
    client = g.clients[me]
    _require_answer(g, me, message)
    require(message.error_code == Error.no_error, "it is no error")
    informed = client.but(member=message.member, epoch=message.epoch, waits=False)
    stable = informed.but(status=_stable(client.status))
    silent = where(
        informed.target_assignment == client.owned,
        stable,
        where((client.status == S.reconciling) & not_(client.reconciles), _reconcile(informed), informed),
    )
    same = where(_may_become(client.status, S.joining, S.reconciling), stable, informed)
    changed = _reconcile(informed.but(target_assignment=message.partitions))
    takes = _reconciling(client.status) == S.reconciling
    assigned = where(takes, where(message.partitions == client.owned, same, changed), informed)
    leaves = _may_become(client.status, S.unsubscribed, S.prepare_leaving, S.leaving)
    after = where(leaves, client.but(waits=False), where(message.lists, assigned, silent))
    return g.with_client(me, after).discard_message(message)


def _reconcile(client: Kip848Client) -> Kip848Client:
    """The client as it begins to work on its target, unless it works already (`Reconcile`)."""
    begins = client.but(
        status=_reconciling(client.status),
        reconciles=True,
        begun=client.epoch,
        assignment=client.target_assignment,
    )
    return where(client.reconciles, client, begins)


@action
def start_leaving(g: Kip848Group, me: ClientId) -> Kip848Group:
    """A client begins to leave (`StartLeaveGroup`)."""
    client = g.clients[me]
    require(g.perturbations > 0, "a perturbation is left")
    require(client.epoch > 0, "the client has an epoch")
    require(
        not_(_may_become(client.status, S.unsubscribed, S.prepare_leaving, S.leaving)),
        "it does not leave yet",
    )
    leaving = client.but(status=S.prepare_leaving, quits=True, given_up=client.owned)
    return g.with_client(me, leaving).but(perturbations=g.perturbations - 1)


@action
def complete_leaving(g: Kip848Group, me: ClientId) -> Kip848Group:
    """A client has given up its partitions, and will say so by its next heartbeat (`CompleteLeaveGroup`)."""
    client = g.clients[me]
    require(client.quits, "the client is about to leave")
    nothing = client.owned - client.owned
    ends = client.but(quits=False, given_up=nothing)
    leaves = ends.but(
        status=S.leaving,
        epoch=LEAVE_EPOCH,
        subscribed=client.subscribed - client.subscribed,
        owned=nothing,
        target_assignment=nothing,
        was_sent=False,
        sent=nothing,
    )
    return g.with_client(me, where(client.status == S.prepare_leaving, leaves, ends))


@action
def crash(g: Kip848Group, me: ClientId) -> Kip848Group:
    """A client crashes, and starts over (`ClientCrash`)."""
    require(g.perturbations > 0, "a perturbation is left")
    require(g.clients[me].epoch > 0, "the client has an epoch")
    return g.with_client(me, joining_client(g)).but(perturbations=g.perturbations - 1)
