"""What the states of all replication protocols have: the controller's record, and replicas that may differ from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tidemark.spec import Array, Identity, Record, Truth


class ReplicatedPartition(Record):
    """A state with the controller's record (`quorum`), its requests by leader epoch, and the replicas.

    A family declares these fields with its own types; the promises of `promises.py` need no more than this.
    """

    if TYPE_CHECKING:
        quorum: Any
        requests: Array[Any]
        replicas: Array[Any]

    def presumes_leadership(self, broker: Identity) -> Truth:
        """Whether a broker believes that it leads: it then takes writes, rightly or not."""
        leads: Truth = self.replicas[broker].leader == broker
        return leads

    def is_true_leader(self, broker: Identity) -> Truth:
        """Whether a broker leads in the eyes of the controller too, in the current epoch."""
        current = self.replicas[broker].leader_epoch == self.quorum.leader_epoch
        leads: Truth = (self.quorum.leader == broker) & self.presumes_leadership(broker) & current
        return leads

    def can_begin_epoch(self) -> Truth:
        """Whether a leader epoch is left within the bounds."""
        is_left: Truth = self.quorum.leader_epoch < len(self.requests.indices()) - 1
        return is_left
