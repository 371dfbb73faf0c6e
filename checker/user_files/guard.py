"""A guard around a user's file: a mistake in it is reported with its line, an endless loop is ended.

Its own module because loading a file, building a machine and calling a promise or an action all need it.
"""

from __future__ import annotations

import functools
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, Protocol, TextIO

from tidemark.base.authors import SHIPPED
from tidemark.base.errors import TidemarkError, old_import, short
from tidemark.spec.expressions.model_errors import Disabled, ModelError

SECONDS = 10.0
"""How long a file, or one call of a function in it, may run before it counts as endless."""
_AGAIN = 0.001
"""Seconds until a function is stopped that could not be stopped at once."""
_ENOUGH = 0.9
"""Which part of its time a function has to compute, so that it is endless, however busy the machine is."""
_LOOK = 0.1
"""For which part of that time it is watched, where it computed less: does it sleep, or wait for a core?"""
_BUSY = 0.1
"""Which part of what it is watched for it waits for a core, where it is only slow."""


class Owner(Protocol):
    """The owner of a guarded function: a user's file."""

    @property
    def label(self) -> str:
        """What a message calls it."""

    @property
    def seconds(self) -> float:
        """How long one call may take."""

    def has(self, filename: str) -> bool:
        """Whether a Python file is this one, or one that the user wrote for it."""


class _Endless(BaseException):
    """Raised inside a user's function when its time is over; no `except Exception` of its author catches it."""


class GuardedFunction:
    """A function of a user's file. Before its first answer it is tried; a mistake in it is reported with its line.

    attempt: called as the function is, before the first answer; says whether that was a trial.
    again: a function and its arguments that give this one in another process; None where it is never sent.
    """

    passes_arguments_on: ClassVar[bool] = True

    def __init__(
        self,
        function: Callable[..., Any],
        owner: Owner,
        attempt: Callable[..., bool],
        again: tuple[Callable[..., Any], tuple[Any, ...]] | None = None,
    ) -> None:
        functools.update_wrapper(self, function)
        self._function, self._owner, self._attempt, self._again = function, owner, attempt, again
        self._tried = False

    def __call__(self, /, *arguments: Any, **named: Any) -> Any:
        before = _arm(self._owner.seconds)  # not `explained`, which takes as long as a small action
        try:
            if not self._tried:
                self._tried = True
                self._tried = self._attempt(*arguments, **named)
            return self._function(*arguments, **named)
        except _PASSED:
            raise
        except BaseException as error:
            raise _answer(self._owner, error) from None
        finally:
            _disarm(before)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        assert self._again is not None, "this function is built again with its machine"
        return self._again


@contextmanager
def explain_mistakes(owner: Owner) -> Iterator[None]:
    """Report a mistake of what runs with the line of the user's file.

    Raises:
        ModelError: it is not valid Python, failed, ended the program, or did not end.
    """
    before = _arm(owner.seconds)
    try:
        yield
    except _PASSED:
        raise
    except BaseException as error:
        raise _answer(owner, error) from None
    finally:
        _disarm(before)


_PASSED = (TidemarkError, Disabled, KeyboardInterrupt)
"""What Tidemark itself raises, and needs no other words."""


def _answer(owner: Owner, error: BaseException) -> BaseException:
    """What to raise in place of an exception: the mistake in the user's file, else the exception itself."""
    _Current.limit.seconds = 0.0  # what follows is ours
    if isinstance(error, SyntaxError):
        name = short(error.filename) if error.filename and owner.has(error.filename) else owner.label
        line = f"{name}:{error.lineno}" if error.lineno else name
        return ModelError(f"this is not valid Python: {error.msg}", line)
    if isinstance(error, _Endless):
        return ModelError(f"this did not end within {owner.seconds:g} s", place_in(owner, error))
    if _is_ours(error):
        return error
    if isinstance(error, SystemExit):
        message = "this ends the program: a model says what may happen, and does nothing else"
        return ModelError(message, place_in(owner, error))
    return mistake(owner, error)


def mistake(owner: Owner, error: BaseException) -> ModelError:
    """An exception as a mistake in the user's file."""
    message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, RecursionError):
        message = (
            "this calls itself without an end: what depends on the state can't end it, since a function is called once "
            "for all states. Write a loop over a range of plain numbers, with where() for what each round changes"
        )
    elif isinstance(error, TypeError) and str(error).startswith("Int()"):
        message = f"{message}: Int(0, 3) are the numbers from 0 to 3, both included"
    return ModelError(old_import(error) or message, place_in(owner, error))


def _is_ours(error: BaseException) -> bool:
    """Whether Tidemark itself ended what runs, as the handler of a signal does. Ordinary exceptions are reported."""
    innermost = traceback.extract_tb(error.__traceback__)[-1]
    return not isinstance(error, Exception) and innermost.filename.startswith(SHIPPED)


