"""How many states could be left out: `python -m bench reductions`, measured on whole spaces of every subject.

Four ways to leave out states whose meaning others have, and how few would be left at best:

*cone*: fields that no guard and no promise depends on are forgotten, as a slice of a program is made.
*dead values*: a value is forgotten in a state from which nothing can read it any more: each instance that would has a
guard that fails, and fails in all states that can be reached. That is known of the space alone; a proof may know less.
*partial order*: of instances that do not depend on each other, one order is taken (stubborn sets; an instance that a
promise can see is never left for later). The condition on loops is left out, so that more states may be needed.
*same runs*: states are one if they break the same promises and the same instances lead to states that are one again
(strong bisimulation). No way that keeps every run, its steps and its parameters, can leave fewer.

Apart from the engines because none of this is used by them: docs/performance.md says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tabulate import tabulate

from bench.titles import space_told
from tidemark import impl
from tidemark.checker.engines.liveness.plan import Plan
from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.liveness.state_graph import NativeStateGraph
from tidemark.checker.engines.native.masks import watching_worker
from tidemark.checker.engines.native.search import prepare_search
from tidemark.checker.runs.results import Limits
from tidemark.spec import Machine
from tidemark.spec.expressions.expression import Expr

Array = NDArray[Any]
Failing = list[tuple[Expr, Array]]
"""Guards of an instance, each with the states in which it fails for good."""
SMALL = {"replicas": 2}
"""Bounds of a protocol that has them; all others are its own."""
LARGER: tuple[tuple[str, dict[str, Any]], ...] = (
    ("kafka/0.10.2", {"replicas": 2, "crashes": 2}),
    ("kafka/3.7", {"replicas": 2, "crashes": 2}),
    ("published/kip-320", {"replicas": 3}),
)
MOST_STATES, MOST_ORDERED = 800_000, 50_000
"""A space with more is not measured; nor what partial order leaves of it."""


class TooLarge(Exception):
    """A space has more states than are measured."""


class Space:
    """All reachable states of a machine, its promises about states, and the edges between states.

    Raises:
        TooLarge: there are more than `MOST_STATES`.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = replace(machine, temporal=(), fairness=())
        search = prepare_search(self.machine, Limits(keep_going=True, max_states=MOST_STATES), threads=1)
        if not search.run(None).exhausted:
            raise TooLarge
        self.count, graph = search.count, NativeStateGraph(Plan(self.machine), search)
        first: Array = graph.first_edges.astype(np.int64)
        self.sources: Array = np.repeat(np.arange(self.count), first[1:] - first[:-1])
        self.targets, self.instances = graph.targets.astype(np.int64), graph.actions.astype(np.int64)
        masks = search.kernel.mask_words
        search.space.broken = broken = words(self.count * masks)
        search.kernel.function("evaluate")(search.space, watching_worker(masks), 0, self.count)
        self.broken = np.ctypeslib.as_array(broken).reshape(self.count, masks).copy()
        states = np.ctypeslib.as_array(search.space.states, (self.count, search.words))
        self.fields = [
            (states[:, p.word] >> np.uint64(p.shift) & np.uint64(p.mask)).astype(np.int64) + p.lo
            for p in search.kernel.layout.places
        ]
        self._values: dict[int, Array] = {}
        self._supports: dict[int, frozenset[int]] = {}

    def value(self, node: Expr) -> Array:
        """The value of an expression in every state."""
        if node.number not in self._values:
            operands = [self.value(a) for a in node.args if isinstance(a, Expr)]
            plain = [a for a in node.args if not isinstance(a, Expr)]
            found = self.fields[plain[0]] if node.op == "field" else _computed(node.op, operands, plain)
            self._values[node.number] = np.broadcast_to(found, (self.count,))
        return self._values[node.number]

    def support(self, node: Expr) -> frozenset[int]:
        """The fields that an expression reads."""
        if node.number not in self._supports:
            operands = [self.support(a) for a in node.args if isinstance(a, Expr)]
            own = [node.args[0]] if node.op == "field" else []
            self._supports[node.number] = frozenset(own).union(*operands)
        return self._supports[node.number]

    @cached_property
    def guards(self) -> list[list[Expr]]:
        """Of each instance, what must hold for it to be enabled."""
        return [
            [part for guard, _ in action.guards for part in _conjuncts(guard)]
            for action in self.machine.symbolic.actions
        ]

    @cached_property
    def seen(self) -> frozenset[int]:
        """The fields that promises read."""
        nodes = [node for p in self.machine.symbolic.promises for node in (p.holds, p.condition)]
        return frozenset().union(*(self.support(node) for node in nodes if node is not None))

    @cached_property
    def written(self) -> list[dict[int, frozenset[int]]]:
        """Of each instance, the fields that it writes, and for each those that its new value depends on."""
        old = self.machine.symbolic.fields
        return [
            {k: self.support(new) for k, new in enumerate(action.fields) if new is not old[k]}
            for action in self.machine.symbolic.actions
        ]

    @cached_property
    def read(self) -> list[frozenset[int]]:
        """Of each instance, the fields that its guards read."""
        return [frozenset().union(*map(self.support, guards)) for guards in self.guards]


