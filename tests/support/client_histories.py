"""Histories of clients with known verdicts: what a correct system answers while calls overlap, and planted anomalies.

A history runs for a while, then nobody has an open call, and then an operation is answered as no order of the
operations explains. It is the first that no run passes, whatever came before. Values are used once, so none can stand
for another.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Operation = dict[str, Any]
Answer = Callable[["System", random.Random], tuple[str, Any, Any]]
"""What is planted: an operation, its value, and what is answered."""


@dataclass
class System:
    """What a correct system holds. past: what it held, for anomalies that bring it back. next: the next new value."""

    held: Any
    past: list[Any] = field(default_factory=list)
    next: int = 100

    def new(self) -> int:
        self.next += 1
        return self.next


@dataclass(frozen=True)
class Sort:
    """A sort of system. call: draws an operation; answer: its effect and its answer. anomalies: by name.

    prepare, settle: what is done first, and before something is planted. unknown: whose outcome may be unknown.
    """

    machine: str
    begin: Callable[[], Any]
    call: Callable[[System, random.Random], tuple[str, Any]]
    answer: Callable[[System, str, Any], tuple[str, Any]]
    anomalies: dict[str, Answer]
    prepare: Callable[[System], list[tuple[str, Any]]] = lambda _: []
    settle: Callable[[System], list[tuple[str, Any]]] = lambda _: []
    unknown: tuple[str, ...] = ("read",)


def history(
    sort: Sort, rng: random.Random, anomaly: str = "", length: int = 30
) -> tuple[list[Operation], int]:
    """The operations, and the place of the call of the planted one; -1 where none is."""
    system = System(sort.begin())
    operations, open_calls, process = list[Operation](), dict[int, tuple[str, Any]](), 0
    for function, value in sort.prepare(system):
        operations += _sequential(sort, system, 0, function, value)
    for _ in range(length):
        if len(open_calls) < 4 and (not open_calls or rng.random() < 0.5):
            function, value = sort.call(system, rng)
            client = next(n for n in range(process, process + 9) if n not in open_calls)
            open_calls[client] = function, value
            operations.append(_operation(client, "invoke", function, value))
        else:
            client = rng.choice(sorted(open_calls))
            operations.append(_finish(sort, system, client, open_calls, rng))
            if operations[-1]["type"] == "info":
                process += 9  # a process that does not know what became of its call never calls again
    for client in sorted(open_calls):
        operations.append(_finish(sort, system, client, open_calls, None))
    if not anomaly:
        return operations, -1
    for function, value in (sort.call(system, rng) for _ in range(6)):
        operations += _sequential(sort, system, 1000, function, value)
    for function, value in sort.settle(system):
        operations += _sequential(sort, system, 1000, function, value)
    function, value, answered = sort.anomalies[anomaly](system, rng)
    planted = len(operations)
    operations.append(_operation(1001, "invoke", function, value))
    operations.append(_operation(1001, "ok", function, answered))
    for function, value in (sort.call(system, rng) for _ in range(3)):
        operations += _sequential(sort, system, 1002, function, value)
    return operations, planted


def _operation(process: int, type: str, f: str, value: Any) -> Operation:
    return {"process": process, "type": type, "f": f, "value": value}


def _sequential(sort: Sort, system: System, client: int, function: str, value: Any) -> Iterator[Operation]:
    yield _operation(client, "invoke", function, value)
    yield _operation(client, *_answered(sort, system, function, value))


def _answered(sort: Sort, system: System, function: str, value: Any) -> tuple[str, str, Any]:
    type, answered = sort.answer(system, function, value)
    return type, function, answered


def _finish(
    sort: Sort, system: System, client: int, open_calls: dict[int, tuple[str, Any]], rng: random.Random | None
) -> Operation:
    function, value = open_calls.pop(client)
    if rng is not None and function in sort.unknown and rng.random() < 0.2:
        if rng.random() < 0.5:
            sort.answer(system, function, value)
        return _operation(client, "info", function, value)
    return _operation(client, *_answered(sort, system, function, value))


# A register.


def _register_call(system: System, rng: random.Random) -> tuple[str, Any]:
    function = rng.choice(["read", "write", "cas"])
    old = system.held if rng.random() < 0.7 else 1
    return function, {"read": None, "write": system.new(), "cas": [old, system.new()]}[function]


def _register_answer(system: System, function: str, value: Any) -> tuple[str, Any]:
    if function == "read":
        return "ok", system.held
    if function == "cas" and value[0] != system.held:
        return "fail", value
    system.past.append(system.held)
    system.held = value[1] if function == "cas" else value
    return "ok", value


def _overwrite(system: System) -> list[tuple[str, Any]]:
    return [("write", system.new()), ("write", system.new())]


REGISTER = Sort(
    "register", lambda: None, _register_call, _register_answer,
    {
        "stale read": lambda s, rng: ("read", None, rng.choice([v for v in s.past if v != s.held])),
        "value from nowhere": lambda s, _: ("read", None, s.new()),
        "lost update": lambda s, _: ("cas", [s.past[-1], s.new()], [s.past[-1], s.next]),
    },
    _overwrite,
    unknown=("read", "write", "cas"),
)  # fmt: skip


# A store of keys.


def _store_call(system: System, rng: random.Random) -> tuple[str, Any]:
    key = rng.choice("abc")
    return rng.choice([("read", [key, None]), ("write", [key, system.new()])])


def _store_answer(system: System, function: str, value: Any) -> tuple[str, Any]:
    key, new = value
    if function == "read":
        return "ok", [key, system.held[key]]
    system.past.append((key, system.held[key]))
    system.held[key] = new
    return "ok", value


STORE = Sort(
    "key-value", lambda: dict.fromkeys("abc"), _store_call, _store_answer,
    {
        "stale read": lambda s, _: ("read", ["a", None], ["a", [v for k, v in s.past if k == "a"][-1]]),
        "value of another key": lambda s, _: ("read", ["a", None], ["a", s.held["b"]]),
        "value from nowhere": lambda s, _: ("read", ["c", None], ["c", s.new()]),
    },
    lambda s: [("write", [k, s.new()]) for k in "aabb"],
    unknown=("read", "write"),
)  # fmt: skip


# A set.


def _set_call(system: System, rng: random.Random) -> tuple[str, Any]:
    return rng.choice([("read", None), ("add", system.new())])


def _set_answer(system: System, function: str, value: Any) -> tuple[str, Any]:
    if function == "read":
        return "ok", sorted(system.held)
    system.held.add(value)
    return "ok", value


SET = Sort(
    "set", set, _set_call, _set_answer,
    {
        "lost element": lambda s, rng: ("read", None, sorted(s.held - {101})),
        "element from nowhere": lambda s, _: ("read", None, [*sorted(s.held), s.new()]),
        "empty read": lambda _s, _rng: ("read", None, []),
    },
    lambda s: [("add", s.new()), ("add", s.new())],
    unknown=("read", "add"),
)  # fmt: skip


# A queue.


def _queue_call(system: System, rng: random.Random) -> tuple[str, Any]:
    return rng.choice([("dequeue", None), ("enqueue", system.new()), ("enqueue", system.new())])


def _queue_answer(system: System, function: str, value: Any) -> tuple[str, Any]:
    if function == "enqueue":
        system.held.append(value)
        return "ok", value
    if system.held:
        system.past.append(system.held.pop(0))
        return "ok", system.past[-1]
    return "ok", None


QUEUE = Sort(
    "queue", list, _queue_call, _queue_answer,
    {
        "out of order": lambda s, _: ("dequeue", None, s.held[-1]),
        "duplicate": lambda s, _: ("dequeue", None, s.past[-1]),
        "lost message": lambda _s, _rng: ("dequeue", None, None),
        "message from nowhere": lambda s, _: ("dequeue", None, s.new()),
    },
    lambda s: [("enqueue", s.new()), ("dequeue", None), ("enqueue", s.new())],
    lambda s: [("enqueue", s.new()), ("enqueue", s.new())],
    (),
)  # fmt: skip


# A lock.


def _lock_call(_: System, rng: random.Random) -> tuple[str, Any]:
    return rng.choice([("acquire", None), ("release", None)])


def _lock_answer(system: System, function: str, value: Any) -> tuple[str, Any]:
    if system.held == (function == "acquire"):
        return "fail", value
    system.held = not system.held
    return "ok", value


LOCK = Sort(
    "lock", lambda: False, _lock_call, _lock_answer,
    {"wrong holder": lambda s, _: ("acquire" if s.held else "release", None, None)},
)  # fmt: skip


# A bank.


def _bank_call(system: System, rng: random.Random) -> tuple[str, Any]:
    transfer = {"from": rng.randrange(4), "to": rng.randrange(4), "amount": rng.randrange(1, 9)}
    return rng.choice([("read", None), ("transfer", transfer)])


def _bank_answer(system: System, function: str, value: Any) -> tuple[str, Any]:
    if function == "read":
        return "ok", dict(enumerate(system.held))
    if system.held[value["from"]] < value["amount"]:
        return "fail", value
    system.held[value["from"]] -= value["amount"]
    system.held[value["to"]] += value["amount"]
    return "ok", value


def _balances(system: System, changes: dict[int, int]) -> dict[int, int]:
    return {account: balance + changes.get(account, 0) for account, balance in enumerate(system.held)}


BANK = Sort(
    "bank", lambda: [25, 25, 25, 25], _bank_call, _bank_answer,
    {
        "lost money": lambda s, rng: ("read", None, _balances(s, {rng.randrange(4): -1})),
        "money from nowhere": lambda s, rng: ("read", None, _balances(s, {rng.randrange(4): 1})),
        "negative balance": lambda s, _: ("transfer", t := {"from": 0, "to": 1, "amount": s.held[0] + 1}, t),
    },
    lambda _: [("read", None)],
)  # fmt: skip

SORTS = {sort.machine: sort for sort in (REGISTER, STORE, SET, QUEUE, LOCK, BANK)}
CASES = [(machine, anomaly) for machine, sort in SORTS.items() for anomaly in sort.anomalies]


def as_edn(value: Any) -> str:
    """A value in the notation of Clojure."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{as_edn(k)} {as_edn(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return f"[{' '.join(map(as_edn, value))}]"
    words = {
        "invoke",
        "ok",
        "fail",
        "info",
        "process",
        "type",
        "f",
        "value",
        "from",
        "to",
        "amount",
        "read",
        "dequeue",
    }
    words |= {"write", "cas", "add", "enqueue", "acquire", "release", "transfer"}
    if isinstance(value, str):
        return f":{value}" if value in words else json.dumps(value)
    return "nil" if value is None else str(value)
