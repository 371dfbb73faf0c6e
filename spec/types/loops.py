"""Loops over sequences, sets and networks, in `all_of`, `any_of`, `count`, `maximum`, `minimum` and `choose`.

How many elements a sequence has depends on the state, and a loop of Python has to know it at once. So a traced loop
goes over every place, and what is said of a place counts only where the place is used:

    all_of(entry.epoch <= s.epoch for entry in s.log)
    # place 0: not s.log.length > 0, or s.log[0].epoch <= s.epoch; place 1: not s.log.length > 1, or …

A set goes over every value that could be a member, in the same way. The sequence or the set notes that condition for
the loop that asks it for the next element, and `all_of` reads the notes. A loop whose notes nobody reads is refused: a
`for` statement, or `sum(log)`, also within a generator that `all_of` goes over.

A network is a set, and the order of its slots is that of the ids in its messages. So it is looped over only where no
result tells that order, or where the loop says that it takes the first of several (`Notes.takes_first`): the ids in the
messages have an order then.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, TypeVar

from tidemark.spec.expressions.context import current, is_traced
from tidemark.spec.expressions.kinds import Truth
from tidemark.spec.expressions.model_errors import ModelError

T = TypeVar("T")


class Notes(dict[object, Truth]):
    """Of each iterator of a loop, whether the element that it gave last is there.

    takes_first: whether what the loop gives depends on the order of the elements.
    """

    def __init__(self, takes_first: bool = False) -> None:
        super().__init__()
        self.takes_first = takes_first


def each_with_presence(values: Iterable[T], takes_first: bool = False) -> Iterator[tuple[T, Truth]]:
    """Each value of a loop, and whether it is there, which may depend on the state where it comes from a sequence.

    The condition of an `implies` in the loop arises only where the value is there.
    """
    notes, conditions = Notes(takes_first), context.conditions if (context := current()) else []
    begin = len(conditions)
    for value in values:
        is_there: Truth = True
        for presence in notes.values():
            is_there = presence & is_there
        _arise_where(is_there, conditions, begin)
        begin = len(conditions)
        yield value, is_there
        _arise_where(is_there, conditions, begin)
        begin = len(conditions)


def _arise_where(is_there: Truth, conditions: list[Any], begin: int) -> None:
    """Restrict the conditions from one on to where a value is there: they arose of it."""
    if is_there is not True:
        conditions[begin:] = [is_there & arises for arises in conditions[begin:]]


def used_places(items: Iterable[T], is_used: Callable[[int], Any]) -> Iterator[T]:
    """The elements of the places of a sequence, as long as they may be used (`elements_there`)."""
    return elements_there(_used_and_next(items, is_used), _UNREAD)


def _used_and_next(items: Iterable[T], is_used: Callable[[int], Any]) -> Iterator[tuple[T, Any]]:
    """The elements of the places of a sequence, and whether each is used; the first that is not is the last."""
    for place, item in enumerate(items):
        used = _as_plain(is_used(place))
        yield item, used
        if used is False:
            return


def _as_plain(condition: Any) -> Any:
    """A condition; a truth value where it is the same in every state."""
    return (
        condition if isinstance(condition, bool) or condition.constant is None else bool(condition.constant)
    )


def elements_there(
    elements: Iterable[tuple[T, Any]], unread: str, unordered: Collection[str] | None = None
) -> Iterator[T]:
    """The elements that may be there, of pairs of an element and whether it is there; the loop that asks gets a note.

    Where none is, a loop that reads the notes gets the first all the same: so an `implies` in it is seen.

    unread: what a loop is told whose notes nobody reads. unordered: of elements without an order, the sorts of ids by
    which they stand in one all the same.

    Raises:
        ModelError: whether an element is there depends on the state, or elements have no order, and nobody reads that.
    """
    key, notes = object(), Notes()
    is_read = unordered is not None and is_traced()
    try:
        for place, (element, presence) in enumerate(elements):
            is_there = _as_plain(presence)
            if is_there is False and place:
                continue
            if is_there is True and not is_read:
                notes.pop(key, None)
            else:
                reader = _notes_for(sys._getframe(1))
                if reader is None and is_there is False:
                    continue
                if reader is None:
                    raise ModelError(unread)
                notes = reader
                notes[key] = is_there
                if notes.takes_first and unordered and (context := current()):
                    context.orders.update((name, "line") for name in unordered)
            yield element
    finally:
        notes.pop(key, None)


_LOOPS = "all_of(), any_of(), count(), maximum(), minimum() or choose()"
UNREAD_SET = (
    f"which members a set has depends on the state: loop in {_LOOPS}, as in "
    "all_of(x > 0 for x in s.chosen), or loop over s.chosen.values(), and ask s.chosen.has(x) of each"
)
_UNREAD = (
    f"how many elements a sequence has depends on the state: loop in {_LOOPS}, as in all_of(x > 0 for x in log), or "
    "write log.fold(function, start)"
)
UNREAD_NETWORK = (
    "how many messages a network has depends on the state, and they have no order: loop in "
    f"{_LOOPS}, as in all_of(m.epoch > 0 for m in s.network)"
)


def require_plain_loop(frame: FrameType) -> None:
    """Refuse what asks a network for its messages in order, as enumerate(), zip() and sorted() do.

    Raises:
        ModelError: the frame asks for an iterator otherwise than by a loop.
    """
    if is_traced() and frame.f_lasti not in _starts_of_loops(frame.f_code):
        raise ModelError(
            "the messages of a network have no order, so enumerate(), zip(), sorted() and the like do not take one: "
            "loop over it directly, as in all_of(m.epoch > 0 for m in s.network)"
        )


@lru_cache(1024)
def _starts_of_loops(code: CodeType) -> frozenset[int]:
    """Where code asks for the iterator of a loop."""
    return frozenset([i.offset for i in dis.get_instructions(code) if i.opname == "GET_ITER"])


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
