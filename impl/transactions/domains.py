"""What the parameters of the actions range over."""

from typing import Annotated

from tidemark.impl.transactions.cluster import LateRequest, Marker
from tidemark.spec import Domain, Id, Identity, Int, Number

ProducerId = Annotated[Identity, Domain("producer", lambda at: Id("producer", at.producers))]
PartitionId = Annotated[Identity, Domain("partition", lambda at: Id("partition", at.partitions))]
TransactionNumber = Annotated[Number, Domain("transaction", lambda at: Int(0, at.transactions - 1))]
SomeLateRequest = Annotated[LateRequest, Domain("late_requests")]
SomeMarker = Annotated[Marker, Domain("markers")]
