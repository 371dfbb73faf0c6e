"""How runs of prepared transactions are told: a sentence for each action, and what breaks `decided-is-done`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tidemark.impl.transactions.cluster import Decision, Fate, TransactionMetadata, TransactionsState
from tidemark.impl.transactions.two_phase import is_kept
from tidemark.spec import BeforeAfter, Loss
from tidemark.spec.families.telling import Story


def _prepares(producer: Any, state: BeforeAfter, **_: Any) -> str:
    return f"Producer {producer} prepares t{state.was.producers[producer].transaction}."


def _commits(producer: Any, state: BeforeAfter, **_: Any) -> str:
    number = state.was.producers[producer].transaction
    epoch = state.was.transactions[number].producer_epoch
    return f"The application of producer {producer} commits in its database, with the epoch of t{number}, {epoch}."


def _aborts(producer: Any, state: BeforeAfter, **_: Any) -> str:
    number = state.was.producers[producer].transaction
    if state.was.transactions[number].owner == producer:
        return f"The application of producer {producer} aborts its database's transaction, and so t{number}."
    return (
        f"Producer {producer} does not find the epoch of t{number} in the database, and fences the database, which "
        "can no longer commit."
    )


def _completes(producer: Any, state: BeforeAfter, **_: Any) -> str:
    number = state.was.producers[producer].transaction
    kind = "commit" if str(state.now.coordinator.appended.txn_state) == "PrepareCommit" else "abort"
    return f"Producer {producer} asks to {kind} t{number}; the coordinator appends Prepare{kind.title()}."


def with_ongoing(entry: TransactionMetadata) -> str:
    """What an answer to InitProducerId also has: the transaction that was kept, if one was."""
    return (
        f", and the ongoing transaction of epoch {entry.marker_epoch - 1} to complete"
        if is_kept(entry)
        else ""
    )


PREPARED_STORIES: dict[str, Story] = {
    "producer_prepares": _prepares,
    "database_commits": _commits,
    "database_aborts": _aborts,
    "producer_keeps_transaction":
        "Producer {producer} asks for a producer id, and to keep the ongoing transaction; the coordinator appends "
        "epoch {state.now.coordinator.appended.producer_epoch}, the client's alone.",
    "producer_completes": _completes,
}  # fmt: skip


def undone(c: TransactionsState) -> Iterator[Loss]:
    """The records whose fate is not what the database decided."""
    contrary = {Fate.aborted: (Decision.commit, "committed"), Fate.committed: (Decision.abort, "aborted")}
    for partition, at in enumerate(c.partitions):
        for offset in range(int(at.log.length)):
            number, fate = int(at.log[offset].transaction), at.log[offset].fate
            for opposite, (decision, word) in contrary.items():
                if fate == opposite and c.transactions[number].decision == decision:
                    yield Loss(
                        [number], f"t{number} is {fate} on partition {partition}; the database has {word} it."
                    )
