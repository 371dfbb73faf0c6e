"""The compiled functions of a machine, called for single states, and compared with the reference on random walks."""

import random
from collections import Counter
from collections.abc import Iterable
from ctypes import c_uint64
from typing import Any

from tidemark.checker.engines import reference
from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.masks import from_words, watching_worker
from tidemark.checker.engines.native.stepping import Stepper
from tidemark.checker.engines.native.structures import SearchSpace
from tidemark.checker.runs.results import State
from tidemark.checker.validation.product import Product, WroteOutside
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.machines.machine import Machine, OutOfRange
from tidemark.spec.machines.symbolic import Instance


class Compiled:
    """Successors and broken promises of a state, by the machine code."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.kernel = Kernel(machine, symmetry=False)
        self._size = self.kernel.layout.words
        self._stepper, self._evaluate = Stepper(self.kernel), self.kernel.function("evaluate")

    def successors(self, state: State) -> list[tuple[str, State]]:
        """Each enabled action instance, in order, with the state that it leads to."""
        plain, instances = self.machine.decode(state), self.kernel.instances
        return [
            (str(self.machine.with_messages(plain, instances[k])), reached)
            for k, reached in self._stepper.successors(state)
        ]

    def broken(self, state: State) -> set[str]:
        """The promises that a state breaks."""
        broken = words(self.kernel.mask_words)
        space = SearchSpace(states=self._packed(state), broken=broken)
        self._evaluate(space, watching_worker(self.kernel.mask_words), 0, 1)
        mask = from_words(broken)
        return {p.name for bit, p in enumerate(self.machine.promises) if mask >> bit & 1}

    def _packed(self, state: State) -> Any:
        return (c_uint64 * self._size)(*self.kernel.layout.pack(state))


def walked(machine: Machine, seed: int, steps: int) -> list[State]:
    """The states of a random walk from the initial one, by the reference. What it did least it does first."""
    choose, taken = random.Random(seed), Counter[str]()
    state = machine.encode(machine.initial)
    states = [state]
    for _ in range(steps):
        following = list(reference.successors(machine, state))
        if not following:
            break
        instance, state = min(following, key=lambda one: (taken[one[0].action.name], choose.random()))
        taken[instance.action.name] += 1
        states.append(state)
    return states


def assert_alike(one: Compiled, states: Iterable[State]) -> None:
    """The successors of each state, and the promises that it breaks, are those of the reference."""
    for state in states:
        expected = [
            (str(instance), reached) for instance, reached in reference.successors(one.machine, state)
        ]
        assert one.successors(state) == expected
        assert one.broken(state) == reference.broken_promises(one.machine, state)[0]


def assert_alike_on_walks(machine: Machine, walks: int) -> None:
    """The same, of the states of random walks."""
    one = Compiled(machine)
    for seed in range(walks):
        assert_alike(one, walked(machine, seed, steps=25))


def assert_alike_at(machine: Machine, states: Iterable[State]) -> None:
    """Compiled code knows which promises a state breaks; the search along logs knows that too, and where steps lead.

    The states need not be reachable, and a step may write outside a domain.
    """
    product, compiled = Product(machine), Compiled(machine)
    for state in states:
        broken = reference.broken_promises(machine, state)[0]
        assert compiled.broken(state) == broken
        assert set(product.broken(product.state(state))) == broken
        for number, instance in enumerate(product.instances):
            assert _in_product(product, state, number) == _by_reference(machine, state, instance)


def _in_product(product: Product, state: State, instance: int) -> State | str | None:
    try:
        return product.after(state, instance)
    except WroteOutside:
        return "outside"


def _by_reference(machine: Machine, state: State, instance: Instance) -> State | str | None:
    try:
        return machine.encode(machine.run(machine.decode(state), instance), instance)
    except Disabled:
        return None
    except OutOfRange:
        return "outside"
