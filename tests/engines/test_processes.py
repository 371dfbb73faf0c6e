"""Processes that answer questions: each ends when there is nothing left to ask it."""

import ctypes
import multiprocessing
import os
import signal
from contextlib import closing
from pathlib import Path

import pytest

from checker.engines.native.buffer import Buffer
from checker.engines.processes import answers
from checker.runs.results import Clock, Limits


@pytest.mark.timeout(120)
def test_a_process_ends_while_one_started_later_still_works() -> None:
    told = multiprocessing.get_context("fork").Event()

    def ask(number: int) -> int:
        if number == 1:
            told.wait()
        return 10 * number

    found = {}
    with closing(answers(ask, 2, 2, Limits(), Clock())) as coming:
        for number, answer in coming:
            found[number] = answer
            told.set()
    assert found == {0: 0, 1: 10}


@pytest.mark.skipif(
    Path("/proc/sys/vm/overcommit_memory").read_text().strip() == "2",
    reason="this Linux counts all that is reserved",
)
def test_what_is_reserved_and_not_touched_does_not_keep_a_process_from_starting() -> None:
    """Linux joins neighbouring reservations, and would have to promise the sum again to the new process."""
    half = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    reserved = [Buffer(ctypes.c_uint64, half // 8) for _ in range(4)]
    assert dict(answers(lambda number: number, 2, 2, Limits(), Clock())) == {0: 0, 1: 1}
    assert [len(one.items) for one in reserved] == [half // 8] * 4


def test_a_process_that_is_killed_leaves_its_question_alone_without_an_answer() -> None:
    def ask(number: int) -> int:
        if number == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    found = dict(answers(ask, 6, 2, Limits(), Clock()))
    assert found == {0: 0, 1: 1, 2: None, 3: 3, 4: 4, 5: 5}
