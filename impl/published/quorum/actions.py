"""The actions of the published model, each under its name there. Source: `KRaft.tla` of `Vanlightly/raft-tlaplus`."""

from __future__ import annotations

from typing import Annotated, Any

from tidemark.impl.published.quorum.state import (
    Acked,
    Begin,
    Error,
    Fetch,
    FetchResponse,
    PublishedKraftCluster,
    PublishedKraftLog,
    PublishedKraftServer,
    Result,
    Role,
    VoteRequest,
    VoteResponse,
    knows,
    put,
    take,
)
from tidemark.impl.published.quorum.transitions import (
    handle_common,
    is_common,
    maybe_transition,
    to_unattached,
)
from tidemark.spec import (
    Domain,
    Id,
    Identity,
    Network,
    Number,
    Truth,
    action,
    any_of,
    count,
    minimum,
    none,
    not_,
    one_of,
    require,
    where,
)

ServerId = Annotated[Identity, Domain("server", lambda at: Id("server", at.servers))]
ValueId = Annotated[Identity, Domain("value", lambda at: Id("value", at.writes))]
SomeFetchResponse = Annotated[FetchResponse, Domain("fetch_responses")]
SomeVoteResponse = Annotated[VoteResponse, Domain("vote_responses")]
SomeVoteRequest = Annotated[VoteRequest, Domain("vote_requests")]
SomeFetch = Annotated[Fetch, Domain("fetches")]
SomeBegin = Annotated[Begin, Domain("begins")]


@action
def restart(c: PublishedKraftCluster, server: ServerId) -> PublishedKraftCluster:
    """`Restart`: a server keeps its epoch, its vote and its log, and follows nobody."""
    require(c.restarts < c.type.fields["restarts"].hi, "a restart is left")
    me, empty = c.servers[server], c.servers.type.element.default
    back = me.but(
        raft_state=Role.follower,
        leader=none,
        votes=empty.votes,
        end_offsets=empty.end_offsets,
        high_watermark=0,
        pending_fetch=empty.pending_fetch,
    )
    return c.but(restarts=c.restarts + 1).with_server(server, back)


@action
def request_vote(c: PublishedKraftCluster, server: ServerId) -> PublishedKraftCluster:
    """`RequestVote`: a timeout passes; the server votes for itself and asks all others. One that voted does not."""
    me, empty = c.servers[server], c.servers.type.element.default
    require(c.elections < c.type.fields["elections"].hi, "an election is left")
    may = one_of(me.raft_state, (Role.follower, Role.candidate, Role.unattached))
    require(may, "the server follows, is a candidate, or is unattached")
    requests = c.vote_requests
    for voter in c.servers.indices():
        sent = requests.send(
            sender=server,
            receiver=voter,
            epoch=me.epoch + 1,
            last_epoch=me.log.last_epoch(),
            last_offset=me.log.length,
            under_way=1,
        )
        requests = where(server == voter, requests, sent)
    candidate = me.but(
        raft_state=Role.candidate,
        epoch=me.epoch + 1,
        leader=none,
        voted_for=server,
        votes=empty.votes.including(server),
        pending_fetch=empty.pending_fetch,
    )
    asking = c.but(elections=c.elections + 1, vote_requests=requests)
    return asking.with_server(server, candidate)


