"""The kept counterexamples: one folder for each pinned violation, and the table of all of them.

The same pins give the same bytes, whatever the machine or the number of threads. Violations of the large pins
are left out: only those that `verify` checks without `--all` are kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tidemark.checker.runs.files import run_name, to_text
from tidemark.checker.runs.results import Result, Run
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views.markdown import markdown
from tidemark.impl.lessons import LESSONS
from tidemark.spec.errors import UsageError
from tidemark.spec.family import Lesson, bounds_to_tell, family_of
from tidemark.spec.userfiles import kind, read_bytes, write_text

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
    """A counterexample as it is kept: plain values, which a process can send.

    name: of its folder. `key` is what it is kept under, once: its name, or what several protocols have alike.
    machine, promise, length: what breaks what, after how many states.
    at, sizes: its bounds in short, and the names of those that are numbers between slashes.
    headline, loss: what is lost and why, and what is lost.
    lesson: what it teaches, if its family says that it does.
    trace, story: its files.
    """

    name: str
    key: str
    machine: str
    promise: str
    length: int
    at: str
    sizes: str
    headline: str
    loss: str
    lesson: Lesson | None
    trace: str
    story: str

    @property
    def is_alike(self) -> bool:
        """Whether it is kept once for several protocols."""
        return self.key != self.name


def kept_runs(result: Result) -> list[KeptRun]:
    """The counterexamples that a search found, told."""
    return [_kept(verdict.run) for verdict in result.promises.values() if verdict.run]


def _kept(run: Run) -> KeptRun:
    told, name, family = explain(run), run_name(run), family_of(run.machine)
    # A promise that is known to fail at the start is kept once for the family.
    key = f"{family.name} {run.promise}" if run.machine.promise(run.promise).only_named else name
    bounds, sizes = bounds_to_tell(run.machine), [bound.name for bound in family.bounds if bound.is_size]
    more = [f"{name} {value}" for name, value in bounds.items() if name not in sizes]
    return KeptRun(
        name,
        key,
        run.machine.name,
        run.promise,
        run.length,
        ", ".join(["/".join(str(bounds[name]) for name in sizes), *more]),
        "/".join(sizes),
        told.headline,
        told.loss.sentence,
        next((lesson for lesson in LESSONS if _is_told_by(lesson, run)), None),
        to_text(run),
        markdown(told, shortest=True, file=f"counterexamples/{name}/{TRACE}"),
    )


def _is_told_by(lesson: Lesson, run: Run) -> bool:
    same = (lesson.protocol, lesson.promise) == (run.machine.name, run.promise)
    return same and all(run.machine.bounds[name] == value for name, value in lesson.bounds.items())


def files(runs: Iterable[KeptRun]) -> dict[str, str]:
    """The content of every kept file, by its path below the folder of all. Of runs with one key the first is kept."""
    entries: dict[str, KeptRun] = {}
    for run in runs:
        entries.setdefault(run.key, run)
    kept = sorted(entries.values(), key=lambda one: one.name)
    content = {TABLE: table(kept)}
    for one in kept:
        content |= {f"{one.name}/{TRACE}": one.trace, f"{one.name}/{STORY}": one.story}
    return content


def table(kept: list[KeptRun]) -> str:
    """The index: the lessons first, then a row for each protocol and promise, with a link to each folder."""
    parts = [INTRODUCTION.rstrip("\n"), *_lessons(kept), f"{ALL} {_sizes(kept)}"]
    for name, runs in _grouped([one for one in kept if not one.is_alike], lambda one: one.machine).items():
        parts += [f"### `{name}`", _rows(runs)]
    alike = [f"- [{one.promise}]({one.name}/{STORY}): {one.loss}" for one in kept if one.is_alike]
    return "\n\n".join([*parts, *([AT_ONCE.rstrip("\n"), *alike] if alike else [])]) + "\n"


def _grouped(kept: list[KeptRun], key: Callable[[KeptRun], str]) -> dict[str, list[KeptRun]]:
    groups: dict[str, list[KeptRun]] = {}
    for one in kept:
        groups.setdefault(key(one), []).append(one)
    return groups


def _lessons(kept: list[KeptRun]) -> list[str]:
    """What is worth reading first, a paragraph each."""
    first: dict[int, KeptRun] = {}
    for one in kept:
        if one.lesson:
            first.setdefault(LESSONS.index(one.lesson), one)
    told = [
        f"{number}. **[{lesson.title}]({run.name}/{STORY})** "
        f"(`{lesson.protocol}` breaks `{lesson.promise}` after {run.length} states). {lesson.text}"
        for number, (place, run) in enumerate(sorted(first.items()), 1)
        for lesson in [LESSONS[place]]
    ]
    return ["## Read these first", *told] if told else []


def _sizes(kept: list[KeptRun]) -> str:
    """What the numbers of the bounds are, family by family."""
    sizes = sorted({f"`{one.sizes}`" for one in kept})
    return f"as {' or '.join(sizes)}, with what is not the default."


def _rows(kept: list[KeptRun]) -> str:
    lines = ["| promise | after | at | what is lost |", "|---|---:|---|---|"]
    for name, runs in _grouped(kept, lambda one: one.promise).items():
        for number, (headline, alike) in enumerate(_grouped(runs, lambda one: one.headline).items()):
            lengths = {one.length for one in alike}
            after = f"{min(lengths)} to {max(lengths)}" if len(lengths) > 1 else str(*lengths)
            at = "<br>".join(_link(one, len(lengths) > 1) for one in alike)
            lines.append(f"| {'' if number else name} | {after} | {at} | {headline} |")
    return "\n".join(lines)


def _link(one: KeptRun, with_length: bool) -> str:
    """The bounds of a run in short, as a link to its folder."""
    return f"[{one.at}]({one.name}/{STORY})" + (f": {one.length}" if with_length else "")


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
    if not kind(path):
        return None
    try:
        return read_bytes(path, "kept file").decode("utf-8")
    except UnicodeDecodeError:
        return None


def _remove(folder: Path) -> None:
    """Remove the files that were written to a folder, and the folder if nothing else is in it."""
    try:
        for name in (TRACE, STORY):
            (folder / name).unlink(missing_ok=True)
        if not any(folder.iterdir()):
            folder.rmdir()
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror}") from None
