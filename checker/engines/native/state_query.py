"""A query over all states that a search has found: which meet a condition, and what groups there are of them.

The query is compiled, with state_query.c around it, and each thread answers it for a part of the states. No array of
all states is made on the side of Python, but the marks of those that meet a condition, a byte each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from ctypes import Structure, c_uint8, pointer
from dataclasses import dataclass, field
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.buffer import Buffer, words
from tidemark.checker.engines.native.capacity import Threads
from tidemark.checker.engines.native.compilation import LESS
from tidemark.checker.engines.native.kernel import Functions, read_ir
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.lowering import Emitter, LlvmLowering
from tidemark.checker.engines.native.search import ExhaustiveSearch
from tidemark.checker.engines.native.state_index import Successors
from tidemark.checker.engines.native.structures import declared_in
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import TRUTH

CHUNK = 1 << 16
"""States that a thread looks at before it is asked whether to go on."""
CONDITIONS = 64
"""Conditions in one question."""


@declared_in("engines/native/state_query.c", "struct query")
class QueryPart(Structure):
    """One thread's part of the answer to a question about all states."""

    __slots__ = ()


@dataclass(frozen=True)
class Key:
    """What the states of a group have in common.

    ways: some values; and again for each way to rename the ids, where states that differ by one are in one group: its
    key is then the least.
    """

    ways: Sequence[Sequence[Expr]] = ((),)

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """The least and the greatest of each value."""
        return [
            (0, 1) if parts[0].kind == TRUTH else (min(p.lo for p in parts), max(p.hi for p in parts))
            for parts in zip(*self.ways, strict=True)
        ]

    def pack(self, values: Sequence[int]) -> int:
        """The key of a group of these values."""
        key = 0
        for (lo, hi), value in zip(self.ranges, values, strict=True):
            key = key * (hi - lo + 1) + value - lo
        return key

    def unpack(self, key: int) -> tuple[int, ...]:
        """The values of a group of this key."""
        values = []
        for lo, hi in reversed(self.ranges):
            key, rest = divmod(key, hi - lo + 1)
            values.append(rest + lo)
        return tuple(reversed(values))


@dataclass
class StateGroup:
    """States that agree: in what, how many, the number of the first, and how many of them meet each condition.

    chosen: how many are in each of the sets that were given.
    """

    values: tuple[int, ...]
    states: int = 0
    first: int = 0
    meeting: list[int] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Groups:
    """All groups, by their first states; how many steps lead from one to another; and the steps of each level.

    levels: for each level how often each action instance was enabled in its states.
    """

    groups: list[StateGroup]
    arrows: dict[tuple[int, int], int]
    levels: list[list[int]]


