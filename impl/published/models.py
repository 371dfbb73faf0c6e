"""The published models of replication: each has a state of its own, and so is a family; one subject has them all."""

from tidemark.impl.published import async_isr, kraft_replication, replication, unclean

PROTOCOLS = (
    *replication.PROTOCOLS,
    *async_isr.PROTOCOLS,
    *unclean.PROTOCOLS,
    *kraft_replication.PROTOCOLS,
)
