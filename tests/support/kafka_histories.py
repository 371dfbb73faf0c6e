"""Histories of Kafka's clients with known verdicts: a correct cluster under overlapping calls, and planted anomalies.

The cluster keeps its promises until an anomaly is planted: then a process sees something wrong once, in the call whose
line `history` gives. After that the cluster is correct again, and in the end a process polls every key from its
beginning.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Operation = dict[str, Any]
KEYS = (1, 2)
OUTCOMES = ["ok"] * 8 + ["fail", "info"]
MANY = 10_000
"""The records of a poll that is to get all."""


@dataclass
class OpenCall:
    """A call before its answer. value: what it will be answered. outcome: None until it has taken effect."""

    name: str
    asked: list[Any]
    value: list[Any] = field(default_factory=list)
    outcome: str | None = None


class Cluster:
    """A correct Kafka, and its clients. operations: what they saw."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.logs: dict[int, dict[int, int]] = {key: {} for key in KEYS}
        self.ends = dict.fromkeys(KEYS, 0)
        self.positions: dict[int, dict[int, int]] = {}
        self.groups: set[int] = set()
        self.pending: dict[int, OpenCall] = {}
        self.operations: list[Operation] = []
        self._values = self._processes = 0

    def value(self) -> int:
        self._values += 1
        return self._values

    def append(self, key: int, value: int | None) -> int:
        """The offset of a new record; None leaves a gap."""
        offset = self.ends[key]
        self.ends[key] += 1
        if value is not None:
            self.logs[key][offset] = value
        return offset

    def note(self, process: int, type: str, f: str, value: Any, **fields: Any) -> int:
        """Note an event, and give its line."""
        self.operations.append({"process": process, "type": type, "f": f, "value": value, **fields})
        return len(self.operations)

    def client(self, name: str = "assign", keys: tuple[int, ...] = KEYS) -> int:
        """A new process that polls these keys from their beginning."""
        self._processes += 1
        process = self._processes
        self.positions[process] = defaultdict(int)
        if name == "subscribe":
            self.groups.add(process)
        seeks = {"seek-to-beginning?": True} if name == "assign" else {}
        for type in ("invoke", "ok"):
            self.note(process, type, name, list(keys), **seeks)
        return process

    def poll(
        self, positions: dict[int, int], most: int, keys: tuple[int, ...] = KEYS
    ) -> dict[int, list[Any]]:
        """What a consumer gets next, by key."""
        polled = {}
        for key in keys:
            offsets = sorted(offset for offset in self.logs[key] if offset >= positions[key])[:most]
            if offsets:
                polled[key] = [[offset, self.logs[key][offset]] for offset in offsets]
                positions[key] = offsets[-1] + 1
        return polled

    def call(self, process: int, name: str, asked: Any, answered: Any, outcome: str = "ok") -> int:
        """A whole call with an answer of the caller's; gives the line of the answer."""
        self.note(process, "invoke", name, asked)
        return self.note(process, outcome, name, answered)

    def step(self) -> None:
        """A client calls, or a call takes effect, or it is answered."""
        idle = [process for process in self.positions if process not in self.pending]
        if len(idle) + len(self.pending) < 4:
            self.client(self.rng.choice(["assign", "assign", "assign", "subscribe"]))
        elif idle and self.rng.random() < 0.4:
            self._begin(self.rng.choice(idle))
        elif self.pending:
            process = self.rng.choice(sorted(self.pending))
            if self.pending[process].outcome is None:
                self._take_effect(process, self.pending[process])
            else:
                self._answer(process)

    def _begin(self, process: int) -> None:
        name = self.rng.choice(["send", "poll", "txn"])
        polls = {"send": 0, "poll": 1, "txn": self.rng.randint(0, 2)}[name]
        sends = {"send": self.rng.randint(1, 2), "poll": 0, "txn": self.rng.randint(1, 2)}[name]
        asked = [["poll"]] * polls + [["send", self.rng.choice(KEYS), self.value()] for _ in range(sends)]
        self.pending[process] = OpenCall(name, asked)
        self.note(process, "invoke", name, asked)

    def _take_effect(self, process: int, call: OpenCall) -> None:
        call.outcome = self.rng.choice(OUTCOMES)
        has_effect = call.outcome == "ok" or (call.outcome == "info" and self.rng.random() < 0.5)
        positions = self.positions[process].copy()
        for step in call.asked:
            if step == ["poll"]:
                call.value.append(["poll", self.poll(positions, 3)])
            else:
                _, key, value = step
                offset = self.append(key, value if has_effect else None)
                call.value.append(["send", key, [offset, value] if call.outcome == "ok" else value])
        if call.name == "txn":
            for key in KEYS:
                self.append(key, None)
        if call.outcome == "ok":
            self.positions[process] = positions

    def _answer(self, process: int) -> None:
        call = self.pending.pop(process)
        assert call.outcome
        fields = {}
        if process in self.groups and self.rng.random() < 0.5:
            fields["rebalance-log"] = [{"keys": [self.rng.choice(KEYS)]}]
        self.note(process, call.outcome, call.name, call.value, **fields)
        if call.outcome == "info":
            del self.positions[process]  # a process with an open end calls no more
        elif process in self.groups:
            for key in KEYS:
                self.positions[process][key] = self.rng.randint(0, self.ends[key])

    def finish(self) -> None:
        """Answer all calls, and poll everything."""
        for process in sorted(self.pending):
            if self.pending[process].outcome is None:
                self._take_effect(process, self.pending[process])
            self._answer(process)
        reader = self.client()
        while polled := self.poll(self.positions[reader], 5):
            self.call(reader, "poll", [["poll"]], [["poll", polled]])

    # What an anomaly needs.

    def send(self, process: int, *pairs: tuple[int, int], key: int = KEYS[0], outcome: str = "ok") -> int:
        asked = [["send", key, value] for _, value in pairs]
        answered = [["send", key, [offset, value]] for offset, value in pairs]
        return self.call(process, "send", asked, answered if outcome == "ok" else asked, outcome)

    def show(self, process: int, *pairs: Any, key: int = KEYS[0]) -> int:
        return self.call(process, "poll", [["poll"]], [["poll", {key: [list(pair) for pair in pairs]}]])

    def show_all(self, *more: tuple[int, int], key: int = KEYS[0]) -> int:
        """A new process polls a key to its end, and then what else is to be seen."""
        process = self.client(keys=(key,))
        pairs = self.poll(self.positions[process], MANY, (key,)).get(key, [])
        del self.positions[process]
        return self.show(process, *pairs, *more)

    def fresh(self, count: int) -> tuple[int, list[tuple[int, int]]]:
        """A new process, and records that it has sent, one in a call."""
        process, pairs = self.client(keys=(KEYS[0],)), []
        del self.positions[process]
        for _ in range(count):
            value = self.value()
            pairs.append((self.append(KEYS[0], value), value))
            self.send(process, pairs[-1])
        return process, pairs


