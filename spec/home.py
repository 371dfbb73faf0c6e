"""Where a user's own cache is."""

import os
from pathlib import Path


def cache() -> Path | None:
    """`tidemark` below the user's cache directory (XDG_CACHE_HOME, or `~/.cache`); None for a user without a home."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if given.is_absolute():
        return given / "tidemark"
    try:
        return Path.home() / ".cache" / "tidemark"
    except RuntimeError:
        return None
