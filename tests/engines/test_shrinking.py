"""Shrinking: by machine code as on plain values, within its time, and what it does not finish is said."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from bench.simulation import simulate
from tests.support.agreement import agree_on_attempts, at
from tests.support.protocols import FIRST_OF_EACH_FAMILY, costly, small
from tests.support.random_machines import QUICK, corners, machines
from tests.support.standard_library import replace_within
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.engines import bookkeeping, reference
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.hypothesis import stateful
from tidemark.checker.engines.native import compiler_process, kernel
from tidemark.checker.engines.native import shrinking as native_shrinking
from tidemark.checker.engines.native.compilation import FULL, compile_here
from tidemark.checker.engines.native.kernel import Functions, Kernel
from tidemark.checker.engines.native.shrinking import Attempts
from tidemark.checker.engines.random import shrinking, walks
from tidemark.checker.engines.spark import walks as spark_walks
from tidemark.checker.runs.results import Clock, Result, Run, Verdict
from tidemark.spec import Machine

LOSES = "published/high-watermark"


@pytest.mark.parametrize("protocol", costly(FIRST_OF_EACH_FAMILY))
def test_steps_of_every_protocol_are_taken_by_machine_code_as_on_plain_values(protocol: str) -> None:
    agree_on_attempts(small(protocol), seeds=1, tries=4)


@settings(QUICK, max_examples=30)
@given(machines())
def test_steps_of_random_machines_are_taken_by_machine_code_as_on_plain_values(machine: Machine) -> None:
    agree_on_attempts(machine, tries=10)


@pytest.mark.parametrize("machine", [corners(), at(LOSES, "2/1/1/1")], ids=lambda machine: machine.name)
def test_attempts_that_break_a_promise_are_among_those_compared(machine: Machine) -> None:
    assert agree_on_attempts(machine) > 0


def walked(machine: Machine, promise: str, seed: int, length: int = 60) -> Run:
    run = simulate(machine.only(promise), 600, seed, length, threads=1).promises[promise].run
    assert run is not None
    return run


LOSSES = [
    pytest.param(LOSES, {"replicas": 2}, "strong-isr"),
    pytest.param("idempotence/no-numbers", {}, "no-duplicate"),
    pytest.param("requests/0.10.2", {}, "control-waits-for-no-data"),
    pytest.param("published/kip-101", {"replicas": 2}, "strong-isr", marks=pytest.mark.slow),
    pytest.param("transactions/kip-98", {}, "no-hanging-transaction", marks=pytest.mark.slow),
    pytest.param("kafka/0.10.2", {"election-order": "any"}, "acknowledged-survives", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("protocol", "bounds", "promise"), LOSSES, ids=str)
def test_a_run_is_shrunk_by_machine_code_as_on_plain_values(
    protocol: str, bounds: dict[str, Any], promise: str, seed: int
) -> None:
    run = walked(impl.protocol(protocol).machine(bounds), promise, seed)
    truth = shrinking.shrink(run)
    found = shrinking.shrink(run, attempts=partial(Attempts, Kernel(run.machine, symmetry=False)))
    assert (found.run, found.is_minimized) == (truth.run, True)
    assert promise in reference.broken_promises(run.machine, found.run.steps[-1].state)[0]


def test_of_a_machine_with_messages_the_steps_that_are_about_one_are_shrunk_too() -> None:
    machine = impl.protocol("idempotence/no-numbers").machine()
    assert machine.has_networks
    assert any(agree_on_attempts(machine.only(p.name), seeds=1) for p in machine.promises)


def test_shrinking_compiles_nothing_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    run = walked(small(LOSES), "strong-isr", 0)
    compiled = Kernel(run.machine, symmetry=False)
    texts = list[str]()
    load = kernel.load_code
    monkeypatch.setattr(kernel, "load_code", lambda text, *how: (texts.append(text), load(text, *how))[1])
    Functions.of.cache_clear()
    shrinking.shrink(run, attempts=partial(Attempts, compiled))
    own = Path(native_shrinking.__file__).with_name("shrinking.ll").read_text(encoding="utf-8")
    assert texts == [own]


def test_a_run_that_breaks_nothing_is_refused() -> None:
    run = walked(small(LOSES), "strong-isr", 0)
    with pytest.raises(ValueError, match="does not break strong-isr"):
        shrinking.shrink(Run(run.machine, run.promise, run.steps[:-1]))


def test_machine_code_that_takes_what_the_reference_engine_does_not_is_seen() -> None:
    run = walked(small(LOSES), "strong-isr", 0)

    def wrong(run: Run, steps: Any) -> shrinking.Attempt:
        return lambda numbers: list(numbers)  # takes whatever it is given

    with pytest.raises(Disagreement):
        shrinking.shrink(run, attempts=wrong)


@pytest.mark.parametrize("asked", [1, 5, 40, 200])
def test_shrinking_ends_when_it_is_asked_to_and_says_so(asked: int) -> None:
    run = walked(small(LOSES), "strong-isr", 0)
    questions = iter(range(asked))
    shrunk = shrinking.shrink(run, lambda: next(questions, None) is None)
    assert not shrunk.is_minimized
    assert len(list(questions)) == 0
    assert shrunk.run.length <= run.length
    assert "strong-isr" in reference.broken_promises(run.machine, shrunk.run.steps[-1].state)[0]


class Steady(Clock):
    """A clock that a hundredth of a second passes on whenever it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.read = 0.0

    @property
    def seconds(self) -> float:
        self.read += 0.01
        return self.read


