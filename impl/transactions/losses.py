"""What is wrong in a state that breaks a promise: which transaction, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tidemark.impl.transactions.cluster import EndAsked, Fate, Phase, TransactionsState
from tidemark.spec import Loss

LogRecord = tuple[int, int, Any]
"""A record in a log: its partition, its transaction, and its entry."""


def _records(c: TransactionsState, *, visible: bool = False) -> Iterator[LogRecord]:
    """The records in all logs, or only those that a consumer is shown."""
    for partition, at in enumerate(c.partitions):
        for offset in range(int(at.log.length)):
            if not visible or at.shows(offset, c.settings.committed_only):
                yield partition, int(at.log[offset].transaction), at.log[offset]


def _partitions_with_aborts(c: TransactionsState) -> dict[int, int]:
    """For each transaction with an aborted record a partition that has one."""
    return {number: partition for partition, number, entry in _records(c) if entry.fate == Fate.aborted}


def _whole(c: TransactionsState) -> Iterator[Loss]:
    aborted = _partitions_with_aborts(c)
    for partition, number, _ in _records(c, visible=True):
        if number in aborted:
            yield Loss(
                [number], f"t{number} is visible on partition {partition}, and aborted on {aborted[number]}."
            )


def _without_commit(c: TransactionsState) -> Iterator[Loss]:
    for partition, number, _ in _records(c, visible=True):
        if c.transactions[number].end_asked not in (EndAsked.commit_asked, EndAsked.commit_told):
            yield Loss(
                [number], f"t{number} is visible on partition {partition}; its producer did not commit it."
            )


def _aborted_after_answer(c: TransactionsState) -> Iterator[Loss]:
    for number, partition in _partitions_with_aborts(c).items():
        if c.transactions[number].end_asked == EndAsked.commit_told:
            yield Loss(
                [number],
                f"t{number} is aborted on partition {partition}; its producer was told that it is committed.",
            )


def _from_older_producer(c: TransactionsState) -> Iterator[Loss]:
    for partition, number, entry in _records(c, visible=True):
        if entry.fenced:
            yield Loss(
                [number], f"A fenced producer's record of t{number} is visible on partition {partition}."
            )


def _early(c: TransactionsState) -> Iterator[Loss]:
    current = {int(me.transaction) for me in c.producers if me.phase == Phase.in_transaction}
    for partition, number, entry in _records(c):
        if number in current and entry.fate != Fate.unended:
            yield Loss(
                [number],
                f"A marker has ended t{number} on partition {partition}; its producer is still in it.",
            )


def _hanging(c: TransactionsState) -> Iterator[Loss]:
    for partition, number, entry in _records(c):
        if entry.fate == Fate.unended:
            yield Loss([number], f"Nothing ends what t{number} has begun on partition {partition}.")


def _partly(c: TransactionsState) -> Iterator[Loss]:
    unended = {number for _, number, entry in _records(c) if entry.fate == Fate.unended}
    for partition, number, _ in _records(c, visible=True):
        if number in unended:
            yield Loss([number], f"t{number} is visible on partition {partition}, and not yet elsewhere.")


LOSSES: dict[str, Callable[[TransactionsState], Iterator[Loss]]] = {
    "whole-or-not-at-all": _whole,
    "only-committed-is-visible": _without_commit,
    "told-is-committed": _aborted_after_answer,
    "fenced-is-invisible": _from_older_producer,
    "no-old-marker": _early,
    "no-hanging-transaction": _hanging,
    "visible-at-once": _partly,
}
"""For each promise what breaks it, where it is broken."""
