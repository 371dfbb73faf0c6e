"""Raft as etcd's library does it (`go.etcd.io/raft/v3`, `raft.go`, `log.go`, `tracker/progress.go`), rule by rule.

Nodes vote, lead, replicate, commit, crash and restart; a network reorders and loses messages. Not modelled: changes of
membership, snapshots, pre-vote, check of the quorum, transfer of leadership, reads, flow control.
"""

from typing import Annotated

from state import (
    NODES,
    Cluster,
    Kind,
    Message,
    Node,
    RaftAt,
    Role,
    cluster_type,
    conflict_by_term,
    cut,
    differ,
    first_state,
    grown,
    joined,
    last_of,
    node,
    term_at,
)

from tidemark import (
    Bool,
    Domain,
    Family,
    Identity,
    Int,
    Number,
    Protocol,
    Truth,
    action,
    all_of,
    count,
    implies,
    maximum,
    minimum,
    none,
    not_,
    one_of,
    promise,
    require,
    where,
)

NodeId = Annotated[Identity, Domain("node", lambda _: node)]
SomeMessage = Annotated["Message", Domain("wire")]
Entries = Annotated[Number, Domain("batch", lambda at: Int(0, at.batch))]
IsLost = Annotated[Truth, Domain("lost", lambda _: Bool())]


# What all actions share.


def put(c: Cluster, me: Identity, after: Node) -> Cluster:
    """The cluster with a node changed."""
    return c.but(nodes=c.nodes.but(me, after))


def send(c: Cluster, me: Identity, what: Message, lost: Truth) -> Cluster:
    """The cluster with a message that waits to be sent; the network may lose it."""
    s = c.nodes[me]
    require(lost | (s.out.size() < s.out.capacity), "there is room for a message")
    return put(c, me, s.but(out=where(lost, s.out, s.out.send(what)))).but(latest=what)


def follower(s: Node, term: Number, lead: Identity) -> Node:
    """A node that follows from now on; its vote is free in a new term (`becomeFollower`)."""
    return s.but(
        role=Role.follower,
        term=term,
        vote=where(term == s.term, s.vote, none),
        lead=lead,
        granted=s.granted - s.granted,
        refused=s.refused - s.refused,
    )


def is_majority(number: Number) -> Truth:
    """Whether a number of nodes is more than half of them."""
    return number + number > NODES


# Elections.


@action
def campaign(c: Cluster, me: NodeId) -> Cluster:
    """A node has heard of no leader for long (`becomeCandidate`)."""
    s = c.nodes[me]
    require(s.role != Role.leader, "the node does not lead")
    require(s.term < s.log.indices()[-1], "there is a term left")
    after = follower(s, s.term + 1, none)
    return put(c, me, after.but(role=Role.candidate, vote=me))


@action
def ask(c: Cluster, me: NodeId, to: NodeId, lost: IsLost) -> Cluster:
    """A candidate asks for a vote; its own it gives itself by a message too (`campaign`)."""
    s = c.nodes[me]
    require(s.role == Role.candidate, "the node is a candidate")
    empty = c.latest.type.default
    last = last_of(s.log)
    question = empty.but(
        kind=Kind.vote, source=me, to=to, term=s.term, index=last, log_term=term_at(s.log, last)
    )
    own = empty.but(kind=Kind.voted, source=me, to=to, term=s.term)
    return send(c, me, where(me == to, own, question), lost)


@action
def answer_vote(c: Cluster, me: NodeId, lost: IsLost) -> Cluster:
    """A node that is asked for its vote answers (`Step`, `MsgVote`)."""
    s = c.nodes[me]
    m = s.hand
    require(m.kind == Kind.vote, "it was asked for its vote")
    require(m.term == s.term, "in its own term")
    last = last_of(s.log)
    last_term = term_at(s.log, last)
    is_free = (s.vote == m.source) | ((s.vote == none) & (s.lead == none))
    is_up_to_date = (m.log_term > last_term) | ((m.log_term == last_term) & (m.index >= last))
    grants = is_free & is_up_to_date
    answer = m.type.default.but(kind=Kind.voted, source=me, to=m.source, term=s.term, reject=not_(grants))
    after = s.but(vote=where(grants, m.source, s.vote), hand=m.type.default)
    return send(put(c, me, after), me, answer, lost)


