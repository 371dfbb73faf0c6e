"""How much memory there is, and how much this process holds."""

import os
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


def resident() -> int:
    """Bytes of resident memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE


def available() -> int:
    """Bytes that this process could still take: what the machine has free, or what its control group allows."""
    fields = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
    free = int(fields["MemAvailable"].split()[0]) * 1024
    for limit, used in (
        ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
        ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ):
        try:
            free = min(free, int(Path(limit).read_text()) - int(Path(used).read_text()))
        except (OSError, ValueError):
            continue
    return free
