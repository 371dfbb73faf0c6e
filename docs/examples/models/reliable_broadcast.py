"""Reliable broadcast by echoing, after the module `bcastFolklore` (Thanh Hai Tran, Igor Konnov, Josef Widder).

Chandra and Toueg, "Unreliable Failure Detectors for Reliable Distributed Systems", call it folklore. A process that has
the message at first sends it to all and accepts; so does one that receives it. Processes crash.
What `UnforgLtl` says of runs in which nobody has the message at first is a promise of the machine with `broadcast=0`.
"""

from typing import Annotated

from tidemark import Array, Domain, Enum, Id, IdSet, Identity, Int, Label, Machine, Number, Only, Record
from tidemark import Truth, action, all_of, any_of, eventually_always, fair, implies, initial, leads_to, not_
from tidemark import promise, require, where

Pc = Enum("pc", "v0", "v1", "ac", "cr")


class Broadcast(Record):
    """The processes that have not crashed, where each is, and from whom each has received what was sent."""

    corr: IdSet
    n_crashed: Number
    pc: Array[Label]
    rcvd: Array[IdSet]
    sent: IdSet
    f: Number

    def all_correct(self, label: Label) -> Truth:
        """Whether all correct processes are there."""
        return all_of(implies(self.corr.has(p), self.pc[p] == label) for p in self.corr.ids())

    def some_correct(self, label: Label) -> Truth:
        """Whether a correct process is there."""
        return any_of(self.corr.has(p) & (self.pc[p] == label) for p in self.corr.ids())

    def receive(self, me: Identity, msgs: IdSet) -> "Broadcast":
        """A process has received more messages, or none."""
        require(self.corr.has(me), "the process is correct")
        require(msgs <= self.sent, "the messages were sent")
        require(self.rcvd[me] <= msgs, "it has received them, or receives them now")
        return self.but("rcvd", me, msgs)

    def accept(self, me: Identity) -> "Broadcast":
        """A process sends the message to all, and accepts it."""
        return self.but(sent=self.sent.including(me)).but("pc", me, Pc.ac)


Process = Annotated[Identity, Domain("process")]
Processes = Annotated[IdSet, Domain("processes")]
First = Annotated[IdSet, Domain("first")]


@initial
def first(b: Broadcast, has_it: First) -> Broadcast:
    """Some processes have the message."""
    for p in has_it.ids():
        b = b.but("pc", p, where(has_it.has(p), Pc.v1, Pc.v0))
    return b.but(corr=b.corr.everyone())


@action
def receive(b: Broadcast, me: Process, msgs: Processes) -> Broadcast:
    """A process receives some messages."""
    return b.receive(me, msgs)


@action
def upon_v1(b: Broadcast, me: Process, msgs: Processes) -> Broadcast:
    """A process that has the message at first sends it to all, and accepts it."""
    require(b.pc[me] == Pc.v1, "it has the message")
    return b.receive(me, msgs).accept(me)


@action
def upon_accept(b: Broadcast, me: Process, msgs: Processes) -> Broadcast:
    """A process that has received the message sends it to all, and accepts it."""
    require((b.pc[me] == Pc.v0) | (b.pc[me] == Pc.v1), "it has not accepted")
    require(not_(msgs.is_empty()), "it has received the message")
    return b.receive(me, msgs).accept(me)


@action
def upon_crash(b: Broadcast, me: Process, msgs: Processes) -> Broadcast:
    """A process crashes."""
    require(b.n_crashed < b.f, "another process may crash")
    after = b.receive(me, msgs)
    return after.but(n_crashed=b.n_crashed + 1, corr=b.corr.excluding(me)).but("pc", me, Pc.cr)


@promise
def unforg(b: Broadcast) -> Truth:
    """No correct process accepts what nobody had at first."""
    return not_(b.some_correct(Pc.ac))


@leads_to
def corr(b: Broadcast) -> tuple[Truth, Truth]:
    """If all correct processes have the message, one of them accepts it."""
    return b.all_correct(Pc.v1), b.some_correct(Pc.ac)


@leads_to
def relay(b: Broadcast) -> tuple[Truth, Truth]:
    """If a correct process accepts the message, all of them do."""
    return b.some_correct(Pc.ac), b.all_correct(Pc.ac)


@eventually_always
def reliable_chan(b: Broadcast, sender: Process) -> Truth:
    """In the end all correct processes have received what a process has sent."""
    received = [not_(b.corr.has(p)) | b.rcvd[p].has(sender) for p in b.corr.ids()]
    return implies(b.sent.has(sender), all_of(received))


def machine(n: int = 3, f: int = 1, broadcast: bool = True) -> Machine:
    """`n` processes, of which `f` may crash; without `broadcast`, none has the message at first."""
    process, everyone = Id("process", n), IdSet.of(Id("process", n))
    processes, received = Array.of(process, Pc), Array.of(process, everyone)
    state = Broadcast.of(
        corr=everyone, n_crashed=Int(0, f), pc=processes, rcvd=received, sent=everyone, f=Only(f)
    )
    have_it = everyone if broadcast else IdSet.empty_of(process)
    domains = {"process": process, "processes": everyone, "first": have_it}
    promises = [corr, relay, reliable_chan] if broadcast else [unforg, corr, relay, reliable_chan]
    sizes, goes_on = {"n": n, "f": f}, [fair(receive, upon_v1, upon_accept, each=False)]
    actions = [receive, upon_v1, upon_accept, upon_crash]
    return Machine("reliable-broadcast", sizes, state, first, actions, promises, domains, fairness=goes_on)
