"""Parameters of actions that are more than one field: "some message under way", "some member of this set", "any set".

Of a network an engine enumerates slots, as it does all values of a domain: an instance is disabled where its slot is
unused. A run has the messages themselves, since neither a reader nor another state knows the slot of a message. A set
has no slots: its members are enumerated by their values, and an instance is disabled where its value is no member.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import NUMBER, Kind
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.types.composites import RecordType, index_kinds
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.numbering import ValueNumbers
from tidemark.spec.types.parts import Composite, fields_of
from tidemark.spec.types.representation import find_sequences_and_networks
from tidemark.spec.types.sets import IdSet, SetType


@dataclass(frozen=True)
class MemberType(LeafType):
    """The domain of a parameter that is some message of a network: the number of its slot.

    field: the field of the state that holds the network.
    """

    field: str
    network: NetworkType

    @classmethod
    def of(cls, field: str, network: NetworkType) -> MemberType:
        """The members of the network that a field of the state holds."""
        return cls(Kind("member", field, network.places), 0, network.places - 1, field, network)

    def value(self, plain: int) -> NetworkMember:
        return NetworkMember(plain, self)

    def show(self, value: Any) -> Any:
        message = None if value.message is None else self.network.element.show(value.message)
        return {"slot": int(value), "message": message}

    def text(self, value: Any) -> str:
        return repr(value)

    def read(self, data: Any, path: str) -> NetworkMember:
        if not isinstance(data, dict) or set(data) != {"slot", "message"}:
            raise ValueError(f"{path} must be an object with the fields slot, message")
        slot = data["slot"]
        if type(slot) is not int or not self.lo <= slot <= self.hi:
            raise ValueError(f"{path}.slot is {slot!r}, which is not a number from 0 to {self.hi}")
        return NetworkMember(slot, self, self.network.element.read(data["message"], f"{path}.message"))


class NetworkMember(int):
    """An argument that is a message of a network: the number of its slot and, in a run, the message itself.

    With the message it means that message, in whatever slot it is: so a run stays the same where another slot has it.
    """

    domain: MemberType
    message: Any

    def __new__(cls, slot: int, domain: MemberType, message: Any = None) -> NetworkMember:
        self = super().__new__(cls, slot)
        self.domain, self.message = domain, message
        return self

    def of(self, state: Any) -> Any:
        """The message, in a state.

        Raises:
            Disabled: it is not there.
        """
        domain = self.domain
        network = getattr(state, domain.field)
        if self.message is None:
            return network.read_slot(int(self), domain.field)
        words = domain.network.pack(self.message)
        if words in network.slots[: network.length]:
            return network.type.unpack(words)
        raise Disabled(f"{self!r} is in {domain.field}")

    def with_message(self, state: Any) -> NetworkMember:
        """This argument with its message, as a plain state has it."""
        message = self.of(state)
        network = getattr(state, self.domain.field)
        return NetworkMember(network.slots.index(network.type.pack(message)), self.domain, message)

    def __repr__(self) -> str:
        if self.message is None:
            return f"{self.domain.field}[{int(self)}]"
        message: str = self.domain.network.element.text(self.message)
        return message


class ToldMessage:
    """A message as the story of an action may name it: its text, and its fields as attributes, and nothing else."""

    def __init__(self, member: NetworkMember) -> None:
        self.__member = member

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__member.message, name)

    def __str__(self) -> str:
        return str(self.__member)


def told_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a step, each message as a story may name it."""
    return {
        name: ToldMessage(value) if isinstance(value, NetworkMember) and value.message is not None else value
        for name, value in arguments.items()
    }


