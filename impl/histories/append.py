"""Transactions that append to lists and read them, against the anomalies that Elle finds in such histories.

Elle (Kingsbury, Alvaro: Inferring Isolation Anomalies from Experimental Observations, VLDB 2020) has the idea: a list
shows its past. An element is appended once, so a read of a list says which transactions wrote it, and in which order:

    {:process 0, :type :ok, :f :txn, :value [[:append :x 1] [:r :y nil]]}
    {:process 1, :type :ok, :f :txn, :value [[:append :y 5] [:r :x [1 2]]]}     1 was appended before 2

The longest list that was read of a key is the order of its elements; each other read must be a beginning of it. What
was appended and is in no list comes behind all of them. From that follow the dependencies between transactions, and
`cycles` finds their cycles. Reads count where the transaction was committed, appends where it was or where somebody
read them. The order in real time does not count: a history without an anomaly is serializable as far as its reads show,
and may still be stale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tidemark.impl.histories.cycles import RW, WR, WW, A, B, Dependency, DependencyGraph
from tidemark.spec.logs.client_histories import FAIL, OK, Anomaly, ClientCall, HistoryChecker

Elements = tuple[Any, ...]
Append = tuple[str, Any]
"""A key, and the element that is appended to its list."""

PROMISES = {
    "garbage-read": "a list has only elements that somebody appended",
    "G1a": "no list has an element of a transaction that failed (aborted read)",
    "G1b": "no list ends within the appends of a transaction (intermediate read)",
    "dirty-update": "nothing is appended behind an element of a transaction that failed",
    "duplicate-elements": "a list has an element once",
    "incompatible-order": "of two lists of a key, one is the beginning of the other",
    "internal": "a transaction reads its own appends, behind what it read before",
    "future-read": "no transaction reads what it appends later",
    "lost-update": "no two transactions read the same list and append to it",
    "G0": "writes have no cycle (write cycle)",
    "G1c": "writes and reads of what was written have no cycle (circular information flow)",
    "G-single": "no cycle has one read of what another transaction overwrote (read skew)",
    "G2": "no cycle has several reads of what others overwrote (write skew)",
}


@dataclass(eq=False, slots=True)
class ListTransaction:
    """What a call appended and read. steps: all of it in order; a read is a tuple, None where it is not known.

    appends: by key. reads: of each key the list that it read first, before it appended to it.
    """

    call: ClientCall
    steps: list[tuple[str, str, Any]]
    appends: dict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))
    reads: dict[str, Elements] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, key, content in self.steps:
            if name == "append":
                self.appends[key].append(content)
            elif content is not None and key not in self.appends:
                self.reads.setdefault(key, content)


class ListHistory:
    """A history with its indices. orders: the longest list of each key. writers: who appended an element."""

    def __init__(self, calls: Sequence[ClientCall]) -> None:
        self.transactions = [parse(call) for call in calls if call.name in CHECKER.names]
        self.committed = [t for t in self.transactions if t.call.outcome == OK]
        self.writers: dict[Append, ListTransaction] = {}
        for transaction in self.transactions:
            for key, elements in transaction.appends.items():
                for element in elements:
                    self._note_writer(key, element, transaction)
        self.orders: dict[str, tuple[Elements, ListTransaction]] = {}
        for transaction in self.committed:
            for name, key, content in transaction.steps:
                if name == "r" and len(content) > len(self.orders.get(key, ((), None))[0]):
                    self.orders[key] = content, transaction

    def _note_writer(self, key: str, element: Any, transaction: ListTransaction) -> None:
        before = self.writers.get((key, element))
        if before is None or before.call.outcome == FAIL:
            self.writers[key, element] = transaction
        elif transaction.call.outcome != FAIL:
            call = transaction.call
            raise call.wrong(
                f"{element} is appended to {key} in {before.call.place} too: an element is appended once"
            )

    def order(self, key: str) -> Elements:
        """The elements of a key in their order, as far as somebody read them."""
        return self.orders[key][0] if key in self.orders else ()


def parse(call: ClientCall) -> ListTransaction:
    """What a call appended and read.

    Raises:
        LogError: its value is not that of such a transaction.
    """
    if not isinstance(call.value, list):
        raise call.wrong("a list of [:append key element] and [:r key [element]] is expected")
    steps: list[tuple[str, str, Any]] = []
    for step in call.value:
        match step:
            case ["append", key, element] if not isinstance(element, (list, dict)):
                steps.append(("append", str(key), element))
            case ["r", key, None]:
                steps.append(("r", str(key), () if call.outcome == OK else None))
            case ["r", key, list(elements)] if not any(isinstance(e, (list, dict)) for e in elements):
                steps.append(("r", str(key), tuple(elements)))
            case _:
                raise call.wrong(f"{step!r} is no [:append key element] or [:r key [element …]]")
    return ListTransaction(call, steps)


# What one list shows.


def _elements(h: ListHistory) -> Iterator[Anomaly]:
    """Elements that no list should have, each where it was read first."""
    seen: set[Append] = set()
    for reader in h.committed:
        for name, key, elements in reader.steps:
            if name != "r":
                continue
            counts: dict[Any, int] = defaultdict(int)
            for place, element in enumerate(elements):
                counts[element] += 1
                if counts[element] == 2:
                    yield Anomaly(
                        "duplicate-elements", f"the list of {key} has {element} twice", (reader.call,)
                    )
                if (key, element) in seen:
                    continue
                seen.add((key, element))
                yield from _element(h, reader, key, elements, place)


def _element(
    h: ListHistory, reader: ListTransaction, key: str, elements: Elements, place: int
) -> Iterator[Anomaly]:
    element = elements[place]
    writer = h.writers.get((key, element))
    if writer is None:
        yield Anomaly(
            "garbage-read", f"the list of {key} has {element}, which nobody appended", (reader.call,)
        )
    elif writer.call.outcome == FAIL:
        sentence = f"the list of {key} has {element}, whose transaction failed"
        yield Anomaly("G1a", sentence, (reader.call, writer.call))
        for later in elements[place + 1 :]:
            update = h.writers.get((key, later))
            if update and update.call.outcome != FAIL:
                sentence = f"{later} was appended to {key} behind {element}, whose transaction failed"
                yield Anomaly("dirty-update", sentence, (update.call, writer.call, reader.call))
                break


def _intermediate_reads(h: ListHistory) -> Iterator[Anomaly]:
    for reader in h.committed:
        for key, elements in reader.reads.items():
            writer = h.writers.get((key, elements[-1])) if elements else None
            if writer and writer is not reader and writer.appends[key][-1] != elements[-1]:
                sentence = (
                    f"the list of {key} ends with {elements[-1]}, behind which its transaction appended more"
                )
                yield Anomaly("G1b", sentence, (reader.call, writer.call))


def _orders(h: ListHistory) -> Iterator[Anomaly]:
    for reader in h.committed:
        for name, key, elements in reader.steps:
            if name == "r" and h.order(key)[: len(elements)] != elements:
                longest = h.orders[key][1]
                sentence = (
                    f"the list of {key} is {_text(elements)}, and no beginning of {_text(h.order(key))}"
                )
                yield Anomaly("incompatible-order", sentence, (reader.call, longest.call))


def _text(elements: Elements) -> str:
    shown = [str(element) for element in elements[-MOST_SHOWN:]]
    return f"[{' '.join(['…'] * (len(elements) > MOST_SHOWN) + shown)}]"


MOST_SHOWN = 12
"""Elements of a list that a sentence has."""


# What one transaction shows.


def _internal(h: ListHistory) -> Iterator[Anomaly]:
    for transaction in h.committed:
        lists: dict[str, Elements] = {}
        appends: dict[str, Elements] = defaultdict(tuple)
        for name, key, content in transaction.steps:
            if name == "append":
                appends[key] += (content,)
                continue
            later = [e for e in transaction.appends.get(key, ()) if e in content and e not in appends[key]]
            if later:
                sentence = f"it reads {later[0]} in the list of {key}, and appends it later"
                yield Anomaly("future-read", sentence, (transaction.call,))
            elif _contradicts(content, lists.get(key), appends[key]):
                before = "" if key not in lists else f"read {_text(lists[key])} and "
                sentence = (
                    f"it has {before}appended {_text(appends[key])} to {key}, and then reads {_text(content)}"
                )
                yield Anomaly("internal", sentence, (transaction.call,))
            lists.setdefault(key, content[: len(content) - len(appends[key])])


def _contradicts(content: Elements, before: Elements | None, appends: Elements) -> bool:
    """Whether a list is not what the transaction read first, if it did, and then its own appends."""
    if before is not None:
        return content != before + appends
    return content[len(content) - len(appends) :] != appends


# What several transactions show.


def _lost_updates(h: ListHistory) -> Iterator[Anomaly]:
    updates: dict[tuple[str, Elements], list[ListTransaction]] = defaultdict(list)
    for transaction in h.committed:
        for key, elements in transaction.reads.items():
            if key in transaction.appends:
                updates[key, elements].append(transaction)
    for (key, elements), transactions in updates.items():
        if len(transactions) > 1:
            sentence = f"transactions read {_text(elements)} of {key}, and each appended to it"
            yield Anomaly("lost-update", sentence, tuple(t.call for t in transactions))


def dependencies(h: ListHistory) -> DependencyGraph:
    """What each transaction is before."""
    graph = DependencyGraph()
    read = defaultdict(set, {key: set(h.order(key)) for key in h.orders})
    unseen: dict[str, list[tuple[Any, ListTransaction]]] = defaultdict(list)
    for (key, element), writer in h.writers.items():
        if writer.call.outcome == OK and element not in read[key]:
            unseen[key].append((element, writer))

    def following(key: str, end: int) -> list[tuple[Any, ListTransaction]]:
        """What was appended behind the first elements of a list: the next one, or all that nobody read."""
        order = h.order(key)
        if end == len(order):
            return unseen[key]
        writer = h.writers.get((key, order[end]))
        return [(order[end], writer)] if writer else []

    for key in dict.fromkeys([*h.orders, *unseen]):
        for end, element in enumerate(h.order(key), 1):
            if first := h.writers.get((key, element)):
                for after, overwriter in following(key, end):
                    reason = f"{A} appended {element} to {key}, and {B} appended {after} behind it"
                    graph.add(first.call, overwriter.call, Dependency(WW, reason))
    for reader in h.committed:
        for key, elements in reader.reads.items():
            end = len(elements)
            if h.order(key)[:end] != elements:
                continue
            last = h.writers.get((key, elements[-1])) if elements else None
            if last:
                reason = f"{A} appended {elements[-1]} to {key}, and {B} read it"
                graph.add(last.call, reader.call, Dependency(WR, reason))
            for after, overwriter in following(key, end):
                if overwriter is not last:  # else the read ends within its appends
                    reason = f"{A} read {key} without {after}, which {B} appended"
                    graph.add(reader.call, overwriter.call, Dependency(RW, reason))
    return graph


def _cycles(h: ListHistory) -> Iterator[Anomaly]:
    graph = dependencies(h)
    for name, cycle in graph.cycles():
        yield Anomaly(name, graph.explain(cycle), tuple(cycle))


FINDERS = (_elements, _intermediate_reads, _orders, _internal, _lost_updates, _cycles)


def find_anomalies(calls: Sequence[ClientCall]) -> Iterator[Anomaly]:
    """The anomalies of a history, sort by sort.

    Raises:
        LogError: the value of a call is not that of such a transaction, or an element is appended twice.
    """
    history = ListHistory(calls)
    for find in FINDERS:
        yield from find(history)


CHECKER = HistoryChecker(("txn",), PROMISES, find_anomalies)
