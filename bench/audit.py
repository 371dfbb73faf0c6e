"""What an audit costs: beside a plain read of the same files, beside Kafka's own dump of them, on one core and on two.

The directories are written here: two brokers with the same logs, one partition with half of the bytes. `TIDEMARK_SIZE`
says how many bytes there are in all (default: 2G), `TIDEMARK_KAFKA` is the class path of a Kafka release, for the dump.
"""

from __future__ import annotations

import os
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from crc32c import crc32c
from tabulate import tabulate

from tidemark.checker.engines.amounts import size as parse_size
from tidemark.checker.engines.spark.session import java_home
from tidemark.real.storage.indexes import OFFSET_ENTRY, TIME_ENTRY
from tidemark.real.storage.names import file_name

BATCH = 100
"""Records of a batch."""
VALUE = 140
SINGLE = 1 << 30
"""Bytes of the directories with batches of one record."""
SEGMENT = 256 << 20
SHARES = (0.5, 0.2, 0.1, 0.1, 0.05, 0.05)
"""The part of the bytes that each partition has: one is skewed."""
DUMPED = 256 << 20
"""Bytes that Kafka's own tool is given."""
TIME = 1_700_000_000_000


class Run(NamedTuple):
    """One process, in seconds and bytes. `early`: its greatest size when an eighth of the time was over."""

    seconds: float
    cpu: float
    peak: int
    early: int
    status: int


def audit() -> str:
    """The table."""
    total = parse_size(os.environ.get("TIDEMARK_SIZE", "2G"))
    with tempfile.TemporaryDirectory(prefix="tidemark-bench-") as scratch:
        brokers = [Path(scratch) / f"broker-{number}" for number in range(2)]
        make(brokers, total)
        single = [Path(scratch) / f"single-{number}" for number in range(2)]
        make(single, min(total, SINGLE), records=1)
        return measured(brokers, single)


def measured(brokers: list[Path], single: list[Path]) -> str:
    """The audit beside its peers on these directories; `single` have batches of one record."""
    logs = [path for broker in brokers for path in sorted(broker.rglob("*.log"))]
    size = sum(path.stat().st_size for path in logs)
    rows: list[tuple[str, float, int, Run | None]] = []
    cold = _seconds_to_read(logs, warm=False)
    embedded = run_audit(brokers, "--engine", "embedded", cold=logs)
    rows.append(("plain read, from the disk", cold, size, None))
    rows.append(("audit, one process, from the disk", embedded.seconds, size, embedded))
    few = _few(logs)
    part = sum(path.stat().st_size for path in few)
    warm = _seconds_to_read(few, warm=True)
    rows.append(("plain read, from memory", warm, part, None))
    if dump := _dump(few):
        rows.append(("kafka-dump-log, from memory", dump, part, None))
    on_spark = {
        "Spark, 1 executor thread": ("--master", "local[1]"),
        "Spark, 2 executor threads": ("--master", "local[2]"),
    }
    for name, words in on_spark.items():
        run = run_audit(brokers, *words, cold=logs)
        rows.append((f"audit, {name}, from the disk", run.seconds, size, run))
    small = sum(path.stat().st_size for broker in single for path in broker.rglob("*.log"))
    for name, words in {"one process": ("--engine", "embedded"), **on_spark}.items():
        run = run_audit(single, *words, cold=[])
        rows.append((f"audit of batches of one record, {name}", run.seconds, small, run))
    shown = [
        [
            name,
            f"{amount / 1e9:.2f} GB",
            f"{seconds:.1f} s",
            f"{amount / seconds / 1e6:,.0f} MB/s",
            f"{(amount / seconds) / (size / cold):.2f}",
            f"{amount / run.cpu / 1e6:,.0f} MB/s" if run and "Spark" not in name else "",
            f"{run.peak / 1e6:,.0f} MB, {run.early / 1e6:,.0f} MB early" if run else "",
        ]
        for name, seconds, amount, run in rows
    ]
    head = ["what", "bytes", "seconds", "speed", "of the disk's", "a core", "greatest size of the process"]
    return tabulate(shown, head, disable_numparse=True)


def make(brokers: list[Path], total: int, records: int = BATCH) -> None:
    """Write the data directories of brokers that hold the same logs, `total` bytes in all."""
    first, *others = brokers
    first.mkdir(parents=True)
    ends = {}
    for number, share in enumerate(SHARES):
        directory = first / f"load-{number}"
        directory.mkdir()
        ends[directory.name] = _partition(directory, int(total * share / len(brokers)), records)
    rows = "".join(f"load {name.rpartition('-')[2]} {end}\n" for name, end in ends.items())
    for name in ("replication-offset-checkpoint", "recovery-point-offset-checkpoint"):
        (first / name).write_text(f"0\n{len(ends)}\n{rows}")
    (first / ".kafka_cleanshutdown").touch()
    for broker in others:
        shutil.copytree(first, broker)
    for number, broker in enumerate(brokers):
        (broker / "meta.properties").write_text(f"version=0\nbroker.id={number}\n")


