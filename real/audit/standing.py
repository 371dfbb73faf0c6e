"""What each replica of a partition holds, and whether it may lead without loss.

A leader's followers cut their logs to what it has (`compare.truncation`). Whatever they cut below their own high
watermarks was committed, and is lost. A replica in the ISR, or eligible (ELR, KIP-966), may be elected at any time, and
so must have every committed record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tidemark.real.audit.compare import truncation
from tidemark.real.audit.kinds import NAMES
from tidemark.real.audit.moments import in_words
from tidemark.real.audit.replica import Replica
from tidemark.real.audit.written import is_superseded, written_at
from tidemark.real.storage.names import file_name
from tidemark.spec.families.audits import Finding, Standing


@dataclass(frozen=True)
class Cut:
    """What the replica that would cut most cuts if another one leads: where, how many offsets, how many committed.

    is_lacking: whether the leader lacks what was committed, and was not only copied before it was written. is_lost:
    whether it should have it, too.
    """

    follower: Replica
    to: int
    offsets: int
    committed: int
    is_lacking: bool = True
    is_lost: bool = True


def greatest_cut(leader: Replica, replicas: Sequence[Replica]) -> Cut | None:
    """The cut by which most is lost if a replica leads, what is certain first; None if it is the only one."""
    cuts = []
    for one in replicas:
        if one is not leader:
            to = truncation(one, leader)
            committed = max(0, min(one.end, one.task.high_watermark or 0) - to)
            is_lacking = is_lost = committed > 0
            if committed and leader.task.moment.can_predate:
                time, is_passing = written_at(one, to), is_superseded(one, to, [leader])
                is_lacking = not is_passing and not leader.task.moment.may_predate(time)
                is_lost = is_lacking and not leader.may_lack(time)
            cuts.append(Cut(one, to, max(0, one.end - to), committed, is_lacking, is_lost))
    return max(cuts, key=lambda cut: (cut.committed * cut.is_lost, cut.committed, cut.offsets), default=None)


def standings(
    replicas: Sequence[Replica], whole: Sequence[Replica], findings: Sequence[Finding]
) -> list[Standing]:
    """A line for each replica; those that are not `whole` can't be compared, or are of a topic that was deleted."""
    lines = []
    for replica in replicas:
        verdict = _verdict(
            replica, greatest_cut(replica, whole), replica in whole, _doubts(replica, findings)
        )
        lines.append(_standing(replica, verdict))
    return lines


def _doubts(replica: Replica, findings: Sequence[Finding]) -> str:
    """The grave kinds that were found in a replica: its followers may get something else than was committed."""
    place = replica.task.place
    mine = {one.kind for one in findings if place in (one.place, one.details.get("other"))}
    return ", ".join(sorted(kind for kind in mine if NAMES[kind].gravity == 0))


def check(replicas: Sequence[Replica]) -> list[Finding]:
    """The replicas that may be elected, by the metadata log, and lack committed records."""
    found: list[Finding] = []
    for replica in replicas:
        assigned = replica.task.assigned
        cut = greatest_cut(replica, replicas) if replica.is_eligible else None
        if not cut or not cut.committed:
            continue
        is_in_sync = assigned is not None and replica.task.broker in [str(one) for one in assigned.isr]
        role = "the ISR" if is_in_sync else "the ELR"
        other, mark = cut.follower.task.name, cut.follower.task.high_watermark
        kind = "isr-has-committed" if cut.is_lost else "copied-apart"
        told = (
            f"{replica.task.name} is in {role} by {replica.task.metadata}, and its log ends at {replica.end}; the high "
            f"watermark of {other} is {mark}: if {replica.task.name} leads, {other} cuts its log to {cut.to}, and "
            f"{_records(cut.committed)} below it are lost"
        )
        if not cut.is_lost:
            until = in_words(replica.task.moment.until)
            told += (
                f", unless {replica.task.name} was copied before: the metadata log beside it ends at {until}"
            )
        problems = replica.task.problems()
        file = file_name(replica.segments[-1].base, ".log") if replica.segments else ""
        problems.add(kind, file, cut.to, told, records=cut.committed, high_watermark=mark)
        found += problems.findings
    return found


@dataclass(frozen=True)
class Verdict:
    """Whether a replica may lead without loss, None if that is not known; in words; and what would be cut."""

    may_lead: bool | None
    words: str
    offsets: int = 0
    committed: int = 0


def _verdict(replica: Replica, cut: Cut | None, is_compared: bool, doubts: str) -> Verdict:
    if not replica.is_whole:
        return Verdict(None, "not known: not all of it could be read")
    if not is_compared:
        return Verdict(False, "no, its topic was deleted")
    offsets, committed = (cut.offsets, cut.committed) if cut else (0, 0)
    if not replica.is_candidate:
        return Verdict(False, "no, it does not vote", offsets, committed)
    if cut and committed and not cut.is_lacking:
        return Verdict(
            None, f"not known: would cut {_records(committed)}, or was copied before", offsets, committed
        )
    if committed:
        return Verdict(False, f"no, would cut {_records(committed)}", offsets, committed)
    if doubts:
        return Verdict(None, f"not known: {doubts}", offsets)
    return Verdict(True, f"yes, would cut {_records(offsets)} above every HW" if offsets else "yes", offsets)


def _standing(replica: Replica, verdict: Verdict) -> Standing:
    task, epochs = replica.task, replica.lineage
    assigned = task.assigned
    data = {
        "broker": task.broker,
        "log_start": replica.log_start,
        "log_end": replica.end,
        "high_watermark": task.high_watermark,
        "last_epoch": epochs[-1][0] if epochs else None,
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
        "HW": _shown(task.high_watermark),
        "epoch": _shown(data["last_epoch"]),
        "ISR": _shown(assigned and " ".join(map(str, assigned.isr))),
        "ELR": _shown(assigned and " ".join(map(str, assigned.elr))),
        "may lead without loss": verdict.words,
    }
    return Standing(task.group, task.place, cells, data)


def _records(count: int) -> str:
    return "1 record" if count == 1 else f"{count:,} records"


def _shown(value: object) -> str:
    return "–" if value is None else str(value) or "empty"
