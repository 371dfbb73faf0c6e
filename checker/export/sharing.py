"""What a definition says more than once gets a name: LET.

A term that has a free variable of a loop is named within that loop. TLC computes what LET defines when it is needed,
and once, so that a name costs nothing where it is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tidemark.checker.export.terms import BINDERS, Term, name, rewrite, subterms, term

SMALLEST = 9
"""The terms of what gets a name."""
PLAIN = ("number", "name", "id", "label", "set", "tuple", "record", "domain", "update", "prime", "word", "join",
         "field", "index")  # fmt: skip
"""Heads of terms that get no name."""


def share(root: Term, fresh: Callable[[Term], str], scope: frozenset[str] = frozenset()) -> Term:
    """A term with names for what occurs in it more than once.

    fresh: gives a new name for a term. scope: the variables that are bound around the term.
    """
    uses = Counter(operand for here in subterms(root) for operand in here.operands)
    chosen = [t for t in _in_order(root) if uses[t] > 1 and t is not root and _is_worth(t, scope)]
    names = {t: name(fresh(t)) for t in chosen}
    definitions = [(names[t].args[0], _within(_replace(t, names, t), fresh, scope)) for t in chosen]
    body = _within(_replace(root, names, root), fresh, scope)
    if not definitions:
        return body
    flat = [part for text, definition in definitions for part in (text, definition)]
    return term("let", body, *flat)


def _is_worth(t: Term, scope: frozenset[str]) -> bool:
    if t.head == "in order":
        return all(not text.startswith("?") or text in scope for text in t.free)
    is_bound = all(not text.startswith("?") or text in scope for text in t.free)
    return t.size >= SMALLEST and t.head not in PLAIN and is_bound and "@" not in t.names


def _replace(t: Term, names: dict[Term, Term], whole: Term) -> Term:
    return rewrite(t, lambda here: names.get(here) if here is not whole else None)


def _within(t: Term, fresh: Callable[[Term], str], scope: frozenset[str]) -> Term:
    """A term with names in the loops of it."""

    def change(here: Term) -> Term | None:
        if here.head not in BINDERS:
            return None
        variable, values, body = here.args
        return term(
            here.head, variable, _within(values, fresh, scope), share(body, fresh, scope | {variable})
        )

    return rewrite(t, change)


def _in_order(root: Term) -> list[Term]:
    """The terms within a term, operands first."""
    done: dict[Term, None] = {}
    pending = [root]
    while pending:
        here = pending[-1]
        missing = [a for a in here.operands if a not in done]
        if missing:
            pending += missing
            continue
        done[pending.pop()] = None
    return list(done)
