"""What real brokers left is healthy; each kind of damage done to a copy is found, where it was done, and no other."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

import impl
from impl.kafka.audit.kinds import KINDS
from impl.storage import directories
from tests.support.audits import audit
from tests.support.damages import DAMAGES, Brokers, P, other_epoch
from tests.support.logs import RELEASES, split


@pytest.mark.parametrize("release", RELEASES)
def test_healthy_directories_have_no_finding(release: str, originals: dict[str, list[Path]]) -> None:
    assert audit(originals[release]) == []


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_found_where_it_was_done_and_nothing_else(name: str, brokers: Brokers) -> None:
    assert audit(brokers.paths) == []
    done, kinds = DAMAGES[name]
    done(brokers)
    found = audit(brokers.paths)
    assert {finding.kind for finding in found} == kinds, found
    assert {finding.group for finding in found} <= {P, ""}


@pytest.mark.parametrize("seed", range(24))
def test_any_bit_of_a_log_that_flips_is_found(seed: int, brokers: Brokers) -> None:
    """Also in what no checksum covers: the first offset, the length, the leader epoch of a batch."""
    chance = random.Random(seed)
    path = chance.choice([path for path in brokers.logs() if path.stat().st_size])
    raw = bytearray(path.read_bytes())
    start = path.read_bytes().index(chance.choice(split(path)))
    place = start + seed if seed < 16 else chance.randrange(len(raw))
    raw[place] ^= 1 << chance.randrange(8)
    path.write_bytes(bytes(raw))
    found = audit(brokers.paths)
    assert found
    assert {finding.group for finding in found} == {P}


def test_a_broker_that_is_not_assigned_is_found_by_the_metadata_log(cluster: list[Path]) -> None:
    path = cluster[0] / directories.PROPERTIES
    path.write_text(path.read_text().replace("node.id=1", "node.id=7"))
    found = audit(cluster)
    assert {finding.kind for finding in found} == {"not-assigned"}
    assert {finding.place for finding in found} == {str(cluster[0])}
    assert "broker 7 has it, and its replicas are [" in found[0].text


def test_a_partition_that_should_be_there_is_found_by_the_metadata_log(cluster: list[Path]) -> None:
    shutil.rmtree(cluster[1] / P)
    assert {finding.kind for finding in audit(cluster)} == {"assigned-missing", "partition-missing"}


def test_an_epoch_that_nobody_elected_is_found_by_the_metadata_log(cluster: list[Path]) -> None:
    for path in cluster[:3]:
        log = sorted((path / P).glob("*.log"))[-1]
        log.write_bytes(b"".join(other_epoch(split(log))))
    found = {finding.kind for finding in audit(cluster)}
    assert "epoch-ahead" in found
    assert found <= {"epoch-ahead", "epoch-missing"}


def test_compaction_that_begins_under_the_audit_is_no_damage(
    brokers: Brokers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cleaner replaces a segment first, and writes its checkpoint afterwards."""
    monkeypatch.setattr(directories, "_is_locked", lambda path: True)
    survey = impl.auditor().survey(brokers.paths)
    log = brokers.logs()[1]
    brokers.rewrite(log, lambda all_: [all_[0], *all_[2:]])
    log.with_suffix(".index").write_bytes(b"")
    log.with_suffix(".timeindex").write_bytes(b"")
    facts = [impl.auditor().scan(unit) for unit in survey.units if unit.group == P]
    assert impl.auditor().settle(P, facts).findings == []


def test_every_kind_is_among_the_damages() -> None:
    elsewhere = {"not-assigned", "assigned-missing", "epoch-ahead", "changed", "isr-has-committed"}
    assert {name.partition(":")[0] for name in DAMAGES} | elsewhere == {kind.name for kind in KINDS}


def test_each_kind_names_a_promise_and_a_scenario_that_are_there() -> None:
    promises = {promise.name for family in impl.families() for promise in family.promises}
    for kind in KINDS:
        assert not kind.promise or kind.promise in promises, kind
        assert not kind.account or kind.account in impl.scenarios(), kind
        assert kind.promise or not kind.damage
