"""From expressions to LLVM's language: one line of text for each node, each node once in a scope.

Ids, labels and sets are i32, truth values i1. A number is i32 as long as its interval fits, else i64: an expression
that needs more is refused when it is traced (`tidemark.spec.expressions.expression`). Text is written rather than
built with `llvmlite.ir` because it is several times faster, and every check of a machine waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tidemark.checker.engines.native.layout import BitField, Layout
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import TRUTH
from tidemark.spec.expressions.operator_table import lowering_of

_LEAST, _MOST = -(1 << 31), (1 << 31) - 1
"""The least and the greatest number of 32 bits."""


def bits_of(node: Expr) -> int:
    """The bits of the LLVM integer that holds the value of a node, with its sign."""
    if node.kind is TRUTH:
        return 1
    return 32 if node.lo >= _LEAST and node.hi <= _MOST else 64


class Emitter:
    """Collects the lines of one function and names its values."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._next = 0
        self._labels = 0
        self._variables: list[str] = []

    def __call__(self, instruction: str) -> str:
        """Append an instruction that has a value, and give the value's name."""
        name = f"%v{self._next}"
        self._next += 1
        self.lines.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        """Append an instruction without a value."""
        self.lines.append(f"  {instruction}")

    def label(self, name: str) -> None:
        """Begin a block."""
        self.lines.append(f"{name}:")

    def new_label(self) -> str:
        """A name for a block that no other one has."""
        self._labels += 1
        return f"after{self._labels}"

    def variable(self, words: int = 1) -> str:
        """A new place for numbers of 64 bits, which the function has from its beginning."""
        name = f"%variable{len(self._variables)}"
        self._variables.append(f"{name} = alloca [{words} x i64]")
        return name

    def words(self, count: int, pointer: str) -> list[str]:
        """The words of a packed state, loaded."""
        addresses = [self(f"getelementptr i64, ptr {pointer}, i64 {k}") for k in range(count)]
        return [self(f"load i64, ptr {address}") for address in addresses]

    def flag(self, mask: str, truth: str, bit: int) -> str:
        """A mask with a bit more, set where a value is true."""
        wide = self(f"zext i1 {truth} to i64")
        return self(f"or i64 {mask}, {self(f'shl i64 {wide}, {bit}')}")

    def function(self, head: str) -> str:
        """The text of the function whose lines these are."""
        variables = [f"  {variable}" for variable in self._variables]
        return "\n".join([f"define {head} {{", *variables, *self.lines, "}"])


@dataclass(frozen=True)
class PackedState:
    """A state in named LLVM values. in_range: one that says whether all fields are in range; None: always."""

    fields: Sequence[Expr]
    words: list[str]
    in_range: str | None = None


