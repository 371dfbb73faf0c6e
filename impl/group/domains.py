"""The domains that the parameters of the actions range over."""

from typing import Annotated, Any

from tidemark.spec import Domain, Id, Identity, Int, Number
from tidemark.spec.types import LeafType

ClientId = Annotated[Identity, Domain("client")]
PartitionId = Annotated[Identity, Domain("partition")]
Plan = Annotated[Number, Domain("plan")]
"""An assignment, as a number to the base of the number of clients: a digit for each partition."""


def domains(bounds: dict[str, Any]) -> dict[str, LeafType]:
    """The domains by name."""
    clients, partitions = bounds["clients"], bounds["partitions"]
    return {
        "client": Id("client", clients),
        "partition": Id("partition", partitions),
        "plan": Int(0, clients**partitions - 1),
    }


def owners(plan: int, clients: int, partitions: int) -> list[int]:
    """For each partition the client that a plan gives it to."""
    return [plan // clients**place % clients for place in range(partitions)]
