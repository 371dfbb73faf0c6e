"""The product of a machine and a log, searched by product.c: the machine's expressions and the tables that it reads.

The expressions are data, and not compiled: a log asks for few steps, so its machine would take longer to compile than
to search. Only what is asked for is written down. Of the log this knows numbers alone; `ProductStop` says which of
them are lacking, and the search that uses it puts them into the tables.

The search in Python alone (`search.py`) gives the same, and takes more of the processor's time: a third more for 8,000
lines of etcd's raft in one order (15.6 s in place of 11.9 s), twice as much where 200,000 places are searched (4.9 s in
place of 2.5 s), and two and a half times as much for 21,000 events in episodes (9.2 s in place of 3.6 s, `python -m
bench validate` has such logs). Up to some thousand events there is no difference.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from ctypes import Structure
from enum import IntEnum
from typing import Any

from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.structures import WORDS, declared_in
from tidemark.checker.runs.results import State
from tidemark.checker.validation.product_operators import ALIKE, ON_RING, OPS, write_on_ring
from tidemark.checker.validation.search import TooLarge
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines.machine import Machine
from tidemark.spec.types.members import NetworkMember
from tidemark.spec.types.operators import all_of

NONE = (1 << 64) - 1
OF_CLASS = 1 << 63
BY_STATE = 1 << 62
MOST_WORDS = 512
DEEPEST = 5_000
"""How many expressions may be within each other: product.c reads one within the other's call."""
FIRST = 1 << 12
"""States that there is room for in the beginning."""
FRAME, ENTRY, RESULT, BOUND, ITEM = 13, 5, 3, 6, 6
"""How many numbers each has."""
CLASS_OF_ITEM = 5
"""Which number of an item is its class plus one."""
IS_STEP, IS_OPTIONAL, IS_UNANSWERED = 1, 2, 4
FIRST_PLACES = 1 << 10
"""Places of a log that there is room for in the beginning."""


class WroteOutside(Exception):
    """An action writes outside a field's domain."""


class ProductStop(IntEnum):
    """Why the search has stopped."""

    NOTHING = 0
    EXPLAINED = 1
    EXHAUSTED = 2
    LOOK = 3
    POSITION = 4
    CLASS = 5
    BOUND = 6
    NEXT = 7
    ACTION = 8
    PLAIN = 9
    WRONG = 10
    FULL = 11
    PLACES = 12


@declared_in("validation/product.h", "struct product")
class ProductStruct(Structure):
    """The search of a log's product: the machine's expressions, what the log says, and what was visited."""

    __slots__ = ()


class Table:
    """Numbers that product.c reads, of which more may come. It has its address in the field `name`, or in its place."""

    def __init__(self, struct: ProductStruct, name: str, index: int | None = None) -> None:
        self._own, self._name, self._place = struct, name, index
        self.count, self.items = 0, words(512)
        self._tell()

    def _tell(self) -> None:
        if self._place is None:
            setattr(self._own, self._name, self.items)
        else:
            getattr(self._own, self._name)[self._place] = ctypes.cast(self.items, WORDS)

    def extend(self, numbers: Sequence[int]) -> int:
        """Append numbers; gives the place of the first."""
        begin, self.count = self.count, self.count + len(numbers)
        self.reserve(self.count)
        self.items[begin : self.count] = numbers
        return begin

    def reserve(self, count: int) -> None:
        """Make room for this number of numbers; what there is stays."""
        if count > len(self.items):
            old, self.items = self.items, words(max(count, 2 * len(self.items)))
            ctypes.memmove(self.items, old, ctypes.sizeof(old))
            self._tell()


