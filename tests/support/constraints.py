"""TLC's figures under a constraint: it generates the states beyond, and neither keeps them nor goes on from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Limits
from tidemark.spec import Disabled, Machine


def figures(machine: Machine, is_inside: Callable[[Any], bool]) -> tuple[int, int, int]:
    """Distinct states, generated states and depth, of a machine whose bounds go one step beyond the constraint."""
    found, level, generated, depth = {machine.encode(machine.initial)}, [machine.initial], 1, 0
    while level:
        depth, following = depth + 1, []
        for state in level:
            for instance in machine.instances:
                try:
                    after = machine.run(state, instance)
                except Disabled:
                    continue
                generated += 1
                if is_inside(after) and (code := machine.encode(after)) not in found:
                    found.add(code)
                    following.append(after)
        level = following
    return len(found), generated, depth


def native_figures(machine: Machine) -> tuple[int, int]:
    """Distinct states and depth of a machine whose guards are the constraint."""
    result = native.search(machine, Limits(keep_going=True))
    return result.distinct_states, result.depth
