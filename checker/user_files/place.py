"""How the command line names a user's file: `mine.py`, `mine.py:name`, `package.module:name`.

Its own module because every command asks whether a word is such a name, and few load a file.
"""

from __future__ import annotations

import re

PLACE = re.compile(r"(?P<file>.+\.py|[^\W\d][\w.]*)(?::(?P<name>.+))?")


def is_own(word: str) -> bool:
    """Whether a word names a user's file or module, and not a protocol that is known by name."""
    place = PLACE.fullmatch(word)
    return place is not None and (place["file"].endswith(".py") or place["name"] is not None)
