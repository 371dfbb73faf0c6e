"""The native engine against the reference: state by state, search by search, limit by limit."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import impl
from checker.engines import reference
from checker.engines.native import lowering
from checker.engines.native import search as native
from checker.engines.native.walk import simulate
from checker.runs.results import Limits, Result
from spec.machine import Machine
from tests.support.compiled import Compiled

SMALL = {
    "published": {"replicas": 2, "log-size": 2, "records": 2, "max-epoch": 2},
    "kafka": {},
    "account": {},
    "kafka-kraft": {},
}
NAMES = sorted(impl.protocols())


def small(name: str) -> Machine:
    return impl.protocol(name).machine(SMALL[name.split("/")[0]])


_compiled: dict[str, Compiled] = {}


def compiled(name: str) -> Compiled:
    if name not in _compiled:
        _compiled[name] = Compiled(small(name))
    return _compiled[name]


def random_reachable(machine: Machine, seed: int, steps: int) -> tuple[int, ...]:
    """The end of a random walk from the initial state, by the reference."""
    choose = random.Random(seed)
    state = machine.encode(machine.initial)
    for _ in range(steps):
        following = list(reference.successors(machine, state))
        if not following:
            break
        state = choose.choice(following)[1]
    return state


def assert_same_behaviour(one: Compiled, state: tuple[int, ...]) -> None:
    expected = [(str(instance), reached) for instance, reached in reference.successors(one.machine, state)]
    assert one.successors(state) == expected
    assert one.broken(state) == reference.broken_promises(one.machine, state)[0]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 30))
def test_compiled_successors_and_promises_are_the_reference_ones(name: str, seed: int, steps: int) -> None:
    one = compiled(name)
    assert_same_behaviour(one, random_reachable(one.machine, seed, steps))


def assert_all_same_behaviour(one: Compiled, states: list[tuple[int, ...]]) -> None:
    for state in states:
        assert_same_behaviour(one, state)


def test_a_fault_in_the_compiler_is_seen_in_the_successors(monkeypatch: pytest.MonkeyPatch) -> None:
    right = lowering.LlvmLowering._compute

    def wrong(self: lowering.LlvmLowering, node: lowering.Expr) -> str:
        if node.op == "lt":
            a, b = (self.value(x) for x in node.args)
            return self._emit(f"icmp sle i32 {a}, {b}")
        return right(self, node)

    monkeypatch.setattr(lowering.LlvmLowering, "_compute", wrong)
    faulty = Compiled(small("published/high-watermark"))
    states = [random_reachable(faulty.machine, seed, seed % 30) for seed in range(60)]
    with pytest.raises(AssertionError):
        assert_all_same_behaviour(faulty, states)
    machine, limits = small("published/high-watermark"), Limits(keep_going=True)
    with pytest.raises(AssertionError):
        assert summary(native.search(machine, limits)) == summary(reference.search(machine, limits))


def summary(result: Result) -> dict[str, object]:
    """All that must not depend on the engine or the number of threads."""
    told = result.as_json()
    for name in ("engine", "seconds"):
        del told[name]
    told["runs"] = {
        name: v.run and [step.state for step in v.run.steps] for name, v in result.promises.items()
    }
    return told


SYMMETRIC = [name for name in NAMES if name.startswith("published")] + ["kafka/0.10.2", "kafka/2.6.1"]


@pytest.mark.parametrize(
    ("name", "symmetry"), [*((name, False) for name in NAMES), *((name, True) for name in SYMMETRIC)]
)
def test_whole_searches_agree_with_the_reference(name: str, symmetry: bool) -> None:
    smaller = {} if name.startswith("published") else {"log-size": 1, "records": 1, "max-epoch": 1}
    if smaller and symmetry:
        smaller |= {"election-order": "any", "consumers": "no"}
    machine = impl.protocol(name).machine({**SMALL[name.split("/")[0]], **smaller})
    limits = Limits(keep_going=True)
    expected = summary(reference.search(machine, limits, symmetry=symmetry))
    for threads in (1, 2, 3):
        assert summary(native.search(machine, limits, symmetry=symmetry, threads=threads)) == expected


@pytest.mark.parametrize(
    ("name", "symmetry"), [("published/high-watermark", True), ("published/kip-320", False)]
)
def test_searches_of_three_replicas_agree_with_the_reference(name: str, symmetry: bool) -> None:
    machine = impl.protocol(name).machine({"replicas": 3, "log-size": 1, "records": 1, "max-epoch": 1})
    limits = Limits(keep_going=True)
    expected = summary(reference.search(machine, limits, symmetry=symmetry))
    assert summary(native.search(machine, limits, symmetry=symmetry)) == expected


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_do_not_depend_on_the_threads(threads: int) -> None:
    machine = impl.protocol("published/kip-279").machine()
    machine = machine.only("strong-isr")
    one = native.search(machine, threads=1)
    assert one.promises["strong-isr"].length == 11
    assert summary(native.search(machine, threads=threads)) == summary(one)


def test_a_search_that_stops_early_stops_where_the_reference_does() -> None:
    machine = small("published/kip-101")
    machine = machine.only(*(p.name for p in machine.promises if p.name != "weak-isr"))
    assert summary(native.search(machine)) == summary(reference.search(machine))


def test_a_limit_of_states_ends_the_search_as_incomplete() -> None:
    result = native.search(impl.protocol("published/kip-320").machine(), Limits(max_states=5000))
    assert not result.complete
    assert result.distinct_states == 5000
    assert result.promises["strong-isr"].verdict == "unknown"
    assert result.promises["leader-in-isr"].verdict == "violated"


def test_a_limit_of_memory_ends_the_search_as_incomplete() -> None:
    from checker.engines import memory

    limit = memory.resident() + 30 * 2**20
    machine = impl.protocol("published/kip-320").machine({"log-size": 3, "records": 3, "max-epoch": 3})
    result = native.search(machine, Limits(max_memory=limit, keep_going=True))
    assert not result.complete
    assert "--max-memory" in str(result.stopped)
    assert result.distinct_states > 1000


def test_random_walks_find_what_exhaustive_search_finds() -> None:
    machine = small("published/high-watermark")
    result = simulate(machine, seconds=20, seed=1, threads=1)
    for name, verdict in result.promises.items():
        assert verdict.verdict == "violated"
        assert verdict.run is not None
        assert name in reference.broken_promises(machine, verdict.run.steps[-1].state)[0]


def test_random_walks_with_one_thread_repeat() -> None:
    machine = small("published/high-watermark")
    first, second = (simulate(machine, seconds=20, seed=3, threads=1) for _ in range(2))
    assert first.promises["strong-isr"].run == second.promises["strong-isr"].run