@action
def become_leader(c: Cluster, me: NodeId) -> Cluster:
    """A candidate with the votes of a majority leads (`becomeLeader`)."""
    s = c.nodes[me]
    require(s.role == Role.candidate, "the node is a candidate")
    require(is_majority(s.granted.size()), "a majority has voted for it")
    last = last_of(s.log)
    match, following, probed = s.match, s.next, s.probed
    for other in match.indices():
        match = match.but(other, where(other == me, last, 0))
        following = following.but(other, last + 1)
        probed = where(other == me, probed.excluding(other), probed.including(other))
    after = s.but(role=Role.leader, lead=me, match=match, next=following, probed=probed)
    return put(c, me, after.but(granted=s.granted - s.granted, refused=s.refused - s.refused))


@action
def lose_election(c: Cluster, me: NodeId) -> Cluster:
    """A candidate that a majority has refused gives up (`stepCandidate`, `VoteLost`)."""
    s = c.nodes[me]
    require(s.role == Role.candidate, "the node is a candidate")
    require(is_majority(s.refused.size()), "a majority has refused it")
    return put(c, me, follower(s, s.term, none))


@action
def follow(c: Cluster, me: NodeId) -> Cluster:
    """A node learns of a later term, or a candidate of the leader of its own (`Step`, `stepCandidate`)."""
    s = c.nodes[me]
    m = s.hand
    is_leaders = one_of(m.kind, (Kind.append, Kind.beat))
    is_own = (m.term == s.term) & (s.role == Role.candidate) & is_leaders
    require(
        (m.term > s.term) | is_own, "it handles a message of a later term, or a candidate one of a leader"
    )
    return put(c, me, follower(s, m.term, where(is_leaders, m.source, none)))


# Replication.


@action
def propose(c: Cluster, me: NodeId) -> Cluster:
    """A leader appends an entry (`appendEntry`)."""
    s = c.nodes[me]
    require(s.role == Role.leader, "the node leads")
    require(last_of(s.log) < s.type.fields["commit"].hi, "the log has room")
    return put(c, me, s.but(log=grown(s.log, s.term)))


@action
def acknowledge_own(c: Cluster, me: NodeId, lost: IsLost) -> Cluster:
    """A leader tells itself that it has its entries, once they are written (`appendEntry`)."""
    s = c.nodes[me]
    require(s.role == Role.leader, "the node leads")
    what = c.latest.type.default.but(kind=Kind.appended, source=me, to=me, term=s.term, index=last_of(s.log))
    return send(c, me, what, lost)


@action
def send_append(c: Cluster, me: NodeId, to: NodeId, entries: Entries, lost: IsLost) -> Cluster:
    """A leader sends a follower some entries from the next one on, or none (`maybeSendAppend`)."""
    s = c.nodes[me]
    require(s.role == Role.leader, "the node leads")
    require(me != to, "it sends to another one")
    before = s.next[to] - 1
    last = before + entries
    require((before >= 0) & (last <= last_of(s.log)), "it has the entries and the one before them")
    what = c.latest.type.default.but(
        kind=Kind.append,
        source=me,
        to=to,
        term=s.term,
        index=before,
        log_term=term_at(s.log, before),
        last=last,
        commit=s.commit,
        log=cut(s.log, last),
    )
    ahead = where(s.probed.has(to), s.next[to], last + 1)
    return send(put(c, me, s.but(next=s.next.but(to, ahead))), me, what, lost)


@action
def send_beat(c: Cluster, me: NodeId, to: NodeId, lost: IsLost) -> Cluster:
    """A leader sends a heartbeat, which commits no more than it knows that the follower has (`sendHeartbeat`)."""
    s = c.nodes[me]
    require(s.role == Role.leader, "the node leads")
    require(me != to, "it sends to another one")
    commit = minimum(s.match[to], s.commit)
    what = c.latest.type.default.but(kind=Kind.beat, source=me, to=to, term=s.term, commit=commit)
    return send(c, me, what, lost)


