"""The actions of a machine as definitions, the next-state relation, and the specification with its fairness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tidemark.checker.export.networks import NetworkLowering
from tidemark.checker.export.scope import EXISTS, FOR_ALL, ModuleScope, comment_of, one_line, wrap
from tidemark.checker.export.sharing import share
from tidemark.checker.export.terms import Term, name, term
from tidemark.checker.export.text import hang
from tidemark.checker.export.tracing import TracedCase
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines.declarations import Action
from tidemark.spec.machines.fairness import Fairness
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.leaves import LeafType


class Actions:
    """Writes actions."""

    def __init__(self, scope: ModuleScope) -> None:
        self._scope = scope
        self._domains = {action.name: scope.domains(action) for action in scope.machine.actions}

    def action(self, action: Action) -> Iterator[str]:
        """The definition of an action."""
        types = self._scope.domains(action)
        machine = self._scope.machine

        def call(arguments: dict[str, Any]) -> list[Expr]:
            instance = Instance(action, arguments)
            return machine.flatten_symbolic(
                machine.run(self._scope.state, instance), instance, self._scope.graph
            )

        cases, lowering = self._scope.trace(action, call, types)
        yield from comment_of(action)
        head = f"{self._scope.call(self._scope.actions[action.name], types)} =="
        if not cases:
            yield from (f"{head} FALSE \\* {action.name} can never happen", "")
            return
        yield head
        if len(cases) == 1 and not cases[0].chosen:
            yield from (
                "    " + line
                for line in self._case(cases[0], lowering, [], self._reasons(cases[0], lowering))
            )
        else:
            for case in cases:
                lines = self._case(case, lowering, self._scope.conditions_of(case, types), {})
                yield from ("    " + line for line in hang("\\/ ", lines))
        yield ""

    def _reasons(self, case: TracedCase, lowering: NetworkLowering) -> dict[Term, str]:
        """The reason of each guard, by its term."""
        return {self._scope.loops.simplify(lowering.term(guard)): why for guard, why in case.guards}

    def _case(
        self, case: TracedCase, lowering: NetworkLowering, chosen: list[Term], reasons: Mapping[Term, str]
    ) -> list[str]:
        guards = [self._scope.loops.simplify(lowering.term(guard)) for guard, _ in case.guards]
        values = self._scope.next_values(case.outcome, lowering)
        changed = {v: self._scope.loops.simplify(t) for v, t in values.items() if t is not name(v)}
        kept = [v for v in values if v not in changed]
        assigns = [term("prime", v, t) for v, t in changed.items()]
        shared = share(term("step", *chosen, *dict.fromkeys(guards), *assigns), self._scope.fresh(set()))
        step = shared.args[0] if shared.head == "let" else shared
        lines = []
        for part in step.args:
            block = hang("/\\ ", self._scope.types.write(part))
            why = reasons.get(part)
            if why and len(block[0]) + len(why) < 96:
                block[0] += f"    \\* {one_line(why)}"
            lines += block
        if kept:
            unchanged = hang("/\\ UNCHANGED <<", wrap(kept))
            lines += [*unchanged[:-1], unchanged[-1] + ">>"]
        if shared.head == "let":
            return [*self._let(shared), *hang("IN  ", lines)]
        return lines

    def _let(self, shared: Term) -> Iterator[str]:
        for k in range(1, len(shared.args), 2):
            definition = hang(f"{shared.args[k]} == ", self._scope.types.write(shared.args[k + 1]))
            yield from hang("LET " if k == 1 else "    ", definition)

    def following(self) -> Iterator[str]:
        """The next-state relation and the specification."""
        scope = self._scope
        yield "Next =="
        for action in scope.machine.actions:
            yield f"    \\/ {self._some(action.name, scope.domains(action))}"
        yield ""
        fairness = [line for requirement in scope.machine.fairness for line in self._fair(requirement)]
        if not fairness:
            yield "Spec == Init /\\ [][Next]_vars"
            return
        yield "Spec =="
        yield from ("    /\\ Init", "    /\\ [][Next]_vars")
        yield from (f"    /\\ {line}" for line in fairness)

    def _some(self, action: str, inner: Mapping[str, LeafType]) -> str:
        """That some instance of an action happens, for any values of these parameters."""
        types = self._domains[action]
        return f"{self._scope.bound(inner, EXISTS)}{self._scope.call(self._scope.actions[action], types)}"

    def _fair(self, requirement: Fairness) -> Iterator[str]:
        """The conditions of fairness of some actions."""
        word = "SF_vars" if requirement.strong else "WF_vars"
        if requirement.each is None:
            for action in requirement.actions:
                bound = self._scope.bound(self._domains[action], FOR_ALL)
                yield f"{bound}{word}({self._some(action, {})})"
            return
        outer: dict[str, LeafType] = {}
        ways = []
        for action in requirement.actions:
            types = self._domains[action]
            outer.update({p: type for p, type in types.items() if p in requirement.each})
            inner = {p: type for p, type in types.items() if p not in requirement.each}
            ways.append(self._some(action, inner))
        together = ways[0] if len(ways) == 1 else " \\/ ".join(f"({way})" for way in ways)
        yield f"{self._scope.bound(outer, FOR_ALL)}{word}({together})"
