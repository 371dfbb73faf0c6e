"""How runs of transactions are shown: a sentence for each action, and what happened to the records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tidemark.impl.transactions.cluster import TransactionsState
from tidemark.impl.transactions.losses import LOSSES
from tidemark.impl.transactions.stories import STORIES
from tidemark.spec import BeforeAfter, Telling

FATES = {"unended": "is in the log, unended", "committed": "is committed", "aborted": "is aborted"}


def records(c: TransactionsState) -> dict[tuple[int, int], str]:
    """The fate of each record in a log, by the partition and the number of its transaction."""
    fates = {}
    for partition, at in enumerate(c.partitions):
        for offset in range(int(at.log.length)):
            entry = at.log[offset]
            fates[partition, int(entry.transaction)] = str(entry.fate)
    return fates


def _changes(before: TransactionsState, after: TransactionsState) -> Iterator[str]:
    was, now = records(before), records(after)
    for (partition, transaction), fate in now.items():
        if was.get((partition, transaction)) != fate:
            yield f"The record of t{transaction} on partition {partition} {FATES[fate]}."


class TransactionsTelling(Telling[TransactionsState]):
    """The telling of transactions."""

    stories = STORIES
    losses = LOSSES
    noun = "transaction"

    def beginning(self, view: TransactionsState) -> str:  # noqa: ARG002
        return "No producer has a producer id yet; the logs are empty."

    def names(
        self, before: TransactionsState, arguments: Mapping[str, Any], after: TransactionsState
    ) -> dict[str, Any]:
        """The states as `state`, and the arguments; numbers as they are."""
        return {"state": BeforeAfter("the state", before, after), **arguments}

    def name(self, value: int) -> str:
        return f"t{value}"

    def facts(self, views: Sequence[TransactionsState], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        return list(_changes(views[-2], views[-1]))
