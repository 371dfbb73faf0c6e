"""Bounded search with z3: exact lengths, models that the reference engine runs again, and honest ends."""

from dataclasses import replace
from typing import Annotated

import pytest
import z3

from tests.support.agreement import at
from tidemark.checker import cli
from tidemark.checker.engines import reference
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.smt import bounded
from tidemark.checker.engines.smt import search as smt
from tidemark.checker.engines.solver import lowering
from tidemark.checker.engines.symmetry.interchangeable import interchangeable, needed_before
from tidemark.checker.runs.results import Run
from tidemark.spec import (
    Domain,
    Id,
    Int,
    Machine,
    Number,
    Optional,
    Promise,
    Record,
    action,
    promise,
    require,
)
from tidemark.spec.expressions.expression import ExpressionGraph
from tidemark.spec.expressions.kinds import NUMBER, WORD
from tidemark.spec.machines.machine import OutOfRange
from tidemark.spec.types.leaves import Leaf, LeafType


def machine(protocol: str, bounds: str, *promises: str) -> Machine:
    built = at(protocol, bounds)
    return built.only(*promises)


def assert_possible(run: Run) -> None:
    for before, after in zip(run.steps, run.steps[1:], strict=False):
        assert (after.instance, after.state) in list(reference.successors(run.machine, before.state))
    assert run.promise in reference.broken_promises(run.machine, run.steps[-1].state)[0]


def test_high_watermark_loses_a_record_at_exactly_ten_states() -> None:
    m = machine("published/high-watermark", "2/2/2/2", "strong-isr")
    within = smt.search(m, max_length=9)
    assert within.promises["strong-isr"].verdict == "unknown"
    assert (within.depth, within.exit_status, within.complete) == (9, 3, False)
    found = smt.search(m, max_length=13)
    assert found.promises["strong-isr"].length == 10
    assert found.exit_status == 1
    assert_possible(found.promises["strong-isr"].run)


@pytest.mark.parametrize(
    ("protocol", "bounds", "promise", "length"),
    [
        ("published/high-watermark", "3/2/2/2", "weak-isr", 9),
        pytest.param("published/kip-101", "2/2/2/2", "strong-isr", 12, marks=pytest.mark.slow),
        ("published/kip-320", "2/2/2/2", "leader-in-isr", 1),
    ],
)
def test_the_shortest_violation_has_the_known_length(
    protocol: str, bounds: str, promise: str, length: int
) -> None:
    found = smt.search(machine(protocol, bounds, promise), max_length=13).promises[promise]
    assert (found.verdict, found.length) == ("violated", length)
    assert_possible(found.run)


@pytest.mark.slow
def test_a_loss_is_found_in_five_replicas_and_logs_of_eight() -> None:
    found = smt.search(machine("published/high-watermark", "5/8/8/8", "strong-isr"), max_length=13)
    assert found.promises["strong-isr"].length == 11
    assert_possible(found.promises["strong-isr"].run)


def test_a_promise_proved_by_induction_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smt, "QUESTION_SECONDS", 600.0)  # two may be too few where the machine has other work
    result = smt.search(machine("published/kip-320", "2/2/2/2", "strong-isr", "leader-in-isr"), max_length=5)
    assert result.promises["strong-isr"].verdict == "holds"
    assert result.promises["leader-in-isr"].length == 1
    assert (result.complete, result.exit_status) == (True, 1)


class Counter(Record):
    value: Number


@action
def grow(c: Counter) -> Counter:
    require(c.value < 3, "it is below 3")
    return c.but(value=c.value + 1)


@action
def burst(c: Counter) -> Counter:
    return c.but(value=c.value + 2)


@promise
def never_five(c: Counter) -> bool:
    return c.value != 5


def counter(*actions: object) -> Machine:
    domain = Counter.of(value=Int(0, 3))
    return Machine("counter", {}, domain, domain.default, list(actions), [never_five])


