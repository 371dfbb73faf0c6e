"""The model of what a search on Spark costs gives back the costs that a search had."""

from dataclasses import replace

import pytest

from bench.scaling import HEADERS, NETWORK, Measured, _cores, fit, main, model
from tidemark.checker.engines.spark.workdir import Level

LEVEL, TRANSITION = 0.25, 1e-6
"""Seconds of a level and of a transition on one core."""
GENERATED = [10, 20, 30, 40, 100, 1_000_000, 30_000_000, 2_000_000, 50]


def levels(cores: int) -> list[Level]:
    return [
        Level(depth, 1, generated=count, seconds=LEVEL + count * TRANSITION / cores)
        for depth, count in enumerate(GENERATED, 2)
    ]


def measured(cores: int, seconds: float) -> Measured:
    return Measured(
        *("p", f"local[{cores}]", cores, 10, len(GENERATED), sum(GENERATED), seconds),
        *(0.0, 1.0, 1.0, 1.0, 1, 1, 10**9, 1),
        *fit(levels(cores), cores),
    )


@pytest.mark.parametrize("cores", [1, 2])
def test_the_model_has_the_costs_of_what_it_is_fitted_to(cores: int) -> None:
    base = measured(cores, 1.0)
    assert base.level_cost == pytest.approx(LEVEL, rel=1e-3)
    assert base.transition_cost == pytest.approx(TRANSITION, rel=1e-3)
    taken = sum(level.seconds for level in levels(4))
    assert base.expected(4) == pytest.approx(taken, rel=1e-3)
    assert base.expected(4, 2) == pytest.approx(taken + 10**9 / 2 / (2 * NETWORK), rel=1e-3)


def test_what_was_measured_stands_beside_the_model() -> None:
    first, second, cluster = model([measured(1, 41.0), measured(2, 22.0)]).splitlines()[2:]
    assert first.split() == ["p", "local[1]", "41.0", "35.3"]
    assert second.split() == ["p", "local[2]", "22.0", "18.8"]
    assert cluster.startswith("p ")
    assert len(model([measured(2, 22.0)]).splitlines()) == 2


@pytest.mark.parametrize(
    ("master", "cores"),
    [
        ("local[2]", 2),
        ("local-cluster[2,1,2048]", 2),
        ("local[1]", 1),
        ("local", 1),
        ("spark://127.0.0.1:17077", 0),
    ],
)
def test_a_master_says_how_many_cores_it_has(master: str, cores: int) -> None:
    assert _cores(master) == cores


def test_the_processes_of_a_cluster_are_not_measured() -> None:
    headers = dict(zip(HEADERS, replace(measured(2, 1.0), cpu=None).row(), strict=True))
    assert headers["CPU µs a state"] == headers["times native's"] == "–"


def test_the_cores_of_a_cluster_must_be_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    space = ["--space", "published/kip-320", "2/2/2/2"]
    monkeypatch.setattr("sys.argv", ["scaling", *space, "--master", "spark://127.0.0.1:17077"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "--cores N" in capsys.readouterr().err
