"""What the parameters of the actions range over."""

from typing import Annotated

from tidemark.impl.replicated_transactions.cluster import PARTITIONS, most_data_entries, most_state_entries
from tidemark.spec import Domain, Id, Identity, Int, Number

PartitionId = Annotated[Identity, Domain("partition", lambda _at: Id("partition", PARTITIONS))]
FollowerId = Annotated[Identity, Domain("follower", lambda at: Id("follower", at.replicas - 1))]
StandbyId = Annotated[Identity, Domain("standby", lambda at: Id("standby", at.coordinator_replicas - 1))]
DataLength = Annotated[Number, Domain("length", lambda at: Int(0, most_data_entries(at) - 1))]
StateLength = Annotated[Number, Domain("state_length", lambda at: Int(0, most_state_entries(at) - 1))]