class StateQuery:
    """A question about the states of a search that has ended. `waits` is called between parts, and may raise.

    Raises:
        UsageError: the key has more values than 64 bits can tell apart.
    """

    def __init__(
        self,
        search: ExhaustiveSearch,
        waits: Callable[[], None],
        key: Key | None = None,
        conditions: Sequence[Expr] = (),
    ) -> None:
        self._search, self._waits, self._key = search, waits, key or Key()
        self._conditions = len(conditions)
        assert self._conditions <= CONDITIONS
        if prod(hi - lo + 1 for lo, hi in self._key.ranges) > 1 << 62:
            raise UsageError("these fields have more values together than can be counted: choose fewer")
        layout = search.kernel.layout
        parts = [
            read_ir(__package__, "state_query.ll"),
            "declare i32 @llvm.ctpop.i32(i32)",
            _key(layout, self._key),
            _mask(layout, conditions),
        ]
        self._functions = Functions("\n".join(parts), LESS)

    def mark(self) -> tuple[Any, list[int], list[int | None]]:
        """Of each state the first eight conditions that it meets, as a bit mask; of each condition how many states meet
        it, and the number of the first one.
        """
        marks = Buffer(c_uint8, self._search.count).items
        parts = self._parts(marks=marks)
        self._all(self._functions.function("mark"), parts)
        met = [sum(part.met[k] for part in parts) for k in range(self._conditions)]
        firsts = [_least(part.first[k] for part in parts) for k in range(self._conditions)]
        return marks, met, firsts

    def mark_group(self, values: Sequence[int]) -> Any:
        """Of each state 2 if it is in the group of these values, and 1 if not."""
        marks = Buffer(c_uint8, self._search.count).items
        parts = self._parts(marks=marks, wanted=self._key.pack(values))
        self._all(self._functions.function("mark_group"), parts)
        return marks

    def states_of(self, values: Sequence[int], most: int) -> list[int]:
        """The numbers of the first states of the group of these values."""
        part, states = self._parts(wanted=self._key.pack(values), listed=words(most))[0], list[int]()
        for begin in range(0, self._search.count, CHUNK):
            self._waits()
            part.most = most - len(states)
            end = min(begin + CHUNK, self._search.count)
            count = self._functions.function("list_group")(part, begin, end)
            states += part.listed[:count]
            if len(states) == most:
                break
        return states

    def group(self, most: int, sets: Sequence[Any] = ()) -> Groups:
        """All groups. sets: for each of some sets of states whether a state is in it, as bytes.

        Raises:
            UsageError: there are more groups than that.
        """
        chosen = (
            np.ctypeslib.as_ctypes(np.concatenate([members.view(np.uint8) for members in sets]))
            if sets
            else None
        )
        parts = []
        for _ in range(self._search.threads):
            parts += self._parts(
                1,
                most=most,
                slots=words(self._functions.constant("SLOTS")),
                sets=len(sets),
                chosen=chosen,
                choice=words(max(1, most * len(sets))),
                meeting=words(most * CONDITIONS),
                arrows=words(most * most),
                **{name: words(most) for name in ("keys", "sizes", "firsts")},
            )
        levels, before = [], [0] * self._search.instances
        for begin, end in pairwise(self._search.levels):
            if begin < end:
                if not self._all(self._functions.function("group"), parts, begin, end):
                    raise UsageError(
                        f"there are more groups than the {most} that are drawn: choose fewer fields"
                    )
                counts = [part.worker.contents.enabled[: self._search.instances] for part in parts]
                now = [sum(counts_of_instance) for counts_of_instance in zip(*counts, strict=True)]
                levels.append([a - b for a, b in zip(now, before, strict=True)])
                before = now
        return self._together(parts, levels, most)

    def _together(self, parts: Sequence[QueryPart], levels: list[list[int]], most: int) -> Groups:
        """What the threads have found, as one."""
        group_of_key, arrows = dict[int, StateGroup](), dict[tuple[int, int], int]()
        for part in parts:
            for g, key in enumerate(part.keys[: part.groups]):
                joint_group = group_of_key.setdefault(
                    key, StateGroup(self._key.unpack(key), first=self._search.count)
                )
                joint_group.states += part.sizes[g]
                if part.firsts[g]:
                    joint_group.first = min(joint_group.first, part.firsts[g] - 1)
                meeting = part.meeting[g * CONDITIONS : g * CONDITIONS + self._conditions]
                joint_group.meeting = _add(joint_group.meeting, meeting)
                joint_group.chosen = _add(
                    joint_group.chosen, part.choice[g * part.sets : (g + 1) * part.sets]
                )
        whole = {
            key: group for key, group in group_of_key.items() if group.states
        }  # the others are beyond the limits
        if len(whole) > most:
            raise UsageError(
                f"there are {len(whole)} groups, and at most {most} are drawn: choose fewer fields"
            )
        order = sorted(whole, key=lambda key: whole[key].first)
        places = {key: index for index, key in enumerate(order)}
        for part in parts:
            keys = part.keys[: part.groups]
            for g, key in enumerate(keys):
                for h, steps in enumerate(part.arrows[g * most : g * most + len(keys)]):
                    if steps and keys[h] in places:
                        pair = places[key], places[keys[h]]
                        arrows[pair] = arrows.get(pair, 0) + steps
        return Groups([whole[key] for key in order], arrows, levels)

    def _parts(self, threads: int | None = None, **more: Any) -> list[QueryPart]:
        """What each thread works on."""
        parts = []
        for _ in range(threads or self._search.threads):
            room = Successors(self._search)
            parts.append(
                QueryPart(
                    words=self._search.words,
                    states=self._search.space.states,
                    count=self._search.count,
                    met=words(CONDITIONS),
                    first=words(CONDITIONS),
                    space=pointer(room.space),
                    worker=pointer(room.worker),
                    expand=room.expand,
                    batch=room.space.batch,
                    **more,
                )
            )
        return parts

    def _all(self, work: Any, parts: Sequence[QueryPart], begin: int = 0, end: int | None = None) -> bool:
        """Let the threads look at the states begin..end; False once one of them gives 0."""
        end = self._search.count if end is None else min(end, self._search.count)
        with Threads(len(parts)) as pool:
            for at in range(begin, end, CHUNK * len(parts)):
                self._waits()
                bounds = [min(bound, end) for bound in range(at, at + CHUNK * len(parts) + 1, CHUNK)]
                busy = [(part, *c) for part, c in zip(parts, pairwise(bounds), strict=True) if c[0] < c[1]]
                if 0 in pool.together(lambda k, busy=busy: work(*busy[k]), len(busy)):  # type: ignore[misc]
                    return False
        return True


def _add(a: list[int], b: Sequence[int]) -> list[int]:
    return [x + y for x, y in zip(a, b, strict=True)] if a else list(b)


def _least(numbers: Iterator[int]) -> int | None:
    """The least of some numbers plus one; 0 is none."""
    return min((number - 1 for number in numbers if number), default=None)


def _key(layout: Layout, key: Key) -> str:
    """The key of a state's group: its values as digits, the least of all ways to rename the ids."""
    emit = Emitter()
    loaded, least = emit.words(layout.words, "%state"), ""
    lower = LlvmLowering(emit, layout, loaded)
    sizes = [hi - lo + 1 for lo, hi in key.ranges]
    for renamed_parts in key.ways:
        digits = "0"
        for part, (lo, _), size in zip(renamed_parts, key.ranges, sizes, strict=True):
            if part.kind is TRUTH:
                digit = emit(f"zext i1 {lower.value(part)} to i64")
            else:
                digit = emit(f"sub i64 {lower.operand(part, 64)}, {lo}")
            digits = emit(f"add i64 {emit(f'mul i64 {digits}, {size}')}, {digit}")
        if least:
            least = emit(f"select i1 {emit(f'icmp ult i64 {digits}, {least}')}, i64 {digits}, i64 {least}")
        else:
            least = digits
    emit.do(f"ret i64 {least}")
    return emit.function("internal i64 @key(ptr %state) nounwind")


def _mask(layout: Layout, conditions: Sequence[Expr]) -> str:
    """The conditions that a state meets, as a bit mask. Each may be of a graph of its own."""
    emit = Emitter()
    loaded, mask = emit.words(layout.words, "%state"), "0"
    for bit, condition in enumerate(conditions):
        mask = emit.flag(mask, LlvmLowering(emit, layout, loaded).value(condition), bit)
    emit.do(f"ret i64 {mask}")
    return emit.function("internal i64 @conditions(ptr %state) nounwind")
