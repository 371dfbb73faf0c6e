"""Which Tidemark this is: a checkout with its commit, or a package, and in which folder.

Its own module because it reads git's own files, and asks no program: `tidemark --version` is quick, and git may not be
there.
"""

from __future__ import annotations

import re
import sys
import sysconfig
from contextlib import suppress
from pathlib import Path

from tidemark.base.authors import FACADE
from tidemark.base.errors import UsageError
from tidemark.base.files import read_text

HOME = FACADE.resolve().parent
"""The folder that the package `tidemark` is in."""
_COMMIT = re.compile("[0-9a-f]{40,64}")


def describe_location(home: Path = HOME) -> str:
    """Where the running code is, and what kind of place that is."""
    if home in (Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")):
        return f"installed in {home}"
    commit = _commit(home)
    return f"checkout {home}" + (f" at commit {commit[:12]}" if commit else "")


def foreign_start() -> str:
    """The `tidemark` that started this, if it is from another environment: a copied one names the one it came from."""
    started = Path(sys.argv[0]).resolve()
    is_ours = started.name != "tidemark" or started.parent == Path(sys.prefix).resolve() / "bin"
    return "" if is_ours else str(started)


def _commit(home: Path) -> str:
    """The commit that is checked out; empty where that is not known."""
    with suppress(UsageError, OSError):
        git = home / ".git"
        if git.is_file():  # of a work tree beside the repository
            git = home / _read(git).removeprefix("gitdir: ")
        head = _read(git / "HEAD")
        name = head.removeprefix("ref: ")
        if name == head:
            return head if _COMMIT.fullmatch(head) else ""
        common = git / _read(git / "commondir") if (git / "commondir").is_file() else git
        if (common / name).is_file():
            return _read(common / name)
        line = rf"^({_COMMIT.pattern}) {re.escape(name)}$"
        packed = re.search(line, _read(common / "packed-refs"), re.MULTILINE)
        return packed[1] if packed else ""
    return ""


def _read(path: Path) -> str:
    return read_text(path, "file of git's").strip()
