"""What the benchmark beside TLC lacks, it says in one line."""

from pathlib import Path

import pytest

from bench import traces


def test_without_the_harness_it_names_what_builds_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(traces, "ROOT", tmp_path)
    monkeypatch.setattr(traces, "HARNESS", tmp_path / "harness")
    assert traces.beside_tlc() == "traces of etcd's raft: absent: harness, which `make examples` builds"


@pytest.mark.parametrize(
    ("tlc", "absent"),
    [
        ("", "TIDEMARK_TLC, the class path with tla2tools.jar and CommunityModules-deps.jar"),
        ("tla2tools.jar", "java, no-go"),
    ],
)
def test_without_tlc_it_names_what_is_lacking(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tlc: str, absent: str
) -> None:
    monkeypatch.setenv("TIDEMARK_TLC", tlc)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("GO", "no-go")
    assert traces._absent() == absent


@pytest.mark.examples
def test_without_tlc_the_rest_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIDEMARK_TLC", raising=False)
    monkeypatch.setenv("TIDEMARK_LINES", "100")
    found = traces.beside_tlc()
    assert "explained" in found
    assert "TLC: absent: TIDEMARK_TLC" in found
