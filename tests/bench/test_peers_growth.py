"""Peers on spaces that grow: who goes on, what is kept of it, and the tables and pictures of it in the docs."""

import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench import __main__ as bench
from bench.peers.command import MEASURED, PAGE, PICTURES, with_tables
from bench.peers.growth import Measured, grow
from bench.peers.measuring import Limits, PeerRun
from bench.peers.pictures import memory_picture, shown, spread, time_picture
from bench.peers.report import growth_tables, one_table, where
from bench.peers.spaces import SMALLEST, USUAL, Bounds
from bench.peers.tool import Peer, Searched, Verifier, WrongCountError
from tidemark.spec import UsageError

GIB = 2**30
LARGE = Bounds(3, 3, 3, 2)


def counting(counts: dict[Bounds, str], name: str = "fake", lacks: str = "") -> Peer:
    """A peer that says this of each space, and fails where that is no number."""
    return Peer(
        name=name,
        variant="1 thread",
        programs=(),
        build=lambda bounds, _: Verifier([sys.executable, "-I", "-S", "-c", f"print({counts[bounds]})"]),
        read=lambda output: Searched(int(output), 0.5),
        lacks=lambda: lacks,
    )


def run_of(name: str, bounds: Bounds, states: int, seconds: float, mib: int, **other: object) -> PeerRun:
    peer, variant = name.split(", ", 1)
    run = PeerRun(
        peer, variant, str(bounds), "finished", states, seconds, seconds + 1, 2 * seconds, 2.0, mib * 2**20
    )
    return replace(run, **other)  # type: ignore[arg-type]


@pytest.fixture
def found() -> Measured:
    ours, theirs = "tidemark, 2 threads", "spin, depth-first"
    return Measured(
        {"system": "Linux", "cores": 2, "memory": 24 * GIB, "busy": 0.1},
        Limits(60, 8 * GIB),
        [
            run_of("tidemark, 1 thread", USUAL, 2_000_000, 0.8, 100),
            run_of(ours, USUAL, 2_000_000, 0.5, 110),
            run_of(theirs, USUAL, 2_000_000, 2.0, 300),
            run_of(ours, LARGE, 12_000_000, 2.5, 200),
            run_of(theirs, LARGE, 0, 0.0, 0, outcome="memory"),
        ],
        edited={theirs: 1.25},
    )


def test_a_peer_goes_on_until_a_space_is_too_much_for_it(tmp_path: Path) -> None:
    fails = "1 / 0"
    peers = [
        counting({SMALLEST: "7", USUAL: "8", LARGE: "9"}, "all"),
        counting({SMALLEST: "7", USUAL: fails}, "fails"),
        counting({}, "lacks", lacks="a jar"),
        counting({SMALLEST: fails}, "broken"),
    ]
    file = tmp_path / "measured.json"
    found = grow(peers, {SMALLEST: 7, USUAL: 8, LARGE: 9}, Limits(60, GIB), keep=lambda one: one.write(file))
    assert [(run.peer, run.bounds, run.outcome, run.distinct_states) for run in found.runs] == [
        ("all", "2/2/2/2", "finished", 7),
        ("fails", "2/2/2/2", "finished", 7),
        ("all", "3/2/2/2", "finished", 8),
        ("fails", "3/2/2/2", "failed", 0),
        ("all", "3/3/3/2", "finished", 9),
    ]
    assert [(one.name, one.missing) for one in found.absent] == [
        ("lacks, 1 thread", ("a jar",)),
        ("broken, 1 thread", ("broken, 1 thread ended with 1:",)),
    ]
    assert set(found.edited) == {"all, 1 thread", "fails, 1 thread"}
    assert Measured.read(file) == found


def test_peers_that_count_otherwise_end_the_measuring() -> None:
    peers = [counting({SMALLEST: "7", LARGE: "9"}, "first"), counting({SMALLEST: "7", LARGE: "10"}, "second")]
    with pytest.raises(
        WrongCountError, match="second, 1 thread counts 10 states at 3/3/3/2, where there are 9"
    ):
        grow(peers, {LARGE: None}, Limits())


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"machine": {}, "limits": {"seconds": 1, "days": 2}}'])
def test_a_file_that_is_not_what_was_measured_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "measured.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="is not what `--json` writes"):
        Measured.read(file)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bounds", "3/2"], "such as 3/2/2/2, not '3/2'"),
        (["--seconds", "0"], "a number above 0 is needed, not '0'"),
        (["--gib", "nan"], "a number above 0 is needed, not 'nan'"),
        (["--peer", "nusmv"], "invalid choice: 'nusmv'"),
        (["--from", "no/such/file"], "no/such/file is not what `--json` writes"),
        (["--json", "no/such/file"], "no/such/file"),
    ],
)
def test_what_is_asked_wrongly_is_refused_in_a_line(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "peers", *arguments])
    with pytest.raises(SystemExit) as ended:
        bench.main()
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_the_table_has_rates_ratios_and_what_ended_a_peer(found: Measured) -> None:
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in one_table(found, "github").splitlines()
    ]
    assert rows[0][1:] == [
        "search s",
        "times ours",
        "process s",
        "CPU s",
        "M states/s",
        "bytes a state",
        "edit to verdict s",
        "largest space",
        "ended by",
    ]
    assert rows[2:] == [
        ["tidemark, 1 thread", "0.800", "1.6", "1.80", "1.60", "2.50", "52", "", "2,000,000", ""],
        ["tidemark, 2 threads", "0.500", "1.0", "1.50", "1.00", "4.00", "58", "", "12,000,000", ""],
        ["spin, depth-first", "2.00", "4.0", "3.00", "4.00", "1.00", "157", "1.2", "2,000,000", "memory"],
    ]


def test_a_cell_of_growth_is_a_figure_or_what_ended_the_peer(found: Measured) -> None:
    rows = [line.split("|")[1:-1] for line in growth_tables(found, "github")["bytes"].splitlines()]
    assert [[cell.strip() for cell in row] for row in rows[2:]] == [
        ["tidemark, 1 thread", "52", ""],
        ["tidemark, 2 threads", "58", "17"],
        ["spin, depth-first", "157", "memory"],
    ]
    assert "2 cores, 24 GiB" in where(found)


def test_labels_of_a_picture_keep_their_order_and_do_not_overlap() -> None:
    for wanted in ([10.0, 11.0, 12.0, 13.0], [0.0, 100.0], [99.0, 99.0, 99.0], [3.0], []):
        places = spread({str(k): place for k, place in enumerate(wanted)}, 16, 0, 100)
        heights = list(places.values())
        assert list(places) == sorted(places, key=lambda name: wanted[int(name)])
        assert all(after - before >= 16 for before, after in pairwise(heights))
        assert all(0 <= height <= 100 for height in heights)


def test_a_picture_has_a_line_for_each_peer_and_of_one_with_two_threads_that_alone(found: Measured) -> None:
    assert shown(found) == ["tidemark, 2 threads", "spin, depth-first"]
    for picture in (time_picture, memory_picture):
        drawn = ElementTree.fromstring(picture(found))
        texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
        assert set(shown(found)) <= set(texts)
        assert "tidemark, 1 thread" not in texts
        assert "10M" in texts


def test_the_page_and_its_pictures_are_what_was_measured() -> None:
    """After another measuring: `python -m bench peers --from bench/peers/measured.json --docs`."""
    found = Measured.read(MEASURED)
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("<!-- peers: ") == 4
    assert with_tables(page, found) == page
    for name, picture in PICTURES.items():
        assert (PAGE.parent / name).read_text(encoding="utf-8") == picture(found)
        assert f"({name})" in page
