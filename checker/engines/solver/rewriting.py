"""An expression written again with other operands: what a proof does that replaces parts of it."""

from __future__ import annotations

from collections.abc import Sequence

from tidemark.spec.expressions.expression import Expr, Graph


def rewrite(graph: Graph, node: Expr, operands: Sequence[Expr]) -> Expr:
    """A node's operation, applied to these operands. The graph folds what has become known."""
    match node.op:
        case "const" | "field":
            return node
        case "join":
            lo, bits = node.args[2:]
            return graph.join(operands[0], operands[1], lo, lo + (1 << bits) - 1)
        case "part":
            shift, bits, lo, hi = node.args[1:]
            return graph.part(operands[0], shift, bits, node.kind, lo, hi)
        case "union" | "minus":
            return graph.combine(node.op, *operands)
        case "and":
            return graph.conjunction(*operands)
        case "or":
            return graph.disjunction(*operands)
        case "not":
            return graph.negate(*operands)
        case "lt":
            return graph.less(*operands)
        case _:
            rewritten: Expr = getattr(graph, node.op)(*operands)
            return rewritten
