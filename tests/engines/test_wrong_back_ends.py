"""Back ends made wrong on purpose: each fault changes one operator, one fold or one range, and must be caught.

`campaign` compares the engines as tests/engines/test_agreement.py does, always on the same machines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from types import SimpleNamespace
from typing import Any

import pytest
import z3
from hypothesis import given, settings

from tests.support import named
from tests.support.agreement import agree, agree_on_attempts, agree_on_classes, agree_on_names, at
from tests.support.ledger import ledger
from tests.support.random_machines import QUICK, corners, machines
from tidemark.checker.engines.native import guard_tree
from tidemark.checker.engines.native import lowering as native_lowering
from tidemark.checker.engines.native import shrinking as native_attempts
from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.shrinking import Attempt
from tidemark.checker.engines.smt import bounded
from tidemark.checker.engines.solver import lowering as smt_lowering
from tidemark.spec import Enum, Machine, TidemarkError
from tidemark.spec.expressions.expression import Expr, ExpressionGraph, graph_of
from tidemark.spec.types import networks
from tidemark.spec.types.leaves import LeafType


def wrong_text(old: str, new: str) -> Callable[[pytest.MonkeyPatch], None]:
    """A native back end that writes one instruction (a pattern) for another."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = native_lowering.Emitter.__call__
        monkeypatch.setattr(
            native_lowering.Emitter, "__call__", lambda self, text: right(self, re.sub(old, new, text))
        )

    return patch


