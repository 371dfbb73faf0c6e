"""Every byte of every kind of file is flipped: the audit reports it, or docs/audit.md says why it does not."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.logs import unpack_archive
from tidemark import real
from tidemark.real.log_auditor.kinds import NAMES
from tidemark.real.storage import directories
from tidemark.spec.families.audits import AuditFinding

ROOT = Path(__file__).parents[3]
METADATA = directories.METADATA_LOG
MOST = 400
"""Bytes of a file that are flipped in the long campaign: all, unless the file is larger."""
QUICK = 2


@dataclass(frozen=True)
class Sort:
    """A kind of file: what docs/audit.md calls it, a pattern of paths, and the bytes whose flips may go unnoticed.

    silent: a pattern that finds them in the text of the file; or the size of an entry, and the places in it.
    """

    name: str
    paths: str
    silent: str | tuple[int, range] = ""


SORTS = (
    Sort("`*.log`", "plain-0/*.log"),
    Sort("`*.log` of the metadata log", f"{METADATA}/*.log"),
    Sort("`*.index`", "plain-0/*.index", (8, range(4))),
    Sort("`*.timeindex`", "plain-0/*.timeindex", (12, range(8, 12))),
    Sort("`*.txnindex`", "transactions-0/*.txnindex", (34, range(26, 34))),
    Sort("`*.snapshot`", "*-0/*.snapshot"),
    Sort("`leader-epoch-checkpoint`", "plain-0/leader-epoch-checkpoint", r"\n\Z"),
    Sort("`partition.metadata`", "plain-0/partition.metadata"),
    Sort("`*.checkpoint` of the metadata log", f"{METADATA}/*.checkpoint"),
    Sort("`bootstrap.checkpoint`", "bootstrap.checkpoint"),
    Sort("`quorum-state`", f"{METADATA}/quorum-state", r"(?<=:)[-\d]+|(?<=clusterId\":\")"),
    Sort("`meta.properties`", "meta.properties", r"#.*|\n|directory\.id=.*|\d(?=\n)"),
    Sort("`.kafka_cleanshutdown`", ".kafka_cleanshutdown", r"\d"),
    Sort("`recovery-point-offset-checkpoint`", directories.RECOVERY_POINTS, r"(?<=\n\d\n)[\s\S]*"),
    Sort("`replication-offset-checkpoint`", directories.HIGH_WATERMARKS, r"(?<=\n\d\n)[\s\S]*"),
    Sort("`log-start-offset-checkpoint`", directories.LOG_STARTS, r"(?<=\n\d\n)[\s\S]*"),
    Sort("`cleaner-offset-checkpoint`", directories.CLEANED, r"(?<=\n\d\n)[\s\S]*"),
)


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Directories of Kafka 4.3.1 with every kind of file; tests put back what they change."""
    found = unpack_archive("every-kind", tmp_path_factory.mktemp("flips"))
    for path in found:
        shutil.rmtree(path / "__transaction_state-0", ignore_errors=True)
        for name in directories.CHECKPOINTS:
            if (path / name).exists():
                rows = (path / name).read_text().splitlines()[2:]
                kept = [row for row in rows if not row.startswith("__transaction_state ")]
                (path / name).write_text("\n".join(["0", str(len(kept)), *kept]) + "\n")
    return found


def audit(paths: list[Path], group: str) -> tuple[list[AuditFinding], bool]:
    """What is found in the directories, and in a partition or in all; and whether all could be read."""
    auditor = real.auditor()
    survey = auditor.survey(paths)
    findings, unread = list(survey.findings), list(survey.unread)
    for name in sorted({unit.group for unit in survey.units if group in ("", unit.group)}):
        settled = auditor.settle(name, [auditor.scan(unit) for unit in survey.units if unit.group == name])
        findings += settled.findings
        unread += settled.unread
    return findings, not unread


@contextmanager
def flipped(path: Path, place: int, bit: int) -> Iterator[None]:
    raw = path.read_bytes()
    changed = bytearray(raw)
    changed[place] ^= 1 << bit
    path.write_bytes(changed)
    try:
        yield
    finally:
        path.write_bytes(raw)


def may_be_silent(sort: Sort, raw: bytes, place: int) -> bool:
    if isinstance(sort.silent, tuple):
        size, places = sort.silent
        return place % size in places
    text = raw.decode("latin-1")
    return bool(sort.silent) and any(
        one.start() <= place < one.end() for one in re.finditer(sort.silent, text)
    )


def require_reported(sort: Sort, paths: list[Path], most: int, seed: str) -> None:
    """Flip a bit in that many bytes of each file of a kind, or in all."""
    chance = random.Random(f"{seed} {sort.name}")
    files = sorted(path for path in paths[0].glob(sort.paths) if path.stat().st_size)
    assert files, sort.paths
    unnoticed = []
    for path in files if most > QUICK else [chance.choice(files)]:
        raw = path.read_bytes()
        group = path.parent.name if path.parent != paths[0] else ""
        for place in sorted(chance.sample(range(len(raw)), min(most, len(raw)))):
            bit = chance.randrange(8)
            with flipped(path, place, bit):
                findings, is_whole = audit(paths, group)
            is_reported = not is_whole or any(NAMES[finding.kind].damage for finding in findings)
            if not is_reported and not may_be_silent(sort, raw, place):
                unnoticed.append((path.name, place, bit))
    assert unnoticed == []


def test_the_directories_are_healthy(paths: list[Path]) -> None:
    assert audit(paths, "") == ([], True)


@pytest.mark.parametrize("sort", SORTS, ids=lambda sort: sort.name)
def test_some_flipped_bytes_are_reported(sort: Sort, paths: list[Path]) -> None:
    require_reported(sort, paths, QUICK, "1")


@pytest.mark.slow
@pytest.mark.parametrize("sort", SORTS, ids=lambda sort: sort.name)
def test_every_flipped_byte_is_reported(sort: Sort, paths: list[Path]) -> None:
    require_reported(sort, paths, MOST, "all")


def test_the_page_has_every_kind_of_file() -> None:
    text = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| `")}
    assert {sort.name for sort in SORTS} <= rows


def test_every_file_of_a_directory_is_of_a_kind(paths: list[Path]) -> None:
    """But the lock, which has no byte, and what a broker is about to delete."""
    names = {path.name for path in paths[0].rglob("*") if path.is_file() and path.stat().st_size}
    known = {path.name for sort in SORTS for path in paths[0].glob(sort.paths.replace("plain-0", "*-0"))}
    assert {name for name in names if not name.endswith(".deleted")} <= known
