"""Apache Kafka's sources, as `kafka-sources` and `kafka-patches` read them: a clone, and Maven's source archives."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from functools import cache, cached_property
from pathlib import Path


def git(repo: str, *arguments: str) -> str | None:
    """What git prints, or None if it fails."""
    try:
        done = subprocess.run(["git", "-C", repo, *arguments], capture_output=True, check=False)
    except FileNotFoundError:
        sys.exit("git is needed, and is not installed")
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


class Sources:
    """The files of every release: from a clone's tags, and from source archives where the clone lacks the tag.

    repo: a clone of https://github.com/apache/kafka with its tags.
    archives: a folder below which archives lie, such as kafka-metadata-4.1.2-sources.jar; or "".
    """

    def __init__(self, repo: str, archives: str = "") -> None:
        self._repo, self._archives = repo, archives
        self.lines = cache(self._lines)
        self._names = cache(lambda jar: frozenset(zipfile.ZipFile(jar).namelist()))

    @cached_property
    def tags(self) -> frozenset[str]:
        """The tags of the clone; none if it is no repository."""
        return frozenset((git(self._repo, "tag") or "").split())

    @cached_property
    def _jars(self) -> list[Path]:
        return sorted(Path(self._archives).rglob("*-sources.jar")) if self._archives else []

    def has(self, release: str) -> bool:
        """Whether the clone has the release's tag, or an archive is of that release."""
        return release in self.tags or any(jar.name.endswith(f"-{release}-sources.jar") for jar in self._jars)

    def _lines(self, release: str, file: str) -> tuple[str, ...] | None:
        """The lines of a file in a release, or None where it has no such file."""
        if release in self.tags:
            text = git(self._repo, "show", f"refs/tags/{release}:{file}")
            return None if text is None else tuple(text.split("\n"))
        below = re.sub(r"^[\w/-]+?/src/main/(java|scala)/", "", file)
        for jar in self._jars:
            if jar.name.endswith(f"-{release}-sources.jar") and below in self._names(jar):
                return tuple(zipfile.ZipFile(jar).read(below).decode(errors="replace").split("\n"))
        return None
