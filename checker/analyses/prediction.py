"""What the model of another version says of a run before it is tried there."""

from __future__ import annotations

from collections.abc import Mapping

from tidemark import impl
from tidemark.checker.analyses.events import Elsewhere, ways_from
from tidemark.checker.engines.reference import broken_promises, successors
from tidemark.checker.runs.results import Run, State
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.families.system import Drivable, Playable

MOST_OWN_STEPS = 6
"""How many steps a system that decides for itself takes at most before something is done to it again."""


def refused_at(system: Drivable, run: Run, protocol: Protocol) -> int | None:
    """The state at which another protocol, forced through a run, first differs in what can be seen; None if nowhere.

    Rules that the program plays in the system's place stay those of the run, or those that it can play
    (`Drivable.played`, `Drivable.plays_as`). The protocol takes the same events, each after as few internal steps as
    needed, and none that it does not know; then more internal steps, to reach what the run has, and to rest. It differs
    where an event is impossible, where something that can be seen stays different, or at the end if that keeps the
    promise.

    Raises:
        UsageError: the protocol has other bounds, or its states have other fields.
    """
    followed = impl.protocol(run.machine.protocol)
    played = dict.fromkeys(system.played, followed)
    if not system.plays_as(followed):  # otherwise the run has the steps of such protocols
        played |= {rule: impl.protocol(name) for rule, name in system.plays_as(protocol).items()}
    elsewhere = Elsewhere.of(run.machine, protocol, played)
    machine = elsewhere.machine
    state = machine.initial_states.require_one("a schedule")
    for number, step in enumerate(run.steps, 1):
        if step.instance and elsewhere.has(step.instance):
            steps = elsewhere.way(state, step.instance)
            if isinstance(steps, str):
                return number
            state = steps[-1].state
        before = system.visible(run.machine.decode(step.state), own=False)

        def looks_alike(state: State, before: Mapping[str, str] = before) -> bool:
            return _is_seen(before, system.visible(machine.decode(state), own=False))

        settled = elsewhere.find_settled_state(state, looks_alike)
        if settled is None:
            return number
        state = settled
    kept = run.promise and run.promise not in broken_promises(machine, state)[0]
    return run.length if kept else None


def takes(system: Playable, run: Run, protocol: Protocol) -> bool:
    """Whether another protocol takes a run that is played as a schedule.

    The same is done to it in the same order (`Playable.done_for`); in between it takes any internal steps, if it
    comes to show what the run shows then, and breaks the promise in the end.

    Raises:
        UsageError: the protocol has other bounds, or its states have other fields.
    """
    elsewhere = Elsewhere.of(run.machine, protocol)
    machine = elsewhere.machine
    unprompted = {i.action.name for i in machine.instances if system.done_for(i) is None}
    internal = elsewhere.own | unprompted
    done = [None if step.instance is None else system.done_for(step.instance) for step in run.steps]
    possible = {machine.initial_states.require_one("a schedule")}
    for number, step in enumerate(run.steps):
        if expected := done[number]:
            possible = {
                reached
                for state in possible
                for instance, reached in successors(machine, state)
                if system.done_for(instance) == expected
            }
        if number + 1 == run.length or done[number + 1]:
            facts = system.facts_of(run.machine.decode(step.state))
            possible = {
                steps[-1].state
                for state in possible
                for steps in ways_from(machine, state, internal, MOST_OWN_STEPS)
                if _is_seen(facts, system.facts_of(machine.decode(steps[-1].state)))
            }
    broken = any(run.promise in broken_promises(machine, state)[0] for state in possible)
    return broken if run.promise else bool(possible)


def _is_seen(expected: Mapping[str, str], possible: Mapping[str, str]) -> bool:
    """Whether what can be seen of a state is as expected; what only one of the two has does not count."""
    return all(possible.get(name, seen) == seen for name, seen in expected.items())
