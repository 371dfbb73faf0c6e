"""A run in numbered steps, each with the fields that it changed: a form that fits any protocol."""

from __future__ import annotations

from tidemark.checker.runs.results import Run
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.differences import changes


def describe_step(machine: Machine, instance: Instance) -> str:
    """A step by its action, with what its docstring says if the family has no sentence for it."""
    action = instance.action
    has_story = action.function.__name__ in family_of(machine).telling.stories
    summary = "" if has_story else " ".join(action.summary.split())
    return f"{instance}: {summary}" if summary else str(instance)


def numbered_steps(run: Run) -> str:
    """Each step with its number and action, and below it each field that it changed."""
    machine, lines = run.machine, []
    width = len(str(run.length))
    before = None
    for number, step in enumerate(run.steps, 1):
        state = machine.decode(step.state)
        lines.append(
            f"{number:>{width}}. {describe_step(machine, step.instance) if step.instance else run.beginning}"
        )
        if before is not None:
            lines += [f"{'':{width}}    {change.sentence}" for change in changes(machine.type, before, state)]
        before = state
    if run.is_still:
        lines.append("and so for ever: nothing happens any more")
    elif run.loop is not None:
        again = f"this is the state of step {run.loop} again, and what follows it comes again and again"
        lines.append(f"and so on for ever: {again}")
    return "\n".join(lines)
