"""`AsyncIsrAt`: what a machine of the family is built with, read as attributes."""

from tidemark.impl import setting_names
from tidemark.spec import At, Bound


class AsyncIsrAt(At):
    """The bounds of the published ISR that changes asynchronously, and what the rules of a protocol set."""

    replicas = Bound(
        "replicas of the partition, the leader among them", 3, 2, 5, setting=setting_names.REPLICAS
    )
    max_offset = Bound("how many records the leader writes (`MaxOffset`)", 1, 1, 4)
    max_version = Bound("how often the controller changes the ISR", 2, 1, 4, spare=1)

    waits_for_pending: bool
    checks_version: bool
