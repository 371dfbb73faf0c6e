"""Hypothesis drives a machine: a user's three lines, the engine `hypothesis`, the command, and shrinking."""

from pathlib import Path

import pytest

from bench.simulation import simulate
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.engines import reference
from tidemark.checker.engines.hypothesis import stateful
from tidemark.checker.engines.native.search import search
from tidemark.checker.engines.random import shrinking, walks
from tidemark.checker.runs.files import load
from tidemark.checker.runs.results import Run
from tidemark.spec import Machine
from tidemark.spec.machines.machine import OutOfRange

USER_TEST = """
from hypothesis import settings
from tidemark.checker.engines.hypothesis.stateful import state_machine
from tidemark.impl import protocol

machine = protocol("published/high-watermark").machine({"replicas": 2})
TestHighWatermark = state_machine(machine, PROMISES).TestCase
TestHighWatermark.settings = settings(max_examples=200, database=None, derandomize=True, deadline=None)
"""


def machine(protocol: str, *promises: str, **bounds: object) -> Machine:
    built = impl.protocol(protocol).machine({name.replace("_", "-"): value for name, value in bounds.items()})
    return built.only(*promises)


def assert_possible(run: Run) -> None:
    for before, after in zip(run.steps, run.steps[1:], strict=False):
        assert (after.instance, after.state) in list(reference.successors(run.machine, before.state))
    assert run.promise in reference.broken_promises(run.machine, run.steps[-1].state)[0]


def test_three_lines_of_a_user_are_a_test_that_prints_the_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    pytester.makepyfile(USER_TEST.replace("PROMISES", "['leader-in-isr']"))
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*leader-in-isr is violated after 1 state:*", "*1. the initial state*"])


def test_a_promise_that_holds_passes(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    pytester.makepyfile(USER_TEST.replace("PROMISES", "[]").replace("200", "20"))
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_hypothesis_finds_a_loss_and_shrinks_it() -> None:
    m = machine("published/high-watermark", "strong-isr", replicas=3, log_size=4, records=4, max_epoch=4)
    found = stateful.search(m, seconds=300, seed=2).promises["strong-isr"]
    assert found.verdict == "violated"
    assert found.length <= 14
    assert_possible(found.run)


def test_time_that_is_over_proves_nothing() -> None:
    result = stateful.search(machine("published/kip-320", "strong-isr"), seconds=1)
    assert result.promises["strong-isr"].verdict == "unknown"
    assert (result.complete, result.exit_status) == (False, 3)
    assert result.generated_states > 0
    assert "random runs are over" in str(result.stopped)


def test_a_machine_that_can_do_nothing_is_no_mistake() -> None:
    m = machine("published/kip-320", "strong-isr", replicas=1, log_size=1, records=1, max_epoch=0)
    assert stateful.search(m, seconds=0.5).promises["strong-isr"].verdict == "unknown"


def walked(m: Machine, seed: int) -> Run:
    run = simulate(m, 20, seed=seed, threads=1).promises[m.promises[0].name].run
    assert run is not None
    return run


@pytest.mark.parametrize("seed", range(3))
def test_a_shrunk_run_is_possible_and_no_step_of_it_can_be_left_out(seed: int) -> None:
    found = walked(machine("published/high-watermark", "strong-isr", replicas=2), seed)
    shrunk = shrinking.shrink(found).run
    assert_possible(shrunk)
    assert 10 <= shrunk.length <= found.length
    steps, numbers = shrinking.number_steps(shrunk)
    attempt = shrinking.on_values(shrunk, steps)
    for place in range(len(numbers)):
        shorter = attempt([*numbers[:place], *numbers[place + 1 :]])
        assert shorter is None or len(shorter) >= len(numbers)


def test_the_command_writes_a_run_that_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fuzz", "published/high-watermark", "--replicas", "2", "--promise", "strong-isr", "--seed", "1"]
    assert cli.main([*words, "--seconds", "600", "--traces", str(tmp_path)]) == 1
    printed = capsys.readouterr().out
    assert "strong-isr is violated after 10 states" in printed
    assert "strong-isr: no run is shorter, by exhaustive search" in printed
    run = load(next(tmp_path.glob("*_strong-isr_*.json")))
    assert run.length == 10
    assert_possible(run)


def test_the_command_says_when_chance_found_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fuzz", "published/kip-320", "--promise", "strong-isr", "--seconds", "0.5"]
    assert cli.main(words) == 3
    assert "unknown" in capsys.readouterr().out


LARGE = {"replicas": 3, "log-size": 6, "records": 6, "max-epoch": 6, "min-isr": 2}


@pytest.fixture(scope="module")
def shortest() -> int:
    """The length of the shortest loss at these bounds, by exhaustive search."""
    large = machine("kafka/0.10.2", "acknowledged-survives", **LARGE)
    length = search(large).promises["acknowledged-survives"].length
    assert length is not None
    return length


def test_where_exhaustive_search_does_not_end_walks_go_on_and_their_run_is_shrunk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walks, "LARGEST", 1000)
    words = ["fuzz", "published/high-watermark", "--promise", "strong-isr", "--seed", "1"]
    assert cli.main([*words, "--seconds", "2", "--traces", str(tmp_path)]) == 1
    assert "strong-isr: shrunk; a shorter run may exist" in capsys.readouterr().out
    run = load(next(tmp_path.glob("*_strong-isr_*.json")))
    assert run.length >= 9  # the least there is
    assert shrinking.shrink(run).run.length == run.length
    assert_possible(run)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_walks_lose_a_record_of_the_message_level_protocol(seed: int, shortest: int, tmp_path: Path) -> None:
    words = ["fuzz", "kafka/0.10.2", "--promise", "acknowledged-survives", "--seed", str(seed)]
    bounds = [word for name, value in LARGE.items() for word in (f"--{name}", str(value))]
    # Walks end with the first loss, on an idle machine in ten seconds.
    assert cli.main([*words, *bounds, "--seconds", "300", "--traces", str(tmp_path)]) == 1
    found = load(next(tmp_path.glob("*_acknowledged-survives_*.json")))
    assert shortest <= found.length <= shortest + 2


def test_out_of_range_has_its_run() -> None:
    from tidemark.spec import Int, Number, Promise, Record, action

    class Counter(Record):
        value: Number

    @action
    def grow(c: Counter) -> Counter:
        return c.but(value=c.value + 1)

    domain = Counter.of(value=Int(0, 2))
    m = Machine("counter", {}, domain, domain.default, [grow], [Promise("fine", lambda c: c.value >= 0)])
    with pytest.raises(OutOfRange) as caught:
        stateful.search(m, seconds=300)
    assert caught.value.run.length == 3
