"""The bounds of the family `published-async-isr`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.spec import At, Bound


class AsyncIsrAt(At):
    """The bounds of the published model of the ISR that changes asynchronously, and what its rules set."""

    replicas = Bound(
        "replicas of the partition, the leader among them", 3, 2, 5, setting=setting_names.REPLICAS
    )
    max_offset = Bound("how many records the leader writes (`MaxOffset`)", 1, 1, 4)
    max_version = Bound("how often the controller changes the ISR", 2, 1, 4, spare=1)

    waits_for_pending: bool
    checks_version: bool
