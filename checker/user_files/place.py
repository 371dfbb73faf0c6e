"""How the command line names a user's file: `mine.py`, `mine.py:name`, `package.module:name`.

Its own module because every command asks whether a word is such a name, and few load a file.
"""

from __future__ import annotations

import re

PLACE = re.compile(r"(?P<file>.+\.py|[^\W\d][\w.]*)(?::(?P<name>.+))?")


def is_own(word: str) -> bool:
    """Whether a word names a user's file or module, and not a protocol that is known by name."""
    path = PLACE.fullmatch(word)
    return path is not None and (path["file"].endswith(".py") or path["name"] is not None)
