"""MultiPaxos as a replicated store of one value, after Guanzhou Hu's module `MultiPaxos` (tlaplus/Examples).

The original has one set of messages; here each kind has its own. Commands are numbered: the writes come first, and 0 is
none. Votes are kept beside the log; `running` is what `pc` says.
"""

from itertools import permutations
from typing import Annotated

from tidemark import Array, Domain, Enum, Id, IdSet, Identity, Int, Label, Machine, Network, Number, Only
from tidemark import Optional, Record, Sequence, Truth, action, all_of, any_of, implies, maximum, minimum
from tidemark import not_, promise, require, where

Kind = Enum("event", "req", "ack")
Status = Enum("status", "empty", "preparing", "accepting", "committed")


class Vote(Record):
    """For which command, and in which ballot."""

    bal: Number
    cmd: Number


class Inst(Record):
    """A slot of a replica's log."""

    status: Label
    cmd: Number


class Node(Record):
    """A replica: whom it takes for the leader, the value, how many slots are committed, ballots, and the log."""

    leader: Identity
    kvalue: Number
    commit_up_to: Number
    bal_prepared: Number
    bal_max_known: Number
    insts: Array[Inst]
    voted: Array[Vote]


class Event(Record):
    """A client's request, or the answer with the value before it."""

    kind: Label
    cmd: Number
    val: Number


class Prepare(Record):
    """A replica wants to lead in a ballot."""

    src: Identity
    bal: Number


class PrepareReply(Record):
    """A replica follows in a ballot, and tells its votes."""

    src: Identity
    bal: Number
    votes: Array[Vote]


class Accept(Record):
    """The leader asks for votes for a command in a slot."""

    src: Identity
    bal: Number
    slot: Number
    cmd: Number


class AcceptReply(Record):
    """A replica has voted as the leader of the ballot asks."""

    src: Identity
    bal: Number
    slot: Number


class Service(Record):
    """The replicas, those that go on, the messages, the commands without an answer, and what clients observe."""

    node: Array[Node]
    running: IdSet
    pending: Sequence[Number]
    observed: Sequence[Event]
    prepares: Network[Prepare]
    prepare_replies: Network[PrepareReply]
    accepts: Network[Accept]
    accept_replies: Network[AcceptReply]
    commit_notices: Network[Number]
    writes: Number

    def event(self, kind: Label, cmd: Number, val: Number) -> "Service":
        """A client observes a request or an answer, unless it has observed the same."""
        is_known = self.observed.has(kind=kind, cmd=cmd, val=val)
        observed = where(is_known, self.observed, self.observed.append(kind=kind, cmd=cmd, val=val))
        return self.but(observed=observed)

    def slots(self) -> list[int]:
        """All slots, and all commands: there are as many."""
        slots: list[int] = self.node[self.node.indices()[0]].insts.indices()
        return slots

    def has_observed(self, kind: Label, cmd: Number) -> Truth:
        """Whether a client has observed the request of a command, or an answer."""
        return any_of((event.kind == kind) & (event.cmd == cmd) for event in self.observed)

    def is_terminated(self) -> Truth:
        """Whether every command has an answer."""
        observed = [self.has_observed(Kind.req, c) & self.has_observed(Kind.ack, c) for c in self.slots()]
        return self.pending.is_empty() & all_of(observed)

    def goes_on(self, me: Identity) -> Node:
        """A replica that has not ended."""
        require(self.running.has(me) & not_(self.is_terminated()), "the replica goes on")
        return self.node[me]

    def follow(self, me: Identity, leader: Identity, bal: Number) -> "Service":
        """A replica takes another for the leader in a ballot, or leads, and tells its votes."""
        node = self.node[me].but(leader=leader, bal_max_known=bal)
        for s in self.slots():
            is_open = node.insts[s].status == Status.accepting
            node = node.but("insts", s, "status", where(is_open, Status.preparing, node.insts[s].status))
        sent = self.prepare_replies.send(src=me, bal=bal, votes=node.voted)
        return self.but(node=self.node.but(me, node), prepare_replies=sent)

    def commit(self, me: Identity) -> "Service":
        """A replica commits its next slot."""
        s = self.node[me].commit_up_to + 1
        c = self.node[me].insts[s].cmd
        committed = self.but("node", me, "insts", s, "status", Status.committed)
        value = where(c <= self.writes, c, self.node[me].kvalue)
        return committed.but("node", me, commit_up_to=s, kvalue=value)


