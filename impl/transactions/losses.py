"""What is wrong in a state that breaks a promise: which transaction, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tidemark.impl.transactions.cluster import EndAsked, Fate, Phase, TransactionsCluster
from tidemark.spec import Loss

Record = tuple[int, int, Any]
"""A record in a log: its partition, its transaction, and its entry."""


def _records(c: TransactionsCluster) -> Iterator[Record]:
    for partition, at in enumerate(c.partitions):
        for place in range(int(at.log.length)):
            yield partition, int(at.log[place].transaction), at.log[place]


def _visible(c: TransactionsCluster) -> Iterator[Record]:
    """The records that a consumer is shown."""
    for partition, at in enumerate(c.partitions):
        for place in range(int(at.log.length)):
            if at.shows(place, c.settings.committed_only):
                yield partition, int(at.log[place].transaction), at.log[place]


def _aborted(c: TransactionsCluster) -> dict[int, int]:
    """For each transaction with an aborted record a partition that has one."""
    return {number: partition for partition, number, entry in _records(c) if entry.fate == Fate.aborted}


def _whole(c: TransactionsCluster) -> Iterator[Loss]:
    aborted = _aborted(c)
    for partition, number, _ in _visible(c):
        if number in aborted:
            yield Loss(
                [number], f"t{number} is visible on partition {partition}, and aborted on {aborted[number]}."
            )


def _uncommitted(c: TransactionsCluster) -> Iterator[Loss]:
    for partition, number, _ in _visible(c):
        if c.transactions[number].end_asked not in (EndAsked.commit_asked, EndAsked.commit_told):
            yield Loss(
                [number], f"t{number} is visible on partition {partition}; its producer did not commit it."
            )


def _told(c: TransactionsCluster) -> Iterator[Loss]:
    for number, partition in _aborted(c).items():
        if c.transactions[number].end_asked == EndAsked.commit_told:
            yield Loss(
                [number],
                f"t{number} is aborted on partition {partition}; its producer was told that it is committed.",
            )


def _fenced(c: TransactionsCluster) -> Iterator[Loss]:
    for partition, number, entry in _visible(c):
        if entry.fenced:
            yield Loss(
                [number], f"A fenced producer's record of t{number} is visible on partition {partition}."
            )


def _early(c: TransactionsCluster) -> Iterator[Loss]:
    current = {int(me.transaction) for me in c.producers if me.phase == Phase.in_transaction}
    for partition, number, entry in _records(c):
        if number in current and entry.fate != Fate.unended:
            yield Loss(
                [number],
                f"A marker has ended t{number} on partition {partition}; its producer is still in it.",
            )


def _hanging(c: TransactionsCluster) -> Iterator[Loss]:
    for partition, number, entry in _records(c):
        if entry.fate == Fate.unended:
            yield Loss([number], f"Nothing ends what t{number} has begun on partition {partition}.")


def _partly(c: TransactionsCluster) -> Iterator[Loss]:
    unended = {number for _, number, entry in _records(c) if entry.fate == Fate.unended}
    for partition, number, _ in _visible(c):
        if number in unended:
            yield Loss([number], f"t{number} is visible on partition {partition}, and not yet elsewhere.")


LOSSES: dict[str, Callable[[TransactionsCluster], Iterator[Loss]]] = {
    "whole-or-not-at-all": _whole,
    "only-committed-is-visible": _uncommitted,
    "told-is-committed": _told,
    "fenced-is-invisible": _fenced,
    "no-old-marker": _early,
    "no-hanging-transaction": _hanging,
    "visible-at-once": _partly,
}
"""For each promise what breaks it, where it is broken."""