@action
def answer_append(c: Cluster, me: NodeId, lost: IsLost) -> Cluster:
    """A follower appends what it lacks, cuts what differs, commits; or says where to try (`handleAppendEntries`)."""
    s = c.nodes[me]
    m = s.hand
    require(m.kind == Kind.append, "it was sent entries")
    require(m.term == s.term, "in its own term")
    require(s.role == Role.follower, "the node follows")
    is_committed = m.index < s.commit
    fits = not_(is_committed) & (term_at(s.log, m.index) == m.log_term)
    differs = differ(s.log, m.log, m.index, m.last)
    hint = conflict_by_term(s.log, minimum(m.index, last_of(s.log)), m.log_term)
    rejects = not_(is_committed) & not_(fits)
    answer = m.type.default.but(
        kind=Kind.appended,
        source=me,
        to=m.source,
        term=s.term,
        index=where(is_committed, s.commit, where(fits, m.last, m.index)),
        reject=rejects,
        hint=where(rejects, hint, 0),
        log_term=where(rejects, term_at(s.log, hint), 0),
    )
    after = s.but(
        lead=m.source,
        hand=m.type.default,
        log=where(fits & differs, joined(s.log, m.index, m.log), s.log),
        commit=where(fits, maximum(s.commit, minimum(m.commit, m.last)), s.commit),
    )
    return send(put(c, me, after), me, answer, lost)


@action
def answer_beat(c: Cluster, me: NodeId, lost: IsLost) -> Cluster:
    """A follower answers a heartbeat, and commits what the leader says (`handleHeartbeat`)."""
    s = c.nodes[me]
    m = s.hand
    require(m.kind == Kind.beat, "it has a heartbeat")
    require(m.term == s.term, "of its own term")
    require(s.role == Role.follower, "the node follows")
    require(m.commit <= last_of(s.log), "it has what is committed")
    answer = m.type.default.but(kind=Kind.beaten, source=me, to=m.source, term=s.term)
    after = s.but(lead=m.source, hand=m.type.default, commit=maximum(s.commit, m.commit))
    return send(put(c, me, after), me, answer, lost)


@action
def advance_commit(c: Cluster, me: NodeId) -> Cluster:
    """A leader commits what a majority has, if that is an entry of its own term (`maybeCommit`)."""
    s = c.nodes[me]
    require(s.role == Role.leader, "the node leads")
    commit = s.commit
    for index in s.match:
        has_majority = is_majority(count(other >= index for other in s.match))
        commit = where(has_majority & (term_at(s.log, index) == s.term), maximum(commit, index), commit)
    return put(c, me, s.but(commit=commit))


# The network, and the disk.


@action
def receive(c: Cluster, message: SomeMessage) -> Cluster:
    """A node gets a message. Answers count at once; a request is in its hand until it has answered (`Step`)."""
    me, m = message.to, message
    s = c.nodes[me]
    is_own = m.term == s.term
    is_vote = is_own & (m.kind == Kind.voted) & (s.role == Role.candidate)
    is_new = not_(s.granted.has(m.source)) & not_(s.refused.has(m.source))
    granted = where(is_vote & is_new & not_(m.reject), s.granted.including(m.source), s.granted)
    refused = where(is_vote & is_new & m.reject, s.refused.including(m.source), s.refused)
    after = s.but(
        granted=granted,
        refused=refused,
        hand=where(m.term < s.term, m.type.default, m),
    )
    is_answer = is_own & (m.kind == Kind.appended) & (s.role == Role.leader)
    after = where(is_answer, where(m.reject, rejected(after, m), accepted(after, m)), after)
    return put(c, me, after).but(wire=c.wire.discard(m))