def _unsent(c: Cluster) -> int:
    value = c.value()
    line = c.show_all((c.append(KEYS[0], None), value))
    if c.rng.random() < 0.5:  # it is sent later
        c.logs[KEYS[0]][c.ends[KEYS[0]] - 1] = value
        c.send(c.fresh(0)[0], (c.ends[KEYS[0]] - 1, value))
    return line


def _aborted(c: Cluster) -> int:
    value, offset = c.value(), c.append(KEYS[0], None)
    c.send(c.fresh(0)[0], (offset, value), outcome="fail")
    return c.show_all((offset, value))


def _precommitted(c: Cluster) -> int:
    process, _ = c.fresh(0)
    before = c.logs[KEYS[0]].copy()
    value = c.value()
    offset = c.append(KEYS[0], value)
    polled = [[o, v] for o, v in sorted(before.items())] + [[offset, value]]
    asked = [["send", KEYS[0], value], ["poll"]]
    return c.call(process, "txn", asked, [["send", KEYS[0], [offset, value]], ["poll", {KEYS[0]: polled}]])


def _inconsistent(c: Cluster) -> int:
    _, [pair] = c.fresh(1)
    value = c.value()
    c.show_all()
    c.send(c.fresh(0)[0], (0, value), outcome="info")
    return c.show(c.fresh(0)[0], (pair[0], value))


def _duplicate(c: Cluster) -> int:
    _, [pair] = c.fresh(1)
    c.append(KEYS[0], pair[1])
    return c.show_all()


