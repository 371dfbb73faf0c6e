"""The pages of the repository, laid out for Sphinx: the same folders, so that links between pages stay as they are.

A file that a page links to, such as a module, becomes a page of its own. A kept run's story leads to its page, which is
not made by Sphinx.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from html import escape
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
FIRST = "README.md"
KEPT, RUNS = "counterexamples", "runs"
LANGUAGES = {
    ".py": "python", ".toml": "toml", ".json": "json", ".java": "java", ".c": "c", ".go": "go", ".rs": "rust"
}  # fmt: skip
PICTURES = (".png", ".svg")
ORPHAN = "---\norphan: true\n---\n\n"
"""Above a page that is in no menu: it is found by a link, or by the search."""
UNSEARCHED = ORPHAN.replace("orphan: true", "orphan: true\nno-search: true")
"""Above a page that is found by a link alone."""
FENCE = re.compile(r"^(```+)(\w*)\n(.*?)^\1[ ]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def published() -> list[PurePosixPath]:
    """The pages of the repository that the site has, by their paths in it."""
    found = [
        ROOT / FIRST,
        ROOT / "CHANGELOG.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / KEPT).rglob("*.md"),
    ]
    return sorted(PurePosixPath(page.relative_to(ROOT).as_posix()) for page in found)


def lay_out(target: Path, menu: str) -> int:
    """Write the pages below `target`, the first one with the menu of all at its end; gives how many there are."""
    files: set[PurePosixPath] = set()
    pages = published()
    for page in pages:
        text = rewritten(page, (ROOT / page).read_text(encoding="utf-8"), files)
        if str(page) == FIRST:
            text = f"{text}\n{menu}"
        elif page.parts[0] == KEPT and page.parts[2:] and page.name != FIRST:
            text = ORPHAN + story(page, text)
        elif page.parts[2:] and page.parts[1] != "parts":
            text = ORPHAN + text
        _write(target / in_site(page), text)
    for file in sorted(files):
        if file.suffix in PICTURES:
            _copy(file, target)
        else:
            _write(target / f"{file}.md", UNSEARCHED + listing(file))
    return len(pages) + len(files)


def in_site(page: PurePosixPath) -> PurePosixPath:
    """Where a page of the repository is in the site: its first page is the first of all."""
    return page.with_name("index.md") if str(page) == FIRST else page


def rewritten(page: PurePosixPath, text: str, files: set[PurePosixPath]) -> str:
    """A page with its links as in the site; what it links to that is no page is added to `files`."""

    def link(match: re.Match[str]) -> str:
        return match[1] + _link(page, match[2], files) + match[3]

    parts, end = [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(link, text[end : fence.start()]), _fence(fence)]
        end = fence.end()
    return "".join([*parts, LINK.sub(link, text[end:])])


def _link(page: PurePosixPath, link: str, files: set[PurePosixPath]) -> str:
    name, sign, anchor = link.partition("#")
    if not name or "://" in name:
        return link
    linked = PurePosixPath(os.path.normpath(page.parent / name))
    if linked.suffix != ".md":
        files.add(linked)
        return link if linked.suffix in PICTURES else f"{name}.md"
    return os.path.relpath(in_site(linked), page.parent) + sign + anchor


def _fence(fence: re.Match[str]) -> str:
    """A block of code as it is, and a diagram as the element that Mermaid draws in."""
    return f'<pre class="mermaid">\n{escape(fence[3])}</pre>' if fence[2] == "mermaid" else fence[0]


def story(page: PurePosixPath, text: str) -> str:
    """The story of a kept run, with a link to its page below the title."""
    run = PurePosixPath(RUNS) / page.relative_to(KEPT).with_suffix(".html")
    title, rest = text.split("\n", 1)
    to = os.path.relpath(run, page.parent)
    return f'{title}\n\n<a class="to-run" href="{to}">Look at this run, step by step</a>\n{rest}'


def listing(file: PurePosixPath) -> str:
    """A file of the repository as a page."""
    text = (ROOT / file).read_text(encoding="utf-8")
    if file.suffix == ".ipynb":
        return _notebook(text)
    return f"# `{file}`\n\n````{LANGUAGES.get(file.suffix, 'text')}\n{text.rstrip()}\n````\n"


def _notebook(text: str) -> str:
    """The cells of a notebook, one below the other."""
    shown: dict[str, Callable[[str], str]] = {
        "markdown": str,
        "code": lambda source: f"```python\n{source}\n```",
    }
    cells = json.loads(text)["cells"]
    return "\n\n".join(shown[cell["cell_type"]]("".join(cell["source"])) for cell in cells) + "\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _copy(file: PurePosixPath, target: Path) -> None:
    (target / file).parent.mkdir(parents=True, exist_ok=True)
    (target / file).write_bytes((ROOT / file).read_bytes())
