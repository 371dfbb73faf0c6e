"""How files and directories of partitions are named (`LogFileUtils`, `UnifiedLog.parseTopicPartitionName`)."""

from __future__ import annotations

import re

SEGMENT = re.compile(r"([0-9]{20})\.log")
SNAPSHOT = re.compile(r"([0-9]{20})\.snapshot")
"""What a broker knew of its producers at an offset."""
METADATA_SNAPSHOT = re.compile(r"([0-9]{20})-([0-9]{10})\.checkpoint")
"""A snapshot of the metadata log: the offset up to which it goes, and the leader epoch of the last record before it."""
OF_A_LOG = re.compile(r"[0-9]{20}[.-]|leader-epoch-checkpoint$|partition\.metadata$")
"""A file in a partition's directory, whatever else is damaged there."""
PARTITION = re.compile(r"([A-Za-z0-9._-]+)-([0-9]+)")
LEFT = re.compile(r"(.+)\.([0-9a-f]{32}|[A-Za-z0-9_-]{22})-(delete|future|stray)")
"""The directory of a partition that is being deleted, moved to another disk, or is not assigned to the broker."""
SWAP = ".swap"
"""The end of the names of files that a compaction has filled, and is about to name."""
HALF_DONE = (".cleaned", SWAP)
"""The ends of the names of files that a compaction leaves, if it is interrupted."""
DELETED = ".deleted"
"""The end of the names of files that the broker deletes a minute later, or when it starts again."""


def partition_name(topic: str, number: int) -> str:
    """The name of a partition, as its directory has it."""
    return f"{topic}-{number}"


def file_name(base: int, suffix: str) -> str:
    """The file of a segment with that first offset: `.log`, `.index` or `.timeindex`."""
    return f"{base:020d}{suffix}"
