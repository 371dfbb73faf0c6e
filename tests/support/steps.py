"""Takes named steps of a machine."""

from __future__ import annotations

from typing import Any

from tidemark.spec import Machine


def after(machine: Machine, *steps: str) -> Any:
    """The state after these steps, each as a counterexample names it.

    Raises:
        Disabled: one is not possible.
    """
    instances = {str(instance): instance for instance in machine.instances}
    state = machine.initial
    for step in steps:
        state = machine.run(state, instances[step])
    return state
