"""Chain replication of one value, after danwt's module `spec` (danwt/chain-replication).

Van Renesse and Schneider, "Chain Replication for Supporting High Throughput and Availability". Servers are numbered
from the tail on, and process 0 is the client, which never crashes. The client writes to the head, each server passes
the value on, and the tail answers. Servers crash, and each process learns of that at another time. All messages of a
channel are equal, so a channel is their number; `action`, the name of the latest step, is left out.
"""

from typing import Annotated

from tidemark import Array, Bool, Domain, Int, Machine, Number, Record, Truth, action, all_of, any_of, implies
from tidemark import not_, promise, require, sometimes, where


class Chain(Record):
    """Who has crashed, the channels, whom each process takes for alive, the answer, who has the value, and retries."""

    crashed: Array[Truth]
    fifo: Array[Array[Number]]
    servers: Array[Array[Truth]]
    response: Truth
    value: Array[Truth]
    retries: Number

    def ids(self) -> list[int]:
        """The servers."""
        return self.servers[0].indices()

    def succ(self, p: Number) -> Number:
        """The next server towards the tail that a process takes for alive; the process where there is none."""
        succ = p
        for e in self.ids():
            succ = where(self.servers[p][e] & (e < p), e, succ)
        return succ

    def pred(self, p: Number) -> Number:
        """The next server towards the head that a process takes for alive; the process where there is none."""
        pred = p
        for e in reversed(self.ids()):
            pred = where(self.servers[p][e] & (p < e), e, pred)
        return pred

    def forget(self, p: Number, prev: Number) -> "Chain":
        """A process takes those between it and the sender of a message for crashed."""
        chain = self
        for e in self.ids():
            chain = chain.but("servers", p, e, self.servers[p][e] & ((e <= p) | (prev <= e)))
        return chain

    def add(self, sender: Number, receiver: Number, change: Number) -> "Chain":
        """A channel has more messages, or fewer."""
        return self.but("fifo", sender, receiver, self.fifo[sender][receiver] + change)


Server = Annotated[Number, Domain("server")]
Process = Annotated[Number, Domain("process")]


@action
def fail(c: Chain, p: Server) -> Chain:
    """A server crashes, while another one is alive."""
    require(not_(c.crashed[p]), "the server is alive")
    require(any_of(not_(c.crashed[q]) & (p != q) for q in c.ids()), "another one is alive")
    return c.but("crashed", p, True)


@action
def notify_fail(c: Chain, p: Process, crashed: Server) -> Chain:
    """A process learns that a server has crashed."""
    require(not_(c.crashed[p]), "the process is alive")
    require(
        (p != crashed) & c.crashed[crashed] & c.servers[p][crashed], "it takes a crashed server for alive"
    )
    return c.but("servers", p, crashed, False)


@action
def receive_sync(c: Chain, p: Server, prev: Server) -> Chain:
    """A server receives the value from its predecessor, and passes it on; the tail answers."""
    require(
        not_(c.crashed[p]) & (p != prev) & (c.fifo[prev][p] > 0), "the server is alive, and has a message"
    )
    after = c.forget(p, prev).add(prev, p, -1)
    succ, is_pred = after.succ(p), after.pred(p) == prev
    sent = where(is_pred & (p != succ), after.add(p, succ, 1), after)
    sent = sent.but(response=c.response | (is_pred & (p == succ)))
    return sent.but("value", p, c.value[p] | is_pred)


@action
def receive_update_hist(c: Chain, p: Server) -> Chain:
    """A server receives the value from the client, so it is the head: it passes the value on, or answers."""
    require(not_(c.crashed[p]) & (c.fifo[0][p] > 0), "the server is alive, and has a message of the client")
    after = c.forget(p, c.ids()[-1] + 1).add(0, p, -1)
    succ = after.succ(p)
    sent = where(p != succ, after.add(p, succ, 1), after)
    return sent.but(response=c.response | (p == succ)).but("value", p, True)


@action
def client_send(c: Chain) -> Chain:
    """The client sends the value to the server that it takes for the head, as often as there are servers."""
    require(c.retries < c.ids()[-1], "the client tries again")
    head = c.ids()[0]
    for e in c.ids():
        head = where(c.servers[0][e], e, head)
    return c.add(0, head, 1).but(retries=c.retries + 1)


@action
def client_succeed(c: Chain) -> Chain:
    """The client learns that the value is written."""
    require(c.response, "the tail has answered")
    return c.but("value", 0, True)


@promise
def agreement(c: Chain) -> Truth:
    """Where the client has an answer, every server that is alive has the value."""
    return all_of(implies(c.value[0], c.crashed[p] | c.value[p]) for p in c.ids())


@sometimes
def answered(c: Chain) -> Truth:
    """The client gets an answer."""
    return c.value[0]


@sometimes
def busy_channel(c: Chain) -> Truth:
    """A channel has three messages."""
    return any_of(length >= 3 for channels in c.fifo for length in channels)


def machine(servers: int = 3) -> Machine:
    """A chain of `servers`, all but one of which may crash."""
    server, process = Int(1, servers), Int(0, servers)
    state = Chain.of(
        crashed=Array.of(process, Bool()),
        fifo=Array.of(process, Array.of(process, Int(0, servers))),
        servers=Array.of(process, Array.of(server, Bool())),
        response=Bool(),
        value=Array.of(process, Bool()),
        retries=Int(0, servers),
    )
    first = state.default
    for p in first.servers.indices():
        for e in first.ids():
            first = first.but("servers", p, e, True)
    domains = {"server": server, "process": process}
    actions = [fail, notify_fail, receive_sync, receive_update_hist, client_send, client_succeed]
    promises = [agreement, answered, busy_channel]
    return Machine("chain-replication", {"servers": servers}, state, first, actions, promises, domains)
