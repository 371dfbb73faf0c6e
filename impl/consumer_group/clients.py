"""What a client does: heartbeats, reconciliation, and how it comes and goes.

Source: `AbstractMembershipManager`, `ConsumerMembershipManager` and `ConsumerHeartbeatRequestManager` of Kafka 4.0.0
and 4.3.1. A client works on a new assignment while it goes on to send heartbeats: revocation, callbacks and the new
assignment are one step, which may come at any time. What it owns is in its first heartbeat after that, and in a
heartbeat after a failure, which has all fields.
"""

from tidemark.impl.consumer_group.bounds import has_refusals
from tidemark.impl.consumer_group.domains import ClientId
from tidemark.impl.consumer_group.state import (
    JOIN_EPOCH,
    ClientPhase,
    Content,
    EpochClient,
    EpochGroup,
    MemberState,
    Stage,
    joining_client,
)
from tidemark.spec import Identity, IdSet, Truth, action, all_of, none, not_, one_of, require, where


@action
def send_heartbeat(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A client without a heartbeat under way sends one; in epoch 0 it joins.

    Left out: heartbeats that would change nothing, of a member that is reconciled and has nothing to say.
    """
    client = g.clients[me]
    require(not_(client.classic), "the client uses the consumer protocol")
    require(client.heartbeat.stage == Stage.idle, "no heartbeat of the client is under way")
    require(one_of(client.phase, (ClientPhase.joining, ClientPhase.joined)), "the client takes part")
    member = g.members[me]
    is_reconciled = (member.member_state == MemberState.STABLE) & (member.epoch == g.epoch)
    is_current = is_reconciled & (client.epoch == member.epoch) & (client.unsent == Content.epoch_alone)
    require(not_(is_current), "it has something to say, or to learn")
    nothing = client.owned - client.owned
    request = client.heartbeat.but(
        stage=Stage.request,
        epoch=client.epoch,
        content=client.unsent,
        partitions=where(client.unsent == Content.epoch_alone, nothing, client.owned),
    )
    has_commit = client.commit.topic_partition != none
    sends = client.but(
        unsent=Content.epoch_alone,
        reports=g.settings.waits_for_answer & (client.unsent != Content.epoch_alone),
        heartbeat=request,
        commit=client.commit.but(precedes=has_commit),
    )
    return g.with_client(me, sends)


@action
def receive_answer(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A client receives its epoch, and perhaps a new assignment (`onHeartbeatSuccess`)."""
    client = g.clients[me]
    heartbeat = client.heartbeat
    require(not_(client.classic), "the client uses the consumer protocol")
    require(heartbeat.stage == Stage.response, "the answer is on its way")
    lists = heartbeat.content != Content.epoch_alone
    is_new = lists & (
        (client.phase == ClientPhase.joining) | (heartbeat.partitions != client.target_assignment)
    )
    informed = client.but(
        phase=ClientPhase.joined,
        epoch=heartbeat.epoch,
        target_assignment=where(lists, heartbeat.partitions, client.target_assignment),
        reconciles=client.reconciles | is_new,
        heartbeat=heartbeat.type.default,
        reports=False,
    )
    return g.with_client(me, informed)


@action(when=has_refusals)
def receive_refusal(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A client learns that it is fenced, or no member: it loses its partitions, and joins (`transitionToFenced`)."""
    require(g.clients[me].heartbeat.stage == Stage.error_response, "the error is on its way")
    return g.with_client(me, keep_requests(joining_client(g), g.clients[me]))


@action
def reconcile(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A client revokes what its new assignment lacks, and takes up what is new (`maybeReconcile`, `revokeAndAssign`).

    This calls `onPartitionsRevoked` and `onPartitionsAssigned`, and its next heartbeat says what it owns, also where
    nothing has changed. It first commits what it has read of the partitions that it revokes, with `enable.auto.commit`.
    It tries again until `max.poll.interval.ms`; here it waits until the commit is taken, unless it is no member any
    more.
    """
    client = g.clients[me]
    require(client.phase == ClientPhase.joined, "the client is a member, as far as it knows")
    require(not_(client.classic), "the client uses the consumer protocol")
    require(client.reconciles, "its assignment is new")
    revoked = client.owned - client.target_assignment
    reports = (client.heartbeat.stage != Stage.idle) & client.reports
    require(not_(g.settings.waits_for_answer & reports), "no heartbeat with what it owns is under way")
    require(may_revoke(g, me, revoked), "its offsets are committed")
    positions = client.read_positions
    for partition in positions.indices():
        positions = positions.but(
            partition, where(client.target_assignment.has(partition), positions[partition], 0)
        )
    everything = client.unsent == Content.everything
    silent = not_(g.settings.confirms) & (client.owned == client.target_assignment)
    news = where(everything, Content.everything, Content.partitions)
    return g.with_client(
        me,
        client.but(
            owned=client.target_assignment,
            readable_partitions=client.readable_partitions - revoked,
            reconciles=False,
            read_positions=positions,
            unsent=where(silent, client.unsent, news),
        ),
    )


def may_revoke(g: EpochGroup, me: Identity, partitions: IdSet) -> Truth:
    """Whether a client has committed what it has read of these partitions, or need not, or can't."""
    client = g.clients[me]
    is_committed = all_of(
        not_(partitions.has(partition)) | (client.read_positions[partition] <= g.committed[partition])
        for partition in g.committed.indices()
    )
    is_idle = (client.commit.topic_partition == none) & is_committed
    return not_(g.settings.commits_last) | not_(g.is_member(me)) | is_idle


@action(when=lambda at: at.departures > 0)
def leave(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A client gives up its partitions and leaves, by a heartbeat in epoch -1; the coordinator removes it at once."""
    client = g.clients[me]
    require(g.budget.departures > 0, "a departure is left")
    require(not_(client.classic), "the client uses the consumer protocol")
    require(client.phase == ClientPhase.joined, "the client is a member, as far as it knows")
    require(client.heartbeat.stage == Stage.idle, "no heartbeat of the client is under way")
    require(may_revoke(g, me, client.owned), "its offsets are committed")
    require(g.has_epoch_left(), "another group epoch may begin")
    member = g.is_member(me)
    fresh: EpochClient = g.clients.type.element.default
    leaver = keep_requests(fresh, client).but(phase=ClientPhase.departed)
    return where(member, g.without_member(me), g).with_client(me, leaver).spend(departures=1)


def keep_requests(fresh: EpochClient, client: EpochClient) -> EpochClient:
    """A client that starts over while its requests are still under way."""
    return fresh.but(commit=client.commit, late_heartbeat=client.late_heartbeat, classic=client.classic)


@action(when=lambda at: at.departures + at.crashes > 0)
def return_to_group(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A client that has left subscribes again, or a process that has crashed is started again.

    A process that starts has another member id. A client's id is its member id here, so it waits until its old session
    has timed out.
    """
    require(one_of(g.clients[me].phase, (ClientPhase.departed, ClientPhase.down)), "the client is out")
    require(not_(g.is_member(me)), "the coordinator has no session of it")
    return g.with_client(me, keep_requests(joining_client(g), g.clients[me]))


@action(when=lambda at: at.heartbeat_losses > 0)
def lose_heartbeat(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A heartbeat is lost, or its answer, with the connection; the client notices by its request time-out.

    Its next heartbeat has all fields (`HeartbeatState.reset`). A commit that is under way is lost, too.
    """
    client = g.clients[me]
    require(g.budget.heartbeat_losses > 0, "a loss is left")
    require(not_(client.classic), "the client uses the consumer protocol")
    require(client.heartbeat.stage != Stage.idle, "a heartbeat of the client is under way")
    return g.with_client(me, _give_up(client)).spend(heartbeat_losses=1)


def _give_up(client: EpochClient) -> EpochClient:
    """A client that has given up its connection: its next heartbeat has all fields."""
    return client.but(
        heartbeat=client.heartbeat.type.default,
        unsent=Content.everything,
        reports=False,
        commit=client.commit.type.default,
    )


@action(when=lambda at: at.late_heartbeats > 0)
def delay_heartbeat(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A client gives up a heartbeat with its connection, and goes on over another; the broker still has the request."""
    client = g.clients[me]
    require(g.budget.late_heartbeats > 0, "a delay is left")
    require(not_(client.classic), "the client uses the consumer protocol")
    require(client.heartbeat.stage == Stage.request, "a heartbeat of the client is on its way")
    require(client.late_heartbeat.stage == Stage.idle, "no other heartbeat of the client is late")
    require(client.commit.topic_partition == none, "no commit is under way over the same connection")
    late = _give_up(client).but(late_heartbeat=client.heartbeat)
    return g.with_client(me, late).spend(late_heartbeats=1)


@action(when=lambda at: at.crashes > 0)
def crash(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A client's process crashes, and all that it knew is gone; the coordinator has not noticed."""
    require(g.budget.crashes > 0, "a crash is left")
    up = (ClientPhase.joining, ClientPhase.syncing, ClientPhase.joined)
    require(one_of(g.clients[me].phase, up), "the client is up")
    fresh: EpochClient = g.clients.type.element.default
    was = g.clients[me]
    down = fresh.but(phase=ClientPhase.down, late_heartbeat=was.late_heartbeat, classic=was.classic)
    return g.with_client(me, down).spend(crashes=1)


def is_silent(g: EpochGroup, me: Identity) -> Truth:
    """Whether the coordinator takes no heartbeat of a client any more: it is down, or its heartbeats are refused.

    Up to 4.1 a client that was fenced was refused again in epoch 0, until its session had timed out (KAFKA-19233).
    """
    client, member = g.clients[me], g.members[me]
    joins = (client.phase == ClientPhase.joining) & (client.heartbeat.stage != Stage.response)
    refused = joins & not_(g.settings.rejoins_at_once | client.classic) & (member.previous != JOIN_EPOCH)
    return (client.phase == ClientPhase.down) | refused


@action(when=lambda at: at.crashes > 0 or has_refusals(at))
def time_out(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A session times out, or the time of a member to revoke its partitions: the coordinator removes the member.

    Of a live client this costs a pause; the client goes on as a zombie until it learns of it.
    """
    require(g.is_member(me), "the client is a member")
    silent = is_silent(g, me)
    require(silent | (g.budget.pauses > 0), "it is silent, or a pause is left")
    require(g.has_epoch_left(), "another group epoch may begin")
    fewer = g.without_member(me)
    return where(silent, fewer, fewer.spend(pauses=1))


@action(when=lambda at: at.metadata_changes > 0)
def metadata_changes(g: EpochGroup) -> EpochGroup:
    """The metadata of a topic changes, racks for instance, and the next heartbeat brings another assignment."""
    require(g.budget.metadata_changes > 0, "a change is left")
    require(g.has_epoch_left(), "another group epoch may begin")
    some = not_(all_of(member.member_state == MemberState.absent for member in g.members))
    require(some, "the group has members")
    return g.but(epoch=g.epoch + 1).spend(metadata_changes=1)
