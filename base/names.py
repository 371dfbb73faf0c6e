"""Looking up a name in a list of protocols, promises, rules, bounds, engines or commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tidemark.base.errors import UsageError

LONGEST = 400
"""The most characters of a name that is compared: nobody misspells a longer one, and comparing it takes long."""


def look_up(candidates: Mapping[str, Any] | Iterable[str], name: str, complaint: str) -> Any:
    """The entry of that name (in a list: the name itself).

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    names = list(candidates)
    if name in names:
        return candidates[name] if isinstance(candidates, Mapping) else name
    hint = nearest(name, names) or f": there is: {', '.join(names) or 'none'}"
    raise UsageError(f"{complaint} {name}{hint}")


def nearest(name: str, names: Iterable[str]) -> str:
    """The end of a complaint that has the nearest of the names; empty where none is near."""
    if len(name) > LONGEST:
        return ""
    import difflib  # only a mistake needs it

    near = difflib.get_close_matches(name, list(names), n=1, cutoff=0.4)
    return f": did you mean {near[0]}?" if near else ""
