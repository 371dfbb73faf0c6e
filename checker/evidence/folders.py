"""The kept counterexamples: one folder for each pinned violation, and the table of all of them.

The same pins give the same bytes, whatever the machine or the number of threads. Violations of the large pins
are left out: only those that `verify` checks without `--all` are kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checker.evidence.pins import Pin
from checker.runs.files import run_name, to_text, write_text
from checker.runs.results import Result, Run
from checker.telling.explanation import Explanation, explain
from checker.views.markdown import markdown
from spec.errors import UsageError
from spec.family import Family, Lesson, bounds_to_tell, family_of

TRACE, STORY = "trace.json", "README.md"
TABLE = "README.md"
INTRODUCTION = """# Counterexamples

Runs that break a promise, each the shortest at its bounds. The story of each is in the `README.md` of its folder, with
a diagram; the run itself is in `trace.json`, and `tidemark replay` runs it again, or makes a page of it (`--html`).
`make counterexamples` writes all of this anew.
"""
ALL = """## All of them

One row for each promise that a protocol breaks; below it, the other ways in which it does at other bounds. *After* is
the number of states of the shortest run, *at* the bounds,"""
AT_ONCE = """## Promises that are not made

Kept once each, and checked only where they are named: `tidemark list` says of each why.
"""


@dataclass(frozen=True)
class KeptRun:
    """A counterexample with the name of its folder."""

    name: str
    told: Explanation


def files(found: Iterable[tuple[Pin, Result]]) -> dict[str, str]:
    """The content of every kept file, by its path below the folder of all."""
    entries: dict[str, KeptRun] = {}
    for pin, result in sorted(found, key=_order):
        for verdict in result.promises.values():
            if verdict.run and not pin.large:
                name = run_name(verdict.run)
                entries.setdefault(_once(verdict.run) or name, KeptRun(name, explain(verdict.run)))
    kept = sorted(entries.values(), key=lambda one: one.name)
    content = {path: text for one in kept for path, text in folder(one).items()}
    return {TABLE: table(kept), **content}


def _order(one: tuple[Pin, Result]) -> tuple[Any, ...]:
    """Without symmetry first, then by name, so that the order of the pins does not matter."""
    pin, result = one
    return pin.symmetry, pin.protocol, tuple(map(str, result.machine.bounds.values()))


def _once(run: Run) -> str:
    """What a promise that is known to fail at the start is kept under, once; empty for all others."""
    promise = run.machine.promise(run.promise)
    return f"{family_of(run.machine).name} {promise.name}" if promise.only_named else ""


def folder(one: KeptRun) -> dict[str, str]:
    """The files of one counterexample."""
    run = one.told.run
    story = markdown(one.told, shortest=True, file=f"counterexamples/{one.name}/{TRACE}")
    return {f"{one.name}/{TRACE}": to_text(run), f"{one.name}/{STORY}": story}


def table(kept: list[KeptRun]) -> str:
    """The index: the lessons first, then a row for each protocol and promise, with a link to each folder."""
    parts = [INTRODUCTION.rstrip("\n"), *_lessons(kept), f"{ALL} {_sizes(kept)}"]
    at_once = [one for one in kept if _once(one.told.run)]
    for name, runs in _grouped(
        [one for one in kept if one not in at_once], lambda one: one.told.run.machine.name
    ).items():
        parts += [f"### `{name}`", _rows(runs)]
    if at_once:
        parts += [AT_ONCE.rstrip("\n")]
        parts += [
            f"- [{one.told.run.promise}]({one.name}/{STORY}): {one.told.loss.sentence}" for one in at_once
        ]
    return "\n\n".join(parts) + "\n"


def _grouped(kept: list[KeptRun], key: Callable[[KeptRun], str]) -> dict[str, list[KeptRun]]:
    groups: dict[str, list[KeptRun]] = {}
    for one in kept:
        groups.setdefault(key(one), []).append(one)
    return groups


def _families(kept: list[KeptRun]) -> dict[str, Family]:
    return {family.name: family for family in (family_of(one.told.run.machine) for one in kept)}


def _lessons(kept: list[KeptRun]) -> list[str]:
    """What the families say is worth reading first, a paragraph each."""
    families = _families(kept)
    lessons = sorted(
        (lesson for family in families.values() for lesson in family.lessons), key=lambda one: one.place
    )
    told: list[str] = []
    for lesson in lessons:
        run = next((one for one in kept if _is_told_by(lesson, one.told.run)), None)
        if run:
            where = f"`{lesson.protocol}` breaks `{lesson.promise}` after {run.told.run.length} states"
            told.append(f"{len(told) + 1}. **[{lesson.title}]({run.name}/{STORY})** ({where}). {lesson.text}")
    return ["## Read these first", *told] if told else []


def _is_told_by(lesson: Lesson, run: Run) -> bool:
    same = (lesson.protocol, lesson.promise) == (run.machine.name, run.promise)
    return same and all(run.machine.bounds[name] == value for name, value in lesson.bounds.items())


def _sizes(kept: list[KeptRun]) -> str:
    """What the numbers of the bounds are, family by family."""
    families = _families(kept)
    sizes = {"/".join(bound.name for bound in family.bounds if bound.is_size) for family in families.values()}
    return f"as {' or '.join(f'`{names}`' for names in sorted(sizes))}, with what is not the default."


def _rows(kept: list[KeptRun]) -> str:
    lines = ["| promise | after | at | what is lost |", "|---|---:|---|---|"]
    for name, runs in _grouped(kept, lambda one: one.told.run.promise).items():
        for number, (headline, alike) in enumerate(_grouped(runs, lambda one: one.told.headline).items()):
            lengths = {one.told.run.length for one in alike}
            after = f"{min(lengths)} to {max(lengths)}" if len(lengths) > 1 else str(*lengths)
            at = "<br>".join(_link(one, len(lengths) > 1) for one in alike)
            lines.append(f"| {'' if number else name} | {after} | {at} | {headline} |")
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


def _link(one: KeptRun, with_length: bool) -> str:
    """The bounds of a run in short, as a link to its folder."""
    told, machine = bounds_to_tell(one.told.run.machine), one.told.run.machine
    sizes = [bound.name for bound in family_of(machine).bounds if bound.is_size]
    more = [f"{name} {value}" for name, value in told.items() if name not in sizes]
    text = ", ".join(["/".join(str(told[name]) for name in sizes), *more])
    return f"[{text}]({one.name}/{STORY})" + (f": {one.told.run.length}" if with_length else "")


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
