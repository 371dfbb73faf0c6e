"""The peers of the benchmark count the states that the published protocol has, or say why they can't."""

import sys
from pathlib import Path
from typing import Any

import pytest

from bench.peers import ALL, PEERS
from bench.peers.measuring import AbsentPeer, Limits, PeerRun, measure
from bench.peers.ours import PROTOCOL
from bench.peers.rumur import murphi_model
from bench.peers.rumur import read as read_rumur
from bench.peers.spaces import SMALLEST, SPACES, Bounds
from bench.peers.spin import read as read_spin
from bench.peers.stateright import read as read_stateright
from bench.peers.tlc import TLC
from bench.peers.tlc import read as read_tlc
from bench.peers.tool import Peer, PeerError, Searched, Verifier, WrongCountError
from tidemark.checker.evidence.pins import pins

SLOW = {"stateright"}
"""Compiled with its libraries, which are fetched once."""


def marked(peer: Peer) -> Any:
    return pytest.param(peer, id=str(peer), marks=[pytest.mark.slow] if peer.name in SLOW else [])


@pytest.mark.parametrize("peer", [marked(peer) for peer in ALL if peer != ALL[0]])
def test_a_peer_counts_the_states_of_the_published_protocol(peer: Peer) -> None:
    run = measure(peer, SMALLEST, SPACES[SMALLEST])
    if isinstance(run, AbsentPeer):
        pytest.skip(f"{peer} is not installed here: no {', '.join(run.missing)}")
    assert (run.outcome, run.distinct_states) == ("finished", 10_131)
    assert run.wall_seconds > 0
    assert 2**20 < run.max_resident_bytes < 2**30


def test_a_peer_that_is_not_installed_is_absent_and_names_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("TIDEMARK_TLC", raising=False)
    missing = {
        "rumur": ("rumur", "cc"),
        "spin": ("spin", "cc"),
        "stateright": ("cargo", "cc"),
        "tlc": ("java", "TIDEMARK_TLC, the class path of TLC"),
    }
    for peer in PEERS:
        assert measure(peer, SMALLEST) == AbsentPeer(peer.name, peer.variant, missing[peer.name])


def test_a_bound_reaches_the_murphi_model() -> None:
    assert "REPLICAS: 4;" in murphi_model(Bounds(replicas=4))


