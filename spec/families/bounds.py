"""Bounds: what a machine is built with, and the faults that some of them let happen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tidemark.base.errors import UsageError
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.families.setting import Setting

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
class Bound:
    """A number, or one of some named choices, that a machine is built with.

    name: as on the command line, without the dashes before it (`log-size`).
    role: a *size* says how large a machine is, and is always shown. A *budget* says how many faults it allows, a
    *setting* what was chosen; both are shown where they are not the default. `minimize` lowers sizes and budgets.
    spare: how far `why` raises it above the least value at which a promise breaks, so that no action is needed only
    because this bound is tight.
    fault: what it lets happen. A budget that says nothing of it is called by its name.
    assumes: what a promise that holds assumes of it, with {} for the value; or for each value that assumes something.
    setting: what the real system calls it.

    >>> Bound("replicas", "replicas of the partition", 3, low=1, high=5).default
    3
    """

    name: str
    summary: str
    default: Any
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    role: Literal["size", "budget", "setting"] = "size"
    spare: int = 0
    fault: Fault | None = None
    assumes: str | Mapping[str, str] = ""
    setting: Setting | None = None

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[^\W_][\w-]*", self.name):
            raise ModelError(
                f"a bound can't be called {self.name!r}: it becomes an option, so write letters, digits and dashes"
            )
        for value in self.setting.values.values() if self.setting else ():
            if value not in self.choices:
                raise ModelError(
                    f"a value of its setting stands for {value!r}, and {self.name} has no such choice"
                )

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
