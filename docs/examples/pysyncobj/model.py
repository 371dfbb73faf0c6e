"""Raft as PySyncObj 0.3 does it (`pysyncobj/syncobj.py`), rule by rule, without membership changes and compaction.

Servers talk over connections that keep the order of messages; a connection that breaks loses what is under way. A
message takes all entries that the receiver lacks. An entry is known by its term.
"""

from typing import Annotated

from tidemark import (
    Array,
    Bool,
    Domain,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Machine,
    Number,
    Optional,
    Record,
    Sequence,
    Truth,
    action,
    all_of,
    count,
    implies,
    maximum,
    minimum,
    none,
    not_,
    promise,
    require,
    where,
)

SERVERS, TERMS, ENTRIES, CHANNEL = 3, 3, 4, 3
Role = Enum("role", "follower", "candidate", "leader")
Kind = Enum("kind", "vote", "granted", "append", "next")
server = Id("server", SERVERS)
ServerId = Annotated[Identity, Domain("server")]


class Message(Record):
    """A message. What its kind does not use has the default.

    index, log_term: of the entry before `entries`, or of the last one of a candidate; of `next`, the next index.
    """

    kind: Label
    term: Number
    index: Number
    log_term: Number
    entries: Sequence[Number]
    commit: Number
    reset: Truth
    success: Truth

    def text(self) -> str:
        """A message in short: an entry is written as its index and term."""
        kind, place = repr(self.kind), f"{self.index}:{self.log_term}"
        if kind == "append":
            return (
                f"append in {self.term} after {place} {[self.entries[k] for k in range(self.entries.length)]}"
            )
        if kind == "next":
            return f"next {self.index}{' again' if self.reset else ''}"
        return f"{kind} {self.term}" + (f" at {place}" if kind == "vote" else "")


class Server(Record):
    """What a server knows. next, match: what a leader knows of the others. The first entry has index 1."""

    role: Label
    term: Number
    voted: Identity
    votes: Number
    log: Sequence[Number]
    commit: Number
    next: Array[Number]
    match: Array[Number]


class Cluster(Record):
    """The servers, and the messages from each to each other."""

    servers: Array[Server]
    sent: Array[Array[Sequence[Message]]]


TERM, INDEX = Int(0, TERMS), Int(0, ENTRIES + 1)
MESSAGE = Message.of(
    kind=Kind,
    term=TERM,
    index=INDEX,
    log_term=TERM,
    entries=Sequence.of(TERM, ENTRIES),
    commit=INDEX,
    reset=Bool(),
    success=Bool(),
)
SERVER = Server.of(
    role=Role,
    term=TERM,
    voted=Optional(server),
    votes=Int(0, SERVERS),
    log=Sequence.of(TERM, ENTRIES),
    commit=INDEX,
    next=Array.of(server, INDEX),
    match=Array.of(server, INDEX),
)
state = Cluster.of(
    servers=Array.of(server, SERVER),
    sent=Array.of(server, Array.of(server, Sequence.of(MESSAGE, CHANNEL))),
)


def put(c: Cluster, me: Identity, after: Server) -> Cluster:
    """The cluster with a server changed."""
    return c.but(servers=c.servers.but(me, after))


def send(c: Cluster, me: Identity, to: Identity, what: Message, when: Truth = True) -> Cluster:
    """The cluster with a message under way, if `when`; none goes to oneself."""
    channel = c.sent[me][to]
    after = where(when & (me != to), channel.append(what), channel)
    return c.but(sent=c.sent.but(me, to, after))


def require_room(c: Cluster, me: Identity) -> None:
    """A bound of the model: nothing is sent where a channel is full."""
    require(all_of(c.sent[me][to].length < CHANNEL for to in c.servers.indices()), "the channels have room")


def last_term(s: Server) -> Number:
    """The term of the last entry."""
    return s.log[s.log.length - 1]