def test_a_machine_whose_runs_all_end_is_decided() -> None:
    result = bounded.search(counter(grow), max_length=10)
    assert result.promises["never-five"].verdict == "holds"
    assert (result.complete, result.depth, result.exit_status) == (True, 4, 0)


def test_a_write_outside_its_domain_is_the_error_of_every_engine() -> None:
    with pytest.raises(OutOfRange, match=r"burst.* writes 4 to value") as caught:
        smt.search(counter(burst), max_length=10)
    assert len(caught.value.run.steps) == 2


def test_a_step_out_of_time_is_unknown() -> None:
    result = smt.search(
        machine("published/high-watermark", "2/2/2/2", "strong-isr"), max_length=21, step_seconds=0.001
    )
    assert result.promises["strong-isr"].verdict == "unknown"
    assert "z3 does not know" in str(result.stopped)
    assert result.exit_status == 3


def test_the_command_limits_the_time_of_a_question(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "check",
        "published/high-watermark",
        "--replicas",
        "2",
        "--promise",
        "strong-isr",
        "--engine",
        "smt",
    ]
    assert cli.main([*words, "--question-seconds", "0.001"]) == 3
    assert "z3 does not know about" in capsys.readouterr().out


def test_a_back_end_that_differs_from_the_reference_engine_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(lowering._BINARY, "add", lambda a, b: a - b)
    with pytest.raises(Disagreement):
        smt.search(machine("published/high-watermark", "2/2/2/2", "strong-isr"), max_length=13)


@pytest.mark.parametrize(
    ("ids", "needed"), [([], 0), ([0], 0), ([2], 2), ([0, 1], 0), ([1, 0], 1), ([2, 1], 2), ([1, 3], 3)]
)
def test_ids_appear_in_order(ids: list[int], needed: int) -> None:
    assert needed_before(ids) == needed


class Pair(Record):
    first: object
    second: object


def test_the_order_of_ids_is_not_used_where_the_initial_state_tells_them_apart() -> None:
    broker = Id("broker", 3)
    Broker = Annotated[object, Domain("broker")]

    @action
    def choose(c: Pair, one: Broker) -> Pair:  # type: ignore[valid-type]
        require(c.first != one, "another one")
        return c.but(second=one)

    @promise
    def never_two(c: Pair) -> object:
        return c.second != broker.value(2)

    domain = Pair.of(first=Optional(broker), second=Optional(broker))
    m = Machine(
        "pair",
        {},
        domain,
        domain.default.but(first=broker.value(0)),
        [choose],
        [never_two],
        {"broker": broker},
    )
    assert smt.search(m, max_length=3).promises["never-two"].length == 2


def test_an_id_that_is_named_is_not_interchangeable() -> None:
    built = machine("published/kip-320", "3/2/2/2", "strong-isr")
    assert interchangeable(built) == {"replica": 3}
    built = machine("published/kip-320", "3/2/2/2")
    first_is_in = Promise("the-first-is-in", lambda c: c.quorum.isr.has(c.replicas.indices()[0]))
    built = replace(built, promises=[first_is_in])
    assert interchangeable(built) == {}
    found = smt.search(built, max_length=4).promises["the-first-is-in"]
    assert found.length == 2


def test_terms_are_wide_enough_for_the_fields_of_messages() -> None:
    """No number of this graph needs more than two bits, but what a message holds."""
    graph = ExpressionGraph()
    leaves = [Leaf("number", NUMBER, 0, 1, Int(0, 1)), Leaf("word", WORD, 0, 3, LeafType(WORD, 0, 3))]
    number, word = (graph.field(k, leaf.kind, leaf.lo, leaf.hi) for k, leaf in enumerate(leaves))
    packed = graph.join(word, number, -100, 100)
    terms = lowering.Z3Lowering(graph, leaves)
    values = zip(terms.variables, (z3.BitVecVal(1, 1), z3.BitVecVal(2, 2)), strict=True)
    assert z3.simplify(z3.substitute(terms.term(packed), *values)).as_long() == 2 << 8 | 101
