"""The domains that the parameters of the actions range over."""

from typing import Annotated

from tidemark.spec import Domain, Id, Identity, Int, Number

ClientId = Annotated[Identity, Domain("client", lambda at: Id("client", at.clients))]
PartitionId = Annotated[Identity, Domain("partition", lambda at: Id("partition", at.partitions))]
Plan = Annotated[Number, Domain("plan", lambda at: Int(0, at.clients**at.partitions))]
"""0 where no target assignment is due, or 1 and a target assignment: a number to the base of the number of clients,
with a digit for each partition."""


def owners(plan: int, clients: int, partitions: int) -> list[int]:
    """For each partition the number of the client that a plan gives it to."""
    return [(plan - 1) // clients**digit % clients for digit in range(partitions)]