def fuzzed(seconds: float, machine: Machine) -> Result:
    return walks.fuzz(machine, seconds, seed=1, threads=1, report=None)


@pytest.mark.parametrize("seconds", [0.2, 1.0])
def test_the_time_of_walks_is_that_of_shrinking_too(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """At these bounds thousands of candidates are tried, each a hundredth of a second by this clock."""
    monkeypatch.setattr(walks, "Clock", Steady)
    monkeypatch.setattr(walks, "LARGEST", 100)
    result = fuzzed(seconds, impl.protocol(LOSES).machine().only("strong-isr"))
    assert_violated(result.promises["strong-isr"], "not minimized")
    assert result.seconds < seconds + 0.1
    assert (result.complete, result.exit_status) == (True, 1)


def assert_violated(verdict: Verdict, minimality: str) -> None:
    assert (verdict.verdict, verdict.minimality) == ("violated", minimality)
    assert verdict.run is not None
    assert (
        verdict.run.promise in reference.broken_promises(verdict.run.machine, verdict.run.steps[-1].state)[0]
    )


def test_a_task_of_spark_shrinks_in_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark_walks, "Clock", Steady)
    machine = impl.protocol(LOSES).machine().only("strong-isr")
    for seconds, minimality in ((0.2, "not minimized"), (1e6, "shrunk")):
        length, said, first, places = spark_walks._task(machine, seconds, seed=1)["runs"]["strong-isr"]
        assert (length, said, first) == (len(places), minimality, 0)
        run = reference.run_of(machine, "strong-isr", [machine.instances[place] for place in places])
        assert "strong-isr" in reference.broken_promises(machine, run.steps[-1].state)[0]


def test_of_what_tasks_tell_the_shortest_run_is_kept_and_of_equals_the_shrunk_one() -> None:
    run = walked(small(LOSES), "strong-isr", 0)
    numbers = shrinking.number_steps(shrinking.shrink(run).run)[1]
    machine, long = run.machine, shrinking.number_steps(run)[1]

    def told(minimality: str, places: list[int]) -> dict[str, Any]:
        return {"steps": 1, "enabled": {}, "runs": {"strong-isr": [len(places), minimality, 0, places]}}

    result = Result.start(machine, "spark")
    both = [told("not minimized", numbers), told("shrunk", numbers), told("not minimized", long)]
    spark_walks._take(result, both)
    verdict = result.promises["strong-isr"]
    assert (verdict.length, verdict.minimality) == (len(numbers) + 1, "shrunk")


def test_hypothesis_shrinks_in_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink = shrinking.shrink
    monkeypatch.setattr(
        stateful.shrinking, "shrink", lambda run, is_over: shrink(run, lambda: late() or is_over())
    )
    over = False

    def late() -> bool:
        nonlocal over
        over = True
        return True

    found = stateful.search(impl.protocol("idempotence/no-numbers").machine().only("no-gap"), seconds=600)
    assert over
    assert_violated(found.promises["no-gap"], "not minimized")


def test_what_is_not_minimized_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walks, "Clock", Steady)
    monkeypatch.setattr(walks, "LARGEST", 100)
    words = ["fuzz", LOSES, "--promise", "strong-isr", "--seconds", "0.2", "--traces", str(tmp_path)]
    assert cli.main(words) == 1
    assert "strong-isr: not minimized; a shorter run may exist" in capsys.readouterr().out


@pytest.mark.parametrize("error", [bookkeeping.OutOfTime("late"), MemoryError()], ids=type)
def test_an_exhaustive_search_that_can_not_begin_loses_nothing(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bytes:
        raise error

    right = walks.Kernel
    monkeypatch.setattr(
        walks, "Kernel", lambda machine, symmetry, *more: refuse() if symmetry else right(machine, False)
    )
    monkeypatch.setattr(walks, "Clock", Steady)
    result = fuzzed(20.0, impl.protocol(LOSES).machine({"replicas": 2}).only("strong-isr"))
    assert_violated(result.promises["strong-isr"], "shrunk")


def text() -> str:
    return Kernel(small(LOSES), symmetry=False).text


def test_what_another_process_compiles_is_the_same_and_no_pipe_is_too_small() -> None:
    long = text() + "; and more than a pipe holds\n" * 100_000
    assert compiler_process.compile_within(long, FULL, 600) == compile_here(long, FULL)


def test_a_signal_ends_the_compiling_of_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def noted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(compiler_process.signals, "raise_noted_signal", noted)
    with pytest.raises(KeyboardInterrupt):
        compiler_process.compile_within(text(), FULL, 600)


def test_compiling_is_given_up_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    begun = list[Any]()
    start = compiler_process.subprocess.Popen

    def noted(*words: Any, **more: Any) -> Any:
        begun.append(start(*words, **more))
        return begun[-1]

    replace_within(monkeypatch, compiler_process, "subprocess", Popen=noted)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(bookkeeping.OutOfTime, match="compiling the machine took more than"):
        Functions(text() + "\n; compiled by nobody yet\n", seconds=0.0)
    assert [process.returncode for process in begun] == [-9]
