"""A replica's epoch cache, checked against its log.

A broker writes a new epoch to the cache before it writes its first record, and at once. What a truncation or retention
takes out of the cache goes to the disk later, in the background (`LeaderEpochFileCache`); so the file of a broker that
runs, or was killed, may have more entries than the log at its end, and fewer at its beginning, since retention cuts the
cache before it deletes the first segment. Where the broker stopped in order, cache and log agree.
"""

from __future__ import annotations

from itertools import pairwise

from tidemark.impl.real.audit.copy import EPOCH_CACHE, Copy
from tidemark.impl.real.storage import checkpoints, files

Cache = tuple[tuple[int, int], ...]


def check(copy: Copy) -> None:
    """Tell the replica's problems what is wrong with its epoch cache."""
    cache, log = copy.fact.epochs, copy.epochs
    if copy.task.is_open and cache != _again(copy):
        return  # it is being written
    if cache is not None:
        _order(copy, cache)
        _epochs_of_the_log(copy, cache)
        _epochs_of_the_cache(copy, cache)
    elif log and not any(one.kind == "checkpoint" for one in copy.fact.findings):
        copy.problems.add("epoch-cache-missing", EPOCH_CACHE, log[0][1], f"the log has epoch {log[-1][0]}")


def _again(copy: Copy) -> Cache | None:
    try:
        return tuple(checkpoints.epochs(files.read_text(copy.task.directory / EPOCH_CACHE, files.TEXT)))
    except (OSError, ValueError):
        return None


def _order(copy: Copy, cache: Cache) -> None:
    for before, after in pairwise(cache):
        if not (before[0] < after[0] and before[1] <= after[1]):
            copy.problems.add("epochs-unsorted", EPOCH_CACHE, after[1], f"{after} follows {before}")


def _epochs_of_the_log(copy: Copy, cache: Cache) -> None:
    known = dict(cache)
    start = copy.start
    if cache and not copy.task.is_settled:
        start = max(start, cache[0][1])
    for epoch, offset in copy.epochs:
        if epoch not in known:
            late = any(own > epoch for own in known) or not copy.task.is_open
            if offset >= start and late:
                told = f"epoch {epoch} begins at {offset}"
                copy.problems.add("epoch-missing", EPOCH_CACHE, offset, told)
        elif offset >= start and _differs(copy, known[epoch], offset):
            told = f"epoch {epoch} begins at {offset}, not at {known[epoch]}"
            copy.problems.add("epoch-start", EPOCH_CACHE, offset, told)


def _differs(copy: Copy, start: int, offset: int) -> bool:
    """Whether an epoch begins elsewhere: compaction and a moved log start take its first records away."""
    return start > offset or (
        start < offset and offset != copy.start and not (copy.is_compacted and start < copy.cleaned)
    )


def _epochs_of_the_cache(copy: Copy, cache: Cache) -> None:
    found = {epoch for epoch, _ in copy.epochs}
    newest = max(found, default=-1)
    for number, (epoch, start) in enumerate(cache):
        if epoch > newest and not copy.task.is_settled:
            continue  # the log was truncated, or the new leader wrote nothing yet
        if start > copy.end:
            told = f"epoch {epoch} begins at {start}: the log ends at {copy.end}"
            copy.problems.add("epoch-past-end", EPOCH_CACHE, start, told)
        elif epoch not in found and _has_others(copy, cache, number):
            copy.problems.add(
                "epoch-start", EPOCH_CACHE, start, f"no record from {start} on has epoch {epoch}"
            )


def _has_others(copy: Copy, cache: Cache, number: int) -> bool:
    """Whether the epoch of the cache has offsets of its own there, and they are not its records."""
    start = cache[number][1]
    stop = min(cache[number + 1][1] if number + 1 < len(cache) else copy.end, copy.end)
    return copy.start <= start < stop and not (copy.is_compacted and start < copy.cleaned)
