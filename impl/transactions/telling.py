"""How runs of transactions are told: a sentence for each action, what happened to records, what is wrong."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tidemark.impl.transactions.cluster import (
    EndAsked,
    Fate,
    LateRequest,
    Marker,
    Phase,
    RequestKind,
    TransactionalRecord,
    TransactionMetadata,
    TransactionsState,
)
from tidemark.impl.transactions.last_epoch import is_last
from tidemark.impl.transactions.prepared_stories import PREPARED_STORIES, undone, with_ongoing
from tidemark.spec import BeforeAfter, Loss, Telling
from tidemark.spec.families.telling import Story


def _state(metadata: TransactionMetadata) -> str:
    """The state of a transaction in an entry of the log, in words."""
    return str(metadata.txn_state)


def _log_commits(state: BeforeAfter, **_: Any) -> str:
    entry, asker = state.was.coordinator.appended, int(state.was.coordinator.requester)
    said = f"{_state(entry)}, of epoch {entry.producer_epoch}, is committed in the coordinator's log"
    sends = "" if state.was.settings.sends_early else ", and the markers are sent"
    match str(state.was.coordinator.purpose):
        case "init_producer_id":
            return f"{said}: producer {asker} has epoch {entry.producer_epoch}{with_ongoing(entry)}."
        case "enrol":
            return f"{said}: {'the broker' if asker < 0 else f'producer {asker}'} is told that the partition is added."
        case "end_txn" if asker >= 0:
            transaction = state.was.producers.items[asker].transaction
            return f"{said}: producer {asker} is told that t{transaction} is ended{sends}."
        case "end_txn" | "fence":
            return f"{said}{sends}."
        case _:
            return f"{said}: the transaction is completely ended."


def _completes(state: BeforeAfter, **_: Any) -> str:
    appended = state.now.coordinator.appended
    said = f"All markers are written: the coordinator appends {_state(appended)}"
    if not state.was.coordinator.metadata.gives_id:
        return f"{said}."
    return f"{said}, with a new producer id, whose first epoch counts as {appended.producer_epoch}."


def _aborts_late(producer: Any, state: BeforeAfter, **_: Any) -> str:
    was, now = state.was.producers[producer], state.now.producers[producer]
    last = ", the last one of its id" if is_last(state.now.settings, now.producer_epoch) else ""
    return (
        f"Producer {producer} asks to abort t{was.transaction}, which is aborted already. The coordinator takes the "
        f"request for one that is sent again, and producer {producer} goes on in epoch {now.producer_epoch}{last}."
    )


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


def _writes_marker(marker: Marker, state: BeforeAfter, **_: Any) -> str:
    nothing = "" if state.was.partitions[marker.partition].is_open else "; nothing was open there"
    return f"Partition {marker.partition!s} writes {_marker(marker)}{nothing}."


def _refuses_marker(marker: Marker, **_: Any) -> str:
    return f"Partition {marker.partition!s} refuses {_marker(marker)}, which is old."


def _repeats_marker(marker: Marker, **_: Any) -> str:
    return (
        f"A connection breaks: the coordinator sends {_marker(marker)} to partition {marker.partition!s} again. The "
        "first one stays in the broker's queue."
    )


def _late_request_arrives(request: LateRequest, state: BeforeAfter, **_: Any) -> str:
    arrives = f"The first copy of an {REQUESTS[request.kind]} arrives"
    if state.was.coordinator.purpose == state.now.coordinator.purpose:
        return f"{arrives}, and changes nothing."
    appended = state.now.coordinator.appended
    match str(state.now.coordinator.purpose):
        case "init_producer_id":
            return f"{arrives}: the coordinator appends epoch {appended.producer_epoch}, which nobody learns."
        case "fence":
            change = f"the open transaction is aborted, with epoch {appended.producer_epoch}"
        case "enrol":
            change = f"partition {request.partition!s} is in {_open_transaction(state.was)}"
        case _:
            change = f"the open transaction is to {'commit' if request.commits else 'abort'}"
    return f"{arrives}: the coordinator appends that {change}."


def _open_transaction(was: TransactionsState) -> str:
    """The transaction that a late AddPartitionsToTxn adds to, in words."""
    is_open = str(was.coordinator.metadata.txn_state) == "Ongoing"
    return "the open transaction" if is_open else "a transaction, which no producer has begun"


def _loses_entry(state: BeforeAfter, **_: Any) -> str:
    lost = _state(state.was.coordinator.metadata)
    return f"An unclean election of the coordinator's log: the committed entry {lost} is lost. {_loads(state.now)}"


def _appends(transaction: int, partition: Any, state: BeforeAfter, **_: Any) -> str:
    written = state.was.transactions[transaction]
    said = f"Partition {partition!s} appends the record of t{transaction}, of epoch {written.producer_epoch}"
    if not state.was.partitions[partition].is_open:
        said += "; a transaction begins there"
    log = state.now.partitions[partition].log
    if log[int(log.length) - 1].is_copy:
        return f"{said}. It is the second copy."
    late = "" if state.was.is_current(transaction) else " The producer has long given it up."
    return f"{said}.{late}"


REQUESTS = {
    RequestKind.init_producer_id: "InitProducerId",
    RequestKind.add_partitions: "AddPartitionsToTxn",
    RequestKind.end_txn: "EndTxn",
}


STORIES: dict[str, Story] = {
    "producer_asks_for_id": "Producer {producer} asks for a producer epoch (InitProducerId); the entry is appended.",
    "producer_fences_another":
        "Producer {producer} asks for a producer id while a transaction is ongoing: the coordinator appends that it "
        "is aborted, with epoch {state.now.coordinator.appended.producer_epoch}.",
    "producer_is_fenced": "Producer {producer} learns that its epoch is old (PRODUCER_FENCED).",
    "producer_adds_partition": "Producer {producer} adds partition {partition} to its transaction.",
    "producer_sends": "Producer {producer} sends a record to partition {partition}.",
    "producer_sends_unannounced": "Producer {producer} sends a record to partition {partition}, unannounced.",
    "producer_commits": "Producer {producer} asks to commit; the coordinator appends PrepareCommit.",
    "producer_aborts_what_was_answered":
        "Producer {producer}, whose records all have an answer, asks to abort; the coordinator appends PrepareAbort.",
    "producer_ends": "A record of producer {producer} expires without an answer: a fatal error, and the producer ends.",
    "producer_aborts": "Producer {producer} asks to abort; the coordinator appends PrepareAbort.",
    "producer_learns_end": "Producer {producer} asks again, and learns that its transaction is ended as it asked.",
    "log_commits": _log_commits,
    "coordinator_completes": _completes,
    "coordinator_times_out":
        "The transaction takes too long: the coordinator appends that it is aborted, with epoch "
        "{state.now.coordinator.appended.producer_epoch}.",
    "coordinator_times_out_in_epoch":
        "The transaction takes too long: the coordinator appends that it is aborted; the epoch stays "
        "{state.now.coordinator.appended.producer_epoch}.",
    "coordinator_repeats_marker": _repeats_marker,
    "producer_repeats_end":
        "Producer {producer} hears no answer and sends EndTxn again; the first one is still on its way.",
    "producer_repeats_id_request":
        "Producer {producer} hears no answer and sends InitProducerId again; the first one is still on its way.",
    "producer_repeats_partition":
        "Producer {producer} hears no answer and sends AddPartitionsToTxn again; the first one is still on its way.",
    "answer_is_lost":
        "The answer will not reach producer {state.was.coordinator.requester}, which will ask again.",
    "offsets_arrive_again":
        "The TxnOffsetCommit of t{transaction} was sent twice: its second copy reaches partition {partition} now.",
    "producer_commits_later_offsets":
        "Producer {producer} commits offsets further on, with a second TxnOffsetCommit to partition {partition}.",
    "first_offsets_arrive_again":
        "The first TxnOffsetCommit of t{transaction} was sent twice: partition {partition} appends its second copy "
        "after the second TxnOffsetCommit.",
    "late_id_request_arrives": _late_request_arrives,
    "late_partition_arrives": _late_request_arrives,
    "late_end_arrives": _late_request_arrives,
    "coordinator_fails_over_without_last_entry": _loses_entry,
    "partition_forgets_producer":
        "Partition {partition} has heard nothing of the producer for `producer.id.expiration.ms`, and forgets its "
        "epoch.",
    "producer_aborts_late": _aborts_late,
    "coordinator_fails_over": _fails_over,
    "coordinator_fails_over_after_commit": _fails_over_after_commit,
    "broker_asks_coordinator":
        "The record of t{transaction} reaches partition {partition}, where its transaction is not open: the broker "
        "asks the coordinator.",
    "coordinator_verifies": "The coordinator confirms that partition {partition} is in an ongoing transaction.",
    "coordinator_adds_for_broker": "The coordinator is asked to add partition {partition} for t{transaction}.",
    "coordinator_denies": "The coordinator denies it, and the record of t{transaction} is refused.",
    "broker_appends": _appends,
    "broker_refuses": "Partition {partition} refuses the record of t{transaction}.",
    "broker_writes_marker": _writes_marker,
    "broker_refuses_marker": _refuses_marker,
    **PREPARED_STORIES,
}  # fmt: skip


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


def _from_zombie(c: TransactionsState) -> Iterator[Loss]:
    for partition, number, entry in _records(c):
        if entry.fenced:
            yield Loss([number], f"Partition {partition} has a record of t{number} from a fenced producer.")


def _gone_back(c: TransactionsState) -> Iterator[Loss]:
    committed = [record for record in _records(c) if record[2].fate == Fate.committed]
    for (partition, earlier, first), (other, later, second) in itertools.combinations(committed, 2):
        if partition == other and earlier > later:
            replaced = f"those of t{earlier}"
            yield Loss([later], f"On partition {partition} the offsets of t{later} have replaced {replaced}.")
        if partition == other and earlier == later and first.is_second and not second.is_second:
            yield Loss(
                [later], f"On partition {partition} the first offsets of t{later} have replaced its last."
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


def _without_epoch(c: TransactionsState) -> Iterator[Loss]:
    epoch = c.coordinator.metadata.producer_epoch
    for number, transaction in enumerate(c.transactions):
        if transaction.producer_epoch == epoch and c.is_current(number):
            yield Loss(
                [number], f"t{number} is ongoing in epoch {epoch}, the last one: no marker can end it."
            )


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
    "no-zombie-writes": _from_zombie,
    "offsets-never-go-back": _gone_back,
    "no-old-marker": _early,
    "no-hanging-transaction": _hanging,
    "epoch-remains": _without_epoch,
    "visible-at-once": _partly,
    "decided-is-done": undone,
}
"""For each promise what breaks it, where it is broken."""


FATES = {"unended": "is in the log, unended", "committed": "is committed", "aborted": "is aborted"}


def records(c: TransactionsState) -> dict[tuple[int, int, str], str]:
    """The fate of each record in a log, by its partition, its transaction, and what is written there."""
    return {(partition, number, _content(entry)): str(entry.fate) for partition, number, entry in _records(c)}


def _content(entry: TransactionalRecord) -> str:
    """What an entry of a log has, in words."""
    if entry.is_copy:
        return "second copy of the first offsets"
    return "second offsets" if entry.is_second else "record"


class TransactionsTelling(Telling[TransactionsState]):
    """The telling of transactions."""

    stories = STORIES
    losses = LOSSES
    noun = "transaction"

    def beginning(self, view: TransactionsState) -> str:  # noqa: ARG002
        return "No producer has a producer id yet; the logs are empty."

    def name(self, value: int) -> str:
        return f"t{value}"

    def facts(self, views: Sequence[TransactionsState], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        was, now = map(records, views[-2:])
        return [
            f"The {content} of t{transaction} on partition {partition} {FATES[fate]}."
            for (partition, transaction, content), fate in now.items()
            if was.get((partition, transaction, content)) != fate
        ]