class LlvmLowering:
    """Lowers expressions over one state, whose words are in the named LLVM values."""

    def __init__(self, emit: Emitter, layout: Layout, words: list[str]) -> None:
        self._emit, self._layout, self._words = emit, layout, words
        self._names = dict[int | tuple[int, int], str]()
        """The LLVM value of each node, by its number; and with more or fewer bits, by its number and these."""

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A block that may be skipped: what is computed in it is forgotten after it."""
        begin = len(self._names)
        yield
        while len(self._names) > begin:
            self._names.popitem()

    def choose(self, parameter: Expr, choice: str) -> None:
        """Give a parameter a value in this scope: a number of 64 bits says how far it is from the least one."""
        if parameter.op == "const":
            return
        bits, value = bits_of(parameter), choice
        if bits < 64:
            value = self._emit(f"trunc i64 {value} to i{bits}")
        if parameter.lo:
            value = self._emit(f"add i{bits} {value}, {parameter.lo}")
        self._names[parameter.number] = value

    def value(self, node: Expr) -> str:
        """The LLVM value of a node, computed here unless it has been before.

        Operands come first, from left to right. A long sum is nested too deeply for Python to follow it by calls.
        """
        names = self._names
        if node.number in names:
            return names[node.number]
        pending = [node]
        while pending:
            top = pending[-1]
            for operand in top.args:
                if operand.__class__ is Expr and operand.number not in names:
                    if operand.op != "const":
                        pending.append(operand)
                        break
                    names[operand.number] = _constant(operand)
            else:
                names[top.number] = self._compute(pending.pop())
        return names[node.number]

    def operand(self, node: Expr, bits: int) -> str:
        """The value of a node with this many bits: cut off, or extended by its sign."""
        value_bits = bits_of(node)
        if value_bits == bits:
            return self._names.get(node.number) or self.value(node)
        key, name = (node.number, bits), self.value(node)
        if key not in self._names:
            if node.op == "const":
                self._names[key] = _constant(node, bits)
            else:
                how = "sext" if bits > value_bits else "trunc"
                self._names[key] = self._emit(f"{how} i{value_bits} {name} to i{bits}")
        return self._names[key]

    def _compute(self, node: Expr) -> str:
        if node.op == "const":
            return _constant(node)
        if node.op == "field":
            return self._field(node)
        operands = [self._names[a.number] for a in node.args if a.__class__ is Expr]
        return lowering_of(node.op, LOWERINGS, "the native engine")(self, node, *operands)

    def _has(self, group: str, member: str) -> str:
        doubled = self._emit(f"shl i32 {group}, 1")
        return self._emit(f"trunc i32 {self._emit(f'lshr i32 {doubled}, {self._above(member)}')} to i1")

    def _equal(self, node: Expr, a: str, b: str) -> str:
        return self._emit(f"icmp eq i1 {a}, {b}") if node.args[1].kind is TRUTH else self._calculate(node)

    def _choose(self, node: Expr, condition: str, then: str, otherwise: str) -> str:
        return self._one_of(condition, then, otherwise) if node.kind is TRUTH else self._calculate(node)

    def _calculate(self, node: Expr) -> str:
        """What has two operands of one kind, which are no truth values, in the bits that it needs.

        A sum or a product of 32 bits may have operands of 64: their lower halves are enough.
        """
        first, second = node.args[-2:]
        bits = max(bits_of(first), bits_of(second)) if node.kind is TRUTH else bits_of(node)
        a, b = self.operand(first, bits), self.operand(second, bits)
        match node.op:
            case "eq":
                return self._emit(f"icmp eq i{bits} {a}, {b}")
            case "lt":
                return self._emit(f"icmp slt i{bits} {a}, {b}")
            case "ite":
                return self._emit(f"select i1 {self._names[node.args[0].number]}, i{bits} {a}, i{bits} {b}")
            case _:
                return self._emit(f"{node.op} i{bits} {a}, {b}")

    def _divide(self, node: Expr) -> str:
        """A quotient or a remainder, towards the lesser number: the processor's is towards zero.

        A divisor that depends on the state is never 0 in a state; a processor may compute it of a message that does not
        fit its domain, and must not stop there. In 64 bits the least number of 32 can be divided by -1.
        """
        emit, (dividend, divisor) = self._emit, node.args
        bits = max(map(bits_of, (node, dividend, divisor))) if divisor.op == "const" else 64
        a, b = self.operand(dividend, bits), self.operand(divisor, bits)
        if divisor.op != "const":
            b = emit(f"select i1 {emit(f'icmp eq i{bits} {b}, 0')}, i{bits} 1, i{bits} {b}")
        remainder = emit(f"srem i{bits} {a}, {b}")
        exact = emit(f"icmp eq i{bits} {remainder}, 0")
        unlike = emit(f"icmp slt i{bits} {emit(f'xor i{bits} {remainder}, {b}')}, 0")
        is_below = emit(f"and i1 {emit(f'xor i1 {exact}, true')}, {unlike}")
        if node.op == "mod":
            value = emit(f"add i{bits} {remainder}, {emit(f'select i1 {is_below}, i{bits} {b}, i{bits} 0')}")
        else:
            quotient = emit(f"sdiv i{bits} {a}, {b}")
            value = emit(f"sub i{bits} {quotient}, {emit(f'zext i1 {is_below} to i{bits}')}")
        return value if bits_of(node) == bits else emit(f"trunc i{bits} {value} to i{bits_of(node)}")

    def _shift(self, node: Expr, identity: str) -> str:
        """The id some steps further on a ring; `none`, which is -1, of `none`."""
        emit, (start, steps, size) = self._emit, node.args
        if steps.op == "const":
            ahead = emit(f"add i32 {identity}, {steps.args[0]}")
            is_past = emit(f"icmp sge i32 {ahead}, {size}")
            value = emit(f"select i1 {is_past}, i32 {emit(f'sub i32 {ahead}, {size}')}, i32 {ahead}")
        else:
            remainder = emit(f"srem i64 {self.operand(steps, 64)}, {size}")
            ahead = emit(f"add i64 {emit(f'add i64 {remainder}, {size}')}, {self.operand(start, 64)}")
            value = emit(f"trunc i64 {emit(f'srem i64 {ahead}, {size}')} to i32")
        return self._none_if(start.lo < 0, identity, value)

    def _distance(self, node: Expr, a: str, b: str) -> str:
        """How many steps lead from one id to another on a ring; -1 if one of them is `none`."""
        emit, (first, second, size) = self._emit, node.args
        ahead = emit(f"sub i32 {b}, {a}")
        is_behind = emit(f"icmp slt i32 {ahead}, 0")
        value = emit(f"select i1 {is_behind}, i32 {emit(f'add i32 {ahead}, {size}')}, i32 {ahead}")
        may_be_none = min(first.lo, second.lo) < 0
        return self._none_if(may_be_none, emit(f"or i32 {a}, {b}") if may_be_none else "", value)

    def _none_if(self, may_be_none: bool, sign: str, value: str) -> str:
        """A value, or -1 where a sign is negative."""
        if not may_be_none:
            return value
        return self._emit(f"select i1 {self._emit(f'icmp slt i32 {sign}, 0')}, i32 -1, i32 {value}")

    def _one_of(self, condition: str, then: str, otherwise: str) -> str:
        """One of two truth values. Not by `select`: LLVM's quick way to machine code ends at a `select` of i1, and what
        it does in its place takes quadratic time in a long block.
        """
        differ = self._emit(f"xor i1 {then}, {otherwise}")
        return self._emit(f"xor i1 {self._emit(f'and i1 {condition}, {differ}')}, {otherwise}")

    def _field(self, node: Expr) -> str:
        bit_field = self._layout.places[node.args[0]]
        shifted = self._emit(f"lshr i64 {self._words[bit_field.word]}, {bit_field.shift}")
        if node.kind == TRUTH:
            return self._emit(f"trunc i64 {shifted} to i1")
        bits, value = bits_of(node), self._emit(f"and i64 {shifted}, {bit_field.mask}")
        if bits < 64:
            value = self._emit(f"trunc i64 {value} to i{bits}")
        return self._emit(f"add i{bits} {value}, {bit_field.lo}") if bit_field.lo else value

    def _join(self, node: Expr, word: str) -> str:
        lo, bits = node.args[2:]
        if node.args[1].kind is TRUTH:
            value = self._emit(f"zext i1 {self.value(node.args[1])} to i32")
        else:
            value = self.operand(node.args[1], 32)
            value = self._emit(f"sub i32 {value}, {lo}") if lo else value
        if node.args[0].constant == 0:
            return value
        return self._emit(f"or i32 {self._emit(f'shl i32 {word}, {bits}')}, {value}")

    def _part_of(self, node: Expr, word: str) -> str:
        _, shift, bits, lo, _ = node.args
        shifted = self._emit(f"lshr i32 {word}, {shift}") if shift else word
        if node.kind == TRUTH:
            return self._emit(f"trunc i32 {shifted} to i1")
        value = self._emit(f"and i32 {shifted}, {(1 << bits) - 1}")
        return self._emit(f"add i32 {value}, {lo}") if lo else value

    def _above(self, member: str) -> str:
        """A member plus one: `none`, which is -1, then names the place below all members."""
        return self._emit(f"add i32 {member}, 1")

    def _bit(self, member: str) -> str:
        """The set of one member; the empty set for `none`."""
        return self._emit(f"lshr i32 {self._emit(f'shl i32 1, {self._above(member)}')}, 1")

    def _complement(self, group: str) -> str:
        return self._emit(f"xor i32 {group}, -1")

    def pack(self, fields: Sequence[Expr], before: PackedState) -> PackedState:
        """A state of these fields. One that another packed state has too keeps its bits."""
        emit = self._emit
        kept, fixed = [0] * self._layout.words, [0] * self._layout.words
        parts: list[list[str]] = [[] for _ in kept]
        in_range = before.in_range
        for node, old, bit_field in zip(fields, before.fields, self._layout.places, strict=True):
            if node is old:
                kept[bit_field.word] |= bit_field.mask << bit_field.shift
                continue
            if node.lo < bit_field.lo or node.hi > bit_field.hi:
                fits = self._fits(node, bit_field)
                in_range = fits if in_range is None else emit(f"and i1 {in_range}, {fits}")
            if node.op == "const":
                if bit_field.lo <= node.args[0] <= bit_field.hi:
                    fixed[bit_field.word] |= (node.args[0] - bit_field.lo) << bit_field.shift
            elif bit_field.bits:
                parts[bit_field.word].append(self._part(node, bit_field))
        words = []
        for current, keep, constant, added in zip(before.words, kept, fixed, parts, strict=True):
            pieces = [emit(f"and i64 {current}, {keep}")] if keep else []
            pieces += [str(constant)] if constant else []
            first, *others = [*pieces, *added] or ["0"]
            for part in others:
                first = emit(f"or i64 {first}, {part}")
            words.append(first)
        return PackedState(fields, words, in_range)

    def _fits(self, node: Expr, bit_field: BitField) -> str:
        """Whether a value is in the domain of a field."""
        if node.op == "const":
            return "false"
        if node.kind is TRUTH:
            return self.value(node) if bit_field.lo else self._emit(f"xor i1 {self.value(node)}, true")
        bits = bits_of(node)
        offset = self._emit(f"sub i{bits} {self.value(node)}, {bit_field.lo}")
        return self._emit(f"icmp ule i{bits} {offset}, {bit_field.hi - bit_field.lo}")

    def _part(self, node: Expr, bit_field: BitField) -> str:
        """A value in the bits of a field; any bits, also those of other fields, where it does not fit."""
        if node.kind is TRUTH:
            offset = self._emit(f"zext i1 {self.value(node)} to i64")
        else:
            bits, offset = bits_of(node), self.value(node)
            offset = self._emit(f"sub i{bits} {offset}, {bit_field.lo}") if bit_field.lo else offset
            offset = self._emit(f"zext i{bits} {offset} to i64") if bits < 64 else offset
        return self._emit(f"shl i64 {offset}, {bit_field.shift}")


LOWERINGS: dict[str, Callable[..., str]] = {
    **dict.fromkeys(("add", "sub", "mul", "lt"), lambda to, node, *_: to._calculate(node)),
    "floordiv": lambda to, node, *_: to._divide(node),
    "mod": lambda to, node, *_: to._divide(node),
    "eq": lambda to, node, a, b: to._equal(node, a, b),
    "ite": lambda to, node, condition, a, b: to._choose(node, condition, a, b),
    "and": lambda to, _, a, b: to._emit(f"and i1 {a}, {b}"),
    "or": lambda to, _, a, b: to._emit(f"or i1 {a}, {b}"),
    "not": lambda to, _, a: to._emit(f"xor i1 {a}, true"),
    "has": lambda to, _, group, member: to._has(group, member),
    "insert": lambda to, _, group, member: to._emit(f"or i32 {group}, {to._bit(member)}"),
    "remove": lambda to, _, group, member: to._emit(f"and i32 {group}, {to._complement(to._bit(member))}"),
    "union": lambda to, _, a, b: to._emit(f"or i32 {a}, {b}"),
    "minus": lambda to, _, a, b: to._emit(f"and i32 {a}, {to._complement(b)}"),
    "position": lambda _to, _node, identity: identity,
    "id_at": lambda to, node, _: to.operand(node.args[0], 32),
    "shift": lambda to, node, identity, _: to._shift(node, identity),
    "distance": lambda to, node, a, b: to._distance(node, a, b),
    "join": lambda to, node, word, _: to._join(node, word),
    "part": lambda to, node, word: to._part_of(node, word),
    "size": lambda to, _, group: to._emit(f"call i32 @llvm.ctpop.i32(i32 {group})"),
}
"""For each operator what writes its lines, of the node and the names of its operands."""


def _constant(node: Expr, bits: int = 64) -> str:
    """A constant as LLVM reads it, with this many bits."""
    if node.kind is TRUTH:
        return "true" if node.args[0] else "false"
    value: int = node.args[0] & (1 << bits) - 1
    return str(value - (1 << bits) if value >> bits - 1 else value)
