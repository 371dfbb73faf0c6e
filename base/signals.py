"""Ctrl-C and SIGTERM: whatever the program does, it ends within two seconds, alone, and prints what it has found.

The first signal raises KeyboardInterrupt in the main thread, or sets an event where a search looks for one (`noted`);
the commands print what is known, and the exit status is 130 or 143. A thread watches that this ends, since the main
thread may be deep in a library that hears nothing: after `GRACE`, or at a second signal, it ends the process and all
that it has started.

On the ground floor, and made of the standard library alone, since it comes before every other import of a program.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps

GRACE = 1.5
"""Seconds from a signal until the process is ended, whatever it does."""
LISTENS = 0.05
"""Seconds after which code that waits for another thread or process looks whether a signal was noted."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)
_TOLD = "tidemark: interrupted"
_SHOW_CURSOR = "\r\033[K\033[?25h"
"""Ends a progress line, which hides the cursor of a terminal."""
_OVER = 0
"""Written to the watching thread's pipe, where otherwise the numbers of signals are: the program ends without one."""


at_end: list[Callable[[], None]] = []
"""What is called when a signal ends the program and all that it has started, which `atexit` does not hear of."""
_leaving = threading.Lock()


class _State:
    """What has happened in this process so far.

    received: the first signal.
    foreseen: the first signal, if another process ended by it before this one received its own, which may follow.
    is_program: whether this process is `tidemark`, and not another's that calls it.
    handled: whether an exception is caught, where every signal is reported.
    event: what a signal sets in place of raising.
    lost: whether the exception was raised in a destructor, where Python drops it.
    again: whether the watching thread sends the next signal, in place of a lost exception.
    """

    received: int | None = None
    foreseen: int | None = None
    is_program = False
    handled = False
    event: threading.Event | None = None
    lost = False
    again = False


def has_received_signal() -> bool:
    """Whether a signal has come, so that the program is about to end."""
    return _State.received is not None


def end_at_once() -> None:
    """Let a signal end this process at once, in one line, from here on. Called first of all by a program."""
    _State.is_program = True
    for number in SIGNALS:
        signal.signal(number, _handle)


def _handle(number: int, _frame: object) -> None:
    if number == _State.foreseen:
        _State.foreseen = None
        return
    if _State.is_program and (not _State.handled or (has_received_signal() and not _State.again)):
        _leave(_State.received or number)
    _State.received = _State.received or number
    _State.again = False
    if _State.event:
        _State.event.set()
    else:
        raise KeyboardInterrupt


@contextmanager
def note_signals() -> Iterator[threading.Event]:
    """An event that a signal sets: what runs meanwhile is not interrupted, but looks at the event and ends.

    One within another is the same.
    """
    event = _State.event or threading.Event()
    if _State.event or threading.current_thread() is not threading.main_thread():
        yield event
        return
    handler = signal.getsignal(signal.SIGINT)
    _State.event = event
    if handler is not _handle:
        _forget()
        signal.signal(signal.SIGINT, _handle)
    try:
        yield event
    finally:
        _State.event = None
        if handler is not _handle:
            signal.signal(signal.SIGINT, handler)


@contextmanager
def unbroken() -> Iterator[None]:
    """Signals are noted meanwhile; KeyboardInterrupt comes where `raise_noted_signal` is called, or at the end.

    Code that makes objects of LLVM or z3 runs in here. Their Python classes acquire a resource in one step, note it in
    another, and release it when they are destroyed: with an exception in between, the process crashes.
    """
    with note_signals():
        yield
        raise_noted_signal()


def raise_noted_signal() -> None:
    """Raise KeyboardInterrupt here, within `note_signals`, if a signal has come."""
    if _State.event and _State.event.is_set():
        raise KeyboardInterrupt


def raise_if_ended_by(status: int) -> None:
    """Raise KeyboardInterrupt if this is the status of an awaited process that SIGINT or SIGTERM has ended.

    The signal came for all, or for that one alone: either way nobody has failed, and what is known is printed.
    `status` is as Popen has it, or as a shell and Java do.
    """
    number = next((candidate for candidate in SIGNALS if status in (-candidate, 128 + candidate)), None)
    if number is None:
        return
    if _State.handled and not has_received_signal():
        _State.received = _State.foreseen = number
    raise KeyboardInterrupt


