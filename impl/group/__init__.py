"""Consumer groups under the classic protocol: members join, a leader assigns, generations fence.

Source: Apache Kafka 3.9, `GroupCoordinator` and `GroupMetadata` of the broker, `AbstractCoordinator` and
`ConsumerCoordinator` of the client; older releases where a module says so; KIP-62, 345, 394, 429. The protocols share
the state of `state` and the promises of `promises`; each is a choice of the rules in `protocols`.
"""

from tidemark.impl.group.protocols import PROTOCOLS

__all__ = ["PROTOCOLS"]
