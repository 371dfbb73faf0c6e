"""Consumer groups under the consumer group protocol (KIP-848), as Kafka 4.0 to 4.3 has it.

`tidemark.impl.published.groups` has the published design; `tidemark.impl.group` has the classic protocol.
"""

from tidemark.impl.consumer_group.protocols import FAMILY, PROTOCOLS

__all__ = ["FAMILY", "PROTOCOLS"]
