"""Templates of HTML pages, filled in, and the look that all pages share (`look.css`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources

from tidemark.spec.errors import escaped


def fill(package: str, template: str, parts: Mapping[str, str]) -> str:
    """A page: a package's template with each `{{name}}` replaced by that part; `{{look}}` is the shared style.

    What is put in is not searched for names again: a part may say `{{name}}` itself.
    """
    given = {"look": file("tidemark.checker.views", "look.css"), **parts}
    return escaped(re.sub(r"\{\{(\w+)\}\}", lambda name: given[name[1]], file(package, template)))


def file(package: str, name: str) -> str:
    """A file that belongs to a package."""
    return (resources.files(package) / name).read_text(encoding="utf-8")
