"""What clients of Kafka saw, against the anomalies of Jepsen's workload for Kafka (`jepsen.tests.kafka`).

A *key* is a partition, and records have values that are sent once. A call has a list of sends and polls:

    {:process 0, :type :ok, :f :send, :value [[:send 1 [4 17]]]}                record 17 is at offset 4 of key 1
    {:process 1, :type :ok, :f :poll, :value [[:poll {1 [[4 17] [5 18]]}]]}     a consumer got records 17 and 18
    {:process 1, :type :ok, :f :assign, :value [1 2]}                           its keys from then on; or `subscribe`

What a history says of a key is a log: for each offset the records that somebody sent or polled there. A transaction
that failed adds nothing to it. One with an unknown outcome does if somebody polled one of its records, since all of a
transaction is committed or nothing. Polls count whatever became of their transaction: a consumer that reads what is
committed gets nothing else, ever.

Offsets may have gaps, where Kafka writes the end of a transaction. So "next" means the next offset at which the history
has a record; one that nobody polls is a lost write, and no skip of each consumer. A consumer that subscribes may be
given a partition in any call, so what it polls in two calls is not compared, nor what it polls in one call that names
the key in its `:rebalance-log`. Jepsen reports more, which it then allows: sends of a transaction that others
interrupt, write cycles (G0), and polls of subscribed consumers.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tidemark.spec.logs.client_histories import FAIL, INFO, OK, Anomaly, ClientCall, HistoryChecker

Pair = tuple[int | None, Any]
"""An offset, None where it is not known, and the value of a record."""
Source = tuple[str, Any]
"""A key and the value of a record, which is sent to one key only."""

PROMISES = {
    "unsent-read": "a consumer gets only records that were sent before",
    "G1a": "no consumer gets a record whose send or transaction failed (aborted read)",
    "precommitted-read": "a transaction does not poll records that it sends itself",
    "inconsistent-offsets": "an offset has one record, whoever names it",
    "duplicate": "a record has one offset",
    "lost-write": "an acknowledged record is polled by somebody, if somebody polls a later one",
    "nonmonotonic-send": "records that a process sends are in the log in that order",
    "int-nonmonotonic-send": "records that a call sends are in the log in that order",
    "reordering": "a record that was sent after another one was there is behind it, whoever sent them",
    "poll-skip": "a consumer goes on with the next record after those of its last call",
    "nonmonotonic-poll": "a consumer does not go back behind the records of its last call",
    "int-poll-skip": "a call gets one record after the other",
    "int-nonmonotonic-poll": "a call does not go back",
}


@dataclass(eq=False, slots=True)
class ClientTransaction:
    """What a call sent and polled, by key. A call alone is a transaction too.

    has_effect: whether what it sent is in the logs.
    """

    call: ClientCall
    sends: dict[str, list[Pair]] = field(default_factory=dict)
    polls: dict[str, list[Pair]] = field(default_factory=dict)
    has_effect: bool = False

    @property
    def changed_keys(self) -> set[str]:
        """The keys that the consumer was given, or lost, meanwhile."""
        match self.call.fields.get("rebalance-log"):
            case None:
                return set()
            case [*changes] if all(isinstance(change, dict) for change in changes):
                return {str(key) for change in changes for key in change.get("keys") or ()}
        raise self.call.wrong("its rebalance-log must be a list of {:keys [key]}")


class PartitionLog:
    """What a history says of one key: the records at each offset, each with the call that says so first."""

    def __init__(self) -> None:
        self.records: dict[int, dict[Any, ClientCall]] = {}
        self.offsets_of: dict[Any, list[int]] = defaultdict(list)
        self.offsets: list[int] = []

    def add(self, offset: int, value: Any, call: ClientCall) -> None:
        """A call says that a record is at an offset."""
        if value not in self.records.setdefault(offset, {}):
            self.records[offset][value] = call
            self.offsets_of[value].append(offset)

    def position(self, pair: Pair) -> int | None:
        """The place of a record among all that the history has; None where it is not known."""
        offset, value = pair
        if offset is None:
            offsets = self.offsets_of.get(value)
            if not offsets:
                return None
            offset = min(offsets)
        return bisect_left(self.offsets, offset)

    def between(self, first: int, last: int) -> Iterator[Any]:
        """The records at the places between two, which don't count."""
        return itertools.chain.from_iterable(
            self.records[offset] for offset in self.offsets[first + 1 : last]
        )


