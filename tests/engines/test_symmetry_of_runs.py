"""Promises about runs with symmetry: the verdicts and lengths of a whole search, or a refusal that says why not."""

from __future__ import annotations

import os
from typing import Annotated, Any

import pytest
from hypothesis import given, settings

from tests.support.id_machines import id_machines
from tests.support.random_machines import QUICK
from tidemark import impl
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines import ENGINES
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.liveness import by_reference, plan
from tidemark.checker.engines.liveness.plan import Plan
from tidemark.checker.engines.liveness.questions import questions
from tidemark.checker.engines.native import liveness
from tidemark.checker.runs.results import Limits, Result
from tidemark.spec import (
    Array,
    Domain,
    Enum,
    Id,
    Identity,
    Label,
    Machine,
    Number,
    Optional,
    Record,
    Truth,
    UsageError,
    action,
    all_of,
    always_eventually,
    can_always_reach,
    count,
    eventually,
    eventually_always,
    every_step,
    implies,
    leads_to,
    never_decreases,
    never_increases,
    no_deadlock,
    none,
    position,
    require,
    sometimes,
)  # fmt: skip
from tidemark.spec.machines.machine import OutOfRange

client = Id("client", 3)
Client = Annotated[Identity, Domain("client")]
Phase = Enum("phase", "idle", "waiting", "inside")
EXHAUSTIVE = ("reference", "native", pytest.param("spark", marks=pytest.mark.spark))


class Lock(Record):
    phases: Array[Label]
    owner: Identity
    former: Identity


@action
def ask(lock: Lock, me: Client) -> Lock:
    require(lock.phases[me] == Phase.idle, "the client is idle")
    return lock.but(phases=lock.phases.but(me, Phase.waiting))


@action
def take(lock: Lock, me: Client) -> Lock:
    require((lock.phases[me] == Phase.waiting) & (lock.owner == none), "it waits, and nobody has the lock")
    return lock.but(phases=lock.phases.but(me, Phase.inside), owner=me)


@action
def steal(lock: Lock, me: Client) -> Lock:
    require((lock.phases[me] == Phase.waiting) & (lock.owner != none), "it waits, and somebody has the lock")
    return lock.but(phases=lock.phases.but(lock.owner, Phase.idle).but(me, Phase.inside), owner=me)


@action
def leave(lock: Lock, me: Client) -> Lock:
    require(lock.phases[me] == Phase.inside, "the client is inside")
    return lock.but(phases=lock.phases.but(me, Phase.idle), owner=none)


@action
def jam(lock: Lock) -> Lock:
    require(lock.owner != none, "somebody has the lock")
    return lock.but(owner=none)


@can_always_reach
def can_be_free(lock: Lock) -> Truth:
    return (lock.owner == none) & all_of(phase == Phase.idle for phase in lock.phases)


@can_always_reach
def can_be_taken(lock: Lock) -> Truth:
    return lock.owner != none


@every_step
def not_taken_away(before: Lock, after: Lock) -> Truth:
    return (before.owner == after.owner) | (before.owner == none) | (after.owner == none)


@every_step
def nobody_takes_mine(before: Lock, after: Lock, me: Client) -> Truth:
    return implies(before.owner == me, (after.owner == me) | (after.owner == none))


@sometimes
def two_wait(lock: Lock) -> Truth:
    return count(phase == Phase.waiting for phase in lock.phases) == 2


@sometimes
def each_has_it(lock: Lock, me: Client) -> Truth:
    return lock.owner == me


@sometimes
def each_has_it_and_is_idle(lock: Lock, me: Client) -> Truth:
    return (lock.owner == me) & (lock.phases[me] == Phase.idle)


@no_deadlock
def goes_on(lock: Lock) -> Truth:
    return lock.owner == none


@never_decreases
def clients_inside(lock: Lock) -> Number:
    return count(phase == Phase.inside for phase in lock.phases)


@never_increases
def clients_outside(lock: Lock) -> Number:
    return count(phase == Phase.idle for phase in lock.phases)


ANSWERED = (
    can_be_free, can_be_taken, not_taken_away, nobody_takes_mine, two_wait, each_has_it, each_has_it_and_is_idle,
    goes_on, clients_inside, clients_outside,
)  # fmt: skip


def lock(*promises: Any, actions: Any = (ask, take, leave, steal), **initial: Any) -> Machine:
    type_ = Lock.of(phases=Array.of(client, Phase), owner=Optional(client), former=Optional(client))
    return Machine("lock", {}, type_, type_(**initial), actions, promises, {"client": client})


def searched(engine: str, machine: Machine, symmetry: bool) -> Result:
    return ENGINES[engine].search(machine, SearchRequest(symmetry=symmetry, keep_going=True))


def agree(truth: Result, found: Result) -> None:
    """Verdicts and lengths are the same, and every counterexample is a run of the machine that breaks the promise."""
    for name, verdict in truth.promises.items():
        other = found.promises[name]
        assert (verdict.verdict, verdict.length) == (other.verdict, other.length), name
        if other.run:
            replay(other.run)


@pytest.mark.parametrize("actions", [(ask, take, leave, steal), (ask, take, leave, jam), (ask, take)])
@pytest.mark.parametrize("engine", EXHAUSTIVE)
def test_verdicts_are_those_of_a_whole_search(engine: str, actions: Any) -> None:
    machine = lock(*ANSWERED, actions=actions)
    truth, found = searched("reference", machine, symmetry=False), searched(engine, machine, symmetry=True)
    assert found.distinct_states < truth.distinct_states / 2
    agree(truth, found)