@action
def handle_vote_request(c: PublishedKraftCluster, message: SomeVoteRequest) -> PublishedKraftCluster:
    """`HandleRequestVoteRequest`: a server grants its vote, or does not, or says that the epoch is old."""
    require(message.under_way > 0, "the message is under way")
    me = c.servers[message.receiver]
    informed = where(message.epoch > me.epoch, to_unattached(me, message.epoch), me)
    mine, theirs = me.log.last_epoch(), message.last_epoch
    is_up_to_date = (theirs > mine) | ((theirs == mine) & (message.last_offset >= me.log.length))
    voted_before = (informed.raft_state == Role.voted) & (me.voted_for == message.sender)
    grants = ((informed.raft_state == Role.unattached) | voted_before) & is_up_to_date
    voted = informed.but(raft_state=Role.voted, leader=none, voted_for=message.sender)
    voter = where(grants, voted, informed)
    voter = voter.but(
        pending_fetch=where(
            voter.raft_state == me.raft_state, me.pending_fetch, me.pending_fetch.type.default
        )
    )
    is_old = message.epoch < me.epoch
    after = where(is_old, me, voter)
    make: Any = c.vote_responses.type.element
    response = make(
        sender=message.receiver,
        receiver=message.sender,
        epoch=where(is_old, me.epoch, message.epoch),
        leader=after.leader,
        granted=not_(is_old) & grants,
        error=where(is_old, Error.fenced, Error.nothing),
    )
    return c.but(
        vote_requests=take(c.vote_requests, message), vote_responses=put(c.vote_responses, response)
    ).with_server(message.receiver, after)


@action
def handle_vote_response(c: PublishedKraftCluster, message: SomeVoteResponse) -> PublishedKraftCluster:
    """`HandleRequestVoteResponse`: a candidate counts a vote, or a server learns of an epoch or a leader."""
    require(message.under_way > 0, "the message is under way")
    me = c.servers[message.receiver]
    header = message.leader, message.epoch, message.error
    common = is_common(me, *header)
    require(
        common | (me.raft_state == Role.candidate), "the server is a candidate, or the header tells it all"
    )
    votes = where(message.granted, me.votes.including(message.sender), me.votes)
    after = where(common, handle_common(me, message.receiver, *header), me.but(votes=votes))
    return c.but(vote_responses=take(c.vote_responses, message)).with_server(message.receiver, after)


@action
def become_leader(c: PublishedKraftCluster, server: ServerId) -> PublishedKraftCluster:
    """`BecomeLeader`: a candidate with the votes of a majority leads, and tells all others."""
    me = c.servers[server]
    require(me.raft_state == Role.candidate, "the server is a candidate")
    require(me.votes.size() + me.votes.size() > len(c.servers.indices()), "a majority has voted for it")
    begins = c.begins
    for follower in c.servers.indices():
        begins = where(
            server == follower,
            begins,
            begins.send(sender=server, receiver=follower, epoch=me.epoch, under_way=1),
        )
    leader = me.but(raft_state=Role.leader, leader=server, end_offsets=me.end_offsets.type.default)
    return c.but(begins=begins).with_server(server, leader)


@action
def handle_begin(c: PublishedKraftCluster, message: SomeBegin) -> PublishedKraftCluster:
    """`HandleBeginQuorumRequest`: a server follows the leader, unless the epoch is old."""
    require(message.under_way > 0, "the message is under way")
    me = c.servers[message.receiver]
    is_old = message.epoch < me.epoch
    informed = maybe_transition(me, message.receiver, message.sender, message.epoch)
    after = where(is_old, me, informed.but(pending_fetch=me.pending_fetch.type.default))
    response = message.but(
        sender=message.receiver,
        receiver=message.sender,
        epoch=where(is_old, me.epoch, message.epoch),
        error=where(is_old, Error.fenced, Error.nothing),
    )
    return c.but(
        begins=take(c.begins, message), begin_responses=put(c.begin_responses, response)
    ).with_server(message.receiver, after)


@action
def client_request(c: PublishedKraftCluster, server: ServerId, value: ValueId) -> PublishedKraftCluster:
    """`ClientRequest`: a leader writes a value that was never written."""
    me = c.servers[server]
    require(me.raft_state == Role.leader, "the server leads")
    require(c.acked[value] == Acked.unwritten, "the value was never written")
    entry = me.log.type.element(epoch=me.epoch, content=value)
    written = c.but(acked=c.acked.but(value, Acked.unacknowledged))
    return written.with_server(server, me.but(log=me.log.append(entry)))


