"""Names in a module: those of the machine where TLA+ can have them, and no name for two things."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

from tidemark.checker.export.terms import Term
from tidemark.spec.types.leaves import LeafType

RESERVED = frozenset(
    """ASSUME ASSUMPTION AXIOM CASE CHOOSE CONSTANT CONSTANTS DOMAIN ELSE ENABLED EXCEPT EXTENDS IF IN INSTANCE LET
    LOCAL MODULE OTHER SF_ SUBSET THEN THEOREM UNCHANGED UNION VARIABLE VARIABLES WF_ WITH TRUE FALSE BOOLEAN STRING
    RECURSIVE LAMBDA ACTION BY COROLLARY DEF DEFINE DEFS HAVE HIDE LEMMA NEW OBVIOUS OMITTED ONLY PICK PROOF PROPOSITION
    PROVE QED STATE SUFFICES TAKE TEMPORAL USE WITNESS Nat Int Real Infinity Seq Len Head Tail Append SubSeq SelectSeq
    IsFiniteSet Cardinality Print PrintT Assert JavaTime TLCGet TLCSet Permutations SortSeq RandomElement Any ToString
    TLCEval IsABag BagToSet SetToBag BagIn EmptyBag CopiesIn BagUnion BagOfAll SubBag BagCardinality
    None vars Init Next Spec TypeOK Symmetry At SequencesOf Before S""".split()  # noqa: SIM905
)
"""What a module may not define: words of TLA+, what the standard modules define, and what each module here does."""


def plain(text: str) -> str:
    """A name that TLA+ can read: letters, digits and underscores."""
    readable = re.sub(
        r"[^A-Za-z0-9_]", lambda found: "_" if found[0] in "-. " else f"u{ord(found[0]):x}", text
    )
    if not re.search("[A-Za-z]", readable) or re.match(r"(WF_|SF_)", readable):
        readable = f"n{readable}"
    return readable


def capital(text: str) -> str:
    """A name of a set: `resource manager` is `ResourceManager`."""
    words = [word for word in re.split(r"[^A-Za-z0-9]+", text) if word]
    return "".join(word[0].upper() + word[1:] for word in words) or plain(text)


class ModuleNames:
    """The names that are in use in a module."""

    def __init__(self) -> None:
        self._taken = set(RESERVED)

    def choose(self, wanted: str, alternatives: Iterable[str] = ()) -> str:
        """A name that nothing else has: that one if it is free."""
        choices = itertools.chain([wanted], alternatives, (f"{wanted}_{k}" for k in itertools.count(2)))
        chosen = next(name for name in choices if name not in self._taken)
        self._taken.add(chosen)
        return chosen

    def __contains__(self, text: str) -> bool:
        return text in self._taken

    def variable(self, values: Term, around: Iterable[str]) -> str:
        """A name for a bound variable, which those around it do not have."""
        letter = _letter(values)
        used = {*self._taken, *around}
        choices: Iterable[str] = itertools.chain(
            [letter, *_NEXT.get(letter, "")], (letter * k for k in itertools.count(2))
        )
        return next(choice for choice in choices if choice not in used)


_NEXT = {"i": "jkl", "m": "n", "x": "yz"}


def _letter(values: Term) -> str:
    """The first letter of what a variable ranges over."""
    if values.head == "range":
        return "i"
    if values.head in ("domain", "values") and isinstance(values.args[0], LeafType):
        kind = values.args[0].kind
        letter = (kind.name or {"truth": "b"}.get(kind.family, "n"))[0].lower()
        return letter if letter.isascii() and letter.isalpha() else "x"
    if values.head in ("name", "get", "support", "filter", "at"):
        return "m"
    return "x"


def hint(shared: Term) -> str:
    """What a shared term may be called: the field that it reads, or what it is."""
    here = shared
    while here.head in ("at", "item", "element") and here.operands:
        here = here.operands[0]
    if here.head == "get":
        return plain(here.args[1])
    if here.head == "name" and not here.args[0].startswith("?"):
        return plain(here.args[0].rstrip("'"))
    kinds = {
        "length": "length",
        "size": "size",
        "all": "all",
        "exists": "some",
        "filter": "those",
        "function": "each",
    }
    is_condition = here.head in ("and", "or", "not", "equal", "differ", "less", "at most", "in", "outside")
    return "is" if is_condition else kinds.get(here.head, "value")