def test_bounds_and_the_class_path_reach_tlc(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TIDEMARK_TLC", "/opt/tla2tools.jar")
    verifier = TLC[1].build(Bounds(2, 3, 4, 5), tmp_path)
    assert (tmp_path / "high_watermark.cfg").read_text(encoding="ascii").splitlines() == [
        "INIT Init",
        "NEXT Next",
        "CONSTANTS",
        "    REPLICAS = 2",
        "    LOG_SIZE = 3",
        "    MAX_RECORDS = 4",
        "    MAX_EPOCH = 5",
    ]
    assert (tmp_path / "high_watermark.tla").exists()
    command = list(verifier.command)
    assert command[command.index("-cp") + 1] == "/opt/tla2tools.jar"
    assert command[command.index("-workers") + 1] == "2"


def test_bounds_are_read_as_they_are_written() -> None:
    assert str(Bounds.parse("2/3/4/5")) == "2/3/4/5"
    with pytest.raises(ValueError, match="such as 3/2/2/2, not '3/2/2'"):
        Bounds.parse("3/2/2")


def test_the_spaces_are_in_the_order_of_their_states_and_those_that_are_pinned_are_as_pinned() -> None:
    known = [states for states in SPACES.values() if states]
    assert known == sorted(known)
    pinned = {
        str(dict(pin.bounds)): pin.distinct_states
        for pin in pins()
        if pin.protocol == PROTOCOL and not pin.symmetry
    }
    ours = {str(bounds.by_option()): states for bounds, states in SPACES.items()}
    both = pinned.keys() & ours.keys()
    assert len(both) >= 3
    assert {bounds: pinned[bounds] for bounds in both} == {bounds: ours[bounds] for bounds in both}


@pytest.mark.parametrize(
    "output",
    [
        "error: max search depth too small\nState-vector 36 byte, errors: 0\n  1420 states, stored\n",
        "Warning: Search not completed\nState-vector 36 byte, errors: 0\n  17 states, stored\n",
        "State-vector 36 byte, errors: 1\n  17 states, stored\n",
    ],
    ids=["depth cut", "interrupted", "error found"],
)
def test_a_count_of_spin_from_a_search_that_was_cut_short_is_refused(output: str) -> None:
    with pytest.raises(PeerError, match="states, stored"):
        read_spin(output)


def test_a_count_that_spin_rounds_is_compared_as_far_as_it_is_printed() -> None:
    found = read_spin("State-vector 36 byte, errors: 0\n 1.2345679e+08 states, stored\n")
    assert found.agrees(123_456_789)
    assert not found.agrees(123_456_749)
    assert not Searched(123_456_790).agrees(123_456_789)


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


def test_a_count_of_tlc_is_read_from_a_search_that_ended() -> None:
    ended = "Model checking completed. No error has been found.\n24,459 states generated, 10131 distinct states found, "
    assert read_tlc(f"{ended}0 states left on queue.\n") == Searched(10_131)
    for other in (f"{ended}7 states left on queue.\n", "Error: Invariant x is violated.\n", ""):
        with pytest.raises(PeerError, match="TLC did not finish"):
            read_tlc(other)


@pytest.mark.parametrize("output", ["", "thread panicked", "[]", '{"states": 3}'])
def test_what_the_model_for_stateright_prints_otherwise_is_refused(output: str) -> None:
    with pytest.raises(PeerError, match="Stateright printed no count"):
        read_stateright(output)


def running(script: str) -> Peer:
    """A peer that is a program of Python, which prints how many states it found."""
    return Peer(
        name="fake",
        variant="1 thread",
        programs=(),
        build=lambda _, directory: Verifier(
            [sys.executable, "-I", "-S", "-c", script], {"HERE": str(directory)}
        ),
        read=lambda output: Searched(int(output)),
        extra_states=1,
    )


def test_a_count_that_is_not_that_of_the_space_is_an_error() -> None:
    with pytest.raises(
        WrongCountError, match=r"fake, 1 thread counts 7 states at 2/2/2/2, where there are 8"
    ):
        measure(running("print(8)"), SMALLEST, 8)


def test_a_search_that_takes_too_long_is_ended() -> None:
    run = measure(running("import time; time.sleep(600)"), SMALLEST, limits=Limits(seconds=0.2))
    assert isinstance(run, PeerRun)
    assert run.outcome == "time"


def test_a_search_that_takes_too_much_memory_is_ended() -> None:
    script = "import time; ballast = bytearray(b'1') * 2**26; time.sleep(600)"
    run = measure(running(script), SMALLEST, limits=Limits(bytes=2**25))
    assert isinstance(run, PeerRun)
    assert run.outcome == "memory"


def test_a_search_that_took_too_much_memory_between_two_looks_has_not_finished() -> None:
    script = "ballast = bytearray(b'1') * 2**26; print(8)"
    run = measure(running(script), SMALLEST, limits=Limits(bytes=2**25))
    assert isinstance(run, PeerRun)
    assert run.outcome == "memory"


def test_a_search_that_fails_says_how_it_ended() -> None:
    with pytest.raises(PeerError, match=r"fake, 1 thread ended with 3:\nout of memory"):
        measure(running("import sys; print('out of memory'); sys.exit(3)"), SMALLEST)


def test_the_fastest_of_several_runs_counts(tmp_path: Path) -> None:
    script = f"open({str(tmp_path / 'runs')!r}, 'a').write('.'); print(8)"
    run = measure(running(script), SMALLEST, 7, enough=lambda seconds: len(seconds) == 3)
    assert isinstance(run, PeerRun)
    assert run.distinct_states == 7
    assert (tmp_path / "runs").read_text() == "..."


def test_a_search_that_finished_counts_though_it_was_ended_when_it_was_repeated(tmp_path: Path) -> None:
    script = (
        f"from pathlib import Path; first = Path({str(tmp_path / 'first')!r})\n"
        "ballast = bytearray(b'1') * 2**26 if first.exists() else first.touch()\nprint(8)"
    )
    run = measure(running(script), SMALLEST, 7, Limits(bytes=2**25), enough=lambda seconds: len(seconds) == 3)
    assert isinstance(run, PeerRun)
    assert run.outcome == "finished"


def test_a_verifier_is_not_charged_with_the_memory_of_its_caller() -> None:
    ballast = bytearray(b"\1" * 2**28)
    run = measure(running("print(8)"), SMALLEST)
    assert isinstance(run, PeerRun)
    assert run.max_resident_bytes < len(ballast)
