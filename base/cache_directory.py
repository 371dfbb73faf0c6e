"""Where Tidemark keeps on this machine what it can make or fetch again: compiled machines, the jars of releases.

It is no part of the language, of a protocol or of the checker, and so stands beside them: impl and checker use it.
"""

import os
from pathlib import Path


def cache_directory() -> Path | None:
    """`tidemark` below the user's cache directory (XDG_CACHE_HOME, or `~/.cache`); None for a user without a home."""
    configured = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if configured.is_absolute():
        return configured / "tidemark"
    try:
        return Path.home() / ".cache" / "tidemark"
    except RuntimeError:
        return None
