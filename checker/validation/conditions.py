"""What a log says of states and messages, as nodes of a product.

Its own module because it is of a log: what product.py has is of the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any, TypeVar

from tidemark.base.authors import code_of
from tidemark.checker.validation.product import Nodes, Product
from tidemark.checker.validation.search import TooLarge
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import TRUTH
from tidemark.spec.machines.declarations import Declaration
from tidemark.spec.machines.symbolic import symbolic_state
from tidemark.spec.machines.tracing import trace
from tidemark.spec.types.networks import NetworkType

T = TypeVar("T")

MOST_NODES = 50_000
"""Nodes of a graph of conditions: Python keeps a graph's nodes as long as it."""


def _leaves(value: Any) -> list[Any]:
    """The flattened fields of a value of a state, which may be one itself. A plain value, always the same, has none."""
    if isinstance(value, Expr):
        return [value]
    if isinstance(value, int):  # a truth value, an id or a label is one too
        return []
    leaves: list[Any] = []
    value.type.flatten(value, leaves)
    return leaves


class Conditions:
    """What a log says of states and messages, lifted into the nodes of a product. A graph is left when it is large."""

    def __init__(self, product: Product) -> None:
        self._product = product
        self._watched: dict[int, CodeType] = {}
        self._begin_again()

    def _trace(self, function: Callable[[Any], Any], call: Callable[[], T], said: Context) -> T:
        """What a call gives: watched where the function's code is called for the first time, since logs are long."""
        code = code_of(function)
        if code is None or id(code) in self._watched:
            with said:
                answer = call()
            if said.mistakes:
                raise said.mistakes[0]
            return answer
        answer = trace(Declaration("condition", function), call, said)
        self._watched[id(code)] = code
        return answer

    def _begin_again(self) -> None:
        self._graph, _, self._state = symbolic_state(self._product.machine.type)
        self._nodes, self._messages = Nodes(self._product), dict[int, Any]()
        self._product.part_of.clear()

    def of_state(self, condition: Callable[[Any], Any]) -> int | None:
        """The node of a condition on a state; None where it is plain Python, which has none."""
        if len(self._graph.nodes) > MOST_NODES:
            self._begin_again()
        return self._lift(condition, self._state)

    def of_message(self, condition: Callable[[Any], Any], network: NetworkType) -> int | None:
        """The node of a condition on a message of a network."""
        if len(self._graph.nodes) > MOST_NODES:
            self._begin_again()
        message = self._messages.get(id(network))
        if message is None:
            leaves = list(network.element.leaves(""))
            first = len(self._product.layout.places) + len(self._product.part_of)
            self._product.part_of += range(len(leaves))
            fields = [
                self._graph.field(first + k, leaf.kind, leaf.lo, leaf.hi) for k, leaf in enumerate(leaves)
            ]
            message = self._messages[id(network)] = network.element.build(iter(fields))
        return self._lift(condition, message)

    def of_value(self, value: Callable[[Any], Any]) -> list[int]:
        """The nodes of a value of a state, or of each in a tuple.

        Raises:
            TooLarge: it is plain Python, which has none.
        """
        if len(self._graph.nodes) > MOST_NODES:
            self._begin_again()
        said = Context(lifts=True)

        def fields() -> list[Any]:
            parts = value(self._state)
            return [
                leaf for part in (parts if isinstance(parts, tuple) else (parts,)) for leaf in _leaves(part)
            ]

        try:
            flat = self._trace(value, fields, said)
        except Exception:  # as for a condition
            raise TooLarge from None
        flat = [
            self._graph.lift(part_leaf) if isinstance(part_leaf, int) else part_leaf for part_leaf in flat
        ]
        if said.guards or not all(
            isinstance(part_leaf, Expr) and part_leaf.graph is self._graph for part_leaf in flat
        ):
            raise TooLarge
        return [self._nodes.number(part_leaf) for part_leaf in flat]

    def _lift(self, condition: Callable[[Any], Any], value: Any) -> int | None:
        said = Context(lifts=True)
        try:
            answer: Any = self._trace(condition, lambda: condition(value), said)
        except Exception:  # whatever it is, the plain state shows it
            return None
        if isinstance(answer, bool):
            answer = self._graph.lift(answer)
        if (
            said.guards
            or not isinstance(answer, Expr)
            or answer.kind != TRUTH
            or answer.graph is not self._graph
        ):
            return None
        return self._nodes.number(answer)
