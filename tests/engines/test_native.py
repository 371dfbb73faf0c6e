"""The native engine against the reference: state by state, search by search, limit by limit."""

import pytest

from bench.simulation import simulate
from tests.support.agreement import GO_ON
from tests.support.compiled import Compiled, assert_alike, assert_alike_on_walks, walked
from tests.support.protocols import (
    FIRST_OF_EACH_FAMILY,
    NAMES,
    ONE_OF_EACH_FAMILY,
    costly,
    small,
    truth,
)
from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.native import capacity, lowering
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native.compilation import EFFORTS, FULL, LEAST, compile_here
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.runs.results import Limits, Result
from tidemark.spec.machines.machine import Machine


def two_replicas(name: str) -> Machine:
    return impl.protocol(name).machine({"replicas": 2, "log-size": 2, "records": 2, "max-epoch": 2})


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.optimized if n in ONE_OF_EACH_FAMILY else ()) for n in NAMES],
)
def test_compiled_successors_and_promises_are_the_reference_ones(name: str) -> None:
    """At the bounds that a user gets, which the reference engine could not search."""
    assert_alike_on_walks(impl.protocol(name).machine(), walks=3 if name in ONE_OF_EACH_FAMILY else 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_compiled_successors_and_promises_are_the_reference_ones_on_many_walks(name: str) -> None:
    assert_alike_on_walks(impl.protocol(name).machine(), walks=10)


def test_what_is_not_optimized_is_other_code_of_the_same_text(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = small("published/kip-320")
    kernels, results = [], []
    for compiled in (FULL, LEAST):
        monkeypatch.setitem(EFFORTS, "full", compiled)
        kernels.append(Kernel(machine, symmetry=False))
        results.append(summary(native.search(machine, GO_ON)))
    full, least = kernels
    assert (full.text, full.compilation, least.compilation) == (least.text, FULL, LEAST)
    assert FULL.key(full.text) != LEAST.key(full.text)
    assert compile_here(full.text, FULL) != compile_here(full.text, LEAST)
    assert results[0] == results[1]


def test_a_fault_in_the_compiler_is_seen_in_the_successors(monkeypatch: pytest.MonkeyPatch) -> None:
    right = lowering.LlvmLowering._compute

    def wrong(self: lowering.LlvmLowering, node: lowering.Expr) -> str:
        if node.op == "lt":
            a, b = (self.value(x) for x in node.args)
            return self._emit(f"icmp sle i32 {a}, {b}")
        return right(self, node)

    monkeypatch.setattr(lowering.LlvmLowering, "_compute", wrong)
    faulty = Compiled(two_replicas("published/high-watermark"))
    states = [state for seed in range(3) for state in walked(faulty.machine, seed, steps=25)]
    with pytest.raises(AssertionError):
        assert_alike(faulty, states)
    with pytest.raises(Disagreement):
        native.search(small("published/high-watermark"), GO_ON)


def summary(result: Result) -> dict[str, object]:
    """All that must not depend on the engine or the number of threads."""
    told = result.as_json()
    for name in ("engine", "seconds", "spot_checks"):
        del told[name]
    told["runs"] = {
        name: v.run and [step.state for step in v.run.steps] for name, v in result.promises.items()
    }
    return told


@pytest.fixture
def shared_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All threads work on every level, however few states it has."""
    monkeypatch.setattr(capacity, "FEW", 0)


@pytest.mark.usefixtures("shared_at_once")
@pytest.mark.parametrize("name", costly([*ONE_OF_EACH_FAMILY, *FIRST_OF_EACH_FAMILY]))
def test_whole_searches_agree_with_the_reference(name: str) -> None:
    machine = small(name)
    expected = summary(truth(machine))
    for threads in (1, 2, 3) if name in ONE_OF_EACH_FAMILY else (2,):
        assert summary(native.search(machine, GO_ON, threads=threads)) == expected


SYMMETRIC = [machine for machine in map(small, ONE_OF_EACH_FAMILY) if machine.symmetric_kinds()]
SYMMETRIC += [
    small(name, **{"election-order": "any", "consumers": "no"}) for name in ("kafka/0.10.2", "kafka/2.6.1")
]


@pytest.mark.usefixtures("shared_at_once")
@pytest.mark.parametrize("machine", SYMMETRIC, ids=lambda machine: machine.name)
def test_whole_searches_under_symmetry_agree_with_the_reference(machine: Machine) -> None:
    expected = summary(truth(machine, symmetry=True))
    for threads in (1, 2, 3):
        assert summary(native.search(machine, GO_ON, symmetry=True, threads=threads)) == expected


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [("published/high-watermark", True), pytest.param("published/kip-320", False, marks=pytest.mark.slow)],
)
def test_searches_of_three_replicas_agree_with_the_reference(name: str, symmetry: bool) -> None:
    machine = impl.protocol(name).machine({"replicas": 3, "log-size": 1, "records": 1, "max-epoch": 1})
    expected = summary(reference.search(machine, GO_ON, symmetry=symmetry))
    assert summary(native.search(machine, GO_ON, symmetry=symmetry)) == expected


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_do_not_depend_on_the_threads(threads: int) -> None:
    machine = impl.protocol("published/kip-279").machine()
    machine = machine.only("strong-isr")
    one = native.search(machine, threads=1)
    assert one.promises["strong-isr"].length == 11
    assert summary(native.search(machine, threads=threads)) == summary(one)


def test_a_search_that_stops_early_stops_where_the_reference_does() -> None:
    machine = two_replicas("published/kip-101")
    machine = machine.only(*(p.name for p in machine.promises if p.name != "weak-isr"))
    assert summary(native.search(machine)) == summary(reference.search(machine))


def test_a_limit_of_states_ends_the_search_as_incomplete() -> None:
    result = native.search(impl.protocol("published/kip-320").machine(), Limits(max_states=5000))
    assert not result.complete
    assert result.distinct_states == 5000
    assert result.promises["strong-isr"].verdict == "unknown"
    assert result.promises["leader-in-isr"].verdict == "violated"


def test_a_limit_of_memory_ends_the_search_as_incomplete() -> None:
    from tidemark.checker.engines import memory

    limit = memory.resident() + 30 * 2**20
    machine = impl.protocol("published/kip-320").machine({"log-size": 3, "records": 3, "max-epoch": 3})
    result = native.search(machine, Limits(max_memory=limit, keep_going=True))
    assert not result.complete
    assert "--max-memory" in str(result.stopped)
    assert result.distinct_states > 1000


def test_random_walks_find_what_exhaustive_search_finds() -> None:
    machine = two_replicas("published/high-watermark")
    result = simulate(machine, seconds=20, seed=1, threads=1)
    for name, verdict in result.promises.items():
        assert verdict.verdict == "violated"
        assert verdict.run is not None
        assert name in reference.broken_promises(machine, verdict.run.steps[-1].state)[0]


def test_random_walks_with_one_thread_repeat() -> None:
    machine = two_replicas("published/high-watermark")
    first, second = (simulate(machine, seconds=20, seed=3, threads=1) for _ in range(2))
    assert first.promises["strong-isr"].run == second.promises["strong-isr"].run