@dataclass(frozen=True)
class ChoiceType(LeafType):
    """The domain of a parameter that is a member of a set, or whose values have several parts, each with its number.

    whole: the type of the values. field: the field of the state that holds the set; empty where it is any value.
    """

    whole: Type
    field: str = ""

    @classmethod
    def of(cls, whole: Type, field: str = "") -> ChoiceType:
        """All values of a type; or those that are members of the set that a field of the state holds."""
        if isinstance(whole, LeafType):
            return cls(whole.kind, whole.lo, whole.hi, whole, field)
        return cls(NUMBER, 0, _numbering(whole).count - 1, whole, field)

    @property
    def place_kinds(self) -> tuple[Kind, ...]:
        return (*(leaf.kind for leaf in self.whole.all_leaves), *index_kinds(self.whole))

    @property
    def is_numbered(self) -> bool:
        """Whether its values have several parts, so that an engine has their numbers."""
        return not isinstance(self.whole, LeafType)

    def value(self, plain: int) -> Any:
        if isinstance(self.whole, LeafType):
            return self.whole.value(plain)
        return self.whole.decode(_numbering(self.whole).fields(plain))

    def build(self, values: Iterator[Any]) -> Any:
        if not self.is_numbered:
            return self.whole.build(values)
        number = next(values)
        if isinstance(number, Expr):
            return self.whole.build(_numbering(self.whole).split(number))
        return self.value(number)

    def flatten(self, value: Any, out: list[Any]) -> None:
        fields: list[Any] = []
        self.whole.flatten(value, fields)
        out.append(number_of(value) if self.is_numbered else fields[0])

    def require(self, value: Any) -> None:
        self.whole.flatten(value, [])

    def show(self, value: Any) -> Any:
        return self.whole.show(value)

    def text(self, value: Any) -> str:
        return self.whole.text(value)

    def read(self, data: Any, path: str) -> Any:
        return self.whole.read(data, path)

    def __str__(self) -> str:
        return str(self.whole)


@lru_cache(maxsize=256)
def _numbering(type: Type) -> ValueNumbers:
    """The numbers of the values of a type. Of sets the first value is the least bit, as in the mask of a set of ids."""
    return ValueNumbers(type.domains, isinstance(type, SetType))


def noun_of_member(domain: LeafType) -> str:
    """What a value of a domain is of a field of the state: a message or a member; empty for any other domain."""
    if isinstance(domain, MemberType):
        return "message"
    return "member" if isinstance(domain, ChoiceType) and domain.field else ""


def number_of(argument: Any) -> int:
    """An argument of an action as a number: that of the value in its domain; -1 of a value outside.

    >>> number_of(Set.of(Int(5, 7))(5, 7)), number_of(3)
    (5, 3)
    """
    if isinstance(argument, int):
        return int(argument)
    if isinstance(argument, IdSet):
        return int(argument.mask)
    number = _numbering(argument.type).number(fields_of(argument))
    return -1 if number is None else number


def argument_text(argument: Any) -> str:
    """An argument of an action as a run writes it."""
    return argument.type.text(argument) if isinstance(argument, Composite) else repr(argument)


def _as_leaf_type(name: str, domain: Type) -> LeafType:
    """A domain as what an engine enumerates: of values with several parts their numbers."""
    if next(find_sequences_and_networks(domain), None):
        raise ModelError(
            f"the domain {name} is of sequences or networks: write one of numbers, labels, ids or sets, or of records "
            "or arrays of these; for a message, name the field that holds the network"
        )
    return domain if isinstance(domain, LeafType) else ChoiceType.of(domain)


def with_members(domains: Mapping[str, LeafType], state: RecordType, name: str) -> dict[str, LeafType]:
    """The domains of a machine's parameters, and one for each field of its state that holds a network or a set.

    Raises:
        ModelError: a domain has the name of a network, or an action could mean the domain as well as the set; or the
            values of a domain hold sequences or networks.
    """
    all_domains = {called: _as_leaf_type(called, domain) for called, domain in domains.items()}
    for field, held in state.fields.items():
        member: LeafType
        if isinstance(held, NetworkType):
            noun, member = "network", MemberType.of(field, held)
        elif isinstance(held, SetType):
            noun, member = "set", ChoiceType.of(held.element, field)
        else:
            continue
        declared = all_domains.get(field)
        if declared is not None and getattr(declared, "field", None) != field:
            members = "messages of the network" if noun == "network" else "members of the set"
            raise ModelError(
                f"{name} has a domain and a {noun} called {field}: name them apart, since a parameter may range "
                f"over the {members}"
            )
        all_domains[field] = member
    return all_domains
