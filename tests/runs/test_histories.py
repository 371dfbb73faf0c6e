"""Files of histories: written as episodes end, plain or packed, and read back."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.support.full_disks import full_disk
from tidemark.base.errors import UsageError
from tidemark.base.files import LARGEST
from tidemark.checker.runs import histories

RECORDED = Path(__file__).parents[1] / "data" / "soak" / "kafka-3.9.2.jsonl"


def test_a_file_of_histories_reads_as_it_was_written(tmp_path: Path) -> None:
    whole = histories.read(RECORDED)
    for one in whole:
        histories.append(one, tmp_path / "new" / "again.jsonl")
    assert (tmp_path / "new" / "again.jsonl").read_text() == (RECORDED).read_text()


def test_a_packed_file_of_histories_reads_as_a_plain_one(tmp_path: Path) -> None:
    whole = histories.read(RECORDED) * 2
    for one in whole:
        histories.append(one, tmp_path / "again.jsonl.gz")
    assert (tmp_path / "again.jsonl.gz").read_bytes()[:2] == b"\x1f\x8b"
    read_back = histories.read(tmp_path / "again.jsonl.gz")
    assert [(one.about, one.events) for one in read_back] == [(one.about, one.events) for one in whole]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("one.jsonl", b"", "it has no episode"),
        ("one.jsonl", b"[]", "line 1: an object is expected here"),
        ("one.jsonl", b'{"at": 1}', 'line 1: a history begins with {"format": …}'),
        (
            "one.jsonl",
            b'{"format": "x"}',
            "line 1: a history has the format 'tidemark-history' and version 1",
        ),
        (
            "one.jsonl",
            b'{"format": "tidemark-history", "version": 1}',
            "line 1: the field system is missing",
        ),
        ("one.jsonl.gz", b'{"format": "tidemark-history"}\n', "can't be unpacked: Not a gzipped file"),
        ("one.jsonl.gz", gzip.compress(b"x" * 5_000)[:-9], "can't be unpacked: Compressed file ended"),
        (
            "one.jsonl.gz",
            gzip.compress(b"\0" * (LARGEST + 1)),
            "unpacked this file has more than 67,108,864 bytes",
        ),
        ("one.jsonl.gz", gzip.compress(b"\xff"), "byte 0 of what is packed is not UTF-8"),
        ("one.jsonl.gz", gzip.compress(b"[]"), "line 1: an object is expected here"),
    ],
    ids=[
        "empty",
        "no object",
        "no format",
        "another format",
        "no system",
        "not packed",
        "cut off",
        "too large",
        "no text",
        "packed, no object",
    ],
)
def test_a_damaged_file_is_refused(name: str, content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UsageError, match=name.replace(".", r"\.")) as caught:
        histories.read(path)
    assert said in str(caught.value)


def test_an_episode_that_the_disk_does_not_hold_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    one = histories.read(RECORDED)[0]
    path = tmp_path / "h.jsonl"
    histories.append(one, path)
    before = path.read_bytes()
    with full_disk(len(before) + 100), pytest.raises(UsageError, match=r"No space left|File too large"):
        histories.append(one, path)
    assert path.read_bytes() == before