@action
def send_fetch(c: PublishedKraftCluster, server: ServerId) -> PublishedKraftCluster:
    """`SendFetchRequest`: a follower with no fetch under way fetches from its leader."""
    me = c.servers[server]
    can = (me.raft_state == Role.follower) & (me.leader != none) & (me.leader != server)
    require(
        can & (me.pending_fetch.receiver == none), "the server follows another, and has no fetch under way"
    )
    fetch = me.pending_fetch.but(
        sender=server,
        receiver=me.leader,
        epoch=me.epoch,
        offset=me.log.length,
        last_epoch=me.log.last_epoch(),
        under_way=0,
    )
    return c.but(fetches=put(c.fetches, fetch)).with_server(server, me.but(pending_fetch=fetch))


def _reply(c: PublishedKraftCluster, message: Fetch, **answer: Any) -> PublishedKraftCluster:
    """The answer to a fetch (`Reply`); one that was sent before is not sent again."""
    receiver = c.servers[message.receiver]
    fields = {
        "leader": receiver.leader,
        "epoch": receiver.epoch,
        "high_watermark": receiver.high_watermark,
        **answer,
    }
    make: Any = c.fetch_responses.type.element
    response = make(request=message.but(under_way=0), **fields)
    require(not_(knows(c.fetch_responses, response)), "this answer was never sent")
    return c.but(fetches=take(c.fetches, message), fetch_responses=put(c.fetch_responses, response))


def is_valid(log: PublishedKraftLog, message: Fetch) -> Truth:
    """Whether a fetch begins where the follower's log and the leader's agree (`ValidFetchPosition`)."""
    end = log.end_of(message.last_epoch)
    begins = (message.offset == 0) & (message.last_epoch == 0)
    return begins | ((message.offset <= end) & (log[end - 1].epoch == message.last_epoch))


@action
def reject_fetch(c: PublishedKraftCluster, message: SomeFetch) -> PublishedKraftCluster:
    """`RejectFetchRequest`: the server does not lead, or one of the two is in an older epoch."""
    receiver = c.servers[message.receiver]
    require(message.under_way > 0, "the message is under way")
    require(
        (receiver.raft_state != Role.leader) | (message.epoch != receiver.epoch),
        "the server does not lead in that epoch",
    )
    by_epoch = where(message.epoch < receiver.epoch, Error.fenced, Error.unknown_leader)
    return _reply(c, message, error=where(receiver.raft_state == Role.leader, by_epoch, Error.not_leader))


def _leads(c: PublishedKraftCluster, message: Fetch) -> PublishedKraftServer:
    leading = c.servers[message.receiver]
    require(message.under_way > 0, "the message is under way")
    require(
        (leading.raft_state == Role.leader) & (message.epoch == leading.epoch),
        "the server leads in that epoch",
    )
    return leading


@action
def diverging_fetch(c: PublishedKraftCluster, message: SomeFetch) -> PublishedKraftCluster:
    """`DivergingFetchRequest`: the logs are apart; the answer says where the follower's last epoch ends."""
    leading = _leads(c, message)
    require(not_(is_valid(leading.log, message)), "the logs are apart")
    end = leading.log.end_of(message.last_epoch)
    return _reply(c, message, result=Result.diverging, end_offset=end, end_epoch=leading.log[end - 1].epoch)


def new_high_watermark(leading: PublishedKraftServer, leader: Identity) -> Number:
    """What a majority has, if it ends in the leader's epoch (`NewHighwaterMark`)."""
    offsets = range(leading.log.capacity)
    everyone = leading.end_offsets.indices()

    def agree(offset: int) -> Truth:
        agreeing = count((leader == k) | (leading.end_offsets[k] >= offset) for k in everyone)
        return (leading.log.length >= offset) & (agreeing + agreeing > len(everyone))

    agreed = count(agree(k + 1) for k in offsets)
    is_current = (agreed > 0) & (leading.log[agreed - 1].epoch == leading.epoch)
    return where(is_current, agreed, leading.high_watermark)


