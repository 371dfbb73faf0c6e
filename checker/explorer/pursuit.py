"""A run on which one thing comes after another, and a third never: the shortest, among the states of a search.

Each of the three is a condition about states, or the steps of some action instances. state_index.c looks for the run,
breadth first, in the states that were found, with what has come so far; nothing is compiled for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from ctypes import c_uint8, c_uint32, pointer
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.engines import memory
from tidemark.checker.engines.native.buffer import Buffer, shorts
from tidemark.checker.engines.native.search import ExhaustiveSearch
from tidemark.checker.engines.native.state_index import Pursuit, Successors, found_by, functions
from tidemark.checker.engines.native.stepping import take_step
from tidemark.checker.runs.results import RunStep

SOUGHT, FIRST, NEVER = 1, 2, 4
"""The bits of a mark, as state_index.c has them."""
MOST_STATES = 1 << 31
BYTES_A_STATE = 22
"""What is kept of each state, at most."""
TOGETHER = 1 << 14
"""Nodes that are looked at before it is asked whether to go on."""


def pursue(
    search: ExhaustiveSearch,
    marks: Any,
    events: Mapping[int, Collection[int]],
    waits: Callable[[], None],
    has_come: bool = False,
) -> list[RunStep] | None:
    """The shortest run from one of the first states on; None without one.

    marks: of each state what it is, in these bits, as bytes. events: for each of the bits the action instances that are
    it. has_come: whether what must come first has come already, or nothing must.

    Raises:
        UsageError: there is no memory for it.
    """
    count = search.count
    if count >= MOST_STATES or count * BYTES_A_STATE > 0.8 * memory.available():
        raise UsageError(f"runs among {count:,} states do not fit the memory: give smaller bounds")
    starts = [number for number in range(search.levels[1]) if not marks[number] & NEVER]
    if not starts:
        return None
    room = Successors(search)
    instances = Buffer(c_uint8, search.instances).items
    for bit, numbers in events.items():
        for number in numbers:
            instances[number] |= bit
    pursuit = Pursuit(
        found=found_by(search, batch=room.space.batch, hashes=room.space.hashes, actions=room.space.actions),
        space=pointer(room.space),
        worker=pointer(room.worker),
        expand=room.expand,
        marks=marks,
        events=instances,
        seen=Buffer(c_uint8, count).items,
        before=Buffer(c_uint32, 2 * count).items,
        by=shorts(2 * count),
        queue=Buffer(c_uint32, 2 * count).items,
        tail=len(starts),
    )
    firsts = {2 * start + bool(has_come or marks[start] & FIRST) for start in starts}
    for place, first in enumerate(sorted(firsts)):
        pursuit.queue[place], pursuit.seen[first // 2] = first, 2 if first % 2 else 1
    work = functions().function("find_run")
    while work(pursuit, TOGETHER):
        waits()
    return _steps(search, pursuit, firsts) if pursuit.last else None


def _steps(search: ExhaustiveSearch, pursuit: Pursuit, firsts: Collection[int]) -> list[RunStep]:
    """The run that was found, read back."""
    links, node = [(pursuit.action, pursuit.reached)], pursuit.last - 1
    while node not in firsts:
        links.append((pursuit.by[node], node // 2))
        node = pursuit.before[node]
    steps = [RunStep(None, search.state(node // 2))]
    for instance, number in reversed(links):
        after = search.state(number)
        steps.append(take_step(search.machine, steps[-1].state, search.kernel.instances[instance], after))
    return steps
