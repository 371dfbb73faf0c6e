"""The kept counterexamples: a trace and a story for each run, an index for each family, and the index of those.

The same pins give the same bytes, whatever the machine or the number of threads. Violations of the large pins
are left out: only those that `verify` checks without `--all` are kept.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tidemark import impl
from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError
from tidemark.base.files import kind, read_bytes, write_text
from tidemark.checker.runs.files import to_text
from tidemark.checker.runs.results import Result, Run
from tidemark.checker.runs.trace_names import file_word, run_name
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views.markdown import markdown
from tidemark.impl import glossary
from tidemark.impl.lessons import LESSONS
from tidemark.spec.families.family import Lesson, bounds_to_tell, family_of

FOLDER, INDEX, GLOSSARY = "counterexamples", "README.md", "docs/glossary.md"
TRACE, STORY = ".json", ".md"
INTRODUCTION = """# Counterexamples

Runs that break a promise, each the shortest at its bounds. A run is `FAMILY/PROTOCOL/PROMISE-N.json`; its story is
beside it, with a diagram where messages are sent. `tidemark replay` runs it again, or makes a page of it (`--html`).
*N* counts the runs of a protocol that break a promise, the shortest first. A run that several protocols have, or one at
several bounds, is kept once, and its story says where else. `make counterexamples` writes all of this again.
"""
HEADING = "# Counterexamples of `"
AT_ONCE = """## Promises that are not made

Kept once, and checked only where they are named: `tidemark list` says why.
"""


Key = TypeVar("Key")
Member = TypeVar("Member")


@dataclass(frozen=True)
class KeptRun:
    """A counterexample with its story: plain values, which a process can send.

    key: what it is kept under, once: its name, or the promise that several protocols break at the start.
    steps: its actions with their arguments.
    protocol, machine: the protocol by its name, and with what is exchanged.
    promise, length: what it breaks, after how many states.
    at, sizes: its bounds in short, and the names of those that are numbers between slashes.
    headline: what is lost and why.
    lesson: what it teaches, if its family says that it does.
    trace, story: its files.
    """

    key: str
    steps: tuple[str, ...]
    protocol: str
    machine: str
    promise: str
    only_named: bool
    length: int
    at: str
    sizes: str
    headline: str
    lesson: Lesson | None
    trace: str
    story: str

    @property
    def family(self) -> str:
        """The first part of the protocol's name, which its folder has."""
        return self.protocol.partition("/")[0]


def kept_runs(result: Result) -> list[KeptRun]:
    """The counterexamples that a search found, with their stories; without runs that break a promise about runs."""
    about_states = [result.promises[promise.name] for promise in result.machine.promises]
    return [_keep_run(verdict.run) for verdict in about_states if verdict.run]


def _keep_run(run: Run) -> KeptRun:
    explanation, family, machine = explain(run), family_of(run.machine), run.machine
    only_named = bool(machine.promise(run.promise).only_named)
    bounds, sizes = bounds_to_tell(machine), [bound.name for bound in family.bounds if bound.is_size]
    other_bounds = [f"{name} {value}" for name, value in bounds.items() if name not in sizes]
    return KeptRun(
        # A promise that is known to fail at the start is kept once for the family.
        f"{family.name} {run.promise}" if only_named else run_name(run),
        tuple(str(step.instance) for step in run.steps[1:]),
        machine.protocol or machine.name,
        machine.name,
        run.promise,
        only_named,
        run.length,
        ", ".join(["/".join(str(bounds[name]) for name in sizes), *other_bounds]),
        "/".join(sizes),
        explanation.headline,
        next((lesson for lesson in LESSONS if _is_told_by(lesson, run)), None),
        to_text(run),
        markdown(explanation, shortest=True),
    )


def _is_told_by(lesson: Lesson, run: Run) -> bool:
    same = (lesson.protocol, lesson.promise) == (run.machine.name, run.promise)
    return same and all(run.machine.bounds[name] == value for name, value in lesson.bounds.items())


@dataclass(frozen=True)
class _Entry:
    """Runs of one family with equal steps, as one: `path`, below the folder of all, leads to the first of them."""

    path: str
    runs: list[KeptRun]