@action
def accept_fetch(c: PublishedKraftCluster, message: SomeFetch) -> PublishedKraftCluster:
    """`AcceptFetchRequest`: the leader notes the offset, commits what it may, and answers with an entry or none."""
    leading = _leads(c, message)
    require(is_valid(leading.log, message), "the logs agree")
    noted = leading.but(end_offsets=leading.end_offsets.but(message.sender, message.offset))
    end = new_high_watermark(noted, message.receiver)
    acked = c.acked
    for value in c.acked.indices():
        is_new = any_of(
            (k >= leading.high_watermark) & (k < end) & (leading.log[k].content == value)
            for k in range(leading.log.capacity)
        )
        acked = where(
            (acked[value] == Acked.unacknowledged) & is_new, acked.but(value, Acked.acknowledged), acked
        )
    replied = _reply(
        c,
        message,
        result=Result.ok,
        high_watermark=minimum(end, message.offset + 1),
        content=leading.log[message.offset].content,
        value_epoch=leading.log[message.offset].epoch,
    )
    return replied.but(acked=acked).with_server(message.receiver, noted.but(high_watermark=end))


def _require_waiting(c: PublishedKraftCluster, message: FetchResponse) -> PublishedKraftServer:
    """The server that awaits this very answer."""
    me = c.servers[message.request.sender]
    require(message.under_way > 0, "the message is under way")
    require(me.pending_fetch == message.request, "the server awaits this answer")
    return me


def _finish_fetch(
    c: PublishedKraftCluster, message: FetchResponse, after: PublishedKraftServer
) -> PublishedKraftCluster:
    responses: Network[FetchResponse] = take(c.fetch_responses, message)
    after = after.but(pending_fetch=after.pending_fetch.type.default)
    return c.but(fetch_responses=responses).with_server(message.request.sender, after)


@action
def handle_success(c: PublishedKraftCluster, message: SomeFetchResponse) -> PublishedKraftCluster:
    """`HandleSuccessFetchResponse`: a follower appends the entry, if there is one."""
    me = _require_waiting(c, message)
    require(not_(is_common(me, message.leader, message.epoch, message.error)), "the header is nothing new")
    require(message.result == Result.ok, "the fetch was accepted")
    longer = me.log.append(me.log.type.element(epoch=message.value_epoch, content=message.content))
    log = where(message.content == none, me.log, longer)
    return _finish_fetch(c, message, me.but(log=log, high_watermark=message.high_watermark))


@action
def handle_diverging(c: PublishedKraftCluster, message: SomeFetchResponse) -> PublishedKraftCluster:
    """`HandleDivergingFetchResponse`: a follower cuts its log to the last entry not after that in the answer."""
    me = _require_waiting(c, message)
    require(not_(is_common(me, message.leader, message.epoch, message.error)), "the header is nothing new")
    require(message.result == Result.diverging, "the logs are apart")
    log = me.log
    common = count(
        (log.length > k)
        & (
            (log[k].epoch < message.end_epoch)
            | ((log[k].epoch == message.end_epoch) & (k + 1 <= message.end_offset))
        )
        for k in range(log.capacity)
    )
    return _finish_fetch(c, message, me.but(log=log.truncate(common)))


@action
def handle_failed_fetch(c: PublishedKraftCluster, message: SomeFetchResponse) -> PublishedKraftCluster:
    """`HandleErrorFetchResponse`: a server learns of an epoch or a leader."""
    me = _require_waiting(c, message)
    header = message.leader, message.epoch, message.error
    require(is_common(me, *header), "the header tells it all")
    return _finish_fetch(c, message, handle_common(me, message.request.sender, *header))


ACTIONS = (
    restart, request_vote, handle_vote_request, handle_vote_response, become_leader, client_request,
    reject_fetch, diverging_fetch, accept_fetch, handle_begin, send_fetch, handle_success, handle_diverging,
    handle_failed_fetch,
)  # fmt: skip
