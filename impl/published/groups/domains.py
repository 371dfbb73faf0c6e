"""The domains that the parameters of the actions range over."""

from typing import Annotated

from tidemark.impl.published.groups.state import Kip848Message
from tidemark.spec import Domain, Id, Identity, Int, Number

ClientId = Annotated[Identity, Domain("client", lambda at: Id("client", at.clients))]
PartitionId = Annotated[Identity, Domain("partition", lambda at: Id("partition", at.topics * at.partitions))]
MemberId = Annotated[Number, Domain("member", lambda at: Int(1, at.member_ids))]
SomeMessage = Annotated[Kip848Message, Domain("messages")]
Subscription = Annotated[Number, Domain("subscription", lambda at: Int(0, 2**at.topics - 1))]
"""A set of topics, as a number: a bit for each topic."""
Plan = Annotated[Number, Domain("plan", lambda at: Int(0, at.member_ids ** (at.topics * at.partitions) - 1))]
"""A target assignment, as a number to the base of the number of member ids: a digit for each partition."""


def owners(plan: int, members: int, partitions: int) -> list[int]:
    """For each partition the member id that a plan gives it to."""
    return [plan // members**k % members + 1 for k in range(partitions)]
