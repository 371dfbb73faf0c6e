"""What would have explained a refused call: with one of the answers that are named, a run passes it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.impl.histories.test_ready_machines import validator, write_edn
from tests.support.client_histories import SORTS, history
from tidemark.checker.validation.loading import read_log
from tidemark.checker.views import log_verdict

CASES = [
    ("register", "stale read"),
    ("register", "value from nowhere"),
    ("key-value", "value of another key"),
]


@pytest.mark.parametrize(("machine", "anomaly"), CASES)
def test_another_answer_explains_a_read(machine: str, anomaly: str, tmp_path: Path) -> None:
    ready = validator(machine)
    for seed in range(3):
        operations, planted = history(SORTS[machine], random.Random(seed), anomaly)
        path = str(write_edn(tmp_path / f"{seed}.edn", operations))
        refused = ready.validate(list(read_log(ready.file.map, path)))
        assert refused.explaining
        assert log_verdict.explaining_text(refused) in " ".join(log_verdict.details(refused).split())
        for call in refused.explaining:
            assert call.answer is not None
            changed = [*operations]
            changed[planted + 1] = {**operations[planted + 1], "value": call.answer["value"]}
            path = str(write_edn(tmp_path / "changed.edn", changed))
            verdict = ready.validate(list(read_log(ready.file.map, path)))
            assert verdict.passed > refused.passed


def test_no_answer_explains_a_lock_that_is_held_twice(tmp_path: Path) -> None:
    ready = validator("lock")
    anomaly = next(iter(SORTS["lock"].anomalies))
    operations, _ = history(SORTS["lock"], random.Random(1), anomaly)
    path = str(write_edn(tmp_path / "lock.edn", operations))
    refused = ready.validate(list(read_log(ready.file.map, path)))
    assert refused.verdict == "refused"
    assert refused.explaining == []
