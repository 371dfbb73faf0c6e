"""What a repair lost, by the replicas as two audits have them.

An unclean election leaves logs that agree with each other: the audit after it finds nothing. Only the audit before it
knows that there was more:

    before:  broker 2 ends at 88, high watermark 88     epochs 0 from 0, 1 from 60
    after:   brokers 0 to 2 end at 90                   epochs 0 from 0, 1 from 60, 2 from 86

Where would the log of broker 2 be cut, as it was, if a replica of now led? At 86, by its leader epochs (`truncation`).
So offsets 86 and 87 are lost: other records have their place. What no replica has any more because all logs begin
behind it was deleted, by retention or by someone, and is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.real.log_auditor.leadership import truncation
from tidemark.spec.families.audits import CopyChanges, LostRange

CHANGES = {"start": "log_start", "end": "log_end", "HW": "high_watermark"}
"""What is said of a replica that changed."""


@dataclass(frozen=True)
class AuditedLog:
    """A replica's log, as an audit's JSON document has it."""

    name: str
    lineage: list[tuple[int, int]]
    start: int
    end: int
    high_watermark: int

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> AuditedLog:
        """The log of a copy's data."""
        lineage = [(int(epoch), int(start)) for epoch, start in data["epochs"]]
        return cls(data["name"], lineage, data["log_start"], data["log_end"], data["high_watermark"] or 0)


def compare(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> CopyChanges:
    """How the replicas of an earlier audit differ from those of now."""
    held = {(row["group"], row["name"]): (row["log_start"], row["log_end"]) for row in after}
    return CopyChanges(_lost_everywhere(before, after), list(_changes(before, after)), held)


def _changes(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, str, str]]:
    """The replicas that begin or end elsewhere, that are new, or gone."""
    earlier, later = ({(row["group"], row["name"]): row for row in rows} for rows in (before, after))
    for key in sorted(earlier.keys() | later.keys()):
        if key not in later or key not in earlier:
            yield *key, "gone" if key in earlier else "new"
            continue
        pairs = [(title, earlier[key][name], later[key][name]) for title, name in CHANGES.items()]
        if texts := [f"{title} {old} → {new}" for title, old, new in pairs if old != new]:
            yield *key, ", ".join(texts)


def _lost_everywhere(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
) -> list[LostRange]:
    """The offsets that were committed and on a replica, and are on none now."""
    lost = []
    for group in sorted({data["group"] for data in before}):
        logs = [AuditedLog.of(data) for data in before if data["group"] == group]
        logs_now = [AuditedLog.of(data) for data in after if data["group"] == group]
        committed = max(log.high_watermark for log in logs)
        high = min(committed, max(log.end for log in logs))
        low = max((_common_end(log, now) for log in logs for now in logs_now), default=0)
        low = max(low, min(log.start for log in [*logs_now, *(logs if not logs_now else ())]))
        if low < high:
            names = tuple((log.name, "missing") for log in logs_now or logs)
            lost.append(LostRange(group, low, high - 1, lost_by=names))
    return lost


def _common_end(log: AuditedLog, now: AuditedLog) -> int:
    """The offset up to which a replica of now has the records of an earlier log."""
    if not log.lineage or not now.lineage:
        return min(log.end, now.end)
    return truncation(log, now)
