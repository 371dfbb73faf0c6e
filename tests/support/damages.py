"""What is done to copies of real log directories: a function for each kind of damage, and the kinds it implies."""

from __future__ import annotations

import shutil
import struct
from collections.abc import Callable
from pathlib import Path

from tests.support.logs import batch, resealed, split
from tidemark.real.storage import directories
from tidemark.real.storage.indexes import OFFSET_ENTRY, TIME_ENTRY

P = "plain-0"
"""The partition that is damaged."""


class Brokers:
    """Copies of the directories of three brokers; damage is by default done to the first one's partition."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths = paths
        self.second, self.third, self.first = paths[:3]  # the last one ran all the time: its indexes are full

    def logs(self, broker: Path | None = None) -> list[Path]:
        return sorted(((broker or self.first) / P).glob("*.log"))

    def rewrite(self, path: Path, change: Callable[[list[bytes]], list[bytes]]) -> None:
        path.write_bytes(b"".join(change(split(path))))

    def edit(self, name: str, old: str, new: str, broker: Path | None = None) -> None:
        path = (broker or self.first) / name
        text = path.read_text()
        assert old in text, text
        path.write_text(text.replace(old, new))

    def end(self, broker: Path | None = None) -> int:
        last = split(self.logs(broker)[-1])[-1]
        return struct.unpack_from(">q", last)[0] + struct.unpack_from(">i", last, 23)[0] + 1

    def set_high_watermark(self, offset: int) -> None:
        for broker in self.paths:
            path = broker / directories.HIGH_WATERMARKS
            lines = [
                f"plain 0 {offset}" if line.startswith("plain 0 ") else line
                for line in path.read_text().splitlines()
            ]
            path.write_text("\n".join(lines) + "\n")


DAMAGES: dict[str, tuple[Callable[[Brokers], object], set[str]]] = {}
"""For each kind, by name, what is done, and the kinds that it implies besides."""


def damage(kind: str, *implied: str) -> Callable[[Callable[[Brokers], object]], Callable[[Brokers], object]]:
    def declare(done: Callable[[Brokers], object]) -> Callable[[Brokers], object]:
        name = kind if kind not in DAMAGES else f"{kind}:{done.__name__}"
        DAMAGES[name] = (done, {kind, *implied})
        return done

    return declare


def overwrite(path: Path, place: int, data: bytes) -> None:
    raw = bytearray(path.read_bytes())
    raw[place : place + len(data)] = data
    path.write_bytes(bytes(raw))


@damage("checksum")
def a_bit_flips(b: Brokers) -> None:
    raw = b.logs()[1].read_bytes()
    overwrite(b.logs()[1], len(raw) // 2, bytes([raw[len(raw) // 2] ^ 1]))


@damage("torn-tail")
def half_a_batch_is_appended(b: Brokers) -> None:
    with b.logs()[-1].open("ab") as file:
        file.write(batch(b.end(), 9, [(b"k", b"v")])[:40])


@damage("torn-tail", "high-watermark-past-end", "recovery-point-past-end", "time-index-past-end")
def the_last_batch_is_cut(b: Brokers) -> None:
    path = b.logs()[-1]
    path.write_bytes(path.read_bytes()[:-5])


@damage("cut-segment", "segment-missing", "snapshot-wrong", "time-index-past-end", "copies-disagree")
def a_closed_segment_is_cut(b: Brokers) -> None:
    path = b.logs()[1]
    path.write_bytes(path.read_bytes()[:-5])


@damage("zeros")
def zeros_are_appended(b: Brokers) -> None:
    with b.logs()[-1].open("ab") as file:
        file.write(bytes(5000))


@damage(
    "unreadable",
    "segment-missing",
    "index-past-end",
    "time-index-past-end",
    "epoch-start",
    "snapshot-wrong",
    "copies-disagree",
)
def a_length_is_overwritten(b: Brokers) -> None:
    path = b.logs()[1]
    overwrite(path, len(split(path)[0]) + 8, struct.pack(">i", -7))


@damage("header", "records", "copies-disagree")
def a_count_is_overwritten(b: Brokers) -> None:
    b.rewrite(
        b.logs()[1],
        lambda all_: [all_[0], resealed(all_[1][:57] + struct.pack(">i", 99) + all_[1][61:]), *all_[2:]],
    )


@damage("records", "copies-disagree")
def records_are_garbage_under_a_good_checksum(b: Brokers) -> None:
    b.rewrite(
        b.logs()[1], lambda all_: [all_[0], resealed(all_[1][:61] + bytes(len(all_[1]) - 61)), *all_[2:]]
    )


@damage("offsets-fall", "index-wrong", "sequence-gap")
def a_batch_is_there_twice(b: Brokers) -> None:
    b.rewrite(b.logs()[1], lambda all_: [*all_[:2], all_[1], *all_[2:]])


@damage("below-name", "segment-missing", "time-index-wrong", "time-index-past-end")
def a_segment_gets_another_name(b: Brokers) -> None:
    for path in (b.first / P).glob(b.logs()[1].stem + ".*"):
        path.rename(path.with_name(f"{int(path.stem) + 3:020d}{path.suffix}"))


@damage("gap", "index-wrong", "time-index-wrong", "sequence-gap", "copies-disagree")
def a_batch_is_taken_out(b: Brokers) -> None:
    b.rewrite(b.logs()[1], lambda all_: [*all_[:2], *all_[3:]])


@damage("segment-missing", "epoch-start", "snapshot-wrong", "copies-disagree")
def a_segment_is_deleted(b: Brokers) -> None:
    for path in (b.first / P).glob(b.logs()[1].stem + ".*"):
        path.unlink()


@damage("start-missing")
def the_first_segment_is_deleted(b: Brokers) -> None:
    for path in (b.first / P).glob(b.logs()[0].stem + ".*"):
        path.unlink()


@damage("start-missing")
def the_first_segment_is_deleted_behind_deleted_records(b: Brokers) -> None:
    first, second, *_ = b.logs()
    for path in (b.first / P).glob(first.stem + ".*"):
        path.unlink()
    _cache(b, lambda rows: [f"0 {int(second.stem)}", *rows[1:]])
    (b.first / directories.LOG_STARTS).write_text(f"0\n1\nplain 0 {int(second.stem) - 2}\n")


@damage("overlap", "sequence-gap", "time-index-empty")
def a_segment_begins_early(b: Brokers) -> None:
    all_ = split(b.logs()[0])
    base = struct.unpack_from(">q", all_[-1])[0]
    (b.first / P / f"{base:020d}.log").write_bytes(all_[-1])
    for suffix in (".index", ".timeindex"):
        (b.first / P / f"{base:020d}{suffix}").touch()


@damage("epochs-fall", "epoch-start", "copies-disagree")
def an_old_epoch_comes_back(b: Brokers) -> None:
    b.rewrite(b.logs()[-1], lambda all_: [*all_[:-2], all_[-2][:12] + bytes(4) + all_[-2][16:], all_[-1]])


@damage("index-missing")
def an_index_is_deleted(b: Brokers) -> None:
    b.logs()[1].with_suffix(".index").unlink()


@damage("time-index-missing")
def a_time_index_is_deleted(b: Brokers) -> None:
    b.logs()[1].with_suffix(".timeindex").unlink()


def append(path: Path, data: bytes) -> None:
    path.write_bytes(path.read_bytes() + data)


@damage("index-torn")
def an_index_has_three_bytes_more(b: Brokers) -> None:
    append(b.logs()[1].with_suffix(".index"), b"abc")


@damage("time-index-torn")
def a_time_index_has_three_bytes_more(b: Brokers) -> None:
    append(b.logs()[1].with_suffix(".timeindex"), b"abc")


def _swap(path: Path, size: int) -> None:
    raw = path.read_bytes()
    assert len(raw) >= 2 * size
    path.write_bytes(raw[size : 2 * size] + raw[:size] + raw[2 * size :])


@damage("index-unsorted")
def entries_of_an_index_are_swapped(b: Brokers) -> None:
    _swap(b.logs()[1].with_suffix(".index"), OFFSET_ENTRY.itemsize)


@damage("time-index-unsorted")
def entries_of_a_time_index_are_swapped(b: Brokers) -> None:
    _swap(b.logs()[1].with_suffix(".timeindex"), TIME_ENTRY.itemsize)


@damage("index-unsorted")
def an_index_ends_in_zeros(b: Brokers) -> None:
    append(b.logs()[1].with_suffix(".index"), bytes(16))


@damage("index-past-end")
def an_index_goes_on(b: Brokers) -> None:
    append(b.logs()[-1].with_suffix(".index"), struct.pack(">ii", 5000, 1 << 20))


@damage("time-index-past-end")
def a_time_index_goes_on(b: Brokers) -> None:
    append(b.logs()[-1].with_suffix(".timeindex"), struct.pack(">qi", 1 << 50, 5000))


@damage("index-wrong")
def a_position_is_one_off(b: Brokers) -> None:
    path = b.logs()[1].with_suffix(".index")
    offset, position = struct.unpack_from(">ii", path.read_bytes())
    overwrite(path, 0, struct.pack(">ii", offset, position + 1))


@damage("time-index-wrong")
def a_timestamp_is_one_off(b: Brokers) -> None:
    path = b.logs()[1].with_suffix(".timeindex")
    time, offset = struct.unpack_from(">qi", path.read_bytes())
    overwrite(path, 0, struct.pack(">qi", time - 1, offset))


CACHE = f"{P}/leader-epoch-checkpoint"


def _cache(b: Brokers, change: Callable[[list[str]], list[str]]) -> None:
    path = b.first / CACHE
    rows = change(path.read_text().splitlines()[2:])
    path.write_text("\n".join(["0", str(len(rows)), *rows]) + "\n")


@damage("epoch-cache-missing")
def the_epoch_cache_is_deleted(b: Brokers) -> None:
    (b.first / CACHE).unlink()


@damage("epoch-missing")
def an_epoch_is_taken_out(b: Brokers) -> None:
    _cache(b, lambda rows: [rows[0], *rows[2:]])


@damage("epoch-start")
def an_epoch_begins_later(b: Brokers) -> None:
    _cache(b, lambda rows: [rows[0], f"{rows[1].split()[0]} {int(rows[1].split()[1]) + 1}", *rows[2:]])


@damage("epoch-past-end")
def an_epoch_is_added(b: Brokers) -> None:
    _cache(b, lambda rows: [*rows, "77 7000"])


@damage("epochs-unsorted")
def epochs_are_swapped(b: Brokers) -> None:
    _cache(b, lambda rows: [rows[1], rows[0], *rows[2:]])


@damage("checkpoint")
def a_checkpoint_is_cut(b: Brokers) -> None:
    path = b.first / directories.HIGH_WATERMARKS
    path.write_text(path.read_text()[:-12])


@damage("checkpoint")
def an_epoch_cache_has_letters(b: Brokers) -> None:
    (b.first / CACHE).write_text("0\n1\nzero 0\n")


@damage("checkpoint")
def a_checkpoint_has_no_count(b: Brokers) -> None:
    (b.first / directories.RECOVERY_POINTS).write_text("0\n")


@damage("high-watermark-past-end")
def a_high_watermark_is_raised(b: Brokers) -> None:
    b.edit(directories.HIGH_WATERMARKS, f"plain 0 {b.end()}", "plain 0 7000")


@damage("recovery-point-past-end")
def a_recovery_point_is_raised(b: Brokers) -> None:
    b.edit(directories.RECOVERY_POINTS, f"plain 0 {b.end()}", "plain 0 7000")


@damage("log-start-past-end")
def a_log_start_is_raised(b: Brokers) -> None:
    (b.first / directories.LOG_STARTS).write_text("0\n1\nplain 0 7000\n")


@damage("partition-missing")
def a_directory_is_deleted(b: Brokers) -> None:
    shutil.rmtree(b.first / P)


@damage("metadata")
def a_topic_id_is_lost(b: Brokers) -> None:
    (b.first / P / "partition.metadata").write_text("version: 0\n")


@damage("metadata")
def properties_are_garbage(b: Brokers) -> None:
    (b.first / directories.PROPERTIES).write_text("\x01\x02\n")


@damage("topic-ids-differ")
def a_topic_was_made_again(b: Brokers) -> None:
    (b.first / P / "partition.metadata").write_text("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ\n")


@damage("clusters-differ")
def a_directory_is_of_another_cluster(b: Brokers) -> None:
    path = b.second / directories.PROPERTIES
    lines = [
        "cluster.id=other" if line.startswith("cluster.id") else line
        for line in path.read_text().splitlines()
    ]
    path.write_text("\n".join(lines))


@damage("partition-twice")
def a_directory_is_given_as_two(b: Brokers) -> None:
    b.paths.append(b.first.with_name("again"))
    shutil.copytree(b.first, b.paths[-1])


@damage("unclean-shutdown")
def a_broker_crashed(b: Brokers) -> None:
    (b.first / directories.CLEAN).unlink()


@damage("interrupted-compaction")
def a_compaction_was_interrupted(b: Brokers) -> None:
    (b.first / P / f"{b.logs()[0].name}.cleaned").touch()


@damage("half-written", "unclean-shutdown")
def a_compaction_was_killed(b: Brokers) -> None:
    a_compaction_was_interrupted(b)
    a_broker_crashed(b)


@damage("left-directory")
def a_deletion_was_interrupted(b: Brokers) -> None:
    (b.first / f"{P}.0123456789abcdef0123456789abcdef-delete").mkdir()


def other_record(all_: list[bytes]) -> list[bytes]:
    """The last batch with another value."""
    return [*all_[:-1], resealed(all_[-1][:-3] + bytes([all_[-1][-3] ^ 1]) + all_[-1][-2:])]


def other_epoch(all_: list[bytes]) -> list[bytes]:
    """The last batch in a later epoch."""
    return [*all_[:-1], all_[-1][:12] + struct.pack(">i", 50) + all_[-1][16:]]


@damage("copies-disagree")
def a_record_differs(b: Brokers) -> None:
    b.rewrite(b.logs()[1], other_record)


@damage("one-epoch-two-records")
def a_record_above_the_high_watermark_differs(b: Brokers) -> None:
    b.rewrite(b.logs()[-1], other_record)
    b.set_high_watermark(0)


@damage("copies-part", "epoch-missing")
def an_epoch_above_the_high_watermark_differs(b: Brokers) -> None:
    b.rewrite(b.logs()[-1], other_epoch)
    b.set_high_watermark(0)


@damage("unreplicated")
def a_leader_wrote_alone(b: Brokers) -> None:
    epoch = int((b.first / CACHE).read_text().split()[-2])
    with b.logs()[-1].open("ab") as file:
        file.write(batch(b.end(), epoch, [(b"k", b"v"), (b"k", b"w")], 1_700_000_000_000))


@damage(
    "committed-unreplicated",
    "high-watermark-past-end",
    "recovery-point-past-end",
    "time-index-past-end",
    "epoch-past-end",
)
def two_brokers_lost_the_last_batch(b: Brokers) -> None:
    for broker in (b.second, b.third):
        b.rewrite(b.logs(broker)[-1], lambda all_: all_[:-1])
