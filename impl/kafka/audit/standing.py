"""What each replica of a partition holds, and whether it may lead without loss.

A leader's followers cut their logs to what it has (`compare.truncation`). Whatever they cut below their own high
watermarks was committed, and is lost. A replica in the ISR, or eligible (ELR, KIP-966), may be elected at any time, and
so must have every committed record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from impl.kafka.audit.compare import truncation
from impl.kafka.audit.copy import Copy
from impl.kafka.audit.problems import Problems
from impl.storage.names import file_name
from spec.audits import Finding, Standing


@dataclass(frozen=True)
class Cut:
    """What the replica that would cut most cuts if another one leads: where, how many offsets, how many committed."""

    follower: Copy
    to: int
    offsets: int
    committed: int


def greatest_cut(leader: Copy, copies: Sequence[Copy]) -> Cut | None:
    """The cut by which most is lost if a replica leads; None if it is the only one."""
    cuts = []
    for one in copies:
        if one is not leader:
            to = truncation(one, leader)
            mark = one.task.high_watermark or 0
            cuts.append(Cut(one, to, max(0, one.end - to), max(0, min(one.end, mark) - to)))
    return max(cuts, key=lambda cut: (cut.committed, cut.offsets), default=None)


def standings(copies: Sequence[Copy], whole: Sequence[Copy]) -> list[Standing]:
    """A line for each replica; those that are not `whole` can't be compared, or are of a topic that was deleted."""
    return [_standing(copy, greatest_cut(copy, whole), copy in whole) for copy in copies]


def check(copies: Sequence[Copy]) -> list[Finding]:
    """The replicas that may be elected, by the metadata log, and lack committed records."""
    found: list[Finding] = []
    for copy in copies:
        assigned = copy.task.assigned
        cut = greatest_cut(copy, copies) if copy.is_eligible else None
        if not cut or not cut.committed:
            continue
        is_in_sync = assigned is not None and copy.task.broker in [str(one) for one in assigned.isr]
        role = "the ISR" if is_in_sync else "the ELR"
        other, mark = cut.follower.task.name, cut.follower.task.high_watermark
        told = (
            f"{copy.task.name} is in {role} by {copy.task.metadata}, and its log ends at {copy.end}; the high "
            f"watermark of {other} is {mark}: if {copy.task.name} leads, {other} cuts its log to {cut.to}, and "
            f"{_records(cut.committed)} below it are lost"
        )
        problems = Problems(copy.task.group, copy.task.place)
        file = file_name(copy.segments[-1].base, ".log")
        problems.add("isr-has-committed", file, cut.to, told, records=cut.committed, high_watermark=mark)
        found += problems.findings
    return found


def _standing(copy: Copy, cut: Cut | None, is_compared: bool) -> Standing:
    task, epochs = copy.task, copy.lineage
    assigned, cut = task.assigned, cut if is_compared else None
    may_lead = is_compared and copy.is_candidate and not (cut and cut.committed)
    data = {
        "broker": task.broker,
        "log_start": copy.log_start,
        "log_end": copy.end,
        "high_watermark": task.high_watermark,
        "last_epoch": epochs[-1][0] if epochs else None,
        "isr": list(assigned.isr) if assigned else None,
        "elr": list(assigned.elr) if assigned else None,
        "may_lead": may_lead if copy.is_whole else None,
        "would_cut": cut.offsets if cut else 0,
        "would_cut_committed": cut.committed if cut else 0,
    }
    cells = {
        "replica": task.name,
        "start": str(copy.log_start),
        "end": str(copy.end),
        "HW": _shown(task.high_watermark),
        "epoch": _shown(data["last_epoch"]),
        "ISR": _shown(assigned and " ".join(map(str, assigned.isr))),
        "ELR": _shown(assigned and " ".join(map(str, assigned.elr))),
        "may lead without loss": _answer(copy, cut, is_compared),
    }
    return Standing(task.group, task.place, cells, data)


def _answer(copy: Copy, cut: Cut | None, is_compared: bool) -> str:
    if not copy.is_whole:
        return "not known: not all of it could be read"
    if not is_compared:
        return "no, its topic was deleted"
    if not copy.is_candidate:
        return "no, it does not vote"
    if not cut or not cut.offsets:
        return "yes"
    if cut.committed:
        return f"no, would cut {_records(cut.committed)}"
    return f"yes, would cut {_records(cut.offsets)} above every HW"


def _records(count: int) -> str:
    return "1 record" if count == 1 else f"{count:,} records"


def _shown(value: object) -> str:
    return "–" if value is None else str(value) or "empty"
