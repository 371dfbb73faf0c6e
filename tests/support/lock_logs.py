"""The files of docs/validate.md: a machine of a lock, a map, and the logs of three days."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.blocks import ROOT, commands

PAGE = (ROOT / "docs" / "validate.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(python|console)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
"""The language and the text of each block."""
SHOWN = [pair for language, block in BLOCKS if language == "console" for pair in commands(block)]
"""The commands of the page, each with what it prints."""
CODE = {
    block[2 : block.index("\n")]: block.split("\n", 1)[1]
    for language, block in BLOCKS
    if language == "python"
}
LOGS = {line.split()[1]: text.rstrip("\n") + "\n" for line, text in SHOWN if line.startswith("cat ")}


def write_locks(folder: Path) -> None:
    """Write the files of the page."""
    for name, text in {**CODE, **LOGS}.items():
        (folder / name).write_text(text, encoding="utf-8")
