"""Histories of transactions on lists with known verdicts: serial execution under overlapping calls, planted anomalies.

Transactions take effect one after another, each somewhere between its call and its answer. Where an anomaly is planted,
some transactions see and do on keys of their own what no serial execution gives.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from tests.support.kafka_histories import OUTCOMES, Operation

Steps = list[list[Any]]
KEYS = (1, 2, 3)


class Database:
    """A serial store of lists, and its clients. operations: what they saw."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lists: dict[int, list[int]] = defaultdict(list)
        self.pending: dict[int, tuple[Steps, Steps, str]] = {}
        self.operations: list[Operation] = []
        self._processes, self._keys, self._elements = 0, 10, defaultdict[int, int](int)

    def key(self) -> int:
        """A key that nobody else uses."""
        self._keys += 1
        return self._keys

    def element(self, key: int) -> int:
        """A new element of a key."""
        self._elements[key] += 1
        return self._elements[key]

    def process(self) -> int:
        self._processes += 1
        return self._processes

    def note(self, process: int, type: str, value: Steps) -> int:
        """Note an event, and give its line."""
        self.operations.append({"process": process, "type": type, "f": "txn", "value": value})
        return len(self.operations)

    def step(self) -> None:
        """A client calls, or a transaction takes effect, or it is answered."""
        if len(self.pending) < 4 and self.rng.random() < 0.4:
            steps: Steps = []
            for _ in range(self.rng.randint(1, 4)):
                key = self.rng.choice(KEYS)
                appends = self.rng.random() < 0.5
                steps.append(["append", key, self.element(key)] if appends else ["r", key, None])
            process = self.process()
            self.note(process, "invoke", steps)
            self.pending[process] = steps, [], ""
        elif self.pending:
            process = self.rng.choice(sorted(self.pending))
            steps, answer, outcome = self.pending[process]
            if outcome:
                self.note(process, outcome, answer)
                del self.pending[process]
            else:
                self.pending[process] = steps, *self._run(steps)

    def _run(self, steps: Steps) -> tuple[Steps, str]:
        """Run a transaction; gives its answer and its outcome."""
        outcome = self.rng.choice(OUTCOMES)
        if outcome == "fail" or (outcome == "info" and self.rng.random() < 0.5):
            return steps, outcome
        answer: Steps = []
        for name, key, element in steps:
            if name == "append":
                self.lists[key].append(element)
            answer.append([name, key, element if name == "append" else [*self.lists[key]]])
        return (answer if outcome == "ok" else steps), outcome

    def finish(self) -> None:
        """Answer all, and read every list."""
        while self.pending:
            self.step()
        self.transaction(*(["r", key, self.lists[key]] for key in KEYS))

    def transaction(self, *steps: list[Any], outcome: str = "ok") -> int:
        """A whole call that sees what it is given; gives the line of its answer."""
        process = self.process()
        self.note(process, "invoke", [[n, k, None if n == "r" else content] for n, k, content in steps])
        return self.note(process, outcome, [*steps])


def _garbage(d: Database) -> set[int]:
    return {d.transaction(["r", d.key(), [7]])}


def _aborted(d: Database) -> set[int]:
    x = d.key()
    return {d.transaction(["append", x, 1], outcome="fail"), d.transaction(["r", x, [1]])}


def _intermediate(d: Database) -> set[int]:
    x = d.key()
    lines = {d.transaction(["append", x, 1], ["append", x, 2]), d.transaction(["r", x, [1]])}
    d.transaction(["r", x, [1, 2]])
    return lines


def _dirty_update(d: Database) -> set[int]:
    x = d.key()
    return {
        d.transaction(["append", x, 1], outcome="fail"),
        d.transaction(["append", x, 2]),
        d.transaction(["r", x, [1, 2]]),
    }


def _duplicate(d: Database) -> set[int]:
    x = d.key()
    d.transaction(["append", x, 1])
    return {d.transaction(["r", x, [1, 1]])}


def _incompatible(d: Database) -> set[int]:
    x = d.key()
    for element in (1, 2, 3):
        d.transaction(["append", x, element])
    return {
        d.transaction(["r", x, [1, 2, 3]]),
        d.transaction(["r", x, d.rng.choice([[2], [1, 3], [2, 1, 3]])]),
    }


def _internal(d: Database) -> set[int]:
    x, begin = d.key(), d.rng.choice([[], [1]])
    d.transaction(["append", x, 1])
    read = [["r", x, begin]] if d.rng.random() < 0.5 else []
    return {d.transaction(*read, ["append", x, 2], ["r", x, begin])}


def _future(d: Database) -> set[int]:
    x = d.key()
    return {d.transaction(["r", x, [1]], ["append", x, 1])}


def _lost_update(d: Database) -> set[int]:
    x = d.key()
    lines = {d.transaction(["r", x, []], ["append", x, element]) for element in (1, 2)}
    d.transaction(["r", x, [1, 2]])
    return lines


def _ring(d: Database, count: int) -> list[int]:
    return [d.key() for _ in range(count)]


def _write_cycle(d: Database) -> set[int]:
    """Each transaction's element is before the next one's, on a key of the two, and the last is before the first."""
    keys = _ring(d, d.rng.randint(2, 4))
    lines = {
        d.transaction(["append", key, 1], ["append", before, 2])
        for key, before in zip(keys, [keys[-1], *keys], strict=False)
    }
    d.transaction(*(["r", key, [1, 2]] for key in keys))
    return lines


def _circular_information(d: Database) -> set[int]:
    keys = _ring(d, d.rng.randint(2, 4))
    return {
        d.transaction(["append", key, 1], ["r", before, [1]])
        for key, before in zip(keys, [keys[-1], *keys], strict=False)
    }


def _read_skew(d: Database) -> set[int]:
    x, y = d.key(), d.key()
    return {d.transaction(["append", x, 1], ["append", y, 1]), d.transaction(["r", x, []], ["r", y, [1]])}


def _write_skew(d: Database) -> set[int]:
    keys = _ring(d, d.rng.randint(2, 4))
    return {
        d.transaction(["r", before, []], ["append", key, 1])
        for key, before in zip(keys, [keys[-1], *keys], strict=False)
    }


ANOMALIES: dict[str, Callable[[Database], set[int]]] = {
    "garbage-read": _garbage,
    "G1a": _aborted,
    "G1b": _intermediate,
    "dirty-update": _dirty_update,
    "duplicate-elements": _duplicate,
    "incompatible-order": _incompatible,
    "internal": _internal,
    "future-read": _future,
    "lost-update": _lost_update,
    "G0": _write_cycle,
    "G1c": _circular_information,
    "G-single": _read_skew,
    "G2": _write_skew,
}
"""What is planted, by the promise that it breaks; gives the lines of the transactions that show it."""
ALSO = {"dirty-update": {"G1a"}, "lost-update": {"G-single"}}
"""What such an anomaly cannot be without."""


def history(rng: random.Random, anomaly: str = "", length: int = 120) -> tuple[list[Operation], set[int]]:
    """The operations, and the lines that show the planted anomaly."""
    database, lines = Database(rng), set[int]()
    for _ in range(length):
        database.step()
    if anomaly:
        lines = ANOMALIES[anomaly](database)
    for _ in range(length // 3):
        database.step()
    database.finish()
    return database.operations, lines
