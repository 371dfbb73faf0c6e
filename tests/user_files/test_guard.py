"""A limit of time that a function of a user's file has."""

import ctypes
import gc
import signal
import sys
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from tidemark.checker.user_files import guard
from tidemark.checker.user_files.guard import Late, explain_mistakes, within
from tidemark.spec import ModelError


def never_ends(*_: object) -> None:
    while True:
        pass


class Finalized:
    __del__ = never_ends


def in_a_finalizer() -> None:
    Finalized()


def below_a_finalizer() -> None:
    class Calls:
        def __del__(self) -> None:
            never_ends()

    Calls()


def in_a_callback_of_a_weak_reference() -> None:
    class Referenced:
        pass

    one = Referenced()
    reference = weakref.ref(one, never_ends)
    del one
    assert reference() is None


def in_a_callback_of_the_collector() -> None:
    gc.callbacks.append(never_ends)
    try:
        gc.collect()
    finally:
        gc.callbacks.remove(never_ends)


def in_a_callback_of_c() -> None:
    ctypes.CFUNCTYPE(None)(never_ends)()


@pytest.mark.parametrize(
    "place",
    [
        in_a_finalizer,
        below_a_finalizer,
        in_a_callback_of_a_weak_reference,
        in_a_callback_of_the_collector,
        in_a_callback_of_c,
    ],
)
def test_time_that_is_over_where_an_exception_is_lost_is_noticed_after_it(place: Callable[[], None]) -> None:
    hook = sys.unraisablehook

    def goes_on_after_it() -> None:
        place()
        never_ends()

    with pytest.raises(Late), within(0.05):
        goes_on_after_it()
    assert sys.unraisablehook is hook


def test_what_waits_for_a_core_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it has had its time, or sleeps: how long it has waited is what the system says."""
    waited = iter([0, 0.04, 0.08, 0.08])
    asked = []

    def as_the_system_says() -> float:
        asked.append(next(waited))
        return asked[-1]

    monkeypatch.setattr(guard, "_wait", as_the_system_says)
    with pytest.raises(Late), within(0.2):
        time.sleep(100)
    assert asked == [0, 0.04, 0.08, 0.08]


def test_where_the_system_does_not_tell_what_has_waited_all_time_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "_wait", lambda: None)
    with pytest.raises(Late), within(0.05):
        time.sleep(100)


def test_what_computes_for_ever_is_late_however_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_wait", time.monotonic)
    with pytest.raises(Late), within(0.05):
        never_ends()


@pytest.mark.parametrize("around", [None, 1e-5, 0.2, 100])
@pytest.mark.parametrize("seconds", [1e-6, 1e-5, 2e-5, 4e-5, 8e-5, 1.6e-4])
def test_time_that_is_over_while_it_is_set_or_restored_is_as_if_it_were_over_before(
    seconds: float, around: float | None
) -> None:
    """However late the process goes on, nothing but `Late` leaves a guard, and what was set is set again."""
    hook, handler, timer = (
        sys.unraisablehook,
        signal.getsignal(signal.SIGALRM),
        signal.getitimer(signal.ITIMER_REAL),
    )

    def briefly() -> None:
        with suppress(Late), within(seconds):
            sum(range(50))

    def each(count: int) -> None:
        for _ in range(count):
            if around is None:
                briefly()
            else:
                with suppress(Late), within(around):
                    briefly()

    each(100)
    with pytest.raises(Late), within(seconds):
        never_ends()
    assert sys.unraisablehook is hook
    assert handler in (signal.getsignal(signal.SIGALRM), signal.SIG_DFL)
    assert (signal.getitimer(signal.ITIMER_REAL)[0] > 0) == (timer[0] > 0)


@pytest.mark.parametrize("seconds", [1e-6, 1e-5, 4e-5, 1.6e-4])
def test_a_mistake_whose_time_is_over_while_it_is_told_is_a_mistake_all_the_same(seconds: float) -> None:
    class File:
        label = "a file"

        def __init__(self) -> None:
            self.seconds = seconds

        def has(self, filename: str) -> bool:
            return filename == __file__

    for _ in range(100):
        with (
            pytest.raises(ModelError, match=r"ValueError: wrong|this did not end within"),
            explain_mistakes(File()),
        ):
            raise ValueError("wrong")


def test_the_time_of_a_guard_that_is_over_within_another_ends_it_after_that_one() -> None:
    def outlasts() -> None:
        with within(100):
            time.sleep(0.1)
        never_ends()

    with pytest.raises(Late), within(0.05):
        outlasts()


def test_an_alarm_that_is_set_around_a_guard_still_comes() -> None:
    came: list[int] = []
    before, left = (
        signal.signal(signal.SIGALRM, lambda number, _: came.append(number)),
        signal.setitimer(signal.ITIMER_REAL, 0.05),
    )
    try:
        with within(100):
            pass
        while not came:
            signal.sigtimedwait([], 0.01)
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *left)


def test_a_guard_within_a_guard_leaves_it_its_time() -> None:
    def has_another_within() -> None:
        with within(100):
            pass
        never_ends()

    with pytest.raises(Late), within(0.3):
        has_another_within()


def test_other_exceptions_that_are_lost_are_reported_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fails:
        def __del__(self) -> None:
            raise ValueError("lost")

    told: list[Any] = []
    monkeypatch.setattr("sys.unraisablehook", lambda lost: told.append(lost.exc_value))
    with within(10), within(10):
        Fails()
    Fails()
    assert [str(error) for error in told] == ["lost", "lost"]
