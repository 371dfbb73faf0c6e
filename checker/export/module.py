"""A machine as a module of TLA+ and a configuration of TLC, with the machine's names.

    act(me) ==                      an action: its guards, a line each, and what it writes
        /\\ clients[me].tries > 0
        /\\ clients' = [clients EXCEPT ![me].tries = @ - 1]
        /\\ UNCHANGED <<token>>
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.export.composing import Composer
from tidemark.checker.export.lowering import NotInTLA, TermLowering, default_of, fields_of_term, value_term
from tidemark.checker.export.loops import Loops
from tidemark.checker.export.names import Names, capital, hint, plain
from tidemark.checker.export.sharing import share
from tidemark.checker.export.terms import FALSE, TRUE, Term, equal, junction, literal, name, term
from tidemark.checker.export.text import hang
from tidemark.checker.export.tracing import Case, Parameters
from tidemark.checker.export.types import Types
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.machines.declarations import Action, Declaration
from tidemark.spec.machines.initial_states import Initial
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance, symbolic_state
from tidemark.spec.machines.temporal import TemporalPromise
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.members import ChoiceType, MemberType

MOST_INITIAL_STATES = 2_000
"""How many initial states are written one by one."""


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
    return _Exporter(machine, symmetry).export(module or capital(machine.name))


class _Exporter:
    def __init__(self, machine: Machine, symmetry: bool) -> None:
        self._machine, self._graph = machine, ExpressionGraph()
        self._names = Names()
        groups = machine.id_groups.items() if symmetry else ()
        self._types = Types(self._names, [kind for kind, group in groups if not group.is_ring])
        self._types.note_defaults(machine.type)
        self._loops = Loops()
        self._configuration = Configuration()
        self.left_out: dict[str, str] = {}
        _, _, self._state = symbolic_state(machine.type, self._graph)
        self._variables = self._name_variables()
        self._actions = {a.name: self._names.choose(plain(a.name)) for a in machine.actions}
        self._promises = {p.name: self._names.choose(plain(p.name)) for p in machine.all_promises}
        self._parameters: dict[str, str] = {}
        for declared in (*machine.actions, *machine.temporal, machine.initial):
            for parameter in getattr(declared, "parameters", ()):
                if parameter not in self._parameters:
                    self._parameters[parameter] = self._names.choose(plain(parameter))

    def _name_variables(self) -> dict[str, str]:
        """The names of the fields that have more than one value: the variables."""
        fields = self._machine.type.fields.items()
        varying = [n for n, type in fields if any(leaf.lo < leaf.hi for leaf in type.leaves(""))]
        return {n: self._names.choose(plain(n)) for n in varying}

    def _readers(self, prime: str = "") -> list[Term]:
        """The flattened fields of a state."""
        return [
            reader
            for n, type in self._machine.type.fields.items()
            for reader in fields_of_term(type, name(self._variables[n] + prime) if n in self._variables else default_of(type))
        ]

    def export(self, module: str) -> Export:
        """Write all parts."""
        machine = self._machine
        body = [*self._initial(), ""]
        for action in machine.actions:
            body += self._action(action)
        body += [*self._next(), "", *self._type_ok(), ""]
        for promise in machine.promises:
            body += self._promise(promise)
        for temporal in machine.temporal:
            body += self._temporal(temporal)
        body += self._symmetry()
        self._configuration.constants = sorted(self._types.constants)
        self._configuration.invariants.insert(0, "TypeOK")
        return Export(module, self._header(module, body), self._configuration.text(), self.left_out)

    def _header(self, module: str, body: list[str]) -> str:
        machine, text = self._machine, "\n".join(body)
        definitions = [line for lines in _needed_first(self._types.definitions) for line in (*lines, "")]
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
        constants = [f"CONSTANTS {', '.join(sorted(self._types.constants))}", ""] if self._types.constants else []
        variables = hang("VARIABLES ", _wrap(list(self._variables.values())))
        together = hang("vars == <<", _wrap(list(self._variables.values())))
        lines = [
            title, f"\\* {machine.name}{at}", "", f"EXTENDS {', '.join(extends)}", "", *constants, *definitions,
            *variables, "", *together[:-1], together[-1] + ">>", "", text.rstrip(), "=" * len(title), "",
        ]  # fmt: skip
        return "\n".join(line.rstrip() for line in lines)

    # Definitions.

    def _fresh(self, used: set[str]) -> Any:
        """What gives a name to a shared term of one definition."""

        def fresh(t: Term) -> str:
            text = hint(t)
            k = 1
            while f"{text}_{k}" in used or f"{text}_{k}" in self._names:
                k += 1
            used.add(f"{text}_{k}")
            return f"{text}_{k}"

        return fresh

    def _shared(self, t: Term) -> Term:
        return share(self._loops.simplify(t), self._fresh(set()))

    def _domains(self, declared: Any) -> dict[str, LeafType]:
        return {parameter: self._machine.domains[domain] for parameter, domain in declared.parameters.items()}

    def _range(self, type: LeafType) -> str:
        """What a parameter ranges over."""
        if isinstance(type, MemberType):
            held = self._variables.get(type.field)
            if held is None:
                return "{}"
            return f"BagToSet({held})" if type.network.repeats else held
        whole = type.whole if isinstance(type, ChoiceType) else type
        return self._types.set_of(whole)

    def _bound(self, types: Mapping[str, LeafType], quantifier: str) -> str:
        """`\\E me \\in Client, m \\in network : `; empty without parameters."""
        if not types:
            return ""
        parts = (f"{self._parameters[n]} \\in {self._range(type)}" for n, type in types.items())
        return f"{quantifier} {', '.join(parts)} : "

    def _call(self, called: str, types: Mapping[str, Any]) -> str:
        names = ", ".join(self._parameters[n] for n in types)
        return f"{called}({names})" if names else called

    def _trace(self, declared: Any, call: Any, types: Mapping[str, LeafType]) -> tuple[list[Case], TermLowering]:
        parameters = Parameters(self._graph, types, self._parameters)
        cases = parameters.cases(declared, call, self._graph)
        return cases, TermLowering([*self._readers(), *self._readers("'")], parameters.terms)

    def _chosen(self, case: Case, types: Mapping[str, LeafType]) -> list[Term]:
        """That the parameters have the values of a case."""
        conditions = []
        for parameter, value in case.chosen.items():
            type = types[parameter]
            whole = type.whole if isinstance(type, ChoiceType) else type
            conditions.append(equal(name(self._parameters[parameter]), value_term(whole, value)))
        return conditions

    # Actions.

    def _action(self, action: Action) -> Iterator[str]:
        types = self._domains(action)
        machine = self._machine

        def call(arguments: dict[str, Any]) -> list[Expr]:
            instance = Instance(action, arguments)
            return machine.flatten_in(self._graph, machine.run(self._state, instance), instance)

        cases, lowering = self._trace(action, call, types)
        yield from _comment(action)
        head = f"{self._call(self._actions[action.name], types)} =="
        if not cases:
            yield from (f"{head} FALSE \\* {action.name} can never happen", "")
            return
        yield head
        if len(cases) == 1 and not cases[0].chosen:
            yield from ("    " + line for line in self._case(cases[0], lowering, [], self._reasons(cases[0], lowering)))
        else:
            for case in cases:
                lines = self._case(case, lowering, self._chosen(case, types), {})
                yield from ("    " + line for line in hang("\\/ ", lines))
        yield ""

    def _reasons(self, case: Case, lowering: TermLowering) -> dict[Term, str]:
        """The reason of each guard, by its term."""
        return {self._loops.simplify(lowering.term(guard)): why for guard, why in case.guards}

    def _case(
        self, case: Case, lowering: TermLowering, chosen: list[Term], reasons: Mapping[Term, str]
    ) -> list[str]:
        guards = [self._loops.simplify(lowering.term(guard)) for guard, _ in case.guards]
        values = self._next_values(case.outcome, lowering)
        changed = {v: self._loops.simplify(t) for v, t in values.items() if t is not name(v)}
        kept = [v for v in values if v not in changed]
        assigns = [term("assign", v, t) for v, t in changed.items()]
        shared = share(term("step", *chosen, *dict.fromkeys(guards), *assigns), self._fresh(set()))
        step = shared.args[0] if shared.head == "let" else shared
        lines = []
        for part in step.args:
            block = hang("/\\ ", self._types.write(part))
            why = reasons.get(part)
            if why and len(block[0]) + len(why) < 96:
                block[0] += f"    \\* {_one_line(why)}"
            lines += block
        if kept:
            unchanged = hang("/\\ UNCHANGED <<", _wrap(kept))
            lines += [*unchanged[:-1], unchanged[-1] + ">>"]
        if shared.head == "let":
            return [*self._let(shared), *hang("IN  ", lines)]
        return lines

    def _let(self, shared: Term) -> Iterator[str]:
        for k in range(1, len(shared.args), 2):
            definition = hang(f"{shared.args[k]} == ", self._types.write(shared.args[k + 1]))
            yield from hang("LET " if k == 1 else "    ", definition)

    def _next_values(self, fields: Sequence[Expr], lowering: TermLowering, before: Any = None) -> dict[str, Term]:
        """The value of each variable after a step; `before` has the terms before it, by default the variables."""
        composer, begin, values = Composer(lowering, self._graph), 0, {}
        for n, type in self._machine.type.fields.items():
            end = begin + len(type.domains)
            if n in self._variables:
                base = name(self._variables[n]) if before is None else before[n]
                values[self._variables[n]] = composer.compose(type, fields[begin:end], base)
            begin = end
        return values

    def _next(self) -> Iterator[str]:
        yield "Next =="
        for action in self._machine.actions:
            types = self._domains(action)
            yield f"    \\/ {self._bound(types, chr(92) + 'E')}{self._call(self._actions[action.name], types)}"
        yield ""
        fairness = [line for requirement in self._machine.fairness for line in self._fair(requirement)]
        if not fairness:
            yield "Spec == Init /\\ [][Next]_vars"
            return
        yield "Spec =="
        yield from ("    /\\ Init", "    /\\ [][Next]_vars")
        yield from (f"    /\\ {line}" for line in fairness)

    def _fair(self, requirement: Any) -> Iterator[str]:
        """The conditions of fairness of some actions."""
        word = "SF_vars" if requirement.strong else "WF_vars"
        declared = {a.name: a for a in self._machine.actions}
        if requirement.each is None:
            for n in requirement.actions:
                types = self._domains(declared[n])
                yield f"{self._bound(types, chr(92) + 'A')}{word}({self._call(self._actions[n], types)})"
            return
        outer: dict[str, LeafType] = {}
        ways = []
        for n in requirement.actions:
            types = self._domains(declared[n])
            outer.update({p: type for p, type in types.items() if p in requirement.each})
            inner = {p: type for p, type in types.items() if p not in requirement.each}
            ways.append(f"{self._bound(inner, chr(92) + 'E')}{self._call(self._actions[n], types)}")
        together = ways[0] if len(ways) == 1 else " \\/ ".join(f"({way})" for way in ways)
        yield f"{self._bound(outer, chr(92) + 'A')}{word}({together})"

    # Initial states.

    def _initial(self) -> Iterator[str]:
        machine = self._machine
        if not isinstance(machine.initial, Initial):
            yield from ("Init ==", *self._assignments(machine.initial_states.first))
            return
        yield from _comment(machine.initial)
        try:
            lines = self._traced_initial(machine.initial)
        except Exception as error:  # it may ask Python about its parameters, as it is called with plain ones
            lines = self._listed_initial(error)
        yield from ("Init ==", *lines)

    def _assignments(self, state: tuple[int, ...]) -> Iterator[str]:
        value = self._machine.decode(state)
        for n, variable in self._variables.items():
            t = self._loops.simplify(value_term(self._machine.type.fields[n], getattr(value, n)))
            yield from ("    " + line for line in hang(f"/\\ {variable} = ", self._types.write(t)))

    def _listed_initial(self, error: Exception) -> list[str]:
        states = self._machine.initial_states
        if len(states) > MOST_INITIAL_STATES:
            raise NotInTLA(
                f"{self._machine.initial.name} has {len(states):,} initial states that are told apart by Python: {error}"
            )
        return [line for s in states for line in hang("    \\/ ", [x[4:] for x in self._assignments(s)])]

    def _traced_initial(self, initial: Initial) -> list[str]:
        machine, types = self._machine, self._domains(initial)
        default = machine.type.default

        def call(arguments: dict[str, Any]) -> list[Expr]:
            return machine.flatten_in(self._graph, initial.function(default, **arguments), None)

        cases, lowering = self._trace(initial, call, types)
        before = {n: default_of(machine.type.fields[n]) for n in self._variables}
        lines = list[str]()
        for case in cases:
            guards = [lowering.term(guard) for guard, _ in case.guards]
            values = self._next_values(case.outcome, lowering, before)
            parts = [*self._chosen(case, types), *guards, *(equal(name(v), t) for v, t in values.items())]
            shared = self._shared(junction("and", parts))
            block = self._types.write(shared)
            lines += hang("\\/ ", block) if len(cases) > 1 else block
        bound = self._bound(types, "\\E").rstrip()
        return ["    " + line for line in ([bound, *("    " + line for line in lines)] if bound else lines)]

    # Promises.

    def _predicate(self, declared: Any, call: Any, types: Mapping[str, LeafType]) -> tuple[Term, ...]:
        """The terms of the truth values that a promise returns."""
        cases, lowering = self._trace(declared, call, types)
        ways = []
        for case in cases:
            returned = case.outcome if isinstance(case.outcome, tuple) else (case.outcome,)
            chosen = self._chosen(case, types)
            ways.append([junction("and", [*chosen, lowering.term(self._graph.lift(r))]) for r in returned])
        return tuple(self._shared(junction("or", way)) for way in zip(*ways, strict=True))

    def _define(self, head: str, t: Term) -> Iterator[str]:
        yield f"{head} =="
        yield from ("    " + line for line in self._types.write(t))

    def _promise(self, promise: Any) -> Iterator[str]:
        (holds,) = self._predicate(promise, lambda _: promise.function(self._state), {})
        yield from _comment(promise)
        yield from self._define(self._promises[promise.name], holds)
        yield ""
        self._configuration.invariants.append(self._promises[promise.name])

    def _temporal(self, promise: TemporalPromise) -> Iterator[str]:
        kind, called = promise.kind.word, self._promises[promise.name]
        forms = _FORMS.get(kind)
        if forms is None:
            self.left_out[promise.name] = f"{kind} is no formula that TLC checks"
            yield from (f"\\* {called} is left out: {self.left_out[promise.name]}", "")
            return
        suffixes, formula = forms
        types = self._domains(promise)
        states = [self._state]
        if promise.kind.states == 2:
            leaves = self._machine.leaves
            primed = [self._graph.field(len(leaves) + i, leaf.kind, leaf.lo, leaf.hi) for i, leaf in enumerate(leaves)]
            states.append(self._machine.type.build(iter(primed)))
        terms = self._predicate(promise, lambda arguments: promise.function(*states, **arguments), types)
        yield from _comment(promise)
        calls = []
        for suffix, t in zip(suffixes, terms, strict=True):
            part = self._names.choose(f"{called}_{suffix}")
            yield from self._define(self._call(part, types), t)
            calls.append(self._call(part, types))
        bound = self._bound(types, "\\E" if kind == "sometimes" else "\\A")
        yield f"{called} == {formula.format(*calls, bound=bound)}"
        yield ""
        is_about_states = kind in ("no_deadlock", "sometimes")
        (self._configuration.invariants if is_about_states else self._configuration.properties).append(called)

    def _type_ok(self) -> Iterator[str]:
        yield "TypeOK =="
        fields = self._machine.type.fields
        bounded = {v: fields[n] for n, v in self._variables.items() if self._types.is_bounded(fields[n])}
        yield from (f"    /\\ {v} \\in {self._types.set_of(type)}" for v, type in bounded.items())
        if not bounded:
            yield "    TRUE"

    def _symmetry(self) -> Iterator[str]:
        kinds = [k for k in self._types.ids if k.size > 1]
        if kinds:
            self._configuration.is_symmetric = True
            sets = (f"Permutations({self._types.set_of(LeafType(k, 0, k.size - 1))})" for k in kinds)
            yield "Symmetry == " + " \\cup ".join(sets)


_FORMS: dict[str, tuple[tuple[str, ...], str]] = {
    "eventually": (("holds",), "{bound}<>{0}"),
    "leads_to": (("begins", "follows"), "{bound}({0} ~> {1})"),
    "always_eventually": (("holds",), "{bound}[]<>{0}"),
    "eventually_always": (("holds",), "{bound}<>[]{0}"),
    "every_step": (("step",), "[][{bound}{0}]_vars"),
    "no_deadlock": (("ends",), "{bound}(ENABLED <<Next>>_vars \\/ {0})"),
    "sometimes": (("holds",), "~{bound}{0}"),
}
"""For each kind of promise about runs that TLC checks: what its predicates are called, and the formula of them."""


def _comment(declared: Declaration) -> Iterator[str]:
    """The docstring of a function."""
    text = inspect.getdoc(declared.function) or ""
    yield from (f"\\* {_one_line(line)}".rstrip() for line in text.splitlines())


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _wrap(names: Sequence[str], width: int = 84) -> list[str]:
    """Names with commas between them, on lines of some width."""
    lines = [""]
    for k, text in enumerate(names):
        part = text + ("," if k < len(names) - 1 else "")
        if lines[-1] and len(lines[-1]) + len(part) + 1 > width:
            lines.append(part)
        else:
            lines[-1] = f"{lines[-1]} {part}".strip()
    return lines


def _needed_first(definitions: Mapping[str, list[str]]) -> list[list[str]]:
    """Definitions in an order in which each stands behind those that it names."""
    return list(definitions.values())
