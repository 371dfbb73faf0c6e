"""Spot checks of the compiled functions that the executors call, in states from the work directory."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.spots import CompiledForm, note_checks
from tidemark.checker.engines.spark.rows import RowForm, used_bits
from tidemark.checker.engines.spark.workdir import Level, Workdir
from tidemark.checker.engines.spot_checks import Extent
from tidemark.checker.runs.results import Clock, Result, State

MOST_FILES, LARGEST = 8, 64 << 20
"""How many sorted runs are looked into, and how large one may be in bytes: an object store has to bring it here."""
TOGETHER = 16
"""States that are read from one place of a run."""


def note(
    result: Result, kernel: Kernel, workdir: Workdir, levels: Sequence[Level], extent: Extent, symmetric: bool
) -> None:
    """Make spot checks, and note them in the result of a search.

    Raises:
        Disagreement: the compiled functions differ from the machine's own.
    """

    def choose(remaining: Extent, _: Clock) -> tuple[CompiledForm, list[State]]:
        return CompiledForm(kernel), _sample(kernel, workdir, levels[-1], remaining.states)

    if levels:
        note_checks(result, extent, symmetric, choose)


def _sample(kernel: Kernel, workdir: Workdir, level: Level, most: int) -> list[State]:
    """Some of the states so far: a few from places that are drawn in each of some sorted runs."""
    form, draw = RowForm(used_bits(kernel.layout)), random.Random(0)
    files = sorted(level.runs, key=lambda file: file.size)
    small = [file for file in files if file.size <= LARGEST] or files[:1]
    chosen = draw.sample(small, min(MOST_FILES, len(small)))
    states: list[State] = []
    for file in chosen:
        run, room = workdir.open(form, [file]), np.empty((TOGETHER, form.width), np.uint64)
        for _ in range(-(-most // (TOGETHER * len(chosen)))):
            run.seek(draw.randrange(file.low, file.high))
            count = run.read(file.high - 1, room)
            rows = form.states(np.ascontiguousarray(room[:count]))
            states += [kernel.layout.unpack([int(word) for word in words]) for words in rows]
    return list(dict.fromkeys(states))
