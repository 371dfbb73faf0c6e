"""`--seconds` ends every search as incomplete, with what is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evidence.test_matrix import TINY
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.engines.native.liveness import final_components
from tidemark.checker.engines.native.search import prepare_search
from tidemark.checker.runs.results import Limits

AT = ("--replicas", "5", "--log-size", "6", "--records", "6", "--max-epoch", "6")
CHECK = ["check", "published/kip-320", "--promise", "strong-isr"]
TINY_TIME = ("--seconds", "0.000001")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (CHECK, "incomplete: --seconds"),
        ([*CHECK, "--engine=reference"], "incomplete: --seconds"),
        ([*CHECK, *AT, "--engine=smt"], "incomplete: --seconds"),
        ([*CHECK, "--engine=hypothesis"], "incomplete: 1e-06 s of random runs are over"),
        pytest.param(
            [*CHECK, "--engine=spark", "--master=local[2]"], "incomplete: --seconds", marks=pytest.mark.spark
        ),
        (["fuzz", "published/kip-320", "--promise=strong-isr"], "unknown"),
        (["minimize", "published/kip-101", "--promise=strong-isr"], "incomplete: --seconds"),
        (["minimize", "published/kip-101", "--promise=strong-isr", "--engine=smt"], "incomplete: --seconds"),
        (["why", "published/kip-101", "strong-isr"], "incomplete: --seconds"),
        (["graph", "published/kip-101", "strong-isr", "--replicas=2"], "this is a part of the graph"),
        (["prove", "published/kip-320", "strong-isr", "--jobs=2"], "incomplete: --seconds"),
        (["matrix", "--grid=tiny.toml"], "--seconds 1e-06 was reached"),
    ],
    ids=lambda value: " ".join(value[:1] + value[3:]) if isinstance(value, list) else "",
)
def test_the_time_of_a_search_has_a_limit(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tiny.toml").write_text(TINY)
    assert cli.main([*words, *TINY_TIME]) == 3
    output = capsys.readouterr()
    assert told in output.out + output.err


@pytest.mark.spark
def test_a_job_of_spark_is_ended_by_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*CHECK, "--log-size=4", "--records=4", "--max-epoch=4", "--engine=spark", "--master=local[2]"]
    assert cli.main([*words, "--handover=0", "--seconds=3"]) == 3
    assert "incomplete: --seconds 3 was reached" in capsys.readouterr().out


def test_where_runs_end_is_not_said_when_the_time_is_over_and_the_verdicts_stand() -> None:
    search = prepare_search(
        impl.protocol("published/high-watermark").machine({"replicas": 2, "log-size": 1}),
        Limits(keep_going=True),
    )
    result = search.run(None)
    search.limits = Limits(seconds=0.0)
    final_components.note(search)
    assert result.endings is None
    assert result.exhausted
    search.limits = Limits()
    final_components.note(search)
    assert result.endings
