"""Processes that answer questions: each ends when there is nothing left to ask it."""

import multiprocessing
import os
import signal
from contextlib import closing

import pytest

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


def test_a_process_that_is_killed_leaves_its_question_alone_without_an_answer() -> None:
    def ask(number: int) -> int:
        if number == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    found = dict(answers(ask, 6, 2, Limits(), Clock()))
    assert found == {0: 0, 1: 1, 2: None, 3: 3, 4: 4, 5: 5}
