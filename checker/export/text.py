"""The text of terms: short lines, and parentheses where TLA+ needs them.

A term that fits the rest of a line is one. A longer one is a block of lines, each part indented by what stands before
it, so that the bullets of a conjunction are below each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tidemark.checker.export.terms import BINDERS, Term, literal, term
from tidemark.spec.types.leaves import LeafType

WIDTH = 100
_INFIX = {
    "equal": ("=", 4), "differ": ("#", 4), "in": (r"\in", 4), "outside": (r"\notin", 4), "less": ("<", 4),
    "at most": ("<=", 4), "plus": ("+", 6), "minus": ("-", 6), "times": ("*", 7), "quotient": (r"\div", 7),
    "modulo": ("%", 6), "union": (r"\cup", 5), "without": ("\\", 5), "range": ("..", 5), "sum": ("(+)", 5),
    "less one": ("(-)", 5), "and": ("/\\", 2), "or": ("\\/", 2), "implies": ("=>", 1),
}  # fmt: skip
"""The sign of each infix operator, and how strongly it binds."""
_SUMS = ("plus", "minus")
_OPEN = ("if", "let", "all", "exists")
"""What has no end: it stands in parentheses within others."""
_CALLS = {
    "length": "Len", "size": "Cardinality", "append": "Append", "support": "BagToSet",
}  # fmt: skip


class TermWriter:
    """Writes terms.

    of_type: the name or the text of the set of a type's values. named: terms that have a name of their own.
    variable: chooses a name for a bound variable, from its values and the names that are in use around it.
    """

    def __init__(
        self,
        of_type: Callable[[object], str],
        special: Callable[[Term], Term | str | None],
        variable: Callable[[Term, Iterable[str]], str],
    ) -> None:
        self._of_type, self._special, self._variable = of_type, special, variable

    def block(self, t: Term, room: int = WIDTH, bound: Mapping[str, str] | None = None) -> list[str]:
        """The lines of a term, none longer than `room` if possible."""
        bound = bound or {}
        if t.size <= room and len(flat := self.flat(t, bound)) <= room:
            return [flat]
        changed = self._special(t)
        if isinstance(changed, str):
            return [changed]
        return self._lines(_as_implication(changed or t), room, bound)

    def flat(self, t: Term, bound: Mapping[str, str]) -> str:
        """A term on one line."""
        changed = self._special(t)
        if isinstance(changed, str):
            return changed
        t = _as_implication(changed or t)
        if t.head in BINDERS:
            variable, inner = self._bind(t, bound)
            head = f"{variable} \\in {self._operand(t.args[1], 5, bound)}"
            return _around(t.head, head, self.flat(t.args[2], inner))
        if t.head in _INFIX:
            sign, level = _INFIX[t.head]
            operands = [
                self._operand(a, level, bound, k == 0 and t.head in _SUMS) for k, a in enumerate(t.operands)
            ]
            return f" {sign} ".join(operands) if sign != ".." else sign.join(operands)
        return self._simple(t, bound)

    def _simple(self, t: Term, bound: Mapping[str, str]) -> str:
        args = t.args
        match t.head:
            case "name":
                return bound.get(args[0], args[0])
            case "number":
                return str(args[0])
            case "label":
                return f'"{args[0]}"'
            case "true" | "false":
                return t.head.upper()
            case "not":
                return f"~{self._operand(args[0], 9, bound)}"
            case "get":
                return f"{self._operand(args[0], 9, bound)}.{args[1]}"
            case "at" | "element":
                return f"{self._operand(args[0], 9, bound)}[{self.flat(args[1], bound)}]"
            case "if":
                words = zip(("IF", "THEN", "ELSE"), t.operands, strict=True)
                return " ".join(f"{word} {self.flat(a, bound)}" for word, a in words)
            case "prime":
                value = (
                    self.flat(args[1], bound) if args[1].head in _OPEN else self._operand(args[1], 4, bound)
                )
                return f"{args[0]}' = {value}"
            case "domain" | "values":
                return self._of_type(args[0])
        return self._compound(t, bound)

    def _compound(self, t: Term, bound: Mapping[str, str]) -> str:
        args = t.args
        match t.head:
            case "except":
                updates = (f"{self.path(u, bound)} = {self.flat(u.args[0], bound)}" for u in args[1:])
                return f"[{self._operand(args[0], 9, bound)} EXCEPT {', '.join(updates)}]"
            case "let":
                definitions = (
                    f"{args[k]} == {self.flat(args[k + 1], bound)}" for k in range(1, len(args), 2)
                )
                return f"LET {' '.join(definitions)} IN {self.flat(args[0], bound)}"
            case "function of":
                keys = [self.flat(k, bound) for k in literals(args[0])]
                pairs = (
                    f"{k} :> {self._operand(a, 8, bound)}" for k, a in zip(keys, t.operands, strict=True)
                )
                return f"({' @@ '.join(pairs)})"
        opening, closing, parts = self._brackets(t)
        return f"{opening}{', '.join(prefix + self.flat(a, bound) for prefix, a in parts)}{closing}"

    def _brackets(self, t: Term) -> tuple[str, str, list[tuple[str, Term]]]:
        """What opens and closes a term with operands between commas, and the operands with what stands before each."""
        match t.head:
            case "set":
                return "{", "}", [("", a) for a in t.args]
            case "tuple":
                return "<<", ">>", [("", a) for a in t.args]
            case "record":
                return "[", "]", [(f"{f} |-> ", v) for f, v in zip(t.args[0], t.args[1:], strict=True)]
            case "call":
                return f"{t.args[0]}(", ")", [("", a) for a in t.operands]
        return f"{_CALLS[t.head]}(", ")", [("", a) for a in t.operands]

    def _operand(self, t: Term, level: int, bound: Mapping[str, str], is_first: bool = False) -> str:
        flat = self.flat(t, bound)
        return f"({flat})" if self._needs_parentheses(t, level, is_first) else flat

    def _needs_parentheses(self, t: Term, level: int, is_first: bool = False) -> bool:
        changed = self._special(t)
        if isinstance(changed, str):
            return " " in changed and not changed.startswith(("[", "{", "("))
        t = _as_implication(changed or t)
        if t.head in _OPEN or (t.head == "number" and t.args[0] < 0 and level > 5):
            return True
        if t.head in ("domain", "values"):
            return level > 4 and " " in self._of_type(t.args[0])
        if t.head not in _INFIX:
            return t.head == "not" and level > 4
        own = _INFIX[t.head][1]
        return own < level or (own == level and not (is_first and t.head in _SUMS))

    def _bind(self, t: Term, bound: Mapping[str, str]) -> tuple[str, dict[str, str]]:
        """The name of a bound variable, and all names within the loop."""
        variable = self._variable(t.args[1], bound.values())
        # by its own name too: another variable within may have the same number, and not the same name
        return variable, {**bound, variable: variable, t.args[0]: variable}

    def _lines(self, t: Term, room: int, bound: Mapping[str, str]) -> list[str]:
        match t.head:
            case "and" | "or":
                sign = _INFIX[t.head][0] + " "
                return [line for a in t.args for line in hang(sign, self.block(a, room - 3, bound))]
            case "if":
                return self._if(t, room, bound)
            case "let":
                return self._let(t, room, bound)
            case "prime":
                return self._after(f"{t.args[0]}' = ", t.args[1], room, bound, 4)
            case "except":
                return self._except(t, room, bound)
            case "not":
                return hang("~", self._operand_block(t.args[0], 9, room - 1, bound))
            case "get" | "at" | "element":
                lines = self._operand_block(t.args[0], 9, room, bound)
                end = f".{t.args[1]}" if t.head == "get" else f"[{self.flat(t.args[1], bound)}]"
                return [*lines[:-1], lines[-1] + end]
        if t.head in BINDERS:
            return self._loop(t, room, bound)
        if t.head in _INFIX:
            return self._infix(t, room, bound)
        if not t.operands:
            return [self.flat(t, bound)]
        if t.head == "function of":
            keys = [f"{self.flat(k, bound)} :> " for k in literals(t.args[0])]
            blocks = [
                hang(k, self._operand_block(a, 8, room - 8, bound))
                for k, a in zip(keys, t.operands, strict=True)
            ]
            lines = [line for k, block in enumerate(blocks) for line in hang("@@ " if k else "(  ", block)]
            return [*lines[:-1], f"{lines[-1]})"]
        opening, closing, parts = self._brackets(t)
        return self._list(opening, closing, parts, room, bound)

    def _list(
        self,
        opening: str,
        closing: str,
        parts: Sequence[tuple[str, Term]],
        room: int,
        bound: Mapping[str, str],
    ) -> list[str]:
        indent = len(opening) if len(opening) < 24 else 4
        lines = list[str]()
        for k, (prefix, a) in enumerate(parts):
            block = hang(prefix, self.block(a, room - indent - len(prefix) - 2, bound))
            block[-1] += "," if k < len(parts) - 1 else closing
            lines += block
        if indent == len(opening):
            return hang(opening, lines)
        return [opening, *(" " * indent + line for line in lines)]

    def _after(self, prefix: str, t: Term, room: int, bound: Mapping[str, str], level: int = 0) -> list[str]:
        """A prefix and a term, which begins on the next line if it has more room there."""
        lines = self._operand_block(t, level, room - len(prefix), bound, is_last=True)
        if len(lines) == 1 or len(prefix) <= 24:
            return hang(prefix, lines)
        return [
            prefix.rstrip(),
            *("    " + line for line in self._operand_block(t, level, room - 4, bound, is_last=True)),
        ]

    def _if(self, t: Term, room: int, bound: Mapping[str, str]) -> list[str]:
        lines, word = list[str](), "IF "
        while True:
            lines += hang(word, self.block(t.args[0], room - len(word), bound))
            lines += hang("THEN ", self.block(t.args[1], room - 5, bound))
            t = t.args[2]
            if t.head != "if" or self._special(t) is not None:
                return lines + hang("ELSE ", self.block(t, room - 5, bound))
            word = "ELSE IF "

    def _let(self, t: Term, room: int, bound: Mapping[str, str]) -> list[str]:
        lines = list[str]()
        for k in range(1, len(t.args), 2):
            start = f"{t.args[k]} == "
            lines += hang("LET " if k == 1 else "    ", self._after(start, t.args[k + 1], room - 4, bound))
        return lines + hang("IN  ", self.block(t.args[0], room - 4, bound))

    def _except(self, t: Term, room: int, bound: Mapping[str, str]) -> list[str]:
        lines = hang("[", self._operand_block(t.args[0], 9, room - 9, bound))
        lines[-1] += " EXCEPT"
        for k, update in enumerate(t.args[1:]):
            block = self._after(f"{self.path(update, bound)} = ", update.args[0], room - 6, bound)
            block[-1] += "," if k < len(t.args) - 2 else "]"
            lines += ["    " + line for line in block]
        return lines

    def path(self, update: Term, bound: Mapping[str, str]) -> str:
        """Where an update changes a value: `![me].visits`."""
        steps = (
            f".{step.args[0]}" if step.head == "field" else f"[{self.flat(step.args[0], bound)}]"
            for step in update.args[1:]
        )
        return "!" + "".join(steps)

    def _loop(self, t: Term, room: int, bound: Mapping[str, str]) -> list[str]:
        variable, inner = self._bind(t, bound)
        before, between, after = _LOOPS[t.head]
        start = f"{before}{variable} \\in "
        lines = hang(start, self._operand_block(t.args[1], 5, room - len(start) - 4, bound))
        lines[-1] += between
        lines += ["    " + line for line in self.block(t.args[2], room - 5, inner)]
        lines[-1] += after
        return lines

    def _infix(self, t: Term, room: int, bound: Mapping[str, str]) -> list[str]:
        sign, level = _INFIX[t.head]
        lines = self._operand_block(t.operands[0], level, room, bound, t.head in _SUMS)
        for a in t.operands[1:]:
            short = len(lines[-1]) + len(sign) + 2
            block = self._operand_block(a, level, room - short, bound)
            if len(lines) == 1 and short < 32 and (len(block) == 1 or short < 24):
                lines = hang(f"{lines[0]} {sign} ", block)
            else:
                lines += hang(f"  {sign} ", self._operand_block(a, level, room - len(sign) - 3, bound))
        return lines

    def _operand_block(
        self,
        t: Term,
        level: int,
        room: int,
        bound: Mapping[str, str],
        is_first: bool = False,
        is_last: bool = False,
    ) -> list[str]:
        if is_last and t.head in _OPEN:
            return self.block(t, room, bound)
        if not self._needs_parentheses(t, level, is_first):
            lines = self.block(t, room, bound)
            if len(lines) == 1 or t.head not in ("and", "or"):  # what follows would belong to the last bullet
                return lines
        lines = hang("(", self.block(t, room - 2, bound))
        lines[-1] += ")"
        return lines


_LOOPS = {
    "all": (r"\A ", " :", ""), "exists": (r"\E ", " :", ""), "filter": ("{", " :", "}"), "function": ("[", " |->", "]"),
}  # fmt: skip


def _around(head: str, variable: str, body: str) -> str:
    before, between, after = _LOOPS[head]
    return f"{before}{variable}{between} {body}{after}"


def literals(index: LeafType) -> list[Term]:
    """The values of the type of an index, as terms."""
    return [literal(k, index.kind) for k in range(index.lo, index.hi + 1)]


def hang(prefix: str, lines: Sequence[str]) -> list[str]:
    """Lines behind a prefix: all but the first one are indented by its length."""
    return [prefix + lines[0], *(" " * len(prefix) + line for line in lines[1:])]


def _as_implication(t: Term) -> Term:
    """A disjunction of which one part is negative as an implication."""
    if t.head != "or" or len(t.args) != 2:
        return t
    negative = [a for a in t.args if a.head in ("not", "outside")]
    if len(negative) != 1:
        return t
    (condition,) = negative
    (conclusion,) = (a for a in t.args if a is not condition)
    positive = condition.args[0] if condition.head == "not" else term("in", *condition.args)
    return term("implies", positive, conclusion)
