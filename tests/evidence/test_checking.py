"""The pins' machines, shared out among processes: the same results as in one, and one line where a process fails."""

from dataclasses import replace

import pytest

from tidemark.checker.evidence.checking import Checked, check_pins
from tidemark.checker.evidence.pins import pins
from tidemark.spec import UsageError

FEW = sorted((pin for pin in pins() if not pin.large), key=lambda pin: pin.distinct_states)[:12]


def untimed(found: list[Checked]) -> list[Checked]:
    return [replace(one, seconds=0.0) for one in found]


def test_two_processes_find_what_one_finds() -> None:
    said: list[str] = []
    found = check_pins(FEW, said.append, threads=2)
    assert untimed(found) == untimed(check_pins(FEW, threads=1))
    assert [one.pin for one in found] == FEW
    assert any(one.kept for one in found)
    assert said == [f"{done} of {len(FEW)} machines" for done in range(1, len(FEW) + 1)]


def test_nothing_is_told_where_nothing_is_to_be_kept() -> None:
    found = check_pins(FEW, threads=2, tell=False)
    assert any(verdict == "violated" for one in found for verdict, _ in one.verdicts.values())
    assert not any(one.kept for one in found)


@pytest.mark.usefixtures("processes_are_killed")
def test_a_process_that_is_killed_is_told_in_a_line() -> None:
    with pytest.raises(UsageError, match=r"^\S+ .+: its process was killed: .* --threads 1$"):
        check_pins(FEW, threads=2)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_broken_machine_is_told_as_anywhere(threads: int) -> None:
    broken = replace(FEW[0], holds=("gone",))
    with pytest.raises(UsageError, match=r"^gone is pinned, and \S+ makes no such promise$"):
        check_pins([broken, FEW[1]], threads=threads)
