"""A second look at what a running broker has: what is wrong only for a moment is no damage.

Files are read one after another while a broker writes all of them. What is wrong in a directory that is open is looked
at again, with all that belongs to it; what is then no longer wrong is told as `changed`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from impl.kafka.audit.kinds import NAMES
from spec.audits import Finding, Settled

PAUSES = (0.1, 1.0, 4.0)
"""Seconds before each further look."""
_Key = tuple[str, str, str, str, int | None]


def confirmed(first: list[Finding], look: Callable[[], list[Finding]], open_: set[str]) -> list[Finding]:
    """The findings of the last look, without damage in open directories that the looks before did not find.

    open_: the directories that brokers have open.
    """
    found, gone = first, list[Finding]()
    for pause in PAUSES:
        doubtful = {_key(one): one for one in found if _is_doubtful(one, open_)}
        if not doubtful:
            break
        time.sleep(pause)
        later = look()
        found = [one for one in later if not _is_doubtful(one, open_) or _key(one) in doubtful]
        gone += [one for key, one in doubtful.items() if key not in set(map(_key, found))]
    return found + list(_told(gone))


def settled(first: Callable[[], Settled], look: Callable[[], Settled], open_: set[str]) -> Settled:
    """What the last look at a group said, with the findings that are confirmed."""
    last = [_whole(first, look)]

    def findings() -> list[Finding]:
        last.append(_whole(look, look))
        return last[-1].findings

    found = confirmed(last[0].findings, findings, open_)
    return replace(last[-1], findings=found)


def _whole(first: Callable[[], Settled], look: Callable[[], Settled]) -> Settled:
    """A look during which no file was deleted before it was read to the end; or that none came about."""
    gone = ""
    for one in (first, *[look] * len(PAUSES)):
        try:
            return one()
        except FileNotFoundError as error:
            gone = str(error.filename)
    return Settled(unread=[(gone, "the files of this partition are deleted faster than they are read")])


def _is_doubtful(finding: Finding, open_: set[str]) -> bool:
    """Whether it may pass. A difference between two replicas has only one of their directories as its place."""
    return NAMES[finding.kind].damage and (finding.place in open_ or finding.details.get("other") in open_)


def _key(finding: Finding) -> _Key:
    return (finding.kind, finding.group, finding.place, finding.file, finding.at)


def _told(gone: Iterable[Finding]) -> Iterable[Finding]:
    seen = set()
    for one in gone:
        if (one.kind, one.group, one.place, one.file) not in seen:
            seen.add((one.kind, one.group, one.place, one.file))
            text = f"{one.kind} was found at the first look, and then not: {one.text}"
            yield Finding("changed", one.group, one.place, one.file, one.at, text)
