"""Fairness: which actions do happen in the end, if they can.

Part of a machine, beside its actions. Faults are never fair. Only a step that changes the state counts: an action that
leads from a state to itself neither happens there nor could.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.machines.declarations import Action
from tidemark.spec.types.members import MemberType, argument_text


class ActionInstance(Protocol):
    """An action with one choice of its parameters (`tidemark.spec.machines.machine.Instance`)."""

    @property
    def action(self) -> Action:
        """The action."""

    @property
    def arguments(self) -> dict[str, Any]:
        """The choice, by the names of the parameters."""


@dataclass(frozen=True)
class Fairness:
    """Fairness of some actions, by their names. *Weak*: what stays enabled happens. *Strong*: what is enabled again and
    again happens.

    each: parameters; for each choice of their values some instance is fair. None: each instance is fair. Empty: some
    instance of any of the actions is fair.

    >>> Fairness(("count_further",)).strong
    False
    """

    actions: tuple[str, ...]
    strong: bool = False
    each: tuple[str, ...] | None = None

    def __str__(self) -> str:
        word = "strongly_fair" if self.strong else "fair"
        return f"{word}({', '.join([*self.actions, *self._each])})"

    @property
    def _each(self) -> list[str]:
        if self.each is None:
            return []
        return ["each=False"] if not self.each else [f"each={' '.join(self.each)!r}"]

    def as_json(self) -> dict[str, Any]:
        """As a trace has it."""
        each = None if self.each is None else list(self.each)
        return {"actions": list(self.actions), "strong": self.strong, "each": each}

    @classmethod
    def from_json(cls, data: Any) -> Fairness:
        """What `as_json` gave.

        Raises:
            ValueError: the data is something else.
        """
        if not isinstance(data, dict) or set(data) != {"actions", "strong", "each"}:
            raise ValueError(f"fairness is {data!r}, and each has the fields actions, strong and each")
        names = [*data["actions"], *(data["each"] or ())] if isinstance(data["actions"], list) else [None]
        if not isinstance(data["strong"], bool) or not all(isinstance(name, str) for name in names):
            raise ValueError(f"fairness is {data!r}: actions and each are names, strong is true or false")
        return cls(
            tuple(data["actions"]), data["strong"], None if data["each"] is None else tuple(data["each"])
        )


def fair(*actions: Action | str, each: bool | str | Sequence[str] = True) -> Fairness:
    """Weak fairness: what stays enabled from some time on, in the end happens.

    each: for which arguments. True: each instance of these actions is fair. False: only some instance of any of them
    is. Names of parameters: for each choice of their values some instance is.

    Raises:
        ModelError: what is given is no action.

    >>> fair("count_further")
    Fairness(...)
    """
    return _fairness("fair", actions, each, strong=False)


def strongly_fair(*actions: Action | str, each: bool | str | Sequence[str] = True) -> Fairness:
    """Strong fairness: what is enabled again and again, in the end happens. `each` is as for `fair`.

    Raises:
        ModelError: what is given is no action.

    >>> strongly_fair("count_further")
    Fairness(...)
    """
    return _fairness("strongly_fair", actions, each, strong=True)


def _fairness(
    word: str, actions: tuple[Action | str, ...], each: bool | str | Sequence[str], strong: bool
) -> Fairness:
    if not actions or not all(isinstance(action, (Action, str)) for action in actions):
        shown = ", ".join(getattr(action, "__name__", repr(action)) for action in actions)
        raise ModelError(f"{word}({shown}): name one action or more, as declared with @action")
    names = tuple(action if isinstance(action, str) else action.name for action in actions)
    if isinstance(each, bool):
        return Fairness(names, strong, None if each else ())
    parameters = (each,) if isinstance(each, str) else each
    if not isinstance(parameters, (tuple, list)) or not all(isinstance(name, str) for name in parameters):
        raise ModelError(f"{word}(…, each={each!r}): each is True, False, or names of parameters")
    return Fairness(names, strong, tuple(parameters))


def parse_fairness(word: str, strong: bool) -> Fairness:
    """Fairness as the command line has it: `ACTION`, `ACTION/PARAMETER`, or `ACTION/some`."""
    action, slash, each = word.partition("/")
    return Fairness(
        (action,), strong, None if not slash else () if each == "some" else tuple(each.split(","))
    )


def fairness_option(fairness: Fairness) -> str:
    """The option of the command line that gives this fairness; empty where none does: it is of several actions."""
    if len(fairness.actions) > 1:
        return ""
    each = "" if fairness.each is None else f"/{','.join(fairness.each) or 'some'}"
    return f"--{'strongly-' if fairness.strong else ''}fair {fairness.actions[0]}{each}"


def require_fair(
    fairness: Any, machine: str, actions: Mapping[str, Action], domains: Mapping[str, Any]
) -> None:
    """Refuse what is no fairness of these actions.

    Raises:
        ModelError: it is not.
    """
    if not isinstance(fairness, Iterable) or isinstance(fairness, (str, Fairness)):
        raise ModelError(f"the fairness of {machine} is a list, as in [fair(act)], not {fairness}")
    for requirement in fairness:
        if not isinstance(requirement, Fairness):
            shown = requirement.name if isinstance(requirement, Action) else repr(requirement)
            raise ModelError(
                f"{shown}, in the fairness of {machine}, is none: write fair(act) or strongly_fair(act)"
            )
        for name in requirement.actions:
            try:
                action = look_up(actions, name, f"{requirement}: {machine} has no action")
            except UsageError as error:
                raise ModelError(str(error)) from None
            by = action.parameters if requirement.each is None else requirement.each
            for parameter in by:
                if parameter not in action.parameters:
                    has = ", ".join(action.parameters) or "none"
                    raise ModelError(f"{requirement}: {name} has no parameter {parameter}; it has {has}")
                if isinstance(domains[action.parameters[parameter]], MemberType):
                    raise ModelError(
                        f"{requirement}: {parameter} is a message of a network, and no fixed choice: write each=False, "
                        "or name other parameters in each"
                    )


@dataclass(frozen=True)
class Condition:
    """One condition of fairness: of the instances of these numbers, some one is fair. `text` names them."""

    text: str
    strong: bool
    instances: frozenset[int]

    def __str__(self) -> str:
        return f"{'strong' if self.strong else 'weak'} fairness of {self.text}"


def conditions(fairness: Iterable[Fairness], instances: Sequence[ActionInstance]) -> list[Condition]:
    """The conditions that a machine's fairness is, over its instances by number."""
    numbers_of: dict[tuple[str, bool], set[int]] = {}
    for requirement in fairness:
        for number, instance in enumerate(instances):
            if instance.action.name in requirement.actions:
                by = list(instance.arguments) if requirement.each is None else requirement.each
                chosen = ", ".join(f"{name}={argument_text(instance.arguments[name])}" for name in by)
                names = instance.action.name if requirement.each is None else " or ".join(requirement.actions)
                label = f"{names}({chosen})" if chosen else names
                numbers_of.setdefault((label, requirement.strong), set()).add(number)
    return [Condition(label, strong, frozenset(numbers)) for (label, strong), numbers in numbers_of.items()]


def among(fairness: Iterable[Fairness], names: Collection[str]) -> list[Fairness]:
    """The fairness of the actions of these names alone."""
    narrowed = (
        (requirement, tuple(name for name in requirement.actions if name in names))
        for requirement in fairness
    )
    return [
        Fairness(actions, requirement.strong, requirement.each)
        for requirement, actions in narrowed
        if actions
    ]