class Nodes:
    """The expressions of one graph among the nodes of a product.

    A field beyond those of a state is one of a message, of whichever a condition is asked about.
    """

    def __init__(self, product: Product) -> None:
        self._product = product
        self._known: dict[int, int] = {}
        self._deep: dict[int, int] = {}

    def number(self, root: Expr) -> int:
        """The number of an expression's node.

        Raises:
            TooLarge: it is too deep, or has an operator that product.c lacks.
        """
        known = self._known.get(root.number)
        return self._add(root) if known is None else known

    def _add(self, root: Expr) -> int:
        numbers, deep, code = self._known, self._deep, list[int]()
        first = self._product.code.count // 4
        open_nodes = [root]
        while open_nodes:
            node = open_nodes[-1]
            if node.number in numbers:
                open_nodes.pop()
                continue
            below = [operand for operand in node.args if isinstance(operand, Expr)]
            lacking = [operand for operand in below if operand.number not in numbers]
            if lacking:
                open_nodes += lacking
                continue
            nested = 5 if node.op in ON_RING else 1
            depth = deep[node.number] = nested + max((deep[x.number] for x in below), default=0)
            if depth > DEEPEST or node.op not in (*OPS, *ALIKE, *ON_RING):
                raise TooLarge
            operands = [numbers[operand.number] for operand in below]
            if node.op in ALIKE:
                numbers[node.number] = operands[0]
            elif node.op in ON_RING:
                code += write_on_ring(node, operands, first + len(code) // 4)
                numbers[node.number] = first + len(code) // 4 - 1
            else:
                numbers[node.number] = first + len(code) // 4
                code += self._code(node, operands)
            open_nodes.pop()
        self._product.add_code(code)
        return numbers[root.number]

    def _code(self, node: Expr, below: list[int]) -> tuple[int, int, int, int]:
        op, args = OPS.index(node.op), node.args
        match node.op:
            case "const":
                return op, args[0], 0, 0
            case "field":
                leaves = len(self._product.layout.places)
                if args[0] >= leaves:
                    return OPS.index("message"), self._product.part_of[args[0] - leaves], 0, 0
                bit_field = self._product.layout.places[args[0]]
                return op | bit_field.shift << 8, bit_field.word, bit_field.mask, bit_field.lo
            case "join":
                return op | args[3] << 8, below[0], below[1], args[2]
            case "part":
                _, shift, bits, lo, _ = args
                return op | shift << 16, below[0], (1 << bits) - 1, lo
        a, b, c = [*below, 0, 0, 0][:3]
        return op, a, b, c


class Product:
    """A machine ready to be searched along logs.

    Raises:
        TooLarge: product.c can't take it.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine, self.layout = machine, Layout(machine.leaves)
        if self.layout.words > MOST_WORDS:
            raise TooLarge
        self.own = struct = ProductStruct(words=self.layout.words)
        library = Functions.of(__package__, "product.ll")
        self._pursue, self._follow = library.function("pursue"), library.function("follow")
        self._forget, self._begin = library.function("forget"), library.function("begin")
        self._value_in, self._number_of = library.function("value_in"), library.function("number_of")
        self._put_places_again = library.function("put_places_again")
        self._first_place = library.function("first_place")
        self._put_again, self._note = library.function("put_again"), library.function("note")
        self.code = Table(struct, "code")
        self._memos = [Table(struct, n, k) for n in ("values", "stamps") for k in range(3)]
        struct.now[:] = [1] * 3
        symbolic = machine.symbolic
        self.instances = [symbolic_part.instance for symbolic_part in symbolic.actions]
        self._nodes, self._actions = Nodes(self), Table(struct, "actions")
        self._actions.extend([0] * (4 * len(self.instances)))
        self._writes, self._messages = Table(struct, "assignments"), Table(struct, "messages")
        self._parts, self._promises = Table(struct, "parts"), Table(struct, "promises")
        self.positions, self.edges = Table(struct, "positions"), Table(struct, "edges")
        self.items, self.needs = Table(struct, "items"), Table(struct, "needs")
        self.chains, self.chain_items = Table(struct, "chains"), Table(struct, "chain_items")
        self.steps_before, self._counts = Table(struct, "steps_before"), Table(struct, "counts")
        self.bounds = Table(struct, "bounds")
        self.ways = Table(struct, "ways")
        self.stages = Table(struct, "stages")
        self.listed = Table(struct, "listed")
        self.silent, self.part_of = Table(struct, "silent"), list[int]()
        self.bounds.extend([0] * BOUND)  # no bound has the number 0
        self._answered, self._decoded = 0, dict[int, State]()
        self._room, self._pairs = dict[str, Any](), words(2)
        self._make_answers(FIRST)
        self._make_room(FIRST)
        names = {promise.name for promise in machine.by_default.promises}
        self.promised = [
            symbolic_part.promise.name
            for symbolic_part in symbolic.promises
            if symbolic_part.promise.name in names
        ]
        holds = [
            symbolic_part.holds for symbolic_part in symbolic.promises if symbolic_part.promise.name in names
        ]
        struct.promised = len(holds)
        self._promises.extend([self._nodes.number(symbolic_part) for symbolic_part in holds])
        self._initial = machine.type.build(iter(symbolic.fields))

    def add_code(self, code: list[int]) -> None:
        """Add nodes."""
        self.code.extend(code)
        for memo in self._memos:
            memo.reserve(self.code.count // 4)

    # Memory.

    def _make_room(self, capacity: int) -> None:
        """Room for states and entries; what there is stays."""
        struct = self.own
        sizes = {"states": self.layout.words, "kept": 1, "standing": 1}
        sizes |= {"entries": ENTRY, "frames": FRAME, "results": 4 * RESULT}
        for name, size in sizes.items():
            new = words(capacity * size)
            if old := self._room.get(name):
                ctypes.memmove(new, old, ctypes.sizeof(old))
            self._room[name] = new
            setattr(struct, name, new)
        for name in ("state_table", "entry_table"):
            setattr(struct, name, words(2 * capacity))
        struct.capacity, struct.result_capacity = capacity, 4 * capacity
        self._put_again(struct)

    def _make_answers(self, slots: int) -> None:
        struct = self.own
        old, count = self._pairs, struct.answer_slots
        self._pairs = words(2 * slots)
        struct.answers, struct.answer_slots = self._pairs, slots
        for at in range(1, 2 * count, 2):
            if old[at]:
                self._note(struct, old[at - 1], old[at])

    def note(self, key: int, answer: int) -> None:
        """Note an answer: the first bound of a class and a binding, or what Python says of a state."""
        self._answered += 1
        if 2 * self._answered > self.own.answer_slots:
            self._make_answers(4 * self.own.answer_slots)
        self._note(self.own, key, answer)

    # The machine.

    def _write_action(self, number: int) -> None:
        """Write down what an instance does."""
        action, before = self.machine.symbolic.actions[number], self.machine.symbolic.fields
        guard = self._nodes.number(action.guard)
        writes = []
        for new, old, bit_field in zip(action.fields, before, self.layout.places, strict=True):
            if new is not old:
                writes += [
                    bit_field.word,
                    bit_field.shift,
                    bit_field.mask,
                    bit_field.lo,
                    bit_field.hi,
                    self._nodes.number(new),
                ]
        begin = self._writes.extend(writes) // 6
        message = self._messages.count // 2
        for member in action.instance.arguments.values():
            if isinstance(member, NetworkMember):
                self._messages.extend(self._message(member))
        self._actions.items[4 * number : 4 * number + 4] = guard + 1, begin, begin + len(writes) // 6, message

    def _message(self, member: NetworkMember) -> tuple[int, int]:
        graph = self.machine.symbolic.graph
        with Context(lifts=True) as said:
            message = member.of(self._initial)
        flat: list[Any] = []
        member.domain.network.element.flatten(message, flat)
        is_present = graph.lift(all_of(condition for condition, _ in said.guards))
        leaves = zip(flat, member.domain.network.element.leaves(""), strict=True)
        parts = [v if isinstance(v, Expr) else graph.const(int(v), leaf.kind) for v, leaf in leaves]
        first = self._parts.extend([self._nodes.number(part) for part in parts])
        return self._nodes.number(is_present), first

    # States.

    def state(self, state: State) -> int:
        """The number of a state."""
        if self.own.state_count == self.own.capacity:
            self._make_room(2 * self.own.capacity)
        packed = self.layout.pack(state)
        number: int = self._number_of(self.own, (ctypes.c_uint64 * len(packed))(*packed))
        return number

    def decode_state(self, number: int) -> State:
        """The state of a number."""
        state = self._decoded.get(number)
        if state is None:
            size = self.layout.words
            state = self.layout.unpack(self._room["states"][number * size : (number + 1) * size])
            self._decoded[number] = state
        return state

    def broken(self, number: int) -> list[str]:
        """The promises that a state breaks, of those that are checked by default."""
        numbered = enumerate(self.promised)
        return [name for k, name in numbered if not self._value_in(self.own, number, self._promises.items[k])]

    def after(self, state: State, instance: int) -> State | None:
        """The state after an instance; None where it is not enabled.

        Raises:
            WroteOutside: it writes outside a field's domain.
        """
        number = self.state(state)
        while stop := ProductStop(self._follow(self.own, number, instance)):
            if stop == ProductStop.WRONG:
                raise WroteOutside
            self._provide(stop)
        successor = self.own.wanted[0]
        return None if successor == NONE else self.decode_state(successor)

    # The search.

    def begin(self, position: int, binding: int, state: int) -> None:
        """Begin at this position."""
        if self.own.visited == self.own.capacity:
            self._make_room(2 * self.own.capacity)
        self._begin(self.own, position, binding, state)

    def forget(self) -> None:
        """Forget what was visited, and the log."""
        self._forget(self.own)
        for table in (self.positions, self.edges, self.items, self.needs, self.chains, self.chain_items):
            table.count = 0
        self.steps_before.count = self.own.position_count = self.own.edge_count = 0

    def lay_out(self) -> None:
        """Begin the log of which the tables have the items: its first place has the number 0."""
        self.own.chain_count = self.chains.count - 1
        self._make_places(FIRST_PLACES)
        self._first_place(self.own)

    def _make_places(self, capacity: int) -> None:
        """Room for places and edges; what there is stays."""
        struct = self.own
        struct.position_capacity = capacity
        struct.edge_capacity = 4 * capacity + struct.edge_count + struct.chain_count
        self.positions.reserve(3 * capacity)
        self.edges.reserve(2 * struct.edge_capacity)
        self._counts.reserve(capacity * struct.chain_count)
        struct.place_table = words(2 * capacity)
        self._put_places_again(struct)

    def pursue(self) -> ProductStop:
        """Search on, until it has ended or something is asked for that is not of the machine."""
        while True:
            stop = ProductStop(self._pursue(self.own))
            if stop not in (ProductStop.ACTION, ProductStop.FULL, ProductStop.PLACES):
                return stop
            self._provide(stop)

    def _provide(self, stop: ProductStop) -> None:
        """Provide what is lacking of the machine, or room."""
        if stop == ProductStop.ACTION:
            self._write_action(self.own.wanted[0])
        elif stop == ProductStop.PLACES:
            self._make_places(2 * self.own.position_capacity)
        else:
            self._make_room(2 * self.own.capacity)

    def frames(self) -> Iterator[tuple[int, int]]:
        """The way to where the search is: for each node after the first by which edge and which result."""
        frames = self._room["frames"]
        for at in range(1, self.own.depth):
            yield frames[at * FRAME + 11], frames[at * FRAME + 12]

    @property
    def last_entry(self) -> int:
        """The entry at which the search is."""
        entry: int = self._room["frames"][(self.own.depth - 1) * FRAME]
        return entry

    @property
    def last_edge(self) -> int:
        """The edge at which the search is."""
        edge: int = self._room["frames"][(self.own.depth - 1) * FRAME + 2]
        return edge

    def steps_to(self, result: int) -> list[tuple[int, int]]:
        """The instances on the way to a result, each with the number of the state after it."""
        steps: list[tuple[int, int]] = []
        results = self._room["results"]
        while result != NONE:
            state, instance, before = results[RESULT * result : RESULT * result + RESULT]
            if instance != NONE:
                steps.append((instance, state))
            result = before
        return steps[::-1]

    def entry(self, number: int) -> tuple[int, int, int]:
        """The position, the binding and the state of an entry."""
        position, binding, state = self._room["entries"][ENTRY * number : ENTRY * number + 3]
        return position, binding, state

    @property
    def standing(self) -> Sequence[int]:
        """The entries that have come furthest."""
        entries: Sequence[int] = self._room["standing"][: self.own.standing_count]
        return entries
