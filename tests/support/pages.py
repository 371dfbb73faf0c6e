"""The links of a page: where they lead, and which lead nowhere."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def links(page: Path) -> list[str]:
    """The links of a page to other pages, files and headings of the repository."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]


def missing(page: Path) -> list[str]:
    """The links of a page whose file is not there, or has no such heading."""
    return [link for link in links(page) if not _is_there(page, link)]


def anchors(page: Path) -> set[str]:
    """The names by which the headings of a page, and the places that it names itself, can be linked to."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


def _is_there(page: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    return target.exists() and (not anchor or anchor in anchors(target))
