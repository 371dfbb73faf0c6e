"""How records reach a majority: writes, fetches, truncation, the high watermark, changes of voters.

Source: KIP-595 and KIP-853; `KafkaRaftClient` at 3.9 (`tryCompleteFetchRequest`, `handleFetchResponse`),
`ReplicatedLog` (`validateOffsetAndEpoch`, `truncateToEndOffset`), `LeaderState.maybeUpdateHighWatermark`,
`AddVoterHandler` and `RemoveVoterHandler`.

A fetch brings one record. Its request and answer are one step, or half of one where the answer is lost. It covers late
requests: what a leader notes of one, it may as well have noted when it was sent. It covers late answers as well, if
they bring what the leader had when it was asked: a follower takes an answer in the epoch of its request alone, and
until then no other step reads its log. The rule `late-answer` has the answers that bring something else: a leader sends
the bytes of its file when the network takes them (`FileRecords.writeTo`), and may follow another leader by then.
"""

from tidemark.impl.kraft_quorum.elections import ServerId
from tidemark.impl.kraft_quorum.quorum import Commit, KRaftLog, KRaftQuorum, Role
from tidemark.spec import Identity, Rule, Truth, action, all_of, maximum, minimum, none, not_, require, where


def leader_of(q: KRaftQuorum, follower: Identity) -> Identity:
    """The leader that a follower fetches from; the step is disabled if its epoch has no such leader."""
    leader = q.servers[follower].leader
    require(q.servers[follower].raft_state == Role.follower, "the server is a follower")
    leads = q.servers[leader].raft_state == Role.leader
    require(leads & (q.servers[leader].epoch == q.servers[follower].epoch), "the other leads in its epoch")
    return leader


def is_valid(leader: KRaftLog, follower: KRaftLog) -> Truth:
    """Whether the follower's log ends within the leader's: by its offset and the epoch of its last record."""
    epoch = follower.latest_epoch()
    end = leader.end_of(epoch)
    return (follower.length == 0) | ((leader[end - 1].epoch == epoch) & (follower.length <= end))


def _leader_with_log(q: KRaftQuorum, follower: Identity) -> Identity:
    leader = leader_of(q, follower)
    valid = is_valid(q.servers[leader].log, q.servers[follower].log)
    require(valid, "the follower's log ends within the leader's")
    return leader


def _leader_with_offset(q: KRaftQuorum, follower: Identity) -> Identity:
    leader = leader_of(q, follower)
    require(q.servers[follower].log.length <= q.servers[leader].log.length, "the leader has the offset")
    return leader


def cut_log(leader: KRaftLog, follower: KRaftLog) -> KRaftLog:
    """The follower's log, cut by the leader's answer: the last epoch up to the follower's, and its end there."""
    end = leader.end_of(follower.latest_epoch())
    epoch = leader[end - 1].epoch
    follower_end = follower.end_of(epoch)
    has_epoch = (epoch == 0) | (follower[follower_end - 1].epoch == epoch)
    return follower.truncate(where(has_epoch, minimum(follower_end, end), follower_end))


def _note_offset(q: KRaftQuorum, follower: Identity, leader: Identity) -> KRaftQuorum:
    """The leader notes the offset of a fetch, which says what the follower has, and commits (`updateReplicaState`)."""
    leader_state = q.servers[leader]
    with_offset = leader_state.but(fetched=leader_state.fetched.but(follower, q.servers[follower].log.length))
    return q.with_server(leader, with_offset).commit_as_leader(leader)


def _answer_fetch(q: KRaftQuorum, follower: Identity, leader: Identity) -> KRaftQuorum:
    """The follower appends the next record, if there is one, and raises its high watermark to the leader's."""
    noted = _note_offset(q, follower, leader)
    me, leader_state = noted.servers[follower], noted.servers[leader]
    end = me.log.length
    log = where(end < leader_state.log.length, me.log.append(leader_state.log[end]), me.log)
    reached = minimum(log.length, leader_state.high_watermark)
    answered = me.but(log=log, high_watermark=maximum(me.high_watermark, reached), answer_due=False)
    require(not_(answered == me), "the answer has something new")
    return noted.with_server(follower, answered)


