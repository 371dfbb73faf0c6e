"""The KRaft quorum: Raft in which followers fetch (KIP-595) and voters change (KIP-853).

It elects the controller and replicates its metadata log. `impl/kafka/kraft_family.py` has the partitions that this
controller looks after.

Source: KIP-595, KIP-853 and `raft/src/main/java/org/apache/kafka/raft/` at 3.9; `patches.toml` compares all releases
from 2.8.0 to 4.3.1. Left out: snapshots, directory ids, endpoints, when a voter may join, Pre-Vote (KIP-996, 4.0; the
family `votes` has it), and power that fails before a flush.
"""

from collections.abc import Mapping
from pathlib import Path

from tidemark.impl.kraft_quorum import elections, replication
from tidemark.impl.kraft_quorum.bounds import KraftAt
from tidemark.impl.kraft_quorum.promises import PROMISES
from tidemark.impl.kraft_quorum.quorum import quorum_type
from tidemark.impl.kraft_quorum.telling import QuorumTelling
from tidemark.spec import Family, Inquiry, Protocol, Rule

RULES = {
    "vote": "which candidate a voter votes for",
    "begin-epoch": "how a leader begins its epoch",
    "resigned": "how a leader goes on that has resigned",
    "restart": "how a server comes back from its disk",
    "fetch": "from where a follower may fetch",
    "late-answer": "what an answer brings that its leader sends late",
    "commit": "what a leader may commit",
    "change-voters": "when a leader may change the voters",
}

FAMILY = Family(
    name="kraft",
    at=KraftAt,
    rules=RULES,
    promises=PROMISES,
    state=quorum_type,
    actions=(elections.time_out, elections.hear, replication.write_record, *RULES),
    telling=QuorumTelling(),
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(bounds={"servers": 3}),
)

_KIP_595 = {
    "vote": elections.VOTE_FOR_UP_TO_DATE,
    "begin-epoch": elections.LEAD_WITH_RECORD,
    "resigned": elections.RESIGNED_IS_CANDIDATE,
    "restart": elections.RESTART_AS_PERSISTED,
    "fetch": replication.FETCH_CHECKED,
    "late-answer": replication.SENT_AT_ONCE,
    "commit": replication.COMMIT_IN_EPOCH,
    "change-voters": replication.CHANGE_AFTER_COMMIT,
}


def _with(name: str, summary: str, defaults: Mapping[str, int] | None = None, **rules: Rule) -> Protocol:
    chosen = {rule.replace("_", "-"): choice for rule, choice in rules.items()}
    return Protocol(f"kraft/{name}", summary, FAMILY, {**_KIP_595, **chosen}, defaults=defaults or {})


PROTOCOLS = (
    _with("kip-595", "Raft by fetches (KIP-595), from 2.8.0 on; KIP-853's changes of voters, from 3.9.0 on"),
    _with("kip-996", "a leader that has resigned goes on in the next epoch without a vote: from 4.0.0 on",
          {"restarts": 1}, resigned=elections.RESIGNED_LEAVES_EPOCH),
    _with("vote-for-any", "a vote without a look at the logs", vote=elections.VOTE_FOR_ANY),
    _with("vote-for-longer", "a vote for the longer log", {"max-epoch": 3}, vote=elections.VOTE_FOR_LONGER),
    _with("vote-forgotten", "a vote that is not persisted", {"restarts": 1},
          restart=elections.RESTART_WITHOUT_VOTE),
    _with("fetch-by-offset", "fetches without the epoch of the last record",
          fetch=replication.FETCH_BY_OFFSET),
    _with("before-kafka-18723", "a late answer may bring records of a later leader: up to 3.9.0, and 4.0.0",
          {"servers": 4, "observers": 1}, late_answer=replication.LATE_ANY_RECORD),
    _with("kafka-18723", "a late answer brings no record of a later epoch: 3.9.1, and from 4.0.1 on",
          {"servers": 4, "observers": 1}, late_answer=replication.LATE_RECORD_OF_EPOCH),
    _with("any-epoch", "a majority commits records of older epochs", {"max-epoch": 4},
          commit=replication.COMMIT_ANY_EPOCH),
    _with("before-kafka-12619", "a majority commits up to the start of the epoch: before 2.8.0",
          {"max-epoch": 4}, commit=replication.COMMIT_FROM_EPOCH_START),
    _with("leader-alone", "the leader commits without a majority", commit=replication.COMMIT_ALONE),
    _with("change-at-once", "voters change before the epoch has a committed record",
          {"log-size": 3, "changes": 2}, change_voters=replication.CHANGE_AT_ONCE),
    _with("change-several", "voters change while a change is open", {"log-size": 3, "changes": 2},
          change_voters=replication.CHANGE_SEVERAL),
    _with("silent-leader", "a leader that writes no LeaderChange record",
          begin_epoch=elections.LEAD_WITHOUT_RECORD),
)  # fmt: skip
