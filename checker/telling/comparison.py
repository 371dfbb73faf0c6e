"""The same events under another protocol: how a counterexample ends where the promise may hold.

Each action of the run is taken as it is where the other protocol enables it. Before it, the other protocol
may take steps that only it has (a question about an epoch, for example), as few as needed. What it still
forbids is left out, and the guard that forbids it is named.
"""

from __future__ import annotations

from tidemark.base.errors import UsageError
from tidemark.checker.analyses.events import Elsewhere
from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import Explanation, Narration, explain
from tidemark.spec.families.family import telling_of
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.families.telling import Loss


def same_events(run: Run, protocol: Protocol) -> Explanation:
    """The run's events under another protocol, in as many explained steps as the run has.

    Raises:
        UsageError: the protocol has other bounds, or other initial states.
    """
    elsewhere = Elsewhere.of(run.machine, protocol)
    machine = elsewhere.machine
    first = machine.initial_states.counterpart(run.machine.initial_states, run.steps[0].state)
    if first is None:
        raise UsageError(
            f"{machine.name} has no initial state {run.machine.initial_states.call(run.steps[0].state)}"
        )
    narration, telling = Narration(machine, first), telling_of(machine)
    for step in run.steps[1:]:
        assert step.instance
        steps = elsewhere.way(narration.state, step.instance)
        if isinstance(steps, str):
            narration.leave_out(steps)
        else:
            narration.take(steps)
    original = explain(run)
    broken = run.promise in broken_promises(machine, narration.state)[0]
    life, how = [], None
    if original.value is not None:
        life = telling.life(narration.after_steps, original.value)
        how = telling.how(narration.after_steps, original.value) if broken else None
    kept = "After the same events the promise holds." if run.promise and not broken else ""
    loss, retold = Loss(original.loss.values, kept), Run(machine, run.promise, narration.taken_steps)
    return Explanation(retold, original.promise, loss, narration.steps, life, broken, how)
