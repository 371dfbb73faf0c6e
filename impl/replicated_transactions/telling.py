"""How runs are told: a sentence for each step, the leaders' logs as a picture, and what is not whole.

The log of the coordinator and those of the partitions are drawn up to the high watermark, and what lies above it.
After an election the old leader has the number that the new one had among the followers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tidemark.impl.replicated_transactions.cluster import (
    EntryKind,
    MarkerState,
    Progress,
    ReplicatedTransactions,
    TransactionEntry,
    WrittenRecord,
)
from tidemark.impl.replicated_transactions.coordinator import is_ended_by
from tidemark.impl.replicated_transactions.promises import is_aborted, will_be_visible
from tidemark.impl.replicated_transactions.replication import PartitionReplicas
from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.impl.transactions.cluster import EndAsked, Fate, TxnState
from tidemark.spec import Cell, Lane, Loss, Picture, Titles
from tidemark.spec.families.telling import Story

TITLES = Titles("leader", "offset", "high watermark", "HW", "followers")
STATE_LOG = "The coordinator's log"
MARKERS = {str(EntryKind.commit_marker): "C", str(EntryKind.abort_marker): "A"}
STATES = [str(name) for name in TxnState]


# The picture.


def _members(partitions: Any) -> str:
    return "{" + ", ".join(map(str, partitions.type.show(partitions))) + "}"


def state_name(entry: TransactionEntry) -> str:
    """An entry of the coordinator's log: `Ongoing {0, 1}@0`, with its partitions and its producer epoch."""
    enrolled = "" if entry.enrolled.is_empty() else f" {_members(entry.enrolled)}"
    return f"{entry.txn_state}{enrolled}@{entry.producer_epoch}"


def _data_cell(entry: Any) -> Cell:
    kind, epoch = str(entry.entry_kind), int(entry.producer_epoch)
    if kind in MARKERS:
        name, value = kind.replace("_", " "), -1 - list(MARKERS).index(kind)
        return Cell(value, name, f"{MARKERS[kind]}@{epoch}", f"epoch {epoch}", epoch)
    name = f"t{entry.transaction}"
    return Cell(int(entry.transaction), name, f"{name}@{epoch}", f"epoch {epoch}", epoch)


def _state_cell(entry: TransactionEntry) -> Cell:
    name, place = state_name(entry), STATES.index(str(entry.txn_state))
    return Cell(
        100 + place, name.partition("@")[0], name, f"epoch {entry.producer_epoch}", int(entry.producer_epoch)
    )


def _lane(actor: str, short: str, replicas: PartitionReplicas, cells: tuple[Cell, ...], *more: str) -> Lane:
    followers = "; ".join(
        f"{number} has {follower.copied}{'' if follower.in_isr else ', not in the ISR'}"
        for number, follower in enumerate(replicas.followers)
    )
    lines = (f"HW {replicas.watermark}", f"followers: {followers}", *more)
    summary = "; ".join((" ".join(cell.short for cell in cells) or "empty", *lines))
    return Lane(
        actor.lower(), actor, short, role=followers, cells=cells, mark=int(replicas.watermark), lines=lines,
        standing=followers, summary=summary,
    )  # fmt: skip


def _entries(replicas: PartitionReplicas) -> list[Any]:
    return list(replicas.log.items[: int(replicas.log.length)])


def picture_of(c: ReplicatedTransactions) -> Picture:
    """The picture of a state."""
    producer = (f"the producer: {str(c.writer.phase).replace('_', ' ')}, epoch {c.writer.producer_epoch}",)
    memory = state_name(c.memory) if c.loaded else "nothing"
    log, states = c.state_log, tuple(_state_cell(entry) for entry in _entries(c.state_log))
    lanes = [Lane("producer", "Producer", "P", lines=producer, summary="; ".join(producer))]
    lanes.append(_lane(STATE_LOG, "state", log, states, f"in memory: {memory}"))
    for partition in c.partitions.indices():
        at = c.partitions[partition]
        marker = f"marker {str(c.markers[partition]).replace('_', ' ')}"
        lanes.append(
            _lane(f"Partition {partition}", f"p{partition}", at, tuple(map(_data_cell, _entries(at))), marker)
        )
    return Picture(tuple(lanes), TITLES)


# The sentences.


def _number(c: ReplicatedTransactions) -> str:
    return f"t{c.writer.begun - 1}"


