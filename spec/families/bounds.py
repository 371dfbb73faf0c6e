"""Bounds: what a machine is built with, the faults that some of them let happen, and a family's class of them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from tidemark.base.errors import UsageError
from tidemark.base.names import nearest
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.families.setting import Setting

V = TypeVar("V")

SMALL_NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True)
class Fault:
    """What a budget lets happen, or a setting makes possible, as `tidemark ask` says it.

    single, several: how one is said, and how more are: `a process crashes`, `{} processes crash`.
    rarity: 1 for what happens all the time, more for what is less ordinary. Those of a set of faults are added.
    choice: of a setting, the choice that makes it possible. otherwise: the choice without it; empty: the default.
    never: how it is said that it does not happen, if not with *no* in place of the number.

    >>> Fault("a broker crashes", "{} crashes").single
    'a broker crashes'
    """

    single: str
    several: str = ""
    rarity: int = 2
    choice: str | None = None
    never: str = ""
    otherwise: str = ""

    def describe(self, count: int) -> str:
        """The clause that says that it happens so often: `no processes crash`, `two processes crash`."""
        if count == 1:
            return self.single
        if not count and self.never:
            return self.never
        number = SMALL_NUMBERS[count] if count < len(SMALL_NUMBERS) else str(count)
        words = self.several.format(number) or f"{self.single}, {number} times"
        return words.replace("two times", "twice")


@dataclass(frozen=True)
class Bound(Generic[V]):
    """A number, or one of some named choices, that a machine is built with: an attribute of a class of `At`.

    name: as on the command line, without the dashes before it: `log-size` for the attribute `log_size`.
    role: a *size* says how large a machine is, and is always shown. A *budget* says how many faults it allows, a
    *setting* what was chosen; both are shown where they are not the default. `minimize` lowers sizes and budgets.
    spare: how far `why` raises it above the least value at which a promise breaks, so that no action is needed only
    because this bound is tight.
    fault: what it lets happen. A budget that says nothing of it is called by its name.
    assumes: what a promise that holds assumes of it, with {} for the value; or for each value that assumes something.
    setting: what the real system calls it.

    >>> Bound("replicas of the partition", 3, low=1, high=5).default
    3
    """

    summary: str
    default: V
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    role: Literal["size", "budget", "setting"] = "size"
    spare: int = 0
    fault: Fault | None = None
    assumes: str | Mapping[str, str] = ""
    setting: Setting | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.name:
            self.require_sound()

    def require_sound(self) -> None:
        """Refuse a name that can't be an option, and a setting whose values are no choices.

        Raises:
            ModelError: it is such a name, or such a setting.
        """
        if not re.fullmatch(r"[^\W_][\w-]*", self.name):
            raise ModelError(
                f"a bound can't be called {self.name!r}: it becomes an option, so write letters, digits and dashes"
            )
        for value in self.setting.values.values() if self.setting else ():
            if value not in self.choices:
                raise ModelError(
                    f"a value of its setting stands for {value!r}, and {self.name} has no such choice"
                )

    def __set_name__(self, _owner: type, attribute: str) -> None:
        if not self.name:
            object.__setattr__(self, "name", attribute.replace("_", "-"))

    @overload
    def __get__(self, at: None, owner: type) -> Bound[V]: ...
    @overload
    def __get__(self, at: At, owner: type) -> V: ...
    def __get__(self, at: At | None, owner: type) -> Bound[V] | V:
        return self  # the class has the bound; an instance has the value, which Python finds first

    @property
    def names(self) -> tuple[str, ...]:
        """Every name under which it is given: its own, then that of its setting, with dots and with dashes."""
        return tuple(dict.fromkeys((self.name, *(self.setting.spellings if self.setting else ()))))

    @property
    def range(self) -> str:
        """The allowed values, for people."""
        return " | ".join(self.choices) if self.choices else f"{self.low}..{self.high}"

    @property
    def is_size(self) -> bool:
        """Whether it says how large a machine is."""
        return self.role == "size" and not self.choices

    @property
    def is_fault(self) -> bool:
        """Whether it lets faults happen: it is a budget, or a setting that makes one possible."""
        return self.role == "budget" or bool(self.fault and self.fault.choice)

    @property
    def words(self) -> Fault:
        """The words of its fault."""
        name = self.name.replace("-", " ")
        return self.fault or Fault(f"{name}: 1", f"{name}: {{}}", never=f"{name}: 0")

    def assumption(self, value: Any) -> str:
        """What a promise that holds assumes of it; empty if nothing."""
        if self.assumes:
            return (
                self.assumes.format(value) if isinstance(self.assumes, str) else self.assumes.get(value, "")
            )
        if self.role != "budget":
            return ""
        if value != 1:
            return f"at most {self.words.describe(value)}" if value else self.words.describe(0)
        single = self.words.single
        return f"at most one {single[2:]}" if single.startswith("a ") else f"{single} at most once"

    @property
    def is_lowered(self) -> bool:
        """Whether a smaller one makes a smaller machine."""
        return self.role != "setting" and not self.choices

    def from_setting(self, name: str, value: str) -> str:
        """The bound's value for one that is given under this name.

        Raises:
            UsageError: the setting has that name, and no such value.
        """
        if self.setting is None or name not in self.setting.spellings:
            return value
        values = self.setting.values
        if values and name != self.name and value not in values:
            raise UsageError(f"--{name} is {value}: it is one of {', '.join(values)}")
        return values.get(value, value)

    def check(self, value: Any) -> Any:
        """The value, if it is allowed.

        Raises:
            UsageError: it is not.
        """
        if self.choices:
            if value not in self.choices:
                raise UsageError(f"--{self.name} is {value}: it is one of {', '.join(self.choices)}")
        elif isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise UsageError(f"--{self.name} is {value}: it goes from {self.low} to {self.high}")
        return value


class UnknownName(ModelError, AttributeError):
    """A name that a class of `At` does not declare."""

    also_of_plain = True

    def __init__(self, at: type[At], name: str) -> None:
        hint = nearest(name, [*bounds_by_attribute(at), *_settings(at)])
        super().__init__(f"{at.__name__} has no bound and no setting {name}" + (hint or ": declare it there"))


class At:
    """Where a machine is: the bounds of its family, and what the rules of its protocol set.

    A family declares a class with a `Bound` for each bound, and an annotation for each setting of its rules. A setting
    that not every protocol sets has its default there.

    Raises:
        ModelError: a bound has a wrong name, or that of another one, or a setting with values that it does not have.

    >>> class LockAt(At):
    ...     max_epoch = Bound("the largest epoch", 2, low=1, high=9)
    ...     checks_epoch: bool
    >>> at = LockAt(checks_epoch=True)
    >>> at.max_epoch, at.checks_epoch, LockAt.max_epoch.name
    (2, True, 'max-epoch')
    """

    def __init_subclass__(cls) -> None:
        bounds = bounds_by_attribute(cls).values()
        names = [name for bound in bounds for name in bound.names]
        for name in names:
            if names.count(name) > 1:
                raise ModelError(f"{cls.__name__} has two bounds called {name}: name them apart")
        for bound in bounds:
            bound.require_sound()

    def __init__(self, **values: Any) -> None:
        """These values, and for the rest the defaults.

        Raises:
            ModelError: the class declares no such name, or a setting has no value.
        """
        cls = type(self)
        bounds, settings = bounds_by_attribute(cls), _settings(cls)
        for name in values:
            if name not in bounds and name not in settings:
                raise UnknownName(cls, name)
        for name in settings:
            if name not in values and not hasattr(cls, name):
                raise ModelError(f"no rule sets {name}, and {cls.__name__} has no default for it")
        self.__dict__.update({name: bound.default for name, bound in bounds.items()} | values)

    if not TYPE_CHECKING:  # mypy knows every name

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(name) if name.startswith("__") else UnknownName(type(self), name)


def bounds_by_attribute(at: type[At]) -> dict[str, Bound[Any]]:
    """The bounds of a class, by the names of its attributes: those of its bases first."""
    names = dict.fromkeys(name for base in reversed(at.__mro__) for name in vars(base))
    members = ((name, getattr(at, name, None)) for name in names)
    return {name: member for name, member in members if isinstance(member, Bound)}


def _settings(at: type[At]) -> list[str]:
    return [name for base in at.__mro__ for name in inspect.get_annotations(base)]