def files(runs: Iterable[KeptRun]) -> dict[str, str]:
    """The content of every kept file, by its path below the folder of all. Of runs with one key the first is kept."""
    kept: dict[str, KeptRun] = {}
    for run in runs:
        kept.setdefault(run.key, run)
    entries = _entries(kept.values())
    families = _group_by(entries, lambda entry: entry.runs[0].family)
    content = {INDEX: _main_index(families)}
    for family, family_entries in families.items():
        content[f"{family}/{INDEX}"] = _index(family, family_entries)
        for entry in family_entries:
            content |= {entry.path + TRACE: entry.runs[0].trace, entry.path + STORY: _story(entry)}
    return content


def _entries(kept: Iterable[KeptRun]) -> list[_Entry]:
    """The runs with their paths, by family, protocol and promise: the shortest first, then by their bounds."""
    equal = _group_by(sorted(kept, key=_order), lambda run: (run.family, run.promise, run.steps))
    lessons_first = (sorted(runs, key=lambda run: run.lesson is None) for runs in equal.values())
    chosen = sorted(lessons_first, key=lambda runs: _order(runs[0]))
    by_promise = _group_by(chosen, lambda runs: (runs[0].protocol, runs[0].promise))
    entries = []
    for (protocol, promise), alike in by_promise.items():
        name = f"{'/'.join(map(file_word, protocol.split('/')))}/{file_word(promise)}"
        entries += [_Entry(f"{name}-{number}", runs) for number, runs in enumerate(alike, 1)]
    return entries


def _order(run: KeptRun) -> tuple[object, ...]:
    """Where a run stands: by protocol, releases by their numbers, then promise, states, what is exchanged, bounds."""
    parts = re.split(r"(\d+)", run.protocol)
    numbered = [int(part) if number % 2 else part for number, part in enumerate(parts)]
    return numbered, run.promise, run.length, run.machine, run.at


def _group_by(items: Iterable[Member], key: Callable[[Member], Key]) -> dict[Key, list[Member]]:
    groups = defaultdict[Key, list[Member]](list)
    for member in items:
        groups[key(member)].append(member)
    return groups


def _story(entry: _Entry) -> str:
    """The story of a run: its own title, where else it is the same, its words, and how to run it again."""
    title, rest = entry.runs[0].story.split("\n", 1)
    number = entry.path.rpartition("-")[2]
    parts = [f"{title} after {count_of(entry.runs[0].length, 'state')} (run {number})\n{rest}"]
    others = [
        f"`{machine}` at {' and at '.join(run.at for run in runs)}"
        for machine, runs in _group_by(entry.runs[1:], lambda run: run.machine).items()
    ]
    if others:
        parts.append(f"The same steps break it in {'; '.join(others)}.\n")
    told = rest.partition("\n## ")[2]  # what is above names bounds, which are no words
    above = "../" * (entry.path.count("/") + 1)
    words = [
        f"[{word.word}]({above}{GLOSSARY}#{word.anchor})"
        for word in glossary.words_in(told, entry.runs[0].family)
    ]
    if words:
        parts.append(f"In the glossary: {', '.join(words)}\n")
    parts.append(f"Again: `tidemark replay {FOLDER}/{entry.path}{TRACE}`\n")
    return "\n".join(parts)


def _main_index(families: Mapping[str, list[_Entry]]) -> str:
    """The index of all: the lessons, and a line for each family."""
    every_entry = [entry for entries in families.values() for entry in entries]
    parts = [INTRODUCTION.rstrip("\n"), *_lessons(every_entry)]
    lines = []
    for family, entries in families.items():
        subject = impl.SUBJECTS.get(family)
        protocols = {run.protocol for entry in entries for run in entry.runs}
        number = f"{count_of(len(entries), 'run')} of {count_of(len(protocols), 'protocol')}"
        lines.append(f"- [{family}]({family}/{INDEX}): {f'{subject.about}; ' if subject else ''}{number}")
    return "\n\n".join([*parts, "## All of them, by family", "\n".join(lines)]) + "\n"


def _lessons(entries: list[_Entry]) -> list[str]:
    """The lessons of the families, to be read first, a paragraph each."""
    first: dict[int, tuple[Lesson, _Entry]] = {}
    for entry in entries:
        if lesson := entry.runs[0].lesson:
            first.setdefault(LESSONS.index(lesson), (lesson, entry))
    paragraphs = [
        f"{number}. **[{lesson.title}]({entry.path}{STORY})** "
        f"(`{lesson.protocol}` breaks `{lesson.promise}` "
        f"after {count_of(entry.runs[0].length, 'state')}). {lesson.text}"
        for number, (_, (lesson, entry)) in enumerate(sorted(first.items()), 1)
    ]
    return ["## Read these first", *paragraphs] if paragraphs else []


