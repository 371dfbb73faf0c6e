"""Actions, promises and initial states as expressions with symbolic parameters: each is traced once.

Where Python decides by a parameter (`if a == b:`), the function is traced for each value of it, of as few parameters as
possible.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from tidemark.checker.export.lowering import NotInTLA, fields_of_term, words_of_term
from tidemark.checker.export.terms import Term, name
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import WORD
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.machines.tracing import trace
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.members import ChoiceType, MemberType, NetworkMember

MOST_CASES = 1_000
"""Of how many choices of parameters an action is written one by one."""


class _BoundMessage(NetworkMember):
    """An argument that is some message of a network, about which nothing is known."""

    words: tuple[Expr, ...]

    def of(self, state: Any) -> Any:  # noqa: ARG002
        return self.domain.network.unpack(self.words)


@dataclass(frozen=True)
class TracedCase:
    """What a function gives for some values of its parameters: `chosen` has those that were fixed.

    guards: conditions with their reasons. outcome: what it returns.
    """

    chosen: Mapping[str, Any]
    guards: list[tuple[Expr, str]]
    outcome: Any


class Parameters:
    """The parameters of a function as symbols. of_nodes: what each node of theirs is in the module."""

    def __init__(
        self, graph: ExpressionGraph, types: Mapping[str, LeafType], names: Mapping[str, str]
    ) -> None:
        self.types, self.of_nodes = types, dict[int, Term]()
        self._symbols = {n: self._symbol(graph, type, name(names[n])) for n, type in types.items()}

    def _symbol(self, graph: ExpressionGraph, type: LeafType, value: Term) -> Any:
        if isinstance(type, MemberType):
            message = _BoundMessage(0, type)
            message.words = tuple([graph.parameter(WORD, 0, w.hi) for w in type.network.word_types])
            self._note(message.words, words_of_term(type.network, value))
            return message
        whole = type.whole if isinstance(type, ChoiceType) else type
        nodes = [graph.parameter(leaf.kind, leaf.lo, leaf.hi) for leaf in whole.leaves("")]
        self._note(nodes, list(fields_of_term(whole, value)))
        return whole.build(iter(nodes))

    def _note(self, nodes: Sequence[Expr], terms: Sequence[Term]) -> None:
        for node, value in zip(nodes, terms, strict=True):
            if node.op == "parameter":
                self.of_nodes[node.number] = value

    def cases(
        self, declared: Any, call: Callable[[dict[str, Any]], Any], graph: ExpressionGraph
    ) -> list[TracedCase]:
        """What a function gives for all values of its parameters, in as few cases as possible.

        Raises:
            NotInTLA: there are too many cases.
        """
        last: Exception | None = None
        for fixed in self._subsets():
            try:
                return list(self._cases(declared, call, graph, fixed))
            except NotInTLA:
                raise
            except Exception as error:  # Python asks about a parameter, which is symbolic
                last = error
        if last is None:
            raise NotInTLA(
                f"{declared.name} asks Python about its parameters, which have too many values to list"
            )
        raise last

    def _subsets(self) -> Iterator[tuple[str, ...]]:
        """Which parameters have fixed values: few ones with few values first."""
        fixable = {n: t.hi - t.lo + 1 for n, t in self.types.items() if not isinstance(t, MemberType)}
        subsets = (s for k in range(len(fixable) + 1) for s in itertools.combinations(fixable, k))
        sizes = {s: prod(fixable[n] for n in s) for s in subsets}
        yield from (s for s in sorted(sizes, key=lambda s: sizes[s]) if sizes[s] <= MOST_CASES)

    def _cases(
        self,
        declared: Any,
        call: Callable[[dict[str, Any]], Any],
        graph: ExpressionGraph,
        fixed: Sequence[str],
    ) -> Iterator[TracedCase]:
        for values in itertools.product(*(self.types[n].values() for n in fixed)):
            chosen = dict(zip(fixed, values, strict=True))
            arguments = {**self._symbols, **chosen}
            context = Context(lifts=True, words_of=graph.packing)
            try:
                outcome = trace(declared, lambda a=arguments: call(a), context)  # type: ignore[misc]
            except Disabled:
                continue
            yield TracedCase(chosen, context.guards, outcome)
