"""Looking up a name in a list of protocols, promises, rules, bounds, engines or commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tidemark.base.errors import UsageError

LONGEST = 400
"""The most characters of a name that is compared: nobody misspells a longer one, and comparing it takes long."""
MOST_NAMED = 60
"""The most names that a complaint lists."""


def look_up(candidates: Mapping[str, Any] | Iterable[str], name: str, complaint: str) -> Any:
    """The entry of that name (in a list: the name itself).

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    names = list(candidates)
    if name in names:
        return candidates[name] if isinstance(candidates, Mapping) else name
    hint = nearest(name, names) or f": there is: {_enumerate(names)}"
    raise UsageError(f"{complaint} {name}{hint}")


def _enumerate(names: Sequence[str]) -> str:
    """The names; of many only the first, and how many more there are."""
    shown = names if len(names) <= MOST_NAMED else names[: MOST_NAMED - 1]
    more = [f"and {len(names) - len(shown)} more"] if len(shown) < len(names) else []
    return ", ".join([*shown, *more]) or "none"


def nearest(name: str, names: Iterable[str]) -> str:
    """The end of a complaint that has the nearest of the names; empty where none is near."""
    if len(name) > LONGEST:
        return ""
    import difflib  # only a mistake needs it

    near = difflib.get_close_matches(name, list(names), n=1, cutoff=0.4)
    return f": did you mean {near[0]}?" if near else ""
