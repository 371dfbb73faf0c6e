r"""Networks as sets of messages, also those within a step: what is sent, discarded or filtered before it is written.

The graph has the places of such a network as choices between those of the network that it was derived from. Here a
place of it is one of `network \ {message}` again, so that a loop over its places is one over its messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tidemark.checker.export.assembling import message_of, whole_of
from tidemark.checker.export.lowering import TermLowering, fields_of_term
from tidemark.checker.export.patterns import HOLE, bind, has_hole, unify
from tidemark.checker.export.terms import Term, junction, number, rewrite, term
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import WORD
from tidemark.spec.types.networks import Derivation, NetworkType


class NetworkLowering(TermLowering):
    """The terms of expressions, those of networks among them."""

    def __init__(
        self, readers: Sequence[Term], parameters: Mapping[int, Term], graph: ExpressionGraph
    ) -> None:
        super().__init__(readers, parameters)
        self._graph = graph
        self._places: dict[int, tuple[Derivation, int]] = {}
        for key, derivation in graph.derived.items():
            if derivation.operation != "filter" and key != tuple([f.number for f in derivation.source]):
                for place, field in enumerate(key):
                    if graph.nodes[field].op == "ite":
                        self._places.setdefault(field, (derivation, place))
        self._networks: dict[int, list[Term] | None] = {}

    def _lower(self, node: Expr) -> Term:
        if node.number in self._places:
            derivation, place = self._places[node.number]
            if fields := self._fields_of(derivation):
                return fields[place]
        return super()._lower(node)

    def _fields_of(self, derivation: Derivation) -> list[Term] | None:
        """The fields of a network as those of the set that it is; None if that is not known."""
        key = id(derivation)
        if key not in self._networks:
            self._networks[key] = None
            source = whole_of(derivation.type, [self.term(field) for field in derivation.source])
            made = self.derive(derivation, source) if source else None
            self._networks[key] = list(fields_of_term(derivation.type, made)) if made else None
        return self._networks[key]

    def derive(self, derivation: Derivation, source: Term) -> Term | None:
        """The result of an operation on a network."""
        type, operation, _, operands = derivation
        if operation == "filter":
            return filter_of_places(type, source, [self.term(self._graph.lift(kept)) for kept in operands])
        words = [word if isinstance(word, Expr) else self._graph.const(word, WORD) for word in operands]
        message = message_of(type, [self.term(word) for word in words])
        if type.repeats:
            return term("sum" if operation == "send" else "less one", source, term("bag", message))
        return term("union" if operation == "send" else "without", source, term("set", message))


def filter_of_places(type: NetworkType, source: Term, conditions: Sequence[Term]) -> Term | None:
    """The members of a network for which a condition holds, of those of each place."""
    pattern = unify([number(k) for k in range(len(conditions))], conditions)
    if pattern is None:
        return None
    present = term("less", HOLE, term("message count", source, type))
    conjuncts = pattern.args if pattern.head == "and" else (pattern,)
    if present not in conjuncts:
        return None
    slot, member = term("slot", source, HOLE, type), term("name", "<member>")
    body = rewrite(
        junction("and", [c for c in conjuncts if c is not present]), lambda t: member if t is slot else None
    )
    if has_hole(body):
        return None
    body = rewrite(body, lambda t: HOLE if t is member else None)
    return bind("filter", source, body)
