"""The state of a KRaft quorum: its servers, and what has been committed.

Source: KIP-595, and `raft/src/main/java/org/apache/kafka/raft/` at 3.9 (`QuorumState`, `LeaderState`). A record is
known by its offset, its epoch and the leader that wrote it, so records need no numbers. Every server is a voter at
first; a record may take one out, or back in (KIP-853).
"""

from __future__ import annotations

from tidemark.impl.kraft_quorum.bounds import KraftAt
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Number,
    Only,
    Optional,
    Record,
    Sequence,
    Truth,
    all_of,
    count,
    maximum,
    none,
    position,
    where,
)
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType

Role = Enum("role", "unattached", "candidate", "follower", "leader", "resigned")
"""`QuorumState`: *unattached* knows no leader and may have voted; *resigned* led its epoch and restarted."""


Commit = Enum("commit", "in_epoch", "any_epoch", "leader_alone", "from_epoch_start")
"""What a leader may commit: what a majority has, if that ends with a record of the leader's epoch, or whatever it ends
with; or what the leader has written itself; or what a majority has, once that reaches the start of the epoch."""


class KRaftEntry(Record):
    """A record: the epoch and the leader that wrote it, and the voter that it takes out or back in, if it does."""

    epoch: Number
    leader: Identity
    voter: Identity

    def text(self) -> str:
        """A plain record as the views show it: `2@1` was written in epoch 2 by server 1."""
        change = "" if self.voter == none else f"±{int(self.voter)}"
        return f"{int(self.epoch)}@{int(self.leader)}{change}"


class KRaftLog(Sequence[KRaftEntry]):
    """The metadata log of a server. Its length is the log end offset."""

    def offsets(self) -> range:
        """Every offset that the log could ever have."""
        return range(self.capacity)

    def has_room(self) -> Truth:
        """Whether the bounds allow one more record."""
        return self.length < self.capacity

    def latest_epoch(self) -> Number:
        """The epoch of the last record; 0 if the log is empty."""
        return self[self.length - 1].epoch

    def end_of(self, epoch: Number) -> Number:
        """The offset after the last record whose epoch is not above this one (`endOffsetForEpoch`, the offset)."""
        return count((self.length > k) & (self[k].epoch <= epoch) for k in self.offsets())

    def agrees_below(self, log: KRaftLog, offset: Number) -> Truth:
        """Whether both logs have a record at every offset below this one, and the same."""
        return all_of(
            (offset <= k) | ((self.length > k) & (log.length > k) & (self[k] == log[k]))
            for k in self.offsets()
        )


class KRaftServer(Record):
    """What a server knows. On disk: the epoch, whom it voted for or who leads (`quorum-state`), and the log.

    votes: who granted a candidate their vote. fetched: what a leader knows of the others' log ends, by their fetches.
    answer_due: whether an answer with the record after the log's end is on its way from the leader.
    """

    epoch: Number
    raft_state: Label
    voted_for: Identity
    leader: Identity
    votes: IdSet
    log: KRaftLog
    high_watermark: Number
    fetched: Array[Number]
    answer_due: Truth

    def in_epoch(
        self, epoch: Number, role: Label, voted_for: Identity = none, leader: Identity = none
    ) -> KRaftServer:
        """This server in a role of an epoch. What belongs to one role alone goes back to its default."""
        empty = self.type.default
        without_votes = self.but(votes=empty.votes, fetched=empty.fetched, answer_due=False)
        return without_votes.but(epoch=epoch, raft_state=role, voted_for=voted_for, leader=leader)

    def is_up_to_date(self, voter: KRaftServer) -> Truth:
        """Whether this log ends as late as the other one: by the epoch of the last record, then by the offset."""
        mine, theirs = self.log.latest_epoch(), voter.log.latest_epoch()
        return (mine > theirs) | ((mine == theirs) & (self.log.length >= voter.log.length))

    def has_committed_in_epoch(self) -> Truth:
        """Whether a leader knows that a record of its own epoch is committed."""
        return (self.high_watermark > 0) & (self.log[self.high_watermark - 1].epoch == self.epoch)


def is_majority(some: Number, voters: IdSet) -> Truth:
    """Whether that many voters are a majority."""
    return some + some > voters.size()


