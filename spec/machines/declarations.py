"""What a model declares: actions, with the domains of their parameters, and promises."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints, overload

from tidemark.base.errors import printable, short
from tidemark.spec.expressions.kinds import Truth
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.types.leaves import LeafType


@dataclass(frozen=True)
class Domain:
    """The name of a parameter's domain, for the annotation: `ReplicaId = Annotated[Identity, Domain("replica")]`.

    The name of a field of the state that holds a network or a set is a domain too: the parameter is then a message or a
    member of it. A domain that is a type of sets has all subsets.

    type: for the actions of a family, the domain's type, as in `lambda at: Id("replica", at.replicas)`.
    """

    name: str
    type: Callable[[Any], LeafType] | None = None


@dataclass(frozen=True)
class Declaration:
    """A function that a model declares under a name.

    noun: what messages call such a function.
    when: at which bounds and settings a family has it, of its class of `At`; None: at all of them.

    Raises:
        ModelError: the name is no word.
    """

    noun: ClassVar[str] = "function"
    name: str
    function: Callable[..., Any]
    when: Callable[[Any], bool] | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if not str(self.name).strip() or not isinstance(self.name, str):  # a user may give anything
            raise ModelError(f"the name of a {self.noun} is a word, not {self.name!r}")

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return printable((inspect.getdoc(self.function) or "").split("\n\n")[0])

    @property
    def place(self) -> str:
        """`file:line` of the function."""
        return _place(self.function)


@dataclass(frozen=True)
class Action(Declaration):
    """A named transition: a pure function from a state and parameters to the next state, with `require` as guards.

    parameters: for each parameter the name of its domain.
    types: the type of each domain whose annotation has it, by the domain's name.

    >>> count_further.name, count_further.parameters
    ('count_further', {'replica': 'replica'})
    """

    noun: ClassVar[str] = "action"
    parameters: dict[str, str]
    types: Mapping[str, Callable[[Any], LeafType]] = field(default_factory=dict)


@overload
def action(function: Callable[..., Any]) -> Action: ...
@overload
def action(
    function: str | None = None, *, when: Callable[[Any], bool] | None = None
) -> Callable[[Callable[..., Any]], Action]: ...
def action(
    function: Callable[..., Any] | str | None = None, *, when: Callable[[Any], bool] | None = None
) -> Action | Callable[[Callable[..., Any]], Action]:
    """Declare an action: `@action`, or `@action("name")` if its name is not that of its function.

    Each parameter after the state is annotated with its `Domain`. A family has the action where `when` is true. `when`
    is needed only if no guard is plainly false elsewhere.

    Raises:
        ModelError: a parameter has no domain.

    >>> @action
    ... def reset(c: Counter) -> Counter:
    ...     return c.but(seen=c.seen.but(0, 0))
    >>> reset.name
    'reset'
    """
    if function is None or isinstance(function, str):
        name = function
        return lambda f: _action(f.__name__ if name is None else name, f, when)
    return _action(function.__name__, function, when)


def _action(name: str, function: Callable[..., Any], when: Callable[[Any], bool] | None) -> Action:
    domains = parameter_domains(function)
    types = {domain.name: domain.type for domain in domains.values() if domain.type}
    return Action(name, function, {name: domain.name for name, domain in domains.items()}, types, when=when)


def parameter_domains(function: Callable[..., Any], states: int = 1) -> dict[str, Domain]:
    """The domain of each parameter after the state, or after that many states.

    Raises:
        ModelError: a parameter has none.
    """
    hints = get_type_hints(function, include_extras=True)
    declared = list(inspect.signature(function).parameters.values())
    if not declared or declared[0].kind not in _BY_PLACE:
        raise ModelError(f"{function.__name__} has no state: it is the first parameter", _place(function))
    parameters = {}
    for parameter in declared[states:]:
        name, hint = parameter.name, hints.get(parameter.name)
        domains = (
            [a for a in get_args(hint) if isinstance(a, Domain)] if get_origin(hint) is Annotated else []
        )
        problem = ""
        if parameter.kind not in _BY_NAME:
            problem = "is not one that can be named: write it without a star, and without a / behind it"
        elif parameter.default is not parameter.empty:
            problem = "has a default, which no engine would use: each tries every value of the domain"
        elif len(domains) != 1:
            number = "two domains" if domains else "no domain"
            problem = f'has {number}: annotate it with one, as in Annotated[Number, Domain("epoch")]'
        if problem:
            raise ModelError(f"the parameter {name} of {function.__name__} {problem}", _place(function))
        parameters[name] = domains[0]
    return parameters


_BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_BY_NAME = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def _place(function: Callable[..., Any]) -> str:
    code = inspect.unwrap(function).__code__
    return f"{short(code.co_filename)}:{code.co_firstlineno}"


@dataclass(frozen=True)
class Promise(Declaration):
    """A named predicate that must hold in every reachable state.

    only_named: why it is checked only where it is named: it is false in the initial state already, as in a published
    model, or the system that is modelled does not make it. Empty for all others.
    broken: what is wrong in a state that breaks it, in a sentence without its full stop, where no more is known.

    >>> nobody_lags.name, nobody_lags.function(machine.initial)
    ('nobody-lags', True)
    """

    noun: ClassVar[str] = "promise"
    only_named: str = ""
    broken: str = ""


@overload
def promise(function: Callable[[Any], Truth]) -> Promise: ...
@overload
def promise(
    *, only_named: str = "", broken: str = "", when: Callable[[Any], bool] | None = None
) -> Callable[[Callable[[Any], Truth]], Promise]: ...
def promise(
    function: Callable[[Any], Truth] | None = None,
    *,
    only_named: str = "",
    broken: str = "",
    when: Callable[[Any], bool] | None = None,
) -> Promise | Callable[[Callable[[Any], Truth]], Promise]:
    """Declare a promise: `@promise`, or `@promise(broken="a sentence")`. Its name is the function's, with dashes.

    >>> @promise
    ... def all_small(c: Counter) -> Truth:
    ...     return all_of(n < 9 for n in c.seen)
    >>> all_small.name
    'all-small'
    """
    if function is None:
        return lambda f: Promise(f.__name__.replace("_", "-"), f, only_named, broken, when=when)
    return Promise(function.__name__.replace("_", "-"), function)
