"""From expressions to LLVM's language: one line of text for each node, each node once in a scope.

Numbers, ids, labels and sets are i32, truth values i1. Text is written rather than built with `llvmlite.ir`
because it is several times faster, and every check of a machine waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tidemark.checker.engines.native.layout import Layout
from tidemark.spec.expression import Expr
from tidemark.spec.kinds import TRUTH, Kind


def width(kind: Kind) -> str:
    """The LLVM type of a value of this kind."""
    return "i1" if kind == TRUTH else "i32"


class Emitter:
    """Collects the lines of one function and names its values."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._next = 0

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
        return "\n".join([f"define {head} {{", *self.lines, "}"])


class LlvmLowering:
    """Lowers expressions over one state, whose words are in the named LLVM values."""

    def __init__(self, emit: Emitter, layout: Layout, words: list[str]) -> None:
        self._emit, self._layout, self._words = emit, layout, words
        self._scopes: list[dict[int, str]] = [{}]

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A block that may be skipped: what is computed in it is forgotten after it."""
        self._scopes.append({})
        yield
        self._scopes.pop()

    def value(self, node: Expr) -> str:
        """The LLVM value of a node, computed here unless it has been before."""
        if node.op == "const":
            return str(node.args[0]) if node.kind != TRUTH else ("true" if node.args[0] else "false")
        for scope in reversed(self._scopes):
            if node.number in scope:
                return scope[node.number]
        name = self._compute(node)
        self._scopes[-1][node.number] = name
        return name

    def _compute(self, node: Expr) -> str:
        emit = self._emit
        if node.op == "field":
            return self._field(node)
        operands = [self.value(a) for a in node.args if isinstance(a, Expr)]
        match node.op:
            case "add" | "sub" | "and" | "or":
                return emit(f"{node.op} {width(node.kind)} {operands[0]}, {operands[1]}")
            case "eq":
                return emit(f"icmp eq {width(node.args[0].kind)} {operands[0]}, {operands[1]}")
            case "lt":
                return emit(f"icmp slt i32 {operands[0]}, {operands[1]}")
            case "not":
                return emit(f"xor i1 {operands[0]}, true")
            case "ite" if node.kind == TRUTH:
                return self._one_of(*operands)
            case "ite":
                return emit(f"select i1 {operands[0]}, i32 {operands[1]}, i32 {operands[2]}")
            case "has":
                group = emit(f"shl i32 {operands[0]}, 1")
                shifted = emit(f"lshr i32 {group}, {self._above(operands[1])}")
                return emit(f"trunc i32 {shifted} to i1")
            case "insert":
                return emit(f"or i32 {operands[0]}, {self._bit(operands[1])}")
            case "remove":
                return emit(f"and i32 {operands[0]}, {self._complement(self._bit(operands[1]))}")
            case "union":
                return emit(f"or i32 {operands[0]}, {operands[1]}")
            case "minus":
                return emit(f"and i32 {operands[0]}, {self._complement(operands[1])}")
            case "join":
                return self._joined(node, *operands)
            case "part":
                return self._part_of(node, operands[0])
            case "size":
                return emit(f"call i32 @llvm.ctpop.i32(i32 {operands[0]})")
        raise AssertionError(node.op)

    def _one_of(self, condition: str, then: str, other: str) -> str:
        """One of two truth values. Not by `select`: LLVM's quick way to machine code ends at a `select` of i1, and what
        it does in its place takes quadratic time in a long block.
        """
        differ = self._emit(f"xor i1 {then}, {other}")
        return self._emit(f"xor i1 {self._emit(f'and i1 {condition}, {differ}')}, {other}")

    def _field(self, node: Expr) -> str:
        place = self._layout.places[node.args[0]]
        shifted = self._emit(f"lshr i64 {self._words[place.word]}, {place.shift}")
        if node.kind == TRUTH:
            return self._emit(f"trunc i64 {shifted} to i1")
        narrow = self._emit(f"trunc i64 {self._emit(f'and i64 {shifted}, {place.mask}')} to i32")
        return self._emit(f"add i32 {narrow}, {place.lo}") if place.lo else narrow

    def _joined(self, node: Expr, word: str, value: str) -> str:
        lo, bits = node.args[2:]
        if node.args[1].kind == TRUTH:
            value = self._emit(f"zext i1 {value} to i32")
        elif lo:
            value = self._emit(f"sub i32 {value}, {lo}")
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

    def pack(self, fields: list[Expr]) -> tuple[list[str], str | None]:
        """The words of a state of these fields, and a value that says whether all are in range (None: always).

        A field that is the current state's own keeps its bits.
        """
        emit = self._emit
        kept, fixed = [0] * self._layout.words, [0] * self._layout.words
        parts: list[list[str]] = [[] for _ in kept]
        in_range: str | None = None
        for index, (node, place) in enumerate(zip(fields, self._layout.places, strict=True)):
            if place.bits and node.op == "field" and node.args[0] == index:
                kept[place.word] |= place.mask << place.shift
                continue
            if node.lo < place.lo or node.hi > place.hi:
                offset = emit(f"sub i32 {self.value(node)}, {place.lo}")
                fits = emit(f"icmp ule i32 {offset}, {place.hi - place.lo}")
                in_range = fits if in_range is None else emit(f"and i1 {in_range}, {fits}")
            if node.op == "const" and place.lo <= node.args[0] <= place.hi:
                fixed[place.word] |= (node.args[0] - place.lo) << place.shift
            elif place.bits:
                parts[place.word].append(self._part(node, place.lo, place.shift))
        words = []
        for current, keep, constant, added in zip(self._words, kept, fixed, parts, strict=True):
            pieces = [emit(f"and i64 {current}, {keep}")] if keep else []
            pieces += [str(constant)] if constant else []
            first, *others = [*pieces, *added] or ["0"]
            for part in others:
                first = emit(f"or i64 {first}, {part}")
            words.append(first)
        return words, in_range

    def _part(self, node: Expr, lo: int, shift: int) -> str:
        value = self.value(node)
        if node.kind == TRUTH:
            wide = self._emit(f"zext i1 {value} to i64")
        else:
            offset = self._emit(f"sub i32 {value}, {lo}") if lo else value
            wide = self._emit(f"zext i32 {offset} to i64")
        return self._emit(f"shl i64 {wide}, {shift}")