def end_on_signals(main: Callable[..., int]) -> Callable[..., int]:
    """A `main` that a signal ends with the status 130 or 143, once it has printed what it knows, and its children."""

    @wraps(main)
    def whole(*arguments: object) -> int:
        if threading.current_thread() is not threading.main_thread():
            return main(*arguments)
        _forget()
        handlers = [signal.getsignal(number) for number in SIGNALS]
        with _watching():
            try:
                _State.handled = True
                for number in SIGNALS:
                    signal.signal(number, _handle)
                status = main(*arguments)
                _State.handled = False
            except KeyboardInterrupt:
                _State.handled = False
                status = 128 + signal.SIGINT
                print(_TOLD, file=sys.stderr)
            if has_received_signal():
                status = 128 + (_State.received or 0)
                _end(status)
        for number, handler in zip(SIGNALS, handlers, strict=True):
            # A program has done its work: what Python does at its own end is not worth a signal.
            signal.signal(number, signal.SIG_IGN if _State.is_program else handler)
        return status

    return whole


def _forget() -> None:
    _State.received = _State.foreseen = None


def _end(status: int) -> None:
    """End the program, if it is one: its libraries' own shutdown may take longer."""
    if _State.is_program:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        kill(descendants())
        for remove in at_end:
            with suppress(OSError):
                remove()
        os._exit(status)


def _leave(number: int) -> None:
    """End the process at once, with all that it has started; the main and the watching thread may both come here."""
    if not _leaving.acquire(blocking=False):
        return
    end = _SHOW_CURSOR if os.isatty(2) else ""
    with suppress(OSError):
        os.write(2, f"{end}{_TOLD}\n".encode())
    kill(descendants())
    os._exit(128 + number)


@contextmanager
def _watching() -> Iterator[None]:
    """Watch, if this is a program, that it ends after a signal."""
    if not _State.is_program:
        yield
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    sys.unraisablehook = _unraisable
    watch = threading.Thread(target=_watch, args=(reading, threading.get_ident()), daemon=True)
    watch.start()
    yield
    os.write(writing, bytes([_OVER]))
    watch.join()
    signal.set_wakeup_fd(-1)
    os.close(reading)
    os.close(writing)


def _watch(reading: int, main_thread: int) -> None:
    number = _OVER + 1
    while number not in (_OVER, *SIGNALS):
        number = os.read(reading, 1)[0]
    if number == _OVER:
        return
    end, mine = time.monotonic() + GRACE, False
    while (remaining := end - time.monotonic()) > 0:
        if select.select([reading], [], [], min(remaining, 0.02))[0]:
            next_number = os.read(reading, 1)[0]
            if next_number == _OVER:
                return
            if next_number in SIGNALS and not mine:
                break
            mine = False
        if _State.lost:
            _State.lost, _State.again, mine = False, True, True
            signal.pthread_kill(main_thread, number)
    _leave(number)


def _unraisable(problem: sys.UnraisableHookArgs) -> None:
    """What Python does with an exception in a destructor, except that one of a signal is neither shown nor lost."""
    if not has_received_signal():
        sys.__unraisablehook__(problem)
    elif isinstance(problem.exc_value, KeyboardInterrupt):
        _State.lost = True


def in_child() -> None:
    """What a forked process does first: signals are the parent's to handle, and it ends with the parent."""
    _State.event = None
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    die_with_parent()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def die_with_parent() -> None:
    """Ask Linux to kill this process when its parent ends, however that ends."""
    import ctypes

    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # 1 is PR_SET_PDEATHSIG


@contextmanager
def block_signals() -> Iterator[None]:
    """Keep signals waiting: a process that is forked meanwhile has time to call `in_child`."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def descendants() -> list[int]:
    """The processes that this one has started, and those that they have, as long as their parents live."""
    children: dict[int, list[int]] = {}
    # Without pathlib: the signal may have come while that was being imported.
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
            children.setdefault(int(file.read().rpartition(b")")[2].split()[1]), []).append(int(name))
    processes = [os.getpid()]
    for process in processes:
        processes += children.get(process, [])
    return processes[1:]


def kill(processes: list[int]) -> None:
    """End these processes at once."""
    for process in processes:
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)
