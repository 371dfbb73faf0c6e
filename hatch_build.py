"""Makes an editable installation: a folder that has nothing but `tidemark`, whose links lead to the checkout.

Python needs no link (`tidemark/__init__.py` finds the rooms), but type checkers and editors do. The checkout itself is
not put on the path, because `tests`, `docs` and `tools` would then be importable everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def link_package(checkout: Path, rooms: Iterable[str]) -> None:
    """Link the files of `tidemark` and its rooms into `build/editable/tidemark`."""
    package = checkout / "build" / "editable" / "tidemark"
    package.mkdir(parents=True, exist_ok=True)
    files = [path for path in (checkout / "tidemark").iterdir() if path.is_file()]
    for path in (*files, *(checkout / room for room in rooms)):
        link = package / path.name
        link.unlink(missing_ok=True)
        link.symlink_to(path)


class EditableLayout(BuildHookInterface[Any]):
    """Links the package before an editable wheel is built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, _: dict[str, Any]) -> None:
        """Called by hatchling before it builds a wheel; `version` is `editable` or `standard`."""
        if version == "editable":
            link_package(Path(self.root), [folder.strip("/") for folder in self.build_config.sources])