def _index(family: str, entries: list[_Entry]) -> str:
    """The index of a family: a row for each protocol, promise and loss, with a link to each run."""
    linked_runs = [(run, entry) for entry in entries for run in entry.runs]
    rows = sorted((row for row in linked_runs if not row[0].only_named), key=lambda row: _order(row[0]))
    parts = [f"{HEADING}{family}`"]
    if rows:
        sizes = " or ".join(sorted({f"`{run.sizes}`" for run, _ in rows}))
        about = "*After* is the number of states of the shortest run, *at* the bounds"
        parts += [f"{about}: {sizes}, with what is not the default.", _rows(rows)]
    if once := [row for row in linked_runs if row[0].only_named]:
        lines = [f"- [{run.promise}]({_link(entry)}): {run.headline}" for run, entry in once]
        parts += [AT_ONCE.rstrip("\n"), "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _link(entry: _Entry) -> str:
    """The story of a run, as the index of its family links to it."""
    return entry.path.partition("/")[2] + STORY


def _rows(rows: list[tuple[KeptRun, _Entry]]) -> str:
    lines = ["| protocol | promise | after | at | what is lost |", "|---|---|---:|---|---|"]
    for machine, of_it in _group_by(rows, lambda row: row[0].machine).items():
        named = f"`{machine}`"
        for promise, breaking in _group_by(of_it, lambda row: row[0].promise).items():
            for headline, alike in _group_by(breaking, lambda row: row[0].headline).items():
                lengths = {run.length for run, _ in alike}
                several = len(lengths) > 1
                after = f"{min(lengths)} to {max(lengths)}" if several else str(*lengths)
                links = [(run, f"[{run.at}]({_link(entry)})") for run, entry in alike]
                at = "<br>".join(f"{link}: {run.length}" if several else link for run, link in links)
                lines.append(f"| {named} | {promise} | {after} | {at} | {headline} |")
                named = promise = ""
    return "\n".join(lines)


def is_ours(directory: Path) -> bool:
    """Whether kept counterexamples are in a directory: their index, and a run."""
    begin = (_read(directory / INDEX) or "").startswith(INTRODUCTION.partition("\n")[0] + "\n")
    return begin and any(_traces(directory))


def _traces(directory: Path) -> list[Path]:
    """The traces that are kept in a directory."""
    return sorted(directory.glob(f"*/*/*-[0-9]*{TRACE}"))


def require_updatable(directory: Path) -> None:
    """Refuse, before the search, a directory that `update` can't write, or that has a file which it must not replace.

    Raises:
        UsageError: it is such a directory.
    """
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"{directory} is no directory: name another")
    if (directory / INDEX).exists() and not is_ours(directory):
        raise UsageError(
            f"{directory} has a {INDEX} that is not of kept counterexamples: name another directory"
        )
    folders = (directory, *directory.absolute().parents)
    above = next((folder for folder in folders if folder.exists()), directory)
    for path in (above, *(directory.rglob("*") if directory.is_dir() else ())):
        if not os.access(path, os.W_OK):
            raise UsageError(f"{path} can't be written: name a directory that is yours to write")


def update(content: Mapping[str, str], directory: Path) -> list[Path]:
    """Write the files that differ, remove those of runs that are no longer pinned; gives what has changed.

    Raises:
        UsageError: the directory can't be read or written.
    """
    changed = []
    for name, expected in content.items():
        path = directory / name
        if _read(path) != expected:
            write_text(expected, path)
            changed.append(path)
    for path in _traces(directory):
        if path.relative_to(directory).as_posix() not in content:
            changed.append(path)
            _remove(path.with_suffix(STORY), path)
    for path in sorted(directory.glob(f"*/{INDEX}")):
        is_stale = path.relative_to(directory).as_posix() not in content
        if is_stale and (_read(path) or "").startswith(HEADING):
            changed.append(path)
            _remove(path)
    return changed


def _read(path: Path) -> str | None:
    if not kind(path):
        return None
    try:
        return read_bytes(path, "kept file").decode("utf-8")
    except UnicodeDecodeError:
        return None


def _remove(*paths: Path) -> None:
    """Remove files, and their folder if nothing else is in it."""
    try:
        for path in paths:
            path.unlink(missing_ok=True)
        folder = paths[0].parent
        if not any(folder.iterdir()):
            folder.rmdir()
    except OSError as error:
        raise UsageError(f"{paths[0].parent}: {error.strerror}") from None
