"""Files that real brokers wrote, in formats 0, 1 and 2: read whole, looked up, and built again byte for byte."""

from __future__ import annotations

import struct
from collections import Counter
from pathlib import Path
from typing import Any

import cramjam
import numpy as np
import pytest

from tests.support.logs import RELEASES, batch, unpack
from tidemark.real.log_auditor.metadata_log import Assignments
from tidemark.real.storage import checkpoints, codecs, directories
from tidemark.real.storage.batches import CONTROL, End, inner, walk
from tidemark.real.storage.indexes import OFFSET_ENTRY, TIME_ENTRY, decode, offset_before, position
from tidemark.real.storage.records import read_batch, records
from tidemark.real.storage.segments import Settings, StoredBatch, rebuild

INTERVAL = 256
"""The brokers' `index.interval.bytes`."""


@pytest.fixture(scope="module")
def brokers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    place = tmp_path_factory.mktemp("logs")
    return {release: unpack(release, place) for release in RELEASES}


def rows(path: Path) -> list[Any]:
    with path.open("rb") as file:
        return [
            row for found in walk(file, path.stat().st_size) if not isinstance(found, End) for row in found
        ]


def test_there_are_releases_of_every_message_format() -> None:
    assert RELEASES == ["0.10.2.2", "1.1.1", "2.8.2", "4.1.0"]


@pytest.mark.parametrize("release", RELEASES)
def test_every_record_is_read_and_no_offset_is_left_out(release: str, brokers: dict[str, list[Path]]) -> None:
    seen: Counter[tuple[int, str]] = Counter()
    for path in sorted(brokers[release][0].rglob("*.log")):
        offsets = []
        with path.open("rb") as file:
            for row in rows(path):
                assert row["crc"] == row["computed"]
                found = list(records(read_batch(file, int(row["position"]))))
                assert len(found) == row["count"]
                if not found:  # compaction keeps the last batch of a producer, without its records
                    assert path.parent.name.startswith("compacted")
                    continue
                assert row["first"] <= found[0].offset
                assert found[-1].offset == row["last"] or path.parent.name.startswith("compacted")
                if not row["attributes"] & CONTROL and path.parent.name[0] != "_":
                    assert all(
                        (one.key or b"").startswith(b"k") and len(one.value or b"") >= 5 for one in found
                    )
                    assert max(one.timestamp for one in found) == row["max_time"]
                offsets += [one.offset for one in found]
                seen[int(row["magic"]), codecs.NAMES[int(row["attributes"]) & 7]] += len(found)
        if not path.parent.name.startswith("compacted"):
            assert offsets == list(range(int(path.stem), int(path.stem) + len(offsets)))
    compressed = {(2, name) for name in ("none", "gzip", "snappy", "lz4")}
    wanted: dict[str, set[tuple[int, str]]] = {
        "0.10.2.2": {(1, name) for _, name in compressed} | {(0, "none"), (0, "lz4")},
        "1.1.1": compressed | {(1, "lz4")},
        "2.8.2": compressed | {(2, "zstd")},
        "4.1.0": compressed | {(2, "zstd")},
    }
    assert set(seen) == wanted[release]


@pytest.mark.parametrize("release", [release for release in RELEASES if release != "0.10.2.2"])
def test_both_indexes_are_built_byte_for_byte_as_the_broker_built_them(
    release: str, brokers: dict[str, list[Path]]
) -> None:
    """Of the broker that never restarted; its appends were single batches, since the producer waited for each."""
    broker = next(
        path for path in brokers[release] if path.name == ("broker-3" if release == "4.1.0" else "broker-2")
    )
    chosen, count = Settings(index_interval_bytes=INTERVAL, first_offset_indexed=release == "1.1.1"), 0
    for path in sorted(broker.rglob("*.log")):
        if path.parent.name.startswith(("compacted", "format", "_")):
            continue
        batches = [
            StoredBatch(
                tuple((k, int(row["max_time"])) for k in sorted({int(row["first"]), int(row["last"])})),
                int(row["size"]),
            )
            for row in rows(path)
        ]
        offsets, times = rebuild(int(path.stem), batches, chosen).index_bytes()
        assert offsets == path.with_suffix(".index").read_bytes(), path
        assert times == path.with_suffix(".timeindex").read_bytes(), path
        count += len(offsets) // 8
    assert count > 50


