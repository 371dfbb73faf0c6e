"""The kernels of a machine: the text that LLVM gets for them, for a GPU or for ordinary threads.

kernels.c, translated beforehand, is the same for every machine. Here are the functions of a machine, and the entry
points, which give each thread its memory.

A kernel with many action instances needs more registers than a thread has. So the instances of a large machine are
divided among several modules. Each has its kernels, and these explore the same states one after the other. An action
with thousands of instances has a module of its own: loops try them, which stop where the memory of a thread is full,
and go on once it is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Literal

from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.lowering import Emitter, PackedState
from tidemark.checker.engines.native.machine_text import MachineText, Parts
from tidemark.checker.engines.native.masks import mask_words
from tidemark.spec.machines.machine import Machine

Target = Literal["nvptx", "threads"]
KERNELS = ("enter", "explore", "seek")
COUNTERS = "@counters = external addrspace(3) global [0 x i32], align 4"
"""The memory that a block of a GPU shares."""
MOST_TOGETHER = 64
"""A machine with at most that many action instances has one module."""
MOST_APART, FEWEST_APART = 12, 3
"""Instances in each of several modules, at most; and fewer than how many are joined by those of another action."""

MOST_KEPT = 32
"""Successors by loops that a thread has memory for: when it is full, they are inserted, and the loops go on."""


def divide_instances(machine: Machine) -> list[range]:
    """The action instances of each module. Those of one action are together: they have much in common."""
    names = [action.instance.action.name for action in machine.symbolic.actions]
    parts, begin = list[range](), 0
    for first, form in machine.symbolic.forms.items():
        parts += _divide(names, begin, first)
        begin = first + len(form.instances)
        parts.append(range(first, begin))
    parts += _divide(names, begin, len(names))
    return parts or [range(0)]


def _divide(names: Sequence[str], begin: int, end: int) -> Iterator[range]:
    """Divide instances without a form, which are of the actions of these names."""
    is_large = end - begin > MOST_TOGETHER
    for k in range(begin + 1, end):
        is_other = names[k] != names[k - 1] and k - begin >= FEWEST_APART
        if is_large and (is_other or k - begin == MOST_APART):
            yield range(begin, k)
            begin = k
    if begin < end:
        yield range(begin, end)


def counter_width(machine: Machine, instances: range) -> int:
    """How many of the instances of a module a GPU counts as one: all those of a form."""
    return len(instances) if instances.start in machine.symbolic.forms else 1


class KernelText(MachineText):
    """Writes a module: kernels.c, and the functions of a machine with some of its action instances."""

    successors_head = (
        "internal i64 @successors(ptr %state, ptr noalias %out, ptr noalias %actions, ptr %counters, "
        "ptr noalias %wrong, ptr noalias %cursor) alwaysinline nounwind"
    )

    def __init__(self, machine: Machine, layout: Layout, symmetry: bool, target: Target) -> None:
        super().__init__(machine, layout, symmetry)
        self._target = target
        self._global = "ptr addrspace(1)" if target == "nvptx" else "ptr"
        self._pairs, self._sides = _tree(self._words)
        self._nodes = 2 * self._words - 2

    def kernels(self, instances: range) -> str:
        """The whole text."""
        package, symbolic = resources.files("tidemark.checker.engines.gpu"), self._machine.symbolic
        form = symbolic.forms.get(instances.start) if instances else None
        parts: Parts = {0: form} if form else dict(enumerate(symbolic.actions[k] for k in instances))
        runtime = (
            package.joinpath(f"kernels.{self._target}.ll").read_text().replace("define ", "define internal ")
        )
        constants = {
            "WORDS": self._words,
            "NODES": self._nodes,
            "MASKS": mask_words(len(self._machine.promises)),
            "INSTANCES": len(parts),
            "CURSORS": 1 + len(form.parameters) if form else 1,
        }
        return "\n".join(
            [
                runtime,
                *(f"@{name} = internal constant i64 {value}" for name, value in constants.items()),
                *([COUNTERS] if self._target == "nvptx" else []),
                *([] if "@llvm.ctpop.i32(i32)" in runtime else ["declare i32 @llvm.ctpop.i32(i32)"]),
                *self._functions(parts),
                self._recall(),
                self._key_of(),
                *(self._entry(name, constants, MOST_KEPT if form else len(parts)) for name in KERNELS),
            ]
        )

    def _count_instance(self, emit: Emitter, number: int | str) -> None:
        counter = emit(f"getelementptr i32, ptr %counters, i64 {number}")
        scope = ' syncscope("block")' if self._target == "nvptx" else ""
        emit(f"atomicrmw add ptr {counter}, i32 1{scope} monotonic")

    def _counters(self, emit: Emitter, count: int) -> list[str]:
        return [emit(f"getelementptr i64, ptr %cursor, i64 {1 + k}") for k in range(count)]

    def _successor(self, emit: Emitter, state: PackedState, number: int | str) -> None:
        """The same; those by loops count as one instance."""
        super()._successor(emit, state, number if isinstance(number, int) else 0)

    def _make_room(self, emit: Emitter, counters: list[str]) -> None:
        """Where a thread's memory is full, the loops end, and go on from there the next time."""
        if not counters:
            return
        label, count = emit.new_label(), emit("load i64, ptr %count")
        is_full = emit(f"icmp eq i64 {count}, {MOST_KEPT}")
        emit.do(f"br i1 {is_full}, label %full{label}, label %room{label}")
        emit.label(f"full{label}")
        self._count_on(emit, counters[-1])
        emit.do(f"store i64 1, ptr %cursor\n  ret i64 {count}")
        emit.label(f"room{label}")

    def _note_hash(self, emit: Emitter, out: str, n: str) -> None:
        """None is needed."""

    def _recall(self) -> str:
        """The words and nodes of the state with a key, from the root of the tree down."""
        emit = Emitter()
        if not self._nodes:
            emit.do("store i64 %key, ptr %state\n  ret void")
        else:
            references = dict(zip(self._sides, self._halves(emit, "%key"), strict=True))
            for node in reversed(range(self._nodes)):
                value = self._value(emit, references[node])
                self._store_words(emit, [value, references[node]], self._node(emit, "%own", node))
                if node < self._words:
                    self._store_words(emit, [value], emit(f"getelementptr i64, ptr %state, i64 {node}"))
                else:
                    pair = self._pairs[node - self._words]
                    references |= zip(pair, self._halves(emit, value), strict=True)
            emit.do("ret void")
        return emit.function(
            f"internal void @recall({self._global} %nodes, i64 %key, ptr %state, ptr %own) "
            "alwaysinline nounwind"
        )

    def _value(self, emit: Emitter, reference: str) -> str:
        return emit(
            f"load i64, {self._global} {emit(f'getelementptr i64, {self._global} %nodes, i64 {reference}')}"
        )

    def _node(self, emit: Emitter, nodes: str, node: int) -> str:
        return emit(f"getelementptr i64, ptr {nodes}, i64 {2 * node}")

    def _halves(self, emit: Emitter, pair: str) -> tuple[str, str]:
        return emit(f"lshr i64 {pair}, 32"), emit(f"and i64 {pair}, {2**32 - 1}")

    def _key_of(self) -> str:
        """The key of a state, from the leaves of the tree up."""
        emit = Emitter()
        values, references = emit.words(self._words, "%state"), list[str]()
        for node in range(self._nodes):
            if node >= self._words:
                high, low = (references[side] for side in self._pairs[node - self._words])
                values.append(self._join(emit, high, low))
            parent = self._node(emit, "%parents", node)
            references.append(
                emit(f"call i64 @reference(ptr %search, i64 {values[node]}, ptr {parent}, ptr %added)")
            )
        key = self._join(emit, *(references[side] for side in self._sides)) if self._nodes else values[0]
        emit.do(f"ret i64 {key}")
        return emit.function(
            "internal i64 @key_of(ptr %search, ptr %state, ptr %parents, ptr %added) alwaysinline nounwind"
        )

    def _join(self, emit: Emitter, high: str, low: str) -> str:
        return emit(f"or i64 {emit(f'shl i64 {high}, 32')}, {low}")

    def _entry(self, name: str, constants: dict[str, int], room: int) -> str:
        """The entry point of a kernel: with memory for each thread, and on a GPU with its block's counters.

        room: for how many successors.
        """
        emit, words = Emitter(), self._words
        sizes = {
            "state": words,
            "nodes": max(2 * self._nodes, words),
            "masks": 2 * constants["MASKS"],
            "out": max(2 * self._nodes, words * room),
        }
        emit.do("%local = alloca { ptr, ptr, ptr, ptr, ptr, ptr, ptr }")
        pointers = [emit(f"alloca [{size} x i64]") for size in sizes.values()]
        pointers.append(emit(f"alloca [{max(1, room)} x i16]"))
        on_gpu = self._target == "nvptx"
        pointers.append("addrspacecast (ptr addrspace(3) @counters to ptr)" if on_gpu else "%counters")
        pointers.append(emit(f"alloca [{constants['CURSORS']} x i64]"))
        for k, pointer in enumerate(pointers):
            emit.do(f"store ptr {pointer}, ptr {emit(f'getelementptr ptr, ptr %local, i64 {k}')}")
        counters_place = "null" if on_gpu else "%place"
        emit.do(
            f"call void @{name}({self._global} %search, i64 %begin, i64 %end, i64 %flag, {self._global} %totals, "
            f"ptr {counters_place}, ptr %local)\n  ret void"
        )
        convention, host_parameters = ("ptx_kernel ", "") if on_gpu else ("", ", ptr %counters, ptr %place")
        return emit.function(
            f"{convention}void @{name}_kernel({self._global} %search, i64 %begin, i64 %end, i64 %flag, "
            f"{self._global} %totals{host_parameters})"
        )


def _tree(words: int) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """The pairs of nodes that are nodes too, and the two nodes that make a key. The first nodes are the words."""
    pairs, sides = list[tuple[int, int]](), list(range(words))
    while len(sides) > 2:
        joined = list(zip(sides[::2], sides[1::2], strict=False))
        new = range(words + len(pairs), words + len(pairs) + len(joined))
        sides = [*new, *sides[2 * len(joined) :]]
        pairs += joined
    return pairs, (sides[0], sides[-1])
