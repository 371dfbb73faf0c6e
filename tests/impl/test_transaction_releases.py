"""Which protocols of transactions are true to which releases of Kafka, and which reported bugs those have."""

from __future__ import annotations

import tomllib
from functools import cache

import pytest

from tests.support.pages import ROOT
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Limits
from tidemark.impl import bugs
from tidemark.spec.families.releases import covers

RELEASES: list[str] = tomllib.loads((ROOT / "impl/transactions/patches.toml").read_text())["releases"]
TRUE_TO = {
    ("0.11.0.0", "0.11.0.1"): ["before-kafka-6119"],
    ("0.11.0.2", "0.11.0.3"): ["kip-98"],
    ("1.0", "2.4"): ["kip-98", "kip-98-fatal"],
    ("2.5", "3.5"): ["kip-360"],
    ("3.6", "3.6"): ["3.6"],
    ("3.7", "3.9"): ["kip-890-part-1"],
    ("4.0", "4.1"): ["kip-890-part-2"],
    ("4.2", "4.2"): ["before-kafka-20090"],
    ("4.3", "4.3"): ["kip-1228"],
}
CALM = {"producers": 1, "transactions": 2, "max-epoch": 2, "failovers": 0, "timeouts": 0}
LATE_END = {**CALM, "partitions": 2, "late-ends": 1}


@cache
def broken(protocol: str, bounds: tuple[tuple[str, int], ...]) -> dict[str, int]:
    """The promises that a protocol breaks, with the lengths of the shortest runs."""
    result = native.search(impl.protocol(protocol).machine(dict(bounds)), Limits(keep_going=True))
    assert result.complete
    return {name: v.length for name, v in result.promises.items() if v.length is not None}


def is_affected(key: str, release: str) -> bool:
    """Whether a release is in the range of those that a bug is reported to affect."""
    bug = bugs.find(key)
    assert bug
    first, _, last = bug.affected.partition(";")[0].partition(" to ")
    return covers((first, last), release)


@pytest.mark.parametrize("release", RELEASES)
def test_every_release_has_just_its_protocols(release: str) -> None:
    (names,) = [names for releases, names in TRUE_TO.items() if covers(releases, release)]
    assert [p.name for p in impl.of_release(release, "transactions")] == [f"transactions/{n}" for n in names]


@pytest.mark.parametrize("release", RELEASES)
def test_a_late_end_loses_what_was_told_to_be_committed_on_the_affected_releases_alone(release: str) -> None:
    """KAFKA-17754, as it was found by tests of real brokers: it takes two partitions."""
    for protocol in impl.of_release(release, "transactions"):
        lengths = broken(protocol.name, tuple(LATE_END.items()))
        for promise in ("told-is-committed", "whole-or-not-at-all", "only-committed-is-visible"):
            assert (promise in lengths) == is_affected("KAFKA-17754", release), (protocol.name, promise)


@pytest.mark.parametrize("release", RELEASES)
def test_a_transaction_hangs_on_the_affected_releases_alone(release: str) -> None:
    hanging = {
        "no-hanging-transaction" in broken(protocol.name, tuple(CALM.items()))
        for protocol in impl.of_release(release, "transactions")
    }
    assert (True in hanging) == is_affected("KAFKA-12671", release)


def test_a_late_end_needs_two_partitions_to_lose_what_was_told_to_be_committed() -> None:
    assert broken("transactions/kip-890-part-1", tuple(LATE_END.items())) == {
        "only-committed-is-visible": 24,
        "no-old-marker": 24,
        "told-is-committed": 30,
        "whole-or-not-at-all": 31,
        "visible-at-once": 18,
    }
    assert broken("transactions/kip-890-part-1", tuple({**LATE_END, "partitions": 1}.items())) == {
        "only-committed-is-visible": 24
    }


def test_a_release_is_listed_with_function_and_line_of_each_rule_and_action(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert cli.main(["list", "3.9"]) == 0
    assert "transactions/kip-890-part-1" in capsys.readouterr().out
    assert cli.main(["list", "transactions/0.11.0.1"]) == 0
    listing = capsys.readouterr().out
    (time_out,) = [line for line in listing.splitlines() if line.startswith("time-out ")]
    assert "(read from 0.11.0.1 TransactionCoordinator.scala:433 abortTimedOutTransactions)" in time_out
    (writes,) = [line for line in listing.splitlines() if line.startswith("broker_writes_marker ")]
    assert "ProducerStateManager.scala:219 appendEndTxnMarker)" in writes


def test_a_release_alone_does_not_stand_for_transactions() -> None:
    for release in ("2.4", "3.9", "4.3.1"):
        assert not [p for p in impl.of_release(release) if p.name.startswith("transactions/")]
        beside = [p for p in impl.beside_release(release) if p.name.startswith("transactions/")]
        assert beside == impl.of_release(release, "transactions")
    assert impl.protocol("transactions/3.9").name == "transactions/kip-890-part-1"
    assert impl.protocol("2.4").name == "kafka/2.2"
    assert impl.beside_release("transactions/3.9") == []
