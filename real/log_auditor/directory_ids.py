"""Checks the ids of data directories (KIP-858): `directory.id` in `meta.properties`, beside what the metadata log says.

Each data directory has an id, each broker registers the ids that it has, and the metadata log says in which directory
a replica is. A broker that finds a replica in another of its directories says so to the controller when it starts; a
replica in a directory that its broker no longer has is offline.
"""

from __future__ import annotations

from collections.abc import Sequence

from tidemark.real.log_auditor.asides import FUTURE, asides
from tidemark.real.log_auditor.metadata_log import Assignments, id_text
from tidemark.real.log_auditor.moments import CopyMoment
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.storage.directories import METADATA_LOG, PROPERTIES, DataDirectory

ID = "directory.id"


def check(
    directory: DataDirectory,
    moment: CopyMoment,
    read: Sequence[DataDirectory],
    assignments: Assignments,
    problems: Problems,
) -> None:
    """Check a data directory's id, and whether its replicas should be in it."""
    mine = directory.properties.get(ID)
    earlier = [
        peer for peer in read[: list(read).index(directory)] if mine and peer.properties.get(ID) == mine
    ]
    if earlier:
        message = f"{mine}, as in {earlier[0].path}"
        problems.add("directory-id-twice", PROPERTIES, None, message)
    _check_lost(directory, read, assignments, problems)
    doubt = ": moved meanwhile, or by hand" if moment.is_moving else ""
    for group in directory.partitions if mine else ():
        assigned = assignments.get(group)
        number = assigned.directory_on(directory.broker) if assigned else None
        if number is not None and id_text(number) != mine and not _is_moving_to(id_text(number), group, read):
            message = f"{group} is here, and its replica should be in the directory {id_text(number)}"
            problems.add("directory-elsewhere", group, None, message, doubt)


def _check_lost(
    directory: DataDirectory, read: Sequence[DataDirectory], assignments: Assignments, problems: Problems
) -> None:
    """Report the replicas in directories that the broker no longer has, in the first of its directories."""
    first = next(peer for peer in read if peer.broker == directory.broker)
    online = assignments.online.get(directory.broker or "", ())
    if directory is not first or not online:
        return
    for group, assigned in sorted(assignments.partitions.items()):
        number = assigned.directory_on(directory.broker)
        if number is not None and number not in online:
            message = f"{group}: broker {directory.broker} has no directory {id_text(number)}"
            problems.add("directory-lost", METADATA_LOG, None, message)


def _is_moving_to(number: str, group: str, read: Sequence[DataDirectory]) -> bool:
    """Whether a replica is being moved to a directory: the controller is asked before it takes its place."""
    return any(
        aside.group == group and aside.sort == FUTURE
        for peer in read
        if peer.properties.get(ID) == number
        for aside in asides(peer)
    )
