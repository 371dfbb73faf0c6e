"""Raft with a log, after Jack Vanlightly's module `Raft`, which goes back to Diego Ongaro's `raft.tla`.

Ongaro and Ousterhout, "In Search of an Understandable Consensus Algorithm". The original counts how often each message
is under way, and remembers it at 0; here `messages` are under way, and `sent` are all that ever were. A leader sends
one entry at a time. The published configuration leaves out the auxiliary variables of a state, which is not sound.
"""

from itertools import combinations
from typing import Annotated

from tidemark import Array, Bag, Bool, Domain, Enum, Id, IdSet, Identity, Int, Label, Machine, Network, Number
from tidemark import Only, Optional, Record, Sequence, Truth, action, all_of, always_eventually, any_of, count
from tidemark import fair, implies, maximum, minimum, none, not_, one_of, promise, require, where

State = Enum("state", "follower", "candidate", "leader")
Fate = Enum("fate", "unknown", "requested", "acked")
Kind = Enum(
    "kind",
    "request_vote_request",
    "request_vote_response",
    "append_entries_request",
    "append_entries_response",
)


class Entry(Record):
    """An entry of a log."""

    term: Number
    value: Identity


class Message(Record):
    """A request or a response of either kind; `index` is that of the last entry, of the one before, or that matches."""

    kind: Label
    term: Number
    source: Identity
    dest: Identity
    last_term: Number
    index: Number
    entries: Sequence[Entry]
    commit_index: Number
    success: Truth


class Server(Record):
    """What a server keeps, and what it knows of others as a candidate or a leader."""

    current_term: Number
    state: Label
    voted_for: Identity
    log: Sequence[Entry]
    commit_index: Number
    votes_granted: IdSet
    next_index: Array[Number]
    match_index: Array[Number]
    pending_response: IdSet

    def last_term(self) -> Number:
        """The term of the last entry."""
        return self.log.last().term

    def fits(self, m: Message) -> Truth:
        """Whether the log has the entry before those of a message."""
        has_it = (m.index <= self.log.length) & (m.last_term == self.log[m.index - 1].term)
        return (m.index == 0) | has_it


class Cluster(Record):
    """The servers, the messages, and what became of each value."""

    servers: Array[Server]
    messages: Bag[Message]
    sent: Network[Message]
    acked: Array[Label]
    election_ctr: Number
    restart_ctr: Number
    max_elections: Number
    max_restarts: Number

    def ids(self) -> list[Identity]:
        """The servers."""
        return self.servers.indices()

    def send(self, **message: object) -> "Cluster":
        """A message is under way, once more if it is already."""
        return self.but(messages=self.messages.send(**message), sent=self.sent.send(**message))

    def reply(self, m: Message, **response: object) -> "Cluster":
        """A message is received, and the answer is under way."""
        term = self.servers[m.dest].current_term
        received = self.but(messages=self.messages.discard(m))
        return received.send(source=m.dest, dest=m.source, term=term, **response)


ServerId = Annotated[Identity, Domain("server")]
Value = Annotated[Identity, Domain("value")]
Term = Annotated[Number, Domain("term")]
UnderWay = Annotated[Message, Domain("messages")]


@action
def restart(c: Cluster, i: ServerId) -> Cluster:
    """A server restarts, and keeps its term, its vote and its log."""
    require(c.restart_ctr < c.max_restarts, "a server may restart")
    me = c.servers[i].but(state=State.follower, commit_index=0)
    me = me.but(
        votes_granted=me.votes_granted - me.votes_granted,
        pending_response=me.votes_granted - me.votes_granted,
    )
    for j in c.ids():
        me = me.but("next_index", j, 1).but("match_index", j, 0)
    return c.but("servers", i, me).but(restart_ctr=c.restart_ctr + 1)


@action
def request_vote(c: Cluster, i: ServerId) -> Cluster:
    """A server is a candidate in the next term, and asks for votes."""
    me = c.servers[i]
    require(c.election_ctr < c.max_elections, "a timer may expire")
    require(me.state != State.leader, "the server does not lead")
    asked = c
    for j in c.ids():
        ask = {"kind": Kind.request_vote_request, "term": me.current_term + 1, "source": i, "dest": j}
        sent = asked.send(last_term=me.last_term(), index=me.log.length, **ask)
        asked = where(i == j, asked, sent)
    votes = me.votes_granted - me.votes_granted
    begun = {"state": State.candidate, "current_term": me.current_term + 1, "voted_for": i}
    asked = asked.but("servers", i, votes_granted=votes.including(i), **begun)
    return asked.but(election_ctr=c.election_ctr + 1)


