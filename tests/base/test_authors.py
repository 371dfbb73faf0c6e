"""Which code is Tidemark's own: also where an executor of Spark has it in an archive, under a path with a dot in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tidemark.checker.engines.spark import session

PROGRAM = """
import sys

sys.path.insert(0, sys.argv[1])
from tidemark import action
from tidemark.base import authors
from tidemark.checker.engines.native import search

assert "/./" in action.__code__.co_filename
assert authors.is_shipped(action) and authors.is_shipped(search.search)
assert authors.is_in_tools(action.__code__.co_filename)
assert not authors.is_authors(action.__code__.co_filename)
"""


def test_the_code_in_the_archive_of_an_executor_is_shipped(tmp_path: Path) -> None:
    session._package(tmp_path)
    command = [sys.executable, "-c", PROGRAM, f"{tmp_path}/./tidemark.zip"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
