"""The words of `commit.py`, which imports them from beside itself."""

from tidemark import Enum

Work = Enum("work", "working", "prepared", "committed", "aborted")
Decision = Enum("decision", "open", "committed", "aborted")
