"""The peers of the benchmark count the states that the published protocol has, or say why they can't."""

from pathlib import Path

import pytest

from bench.peers import (
    PEERS,
    AbsentPeer,
    Bounds,
    Peer,
    PeerError,
    PeerRun,
    measure,
    murphi_model,
    read_rumur,
    read_spin,
)

SMALL = Bounds(replicas=2, log_size=2, records=2, max_epoch=2)
STATES = {"rumur": 10_131, "spin": 10_132}  # SPIN also counts the state before `init`


@pytest.mark.parametrize("peer", PEERS, ids=str)
def test_a_peer_counts_the_states_of_the_published_protocol(peer: Peer) -> None:
    run = measure(peer, SMALL)
    if isinstance(run, AbsentPeer):
        pytest.skip(f"{peer} is not installed here: no {', '.join(run.missing)}")
    assert run.distinct_states == STATES[peer.name]
    assert run.distinct_states - peer.extra_states == 10_131
    assert run.wall_seconds > 0
    assert 2**20 < run.max_resident_bytes < 2**30


def test_a_peer_that_is_not_installed_is_absent_and_names_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for peer in PEERS:
        assert measure(peer, SMALL) == AbsentPeer(peer.name, peer.variant, (peer.name, "cc"))


def test_a_bound_reaches_the_murphi_model() -> None:
    assert "REPLICAS: 4;" in murphi_model(Bounds(replicas=4))


def test_bounds_are_read_as_they_are_written() -> None:
    assert str(Bounds.parse("2/3/4/5")) == "2/3/4/5"
    with pytest.raises(ValueError, match="such as 3/2/2/2, not '3/2/2'"):
        Bounds.parse("3/2/2")


@pytest.mark.parametrize(
    "output",
    [
        "error: max search depth too small\nState-vector 36 byte, errors: 0\n  1420 states, stored\n",
        "Warning: Search not completed\nState-vector 36 byte, errors: 0\n  17 states, stored\n",
        "State-vector 36 byte, errors: 1\n  17 states, stored\n",
        "State-vector 36 byte, errors: 0\n  1.2345679e+08 states, stored\n",
    ],
    ids=["depth cut", "interrupted", "error found", "rounded count"],
)
def test_a_count_of_spin_that_is_not_exact_is_refused(output: str) -> None:
    with pytest.raises(PeerError, match="states, stored"):
        read_spin(output)


@pytest.mark.parametrize(
    "output",
    [
        "",
        "<rumur_run></rumur_run>",
        '<rumur_run><summary states="9" errors="1" duration_seconds="0"/></rumur_run>',
    ],
    ids=["no report", "no summary", "error found"],
)
def test_a_count_of_rumur_that_is_not_exact_is_refused(output: str) -> None:
    with pytest.raises(PeerError, match="Rumur"):
        read_rumur(output)


def test_a_verifier_is_not_charged_with_the_memory_of_its_caller() -> None:
    ballast = bytearray(b"\1" * 2**28)
    run = measure(PEERS[0], SMALL)
    if isinstance(run, PeerRun):
        assert run.max_resident_bytes < len(ballast)
    else:
        pytest.skip(f"{PEERS[0]} is not installed here: no {', '.join(run.missing)}")
