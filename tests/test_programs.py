"""The programs that pages and tests run: a bare Debian with Python and make has them, or `make` installs them."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
ESSENTIAL = {".", "bash", "cat", "cd", "cp", "dd", "mkdir", "printf", "rm", "sh", "sleep", "unshare"}
"""Of the shell, or of packages without which there is no Debian. Not tar: it starts what unpacks, such as xz."""
NEEDED = {"git", "make", "python3"}
"""What the README asks for; git brings the checkout."""
INSTALLED = {"python", "tidemark"}
"""By `make`, in .venv/bin."""
OPTIONAL = {"dot", "fish", "git", "zsh"}
"""Only a test of theirs is skipped where they are not."""


def commands(page: str) -> Iterator[str]:
    """The lines of a page that a reader types into a shell."""
    text = page.replace("\\\n", " ")
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if language in ("sh", "bash", "console"):
            lines = block.splitlines()
            yield from (
                line.removeprefix("$ ") for line in lines if language != "console" or line[:2] == "$ "
            )
    yield from re.findall(r"^    \$ (.*)$", text, re.MULTILINE)


def programs(command: str) -> Iterator[str]:
    """The programs of a line: the first word of each part, after the variables that are set before it."""
    words = shlex.shlex(command, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    begins = True
    for word in words:
        if set(word) <= set("|&;()"):
            begins = True
        elif begins and not re.match(r"\w+=", word):
            yield word
            begins = False


def started(tree: ast.AST) -> Iterator[str]:
    """The programs that a test names where it starts one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and re.fullmatch(r"subprocess\.\w+", ast.unparse(node.func)):
            command = node.args[0] if node.args else None
            first = command.elts[0] if isinstance(command, ast.List) else None
            if isinstance(first, ast.Constant):
                yield first.value


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_runs_nothing_that_a_bare_machine_lacks(page: Path) -> None:
    used = {one for line in commands(page.read_text(encoding="utf-8")) for one in programs(line)}
    assert used <= ESSENTIAL | NEEDED | INSTALLED


def test_the_tests_start_nothing_that_a_bare_machine_lacks() -> None:
    used = {one for path in TESTS for one in started(ast.parse(path.read_text(encoding="utf-8")))}
    assert used
    assert used <= ESSENTIAL | OPTIONAL


def test_a_line_has_the_programs_that_its_shell_starts() -> None:
    line = "A=1 printf '%s | x' a | dd of=b && tar xf c.tar.xz; xz -d (cat)"
    assert list(programs(line)) == ["printf", "dd", "tar", "xz", "cat"]
