r"""A machine as a module of TLA+ and a configuration of TLC, with the machine's names.

act(me) ==                      an action: its guards, a line each, and what it writes
/\ clients[me].tries > 0
/\ clients' = [clients EXCEPT ![me].tries = @ - 1]
/\ UNCHANGED <<token>>
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tidemark.checker.export.actions import Actions
from tidemark.checker.export.initial import InitialPredicate
from tidemark.checker.export.names import capital
from tidemark.checker.export.promises import Promises
from tidemark.checker.export.scope import ModuleScope, wrap
from tidemark.checker.export.text import hang
from tidemark.spec.machines.machine import Machine
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.networks import NetworkType


@dataclass(frozen=True)
class Export:
    """A module with its name, the configuration, and for each promise that has no form in TLA+ why not."""

    name: str
    text: str
    configuration: str
    left_out: dict[str, str]


def export(machine: Machine, symmetry: bool = False, module: str = "") -> Export:
    """The module of a machine.

    symmetry: whether the ids that can be renamed in any way are model values, by whose symmetry TLC reduces.
    module: its name, by default that of the machine.

    Raises:
        NotInTLA: the machine has something that is not exported.
    """
    return _Exporter(ModuleScope(machine, symmetry)).export(module or capital(machine.name))


class _Exporter:
    def __init__(self, scope: ModuleScope) -> None:
        self._scope = scope

    def export(self, module: str) -> Export:
        """Write all parts."""
        scope, machine = self._scope, self._scope.machine
        actions, promises = Actions(scope), Promises(scope)
        body = [*InitialPredicate(scope).lines(), ""]
        for action in machine.actions:
            body += actions.action(action)
        body += [*actions.following(), "", *self._type_ok(), ""]
        for promise in machine.promises:
            body += promises.about_states(promise)
        for temporal in machine.temporal:
            body += promises.about_runs(temporal)
        body += self._symmetry()
        self._scope.configuration.constants = sorted(self._scope.types.constants)
        self._scope.configuration.invariants.insert(0, "TypeOK")
        return Export(module, self._header(module, body), self._scope.configuration.text(), promises.left_out)

    def _header(self, module: str, body: list[str]) -> str:
        machine, text = self._scope.machine, "\n".join(body)
        definitions = [line for lines in self._scope.types.definitions.values() for line in (*lines, "")]
        whole = "\n".join([*definitions, text])
        extends = ["Integers"] + [
            library
            for library, words in {
                "Sequences": ("Len(", "Append(", "SubSeq(", "\\o"),
                "FiniteSets": ("Cardinality(",),
                "Bags": ("Bag",),
                "TLC": (":>", "Permutations("),
            }.items()
            if any(word in whole for word in words)
        ]
        at = f" {machine.at}" if machine.at else ""
        title = f"---- MODULE {module} ----"
        constants = (
            [f"CONSTANTS {', '.join(sorted(self._scope.types.constants))}", ""]
            if self._scope.types.constants
            else []
        )
        variables = hang("VARIABLES ", wrap(list(self._scope.variables.values())))
        together = hang("vars == <<", wrap(list(self._scope.variables.values())))
        lines = [
            title, f"\\* {machine.name}{at}", "", f"EXTENDS {', '.join(extends)}", "", *constants, *definitions,
            *variables, "", *together[:-1], together[-1] + ">>", "", text.rstrip(), "=" * len(title), "",
        ]  # fmt: skip
        return "\n".join(line.rstrip() for line in lines)

    def _type_ok(self) -> Iterator[str]:
        yield "TypeOK =="
        conditions = list[str]()
        for n, variable in self._scope.variables.items():
            type = self._scope.machine.type.fields[n]
            if self._scope.types.is_bounded(type):
                conditions.append(f"{variable} \\in {self._scope.types.set_of(type)}")
            if isinstance(type, NetworkType):
                size = "BagCardinality" if type.repeats else "Cardinality"
                conditions.append(f"{size}({variable}) <= {type.places}")
        yield from (f"    /\\ {condition}" for condition in conditions or ["TRUE"])

    def _symmetry(self) -> Iterator[str]:
        kinds = [k for k in self._scope.types.ids if k.size > 1]
        if kinds:
            self._scope.configuration.is_symmetric = True
            sets = (f"Permutations({self._scope.types.set_of(LeafType(k, 0, k.size - 1))})" for k in kinds)
            yield "Symmetry == " + " \\cup ".join(sets)