class KRaftQuorum(Record):
    """The whole state. Apart from the servers and their rule, no server knows it: it serves the promises and the
    bounds.

    commit: what a leader may commit. observers: how many servers are no voters at first. leaves_epoch: whether a leader
    that resigns goes on in the next epoch without a vote. Each has one value in a machine, so they take no room.
    committed: the records below any leader's high watermark, ever. commit_epoch: the latest epoch in which some were.
    """

    commit: Label
    observers: Number
    leaves_epoch: Truth
    servers: Array[KRaftServer]
    committed: KRaftLog
    commit_epoch: Number
    restarts: Number
    changes: Number

    def with_server(self, server: Identity, changed: KRaftServer) -> KRaftQuorum:
        """This quorum with one server changed."""
        return self.but(servers=self.servers.but(server, changed))

    def without_answers_of(self, leader: Identity) -> KRaftQuorum:
        """This quorum without the answers that are on their way from a server."""
        quorum = self
        for s in self.servers.indices():
            me = self.servers[s]
            quorum = quorum.with_server(s, me.but(answer_due=me.answer_due & (me.leader != leader)))
        return quorum

    def last_epoch(self) -> int:
        """The last epoch within the bounds."""
        last: int = self.type.fields["commit_epoch"].hi
        return last

    def first_voters(self) -> IdSet:
        """The voters as long as no record changes them: all servers but the last ones, which are the observers."""
        servers, observers = self.servers.indices(), self.type.fields["observers"].hi
        voters = self.servers[servers[0]].votes.everyone()
        for server in servers if observers else ():
            # By position, so that the servers are not interchangeable.
            if position(server) >= len(servers) - observers:
                voters = voters.excluding(server)
        return voters

    def voters(self, log: KRaftLog) -> IdSet:
        """The voters by the records of a log, whether or not they are committed (KIP-853)."""
        voters = self.first_voters()
        for k in log.offsets():
            change, is_voter = log[k].voter, voters.has(log[k].voter)
            voters = where(
                change == none, voters, where(is_voter, voters.excluding(change), voters.including(change))
            )
        return voters

    def majority_end(self, leader: Identity) -> Number:
        """The largest offset that a majority of the voters is known to have reached, the leader itself among them."""
        me = self.servers[leader]
        voters = self.voters(me.log)

        def voters_at(end_offset: int) -> Number:
            ends = {s: where(leader == s, me.log.length, me.fetched[s]) for s in self.servers.indices()}
            return count(voters.has(s) & (end >= end_offset) for s, end in ends.items())

        return count(is_majority(voters_at(k + 1), voters) for k in me.log.offsets())

    def commit_offset(self, leader: Identity) -> Number:
        """How far a leader may raise its high watermark; 0 where it may not (`maybeUpdateHighWatermark`)."""
        me = self.servers[leader]
        end = where(self.commit == Commit.leader_alone, me.log.length, self.majority_end(leader))
        any_epoch = self.commit == Commit.any_epoch
        starts = (self.commit == Commit.from_epoch_start) & (end >= me.log.end_of(me.epoch - 1))
        return where(any_epoch | starts | (me.log[end - 1].epoch == me.epoch), end, 0)

    def commit_as_leader(self, leader: Identity) -> KRaftQuorum:
        """This quorum after a leader raised its high watermark as far as it may."""
        me, offset = self.servers[leader], self.commit_offset(leader)
        rises = offset > me.high_watermark
        committed = self.committed
        for k in me.log.offsets():
            is_new = rises & (offset > k) & (committed.length <= k)
            committed = where(is_new, committed.append(me.log[k]), committed)
        raised = self.with_server(leader, me.but(high_watermark=maximum(me.high_watermark, offset)))
        epoch = where(rises, maximum(self.commit_epoch, me.epoch), self.commit_epoch)
        return raised.but(committed=committed, commit_epoch=epoch)

    def write_record(self, leader: Identity, voter: Identity = none) -> KRaftQuorum:
        """This quorum after a leader wrote a record of its epoch, and committed what it may then."""
        me = self.servers[leader]
        record = self.committed.type.element(epoch=me.epoch, leader=leader, voter=voter)
        return self.with_server(leader, me.but(log=me.log.append(record))).commit_as_leader(leader)


def quorum_type(at: KraftAt) -> RecordType:
    """The states of a quorum at these bounds, by what a leader may commit."""
    server, log_size = Id("server", at.servers), at.log_size
    epoch, offset = Int(0, at.max_epoch), Int(0, log_size)
    someone = Optional(server)
    changed = someone if at.changes else LeafType(server.kind, -1, -1)
    log = KRaftLog.of(KRaftEntry.of(epoch=epoch, leader=someone, voter=changed), log_size)
    server_states = KRaftServer.of(
        epoch=epoch,
        raft_state=Role,
        voted_for=someone,
        leader=someone,
        votes=IdSet.of(server),
        log=log,
        high_watermark=offset,
        fetched=Array.of(server, offset),
        answer_due=Bool() if at.sends_late else Only(False),
    )
    return KRaftQuorum.of(
        commit=Only(at.commit),
        observers=Only(at.observers),
        leaves_epoch=Only(at.leaves_epoch),
        servers=Array.of(server, server_states),
        committed=log,
        commit_epoch=epoch,
        restarts=Int(0, at.restarts),
        changes=Int(0, at.changes),
    )
