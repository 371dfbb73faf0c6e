"""Why a condition does not hold in a state, in words, with the values of both sides.

The values come from `spec.expressions.evaluation`, which evaluates every node once. What is here only chooses which
nodes to name, and how: the parts that fail, as their author might write them. Guards and observations both use it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from tidemark.spec.expressions.evaluation import nodes_below, values_below
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import Constant, Kind, naming_ids
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.differences import fields
from tidemark.spec.types.leaves import Leaf, Type
from tidemark.spec.types.members import argument_text
from tidemark.spec.types.words import WordType

RealNames = Mapping[tuple[str, int], Any]
"""The real name of an id, by its sort and number."""
MOST_FIELDS = 4
SIGNS = {"add": "+", "sub": "-", "mul": "*", "floordiv": "//", "mod": "%"}
"""What an author writes for an operator."""
FUNCTIONS = {"position": "position", "shift": "next_id", "distance": "steps_between"}
"""The functions that an author calls for one."""


class Teller:
    """Tells conditions over a state type in words, ids by their real names where they have one."""

    def __init__(self, type: Type, real: RealNames) -> None:
        self._type, self._real = type, real

    @cached_property
    def _leaves(self) -> list[Leaf]:
        with naming_ids(self._real):
            return [leaf for field in fields(self._type) for leaf in field.type.leaves(field.path)]

    def explain_false(self, condition: Expr, state: Sequence[int]) -> list[str]:
        """Why a condition does not hold in a state: a text for each part of it that fails."""
        values = values_below([condition], state)
        return list(dict.fromkeys(self._tell_false(condition, values)))

    def _tell_false(self, node: Expr, values: Mapping[int, int]) -> list[str]:
        """Texts for a condition that is false."""
        match node.op:
            case "and":
                parts = [operand for operand in node.args if not values[operand.number]]
                return [reason for operand in parts for reason in self._tell_false(operand, values)]
            case "or":
                texts = [reason for operand in node.args for reason in self._tell_false(operand, values)]
                return [" and ".join(dict.fromkeys(texts))]
            case "eq":
                return [self._tell_unequal(node.args[0], node.args[1], values)]
            case "lt":
                return [self._tell_less(node, values, "less than")]
            case "not":
                return self._tell_true(node.args[0], values)
            case "has":
                return [
                    f"{self._text(node.args[1], values)} is not in {self._tell_value(node.args[0], values)}"
                ]
            case "field":
                return [f"{self._path(node)} is no"]
            case "const":
                return ["it holds in no state: the model has no such value"]
        return [self._fields(node, values)]

    def _tell_true(self, node: Expr, values: Mapping[int, int]) -> list[str]:
        """Texts for a condition that holds, and should not."""
        match node.op:
            case "eq":
                return [self._tell_value(node.args[0], values)]
            case "lt":
                a, b = node.args
                if a.op == "const":
                    return [f"{self._tell_value(b, values)}, and must be at most {self._text(a, values)}"]
                return [f"{self._tell_value(a, values)}, and must be at least {self._text(b, values)}"]
            case "has":
                return [f"{self._text(node.args[1], values)} is in {self._tell_value(node.args[0], values)}"]
            case "or":
                parts = [operand for operand in node.args if values[operand.number]]
                return [reason for operand in parts for reason in self._tell_true(operand, values)]
            case "and":
                return [
                    " and ".join(
                        reason for operand in node.args for reason in self._tell_true(operand, values)
                    )
                ]
            case "not":
                return self._tell_false(node.args[0], values)
            case "field":
                return [f"{self._path(node)} is yes"]
        return [self._fields(node, values)]

    def _tell_unequal(self, a: Expr, b: Expr, values: Mapping[int, int]) -> str:
        if b.op == "const":
            return f"{self._tell_value(a, values)}, and must be {self._text(b, values)}"
        return f"{self._tell_value(a, values)} and {self._tell_value(b, values)}, and must be equal"

    def _tell_less(self, node: Expr, values: Mapping[int, int], how: str) -> str:
        a, b = node.args
        if a.op == "const":
            return f"{self._tell_value(b, values)}, and must be more than {self._text(a, values)}"
        return f"{self._tell_value(a, values)}, and must be {how} {self._text(b, values)}"

    def _tell_value(self, node: Expr, values: Mapping[int, int]) -> str:
        """An expression with its value: `lease is 2`."""
        name = self._name(node)
        if not name:
            return self._fields(node, values)
        return f"{name} is {self._value(node.kind, values[node.number])}"

    def _text(self, node: Expr, values: Mapping[int, int]) -> str:
        """An expression as the other side of a comparison: its value, and where that is from."""
        value = self._value(node.kind, values[node.number])
        name = "" if node.op == "const" else self._name(node)
        return f"{value} ({name})" if name else value

    def _name(self, node: Expr) -> str:
        """A short expression as its author might write it; empty if it is not short."""
        match node.op:
            case "field":
                return self._path(node)
            case "const":
                return self._value(node.kind, node.args[0])
            case "add" | "sub" | "mul" | "floordiv" | "mod":
                a, b = (self._operand(node, part) for part in node.args)
                return f"{a} {SIGNS[node.op]} {b}" if a and b else ""
            case "size":
                inner = self._name(node.args[0])
                return f"the size of {inner}" if inner else ""
            case "part":
                return self._part(node)
            case "position" | "shift" | "distance":
                return self._call(node)
        return ""

    def _call(self, node: Expr) -> str:
        """A function of ids in an order as its author wrote it."""
        names = [self._name(operand) for operand in node.args if isinstance(operand, Expr)]
        return f"{FUNCTIONS[node.op]}({', '.join(names)})" if all(names) else ""

    def _operand(self, node: Expr, part: Expr) -> str:
        """A part of a calculation as its author might write it, in parentheses if it needs them."""
        name = self._name(part)
        needs_them = part.op in SIGNS and (node.op not in ("add", "sub") or part is node.args[1])
        return f"({name})" if name and needs_them else name

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

    def _fields(self, node: Expr, values: Mapping[int, int]) -> str:
        """What a long condition depends on."""
        fields = [subnode for subnode in nodes_below([node]) if subnode.op == "field"]
        fields.sort(key=lambda field: field.args[0])
        descriptions = [
            f"{self._path(field)} is {self._field(field, values[field.number])}" for field in fields
        ]
        hidden = len(descriptions) - MOST_FIELDS
        return ", ".join(descriptions[:MOST_FIELDS]) + (f", and {hidden} more fields" if hidden > 0 else "")

    def _field(self, field: Expr, value: int) -> str:
        """The value of a field; of a message that of each of its fields."""
        type = self._leaves[field.args[0]].type
        if not isinstance(type, WordType):
            return self._value(field.kind, value)
        parts = [
            f"{part.leaf.path} {self._value(part.leaf.kind, int(part_value))}".strip()
            for part, part_value in zip(type.parts, type.unpack(value), strict=True)
        ]
        return f"({', '.join(parts)})"

    def _value(self, kind: Kind, value: int) -> str:
        match kind.family:
            case "truth":
                return "yes" if value else "no"
            case "label":
                return str(kind.labels[value])
            case "id":
                return self._id(kind.name, value)
            case "set":
                members = [self._id(kind.name, member) for member in range(kind.size) if value >> member & 1]
                return f"{{{', '.join(members)}}}"
        return str(value)

    def _id(self, sort: str, value: int) -> str:
        if value < 0:
            return "none"
        return str(self._real.get((sort, value), value))

    def step(self, instance: Instance) -> str:
        """An action instance, ids by their real names."""
        arguments = [
            f"{name}={self._value(value.kind, int(value)) if isinstance(value, Constant) else argument_text(value)}"
            for name, value in instance.arguments.items()
        ]
        return f"{instance.action.name}({', '.join(arguments)})"
