"""Histories in which text is appended: the verdicts are those of trying every order, as far as a history is short."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import Any

import pytest

from tests.impl.histories.test_ready_machines import validator
from tests.support.client_histories import Operation, as_edn
from tidemark.checker.validation.loading import events_of

KEYS = ("a", "b")


def history_of(rng: random.Random, calls: int) -> list[Operation]:
    """Calls of some clients that overlap, on two keys; a get is answered with a text that may have been there."""
    held = dict.fromkeys(KEYS, "")
    open_calls: dict[int, tuple[str, list[Any]]] = {}
    operations: list[Operation] = []
    process = 0
    while calls or open_calls:
        if calls and (not open_calls or rng.random() < 0.5):
            calls -= 1
            process += 1
            function = rng.choice(["append", "append", "get", "get", "put"])
            value = [rng.choice(KEYS), None if function == "get" else rng.choice(["x", "y", "xy", ""])]
            open_calls[process] = function, value
            operations.append({"process": process, "type": "invoke", "f": function, "value": value})
            continue
        client = rng.choice(sorted(open_calls))
        function, (key, text) = open_calls.pop(client)
        if rng.random() < 0.1:
            operations.append({"process": client, "type": "info", "f": function, "value": [key, text]})
            continue
        if function == "get":
            text = rng.choice([held[key], held[key], held[key][:-1], held[key] + "y"])
        else:
            held[key] = text if function == "put" else held[key] + text
        operations.append({"process": client, "type": "ok", "f": function, "value": [key, text]})
    return operations


def is_linearizable(operations: list[Operation]) -> bool:
    """Whether some order of the calls explains all answers, of each key alone."""
    return all(_is_explained([o for o in operations if o["value"][0] == key]) for key in KEYS)


def _is_explained(operations: list[Operation]) -> bool:
    calls = {}
    for place, operation in enumerate(operations):
        if operation["type"] == "invoke":
            calls[operation["process"]] = (place, len(operations), operation["f"], operation["value"][1])
        elif operation["type"] == "ok":
            begin, _, function, _ = calls[operation["process"]]
            calls[operation["process"]] = (begin, place, function, operation["value"][1])
    sure = [call for call in calls.values() if call[1] < len(operations)]
    unsure = [call for call in calls.values() if call[1] == len(operations) and call[2] != "get"]
    for chosen in product([False, True], repeat=len(unsure)):
        happened = sure + [call for call, has in zip(unsure, chosen, strict=True) if has]
        if any(_explains(order) for order in permutations(happened)):
            return True
    return False


def _explains(order: tuple[tuple[int, int, str, str], ...]) -> bool:
    held, latest = "", -1
    for begin, end, function, text in order:
        latest = max(latest, begin)
        if end < latest or (function == "get" and text != held):
            return False
        held = {"get": held, "put": text, "append": held + text}[function]
    return True


@pytest.mark.parametrize("seed", range(4))
def test_the_verdict_is_that_of_trying_every_order(seed: int) -> None:
    rng, ready, verdicts = random.Random(seed), validator("key-value"), set[str]()
    for _ in range(60):
        operations = history_of(rng, rng.randint(2, 8))
        if not any(operation["f"] == "append" for operation in operations):
            continue
        lines = [as_edn(operation) + "\n" for operation in operations]
        found = ready.validate(list(events_of(ready.file.map, "history.edn", lines)))
        assert (found.verdict == "explained") == is_linearizable(operations), "".join(lines)
        verdicts.add(found.verdict)
    assert verdicts == {"explained", "refused"}


def test_a_text_that_nobody_reads_is_no_obstacle() -> None:
    ready = validator("key-value")
    texts = [("append", "x"), ("append", "y"), ("put", "z"), ("append", "x")]
    lines = [
        f':process 1, :type :{kind}, :f :{function}, :value ["a" "{text}"]'
        for function, text in texts
        for kind in ("invoke", "ok")
    ]
    lines += [
        ':process 1, :type :invoke, :f :get, :value ["a" nil]',
        ':process 1, :type :ok, :f :get, :value ["a" "zx"]',
    ]
    found = ready.validate(list(events_of(ready.file.map, "h.edn", [f"{{{line}}}\n" for line in lines])))
    assert found.verdict == "explained"
