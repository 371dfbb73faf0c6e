"""Ready machines for histories of clients, each with its map: `tidemark validate histories/register history.edn`.

A file has a machine and its map, as a user's file may have. What a history is, and which formats it may have, say
`docs/validate.md` and the reader `operations`.
"""

from __future__ import annotations

from tidemark.base.names import look_up

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


def module_of(word: str) -> str:
    """The machine of a module that `histories/register` names; empty where a word names something else.

    Raises:
        UsageError: there is no such machine.

    >>> module_of("histories/register"), module_of("kafka/3.9")
    ('tidemark.impl.histories.register:register', '')
    """
    subject, slash, name = word.partition("/")
    if subject != SUBJECT or not slash:
        return ""
    file = look_up(FILES, name, "there is no machine for histories of")
    return f"{__name__}.{file}:{file.replace('_', '-')}"
