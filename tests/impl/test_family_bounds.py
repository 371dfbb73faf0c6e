"""What a family's functions read of its bounds, its class of `At` declares: mypy can't see it in a lambda."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import get_type_hints

import pytest

from tidemark import impl
from tidemark.spec.families.bounds import bounds_by_attribute
from tidemark.spec.families.family import Family

FAMILIES = {Path(inspect.getfile(family.at)).parent: family for family in impl.families()}


def read_in_lambdas(folder: Path) -> Iterator[tuple[Path, int, str]]:
    """The names that `lambda at: …` reads of `at`."""
    for path in folder.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.Lambda) and "at" in (a.arg for a in function.args.args):
                for node in ast.walk(function.body):
                    if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "at":
                        yield path, node.lineno, node.attr


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.name)
def test_a_class_declares_every_name_that_a_lambda_reads(family: Family) -> None:
    folder = Path(inspect.getfile(family.at)).parent
    here = [f.at for f in impl.families() if Path(inspect.getfile(f.at)).parent == folder]
    declared = {name for at in here for name in (*bounds_by_attribute(at), *get_type_hints(at), *vars(at))}
    read = [*read_in_lambdas(folder)]
    assert [f"{path}:{line} reads {name}" for path, line, name in read if name not in declared] == []
    assert read, "nothing was looked at"
