"""docs/examples/unbounded: its machine, copied by hand for z3, is `published/kip-320` within the bounds of that."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from itertools import count, product
from types import ModuleType
from typing import Any

import pytest
import z3

from tests.support.blocks import ROOT
from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.spec import Machine

NOBODY = -1
NUMBERS = count()
"""z3 wants another name for each sort."""
Cell = tuple[Any, ...]
State = dict[Cell, int]
"""By field of the copy and its arguments the value: a number, a replica or NOBODY, or whether something is so."""


@pytest.fixture
def module() -> Iterator[ModuleType]:
    """The module of the copy."""
    path = ROOT / "docs/examples/unbounded/machine.py"
    spec = importlib.util.spec_from_file_location("unbounded_machine", path)
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)  # a dataclass looks its module up
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def state_of(cluster: Any) -> State:
    """A state of the repository's machine, as the copy has it: records beyond the end of a log are left out."""
    q = cluster.quorum
    found: State = {("n",): cluster.records_written, ("qe",): q.leader_epoch, ("ql",): q.leader}
    replicas = range(len(list(cluster.replicas)))
    for r, replica in enumerate(cluster.replicas):
        found["qisr", r] = bool(q.isr.has(r))
        found["end", r], found["hw", r] = replica.log.end_offset, replica.high_watermark
        found["ep", r], found["ldr", r] = replica.leader_epoch, replica.leader
        for member in replicas:
            found["isr", r, member] = bool(replica.isr.has(member))
        for offset in range(int(replica.log.end_offset)):
            found["rid", r, offset], found["rep", r, offset] = (
                replica.log[offset].id,
                replica.log[offset].epoch,
            )
    for epoch, request in enumerate(cluster.requests):
        found["rl", epoch] = request.leader
        for r in replicas:
            found["risr", epoch, r] = bool(request.isr.has(r))
    return {cell: int(value) for cell, value in found.items()}


