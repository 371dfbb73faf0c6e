"""The tree of guards: instances in order, each behind its own guards, and what they share is evaluated once."""

from __future__ import annotations

import random

import pytest

from tests.spec.test_enumeration import lock, turn, turn_from_the_end
from tests.support.compiled import walked
from tests.support.protocols import ONE_OF_EACH_FAMILY
from tidemark import impl
from tidemark.checker.engines.native.guard_tree import Branch, guard_tree
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.machine_text import MachineText
from tidemark.checker.runs.results import State
from tidemark.spec import Action, Machine
from tidemark.spec.expressions.evaluation import nodes_below, value_of


def tree_of(machine: Machine) -> Branch:
    return guard_tree(machine.symbolic, dict(enumerate(machine.symbolic.actions)))


def taken(branch: Branch, state: State, evaluated: list[Branch]) -> list[int]:
    """The instances that a tree takes in a state, in order. evaluated: the branches whose condition that needs."""
    numbers = [] if branch.number is None else [branch.number]
    for inner in branch.inner:
        evaluated.append(inner)
        if value_of(inner.condition, state):
            numbers += taken(inner, state, evaluated)
    return numbers


@pytest.mark.parametrize("protocol", ONE_OF_EACH_FAMILY)
def test_a_tree_takes_the_instances_whose_guards_hold_in_order(protocol: str) -> None:
    machine = impl.protocol(protocol).machine()
    tree, actions = tree_of(machine), machine.symbolic.actions
    for state in walked(machine, seed=2, steps=6):
        enabled = [k for k, action in enumerate(actions) if value_of(action.guard, state)]
        assert taken(tree, state, []) == enabled


@pytest.mark.parametrize("turned", [turn, turn_from_the_end])
def test_guards_of_one_parameter_each_cost_no_more_than_twice_the_sum_of_the_domains(turned: Action) -> None:
    machine = lock(turned, size=3)
    tree, draw = tree_of(machine), random.Random(1)
    for _ in range(20):
        state, evaluated = (*(draw.randrange(3) for _ in range(6)), 0), list[Branch]()
        assert len(taken(tree, state, evaluated)) == 1
        assert len(evaluated) <= 2 * 6 * 3


@pytest.mark.parametrize("protocol", ONE_OF_EACH_FAMILY)
def test_what_several_branches_read_is_computed_around_them(protocol: str) -> None:
    tree = tree_of(impl.protocol(protocol).machine())
    computed = {id(None): set[int]()}
    for branch in tree:
        own = {value.number for value in (*branch.decisive, *branch.common)}
        computed[id(branch)] = computed[id(branch.around)] | own
        readers = [inner.condition for inner in branch.inner]
        changed = zip(branch.fields, branch.around.fields if branch.around else branch.fields, strict=True)
        readers += [after for after, before in changed if after is not before and branch.inner]
        for node in nodes_below(readers):
            assert node.op == "const" or node.number in computed[id(branch)]


def test_what_instances_share_is_written_once() -> None:
    machine = impl.protocol("kafka-kraft/4.1").machine({"replicas": 3})
    text = MachineText(machine, Layout(machine.leaves), symmetry=False)
    parts = machine.symbolic.parts
    together, apart = text._successors(parts), [text._successors({k: part}) for k, part in parts.items()]
    assert len(together) < 0.75 * sum(map(len, apart))