def send_entries(c: Cluster, me: Identity, when: Truth = True) -> Cluster:
    """A leader sends to each what it lacks, and assumes that it arrives (`__sendAppendEntries`)."""
    for to in c.servers.indices():
        leader = c.servers[me]
        before = leader.next[to] - 1
        entries = MESSAGE.fields["entries"].default
        for place in range(ENTRIES):
            more = before + place < leader.log.length
            entries = where(more, entries.append(leader.log[before + place]), entries)
        what = MESSAGE(
            kind=Kind.append,
            term=leader.term,
            index=where(me == to, 0, before),
            log_term=leader.log[before - 1],
            entries=entries,
            commit=leader.commit,
        )
        sent = when & (me != to)
        c = send(c, me, to, what, when)
        after = leader.but(next=leader.next.but(to, where(sent, leader.log.length + 1, leader.next[to])))
        c = put(c, me, after)
    return c


def following(s: Server, term: Number) -> Server:
    """A server that hears of a term: its vote is free again where that is later."""
    return s.but(term=maximum(s.term, term), voted=where(term > s.term, none, s.voted))


@action
def time_out(c: Cluster, me: ServerId) -> Cluster:
    """A server has heard of no leader for long, and asks for votes."""
    s = c.servers[me]
    require(s.role != Role.leader, "the server does not lead")
    require(s.term < TERMS, "there is a term left")
    require_room(c, me)
    c = put(c, me, s.but(role=Role.candidate, term=s.term + 1, voted=me, votes=1))
    what = MESSAGE(kind=Kind.vote, term=s.term + 1, index=s.log.length, log_term=last_term(s))
    for to in c.servers.indices():
        c = send(c, me, to, what)
    return c


@action
def propose(c: Cluster, me: ServerId) -> Cluster:
    """A leader takes a command."""
    s = c.servers[me]
    require(s.role == Role.leader, "the server leads")
    require(s.log.length < ENTRIES, "the log has room")
    return put(c, me, s.but(log=s.log.append(s.term)))


@action
def beat(c: Cluster, me: ServerId) -> Cluster:
    """A leader commits what a majority has, and sends entries, or a heartbeat without any."""
    s = c.servers[me]
    require(s.role == Role.leader, "the server leads")
    require_room(c, me)
    commit, goes_on = s.commit, True
    for index in range(2, ENTRIES + 1):
        have = 1 + count((me != other) & (s.match[other] >= index) for other in c.servers.indices())
        goes_on = goes_on & (index <= s.log.length) & ((index <= s.commit) | (have + have > SERVERS))
        commit = where(goes_on & (index > s.commit) & (s.log[index - 1] == s.term), index, commit)
    return send_entries(put(c, me, s.but(commit=commit)), me)


@action
def break_connection(c: Cluster, me: ServerId, other: ServerId) -> Cluster:
    """A connection breaks, and what is under way on it is lost; it is made again."""
    require(me != other, "two servers are connected")
    require((c.sent[me][other].length > 0) | (c.sent[other][me].length > 0), "something is under way")
    c = c.but(sent=c.sent.but(me, other, c.sent[me][other].truncate(0)))
    return c.but(sent=c.sent.but(other, me, c.sent[other][me].truncate(0)))


def received(c: Cluster, source: Identity, me: Identity, kind: Label) -> tuple[Cluster, Message]:
    """The first message of a channel, of this kind, and the cluster without it."""
    channel = c.sent[source][me]
    require(channel.length > 0, "a message is under way")
    require(channel[0].kind == kind, "it is of this kind")
    rest = channel.truncate(0)
    for place in range(1, CHANNEL):
        rest = where(place < channel.length, rest.append(channel[place]), rest)
    return c.but(sent=c.sent.but(source, me, rest)), channel[0]


@action
def receive_vote(c: Cluster, source: ServerId, me: ServerId) -> Cluster:
    """A server is asked for its vote."""
    require_room(c, me)
    c, m = received(c, source, me, Kind.vote)
    old = c.servers[me]
    s = following(old, m.term).but(role=where(m.term > old.term, Role.follower, old.role))
    is_behind = (m.log_term < last_term(s)) | ((m.log_term == last_term(s)) & (m.index < s.log.length))
    grants = (s.role != Role.leader) & (m.term >= s.term) & not_(is_behind) & (s.voted == none)
    c = put(c, me, s.but(voted=where(grants, source, s.voted)))
    return send(c, me, source, MESSAGE(kind=Kind.granted, term=m.term), grants)


