"""What a broker had begun when it was killed is no damage, also in what speaks of transactions and topics."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.audits import audit
from tests.support.damages import Brokers, P
from tests.support.logs import resealed, split
from tests.support.shared_damages import abort
from tests.support.standard_library import replace_within
from tidemark.real.log_auditor import again
from tidemark.real.log_auditor.kinds import NAMES
from tidemark.real.storage import directories

OTHER_TOPIC = "version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ\n"


def damage(paths: list[Path]) -> set[str]:
    return {finding.kind for finding in audit(paths) if NAMES[finding.kind].damage}


def kill(broker: Path) -> None:
    """As if it had been killed: no mark of a clean stop."""
    (broker / directories.CLEAN).unlink()


def index_of_aborted(b: Brokers) -> Path:
    return b.logs()[-1].with_suffix(".txnindex")


@pytest.mark.parametrize(
    "change",
    [
        lambda data: None,
        lambda data: b"",
        lambda data: data[:-5],
        lambda data: bytes(len(data)),
        lambda data: 2 * data,
    ],
    ids=["missing", "empty", "torn", "zeros", "old entries"],
)
def test_the_active_index_of_aborted_transactions_may_be_behind(
    change: Callable[[bytes], bytes | None], brokers: Brokers
) -> None:
    abort(brokers)
    path = index_of_aborted(brokers)
    data = change(path.read_bytes())
    if data is None:
        path.unlink()
    else:
        path.write_bytes(data)
    kill(brokers.first)
    assert damage(brokers.paths) == {"unclean-shutdown"}


def test_the_index_of_a_closed_segment_is_checked_whatever_the_moment(brokers: Brokers) -> None:
    abort(brokers)
    index_of_aborted(brokers).unlink()
    for broker in brokers.paths:
        (broker / P / f"{brokers.end():020d}.log").touch()
    kill(brokers.first)
    assert "txn-index-missing" in damage(brokers.paths)


def test_a_transaction_that_began_before_the_active_segment_may_lack_its_entry(brokers: Brokers) -> None:
    abort(brokers)
    for broker in brokers.paths:
        *_, last = brokers.logs(broker)
        *before, mark = split(last)
        last.write_bytes(b"".join(before))
        path = broker / P / f"{brokers.end(broker):020d}"
        path.with_suffix(".log").write_bytes(mark)
        for suffix in (".index", ".timeindex"):
            path.with_suffix(suffix).touch()
        last.with_suffix(".txnindex").unlink()
    assert "txn-index-missing" in damage(brokers.paths)
    for broker in brokers.paths:
        kill(broker)
    assert "txn-index-missing" not in damage(brokers.paths)


def test_a_broker_that_was_killed_may_not_know_that_a_topic_was_made_again(cluster: list[Path]) -> None:
    for broker in cluster[:3]:
        (broker / P / "partition.metadata").write_text(OTHER_TOPIC)
    assert damage(cluster) == {"topic-id"}
    for broker in cluster[:3]:
        kill(broker)
    assert damage(cluster) == {"unclean-shutdown"}


def test_a_topic_id_is_written_before_the_first_record(cluster: list[Path]) -> None:
    path = cluster[1] / P
    (path / "partition.metadata").unlink()
    kill(cluster[1])
    assert damage(cluster) == {"unclean-shutdown", "metadata-missing"}
    for file in path.iterdir():
        file.unlink()
    (path / f"{0:020d}.log").touch()
    assert "metadata-missing" not in damage(cluster)


def test_batches_are_opened_at_the_second_look_too(brokers: Brokers, monkeypatch: pytest.MonkeyPatch) -> None:
    """On all replicas alike, records are garbage under a right checksum."""
    for broker in brokers.paths:
        path = brokers.logs(broker)[1]
        brokers.rewrite(
            path, lambda all_: [all_[0], resealed(all_[1][:61] + bytes(len(all_[1]) - 61)), *all_[2:]]
        )
    monkeypatch.setattr(directories, "_holds_lock", lambda path: True)
    replace_within(monkeypatch, again, "time", sleep=lambda seconds: None)
    assert damage(brokers.paths) == {"records"}
