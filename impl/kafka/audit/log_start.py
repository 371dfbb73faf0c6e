"""Where a log begins, against its checkpoint, its epoch cache and the other replicas.

A log begins with its first segment, or above it where records were deleted one by one, never below. Its checkpoint has
a row only where it begins above the first segment (`LogManager.checkpointLogStartOffsetsInDir`), and the first entry of
the epoch cache moves with it. A broker that starts again takes what it finds for the beginning: then only the other
replicas know, if no retention could have taken the records away. A replica in the ISR begins where the leader does.
"""

from __future__ import annotations

from collections.abc import Sequence

from impl.kafka.audit.copy import EPOCH_CACHE, Copy
from impl.storage.directories import LOG_STARTS
from impl.storage.names import file_name

KIND = "start-missing"


def check(copy: Copy) -> None:
    """Tell the replica's problems if its checkpoint or its epoch cache has an earlier beginning."""
    task, base, cache = copy.task, copy.segments[0].base, copy.fact.epochs
    if task.is_tiered or copy.read[0].gone:
        return  # the oldest records are elsewhere, or were deleted just now
    if task.is_settled and task.log_start is not None:
        if task.log_start < base:
            told = f"{task.log_start} to {base - 1} are missing: the checkpoint has {task.log_start}"
            copy.problems.add(KIND, LOG_STARTS, task.log_start, told)
    elif (task.is_settled or task.is_open) and cache and cache[0][1] < base:
        told = f"{cache[0][1]} to {base - 1} are missing: epoch {cache[0][0]} begins at {cache[0][1]}"
        copy.problems.add(KIND, EPOCH_CACHE, cache[0][1], told)


def compare(copies: Sequence[Copy]) -> None:
    """Tell the problems of a replica that begins behind one in the ISR, where nothing is ever deleted."""
    settled = [copy for copy in copies if copy.task.is_settled and copy.task.is_kept_whole and copy.segments]
    first = min((copy for copy in settled if copy.is_eligible), key=lambda copy: copy.log_start, default=None)
    for copy in settled if first else ():
        is_known = any(one.kind == KIND for one in copy.problems.findings)
        if first and first.log_start < copy.log_start and not copy.is_eligible and not is_known:
            told = f"{first.log_start} to {copy.log_start - 1} are missing: {first.task.name} has them"
            copy.problems.add(KIND, file_name(copy.segments[0].base, ".log"), first.log_start, told)
