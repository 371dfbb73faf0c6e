"""The states of a search that has ended, looked up in its table: found.c does it."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from tidemark.checker.engines.native.buffer import shorts, words
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.search import Search
from tidemark.checker.engines.native.structures import Found, Space, Worker
from tidemark.checker.runs.results import State


@cache
def functions() -> Functions:
    """The text of found.ll, compiled."""
    return Functions(resources.files("tidemark.checker.engines.native").joinpath("found.ll").read_text())


def found_by(search: Search, **room: Any) -> Found:
    """The states of a search as found.c has them, with room for successors."""
    return Found(
        words=search.words,
        states=search.space.states,
        table=search.space.table,
        slots=search.space.slots,
        owners=search.threads,
        count=search.count,
        **room,
    )


def number_of(search: Search, state: State) -> int | None:
    """The number of a state; None if the search has not found it."""
    room = {"batch": words(search.words), "hashes": words(1), "numbers": words(1)}
    room["batch"][: search.words] = search.kernel.layout.pack(state)
    room["hashes"][0] = search.kernel.function("hash_of")(room["batch"])
    functions().function("locate")(found_by(search, **room), 0, 1)
    found: int = room["numbers"][0]
    return found if found < search.count else None


class Successors:
    """Room in which the states of a search are expanded one by one."""

    def __init__(self, search: Search) -> None:
        self.expand = search.kernel.function("expand")
        self.worker = Worker(enabled=words(search.instances))
        self.space = Space(
            states=search.space.states,
            batch=words(search.words * search.instances),
            hashes=words(search.instances),
            actions=shorts(search.instances),
        )
