"""Patterns: what several terms have in common that differ in one value each.

    clients[0].visits, clients[1].visits      for 0, 1:  clients[hole].visits
    IF length = 1 THEN log[0] ELSE log[1]     for 1, 2:  log[hole - 1]

A pattern has a `hole` where the value stands, plus a constant where it is a number. `fill` puts a term there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tidemark.checker.export.terms import Term, name, plus, rebuild, rewrite, term

HOLE = term("hole", 0)


Holes = Sequence[tuple[Sequence[Term], Term]]
"""What may differ between terms: a value for each of them, and what stands for it in the pattern."""


def unify(values: Sequence[Term], terms: Sequence[Term], parts: Holes = ()) -> Term | None:
    """The pattern that is the first term with the first value, the second with the second, and so on; None if none.

    parts: what else differs in the same way, as the fields of the values.
    """
    holes, known = [(values, HOLE), *parts], dict[tuple[Term, ...], Term | None]()

    def common(those: tuple[Term, ...]) -> Term | None:
        if those not in known:
            known[those] = _meet(holes, those, common)
        return known[those]

    return common(tuple(terms))


def _meet(holes: Holes, terms: tuple[Term, ...], common: Any) -> Term | None:
    first = terms[0]
    if all(t is first for t in terms):
        return first
    for values, hole in holes:
        if all(t is v for t, v in zip(terms, values, strict=True)):
            return hole
    if first.head == "number":
        return _place(holes[0][0], terms)
    if any(t.head != first.head or len(t.args) != len(first.args) for t in terms):
        return None
    args = list[Any]()
    for parts in zip(*[t.args for t in terms], strict=True):
        if isinstance(parts[0], Term):
            met = common(parts) if all(isinstance(p, Term) for p in parts) else None
            if met is None:
                return None
            args.append(met)
        elif any(p != parts[0] for p in parts):
            return None
        else:
            args.append(parts[0])
    return rebuild(first, args)


def _place(values: Sequence[Term], terms: tuple[Term, ...]) -> Term | None:
    """The hole for numbers that are as far from each value."""
    if any(t.head != "number" for t in (*terms, *values)):
        return None
    far = {t.args[0] - v.args[0] for t, v in zip(terms, values, strict=True)}
    return term("hole", far.pop()) if len(far) == 1 else None


def has_hole(pattern: Term) -> bool:
    """Whether a term is a pattern."""
    return "" in pattern.names


def fill(pattern: Term, value: Term) -> Term:
    """A pattern with a term in its hole."""

    def change(here: Term) -> Term | None:
        if not has_hole(here):
            return here
        return plus(value, here.args[0]) if here.head == "hole" else None

    return rewrite(pattern, change)


def bind(head: str, values: Term, pattern: Term) -> Term:
    """A term that binds what is in the hole of a pattern to each of some values.

    The variable is a question mark and a number, greater than those within; it has its name when it is written.
    """
    within = [int(text[1:]) for text in pattern.names | values.names if text.startswith("?")]
    variable = f"?{max(within, default=0) + 1}"
    return term(head, variable, values, fill(pattern, name(variable)))