def _partition(directory: Path, size: int, records: int) -> int:
    """Write the segments of a partition; gives the offset after its last record."""
    batch, offset = _batch(records), 0
    apart = max(1, 4096 // len(batch) + 1)  # batches from one index entry to the next
    count = max(1, min(size, SEGMENT) // len(batch))
    numbers = np.arange(count)
    template = np.tile(np.frombuffer(batch, np.uint8), (count, 1))
    for _ in range(max(1, round(size / (count * len(batch))))):
        base = (offset + numbers * records).astype(">i8")
        template[:, :8] = base.view(np.uint8).reshape(-1, 8)
        template.tofile(directory / file_name(offset, ".log"))
        indexed = numbers[apart::apart]
        entries = np.zeros(len(indexed), OFFSET_ENTRY)
        entries["offset"], entries["position"] = indexed * records + records - 1, indexed * len(batch)
        entries.tofile(directory / file_name(offset, ".index"))
        times = np.array([(TIME, records - 1)], TIME_ENTRY)
        times.tofile(directory / file_name(offset, ".timeindex"))
        offset += count * records
    (directory / "leader-epoch-checkpoint").write_text("0\n1\n0 0\n")
    return offset


def _batch(records: int) -> bytes:
    """A batch of format 2 at offset 0, of epoch 0."""
    rng, body = np.random.default_rng(1), b""
    for number in range(records):
        key = b"key-%04d" % number
        value = rng.integers(32, 127, VALUE, np.uint8).tobytes()
        record = b"\0\0" + _varint(number) + _varint(len(key)) + key + _varint(VALUE) + value + b"\0"
        body += _varint(len(record)) + record
    checked = struct.pack(">hiqqqhii", 0, records - 1, TIME, TIME, -1, -1, -1, records) + body
    return struct.pack(">qiibI", 0, len(checked) + 9, 0, 2, crc32c(checked)) + checked


def _varint(value: int) -> bytes:
    value, found = value << 1, b""
    while value > 0x7F:
        found += bytes([value & 0x7F | 0x80])
        value >>= 7
    return found + bytes([value])


def run_audit(brokers: list[Path], *options: str, cold: list[Path]) -> Run:
    """Audit the directories in a process of its own, nothing of the files in memory; healthy ones are expected."""
    _forget(cold)
    words = [sys.executable, "-m", "tidemark", "audit", *map(str, brokers), *options]
    begin, sizes, before = time.perf_counter(), list[int](), _cpu()
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    while process.poll() is None:
        sizes.append(_size(process.pid))
        time.sleep(0.1)
    output = process.stdout.read() if process.stdout else ""
    assert process.returncode == 0, output
    return Run(
        time.perf_counter() - begin,
        _cpu() - before,
        max(sizes),
        max(sizes[: len(sizes) // 8 + 1]),
        int(process.returncode or 0),
    )


def _cpu() -> float:
    """Seconds of processor time that ended processes used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _size(process: int) -> int:
    """The memory of a process that is in use, in bytes; of those below it too."""
    total = 0
    for number in [process, *_below(process)]:
        try:
            pages = int(Path(f"/proc/{number}/statm").read_text().split()[1])
        except (OSError, IndexError):
            continue
        total += pages * os.sysconf("SC_PAGE_SIZE")
    return total


def _below(process: int) -> Iterator[int]:
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            numbers = [int(word) for word in children.read_text().split()]
        except OSError:
            continue
        for number in numbers:
            yield number
            yield from _below(number)


def _seconds_to_read(logs: list[Path], warm: bool) -> float:
    if not warm:
        _forget(logs)
    else:
        _read(logs)
    begin = time.perf_counter()
    _read(logs)
    return time.perf_counter() - begin


def _read(logs: list[Path]) -> None:
    buffer = bytearray(4 << 20)
    for path in logs:
        with path.open("rb", buffering=0) as file:
            while file.readinto(buffer):
                pass


def _forget(logs: list[Path]) -> None:
    """Have the kernel drop the files from its cache."""
    for path in logs:
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _few(logs: list[Path]) -> list[Path]:
    """The first files, of about `DUMPED` bytes."""
    found, size = list[Path](), 0
    for path in logs:
        if size < DUMPED:
            found.append(path)
            size += path.stat().st_size
    return found


def _dump(logs: list[Path]) -> float | None:
    """Seconds that Kafka's own tool needs for the same files, without records; None where there is no Kafka."""
    if not (classes := os.environ.get("TIDEMARK_KAFKA")):
        return None
    java, files = f"{java_home()}/bin/java", ",".join(map(str, logs))
    words = [java, "-Xmx1g", "-cp", classes, "kafka.tools.DumpLogSegments", "--files", files]
    begin = time.perf_counter()
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin
