"""What the nodes of etcd's raft know, and what is under way between them.

A log is an array: for each term the index of the last entry with that or an earlier one. So it has as many numbers as
there are terms, however long it is. The first entry is there from the beginning, of term 1.
"""

from tidemark import (
    Array,
    At,
    Bag,
    Bool,
    Bound,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Number,
    Optional,
    Record,
    RecordType,
    Truth,
    any_of,
    count,
    maximum,
    minimum,
    where,
)

NODES = 3
Role = Enum("role", "follower", "candidate", "leader")
Kind = Enum("kind", "nothing", "vote", "voted", "append", "appended", "beat", "beaten")
node = Id("node", NODES)
Log = Array[Number]


class Message(Record):
    """A message. What its kind does not use has the default.

    index, log_term: of the entry before those that are sent, or of the last one of a candidate; in an answer the index
    that was appended or rejected, and the term of the hint. log, last: the sender's log up to the last entry that is
    sent, and the index of that.
    """

    kind: Label
    source: Identity
    to: Identity
    term: Number
    index: Number
    log_term: Number
    last: Number
    commit: Number
    reject: Truth
    hint: Number
    log: Log

    def text(self) -> str:
        """A message in short."""
        more = {"append": f", up to {self.last}", "voted": "", "appended": f", hint {self.hint}"}.get(
            str(self.kind), ""
        )
        refused = " rejected" if self.reject else ""
        return f"{self.kind}{refused} {self.source}>{self.to} in {self.term} at {self.index}:{self.log_term}{more}"


class Disk(Record):
    """What a node has written, and what it restarts from."""

    term: Number
    vote: Identity
    commit: Number
    log: Log


class Node(Record):
    """What a node knows.

    lead: who leads, as far as it knows. granted, refused: the votes for and against a candidate. match, next, probed:
    what a leader knows of each follower; to those that are probed it does not send ahead. hand: the message that it
    handles. out: messages that wait until it has written what they say.
    """

    role: Label
    term: Number
    vote: Identity
    lead: Identity
    commit: Number
    log: Log
    granted: IdSet
    refused: IdSet
    match: Array[Number]
    next: Array[Number]
    probed: IdSet
    hand: Message
    out: Bag[Message]
    disk: Disk


class Cluster(Record):
    """The nodes, and the messages under way. latest: the message that was sent last, also if it is lost."""

    nodes: Array[Node]
    wire: Bag[Message]
    latest: Message


class RaftAt(At):
    """How large the logs and the network are."""

    terms = Bound("the last term", default=3, low=2, high=60)
    entries = Bound("the index of the last entry", default=4, low=2, high=65535)
    batch = Bound("how many entries a message has", default=2, low=1, high=256)
    wire = Bound("how many messages are under way", default=3, low=2, high=64)
    out = Bound("how many messages of a node wait to be sent", default=3, low=2, high=64)


def cluster_type(at: RaftAt) -> RecordType:
    """The type of a state at these bounds."""
    term, index = Int(0, at.terms), Int(0, at.entries)
    log = Array.of(term, index)
    message = Message.of(
        kind=Kind,
        source=Optional(node),
        to=Optional(node),
        term=term,
        index=index,
        log_term=term,
        last=index,
        commit=index,
        reject=Bool(),
        hint=index,
        log=log,
    )
    one = Node.of(
        role=Role,
        term=term,
        vote=Optional(node),
        lead=Optional(node),
        commit=index,
        log=log,
        granted=IdSet.of(node),
        refused=IdSet.of(node),
        match=Array.of(node, index),
        next=Array.of(node, Int(0, at.entries + 1)),
        probed=IdSet.of(node),
        hand=message,
        out=Bag.of(message, at.out),
        disk=Disk.of(term=term, vote=Optional(node), commit=index, log=log),
    )
    return Cluster.of(nodes=Array.of(node, one), wire=Bag.of(message, at.wire), latest=message)


def first_state(empty: Cluster, at: RaftAt) -> Cluster:
    """Every node has the first entry, committed and written, and is in term 1."""
    first = empty.nodes[node.values()[0]]
    log = first.log
    for term in range(1, at.terms + 1):
        log = log.but(term, 1)
    disk = first.disk.but(term=1, commit=1, log=log)
    nodes = empty.nodes
    for me in nodes.indices():
        nodes = nodes.but(me, first.but(term=1, commit=1, log=log, disk=disk))
    return empty.but(nodes=nodes)


# Logs.


def last_of(log: Log) -> Number:
    """The index of the last entry."""
    return log[log.indices()[-1]]


def term_at(log: Log, index: Number) -> Number:
    """The term of an entry; behind the last one, a term that no entry has."""
    return count(end < index for end in log)


def grown(log: Log, term: Number) -> Log:
    """A log with one more entry, of this term."""
    for at in log.indices():
        log = log.but(at, where(term <= at, log[at] + 1, log[at]))
    return log


def joined(log: Log, index: Number, sent: Log) -> Log:
    """A log up to an index, and behind it the entries that another one has there."""
    for at in log.indices():
        log = log.but(at, minimum(log[at], index) + maximum(sent[at], index) - index)
    return log


def cut(log: Log, index: Number) -> Log:
    """A log up to an index."""
    for at in log.indices():
        log = log.but(at, minimum(log[at], index))
    return log


def differ(a: Log, b: Log, first: Number, last: Number) -> Truth:
    """Whether two logs have other entries behind `first`, up to `last`."""
    return any_of(
        maximum(minimum(a[at], last), first) != maximum(minimum(b[at], last), first) for at in a.indices()
    )


def conflict_by_term(log: Log, index: Number, term: Number) -> Number:
    """The last entry up to an index whose term is not larger than this one (`findConflictByTerm`)."""
    return where(index > last_of(log), index, minimum(index, log[term]))
