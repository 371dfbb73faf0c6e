"""The sentence of each action in a run, by the name of the action's function.

The arguments of the actions are servers. In a template, `was` and `now` are the server before and after the step, and
`follows` is the leader that it then follows.
"""

from tidemark.impl.kraft.quorum import Role
from tidemark.impl.kraft.words import ServerBeforeAfter
from tidemark.spec.families.telling import Story

_FETCHES = "Server {server} fetches from server {server.follows} at offset {server.was.log.length}"
_LEADS = "With the votes of {server.was.votes} server {server} leads epoch {server.now.epoch}"
_VOTES = "Server {voter} votes for server {candidate} in epoch {voter.now.epoch}"


def time_out(server: ServerBeforeAfter) -> str:
    """A voter begins an election; a leader resigns first."""
    why = f"Server {server}'s timeout passes: it"
    if server.was.raft_state == Role.leader:
        why = f"A majority no longer fetches from leader {server}: it resigns and"
    return f"{why} begins an election in epoch {int(server.now.epoch)}."


def hear(server: ServerBeforeAfter, other: ServerBeforeAfter) -> str:
    """A server hears of an epoch, and perhaps of its leader."""
    follows = f"follows its leader, server {server.follows}" if server.follows else "knows no leader of it"
    return f"Server {server} hears from server {other} of epoch {int(server.now.epoch)} and {follows}."


def restart(server: ServerBeforeAfter) -> str:
    """A server comes back with what it had persisted."""
    return f"Server {server} restarts: it comes back {server.standing}."


def restart_without_vote(server: ServerBeforeAfter) -> str:
    """A server comes back and does not know whom it voted for."""
    vote = f"; its vote for server {server.voted_before} is forgotten" if server.voted_before else ""
    return f"Server {server} restarts: it comes back {server.standing}{vote}."


def fetch(server: ServerBeforeAfter) -> str:
    """A follower has its answer."""
    outcome = f"and learns the high watermark {int(server.now.high_watermark)}"
    if server.now.log.length > server.was.log.length:
        outcome = f"and has {server.last_record}"
    return f"{_FETCHES.format(server=server)} {outcome}."


def change_voter(leader: ServerBeforeAfter, voter: ServerBeforeAfter) -> str:
    """A leader writes a record that changes the voters."""
    return f"Leader {leader} writes a record that changes voter {voter}: by its log the voters are {leader.voters}."


STORIES: dict[str, Story] = {
    "time_out": time_out,
    "hear": hear,
    "vote_for_up_to_date": f"{_VOTES}: that log ends as late as its own.",
    "vote_for_longer": f"{_VOTES}: that log is as long as its own.",
    "vote_for_any": f"{_VOTES}, without a look at its log.",
    "lead_with_record": f"{_LEADS} and writes a LeaderChange record at offset {{server.was.log.length}}.",
    "lead_without_record": f"{_LEADS}; it writes no record yet.",
    "restart_as_persisted": restart,
    "restart_without_vote": restart_without_vote,
    "write_record": "Leader {server} writes a record of epoch {server.now.epoch} at offset {server.was.log.length}.",
    "fetch_checked": fetch,
    "fetch_by_offset": fetch,
    "fetch_checked_unanswered": f"{_FETCHES}; the leader notes it, and the answer is lost.",
    "fetch_by_offset_unanswered": f"{_FETCHES}; the leader notes it, and the answer is lost.",
    "truncate": f"{_FETCHES}, where the logs are apart, and cuts its log to {{server.now.log.length}}.",
    "truncate_to_end": f"{_FETCHES}, beyond the leader's end, and cuts its log to {{server.now.log.length}}.",
    "change_after_commit": change_voter,
    "change_at_once": change_voter,
    "change_several": change_voter,
}