def _enrols(partition: Any, state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    if now.state_log.log.length == was.state_log.log.length:
        return (
            f"The coordinator is asked to add partition {partition} to {_number(now)}. It has that in memory, and "
            "answers at once."
        )
    entry = now.state_log.log[now.state_log.log.length - 1]
    return f"The coordinator is asked to add partition {partition} to {_number(now)}, and appends {state_name(entry)}."


def _appends_end(words: str) -> Story:
    def tell(state: Any, **_: Any) -> str:
        log = state.now.state_log.log
        number = _number(state.was)
        return f"{words.format(number)}: the coordinator appends {state_name(log[log.length - 1])}."

    return tell


def _commits_entry(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    entry = now.memory
    log = was.state_log
    sure = "is replicated" if log.acknowledges(was.loaded) else "is on the leader, and counts as written"
    said = f"{state_name(entry)} {sure}"
    if was.ends != now.ends:
        return f"{said}: the producer is told that {_number(was)} is committed, and the markers are due."
    added = [
        str(partition) for partition in now.partitions.indices()
        if now.writer.progress[partition] == Progress.added != was.writer.progress[partition]
    ]  # fmt: skip
    if added:
        return f"{said}: who asked learns that partition {', '.join(added)} is added."
    if entry.is_prepared:
        return f"{said}, and the markers are due."
    return f"{said}."


def _learns(state: Any, **_: Any) -> str:
    ended = "committed" if state.was.memory.txn_state == TxnState.CompleteCommit else "aborted"
    has = f"has {state_name(state.was.memory)} in memory"
    return f"The producer asks to end {_number(state.was)}. The coordinator {has}: it answers that it is {ended}."


def _marker(c: ReplicatedTransactions) -> str:
    kind = "commit" if c.memory.txn_state == TxnState.PrepareCommit else "abort"
    return f"the {kind} marker of epoch {c.memory.producer_epoch}"


def _writes_marker(partition: Any, state: Any, **_: Any) -> str:
    nothing = "" if state.was.is_open(partition) else "; nothing was open there"
    return f"The leader of partition {partition} writes {_marker(state.was)}{nothing}.{_decisions(state)}"


def _refuses_marker(partition: Any, state: Any, **_: Any) -> str:
    last = state.was.last_epoch(partition)
    return (
        f"The leader of partition {partition}, which has epoch {last}, refuses {_marker(state.was)}: the coordinator "
        "gives it up."
    )


def _marker_answer(partition: Any, state: Any, **_: Any) -> str:
    at = state.was.partitions[partition]
    sure = "is replicated" if at.acknowledges(at.log.length - 1) else "is on the leader alone"
    return f"The marker of partition {partition} {sure}, and the coordinator learns that it is written."


def _records(c: ReplicatedTransactions) -> dict[tuple[int, int], WrittenRecord]:
    """The records on the leaders, by transaction and partition."""
    return {
        (int(record.transaction), number): record
        for number, partition in enumerate(c.partitions.indices())
        for record in c.records(partition)
        if record.exists
    }


def _decisions(state: Any) -> str:
    """What a step decided of a record, or showed to readers."""
    was, sentences = _records(state.was), ""
    for (transaction, partition), record in sorted(_records(state.now).items()):
        before = was.get((transaction, partition))
        name = f"The record of t{transaction} on partition {partition}"
        if record.fate == Fate.aborted and (before is None or before.fate != Fate.aborted):
            sentences += f" {name} is aborted."
        if record.is_visible and (before is None or not before.is_visible):
            sentences += f" {name} is visible."
    return sentences


def _fetch(partition: Any, follower: Any, state: Any, **_: Any) -> str:
    watermark = state.now.partitions[partition].watermark
    rises = watermark > state.was.partitions[partition].watermark
    more = f"; the high watermark is {watermark}" if rises else ""
    return f"Follower {follower} of partition {partition} fetches all that the leader has{more}.{_decisions(state)}"


def _standby_fetch(standby: Any, state: Any, **_: Any) -> str:
    watermark = state.now.state_log.watermark
    more = f"; the high watermark is {watermark}" if watermark > state.was.state_log.watermark else ""
    return f"Follower {standby} of the coordinator's log fetches all that it has{more}."


def _lost(was: PartitionReplicas, now: PartitionReplicas, cell: Callable[[Any], Cell]) -> str:
    """The entries that an election cut, and whether these were acknowledged."""
    cut = [cell(entry).short for entry in _entries(was)[int(now.log.length) :]]
    if not cut:
        return " It has all that the old leader had."
    safe = [name for offset, name in enumerate(cut, int(now.log.length)) if was.acknowledges(offset)]
    if not safe:
        return f" It lacks {' and '.join(cut)}, not replicated so far."
    acknowledged = "acknowledged" if safe == cut else f"of which {' and '.join(safe)} had been acknowledged"
    return f" It lacks {' and '.join(cut)}, {acknowledged}."


def _leads(words: str) -> Story:
    """Another leader of a data partition."""

    def tell(partition: Any, state: Any, follower: Any = None, **_: Any) -> str:
        lost = _lost(state.was.partitions[partition], state.now.partitions[partition], _data_cell)
        again = state.was.markers[partition] == MarkerState.in_flight != state.now.markers[partition]
        after = " The coordinator has no answer to its marker" if again else ""
        after += (
            (
                ", and sends it again."
                if state.now.markers[partition] == MarkerState.to_send
                else ", and takes it for written."
            )
            if again
            else ""
        )
        return f"{words.format(partition=partition, follower=follower)}{lost}{after}{_decisions(state)}"

    return tell


def _coordinates(words: str) -> Story:
    """Another leader of the coordinator's log, which loads it."""

    def tell(state: Any, standby: Any = None, **_: Any) -> str:
        now = state.now
        lost = _lost(state.was.state_log, now.state_log, _state_cell)
        loaded = state_name(now.memory) if now.loaded else "nothing"
        above = now.loaded > now.state_log.watermark
        unsure = ", which is not replicated" if above else ""
        acts = " The markers are due." if now.memory.is_prepared else ""
        return f"{words.format(standby=standby)}{lost} It loads {loaded}{unsure}.{acts}"

    return tell


def _restart(partition: Any, follower: Any, state: Any, **_: Any) -> str:
    copied = state.now.partitions[partition].followers[follower].copied
    return f"Follower {follower} of partition {partition} restarts, and cuts its log to {copied}, its high watermark."


def _standby_restart(standby: Any, state: Any, **_: Any) -> str:
    copied = state.now.state_log.followers[standby].copied
    return f"Follower {standby} of the coordinator's log restarts, and cuts its log to {copied}, its high watermark."


STORIES: Mapping[str, Story] = {
    "coordinator_enrols": _enrols,
    "producer_commits": _appends_end("The producer asks to commit {0}"),
    "producer_aborts": _appends_end("The producer asks to abort {0}"),
    "coordinator_times_out": _appends_end("The transaction takes too long"),
    "entry_commits": _commits_entry,
    "producer_learns_end": _learns,
    "coordinator_completes": _appends_end("Every marker is written"),
    "leader_appends_record": lambda partition, state, **_: (
        f"The leader of partition {partition} appends the record of {_number(state.was)}."
    ),
    "record_gets_answer": lambda partition, state, **_: (
        f"The record of {_number(state.was)} on partition {partition} is acknowledged."
    ),
    "leader_writes_marker": _writes_marker,
    "leader_refuses_marker": _refuses_marker,
    "marker_gets_answer": _marker_answer,
    "follower_fetches": _fetch,
    "standby_fetches": _standby_fetch,
    "follower_leaves_isr": lambda partition, follower, state, **_: (
        f"Follower {follower} of partition {partition} leaves the ISR.{_decisions(state)}"
    ),
    "standby_leaves_isr": "Follower {standby} of the coordinator's log leaves the ISR.",
    "follower_takes_over": _leads("Follower {follower}, a member of the ISR, leads partition {partition}."),
    "standby_takes_over": _coordinates("Follower {standby}, a member of the ISR, is the new coordinator."),
    "lacking_follower_takes_over":
        _leads("Follower {follower}, a member of the ISR that lost entries, leads partition {partition}."),
    "lacking_standby_takes_over":
        _coordinates("Follower {standby}, a member of the ISR that lost entries, is the new coordinator."),
    "last_member_loses_power":
        _leads("The leader of partition {partition}, the last member of the ISR, loses power, and leads again."),
    "coordinator_loses_power":
        _coordinates("The coordinator, the last member of the ISR, loses power, and is the coordinator again."),
    "outsider_takes_over":
        _leads("Follower {follower}, not in the ISR, leads partition {partition}: an unclean election."),
    "outside_standby_takes_over":
        _coordinates("Follower {standby}, not in the ISR, is the new coordinator: an unclean election."),
    "follower_restarts": _restart,
    "standby_restarts": _standby_restart,
}  # fmt: skip


# What is wrong.


def _fates(c: ReplicatedTransactions, transaction: int) -> list[str]:
    """What became of each record of a transaction, in words."""
    records, words = _records(c), []
    for partition in range(len(c.partitions.indices())):
        record = records.get((transaction, partition))
        if record is None:
            fate = "is not on"
        elif record.is_visible:
            fate = "is visible on"
        elif record.fate == Fate.aborted:
            fate = "is aborted on"
        elif will_be_visible(c, transaction, c.partitions.indices()[partition]):
            fate = "is not yet visible on"
        else:
            fate = "hangs on"
        words.append(f"{fate} partition {partition}")
    return words


def _broken_words(
    c: ReplicatedTransactions, breaks: Callable[[ReplicatedTransactions, int, Any], Any]
) -> Iterator[Loss]:
    for number, end in enumerate(c.ends):
        if end == EndAsked.commit_told and any(breaks(c, number, p) for p in c.partitions.indices()):
            fates = " and ".join(_fates(c, number))
            yield Loss(
                [number], f"The producer was told that t{number} is committed; its record {fates}.",
                f"t{number}, whose commit was confirmed, is not whole",
            )  # fmt: skip


def _told_and_not_whole(c: ReplicatedTransactions) -> Iterator[Loss]:
    return _broken_words(c, lambda *place: not will_be_visible(*place))


def _told_and_abort(c: ReplicatedTransactions) -> Iterator[Loss]:
    return _broken_words(c, is_aborted)


def _whole(c: ReplicatedTransactions) -> Iterator[Loss]:
    for number in sorted({number for (number, _), record in _records(c).items() if record.is_visible}):
        fates = _fates(c, number)
        if any(not fate.startswith(("is visible", "is not yet", "hangs")) for fate in fates):
            yield Loss(
                [number], f"The record of t{number} {' and '.join(fates)}.", f"t{number} is visible in part"
            )


def _visible_without_commit(c: ReplicatedTransactions) -> Iterator[Loss]:
    for (number, partition), record in _records(c).items():
        if record.is_visible and c.ends[number] not in (EndAsked.commit_asked, EndAsked.commit_told):
            yield Loss(
                [number], f"t{number} is visible on partition {partition}; its producer did not commit it."
            )


def _hanging(c: ReplicatedTransactions) -> Iterator[Loss]:
    partitions = c.partitions.indices()
    for (number, partition), record in _records(c).items():
        if record.fate == Fate.unended and not is_ended_by(c, partitions[partition]):
            memory = f"has {state_name(c.memory)} in memory" if c.loaded else "knows of no transaction"
            yield Loss(
                [number],
                f"t{number} is open on partition {partition}, and nothing is to end it: the coordinator {memory}.",
                f"t{number} hangs on partition {partition}",
            )


def _given_up(c: ReplicatedTransactions) -> Iterator[Loss]:
    for partition in c.partitions.indices():
        if c.markers[partition] == MarkerState.given_up:
            yield Loss(
                [],
                f"Partition {partition} refused the marker for good: {state_name(c.memory)} is never completed.",
            )


LOSSES: Mapping[str, Callable[[ReplicatedTransactions], Iterator[Loss]]] = {
    "told-is-whole": _told_and_not_whole,
    "told-is-committed": _told_and_abort,
    "whole-or-not-at-all": _whole,
    "only-committed-is-visible": _visible_without_commit,
    "no-hanging-transaction": _hanging,
    "no-end-is-given-up": _given_up,
}


class ReplicatedTransactionsTelling(SentenceTelling[ReplicatedTransactions]):
    """The telling of transactions, by their numbers."""

    def name(self, value: int) -> str:
        return f"t{value}"


def _beginning(_: ReplicatedTransactions) -> str:
    return "All logs are empty, all replicas are in their ISR. The producer has its id, in epoch 0."


TELLING = ReplicatedTransactionsTelling(STORIES, picture_of, _beginning, losses=LOSSES, noun="transaction")
