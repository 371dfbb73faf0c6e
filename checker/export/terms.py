"""Terms of TLA+: what expressions become, before they are text. An equal term is made only once.

    term("at", clients, me)        clients[me]
    term("get", that, "visits")    clients[me].visits
    term("hole", 0)                where a value stands in a pattern (`patterns`)

Operators that TLA+ has in pairs are made by functions, which simplify: `negate` of an equation is an inequation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from tidemark.spec.expressions.kinds import Kind
from tidemark.spec.types.leaves import LeafType


class Term:
    """A term: its head, which says what it is, and its operands, among which are plain values.

    names: the names that occur in it, those that it binds among them; of a pattern the empty one too. free: those that
    it does not bind. size: how many terms it is made of, as a tree.
    """

    __slots__ = ("args", "free", "head", "names", "size")

    def __init__(self, head: str, args: tuple[Any, ...]) -> None:
        self.head, self.args = head, args
        operands = [a for a in args if isinstance(a, Term)]
        self.names: frozenset[str] = frozenset().union(*[a.names for a in operands])
        self.free: frozenset[str] = frozenset().union(*[a.free for a in operands])
        if head in ("name", "hole"):
            self.names = self.free = frozenset([args[0] if head == "name" else ""])
        elif head in BINDERS:
            self.names |= {args[0]}
            self.free = args[1].free | args[2].free - {args[0]}
        self.size: int = 1 + sum(a.size for a in operands)

    def __repr__(self) -> str:
        return f"{self.head}({', '.join(map(repr, self.args))})"

    @property
    def operands(self) -> list[Term]:
        """Those of its operands that are terms."""
        return [a for a in self.args if isinstance(a, Term)]


BINDERS = ("all", "exists", "filter", "function")
"""Heads of terms that bind a name in their last operand: the name, the set of its values, the body."""


@cache
def term(head: str, *args: Any) -> Term:
    """The term of this head and these operands."""
    return Term(head, args)


TRUE, FALSE, NONE = term("true"), term("false"), term("none")


def number(value: int) -> Term:
    """A number."""
    return term("number", value)


def name(text: str) -> Term:
    """What is declared or bound under a name."""
    return term("name", text)


def literal(value: int, kind: Kind) -> Term:
    """A plain value of a kind."""
    match kind.family:
        case "truth":
            return TRUE if value else FALSE
        case "id":
            return term("id", kind, value) if value >= 0 else NONE
        case "label":
            return term("label", kind.labels[value])
        case "set":
            identity = Kind("id", kind.name, kind.size)
            if value + 1 == 1 << kind.size and kind.size > 1:
                return term("domain", LeafType(identity, 0, kind.size - 1))
            members = [term("id", identity, k) for k in range(kind.size) if value >> k & 1]
            return term("set", *members)
        case _:
            return number(value)


_OPPOSITES = {"equal": "differ", "in": "outside"}
_OPPOSITES |= {b: a for a, b in _OPPOSITES.items()}


def negate(condition: Term) -> Term:
    """The opposite of a condition."""
    match condition.head:
        case "true" | "false":
            return FALSE if condition is TRUE else TRUE
        case "not":
            opposite: Term = condition.args[0]
            return opposite
        case "exists" if condition.args[2].head == "not":
            return term("all", *condition.args[:2], condition.args[2].args[0])
        case "less":
            return term("at most", condition.args[1], condition.args[0])
        case "at most":
            return term("less", condition.args[1], condition.args[0])
    if opposite_head := _OPPOSITES.get(condition.head):
        return term(opposite_head, *condition.args)
    return term("not", condition)


def junction(head: str, conditions: Iterable[Term]) -> Term:
    """The conjunction (`and`) or disjunction (`or`) of conditions; nested ones become one."""
    neutral, absorbing = (TRUE, FALSE) if head == "and" else (FALSE, TRUE)
    operands: dict[Term, None] = {}
    for condition in conditions:
        operands.update(dict.fromkeys(condition.args if condition.head == head else (condition,)))
    operands.pop(neutral, None)
    if absorbing in operands:
        return absorbing
    if len(operands) < 2:
        return next(iter(operands), neutral)
    return term(head, *operands)


def either(condition: Term, then: Term, otherwise: Term) -> Term:
    """One of two terms: IF."""
    if then is otherwise or condition is TRUE:
        return then
    if condition is FALSE:
        return otherwise
    if condition.head == "equal" and condition.args[1].head in LITERALS:
        then = assume(then, *condition.args)
    elif then.head == "if" and then.args[0] is condition:
        then = then.args[1]
    if otherwise.head == "if" and otherwise.args[0] is condition:
        otherwise = otherwise.args[2]
    if then is otherwise:
        return then
    if (then, otherwise) == (TRUE, FALSE):
        return condition
    if (then, otherwise) == (FALSE, TRUE):
        return negate(condition)
    return term("if", condition, then, otherwise)


LITERALS = ("number", "id", "label", "none", "true", "false")


def equal(a: Term, b: Term) -> Term:
    """Whether two terms are equal."""
    if a is b:
        return TRUE
    return FALSE if a.head in LITERALS and b.head in LITERALS else term("equal", a, b)


def assume(t: Term, index: Term, value: Term) -> Term:
    """A term where an index has a value: what it chooses by that index is chosen."""
    while t.head == "if" and t.args[0].head == "equal" and t.args[0].args[0] is index:
        test = t.args[0].args[1]
        if test is value:
            t = t.args[1]
        elif test.head in LITERALS:
            t = t.args[2]
        else:
            break
    return t


def plus(a: Term, constant: int) -> Term:
    """A number with a constant added."""
    if a.head == "number":
        return number(a.args[0] + constant)
    if a.head in ("plus", "minus") and a.args[1].head == "number":
        before = a.args[1].args[0] * (1 if a.head == "plus" else -1)
        return plus(a.args[0], before + constant)
    if a.head == "hole":
        return term("hole", a.args[0] + constant)
    if not constant:
        return a
    return term("plus", a, number(constant)) if constant > 0 else term("minus", a, number(-constant))


def get(value: Term, field: str, fields: tuple[str, ...]) -> Term:
    """A field of a record that has these fields."""
    if value.head == "record" and value.args[0] == fields:
        found: Term = value.args[1 + fields.index(field)]
        return found
    return term("get", value, field, fields)


def record(fields: tuple[str, ...], values: Sequence[Term]) -> Term:
    """A record; another one's name where it has all of its fields."""
    whole = values[0].args[0] if values[0].head == "get" else None
    if whole and all(v is term("get", whole, f, fields) for f, v in zip(fields, values, strict=True)):
        return whole  # type: ignore[no-any-return]
    return term("record", fields, *values)