@action
def become_leader(c: Cluster, i: ServerId) -> Cluster:
    """A candidate with the votes of a majority leads."""
    me = c.servers[i]
    require(me.state == State.candidate, "the server is a candidate")
    require(me.votes_granted.size() > len(c.ids()) // 2, "it has the votes of a majority")
    me = me.but(state=State.leader, pending_response=me.pending_response - me.pending_response)
    for j in c.ids():
        me = me.but("next_index", j, me.log.length + 1).but("match_index", j, 0)
    return c.but("servers", i, me)


@action
def client_request(c: Cluster, i: ServerId, v: Value) -> Cluster:
    """A leader appends a value of a client."""
    me = c.servers[i]
    require(
        (me.state == State.leader) & (c.acked[v] == Fate.unknown), "the server leads, and the value is new"
    )
    log = me.log.append(term=me.current_term, value=v)
    return c.but("servers", i, "log", log).but("acked", v, Fate.requested)


@action
def append_entries(c: Cluster, i: ServerId, j: ServerId) -> Cluster:
    """A leader sends the next entry to a server that has answered; without one, unless it has sent the same."""
    me = c.servers[i]
    require((i != j) & (me.state == State.leader), "the server leads")
    require(not_(me.pending_response.has(j)), "it waits for no answer of that server")
    index, none_of = me.next_index[j] - 1, me.log.truncate(0)
    entries = where(me.log.length > index, none_of.append(me.log[index]), none_of)
    commit_index = minimum(me.commit_index, index + entries.length)
    ask = {"kind": Kind.append_entries_request, "term": me.current_term, "source": i, "dest": j}
    ask |= {
        "last_term": me.log[index - 1].term,
        "index": index,
        "entries": entries,
        "commit_index": commit_index,
    }
    require(not_(entries.is_empty() & c.sent.has(**ask)), "it has an entry, or something new to tell")
    return c.send(**ask).but("servers", i, "pending_response", me.pending_response.including(j))


@action
def advance_commit_index(c: Cluster, i: ServerId) -> Cluster:
    """A leader commits what a majority has, if that is of its term."""
    me = c.servers[i]
    require(me.state == State.leader, "the server leads")

    def agrees(index: int) -> Truth:
        have = count((k == i) | (me.match_index[k] >= index) for k in c.ids())
        return (me.log.length >= index) & (have > len(c.ids()) // 2)

    newest = maximum(where(agrees(index), index, 0) for index in range(1, me.log.capacity + 1))
    require((newest > me.commit_index) & (me.log[newest - 1].term == me.current_term), "a majority has more")
    acked = c.acked
    for v in acked.indices():
        is_new = any_of((k >= me.commit_index) & (k < newest) & (e.value == v) for k, e in enumerate(me.log))
        acked = acked.but(v, where((acked[v] == Fate.requested) & is_new, Fate.acked, acked[v]))
    return c.but("servers", i, "commit_index", newest).but(acked=acked)


@action
def update_term(c: Cluster, i: ServerId, term: Term) -> Cluster:
    """A server learns of a later term, from a message that it has received, or will."""
    require(term > c.servers[i].current_term, "the server knows no such term")
    require(any_of((m.dest == i) & (m.term == term) for m in c.sent), "a message to it has that term")
    return c.but("servers", i, current_term=term, state=State.follower, voted_for=none)


@action
def handle_request_vote_request(c: Cluster, m: UnderWay) -> Cluster:
    """A server votes for a candidate whose log is not behind, unless it has voted in the term."""
    me = c.servers[m.dest]
    require((m.kind == Kind.request_vote_request) & (m.term <= me.current_term), "a vote is asked for")
    is_ahead = (m.last_term == me.last_term()) & (m.index >= me.log.length)
    grant = (m.term == me.current_term) & ((m.last_term > me.last_term()) | is_ahead)
    grant = grant & one_of(me.voted_for, (none, m.source))
    voted = c.but("servers", m.dest, "voted_for", where(grant, m.source, me.voted_for))
    return voted.reply(m, kind=Kind.request_vote_response, success=grant)


@action
def handle_request_vote_response(c: Cluster, m: UnderWay) -> Cluster:
    """A candidate has a vote more, or not."""
    me = c.servers[m.dest]
    require((m.kind == Kind.request_vote_response) & (m.term == me.current_term), "it is a vote of the term")
    votes = where(m.success, me.votes_granted.including(m.source), me.votes_granted)
    return c.but(messages=c.messages.discard(m)).but("servers", m.dest, "votes_granted", votes)


@action
def reject_append_entries_request(c: Cluster, m: UnderWay) -> Cluster:
    """A server refuses entries of an earlier term, or that do not fit its log."""
    me = c.servers[m.dest]
    require(m.kind == Kind.append_entries_request, "entries are sent")
    misfits = (m.term == me.current_term) & (me.state == State.follower) & not_(me.fits(m))
    require((m.term < me.current_term) | misfits, "the term is over, or they do not fit")
    return c.reply(m, kind=Kind.append_entries_response, success=False)


@action
def accept_append_entries_request(c: Cluster, m: UnderWay) -> Cluster:
    """A server has the entries of the leader, and no others behind them."""
    me = c.servers[m.dest]
    require(
        (m.kind == Kind.append_entries_request) & (m.term == me.current_term), "entries of the term are sent"
    )
    require((me.state != State.leader) & me.fits(m), "they fit")
    appended = {"log": me.log.truncate(m.index) + m.entries, "commit_index": m.commit_index}
    after = c.but("servers", m.dest, state=State.follower, **appended)
    return after.reply(m, kind=Kind.append_entries_response, success=True, index=m.index + m.entries.length)


@action
def handle_append_entries_response(c: Cluster, m: UnderWay) -> Cluster:
    """A leader learns how far a server is, or that it must go back by an entry."""
    me, j = c.servers[m.dest], m.source
    require(
        (m.kind == Kind.append_entries_response) & (m.term == me.current_term), "it is an answer of the term"
    )
    next_index = where(m.success, m.index + 1, maximum(me.next_index[j] - 1, 1))
    after = me.but("next_index", j, next_index).but(
        "match_index", j, where(m.success, m.index, me.match_index[j])
    )
    after = after.but(pending_response=me.pending_response.excluding(j))
    return c.but("servers", m.dest, after).but(messages=c.messages.discard(m))


def has_value(c: Cluster, i: Identity, v: Identity) -> Truth:
    """Whether a server has a value in its log."""
    return any_of(entry.value == v for entry in c.servers[i].log)


@promise
def no_log_divergence(c: Cluster) -> Truth:
    """What two servers have committed is the same."""
    return all_of(
        not_((k < a.commit_index) & (k < b.commit_index)) | (a.log[k] == b.log[k])
        for a, b in combinations(c.servers, 2)
        for k in range(a.log.capacity)
    )


@promise
def leader_has_all_acked_values(c: Cluster) -> Truth:
    """The leader of the latest term has each value of which its client has learned."""
    return all_of(
        implies(
            c.acked[v] == Fate.acked, has_value(c, i, v) | (c.servers[i].state != State.leader) | is_old(c, i)
        )
        for v in c.acked.indices()
        for i in c.ids()
    )


def is_old(c: Cluster, i: Identity) -> Truth:
    """Whether another server knows a later term."""
    return any_of(other.current_term > c.servers[i].current_term for other in c.servers)


@promise
def committed_entries_reach_majority(c: Cluster) -> Truth:
    """If leaders have committed entries, a majority has the last of one of them."""

    def reaches(leader: Server) -> Truth:
        k = leader.commit_index - 1
        return count((s.log.length > k) & (s.log[k] == leader.log[k]) for s in c.servers) > len(c.ids()) // 2

    leads = [(s.state == State.leader) & (s.commit_index > 0) for s in c.servers]
    return not_(any_of(leads)) | any_of(a & reaches(s) for a, s in zip(leads, c.servers, strict=True))


@always_eventually
def values_not_stuck(c: Cluster, v: Value) -> Truth:
    """Again and again all servers have a value or none has it, unless nobody leads and there is no other election."""
    has = [has_value(c, i, v) for i in c.ids()]
    ended = (c.election_ctr == c.max_elections) & all_of(s.state != State.leader for s in c.servers)
    return ended | all_of(has) | not_(any_of(has))


ACTIONS = [
    restart,
    request_vote,
    become_leader,
    client_request,
    append_entries,
    advance_commit_index,
    update_term,
]
ACTIONS += [handle_request_vote_request, handle_request_vote_response, reject_append_entries_request]
ACTIONS += [accept_append_entries_request, handle_append_entries_response]


def machine(servers: int = 3, values: int = 1, elections: int = 1, restarts: int = 0) -> Machine:
    """A cluster with `elections` elections and `restarts` restarts; each value is given once."""
    server, value, term = Id("server", servers), Id("value", values), Int(1, 1 + elections)
    some, index, peer = IdSet.of(server), Int(0, values), Optional(server)
    log = Sequence.of(Entry.of(term=Int(0, 1 + elections), value=Optional(value)), values)
    one = Server.of(
        current_term=term,
        state=State,
        voted_for=peer,
        log=log,
        commit_index=index,
        votes_granted=some,
        next_index=Array.of(server, Int(1, values + 1)),
        match_index=Array.of(server, index),
        pending_response=some,
    )
    message = Message.of(
        kind=Kind,
        term=term,
        source=peer,
        dest=peer,
        last_term=Int(0, 1 + elections),
        index=index,
        entries=log,
        commit_index=index,
        success=Bool(),
    )
    state = Cluster.of(
        servers=Array.of(server, one),
        messages=Bag.of(message, 4 * elections),
        sent=Network.of(message, 20 * elections),
        acked=Array.of(value, Fate),
        election_ctr=Int(0, elections),
        restart_ctr=Int(0, restarts),
        max_elections=Only(elections),
        max_restarts=Only(restarts),
    )
    sizes = {"servers": servers, "values": values, "elections": elections, "restarts": restarts}
    promises = [
        no_log_divergence,
        leader_has_all_acked_values,
        committed_entries_reach_majority,
        values_not_stuck,
    ]
    domains, goes_on = {"server": server, "value": value, "term": term}, [fair(*ACTIONS, each=False)]
    return Machine("raft", sizes, state, state.default, ACTIONS, promises, domains, fairness=goes_on)
