"""Messages of a network as parameters of actions: "some message under way".

An engine enumerates slots, as it does all values of a domain: an instance is disabled where its slot is unused. A run
has the messages themselves, since neither a reader nor another state knows the slot of a message.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tidemark.spec.expressions.kinds import Kind
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.networks import NetworkType


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


def with_networks(domains: Mapping[str, LeafType], state: RecordType, name: str) -> dict[str, LeafType]:
    """The domains of a machine's parameters, and one for each field of its state that holds a network.

    Raises:
        ModelError: a domain has the name of a network.
    """
    all_domains = dict(domains)
    for field, held in state.fields.items():
        if isinstance(held, NetworkType):
            if not isinstance(all_domains.get(field), (MemberType, type(None))):
                raise ModelError(
                    f"{name} has a domain and a network called {field}: name them apart, since a parameter may range "
                    "over the messages of the network"
                )
            all_domains[field] = MemberType.of(field, held)
    return all_domains
