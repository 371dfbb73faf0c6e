"""The sentence of each action in a run, by the name of the action's function.

A template names the action's arguments, `state.was` and `state.now`. Transactions are called t0, t1, and so on.
"""

from __future__ import annotations

from typing import Any

from tidemark.impl.transactions.cluster import Marker, TransactionMetadata, TransactionsState
from tidemark.spec.families.telling import BeforeAfter, Story
from tidemark.spec.types.members import NetworkMember


def _state(metadata: TransactionMetadata) -> str:
    """The state of a transaction in an entry of the log, in words."""
    return str(metadata.txn_state)


def _log_commits(state: BeforeAfter, **_: Any) -> str:
    entry, asker = state.was.coordinator.appended, int(state.was.coordinator.requester)
    said = f"{_state(entry)}, of epoch {entry.producer_epoch}, is committed in the coordinator's log"
    sends = "" if state.was.settings.sends_early else ", and the markers are sent"
    match str(state.was.coordinator.purpose):
        case "init_producer_id":
            return f"{said}: producer {asker} has epoch {entry.producer_epoch}."
        case "enrol":
            return f"{said}: {'the broker' if asker < 0 else f'producer {asker}'} is told that the partition is added."
        case "end_txn":
            transaction = state.was.producers.items[asker].transaction
            return f"{said}: producer {asker} is told that t{transaction} is ended{sends}."
        case "fence":
            return f"{said}{sends}."
        case _:
            return f"{said}: the transaction is completely ended."


def _completes(state: BeforeAfter, **_: Any) -> str:
    return f"All markers are written: the coordinator appends {_state(state.now.coordinator.appended)}."


def _fails_over(state: BeforeAfter, **_: Any) -> str:
    lost = not state.was.coordinator.awaits_nothing
    consequence = f", and its entry {_state(state.was.coordinator.appended)} is lost" if lost else ""
    return f"The coordinator fails{consequence}. {_loads(state.now)}"


def _fails_over_after_commit(state: BeforeAfter, **_: Any) -> str:
    entry = _state(state.was.coordinator.appended)
    return (
        f"The coordinator fails; its entry {entry} is replicated, but nobody is answered. {_loads(state.now)}"
    )


def _loads(now: TransactionsState) -> str:
    loaded, epoch = now.coordinator.metadata, now.coordinator.coordinator_epoch
    sentence = f"Coordinator {epoch} loads {_state(loaded)} of epoch {loaded.producer_epoch}"
    return f"{sentence}, and sends the markers." if now.coordinator.is_ending else f"{sentence}."


def _marker(marker: Marker) -> str:
    kind = "commit" if marker.commits else "abort"
    return f"the {kind} marker of epoch {marker.producer_epoch} from coordinator {marker.coordinator_epoch}"


def _writes_marker(marker: NetworkMember, state: BeforeAfter, **_: Any) -> str:
    written: Marker = marker.of(state.was)
    said = f"Partition {int(written.partition)} writes {_marker(written)}"
    return (
        f"{said}." if state.was.partitions[written.partition].is_open else f"{said}; nothing was open there."
    )


def _refuses_marker(marker: NetworkMember, state: BeforeAfter, **_: Any) -> str:
    old: Marker = marker.of(state.was)
    return f"Partition {int(old.partition)} refuses {_marker(old)}, which is old."


def _repeats_marker(marker: NetworkMember, state: BeforeAfter, **_: Any) -> str:
    again: Marker = marker.of(state.was)
    return (
        f"A connection breaks: the coordinator sends {_marker(again)} to partition {int(again.partition)} again. The "
        "first one stays in the broker's queue."
    )


def _appends(transaction: int, partition: Any, state: BeforeAfter, **_: Any) -> str:
    written = state.was.transactions[transaction]
    said = f"Partition {partition!s} appends the record of t{transaction}, of epoch {written.producer_epoch}"
    if not state.was.partitions[partition].is_open:
        said += "; a transaction begins there"
    late = "" if state.was.is_current(transaction) else " The producer has long given it up."
    return f"{said}.{late}"


STORIES: dict[str, Story] = {
    "producer_asks_for_id": "Producer {producer} asks for a producer epoch (InitProducerId); the entry is appended.",
    "producer_fences_another": (
        "Producer {producer} asks for a producer id while a transaction is ongoing: the coordinator appends that it is "
        "aborted, with epoch {state.now.coordinator.appended.producer_epoch}."
    ),
    "producer_is_fenced": "Producer {producer} learns that its epoch is old (PRODUCER_FENCED).",
    "producer_adds_partition": "Producer {producer} adds partition {partition} to its transaction.",
    "producer_sends": "Producer {producer} sends a record to partition {partition}.",
    "producer_sends_unannounced": "Producer {producer} sends a record to partition {partition}, unannounced.",
    "producer_commits": "Producer {producer} asks to commit; the coordinator appends PrepareCommit.",
    "producer_aborts_what_was_answered": (
        "Producer {producer}, whose records all have an answer, asks to abort; the coordinator appends PrepareAbort."
    ),
    "producer_ends": (
        "A record of producer {producer} expires without an answer: a fatal error, and the producer ends."
    ),
    "producer_aborts": "Producer {producer} asks to abort; the coordinator appends PrepareAbort.",
    "producer_learns_end": "Producer {producer} asks again, and learns that its transaction is ended as it asked.",
    "log_commits": _log_commits,
    "coordinator_completes": _completes,
    "coordinator_times_out": (
        "The transaction takes too long: the coordinator appends that it is aborted, with epoch "
        "{state.now.coordinator.appended.producer_epoch}."
    ),
    "coordinator_repeats_marker": _repeats_marker,
    "coordinator_fails_over": _fails_over,
    "coordinator_fails_over_after_commit": _fails_over_after_commit,
    "broker_asks_coordinator": (
        "The record of t{transaction} reaches partition {partition}, where its transaction is not open: the broker "
        "asks the coordinator."
    ),
    "coordinator_verifies": "The coordinator confirms that partition {partition} is in an ongoing transaction.",
    "coordinator_adds_for_broker": "The coordinator is asked to add partition {partition} for t{transaction}.",
    "coordinator_denies": "The coordinator denies it, and the record of t{transaction} is refused.",
    "broker_appends": _appends,
    "broker_refuses": "Partition {partition} refuses the record of t{transaction}.",
    "broker_writes_marker": _writes_marker,
    "broker_refuses_marker": _refuses_marker,
}
