"""What clients of Kafka saw, against the anomalies of Jepsen's workload for Kafka (`jepsen.tests.kafka`).

A *key* is a partition, and records have values that are sent once. A call has a list of sends and polls:

    {:process 0, :type :ok, :f :send, :value [[:send 1 [4 17]]]}                record 17 is at offset 4 of key 1
    {:process 1, :type :ok, :f :poll, :value [[:poll {1 [[4 17] [5 18]]}]]}     a consumer got records 17 and 18
    {:process 1, :type :ok, :f :assign, :value [1 2]}                           its keys from then on; or `subscribe`
    {:process 1, :type :ok, :f :commit, :value {1 6}}                           its group goes on at offset 6 of key 1
    {:process 2, :type :ok, :f :committed, :value {1 6}}                        what it got as its group's offset

The last two are a soak's; Jepsen has none such. What a history says of a key is a log: for each offset the records that
somebody sent or polled there. A transaction that failed adds nothing to it. One with an unknown outcome does if
somebody polled one of its records, since all of a transaction is committed or nothing. Polls count whatever became of
their transaction: a consumer that reads what is committed gets nothing else, ever.

Offsets may have gaps, where Kafka writes the end of a transaction. So "next" means the next offset at which the history
has a record; one that nobody polls is a lost write, and no skip of each consumer. A consumer that subscribes may be
given a partition in any call, so what it polls in two calls is not compared, nor what it polls in one call that names
the key in its `:rebalance-log`. Jepsen reports more, which it then allows: sends of a transaction that others
interrupt, write cycles (G0), and polls of subscribed consumers.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from tidemark.impl.histories.kafka_calls import (
    COMMITS,
    STEPS,
    ClientTransaction,
    KafkaHistory,
    Pair,
    committed_offsets,
)
from tidemark.spec.logs.client_histories import FAIL, OK, Anomaly, ClientCall, HistoryChecker

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
    "committed-offset": "a group's committed offset is the last one that was committed",
}


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


class GroupOffset:
    """Follows what a group commits of one key. It is an offset that was acknowledged, or a later one that was tried."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._tried: set[int] = set()
        self._acknowledged: tuple[int, ClientCall] | None = None
        self._least: dict[ClientCall, tuple[int, ClientCall]] = {}

    def begin(self, call: ClientCall, offset: int | None) -> None:
        """A call begins."""
        if call.name == "commit":
            self._tried |= {offset} if offset is not None and call.outcome != FAIL else set()
        elif self._acknowledged:
            self._least[call] = self._acknowledged

    def end(self, call: ClientCall, offset: int | None) -> Iterator[Anomaly]:
        """A call is answered with success."""
        if call.name == "commit":
            if offset is not None and (self._acknowledged is None or offset > self._acknowledged[0]):
                self._acknowledged = offset, call
            return
        least, commit = self._least.get(call, (0, call))
        is_stale = call in self._least and (offset is None or offset < least)
        sentence = f"the group's offset of key {self._key} is {offset}, "
        if is_stale:
            yield Anomaly("committed-offset", f"{sentence}and {least} was committed before", (call, commit))
        elif offset is not None and offset not in self._tried:
            yield Anomaly("committed-offset", f"{sentence}which nobody had committed", (call,))


def _committed_offsets(h: KafkaHistory) -> Iterator[Anomaly]:
    calls = [(call, committed_offsets(call)) for call in h.calls if call.name in COMMITS]
    moments = [(float(call.begin), False, call, offsets) for call, offsets in calls]
    moments += [(call.end, True, call, offsets) for call, offsets in calls if call.outcome == OK]
    groups: dict[str, GroupOffset] = {}
    for _, is_end, call, offsets in sorted(moments, key=lambda moment: moment[:2]):
        for key, offset in offsets.items():
            group = groups.setdefault(key, GroupOffset(key))
            if is_end:
                yield from group.end(call, offset)
            else:
                group.begin(call, offset)


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
    _committed_offsets,
)


def find_anomalies(calls: Sequence[ClientCall]) -> Iterator[Anomaly]:
    """The anomalies of a history, sort by sort.

    Raises:
        LogError: the value of a call is not that of Kafka's clients.
    """
    history = KafkaHistory(calls)
    for find in FINDERS:
        yield from find(history)


CHECKER = HistoryChecker((*STEPS, *COMMITS), PROMISES, find_anomalies)
