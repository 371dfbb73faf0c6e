"""The benchmark of EWD 426 says what it lacks, and refuses figures that differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import stabilizing, traces
from bench.stabilizing import CheckRun

REPORT = "248,832 states generated, 46,656 distinct states found, 0 states left on queue."


@pytest.mark.parametrize(
    ("tlc", "folder", "absent"),
    [
        ("", "", "TIDEMARK_TLC, the class path with tla2tools.jar"),
        ("a.jar", "", "TIDEMARK_EWD426, the folder with TokenRing.tla and TokenRing.cfg of tlaplus/Examples"),
        ("a.jar", "with the module", "java"),
    ],
)
def test_without_tlc_it_names_what_is_lacking(
    tlc: str, folder: str, absent: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "TokenRing.tla").touch()
    monkeypatch.setenv("TIDEMARK_TLC", tlc)
    monkeypatch.setenv("TIDEMARK_EWD426", str(tmp_path if folder else tmp_path / "nowhere"))
    monkeypatch.setenv("PATH", "")
    assert stabilizing._absent() == absent


def test_the_ratio_is_that_of_the_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = iter([CheckRun(3, 7, 1.0, 2.0), CheckRun(3, 7, 2.0, 2.0), CheckRun(3, 7, 1.0, 1.0)])
    theirs = iter([CheckRun(3, 7, 4.0, 4.0), CheckRun(3, 7, 4.0, 8.0), CheckRun(3, 7, 3.0, 1.0)])
    monkeypatch.setenv("TIDEMARK_RUNS", "3")
    monkeypatch.setattr(stabilizing, "_absent", str)
    monkeypatch.setattr(stabilizing, "checked", lambda _: next(ours))
    monkeypatch.setattr(stabilizing, "model_checked", lambda _: next(theirs))
    assert stabilizing.beside_tlc().endswith(
        "TLC takes 3.0 (2.0 to 4.0) times as long, and 2.0 (1.0 to 4.0) times the processor's time"
    )


def test_other_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIDEMARK_RUNS", "1")
    monkeypatch.setattr(stabilizing, "_absent", str)
    monkeypatch.setattr(stabilizing, "checked", lambda _: CheckRun(3, 7, 1.0, 1.0))
    monkeypatch.setattr(stabilizing, "model_checked", lambda _: CheckRun(4, 7, 1.0, 1.0))
    with pytest.raises(RuntimeError, match="differ"):
        stabilizing.beside_tlc()


@pytest.mark.parametrize("said", [f"{REPORT}\nNo error has been found.", REPORT, "No error has been found."])
def test_the_report_of_tlc_is_read(said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for suffix in ("tla", "cfg"):
        (tmp_path / f"TokenRing.{suffix}").touch()
    monkeypatch.setenv("TIDEMARK_TLC", "a.jar")
    monkeypatch.setenv("TIDEMARK_EWD426", str(tmp_path))
    monkeypatch.setattr(stabilizing, "measured", lambda *_: (traces.Run("", 1.0, 2.0), said))
    if REPORT in said and "No error" in said:
        assert stabilizing.model_checked(tmp_path) == CheckRun(46_656, 248_832, 1.0, 2.0)
    else:
        with pytest.raises(RuntimeError, match="TLC failed"):
            stabilizing.model_checked(tmp_path)
