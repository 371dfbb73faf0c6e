"""The actions of the published model, each under its name there. Source: `KRaft.tla` of `Vanlightly/raft-tlaplus`."""

from __future__ import annotations

from typing import Annotated, Any

from tidemark.impl.published.quorum.state import (
    Acked,
    Begin,
    Cluster,
    Error,
    Fetch,
    FetchResponse,
    Log,
    Result,
    Role,
    Server,
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

ServerId = Annotated[Identity, Domain("server", lambda at: Id("server", at["servers"]))]
ValueId = Annotated[Identity, Domain("value", lambda at: Id("value", at["writes"]))]


@action
def restart(c: Cluster, server: ServerId) -> Cluster:
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
def request_vote(c: Cluster, server: ServerId) -> Cluster:
    """`RequestVote`: a timeout passes; the server votes for itself and asks all others. One that voted does not."""
    me, empty = c.servers[server], c.servers.type.element.default
    require(c.elections < c.type.fields["elections"].hi, "an election is left")
    may = one_of(me.raft_state, (Role.follower, Role.candidate, Role.unattached))
    require(may, "the server follows, is a candidate, or is unattached")
    requests = c.vote_requests
    for other in c.servers.indices():
        asked = requests.send(
            sender=server,
            receiver=other,
            epoch=me.epoch + 1,
            last_epoch=me.log.last_epoch(),
            last_offset=me.log.length,
            under_way=1,
        )
        requests = where(server == other, requests, asked)
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
def handle_vote_request(c: Cluster, message: Annotated[VoteRequest, Domain("vote_requests")]) -> Cluster:
    """`HandleRequestVoteRequest`: a server grants its vote, or does not, or says that the epoch is old."""
    require(message.under_way > 0, "the message is under way")
    me = c.servers[message.receiver]
    asked = where(message.epoch > me.epoch, to_unattached(me, message.epoch), me)
    mine, theirs = me.log.last_epoch(), message.last_epoch
    is_up_to_date = (theirs > mine) | ((theirs == mine) & (message.last_offset >= me.log.length))
    voted_before = (asked.raft_state == Role.voted) & (me.voted_for == message.sender)
    grants = ((asked.raft_state == Role.unattached) | voted_before) & is_up_to_date
    voted = asked.but(raft_state=Role.voted, leader=none, voted_for=message.sender)
    voter = where(grants, voted, asked)
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
def handle_vote_response(c: Cluster, message: Annotated[VoteResponse, Domain("vote_responses")]) -> Cluster:
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
def become_leader(c: Cluster, server: ServerId) -> Cluster:
    """`BecomeLeader`: a candidate with the votes of a majority leads, and tells all others."""
    me = c.servers[server]
    require(me.raft_state == Role.candidate, "the server is a candidate")
    require(me.votes.size() + me.votes.size() > len(c.servers.indices()), "a majority has voted for it")
    begins = c.begins
    for other in c.servers.indices():
        begins = where(
            server == other, begins, begins.send(sender=server, receiver=other, epoch=me.epoch, under_way=1)
        )
    leader = me.but(raft_state=Role.leader, leader=server, end_offsets=me.end_offsets.type.default)
    return c.but(begins=begins).with_server(server, leader)


@action
def handle_begin(c: Cluster, message: Annotated[Begin, Domain("begins")]) -> Cluster:
    """`HandleBeginQuorumRequest`: a server follows the leader, unless the epoch is old."""
    require(message.under_way > 0, "the message is under way")
    me = c.servers[message.receiver]
    is_old = message.epoch < me.epoch
    told = maybe_transition(me, message.receiver, message.sender, message.epoch)
    after = where(is_old, me, told.but(pending_fetch=me.pending_fetch.type.default))
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
def client_request(c: Cluster, server: ServerId, value: ValueId) -> Cluster:
    """`ClientRequest`: a leader writes a value that was never written."""
    me = c.servers[server]
    require(me.raft_state == Role.leader, "the server leads")
    require(c.acked[value] == Acked.unwritten, "the value was never written")
    entry = me.log.type.element(epoch=me.epoch, content=value)
    written = c.but(acked=c.acked.but(value, Acked.unacknowledged))
    return written.with_server(server, me.but(log=me.log.append(entry)))


@action
def send_fetch(c: Cluster, server: ServerId) -> Cluster:
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


def _replying(c: Cluster, message: Fetch, **answer: Any) -> Cluster:
    """The answer to a fetch (`Reply`); one that was sent before is not sent again."""
    it = c.servers[message.receiver]
    fields = {"leader": it.leader, "epoch": it.epoch, "high_watermark": it.high_watermark, **answer}
    make: Any = c.fetch_responses.type.element
    response = make(request=message.but(under_way=0), **fields)
    require(not_(knows(c.fetch_responses, response)), "this answer was never sent")
    return c.but(fetches=take(c.fetches, message), fetch_responses=put(c.fetch_responses, response))


def is_valid(log: Log, message: Fetch) -> Truth:
    """Whether a fetch begins where the follower's log and the leader's agree (`ValidFetchPosition`)."""
    end = log.end_of(message.last_epoch)
    begins = (message.offset == 0) & (message.last_epoch == 0)
    return begins | ((message.offset <= end) & (log[end - 1].epoch == message.last_epoch))


@action
def reject_fetch(c: Cluster, message: Annotated[Fetch, Domain("fetches")]) -> Cluster:
    """`RejectFetchRequest`: the server does not lead, or one of the two is in an older epoch."""
    it = c.servers[message.receiver]
    require(message.under_way > 0, "the message is under way")
    require(
        (it.raft_state != Role.leader) | (message.epoch != it.epoch), "the server does not lead in that epoch"
    )
    by_epoch = where(message.epoch < it.epoch, Error.fenced, Error.unknown_leader)
    return _replying(c, message, error=where(it.raft_state == Role.leader, by_epoch, Error.not_leader))


def _leads(c: Cluster, message: Fetch) -> Server:
    it = c.servers[message.receiver]
    require(message.under_way > 0, "the message is under way")
    require((it.raft_state == Role.leader) & (message.epoch == it.epoch), "the server leads in that epoch")
    return it


@action
def diverging_fetch(c: Cluster, message: Annotated[Fetch, Domain("fetches")]) -> Cluster:
    """`DivergingFetchRequest`: the logs are apart; the answer says where the follower's last epoch ends."""
    it = _leads(c, message)
    require(not_(is_valid(it.log, message)), "the logs are apart")
    end = it.log.end_of(message.last_epoch)
    return _replying(c, message, result=Result.diverging, end_offset=end, end_epoch=it.log[end - 1].epoch)


def new_high_watermark(it: Server, leader: Identity) -> Number:
    """What a majority has, if it ends in the leader's epoch (`NewHighwaterMark`)."""
    offsets = range(it.log.capacity)
    everyone = it.end_offsets.indices()

    def agree(offset: int) -> Truth:
        agreeing = count((leader == k) | (it.end_offsets[k] >= offset) for k in everyone)
        return (it.log.length >= offset) & (agreeing + agreeing > len(everyone))

    agreed = count(agree(k + 1) for k in offsets)
    is_current = (agreed > 0) & (it.log[agreed - 1].epoch == it.epoch)
    return where(is_current, agreed, it.high_watermark)


@action
def accept_fetch(c: Cluster, message: Annotated[Fetch, Domain("fetches")]) -> Cluster:
    """`AcceptFetchRequest`: the leader notes the offset, commits what it may, and answers with an entry or none."""
    it = _leads(c, message)
    require(is_valid(it.log, message), "the logs agree")
    noted = it.but(end_offsets=it.end_offsets.but(message.sender, message.offset))
    end = new_high_watermark(noted, message.receiver)
    acked = c.acked
    for value in c.acked.indices():
        is_new = any_of(
            (k >= it.high_watermark) & (k < end) & (it.log[k].content == value)
            for k in range(it.log.capacity)
        )
        acked = where(
            (acked[value] == Acked.unacknowledged) & is_new, acked.but(value, Acked.acknowledged), acked
        )
    replied = _replying(
        c,
        message,
        result=Result.ok,
        high_watermark=minimum(end, message.offset + 1),
        content=it.log[message.offset].content,
        value_epoch=it.log[message.offset].epoch,
    )
    return replied.but(acked=acked).with_server(message.receiver, noted.but(high_watermark=end))


def _awaited(c: Cluster, message: FetchResponse) -> Server:
    """The server that awaits this very answer."""
    me = c.servers[message.request.sender]
    require(message.under_way > 0, "the message is under way")
    require(me.pending_fetch == message.request, "the server awaits this answer")
    return me


def _handled(c: Cluster, message: FetchResponse, after: Server) -> Cluster:
    responses: Network[FetchResponse] = take(c.fetch_responses, message)
    after = after.but(pending_fetch=after.pending_fetch.type.default)
    return c.but(fetch_responses=responses).with_server(message.request.sender, after)


@action
def handle_success(c: Cluster, message: Annotated[FetchResponse, Domain("fetch_responses")]) -> Cluster:
    """`HandleSuccessFetchResponse`: a follower appends the entry, if there is one."""
    me = _awaited(c, message)
    require(not_(is_common(me, message.leader, message.epoch, message.error)), "the header is nothing new")
    require(message.result == Result.ok, "the fetch was accepted")
    longer = me.log.append(me.log.type.element(epoch=message.value_epoch, content=message.content))
    log = where(message.content == none, me.log, longer)
    return _handled(c, message, me.but(log=log, high_watermark=message.high_watermark))


@action
def handle_diverging(c: Cluster, message: Annotated[FetchResponse, Domain("fetch_responses")]) -> Cluster:
    """`HandleDivergingFetchResponse`: a follower cuts its log to the last entry not after the one it is told."""
    me = _awaited(c, message)
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
    return _handled(c, message, me.but(log=log.truncate(common)))


@action
def handle_failed_fetch(c: Cluster, message: Annotated[FetchResponse, Domain("fetch_responses")]) -> Cluster:
    """`HandleErrorFetchResponse`: a server learns of an epoch or a leader."""
    me = _awaited(c, message)
    header = message.leader, message.epoch, message.error
    require(is_common(me, *header), "the header tells it all")
    return _handled(c, message, handle_common(me, message.request.sender, *header))


ACTIONS = (
    restart,
    request_vote,
    handle_vote_request,
    handle_vote_response,
    become_leader,
    client_request,
    reject_fetch,
    diverging_fetch,
    accept_fetch,
    handle_begin,
    send_fetch,
    handle_success,
    handle_diverging,
    handle_failed_fetch,
)
