"""Counterexamples as files and text: saved, loaded, compared step by step."""

from checker.traces.differences import Change, changes, numbered_steps
from checker.traces.files import from_json, load, save, to_json, write_text

__all__ = ["Change", "changes", "from_json", "load", "numbered_steps", "save", "to_json", "write_text"]