def _conjuncts(node: Expr) -> Iterator[Expr]:
    if node.op == "and":
        yield from _conjuncts(node.args[0])
        yield from _conjuncts(node.args[1])
    else:
        yield node


def _computed(op: str, operands: list[Array], plain: list[int]) -> Any:
    """What a node gives for these operands. A member of a set is below 0 where there is none."""
    a, b, c = [*(o.astype(np.int64) for o in operands), *[np.zeros(1, np.int64)] * 3][:3]
    match op:
        case "const":
            return plain[0]
        case "add":
            return a + b
        case "sub":
            return a - b
        case "eq":
            return a == b
        case "lt":
            return a < b
        case "and":
            return a & b
        case "or" | "union":
            return a | b
        case "not":
            return 1 - a
        case "ite":
            return b * (a != 0) + c * (a == 0)
        case "has":
            return (a << 1) >> (b + 1) & 1
        case "insert":
            return a | (1 << (b + 1)) >> 1
        case "remove":
            return a & ~((1 << (b + 1)) >> 1)
        case "minus":
            return a & ~b
        case "size":
            return np.array(sum(a >> k & 1 for k in range(32)))
        case "join":
            return a << plain[1] | b - plain[0]
        case "part":
            return (a >> plain[0] & (1 << plain[1]) - 1) + plain[2]
    raise AssertionError(op)


def without(space: Space, needed: Iterable[Array]) -> int:
    """How many states are left where each field is forgotten wherever it is not needed."""
    kept = [np.where(need, field, 0) for need, field in zip(needed, space.fields, strict=True)]
    return len(np.unique(np.stack(kept, 1).astype(np.int32), axis=0))


def needed(space: Space, failing: Sequence[Failing]) -> list[Array]:
    """In which states each field may still be read.

    failing: of each instance, guards and in which states they fail for good. A guard that reads a field does not tell
    that it is not needed. A field that is only read to make another one is as much needed as that one.
    """
    found = [np.full(space.count, k in space.seen) for k in range(len(space.fields))]

    def enabled(instance: int, field: int) -> Array:
        tell = [fails for guard, fails in failing[instance] if field not in space.support(guard)]
        return ~np.logical_or.reduce(tell) if tell else np.ones(space.count, bool)

    for k, fields in enumerate(space.read):
        for field in fields:
            found[field] |= enabled(k, field)
    before = -1
    while before != (before := sum(int(need.sum()) for need in found)):
        for k, writes in enumerate(space.written):
            for made, sources in writes.items():
                for field in sources - {made}:
                    found[field] |= enabled(k, field) & found[made]
    return found


def failing_for_good(space: Space) -> list[Failing]:
    """Of each instance its guards, and in which states each fails, and fails in all that can be reached."""
    found: dict[int, Array] = {}
    for guard in {guard.number: guard for guards in space.guards for guard in guards}.values():
        later = space.value(guard) != 0
        before = -1
        while before != (before := int(later.sum())):
            later[space.sources[later[space.targets]]] = True
        found[guard.number] = ~later
    return [[(guard, found[guard.number]) for guard in guards] for guards in space.guards]


def bisimilar(space: Space) -> int:
    """How many classes of states there are that break the same promises and have the same runs.

    Classes are divided until none is. What a state can do is summed up in a number of 64 bits: that two which differ
    are taken for one has a probability of less than the square of the number of states in 2^64, in each round.
    """
    classes = np.unique(space.broken, axis=0, return_inverse=True)[1].reshape(-1).astype(np.uint64)
    count = 0
    while count != (count := int(classes.max()) + 1):
        step = _mixed(classes[space.targets] << np.uint64(16) | space.instances.astype(np.uint64))
        order = np.lexsort((step, space.sources))
        source, step = space.sources[order], step[order]
        once = np.ones(len(step), bool)
        once[1:] = (source[1:] != source[:-1]) | (step[1:] != step[:-1])
        sums = np.zeros(space.count, np.uint64)
        np.add.at(sums, source[once], step[once])
        classes = np.unique(_mixed(sums ^ _mixed(~classes)), return_inverse=True)[1].astype(np.uint64)
    return count


