"""Shrinking: a run that a random walk found is made locally minimal.

A run keeps its initial state. Steps are left out as long as what remains still breaks the promise; a step that can no
longer be taken is left out too.
Then every step is tried with other arguments. None of these changes makes the result shorter; a shorter run of another
kind may exist, which exhaustive search would find.

What is tried is tried on plain values, or by machine code, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.reference import run_of
from tidemark.checker.runs.results import Minimality, Run
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.machines.machine import OutOfRange
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.members import NetworkMember

Attempt = Callable[[Sequence[int]], list[int] | None]
"""The steps, of those given, that can be taken up to the first state that breaks the promise; None if none does."""
Attempts = Callable[[Run, Sequence[Instance]], Attempt]
"""What tries some of these steps, named by their numbers, in place of those of the run."""


@dataclass(frozen=True)
class Shrunk:
    """A run after shrinking, and whether that came to its end."""

    run: Run
    is_minimized: bool

    @property
    def minimality(self) -> Minimality:
        """How short it is, as a verdict says it."""
        return "shrunk" if self.is_minimized else "not minimized"


def on_values(run: Run, steps: Sequence[Instance]) -> Attempt:
    """What tries steps by the machine's own functions: what any other way must give."""
    machine, is_kept = run.machine, run.machine.promise(run.promise).function

    def taken_of(numbers: Sequence[int]) -> list[int] | None:
        flat, path = run.steps[0].state, list[int]()
        state = machine.decode(flat)
        if not is_kept(state):
            return []
        for number in numbers:
            try:
                following = machine.run(state, steps[number])
                reached = machine.encode(following, steps[number])
            except (Disabled, OutOfRange):
                continue
            if reached == flat:
                continue
            state, flat = following, reached
            path.append(number)
            if not is_kept(state):
                return path
        return None

    return taken_of


def shrink(run: Run, is_over: Callable[[], bool] = lambda: False, attempts: Attempts = on_values) -> Shrunk:
    """A run no longer than this one that breaks the same promise, locally minimal unless the time for it is over.

    Raises:
        ValueError: the run does not break its promise.
        Disagreement: the machine's own functions don't take what was taken.
    """
    steps, numbers = number_steps(run)
    attempt = attempts(run, steps)
    first = attempt(numbers)
    if first is None:
        raise ValueError(f"the run does not break {run.promise}")
    shrinker = _Shrinker(steps, len(run.machine.instances), attempt, is_over)
    best = shrinker.shorten(first)
    if attempts is not on_values and on_values(run, steps)(best) != best:
        raise Disagreement("the reference engine does not take a run that was shrunk")
    shrunk = run_of(run.machine, run.promise, [steps[number] for number in best], run.steps[0].state)
    return Shrunk(shrunk, not shrinker.was_over)


def number_steps(run: Run) -> tuple[list[Instance], list[int]]:
    """All steps that may be tried, and by their numbers those of the run.

    A step of the run that is about a message is a step of its own: an instance is about whatever is in a slot.
    """
    steps = list(run.machine.instances)
    numbers = {instance.key: number for number, instance in enumerate(steps)}
    run_numbers = []
    for step in run.steps:
        if step.instance and any(
            isinstance(value, NetworkMember) for value in step.instance.arguments.values()
        ):
            run_numbers.append(len(steps))
            steps.append(step.instance)
        elif step.instance:
            run_numbers.append(numbers[step.instance.key])
    return steps, run_numbers


class _Shrinker:
    def __init__(
        self, steps: Sequence[Instance], instances: int, attempt: Attempt, is_over: Callable[[], bool]
    ) -> None:
        self._steps, self._attempt, self._is_over = steps, attempt, is_over
        self.was_over = False
        """Whether the time was over before nothing more could be left out."""
        self._others: dict[str, list[int]] = {}
        for number, instance in enumerate(steps[:instances]):
            self._others.setdefault(instance.action.name, []).append(number)

    def shorten(self, best: list[int]) -> list[int]:
        """The steps without as many of them as can be left out."""
        while True:
            shorter = self._pass_over(best)
            if len(shorter) >= len(best):
                return best
            best = shorter

    def _pass_over(self, best: list[int]) -> list[int]:
        """The steps without as many of them as one pass can leave out."""
        size = max(1, len(best) // 2)
        while size:
            start = 0
            while start < len(best) and not self._ends():
                shorter = self._attempt([*best[:start], *best[start + size :]])
                if shorter is not None and len(shorter) < len(best):
                    best = shorter
                else:
                    start += size
            size //= 2
        for candidate in self._variants(best):
            if self._ends():
                break
            shorter = self._attempt(candidate)
            if shorter is not None and len(shorter) < len(best):
                return shorter
        return best

    def _ends(self) -> bool:
        self.was_over = self.was_over or self._is_over()
        return self.was_over

    def _variants(self, best: list[int]) -> Iterator[list[int]]:
        """The steps with any two left out, and with any one exchanged for the same action on other arguments."""
        for first in range(len(best)):
            for second in range(first + 1, len(best)):
                yield [*best[:first], *best[first + 1 : second], *best[second + 1 :]]
        for position, number in enumerate(best):
            for replacement in self._others[self._steps[number].action.name]:
                if replacement != number:
                    changed = [*best[:position], replacement, *best[position + 1 :]]
                    for left_out in range(len(best)):
                        if left_out != position:
                            yield [*changed[:left_out], *changed[left_out + 1 :]]
