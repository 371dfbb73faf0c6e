"""Runs a command line of Tidemark that sends itself a signal at one moment: for `tests/commands/test_signals.py`.

    python -m tests.support.signalled MOMENT SIGNAL WORD…

A moment is an event and not a time, so that it is the same on a busy machine: the nth call of any function since the
program hears signals (`300`), or the nth call of a function of some name in any thread (`extend:3`). The signal goes to
all processes of the group, as from a terminal.
"""

from __future__ import annotations

import os
import runpy
import sys
import threading
from types import FrameType


def send_at(moment: str, number: int, after: str | None = None) -> None:
    """Send the signal to this process's group at that moment, unless the program ends before.

    Calls are counted from the first of `after` on, or else since the program hears signals.
    """
    name, _, count = moment.rpartition(":")
    left, hears = int(count), False

    def watch(frame: FrameType, event: str, _: object) -> None:
        nonlocal left, hears
        if not hears:
            began = ("return", "end_at_once") if after is None else ("call", after)
            hears = (event, frame.f_code.co_name) == began
        elif event == "call" and name in ("", frame.f_code.co_name):
            left -= 1
            if not left:
                sys.setprofile(None)
                os.killpg(0, number)

    if name:
        threading.setprofile(watch)
    sys.setprofile(watch)


if __name__ == "__main__":
    _, moment, number, *words = sys.argv
    sys.argv = ["tidemark", *words]
    send_at(moment, int(number))
    runpy.run_module("checker.cli", run_name="__main__", alter_sys=True)
