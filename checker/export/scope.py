"""What all parts of a module share: the machine, its names, and how a function of it becomes a definition."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tidemark.checker.export import sharing
from tidemark.checker.export.composing import Composer
from tidemark.checker.export.loops import Loops
from tidemark.checker.export.lowering import default_of, fields_of_term, value_term
from tidemark.checker.export.names import ModuleNames, hint, plain
from tidemark.checker.export.networks import NetworkLowering
from tidemark.checker.export.terms import Term, equal, name
from tidemark.checker.export.tracing import Parameters, TracedCase
from tidemark.checker.export.types import Types
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.machines.declarations import Declaration
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import symbolic_state
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.members import ChoiceType, MemberType

FOR_ALL, EXISTS = "\\A", "\\E"


@dataclass
class Configuration:
    """What TLC is told: the names of the constants, and of what it checks."""

    constants: list[str] = field(default_factory=list)
    invariants: list[str] = field(default_factory=list)
    properties: list[str] = field(default_factory=list)
    is_symmetric: bool = False

    def text(self) -> str:
        """The file."""
        parts = ["SPECIFICATION Spec", *(f"CONSTANT {c} = {c}" for c in self.constants)]
        parts += [f"INVARIANT {i}" for i in self.invariants] + [f"PROPERTY {p}" for p in self.properties]
        parts += ["SYMMETRY Symmetry"] if self.is_symmetric else []
        return "\n".join([*parts, "CHECK_DEADLOCK FALSE", ""])


class ModuleScope:
    """A machine and the names that its module has.

    state: a state about which nothing is known. variables, actions, promises, parameters: the name of each in the
    module. configuration: what TLC is told.
    """

    def __init__(self, machine: Machine, symmetry: bool) -> None:
        self.machine, self.graph = machine, ExpressionGraph()
        self.names = ModuleNames()
        groups = machine.id_groups.items() if symmetry else ()
        self.types = Types(self.names, [kind for kind, group in groups if not group.is_ring])
        self.types.note_defaults(machine.type)
        self.loops = Loops()
        self.configuration = Configuration()
        _, _, self.state = symbolic_state(machine.type, self.graph)
        self.variables = self._name_variables()
        self.actions = {a.name: self.names.choose(plain(a.name)) for a in machine.actions}
        self.promises = {p.name: self.names.choose(plain(p.name)) for p in machine.all_promises}
        self.parameters: dict[str, str] = {}
        for declared in (*machine.actions, *machine.temporal, machine.initial):
            for parameter in getattr(declared, "parameters", ()):
                if parameter not in self.parameters:
                    self.parameters[parameter] = self.names.choose(plain(parameter))

    def _name_variables(self) -> dict[str, str]:
        """The names of the fields that have more than one value: the variables."""
        fields = self.machine.type.fields.items()
        varying = [n for n, type in fields if any(leaf.lo < leaf.hi for leaf in type.leaves(""))]
        return {n: self.names.choose(plain(n)) for n in varying}

    def readers(self, prime: str = "") -> list[Term]:
        """The flattened fields of a state."""
        return [
            reader
            for n, type in self.machine.type.fields.items()
            for reader in fields_of_term(
                type, name(self.variables[n] + prime) if n in self.variables else default_of(type)
            )
        ]

    def fresh(self, used: set[str]) -> Any:
        """What gives a name to a shared term of one definition."""

        def fresh(t: Term) -> str:
            text = hint(t)
            k = 1
            while f"{text}_{k}" in used or f"{text}_{k}" in self.names:
                k += 1
            used.add(f"{text}_{k}")
            return f"{text}_{k}"

        return fresh

    def share(self, t: Term) -> Term:
        return sharing.share(self.loops.simplify(t), self.fresh(set()))

    def domains(self, declared: Any) -> dict[str, LeafType]:
        return {parameter: self.machine.domains[domain] for parameter, domain in declared.parameters.items()}

    def range(self, type: LeafType) -> str:
        """What a parameter ranges over."""
        if isinstance(type, MemberType):
            held = self.variables.get(type.field)
            if held is None:
                return "{}"
            return f"BagToSet({held})" if type.network.repeats else held
        whole = type.whole if isinstance(type, ChoiceType) else type
        return self.types.set_of(whole)

    def bound(self, types: Mapping[str, LeafType], quantifier: str) -> str:
        r"""`\E me \in Client, m \in network : `; empty without parameters."""
        if not types:
            return ""
        parts = (f"{self.parameters[n]} \\in {self.range(type)}" for n, type in types.items())
        return f"{quantifier} {', '.join(parts)} : "

    def call(self, called: str, types: Mapping[str, Any]) -> str:
        names = ", ".join(self.parameters[n] for n in types)
        return f"{called}({names})" if names else called

    def trace(
        self, declared: Any, call: Any, types: Mapping[str, LeafType]
    ) -> tuple[list[TracedCase], NetworkLowering]:
        parameters = Parameters(self.graph, types, self.parameters)
        cases = parameters.cases(declared, call, self.graph)
        readers = [*self.readers(), *self.readers("'")]
        return cases, NetworkLowering(readers, parameters.of_nodes, self.graph)

    def conditions_of(self, case: TracedCase, types: Mapping[str, LeafType]) -> list[Term]:
        """That the parameters have the values of a case."""
        conditions = []
        for parameter, value in case.chosen.items():
            type = types[parameter]
            whole = type.whole if isinstance(type, ChoiceType) else type
            conditions.append(equal(name(self.parameters[parameter]), value_term(whole, value)))
        return conditions

    def next_values(
        self, fields: Sequence[Expr], lowering: NetworkLowering, before: Any = None
    ) -> dict[str, Term]:
        """The value of each variable after a step; `before` has the terms before it, by default the variables."""
        composer, begin, values = Composer(lowering, self.graph), 0, {}
        for n, type in self.machine.type.fields.items():
            end = begin + len(type.domains)
            if n in self.variables:
                base = name(self.variables[n]) if before is None else before[n]
                values[self.variables[n]] = composer.compose(type, fields[begin:end], base)
            begin = end
        return values

    def define(self, head: str, t: Term) -> Iterator[str]:
        yield f"{head} =="
        yield from ("    " + line for line in self.types.write(t))


def comment_of(declared: Declaration) -> Iterator[str]:
    """The docstring of a function."""
    text = inspect.getdoc(declared.function) or ""
    yield from (f"\\* {one_line(line)}".rstrip() for line in text.splitlines())


def one_line(text: str) -> str:
    """A text without line breaks."""
    return " ".join(text.split())


def wrap(names: Sequence[str], width: int = 84) -> list[str]:
    """Names with commas between them, on lines of some width."""
    lines = [""]
    for k, text in enumerate(names):
        part = text + ("," if k < len(names) - 1 else "")
        if lines[-1] and len(lines[-1]) + len(part) + 1 > width:
            lines.append(part)
        else:
            lines[-1] = f"{lines[-1]} {part}".strip()
    return lines
