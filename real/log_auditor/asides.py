"""Directories of partitions that a broker has set aside: `-future`, and `-stray`.

A future replica is filled on another disk of the same broker, from the current one, and then takes its place
(KIP-113). A stray one is of a partition that the metadata log does not have on this broker (KRaft). No broker reads a
stray one again, and the future one is cut to what the current one has. So if one of them has what no replica has,
starting the brokers loses it, or hides it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tidemark.base.regular_files import open_regular
from tidemark.real.log_auditor.coordinator_logs import end_of
from tidemark.real.log_auditor.metadata_log import Assignments
from tidemark.real.log_auditor.moments import CopyMoment
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.replica_files import METADATA, read_topic_id
from tidemark.real.storage import directories
from tidemark.real.storage.batches import Rows, batches_in
from tidemark.real.storage.directories import HIGH_WATERMARKS, DataDirectory
from tidemark.real.storage.names import LEFT, file_name

FUTURE = "future"
DOUBT = ": copied before the replicas, or lost there"
_BATCH = np.dtype([("first", "i8"), ("last", "i8"), ("epoch", "i4"), ("crc", "u4")])


@dataclass(frozen=True)
class Aside:
    """A directory that was set aside. sort: `future` or `stray`."""

    directory: DataDirectory
    name: str
    group: str
    sort: str

    @property
    def path(self) -> Path:
        """Where it is."""
        return self.directory.path / self.name


def asides(directory: DataDirectory) -> Iterator[Aside]:
    """The future and stray replicas of a data directory."""
    for name in directory.leftovers:
        if (left := LEFT.fullmatch(name)) and left[3] in (FUTURE, "stray"):
            yield Aside(directory, name, left[1], left[3])


def check(
    directory: DataDirectory,
    moments: Sequence[CopyMoment],
    read: Sequence[DataDirectory],
    assignments: Assignments,
    problems: Problems,
) -> None:
    """Compare what a data directory has set aside with the replicas in all of them."""
    for aside in asides(directory):
        topic_id, assigned = _topic_id(aside.path), assignments.get(aside.group)
        if assignments.partitions and (assigned is None or topic_id not in (None, assigned.topic_text)):
            continue  # the topic was deleted, or made again
        replicas = [peer for peer in read if _is_replica(peer, aside.group, topic_id)]
        brokers = {peer.broker for peer in read}
        if assigned is None or set(map(str, assigned.replicas)) <= brokers:
            doubt = DOUBT if any(moment.is_moving for moment in moments) else ""
            _check_end(aside, replicas, problems, doubt)
        current = [peer for peer in replicas if peer.broker == directory.broker]
        if aside.sort == FUTURE and current and not assignments.is_compacted(aside.group):
            _check_records(aside, current[0].partitions[aside.group], problems)


def _topic_id(path: Path) -> str | None:
    try:
        return read_topic_id(path / METADATA)
    except (OSError, ValueError):
        return None


def _is_replica(directory: DataDirectory, group: str, topic_id: str | None) -> bool:
    """Whether a directory has a replica of the same topic."""
    return group in directory.partitions and _topic_id(directory.partitions[group]) in (None, topic_id)


def _check_end(aside: Aside, replicas: Sequence[DataDirectory], problems: Problems, doubt: str) -> None:
    """Report the records that no replica has. Those of a future one count if they were committed."""
    end, epoch = end_of(aside.path)
    ends = [end_of(peer.partitions[aside.group]) for peer in replicas]
    most = max((peer_end for peer_end, _ in ends), default=0)
    marks = [peer.offset_of(HIGH_WATERMARKS, aside.group) or 0 for peer in (aside.directory, *replicas)]
    limit = min(end, max(marks)) if aside.sort == FUTURE and replicas else end
    is_superseded = any(peer_epoch > epoch for _, peer_epoch in ends)
    if limit > most and not is_superseded and _has_records(aside.path):
        where = f"the longest replica ends at {most}" if replicas else "no broker has a replica"
        problems.add("only-copy-aside", aside.name, most, f"it ends at {end}, and {where}", doubt)


def _has_records(path: Path) -> bool:
    try:
        return any(segment.size for segment in directories.segments(path)[0])
    except OSError:
        return False


def _check_records(aside: Aside, current: Path, problems: Problems) -> None:
    """Report the batches of a future replica that differ from the current one's, in the same leader epoch."""
    mine, theirs = _batches(aside.path), _batches(current)
    _, here, there = np.intersect1d(mine["first"], theirs["first"], return_indices=True)
    mine, theirs = mine[here], theirs[there]
    differs = (mine["epoch"] == theirs["epoch"]) & (mine["crc"] != theirs["crc"])
    pairs = list(zip(mine[differs], theirs[differs], strict=True))
    problems.add_each(
        "future-differs",
        aside.name,
        pairs,
        lambda pair: (
            int(pair[0]["first"]),
            f"offsets {pair[0]['first']} to {pair[0]['last']}: checksum {pair[0]['crc']:08x}, and the current "
            f"replica has {pair[1]['crc']:08x}",
        ),
    )


def _batches(path: Path) -> Rows:
    """The headers of all batches of a log that can be read."""
    parts = [np.empty(0, _BATCH)]
    try:
        listed, _ = directories.segments(path)
        for segment in listed:
            with open_regular(path / file_name(segment.base, ".log")) as file:
                for rows in batches_in(file, segment.size):
                    parts.append(np.empty(len(rows), _BATCH))
                    for name in _BATCH.names or ():
                        parts[-1][name] = rows[name]
    except OSError:
        pass
    return np.concatenate(parts)
