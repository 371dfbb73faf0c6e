"""The domains that the parameters of the actions range over."""

from typing import Annotated

from tidemark.spec import Domain, Id, Identity, Int, Number

ClientId = Annotated[Identity, Domain("client", lambda at: Id("client", at.clients))]
PartitionId = Annotated[Identity, Domain("partition", lambda at: Id("partition", at.partitions))]
Plan = Annotated[
    Number, Domain("plan", lambda at: Int(0, (at.clients + (at.resends > 0)) ** at.partitions - 1))
]
"""An assignment, as a number to the base of the number of those who may be members: a digit for each partition."""

Subscription = Annotated[Number, Domain("subscription", lambda at: Int(0, at.topics if at.topics > 1 else 0))]
"""What a client subscribes to: a bit for each topic that it leaves out, one at most."""


def owners(plan: int, members: int, partitions: int) -> list[int]:
    """The owner of each partition in a plan: the number of a client, or after those of all clients the ghost's."""
    return [plan // members**digit % members for digit in range(partitions)]
