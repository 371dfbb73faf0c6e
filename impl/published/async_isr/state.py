"""The state of the published model: the controller's ISR, the leader's, what is under way, and every log's end.

The publication keeps requests and updates for ever, and any of them may arrive again. There is one update for each
version, so the set of updates is an array indexed by version. The leader is always in an ISR, so an ISR is the set of
its followers; without a request under way the pending ISR is the empty set there, and here `is_pending` is false.
"""

from __future__ import annotations

from tidemark.impl.published.async_isr.bounds import AsyncIsrAt
from tidemark.spec import (
    Array,
    Bool,
    Id,
    IdSet,
    Int,
    Network,
    Number,
    Record,
    Truth,
    minimum,
    not_,
    where,
)
from tidemark.spec.families.family import settings_type
from tidemark.spec.types.composites import RecordType


class AsyncIsrSettings(Record):
    """What the rules set."""

    waits_for_pending: Truth
    checks_version: Truth


class AsyncIsrRequest(Record):
    """A leader's request that the ISR be this one. `isr_version`: that of the ISR which the leader had then."""

    isr: IdSet
    isr_version: Number


class AsyncIsrPartition(Record):
    """All variables. `pending_isr`: the ISRs that the leader asked for since it learned its own, together."""

    controller_isr: IdSet
    controller_version: Number
    isr: IdSet
    leader_version: Number
    is_pending: Truth
    pending_isr: IdSet
    leader_offset: Number
    offsets: Array[Number]
    requests: Network[AsyncIsrRequest]
    updates: Array[IdSet]
    settings: AsyncIsrSettings

    def high_watermark(self) -> Number:
        """The least offset of the ISR that counts, which always has the leader (`HighWatermark`)."""
        least: Number = self.leader_offset
        for follower in self.offsets.indices():
            pending = self.pending_isr.has(follower) & self.settings.waits_for_pending
            is_counted = self.isr.has(follower) | pending
            least = where(is_counted, minimum(least, self.offsets[follower]), least)
        return least

    def ask_for(self, isr: IdSet) -> AsyncIsrPartition:
        """This partition once the leader has asked for an ISR."""
        return self.but(
            requests=self.requests.send(isr=isr, isr_version=self.leader_version),
            is_pending=True,
            pending_isr=self.pending_isr | isr,
        )

    def with_controller_isr(self, isr: IdSet) -> AsyncIsrPartition:
        """This partition once the controller has written an ISR, and sent it to the leader (`ControllerWriteIsr`)."""
        version = self.controller_version + 1
        return self.but(
            controller_isr=isr, controller_version=version, updates=self.updates.but(version, isr)
        )

    def has_version_left(self) -> Truth:
        """Whether the controller may change the ISR within the bounds."""
        return not_(self.controller_version == self.type.fields["controller_version"].hi)


def partition_type(at: AsyncIsrAt) -> RecordType:
    """The states at these bounds. A leader of one version asks for one ISR less or more by each follower."""
    follower = Id("follower", at.replicas - 1)
    offset, version, isr = Int(0, at.max_offset), Int(0, at.max_version), IdSet.of(follower)
    most = (at.replicas - 1) * (at.max_version + 1)
    return AsyncIsrPartition.of(
        controller_isr=isr,
        controller_version=version,
        isr=isr,
        leader_version=version,
        is_pending=Bool(),
        pending_isr=isr,
        leader_offset=offset,
        offsets=Array.of(follower, offset),
        requests=Network.of(AsyncIsrRequest.of(isr=isr, isr_version=version), most),
        updates=Array.of(version, isr),
        settings=settings_type(AsyncIsrSettings, at),
    )


def initial_partition(empty: AsyncIsrPartition, _at: AsyncIsrAt) -> AsyncIsrPartition:
    """Every replica is in the ISR, and nothing is written."""
    everyone = empty.isr.everyone()
    return empty.but(controller_isr=everyone, isr=everyone)
