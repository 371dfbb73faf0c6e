"""Attempts to break a promise by some steps of a run: what shrinking does most of the time, by machine code.

The compiled functions of a machine make every successor of a state. shrinking.c calls them, and takes the one that the
next step leads to. So nothing of the machine is compiled for it: its own text is short, and the same for all machines.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from ctypes import Structure, c_uint64, pointer
from typing import Any

from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.kernel import Functions, Kernel
from tidemark.checker.engines.native.layout import BitField
from tidemark.checker.engines.native.masks import BITS, watching_worker
from tidemark.checker.engines.native.stepping import space_of_one
from tidemark.checker.engines.native.structures import declared_in
from tidemark.checker.runs.results import Run
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.members import NetworkMember, number_of

Condition = tuple[int, int, int]
"""A word of a state, a mask, and the value under it."""
Choice = tuple[int, list[Condition]]
"""A compiled action instance, and what must be true of a state where a step is this instance."""


@declared_in("engines/native/shrinking.c", "struct attempt")
class Attempt(Structure):
    """An attempt to break a promise by some steps of a run."""

    __slots__ = ()


class Attempts:
    """Tries no more of some steps than a run has, from the beginning of that run.

    kernel: the machine of the run, compiled. steps: those that may be tried; they are named by their numbers.
    """

    def __init__(self, kernel: Kernel, run: Run, steps: Sequence[Instance]) -> None:
        self._kernel = kernel  # lives as long as this: its functions are called
        machine = run.machine
        word, bit = divmod([p.name for p in machine.promises].index(run.promise), BITS)
        self._steps, self._taken = words(run.length), words(run.length)
        size, instances = kernel.layout.words, max(1, len(kernel.instances))
        space = space_of_one(kernel, states=words(size), broken=words(kernel.mask_words))
        self._attempt = Attempt(
            space=pointer(space),
            worker=pointer(watching_worker(kernel.mask_words, enabled=words(instances))),
            expand=kernel.function("expand"),
            evaluate=kernel.function("evaluate"),
            state=space.states,
            batch=space.batch,
            actions=space.actions,
            broken=space.broken,
            words=size,
            initial=_array(kernel.layout.pack(run.steps[0].state)),
            word=word,
            watched=1 << bit,
            **_tables(_Choices(machine, kernel), steps),
            steps=self._steps,
            taken=self._taken,
        )
        self._function = Functions.of(__package__, "shrinking.ll").function("attempt")

    def __call__(self, numbers: Sequence[int]) -> list[int] | None:
        """The steps that were taken, up to the first state that breaks the promise of the run; None if none does.

        A step that is disabled, writes outside a domain, or changes nothing, is not taken.
        """
        self._steps[: len(numbers)] = numbers
        count: int = self._function(self._attempt, len(numbers))
        return [numbers[index] for index in self._taken[: count - 1]] if count else None


def _array(numbers: Sequence[int]) -> Any:
    return (c_uint64 * len(numbers))(*numbers)


def _tables(choices: _Choices, steps: Sequence[Instance]) -> dict[str, Any]:
    """The choices of every step and their conditions, as shrinking.c has them: one behind the other."""
    of_step = [list(choices.of(step)) for step in steps]
    all_choices = [choice for group in of_step for choice in group]
    all_conditions = [condition for _, group in all_choices for condition in group]
    return {
        "choices": _array(list(itertools.accumulate(map(len, of_step), initial=0))),
        "instances": _array([instance for instance, _ in all_choices]),
        "conditions": _array(list(itertools.accumulate((len(group) for _, group in all_choices), initial=0))),
        "places": _array([word for word, _, _ in all_conditions]),
        "masks": _array([mask for _, mask, _ in all_conditions]),
        "values": _array([value for _, _, value in all_conditions]),
    }


class _Choices:
    """Which compiled instances a step may be.

    An argument may be a message itself (`Member`), while an instance is about a slot: then a step is an instance for
    each slot, where that has the message.
    """

    def __init__(self, machine: Machine, kernel: Kernel) -> None:
        self._leaves = {leaf.path: number for number, leaf in enumerate(machine.leaves)}
        self._places = kernel.layout.places
        self._numbers = {instance.key: number for number, instance in enumerate(kernel.instances)}

    def of(self, step: Instance) -> Iterator[Choice]:
        """The choices of a step. Empty where it is never enabled."""
        for arguments in itertools.product(*map(self._meanings, step.arguments.values())):
            number = self._numbers.get((step.action.name, *(value for value, _ in arguments)))
            if number is not None:
                yield number, [condition for _, conditions in arguments for condition in conditions]

    def _meanings(self, argument: Any) -> Iterator[tuple[int, list[Condition]]]:
        """An argument as an instance has it: a number, and what must be true where it means this argument."""
        if not isinstance(argument, NetworkMember) or argument.message is None:
            yield number_of(argument), []
            return
        network = argument.domain.network
        message = network.pack(argument.message)
        first = self._leaves[f"{argument.domain.field}.length"] + 1
        for slot in range(network.places):
            begin = first + slot * len(message)
            places = self._places[begin : begin + len(message)]
            if all(
                bit_field.lo <= value <= bit_field.hi
                for bit_field, value in zip(places, message, strict=True)
            ):
                yield slot, [_condition(*pair) for pair in zip(places, message, strict=True)]


def _condition(bit_field: BitField, value: int) -> Condition:
    """The condition that a field has this value."""
    return bit_field.word, bit_field.mask << bit_field.shift, (value - bit_field.lo) << bit_field.shift
