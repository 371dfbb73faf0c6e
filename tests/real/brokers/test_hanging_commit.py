"""docs/examples/HangingCommit.java: a committed transaction that stays open, with Kafka's jars alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.scripts import FOLDER, children, started


@pytest.mark.brokers
@pytest.mark.parametrize("version", ["3.9.2", "4.1.2", "4.3.1"])
def test_a_transaction_that_is_committed_stays_open(version: str, tmp_path: Path) -> None:
    for _ in range(3):
        with started(FOLDER / "HangingCommit.java", version, tmp_path) as script:
            out, _ = script.communicate()
        if "whole this time" not in out:  # as where the machine is busy
            break
    assert script.returncode == 0, out
    assert f"Kafka {version}" in out
    assert "commitTransaction() has returned" in out
    assert "the state is CompleteCommit" in out
    assert "ISR [0, 1, 2]" in out
    assert out.splitlines()[-1].endswith("HANGS: the transaction is committed, and m1 stays open")
    assert not children(tmp_path)
    assert not list(tmp_path.iterdir())
