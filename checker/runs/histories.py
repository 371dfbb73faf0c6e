"""Files of histories: JSON lines, one event a line, each episode after a line that says what was recorded.

They are written as episodes end, and read back without the system that they were recorded of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from spec.errors import UsageError, printable
from spec.system import Episode

FORMAT = "tidemark-history"
VERSION = 1


def append(episode: Episode, path: Path) -> None:
    """Add an episode at the end of a file, which is made where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    head = {"format": FORMAT, "version": VERSION, **episode.about}
    with path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in (head, *episode.events))


def read(path: Path) -> list[Episode]:
    """All episodes of a file.

    Raises:
        UsageError: it is no file of histories; the message has the line.
    """
    episodes: list[Episode] = []
    about: Mapping[str, Any] | None = None
    events: list[Mapping[str, Any]] = []
    for number, data in _lines(path):
        if "format" not in data:
            if about is None:
                raise UsageError(
                    f'{printable(str(path))}, line {number}: a history begins with {{"format": …}}'
                )
            events.append(data)
            continue
        if (data["format"], data.get("version")) != (FORMAT, VERSION):
            raise UsageError(
                f"{printable(str(path))}, line {number}: a history has the format {FORMAT!r} and version {VERSION}"
            )
        about, events = {name: value for name, value in data.items() if name not in ("format", "version")}, []
        if not isinstance(about.get("system"), str):
            raise UsageError(f"{printable(str(path))}, line {number}: the field system is missing")
        episodes.append(Episode(about, events))
    if not episodes:
        raise UsageError(f"{printable(str(path))}: it has no episode")
    return episodes


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{printable(str(path))} can't be read: {getattr(error, 'strerror', error)}"
        ) from None
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise UsageError(f"{printable(str(path))}, line {number}: an object is expected here")
        yield number, data
