"""Shrinking: a run that a random walk found is made locally minimal.

Steps are left out as long as what remains still breaks the promise; a step that can't happen any more is left
out too. Then every step is tried with other arguments. None of these changes makes the result shorter; a
shorter run of another kind may exist, which exhaustive search would find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from checker.engines.reference import run_of
from checker.runs.results import Run
from spec.declarations import Promise
from spec.errors import Disabled
from spec.machine import Instance, Machine, OutOfRange


def shrink(run: Run, is_over: Callable[[], bool] = lambda: False) -> Run:
    """A run no longer than this one that breaks the same promise, locally minimal unless the time for it is over."""
    promise = next(p for p in run.machine.promises if p.name == run.promise)
    shrinker = _Shrinker(run.machine, promise, is_over)
    best = shrinker.attempt([s.instance for s in run.steps if s.instance])
    if best is None:
        raise ValueError(f"the run does not break {run.promise}")
    while True:
        shorter = shrinker.pass_over(best)
        if len(shorter) >= len(best):
            return run_of(run.machine, run.promise, shorter)
        best = shorter


class _Shrinker:
    def __init__(
        self, machine: Machine, promise: Promise, is_over: Callable[[], bool] = lambda: False
    ) -> None:
        self.machine, self.promise, self._is_over = machine, promise, is_over
        self._known: dict[tuple[int, ...], list[Instance] | None] = {}
        self._others: dict[str, list[Instance]] = {}
        for instance in machine.instances:
            self._others.setdefault(instance.action.name, []).append(instance)

    def attempt(self, instances: Sequence[Instance]) -> list[Instance] | None:
        """Those of the steps that can happen, up to the first state that breaks the promise; None if none does."""
        key = tuple(map(id, instances))
        if key not in self._known:
            self._known[key] = self._run(instances)
        return self._known[key]

    def _run(self, instances: Sequence[Instance]) -> list[Instance] | None:
        state, steps = self.machine.initial, []
        if not self.promise.function(state):
            return []
        flat = self.machine.encode(state)
        for instance in instances:
            try:
                following = self.machine.run(state, instance)
                reached = self.machine.encode(following, instance)
            except (Disabled, OutOfRange):
                continue
            if reached == flat:
                continue
            state, flat = following, reached
            steps.append(instance)
            if not self.promise.function(state):
                return steps
        return None

    def pass_over(self, best: list[Instance]) -> list[Instance]:
        """The steps without as many of them as one pass can leave out."""
        size = max(1, len(best) // 2)
        while size:
            start = 0
            while start < len(best) and not self._is_over():
                shorter = self.attempt([*best[:start], *best[start + size :]])
                if shorter is not None and len(shorter) < len(best):
                    best = shorter
                else:
                    start += size
            size //= 2
        for candidate in self._changed(best):
            if self._is_over():
                break
            shorter = self.attempt(candidate)
            if shorter is not None and len(shorter) < len(best):
                return shorter
        return best

    def _changed(self, best: list[Instance]) -> Iterator[list[Instance]]:
        """The steps with any two left out, and with any one exchanged for the same action on other arguments."""
        for first in range(len(best)):
            for second in range(first + 1, len(best)):
                yield [*best[:first], *best[first + 1 : second], *best[second + 1 :]]
        for place, instance in enumerate(best):
            for other in self._others[instance.action.name]:
                if other is not instance:
                    for left_out in range(len(best)):
                        changed = [*best[:place], other, *best[place + 1 :]]
                        yield [*changed[:left_out], *changed[left_out + 1 :]]