@action
def receive_granted(c: Cluster, source: ServerId, me: ServerId) -> Cluster:
    """A candidate gets a vote; with a majority it leads, and adds an entry of its own."""
    require_room(c, me)
    require(c.servers[me].log.length < ENTRIES, "the log has room")
    c, m = received(c, source, me, Kind.granted)
    s = c.servers[me]
    counts = (s.role == Role.candidate) & (m.term == s.term)
    votes = where(counts, minimum(s.votes + 1, SERVERS), s.votes)
    leads = counts & (votes + votes > SERVERS)
    following_next, following_match = s.next, s.match
    for other in c.servers.indices():
        ahead = leads & (other != me)
        following_next = following_next.but(other, where(ahead, s.log.length + 1, following_next[other]))
        following_match = following_match.but(other, where(ahead, 0, following_match[other]))
    after = s.but(
        votes=votes,
        role=where(leads, Role.leader, s.role),
        next=following_next,
        match=following_match,
        log=where(leads, s.log.append(s.term), s.log),
    )
    return send_entries(put(c, me, after), me, leads)


@action
def receive_append(c: Cluster, source: ServerId, me: ServerId) -> Cluster:
    """A follower gets entries: it cuts its log behind the entry before them, whether or not they differ."""
    require_room(c, me)
    c, m = received(c, source, me, Kind.append)
    old = c.servers[me]
    hears = m.term >= old.term
    s = following(old, m.term).but(role=Role.follower)
    lacks = m.index > s.log.length
    differs = s.log[m.index - 1] != m.log_term
    fits = not_(lacks) & not_(differs)
    log = s.log.truncate(m.index)
    for place in range(ENTRIES):
        log = where(place < m.entries.length, log.append(m.entries[place]), log)
    commit = minimum(s.commit, log.length)
    taken = s.but(log=log, commit=where(m.commit > commit, minimum(m.commit, log.length), commit))
    c = put(c, me, where(hears, where(fits, taken, s), old))
    index = where(fits, log.length + 1, where(lacks, s.log.length + 1, m.index))
    reply = MESSAGE(kind=Kind.next, index=index, reset=not_(fits), success=fits)
    return send(c, me, source, reply, hears)


@action
def receive_next(c: Cluster, source: ServerId, me: ServerId) -> Cluster:
    """A leader hears how far a follower is; the message does not say in which term."""
    c, m = received(c, source, me, Kind.next)
    s = c.servers[me]
    newer = m.success & (s.match[source] < m.index - 1)
    after = s.but(
        match=s.match.but(source, where(newer, m.index - 1, s.match[source])),
        next=s.next.but(source, where(m.reset | newer, m.index, s.next[source])),
    )
    return put(c, me, where(s.role == Role.leader, after, s))


@promise
def one_leader(c: Cluster) -> Truth:
    """Two servers do not lead in one term."""
    ids = c.servers.indices()
    lead = [(c.servers[one].role == Role.leader, c.servers[one].term) for one in ids]
    return all_of(
        not_(lead[a][0] & lead[b][0] & (lead[a][1] == lead[b][1])) for a in range(SERVERS) for b in range(a)
    )


@promise
def committed_agrees(c: Cluster) -> Truth:
    """What two servers have committed is the same."""
    return all_of(
        implies((index <= a.commit) & (index <= b.commit), a.log[index - 1] == b.log[index - 1])
        for a in c.servers
        for b in c.servers
        for index in range(1, ENTRIES + 1)
    )


ACTIONS = [
    time_out, propose, beat, break_connection, receive_vote, receive_granted, receive_append, receive_next,
]  # fmt: skip
first = SERVER(log=SERVER.fields["log"].default.append(0), commit=1)
servers = state.default.servers
for each in server.values():
    servers = servers.but(each, first)
initial = state(servers=servers)
machine = Machine(
    "pysyncobj", {}, state, initial, ACTIONS, [one_leader, committed_agrees], {"server": server}
)
