"""Tries a user's promise or action before its first answer: whether it is a pure function that can be traced.

An engine that runs functions on plain values traces none, and must refuse the same ones as those that do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import is_symbolic
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.machines.declarations import Action, Promise
from tidemark.spec.machines.symbolic import lift_promise, symbolic_state
from tidemark.spec.machines.temporal import TemporalPromise
from tidemark.spec.machines.tracing import trace
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import WrongShape
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.sets import IdSet


def require_pure_promise(promise: Promise, state: RecordType, arguments: Mapping[str, Any]) -> None:
    """Refuse a promise that is no pure function of such states and, if it is about runs, of these arguments.

    Raises:
        ModelError: it depends on something else, or changes something, or can't be traced at all.
    """
    graph, _, symbolic = symbolic_state(state)
    if isinstance(promise, TemporalPromise):
        states = [symbolic] * promise.kind.states
        trace(promise, lambda: promise.function(*states, **arguments), Context(lifts=True))
    else:
        lift_promise(graph, symbolic, promise)


def require_pure_action(action: Action, state: RecordType, arguments: Mapping[str, Any]) -> bool:
    """Refuse an action that is no pure function of such states and these arguments; whether that could be tried.

    It can't be tried where the arguments alone disable it, or are symbolic: then it is being traced, and watched. The
    machine checks what it returns. An argument that is a message is the message of these states.

    Raises:
        ModelError: it depends on something else, or changes something, or can't be traced at all.
    """
    if any(is_symbolic(value.mask if isinstance(value, IdSet) else value) for value in arguments.values()):
        return False
    _, _, symbolic = symbolic_state(state)

    def run() -> list[Any]:
        messages = {
            name: getattr(symbolic, field).read_slot(0, field)
            for name, field in action.parameters.items()
            if isinstance(state.fields.get(field), NetworkType)
        }
        following, fields = action.function(symbolic, **{**arguments, **messages}), list[Any]()
        if isinstance(following, state.cls):
            state.flatten(following, fields)
        return fields

    try:
        trace(action, run, Context(lifts=True))
    except (Disabled, WrongShape):
        return False
    return True
