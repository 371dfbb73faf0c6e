"""The text that LLVM gets for a machine: its own functions, in LLVM's language.

Apart from kernel.py, which compiles it, because the GPU engine writes the same functions for another processor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import reduce
from importlib import resources

from tidemark.checker.engines.native.guard_tree import Branch, guard_tree
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.lowering import Emitter, LlvmLowering, PackedState
from tidemark.checker.engines.native.masks import BITS, mask_words
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import Kind
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.sorted_ids import key_of
from tidemark.spec.machines.symbolic import ActionForm, SymbolicAction
from tidemark.spec.machines.symmetry import CanonicalForm, Renaming, rename

Parts = Mapping[int, "SymbolicAction | ActionForm"]
"""Action instances in order, by their numbers; or in their place a form of many, by that of the first."""
_RENAMED_TOGETHER = 8
"""Renamings of ids in one function."""
_MULTIPLIERS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)


class MachineText:
    """Writes the functions of a machine, as runtime.c declares them. The GPU engine changes some of them."""

    successors_head = (
        "internal i64 @successors(ptr %state, ptr noalias %out, ptr noalias %hashes, "
        "ptr noalias %actions, ptr noalias %enabled, ptr noalias %wrong) alwaysinline nounwind"
    )

    def __init__(self, machine: Machine, layout: Layout, symmetry: bool) -> None:
        self._machine, self._layout, self._words = machine, layout, layout.words
        self._symmetry = symmetry

    def module(self) -> str:
        """The whole text."""
        runtime = resources.files(__package__).joinpath("runtime.ll").read_text()
        masks = mask_words(len(self._machine.promises))
        constants = (
            f"@WORDS = internal constant i64 {self._words}\n@MASKS = internal constant i64 {masks}\n\n"
            "declare i32 @llvm.ctpop.i32(i32)"
        )
        parts = self._machine.symbolic.parts
        return "\n".join([runtime, constants, self._hash(), *self._functions(parts)])

    def _functions(self, parts: Parts) -> list[str]:
        """What every search of a machine needs, with the successors by some of its action instances."""
        functions = [self._same(), self._less(), self._promises(), self._successors(parts)]
        return [*functions, *([self._canonical()] if self._symmetry else [])]

    def _store_words(self, emit: Emitter, words: list[str], pointer: str) -> None:
        for k, word in enumerate(words):
            address = emit(f"getelementptr i64, ptr {pointer}, i64 {k}")
            emit.do(f"store i64 {word}, ptr {address}")

    def _hash(self) -> str:
        emit = Emitter()
        mixed = "0"
        for k, word in enumerate(emit.words(self._words, "%state")):
            mixed = emit(f"xor i64 {mixed}, {word}")
            mixed = emit(f"mul i64 {mixed}, {_MULTIPLIERS[k % 3]}")
            mixed = emit(f"xor i64 {mixed}, {emit(f'lshr i64 {mixed}, 32')}")
        mixed = emit(f"mul i64 {mixed}, {_MULTIPLIERS[3]}")
        high = emit(f"lshr i64 {mixed}, 29")
        emit.do(f"ret i64 {emit(f'xor i64 {mixed}, {high}')}")
        return emit.function("internal i64 @hash(ptr %state) alwaysinline nounwind")

    def _same(self) -> str:
        emit = Emitter()
        a, b = emit.words(self._words, "%a"), emit.words(self._words, "%b")
        difference = "0"
        for x, y in zip(a, b, strict=True):
            difference = emit(f"or i64 {difference}, {emit(f'xor i64 {x}, {y}')}")
        emit.do(f"ret i1 {emit(f'icmp eq i64 {difference}, 0')}")
        return emit.function("internal zeroext i1 @same(ptr %a, ptr %b) alwaysinline nounwind")

    def _less(self) -> str:
        emit = Emitter()
        less = self._is_less(emit, emit.words(self._words, "%a"), emit.words(self._words, "%b"))
        emit.do(f"ret i1 {less}")
        return emit.function("internal zeroext i1 @less(ptr %a, ptr %b) nounwind")

    def _is_less(self, emit: Emitter, a: list[str], b: list[str]) -> str:
        less = "false"
        for x, y in reversed(list(zip(a, b, strict=True))):
            same, below = emit(f"icmp eq i64 {x}, {y}"), emit(f"icmp ult i64 {x}, {y}")
            less = emit(f"or i1 {below}, {emit(f'and i1 {same}, {less}')}")
        return less

    def _promises(self) -> str:
        """The mask of the promises that a state breaks; those whose condition arises in it are added to `met`."""
        emit = Emitter()
        lower = LlvmLowering(emit, self._layout, emit.words(self._words, "%state"))
        graph, promises = self._machine.symbolic.graph, self._machine.symbolic.promises
        count = mask_words(len(promises))
        broken, met = ["0"] * count, emit.words(count, "%met")
        for number, promise in enumerate(promises):
            word, bit = divmod(number, BITS)
            broken[word] = emit.flag(broken[word], lower.value(graph.negate(promise.holds)), bit)
            condition = graph.true if promise.condition is None else promise.condition
            met[word] = emit.flag(met[word], lower.value(condition), bit)
        self._store_words(emit, met, "%met")
        self._store_words(emit, broken, "%broken")
        emit.do("ret void")
        return emit.function(
            "internal void @promises(ptr %state, ptr noalias %broken, ptr noalias %met) nounwind"
        )

    def _successors(self, parts: Parts) -> str:
        """Every successor of a state by some instances, in order, with what is noted of it; gives how many they are.

        `enabled` counts how often each instance was enabled. A write outside a domain sets `wrong`, and the successor
        is left out.
        """
        emit = Emitter()
        emit.do("%count = alloca i64\n  store i64 0, ptr %count")
        words = emit.words(self._words, "%state")
        lower = LlvmLowering(emit, self._layout, words)
        state, alone = PackedState(self._machine.symbolic.fields, words), dict[int, SymbolicAction]()
        for number, part in parts.items():
            if isinstance(part, SymbolicAction):
                alone[number] = part
                continue
            self._try_each(emit, lower, alone, state)
            alone.clear()
            self._try_form(emit, lower, part, number, state)
        self._try_each(emit, lower, alone, state)
        emit.do("%result = load i64, ptr %count\n  ret i64 %result")
        return emit.function(self.successors_head)

    def _try_each(
        self, emit: Emitter, lower: LlvmLowering, actions: Mapping[int, SymbolicAction], state: PackedState
    ) -> None:
        """Try instances in order, by the tree of their guards."""
        self._try_all(emit, lower, guard_tree(self._machine.symbolic, actions), state)

    def _try_all(self, emit: Emitter, lower: LlvmLowering, around: Branch, state: PackedState) -> None:
        """Try all that is in a branch, in order, on a state of the fields around it."""
        if around.number is not None:
            self._successor(emit, lower.pack(around.fields, state), around.number)
            return
        conditions = [lower.value(branch.condition) for branch in around.inner]
        for value in around.decisive:
            lower.value(value)
        with self._where_any(emit, conditions) if around.has_common_work else nullcontext():
            for value in around.common:
                lower.value(value)
            changed = lower.pack(around.fields, state)
            for branch, condition in zip(around.inner, conditions, strict=True):
                with self._where(emit, condition), lower.scope():
                    self._try_all(emit, lower, branch, changed)

    def _where_any(self, emit: Emitter, conditions: list[str]) -> AbstractContextManager[None]:
        return self._where(emit, reduce(lambda a, b: emit(f"or i1 {a}, {b}"), conditions))

    @contextmanager
    def _where(self, emit: Emitter, condition: str, otherwise: str = "") -> Iterator[None]:
        """What is emitted here is skipped where a condition is false; `otherwise` is done in its place."""
        label = emit.new_label()
        past = f"else{label}" if otherwise else f"after{label}"
        emit.do(f"br i1 {condition}, label %do{label}, label %{past}")
        emit.label(f"do{label}")
        yield
        emit.do(f"br label %after{label}")
        if otherwise:
            emit.label(past)
            emit.do(f"{otherwise}\n  br label %after{label}")
        emit.label(f"after{label}")

    def _try_form(
        self, emit: Emitter, lower: LlvmLowering, form: ActionForm, first: int, state: PackedState
    ) -> None:
        """Try the instances of a form.

        A guard that reads one parameter alone is evaluated beforehand, once for each value. Then there is a loop for
        each parameter over the values that are left, and each other guard is in the outermost one that it can be in.

        first: the number of the first instance.
        """
        counters, allowed = self._counters(emit, len(form.parameters)), dict[int, str]()

        def allow(depth: int) -> None:
            if depth == len(form.parameters):
                choose(0, str(first))
            elif form.alone[depth].constant:
                allow(depth + 1)
            else:
                allowed[depth], some = self._allow(emit, lower, form.parameters[depth], form.alone[depth])
                with self._where(emit, some):
                    allow(depth + 1)

        def choose(depth: int, number: str) -> None:
            if depth == len(form.parameters):
                self._successor(emit, lower.pack(form.fields, state), number)
                self._make_room(emit, counters)
                return
            parameter, stride = form.parameters[depth], form.strides[depth]
            with self._each(emit, counters[depth], _size(parameter)) as choice, lower.scope():
                is_allowed = self._allows(emit, allowed[depth], choice) if depth in allowed else "true"
                with self._where(emit, is_allowed), lower.scope():
                    lower.choose(parameter, choice)
                    following = emit(f"add i64 {number}, {emit(f'mul i64 {choice}, {stride}')}")
                    with self._where(emit, self._guard(lower, form.conditions[depth + 1])), lower.scope():
                        choose(depth + 1, following)

        with self._where(emit, self._guard(lower, form.conditions[0])), lower.scope():
            allow(0)

    def _guard(self, lower: LlvmLowering, condition: Expr) -> str:
        """The value of a guard of a form, which is evaluated here."""
        return lower.value(condition)

    def _counters(self, emit: Emitter, count: int) -> list[str]:
        """Where the loops of that many parameters count; they go on from what is there."""
        counters = [emit.variable() for _ in range(count)]
        for counter in counters:
            emit.do(f"store i64 0, ptr {counter}")
        return counters

    def _make_room(self, emit: Emitter, counters: list[str]) -> None:
        """Here there is room for all successors."""

    def _allow(self, emit: Emitter, lower: LlvmLowering, parameter: Expr, guard: Expr) -> tuple[str, str]:
        """For which values of a parameter a guard holds: where there is a bit for each, and whether for any."""
        words = -(-_size(parameter) // BITS)
        bits = emit.variable(words + 1)
        places = [emit(f"getelementptr i64, ptr {bits}, i64 {k}") for k in range(words + 1)]
        for place in places:
            emit.do(f"store i64 0, ptr {place}")
        some, counters = places[-1], MachineText._counters(self, emit, 1)
        with self._each(emit, counters[0], _size(parameter)) as choice, lower.scope():
            lower.choose(parameter, choice)
            holds = emit(f"zext i1 {self._guard(lower, guard)} to i64")
            place, within = self._bit(emit, bits, choice)
            for at, bit in ((some, holds), (place, emit(f"shl i64 {holds}, {within}"))):
                before = emit(f"load i64, ptr {at}")
                emit.do(f"store i64 {emit(f'or i64 {before}, {bit}')}, ptr {at}")
        any_of_them = emit(f"load i64, ptr {some}")
        return bits, emit(f"trunc i64 {any_of_them} to i1")

    def _allows(self, emit: Emitter, bits: str, choice: str) -> str:
        place, within = self._bit(emit, bits, choice)
        word = emit(f"load i64, ptr {place}")
        return emit(f"trunc i64 {emit(f'lshr i64 {word}, {within}')} to i1")

    def _bit(self, emit: Emitter, bits: str, choice: str) -> tuple[str, str]:
        """The word with the bit of a value, and the bit's number in it."""
        place = emit(f"getelementptr i64, ptr {bits}, i64 {emit(f'udiv i64 {choice}, {BITS}')}")
        return place, emit(f"urem i64 {choice}, {BITS}")

    @contextmanager
    def _each(self, emit: Emitter, counter: str, count: int) -> Iterator[str]:
        """What is emitted here is done with each number below another one."""
        label = emit.new_label()
        emit.do(f"br label %each{label}")
        emit.label(f"each{label}")
        choice = emit(f"load i64, ptr {counter}")
        more = emit(f"icmp ult i64 {choice}, {count}")
        emit.do(f"br i1 {more}, label %with{label}, label %end{label}")
        emit.label(f"with{label}")
        yield choice
        self._count_on(emit, counter)
        emit.do(f"br label %each{label}")
        emit.label(f"end{label}")
        emit.do(f"store i64 0, ptr {counter}")

    def _count_on(self, emit: Emitter, counter: str) -> None:
        before = emit(f"load i64, ptr {counter}")
        emit.do(f"store i64 {emit(f'add i64 {before}, 1')}, ptr {counter}")

    def _successor(self, emit: Emitter, state: PackedState, number: int | str) -> None:
        """Write a successor, by an instance that is enabled, unless it is out of range."""
        self._count_instance(emit, number)
        if state.in_range is None:
            self._keep(emit, state, number)
        else:
            with self._where(emit, state.in_range, otherwise="store i64 1, ptr %wrong"):
                self._keep(emit, state, number)

    def _keep(self, emit: Emitter, state: PackedState, number: int | str) -> None:
        """Append a successor to those that are written, with what is noted of it."""
        n = emit("load i64, ptr %count")
        out = emit(f"getelementptr i64, ptr %out, i64 {emit(f'mul i64 {n}, {self._words}')}")
        self._store_words(emit, state.words, out)
        if self._symmetry:
            emit.do(f"call void @canonical(ptr {out})")
        self._note_hash(emit, out, n)
        short = number if isinstance(number, int) else emit(f"trunc i64 {number} to i16")
        emit.do(f"store i16 {short}, ptr {emit(f'getelementptr i16, ptr %actions, i64 {n}')}")
        emit.do(f"store i64 {emit(f'add i64 {n}, 1')}, ptr %count")

    def _count_instance(self, emit: Emitter, number: int | str) -> None:
        self._count_on(emit, emit(f"getelementptr i64, ptr %enabled, i64 {number}"))

    def _note_hash(self, emit: Emitter, out: str, n: str) -> None:
        hashed = emit(f"call i64 @hash(ptr {out})")
        emit.do(f"store i64 {hashed}, ptr {emit(f'getelementptr i64, ptr %hashes, i64 {n}')}")

    def _canonical(self) -> str:
        """Replace a state by the one that stands for its class, as `CanonicalForm` says.

        In parts of a few renamings: what LLVM does for one long block takes quadratic time.
        """
        emit, form = Emitter(), CanonicalForm.of(self._machine)
        if form.by_order:
            emit.do("call void @in_order(ptr %state)")
        head = "internal void @least{}(ptr noalias %state, ptr noalias %least) noinline nounwind"
        emit.do(f"%least = alloca [{self._words} x i64]")
        self._store_words(emit, emit.words(self._words, "%state"), "%least")
        every, parts = form.list_renamings(self._machine), [*self._in_order(form)] if form.by_order else []
        for k in range(0, len(every), _RENAMED_TOGETHER):
            emit.do(f"call void @least{k}(ptr %state, ptr %least)")
            parts.append(self._least(every[k : k + _RENAMED_TOGETHER], form).function(head.format(k)))
        self._store_words(emit, emit.words(self._words, "%least"), "%state")
        emit.do("ret void")
        return "\n".join([*parts, emit.function("internal void @canonical(ptr %state) nounwind")])

    def _in_order(self, form: CanonicalForm) -> Iterator[str]:
        """Put the ids of a state in the order of their keys: neighbours change places, as in a bubble sort."""
        emit = Emitter()
        for k, name in enumerate(form.by_order):
            kind = Kind("id", name, self._machine.id_sizes[name])
            for number in range(kind.size - 1):
                head = f"internal void @exchange_{k}_{number}(ptr %state) noinline nounwind"
                yield self._exchange(kind, number).function(head)
            for end in range(kind.size - 1, 0, -1):
                for number in range(end):
                    emit.do(f"call void @exchange_{k}_{number}(ptr %state)")
        emit.do("ret void")
        yield emit.function("internal void @in_order(ptr %state) noinline nounwind")

    def _exchange(self, kind: Kind, number: int) -> Emitter:
        """Rename an id and the next one to each other, if the key of the next one is less."""
        emit, machine, graph = Emitter(), self._machine, self._machine.symbolic.graph
        words = emit.words(self._words, "%state")
        lower, before = LlvmLowering(emit, self._layout, words), PackedState(machine.symbolic.fields, words)
        state = machine.type.build(iter(machine.symbolic.fields))
        first, second = (
            [*map(graph.lift, key_of(machine.type, state, kind, n))] for n in (number, number + 1)
        )
        new = list(range(kind.size))
        new[number], new[number + 1] = number + 1, number
        renamed = lower.pack(
            machine.flatten_symbolic(rename(machine.type, state, {kind.name: tuple(new)})), before
        )
        is_less = lower.value(_is_key_less(second, first))
        pairs = zip(renamed.words, words, strict=True)
        self._store_words(
            emit, [emit(f"select i1 {is_less}, i64 {after}, i64 {old}") for after, old in pairs], "%state"
        )
        emit.do("ret void")
        return emit

    def _sort(self, emit: Emitter, words: list[str]) -> list[str]:
        """The words of a state whose ids are put in order."""
        self._store_words(emit, words, "%renamed")
        emit.do("call void @in_order(ptr %renamed)")
        return emit.words(self._words, "%renamed")

    def _least(self, some: list[Renaming], form: CanonicalForm) -> Emitter:
        """Replace the least state so far by a lesser one that one of these renamings makes from a state."""
        emit, machine = Emitter(), self._machine
        if form.by_order:
            emit.do(f"%renamed = alloca [{self._words} x i64]")
        words = emit.words(self._words, "%state")
        lower, before = LlvmLowering(emit, self._layout, words), PackedState(machine.symbolic.fields, words)
        least = emit.words(self._words, "%least")
        state = machine.type.build(iter(machine.symbolic.fields))
        for renaming in some:
            with lower.scope():
                fields = machine.flatten_symbolic(rename(machine.type, state, renaming))
                renamed = lower.pack(fields, before).words
                renamed = self._sort(emit, renamed) if form.by_order else renamed
                less = self._is_less(emit, renamed, least)
                pairs = zip(renamed, least, strict=True)
                least = [emit(f"select i1 {less}, i64 {new}, i64 {old}") for new, old in pairs]
        self._store_words(emit, least, "%least")
        emit.do("ret void")
        return emit


def _is_key_less(first: list[Expr], second: list[Expr]) -> Expr:
    """Whether a key comes before another one: the first field that differs decides."""
    graph = first[0].graph
    is_less = graph.false
    for a, b in reversed(list(zip(first, second, strict=True))):
        is_less = graph.disjunction(graph.less(a, b), graph.conjunction(graph.eq(a, b), is_less))
    return is_less


def unchanged_bits(machine: Machine, layout: Layout, symmetry: bool) -> set[tuple[int, ...]]:
    """The bits of a state that an action instance leaves as they are, as words: a set for all that keep the same.

    With symmetry none is kept, for what is reached is renamed.
    """
    if symmetry:
        return {(0,) * layout.words}
    before = machine.symbolic.fields
    return {
        layout.mask_fields(new is old for new, old in zip(part.fields, before, strict=True))
        for part in machine.symbolic.parts.values()
    }


def _size(parameter: Expr) -> int:
    """How many values a parameter has."""
    return parameter.hi - parameter.lo + 1
