"""Histories of clients that a checker reads as a whole: what clients called and got, and which promise that breaks.

A machine decides such a history by a search for a run. A checker is for promises that are about the order of things in
the whole history, as Jepsen's about queues and Elle's about transactions: one pass decides them, however many calls
overlap. Here is a call, from two lines of a history:

    {:process 3, :type :invoke, :f :poll, :value [[:poll]]}                     asked [["poll"]], begin 6
    {:process 3, :type :ok, :f :poll, :value [[:poll {1 [[0 7]]}]]}             value [["poll", {1: [[0, 7]]}]], end 7
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tidemark.spec.logs.events import LogError

OK, FAIL, INFO = "ok", "fail", "info"
"""The outcomes of a call: it had its effect, it had none, and nobody knows."""


@dataclass(frozen=True, eq=False, slots=True)
class ClientCall:
    """A call of a client, and its answer.

    place: of its answer, or of itself without one. value: of the answer, or what was asked. begin, end: the places of
    call and answer among all events of the history; end is infinite without an answer. fields: all others.
    """

    process: str
    name: str
    outcome: str
    value: Any
    place: str
    begin: int
    end: float = math.inf
    fields: Mapping[str, Any] = field(default_factory=dict)

    def wrong(self, problem: str) -> LogError:
        """The complaint that the call is not what such a history has."""
        return LogError(f"{self.place}: {self.name} has {self.value!r} as its value: {problem}")

    def __str__(self) -> str:
        return f"{self.place} ({self.name} of process {self.process})"


@dataclass(frozen=True)
class Anomaly:
    """What breaks a promise, in words. calls: those that show it; the first is the one to look at."""

    promise: str
    sentence: str
    calls: tuple[ClientCall, ...]


@dataclass(frozen=True)
class HistoryChecker:
    """Checks histories of one sort. names: of the calls that it reads. promises: what each name promises.

    find: the anomalies of a history, whose calls are in the order of their begin.

    Raises (find):
        LogError: a call is not what such a history has.
    """

    names: tuple[str, ...]
    promises: Mapping[str, str]
    find: Callable[[Sequence[ClientCall]], Iterator[Anomaly]]
