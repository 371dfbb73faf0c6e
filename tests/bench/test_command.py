"""`python -m bench`: what it says of a name that it does not know, and how an interruption ends it."""

import sys

import pytest

from bench import __main__ as bench


def interrupted() -> str:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("part", "status", "expected"),
    [("rat", 2, "there is no part rat: did you mean rate?"), ("rate", 130, "python -m bench: interrupted")],
)
def test_a_mistake_and_an_interruption_are_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    part: str,
    status: int,
    expected: str,
) -> None:
    monkeypatch.setitem(bench.PARTS, "rate", interrupted)
    monkeypatch.setattr(sys, "argv", ["bench", part])
    with pytest.raises(SystemExit) as ended:
        bench.main()
    assert ended.value.code == status
    assert expected in capsys.readouterr().err
