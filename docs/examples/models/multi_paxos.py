"""MultiPaxos as a replicated key-value store of one key, after Guanzhou Hu's module `MultiPaxos` (tlaplus/Examples).

The original has one set of messages; here each kind has its own. Commands are numbered: the writes come first, 0 is none.
"""

from itertools import permutations
from typing import Annotated

from tidemark import action


class Vote(Record):
    """For which command, and in which ballot."""

    bal: Number
    cmd: Number


class Inst(Record):
    """A slot of a replica's log."""

    status: Label
    cmd: Number
    voted: Vote


class Node(Record):
    """A replica: whom it takes for the leader, the value, how many slots are committed, ballots, and the log."""

    leader: Identity
    kvalue: Number
    commit_up_to: Number
    bal_prepared: Number
    bal_max_known: Number
    insts: Array[Inst]


class Event(Record):
    """A client's request, or the answer with the value before it."""

    type: Label
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

    def event(self, type: Label, cmd: Number, val: Number) -> Event:
        """What a client observes."""
        return self.observed.head().but(type=type, cmd=cmd, val=val)

    def commands(self) -> list[Number]:
        """All commands."""
        return [slot + 0 for slot in self.slots()]

    def is_majority(self, size: Number) -> Truth:
        """Whether so many replicas are a majority."""
        return size > len(self.node.indices()) // 2
