"""A function of a user's file that makes a machine: its arguments are options, as the bounds of a family are.

    def machine(clients: int = 3, is_fair: bool = True, queue: Literal["bag", "list"] = "bag") -> Machine:

makes `--clients 4`, `--is-fair no` and `--queue list` options. An argument with another default keeps it.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.families.bounds import At, Bound
from tidemark.spec.families.family import Rule, family_of
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.machine import Machine

MOST = 65_535
"""The greatest number that an option takes: no parameter of an action has more values."""


def makes_machine(function: Callable[..., Any]) -> bool:
    """Whether a function says that it returns a machine, and needs no arguments."""
    try:
        signature = inspect.signature(function)
    except NameError:  # from Python 3.14 on, of an annotation that nobody has evaluated before
        return False
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    needed = [p for p in signature.parameters.values() if p.default is p.empty and p.kind not in kinds]
    return not needed and signature.return_annotation in (Machine, Machine.__name__)


def call(function: Callable[..., Any], label: str, **arguments: Any) -> Machine:
    """The machine that a function makes.

    Raises:
        ModelError: it is no machine. What the function raises is left to the caller.
    """
    machine = function(**arguments)
    if not isinstance(machine, Machine):
        raise ModelError(f"{function.__name__}() returns {machine!r}, and must return a Machine", label)
    return machine


def as_protocol(function: Callable[..., Any], machine: Machine, label: str) -> Protocol:
    """The protocol of a function that has made this machine with its defaults."""
    options, parameters = _options(function), inspect.signature(function).parameters

    def build(_name: str, values: dict[str, Any], _rules: dict[str, Rule]) -> Machine:
        arguments = {name: values[bound.name] for name, bound in options.items()}
        truths = {
            n: word == "yes" for n, word in arguments.items() if isinstance(parameters[n].default, bool)
        }
        return replace(call(function, label, **arguments | truths), bounds=values)

    family = replace(
        family_of(machine),
        name=machine.name,
        at=type("ArgumentsAt", (At,), {f"argument_{n}": bound for n, bound in enumerate(options.values())}),
        rules={},
        promises=machine.all_promises,
        fairness=tuple(machine.fairness),
        actions=(),
        build=build,
    )
    return Protocol(machine.name, f"made by {function.__name__}()", family, {})


def _options(function: Callable[..., Any]) -> dict[str, Bound[Any]]:
    """The options that the arguments of a function make, by the names of the arguments.

    They are settings, since nobody knows whether a smaller machine is asked for by a smaller argument.
    """
    hints, options = typing.get_type_hints(function), dict[str, Bound[Any]]()
    for name, parameter in inspect.signature(function).parameters.items():
        default, choices = parameter.default, typing.get_args(hints.get(name))
        summary, option = f"an argument of {function.__name__}()", name.replace("_", "-")
        if parameter.kind is parameter.POSITIONAL_ONLY:
            continue
        if isinstance(default, bool):
            word = "yes" if default else "no"
            options[name] = Bound(summary, word, choices=("no", "yes"), role="setting", name=option)
        elif isinstance(default, int):
            options[name] = Bound(summary, default, min(default, 0), MOST, role="setting", name=option)
        elif default in choices and all(isinstance(choice, str) for choice in choices):
            options[name] = Bound(summary, default, choices=choices, role="setting", name=option)
    return options