class KafkaHistory:
    """A history with the indices that the promises ask."""

    def __init__(self, calls: Sequence[ClientCall]) -> None:
        self.calls = calls
        self.transactions = {call: parse(call) for call in calls if call.name in ("send", "poll", "txn")}
        self.writers: dict[Source, list[ClientTransaction]] = defaultdict(list)
        self.readers: dict[Source, list[ClientTransaction]] = defaultdict(list)
        for transaction in self.transactions.values():
            for key, pairs in transaction.sends.items():
                for _, value in pairs:
                    self.writers[key, value].append(transaction)
            for key, pairs in transaction.polls.items():
                for _, value in pairs:
                    self.readers[key, value].append(transaction)
        self.logs: dict[str, PartitionLog] = defaultdict(PartitionLog)
        self.polled_by_key: dict[str, dict[Any, None]] = defaultdict(dict)
        for key, value in self.readers:
            self.polled_by_key[key][value] = None
        for transaction in sorted(self.transactions.values(), key=lambda t: t.call.end):
            transaction.has_effect = self._has_effect(transaction)
            sends = transaction.sends if transaction.has_effect else {}
            for key, pairs in itertools.chain(sends.items(), transaction.polls.items()):
                for offset, value in pairs:
                    if offset is not None:
                        self.logs[key].add(offset, value, transaction.call)
        for log in self.logs.values():
            log.offsets = sorted(log.records)

    def _has_effect(self, transaction: ClientTransaction) -> bool:
        """Whether the sends of a call are in the logs: it was acknowledged, or somebody polled one of its records."""
        if transaction.call.outcome != INFO:
            return transaction.call.outcome == OK
        return any((key, v) in self.readers for key, pairs in transaction.sends.items() for _, v in pairs)

    def is_due(self, key: str, value: Any) -> bool:
        """Whether each consumer gets a record: it is in the log, and not lost to all of them."""
        writers = self.writers.get((key, value), ())
        return (key, value) in self.readers and any(writer.has_effect for writer in writers)


def parse(call: ClientCall) -> ClientTransaction:
    """What a call sent and polled.

    Raises:
        LogError: its value is not that of such a call.
    """
    transaction = ClientTransaction(call)
    if not isinstance(call.value, list):
        raise call.wrong("a list of [:send key value] and [:poll {key [[offset value]]}] is expected")
    for step in call.value:
        match step:
            case ["send", key, [offset, value]]:
                transaction.sends.setdefault(str(key), []).append(_pair(call, offset, value))
            case ["send", key, value]:
                transaction.sends.setdefault(str(key), []).append(_pair(call, None, value))
            case ["poll"] | ["poll", None]:
                pass
            case ["poll", dict(polled)]:
                for key, pairs in polled.items():
                    transaction.polls.setdefault(str(key), []).extend(_pairs(call, pairs))
            case _:
                raise call.wrong(f"{step!r} is no [:send key [offset value]] or [:poll {{…}}]")
    return transaction


