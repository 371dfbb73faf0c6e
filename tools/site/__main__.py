"""Builds the site: the pages, every kept run, verdicts to choose among, small spaces as explorers; then looks at links.

Usage: `.venv/bin/python tools/site SPHINX MERMAID PYODIDE`, as `make site` has it: sphinx-build, the script of Mermaid,
and the folder of Pyodide's package.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import finder
import links
import own_machine
import pages
import runs
import small

from tidemark import __version__

BUILD = pages.ROOT / "build" / "site"
HERE = Path(__file__).parent


def main(sphinx: str, mermaid: str, pyodide: str) -> int:
    """Build everything again; 1 if a link leads nowhere."""
    source, html = BUILD / "source", BUILD / "html"
    for folder in (source, html):
        shutil.rmtree(folder, ignore_errors=True)
    extra = source / "_extra"
    laid_out = pages.lay_out(source, (HERE / "menu.md").read_text(encoding="utf-8"))
    kept = runs.write_runs(extra)
    runs.write_explorers(extra)
    (source / f"{runs.EXPLORERS}.md").write_text(runs.explorers_page(), encoding="utf-8")
    finder.write(source, extra)
    verdicts = small.write(source, extra)
    own_machine.write(source, extra, Path(pyodide))
    shutil.copytree(HERE / "static", source / "_static")
    shutil.copy(mermaid, source / "_static")
    for settings in ("conf.py", "scorer.js"):
        shutil.copy(HERE / settings, source)
    words = [sphinx, "-q", "-W", "--keep-going", "-j", "auto", "-b", "html", source, html]
    subprocess.run(words, check=True, env={**os.environ, "TIDEMARK_VERSION": __version__})
    found = links.problems(html)
    for problem in found:
        print(problem, file=sys.stderr)
    made = f"{laid_out} pages, {kept} runs, {len(runs.SPACES)} explorers, {verdicts} verdicts"
    print(f"{html.relative_to(pages.ROOT)}: {made}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
