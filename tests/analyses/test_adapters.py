"""Code that is driven by its model: what differs is found by random walks, by Hypothesis and by covering walks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.support.locks import LOCK, LockServer, Server, ask, deny, driving, grant, machine_of, release
from tidemark import Inconclusive, Refused, assert_conforms, conform, conform_test, performs
from tidemark.checker.analyses.adapters.drive import AdapterDrive, CodeDifference
from tidemark.checker.analyses.adapters.harness import Harness

# Faults that are planted in the code.


class ReleaseIsLost(Server):
    def release(self) -> None:
        pass


class AskedTwiceIsOnce(Server):
    def ask(self, me: int) -> None:
        if not self.waiting:
            super().ask(me)


class WrongClient(Server):
    def grant(self, me: int) -> bool:
        return super().grant(self.waiting[-1] if me in self.waiting else me)


class TwoHolders(Server):
    def grant(self, me: int) -> bool:
        if me in self.waiting:
            self.holder = None
        return super().grant(me)


class RefusesTheLast(Server):
    def grant(self, me: int) -> bool:
        return me != 2 and super().grant(me)


class Raises(Server):
    def release(self) -> None:
        if self.waiting:
            raise KeyError("nobody")
        super().release()


class NeverEnds(Server):
    def release(self) -> None:
        while len(self.waiting) == 1:
            pass
        super().release()


class ForgetsWhoWaits(Server):
    def release(self) -> None:
        super().release()
        self.waiting.clear()


class RefusalHasAnEffect(Server):
    def grant(self, me: int) -> bool:
        if self.holder is not None and me in self.waiting:
            self.waiting.remove(me)
            return False
        return super().grant(me)


class BeginsHeld(Server):
    def __init__(self) -> None:
        super().__init__()
        self.holder = 1


class WearsOut(Server):
    """A fault that no single state of the model shows: the third release is lost."""

    released = 0

    def release(self) -> None:
        self.released += 1
        if self.released != 3:
            super().release()


class SeesNoTruth(Server):
    def phases(self) -> list[str]:
        return [phase if phase != "holding" or me else "waiting" for me, phase in enumerate(super().phases())]


FAULTS = [
    ReleaseIsLost, AskedTwiceIsOnce, WrongClient, TwoHolders, RefusesTheLast, Raises, NeverEnds, ForgetsWhoWaits,
    RefusalHasAnEffect, BeginsHeld, WearsOut, SeesNoTruth,
]  # fmt: skip


def adapter_of(fault: type[Server]) -> type:
    return driving(fault, seconds=0.2)


SHORT = 12
"""Steps of a walk, enough for every planted fault; what Hypothesis shrinks takes as long as it was."""


def by_walks(adapter: type) -> CodeDifference | None:
    return conform(LOCK, adapter, walks=60, length=SHORT).difference


def by_hypothesis(adapter: type) -> CodeDifference | None:
    quick = settings(
        max_examples=60, stateful_step_count=20, database=None, phases=[Phase.generate], deadline=None,
        verbosity=Verbosity.quiet, derandomize=True, suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    try:
        run_state_machine_as_test(conform_test(LOCK, adapter), settings=quick)
    except CodeDifference as difference:
        return difference
    return None


def by_covering(adapter: type) -> CodeDifference | None:
    return conform(LOCK, adapter, cover="transitions").difference


WAYS = [by_walks, by_hypothesis, by_covering]
SOON_SHRUNK = [AskedTwiceIsOnce, NeverEnds, BeginsHeld, SeesNoTruth]
Way = Callable[[type], CodeDifference | None]


@pytest.mark.parametrize("way", WAYS)
def test_code_that_conforms_does_not_differ(way: Way) -> None:
    assert way(LockServer) is None


@pytest.mark.parametrize(
    ("way", "fault"),
    [
        pytest.param(way, fault, marks=() if way != by_walks or fault in SOON_SHRUNK else pytest.mark.slow)
        for way in WAYS
        for fault in FAULTS
    ],
)
def test_a_planted_fault_is_found(fault: type[Server], way: Way) -> None:
    difference = way(adapter_of(fault))
    assert difference is not None
    again = conform(LOCK, adapter_of(fault), [move.text for move in difference.trail]).difference
    assert again is not None
    assert again.reason == difference.reason
    with pytest.raises(AssertionError, match=r"LockServer differs from lock at step"):
        assert_conforms(LOCK, adapter_of(fault), [move.text for move in difference.trail])


SHORTEST: dict[type[Server], list[str]] = {
    ReleaseIsLost: ["ask(me=0)", "grant(me=0)", "release(me=0)"],
    WrongClient: ["ask(me=0)", "ask(me=1)", "grant(me=0)"],
    RefusesTheLast: ["ask(me=2)", "grant(me=2)"],
    RefusalHasAnEffect: ["ask(me=0)", "ask(me=1)", "grant(me=0)", "grant(me=1)"],
    BeginsHeld: [],
    WearsOut: ["ask(me=0)", "grant(me=0)", "release(me=0)"] * 3,
}
LONG_SHRUNK = [ReleaseIsLost, RefusalHasAnEffect, WearsOut]


@pytest.mark.parametrize(
    ("way", "fault"),
    [
        pytest.param(way, fault, marks=pytest.mark.slow if way == by_walks and fault in LONG_SHRUNK else ())
        for way in (by_walks, by_covering)
        for fault in SHORTEST
    ],
)
def test_what_differs_is_shrunk_to_the_steps_that_it_needs(fault: type[Server], way: Way) -> None:
    difference = way(adapter_of(fault))
    assert difference is not None
    # Which client does what may differ; how often each call is needed does not.
    needed = Counter(step.split("(")[0] for step in SHORTEST[fault])
    assert Counter(move.call.name for move in difference.trail) == needed
    assert difference.is_shrunk


def test_what_differs_is_said_with_both_values() -> None:
    difference = by_walks(driving(ForgetsWhoWaits))
    assert difference is not None
    assert difference.reason == "after release(me=0) phase[1] is idle, in the model waiting"
    assert [(fact.name, fact.model, fact.real) for fact in difference.facts if not fact.agrees] == [
        ("phase[1]", "waiting", "idle")
    ]
    assert (difference.step, difference.run.length) == (5, 5)


def test_a_forbidden_call_that_is_taken_is_said_with_its_guard() -> None:
    difference = by_walks(driving(TwoHolders))
    assert difference is not None
    assert (
        difference.reason
        == "the code does grant(me=1), and must refuse it: the model needs that nobody has the lock"
    )
    assert difference.step == difference.run.length + 1


def test_a_walk_is_the_same_for_the_same_seed() -> None:
    runs = [
        [str(one.run.steps) for one in conform(LOCK, LockServer, walks=5, seed=seed).walks]
        for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]
    assert len(runs[0]) == 5


# What the code may refuse, and what it may choose.

BUSY = machine_of(ask, grant, deny, release)


class First(LockServer):
    """The code grants to who asked first."""

    @performs(chooses="me")
    def grant(self) -> None:
        assert self.code.grant(self.code.waiting[0])


class Last(First):
    """The code grants to who asked last, and forgets the others."""

    @performs(chooses="me")
    def grant(self) -> None:
        assert self.code.grant(self.code.waiting[-1])
        self.code.waiting.clear()


def test_the_code_may_choose_a_parameter() -> None:
    assert conform(LOCK, First, walks=20, length=SHORT).verdict == "confirmed"
    difference = conform(LOCK, Last, walks=50, length=SHORT).difference
    assert difference is not None
    assert "(the nearest of 2 states that it allows)" in difference.reason


class Answers(LockServer):
    """One call of the code is granted or denied; `names_it`: it says which."""

    names_it = True

    @performs("grant", "deny")
    def ask_again(self, me: int) -> str | None:
        given = self.code.grant(me)
        if not given:
            self.code.deny(me)
        return ("grant" if given else "deny") if self.names_it else None


def answering(**members: Any) -> type:
    hidden = {"grant": None, **members}
    return type("Answers", (Answers,), hidden)


def test_the_code_may_choose_the_action() -> None:
    for names_it in (True, False):
        assert conform(BUSY, answering(names_it=names_it), walks=20, length=SHORT).verdict == "confirmed"

    @performs("grant", "deny")
    def lies(self: Any, me: int) -> str:
        Answers.ask_again(self, me)
        return "grant"

    assert conform(BUSY, answering(ask_again=lies), walks=50, length=SHORT).verdict == "refused"


def test_all_states_that_agree_are_kept_until_an_observation_decides() -> None:
    class Blind(First):
        looks = False

        def observe(self) -> dict[str, Any]:
            return {"holder": self.code.holder} if self.looks else {}

    harness = Harness(LOCK, Blind)
    drive = AdapterDrive(harness)
    for words in ("ask(me=0)", "ask(me=1)", "grant()"):
        drive.take(drive.find_move(words))
    assert len(drive.reached) == 2
    drive._adapter.looks = True
    drive.take(drive.find_move("ask(me=2)"))
    assert [harness.machine.decode(one.state).holder == 0 for one in drive.reached] == [True]


def test_the_code_may_do_something_by_itself() -> None:
    class Expires(LockServer):
        by_itself = ("release",)
        release = None

        def ask(self, me: int) -> None:
            self.code.release()
            super().ask(me)

    assert conform(LOCK, Expires, walks=20, length=SHORT).verdict == "confirmed"


def test_the_code_may_refuse_what_the_model_allows() -> None:
    class Moody(LockServer):
        @performs("grant", may_refuse=True)
        def give(self, me: int) -> None:
            if me == 2 or not self.code.grant(me):
                raise Refused

    moody = type("Moody", (Moody,), {"grant": None})
    found = conform(LOCK, moody, walks=20, length=SHORT)
    assert found.verdict == "confirmed"
    assert found.refused
    strict = type("Strict", (moody,), {"give": performs("grant")(lambda self, me: Moody.give(self, me))})
    assert conform(LOCK, strict, walks=50, length=SHORT).verdict == "refused"


def test_a_reply_is_compared_too() -> None:
    def replying(wrong: int) -> type:
        def give(self: Any, me: int) -> dict[str, int]:
            assert self.code.grant(me)
            return {"holder": me + wrong}

        return driving(Server, grant=give, observe=lambda self: {})

    assert conform(LOCK, replying(0), cover="transitions").verdict == "confirmed"
    assert conform(LOCK, replying(1), cover="transitions").verdict == "refused"


def test_names_of_the_codes_own_are_compared_by_expect() -> None:
    def queue(self: Any, lock: Any) -> dict[str, Any]:
        return {"in the queue": sum(repr(phase) == "waiting" for phase in lock.phase.items)}

    seen = {"observe": lambda self: {"in the queue": len(self.code.waiting)}, "expect": queue}
    assert conform(LOCK, driving(Server, **seen), cover="transitions").verdict == "confirmed"
    assert conform(LOCK, driving(ForgetsWhoWaits, **seen), cover="transitions").verdict == "refused"


def test_what_can_not_be_decided_is_inconclusive() -> None:
    def release(self: Any, me: int) -> None:
        raise Inconclusive("the connection is lost")

    found = conform(LOCK, driving(Server, release=release), walks=20)
    assert found.verdict == "inconclusive"
    assert "the connection is lost" in {one.trial.confirmation.reason for one in found.walks}
    with pytest.raises(AssertionError, match="could not be followed: the connection is lost"):
        assert_conforms(LOCK, driving(Server, release=release), walks=20)


def test_code_that_does_not_do_the_same_again_differs_all_the_same() -> None:
    runs = iter(range(10**6))

    class Fickle(Server):
        def release(self) -> None:
            if next(runs) != 20:
                super().release()

    difference = by_walks(driving(Fickle))
    assert difference is not None
    assert not difference.is_shrunk


def test_every_adapter_is_closed() -> None:
    open_now: list[int] = []

    def made(self: Any) -> None:
        LockServer.__init__(self)
        open_now.append(1)

    for fault in (Server, AskedTwiceIsOnce, BeginsHeld):
        adapter = driving(fault, __init__=made, close=lambda self: open_now.pop())
        for way in WAYS:
            way(adapter)
            assert open_now == []
