"""Memory ends at any moment: what was found until then is told, and nothing that was noted is lost."""

from __future__ import annotations

import gzip
import inspect
import io
import sys
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tidemark import impl
from tidemark.base.files import PIECE, read_at_most, read_bytes
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import cache, search, workdir
from tidemark.checker.engines.native.capacity import Threads
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.runs import histories
from tidemark.checker.runs.results import Limits, Result
from tidemark.real.storage import codecs
from tidemark.spec.machines.machine import Machine

HOLDS = impl.protocol("published/kip-320").machine({"replicas": 2})
BREAKS = impl.protocol("published/kip-101").machine({"replicas": 2, "log-size": 2, "records": 2})


def refuse(*_: object, **__: object) -> None:
    raise MemoryError


def figures(result: Result) -> tuple[Any, ...]:
    found = {name: (one.verdict, one.run and one.run.steps) for name, one in result.promises.items()}
    actions = {name: (one.enabled, one.changing) for name, one in result.actions.items()}
    return result.distinct_states, result.generated_states, result.depth, found, actions


class Ending:
    """Memory that ends at one call in code of ours, of Python's or of C's, while a search explores.

    Not in that of a library: it may have taken a lock then, which all that follow would wait for.
    """

    def __init__(self, at: int | None) -> None:
        self.at, self.calls = at, 0
        self._begun = False

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event not in ("call", "c_call") or not frame.f_globals.get("__name__", "").startswith("tidemark."):
            return
        if frame.f_code.co_flags & inspect.CO_GENERATOR:
            return  # what it raises while it is closed is nobody's
        self._begun |= frame.f_code is search.ExhaustiveSearch._explore.__code__
        if frame.f_code is search.ExhaustiveSearch._finish.__code__:
            sys.setprofile(None)
        elif self._begun:
            self.calls += 1
            if self.calls == self.at:
                raise MemoryError

    def during(self, work: Callable[[], Result]) -> Result:
        before = sys.getprofile()
        sys.setprofile(self)
        try:
            return work()
        finally:
            sys.setprofile(before)


def require_less_of(result: Result, whole: Result) -> None:
    assert not result.complete
    assert str(result.stopped) == "the system gave no more memory"
    assert result.distinct_states <= whole.distinct_states
    assert result.generated_states <= whole.generated_states
    for name, one in result.promises.items():
        if one.verdict != "unknown":
            assert (one.verdict, one.run) == ("violated", whole.promises[name].run)


@pytest.mark.parametrize("machine", [HOLDS, BREAKS], ids=["holds", "breaks"])
def test_memory_that_ends_at_any_call_of_a_search_ends_it_as_incomplete(machine: Machine) -> None:
    kernel, limits = Kernel(machine, False), Limits(keep_going=True)

    def work() -> Result:
        return search.search(machine, limits, threads=1, kernel=kernel)

    whole = work()
    none = Ending(None)
    assert figures(none.during(work)) == figures(whole)
    points = [*range(1, 100), *range(100, none.calls, 97)]
    for at in points:
        result = Ending(at).during(work)
        if result.stopped is None:  # it goes on without a file for its levels, or without optimized code
            assert figures(result) == figures(whole), at
        else:
            require_less_of(result, whole)
    assert none.calls > 1000


@pytest.mark.parametrize("machine", [HOLDS, BREAKS], ids=["holds", "breaks"])
def test_what_was_noted_before_memory_ended_is_gone_on_from(machine: Machine, tmp_path: Path) -> None:
    kernel = Kernel(machine, False)

    def work(resume: bool, place: Path) -> Result:
        with workdir.journal(place, resume, machine, False, kernel) as journal:
            return search.prepare_search(
                machine, Limits(keep_going=True), 1, False, kernel, journal=journal, spills=True
            ).run(None)

    whole = work(False, tmp_path / "whole")
    none = Ending(None)
    none.during(lambda: work(False, tmp_path / "none"))
    for at in range(1, none.calls, none.calls // 25):
        place = tmp_path / str(at)
        ended = Ending(at).during(lambda place=place: work(False, place))  # type: ignore[misc]
        if ended.stopped is not None:
            assert not ended.complete
            assert figures(work(True, place)) == figures(whole), at


def test_a_thread_that_fails_waits_for_the_others() -> None:
    goes_on, ended = threading.Event(), threading.Event()

    def work(k: int) -> None:
        if k == 0:
            goes_on.set()
            raise MemoryError
        goes_on.wait()
        ended.set()

    with Threads(1) as pool:
        for _ in range(50):
            goes_on.clear()
            ended.clear()
            with pytest.raises(MemoryError):
                pool.together(work, 2)
            assert ended.is_set()


def test_a_search_that_has_no_memory_for_its_first_state_can_not_begin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search.Workers, "commit", refuse)
    with pytest.raises(search.UsageError, match="the search can't begin: the system gave no more memory"):
        search.search(HOLDS)


def test_the_reference_engine_tells_what_it_found_before_memory_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expanded: list[object] = []

    def ending(*arguments: Any) -> Any:
        expanded.append(arguments)
        if len(expanded) > 100:
            raise MemoryError
        return successors(*arguments)

    successors = reference.successors
    monkeypatch.setattr(reference, "successors", ending)
    result = reference.search(HOLDS)
    assert not result.complete
    assert str(result.stopped) == "the system gave no more memory"
    assert result.distinct_states >= 100


def test_what_can_not_be_kept_is_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "_write", refuse)
    objects = cache.ObjectCache(tmp_path)
    objects.keep(b"made from", b"code")
    assert objects.load(b"made from") is None


def _kept(place: Path) -> object:
    objects = cache.ObjectCache(place)
    if not objects.file(b"made from").exists():
        objects.keep(b"made from", b"code")
    return objects.load(b"made from")


def _file(place: Path) -> object:
    (place / "small").write_text("{}")
    return read_bytes(place / "small", "thing")


def _packed(place: Path) -> object:
    path = place / f"small{histories.PACKED}"
    path.write_bytes(gzip.compress(b"{}"))
    return histories._text(path)


def _batch(_: Path) -> object:
    return codecs.decompress(1, gzip.compress(b"a batch"))


@pytest.mark.parametrize("read", [_kept, _file, _packed, _batch])
def test_a_small_file_takes_little_memory(read: Callable[[Path], object], tmp_path: Path) -> None:
    read(tmp_path)  # what is imported for it
    tracemalloc.start()
    try:
        assert read(tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 4 * PIECE
    finally:
        tracemalloc.stop()


def test_no_more_is_read_than_was_asked_for() -> None:
    content = bytes(range(256)) * 12_000
    for most in (0, 1, PIECE, PIECE + 1, len(content) - 1, len(content), len(content) + 1):
        assert read_at_most(io.BytesIO(content), most) == content[:most]
