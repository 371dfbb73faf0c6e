"""The pins' machines, shared out among processes: the same results as in one, and one line where a process fails."""

from dataclasses import replace

import pytest

from tidemark.checker import cli
from tidemark.checker.engines.native import cache
from tidemark.checker.engines.native.compilation import FULL, LEAST, LESS, Compilation
from tidemark.checker.evidence.checking import QUICKLY_SEARCHED, PinResult, check_pins
from tidemark.checker.evidence.pins import pins, select_pins
from tidemark.spec import UsageError

FEW = sorted((pin for pin in pins() if not pin.large), key=lambda pin: pin.distinct_states)[:12]


def untimed(found: list[PinResult]) -> list[PinResult]:
    return [replace(one, seconds=0.0) for one in found]


def test_two_processes_find_what_one_finds() -> None:
    said: list[str] = []
    found = check_pins(FEW, said.append, threads=2)
    assert untimed(found) == untimed(check_pins(FEW, threads=1))
    assert [one.pin for one in found] == FEW
    assert any(one.kept_runs for one in found)
    assert said == [f"{done} of {len(FEW)} machines" for done in range(1, len(FEW) + 1)]


def test_nothing_is_told_where_nothing_is_to_be_kept() -> None:
    found = check_pins(FEW, threads=2, tell=False)
    assert any(verdict == "violated" for one in found for verdict, _ in one.verdicts.values())
    assert not any(one.kept_runs for one in found)


@pytest.mark.optimized
def test_llvm_does_less_where_searching_takes_less_time_than_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[tuple[str, ...]] = []

    def compiled_from(made_from: bytes, compile: object) -> bytes:
        raise UsageError("compiled")

    def key(compilation: Compilation, _text: str) -> bytes:
        compiled.append(compilation.passes)
        return b""

    monkeypatch.setattr(Compilation, "key", key)
    monkeypatch.setattr(cache, "load_or_compile", compiled_from)
    for states, large in ((QUICKLY_SEARCHED, False), (QUICKLY_SEARCHED + 1, False), (1, True)):
        with pytest.raises(UsageError, match=r"^compiled$"):
            check_pins([replace(FEW[0], distinct_states=states, large=large)], threads=1)
    assert compiled == [LEAST.passes, LESS.passes, FULL.passes]


@pytest.mark.usefixtures("processes_are_killed")
def test_a_process_that_is_killed_is_told_in_a_line() -> None:
    with pytest.raises(UsageError, match=r"^\S+ .+: its process was killed: .* --threads 1$"):
        check_pins(FEW, threads=2)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_broken_machine_is_told_as_anywhere(threads: int) -> None:
    broken = replace(FEW[0], holds=("gone",))
    with pytest.raises(UsageError, match=r"^gone is pinned, and \S+ makes no such promise$"):
        check_pins([broken, FEW[1]], threads=threads)


def test_a_pin_has_a_name_of_its_own() -> None:
    names = [pin.name for pin in pins()]
    assert len(set(names)) == len(names)
    assert [select_pins([name]) for name in names[:3]] == [[pin] for pin in pins()[:3]]


def test_a_protocol_and_a_subject_name_all_their_pins_once_each() -> None:
    some = select_pins(["kraft/kip-595", "kraft/kip-595:1"])
    assert [pin.name for pin in some] == [pin.name for pin in pins() if pin.protocol == "kraft/kip-595"]
    assert len(some) > 1
    assert select_pins(["kraft"]) == [pin for pin in pins() if pin.protocol.startswith("kraft/")]


def test_verify_runs_the_pin_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "requests/0.10.2:1"]) == 0
    printed = capsys.readouterr().out
    assert printed.endswith("1 machine, 5,352 states: all as pinned\n")
    assert "requests/0.10.2:1" in printed
    assert "counterexamples" not in printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["request/0.10.2:1"], "there is no pin request/0.10.2:1: did you mean requests/0.10.2:1?"),
        (["kafka/2.5:99"], "there is no pin kafka/2.5:99: did you mean kafka/2.5:"),
        (["kraft", "--all"], "--all is for all pins: leave out the names, or it"),
        (["kraft", "--counterexamples", "kept"], "--counterexamples is for all pins"),
    ],
)
def test_a_name_that_is_none_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", *words]) == 2
    assert said in capsys.readouterr().err
