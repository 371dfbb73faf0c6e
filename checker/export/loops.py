r"""Loops: conjunctions, disjunctions and counts over all values of a domain, which a trace wrote one by one.

    P(clients[0]) /\ P(clients[1])                       \A c \in Client : P(clients[c])
    (Len(log) <= 0 \/ P(log[0])) /\ …                    \A i \in 1..Len(log) : P(log[i])
    (0 < |net| /\ P(slot 0)) \/ …                        \E m \in net : P(m)
    (IF P(clients[0]) THEN 1 ELSE 0) + …                 Cardinality({c \in Client : P(clients[c])})

Operands that differ in one value alone, and for all values of what that indexes, are one loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tidemark.checker.export.assembling import equal_value, members_of
from tidemark.checker.export.lowering import default_of
from tidemark.checker.export.patterns import HOLE, bind, fill, has_hole, unify
from tidemark.checker.export.terms import (
    Term,
    equal,
    junction,
    name,
    negate,
    number,
    rebuild,
    rewrite,
    subterms,
    term,
)
from tidemark.spec.types.leaves import LeafType

LARGEST = 4_000
"""The terms of an operand that is looked at."""
INDEXED = {"at": 1, "item": 1, "slot": 1}
"""The operand that is an index."""


class Loops:
    """Finds the loops of terms."""

    def __init__(self) -> None:
        self._results: dict[Term, Term] = {}
        self._values: dict[Term, frozenset[Any]] = {}

    def simplify(self, root: Term) -> Term:
        """The same term with its loops."""
        pending = [root]
        while pending:
            here = pending[-1]
            if here in self._results:
                pending.pop()
                continue
            missing = [a for a in here.operands if a not in self._results]
            if missing:
                pending += missing
                continue
            pending.pop()
            args = [self._results[a] if isinstance(a, Term) else a for a in here.args]
            self._results[here] = self._loop(rebuild(here, args))
        return _in_order(self._results[root])

    def _loop(self, here: Term) -> Term:
        if here.head in ("and", "or"):
            operands = list(here.args)
            while (
                shorter := _join_members(here.head, operands) or self._join(here.head, operands)
            ) is not None:
                operands = shorter
            return junction(here.head, operands)
        if here.head == "plus":
            addends = list(_addends(here))
            while (shorter := self._join("plus", addends)) is not None:
                addends = shorter
            result = addends[0]
            for addend in addends[1:]:
                result = term("plus", result, addend)
            return result if len(addends) < len(list(_addends(here))) else here
        return here

    def _join(self, head: str, operands: Sequence[Term]) -> list[Term] | None:
        """The operands with some of them as one loop; None if there is none."""
        groups: dict[tuple[Any, Term], dict[Any, Term]] = {}
        for operand in operands:
            if operand.size > LARGEST or (head == "plus" and not _counts(operand)):
                continue
            for axis, value in self._indices(operand):
                pattern = _abstract(operand, axis, value)
                groups.setdefault((axis, pattern), {})[value] = operand
        for (axis, pattern), members in groups.items():
            if len(members) < 2:
                continue
            for domain in _domains(axis, pattern):
                if (
                    set(domain.values) == set(members)
                    and (loop := self._write(head, domain, pattern)) is not None
                ):
                    gone = set(members.values())
                    first = next(k for k, o in enumerate(operands) if o in gone)
                    rest = [o for o in operands if o not in gone]
                    return [*rest[:first], loop, *rest[first:]]
        return None

    def _indices(self, operand: Term) -> frozenset[Any]:
        """The literals by which an operand may differ from others: an axis, and the value on it."""
        pending = [operand]
        while pending:
            here = pending[-1]
            if here in self._values:
                pending.pop()
                continue
            missing = [a for a in here.operands if a not in self._values]
            if missing:
                pending += missing
                continue
            pending.pop()
            found = frozenset().union(*[self._values[a] for a in here.operands])
            if here.head == "id":
                found |= {(("id", here.args[0]), here.args[1])}
            elif here.head in INDEXED and here.args[1].head == "number":
                value = here.args[1].args[0]
                found |= {(("number",), value), (("number", here.head, here.args[0]), value)}
            elif here.head == "at" and here.args[1].head == "label":
                found |= {(("label", here.args[2].kind), here.args[1].args[0])}
            self._values[here] = found
        return self._values[operand]

    def _write(self, head: str, domain: Any, pattern: Term) -> Term | None:
        if isinstance(domain, _Sequence):
            return self._over_sequence(head, domain, pattern)
        if isinstance(domain, _Network):
            return self._over_network(head, domain, pattern)
        group = self._group_of(head, domain, pattern)
        if group is not None:
            return self._quantify(head, *group)
        return self._quantify(head, domain.term, _condition(head, pattern))

    def _group_of(self, head: str, domain: Any, pattern: Term) -> tuple[Term, Term] | None:
        """The set whose members alone count, and what is said of them."""
        if domain.term.args[0].kind.family != "id":
            return None
        condition = _condition(head, pattern)
        outer, test = ("or", "outside") if head == "and" else ("and", "in")
        parts = condition.args if condition.head == outer else (condition,)
        for part in parts:
            if part.head == test and part.args[0] is HOLE and not has_hole(part.args[1]) and len(parts) > 1:
                return part.args[1], junction(outer, [p for p in parts if p is not part])
        return None

    def _over_sequence(self, head: str, domain: _Sequence, pattern: Term) -> Term | None:
        present = term("less", HOLE, term("length", domain.whole))
        body = _without_presence(head, present, _condition(head, pattern))
        if body is None:
            values = term("range", number(0), number(len(domain.values) - 1))
            return self._quantify(head, values, _condition(head, pattern))
        body = fill(body, term("hole", -1))

        def change(here: Term) -> Term | None:
            is_there = (
                here.head == "item" and here.args[0] is domain.whole and here.args[1] is term("hole", -1)
            )
            return term("element", domain.whole, HOLE) if is_there else None

        values = term("range", number(1), term("length", domain.whole))
        return self._quantify(head, values, rewrite(body, change))

    def _over_network(self, head: str, domain: _Network, pattern: Term) -> Term | None:
        present = term("less", HOLE, term("message count", domain.network, domain.type))
        body = _without_presence(head, present, _condition(head, pattern))
        if body is None or (head == "plus" and domain.type.repeats):
            return None
        slot, member = term("slot", domain.network, HOLE, domain.type), name("<member>")
        body = rewrite(body, lambda here: member if here is slot else None)
        if has_hole(body):
            return None
        body = rewrite(body, lambda here: HOLE if here is member else None)
        if head != "plus" and (
            value := equal_value(domain.type.element, body if head == "or" else negate(body))
        ):
            held = term("support", domain.network) if domain.type.repeats else domain.network
            return term("in" if head == "or" else "outside", value, held)
        values = term("support", domain.network) if domain.type.repeats else domain.network
        return self._quantify(head, values, body)

    def _quantify(self, head: str, values: Term, body: Term) -> Term:
        if not has_hole(body):  # it says of every value the same
            return body if head != "plus" else term("times", term("size", values), body)
        loop = bind({"and": "all", "or": "exists", "plus": "filter"}[head], values, body)
        return term("size", loop) if head == "plus" else loop


def _in_order(t: Term) -> Term:
    """A term in which what is left of the places of networks is those of sequences: of their messages in order."""

    def change(here: Term) -> Term | None:
        if here.head != "slot":
            return None
        messages, k, type = here.args
        return term(
            "item", term("in order", _in_order(messages), type), k, default_of(type.element), type.places
        )

    return rewrite(t, change)


def _join_members(head: str, operands: Sequence[Term]) -> list[Term] | None:
    """The operands with those that are about all possible members of a set as one."""
    outer, test = ("or", "outside") if head == "and" else ("and", "in")
    groups: dict[Term, dict[Term, Term]] = {}
    types = dict[Term, Any]()
    for operand in operands:
        for part in operand.args if operand.head == outer else (operand,):
            if isinstance(part, Term) and part.head == test and len(part.args) == 3:
                groups.setdefault(part.args[1], {})[part.args[0]] = operand
                types[part.args[1]] = part.args[2]
    for group, by_member in groups.items():
        held = types[group]
        values, parts = members_of(held)
        places = [k for k, value in enumerate(values) if value in by_member]
        chosen = [values[k] for k in places]
        holes = [([column[k] for k in places], hole) for column, hole in parts]
        common = [(column[0], hole) for column, hole in holes if all(v is column[0] for v in column)]
        alike = [v for k, v in enumerate(values) if all(_field_at(parts, hole, k) is x for x, hole in common)]
        if len(chosen) < 2 or alike != chosen:
            continue
        pattern = unify(
            chosen,
            [by_member[v] for v in chosen],
            [h for h in holes if h[1] not in {hole for _, hole in common}],
        )
        if pattern is None or pattern.head != outer:
            continue
        others = [p for p in pattern.args if not (p.head == test and p.args[0] is HOLE)]
        if len(pattern.args) - len(others) != 1:
            continue
        loop = _over_members(head, held, group, others, [equal(hole, x) for x, hole in common])
        if loop is not None:
            gone = set(by_member.values())
            return [*(o for o in operands if o not in gone), loop]
    return None


def _field_at(parts: Sequence[tuple[Sequence[Term], Term]], hole: Term, place: int) -> Term:
    """The field of a value that a part of a pattern stands for."""
    return next(column[place] for column, part in parts if part is hole)


def _over_members(
    head: str, type: Any, group: Term, others: Sequence[Term], common: Sequence[Term]
) -> Term | None:
    """What is said of all members: whether a value is one, if that is it. common: the fields that all values share."""
    test = "outside" if head == "and" else "in"
    rest = others if head == "or" else [negate(p) for p in others]
    if value := equal_value(type.element, junction("and", [*rest, *common])):
        return term(test, value, group)
    if common:
        return None
    body = junction("and" if head == "or" else "or", others)
    return bind("exists" if head == "or" else "all", group, body)


class _Domain:
    """All values of the type of an index."""

    def __init__(self, type: Any, values: Sequence[Any]) -> None:
        self.term, self.values = term("domain", type), values


class _Sequence:
    """All places of a sequence."""

    def __init__(self, sequence: Term, capacity: int) -> None:
        self.whole, self.values = sequence, range(capacity)


class _Network:
    """All places of a network."""

    def __init__(self, network: Term, type: Any) -> None:
        self.network, self.type, self.values = network, type, range(type.places)


def _domains(axis: Any, pattern: Term) -> Iterator[Any]:
    """What the hole of a pattern may range over."""
    if axis[0] == "id":
        identity = LeafType(axis[1], 0, axis[1].size - 1)
        yield _Domain(identity, range(identity.hi + 1))
        return
    for here in subterms(pattern):
        if here.head in INDEXED and here.args[1] is HOLE and _is_of(axis, here):
            if here.head == "at":
                index = here.args[2]
                values = range(index.lo, index.hi + 1)
                yield _Domain(index, index.kind.labels if axis[0] == "label" else values)
            elif here.head == "item":
                yield _Sequence(here.args[0], here.args[3])
            else:
                yield _Network(here.args[0], here.args[2])


def _abstract(operand: Term, axis: Any, value: Any) -> Term:
    """An operand with a hole for a value: everywhere for an id, and for a number or a label where it is an index."""
    if axis[0] == "id":
        wanted = term("id", axis[1], value)
        return rewrite(operand, lambda here: HOLE if here is wanted else None)
    wanted = number(value) if axis[0] == "number" else term("label", value)

    def change(here: Term) -> Term | None:
        if wanted not in here.args:
            return None
        place = INDEXED.get(here.head)
        if not _is_of(axis, here):
            return None
        if (
            place is None
            and here.head in ("less", "at most")
            and any(a.head in ("length", "message count") for a in here.args)
        ):
            place = here.args.index(wanted)
        if place is None or here.args[place] is not wanted:
            return None
        args = [
            HOLE if k == place else rewrite(a, change) if isinstance(a, Term) else a
            for k, a in enumerate(here.args)
        ]
        return term(here.head, *args)

    return rewrite(operand, change)


def _is_of(axis: Any, here: Term) -> bool:
    """Whether an index of a term counts on an axis: each does, or those of one array, sequence or network."""
    return len(axis) < 3 or any(
        a is axis[2]
        or (isinstance(a, Term) and a.head in ("length", "message count") and a.args[0] is axis[2])
        for a in here.args
    )


def _condition(head: str, pattern: Term) -> Term:
    return pattern.operands[0] if head == "plus" else pattern


def _without_presence(head: str, present: Term, condition: Term) -> Term | None:
    """What is said of a place that is used; None if unused ones count too."""
    outer, test = ("or", negate(present)) if head == "and" else ("and", present)
    parts = condition.args if condition.head == outer else (condition,)
    return junction(outer, [p for p in parts if p is not test]) if test in parts else None


def _counts(addend: Term) -> bool:
    return addend.head == "if" and addend.args[1:] == (number(1), number(0))


def _addends(total: Term) -> Iterator[Term]:
    pending = [total]
    while pending:
        here = pending.pop()
        if here.head == "plus":
            pending += reversed(here.args)
        else:
            yield here