def rewrite(root: Term, change: Callable[[Term], Term | None]) -> Term:
    """A term with others in place of some: `change` gives None of what stays; what it gives is not changed again."""
    results: dict[Term, Term] = {}
    pending = [root]
    while pending:
        here = pending[-1]
        if here in results:
            pending.pop()
            continue
        changed = change(here)
        if changed is not None:
            results[here] = changed
            continue
        missing = [a for a in here.operands if a not in results]
        if missing:
            pending += missing
            continue
        results[here] = rebuild(here, [results[a] if isinstance(a, Term) else a for a in here.args])
    return results[root]


def rebuild(like: Term, args: list[Any]) -> Term:
    """A term of the same head with other operands."""
    if all(a is b for a, b in zip(args, like.args, strict=True)):
        return like
    if like.head in ("and", "or"):
        return junction(like.head, args)
    if like.head in ("equal", "differ"):
        same = equal(*args)
        return same if like.head == "equal" else negate(same)
    if like.head in ("if", "not"):
        return either(*args) if like.head == "if" else negate(*args)
    if like.head in ("plus", "minus") and args[1].head == "number":
        return plus(args[0], args[1].args[0] * (1 if like.head == "plus" else -1))
    return term(like.head, *args)


def subterms(root: Term) -> Iterator[Term]:
    """A term and all within it, each once."""
    seen, pending = {root}, [root]
    while pending:
        here = pending.pop()
        yield here
        for operand in here.operands:
            if operand not in seen:
                seen.add(operand)
                pending.append(operand)
