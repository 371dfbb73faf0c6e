"""A mistake in a user's map is one line, in every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.blocks import ROOT
from tidemark.checker import cli

EXAMPLE = ROOT / "docs/examples/lease"
HEAD = "from tidemark import none, refinement_map, require, where\n\nseen = []\n\n\n@refinement_map\n"
MISTAKES = {
    "another type": (
        "def m(lease, before): return 7",
        "m returns 7, and must return a Mutex of the abstract machine",
    ),
    "the detailed state": ("def m(lease): return lease", "m returns a Lease, and must return a Mutex"),
    "a field that is missing": (
        "def m(lease, before): return before.but(inside=lease.held)",
        "Lease has no field held",
    ),
    "no such field there": (
        "def m(lease, before): return before.but(outside=lease.acting)",
        "no field outside",
    ),
    "a value of another kind": (
        "def m(lease, before): return before.but(inside=lease.left)",
        "inside holds a set of",
    ),
    "a guard": (
        "def m(lease, before):\n    require(lease.left > 0, 'x')\n    return before",
        "the refinement map m has a require(): every state has an image, so write where()",
    ),
    "an impure map": (
        "def m(lease, before):\n    seen.append(1)\n    return before",
        "the refinement map m changes",
    ),
    "a decision by a value": (
        "def m(lease, before): return before if lease.left == 0 else before",
        "write where(",
    ),
    "an exception": ("def m(lease, before): return before / 0", "unsupported operand"),
    "too many parameters": (
        "def m(lease, before, more): return before",
        "m takes the detailed state, and may take",
    ),
    "a generator": ("def m(lease, before): yield before", "the map m yields or is async"),
}


def refuse(capsys: pytest.CaptureFixture[str], map: Path, *words: str) -> str:
    """What is said, in one line, of a map that is refused."""
    machines = [str(EXAMPLE / name) for name in ("lease.py", "mutex.py")]
    assert cli.main(["refine", *machines, "--map", str(map), *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1), err
    return err


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line(mistake: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = MISTAKES[mistake]
    (tmp_path / "map.py").write_text(f"{HEAD}{code}\n")
    assert said in refuse(capsys, tmp_path / "map.py")


def test_what_names_no_map_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none.py").write_text("x = 1\n")
    (tmp_path / "two.py").write_text(
        f"{HEAD}def a(s, t): return t\n\n@refinement_map\ndef b(s, t): return t\n"
    )
    assert "no function in it is declared with @refinement_map" in refuse(capsys, tmp_path / "none.py")
    assert "has several maps: write" in refuse(capsys, tmp_path / "two.py")
    assert "has no map c" in refuse(capsys, Path(f"{tmp_path}/two.py:c"))
    assert "there is no such file" in refuse(capsys, tmp_path / "nowhere.py")


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_a_value_outside_a_domain_is_one_line_with_the_run_to_it(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "count.py").write_text(
        "from tidemark import *\n\n\nclass Count(Record):\n    n: Number\n\n\n@action\ndef more(c):\n"
        '    require(c.n < 3, "x")\n    return c.but(n=c.n + 1)\n\n\nstate = Count.of(n=Int(0, 3))\n'
        "small = Count.of(n=Int(0, 1))\nm = Machine('big', {}, state, state.default, [more], [])\n"
        "a = Machine('small', {}, small, small.default, [more], [])\n"
    )
    (tmp_path / "map.py").write_text(f"{HEAD}def m(c, before): return before.but(n=c.n)\n")
    machines = [f"{tmp_path}/count.py:{name}" for name in ("big", "small")]
    assert cli.main(["refine", *machines, "--map", f"{tmp_path}/map.py", "--engine", engine]) == 2
    message, *run = capsys.readouterr().err.splitlines()
    assert "m gives 2 in n, which holds a number from 0 to 1" in message
    assert "raise a bound of small, or change the map" in message
    assert run[0] == "The run to it:"


def test_symmetry_needs_a_map_that_treats_ids_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = (
        "def m(lease, before):\n    nobody, first = before.inside.type.default, lease.acting.values()[0]\n"
        "    return before.but(inside=where(lease.acting.has(first), nobody.including(first), nobody))"
    )
    (tmp_path / "map.py").write_text(f"{HEAD}{code}\n")
    assert "names one client id in particular" in refuse(capsys, tmp_path / "map.py", "--symmetry")


def test_a_bound_counts_for_both_machines_or_for_the_abstract_one(capsys: pytest.CaptureFixture[str]) -> None:
    machines = [str(EXAMPLE / name) for name in ("lease.py", "mutex.py")]
    words = ["refine", *machines, "--map", str(EXAMPLE / "map.py")]
    assert cli.main([*words, "--clients", "3"]) == 0
    assert "lease  clients=3" in capsys.readouterr().out
    assert cli.main([*words, "--clients", "3", "--abstract-clients", "2"]) == 2
    assert "lease has 3 client ids, and mutex 2: give both the same number" in capsys.readouterr().err
    assert cli.main([*words, "--abstract-ticks", "2"]) == 2
    assert "--abstract-ticks" in capsys.readouterr().err