def _mixed(keys: Array) -> Array:
    """Numbers, each replaced by another one, by a bijection (the end of SplitMix64)."""
    mixed: Array = keys.copy()
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def ordered(space: Space) -> int:
    """How many states are left where of independent instances one order is taken."""
    dependent = _dependent(space)
    writers = [
        [
            _mask(k for k, own in enumerate(space.written) if space.support(guard) & own.keys())
            for guard in guards
        ]
        for guards in space.guards
    ]
    hidden = _mask(k for k, own in enumerate(space.written) if not space.seen & own.keys())
    first = np.searchsorted(space.sources, np.arange(space.count + 1))
    holds = [[space.value(guard) != 0 for guard in guards] for guards in space.guards]

    def stubborn(state: int, begin: int, enabled: int) -> int:
        chosen, new = 0, 1 << begin
        while new:
            k = new.bit_length() - 1
            chosen |= 1 << k
            if enabled >> k & 1:
                new |= dependent[k]
            else:
                failing = [own for own, value in zip(writers[k], holds[k], strict=True) if not value[state]]
                new |= min(failing, key=lambda own: (own & ~chosen).bit_count())
            new &= ~chosen
        return chosen & enabled

    found, waiting = {0}, [0]
    while waiting:
        state = waiting.pop()
        steps = range(first[state], first[state + 1])
        enabled = _mask(k for k in range(len(holds)) if all(value[state] for value in holds[k]))
        some = [stubborn(state, k, enabled) for k in range(len(holds)) if enabled & hidden & 1 << k]
        taken = min((one for one in some if not one & ~hidden), key=int.bit_count, default=enabled)
        new = {int(space.targets[e]) for e in steps if taken >> int(space.instances[e]) & 1} - found
        found |= new
        waiting += new
    return len(found)


def _dependent(space: Space) -> list[int]:
    """For each instance those that write what it reads or writes, or read what it writes, and itself."""
    reads = [
        own.union(*writes.values()) | writes.keys()
        for own, writes in zip(space.read, space.written, strict=True)
    ]
    return [
        _mask(
            j
            for j in range(len(reads))
            if j == k or reads[k] & space.written[j].keys() or reads[j] & space.written[k].keys()
        )
        for k in range(len(reads))
    ]


def _mask(bits: Iterable[int]) -> int:
    return sum(1 << bit for bit in bits)


def measured(space: Space) -> list[int | None]:
    """The states of a space, and how many each way would leave: cone, dead values, partial order, same runs."""
    nothing: list[Failing] = [[] for _ in space.guards]
    return [
        space.count,
        without(space, needed(space, nothing)),
        without(space, needed(space, failing_for_good(space))),
        ordered(space) if space.count <= MOST_ORDERED else None,
        bisimilar(space),
    ]


def reductions() -> str:
    """Every subject's first protocol and Kafka's last, as far as their spaces are small enough, and larger ones."""
    subjects = {name.partition("/")[0]: name for name in reversed(impl.protocols())}
    spaces = [(name, SMALL) for name in [*reversed(subjects.values()), "kafka/3.7"]]
    rows, left_out = [], []
    for name, bounds in [*spaces, *LARGER]:
        protocol = impl.protocol(name)
        own = {bound.name: bounds[bound.name] for bound in protocol.bounds if bound.name in bounds}
        told = space_told(name, own)
        try:
            states, *left = measured(Space(protocol.machine(own)))
        except TooLarge:
            left_out.append(told)
            continue
        assert states
        rows.append([told, f"{states:,}", *(f"{states / some:.2f}" if some else "" for some in left)])
    headers = ["", "states", "cone", "dead values", "partial order", "same runs"]
    title = "how many times fewer states would be left, at best\n\n"
    table = tabulate(rows, headers, disable_numparse=True, colalign=("left", *["right"] * 5))
    return (
        title + table + (f"\n\nmore than {MOST_STATES:,} states: {', '.join(left_out)}" if left_out else "")
    )
