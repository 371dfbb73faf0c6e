"""Damage that coordinators' topics, other directories of a broker, and ids show: to the brokers of `damages`."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

from tests.support.coordinator_records import claim, committed, transaction
from tests.support.damages import Brokers, P, append, damage, other_record, split
from tests.support.logs import batch
from tests.support.shared_damages import TIME, TRANSACTIONAL, append_on_all
from tidemark.real.storage import directories

OFFSETS, TRANSACTIONS = "__consumer_offsets-0", "__transaction_state-0"
FUTURE = f"{P}.0123456789abcdef0123456789abcdef-future"
STRAY = f"{P}.0123456789abcdef0123456789abcdef-stray"


@damage("offset-past-end")
def a_group_has_read_what_no_broker_has(b: Brokers) -> None:
    claim(b.paths, OFFSETS, committed("readers", b.end()), committed("readers", b.end() + 1))


@damage("offset-below-start")
def a_group_is_behind_what_was_deleted(b: Brokers) -> None:
    claim(b.paths, OFFSETS, committed("readers", 3))
    for broker in b.paths:
        (broker / directories.LOG_STARTS).write_text("0\n1\nplain 0 4\n")


def begin_transaction(b: Brokers, producer: int = 9000) -> None:
    """A record of a transaction that nothing ends."""
    pairs = [(b"k", b"v")]
    append_on_all(b, lambda end, epoch: [batch(end, epoch, pairs, TIME, (producer, 0, 0), TRANSACTIONAL)])


@damage("hanging-transaction")
def a_record_came_after_its_transaction(b: Brokers) -> None:
    begin_transaction(b)
    claim(b.paths, TRANSACTIONS, transaction("writer", 9000, 1), transaction("writer", 9000, 4))


@damage("transaction-without-records")
def a_transaction_has_no_record_yet(b: Brokers) -> None:
    claim(b.paths, TRANSACTIONS, transaction("writer", 9000, 1, version=1))


def set_aside(b: Brokers, name: str) -> Path:
    """A copy of the first broker's partition, that was set aside there."""
    return Path(shutil.copytree(b.first / P, b.first / name))


@damage("only-copy-aside", "left-directory")
def the_only_records_are_in_a_stray_directory(b: Brokers) -> None:
    path = set_aside(b, STRAY)
    epoch = struct.unpack_from(">q4xi", split(b.logs()[-1])[-1])[1]
    append(path / b.logs()[-1].name, batch(b.end(), epoch, [(b"k", b"v")], TIME))


@damage("future-differs", "left-directory")
def a_future_replica_differs(b: Brokers) -> None:
    b.rewrite(set_aside(b, FUTURE) / b.logs()[1].name, other_record)


@damage("directory-id-twice")
def two_directories_have_one_id(b: Brokers) -> None:
    for broker in (b.first, b.second):
        path = broker / directories.PROPERTIES
        path.write_text(path.read_text() + "\ndirectory.id=0R3nTPrSZPIY3m-hQStwHg\n")
