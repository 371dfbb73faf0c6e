"""The page on which a reader's own machine is checked, in the browser: Pyodide, and what of Tidemark it needs."""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from pages import ROOT

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of its package that a browser asks for."""
ROOMS = ("base", "spec", "checker")
FOLDER = "pyodide"
EXAMPLE = ROOT / "checker" / "commands" / "shared" / "new_machine.txt"
INTRODUCTION = """# Check a machine of your own

The reference engine runs in this page, and nothing is sent anywhere. [The tutorial](docs/tutorial.md) explains the
language. `tidemark check` searches much larger machines.
"""


def write(source: Path, extra: Path, package: Path) -> None:
    """Write the page, and below `extra` what it fetches. package: the folder of Pyodide's package."""
    folder = extra / FOLDER
    folder.mkdir(parents=True)
    for name in PYODIDE:
        shutil.copy(package / name, folder)
    browser = Path(__file__).parent / "browser"
    shutil.copy(browser / "worker.js", folder)
    with ZipFile(folder / "tidemark.zip", "w", ZIP_DEFLATED) as archive:
        for name in ("without_unix.py", "in_browser.py"):
            archive.write(browser / name, name)
        archive.write(ROOT / "impl" / "__init__.py", "tidemark/impl/__init__.py")
        archive.write(ROOT / "tidemark" / "__init__.py", "tidemark/__init__.py")
        for file in sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.*")):
            if file.suffix in (".py", ".html", ".css", ".js"):
                archive.write(file, f"tidemark/{file.relative_to(ROOT)}")
    (source / "own-machine.md").write_text(text(), encoding="utf-8")


def text() -> str:
    """The page."""
    example = escape(EXAMPLE.read_text(encoding="utf-8").replace("NAME", "lock"))
    return (
        f'{INTRODUCTION}\n<form class="own" hidden>\n\n<textarea name="text" rows="24" spellcheck="false" '
        f'aria-label="a machine">{example}</textarea><button>Check</button>'
        '<button type="button" disabled>Stop</button></form>\n<pre class="said" aria-live="polite"></pre>\n'
        '<iframe class="run" title="The shortest run that breaks a promise" hidden></iframe>\n'
        '<script src="_static/own-machine.js"></script>\n'
    )
