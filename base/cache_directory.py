"""Where Tidemark keeps what it can make or fetch again: compiled machines, the jars of Kafka's releases."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path


def cache_directory() -> Path | None:
    """`tidemark` below the user's cache directory (XDG_CACHE_HOME, or `~/.cache`); None for a user without a home."""
    try:
        return user_cache_path("tidemark")
    except RuntimeError:
        return None
