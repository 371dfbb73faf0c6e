"""The counterexamples to read first, in this order, and what each teaches. `lessons.toml` has them."""

import tomllib
from pathlib import Path

from tidemark.spec import Lesson

_FILE = Path(__file__).with_suffix(".toml")
LESSONS = tuple(Lesson(**entry) for entry in tomllib.loads(_FILE.read_text(encoding="utf-8"))["lesson"])
