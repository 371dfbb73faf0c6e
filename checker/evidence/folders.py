"""The kept counterexamples: one folder for each pinned violation, and the table of all of them.

The same pins give the same bytes, whatever the machine or the number of threads. Violations of the large pins
are left out: only those that `verify` checks without `--all` are kept.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from checker.evidence.pins import Pin
from checker.runs.files import run_name, to_text, write_text
from checker.runs.results import Result
from checker.telling.explanation import Explanation, explain
from checker.views.markdown import bounds, markdown
from spec.errors import UsageError

TRACE, STORY = "trace.json", "README.md"
TABLE = "README.md"
INTRODUCTION = """# Counterexamples

One folder for each violation that `tidemark verify` pins. The story is in its `README.md`, with a diagram;
the run itself is in `trace.json`, and `tidemark replay` runs it again. `make counterexamples` writes all of
this anew.

A length is a number of states, and the fewest at which the promise breaks at those bounds.
"""


@dataclass(frozen=True)
class KeptRun:
    """A counterexample with the name of its folder."""

    name: str
    told: Explanation


def files(found: Iterable[tuple[Pin, Result]]) -> dict[str, str]:
    """The content of every kept file, by its path below the folder of all."""
    entries: dict[str, KeptRun] = {}
    for pin, result in sorted(found, key=lambda one: one[0].symmetry):
        for verdict in result.promises.values():
            if verdict.run and not pin.large:
                name = run_name(verdict.run)
                entries.setdefault(name, KeptRun(name, explain(verdict.run)))
    kept = [entries[name] for name in sorted(entries)]
    content = {path: text for one in kept for path, text in folder(one).items()}
    return {TABLE: table(kept), **content}


def folder(one: KeptRun) -> dict[str, str]:
    """The files of one counterexample."""
    run = one.told.run
    story = markdown(one.told, shortest=True, file=f"counterexamples/{one.name}/{TRACE}")
    return {f"{one.name}/{TRACE}": to_text(run), f"{one.name}/{STORY}": story}


def table(kept: list[KeptRun]) -> str:
    """The index: protocol, promise, bounds, length and one line of story, with a link to each folder."""
    parts = [INTRODUCTION.rstrip("\n"), _rows([one for one in kept if one.told.run.length > 1])]
    if at_once := [one for one in kept if one.told.run.length == 1]:
        parts += ["Broken in the initial state already:", _rows(at_once)]
    return "\n\n".join(parts) + "\n"


def _rows(kept: list[KeptRun]) -> str:
    lines = ["| protocol | promise | bounds | length | what is lost |", "|---|---|---|---:|---|"]
    for one in kept:
        run = one.told.run
        link = f"[{run.promise}]({one.name}/{STORY})"
        cells = [f"`{run.machine.name}`", link, bounds(run.machine), str(run.length), one.told.loss.sentence]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def is_ours(directory: Path) -> bool:
    """Whether kept counterexamples are in a directory: their table, and a folder with a trace."""
    begin = (_read(directory / TABLE) or "").startswith(INTRODUCTION.partition("\n")[0] + "\n")
    return begin and any(directory.glob(f"*/{TRACE}"))


def require_updatable(directory: Path) -> None:
    """Refuse, before the search, a directory that `update` can't write, or in which a file of another's is in its way.

    Raises:
        UsageError: it is such a one.
    """
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"{directory} is no directory: name another")
    if (directory / TABLE).exists() and not is_ours(directory):
        raise UsageError(
            f"{directory} has a {TABLE} that is not of kept counterexamples: name another directory"
        )
    above = next(
        (folder for folder in (directory, *directory.absolute().parents) if folder.exists()), directory
    )
    for path in (above, *(directory.rglob("*") if directory.is_dir() else ())):
        if not os.access(path, os.W_OK):
            raise UsageError(f"{path} can't be written: name a directory that is yours to write")


def update(content: Mapping[str, str], directory: Path) -> list[Path]:
    """Write the files that differ, remove the folders that are no longer pinned; gives what has changed.

    Raises:
        UsageError: the directory can't be read or written.
    """
    changed = []
    for name, text in content.items():
        path = directory / name
        if _read(path) != text:
            write_text(text, path)
            changed.append(path)
    for path in sorted(directory.glob(f"*/{TRACE}")):
        if path.relative_to(directory).as_posix() not in content:
            changed.append(path)
            _remove(path.parent)
    return changed


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError, UnicodeDecodeError):
        return None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def _remove(folder: Path) -> None:
    """Remove the files that were written to a folder, and the folder if nothing else is in it."""
    try:
        for name in (TRACE, STORY):
            (folder / name).unlink(missing_ok=True)
        if not any(folder.iterdir()):
            folder.rmdir()
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror}") from None