def _pairs(call: ClientCall, pairs: Any) -> Iterator[Pair]:
    if not isinstance(pairs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise call.wrong("what is polled of a key is a list of [offset value]")
    return (_pair(call, *pair) for pair in pairs)


def _pair(call: ClientCall, offset: Any, value: Any) -> Pair:
    if offset is not None and (type(offset) is not int or offset < 0):
        raise call.wrong(f"the offset {offset!r} must be a whole number from 0 on, or nil")
    if isinstance(value, (list, dict)):
        raise call.wrong(f"the record {value!r} must be a word or a number")
    return offset, value


# What consumers get.


def _unsent_reads(h: KafkaHistory) -> Iterator[Anomaly]:
    for (key, value), readers in h.readers.items():
        writers = h.writers.get((key, value), [])
        first = min(readers, key=lambda reader: reader.call.end).call
        if not writers:
            yield Anomaly(
                "unsent-read", f"record {value} of key {key} was polled, and nobody sent it", (first,)
            )
        elif first.end < min(writer.call.begin for writer in writers):
            sentence = f"record {value} of key {key} was polled before it was sent"
            yield Anomaly("unsent-read", sentence, (first, writers[0].call))


def _aborted_reads(h: KafkaHistory) -> Iterator[Anomaly]:
    for (key, value), readers in h.readers.items():
        writers = h.writers.get((key, value), [])
        if writers and all(writer.call.outcome == FAIL for writer in writers):
            sentence = f"record {value} of key {key} was polled, and its send failed"
            yield Anomaly("G1a", sentence, (readers[0].call, writers[0].call))


def _precommitted_reads(h: KafkaHistory) -> Iterator[Anomaly]:
    for transaction in h.transactions.values():
        for key, pairs in transaction.sends.items():
            polled = {value for _, value in transaction.polls.get(key, ())}
            for _, value in pairs:
                if value in polled:
                    sentence = f"the transaction polls record {value} of key {key}, which it sends itself"
                    yield Anomaly("precommitted-read", sentence, (transaction.call,))


def _lost_writes(h: KafkaHistory) -> Iterator[Anomaly]:
    for key, log in h.logs.items():
        polled = h.polled_by_key[key]
        bounds = {value: min(log.offsets_of[value]) for value in polled if value in log.offsets_of}
        if not bounds:
            continue
        latest = max(bounds, key=lambda value: bounds[value])
        reader = h.readers[key, latest][0].call
        for value, offsets in log.offsets_of.items():
            writers = [w.call for w in h.writers.get((key, value), ()) if w.has_effect]
            if value not in polled and max(offsets) <= bounds[latest] and writers:
                sentence = (
                    f"record {value} was acknowledged at offset {max(offsets)} of key {key}, and nobody polled it, "
                    f"but record {latest} at offset {bounds[latest]} was polled"
                )
                yield Anomaly("lost-write", sentence, (writers[0], reader))


# What the logs say.


def _inconsistent_offsets(h: KafkaHistory) -> Iterator[Anomaly]:
    for key, log in h.logs.items():
        for offset, records in log.records.items():
            if len(records) > 1:
                first, *others = records
                for value in others:
                    sentence = f"offset {offset} of key {key} has record {value}, and had record {first}"
                    yield Anomaly("inconsistent-offsets", sentence, (records[value], records[first]))


def _duplicates(h: KafkaHistory) -> Iterator[Anomaly]:
    for key, log in h.logs.items():
        for value, (first, *others) in log.offsets_of.items():
            for offset in others:
                sentence = f"record {value} of key {key} is at offset {offset}, and at offset {first}"
                calls = log.records[offset][value], log.records[first][value]
                yield Anomaly("duplicate", sentence, calls)


def _reorderings(h: KafkaHistory) -> Iterator[Anomaly]:
    """Behind a record, find the one that was there earliest: nothing before it may have been sent after that."""
    for key, log in h.logs.items():
        earliest: tuple[float, Any, ClientCall] | None = None
        for offset in reversed(log.offsets):
            value, *others = log.records[offset]
            writers = h.writers.get((key, value), ())
            if others or len(log.offsets_of[value]) > 1 or len(writers) != 1:
                continue  # another promise says what is wrong
            writer = writers[0].call
            shows = [writer] if writer.outcome == OK else []
            shows += [reader.call for reader in h.readers.get((key, value), ())]
            if earliest and earliest[0] < writer.begin and earliest[2].process != writer.process:
                sentence = (
                    f"record {value} of key {key} was sent when record {earliest[1]} was there, and has the lower "
                    f"offset, {offset}"
                )
                yield Anomaly("reordering", sentence, (writer, earliest[2]))
            there = min((call.end for call in shows), default=math.inf)
            if earliest is None or there < earliest[0]:
                earliest = there, value, writer


# In which order one process sends and polls.


def _sends_in_order(h: KafkaHistory) -> Iterator[Anomaly]:
    last: dict[tuple[str, str], tuple[int, Any, ClientCall]] = {}
    for transaction in h.transactions.values():
        call = transaction.call
        if not transaction.has_effect:
            continue
        for key, pairs in transaction.sends.items():
            log = h.logs[key]
            for pair in pairs:
                position = log.position(pair)
                if position is None:
                    continue
                before, value, sender = last.get((call.process, key), (-1, None, call))
                if position <= before:
                    name = "int-nonmonotonic-send" if sender is call else "nonmonotonic-send"
                    offset = log.offsets[position]
                    sentence = (
                        f"record {pair[1]} of key {key} was sent after record {value}, and is not behind it, "
                        f"but at offset {offset}"
                    )
                    yield Anomaly(name, sentence, (call,) if sender is call else (call, sender))
                last[call.process, key] = position, pair[1], call


class PollingConsumer:
    """Follows the polls of one process, and says what does not come next."""

    def __init__(self, history: KafkaHistory) -> None:
        self._history = history
        self._last: dict[str, tuple[Pair, ClientCall]] = {}
        self._is_subscribed = False

    def set_keys(self, call: ClientCall) -> None:
        """Take an assignment or a subscription: the position in keys that stay is kept."""
        keys = {str(key) for key in call.value or ()} if isinstance(call.value, list) else set()
        if call.fields.get("seek-to-beginning?"):
            keys = set()
        self._last = {key: last for key, last in self._last.items() if key in keys}
        self._is_subscribed = call.name == "subscribe"

    def poll(self, transaction: ClientTransaction) -> Iterator[Anomaly]:
        """Compare what a call polled with what the process had polled before."""
        changed, call = transaction.changed_keys, transaction.call
        for key, pairs in transaction.polls.items():
            if key in changed:
                continue
            if pairs and key in self._last and not self._is_subscribed:
                yield from self._compare(key, *self._last[key], pairs[0], call)
            for before, after in itertools.pairwise(pairs):
                yield from self._compare(key, before, call, after, call)
        for key in changed:
            self._last.pop(key, None)
        if call.outcome == OK:
            self._last |= {key: (pairs[-1], call) for key, pairs in transaction.polls.items() if pairs}

    def _compare(
        self, key: str, before: Pair, poll: ClientCall, after: Pair, call: ClientCall
    ) -> Iterator[Anomaly]:
        log = self._history.logs[key]
        first, last = log.position(before), log.position(after)
        if first is None or last is None or last == first + 1:
            return
        prefix, calls = ("int-", (call,)) if poll is call else ("", (call, poll))
        move = f"record {after[1]} of key {key} was polled after record {before[1]}"
        if last <= first:
            yield Anomaly(f"{prefix}nonmonotonic-poll", f"{move}, and is not behind it", calls)
        elif skipped := [value for value in log.between(first, last) if self._history.is_due(key, value)]:
            values = ", ".join(map(str, skipped))
            yield Anomaly(f"{prefix}poll-skip", f"{move}, and between them is {values}", calls)


def _polls_in_order(h: KafkaHistory) -> Iterator[Anomaly]:
    consumers: dict[str, PollingConsumer] = defaultdict(lambda: PollingConsumer(h))
    for call in h.calls:
        if call.name in ("assign", "subscribe") and call.outcome != FAIL:
            consumers[call.process].set_keys(call)
        elif call in h.transactions:
            yield from consumers[call.process].poll(h.transactions[call])


FINDERS = (
    _unsent_reads,
    _aborted_reads,
    _precommitted_reads,
    _inconsistent_offsets,
    _duplicates,
    _lost_writes,
    _sends_in_order,
    _reorderings,
    _polls_in_order,
)


def find_anomalies(calls: Sequence[ClientCall]) -> Iterator[Anomaly]:
    """The anomalies of a history, sort by sort.

    Raises:
        LogError: the value of a call is not that of Kafka's clients.
    """
    history = KafkaHistory(calls)
    for find in FINDERS:
        yield from find(history)


CHECKER = HistoryChecker(("send", "poll", "txn"), PROMISES, find_anomalies)