Replica = Annotated[Identity, Domain("replica")]
Ballot = Annotated[Number, Domain("ballot")]
APrepare = Annotated[Prepare, Domain("prepares")]
AnAccept = Annotated[Accept, Domain("accepts")]
ANotice = Annotated[Number, Domain("commit_notices")]


@action
def become_leader(m: Service, me: Replica, b: Ballot) -> Service:
    """A replica wants to lead in a ballot in which nobody else does."""
    require(m.goes_on(me).leader != me, "the replica does not lead")
    require(b > m.node[me].bal_max_known, "it knows no such ballot")
    require(all_of(p.bal != b for p in m.prepares), "nobody wants to lead in the ballot")
    return m.follow(me, me, b).but("node", me, "bal_prepared", 0).but(prepares=m.prepares.send(src=me, bal=b))


@action
def handle_prepare(m: Service, me: Replica, prepare: APrepare) -> Service:
    """A replica follows in a greater ballot."""
    require(prepare.bal > m.goes_on(me).bal_max_known, "the replica knows no such ballot")
    return m.follow(me, prepare.src, prepare.bal)


@action
def handle_prepare_replies(m: Service, me: Replica) -> Service:
    """A majority follows, so the leader asks for votes for the latest vote of each slot."""
    node = m.goes_on(me)
    require((node.leader == me) & (node.bal_prepared == 0), "the replica prepares a ballot")
    prs = m.prepare_replies.filter(lambda p: p.bal == node.bal_max_known)
    require(prs.size() > len(m.node.indices()) // 2, "a majority follows")
    accepts, of_cmd = m.accepts, len(m.slots()) + 1
    for s in m.slots():
        latest = maximum((p.votes[s].bal * of_cmd + p.votes[s].cmd for p in prs), default=0) % of_cmd
        status = node.insts[s].status
        asks = (status == Status.preparing) | (status == Status.empty) & (latest != 0)
        node = node.but("insts", s, cmd=latest, status=where(asks, Status.accepting, status))
        asks = node.insts[s].status == Status.accepting
        asked = accepts.send(src=me, bal=node.bal_max_known, slot=s, cmd=latest)
        accepts = where(asks, asked, accepts)
    return m.but("node", me, node.but(bal_prepared=node.bal_max_known)).but(accepts=accepts)


@action
def take_new_request(m: Service, me: Replica) -> Service:
    """The leader proposes a command of a client in its first empty slot, and votes for it."""
    node = m.goes_on(me)
    require((node.leader == me) & (node.bal_prepared == node.bal_max_known), "the replica leads")
    slots = m.slots()
    s = minimum(where(node.insts[s].status == Status.empty, s, len(slots) + 1) for s in slots)
    c = m.pending.fold(
        lambda first, c: where((first == 0) & all_of(i.cmd != c for i in node.insts), c, first), 0
    )
    require((s <= len(slots)) & (c != 0), "it has an empty slot, and a command for it")
    taken = m.but("node", me, "insts", s, status=Status.accepting, cmd=c)
    taken = taken.but("node", me, "voted", s, bal=node.bal_prepared, cmd=c)
    accepts = m.accepts.send(src=me, bal=node.bal_prepared, slot=s, cmd=c)
    replies = m.accept_replies.send(src=me, bal=node.bal_prepared, slot=s)
    return taken.but(accepts=accepts, accept_replies=replies).event(Kind.req, c, 0)


@action
def handle_accept(m: Service, me: Replica, accept: AnAccept) -> Service:
    """A replica votes as it is asked, unless it knows a greater ballot."""
    require(accept.bal >= m.goes_on(me).bal_max_known, "the replica knows no greater ballot")
    require(accept.bal > m.node[me].voted[accept.slot].bal, "it has not voted so late")
    node = m.node[me].but(leader=accept.src, bal_max_known=accept.bal)
    node = node.but("insts", accept.slot, status=Status.accepting, cmd=accept.cmd)
    node = node.but("voted", accept.slot, bal=accept.bal, cmd=accept.cmd)
    replies = m.accept_replies.send(src=me, bal=accept.bal, slot=accept.slot)
    return m.but(node=m.node.but(me, node), accept_replies=replies)


@action
def handle_accept_replies(m: Service, me: Replica) -> Service:
    """A majority has voted for the leader's next command, so the client gets its answer."""
    node = m.goes_on(me)
    require((node.leader == me) & (node.bal_prepared == node.bal_max_known), "the replica leads")
    s = node.commit_up_to + 1
    require(node.insts[s].status == Status.accepting, "it has asked for votes for its next command")
    ars = m.accept_replies.filter(lambda r: (r.slot == s) & (r.bal == node.bal_prepared))
    require(ars.size() > len(m.node.indices()) // 2, "a majority has voted")
    c = node.insts[s].cmd
    pending = m.pending.fold(lambda rest, p: where(p == c, rest, rest.append(p)), m.pending.truncate(0))
    committed = m.commit(me).but(pending=pending, commit_notices=m.commit_notices.send(s))
    return committed.event(Kind.ack, c, node.kvalue)


@action
def handle_commit_notice(m: Service, me: Replica, upto: ANotice) -> Service:
    """A follower commits its next command, as the leader has done."""
    node = m.goes_on(me)
    require((node.leader != me) & (upto == node.commit_up_to + 1), "its next command is committed")
    require(node.insts[upto].status == Status.accepting, "it has voted for it")
    return m.commit(me)


@action
def end(m: Service, me: Replica) -> Service:
    """A replica ends, when all clients have their answers."""
    require(m.running.has(me) & m.is_terminated(), "the replica goes on, and all is done")
    return m.but(running=m.running.excluding(me))


@promise
def linearizability(m: Service) -> Truth:
    """In the end some order of the commands explains each answer, and keeps to the order in which they were given."""
    req, ack, observed = {}, {}, m.observed
    for c in m.slots():
        head = observed.head()
        req[c] = observed.index_of(head.but(kind=Kind.req, cmd=c, val=0))
        answers = [observed.index_of(head.but(kind=Kind.ack, cmd=c, val=v)) for v in (0, *m.slots())]
        ack[c] = minimum(answers)

    def explains(order: tuple[int, ...]) -> Truth:
        value: Number = 0
        explained: Truth = True
        for j, c in enumerate(order):
            explained = explained & (observed[ack[c]].val == value)
            explained = explained & all_of(ack[later] >= req[c] for later in order[j + 1 :])
            value = where(c <= m.writes, c, value)
        return explained

    return implies(m.is_terminated(), any_of(explains(order) for order in permutations(m.slots())))


def machine(replicas: int = 3, writes: int = 1, reads: int = 1, ballots: int = 2) -> Machine:
    """MultiPaxos with ballots from 1 to `ballots`, in which clients give each command once."""
    replica, bal, known, n = Id("replica", replicas), Int(1, ballots), Int(0, ballots), writes + reads
    slot, command, cmd, src = Int(1, n), Int(1, n), Int(0, n), Optional(replica)
    insts, voted = (
        Array.of(slot, Inst.of(status=Status, cmd=cmd)),
        Array.of(slot, Vote.of(bal=known, cmd=cmd)),
    )
    ballots_of = {"bal_prepared": known, "bal_max_known": known}
    node = Node.of(
        leader=src, kvalue=Int(0, writes), commit_up_to=Int(0, n), insts=insts, voted=voted, **ballots_of
    )
    state = Service.of(
        node=Array.of(replica, node),
        running=IdSet.of(replica),
        pending=Sequence.of(command, n),
        observed=Sequence.of(Event.of(kind=Kind, cmd=command, val=Int(0, writes)), 2 * n),
        prepares=Network.of(Prepare.of(src=src, bal=bal), ballots),
        prepare_replies=Network.of(PrepareReply.of(src=src, bal=bal, votes=voted), ballots * replicas),
        accepts=Network.of(Accept.of(src=src, bal=bal, slot=slot, cmd=cmd), ballots * n),
        accept_replies=Network.of(AcceptReply.of(src=src, bal=bal, slot=slot), ballots * n * replicas),
        commit_notices=Network.of(slot, n),
        writes=Only(writes),
    )
    first = state.default
    first = first.but(running=first.running.everyone())
    for c in range(1, n + 1):
        first = first.but(pending=first.pending.append(c))
    actions = [become_leader, handle_prepare, handle_prepare_replies, take_new_request, handle_accept]
    actions += [handle_accept_replies, handle_commit_notice, end]
    sizes = {"replicas": replicas, "writes": writes, "reads": reads, "ballots": ballots}
    domains = {"replica": replica, "ballot": bal}
    return Machine("multi-paxos", sizes, state, first, actions, [linearizability], domains)