@pytest.mark.parametrize("engine", EXHAUSTIVE)
def test_an_initial_state_may_name_an_id(engine: str) -> None:
    promises = [one for one in ANSWERED if one not in (each_has_it, each_has_it_and_is_idle)]
    machine = lock(*promises, actions=(ask, take, jam), former=client.values()[1], owner=client.values()[2])
    agree(searched("reference", machine, symmetry=False), searched(engine, machine, symmetry=True))


def test_where_no_way_leads_on_classes_are_counted() -> None:
    machine = lock(can_be_free, actions=(ask, take))
    for engine in ("reference", "native"):
        note = searched(engine, machine, symmetry=True).promises["can-be-free"].note
        assert note == "6 of 7 classes of renamed states have no way there."


@can_always_reach
def can_be_mine(lock: Lock, me: Client) -> Truth:
    return lock.owner == me


@leads_to
def served(lock: Lock, me: Client) -> tuple[Truth, Truth]:
    return lock.phases[me] == Phase.waiting, lock.phases[me] == Phase.inside


@every_step
def the_first_keeps_it(before: Lock, after: Lock) -> Truth:
    return implies(before.owner == before.phases.indices()[0], after.owner == before.owner)


@every_step
def each_keeps_it_but_the_last(before: Lock, after: Lock, me: Client) -> Truth:
    return implies((before.owner == me) & (position(me) < 2), after.owner == me)


def of_whole_runs(kind: Any) -> Any:
    @kind
    def taken(lock: Lock) -> Truth:
        return lock.owner != none

    return taken


@pytest.mark.parametrize("engine", ["reference", "native", "spark"])
@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        (lock(served), r"whole runs \(served\): whether a run is fair depends on which ids"),
        *[
            (lock(of_whole_runs(kind)), r"whole runs \(taken\)")
            for kind in (eventually, always_eventually, eventually_always)
        ],
        (lock(can_be_mine), "can-be-mine, which is about one id at a time: .* whose way"),
        (lock(each_has_it, former=client.values()[1]), "each-has-it, .* the initial state tells ids apart"),
        (lock(the_first_keeps_it), r"test_symmetry_of_runs.py:\d+: the promise the-first-keeps-it names one client"),
        (lock(each_keeps_it_but_the_last), "each-keeps-it-but-the-last, which asks for the order of client ids"),
    ],
)  # fmt: skip
def test_what_classes_of_states_do_not_answer_is_refused_with_the_reason(
    engine: str, machine: Machine, reason: str
) -> None:
    with pytest.raises(UsageError, match=reason):
        searched(engine, machine, symmetry=True)


@pytest.mark.parametrize(
    ("protocol", "bounds", "promise", "length"),
    [
        (
            "transactions/kip-98",
            {"transactions": 1, "max-epoch": 2, "timeouts": 1, "failovers": 0},
            "can-be-ended",
            10,
        ),
        ("group/eager", {"partitions": 2, "generations": 2, "failovers": 0, "crashes": 0}, "can-be-stable", None),
        pytest.param(
            "transactions/kip-98", {"transactions": 1, "max-epoch": 4, "timeouts": 2}, "can-be-ended", 10,
            marks=pytest.mark.slow,
        ),
        pytest.param("kip-848/no-epoch-check", {}, "can-converge", None, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_what_can_always_be_brought_about_in_a_protocol_is_what_it_is_without_symmetry(
    protocol: str, bounds: dict[str, Any], promise: str, length: int | None
) -> None:
    machine = impl.protocol(protocol).machine(bounds).with_promises(promise)
    whole, classes = (searched("native", machine, symmetry=symmetry) for symmetry in (False, True))
    assert classes.distinct_states < whole.distinct_states
    assert classes.promises[promise].length == length
    agree(whole, classes)


def agree_on_random_runs(machine: Machine, max_states: int) -> None:
    """Where classes of states answer the promises of a machine, both engines find what they do without symmetry."""
    try:
        Plan(machine, symmetry=True)
        truth = by_reference.check(machine, Limits(max_states=max_states, keep_going=True))
    except (UsageError, OutOfRange):
        return
    if truth.complete:
        go_on = Limits(keep_going=True)
        found = by_reference.check(machine, go_on, symmetry=True)
        agree(truth, found)
        compiled = liveness.check(machine, go_on, symmetry=True)
        agree(truth, compiled)
        assert (found.distinct_states, found.depth) == (compiled.distinct_states, compiled.depth)


@settings(QUICK, max_examples=8)
@given(id_machines(names_ids=False, about_runs=True))
def test_engines_agree_on_runs_of_random_machines(machine: Machine) -> None:
    agree_on_random_runs(machine, max_states=100)


@pytest.mark.slow
@settings(QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "1000")))
@given(id_machines(about_runs=True))
def test_engines_agree_on_runs_of_many_random_machines(machine: Machine) -> None:
    agree_on_random_runs(machine, max_states=400)


def test_questions_that_a_renaming_makes_from_each_other_must_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each by itself names an id, which the state that stands for its class need not have."""
    machine = lock(each_has_it, actions=(ask, take))
    truth = by_reference.check(machine)
    agree(truth, by_reference.check(machine, symmetry=True))
    monkeypatch.setattr(plan, "group_questions", questions)
    with pytest.raises(UsageError, match="names one client id"):
        by_reference.check(machine, symmetry=True)
    monkeypatch.setattr(plan, "require_interchangeable", lambda _machine: None)
    with pytest.raises(AssertionError):
        agree(truth, by_reference.check(machine, symmetry=True))
