"""What a search leaves behind: states where nothing goes on, unless it is only the bounds that end it there.

A run ends at the bounds if with larger ones the same steps come to a state from which it goes on. That is tried: each
budget is made larger by one, and each size but those that add members to a sort of ids. In a machine without such
bounds a counter at the end of its domain counts as a bound, if a guard would hold with one less. Nobody is warned of
what ends at the bounds; they are named.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tidemark import impl
from tidemark.base.counts import count_of
from tidemark.base.errors import TidemarkError
from tidemark.checker.engines.reference import moves, some_successors
from tidemark.checker.runs.results import Result, Run, State
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import NUMBER
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.temporal import no_deadlock


def note(result: Result) -> None:
    """Note in a result the bounds at which its machine ends, and what ends though no bound is used up."""
    still = next((ending for ending in result.endings or () if not ending.actions), None)
    machine = result.machine
    if still is None or machine.constraints or any(p.kind is no_deadlock for p in machine.temporal):
        return
    larger, raised = LargerMachines(machine), set[str]()
    for run in still.runs:
        bounds = larger.ends_at(run)
        if bounds is None:
            result.doubts.append(f"nothing happens any more {_where(run, still.states)}{_closest(run)}")
            break
        raised |= set(bounds)
    result.ends_at = sorted(raised)


def _where(run: Run, states: int) -> str:
    if states == 1:
        return f"in a state, after {count_of(run.length, 'state')}"
    return f"in some of {count_of(states, 'state')}, the first of which is reached after {run.length}"


def _closest(run: Run) -> str:
    from tidemark.checker.engines.liveness.lasso_check import find_closest  # few machines are warned of

    near = find_closest(run.machine, run.steps[-1].state)
    if near is None:
        return ""
    instance, unmet = near
    return f": the closest is {instance}, and needs that {' and that '.join(unmet)}"


class LargerMachines:
    """A machine with larger bounds: whether runs that end would go on there."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        named = [bound for bound in family_of(machine).bounds if bound.is_lowered] if machine.origin else []
        self._with = cache(self._build)
        in_order = sorted(named, key=lambda bound: not bound.is_size)
        self.bounds = [bound.name for bound in in_order if not self._adds_members(bound.name)]

    def ends_at(self, run: Run) -> list[str] | None:
        """The bound, or the fields at the edge of their domain, at which a run ends; None where none of them is why.

        It is empty where nothing is known: a bound can't be larger, or the same steps can't be taken there.
        """
        if not self.bounds:
            return _edges(self._machine, run.steps[-1].state)
        goes_on_with = dict[str, bool | None]()
        for name in self.bounds:
            goes_on_with[name] = self._goes_on(run, (name,))
            if goes_on_with[name]:
                return [name]
        possible = [name for name, goes_on in goes_on_with.items() if goes_on is not None]
        if not self._goes_on(run, tuple(possible)):
            return None if possible == self.bounds else []
        for name in list(possible):
            less = [bound for bound in possible if bound != name]
            possible = less if self._goes_on(run, tuple(less)) else possible
        return possible

    def _goes_on(self, run: Run, larger: tuple[str, ...]) -> bool | None:
        """Whether the steps of a run lead on where these bounds are larger by one; None where they can't be taken."""
        if (machine := self._with(larger)) is None:
            return None
        try:
            state = _lead(machine, run)
            return None if state is None else bool(moves(machine, state))
        except TidemarkError:
            return None

    def _adds_members(self, bound: str) -> bool:
        """Whether a larger bound adds a member to a sort of ids: what a new one does says nothing of the others."""
        machine = self._with((bound,))
        return machine is not None and machine.id_sizes != self._machine.id_sizes

    def _build(self, larger: tuple[str, ...]) -> Machine | None:
        """The machine where these bounds are larger; None if they can't be."""
        origin = self._machine.origin
        assert origin
        bounds = {**origin.bounds, **{name: origin.bounds[name] + 1 for name in larger}}
        try:
            return impl.machine(replace(origin, bounds=bounds, own=(), promises=()), traced=False)
        except TidemarkError:
            return None


def _lead(machine: Machine, run: Run) -> State | None:
    """The state to which the steps of a run lead in another machine; None where one of them is not possible."""
    named = {str(instance): instance for instance in machine.instances}
    state = machine.initial_states.counterpart(run.machine.initial_states, run.steps[0].state)
    if state is None:
        return None
    for step in run.steps[1:]:
        name = str(step.instance)
        tried = [named[name]] if name in named else machine.instances
        steps = some_successors(machine, machine.decode(state), tried)
        following = next((after for _, instance, after in steps if str(instance) == name), None)
        if following is None:
            return None
        state = following
    return state


def _edges(machine: Machine, state: State) -> list[str] | None:
    """The counters at the end of their domain because of which an action is disabled; None where there are none."""
    plain = machine.decode(state)
    for action in machine.symbolic.actions:
        with Context(unmet=[]) as said:
            try:
                machine.run(plain, action.instance)
            except (Disabled, TidemarkError):
                continue
        assert said.unmet is not None
        unmet = [guard for guard, reason in action.guards if reason in said.unmet]
        stopped = [_stopped_by(machine, guard, state) for guard in unmet]
        if stopped and all(stopped):
            return sorted({machine.leaves[number].path for number in set().union(*stopped)})
    return None


def _stopped_by(machine: Machine, guard: Expr, state: State) -> set[int]:
    """The bounds because of which a guard fails: counters at an end of their domain, one less of which it would meet.

    A counter is a number that no action moves back: one that is given back, such as the forks of a table, is no bound.
    """
    return {
        number
        for number in fields_read(guard)
        if (inward := _one_back(machine, number, state)) is not None and value_of(guard, inward)
    }


def _one_back(machine: Machine, number: int, state: State) -> State | None:
    """A state with a counter one step further from the end of its domain; None if it is no counter at its end."""
    leaf, value = machine.leaves[number], state[number]
    for end, inward in ((leaf.hi, -1), (leaf.lo, 1)):
        at_end = leaf.kind is NUMBER and leaf.lo < leaf.hi and value == end
        if at_end and all(_moves_one_way(a.fields[number], number, inward) for a in machine.symbolic.actions):
            return (*state[:number], value + inward, *state[number + 1 :])
    return None


def _moves_one_way(written: Expr, number: int, inward: int) -> bool:
    """Whether a written number is plainly the field's own, or further from where `inward` leads."""
    match written.op:
        case "field":
            return bool(written.args[0] == number)
        case "ite":
            return all(_moves_one_way(branch, number, inward) for branch in written.args[1:])
        case "add":
            more = written.args[1].constant
            return more is not None and more * inward <= 0 and _moves_one_way(written.args[0], number, inward)
    return False


def fields_read(expression: Expr) -> set[int]:
    """The numbers of the fields that an expression reads."""
    fields, waiting, numbers = set[int](), [expression], set[int]()
    while waiting:
        node = waiting.pop()
        if node.op == "field":
            fields.add(node.args[0])
        if node.number not in numbers:
            numbers.add(node.number)
            waiting += [arg for arg in node.args if isinstance(arg, Expr)]
    return fields
