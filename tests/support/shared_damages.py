"""Damage that replicas may share: to producers, transactions, indexes, the inside of batches, and sizes of files."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

from tests.support.damages import CACHE, Brokers, P, append, damage, overwrite
from tests.support.logs import batch, resealed
from tidemark.real.storage import directories, snapshots
from tidemark.real.storage.indexes import OFFSET_ENTRY


def _changed(head: bytes, place: int, form: str, change: Callable[[int], int]) -> bytes:
    """A batch with another number in its header, and the checksum that it wants."""
    (value,) = struct.unpack_from(form, head, place)
    return resealed(head[:place] + struct.pack(form, change(value)) + head[place + struct.calcsize(form) :])


def _on_all(b: Brokers, number: int, change: Callable[[list[bytes]], list[bytes]]) -> None:
    """The same damage on every replica: they agree with each other."""
    for broker in b.paths:
        b.rewrite(b.logs(broker)[number], change)


EPOCH, SEQUENCE, OFFSETS = 51, 53, 23
"""Where a batch has its producer's epoch, its first sequence number, its last offset's delta."""
TIME = 1_700_000_300_000


@damage("producer-epoch", "sequence-gap")
def a_producer_gets_another_epoch_on_all(b: Brokers) -> None:
    _on_all(b, 1, lambda all_: [*all_[:3], _changed(all_[3], EPOCH, ">h", lambda _: 7), *all_[4:]])


@damage("sequence-gap")
def records_of_a_producer_are_lost_on_all(b: Brokers) -> None:
    _on_all(b, 1, lambda all_: [*all_[:3], _changed(all_[3], SEQUENCE, ">i", lambda old: old + 9), *all_[4:]])


@damage("sequence-start")
def the_first_record_of_a_producer_is_lost_on_all(b: Brokers) -> None:
    """What docs/findings.md ends with: one batch, with base sequence 1."""
    append_on_all(b, lambda end, epoch: [batch(end, epoch, [(b"k", b"v")], TIME, (9000, 0, 1))])


def append_on_all(b: Brokers, more: Callable[[int, int], list[bytes]]) -> None:
    epoch, end = int((b.first / CACHE).read_text().split()[-2]), b.end()
    for broker in b.paths:
        (broker / CACHE).write_text((b.first / CACHE).read_text())
        append(b.logs(broker)[-1], b"".join(more(end, epoch)))


TRANSACTIONAL, CONTROL = 0x10, 0x20


def transaction(mark: int, producer: int = 9000, sequence: int = 0) -> Callable[[int, int], list[bytes]]:
    """Two records of a transaction, and its end: 0 aborts, 1 commits."""
    pairs, end = [(b"k", b"v"), (b"k", b"w")], [(struct.pack(">hh", 0, mark), bytes(6))]
    return lambda first, epoch: [
        batch(first, epoch, pairs, TIME, (producer, 0, sequence), TRANSACTIONAL),
        batch(first + 2, epoch, end, TIME, (producer, 0, -1), TRANSACTIONAL | CONTROL),
    ]


def write_aborted(b: Brokers, entries: list[tuple[int, int, int]]) -> None:
    """The index of aborted transactions of the active segment: producer, first offset, offset of the mark."""
    for broker in b.paths:
        data = b"".join(struct.pack(">hqqqq", 0, *entry, entry[2] + 1) for entry in entries)
        b.logs(broker)[-1].with_suffix(".txnindex").write_bytes(data)


def abort(b: Brokers) -> None:
    """A transaction that is aborted, as brokers write it: this is no damage."""
    end = b.end()
    append_on_all(b, transaction(0))
    write_aborted(b, [(9000, end, end + 2)])


def _txn_index(b: Brokers) -> Path:
    return b.logs()[-1].with_suffix(".txnindex")


@damage("txn-index-missing")
def an_index_of_aborted_transactions_is_deleted(b: Brokers) -> None:
    abort(b)
    _txn_index(b).unlink()


@damage("txn-index-torn")
def an_index_of_aborted_transactions_has_three_bytes_more(b: Brokers) -> None:
    abort(b)
    append(_txn_index(b), b"abc")


@damage("txn-index-wrong")
def an_index_of_aborted_transactions_is_emptied(b: Brokers) -> None:
    abort(b)
    _txn_index(b).write_bytes(b"")


@damage("txn-index-wrong")
def an_entry_names_another_producer(b: Brokers) -> None:
    abort(b)
    overwrite(_txn_index(b), 2, struct.pack(">q", 1))


@damage("txn-index-wrong")
def an_entry_names_another_first_offset(b: Brokers) -> None:
    abort(b)
    overwrite(_txn_index(b), 10, struct.pack(">q", 3))


@damage("txn-index-wrong")
def a_mark_commits_on_all_what_was_aborted(b: Brokers) -> None:
    end = b.end()
    append_on_all(b, transaction(1))
    write_aborted(b, [(9000, end, end + 2)])


def _snapshot(b: Brokers) -> Path:
    return sorted((b.first / P).glob("*.snapshot"))[-1]


@damage("snapshot")
def a_byte_of_a_snapshot_changes(b: Brokers) -> None:
    raw = _snapshot(b).read_bytes()
    overwrite(_snapshot(b), 20, bytes([raw[20] ^ 1]))


@damage("snapshot")
def a_snapshot_is_cut(b: Brokers) -> None:
    _snapshot(b).write_bytes(_snapshot(b).read_bytes()[:-5])


@damage("snapshot-wrong")
def a_snapshot_has_another_sequence_number(b: Brokers) -> None:
    entries = snapshots.decode(_snapshot(b).read_bytes()).copy()
    entries["sequence"] += 1
    _snapshot(b).write_bytes(snapshots.encode(entries))


@damage("snapshot-missing")
def all_snapshots_are_deleted(b: Brokers) -> None:
    for path in (b.first / P).glob("*.snapshot"):
        path.unlink()


@damage("time-index-short")
def a_time_index_is_emptied(b: Brokers) -> None:
    b.logs()[1].with_suffix(".timeindex").write_bytes(b"")


@damage("time-index-short")
def a_time_index_is_cut_to_half(b: Brokers) -> None:
    path = b.logs()[0].with_suffix(".timeindex")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 24 * 12])


@damage("time-index-empty")
def both_indexes_are_emptied(b: Brokers) -> None:
    """As a broker leaves them that started, cut the segment to its first records, and began the next one."""
    for suffix in (".index", ".timeindex"):
        b.logs()[1].with_suffix(suffix).write_bytes(b"")


@damage("index-short")
def an_index_is_cut(b: Brokers) -> None:
    path = b.logs()[1].with_suffix(".index")
    path.write_bytes(path.read_bytes()[: OFFSET_ENTRY.itemsize])


@damage("records")
def a_payload_does_not_open_on_all(b: Brokers) -> None:
    """The attributes say gzip, and the checksum is right."""
    _on_all(b, 1, lambda all_: [*all_[:3], _changed(all_[3], 21, ">h", lambda _: 1), *all_[4:]])


@damage("records")
def an_offset_delta_is_out_of_order_on_all(b: Brokers) -> None:
    def change(all_: list[bytes]) -> list[bytes]:
        k = next(k for k, one in enumerate(all_) if struct.unpack_from(">i", one, OFFSETS)[0])
        place = 61 + 1 + 1  # behind the length and the attributes of the first record
        while all_[k][place] >= 0x80:
            place += 1
        return [*all_[:k], resealed(all_[k][: place + 1] + b"\2" + all_[k][place + 2 :]), *all_[k + 1 :]]

    _on_all(b, 1, change)


@damage("oversized")
def an_index_is_as_large_as_a_disk(b: Brokers) -> None:
    with b.logs()[1].with_suffix(".index").open("r+b") as file:
        file.truncate(30 << 30)


@damage("oversized", "index-unsorted", "index-past-end")
def an_index_has_more_entries_than_its_segment_batches(b: Brokers) -> None:
    path = b.logs()[1].with_suffix(".index")
    path.write_bytes(path.read_bytes() + b"\1" * 80_000)


@damage("checkpoint")
def an_epoch_cache_is_as_large_as_a_disk(b: Brokers) -> None:
    with (b.first / CACHE).open("r+b") as file:
        file.truncate(30 << 30)


@damage("checkpoint")
def a_checkpoint_has_a_number_above_all_offsets(b: Brokers) -> None:
    b.edit(directories.RECOVERY_POINTS, f"plain 0 {b.end()}", f"plain 0 {1 << 63}")


@damage("metadata")
def a_broker_has_a_word_as_its_id(b: Brokers) -> None:
    b.edit(directories.PROPERTIES, "broker.id=", "broker.id=x")
