"""The steps that the loop of a lasso may take, where a promise says more than which states are in it.

A question about steps, or with several things that come again and again, is asked of other rows of the same graph:

- a step that no loop may take is left out, while it still counts for what is enabled;
- a step that a loop must take is one more condition of weak fairness, which is enabled everywhere, and which such
  steps are in; a state that it must pass is a condition that is enabled everywhere else, and that no step is in.

So neither the search for components nor that for the shortest loop (state_graph.c, fair_loops.c) knows of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_uint16, c_uint32, c_uint64
from dataclasses import dataclass

import numpy as np

from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.liveness.components import MOST_CONDITIONS, GraphStruct, Mask, Numbers
from tidemark.checker.engines.native.liveness.fair_loops import as_items
from tidemark.spec.machines.fairness import Condition

MOST_NUMBERS = 1 << 16
"""How many numbers of actions an edge can have."""


@dataclass(frozen=True)
class StepRows:
    """The steps between states in compressed rows, and what an endless run must do.

    actions: of each step a number, by which `conditions` has the conditions that it is in, as a bit mask.
    enabled: of each state the conditions that are enabled in it. fairness: the conditions.
    """

    first_edges: Numbers
    targets: Numbers
    actions: Numbers
    conditions: Numbers
    enabled: Numbers
    fairness: list[Condition]


def with_more(whole: StepRows, kept: Sequence[Mask], again: Sequence[tuple[bool, Mask]]) -> StepRows:
    """StepRows with the edges alone that are in all of some masks, and with something more that comes again and again.

    again: states that a loop passes one of; or, where the first is true, edges.

    Raises:
        UsageError: the conditions are more than a mask has bits for.
    """
    if not kept and not again:
        return whole
    fairness = [*whole.fairness, *(Condition("", strong=False, instances=frozenset()) for _ in again)]
    if len(fairness) > MOST_CONDITIONS:
        raise UsageError(
            f"{len(fairness)} conditions, of fairness and of what comes again and again, are asked for at once, and "
            f"{MOST_CONDITIONS} are the most: write each=False where some instance is enough"
        )
    enabled, more = whole.enabled.copy(), np.zeros(len(whole.targets), dtype=np.uint64)
    for bit, (is_of_edges, mask) in enumerate(again, len(whole.fairness)):
        if is_of_edges:
            enabled |= np.uint64(1 << bit)
            more[mask] |= np.uint64(1 << bit)
        else:
            enabled[~mask] |= np.uint64(1 << bit)
    conditions, actions = np.unique(whole.conditions[whole.actions] | more, return_inverse=True)
    if len(conditions) > MOST_NUMBERS:
        raise UsageError(
            f"the steps satisfy fairness in {len(conditions):,} ways, and {MOST_NUMBERS:,} are the most"
        )
    edges = np.ones(len(whole.targets), dtype=bool)
    for mask in kept:
        edges &= mask
    before = np.concatenate([[0], np.cumsum(edges)]).astype(np.uint64)
    actions = actions.reshape(-1)[edges].astype(np.uint16)
    firsts = before[whole.first_edges.astype(np.int64)]
    return StepRows(firsts, whole.targets[edges], actions, conditions, enabled, fairness)


def show(graph: GraphStruct, rows: StepRows) -> None:
    """Let the compiled functions look at these rows from now on."""
    graph.first_edges = as_items(rows.first_edges, c_uint64)
    graph.targets = as_items(rows.targets, c_uint32)
    graph.actions = as_items(rows.actions, c_uint16)
    graph.conditions = as_items(rows.conditions, c_uint64)
    graph.enabled = as_items(rows.enabled, c_uint64)
    graph.weak = sum(1 << k for k, condition in enumerate(rows.fairness) if not condition.strong)
