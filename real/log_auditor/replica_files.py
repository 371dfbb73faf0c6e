"""The small files beside a replica's log: its epoch cache and its topic id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tidemark.real.log_auditor.tasks import ReplicaTask
from tidemark.real.storage import checkpoints, files
from tidemark.spec.families.audits import AuditFinding

EPOCH_CACHE = "leader-epoch-checkpoint"
METADATA = "partition.metadata"
T = TypeVar("T")


@dataclass(frozen=True)
class ReplicaFact:
    """The small files of a replica: epoch cache and topic id, if it has them."""

    task: ReplicaTask
    epochs: tuple[tuple[int, int], ...] | None = None
    topic_id: str | None = None
    findings: tuple[AuditFinding, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()


def read(task: ReplicaTask) -> ReplicaFact:
    """Read the small files of a replica."""
    problems = task.problems()
    unread: list[tuple[str, str]] = []

    def attempt(name: str, kind: str, parse: Callable[[Path], T]) -> T | None:
        path = task.directory / name
        try:
            return parse(path)
        except FileNotFoundError:
            pass
        except ValueError as error:
            problems.add(kind, name, None, str(error))
        except OSError as error:
            unread.append((str(path), error.strerror or str(error)))
        return None

    epochs = attempt(EPOCH_CACHE, "checkpoint", read_epoch_cache)
    topic_id = attempt(METADATA, "metadata", read_topic_id)
    for name in task.half_done if not task.is_open else ():
        problems.add("interrupted-compaction" if task.is_settled else "half-written", name, None, name)
    return ReplicaFact(task, epochs, topic_id, tuple(problems.findings), tuple(unread))


def read_epoch_cache(path: Path) -> tuple[tuple[int, int], ...]:
    """Each leader epoch and its first offset.

    Raises:
        OSError: the file can't be read.
        ValueError: it is no checkpoint of epochs.
    """
    return tuple(checkpoints.epochs(files.read_text(path, files.TEXT)))


def read_topic_id(path: Path) -> str:
    """The topic id in a `partition.metadata`.

    Raises:
        OSError: the file can't be read.
        ValueError: it has no topic id.
    """
    return checkpoints.metadata(files.read_text(path, files.PROPERTIES))["topic_id"]
