"""Settings of the real system: the name, and the values, by which an operator knows a bound.

A family is modelled, so its bounds have names and values that suit the model; the system has others:

    quorum = Bound("…", 2, 1, 3, setting=Setting("write.quorum"))
    checks = Bound("…", "no", choices=("yes", "no"), setting=Setting("check.writes", {"true": "yes", "false": "no"}))

`--quorum 2` is also `--write.quorum 2` and `--write-quorum 2`, and `--checks yes` is also `--check.writes true`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tidemark.spec.expressions.model_errors import ModelError


@dataclass(frozen=True)
class Setting:
    """What the real system calls a bound.

    name: as the system's documentation writes it (`write.quorum`).
    values: for each value of the system the bound's value. Empty: the system has the same values. If the setting has
    the name of the bound, these are accepted in addition to the bound's values.

    >>> Setting("min.insync.replicas").name
    'min.insync.replicas'
    """

    name: str
    values: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[^\W_][\w.-]*", self.name):
            raise ModelError(
                f"a setting can't be called {self.name!r}: it becomes an option, so write letters, digits, dots and "
                "dashes"
            )

    @property
    def spellings(self) -> tuple[str, ...]:
        """The name as it is, and with dashes for its dots."""
        return tuple(dict.fromkeys((self.name, self.name.replace(".", "-"))))