@pytest.mark.parametrize("release", RELEASES)
def test_lookups_through_the_brokers_own_indexes_miss_nothing(
    release: str, brokers: dict[str, list[Path]]
) -> None:
    for path in sorted(brokers[release][0].rglob("*.log")):
        found, base = rows(path), int(path.stem)
        if path.parent.name.startswith("format0") or not found:
            continue
        offsets = decode(path.with_suffix(".index").read_bytes(), OFFSET_ENTRY, base)
        times = decode(path.with_suffix(".timeindex").read_bytes(), TIME_ENTRY, base)
        for row in found:
            place = position(offsets, int(row["last"]))
            assert place in {int(one["position"]) for one in found if one["position"] <= row["position"]}
            start = offset_before(times, int(row["max_time"]), base)
            earlier = [one for one in found if one["last"] < start]
            assert all(one["max_time"] <= row["max_time"] for one in earlier)


def test_the_metadata_log_says_who_has_which_partition(brokers: dict[str, list[Path]]) -> None:
    read = [directories.read(path) for path in brokers["4.1.0"]]
    found = Assignments.read(read)
    assert {name for name in found.partitions if name.startswith("plain")} == {"plain-0"}
    plain = found.partitions["plain-0"]
    assert sorted(plain.replicas) == [1, 2, 3]
    cache = checkpoints.epochs((brokers["4.1.0"][0] / "plain-0" / "leader-epoch-checkpoint").read_text())
    assert plain.leader_epoch >= cache[-1][0] >= 1
    assert found.is_compacted("compacted-0")
    assert not found.is_compacted("plain-0")


def test_a_batch_that_is_larger_than_the_buffer_is_read_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, data = tmp_path / "large.log", b""
    for number in range(6):
        data += batch(number, 0, [(b"key", bytes([number]) * (50 if number % 2 else 900))])
    path.write_bytes(data)
    whole = rows(path)
    for piece in (64, 100, 128, 500, 1000):
        monkeypatch.setattr("tidemark.real.storage.batches.PIECE", piece)
        assert np.array_equal(np.array(rows(path)), np.array(whole))
    assert all(row["crc"] == row["computed"] for row in whole)


def test_a_compressed_message_of_format_1_gives_its_own_offsets_to_what_it_wraps() -> None:
    import gzip
    import zlib

    def message(offset: int, attributes: int, value: bytes) -> bytes:
        body = struct.pack(">bbqi", 1, attributes, 7, -1) + struct.pack(">i", len(value)) + value
        return struct.pack(">qiI", offset, len(body) + 4, zlib.crc32(body)) + body

    wrapped = gzip.compress(b"".join(message(k, 0, b"v") for k in range(3)))
    assert [offset for offset, _ in inner(message(102, 1, wrapped))] == [100, 101, 102]


@pytest.mark.parametrize("codec", codecs.NAMES)
def test_what_can_not_be_decompressed_is_a_value_error(codec: int) -> None:
    if codec:
        with pytest.raises(ValueError, match=codecs.NAMES[codec]):
            codecs.decompress(
                codec, b"\x82SNAPPY\x00\0\0\0\1\0\0\0\1\0\0\0\x63garbage" if codec == 2 else b"garbage"
            )


@pytest.mark.parametrize("codec", [1, 3, 4])
def test_a_batch_that_opens_to_more_than_a_gigabyte_is_a_value_error(
    codec: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codecs, "LARGEST", 1 << 22)
    compress = getattr(cramjam, codecs.NAMES[codec]).compress
    assert codecs.decompress(codec, bytes(compress(bytes(1 << 22)))) == bytes(1 << 22)
    with pytest.raises(ValueError, match="open to more than 4,194,304"):
        codecs.decompress(codec, bytes(compress(bytes((1 << 22) + 1))))


@pytest.mark.parametrize("codec", [1, 2, 3, 4])
def test_a_batch_that_ends_early_is_a_value_error(codec: int) -> None:
    module = getattr(cramjam, codecs.NAMES[codec])
    whole = bytes((module.compress_raw if codec == 2 else module.compress)(b"a record " * 1000))
    assert codecs.decompress(codec, whole) == b"a record " * 1000
    for end in range(1, len(whole)):
        with pytest.raises(ValueError, match=codecs.NAMES[codec]):
            codecs.decompress(codec, whole[:end])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1\n0\n", "line 1 is '1', and should be version 0"),
        ("0\n", "line 2 is missing, and should be the number of rows"),
        ("0\nx\n", "line 2 is 'x'"),
        ("0\n2\na 0 1\n", "it has 1 rows, and says that it has 2"),
        ("0\n1\na 0\n", "line 3 is 'a 0': 3 columns are wanted"),
        ("0\n1\na 0 x\n", "line 3 is 'a 0 x'"),
    ],
)
def test_a_checkpoint_that_can_not_be_read_says_where(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        checkpoints.offsets(text)
