"""When a directory was copied, as far as the copy shows.

Directories are often copied one after another while their brokers run. Such a copy looks like what a killed broker
left, and is never of one moment:

    broker 1, copied from 12:00:00 on:  the log ends at 100
    broker 2, copied from 12:00:03 on:  the log ends at 104, and its high watermark is 103

By the metadata log broker 1 is in the ISR. Did it lose offsets 100 to 102? Not if they were written at 12:00:01. Every
node has the metadata log, and its controller writes to it twice a second. So the newest time in a node's metadata log
is a time until which the node is known to have been copied. What was written after that time may be missing for no
other reason; so may what was written shortly before it, for the files of one directory are copied one after another.

A broker that shut down cleanly wrote nothing while it was copied, unless it was stopped or started meanwhile. It may
have been copied before the others in any case.
"""

from __future__ import annotations

from dataclasses import dataclass

from tidemark.base.timestamps import in_utc

SHORTEST = 10_000
"""Milliseconds that the copy of a directory may take, however small it is."""
PACE = 4_000
"""Bytes that are copied in a millisecond, at least."""
EACH = 5
"""Milliseconds that each file may add, on a busy machine."""
LATER = 1_000
"""Milliseconds by which a metadata log must be newer than another one to have been copied later."""


@dataclass(frozen=True)
class CopyMoment:
    """When a directory was copied, if it is a copy.

    is_moving: brokers may have run meanwhile: one did not shut down cleanly, and none runs on this directory. is_open:
    one runs on it. until: the newest time that the metadata log shows, in ms; None if there is none. size, files: the
    bytes of all logs, and the number of all files.
    """

    is_moving: bool = False
    is_open: bool = False
    until: int | None = None
    size: int = 0
    files: int = 0

    @property
    def duration(self) -> int:
        """Milliseconds that the copy may have lasted."""
        return SHORTEST + self.size // PACE + EACH * self.files

    @property
    def can_predate(self) -> bool:
        """Whether the copy may be older than something that is missing in it."""
        return not self.is_open and (self.is_moving or self.until is not None)

    def may_predate(self, time: int | None) -> bool:
        """Whether it may have been copied before what was written at a time; None if that time is not known."""
        if self.is_open:
            return False
        if time is None or self.until is None:
            return self.is_moving
        return time > self.until - (self.duration if self.is_moving else 0)

    def is_long_after(self, time: int | None) -> bool:
        """Whether all of it was copied so long after a time that the broker had checkpointed its high watermarks."""
        return time is not None and self.until is not None and time <= self.until - self.duration

    def is_before(self, later: int | None) -> bool:
        """Whether it was copied before a metadata log whose newest record has that time."""
        return self.until is not None and later is not None and later > self.until + LATER


IN_PLACE = CopyMoment()
"""That of a directory that is no copy, and has no metadata log."""


def in_words(time: int | None) -> str:
    """A time in ms, as a sentence has it."""
    if time is None:
        return "a time that is not known"
    text = in_utc(time)
    return text if text.endswith(" ms") else f"{text} UTC"
