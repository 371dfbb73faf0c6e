"""The Python of a page: its ```python blocks, run one after the other in one namespace."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def blocks(page: str, language: str = "python") -> list[str]:
    """The code blocks of a page of the repository."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def run(page: str) -> dict[str, Any]:
    """What the blocks of a page define. An error names the line of the page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    defined: dict[str, Any] = {"__name__": Path(page).stem}
    name, source = str(ROOT / page), ""
    for block in re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        source += "\n" * (text.count("\n", 0, block.start(1)) - source.count("\n"))
        lines, source = "\n" * source.count("\n"), source + block[1]
        run_source(lines + block[1], name, defined, source)
    return defined


def run_source(code: str, name: str, defined: dict[str, Any], source: str = "") -> None:
    """Run code that is in no file of Python; `source` is what Tidemark reads when it traces a function of it."""
    keep_source(name, source or code)
    exec(compile(code, name, "exec", dont_inherit=True), defined)


def keep_source(name: str, source: str) -> None:
    """Keep the source of code for whoever asks Python for it, as Jupyter keeps that of a cell."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)


def commands(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output that the page shows."""
    for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = command.partition("\n")
        yield line, shown


def pattern(shown: str) -> str:
    """What a page shows, as a regular expression: … is anything, a number of seconds is any other."""
    lines = "\n".join(line.rstrip() for line in shown.strip().splitlines())
    return re.sub(r"\d+\\\.\d+", r"\\d+\\.\\d+", re.escape(lines)).replace("…", "(?s:.*?)")
