"""What the file of a run is called."""

from __future__ import annotations

import re
from pathlib import Path

from tidemark.base.errors import UsageError
from tidemark.checker.runs.files import FILE, read_json
from tidemark.checker.runs.results import Run
from tidemark.spec.families.family import family_of


def run_name(run: Run) -> str:
    """What its file or folder is called: protocol, exchanged rules, promise, sizes, what else is not the default."""
    machine = run.machine
    rules = [f"{rule}={source.rpartition('/')[2]}" for rule, source in sorted(machine.exchanged.items())]
    bounds = [b for b in family_of(machine).bounds if b.is_size or machine.bounds[b.name] != b.default]
    sizes = [f"{'' if b.is_size else b.name + '-'}{machine.bounds[b.name]}" for b in bounds]
    words = [machine.protocol or machine.name, *rules, run.promise, *(["-".join(sizes)] if sizes else [])]
    return "_".join(map(file_word, words))


def path_of(run: Run, folder: str | Path) -> Path:
    """The file for a run; with the name of the user's file in it where a machine of another file has that one."""
    path = Path(folder) / f"{run_name(run)}.json"
    source = run.machine.origin.source if run.machine.origin else None
    if source is None or not path.is_file():
        return path
    try:
        recorded = read_json(path)[FILE]["path"]
    except (UsageError, LookupError, TypeError):
        return path
    return path if recorded == source.place else path.with_name(f"{Path(source.place).stem}.{path.name}")


def path_of_run(path: Path, number: int) -> Path:
    """The file of a further run, beside that of the first."""
    return path.with_name(f"{path.stem}_run-{number}.json")


def following(path: Path) -> Path:
    """The file of the run after that of a file.

    Raises:
        UsageError: there is none.
    """
    stem, _, number = path.stem.partition("_run-")
    next_path = path_of_run(path.with_name(f"{stem}.json"), int(number) + 1 if number.isdecimal() else 2)
    if not next_path.is_file():
        raise UsageError(
            f"{path} is the last of its runs: there is no {next_path}, which `tidemark check` with --runs N writes"
        )
    return next_path


def file_word(word: str) -> str:
    """A word as a part of a file's name."""
    return re.sub(r"[^\w=.-]", "-", word)
