"""Actions in promises: whether one can happen (TLA+'s `ENABLED <A>_v`), and whether a step is one of it."""

from __future__ import annotations

from typing import Any

from tidemark.spec.expressions.context import Context, current
from tidemark.spec.expressions.kinds import Truth
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.machines.declarations import Action
from tidemark.spec.types.operators import not_
from tidemark.spec.types.parts import is_lifted


def can_happen(action: Action, state: Any, *arguments: Any) -> Truth:
    """Whether an action is enabled in a state with these arguments, and leads to another state.

    A parameter that is a message of a network, or a member of a set of the state, must be one in this state.

    Raises:
        ModelError: it is no action, or takes other arguments.

    >>> can_happen(count_further, machine.initial, 0)
    True
    """
    enabled, following = _outcome("can_happen", action, state, arguments)
    return enabled if enabled is False else enabled & not_(following == state)


def is_step_of(action: Action, before: Any, after: Any, *arguments: Any) -> Truth:
    """Whether an action with these arguments leads from one state to another, which differs.

    Raises:
        ModelError: it is no action, or takes other arguments.

    >>> is_step_of(count_further, machine.initial, machine.initial, 0)
    False
    """
    enabled, following = _outcome("is_step_of", action, before, arguments)
    return enabled if enabled is False else enabled & (following == after) & not_(before == after)


def _outcome(word: str, action: Action, state: Any, arguments: tuple[Any, ...]) -> tuple[Any, Any]:
    """Whether an action is enabled in a state, and the state that it leads to."""
    if not isinstance(action, Action):
        raise ModelError(f"{word}({action!r}, …): name an action that is declared with @action")
    if len(arguments) != len(action.parameters):
        names = ", ".join(action.parameters) or "nothing"
        raise ModelError(f"{word}({action.name}, …) takes {names} after the states: give each, in this order")
    outer = current()
    with Context(lifts=is_lifted(state), words_of=outer.words_of if outer else None) as context:
        enabled: Any = True
        for field, argument in zip(action.parameters.values(), arguments, strict=True):
            if field in state.type.fields:
                enabled = getattr(state, field).has(argument) & enabled
        try:
            following = action.function(state, **dict(zip(action.parameters, arguments, strict=True)))
        except Disabled:
            return False, None
    for condition, _ in context.guards:
        enabled = condition & enabled
    if outer:
        outer.orders |= context.orders
    return enabled, following