def accepted(s: Node, m: Message) -> Node:
    """A leader hears that a follower has its entries up to an index (`MaybeUpdate`, `BecomeReplicate`)."""
    match, following = s.match[m.source], s.next[m.source]
    is_probed = s.probed.has(m.source)
    counts = (m.index > match) | ((m.index == match) & is_probed)
    now = maximum(match, m.index)
    ahead = where(is_probed, now + 1, maximum(following, now + 1))
    return s.but(
        match=s.match.but(m.source, now),
        next=s.next.but(m.source, where(counts, ahead, following)),
        probed=where(counts, s.probed.excluding(m.source), s.probed),
    )


def rejected(s: Node, m: Message) -> Node:
    """A leader hears that a follower does not have the entry before those that it sent (`MaybeDecrTo`)."""
    match, following = s.match[m.source], s.next[m.source]
    is_probed = s.probed.has(m.source)
    hint = where(m.log_term > 0, conflict_by_term(s.log, m.hint, m.log_term), m.hint)
    back = maximum(minimum(m.index, hint + 1), match + 1)
    counts = where(is_probed, following == m.index + 1, m.index > match)
    return s.but(
        next=s.next.but(m.source, where(counts, where(is_probed, back, match + 1), following)),
        probed=where(counts, s.probed.including(m.source), s.probed),
    )


@action
def write(c: Cluster, me: NodeId) -> Cluster:
    """A node writes what it knows, and then sends its messages (`Ready`)."""
    s = c.nodes[me]
    require(s.out.size() + c.wire.size() <= c.wire.capacity, "there is room for its messages")
    wire = c.wire
    for place, words in enumerate(s.out.slots):
        wire = where(s.out.size() > place, wire.send(s.out.type.unpack(words)), wire)
    disk = s.disk.but(term=s.term, vote=s.vote, commit=s.commit, log=s.log)
    return put(c, me, s.but(disk=disk, out=s.type.fields["out"].default)).but(wire=wire)


@action
def restart(c: Cluster, me: NodeId) -> Cluster:
    """A node crashes, and restarts with what it has written (`newRaft`)."""
    s, disk = c.nodes[me], c.nodes[me].disk
    after = s.type.default.but(term=disk.term, vote=disk.vote, commit=disk.commit, log=disk.log, disk=disk)
    return put(c, me, after)


# Promises.


@promise
def one_leader(c: Cluster) -> Truth:
    """Two nodes do not lead in one term."""
    return all_of(
        implies((a.role == Role.leader) & (b.role == Role.leader), a.term != b.term)
        for k, a in enumerate(c.nodes)
        for b in list(c.nodes)[:k]
    )


@promise
def committed_agrees(c: Cluster) -> Truth:
    """What two nodes have committed is the same."""
    return all_of(
        not_(differ(a.log, b.log, 0, minimum(a.commit, b.commit)))
        for k, a in enumerate(c.nodes)
        for b in list(c.nodes)[:k]
    )


@promise
def leader_is_complete(c: Cluster) -> Truth:
    """A leader has every entry that a node of an earlier term has committed."""
    return all_of(
        implies((a.role == Role.leader) & (a.term > b.term), not_(differ(a.log, b.log, 0, b.commit)))
        for a in c.nodes
        for b in c.nodes
    )


@promise
def committed_is_written(c: Cluster) -> Truth:
    """A leader has written what it has committed."""
    return all_of(
        implies(s.role == Role.leader, not_(differ(s.log, s.disk.log, 0, s.commit))) for s in c.nodes
    )


FAMILY = Family(
    name="etcd-raft",
    at=RaftAt,
    rules={},
    promises=(one_leader, committed_agrees, leader_is_complete, committed_is_written),
    state=cluster_type,
    initial=first_state,
    actions=(
        campaign, ask, answer_vote, become_leader, lose_election, follow, propose, acknowledge_own, send_append,
        send_beat, answer_append, answer_beat, advance_commit, receive, write, restart,
    ),
)  # fmt: skip
PROTOCOL = Protocol("etcd-raft", "as etcd's library does it", FAMILY, {})
