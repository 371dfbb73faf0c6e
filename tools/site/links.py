"""Looks at every link of the built site: its file and anchor must be there, and nothing may be asked for elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ASKED_FOR = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "link": "href",
    "object": "data",
}
"""What a browser fetches by itself. A link that a reader follows may lead elsewhere."""
NOT_FETCHED = {"canonical", "index", "search", "next", "prev", "up", "author", "license"}
IN_STYLES = re.compile(r"(?:url\(|@import)\s*['\"]?\s*((?:https?:)?//[^'\")]+)")


class Page(HTMLParser):
    """What a page can be linked to by, where it leads, and what it has a browser ask for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.asked_for: list[str] = IN_STYLES.findall(text)
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        given = {name: value or "" for name, value in attributes}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        fetched = given.get(ASKED_FOR.get(tag, ""), "")
        if fetched and not NOT_FETCHED & set(given.get("rel", "").split()):
            self.asked_for.append(fetched)
        if tag in ("a", "area") and given.get("href"):
            self.links.append(given["href"])


def problems(site: Path) -> list[str]:
    """What is wrong with the links of a site, a line each."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        at = path.relative_to(site.resolve())
        found += [f"{at}: asks for {link}" for link in page.asked_for if _is_elsewhere(link)]
        local = [link for link in page.asked_for if not _is_elsewhere(link)]
        found += [
            f"{at}: {link} {why}" for link in (*page.links, *local) if (why := _wrong(path, link, pages))
        ]
    for styles in sorted(site.rglob("*.css")):
        text = styles.read_text(encoding="utf-8")
        found += [f"{styles.relative_to(site)}: asks for {link}" for link in IN_STYLES.findall(text)]
    return found


def _is_elsewhere(link: str) -> bool:
    parts = urlsplit(link)
    return parts.scheme in ("http", "https") or bool(parts.netloc)


def _wrong(path: Path, link: str, pages: dict[Path, Page]) -> str:
    """Why a link of a page leads nowhere; empty where it leads somewhere, or elsewhere."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return "is not there"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].anchors:
        return "has no such anchor"
    return ""
