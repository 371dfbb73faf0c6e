"""The models of transactions published in `Vanlightly/kafka-tlaplus`, state for state."""

from impl.published_transactions import add_partitions

PROTOCOLS = (add_partitions.PROTOCOL,)
