"""The parts of the quorum's rules, on logs written by hand: votes, fetches, truncation, majorities."""

from typing import Any

import pytest

from tidemark import impl
from tidemark.impl.kraft_quorum.elections import vote_for_up_to_date
from tidemark.impl.kraft_quorum.quorum import KRaftEntry, KRaftLog, KRaftQuorum, KRaftServer, Role
from tidemark.impl.kraft_quorum.replication import cut_log, is_valid
from tidemark.spec import Disabled
from tidemark.spec.machines.machine import Machine


def machine(**bounds: int) -> Machine:
    every = {"servers": 3, "max-epoch": 6, "log-size": 6, "restarts": 1, "changes": 2, **bounds}
    return impl.protocol("kraft/kip-595").machine(every)


MACHINE = machine()
EMPTY: KRaftQuorum = MACHINE.initial


def log(*epochs: int) -> KRaftLog:
    """A log with records of these epochs, all by server 0."""
    records = EMPTY.committed
    for epoch in epochs:
        records = records.append(records.type.element(epoch=epoch, leader=0))
    return records


def epochs(records: KRaftLog) -> list[int]:
    return [int(entry.epoch) for entry in records.items[: records.length]]


def quorum(*servers: KRaftServer) -> KRaftQuorum:
    state = EMPTY
    for number, server in enumerate(servers):
        state = state.with_server(state.servers.indices()[number], server)
    return state


def server(**fields: Any) -> KRaftServer:
    return EMPTY.servers.type.element(**fields)


@pytest.mark.parametrize(
    ("leader", "follower", "valid"),
    [
        ((1, 1, 2), (), True),
        ((1, 1, 2), (1,), True),
        ((1, 1, 2), (1, 1, 2), True),
        ((1, 2), (1, 1), False),
        ((1, 1), (1, 2), False),
        ((1, 3), (2,), False),
        ((), (1,), False),
    ],
)
def test_a_fetch_is_valid_where_the_leader_has_its_last_epoch_up_to_its_offset(
    leader: tuple[int, ...], follower: tuple[int, ...], valid: bool
) -> None:
    assert is_valid(log(*leader), log(*follower)) == valid


@pytest.mark.parametrize(
    ("leader", "follower", "kept"),
    [
        ((1, 2), (1, 1, 1), (1,)),
        ((1, 1, 3), (1, 1, 2, 2), (1, 1)),
        ((2, 4), (1, 3), (1,)),
        ((2, 4), (1,), ()),
        ((1, 1, 4), (1, 2, 3), (1,)),
        ((1, 2), (1, 1, 1, 3), (1, 1, 1)),
    ],
)
def test_a_follower_cuts_its_log_as_truncate_to_end_offset_does(
    leader: tuple[int, ...], follower: tuple[int, ...], kept: tuple[int, ...]
) -> None:
    """The answer has the last epoch up to the follower's; one that the follower lacks leaves the epochs before it."""
    assert epochs(cut_log(log(*leader), log(*follower))) == list(kept)


@pytest.mark.parametrize(
    ("candidate", "voter", "granted"),
    [((1, 2), (1, 1, 1), True), ((1, 1, 1), (1, 2), False), ((1,), (1,), True), ((1,), (1, 1), False)],
)
def test_a_vote_looks_at_the_epoch_first_and_then_at_the_offset(
    candidate: tuple[int, ...], voter: tuple[int, ...], granted: bool
) -> None:
    asking = server(epoch=3, raft_state=Role.candidate, voted_for=0, log=log(*candidate))
    state = quorum(asking, server(epoch=2, log=log(*voter)))
    candidate_id, voter_id, _ = state.servers.indices()
    if granted:
        after = vote_for_up_to_date.function(state, voter_id, candidate_id)
        assert after.servers[voter_id].voted_for == candidate_id
        assert after.servers[candidate_id].votes.has(voter_id)
    else:
        with pytest.raises(Disabled):
            vote_for_up_to_date.function(state, voter_id, candidate_id)


def test_a_voter_that_voted_or_knows_the_leader_votes_for_no_other() -> None:
    asking = server(epoch=3, raft_state=Role.candidate, voted_for=0)
    for busy in (
        server(epoch=3, voted_for=2),
        server(epoch=3, raft_state=Role.follower, leader=2),
        server(epoch=4),
    ):
        state = quorum(asking, busy)
        candidate_id, voter_id, _ = state.servers.indices()
        with pytest.raises(Disabled):
            vote_for_up_to_date.function(state, voter_id, candidate_id)


@pytest.mark.parametrize(
    ("epoch", "records", "fetched", "committed"),
    [(2, (1, 1, 2), 3, 3), (2, (1, 1, 2), 2, 0), (1, (1, 1), 1, 1), (1, (1, 1), 0, 0)],
)
def test_a_leader_commits_what_a_majority_has_if_it_ends_in_its_epoch(
    epoch: int, records: tuple[int, ...], fetched: int, committed: int
) -> None:
    offsets = EMPTY.servers[EMPTY.servers.indices()[0]].fetched.but(EMPTY.servers.indices()[1], fetched)
    leader = server(epoch=epoch, raft_state=Role.leader, leader=0, log=log(*records), fetched=offsets)
    after = quorum(leader).commit_as_leader(EMPTY.servers.indices()[0])
    assert after.servers[EMPTY.servers.indices()[0]].high_watermark == committed
    assert epochs(after.committed) == list(records[:committed])


def test_half_of_the_voters_are_no_majority() -> None:
    """A record takes server 2 out: of the two voters that are left the leader alone does not commit it."""
    me, follower, _ = EMPTY.servers.indices()
    out = EMPTY.committed.append(EMPTY.committed.type.element(epoch=1, leader=0, voter=2))
    leader = server(epoch=1, raft_state=Role.leader, leader=0, log=out)
    assert quorum(leader).commit_as_leader(me).servers[me].high_watermark == 0
    informed = leader.but(fetched=leader.fetched.but(follower, 1))
    assert quorum(informed).commit_as_leader(me).servers[me].high_watermark == 1


def test_a_record_takes_a_voter_out_and_another_takes_it_back_in() -> None:
    entry: KRaftEntry = EMPTY.committed.type.element(epoch=1, leader=0, voter=2)
    once = EMPTY.committed.append(entry)
    assert EMPTY.voters(once).size() == 2
    assert EMPTY.voters(once.append(entry)).size() == 3
