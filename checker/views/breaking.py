"""Which fields of a state break a promise: those that the parts of it that fail there depend on.

Its own module because the page of a run and the explorer mark the same fields, and nothing else asks.
"""

from __future__ import annotations

from collections.abc import Mapping

from tidemark.checker.runs.results import Run, State
from tidemark.spec.expressions.evaluation import values_below
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import lift_promise, symbolic_state
from tidemark.spec.types.differences import fields


def breaking(run: Run) -> list[str]:
    """The paths of the fields that break a run's promise in its last state; none where it is about runs."""
    machine = run.machine
    if run.promise not in (promise.name for promise in machine.promises):
        return []
    return fields_of_failure(machine, promise_expression(machine, run.promise), run.steps[-1].state)


def promise_expression(machine: Machine, promise: str) -> Expr:
    """A promise about states as an expression over the fields of one."""
    graph, _, symbolic = symbolic_state(machine.type)
    return lift_promise(graph, symbolic, machine.state_promise(promise))[0].holds


def fields_of_failure(machine: Machine, holds: Expr, state: State) -> list[str]:
    """The paths of the fields by which a condition is false in a state; none where it holds."""
    values = values_below([holds], state)
    if values[holds.number]:
        return []
    whose = [field.path for field in fields(machine.type) for _ in field.type.leaves("")]
    return list(dict.fromkeys(whose[number] for number in sorted(_reasons(holds, values))))


def _reasons(root: Expr, values: Mapping[int, int]) -> set[int]:
    """The numbers of the fields that give an expression its value: no branch that is not taken, no part that differs.

    Of a sum that is too great, only what adds to it; of one that is too small, only what does not.
    """
    field_numbers, seen, to_see = set[int](), set[int](), [(root, 0)]
    while to_see:
        node, sense = to_see.pop()
        if node.number in seen:
            continue
        seen.add(node.number)
        if node.op == "field":
            field_numbers.add(node.args[0])
            continue
        parts = [part for part in node.args if isinstance(part, Expr)]
        match node.op:
            case "ite":
                condition, yes, no = parts
                to_see += [(condition, 0), (yes if values[condition.number] else no, sense)]
            case "and" | "or":
                to_see += [(part, 0) for part in parts if values[part.number] == values[node.number]]
            case "lt":
                less = 1 if values[node.number] else -1
                to_see += [(parts[0], -less), (parts[1], less)]
            case "add" if sense:
                to_see += [(part, sense) for part in parts if bool(values[part.number]) is (sense > 0)]
            case _:
                to_see += [(part, 0) for part in parts]
    return field_numbers
