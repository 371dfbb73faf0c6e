"""How much memory there is, and how much this process holds.

Three things may run out: the memory of the machine, what a control group allows, and the address space, which
`ulimit -v` and `ulimit -d` limit and which a reservation takes before it takes any memory.
"""

from __future__ import annotations

import gc
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

PROC = Path("/proc")
CGROUPS = Path("/sys/fs/cgroup")
ENOUGH = 1 << 30
"""This much address space is enough for any library."""


def _statm(field: int) -> int:
    return int((PROC / "self/statm").read_text().split()[field]) * resource.getpagesize()


def resident() -> int:
    """Bytes of resident memory of this process."""
    return _statm(1)


def available() -> int:
    """Bytes that this process could still take: what the machine has free, or what its control groups allow."""
    fields = dict(line.split(":") for line in (PROC / "meminfo").read_text().splitlines())
    free = int(fields["MemAvailable"].split()[0]) * 1024
    return max(0, min([free, *_left_in_groups()]))


def address_space() -> int | None:
    """Bytes of address space that this process may still take; None where nothing limits it."""
    remaining = [
        limit - _statm(field)
        for kind, field in ((resource.RLIMIT_AS, 0), (resource.RLIMIT_DATA, 5))
        if (limit := resource.getrlimit(kind)[0]) != resource.RLIM_INFINITY
    ]
    return max(0, min(remaining)) if remaining else None


def is_scarce() -> bool:
    """Whether there may be too little for a library that is not needed: an import that fails could end the process."""
    remaining = address_space()
    return remaining is not None and remaining < ENOUGH


def _left_in_groups() -> Iterator[int]:
    """What each control group of this process, and each around it, still allows."""
    for folder in _groups():
        for limit, used, prefix in (
            ("memory.max", "memory.current", ""),
            ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_"),
        ):
            try:
                unused = int((folder / limit).read_text()) - int((folder / used).read_text())
                counts = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
                # What files fill is counted as used, and is given back when it is needed.
                yield unused + sum(int(counts[f"{prefix}{state}_file"]) for state in ("inactive", "active"))
            except (OSError, ValueError, KeyError):
                continue


def _groups() -> Iterator[Path]:
    """The folders of its control groups, as far as they can be seen from here."""
    try:
        lines = (PROC / "self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, kinds, path = line.split(":", 2)
        if kinds in ("", "memory"):
            root = CGROUPS / kinds
            group = PurePosixPath(path.lstrip("/"))
            yield from (root / folder for folder in (group, *group.parents))


RARELY = (50_000, 20, 100)
"""How often garbage is looked for where millions of objects are made that stay, and few in rings: at Python's own rate
it is more than half of the time that validating a log takes."""


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Look for garbage more rarely meanwhile."""
    before = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
