"""Processes that answer questions: each ends when there is nothing left to ask it."""

import ast
import ctypes
import multiprocessing
import os
import re
import signal
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tidemark import ROOMS
from tidemark.checker.engines.native.buffer import Buffer
from tidemark.checker.engines.processes import Gone, answers, receive
from tidemark.checker.runs.results import Clock, Limits

ROOT = Path(__file__).parents[2]


def ready_to_wait(file: str) -> Callable[[int], int]:
    """What answers the second question once there is a file."""

    def ask(number: int) -> int:
        while number == 1 and not Path(file).exists():
            time.sleep(0.01)
        return 10 * number

    return ask


def ready() -> Callable[[int], int]:
    return lambda number: number


def ready_to_end(number: int) -> Callable[[int], int]:
    """What ends its process in the third question, by a signal."""

    def ask(asked: int) -> int:
        if asked == 2:
            os.kill(os.getpid(), number)
        return asked

    return ask


def asked(
    ready: Callable[..., Callable[[int], int]], *arguments: object, questions: int = 2
) -> Iterator[Any]:
    return answers(ready, arguments, questions, 2, Limits(), Clock())


@pytest.mark.timeout(120)
def test_a_process_ends_while_one_started_later_still_works(tmp_path: Path) -> None:
    found = {}
    with closing(asked(ready_to_wait, str(tmp_path / "go"))) as coming:
        for number, answer in coming:
            found[number] = answer
            (tmp_path / "go").touch()
    assert found == {0: 0, 1: 10}


@pytest.mark.skipif(
    Path("/proc/sys/vm/overcommit_memory").read_text().strip() == "2",
    reason="this Linux counts all that is reserved",
)
def test_what_is_reserved_and_not_touched_does_not_keep_a_process_from_starting() -> None:
    """Linux joins neighbouring reservations, and would have to promise the sum again to the new process."""
    half = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    reserved = [Buffer(ctypes.c_uint64, half // 8) for _ in range(4)]
    assert dict(asked(ready)) == {0: 0, 1: 1}
    assert [len(one.items) for one in reserved] == [half // 8] * 4


def test_a_process_that_is_killed_leaves_its_question_alone_without_an_answer() -> None:
    found = dict(asked(ready_to_end, signal.SIGKILL, questions=6))
    assert found == {0: 0, 1: 1, 2: None, 3: 3, 4: 4, 5: 5}


def test_a_process_that_a_signal_for_all_ended_has_not_failed() -> None:
    with pytest.raises(KeyboardInterrupt):
        list(asked(ready_to_end, signal.SIGTERM, questions=6))


def test_a_process_that_ends_in_the_midst_of_its_answer_has_ended() -> None:
    mine, theirs = multiprocessing.Pipe()
    os.write(theirs.fileno(), struct.pack("!i", 100) + b"half")
    theirs.close()
    ended = multiprocessing.get_context("forkserver").Process(target=ready)
    ended.start()
    with pytest.raises(Gone, match=r"status 0$"):
        receive(mine, ended)


IN_FRONT = {"tools.py"}
"""Who starts a program in its own place: a terminal's Ctrl-C and what is typed are for that one."""


def test_no_process_is_a_fork_of_this_one_or_in_its_group() -> None:
    """A fork keeps the locks of all threads; what is in this group ends of its signals before it hears of them."""
    wrong, seen = [], 0
    for file in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            called, given = ast.unparse(node.func), {keyword.arg for keyword in node.keywords}
            if called.startswith("subprocess."):
                seen += 1
                right = given & {"process_group", "start_new_session"}
            elif called.endswith("get_context"):
                seen += 1
                right = [ast.unparse(one) for one in node.args] == ["'forkserver'"]
            else:
                right = not re.fullmatch(r"os\.(fork|system|popen)|multiprocessing\.(Process|Pool)", called)
            if not right and file.name not in IN_FRONT:
                wrong.append(f"{file.relative_to(ROOT)}:{node.lineno}: {called}")
    assert not wrong
    assert seen >= 6
