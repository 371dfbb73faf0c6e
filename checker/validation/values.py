"""Why a condition does not hold in a state, with the values of both sides.

Its own module because guards, observations and branches are all told by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tidemark.spec.expressions.evaluation import nodes_below, values_below
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import Constant, Kind
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.leaves import Leaf
from tidemark.spec.types.words import WordType

Real = Mapping[tuple[str, int], Any]
"""The real name of an id, by its sort and number."""
MOST_FIELDS = 4


class Teller:
    """Tells conditions over a state type in words, ids by their real names where they have one."""

    def __init__(self, leaves: Sequence[Leaf], real: Real) -> None:
        self._leaves, self._real = leaves, real

    def refuted(self, condition: Expr, state: Sequence[int]) -> list[str]:
        """Why a condition does not hold in a state: a text for each part of it that fails."""
        known = values_below([condition], state)
        return list(dict.fromkeys(self._false(condition, known)))

    def _false(self, node: Expr, known: Mapping[int, int]) -> list[str]:
        """Texts for a condition that is false."""
        match node.op:
            case "and":
                parts = [one for one in node.args if not known[one.number]]
                return [text for one in parts for text in self._false(one, known)]
            case "or":
                texts = [text for one in node.args for text in self._false(one, known)]
                return [" and ".join(dict.fromkeys(texts))]
            case "eq":
                return [self._unequal(node.args[0], node.args[1], known)]
            case "lt":
                return [self._compared(node, known, "less than")]
            case "not":
                return self._true(node.args[0], known)
            case "has":
                return [f"{self._text(node.args[1], known)} is not in {self._named(node.args[0], known)}"]
            case "field":
                return [f"{self._path(node)} is no"]
            case "const":
                return ["it holds in no state: the model has no such value"]
        return [self._fields(node, known)]

    def _true(self, node: Expr, known: Mapping[int, int]) -> list[str]:
        """Texts for a condition that holds, and should not."""
        match node.op:
            case "eq":
                return [self._named(node.args[0], known)]
            case "lt":
                a, b = node.args
                if a.op == "const":
                    return [f"{self._named(b, known)}, and must be at most {self._text(a, known)}"]
                return [f"{self._named(a, known)}, and must be at least {self._text(b, known)}"]
            case "has":
                return [f"{self._text(node.args[1], known)} is in {self._named(node.args[0], known)}"]
            case "or":
                parts = [one for one in node.args if known[one.number]]
                return [text for one in parts for text in self._true(one, known)]
            case "and":
                return [" and ".join(text for one in node.args for text in self._true(one, known))]
            case "not":
                return self._false(node.args[0], known)
            case "field":
                return [f"{self._path(node)} is yes"]
        return [self._fields(node, known)]

    def _unequal(self, a: Expr, b: Expr, known: Mapping[int, int]) -> str:
        if b.op == "const":
            return f"{self._named(a, known)}, and must be {self._text(b, known)}"
        return f"{self._named(a, known)} and {self._named(b, known)}, and must be equal"

    def _compared(self, node: Expr, known: Mapping[int, int], how: str) -> str:
        a, b = node.args
        if a.op == "const":
            return f"{self._named(b, known)}, and must be more than {self._text(a, known)}"
        return f"{self._named(a, known)}, and must be {how} {self._text(b, known)}"

    def _named(self, node: Expr, known: Mapping[int, int]) -> str:
        """An expression with its value: `lease is 2`."""
        name = self._name(node)
        if not name:
            return self._fields(node, known)
        return f"{name} is {self._value(node.kind, known[node.number])}"

    def _text(self, node: Expr, known: Mapping[int, int]) -> str:
        """An expression as the other side of a comparison: its value, and where that is from."""
        value = self._value(node.kind, known[node.number])
        name = "" if node.op == "const" else self._name(node)
        return f"{value} ({name})" if name else value

    def _name(self, node: Expr) -> str:
        """A short expression as its author might write it; empty if it is not short."""
        match node.op:
            case "field":
                return self._path(node)
            case "const":
                return self._value(node.kind, node.args[0])
            case "add" | "sub":
                a, b = map(self._name, node.args)
                sign = "+" if node.op == "add" else "-"
                return f"{a} {sign} {b}" if a and b else ""
            case "size":
                inner = self._name(node.args[0])
                return f"the size of {inner}" if inner else ""
            case "part":
                return self._part(node)
        return ""

    def _part(self, node: Expr) -> str:
        """A field of a message: its slot, and its name there."""
        word, shift = node.args[:2]
        type = self._leaves[word.args[0]].type if word.op == "field" else None
        if not isinstance(type, WordType):
            return ""
        name = next(part.leaf.path for part in type.parts if part.shift == shift)
        return f"{self._path(word)}.{name}" if name else self._path(word)

    def _path(self, node: Expr) -> str:
        return str(self._leaves[node.args[0]].path)

    def _fields(self, node: Expr, known: Mapping[int, int]) -> str:
        """What a long condition depends on."""
        fields = [one for one in nodes_below([node]) if one.op == "field"]
        fields.sort(key=lambda field: field.args[0])
        told = [f"{self._path(field)} is {self._field(field, known[field.number])}" for field in fields]
        more = len(told) - MOST_FIELDS
        return ", ".join(told[:MOST_FIELDS]) + (f", and {more} more fields" if more > 0 else "")

    def _field(self, field: Expr, value: int) -> str:
        """The value of a field; of a message that of each of its fields."""
        type = self._leaves[field.args[0]].type
        if not isinstance(type, WordType):
            return self._value(field.kind, value)
        told = [
            f"{part.leaf.path} {self._value(part.leaf.kind, int(one))}".strip()
            for part, one in zip(type.parts, type.unpack(value), strict=True)
        ]
        return f"({', '.join(told)})"

    def _value(self, kind: Kind, value: int) -> str:
        match kind.family:
            case "truth":
                return "yes" if value else "no"
            case "label":
                return str(kind.labels[value])
            case "id":
                return self._id(kind.name, value)
            case "set":
                members = [self._id(kind.name, one) for one in range(kind.size) if value >> one & 1]
                return f"{{{', '.join(members)}}}"
        return str(value)

    def _id(self, sort: str, value: int) -> str:
        if value < 0:
            return "none"
        return str(self._real.get((sort, value), value))

    def step(self, instance: Instance) -> str:
        """An action instance, ids by their real names."""
        told = [
            f"{name}={self._value(value.kind, int(value)) if isinstance(value, Constant) else repr(value)}"
            for name, value in instance.arguments.items()
        ]
        return f"{instance.action.name}({', '.join(told)})"