@action
def write_record(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A leader writes a record of its epoch."""
    me = q.servers[server]
    require(me.raft_state == Role.leader, "the server leads, or believes that it does")
    require(me.log.has_room(), "the log has room for a record")
    return q.write_record(server)


@action("fetch")
def fetch_checked(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A follower fetches the next record; the leader finds its offset and last epoch in its own log."""
    leader = _leader_with_log(q, server)
    return _answer_fetch(q, server, leader)


@action("fetch_unanswered")
def fetch_checked_unanswered(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A follower fetches, the leader notes its offset, and the answer is lost."""
    leader = _leader_with_log(q, server)
    return _note_new_offset(q, server, leader)


@action
def truncate(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A follower fetches from where the logs are apart; told where its last epoch ends, it cuts its log."""
    me, log = q.servers[server], q.servers[leader_of(q, server)].log
    require(not_(is_valid(log, me.log)), "the follower's log does not end within the leader's")
    return q.with_server(server, me.but(log=cut_log(log, me.log), answer_due=False))


@action
def fetch_late_answer(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A follower fetches; the leader notes its offset, and has yet to send the record (`tryCompleteFetchRequest`)."""
    leader = _leader_with_log(q, server)
    me = q.servers[server]
    require(not_(me.answer_due), "no answer is on its way")
    require(me.log.length < q.servers[leader].log.length, "the leader has the next record")
    noted = _note_offset(q, server, leader)
    return noted.with_server(server, noted.servers[server].but(answer_due=True))


def _take_late_answer(q: KRaftQuorum, follower: Identity, *, checks_epoch: bool) -> KRaftQuorum:
    me = q.servers[follower]
    log = q.servers[me.leader].log
    require(me.answer_due, "an answer is on its way")
    require(me.log.length < log.length, "the file of the server that sends it has a record there")
    record = log[me.log.length]
    accepted = me.log.append(record)
    if checks_epoch:
        accepted = where(record.epoch <= me.epoch, accepted, me.log)
    return q.with_server(follower, me.but(log=accepted, answer_due=False))


@action("take_late_answer")
def take_any_record(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A follower appends what a late answer brings: what the file of the sender has at that place now.

    The places of records in a file differ with their sizes; here all have one size, as LeaderChange records have.
    """
    return _take_late_answer(q, server, checks_epoch=False)


@action("take_late_answer")
def take_record_of_epoch(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A follower appends what a late answer brings, except records of an epoch after its own (KAFKA-18723).

    Source: `UnifiedLog.hasHigherPartitionLeaderEpoch` at 3.9.1.
    """
    return _take_late_answer(q, server, checks_epoch=True)


@action("fetch")
def fetch_by_offset(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A follower fetches the next record; the leader looks at the offset alone."""
    leader = _leader_with_offset(q, server)
    return _answer_fetch(q, server, leader)


@action("fetch_unanswered")
def fetch_by_offset_unanswered(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A follower fetches, the leader notes its offset, and the answer is lost."""
    leader = _leader_with_offset(q, server)
    return _note_new_offset(q, server, leader)


@action("truncate")
def truncate_to_end(q: KRaftQuorum, server: ServerId) -> KRaftQuorum:
    """A follower that fetches from beyond the leader's end cuts its log there."""
    me, log = q.servers[server], q.servers[leader_of(q, server)].log
    require(me.log.length > log.length, "the follower's log is longer than the leader's")
    return q.with_server(server, me.but(log=me.log.truncate(log.length)))


def _note_new_offset(q: KRaftQuorum, follower: Identity, leader: Identity) -> KRaftQuorum:
    new = q.servers[leader].fetched[follower] != q.servers[follower].log.length
    require(new, "the leader does not know the offset yet")
    return _note_offset(q, follower, leader)


def _change(q: KRaftQuorum, leader: Identity, voter: Identity) -> KRaftQuorum:
    me = q.servers[leader]
    require(q.changes < q.type.fields["changes"].hi, "a change of voters is left")
    require(me.raft_state == Role.leader, "the server leads, or believes that it does")
    require(me.log.has_room(), "the log has room for a record")
    require(not_(q.voters(me.log).is_only(voter)), "a voter is left")
    return q.but(changes=q.changes + 1).write_record(leader, voter=voter)


def _has_no_open_change(q: KRaftQuorum, leader: Identity) -> Truth:
    me = q.servers[leader]
    return all_of((k < me.high_watermark) | (me.log[k].voter == none) for k in me.log.offsets())


@action("change_voter")
def change_after_commit(q: KRaftQuorum, leader: ServerId, voter: ServerId) -> KRaftQuorum:
    """A leader takes a voter out or back in, once its epoch has a committed record and no change is open."""
    require(_has_no_open_change(q, leader), "every change of voters before is committed")
    require(q.servers[leader].has_committed_in_epoch(), "a record of the leader's epoch is committed")
    return _change(q, leader, voter)


@action("change_voter")
def change_at_once(q: KRaftQuorum, leader: ServerId, voter: ServerId) -> KRaftQuorum:
    """A leader takes a voter out or back in as long as no change in its own log is open."""
    require(_has_no_open_change(q, leader), "every change of voters before is committed")
    return _change(q, leader, voter)


@action("change_voter")
def change_several(q: KRaftQuorum, leader: ServerId, voter: ServerId) -> KRaftQuorum:
    """A leader takes a voter out or back in, once its epoch has a committed record, other changes being open or not."""
    require(q.servers[leader].has_committed_in_epoch(), "a record of the leader's epoch is committed")
    return _change(q, leader, voter)


FETCH_CHECKED = Rule(
    (fetch_checked, fetch_checked_unanswered, truncate),
    "from an offset and the epoch before it; logs apart are cut",
)
FETCH_BY_OFFSET = Rule((fetch_by_offset, fetch_by_offset_unanswered, truncate_to_end), "from an offset alone")
COMMIT_IN_EPOCH = Rule(
    (), "what a majority has, if it ends in the leader's epoch", {"commit": Commit.in_epoch}
)
COMMIT_ANY_EPOCH = Rule((), "what a majority has, of whatever epoch", {"commit": Commit.any_epoch})
COMMIT_FROM_EPOCH_START = Rule(
    (), "what a majority has, once that reaches the start of the epoch", {"commit": Commit.from_epoch_start}
)
COMMIT_ALONE = Rule((), "what the leader itself has written", {"commit": Commit.leader_alone})
CHANGE_AFTER_COMMIT = Rule((change_after_commit,), "one at a time, after a commit of the leader's epoch")
CHANGE_AT_ONCE = Rule((change_at_once,), "one at a time, at once")
CHANGE_SEVERAL = Rule((change_several,), "several at a time, after a commit of the leader's epoch")
SENT_AT_ONCE = Rule.sets("what the leader had when it was asked", sends_late=False)
LATE_ANY_RECORD = Rule(
    (fetch_late_answer, take_any_record), "whatever the sender's file has by then", {"sends_late": True}
)
LATE_RECORD_OF_EPOCH = Rule(
    (fetch_late_answer, take_record_of_epoch),
    "what the sender's file has by then, of no later epoch",
    {"sends_late": True},
)