def wrong_term(op: str, function: Callable[[Any, Any], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """A z3 back end with another meaning of one operator."""
    return lambda monkeypatch: monkeypatch.setitem(smt_lowering._BINARY, op, function)


def wrong_fold(name: str, function: Callable[..., Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """A graph that folds wrongly: the function gets the right method, and the graph and arguments of a call."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = getattr(ExpressionGraph, name)
        monkeypatch.setattr(ExpressionGraph, name, lambda self, *args: function(right, self, *args))

    return patch


def less_when_touching(right: Any, graph: ExpressionGraph, a: Any, b: Any) -> Any:
    x, y = graph.lift(a), graph.lift(b)
    return graph.true if x.hi == y.lo and x is not y else right(graph, x, y)


def unequal_when_touching(right: Any, graph: ExpressionGraph, a: Any, b: Any) -> Any:
    x, y = graph.lift(a), graph.lift(b)
    touching = (
        x.kind.family == "number" and x.hi == y.lo and x.op != "const" and y.op != "const" and x is not y
    )
    return graph.false if touching else right(graph, a, b)


def narrow_sum(right: Any, graph: ExpressionGraph, a: Any, b: Any) -> Any:
    made = right(graph, a, b)
    if made.op == "add" and made.hi > made.lo:
        made.hi -= 1
    return made


def divided_towards_zero(to: Any, node: Expr, *_: str) -> str:
    a, b = (to.operand(operand, 64) for operand in node.args)
    return str(to._emit(f"trunc i64 {to._emit(f'sdiv i64 {a}, {b}')} to i32"))


def narrow_product(right: Any, graph: ExpressionGraph, a: Any, b: Any) -> Any:
    made = right(graph, a, b)
    if made.op == "mul" and made.hi > made.lo:
        made.hi -= 1
    return made


def narrow_choice(right: Any, graph: ExpressionGraph, c: Any, a: Any, b: Any) -> Any:
    made = right(graph, c, a, b)
    if made.op == "ite" and made.kind.family == "number" and made.hi > made.lo:
        made.lo += 1
    return made


def remainder_of_less(right: Any, graph: ExpressionGraph, a: Any, b: Any) -> Any:
    """What is less than the divisor is its own remainder, also where it is negative."""
    x, y = graph.lift(a), graph.lift(b)
    return x if x.hi < y.lo else right(graph, x, y)


def swapped_negation(right: Any, graph: ExpressionGraph, condition: Any, a: Any, b: Any) -> Any:
    c = graph.lift(condition)
    return right(graph, c.args[0], a, b) if c.op == "not" else right(graph, c, a, b)


def forgotten_constant(right: Any, graph: ExpressionGraph, a: Any, b: Any) -> Any:
    x, y = graph.lift(a), graph.lift(b)
    twice = x.op == "add" and x.args[1].op == "const" and y.op == "const"
    return right(graph, x.args[0], y) if twice else right(graph, x, y)


def member_after_removal(right: Any, graph: ExpressionGraph, group: Any, member: Any) -> Any:
    removed = group.op == "remove" and group.args[1].constant is not None
    return right(graph, group.args[0] if removed else group, member)


def without_shift(right: Any, network: Any, *message: Any, **fields: Any) -> Any:
    """The symbolic network of `send`, in which the messages behind a new one are overwritten by it."""
    sent = right(network, *message, **fields)
    if not isinstance(network.length, Expr):
        return sent
    new = network.type.pack(network.type.message(*message or (None,), fields))
    slots = [
        networks.merge_words(
            networks.same_words(after, before) | networks.same_words(after, new), after, before
        )
        for before, after in zip(network.slots, sent.slots, strict=True)
    ]
    return network._with(sent.length, slots)


def other_order(right: Any, a: Any, b: Any) -> Any:
    """The greatest symbolic message first."""
    return right(b, a) if graph_of(*a, *b) else right(a, b)


def unsorted(_right: Any, type: Any, length: Any, messages: list[Any]) -> Any:
    return type.cls(type, length, tuple([type.pack(message) for message in messages]))


def wrong_network(
    place: Any, name: str, function: Callable[..., Any]
) -> Callable[[pytest.MonkeyPatch], None]:
    """A function of networks gone wrong: it is given the right one, and the arguments of a call."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = getattr(place, name)
        monkeypatch.setattr(place, name, lambda *args, **fields: function(right, *args, **fields))

    return patch


right_variable = smt_lowering.Z3Lowering.variable


def wrong_attempts(old: str, new: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Shrinking by machine code that has one instruction (a pattern) for another."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        text, count = re.subn(old, new, Functions.of(native_attempts.__package__, "shrinking.ll").text)
        assert count == 1
        wrong = Functions(text)
        monkeypatch.setattr(native_attempts, "Functions", SimpleNamespace(of=lambda *_: wrong))

    return patch


right_part = smt_lowering.Z3Lowering._part


def types_own_names_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """An enumeration that reads a label as what its type has of that name, as Python looks attributes up."""

    def found(self: Enum, name: str) -> Any:
        held = object.__getattribute__(self, "__dict__")
        own = held.get("__type__")
        return (
            getattr(own, name)
            if name in held and hasattr(own, name) and name != "__type__"
            else object.__getattribute__(self, name)
        )

    monkeypatch.setattr(Enum, "__getattribute__", found, raising=False)


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "z3: < is <=": wrong_term("lt", lambda a, b: a <= b),
    "z3: < is unsigned": wrong_term("lt", lambda a, b: z3.ULT(a, b)),
    "z3: + is -": wrong_term("add", lambda a, b: a - b),
    "z3: * is +": wrong_term("mul", lambda a, b: a + b),
    "z3: // is towards zero": lambda monkeypatch: monkeypatch.setattr(
        smt_lowering.Z3Lowering, "_quotient", lambda self, node, a, b: a / b
    ),
    "z3: % has the sign of the dividend": lambda monkeypatch: monkeypatch.setattr(
        smt_lowering.Z3Lowering, "_remainder", lambda self, node, a, b: z3.SRem(a, b)
    ),
    "native: * is +": wrong_text(r"\bmul i32", "add i32"),
    "native: // is unsigned": wrong_text(r"\bsdiv", "udiv"),
    "native: % is unsigned": wrong_text(r"\bsrem", "urem"),
    "native: // is towards zero": lambda monkeypatch: monkeypatch.setitem(
        native_lowering.LOWERINGS, "floordiv", divided_towards_zero
    ),
    "native: // divides by 1": wrong_text(r"(\bsdiv i\d+ [^,]+), .*", r"\1, 1"),
    "z3: or is exclusive": wrong_term("or", lambda a, b: z3.Xor(a, b)),
    "z3: set minus takes nothing away": wrong_term("minus", lambda a, b: a),
    "z3: none is member 0": lambda monkeypatch: monkeypatch.setattr(
        smt_lowering.Z3Lowering,
        "_singleton",
        lambda self, m: z3.If(
            self._terms[m.number] == 1, z3.BitVecVal(2, m.kind.size), z3.BitVecVal(1, m.kind.size)
        ),
    ),
    "z3: domains end one early": lambda monkeypatch: monkeypatch.setattr(
        smt_lowering.Z3Lowering,
        "in_domain",
        lambda self, term, i: z3.And(term >= self._leaves[i].lo, term < self._leaves[i].hi),
    ),
    "z3: ids may only appear one too late": lambda monkeypatch: monkeypatch.setattr(
        bounded, "needed_before", lambda ids, _: min(1, len(ids))
    ),
    "z3: a written number gets any value": lambda monkeypatch: monkeypatch.setattr(
        smt_lowering.Z3Lowering, "narrow", lambda self, term, i: self.variable(i, " anything")
    ),
    "native: < is <=": wrong_text(r"\bicmp slt", "icmp sle"),
    "native: < is unsigned": wrong_text(r"\bicmp slt", "icmp ult"),
    "native: - is +": wrong_text(r"\bsub i32", "add i32"),
    "native: the range check ends one early": wrong_text(r"\bicmp ule", "icmp ult"),
    "native: or is exclusive": wrong_text(r"\bor i1", "xor i1"),
    "native: not changes nothing": wrong_text(r"(\bxor i1 .*), true", r"\1, false"),
    "native: a part of a word has its neighbour's lowest bit": wrong_text(
        r"\band i32 (.*), 3$", r"and i32 \1, 7"
    ),
    "z3: a part of a word is that after it": lambda monkeypatch: monkeypatch.setattr(
        smt_lowering.Z3Lowering, "_part", lambda self, node, word: right_part(self, node, word << 1)
    ),
    "network: sending forgets to shift": wrong_network(networks.Network, "send", without_shift),
    "network: equal contents in another order": wrong_network(networks, "precedes", other_order),
    "network: a renaming leaves the messages where they are": wrong_network(
        networks.NetworkType, "in_order", unsorted
    ),
    "fold: a < b where they touch": wrong_fold("lt", less_when_touching),
    "fold: a != b where they touch": wrong_fold("eq", unequal_when_touching),
    "fold: where(not c, a, b) is where(c, a, b)": wrong_fold("ite", swapped_negation),
    "fold: x + 1 + 2 is x + 2": wrong_fold("add", forgotten_constant),
    "fold: a removed id stays": wrong_fold("has", member_after_removal),
    "names: a label is read as what its type has of that name": types_own_names_win,
    "names: z3 has one variable for a field before a step and after it": lambda monkeypatch: (
        monkeypatch.setattr(
            smt_lowering.Z3Lowering,
            "variable",
            lambda self, i, suffix: right_variable(
                self, i, suffix if self._leaves[i].path[0] < "n" else suffix[:0]
            ),
        )
    ),
    "names: a label comes back as a number": lambda monkeypatch: monkeypatch.setattr(
        LeafType, "of_int", lambda self, plain: plain != 0 if self.kind.family == "truth" else plain
    ),
    "range: the interval of a sum ends one early": wrong_fold("add", narrow_sum),
    "range: the interval of a product ends one early": wrong_fold("mul", narrow_product),
    "range: the interval of a choice begins one late": wrong_fold("ite", narrow_choice),
    "fold: a negative number is its own remainder": wrong_fold("mod", remainder_of_less),
    "shrinking: a disabled step is the next that is enabled": wrong_attempts(
        r"(zext i16 .*\n.*)icmp eq i64", r"\1icmp ule i64"
    ),
    "shrinking: what a step does is forgotten": lambda monkeypatch: monkeypatch.setattr(
        native_attempts,
        "Attempt",
        lambda **fields: Attempt(**{**fields, "state": words(fields["words"])}),
    ),
    "shrinking: a message is whatever is in its slot": lambda monkeypatch: monkeypatch.setattr(
        native_attempts, "_condition", lambda place, value: (place.word, 0, 0)
    ),
}


def branch_writes_what_its_first_instance_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    right = guard_tree._agree

    def wrong(branch: Any, before: Any, actions: Any) -> Any:
        fields = right(branch, before, actions)
        branch.fields = branch.inner[0].fields if branch.inner else fields
        return branch.fields

    monkeypatch.setattr(guard_tree, "_agree", wrong)


def neighbours_share_the_guards_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    right = guard_tree._divide
    monkeypatch.setattr(
        guard_tree,
        "_divide",
        lambda around, some: right(
            around, [(k, [*some[0][1], *guards[1:]] if guards else guards) for k, guards in some]
        ),
    )


FAULTS |= {
    "native: a branch writes what its first instance writes": branch_writes_what_its_first_instance_writes,
    "native: neighbours share the guards of the first": neighbours_share_the_guards_of_the_first,
}
ENGINES = {"z3": ("smt",), "native": ("native",), "shrinking": ("shrinking",)}
"""The engines to compare where a fault is in one of them; else both."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_back_end_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)
    with pytest.raises(
        (AssertionError, TidemarkError)
    ) as caught:  # whichever engine stumbles first, by disagreeing
        campaign(ENGINES.get(fault.partition(":")[0], ("native", "smt")))
    print(fault, "->", type(caught.value).__name__, str(caught.value)[:100])


def campaign(engines: Collection[str]) -> None:
    """The comparison, on the same machines every time."""

    @settings(QUICK, max_examples=150)
    @given(machines())
    def on_random_machines(machine: Machine) -> None:
        agree(machine, max_states=600, engines=engines)

    if "shrinking" in engines:
        for machine in (corners(), at("published/high-watermark", "2/1/1/1")):
            agree_on_attempts(machine)
        return

    agree(at("published/high-watermark", "2/1/1/1"), engines=engines)
    agree(corners(), engines=engines)
    agree(ledger(), engines=engines)
    for name in ("default", "values", "lo"):
        agree_on_names(named.machine(name))
    if "native" in engines:
        agree_on_classes(corners())
    on_random_machines()
    agree(at("published/kip-320", "2/2/2/1"), length=7, engines=engines)
    agree(at("published/high-watermark", "2/2/2/2"), length=10, engines=engines)
