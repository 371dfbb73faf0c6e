"""Given steps, taken in the code one after the other: those of a difference that was found before."""

from __future__ import annotations

from collections.abc import Iterable

from tidemark.base.errors import UsageError
from tidemark.checker.analyses.adapters.drive import AdapterDrive, CodeDifference
from tidemark.checker.analyses.adapters.outcome import Conformance
from tidemark.spec.families.system import Inconclusive


def require_words(words: object) -> list[str]:
    """Steps as a test gives them.

    Raises:
        UsageError: they are no list of texts.
    """
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise UsageError(f'steps are a list of texts, as in ["ask(me=0)"], and not {words!r}')
    steps = list(words)
    for word in steps:
        if not isinstance(word, str):
            raise UsageError(f"a step is a text, as in 'ask(me=0)', and not {word!r}")
    return steps


def take(result: Conformance, steps: list[str]) -> None:
    """Take these steps in the code, and note the outcome.

    Raises:
        UsageError: the model does not have a step where it is to be taken.
        ModelError: the adapter fails.
    """
    undecided: str | None = None
    try:
        with AdapterDrive.of(result.harness) as drive:
            try:
                for words in steps:
                    drive.take(drive.find_move(words))
            except Inconclusive as problem:
                undecided = str(problem)
        result.note(drive, undecided)
    except CodeDifference as difference:
        result.refuse(difference)
