"""Kafka's replication of one partition, message by message, by release: crashes, fetch rounds, acknowledgements and
elections.

A release is a choice of rules, each read from its sources. All else is shared: the state of `cluster`, and the modules
beside it.
"""

from tidemark.impl.kafka.releases import PROTOCOLS

__all__ = ["PROTOCOLS"]