class Copy:
    """The copy within bounds: its steps, written in the cells of a state."""

    def __init__(self, module: ModuleType, bounds: Any) -> None:
        self.bounds, self.replicas = bounds, range(bounds["replicas"])
        self.offsets, self.epochs = range(bounds["log-size"]), range(bounds["max-epoch"] + 1)
        unbounded = module.R
        few, names = z3.EnumSort(f"few {next(NUMBERS)}", ["nobody", *(f"r{k}" for k in self.replicas)])
        self.of_replica = dict(zip([NOBODY, *self.replicas], names, strict=True))
        self.number_of = {str(name): k for k, name in self.of_replica.items()}
        module.R, module.NONE = few, names[0]
        self.is_replica = {name: [kind == unbounded for kind in of[0]] for name, of in module.FIELDS.items()}
        self.terms: dict[Cell, Any] = {}
        fields = {}
        for name, (domain, values) in module.FIELDS.items():
            of_domain = [
                self.replicas
                if kind == unbounded
                else self.offsets
                if name in ("rid", "rep")
                else self.epochs
                for kind in domain
            ]
            sort = few if values == unbounded else values
            own = {(name, *at): z3.Const(str((name, *at)), sort) for at in product(*of_domain)}
            self.terms |= own
            fields[name] = self._field(
                own, self._value(sort, -1 if name == "ep" else NOBODY if sort == few else 0)
            )
        state = module.State(**fields)
        self.steps: dict[tuple[Any, ...], tuple[Any, dict[Cell, Any]]] = {}
        for one, other, epoch, cut in product(
            self.replicas, self.replicas, self.epochs, range(bounds["log-size"] + 1)
        ):
            given = (self.of_replica[one], self.of_replica[other], z3.IntVal(epoch), z3.IntVal(cut))
            for step in module.steps(state, *given):
                key = (step.name, *(self._number(term) for term in step.parameters))
                key += (cut,) if step.name == "become_follower" else ()
                if key not in self.steps:
                    after = {cell: self._finite(self._at(step.after, cell)) for cell in self.terms}
                    self.steps[key] = self._finite(step.guard), after

    def _value(self, sort: Any, value: int) -> Any:
        if sort == z3.BoolSort():
            return z3.BoolVal(bool(value))
        return z3.IntVal(value) if sort == z3.IntSort() else self.of_replica[value]

    def _number(self, term: Any) -> int:
        if z3.is_int_value(term):
            return int(term.as_long())
        return int(z3.is_true(term)) if z3.is_bool(term) else self.number_of[str(term)]

    def _at(self, state: Any, cell: Cell) -> Any:
        name, *at = cell
        given = [
            self.of_replica[k] if kind else z3.IntVal(k)
            for k, kind in zip(at, self.is_replica[name], strict=True)
        ]
        return getattr(state, name)(*given)

    def _field(self, own: dict[Cell, Any], beyond: Any) -> Callable[..., Any]:
        def field(*given: Any) -> Any:
            found = beyond
            for (_, *at), term in own.items():
                same = [
                    one
                    == (self.of_replica[k] if one.sort() == self.of_replica[NOBODY].sort() else z3.IntVal(k))
                    for one, k in zip(given, at, strict=True)
                ]
                found = z3.If(z3.And(*same), term, found) if same else term
            return found

        return field

    def _finite(self, term: Any) -> Any:
        """A term in which what is said of all replicas, or of all offsets, is said of each."""
        if z3.is_quantifier(term):
            sorts = [term.var_sort(k) for k in range(term.num_vars())]
            ways = [
                [z3.IntVal(k) for k in self.offsets]
                if sort == z3.IntSort()
                else list(self.of_replica.values())
                for sort in sorts
            ]
            each = (z3.substitute_vars(term.body(), *way[::-1]) for way in product(*ways))
            return z3.And(*map(self._finite, each))
        children = [self._finite(child) for child in term.children()]
        if all(new.eq(old) for new, old in zip(children, term.children(), strict=True)):
            return term
        return z3.substitute(term, *zip(term.children(), children, strict=True))

    def successors(self, state: State) -> dict[tuple[Any, ...], State]:
        """The steps from a state that stay within the bounds, by action and arguments."""
        given = [(term, self._value(term.sort(), state.get(cell, 0))) for cell, term in self.terms.items()]

        def value(term: Any) -> int:
            return self._number(z3.simplify(z3.substitute(term, *given)))

        found = {}
        for key, (guard, after) in self.steps.items():
            if value(guard):
                new = {cell: value(term) for cell, term in after.items()}
                if self._is_within(new):
                    name, *arguments = key[: -1 if key[0] == "become_follower" else None]
                    assert (name, *arguments) not in found, "two ways to cut a log"
                    found[name, *arguments] = self._without_rest(new)
        return found

    def _is_within(self, state: State) -> bool:
        ends = all(state["end", r] <= self.bounds["log-size"] for r in self.replicas)
        return ends and state["qe",] <= self.bounds["max-epoch"] and state["n",] <= self.bounds["records"]

    @staticmethod
    def _without_rest(state: State) -> State:
        is_rest = lambda cell: cell[0] in ("rid", "rep") and cell[2] >= state["end", cell[1]]  # noqa: E731
        return {cell: value for cell, value in state.items() if not is_rest(cell)}


def require_the_same(module: ModuleType, machine: Machine, most: int) -> int:
    """Compare the steps from every reachable state, up to `most` states. Gives how many states were compared."""
    copy = Copy(module, machine.bounds)
    known = {machine.encode(machine.initial)}
    new = list(known)
    for state in new:
        after = list(reference.successors(machine, state))
        truth = {instance.key: state_of(machine.decode(reached)) for instance, reached in after}
        assert copy.successors(state_of(machine.decode(state))) == truth
        fresh = dict.fromkeys(reached for _, reached in after if reached not in known)
        known |= fresh.keys()
        if len(new) + len(fresh) <= most:
            new += fresh
    return len(new)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bounds", "states"), [({"replicas": 2, "max-epoch": 1}, 957), ({"max-epoch": 1}, 150)], ids=str
)
def test_the_copy_takes_the_steps_of_the_machine(
    module: ModuleType, bounds: dict[str, int], states: int
) -> None:
    assert require_the_same(module, impl.protocol("published/kip-320").machine(bounds), states) == states


def without_cut(module: ModuleType) -> None:
    """The high watermark of a follower is not cut with its log."""
    module.least = lambda _, hw: hw  # type: ignore[attr-defined]


def unfenced(module: ModuleType) -> None:
    """A follower need not be in the epoch of its leader."""
    module.State.follows = lambda s, one, leader: z3.And(s.ldr(leader) == leader, s.ldr(one) == leader)  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [without_cut, unfenced])
def test_another_machine_is_told_from_it(module: ModuleType, spoil: Callable[[ModuleType], None]) -> None:
    spoil(module)
    with pytest.raises(AssertionError):
        require_the_same(
            module, impl.protocol("published/kip-320").machine({"replicas": 2, "max-epoch": 1}), 957
        )
