"""A page that is followed: its code is put into files as a reader would.

A ```python block is for mine.py, unless its first line names another file. A definition whose name the file has takes
its place; a new one goes above `machine`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path


def name_of(statement: ast.stmt) -> str:
    """The name that a statement defines; of an import, none."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case _:
            return ""


def pieces(code: str) -> Iterator[tuple[str, str]]:
    """The statements of a file, each with its decorators, and the name that it defines."""
    lines = code.splitlines()
    for statement in ast.parse(code).body:
        decorators = (
            statement.decorator_list if isinstance(statement, (ast.FunctionDef, ast.ClassDef)) else []
        )
        first = min(line.lineno for line in (statement, *decorators))
        yield name_of(statement), "\n".join(lines[first - 1 : statement.end_lineno])


def edited(file: str, block: str) -> str:
    """The file after the reader has put the block in."""
    kept = list(pieces(file))
    for name, code in pieces(block):
        places = [place for place, (known, _) in enumerate(kept) if name and known == name]
        above = [place for place, (known, _) in enumerate(kept) if known == "machine"]
        if places:
            kept[places[0]] = (name, code)
        else:
            kept.insert(above[0] if above else len(kept), (name, code))
    return "\n\n\n".join(code for _, code in kept) + "\n"


def put_in(folder: Path, block: str) -> None:
    """Put a block of the page into the file that it is for."""
    named = re.match(r"# (\w+\.py)\n", block)
    file = folder / (named[1] if named else "mine.py")
    file.write_text(
        edited(file.read_text(encoding="utf-8") if file.exists() else "", block), encoding="utf-8"
    )
