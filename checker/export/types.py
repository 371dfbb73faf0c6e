r"""The sets of values of a machine's types, and what else a module needs for them, once it is needed.

Client == 0..2                 numbers; with symmetry, the model values client_0, client_1 and client_2
Entry == [epoch : 0..2, value : Client \cup {None}]
DefaultEntry == [epoch |-> 0, value |-> None]         what `At` gives beyond the end of a sequence
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import Any

from tidemark.checker.export.lowering import LARGEST, NotInTLA, default_of, fields_of_term, rank
from tidemark.checker.export.names import ModuleNames, capital, plain
from tidemark.checker.export.terms import Term, literal, name, number, plus, term
from tidemark.checker.export.text import TermWriter, hang
from tidemark.spec.expressions.kinds import Kind
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.sequences import SequenceType
from tidemark.spec.types.sets import SetType

HELPERS = {
    "At": "At(s, i, default) == IF i \\in 1..Len(s) THEN s[i] ELSE default",
    "SequencesOf": "SequencesOf(S, n) == {s \\in Seq(S) : Len(s) <= n}",
    "Before": "Before(a, b) == \\E i \\in 1..Len(a) : a[i] < b[i] /\\ \\A j \\in 1..(i - 1) : a[j] = b[j]",
}
"""Definitions that a module has where it needs them."""


class Types:
    """The definitions that a module needs for its types. symmetric: the sorts of ids that are model values."""

    def __init__(self, names: ModuleNames, symmetric: Collection[str]) -> None:
        self.names, self.symmetric = names, symmetric
        self.definitions: dict[str, list[str]] = {}
        self.constants: dict[str, None] = {}
        self.ids: dict[Kind, list[str]] = {}
        self._called: dict[Hashable, str] = {}
        self._kept: list[Type] = []
        self._defaults: dict[Term, Type] = {}
        self._default: Term | None = None
        """The default that is being defined."""
        self._writer = TermWriter(self.set_of, self._special, names.variable)

    def write(self, t: Term) -> list[str]:
        """The lines of a term."""
        return self._writer.block(t)

    def _define(self, key: Hashable, wanted: str, make: Callable[[str], list[str]]) -> str:
        """The name of what is defined once."""
        if key not in self._called:
            self._called[key] = chosen = self.names.choose(wanted, [f"{wanted}Record", f"{wanted}Value"])
            lines = make(chosen)
            self.definitions[chosen] = lines
        return self._called[key]

    def _help(self, helper: str) -> None:
        self.definitions.setdefault(helper, [HELPERS[helper]])

    # Sets of values.

    def set_of(self, type: Any) -> str:
        """The set of a type's values: its name, or its text."""
        match type:
            case RecordType():
                self._kept.append(type)
                return self._define(
                    id(type), capital(type.cls.__name__), lambda chosen: self._records(chosen, type)
                )
            case ArrayType():
                return f"[{self.set_of(type.index)} -> {self.set_of(type.element)}]"
            case SequenceType():
                self._help("SequencesOf")
                return f"SequencesOf({self.set_of(type.element)}, {type.places})"
            case SetType() | NetworkType():
                return f"SUBSET {_in_parentheses(self.set_of(type.element))}"
        return self._of_leaf(type)

    def _of_leaf(self, type: LeafType) -> str:
        kind = type.kind
        if type.lo == type.hi and not (kind.family == "id" and kind.size == 1):
            return "{" + "".join(self.write(literal(type.lo, kind))) + "}"
        match kind.family:
            case "truth":
                return "BOOLEAN"
            case "number":
                return f"{type.lo}..{type.hi}"
            case "label":
                labels = "{" + ", ".join(f'"{label}"' for label in kind.labels) + "}"
                return self._define(kind, capital(kind.name), lambda chosen: [f"{chosen} == {labels}"])
        whole = self._define(kind, capital(kind.name), lambda chosen: [f"{chosen} == {self._all_ids(kind)}"])
        if type.lo >= 0:
            return whole
        self.constants["None"] = None
        return f"{whole} \\cup {{None}}"

    def _all_ids(self, kind: Kind) -> str:
        if kind.name not in self.symmetric:
            return f"0..{kind.size - 1}"
        return "{" + ", ".join(self.id_names(kind)) + "}"

    def _records(self, chosen: str, type: RecordType) -> list[str]:
        fields = [f"{field} : {self.set_of(held)}" for field, held in type.fields.items()]
        line = f"{chosen} == [{', '.join(fields)}]"
        if len(line) <= 100:
            return [line]
        return hang(
            f"{chosen} == [", [f + ("]" if k == len(fields) - 1 else ",") for k, f in enumerate(fields)]
        )

    def id_names(self, kind: Kind) -> list[str]:
        """The model values of a symmetric sort of ids."""
        if kind not in self.ids:
            self.ids[kind] = [self.names.choose(f"{plain(kind.name)}_{k}") for k in range(kind.size)]
            self.constants.update(dict.fromkeys(self.ids[kind]))
        return self.ids[kind]

    def is_bounded(self, type: Type) -> bool:
        """Whether a set says all of a type: it does not of a bag."""
        if isinstance(type, NetworkType):
            return not type.repeats and self.is_bounded(type.element)
        return all(self.is_bounded(part) for part in getattr(type, "parts", ()))

    def note_defaults(self, type: Type) -> None:
        """Note the types in sequences, whose defaults are named."""
        if isinstance(type, SequenceType) and isinstance(type.element, RecordType):
            self._defaults.setdefault(default_of(type.element), type.element)
        for part in dict.fromkeys(getattr(type, "parts", ())):
            self.note_defaults(part)

    # Terms that are written otherwise.

    def _special(self, t: Term) -> Term | str | None:
        """The text of a term that depends on the machine, or the term that it stands for; None of any other."""
        args = t.args
        match t.head:
            case "none":
                self.constants["None"] = None
                return "None"
            case "id":
                kind = args[0]
                return self.id_names(kind)[args[1]] if kind.name in self.symmetric else str(args[1])
            case "number" if abs(args[0]) > LARGEST:
                raise NotInTLA(f"the number {args[0]} is too large for TLC, which has those below 2^31")
            case "record" if t in self._defaults and t is not self._default:
                wanted = f"Default{capital(self._defaults[t].cls.__name__)}"  # type: ignore[attr-defined]
                return self._define(t, wanted, lambda chosen: self._define_default(chosen, t))
            case "item":
                self._help("At")
                return term("call", "At", args[0], plus(args[1], 1), args[2])
            case "message count":
                return term("call", "BagCardinality" if args[1].repeats else "Cardinality", args[0])
        return self._special_sequence(t)

    def _special_sequence(self, t: Term) -> Term | str | None:
        args = t.args
        match t.head:
            case "in order":
                return term("call", self._order_of(args[1]), args[0])
            case "later":
                return term("call", "SubSeq", args[0], args[1], term("length", args[0]))
            case "earlier":
                return term("call", "SubSeq", args[0], number(1), args[1])
            case "first of":
                return term("call", "SubSeq", args[1], number(1), args[0])
            case "bag":
                return self._bag(t)
            case "word" | "join":
                raise NotInTLA("a message is compared with a value that is no message of a network")
            case "tuple" if not args:
                return "<<>>"
        return None

    def _bag(self, t: Term) -> Term | str:
        if not t.args:
            return "EmptyBag"
        whole = term("call", "SetToBag", term("set", t.args[0]))
        for message in t.args[1:]:
            whole = term("sum", whole, term("call", "SetToBag", term("set", message)))
        return whole

    def _define_default(self, chosen: str, t: Term) -> list[str]:
        self._default = t
        lines = hang(f"{chosen} == ", self.write(t))
        self._default = None
        return lines

    # Messages in order, which a protocol does not tell, unless it takes the first of several.

    def _order_of(self, type: NetworkType) -> str:
        """The operator that gives the messages of a network in the order of their fields."""
        self._kept.append(type)
        return self._define(("order", id(type)), "InOrder", lambda chosen: self._define_order(chosen, type))

    def _define_order(self, chosen: str, type: NetworkType) -> list[str]:
        self._help("Before")
        fields = fields_of_term(type.element, name("message"))
        pairs = [
            (field, leaf.kind)
            for field, leaf in zip(fields, type.element.all_leaves, strict=True)
            if leaf.bits
        ]
        symmetric = [k.name for _, k in pairs if k.family in ("id", "set") and k.name in self.symmetric]
        if symmetric:
            raise NotInTLA(
                f"messages are taken in the order of their {symmetric[0]} ids: leave out --symmetry"
            )
        ranks = term("tuple", *[rank(field, kind) for field, kind in pairs])
        key = self.names.choose(f"{chosen}Key")
        empty, held, rest = ("EmptyBag", "DOMAIN messages", "messages (-) SetToBag({first})") if type.repeats else (
            "{}", "messages", "messages \\ {first}")  # fmt: skip
        return [
            *hang(f"{key}(message) == ", self.write(ranks)),
            f"RECURSIVE {chosen}(_)",
            f"{chosen}(messages) ==",
            f"    IF messages = {empty}",
            "    THEN <<>>",
            f"    ELSE LET first == CHOOSE m \\in {held} : \\A x \\in {held} : ~Before({key}(x), {key}(m))",
            f"         IN  <<first>> \\o {chosen}({rest})",
        ]


def _in_parentheses(text: str) -> str:
    return f"({text})" if " \\cup " in text or ".." in text else text
