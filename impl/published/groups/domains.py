"""The domains that the parameters of the actions range over."""

from typing import Annotated, Any

from tidemark.impl.published.groups.state import Message
from tidemark.spec import Domain, Id, Identity, Int, Number
from tidemark.spec.types import LeafType

ClientId = Annotated[Identity, Domain("client")]
PartitionId = Annotated[Identity, Domain("partition")]
MemberId = Annotated[Number, Domain("member")]
SomeMessage = Annotated[Message, Domain("messages")]
Subscription = Annotated[Number, Domain("subscription")]
"""A set of topics, as a number: a bit for each topic."""
Plan = Annotated[Number, Domain("plan")]
"""A target assignment, as a number to the base of the number of member ids: a digit for each partition."""


def domains(bounds: dict[str, Any]) -> dict[str, LeafType]:
    """The domains by name."""
    members, partitions = bounds["member-ids"], bounds["topics"] * bounds["partitions"]
    return {
        "client": Id("client", bounds["clients"]),
        "partition": Id("partition", partitions),
        "member": Int(1, members),
        "subscription": Int(0, 2 ** bounds["topics"] - 1),
        "plan": Int(0, members**partitions - 1),
    }


def owners(plan: int, members: int, partitions: int) -> list[int]:
    """For each partition the member id that a plan gives it to."""
    return [plan // members**place % members + 1 for place in range(partitions)]