def _lost(c: Cluster) -> int:
    _, [pair] = c.fresh(1)
    line = len(c.operations)
    del c.logs[KEYS[0]][pair[0]]
    c.fresh(1)
    c.show_all()
    return line


def _two_sent_backwards(c: Cluster) -> tuple[tuple[int, int], tuple[int, int]]:
    first, second = c.value(), c.value()
    return (c.append(KEYS[0], second) + 1, first), (c.append(KEYS[0], first) - 1, second)


def _nonmonotonic_send(c: Cluster) -> int:
    process, _ = c.fresh(0)
    first, second = _two_sent_backwards(c)
    c.send(process, first)
    return c.send(process, second)


def _nonmonotonic_send_in_call(c: Cluster) -> int:
    return c.send(c.fresh(0)[0], *_two_sent_backwards(c))


def _reordered(c: Cluster) -> int:
    first, second = _two_sent_backwards(c)
    c.send(c.fresh(0)[0], first)
    return c.send(c.fresh(0)[0], second)


def _skipped(c: Cluster) -> int:
    process, pairs = c.fresh(3)
    c.show(process, pairs[0])
    return c.show(process, pairs[2])


def _went_back(c: Cluster) -> int:
    process, pairs = c.fresh(3)
    c.show(process, *pairs[:2])
    return c.show(process, *pairs[c.rng.randint(0, 1) :])


def _skipped_in_call(c: Cluster) -> int:
    process, pairs = c.fresh(3)
    return c.show(process, pairs[0], pairs[2])


def _went_back_in_call(c: Cluster) -> int:
    process, pairs = c.fresh(2)
    return c.show(process, pairs[1], pairs[c.rng.randint(0, 1)])


def _committed_and_forgotten(c: Cluster) -> int:
    """A member gets an offset that is older than an acknowledged one, or that nobody committed."""
    member, before, after = c.client("subscribe"), c.rng.randint(0, 5), c.rng.randint(6, 9)
    del c.positions[member]
    for offset in (before, after):
        c.call(member, "commit", {KEYS[0]: offset}, {KEYS[0]: offset})
    c.call(member, "commit", {KEYS[0]: 11}, {KEYS[0]: 11}, "info")
    c.call(member, "committed", list(KEYS), {KEYS[0]: c.rng.choice([after, 11]), KEYS[1]: None})
    return c.call(member, "committed", list(KEYS), {KEYS[0]: c.rng.choice([None, before, 10])})


ANOMALIES: dict[str, Callable[[Cluster], int]] = {
    "unsent-read": _unsent,
    "G1a": _aborted,
    "precommitted-read": _precommitted,
    "inconsistent-offsets": _inconsistent,
    "duplicate": _duplicate,
    "lost-write": _lost,
    "nonmonotonic-send": _nonmonotonic_send,
    "int-nonmonotonic-send": _nonmonotonic_send_in_call,
    "reordering": _reordered,
    "poll-skip": _skipped,
    "nonmonotonic-poll": _went_back,
    "int-poll-skip": _skipped_in_call,
    "int-nonmonotonic-poll": _went_back_in_call,
    "committed-offset": _committed_and_forgotten,
}
"""What is planted, by the promise that it breaks; gives the line that shows it."""


def history(rng: random.Random, anomaly: str = "", length: int = 120) -> tuple[list[Operation], int]:
    """The operations, and the line that shows the planted anomaly; 0 without one."""
    cluster, line = Cluster(rng), 0
    for _ in range(length):
        cluster.step()
    if anomaly:
        line = ANOMALIES[anomaly](cluster)
    for _ in range(length // 3):
        cluster.step()
    cluster.finish()
    return cluster.operations, line


def lines(operations: list[Operation]) -> Iterator[str]:
    """The history as EDN, an operation a line."""
    for operation in operations:
        yield f"{edn(operation)}\n"


def edn(value: Any) -> str:
    """A value as EDN has it; the words of an operation are keywords."""
    if isinstance(value, dict):
        names = (f":{name}" if isinstance(name, str) else str(name) for name in value)
        return (
            "{" + ", ".join(f"{name} {edn(v)}" for name, v in zip(names, value.values(), strict=True)) + "}"
        )
    if isinstance(value, list):
        return f"[{' '.join(map(edn, value))}]"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "nil"}[value]
    return f":{value}" if isinstance(value, str) else str(value)
