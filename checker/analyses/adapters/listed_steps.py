"""Takes listed steps in the code, one after the other: in a test, the steps of an earlier difference."""

from __future__ import annotations

from collections.abc import Iterable

from tidemark.base.errors import UsageError
from tidemark.checker.analyses.adapters.drive import AdapterDrive
from tidemark.checker.analyses.adapters.outcome import Conformance


def require_words(words: object) -> list[str]:
    """The steps that a test lists.

    Raises:
        UsageError: they are no list of texts.
    """
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise UsageError(f'steps are a list of texts, as in ["ask(me=0)"], and not {words!r}')
    steps = list(words)
    if wrong := [word for word in steps if not isinstance(word, str)]:
        raise UsageError(f"a step is a text, as in 'ask(me=0)', and not {wrong[0]!r}")
    return steps


def take(result: Conformance, steps: list[str]) -> None:
    """Take these steps in the code, and note the outcome.

    Raises:
        UsageError: the model does not have a step where it is to be taken.
        ModelError: the adapter fails.
    """

    def moves(drive: AdapterDrive) -> None:
        for words in steps:
            drive.take(drive.find_move(words))

    if difference := result.walk(moves):
        result.refuse(difference)
