"""The early model of ISR changes that a leader asks the controller for, state for state.

Source: `AsyncIsr.tla` of `hachikuji/kafka-specification`, of June 2019; KIP-497 followed from it. One leader that never
changes, followers that copy, and a controller that changes the ISR too. As published the model has no end: here the
leader writes up to an offset, and the controller counts up to a version, which is a constraint on states there.
"""

from pathlib import Path

from tidemark.impl.published.async_isr.actions import ACTIONS
from tidemark.impl.published.async_isr.bounds import AsyncIsrAt
from tidemark.impl.published.async_isr.state import AsyncIsrPartition, initial_partition, partition_type
from tidemark.impl.published.async_isr.telling import AsyncIsrTelling
from tidemark.spec import Family, Protocol, Rule, Truth, all_of, implies, promise


@promise
def valid_high_watermark(p: AsyncIsrPartition) -> Truth:
    """Every member of the controller's ISR has what is below the leader's high watermark (`ValidHighWatermark`)."""
    return all_of(
        implies(p.controller_isr.has(follower), p.offsets[follower] >= p.high_watermark())
        for follower in p.offsets.indices()
    ) & (p.leader_offset >= p.high_watermark())


FAMILY = Family(
    name="published-async-isr",
    at=AsyncIsrAt,
    rules={
        "high-watermark": "which ISR the leader's high watermark waits for",
        "version-check": "which requests to change the ISR the controller accepts",
    },
    promises=(valid_high_watermark,),
    state=partition_type,
    initial=initial_partition,
    actions=ACTIONS,
    telling=AsyncIsrTelling(),
    pins=Path(__file__).with_name("pins.toml"),
)

PUBLISHED = {
    "high-watermark": Rule.sets("its own, and the one that it asked for", waits_for_pending=True),
    "version-check": Rule.sets("those of its present version", checks_version=True),
}

PROTOCOLS = (
    Protocol("published/async-isr", "an ISR that the leader asks the controller to change", FAMILY, PUBLISHED),
    Protocol(
        "published/async-isr-own-isr", "the high watermark waits for the leader's own ISR alone", FAMILY,
        {**PUBLISHED, "high-watermark": Rule.sets("its own alone", waits_for_pending=False)},
    ),
    Protocol(
        "published/async-isr-any-version", "the controller accepts requests of older versions", FAMILY,
        {**PUBLISHED, "version-check": Rule.sets("those of older versions too", checks_version=False)},
    ),
)  # fmt: skip
