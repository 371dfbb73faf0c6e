"""What must hold of every family: pinned, told in words, read alike by the engines, broken by its rivals alone."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from bench.simulation import simulate
from tests.support.agreement import agree
from tests.support.compiled import assert_alike_on_walks
from tests.support.protocols import (
    FIRST_OF_EACH_FAMILY,
    MOST_STATES,
    conditions_of,
    costly,
    small,
    with_all_actions,
)
from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.engines.hypothesis import stateful
from tidemark.checker.engines.liveness import by_reference
from tidemark.checker.engines.native import liveness
from tidemark.checker.engines.native import search as native
from tidemark.checker.evidence.pins import Pin, pins
from tidemark.checker.runs.results import Limits, Result
from tidemark.checker.telling.explanation import sentence_between
from tidemark.spec import Disabled, Family, Machine, Protocol, TemporalPromise
from tidemark.spec.machines.symbolic import Instance

FAMILIES = pytest.mark.parametrize("family", impl.families(), ids=lambda family: family.name)
ASKED = ("kafka", "kafka-kraft")
"""Families whose pins name the promises that they are about, and not all of them."""
ENUMERATED = 50_000
"""The most states of which engines are compared one by one."""
UNBROKEN = {
    "kafka": {
        "hw-monotonic",
        "epoch-offset-unique",
        "one-leader-per-epoch",
        "hw-within-log",
        "current-leader-in-isr",
    },
    "published-init-pid": {"no-bad-state-response"},
    "published-transactions": {
        "no-bad-state-response",
        "clients-have-different-epochs",
        "coordinators-have-different-epochs",
    },
    "group": {"owners-agree"},
    "kip-848": {
        "legal-transitions",
        "legal-target-assignment",
        "valid-member-epoch",
        "valid-stable-group-state",
    },
    "published-kraft-isr": {"maximal-isr-is-superset", "log-matching", "min-isr-recovery-quorum"},
    "published-kraft": {
        "leader-has-all-acked-values",
        "no-log-divergence",
        "never-two-leaders-in-same-epoch",
    },
}
"""What no protocol of a family breaks: invariants of the publications, and what mutations break
(tests/impl/kafka/test_kafka_promises.py)."""
LARGE: dict[str, dict[str, Any]] = {
    "idempotence/4.5": {
        "records": 6,
        "log-size": 7,
        "remembered": 5,
        "in-flight": 5,
        "disconnects": 4,
        "late": 4,
        "refusals": 4,
        "leader-changes": 4,
    },
    "transactions/kip-1228": {"marker-repeats": 1},
    "kraft/kip-595": {"servers": 3, "max-epoch": 4, "log-size": 4, "restarts": 2, "changes": 2},
}
"""Bounds above what is enumerated, at which the protocol keeps what it promises."""


def protocols_of(family: Family) -> list[Protocol]:
    return [one for one in impl.protocols().values() if one.family is family]


def pins_of(family: Family) -> list[Pin]:
    return [pin for pin in pins() if impl.protocol(pin.protocol).family is family]


@FAMILIES
def test_every_protocol_is_pinned_with_every_promise(family: Family) -> None:
    for protocol in protocols_of(family):
        own = [pin for pin in pins_of(family) if pin.protocol == protocol.name]
        named = {name for pin in own for name in (*pin.violated, *pin.holds)}
        at = [{}, *(pin.bounds for pin in own)]
        machines = [protocol.machine(bounds, traced=False) for bounds in at]
        promises = {promise.name: promise for machine in machines for promise in machine.promises}
        asked = {name for name, promise in promises.items() if not promise.only_named}
        about_runs = {promise.name for machine in machines for promise in machine.temporal}
        assert named, protocol.name
        assert family.name in ASKED or asked <= named - about_runs <= promises.keys(), protocol.name


def _figures(most: float, quick: int) -> list[Any]:
    """Every pin of at most `most` states that is not large; the least one of each family is quick, if it is."""
    least = [min(pins_of(family), key=lambda pin: pin.distinct_states) for family in impl.families()]
    return [
        pytest.param(
            pin,
            marks=() if pin in least and pin.distinct_states <= quick else pytest.mark.slow,
            id=f"{pin.protocol} {pin.at}",
        )
        for pin in pins()
        if not pin.large and pin.distinct_states <= most
    ]


@pytest.mark.parametrize("pin", _figures(most=inf, quick=100_000))
def test_the_native_engine_gives_the_pinned_figures(pin: Pin) -> None:
    machine = pin.machine()
    if machine.temporal:
        assert pin.differences(liveness.check(machine, pin.limits)) == []
    else:
        assert pin.differences(native.search(machine, pin.limits, symmetry=pin.symmetry)) == []


@pytest.mark.parametrize("pin", _figures(most=20_000, quick=1_000))
def test_the_reference_engine_gives_the_pinned_figures(pin: Pin) -> None:
    machine = pin.machine()
    if machine.temporal:
        assert pin.differences(by_reference.check(machine, pin.limits)) == []
    else:
        assert pin.differences(reference.search(machine, pin.limits, symmetry=pin.symmetry)) == []


@FAMILIES
def test_every_promise_is_broken_by_some_protocol(family: Family) -> None:
    if family.name == "kafka-kraft":  # the promises of the family kafka, and one protocol
        return
    broken = {name for pin in pins_of(family) for name in pin.violated}
    of_states = [promise for promise in family.promises if not isinstance(promise, TemporalPromise)]
    promises = {promise.name for promise in of_states}  # the others: docs/progress.md and liveness.md
    assert promises - broken == UNBROKEN.get(family.name, set())


@FAMILIES
def test_every_action_has_a_story_and_every_story_an_action(family: Family) -> None:
    machines = [one for protocol in protocols_of(family) for one in with_all_actions(protocol.name)]
    told = {action.function.__name__ for machine in machines for action in machine.actions}
    stories = {name for protocol in protocols_of(family) for name in protocol.family.telling.stories}
    assert told == stories


@FAMILIES
def test_every_story_can_be_told_of_what_a_random_walk_meets(family: Family) -> None:
    chance = random.Random(0)
    for machine in [one for protocol in protocols_of(family) for one in with_all_actions(protocol.name)] * 2:
        state = machine.initial
        for _ in range(40):
            if (step := _any_step(machine, state, chance)) is None:
                break
            instance, following = step
            sentence = sentence_between(machine, state, instance, following)
            assert sentence.endswith(".")
            assert "{" not in re.sub(r"\{[0-9, ]*\}", "", sentence), sentence
            state = following


def _any_step(machine: Machine, state: Any, chance: random.Random) -> tuple[Instance, Any] | None:
    """An enabled action and the state that it leads to; None where nothing is enabled."""
    for instance in chance.sample(machine.instances, len(machine.instances)):
        with suppress(Disabled):
            return machine.with_messages(state, instance), machine.run(state, instance)
    return None


@pytest.mark.parametrize(
    ("family", "kinds"),
    [
        ("controller", ["broker"]),
        ("requests", ["I/O thread", "connection", "network thread"]),
        ("transactions", ["partition", "producer"]),
    ],
)
def test_no_action_of_a_family_orders_its_ids(family: str, kinds: list[str]) -> None:
    for name in impl.protocols():
        if name.startswith(f"{family}/"):
            assert small(name).symmetric_kinds() == kinds


@pytest.mark.parametrize("protocol", costly())
def test_engines_agree(protocol: str) -> None:
    """tests/engines/test_native.py compares the native engine on all of them."""
    agree(small(protocol), length=5, max_states=MOST_STATES, engines=["smt"])


@pytest.mark.slow
@pytest.mark.parametrize("protocol", costly(()))
def test_engines_agree_where_every_action_can_happen(protocol: str) -> None:
    """In all states, or, where those are too many for the reference engine, in those of random walks."""
    for condition in conditions_of(protocol):
        machine = small(protocol, **condition)
        if native.search(machine, Limits(max_states=ENUMERATED, keep_going=True)).complete:
            agree(machine, length=4)
        else:
            assert_alike_on_walks(machine, walks=10)


@pytest.mark.parametrize("protocol", costly(FIRST_OF_EACH_FAMILY))
def test_random_runs_find_what_is_violated_and_break_nothing_that_holds(protocol: str) -> None:
    """By random walks, and by Hypothesis, which is asked for what is soon found."""
    machine = small(protocol)
    truth = native.search(machine, Limits(keep_going=True))
    lengths = {name: verdict.length for name, verdict in truth.promises.items() if verdict.length is not None}
    _agree_on_runs(truth, simulate(_only(machine, lengths), seconds=600, seed=1, length=60))
    near = [name for name, length in lengths.items() if length <= 8]
    _agree_on_runs(truth, stateful.search(_only(machine, near), seconds=600, seed=1))
    others = [name for name in truth.promises if name not in lengths]
    assert simulate(_only(machine, others), seconds=0.2, seed=1).undecided == others
    assert stateful.search(_only(machine, others), seconds=0.2, seed=1).undecided == others


def _only(machine: Machine, names: Any) -> Machine:
    return replace(machine, promises=[p for p in machine.promises if p.name in names])


def _agree_on_runs(truth: Result, found: Result) -> None:
    """Everything was found, none of it shorter than the shortest, and by runs that the machine can take."""
    for name, verdict in found.promises.items():
        assert verdict.run, name
        assert verdict.length >= truth.promises[name].length
        steps = [step.instance for step in verdict.run.steps[1:]]
        assert reference.run_of(verdict.run.machine, name, steps) == verdict.run
        assert name in reference.broken_promises(verdict.run.machine, verdict.run.steps[-1].state)[0]


@pytest.mark.parametrize("protocol", LARGE)
def test_hypothesis_breaks_nothing_above_what_is_enumerated(protocol: str) -> None:
    machine = impl.protocol(protocol).machine(LARGE[protocol]).by_default
    run_state_machine_as_test(
        stateful.state_machine(machine),
        settings=settings(
            max_examples=15,
            stateful_step_count=40,
            database=None,
            derandomize=True,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
