"""Runs a command line of Tidemark that sends itself a signal at one moment: for `tests/commands/test_signals.py`.

    python -m tests.support.signalled MOMENT SIGNAL WORD…

A moment is an event and not a time, so that it is the same on a busy machine: the nth call of any function since the
program hears signals (`300`), or the nth call of a function of some name in any thread (`extend:3`). The signal goes to
all processes of the group, as from a terminal. With `others:` before the moment, it goes to the processes that this one
has started, and to this one only once they have ended of it and this one has seen that.
"""

from __future__ import annotations

import os
import runpy
import sys
import threading
import time
from types import FrameType


def send_at(moment: str, number: int, after: str | None = None) -> None:
    """Send the signal at that moment, unless the program ends before.

    Calls are counted from the first of `after` on, or else since the program hears signals.
    """
    place, _, count = moment.rpartition(":")
    others_first, name = place.startswith("others:"), place.removeprefix("others:")
    left, hears = int(count), False

    def watch(frame: FrameType, event: str, _: object) -> None:
        nonlocal left, hears
        if not hears:
            began = ("return", "end_at_once") if after is None else ("call", after)
            hears = (event, frame.f_code.co_name) == began
        elif left and event == "call" and name in ("", frame.f_code.co_name):
            left -= 1
            if left:
                return
            if others_first:
                end_others(number)
            else:
                sys.setprofile(None)
                os.killpg(0, number)
        elif not left and _sees_an_end(frame, event):
            sys.setprofile(None)
            os.kill(os.getpid(), number)

    if name:
        threading.setprofile(watch)
    sys.setprofile(watch)


def _sees_an_end(frame: FrameType, event: str) -> bool:
    """Whether the program has just seen that another process ended of a signal."""
    return (event, frame.f_code.co_name) == ("return", "raise_if_ended_by") and bool(frame.f_locals["number"])


def end_others(number: int) -> None:
    """Send the signal to all that this process has started and that hear it, and wait until they have ended."""
    from tidemark.base import signals

    others = [one for one in signals.descendants() if _hears(one, number)]
    for one in others:
        if _lives(one):
            os.kill(one, number)
    while any(map(_lives, others)):
        time.sleep(0.01)


def _hears(process: int, number: int) -> bool:
    """Whether a process ends of a signal. One at work may block it only while it starts a thread."""
    while True:
        state = _state(process)
        blocks, ignores = (int(state.get(mask, "0"), 16) >> number - 1 & 1 for mask in ("SigBlk", "SigIgn"))
        if not blocks or ignores or state["State"][0] not in "RD":
            return not (blocks or ignores)
        time.sleep(0.01)


def _lives(process: int) -> bool:
    """Whether a process is there, or a thread of it: the first may end before the others."""
    try:
        threads = os.listdir(f"/proc/{process}/task")  # noqa: PTH208  # of one that is gone, Path.glob may fail
    except OSError:
        return False
    return any(_state(int(thread)).get("State", "Z")[0] != "Z" for thread in threads)


def _state(process: int) -> dict[str, str]:
    """What Linux tells of a process; nothing of one that is gone."""
    from pathlib import Path

    try:
        lines = (Path("/proc") / str(process) / "status").read_text().splitlines()
    except OSError:
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


if __name__ == "__main__":
    _, moment, number, *words = sys.argv
    sys.argv = ["tidemark", *words]
    send_at(moment, int(number))
    runpy.run_module("tidemark.checker.cli", run_name="__main__", alter_sys=True)
