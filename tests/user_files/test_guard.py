"""A limit of time that a function of a user's file has."""

import ctypes
import gc
import sys
import time
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from tidemark.checker.user_files import guard
from tidemark.checker.user_files.guard import Late, within


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

    monkeypatch.setattr(guard, "_waited", as_the_system_says)
    with pytest.raises(Late), within(0.2):
        time.sleep(100)
    assert asked == [0, 0.04, 0.08, 0.08]


def test_where_the_system_does_not_tell_what_has_waited_all_time_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "_waited", lambda: None)
    with pytest.raises(Late), within(0.05):
        time.sleep(100)


def test_what_computes_for_ever_is_late_however_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_waited", time.monotonic)
    with pytest.raises(Late), within(0.05):
        never_ends()


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
