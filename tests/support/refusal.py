"""What every command does with a bad input."""

import pytest

from tidemark.checker.cli import main


def refused(words: list[str], fragment: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The command refuses these words in one clear line, with exit status 2. Gives the line."""
    assert main(words) == 2
    told = capsys.readouterr()
    assert fragment in told.err
    assert len(told.err.splitlines()) == 1, told.err
    assert told.err.strip("\n").isprintable()
    assert len(told.err) < 3000
    assert "Traceback" not in told.err
    return told.err
