"""The models of transactions published in `Vanlightly/kafka-tlaplus`, state for state.

Their states differ, so each is a family.
"""

from tidemark.impl.published.transactions import add_partitions, init_pid

PROTOCOLS = (init_pid.PROTOCOL, add_partitions.PROTOCOL)
