"""Ready machines for histories of clients, each with its map: `tidemark validate histories/register history.edn`.

A file has a machine and its map, as a user's file may have; or a checker, for promises about the history as a whole.
What a history is, and which formats it may have, say `docs/validate.md` and the reader `operations`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from tidemark.base.names import look_up

if TYPE_CHECKING:  # a search of a protocol need not know what a history is
    from tidemark.spec.logs.client_histories import HistoryChecker

SUBJECT = "histories"
FILES = {
    "register": "register",
    "compare-and-set": "register",
    "key-value": "key_value",
    "set": "grow_set",
    "queue": "queue",
    "lock": "lock",
    "bank": "bank",
}
"""The machines by name, each with its file in this folder."""

CHECKERS = {"kafka": "kafka", "append": "append"}
"""The checkers by name, each with its file in this folder."""


def module_of(word: str) -> str:
    """The machine of a module that `histories/register` names; empty where a word names something else.

    Raises:
        UsageError: there is no such machine.

    >>> module_of("histories/register"), module_of("kafka/3.9")
    ('tidemark.impl.histories.register:register', '')
    """
    subject, slash, name = word.partition("/")
    if subject != SUBJECT or not slash or name in CHECKERS:
        return ""
    file = look_up(FILES, name, "there is no machine for histories of")
    return f"{__name__}.{file}:{file.replace('_', '-')}"


def checker_of(word: str) -> HistoryChecker | None:
    """The checker that `histories/kafka` names; None where a word names something else."""
    subject, _, name = word.partition("/")
    if subject != SUBJECT or name not in CHECKERS:
        return None
    checker: HistoryChecker = importlib.import_module(f"{__name__}.{CHECKERS[name]}").CHECKER
    return checker
