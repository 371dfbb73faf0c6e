"""What the clients of an episode called and got, as `impl.histories.kafka` reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tidemark.spec.families.system import Episode
from tidemark.spec.logs.client_histories import FAIL, INFO, OK, ClientCall
from tidemark.spec.logs.events import place

KEY = "0"
"""The partition of an episode."""
OUTCOMES = {"acknowledge": OK, "refuse": FAIL, "fail": INFO}


def client_calls(episode: Episode, file: str) -> Sequence[ClientCall]:
    """The calls of an episode that `history.read` has checked, in the order of their begin."""
    calls, sends, pending = [], dict[str, ClientCall](), dict[str, ClientCall]()
    for number, event in enumerate(episode.events, 1):
        position = place(file, episode.line + number if episode.line else f"event {number}")
        match event["what"]:
            case "send":
                value = [["send", KEY, event["record"]]]
                sends[event["record"]] = ClientCall("producer", "send", INFO, value, position, number)
            case "acknowledge" | "refuse" | "fail" as answer:
                value = [["send", KEY, [event.get("offset"), event["record"]]]]
                begin = sends[event["record"]].begin
                sends[event["record"]] = ClientCall(
                    "producer", "send", OUTCOMES[answer], value, position, begin, number
                )
            case "call":
                process = event["process"]
                pending[process] = ClientCall(process, event["f"], INFO, event["value"], position, number)
            case "answer":
                begin = pending.pop(event["process"]).begin if event["process"] in pending else number
                call = ClientCall(
                    event["process"],
                    event["f"],
                    event["type"],
                    event["value"],
                    position,
                    begin,
                    number,
                    event,
                )
                calls.append(call)
            case "read":
                calls.append(_poll("consumer", [[event["offset"], event["record"]]], position, number))
            case "read at the end":
                pairs = [[offset, record] for offset, record in enumerate(event["records"])]
                calls.append(_poll("reader at the end", pairs, position, number))
    return sorted([*sends.values(), *pending.values(), *calls], key=lambda call: call.begin)


def _poll(process: str, pairs: list[list[Any]], position: str, number: int) -> ClientCall:
    return ClientCall(process, "poll", OK, [["poll", {KEY: pairs}]], position, number, number)
