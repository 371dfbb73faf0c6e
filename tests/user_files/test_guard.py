"""A limit of time that a function of a user's file has."""

import gc
import signal
from typing import Any

import pytest

from tidemark.checker.user_files.guard import AGAIN, Late, within


def test_time_that_is_over_in_a_callback_of_the_collector_is_noticed_after_it() -> None:
    def waits_for_the_signal(_phase: str, _info: dict[str, Any]) -> None:
        while signal.getitimer(signal.ITIMER_REAL)[0] > AGAIN:
            pass

    def collects_and_goes_on() -> None:
        gc.collect()
        for _ in range(10**8):
            pass

    gc.callbacks.append(waits_for_the_signal)
    try:
        with pytest.raises(Late), within(0.05):
            collects_and_goes_on()
    finally:
        gc.callbacks.remove(waits_for_the_signal)