def is_in(owner: Owner, error: BaseException) -> bool:
    """Whether an exception came through the user's file."""
    return any(owner.has(frame.filename) for frame in traceback.extract_tb(error.__traceback__))


def place_in(owner: Owner, error: BaseException) -> str:
    """`file:line` of the innermost frame in the user's file."""
    path = [frame for frame in traceback.extract_tb(error.__traceback__) if owner.has(frame.filename)]
    return f"{short(path[-1].filename)}:{path[-1].lineno}" if path else owner.label


class Late(Exception):
    """What ran under `within` did not end in its time."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """End what runs for longer, where a timer can: on the main thread. Its mistakes stay what they are.

    What it prints goes to standard error meanwhile, as of all that a user wrote.

    Raises:
        Late: its time was over.
    """
    before = _arm(seconds)
    try:
        yield
    except _Endless:
        raise Late from None
    finally:
        _disarm(before)


_plain: Any = sys.modules["_signal"]
"""`signal` without the conversions around it, which take longer than most actions do."""
_get_handler: Callable[[int], Any] = _plain.getsignal
_set_handler: Callable[[int, Any], Any] = _plain.signal


_reports: list[Callable[[Any], object]] = []
"""The hook that reports lost exceptions where no guard is."""


class _Limit:
    """The limit of what runs.

    seconds: its time, 0 where nothing is limited; until: when it is over; computed: for how long the thread had
    computed when it was armed, in seconds; waited: for how long the thread had waited for a core when the time was
    over, once it was.
    """

    __slots__ = ("computed", "seconds", "until", "waited")

    def __init__(self, seconds: float, computed: float, until: float) -> None:
        self.seconds, self.computed, self.until = seconds, computed, until
        self.waited: float | None = None


class _Current:
    """The limit that counts: that of the innermost guard."""

    limit = _Limit(0.0, 0.0, 0.0)


_Before = tuple[Any, float, float, TextIO, Callable[[Any], object], _Limit]
"""Handler and seconds of the timer that were set, when they were, standard output, the hook for what is lost, limit."""


def _arm(seconds: float) -> _Before | None:
    """Stop what runs for longer, where a timer can: on the main thread. Gives what `_disarm` restores.

    The time that it waits for a core, which other processes have, does not count.
    What it prints goes to standard error meanwhile: standard output may be one JSON document.
    """
    if threading.current_thread() is not threading.main_thread() or sys.platform == "win32":
        return None
    handler, remaining = _get_handler(signal.SIGALRM), 0.0
    if handler is not _stop:  # it is that of a guard around this one, or of the last one
        remaining, _ = signal.setitimer(signal.ITIMER_REAL, 0)
        _set_handler(signal.SIGALRM, _stop)
    output, sys.stdout = sys.stdout, sys.stderr
    hook = sys.unraisablehook
    if hook is not _stop_again:
        _reports[:] = [hook]
        sys.unraisablehook = _stop_again
    limit, begun = _Current.limit, time.monotonic()
    _Current.limit = _Limit(seconds, time.thread_time(), begun + seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    return handler, remaining, begun, output, hook, limit


def _stop(_signal: int, frame: FrameType | None) -> None:
    """Stop what runs, unless its time is not over, or it only waited. The alarm may be of the guard around this one."""
    limit = _Current.limit
    if not limit.seconds:
        return
    seconds = limit.until - time.monotonic()
    if seconds > 0 or (frame is not None and frame.f_code.co_filename in _OURS):
        signal.setitimer(signal.ITIMER_REAL, max(seconds, _AGAIN))
        return
    if time.thread_time() - limit.computed < _ENOUGH * limit.seconds:
        before, limit.waited, period = limit.waited, _wait(), _LOOK * limit.seconds
        if limit.waited is not None and (before is None or limit.waited - before > _BUSY * period):
            limit.until = time.monotonic() + period
            signal.setitimer(signal.ITIMER_REAL, period)
            return
    raise _Endless


_OURS = {_arm.__code__.co_filename, contextmanager.__code__.co_filename}
"""Files in which nothing is stopped: what has begun in them, or ends, sets and restores what belongs together."""


def _wait() -> float | None:
    """For how many seconds this thread has waited for a core so far; None where the system does not tell."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return None


def _stop_again(lost: Any) -> None:
    """Stop what runs a little later: it was in a finalizer or a callback, whose exceptions Python only reports."""
    if lost.exc_type is _Endless:
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
    else:
        _reports[0](lost)


def _disarm(before: _Before | None) -> None:
    """Restore what was set before."""
    if before is None:
        return
    handler, seconds, begun, sys.stdout, sys.unraisablehook, limit = before
    _Current.limit, now = limit, time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, max(_AGAIN, limit.until - now) if limit.seconds else 0)
    if seconds or handler not in (_stop, signal.SIG_DFL):
        _set_handler(signal.SIGALRM, handler)
    if seconds:
        signal.setitimer(signal.ITIMER_REAL, max(_AGAIN, seconds - (now - begun)))
