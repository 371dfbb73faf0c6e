"""The form in which an engine has the functions of a machine, and what is said where it differs from them.

The machine's own functions on plain values are the meaning. An engine has their symbolic form, compiled or as terms.
Where the two differ in a state, either the author's function treats symbolic values as plain ones in a way that nobody
refused, or Tidemark is wrong; no verdict counts then.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from types import FrameType
from typing import Any, Protocol

from tidemark.base.authors import is_authors, is_shipped
from tidemark.base.errors import TidemarkError, short
from tidemark.checker.runs.results import State
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import values_below
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.machines.declarations import Declaration, Promise
from tidemark.spec.machines.machine import Machine, OutOfRange
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.differences import changes

LONGEST_STATE = 600
"""Characters of a state in a message."""


class Form(Protocol):
    """What an engine made of the functions of a machine, asked about one state at a time.

    instances: those that it has; it says that any other one of the machine is never enabled.
    """

    instances: Sequence[Instance]

    def enabled_instances(self, state: State) -> Collection[int]:
        """The numbers of the instances that are enabled in a state."""

    def after(self, state: State, number: int) -> State | None:
        """The state that an instance leads to; None where it is disabled, or writes outside a domain."""

    def promises(self, state: State) -> tuple[int, int]:
        """The promises that a state breaks, and those whose condition arises in it, as bit masks."""


class Disagreement(ModelError):
    """A machine's own functions do not do what an engine's form of them does."""


def outcome(machine: Machine, state: State, instance: Instance) -> State | str:
    """What the machine's own function does in a state: the state that it leads to, or why it does not."""
    try:
        return machine.encode(machine.run(machine.decode(state), instance), instance)
    except Disabled as guard:
        return f"it is not enabled, since it needs that {guard}"
    except OutOfRange as error:
        return f"it writes {error.value} to {error.leaf.path}, outside its domain"


def action_error(
    machine: Machine, state: State, instance: Instance, plain: State | str, claimed: State | None
) -> Disagreement:
    """The error that an action does one thing when it runs, and another one in its symbolic form."""
    outcomes = [
        _describe(machine, state, result)
        for result in (plain, "it is not enabled" if claimed is None else claimed)
    ]
    value, symbolic = machine.decode(state), machine.symbolic
    action = next((a for a in symbolic.actions if a.instance.key == instance.key), None)
    form: State | None = None
    if action:
        values = values_below([action.guard, *action.fields], state)
        form = tuple(values[f.number] for f in action.fields) if values[action.guard.number] else None
    is_traced_right = (form if form is not None else "") == (plain if isinstance(plain, tuple) else "")
    symbols = machine.type.build(iter(symbolic.fields))
    return _error(
        instance.action,
        f"the action {instance}",
        machine.type.text(value),
        outcomes,
        is_traced_right,
        lambda: machine.run(value, instance),
        lambda: machine.run(symbols, instance),
    )


def promise_error(
    machine: Machine, state: State, promise: Promise, plain: tuple[bool, bool], claimed: tuple[bool, bool]
) -> Disagreement:
    """The same of a promise. plain, claimed: whether it is broken, and whether its condition arises."""
    outcomes = [
        "it is broken" if broken else "it holds" if met else "it holds, since its condition does not arise"
        for broken, met in (plain, claimed)
    ]
    value, symbolic = machine.decode(state), machine.symbolic
    lifted = next(p for p in symbolic.promises if p.promise.name == promise.name)
    form = not values_below([lifted.holds], state)[lifted.holds.number]
    symbols = machine.type.build(iter(symbolic.fields))
    return _error(
        promise,
        f"the promise {promise.name}",
        machine.type.text(value),
        outcomes,
        form == plain[0],
        lambda: promise.function(value),
        lambda: promise.function(symbols),
    )


def _describe(machine: Machine, before: State, outcome: State | str) -> str:
    """What an action does, in words."""
    if isinstance(outcome, str):
        return outcome
    texts = [str(c) for c in changes(machine.type, machine.decode(before), machine.decode(outcome))]
    return f"it leads to the state with {', '.join(texts)}" if texts else "it changes nothing"


def _error(
    declared: Declaration,
    named: str,
    state: str,
    outcomes: Sequence[str],
    is_traced_right: bool,
    plain: Callable[[], Any],
    symbolic: Callable[[], Any],
) -> Disagreement:
    line, cause = declared.place, "This is a mistake of Tidemark: please report it with this message."
    if not is_traced_right and not is_shipped(declared.function):
        line = _last_common_line(plain, symbolic) or line
        cause = (
            f"Its function treats symbolic values as plain ones, at {line} or in what that calls: see *What a "
            "function may do* in docs/language.md."
        )
    if len(state) > LONGEST_STATE:
        state = f"{state[:LONGEST_STATE]}…"
    return Disagreement(
        f"{named} means one thing when it runs and another one in its symbolic form, so no verdict counts. In the "
        f"state {state} {outcomes[0]} when it runs; in the other form {outcomes[1]}. {cause}",
        line,
    )


def _last_common_line(plain: Callable[[], Any], symbolic: Callable[[], Any]) -> str:
    """The line of the author's after which Python takes different ways with plain and symbolic values; or empty."""
    ways = _lines_of(plain, Context()), _lines_of(symbolic, Context(lifts=True))
    for k, (a, b) in enumerate(zip(*ways, strict=False)):
        if a != b:
            return ways[0][k - 1] if k else ""
    return ""


def _lines_of(call: Callable[[], Any], context: Context) -> list[str]:
    """The lines of the author's that a call goes through."""
    lines: list[str] = []

    def see_line(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            lines.append(f"{short(frame.f_code.co_filename)}:{frame.f_lineno}")
        return see_line

    before = sys.gettrace()
    sys.settrace(lambda frame, *_: see_line if is_authors(frame.f_code.co_filename) else None)
    try:
        with context:
            call()
    except (Disabled, TidemarkError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
        pass  # the way to it counts
    finally:
        sys.settrace(before)
    return lines
