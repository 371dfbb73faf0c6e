"""Loops over sequences and sets, in `all_of`, `any_of`, `count`, `maximum` and `minimum`.

How many elements a sequence has depends on the state, and a loop of Python has to know it at once. So a traced loop
goes over every place, and what is said of a place counts only where the place is used:

    all_of(entry.epoch <= s.epoch for entry in s.log)
    # place 0: not s.log.length > 0, or s.log[0].epoch <= s.epoch; place 1: not s.log.length > 1, or …

A set goes over every value that could be a member, in the same way. The sequence or the set notes that condition for
the loop that asks it for the next element, and `all_of` reads the notes. A loop whose notes nobody reads is refused: a
`for` statement, or `sum(log)`, also within a generator that `all_of` goes over.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, TypeVar

from tidemark.spec.expressions.context import current
from tidemark.spec.expressions.kinds import Truth
from tidemark.spec.expressions.model_errors import ModelError

T = TypeVar("T")
Notes = dict[object, Truth]
"""Of each iterator of a loop, whether the element that it gave last is there."""


def each_with_presence(values: Iterable[T]) -> Iterator[tuple[T, Truth]]:
    """Each value of a loop, and whether it is there, which may depend on the state where it comes from a sequence.

    The condition of an `implies` in the loop arises only where the value is there.
    """
    notes, conditions = Notes(), context.conditions if (context := current()) else []
    begin = len(conditions)
    for value in values:
        is_there: Truth = True
        for presence in notes.values():
            is_there = presence & is_there
        if is_there is not True:
            conditions[begin:] = [is_there & arises for arises in conditions[begin:]]
        yield value, is_there
        begin = len(conditions)


def used_places(items: Iterable[T], is_used: Callable[[int], Any]) -> Iterator[T]:
    """The elements of the places of a sequence, as long as they may be used; the loop that asks gets a note.

    Of an empty sequence one that reads the notes gets the first place all the same: so an `implies` in it is seen.

    Raises:
        ModelError: whether a place is used depends on the state, and nobody reads that.
    """
    key, notes = object(), Notes()
    try:
        for place, item in enumerate(items):
            used = is_used(place)
            used = used if isinstance(used, bool) or used.constant is None else bool(used.constant)
            if used is False and place:
                return
            if used is not True:
                reader = _notes_for(sys._getframe(1))
                if reader is None and used is False:
                    return
                if reader is None:
                    raise ModelError(_UNREAD)
                notes = reader
                notes[key] = used
            yield item
            if used is False:
                return
    finally:
        notes.pop(key, None)


def present_members(values: Iterable[T], is_member: Callable[[T], Any]) -> Iterator[T]:
    """The values that may be members of a set; the loop that asks gets a note of each, as of the places of a sequence.

    Of an empty set one that reads the notes gets the first value all the same.

    Raises:
        ModelError: whether a value is a member depends on the state, and nobody reads that.
    """
    key, notes, absent, is_empty = object(), Notes(), list[T](), True
    try:
        for value in values:
            present = is_member(value)
            present = (
                present if isinstance(present, bool) or present.constant is None else bool(present.constant)
            )
            if present is False:
                absent = absent or [value]
                continue
            if present is not True:
                if (reader := _notes_for(sys._getframe(1))) is None:
                    raise ModelError(_UNREAD_MEMBERS)
                notes = reader
            notes[key], is_empty = present, False
            yield value
        if is_empty and absent and (reader := _notes_for(sys._getframe(1))) is not None:
            notes = reader
            notes[key] = False
            yield absent[0]
    finally:
        notes.pop(key, None)


_UNREAD_MEMBERS = (
    "which members a set has depends on the state: loop in all_of(), any_of(), count(), maximum() or minimum(), as in "
    "all_of(x > 0 for x in s.chosen), or loop over s.chosen.values(), and ask s.chosen.has(x) of each"
)
_UNREAD = (
    "how many elements a sequence has depends on the state: loop in all_of(), any_of(), count(), maximum() or "
    "minimum(), as in all_of(x > 0 for x in log), or write log.fold(function, start)"
)


def _notes_for(frame: FrameType | None) -> Notes | None:
    """The notes of the loop for which a frame asks: directly, or in generators whose values the loop goes over."""
    while frame is not None:
        if frame.f_code is each_with_presence.__code__:
            notes: Notes = frame.f_locals["notes"]
            return notes
        is_generator = frame.f_code.co_name == "<genexpr>"
        if not is_generator or not any(frame.f_lasti in loop for loop in _loops_of(frame.f_code)):
            return None
        frame = frame.f_back
    return None


@lru_cache(1024)
def _loops_of(code: CodeType) -> list[range]:
    """Where a generator expression asks for the next element of its own loops: in each an instruction yields.

    From Python 3.12 on it has the loops of lists in it too, as in `len([x for x in log]) for i in ids`.
    """
    instructions = list(dis.get_instructions(code))
    ends = [following.offset for following in instructions[1:]]
    yields = [instruction.offset for instruction in instructions if instruction.opname == "YIELD_VALUE"]
    return [
        range(loop.offset, end)
        for loop, end in zip(instructions, ends, strict=False)
        if loop.opname == "FOR_ITER" and any(loop.offset < offset < loop.argval for offset in yields)
    ]
