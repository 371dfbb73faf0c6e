"""Checks a history against the promises, by the names that the model gives them."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator

from tidemark.impl.histories.kafka import PROMISES as CLIENTS
from tidemark.impl.histories.kafka import find_anomalies
from tidemark.real.soak.history import History
from tidemark.real.soak.order import contradicts_logs, in_words


def violations(history: History) -> dict[str, list[str]]:
    """The violations of each promise, in words; an empty list if it is kept."""
    broken = {name: list(find(history)) for name, find in PROMISES.items()} | {name: [] for name in CLIENTS}
    for anomaly in find_anomalies(history.calls):
        broken[anomaly.promise].append(anomaly.sentence)
    return broken


def _acknowledged_survives(h: History) -> Iterator[str]:
    """The leader has each acknowledged record in the end, once, where it was acknowledged; so has a consumer."""
    log = [] if h.leader is None else [record for record, _ in h.logs[h.leader]]
    for sent in h.acknowledged_records:
        acknowledgement = f"{sent.name} was acknowledged at offset {sent.offset}"
        if sent.name not in log:
            yield f"{acknowledgement}, and broker {h.leader}, which leads in the end, does not have it"
        elif log.count(sent.name) > 1 or log.index(sent.name) != sent.offset:
            offsets = [str(offset) for offset, record in enumerate(log) if record == sent.name]
            has = f"has it at {' and '.join(offsets)}"
            yield f"{acknowledgement}, and broker {h.leader}, which leads in the end, {has}"
        if (count := list(h.read_at_end).count(sent.name)) != 1:
            yield f"{acknowledgement}, and a consumer reads it {count} times in the end"


def _acknowledged_exists(h: History) -> Iterator[str]:
    stored = {record for log in h.logs.values() for record, _ in log}
    for sent in h.acknowledged_records:
        if sent.name not in stored:
            yield f"{sent.name} was acknowledged, and is on no disk"


def _reads_are_stable(h: History) -> Iterator[str]:
    """What was read at an offset is there for a consumer in the end, in its epoch; and nothing else was read there."""
    records_at = defaultdict(set)
    for read in h.reads:
        records_at[read.offset].add(read.record)
    for offset, record in enumerate(h.read_at_end):
        records_at[offset].add(record)
    for offset, records in sorted(records_at.items()):
        if len(records) > 1:
            yield f"at offset {offset} consumers read {' and '.join(sorted(records))}"
        elif offset >= len(h.read_at_end):
            yield f"a consumer read {min(records)} at offset {offset}, and in the end there is nothing"
    for read in h.reads:
        if contradicts_logs(h, read):
            position = in_words(read.offset, read.epoch)
            yield f"a consumer read {read.record} at {position}, and no log has it in that epoch"


def _no_refused_record_has_readers(h: History) -> Iterator[str]:
    """A record that was refused is in no log, and no consumer reads it."""
    for record in [sent.name for sent in h.sent.values() if sent.refused]:
        traces = {f"a consumer read it at offset {read.offset}" for read in h.reads if read.record == record}
        traces |= {"a consumer reads it in the end" for name in h.read_at_end if name == record}
        traces |= {f"broker {b} has it" for b, log in h.logs.items() if record in [name for name, _ in log]}
        for trace in sorted(traces):
            yield f"{record} was refused, and {trace}"


def _only_sent_records(h: History) -> Iterator[str]:
    """Logs have only records that were sent."""
    for broker, log in sorted(h.logs.items()):
        for record, _ in log:
            if h.sent[record].unsent:
                yield f"broker {broker} has {record}, which nobody had sent when it was seen first"


def _committed_agrees(h: History) -> Iterator[str]:
    """All logs agree with what a consumer reads in the end, as far as they reach."""
    for (b, log), (c, log_of_c) in itertools.combinations(sorted(h.logs.items()), 2):
        for offset, (record, record_of_c) in enumerate(zip(log, log_of_c, strict=False)):
            if offset < len(h.read_at_end) and record != record_of_c:
                yield f"at offset {offset} broker {b} has {_text(record)}, and broker {c} {_text(record_of_c)}"


def _isr_has_committed_records(h: History) -> Iterator[str]:
    """Each member of the ISR has what a consumer reads in the end."""
    for broker in sorted(h.changes[-1].isr):
        for offset, record in enumerate(h.read_at_end):
            if [name for name, _ in h.logs[broker][offset : offset + 1]] != [record]:
                yield f"a consumer reads {record} at offset {offset}, and broker {broker}, in the ISR, lacks it there"


def _epoch_offset_unique(h: History) -> Iterator[str]:
    """An epoch and an offset name one record, and epochs do not fall along a log."""
    records_at: dict[tuple[int, int], set[str]] = defaultdict(set)
    for broker, log in sorted(h.logs.items()):
        for offset, (record, epoch) in enumerate(log):
            records_at[epoch, offset].add(record)
            if offset and epoch < log[offset - 1][1]:
                yield f"broker {broker} has {_text((record, epoch))} after {_text(log[offset - 1])}"
    for (epoch, offset), records in sorted(records_at.items()):
        if len(records) > 1:
            yield f"of epoch {epoch} and offset {offset} there are {' and '.join(sorted(records))}"


def _one_leader_per_epoch(h: History) -> Iterator[str]:
    for before, after in itertools.pairwise(h.changes):
        if after.epoch < before.epoch:
            yield f"epoch {after.epoch} follows epoch {before.epoch}"
        if after.epoch == before.epoch and after.leader != before.leader:
            yield f"epoch {after.epoch} has the leaders {before.leader} and {after.leader}"


def _current_leader_in_isr(h: History) -> Iterator[str]:
    for change in h.changes:
        if change.leader is not None and change.leader not in change.isr:
            yield f"in epoch {change.epoch} broker {change.leader} leads, and the ISR is {sorted(change.isr)}"


def _epoch_cache_agrees(h: History) -> Iterator[str]:
    for broker, log in sorted(h.logs.items()):
        for offset, record in enumerate(log):
            cached = max((e for e, start in h.epochs[broker].items() if start <= offset), default=None)
            if cached != record[1]:
                yield f"the cache of broker {broker} has epoch {cached} for {_text(record)}"


def _text(record: tuple[str, int]) -> str:
    return f"{record[0]}@{record[1]}"


PROMISES = {
    "acknowledged-survives": _acknowledged_survives,
    "acknowledged-exists": _acknowledged_exists,
    "reads-are-stable": _reads_are_stable,
    "no-refused-record-consumed": _no_refused_record_has_readers,
    "only-sent-records": _only_sent_records,
    "committed-agrees": _committed_agrees,
    "isr-has-committed": _isr_has_committed_records,
    "epoch-offset-unique": _epoch_offset_unique,
    "one-leader-per-epoch": _one_leader_per_epoch,
    "current-leader-in-isr": _current_leader_in_isr,
    "epoch-cache-agrees": _epoch_cache_agrees,
}
