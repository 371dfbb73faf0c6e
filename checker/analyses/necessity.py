"""Which steps of a counterexample the loss needs: found by leaving each one out and trying the others again.

A step is *needed* if, without it, the other steps of the run, taken in any order and as far as they are
enabled, still commit or acknowledge the lost record, but never break the promise. Without a step that is
not needed there would have been no record to lose, or it would have been lost all the same.
"""

from __future__ import annotations

from checker.engines.reference import broken_promises
from checker.runs.results import Run, State
from impl.kafka.scene import Scene, can_draw, scene_of
from spec.errors import Disabled
from spec.machine import Instance, Machine, OutOfRange

LIMIT = 5_000
"""How many situations are tried without one step; more than that and the step counts as not needed."""


def needed_steps(run: Run, record: int | None) -> set[int]:
    """The numbers of the steps without which the record would have survived."""
    if record is None or not can_draw(run):
        return set()
    return {number for number in range(2, run.length + 1) if _is_needed(run, number, record)}


def _is_needed(run: Run, number: int, record: int) -> bool:
    machine = run.machine
    kept, tried = False, _without(run, number)
    if tried is None:
        return False
    for state in tried:
        if run.promise in broken_promises(machine, state)[0]:
            return False
        kept = kept or is_kept(_scene(machine, state), record)
    return kept or any(is_kept(_scene(machine, step.state), record) for step in run.steps[: number - 1])


def _scene(machine: Machine, state: State) -> Scene:
    return scene_of(machine.type.show(machine.decode(state)))


def is_kept(scene: Scene, record: int) -> bool:
    """Whether the record is acknowledged, or below the high watermark of a broker that presumes to lead."""
    if record in scene.acknowledged:
        return True
    return any(cell.record == record for b in scene.brokers if b.leads for cell in b.log[: b.high_watermark])


def _without(run: Run, number: int) -> set[State] | None:
    """Every state that the later steps reach from before a step, each taken at most once, in any order.

    None where that is more than `LIMIT` situations.
    """
    later = [step.instance for step in run.steps[number:] if step.instance]
    start = (run.steps[number - 2].state, frozenset(range(len(later))))
    seen, frontier = {start}, [start]
    while frontier:
        state, left = frontier.pop()
        for place in sorted(left):
            following = _after(run.machine, state, later[place])
            if following is None:
                continue
            reached = (following, left - {place})
            if reached not in seen:
                if len(seen) >= LIMIT:
                    return None
                seen.add(reached)
                frontier.append(reached)
    return {state for state, _ in seen}


def _after(machine: Machine, state: State, instance: Instance) -> State | None:
    try:
        return machine.encode(machine.run(machine.decode(state), instance), instance)
    except (Disabled, OutOfRange):
        return None
