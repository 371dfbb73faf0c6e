"""Networks: the messages under way, a set or a bag of values with a bounded number of members.

A network is canonical: equal contents have equal bits. Each message is packed into words
(`tidemark.spec.types.words`), and the members stand in the order of their words in the first of `capacity` slots; an
unused slot holds the default of the message type. Only the packed form has this order. No protocol can ask for it, so
ids in messages stay interchangeable: a renaming sorts again.

Sending to a full network is an error of the model.

A filtered network is known by which messages it keeps. It is put in order again only where it is compared, stored or
sent to, so that a loop over it is a loop over the whole one with one more condition.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Generic, NamedTuple, NoReturn, Self, TypeVar

from tidemark.spec.expressions.context import current
from tidemark.spec.expressions.expression import Expr, ExpressionGraph, graph_of
from tidemark.spec.expressions.kinds import NUMBER, Number, Truth
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.types.composites import element_or_record
from tidemark.spec.types.leaves import (
    Leaf,
    LeafType,
    Type,
    TypeOrEnum,
    WrongShape,
    places,
    type_of,
)
from tidemark.spec.types.loops import UNREAD_NETWORK, elements_there, require_plain_loop
from tidemark.spec.types.merging import merge
from tidemark.spec.types.operators import all_of, any_of, count, not_, require
from tidemark.spec.types.parts import Composite
from tidemark.spec.types.words import (
    Words,
    exchanges,
    lift_words,
    merge_words,
    precedes,
    same_words,
    words_of,
)

T = TypeVar("T")


class Derivation(NamedTuple):
    """What made a network of another one: the operation, the fields of that one, and the words of the message that was
    sent or discarded, or whether each place was kept.
    """

    type: NetworkType
    operation: str
    source: list[Expr]
    operands: tuple[Any, ...]


class Network(Composite, Generic[T]):
    """The messages under way: a set of at most `capacity` members. Sending what is there already changes nothing.

    repeats: whether each of several equal messages is a member.

    >>> network = Network.of(Int(0, 9), 2).default.send(7).send(7).send(8)
    >>> network.size(), network.has(7), network.filter(lambda m: m > 7)
    (2, True, [8])
    >>> all_of(m > 6 for m in network), maximum((m for m in network), default=0)
    (True, 8)
    """

    __slots__ = ("length", "slots", "type")
    type: NetworkType
    length: Number
    repeats = False

    def __init__(self, type: NetworkType, length: Any, slots: tuple[Words, ...]) -> None:
        self.type, self.length, self.slots = type, length, slots

    @classmethod
    def of(cls, message: TypeOrEnum, capacity: int) -> NetworkType:
        """The type of the networks of at most `capacity` such messages."""
        return NetworkType(cls, message, capacity)

    @property
    def capacity(self) -> int:
        """How many members it can hold."""
        return self.type.places

    @property
    def members(self) -> list[T]:
        """The messages of a plain network, in order."""
        return [self.type.unpack(words) for words in self.slots[: self.length]]

    def send(self, message: T | None = None, /, **fields: Any) -> Self:
        """This network with a message, or with the one of these fields and the default of every other.

        To a full network it is an error of the model, unless a set has it already. What is lost then is the new
        message, so that guards that read this network ask for nothing that depends on the order of ids.
        """
        new = self._pack(message, fields)
        if self._is_plain(new):
            return self._sent(new)
        is_member = False if self.type.repeats else self._has(new)
        is_full = self._holds_message(self.capacity - 1)
        slots, goes_before = [], True
        for k, words in enumerate(self.slots):
            shifted = merge_words(goes_before, new, self.slots[k - 1]) if k else new
            stays = is_member | is_full | (self._holds_message(k) & not_(precedes(new, words)))
            slots.append(merge_words(stays, words, shifted))
            goes_before = stays
        return self._derive("send", new, merge(is_member, self.length, self.length + 1), slots)

    def discard(self, message: T | None = None, /, **fields: Any) -> Self:
        """This network without a message; of equal ones in a bag, one goes. One that is not there changes nothing."""
        old = self._pack(message, fields)
        slots, gone = [], False
        for k, following in enumerate((*self.slots[1:], self.type.unused)):
            gone = gone | self._is_member(k, old)
            slots.append(merge_words(gone, following, self.slots[k]))
        # What did not fit is lost, so a length beyond the capacity stays: the write is out of range in any case.
        length = merge(gone & (self.length < self.capacity + 1), self.length - 1, self.length)
        return self._derive("discard", old, length, slots)

    def has(self, message: T | None = None, /, **fields: Any) -> Truth:
        """Whether a message is a member."""
        return self._has(self._pack(message, fields))

    def any(self, holds: Callable[[T], Truth]) -> Truth:
        """Whether there is a member for which a condition holds: `network.any(lambda m: m.epoch > 1)`."""
        return any_of(self._each(holds))

    def all(self, holds: Callable[[T], Truth]) -> Truth:
        """Whether a condition holds for every member."""
        return not_(self.any(lambda message: not_(holds(message))))

    def count(self, holds: Callable[[T], Truth]) -> Number:
        """For how many members a condition holds."""
        return count(self._each(holds))

    def filter(self, holds: Callable[[T], Truth]) -> Self:
        """The network of the members for which a condition holds: `s.network.filter(lambda m: m.epoch > 1)`."""
        rows, kept = [words for words, _ in self._places()], list(self._each(holds))
        network: Any = _FilteredNetwork(self, rows, kept)
        return network  # type: ignore[no-any-return]

    def single(self, holds: Callable[[T], Truth], otherwise: T) -> T:
        """The member for which a condition holds, if it holds for one alone; `otherwise` if for none, or for several.

        There is no first one of several: members have no order that renaming their ids keeps.
        """
        single, is_found, is_several = otherwise, False, False
        for (words, _), fits in zip(self._places(), self._each(holds), strict=False):
            single = merge(fits, self.type.unpack(words), single)
            is_several, is_found = is_several | (is_found & fits), is_found | fits
        return merge(is_several, otherwise, single)  # type: ignore[no-any-return]

    def size(self) -> Number:
        """How many members there are."""
        return self.length

    def is_empty(self) -> Truth:
        """Whether there is no member."""
        return self.length == 0

    def read_slot(self, slot: int, name: str) -> T:
        """The member of a slot, for an action that reads it; of equal members that of the first slot only.

        Raises:
            Disabled: the slot has no member.
        """
        require(self._holds_message(slot), f"there is a message in slot {slot} of {name}")
        if self.type.repeats and slot:
            equal = same_words(self.slots[slot], self.slots[slot - 1])
            require(not_(equal), f"the message in slot {slot} of {name} is not that of the slot before")
        message: T = self.type.unpack(self.slots[slot])
        return message

    def _is_plain(self, words: Words) -> bool:
        """Whether this network, with no more than it can hold, and a message have plain values."""
        is_whole = type(self.length) is int and self.length <= self.capacity
        return is_whole and graph_of(*words, *itertools.chain.from_iterable(self.slots)) is None

    def _sent(self, new: Words) -> Self:
        """This plain network with a message: what `send` gives, without a look at each slot."""
        used = self.slots[: self.length]
        if not self.type.repeats and new in used:
            return self
        rows = sorted(used if self.length == self.capacity else (*used, new))
        return self._with(self.length + 1, [*rows, *[self.type.unused] * (self.capacity - len(rows))])

    def _with(self, length: Any, slots: list[Words]) -> Self:
        network: Any = self.type.cls(self.type, length, tuple(slots))
        return network  # type: ignore[no-any-return]

    def _derive(self, operation: str, operands: Words, length: Any, slots: list[Words]) -> Self:
        """The result of an operation on this network; the graph notes what it was derived from, and how."""
        derived = self._with(length, slots)
        if graph := graph_of(length, *itertools.chain.from_iterable(slots)):
            key = tuple([field.number for field in derived._fields(graph)])
            graph.derived[key] = Derivation(self.type, operation, self._fields(graph), operands)
        return derived

    def _fields(self, graph: ExpressionGraph) -> list[Expr]:
        return [
            graph.lift(self.length),
            *lift_words(tuple(itertools.chain.from_iterable(self.slots)), graph),
        ]

    def _pack(self, message: T | None, fields: dict[str, Any]) -> Words:
        """The words of a message, or of the one that has these fields."""
        message = element_or_record(self.type.element, message, fields, "a message", "network.send")
        return self.type.pack(message)

    def _holds_message(self, slot: int) -> Truth:
        """Whether a slot has a member."""
        return self.length > slot

    def _places(self) -> Iterator[tuple[Words, Truth]]:
        """Every place that may have a member, and the first in any case: the words in it, and whether they are one."""
        slots = self.slots[: max(self.length, 1)] if type(self.length) is int else self.slots
        for k, words in enumerate(slots):
            yield words, self._holds_message(k)

    def _each(self, holds: Callable[[T], Truth]) -> Iterator[Truth]:
        """For each place, whether it has a member for which a condition holds.

        The condition of an `implies` in it arises of members alone: not of the default that an unused slot holds.
        """
        said = context.conditions if (context := current()) else []
        for k, (words, used) in enumerate(self._places()):
            if used is False and k:
                yield False
                continue
            begin = len(said)
            fits = used & holds(self.type.unpack(words))
            said[begin:] = [used & arises for arises in said[begin:]]
            yield fits

    def _is_member(self, slot: int, words: Words) -> Truth:
        return self._holds_message(slot) & same_words(self.slots[slot], words)

    def _has(self, words: Words) -> Truth:
        return any_of(used & same_words(row, words) for row, used in self._places())

    def _refuse(self, instead: str) -> NoReturn:
        raise ModelError(f"a network has no fixed number of members: {instead}")

    def __iter__(self) -> Iterator[T]:
        """The members, for all_of() and the like, which know that it depends on the state which there are (`loops`)."""
        require_plain_loop(sys._getframe(1))
        places = ((self.type.unpack(words), used) for words, used in self._places())
        return elements_there(places, UNREAD_NETWORK, self.type.sorts_of_ids)

    def __contains__(self, message: object) -> bool:
        self._refuse("write network.has(message) in place of `in`")

    def __len__(self) -> int:
        self._refuse("write network.size() in place of len()")

    def __getitem__(self, index: object) -> T:
        self._refuse("its members have no order either: give an action a parameter of its Domain")


class _FilteredNetwork(Network[T]):
    """The members of a network for which a condition holds.

    rows, is_kept: the words in every place of the whole network, and whether they are such a member.
    """

    __slots__ = ("_is_kept", "_length", "_rows", "_slots", "_whole")

    def __init__(self, whole: Network[T], rows: list[Words], is_kept: list[Truth]) -> None:
        self._whole: Network[T] = whole._whole if isinstance(whole, _FilteredNetwork) else whole
        self.type, self._rows, self._is_kept = whole.type, rows, is_kept
        self._length: Number | None = None
        self._slots: tuple[Words, ...] | None = None

    def _places(self) -> Iterator[tuple[Words, Truth]]:
        return zip(self._rows, self._is_kept, strict=True)

    @property
    def length(self) -> Number:  # type: ignore[override]
        """How many members there are; where the whole network holds more than it can, how many it has."""
        if self._length is None:
            whole = self._whole.length
            self._length = merge(whole > self.capacity, whole, count(self._is_kept))
        return self._length

    @property
    def slots(self) -> tuple[Words, ...]:  # type: ignore[override]
        """The members, in order, and unused slots: where one is not kept, those behind it move up."""
        if self._slots is None:
            unused = self.type.unused
            slots = [*self._rows, *[unused] * (self.capacity - len(self._rows))]
            for k, is_kept in reversed(list(enumerate(self._is_kept))):
                following = [*slots[k + 1 :], unused]
                slots[k:] = [merge_words(is_kept, *pair) for pair in zip(slots[k:], following, strict=True)]
            self._slots = self._whole._derive("filter", tuple(self._is_kept), self.length, slots).slots
        return self._slots


class Bag(Network[T]):
    """The messages under way, where one that is sent twice is there twice.

    >>> Bag.of(Int(0, 9), 2).default.send(7).send(7).size()
    2
    """

    __slots__ = ()
    repeats = True


class NetworkType(Type):
    """Networks of one sort of messages."""

    def __init__(self, cls: type[Network[Any]], message: TypeOrEnum, capacity: int) -> None:
        places(capacity, "a network")
        self.cls, self.element, self.places = cls, type_of(message, "the message type"), capacity
        self.depth = 1 + self.element.depth
        self._length = _Size(NUMBER, 0, capacity)
        self.word_types = words_of(list(self.element.leaves("")))
        self.unused: Words = tuple([0 for _ in self.word_types])
        self.repeats = cls.repeats

    @cached_property
    def default(self) -> Any:
        return self.cls(self, 0, (self.unused,) * self.places)

    def leaves(self, path: str) -> Iterator[Leaf]:
        yield from self._length.leaves(f"{path}.length")
        for i in range(self.places):
            for word in self.word_types:
                yield from word.leaves(f"{path}[{i}]")

    def build(self, values: Iterator[Any]) -> Any:
        length = next(values)
        return self.cls(
            self, length, tuple([tuple([next(values) for _ in self.word_types]) for _ in range(self.places)])
        )

    def flatten(self, value: Any, out: list[Any]) -> None:
        if not isinstance(value, Network) or not self._is_equal(value.type):
            raise WrongShape(f"a {self.cls.__name__} of at most {self.places}", value)
        self._length.flatten(value.length, out)
        for words in value.slots:
            out.extend(words)

    def _is_equal(self, type: NetworkType) -> bool:
        """Whether another type has the same values, in the same words."""
        if type is self:
            return True
        alike = type.cls is self.cls and type.places == self.places
        return alike and [word.packed for word in type.word_types] == [
            word.packed for word in self.word_types
        ]

    @cached_property
    def sorts_of_ids(self) -> frozenset[str]:
        """The names of the sorts of ids in a message. The order of messages is that of their ids."""
        kinds = [part.kind for word in self.word_types for part in word.packed]
        return frozenset([kind.name for kind in kinds if kind.family in ("id", "set")])

    def show(self, value: Any) -> Any:
        return [self.element.show(member) for member in value.members]

    def text(self, value: Any) -> str:
        return "{" + ", ".join(map(self.element.text, value.members)) + "}"

    def read(self, data: Any, path: str) -> Any:
        if not isinstance(data, list) or len(data) > self.places:
            raise ValueError(f"{path} must be a list of at most {self.places}")
        return self.of_members([self.element.read(message, f"{path}[{i}]") for i, message in enumerate(data)])

    def of_members(self, members: list[Any]) -> Any:
        """The network of these plain messages, in any order, and in a set perhaps more than once."""
        packed = [self.pack(member) for member in members]
        ordered = sorted(packed if self.repeats else set(packed))
        return self.cls(self, len(ordered), (*ordered, *[self.unused] * (self.places - len(ordered))))

    def pack(self, message: Any) -> Words:
        """The words of a message.

        Raises:
            ModelError: it is not of the type of this network's messages.
        """
        flat: list[Any] = []
        try:
            self.element.flatten(message, flat)
        except WrongShape as error:
            raise ModelError(f"a message of this network {error.complaint}") from None
        graph, context = graph_of(*flat), current()
        if graph is None and context:
            graph = context.words_of
        values = iter(flat)
        return tuple([word.pack([next(values) for _ in word.parts], graph) for word in self.word_types])

    def unpack(self, words: Words) -> Any:
        """The message of these words."""
        parts = zip(self.word_types, words, strict=True)
        return self.element.build(iter([value for word, packed in parts for value in word.unpack(packed)]))

    def in_order(self, length: Expr, messages: list[Any]) -> Any:
        """The network of symbolic messages, of which the first `length` are members, in whatever order."""
        last = tuple([word.hi + 1 for word in self.word_types])
        rows = [merge_words(length > k, self.pack(message), last) for k, message in enumerate(messages)]
        for low, high in exchanges(self.places):
            a, b = rows[low], rows[high]
            swap = precedes(b, a)
            rows[low], rows[high] = merge_words(swap, b, a), merge_words(swap, a, b)
        return self.cls(
            self, length, tuple([merge_words(length > k, row, self.unused) for k, row in enumerate(rows)])
        )

    def is_canonical(self, network: Any) -> Truth:
        """Whether words are valid, messages in order, and unused slots zero: what every operation keeps."""
        conditions = []
        for k, words in enumerate(network.slots):
            used = network.length > k
            conditions.append(used | same_words(words, self.unused))
            conditions += [word.is_valid(packed) for word, packed in zip(self.word_types, words, strict=True)]
            if k:
                before = network.slots[k - 1]
                ordered = not_(precedes(words, before)) if self.repeats else precedes(before, words)
                conditions.append(not_(used) | ordered)
        return all_of(conditions)


class _Size(LeafType):
    """How many members a network has; beyond the capacity it was full."""

    def refusal(self, path: str, value: int) -> str:  # noqa: ARG002
        name = path.removesuffix(".length")
        return (
            f"sends a message to {name}, which is full with {self.hi}: discard what was received before sending, "
            "guard the action, or give it more room"
        )
