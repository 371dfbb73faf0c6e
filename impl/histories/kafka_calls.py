"""What a call of Kafka's clients says: records that it sent and polled, and offsets that its group commits.

Separate from the promises, because a soak also reads its calls with it. `kafka` shows what a history has.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tidemark.spec.logs.client_histories import INFO, OK, ClientCall

Pair = tuple[int | None, Any]
"""An offset, None where it is not known, and the value of a record."""
Source = tuple[str, Any]
"""A key and the value of a record, which is sent to one key only."""
STEPS, COMMITS = ("send", "poll", "txn"), ("commit", "committed")
"""The calls of a list of sends and polls, and those of a group's offsets."""


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
        self.transactions = {call: parse(call) for call in calls if call.name in STEPS}
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


def require_value(call: ClientCall) -> None:
    """Refuse a call whose value is not that of Kafka's clients.

    Raises:
        LogError: it is not.
    """
    if call.name in STEPS:
        _ = parse(call).changed_keys
    elif call.name in COMMITS:
        committed_offsets(call)


def committed_offsets(call: ClientCall) -> dict[str, int | None]:
    """The offsets by key that a call commits or gets; None where nothing is committed, or nobody knows.

    Raises:
        LogError: its value has something else.
    """
    if call.name == "committed" and call.outcome != OK:
        return {}
    match call.value:
        case dict(offsets) if all(o is None or (type(o) is int and o >= 0) for o in offsets.values()):
            return {str(key): offset for key, offset in offsets.items()}
    raise call.wrong("offsets by key are expected, {key offset}")


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
