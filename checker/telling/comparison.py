"""The same events under another protocol: what a counterexample becomes where the promise may be kept.

Each action of the run is taken as it is where the other protocol enables it. Before it, the other protocol
may take steps that only it has (a question about an epoch, say), as few as needed. What it still forbids is
left out, and the guard that forbids it is said.
"""

from __future__ import annotations

from checker.engines.reference import broken_promises, successors
from checker.runs.results import Run, State, Step
from checker.telling.explanation import Explanation, ToldStep, explain, sentence_between
from impl.kafka.lifeline import facts_of, isr_fact, lifeline_of
from impl.kafka.losses import Loss
from impl.kafka.scene import Arrow, Scene, arrows_between, scene_of
from spec.errors import Disabled, UsageError
from spec.machine import Instance, Machine
from spec.protocol import Protocol

OWN_STEPS = 4
"""How many steps of its own the other protocol may take before each event."""


def same_events(run: Run, protocol: Protocol) -> Explanation:
    """The run's events under another protocol, told in as many steps as the run has.

    Raises:
        UsageError: the protocol has other bounds.
    """
    machine = protocol.machine(run.machine.bounds)
    if machine.type.fields.keys() != run.machine.type.fields.keys():
        raise UsageError(f"{protocol.name} and {run.machine.protocol} have states of different shapes")
    known = {(i.action.name, *map(int, i.arguments.values())): i for i in machine.instances}
    own = {a.name for a in machine.actions} - {a.name for a in run.machine.actions}
    steps, told = [Step(None, machine.encode(machine.initial))], []
    scene = _scene(machine, steps[0].state)
    original = explain(run)
    told.append(ToldStep(1, original.steps[0].sentence, [], False, [], scene))
    scenes: list[Scene | None] = [scene]
    committed: dict[int, int] = {}
    for number, step in enumerate(run.steps[1:], 2):
        assert step.instance
        event = known.get((step.instance.action.name, *map(int, step.instance.arguments.values())))
        taken = _way_to(machine, steps[-1].state, event, own) if event else None
        if taken is None:
            why = _guard(machine, steps[-1].state, event) if event else "this protocol has no such action"
            told.append(ToldStep(number, f"Not here: {why}.", [], False, [], scene))
        else:
            told.append(_told(machine, number, steps[-1].state, taken, committed))
            steps += taken
            scene = _scene(machine, steps[-1].state)
        scenes.append(scene)
    ended = Run(machine, run.promise, steps)
    broken = run.promise in broken_promises(machine, steps[-1].state)[0]
    lifeline = [] if original.record is None else lifeline_of(scenes, original.record)
    loss = Loss(original.loss.records, "" if broken else "After the same events the promise holds.")
    return Explanation(ended, original.promise, loss, told, lifeline, broken)


def _scene(machine: Machine, state: State) -> Scene:
    return scene_of(machine.type.show(machine.decode(state)))


def _way_to(machine: Machine, state: State, event: Instance, own: set[str]) -> list[Step] | None:
    """The fewest steps that end in the event, all but the last being the protocol's own."""
    level: list[list[Step]] = [[Step(None, state)]]
    seen = {state}
    for _ in range(OWN_STEPS + 1):
        following = []
        for way in level:
            for instance, reached in successors(machine, way[-1].state):
                if instance == event:
                    return [*way[1:], Step(instance, reached)]
                if instance.action.name in own and reached not in seen:
                    seen.add(reached)
                    following.append([*way, Step(instance, reached)])
        level = following
    return None


def _guard(machine: Machine, state: State, event: Instance) -> str:
    try:
        machine.run(machine.decode(state), event)
    except Disabled as guard:
        return f"it needs that {guard}"
    return "it leads outside the bounds"


def _told(
    machine: Machine, number: int, state: State, taken: list[Step], committed: dict[int, int]
) -> ToldStep:
    sentences: list[str] = []
    facts: list[str] = []
    arrows: list[Arrow] = []
    before = state
    for step in taken:
        assert step.instance
        was, now = machine.decode(before), machine.decode(step.state)
        sentences.append(sentence_between(machine, was, step.instance, now))
        old, new = _scene(machine, before), _scene(machine, step.state)
        facts += [*facts_of(old, new, committed, number), *isr_fact(old, new, sentences[-1])]
        arrows += arrows_between(old, new)
        before = step.state
    return ToldStep(number, " ".join(sentences), facts, False, arrows, _scene(machine, before))
