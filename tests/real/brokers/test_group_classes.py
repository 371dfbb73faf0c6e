"""docs/reports/SameEpoch.java: what Kafka's classes do with a late commit, as docs/parts/groups.md says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.scripts import started

SCRIPT = Path(__file__).parents[3] / "docs" / "reports" / "SameEpoch.java"


@pytest.mark.brokers
@pytest.mark.parametrize("version", ["4.2.1", "4.3.1"])
def test_a_commit_is_taken_of_a_partition_that_the_member_has_lost(version: str, tmp_path: Path) -> None:
    with started(SCRIPT, version, tmp_path) as process:
        out, _ = process.communicate()
    assert process.returncode == 0, out
    assert f"Kafka {version}" in out
    assert "UNREVOKED_PARTITIONS in epoch 1, assigned [], to revoke" in out
    assert out.endswith("A late commit of partition 1 in epoch 1 is TAKEN.\n")
