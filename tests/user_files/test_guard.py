"""A limit of time that a function of a user's file has."""

import ctypes
import gc
import sys
import weakref
from collections.abc import Callable
from typing import Any

import pytest

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
