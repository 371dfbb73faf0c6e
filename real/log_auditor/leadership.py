"""Which replicas may lead a partition, and how much would be cut if each of them did.

Three questions, in the order in which they are asked:

1. `truncation`: where does a follower cut its log if another replica leads? It asks the leader by leader epoch.
2. `greatest_cut`: which follower would lose most? What it cuts below its high watermark was committed, and is lost.
3. `judge`: may the replica lead without loss? Yes, no, or not known. `standings` lists the answers.

A replica in the ISR, or an eligible one (ELR, KIP-966), may be elected at any time, and so must have every committed
record. `check` reports those that do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tidemark.real.log_auditor.kinds import NAMES
from tidemark.real.log_auditor.moments import in_words
from tidemark.real.log_auditor.reading import is_superseded, written_at
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.storage.names import file_name
from tidemark.spec.families.audits import AuditFinding, Standing


class LogOutline(Protocol):
    """What decides where a log is cut: its leader epochs, where it begins, and where it ends."""

    @property
    def lineage(self) -> list[tuple[int, int]]:
        """Each leader epoch and its first offset."""

    @property
    def start(self) -> int:
        """The first offset."""

    @property
    def end(self) -> int:
        """The log end offset."""

    @property
    def high_watermark(self) -> int:
        """The checkpointed high watermark; 0 without one."""


def truncation(follower: LogOutline, leader: LogOutline) -> int:
    """Where a follower cuts its log when another replica leads; its log end offset if it keeps everything.

    It names its last leader epoch, and the leader answers with the greatest epoch that it has up to that one, and its
    end (KIP-279). The follower asks again until both have the epoch. A log without epochs is cut to the high watermark
    (before KIP-101).
    """
    epochs, leader_epochs = follower.lineage, leader.lineage
    if not epochs:
        return min(follower.end, follower.high_watermark)
    end = follower.end
    while True:
        follower_epoch, start = epochs[-1]
        older = [k for k, (epoch, _) in enumerate(leader_epochs) if epoch <= follower_epoch]
        if not older:
            return min(end, max(leader.start, start))
        answer = leader_epochs[older[-1]][0]
        answer_end = leader_epochs[older[-1] + 1][1] if older[-1] + 1 < len(leader_epochs) else leader.end
        if answer == follower_epoch:
            return min(end, answer_end)
        end = min(end, next((start for epoch, start in epochs if epoch > answer), end))
        epochs = [(epoch, start) for epoch, start in epochs if epoch <= answer]
        if not epochs or epochs[-1][0] == answer:
            return min(end, answer_end)


@dataclass(frozen=True)
class Cut:
    """What a follower cuts if another replica leads: where, how many offsets, and how many committed ones.

    is_lacking: the leader lacks what was committed, and was not merely copied before it was written. is_lost: the
    leader should also have it, since it was in the ISR then.
    """

    follower: ReplicaOnDisk
    to: int
    offsets: int
    committed: int
    is_lacking: bool
    is_lost: bool


def greatest_cut(leader: ReplicaOnDisk, replicas: Sequence[ReplicaOnDisk]) -> Cut | None:
    """The cut by which most is lost if a replica leads, a certain loss first; None if no other replica can follow."""
    cuts = (_cut(follower, leader) for follower in replicas if follower is not leader)
    return max(cuts, key=lambda cut: (cut.committed * cut.is_lost, cut.committed, cut.offsets), default=None)


def _cut(follower: ReplicaOnDisk, leader: ReplicaOnDisk) -> Cut:
    to = truncation(follower, leader)
    committed = max(0, min(follower.end, follower.task.high_watermark or 0) - to)
    is_lacking = is_lost = committed > 0
    if committed and leader.task.moment.can_predate:
        time, is_passing = written_at(follower, to), is_superseded(follower, to, [leader])
        is_lacking = not is_passing and not leader.task.moment.may_predate(time)
        is_lost = is_lacking and not leader.may_lack(time)
    return Cut(follower, to, max(0, follower.end - to), committed, is_lacking, is_lost)


@dataclass(frozen=True)
class LeadershipVerdict:
    """Whether a replica may lead without loss (None if that is not known), in words, and what would be cut.

    doubts: the grave kinds of findings in it: its followers may get something else than was committed.
    """

    may_lead: bool | None
    words: str
    offsets: int = 0
    committed: int = 0
    doubts: tuple[str, ...] = ()


def judge(
    replica: ReplicaOnDisk, cut: Cut | None, is_comparable: bool, doubts: tuple[str, ...]
) -> LeadershipVerdict:
    """Whether a replica may lead without loss."""
    if not replica.is_whole:
        return LeadershipVerdict(None, "not known: not all of it could be read")
    if not is_comparable:
        return LeadershipVerdict(False, "no, its topic was deleted")
    offsets, committed = (cut.offsets, cut.committed) if cut else (0, 0)
    if not replica.is_candidate:
        return LeadershipVerdict(False, "no, it does not vote", offsets, committed)
    if cut and committed and not cut.is_lacking:
        words = f"not known: would cut {_records(committed)}, or was copied before"
        return LeadershipVerdict(None, words, offsets, committed)
    if committed:
        return LeadershipVerdict(False, f"no, would cut {_records(committed)}", offsets, committed)
    if doubts:
        return LeadershipVerdict(None, f"not known: {', '.join(doubts)}", offsets, doubts=doubts)
    words = f"yes, would cut {_records(offsets)} above every HW" if offsets else "yes"
    return LeadershipVerdict(True, words, offsets)


def judge_all(
    replicas: Sequence[ReplicaOnDisk], whole: Sequence[ReplicaOnDisk], findings: Sequence[AuditFinding]
) -> list[tuple[ReplicaOnDisk, LeadershipVerdict]]:
    """Each replica with its verdict. whole: those that can be compared, and are of no topic that was deleted."""
    return [
        (replica, judge(replica, greatest_cut(replica, whole), replica in whole, _doubts(replica, findings)))
        for replica in replicas
    ]


def standings(judged: Sequence[tuple[ReplicaOnDisk, LeadershipVerdict]]) -> list[Standing]:
    """A row for each replica."""
    return [_standing(replica, verdict) for replica, verdict in judged]


def _doubts(replica: ReplicaOnDisk, findings: Sequence[AuditFinding]) -> tuple[str, ...]:
    """The grave kinds of findings in a replica."""
    directory = replica.task.data_directory
    kinds = {
        finding.kind for finding in findings if directory in (finding.place, finding.details.get("other"))
    }
    return tuple(sorted(kind for kind in kinds if NAMES[kind].gravity == 0))


def check(replicas: Sequence[ReplicaOnDisk]) -> list[AuditFinding]:
    """The replicas that may be elected, by the metadata log, and lack committed records."""
    findings: list[AuditFinding] = []
    for replica in replicas:
        cut = greatest_cut(replica, replicas) if replica.is_eligible else None
        if cut and cut.committed:
            problems = replica.task.problems()
            file = file_name(replica.segments[-1].base, ".log") if replica.segments else ""
            kind = "isr-has-committed" if cut.is_lost else "copied-apart"
            mark = cut.follower.task.high_watermark
            message = _describe_loss(replica, cut)
            problems.add(kind, file, cut.to, message, records=cut.committed, high_watermark=mark)
            findings += problems.findings
    return findings


def _describe_loss(replica: ReplicaOnDisk, cut: Cut) -> str:
    task, follower = replica.task, cut.follower.task
    role = "the ISR" if task.assigned and task.assigned.is_in_sync(task.broker) else "the ELR"
    message = (
        f"{task.name} is in {role} by {task.metadata}, and its log ends at {replica.end}; the high watermark of "
        f"{follower.name} is {follower.high_watermark}: if {task.name} leads, {follower.name} cuts its log to "
        f"{cut.to}, and {_records(cut.committed)} below it are lost"
    )
    if not cut.is_lost:
        until = in_words(task.moment.until)
        message += f", unless {task.name} was copied before: the metadata log beside it ends at {until}"
    return message


def _standing(replica: ReplicaOnDisk, verdict: LeadershipVerdict) -> Standing:
    task, epochs, assigned = replica.task, replica.lineage, replica.task.assigned
    data = {
        "name": task.name,
        "broker": task.broker,
        "log_start": replica.log_start,
        "log_end": replica.end,
        "high_watermark": task.high_watermark,
        "last_epoch": epochs[-1][0] if epochs else None,
        "epochs": [list(epoch) for epoch in epochs],
        "isr": list(assigned.isr) if assigned else None,
        "elr": list(assigned.elr) if assigned else None,
        "may_lead": verdict.may_lead,
        "would_cut": verdict.offsets,
        "would_cut_committed": verdict.committed,
    }
    cells = {
        "replica": task.name,
        "start": str(replica.log_start),
        "end": str(replica.end),
        "HW": _cell(task.high_watermark),
        "epoch": _cell(data["last_epoch"]),
        "ISR": _cell(assigned and " ".join(map(str, assigned.isr))),
        "ELR": _cell(assigned and " ".join(map(str, assigned.elr))),
        "may lead without loss": verdict.words,
    }
    return Standing(task.group, task.data_directory, cells, data)


def _records(count: int) -> str:
    return "1 record" if count == 1 else f"{count:,} records"


def _cell(value: object) -> str:
    return "–" if value is None else str(value) or "empty"
