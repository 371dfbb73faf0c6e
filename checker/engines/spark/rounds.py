"""Rounds over the graph of all states, each a job: a task reads what the round before has left, of any part, and writes
what follows for its own.

What a round leaves is an array for each part (`tidemark.checker.engines.spark.edges`), under a name of its own, so that
a task may run twice, and no machine that has kept a copy reads an old one. Like `edges` it knows nothing of Spark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tidemark.checker.engines.native.liveness.components import Mask, Numbers
from tidemark.checker.engines.native.masks import BITS
from tidemark.checker.engines.spark.edges import GraphPlan
from tidemark.checker.engines.spark.records import least_column
from tidemark.spec.machines.temporal import always_eventually, eventually, leads_to, leads_to_always

TOGETHER = 1 << 17
"""States whose edges are looked at together."""
NONE = np.iinfo(np.uint32).max
FORWARD, BACKWARD = ("forward", "targets"), ("backward", "sources")
Direction = tuple[str, str]
"""The rows that are looked at: where the edges of each state are, and where they lead, or come from."""


@dataclass(frozen=True)
class RoundQuestion:
    """A question as the tasks take it.

    kind: the name of its kind. bits: of its predicates, in what a state breaks.
    conditions: of each action instance the conditions of fairness that it is in, as a bit mask.
    """

    kind: str
    bits: tuple[int, ...]
    conditions: tuple[int, ...]

    def values(self, plan: GraphPlan, part: int) -> list[Mask]:
        """What its predicates are in the states of a part."""
        broken = plan.read("broken", part)
        places = [divmod(bit, BITS) for bit in self.bits]
        return [broken[:, word] & np.uint64(1 << bit) == 0 for word, bit in places]


def states_of_question(kind: str, values: Sequence[Mask], initial: Mask) -> tuple[Mask, Mask, Mask]:
    """What an endless run does that breaks a promise, by the values of its predicates: from a state of the second mask
    on all of its states are in the first, and again and again one is in the third.

    initial: which states are initial.
    """
    every = np.ones_like(values[0])
    if kind == eventually.name:
        return ~values[0], initial, every
    if kind == leads_to.name:
        return ~values[1], values[0], every
    if kind == always_eventually.name:
        return ~values[0], every, every.copy()
    if kind == leads_to_always.name:
        return every, values[0], ~values[1]
    return every, every.copy(), ~values[0]


def prepare(plan: GraphPlan, part: int, question: RoundQuestion) -> bool:
    """Write what is asked of the states of a part. Gives whether the first predicate holds in one of them.

    enabled: the conditions that are enabled.
    inside, start, marked: as `states_of_question` says; start is inside.
    rests: where a fair run may stay for ever, and pass what it must.
    """
    values, count = question.values(plan, part), plan.firsts[part + 1] - plan.firsts[part]
    initial = np.asarray(plan.read("level", part) == 0)
    inside, start, marked = states_of_question(question.kind, values, initial)
    first, actions = plan.read("forward", part), plan.read("actions", part)
    enabled = np.zeros(count, np.uint64)
    has = np.flatnonzero(np.diff(first))
    if len(has):
        conditions = np.array(question.conditions, np.uint64)[actions]
        enabled[has] = np.bitwise_or.reduceat(conditions, first[has].astype(np.int64))
    plan.write("enabled", part, enabled)
    masks = {
        "inside": inside,
        "start": start & inside,
        "marked": marked,
        "rests": inside & marked & (enabled == 0),
    }
    for name, mask in masks.items():
        plan.write(name, part, mask)
    return bool(values[0].any())


def mark_goal(plan: GraphPlan, part: int, question: RoundQuestion) -> None:
    """Write where the predicate of a question holds, and that every state is inside."""
    (value,) = question.values(plan, part)
    plan.write("marked", part, value)
    plan.write("inside", part, np.ones_like(value))


def _others(plan: GraphPlan, part: int, direction: Direction, states: Numbers) -> tuple[Numbers, Numbers]:
    """Where the edges of some states of a part lead, or come from; and of each edge the place of its state."""
    first, others = plan.read(direction[0], part), plan.read(direction[1], part)
    begins = first[states].astype(np.int64)
    counts = first[states + 1].astype(np.int64) - begins
    edges = np.repeat(begins - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    return others[edges], np.repeat(np.arange(len(states)), counts)


def _any(
    plan: GraphPlan,
    part: int,
    direction: Direction,
    states: Numbers,
    name: str,
    holds: Callable[[Numbers], Mask],
) -> Mask:
    """For each of some states of a part whether it has an edge to, or from, one whose item of an array is such."""
    answers = np.zeros(len(states), bool)
    for at in range(0, len(states), TOGETHER):
        others, owners = _others(plan, part, direction, states[at : at + TOGETHER])
        if len(others):
            answers[at + owners[holds(plan.gather(name, others))]] = True
    return answers


def _is_set(items: Numbers) -> Mask:
    return items.astype(bool)


def reach(plan: GraphPlan, part: int, direction: Direction, inside: str, before: str, name: str) -> int:
    """Add to what is known to be reached, what is reached by one edge more, inside. Gives how many states are added.

    With the rows by source these are the states with a way to one that is known; by target those with a way from one.
    """
    reached = np.array(plan.read(before, part))
    open_ = np.flatnonzero(~reached & plan.read(inside, part))
    new = open_[_any(plan, part, direction, open_, before, _is_set)]
    reached[new] = True
    plan.write(name, part, reached)
    return len(new)


def both(plan: GraphPlan, part: int, first: str, second: str, name: str) -> int:
    """Write what is in two masks. Gives how many states that are."""
    mask = plan.read(first, part) & plan.read(second, part)
    plan.write(name, part, mask)
    return int(mask.sum())


def trim(plan: GraphPlan, part: int, inside: str, name: str) -> tuple[int, int]:
    """Leave out the states inside that no loop passes, and where none may stay. Gives how many, and how many are left.

    No loop passes a state without an edge to, or from, another one inside.
    """
    mask = np.array(plan.read(inside, part))
    candidates = np.flatnonzero(mask & ~plan.read("rests", part))
    onward = candidates[_any(plan, part, FORWARD, candidates, inside, _is_set)]
    kept = onward[_any(plan, part, BACKWARD, onward, inside, _is_set)]
    mask[candidates] = False
    mask[kept] = True
    plan.write(name, part, mask)
    return len(candidates) - len(kept), int(mask.sum())


def rest(plan: GraphPlan, part: int, inside: str) -> int:
    """Write the states inside, and the edges between them, for the driver. Gives how many edges there are."""
    mask = plan.read(inside, part)
    states = np.flatnonzero(mask)
    targets, owners = _others(plan, part, FORWARD, states)
    actions, _ = _others(plan, part, ("forward", "actions"), states)
    is_inner = plan.gather(inside, targets).astype(bool)
    plan.write("rest", part, states + plan.firsts[part])
    plan.write("rest-sources", part, owners[is_inner])
    plan.write("rest-targets", part, targets[is_inner])
    plan.write("rest-actions", part, actions[is_inner])
    return int(is_inner.sum())


def widen(
    plan: GraphPlan, part: int, level: int, within: str | None, name: str
) -> tuple[int, tuple[list[int], int] | None]:
    """Note the states inside that are first reached in a level: by an edge from the level before, or as a start there.

    Gives how many, and the words and the number of the least of them that is on a loop; None if none is.
    """
    inside = plan.read("inside", part)
    reached = np.full(len(inside), NONE, np.uint32) if within is None else np.array(plan.read(within, part))
    new = plan.read("start", part) & (plan.read("level", part) == level) & (reached == NONE)
    if within is not None:
        open_ = np.flatnonzero(inside & (reached == NONE) & ~new)
        new[open_[_any(plan, part, BACKWARD, open_, within, lambda items: items == level - 1)]] = True
    reached[new] = level
    plan.write(name, part, reached)
    ends = np.flatnonzero(new & plan.read("loops", part))
    return int(new.sum()), least(plan, part, ends)


def least(plan: GraphPlan, part: int, states: Numbers) -> tuple[list[int], int] | None:
    """The words of the least of some states of a part, and its number; None if there is none."""
    if not len(states):
        return None
    words = np.asarray(plan.read("states", part))[1:, states]
    least_words = least_column(words)
    index = int(np.flatnonzero((words == np.array(least_words, np.uint64)[:, None]).all(axis=0))[0])
    return list(least_words), int(states[index]) + plan.firsts[part]


def stuck(plan: GraphPlan, part: int, reached: str) -> tuple[int, int, Any]:
    """How many states of a part are not reached; the first level that has some, and the least of those."""
    states = np.flatnonzero(~plan.read(reached, part))
    if not len(states):
        return 0, 0, None
    levels = plan.read("level", part)[states]
    return len(states), int(levels.min()), least(plan, part, states[levels == levels.min()])
